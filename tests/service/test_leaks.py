"""Closed cards of others never leave the server: whole nights, every byte that is sent to everybody who may look on.

What is closed is reckoned here by itself: which card lay open, was shown or was held by whom, event by event. In the default
run a few games that hide cards in different ways; all games with `CHIPBOOK_SOAK`.
"""

import io
import json
import random
import re
import shutil
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from html import unescape
from itertools import count
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from flask import Flask
from msgspec.structs import replace
from werkzeug.test import TestResponse

from engine import commands, events
from engine.cards.tarok import TRUMPS
from engine.decider import accept
from engine.events import Recorded
from engine.folding import evolve
from engine.ids import PlayerId
from engine.library import GAMES, named
from engine.registry import OWN_ACT
from engine.state import UNKNOWN, Hand, Night
from engine.wording import cards_text
from service.api.context import EXTENSION
from service.api.exchange import OF_A_NIGHT
from service.app.book import Book
from service.app.looking_back.verify import see_as
from service.app.seeing import see
from service.book.closed_cards import Hiding
from service.book.club_handler import BANKER
from service.book.db import Database
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import IncomingCommand, Joining
from service.book.store.chain import stream_of_night
from service.book.store.event_store import EventStore
from service.book.store.names import new_member
from service.book.store.schema import open_book
from service.config import Settings
from service.people.rights import Deed, Who
from service.reports.audit_page import render_audit
from service.web.wsgi import create_app
from tests.engine.mistyped import Written, evening, until_refused
from tests.engine.simulate.evening import PEOPLE
from tests.service.api.evening import AT, TOKEN, Banker
from tests.service.api.people import with_people
from tests.soak import SOAK

# A pile that nobody has looked at, cards that go from hand to hand, a talon, and a hand that is thrown and drawn again.
FEW = (
    ("Midnight Cobain Baseball", "munk"),
    ("Tapp-Tarok", "tarok"),
    ("2-7 Triple Draw", "standard"),
)
PLAYED = range(len(GAMES)) if SOAK else [GAMES.index(named(*name)[0]) for name in FEW]
NIGHT, CLUB = "n", "c"
# Two at the table, somebody who looks on, and everybody.
READERS: dict[str, Who | None] = {
    "bo": Who(club=CLUB, player="bo", roles=frozenset({"player"})),
    "carl": Who(club=CLUB, player="carl", roles=frozenset({"player"})),
    "viewer": Who(club=CLUB, player="dina", roles=frozenset({"viewer"})),
    "stranger": None,
}
# Who reads in the default run, and whose pages.
READING = (*READERS,) if SOAK else ("bo", "viewer", "stranger")
ON_PAGES = READING if SOAK else ("bo", "stranger")
ROUTES = (
    *("", "/table", "/choices", "/events?limit=500", "/nets", "/settlement", "/closing", "/payments", "/disputes"),
    *(
        "/report",
        "/report.pdf",
        "/report.png",
        "/hands.phh",
        "/receipt",
        "/movements?player=anna",
        "/movements?player=bo",
    ),
)
FOR_MEMBERS = ("/adjudication", "/verification")
# What a browser shows of the night to everybody who may see it, and what is written on it for the bank only.
PAGES = (
    "",
    "/hands",
    "/mine?story=990",
    "/screen",
    "/close",
    "/disputes",
    "/report",
    "/report/accounts",
    "/report/hands",
    "/replay",
)
# Where something stands in a sheet is written like a card of letters: A1.
PLACE_IN_A_SHEET = re.compile(r'\b(?:r|ref|sqref|activeCell|topLeftCell)="[^"]*"')
FILES = tuple(f"/exports/{name}" for name, one in OF_A_NIGHT.items() if one.deed is Deed.SEE_REPORTS)
OF_THE_BANK = ("/put-right?strike=1", "/players/anna", "/waiting", "/join", "/exports/night.ndjson")
# What a player sends wrongly gets the page once more, with a refusal.
REFUSED: tuple[tuple[str, dict[str, str]], ...] = (
    ("/acts", {"command": '{"type":"deal","cards":[]}', "version": "1"}),
    ("/lines", {"line": "deal"}),
    ("/mine", {"say": "raise_dispute", "event": "1"}),
    ("/disputes", {"type": "raise_dispute", "shown": "9"}),
    ("/close", {"act": "say-count", "chips": "many"}),
)
ATTRIBUTE = re.compile(r'="([^"]*)"')
CONTROLS = re.compile(r'class="card [^"]*">([^<]*)<')
PHH_CARDS = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][shdc])+(?![A-Za-z0-9])")


