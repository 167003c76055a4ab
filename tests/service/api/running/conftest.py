"""What an application counts and holds up is its own: here each test has one."""

import pytest

from tests.service.api.conftest import made


@pytest.fixture
def app(sqlite_database, settings, clock):
    yield from made(sqlite_database, settings, clock)


@pytest.fixture
def app_on_both(database, settings, clock):
    yield from made(database, settings, clock)
