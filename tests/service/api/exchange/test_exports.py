"""GET /clubs/{club}/exports and /nights/{night}/exports: every file that the command line writes, each to whom it may go."""

import http.client
import io

import pytest
from python_calamine import CalamineWorkbook

from service.api import exchange
from service.api.context import EXTENSION
from service.api.exchange import OF_A_CLUB, OF_A_NIGHT
from service.app.book import Book
from service.app.exchange.exports import club_lines
from service.app.exchange.imports import import_whole_club
from service.people.rights import Who
from tests.service.api.evening import Banker
from tests.service.api.verified import worker_of
from tests.serving import serving


@pytest.fixture
def over(table):
    """The evening, over, with something owed."""
    first, second, third = table.banker.get(table.path).json["players"]
    counts = ((first, 100), (second, 200), (third, 150))
    table.play(*({"type": "count_chips", "player": one["id"], "chips": chips} for one, chips in counts))
    table.play({"type": "close_night"}, {"type": "freeze_plan", "kind": "direct"})
    return table


def test_every_file_of_a_club_and_of_a_night_is_had_with_its_name_and_its_length(over):
    for path, names in ((f"/clubs/{over.club}", OF_A_CLUB), (over.path, OF_A_NIGHT)):
        for name in names:
            answer = over.banker.get(f"{path}/exports/{name}")
            assert (answer.status_code, len(answer.data) > 20) == (200, True), (name, answer.data[:200])
            assert answer.content_length == len(answer.data)
            assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    assert over.banker.get(f"/clubs/{over.club}/exports/night.xlsx").status_code == 404
    workbook = over.banker.get(f"/clubs/{over.club}/exports/results.xlsx").data
    assert len(CalamineWorkbook.from_filelike(io.BytesIO(workbook)).get_sheet_by_index(0).to_python()) == 4
    assert "Anna" in over.banker.get(f"/clubs/{over.club}/exports/results.csv", currency="DKK").text
    none = over.banker.get(f"/clubs/{over.club}/exports/results.csv", currency="EUR")
    assert (none.status_code, none.json["code"]) == (409, "no_results")


def test_a_club_that_was_taken_out_as_a_file_is_the_same_in_another_book(app, over, tmp_path, postgresql_database):
    text = over.banker.get(f"/clubs/{over.club}/exports/club.ndjson").text
    assert text == "".join(club_lines(worker_of(app).context.book(), over.club))
    there = Book.on(postgresql_database, home=tmp_path)
    import_whole_club(there, text)
    assert "".join(club_lines(there, over.club)) == text


def test_files_with_every_card_are_for_those_who_see_them_and_a_whole_club_for_its_banker_alone(app, over):
    here = {"club": over.club}
    people = {
        "banker": Who(player="p-banker", roles=frozenset({"banker"}), **here),
        "co_banker": Who(player="p-co", roles=frozenset({"co_banker"}), **here),
        "player": Who(player=over.ids["Anna"], roles=frozenset({"player"}), **here),
        "viewer": Who(player="p-viewer", roles=frozenset({"viewer"}), **here),
    }
    app.extensions[EXTENSION].credentials.known.update(people)
    expected = {
        "club.ndjson": ("banker",),
        **dict.fromkeys(("results.csv", "splitwise.csv"), ("banker", "co_banker")),
        "night.ndjson": ("banker", "co_banker"),
        "night.xlsx": ("banker", "co_banker", "player", "viewer"),
    }
    for name, may in expected.items():
        path = f"/clubs/{over.club}" if name in OF_A_CLUB else over.path
        answers = {who: Banker(app.test_client(), who).get(f"{path}/exports/{name}").status_code for who in people}
        assert answers == {who: 200 if who in may else 403 for who in people}, name


def test_a_large_file_is_sent_from_the_disk_part_by_part(over, monkeypatch):
    whole = over.banker.get(f"/clubs/{over.club}/exports/club.ndjson").data
    monkeypatch.setattr(exchange, "SMALL", 100)
    monkeypatch.setattr(exchange, "CHUNK", 1000)
    with serving(over.banker.http.application) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", f"/api/v1/clubs/{over.club}/exports/club.ndjson", headers=over.banker.headers)
        answer = connection.getresponse()
        told = (answer.status, int(answer.headers["Content-Length"]), answer.read())
        connection.close()
    assert told == (200, len(whole), whole)


def test_a_file_that_grows_too_large_is_refused_and_says_how_else_it_is_had(over, monkeypatch):
    monkeypatch.setattr(exchange, "EXPORT_MAX", 1000)
    answer = over.banker.get(f"/clubs/{over.club}/exports/club.ndjson")
    assert (answer.status_code, answer.json["code"]) == (413, "export_too_large")
    assert "on the machine that keeps the book" in answer.json["detail"]
