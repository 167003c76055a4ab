"""GET /nights/{night}/events: pages, single events, and cursors that belong elsewhere."""

import pytest

from tests.service.api.evening import an_evening


def test_pages_follow_one_another_without_gap_or_overlap(table, onlooker):
    found, page = [], onlooker.get(f"{table.path}/events", limit=3).json
    found += page["events"]
    while page["next"]:
        page = onlooker.get(f"{table.path}/events", limit=3, after=page["next"]).json
        found += page["events"]
    assert [event["version"] for event in found] == list(range(1, table.version + 1))
    assert found == onlooker.get(f"{table.path}/events").json["events"]


def test_an_event_says_what_happened_and_whether_it_counts(table, banker):
    version = table.say({"type": "give_loan", "player": table.ids["Anna"], "chips": 40}).json["version"]
    table.play({"type": "strike_events", "versions": [version], "reason": "it was Bo"})
    event = banker.get(f"{table.path}/events/{version}").json
    assert (event["type"], event["void_since"], event["actor"]) == ("loan_given", version + 1, "banker")
    assert event["data"] == {"player": table.ids["Anna"], "chips": 40, "cents": 1000}
    assert event["sentence"].startswith("Anna")


def test_events_that_players_would_not_miss_are_marked_as_they_follow_and_when_they_are_read_again(table, onlooker):
    answer = table.say({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Bo"]}).json
    assert {event["type"] for event in answer["events"] if event["quiet"]} == {"round_opened"}
    read = onlooker.get(f"{table.path}/events", limit=500).json["events"]
    assert [event for event in read if event["quiet"]] == [event for event in answer["events"] if event["quiet"]]


@pytest.mark.parametrize("version", ["9999", "0", "007", "x"])
def test_an_event_that_is_not_there(table, banker, version):
    assert banker.get(f"{table.path}/events/{version}").status_code == 404


def test_a_cursor_of_another_night_leads_nowhere(table, banker):
    other = an_evening(banker, "saturday")
    cursor = banker.get(f"{other.path}/events", limit=2).json["next"]
    answer = banker.get(f"{table.path}/events", after=cursor)
    assert (answer.status_code, answer.json["code"]) == (404, "unknown_cursor")
    for cursor in ("friday:999", "friday:0"):
        assert banker.get(f"{table.path}/events", after=cursor).json["code"] == "unknown_cursor"
    for query in ({"after": "x"}, {"limit": "0"}, {"limit": "501"}, {"limit": "many"}, {"page": "2"}):
        assert banker.get(f"{table.path}/events", **query).json["code"] == "wrong_query"


def test_a_parameter_that_is_not_known_is_told_with_those_that_are(table, banker):
    for query, known in (
        ({"aftr": "x"}, "nearest to it is after."),
        ({"zone": 2}, "there are after, hand, last, limit, player and type."),
    ):
        answer = banker.get(f"{table.path}/events", **query)
        assert answer.json["detail"].endswith(f"There is no parameter {next(iter(query))} here; {known}")


def test_events_of_another_night_cannot_be_struck_here(table, banker):
    """Their numbers are numbers here too: those that are beyond the end are refused, and nobody reaches over."""
    other = an_evening(banker, "saturday")
    other.play(*({"type": "give_loan", "player": other.ids["Anna"], "chips": chips} for chips in (1, 2, 3)))
    answer = table.say({"type": "strike_events", "versions": [other.version], "reason": "?"})
    assert (answer.status_code, answer.json["code"]) == (409, "unknown_event")


def test_events_about_nobody_in_the_night_are_not_found(table, banker):
    answer = banker.get(f"{table.path}/events", player="nobody")
    assert (answer.status_code, answer.json["code"]) == (404, "unknown_player")
    assert banker.get(f"{table.path}/events", player=table.ids["Bo"]).status_code == 200
