"""A night whose stored chain is broken: no report and no plan of it, no act behind it, and each time what is broken."""

import pytest

from service.api.context import EXTENSION
from service.web.wsgi import create_app
from tests.service.api.conftest import TOKEN
from tests.service.api.evening import Banker
from tests.service.book.store.evening import drop_protection, plain_sqlite

LAST = "(SELECT max(version) FROM event WHERE stream = 'night:friday')"


@pytest.fixture
def forge(table, sqlite_database):
    """Changes the book behind the back of the program, which remembers the night as it was."""

    def change(column: str, value: str, version: object = LAST) -> None:
        with plain_sqlite(sqlite_database) as connection:
            drop_protection(connection)
            where = f"stream = 'night:friday' AND version = {version}"
            changed = connection.execute(f"UPDATE event SET {column} = {value} WHERE {where}")
            assert changed.rowcount == 1

    return change


@pytest.fixture
def after_restart(sqlite_database, settings, clock):
    """Another process on the same book, which remembers nothing."""
    app = create_app(settings, sqlite_database, now=clock, stream_seconds=0, look_seconds=0.05)
    yield Banker(app.test_client(), TOKEN, taps="later")
    app.extensions[EXTENSION].hub.close()


MORE_CHIPS = "replace(body, '\"chips\":150', '\"chips\":950')"


@pytest.mark.parametrize("page", ["report", "settlement"])
@pytest.mark.parametrize("reader", ["banker", "onlooker", "after_restart"])
def test_what_money_is_paid_by_is_refused_and_names_what_is_broken(table, forge, page, reader, request):
    version = table.version - 2
    forge("body", MORE_CHIPS, version)
    answer = request.getfixturevalue(reader).get(f"{table.path}/{page}")
    assert (answer.status_code, answer.mimetype) == (500, "application/problem+json")
    what = f"The hash of event {version} (loan given) is not the hash of its body."
    assert answer.json["code"] == "broken_chain"
    assert answer.json["detail"] == f"The chain of night:friday is broken at version {version}: {what}"
    assert answer.json["details"] == {"stream": "night:friday", "version": version, "what": what}


def test_another_night_has_its_report(table, forge, banker):
    forge("body", MORE_CHIPS)
    opening = {"night": "saturday", "club": table.club, "banker": table.ids["Bo"]}
    assert banker.post("/nights", opening).status_code == 201
    assert banker.get("/nights/saturday/report").status_code == 200


@pytest.mark.parametrize("writer", ["banker", "after_restart"])
def test_an_act_behind_a_broken_end_is_refused_with_a_sentence(table, forge, writer, request):
    version = table.version
    forge("body", MORE_CHIPS)
    body = {"command": {"type": "give_loan", "player": table.ids["Anna"], "chips": 5}}
    answer = request.getfixturevalue(writer).post(f"{table.path}/commands", body, key="behind")
    assert (answer.status_code, answer.json["code"]) == (500, "broken_chain")
    assert answer.json["detail"].endswith("is not the hash of its body. Nothing is recorded after it.")
    assert table.version == version


def test_an_event_that_cannot_be_read_is_named_and_nothing_is_recorded(table, forge, after_restart):
    version = table.version
    forge("body", "'{'")
    body = {"command": {"type": "give_loan", "player": table.ids["Anna"], "chips": 5}}
    answer = after_restart.post(f"{table.path}/commands", body)
    assert (answer.status_code, answer.json["code"]) == (500, "event_unreadable")
    assert f"Event {version} of night:friday cannot be read" in answer.json["detail"]
    report = after_restart.get(f"{table.path}/report")
    assert (report.status_code, report.json["code"]) == (500, "broken_chain")


def test_a_report_of_a_night_that_is_not_there_is_no_broken_one(onlooker):
    for page in ("report", "settlement"):
        answer = onlooker.get(f"/nights/nowhere/{page}")
        assert (answer.status_code, answer.json["code"]) == (404, "night_missing")


def test_a_name_kept_as_bytes_is_a_problem_and_no_fault(table, banker, sqlite_database):
    with sqlite_database.writing() as connection:
        connection.exec_driver_sql("UPDATE player SET name = X'ff00' WHERE name = 'Anna'")
    answer = banker.get(table.path)
    assert (answer.status_code, answer.json["code"]) == (500, "book_damaged")
