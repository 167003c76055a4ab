"""An evening over HTTP, on a server of this process, whose streams stay open."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from service.api.context import EXTENSION
from service.api.live.hub import Hub
from service.book.store.schema import open_book
from service.config import Settings
from service.web.wsgi import create_app
from tests.service.api.evening import Banker, Table, an_evening, publish
from tests.service.jobs.conftest import redis_server, redis_url
from tests.serving import serving

__all__ = ["redis_server", "redis_url"]

TOKEN = "the-bankers-token-of-the-tests"
# So seldom that a test would notice if it had to wait for it.
NEVER = 3600.0


@dataclass
class Live:
    """A server, its night, and its hub."""

    port: int
    app: Flask
    table: Table

    @property
    def hub(self) -> Hub:
        return self.app.extensions[EXTENSION].hub

    def lend(self, times: int = 1) -> None:
        """As many events, each of another number of chips."""
        for _ in range(times):
            chips = self.table.version
            self.table.play({"type": "give_loan", "player": self.table.ids["Anna"], "chips": chips})


def settings_in(home: Path) -> Settings:
    """Those of a server for many listeners, which nobody asks too often."""
    return Settings(
        home=home,
        database_url="",
        zone=ZoneInfo("UTC"),
        streams_max=1500,
        requests_max=0,
        token_requests_max=0,
        token=TOKEN,
    )


@pytest.fixture(scope="module")
def live(tmp_path_factory) -> Iterator[Live]:
    """A server for the tests of one file, whose night goes on from one to the next."""
    yield from _served(tmp_path_factory.mktemp("live"))


@pytest.fixture
def stopping(tmp_path) -> Iterator[Live]:
    """A server that the test may stop."""
    yield from _served(tmp_path)


def _served(home: Path) -> Iterator[Live]:
    settings = settings_in(home)
    database = open_book(f"sqlite:///{home / 'book.db'}")
    app = create_app(settings, database, stream_seconds=NEVER, look_seconds=0.05)
    with serving(app, streams_max=settings.streams_max) as port:
        made = Live(port, app, an_evening(Banker(app.test_client(), TOKEN)))
        # Whoever listens without a token is a stranger.
        publish(made.table, "nights")
        yield made
    database.close()
