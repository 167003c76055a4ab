"""The applications and tables of the tests of the API, and nights beside one another in one club."""

import itertools
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.service.api.conftest import app, application, banker, clock, settings, shared_app, shared_table, table
from tests.service.api.evening import TOKEN, Banker, Table, an_evening
from tests.service.api.signed_in import signed_in

__all__ = ["app", "application", "banker", "bo", "clock", "evening", "settings", "shared_app", "shared_table", "table"]
NUMBERS = itertools.count(1)


@pytest.fixture(scope="module")
def bo(shared_app, shared_table) -> FlaskClient:
    """The browser of Bo, who has the bank of every night and keeps the club."""
    return signed_in(shared_app, shared_table, "Bo")


@pytest.fixture
def evening(shared_table) -> Table:
    """A night of its own in the club of the module."""
    return beside(shared_table)


def opened(app: Flask, night: str = "", **opening: object) -> Table:
    """An evening in a club of its own, which Bo keeps too."""
    night = night or f"evening-{next(NUMBERS)}"
    table = an_evening(Banker(app.test_client(), TOKEN, taps=night), night, **opening)
    table.banker.post(f"/clubs/{table.club}/players/{table.ids['Bo']}/roles", {"role": "banker", "held": True})
    return table


def beside(table: Table, *names: str, **opening: object) -> Table:
    """Another night of the club, at which these people sit; Anna, Bo and Carl if none is named."""
    for name in names:
        if name not in table.ids:
            table.ids[name] = table.banker.post(f"/clubs/{table.club}/players", {"name": name}).json["id"]
    ids = {name: table.ids[name] for name in names or ("Anna", "Bo", "Carl")}
    night = f"beside-{next(NUMBERS)}"
    said = {"night": night, "club": table.club, "banker": table.ids["Bo"], "rules": {"initial_loan": 150}, **opening}
    seats = [{"command": {"type": "seat_player", "player": player}} for player in ids.values()]
    for path, body in (("/nights", said), (f"/nights/{night}/batches", {"commands": seats})):
        answer = table.banker.post(path, body)
        assert answer.status_code == 201, answer.json
    return replace(table, night=night, ids=ids)
