"""Closed cards never leave the server to whoever may not see them, at any version, on any route."""

import json
from dataclasses import replace

import pytest

from engine import adjudicate, errors
from service.api.context import EXTENSION
from service.people.rights import Who
from tests.service.api.evening import Banker, Onlooker, an_evening

CLOSED = {"Anna": "As", "Bo": "Kd", "Carl": "Qh"}
OPEN = {"Anna": "2c", "Bo": "3c", "Carl": "4c"}


# Nothing is dealt before somebody says so.
BY_HAND = {"initial_loan": 150, "auto": "none"}


@pytest.fixture
def stud(banker):
    """Five Card Stud with one card closed and one open before everybody; the book knows them all."""
    table = an_evening(banker, rules=BY_HAND)
    table.play({"type": "announce_hand", "game": "Five Card Stud", "dealer": table.ids["Carl"]})
    table.play({"type": "deal", "cards": list(CLOSED.values())}, {"type": "deal", "cards": list(OPEN.values())})
    return table


def everything(reader, path: str, version: int) -> str:
    """All that can be read of a night without writing."""
    routes = ["", "/choices", "/events?limit=500", "/nets", "/settlement", "/payments", "/report", "/adjudication"]
    routes += [f"/events/{number}" for number in range(1, version + 1)] + [
        f"?at={number}" for number in range(1, version + 1)
    ]
    routes += [f"/table?at={number}" for number in range(1, version + 1)]
    players = reader.get(path).json["players"]
    routes += [f"/movements?player={player['id']}" for player in players]
    answers = [reader.get(path + route) for route in routes]
    answers.append(reader.get(path + "/stream", headers={"Last-Event-ID": "0"}))
    assert {answer.status_code for answer in answers} == {200}
    return "\n".join(answer.text for answer in answers)


def spelled(card: str) -> set[str]:
    """A card as the book writes it and as sentences do."""
    return {f'"{card}"', card[0] + {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}[card[1]]}


def told(text: str) -> set[str]:
    return {card for card in (*CLOSED.values(), *OPEN.values()) if any(form in text for form in spelled(card))}


def test_the_banker_sees_all_and_the_others_what_lies_open(stud, banker, onlooker):
    assert told(everything(banker, stud.path, stud.version)) == {*CLOSED.values(), *OPEN.values()}
    assert told(everything(onlooker, stud.path, stud.version)) == set(OPEN.values())
    hand = onlooker.get(stud.path).json["hand"]
    assert hand["cards"] == {stud.ids[name]: ["??", OPEN[name]] for name in OPEN}


def test_a_player_sees_their_own_cards_and_a_token_that_only_looks_does_not(stud, app):
    carl = Who(club=stud.club, player=stud.ids["Carl"], roles=frozenset({"player"}))
    app.extensions[EXTENSION].credentials.known |= {"carl": carl, "screen": replace(carl, scope="read")}
    at_the_table, screen = (Onlooker(app.test_client(), token) for token in ("carl", "screen"))
    assert told(everything(at_the_table, stud.path, stud.version)) == {CLOSED["Carl"], *OPEN.values()}
    assert told(everything(screen, stud.path, stud.version)) == set(OPEN.values())
    cards = at_the_table.get(stud.path).json["hand"]["cards"]
    own = {name: ["??", OPEN[name]] for name in OPEN} | {"Carl": [CLOSED["Carl"], OPEN["Carl"]]}
    assert cards == {stud.ids[name]: seen for name, seen in own.items()}
    # Bo has the bank of the night, and records what everybody holds.
    bo = replace(carl, player=stud.ids["Bo"])
    app.extensions[EXTENSION].credentials.known["bo"] = bo
    assert told(everything(Onlooker(app.test_client(), "bo"), stud.path, stud.version)) >= set(CLOSED.values())
    said = {"command": {"type": "raise_dispute", "by": stud.ids["Carl"], "words": "No."}}
    answer = Banker(app.test_client(), "carl", taps="carl").post(f"{stud.path}/commands", said)
    assert (answer.status_code, told(answer.text)) == (201, set())


