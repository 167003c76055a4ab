"""Signed in with the role of the program and nothing else, every route answers, and so does whatever else keeps a book."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from service.api.context import EXTENSION
from service.app.running.jobs import how_the_work_goes
from service.book.db import Database
from service.book.moving.backup import back_up
from service.book.moving.copying import copy_club
from service.book.moving.rebuilding import rebuild_book
from service.book.store.event_store import JobDraft
from service.book.store.jobs import Jobs
from service.book.store.names import Handle, drop_handle, handles_of, keep_handle
from service.book.store.schema import open_book
from service.book.store.verify import verify_book
from service.jobs.runners import worker_for
from service.people.credentials import Tokens
from service.web.wsgi import create_app
from tests.service.api.conftest import TOKEN
from tests.service.api.evening import AT, Banker, Table, an_evening, settled


@pytest.fixture
def database(program_url) -> Iterator[Database]:
    with closing(open_book(program_url)) as opened:
        yield opened


@pytest.fixture
def app(database, settings, clock):
    made = create_app(settings, database, now=clock, stream_seconds=0)
    yield made
    made.extensions[EXTENSION].hub.close()


def _paths(app, table: Table) -> list[str]:
    """Every route that is read, filled in for this night, its club and a player."""
    values = {"club": table.club, "night": table.night, "player": table.ids["Anna"], "version": 1}
    found = []
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and rule.arguments <= values.keys():
            _, path = rule.build({name: values[name] for name in rule.arguments}) or ("", "")
            found.append(path)
    return found


def test_every_route_that_reads_answers(app) -> None:
    banker = Banker(app.test_client(), TOKEN)
    table = settled(an_evening(banker))
    assert banker.post(f"/clubs/{table.club}/keys", {"change": "new"}).status_code == 201
    paths = _paths(app, table)
    assert len(paths) > 25
    wanted = {"/api/v1/nights/friday/movements": {"player": table.ids["Anna"]}}
    for path in paths:
        answer = banker.http.get(path, headers=banker.headers, query_string=wanted.get(path))
        # What a night without hands does not have is refused, which is an answer too.
        assert answer.status_code < 500, (path, answer.get_data(as_text=True)[:200])
        answer.close()


def test_a_night_is_kept_from_its_opening_to_what_is_paid_and_forgotten(app, database) -> None:
    banker = Banker(app.test_client(), TOKEN)
    table = settled(an_evening(banker))
    path, anna = f"/clubs/{table.club}/players", table.ids["Anna"]
    dora = banker.post(path, {"name": "Dora"}).json["id"]
    for answer in (
        banker.patch(f"/clubs/{table.club}", {"name": "Onsdag"}),
        banker.patch(f"{path}/{anna}", {"name": "Anne"}),
        banker.post(f"{path}/{anna}/roles", {"role": "co_banker", "held": True}),
        banker.delete(f"{path}/{dora}"),
        banker.post(f"/clubs/{table.club}/games", {"toml": 'name = "Stop"\nlike = "Baseball"\n'}),
    ):
        assert answer.status_code in (200, 201, 204), answer.json
    assert verify_book(database) == []


def test_whatever_else_keeps_a_book_works_too(app, database, settings, tmp_path, sqlite_database) -> None:
    table = settled(an_evening(Banker(app.test_client(), TOKEN)))
    tokens = Tokens(database)
    first = tokens.first(AT)
    assert first is not None
    assert tokens.is_bankers(tokens.renew(AT))
    assert not tokens.is_bankers(first)
    assert Jobs(database).ask(JobDraft(club=table.club, key="verify:1", kind="verify", due_at=AT))
    worker = worker_for(settings, database)
    assert worker.run_due() > 0
    assert how_the_work_goes(database, AT).failed == 0
    assert back_up(database, tmp_path / "kept.backup")
    assert copy_club(database, sqlite_database, table.club).nights == 1
    keep_handle(database, Handle(table.club, table.ids["Bo"], "link", "https://pay.example/bo"))
    assert len(handles_of(database, table.club)) == 1
    assert drop_handle(database, table.club, table.ids["Bo"], "link")
    assert rebuild_book(database, AT)
    assert verify_book(database) == []
