"""Lists may be had in part: nights by phase, day and player, events by type, hand and player, players by role."""

import pytest

from tests.service.api.evening import an_evening, settled


@pytest.fixture
def evenings(banker, clock):
    """Two nights of two clubs: the first was settled days before the second was opened."""
    first = settled(an_evening(banker, "first"))
    clock.pass_seconds(3 * 24 * 3600)
    return first, an_evening(banker, "second")


def nights(banker, **asked):
    answer = banker.get("/nights", **asked)
    assert answer.status_code == 200, answer.json
    return [row["night"] for row in answer.json["nights"]]


def test_nights_are_found_by_phase_day_club_and_player(banker, evenings):
    first, second = evenings
    assert nights(banker) == ["second", "first"]
    assert nights(banker, phase="open") == ["second"]
    assert nights(banker, phase="closed") == []
    assert nights(banker, **{"from": "2026-11-21"}) == ["second"]
    assert nights(banker, to="2026-11-20") == ["first"]
    assert nights(banker, **{"from": "2026-11-20", "to": "2026-11-23"}) == ["second", "first"]
    assert nights(banker, player=first.ids["Anna"]) == ["first"]
    assert nights(banker, player=first.ids["Anna"], club=second.club) == []
    for other in ("nobody_", first.ids["Anna"][:-1], first.ids["Anna"][:-1] + "_", first.ids["Anna"].upper()):
        assert nights(banker, player=other) == []


def test_pages_of_what_was_found_follow_each_other(banker):
    for number in range(4):
        an_evening(banker, f"night-{number}")
    page = banker.get("/nights", phase="open", limit=3).json
    rest = banker.get("/nights", phase="open", limit=3, after=page["next"]).json
    assert [row["night"] for row in page["nights"] + rest["nights"]] == [f"night-{n}" for n in (3, 2, 1, 0)]


def test_events_are_found_by_type_hand_and_player(banker, table):
    for dealer in ("Bo", "Carl"):
        table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids[dealer]})
        table.play({"type": "new_deal", "player": table.ids["Anna"], "reason": "a card was seen"})
    whole = banker.get(f"{table.path}/events", limit=500).json["events"]
    announced = [one["version"] for one in whole if one["type"] == "hand_announced"]

    def versions(**asked):
        return [one["version"] for one in banker.get(f"{table.path}/events", limit=500, **asked).json["events"]]

    assert versions(type="hand_announced") == announced
    assert versions(hand=1) == list(range(announced[0], announced[1]))
    assert versions(hand=2) == list(range(announced[1], table.version + 1))
    assert versions(hand=2, type="hand_announced") == announced[1:]
    anna = table.ids["Anna"]
    assert versions(hand=1, player=anna) == [
        version for version in versions(player=anna) if version in versions(hand=1)
    ]
    missing = banker.get(f"{table.path}/events", hand=3)
    assert (missing.status_code, missing.json["code"]) == (404, "unknown_hand")


def test_players_are_found_by_role(banker, table):
    path = f"/clubs/{table.club}/players"
    banker.post(f"{path}/{table.ids['Carl']}/roles", {"role": "viewer", "held": True})
    assert [one["name"] for one in banker.get(path, role="viewer").json["players"]] == ["Carl"]
    assert banker.get(path, role="co_banker").json["players"] == []
    assert len(banker.get(path, role="player").json["players"]) == 3


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/nights", {"phase": "over"}),
        ("/nights", {"from": "20.11.2026"}),
        ("/nights", {"player": "a b"}),
        ("/nights/friday/events", {"type": "loan"}),
        ("/nights/friday/events", {"hand": 0}),
    ],
)
def test_what_no_list_can_be_asked_for_is_refused(banker, table, path, asked):
    refused = banker.get(path, **asked)
    assert (refused.status_code, refused.json["code"]) == (422, "wrong_query")
    assert next(iter(asked)) in refused.json["detail"]