def test_a_person_sees_the_cards_that_they_held_under_a_former_id(stud, app):
    carla = Who(club=stud.club, player="p-carla", also=(stud.ids["Carl"],), roles=frozenset({"player"}))
    app.extensions[EXTENSION].credentials.known["carla"] = carla
    seen = everything(Onlooker(app.test_client(), "carla"), stud.path, stud.version)
    assert told(seen) == {CLOSED["Carl"], *OPEN.values()}


def test_what_is_shown_is_known_to_all_from_then_on(stud, banker, onlooker):
    anna = stud.ids["Anna"]
    stud.play({"type": "show_hand", "player": anna, "cards": ["As", "2c"]})
    assert told(everything(onlooker, stud.path, stud.version)) == {"As", *OPEN.values()}
    assert onlooker.get(stud.path).json["hand"]["cards"][anna] == ["As", "2c"]
    assert "As" not in onlooker.get(stud.path, at=stud.version - 1).text


def test_cards_of_struck_deals_are_not_told(stud, banker, onlooker):
    events = banker.get(f"{stud.path}/events").json["events"]
    deals = [event["version"] for event in events if event["type"] == "cards_dealt"]
    assert len(deals) == 2
    stud.play({"type": "strike_events", "versions": deals, "reason": "dealt anew"})
    assert told(onlooker.get(f"{stud.path}/events").text + onlooker.get(f"{stud.path}/report").text) == set()
    # As long as they counted, the open ones lay open.
    assert told(everything(onlooker, stud.path, stud.version)) == set(OPEN.values())
    assert told(everything(banker, stud.path, stud.version)) == {*CLOSED.values(), *OPEN.values()}


def test_what_a_player_draws_and_throws_away_is_his(table, banker, onlooker):
    table.play({"type": "announce_hand", "game": "Three Card Draw", "dealer": table.ids["Carl"]})
    offered = banker.get(f"{table.path}/choices").json["choices"]
    while offered[0]["act"] != "exchange":
        act = next(choice for choice in offered if choice["act"] in ("check", "call"))
        table.play({"type": act["command"], "player": act["player"]})
        offered = banker.get(f"{table.path}/choices").json["choices"]
    exchange = {"type": "exchange", "player": offered[0]["player"], "number": 1, "thrown": ["As"], "drawn": ["Kd"]}
    table.play(exchange)
    assert told(everything(banker, table.path, table.version)) == {"As", "Kd"}
    assert told(everything(onlooker, table.path, table.version)) == set()


def test_a_finding_of_the_rules_does_not_quote_cards_to_everybody(stud, onlooker, banker, monkeypatch):
    refusal = errors.CardIsAlreadyOut(card="As")
    finding = adjudicate.Finding(7, "refused", f"Event 7 would be refused: {refusal}", refusal)
    outcome = adjudicate.Adjudication(1, 1, (finding,), 1, 1)
    for room in ("service.reports.views.verification", "service.book.proof.records"):
        monkeypatch.setattr(f"{room}.adjudicate", lambda *_: outcome)
    for route in ("/adjudication", "/report", "/verification"):
        told_to_all = json.dumps(onlooker.get(stud.path + route).json, ensure_ascii=False)
        assert "As" not in told_to_all.replace("Assistant", "")
        assert "A♠" not in told_to_all
        assert "card is already out" in told_to_all
    assert "A♠ is out already" in banker.get(f"{stud.path}/adjudication").json["findings"][0]["sentence"]


def test_cards_of_a_corrected_deal_are_told_as_they_lie(stud, banker, onlooker):
    events = banker.get(f"{stud.path}/events").json["events"]
    closed, opened = (event["version"] for event in events if event["type"] == "cards_dealt")
    change = {"version": closed, "act": {"type": "deal", "cards": ["Ah", "Kd", "Qh"]}}
    more = {"version": opened, "act": {"type": "deal", "cards": ["2s", "3c", "4c"]}}
    answer = stud.say({"type": "correct_events", "changes": [change, more]})
    assert answer.status_code == 201
    seen = everything(onlooker, stud.path, stud.version)
    assert not any(form in seen for card in ("Ah", *CLOSED.values()) for form in spelled(card))
    assert all(any(form in seen for form in spelled(card)) for card in ("2s", "3c", "4c"))
    assert "A♥" in everything(banker, stud.path, stud.version)