@dataclass
class Played:
    """One night in a book, and everybody who reads it."""

    app: Flask
    book: Book
    said: Sequence[commands.Command]

    def client(self, who: str) -> Banker:
        return Banker(self.app.test_client(), "" if who == "stranger" else TOKEN if who == "keeper" else who)

    def go_on(
        self, commands_said: Sequence[commands.Command], *, begins: bool, actor: Callable[[Any], str] = lambda _: BANKER
    ) -> None:
        handler = CommandHandler(self.book.database, now=self.book.now)
        incoming = [IncomingCommand(command, actor(command)) for command in commands_said]
        if not begins:
            handler.handle(NIGHT, *incoming)
            return
        work = handler.new_unit_of_work(NIGHT)
        for one in incoming:
            work.take(one)
        people = tuple(new_member(CLUB, player, player.title()) for player in PEOPLE)
        handler.record(work, joining=Joining(founded="Klub", members=people))


@pytest.fixture
def night(request, sqlite_database, tmp_path) -> Iterator[Played]:
    with served(sqlite_database, tmp_path, evening(request.param, hands=1)) as played:
        yield played


@contextmanager
def served(database: Database, home: Path, said: Sequence[commands.Command]) -> Iterator[Played]:
    settings = Settings(
        home=home, database_url="", zone=ZoneInfo("UTC"), token=TOKEN, requests_max=0, token_requests_max=0
    )
    app = with_people(create_app(settings, database, now=lambda: AT, stream_seconds=0))
    context = app.extensions[EXTENSION]
    context.credentials.known |= {name: who for name, who in READERS.items() if who}
    yield Played(app, context.book, said)
    context.hub.close()


@pytest.fixture
def play(sqlite_template, tmp_path) -> Iterator[Callable[[Sequence[commands.Command]], Played]]:
    """Plays a night in a book of its own, which everybody may see."""
    numbers = count()

    with ExitStack() as books:

        def played(said: Sequence[commands.Command]) -> Played:
            file = tmp_path / f"{next(numbers)}.db"
            shutil.copy(sqlite_template, file)
            database = books.enter_context(closing(open_book(f"sqlite:///{file}")))
            result = books.enter_context(served(database, tmp_path, said))
            result.go_on(said, begins=True)
            open_to_all(result)
            return result

        yield played


# What everybody knows


def known_after_each(records: Sequence[Recorded], reader: str) -> list[frozenset[str]]:
    """The cards that the reader has seen by each event, by what lay on the table then."""
    table, seen, after = Night(), set[str](), list[frozenset[str]]()
    for record in records:
        evolve(table, record.event)
        if hand := table.hand or table.last_hand:
            seen |= _lies_open(hand) | {held.card for held in hand.cards.own.get(reader, ()) if not held.pile}
        seen |= _said_aloud(record.event)
        after.append(frozenset(seen))
    return after


def _lies_open(hand: Hand) -> set[str]:
    everything = [held for own in (*hand.cards.own.values(), hand.cards.board) for held in own]
    shown = [held for player in hand.showdown.shown for held in hand.cards.own.get(player, ())]
    aside = hand.contract.discarded or () if hand.contract else ()
    return {held.card for held in everything if held.up} | {held.card for held in shown} | {*aside} & {*TRUMPS}


def _said_aloud(event: object) -> set[str]:
    match event:
        case commands.ShowHand(cards=cards):
            return set(cards)
        case commands.PlayCard(card=card) | commands.SettleExposedCard(card=card):
            return {card}
        case _:
            return set()


