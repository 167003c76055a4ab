"""The fee of the house per hour is paid by the times of the book, which nobody states, and settled with the game."""

from tests.service.api.evening import an_evening
from tests.service.web.test_closing import counted

FEE = {"purpose": "the room", "per": "hour", "cents": 2000}


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
