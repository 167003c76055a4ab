"""GET /nights: the newest first, a page at a time."""

from tests.service.api.evening import an_evening


def test_nights_come_newest_first_and_page_by_page(banker, clock):
    for day in ("monday", "tuesday", "wednesday"):
        an_evening(banker, day)
        clock.pass_seconds(86_400)
    first = banker.get("/nights", limit=2).json
    assert [night["night"] for night in first["nights"]] == ["wednesday", "tuesday"]
    last = banker.get("/nights", limit=2, after=first["next"]).json
    assert [night["night"] for night in last["nights"]] == ["monday"]
    assert last["next"] is None


def test_only_the_nights_of_one_club_are_listed(banker):
    monday, _ = an_evening(banker, "monday"), an_evening(banker, "tuesday")
    assert [night["night"] for night in banker.get("/nights", club=monday.club).json["nights"]] == ["monday"]
    assert banker.get("/nights", club="nowhere").json == {"nights": [], "next": None}


def test_a_cursor_that_names_no_night_is_not_found(table, banker):
    answer = banker.get("/nights", after="gone")
    assert (answer.status_code, answer.json["code"]) == (404, "unknown_cursor")