def cards_of(records: Sequence[Recorded]) -> frozenset[str]:
    """The cards that were dealt by which a leak can be told: of each there is one, and nothing else is called the same.

    The game itself may name a card, and a wild one may stand for it.
    """
    table, dealt, also_named = Night(), set[str](), ""
    for record in records:
        evolve(table, record.event)
        if hand := table.hand or table.last_hand:
            dealt |= {held.card for own in (*hand.cards.own.values(), hand.cards.board) for held in own}
        if isinstance(record.event, events.PotAwarded):
            also_named += " ".join(card for share in record.event.shares for card in share.stands_for)
        if isinstance(record.event, commands.AnnounceHand):
            also_named += msgspec.json.encode(record.event).decode()
    hand = table.hand or table.last_hand
    assert hand is not None
    return frozenset(dealt - {UNKNOWN} - hand.deck.several - {*re.findall(r"[A-Za-z0-9]+", also_named)})


def said_by(records: Sequence[Recorded], cards: frozenset[str]) -> set[str]:
    """The cards that the book names."""
    return told("".join(msgspec.json.encode(record.event).decode() for record in records), cards)


# What was told


def told(text: str, cards: frozenset[str]) -> set[str]:
    """The cards that a text names, as a value of JSON or as a sentence writes them."""
    found = set()
    for card in cards:
        spelled = cards_text((card,))
        in_a_sentence = spelled in text if set(spelled) & set("♠♥♦♣") else False
        if f'"{card}"' in text or in_a_sentence:
            found.add(card)
    return found


HOW_CARDS_ARE_TYPED = "Q♦ 8♣ 10♥"


def told_on_page(text: str, cards: frozenset[str]) -> set[str]:
    """The cards that a page names: drawn, in a sentence, in the JSON of a form, or listed in an attribute."""
    # How cards are typed is shown by the same three in every night.
    text = text.replace(HOW_CARDS_ARE_TYPED, "")
    drawn = {one.strip() for one in CONTROLS.findall(text)}
    listed = {
        word for value in ATTRIBUTE.findall(text) if {*(words := value.split())} <= {*cards, UNKNOWN} for word in words
    }
    plain = told(unescape(text), cards) | told(unescape(re.sub(r"<[^>]*>", "", text)), cards)
    return plain | (drawn & cards) | (listed & cards)


def unpacked(answer: TestResponse) -> str:
    """The text of an answer; of a file that is packed, of everything in it."""
    if not answer.data.startswith(b"PK"):
        return answer.text
    packed = zipfile.ZipFile(io.BytesIO(answer.data))
    return PLACE_IN_A_SHEET.sub("", "\n".join(packed.read(name).decode() for name in packed.namelist()))


def told_in_phh(text: str, cards: frozenset[str]) -> set[str]:
    """The cards of a hand history, which writes them one after the other."""
    runs = [run for line in text.splitlines() if " " in line for run in PHH_CARDS.findall(line)]
    return {card for run in runs for card in re.findall(r"..", run)} & {card.replace("10", "T") for card in cards}


def leaks(answer: TestResponse, route: str, cards: frozenset[str], known: frozenset[str]) -> set[str]:
    if route.startswith("/hands.phh"):
        as_histories = {card.replace("10", "T") for card in known}
        return (told_in_phh(answer.text, cards) if answer.status_code == 200 else set()) - as_histories
    return told(answer.text, cards) - known


def hidden_salts(night: Played, who: str) -> dict[str, int]:
    """The random bits of every event that the reader may not see whole, with its number."""
    records = see(night.book, NIGHT).records
    stored = EventStore(night.book.database).read(stream_of_night(CLUB, NIGHT))
    as_seen = Hiding(PlayerId(who) if who in PEOPLE else None).visible(records)
    return {
        msgspec.json.decode(row.body)["salt"]: row.version
        for row, mine, other in zip(stored, records, as_seen, strict=True)
        if mine.event != other.event
    }


