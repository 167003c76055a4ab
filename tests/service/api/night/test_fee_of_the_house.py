"""The fee of the house per hour is paid by the times of the book, which nobody states, and settled with the game."""

import pytest

from tests.service.api.evening import an_evening
from tests.service.web.test_closing import counted

FEE = {"purpose": "the room", "per": "hour", "cents": 2000}
CLOSE = {"type": "close_night", "waived": [{"rule": "count_is_missing", "reason": "all agree on the book"}]}


def test_whoever_was_there_pays_by_the_minute_at_the_close_and_the_kitty_pays_the_room(banker, clock):
    table = an_evening(banker, rules={"initial_loan": 150, "fee": FEE})
    anna, bo, carl = table.ids.values()
    clock.pass_seconds(60 * 60)
    table.play({"type": "leave_night", "player": carl, "counted": 150})
    clock.pass_seconds(90 * 60)
    counted(table, {"Anna": 150, "Bo": 150})
    closing = f"{table.path}/commands"
    stated = {"type": "close_night", "there": [{"player": anna, "minutes": 1}]}
    assert banker.post(closing, {"command": stated}).status_code == 422
    answer = banker.post(closing, {"command": {"type": "close_night"}})
    (fee,) = (event for event in answer.json["events"] if event["type"] == "fee_charged")
    assert fee["data"]["shares"] == [
        {"player": anna, "cents": 5000, "chips": 0},
        {"player": bo, "cents": 5000, "chips": 0},
        {"player": carl, "cents": 2000, "chips": 0},
    ]
    room = {"player": anna, "cents": 9000, "purpose": "the room", "kitty": True}
    assert banker.post(f"{table.path}/expenses", room).status_code == 201
    nets = banker.get(f"{table.path}/nets").json["nets"]
    assert {one["id"]: (one["result_cents"], one["due_cents"]) for one in nets} == {
        anna: (0, 4000),
        # Bo keeps the bank, and the 30.00 that are left in the kitty.
        bo: (0, -2000),
        carl: (0, -2000),
    }
    report = banker.get(f"{table.path}/report").json
    assert (report["kitty"]["got"], report["kitty"]["left"], report["kitty"]["keeper"]) == (12000, 3000, bo)


def test_a_house_without_a_fee_per_hour_writes_its_close_as_before(banker):
    table = an_evening(banker, rules={"fee": FEE | {"per": "hand"}})
    (event, *_) = banker.post(f"{table.path}/commands", {"command": {"type": "close_night"}}).json["events"]
    assert event["data"] == {}


@pytest.fixture
def closed(banker, clock):
    """Two hours of Anna and Bo; Carl went home after one hour and came back half an hour later. All stand as they began."""
    table = an_evening(banker, rules={"initial_loan": 150, "fee": FEE})
    carl = table.ids["Carl"]
    clock.pass_seconds(60 * 60)
    table.play({"type": "leave_night", "player": carl, "counted": 150})
    clock.pass_seconds(30 * 60)
    table.play({"type": "seat_player", "player": carl})
    table.play({"type": "give_loan", "player": table.ids["Bo"], "chips": 20})
    clock.pass_seconds(30 * 60)
    table.play(CLOSE)
    return table


def of_kind(table, kind):
    """The number of the last act of this kind."""
    events = table.banker.get(f"{table.path}/events?limit=500").json["events"]
    return next(one["version"] for one in events[::-1] if one["type"] == kind)


def charged(table):
    """What the players are charged in all, by name, as the account of the kitty tells it."""
    moves = table.banker.get(f"{table.path}/report").json["kitty"]["moves"]
    return {name: sum(one["cents"] for one in moves if one["payer"] == player) for name, player in table.ids.items()}


CORRECTIONS = {
    "he never went home": ([("player_left", None), ("player_seated", None)], 4000),
    "he never came back": ([("player_seated", None)], 2000),
    "the close is said again": ([("night_closed", CLOSE)], 3000),
    "what has nothing to do with it": ([("loan_given", None)], 3000),
}


@pytest.mark.parametrize(("changes", "cents"), CORRECTIONS.values(), ids=CORRECTIONS)
def test_a_correction_of_who_was_there_changes_the_fee_per_hour(closed, changes, cents):
    assert charged(closed) == {"Anna": 4000, "Bo": 4000, "Carl": 3000}
    acts = [{"version": of_kind(closed, kind), "act": act} for kind, act in changes]
    asked = {"changes": acts, "reason": "as it was"}
    told = closed.banker.post(f"{closed.path}/corrections/what-if", asked).json
    closed.play({"type": "correct_events", **asked})
    assert charged(closed) == {"Anna": 4000, "Bo": 4000, "Carl": cents}
    after = [one["due_cents_after"] for one in told["players"] if one["id"] == closed.ids["Carl"]]
    assert after == ([-cents] if cents != 3000 else [])


def test_a_player_who_is_struck_as_gone_home_was_there_until_the_close(closed):
    seated, left = of_kind(closed, "player_seated"), of_kind(closed, "player_left")
    closed.play({"type": "strike_events", "versions": [seated, left], "reason": "he only fetched pizza"})
    assert charged(closed) == {"Anna": 4000, "Bo": 4000, "Carl": 4000}
    # Once that is taken back, the fee is what it was.
    closed.play({"type": "strike_events", "versions": [of_kind(closed, "strike_declared")], "reason": "he was gone"})
    assert charged(closed) == {"Anna": 4000, "Bo": 4000, "Carl": 3000}


def test_whoever_is_put_right_to_have_gone_home_earlier_pays_the_fee_until_then(closed):
    """Anna went home when Carl did, which nobody wrote down."""
    gone = {"type": "leave_night", "player": closed.ids["Anna"], "counted": 150}
    changes = [{"version": of_kind(closed, "player_left"), "after": True, "act": gone}]
    closed.play({"type": "correct_events", "changes": changes, "reason": "the last bus"})
    assert charged(closed) == {"Anna": 2000, "Bo": 4000, "Carl": 3000}


def test_a_fee_that_a_paid_plan_rests_on_is_not_changed_any_more(closed):
    closed.play({"type": "freeze_plan"}, {"type": "record_payment", "transfer": 1})
    changes = [{"version": of_kind(closed, kind)} for kind in ("player_left", "player_seated")]
    answer = closed.say({"type": "correct_events", "changes": changes, "reason": "as it was"})
    assert (answer.status_code, answer.json["code"]) == (409, "paid_by_another_plan")
