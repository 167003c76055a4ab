"""A server in a thread of this process, and browsers in which people are signed in: what a story on several devices needs."""

import itertools
import os
import random
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from flask import Flask, Response
from playwright.sync_api import Browser, ConsoleMessage, Page

from engine import commands
from service.api.context import EXTENSION
from service.app.book import Book
from service.app.links import found_club_by_link, invite_player, way_in
from service.app.night.lines import read, say_line
from service.app.night.open_night import head_of, open_night, usual_opening
from service.app.people import clubs, players
from service.app.seeing import see
from service.app.take import IncomingCommand, take
from service.book.store.schema import open_book
from service.config import Settings
from service.reports.views.visible_night import VisibleNight
from service.web.wsgi import create_app
from tests.browser.steady import new_page, sign_in
from tests.service.api.evening import TOKEN, Banker, Table, an_evening
from tests.service.api.signed_in import link_of
from tests.serving import serving as served

NUMBERS = itertools.count(1)
# By how many seconds at most an answer comes late, which shows what hangs on a quick machine and uses no processor.
LATEST = float(os.environ.get("CHIPBOOK_TEST_LATEST", "0"))


@dataclass
class House:
    """The server and its book; `said` is whatever a page complained of, which `serving` wants to be nothing."""

    browser: Browser
    app: Flask
    url: str
    book: Book
    said: list[str] = field(default_factory=list)
    opened: list[Page] = field(default_factory=list)

    def found(self, club: str, banker: str) -> None:
        """Founds the club of the house with its first person, who has all rights in it."""
        way = way_in(self.book, at=self.url)
        found_club_by_link(self.book, way.url.rpartition("/")[2], club_name=club, name=banker)

    @property
    def club(self) -> str:
        return clubs(self.book).clubs[0].id

    def people(self) -> dict[str, str]:
        """Everybody of the club: id by name."""
        return {one.name: one.id for one in players(self.book, self.club).players}

    def night(self, name: str, newcomers: str, loan: str = "150") -> str:
        """Opens a night of Bo and these people, of which Bo has the bank; its id."""
        said = {"night": name, "players": f"Bo, {newcomers}", "bank": "Bo", "loan": loan}
        return open_night(self.book, head_of(usual_opening(self.book, self.club), said)).night_id

    def evening(self, **opening: Any) -> Table:
        """Anna, Bo and Carl with 150 chips each, in a club of their own that Bo keeps too; whoever keeps the book opens it."""
        number = next(NUMBERS)
        table = an_evening(Banker(self.app.test_client(), TOKEN, taps=f"{number}"), f"evening-{number}", **opening)
        table.banker.post(f"/clubs/{table.club}/players/{table.ids['Bo']}/roles", {"role": "banker", "held": True})
        return table

    def say(self, night: str, *stated: commands.Command) -> None:
        """Records what the bank says."""
        take(self.book, night, [IncomingCommand(one) for one in stated])

    def lines(self, night: str, *lines: str) -> None:
        """Records what is said at the table, as lines of the shorthand."""
        for line in lines:
            seen = self.seen(night)
            say_line(self.book, seen, read(self.book, seen, line))

    def seen(self, night: str) -> VisibleNight:
        return see(self.book, night)

    def device(self, name: str = "", **options: Any) -> Page:
        """A phone in a browser of its own, in which this member is signed in; nobody if no name is given."""
        page = new_page(self.browser, **options)
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("console", self._complaint)
        self.opened.append(page)
        if name:
            sign_in(page, self.link(name))
        return page

    def link(self, name: str) -> str:
        """A link by which this member signs in."""
        return invite_player(self.book, self.club, self.people()[name], at=self.url).url

    def device_of(self, table: Table, name: str, path: str = "") -> Page:
        """The phone of somebody of this evening, at this path of its night."""
        page = self.device()
        sign_in(page, self.url + link_of(table, name))
        page.goto(f"{self.url}{table.path}{path}")
        return page

    def _complaint(self, message: ConsoleMessage) -> None:
        # A refusal is an answer with a status of its own, which the browser notes; the page tells it in its place.
        # Of what it could not send it complains too, as it should: a test has cut it off.
        expected = any(one in message.text for one in ("the server responded with a status of", "net::ERR_"))
        if message.type == "error" and not expected:
            self.said.append(message.text)


def _late(answer: Response) -> Response:
    time.sleep(random.uniform(0, LATEST))
    return answer


@contextmanager
def serving(browser: Browser, home: Path) -> Iterator[House]:
    """Serves the book in this folder, an empty one if there is none. No page may have complained at the end."""
    database = open_book(f"sqlite:///{home / 'chipbook.db'}")
    limits = {"requests_max": 0, "token_requests_max": 0, "sign_ins_max": 0}
    settings = Settings(home=home, database_url="", zone=ZoneInfo("UTC"), token=TOKEN, **limits)
    app = create_app(settings, database, look_seconds=0.05)
    if LATEST:
        app.after_request(_late)
    with closing(database), served(app, streams_max=30) as port:
        house = House(browser, app, f"http://localhost:{port}", app.extensions[EXTENSION].book)
        try:
            yield house
        finally:
            for page in house.opened:
                page.context.close()
    assert house.said == []