def asked(night: Played, who: str, *, without: Sequence[str] = ()) -> Iterator[tuple[str, TestResponse]]:
    """Everything that there is to read of the night, but for these routes, with whatever is refused."""
    client = night.client(who)
    routes = ROUTES if who == "stranger" else (*ROUTES, *FOR_MEMBERS)
    if who in PEOPLE:
        routes += (f"/receipt?player={who}",)
    for route in (one for one in routes if not one.startswith(tuple(without))):
        answer = client.get(f"/nights/{NIGHT}{route}")
        assert answer.status_code in (200, 409), (who, route, answer.json)
        yield route, answer
    yield "/stream", client.get(f"/nights/{NIGHT}/stream", headers={"Last-Event-ID": "0"})
    for command in (refused for refused in night.said if isinstance(refused, commands.Deal | commands.Exchange)):
        said = {"command": {**msgspec.to_builtins(command), "cards": []}} if who != "stranger" else {}
        yield "refused", client.post(f"/nights/{NIGHT}/commands", said, version=1)
        break


def looked_at(night: Played, who: str, at: Sequence[int], *, is_over: bool) -> Iterator[tuple[str, str]]:
    """Everything that a browser is shown of the night, at these events too, with whatever is refused; the files once it is over."""
    client, path = night.client(who), f"/nights/{NIGHT}"
    routes = (*PAGES, *(f"/replay/{number}" for number in at), *(FILES if is_over else ()))
    for route in (*routes, *OF_THE_BANK):
        whole = f"/api/v1{path}{route}" if route.startswith("/exports") else path + route
        answer = client.http.get(whole, headers=client.headers, follow_redirects=True)
        assert answer.status_code == (200 if route in routes else 401 if who == "stranger" else 403), (who, route)
        yield route, unpacked(answer)
    for route, form in REFUSED:
        answer = client.http.post(path + route, data=form, headers=client.headers)
        assert 400 <= answer.status_code < 500, (who, route)
        yield f"POST {route}", answer.text


def event_by_event(page: Any, cards: frozenset[str], known: Sequence[frozenset[str]]) -> list[tuple[int, set[str]]]:
    """The events that tell a card before the reader has seen it."""
    found = [(one["version"], told(json.dumps(one, ensure_ascii=False), cards)) for one in page["events"]]
    return [(version, early) for version, here in found if (early := here - known[version - 1])]


