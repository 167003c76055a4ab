"""The table of a night as it stood at an event."""


def test_the_table_is_that_after_the_event_with_the_events_around_it(table, onlooker):
    anna, bo, _ = table.ids.values()
    table.play({"type": "transfer_chips", "payer": bo, "payee": anna, "chips": 30})
    at = table.version
    table.play({"type": "transfer_chips", "payer": anna, "payee": bo, "chips": 5})
    found = onlooker.get(f"{table.path}/table", at=at).json
    stacks = {seat["name"]: seat["chips"] for seat in found["table"]["seats"]}
    assert (stacks["Anna"] - stacks["Bo"], found["at"], found["version"]) == (60, at, table.version)
    assert [event["version"] for event in found["after"]] == [at + 1]
    assert found["moves"][0]["why"]["code"] == "table/transfer"


def test_without_an_event_it_is_the_table_now(table, onlooker):
    assert onlooker.get(f"{table.path}/table").json["at"] == table.version


def test_an_event_that_the_night_has_not_is_refused(table, onlooker):
    assert onlooker.get(f"{table.path}/table", at="last").status_code == 422
    missing = onlooker.get(f"{table.path}/table", at=table.version + 1)
    assert (missing.status_code, missing.json["code"]) == (404, "unknown_version")