@pytest.mark.parametrize("night", PLAYED, indirect=True, ids=lambda number: GAMES[number].name)
def test_nobody_is_sent_a_closed_card_of_somebody_else(night, caplog, monkeypatch):
    monkeypatch.setattr("service.app.looking_back.report.set_apart", lambda document, _: repr(document).encode())
    caplog.set_level("DEBUG")
    whole = list(night.said)
    cards = cards_of(Written(whole).records)
    # Early and late in the hand, and when all is over.
    stops = [*([len(whole) // 3] if SOAK else []), 2 * len(whole) // 3, len(whole)]
    found: list[object] = []
    for begin, end in zip([0, *stops], stops, strict=False):
        night.go_on(whole[begin:end], begins=begin == 0)
        if begin == 0:
            open_to_all(night)
        records = see(night.book, NIGHT).records
        for who in READING:
            known, salts = known_after_each(records, who), hidden_salts(night, who)
            assert salts
            for route, answer in asked(night, who):
                found += [(who, route, version) for salt, version in salts.items() if salt in answer.text]
                if leaked := leaks(answer, route, cards, known[-1]):
                    found.append((who, len(records), route, leaked))
                if route.startswith("/events"):
                    found += [(who, *early) for early in event_by_event(answer.json, cards, known)]
            if who in ON_PAGES:
                at = range(1, len(records) + 1, 1 if SOAK else 40)
                shown = [*looked_at(night, who, at, is_over=end == stops[-1])]
                found += [
                    (who, route, version) for route, text in shown for salt, version in salts.items() if salt in text
                ]
                found += [
                    (who, route, early) for route, text in shown if (early := told_on_page(text, cards) - known[-1])
                ]
            if end == stops[-1]:
                found += at_each_event(night, who, cards, known)
        # What is not found here is not found above either.
        export = night.client("keeper").http.get(
            f"/api/v1/nights/{NIGHT}/exports/night.ndjson", headers=night.client("keeper").headers
        )
        assert all(salt in export.text for salt in hidden_salts(night, "stranger"))
        to_the_keeper = told(night.client("keeper").get(f"/nights/{NIGHT}/events", limit=500).text, cards)
        assert to_the_keeper == said_by(records, cards)
        # What the bank's phone shows while a finger is on it: nothing where all cards lie open, or are told late.
        if end != stops[-1]:
            on_the_page = told_on_page(shown_to_the_keeper(night), cards)
            assert SOAK or on_the_page - known_after_each(records, "stranger")[-1]
    assert found == []
    assert told(caplog.text, cards) == set()


# What follows from closed cards

# The draw that some of them open, and the score that lies in a talon: what may be done depends on cards that nobody sees.
BY_CARDS = (("Scroker", "standard"), ("Tarok", "tarok"), ("Tapp-Tarok", "tarok"))
DEPENDING = range(len(GAMES)) if SOAK else [GAMES.index(named(*name)[0]) for name in BY_CARDS]
# Of an answer, what is made by chance, or is a digest of all that is recorded.
BY_CHANCE = re.compile(r"[A-Za-z0-9_+/=-]{20,}|\b[0-9a-f]{12,}\b|retry: \d+")
# They hold a digest of every event, or draw one.
OF_DIGESTS = ("/receipt", "/report.pdf", "/report.png")


def otherwise(
    said: Sequence[commands.Command], closed: Sequence[str], chance: random.Random
) -> Iterator[Sequence[commands.Command]]:
    """The same with two closed cards in one another's places, as long as the rules would take it."""
    for _ in range(6 if SOAK else 3):
        one, other = chance.sample(closed, 2)
        swapped = [exchanged(command, {one: other, other: one}) for command in said]
        if swapped != said and until_refused(Written(), swapped) == len(swapped):
            yield swapped


def exchanged(command: commands.Command, cards: Mapping[str, str]) -> commands.Command:
    """The command with other cards in it; the game itself may name some."""
    if isinstance(command, commands.OpenNight | commands.AnnounceHand):
        return command

    def go(stated: Any) -> Any:
        match stated:
            case str():
                return cards.get(stated, stated)
            case dict():
                return {name: go(value) for name, value in stated.items()}
            case list() | tuple():
                return [go(value) for value in stated]
            case _:
                return stated

    return msgspec.convert(go(msgspec.to_builtins(command)), type(command))


def answers(night: Played, who: str, *, is_over: bool) -> dict[str, str]:
    """Everything that somebody is answered, without what is made by chance."""
    texts = {route: answer.text for route, answer in asked(night, who, without=OF_DIGESTS)}
    if SOAK:
        texts |= {f"page {route}": text for route, text in looked_at(night, who, (), is_over=is_over)}
    return {route: BY_CHANCE.sub("", text) for route, text in texts.items()}


@pytest.mark.parametrize("number", DEPENDING, ids=lambda number: GAMES[number].name)
def test_nothing_that_somebody_is_told_depends_on_cards_that_are_closed_to_them(number, play):
    said, chance = evening(number, hands=1), random.Random(number)
    begun = next(at for at, command in enumerate(said) if isinstance(command, commands.AnnounceHand)) + 2
    found, compared = [], 0
    for end in [begun + (len(said) - begun) * quarters // 4 for quarters in ((1, 2, 3, 4) if SOAK else (2, 3))]:
        one = play(said[:end])
        records = see(one.book, NIGHT).records
        for who in READING if SOAK else ("bo", "stranger"):
            closed = sorted(cards_of(records) - known_after_each(records, who)[-1])
            if len(closed) < 2:
                continue
            reader, told_to_them = PlayerId(who) if who in PEOPLE else None, None
            for swapped in otherwise(said[:end], closed, chance):
                other = play(swapped)
                seen = [Hiding(reader).visible(see(each.book, NIGHT).records) for each in (one, other)]
                if [record.event for record in seen[0]] != [record.event for record in seen[1]]:
                    # The rules decide by closed cards who wins, and say so.
                    continue
                is_over = end == len(said)
                told_to_them = told_to_them or answers(one, who, is_over=is_over)
                told_of_other = answers(other, who, is_over=is_over)
                found += [(who, end, route) for route, text in told_to_them.items() if text != told_of_other[route]]
                compared += 1
    assert found == []
    assert compared or SOAK


# What players enter for themselves


def by_themselves(said: Sequence[commands.Command]) -> list[commands.Command]:
    """The same night where everybody enters their own acts: the bank deals cards that only their players name."""
    results: list[commands.Command] = []
    whole, mine = Night(), Night()

    def do(command: commands.Command) -> None:
        results.append(command)
        accept(mine, command)

    for command in said:
        before = {player: len(own) for player, own in whole.hand.cards.own.items()} if whole.hand else {}
        accept(whole, command)
        if isinstance(command, commands.OpenNight):
            do(replace(command, rules=replace(command.rules, entered_by="everyone")))
            continue
        if not isinstance(command, commands.Deal) or command.common or not command.cards:
            do(command)
            continue
        hand = whole.hand
        fallen = {player: own[before.get(player, 0) :] for player, own in hand.cards.own.items()}
        closed = {held.card for own in fallen.values() for held in own if not held.up}
        do(replace(command, cards=tuple(UNKNOWN if card in closed else card for card in command.cards)))
        for player, own in fallen.items():
            if cards := tuple(held.card for held in own if not held.up and not held.pile and held.card != UNKNOWN):
                do(commands.NameCards(player=player, cards=cards))
    return results


def by_its_player(command: commands.Command) -> str:
    player = getattr(command, "player", None)
    return f"player:{player}" if type(command) in OWN_ACT and player else BANKER


BY_PHONES = [
    GAMES.index(named(*name)[0]) for name in (("2-7 Triple Draw", "standard"), ("Seven Card Stud", "standard"))
]


@pytest.mark.parametrize("night", BY_PHONES, indirect=True, ids=lambda number: GAMES[number].name)
def test_what_a_player_enters_for_themself_is_closed_to_the_bank_too(night, caplog, monkeypatch):
    monkeypatch.setattr("service.app.looking_back.report.set_apart", lambda document, _: repr(document).encode())
    caplog.set_level("DEBUG")
    bank = Who(club=CLUB, player="gitte", roles=frozenset({"banker"}))
    night.app.extensions[EXTENSION].credentials.known["bank"] = bank
    whole = by_themselves(night.said)
    stops = [*([len(whole) // 2] if SOAK else []), 2 * len(whole) // 3, len(whole)]
    cards, found = cards_of(Written(whole).records), []
    for begin, end in zip([0, *stops], stops, strict=False):
        night.go_on(whole[begin:end], begins=begin == 0, actor=by_its_player)
        if begin == 0:
            open_to_all(night)
        records = see(night.book, NIGHT).records
        for who in ("bank", "bo", "viewer", "stranger"):
            # Whoever runs the bank holds no cards: it knows what everybody knows, and what it dealt open.
            known = known_after_each(records, who if who == "bo" else "")
            if who == "bank":
                texts = [(route, answer.text) for route, answer in of_the_bank(night)]
            else:
                texts = [(route, answer.text) for route, answer in asked(night, who)]
            found += [
                (who, route, leaked) for route, text in texts if (leaked := told_on_page(text, cards) - known[-1])
            ]
        closed = cards & said_by(records, cards) - known_after_each(records, "")[-1]
        # What is not found here is not found above either: the player themself is told, and the file has it.
        assert end == stops[-1] or closed & told(night.client("bo").get(f"/nights/{NIGHT}").text, cards)
    assert found == []
    assert told(caplog.text, cards) == set()
    refused = night.client("bank").get(f"/nights/{NIGHT}/exports/night.ndjson")
    assert refused.json["code"] == "closed_to_the_bank"
    assert night.client("bank").get(f"/nights/{NIGHT}/receipt?player=bo").json["code"] == "closed_to_the_bank"
    assert night.client("keeper").get(f"/nights/{NIGHT}/exports/night.ndjson").status_code == 200


# Piles that their players have arranged, and that are turned together.
TURNED = [GAMES.index(named(*name)[0]) for name in (("Puke", "munk"), ("Last Chance", "munk"))]


@pytest.mark.parametrize("night", TURNED, indirect=True, ids=lambda number: GAMES[number].name)
def test_the_bank_does_not_look_at_a_card_by_asking_what_a_correction_would_change(night):
    bank = Who(club=CLUB, player="gitte", roles=frozenset({"banker"}))
    night.app.extensions[EXTENSION].credentials.known["bank"] = bank
    whole = by_themselves(night.said)
    turned = next(at for at, command in enumerate(whole) if isinstance(command, commands.RevealCards))
    night.go_on(whole[:turned], begins=True, actor=by_its_player)
    records = see(night.book, NIGHT).records
    known = known_after_each(records, "")[-1]
    closed = {card for card in said_by(records, cards_of(records)) if card not in known}
    last = next(record.version for record in reversed(records) if record.caused_by is None)
    asked_for = {"changes": [{"version": last, "act": {"type": "reveal_cards"}, "after": True}], "reason": "a look"}
    answer = night.client("bank").post(f"/nights/{NIGHT}/corrections/what-if", asked_for)
    assert (answer.status_code, told(answer.text, frozenset(closed))) == (200, set())
    assert "Everyone turns the top card of the pile." in answer.text
    # Once they are turned, everybody sees them.
    night.go_on(whole[turned : turned + 1], begins=False)
    assert closed & told(night.client("bank").get(f"/nights/{NIGHT}/events", limit=500).text, frozenset(closed))


def of_the_bank(night: Played) -> Iterator[tuple[str, TestResponse]]:
    """Everything that whoever runs the bank can read of the night, as answers and as pages."""
    client, path = night.client("bank"), f"/nights/{NIGHT}"
    for route in (*ROUTES, *FOR_MEMBERS):
        if not route.startswith("/receipt"):
            yield route, client.get(path + route)
    yield "/stream", client.get(f"{path}/stream", headers={"Last-Event-ID": "0"})
    last = client.get(path).json["version"]
    strike = {"versions": [last], "reason": "a look"}
    pages = (*PAGES, *(one for one in OF_THE_BANK if not one.endswith("ndjson")), "/faults")
    for route in (
        *pages,
        *(f"/replay/{number}" for number in range(1, last + 1, 9 if SOAK else 40)),
        f"/put-right?strike={last}",
    ):
        answer = client.http.get(path + route, headers=client.headers, follow_redirects=True)
        assert answer.status_code < 500, route
        yield route, answer
    yield "what-if", client.post(f"{path}/strikes/what-if", strike)


def shown_to_the_keeper(night: Played) -> str:
    """The table as the keeper of the book sees it, who may turn closed cards over."""
    client = night.client("keeper")
    return client.http.get(f"/nights/{NIGHT}", headers=client.headers).text


def open_to_all(night: Played) -> None:
    keeper = night.client("keeper")
    assert keeper.post(f"/clubs/{CLUB}/keys", {"change": "new"}).status_code == 201
    published = {"published": ["nights", "reports"]}
    assert keeper.post(f"/clubs/{CLUB}/publications", published).status_code == 201


def at_each_event(
    night: Played, who: str, cards: frozenset[str], known: Sequence[frozenset[str]]
) -> Iterator[tuple[str, int, str, set[str]]]:
    """What the night and the table are told to have been, at one event after the other."""
    client = night.client(who)
    for at in range(1, len(known) + 1, 1 if SOAK else 20):
        whole = client.get(f"/nights/{NIGHT}", at=at).text
        table = client.get(f"/nights/{NIGHT}/table", at=at).json
        event = client.get(f"/nights/{NIGHT}/events/{at}").text
        for what, text in (("night", whole), ("table", json.dumps(table["table"])), ("event", event)):
            if early := told(text, cards) - known[at - 1]:
                yield who, at, what, early
    if who in PEOPLE and (leaked := told(render_audit(see_as(night.book, NIGHT, who)), cards) - known[-1]):
        yield who, 0, "audit page", leaked
