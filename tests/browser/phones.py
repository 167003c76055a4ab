"""Phones at a table: each a browser of its own that is signed in, and the server they all look at."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.steady import new_page, sign_in
from tests.service.web.test_serve import Served

V1 = "/api/v1"


@dataclass
class Evening:
    """A served night, its people by name, and a phone for whoever asks for one."""

    server: Served
    home: Path
    browser: Browser
    token: str
    club: str
    night: str
    ids: dict[str, str]
    contexts: list[BrowserContext] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    # Where phones find it, if not at the address of the machine.
    at: str = ""

    @property
    def url(self) -> str:
        return self.at or f"http://127.0.0.1:{self.server.port}"

    def say(self, **command: object) -> None:
        """Records a command with the token of the keeper."""
        status, told = self.server.ask(
            "POST", f"{V1}/nights/{self.night}/commands", {"command": command},
            Authorization=f"Bearer {self.token}", Idempotency_Key=f"k{len(self.said)}-{id(command)}",
        )[:2]  # fmt: skip
        self.said.append(str(command))
        assert status == 201, told

    def asked(self, path: str) -> dict[str, Any]:
        """What the API tells the keeper of the night."""
        told: dict[str, Any] = self.server.ask(
            "GET", f"{V1}/nights/{self.night}{path}", Authorization=f"Bearer {self.token}"
        )[1]
        return told

    def events(self) -> list[str]:
        """What has happened, in words."""
        return [one["sentence"] for one in self.asked("/events?limit=500")["events"]]

    def phone(self, name: str, **options: object) -> Page:
        """A page in a browser of its own, in which this player is signed in."""
        status, told = self.server.ask(
            "POST", f"{V1}/clubs/{self.club}/players/{self.ids[name]}/invitations", {},
            Authorization=f"Bearer {self.token}", Idempotency_Key=f"i{len(self.contexts)}",
        )[:2]  # fmt: skip
        assert status == 201, told
        page = new_page(self.browser, **options)
        self.contexts.append(page.context)
        sign_in(page, self.url + re.sub(r"^https?://[^/]+", "", str(told["url"])))
        return page

    def table(self, page: Page) -> None:
        """The page goes to the night."""
        page.goto(f"{self.url}/nights/{self.night}")


@contextmanager
def evening(
    browser: Browser, home: Path, names: tuple[str, ...] = ("Anna", "Bo", "Carl", "Dora"), **rules: object
) -> Iterator[Evening]:
    """A night of these people, of whom the second keeps the bank and the club; everybody sits with 150 chips."""
    server = Served(home, streams=20)
    found = None
    try:
        token = server.hear().split()[-1]
        keys = iter(range(1, 1000))

        def ask(path: str, body: object, want: int = 201) -> dict[str, str]:
            status, told = server.ask(
                "POST", V1 + path, body, Authorization=f"Bearer {token}", Idempotency_Key=f"o{next(keys)}"
            )[:2]
            assert status == want, told
            answer: dict[str, str] = told
            return answer

        club = ask("/clubs", {"name": "Torsdagsklubben"})["id"]
        ids = {name: ask(f"/clubs/{club}/players", {"name": name})["id"] for name in names}
        ask(f"/clubs/{club}/players/{ids[names[1]]}/roles", {"role": "banker", "held": True})
        ask(
            "/nights",
            {
                "night": "friday",
                "club": club,
                "banker": ids[names[1]],
                "name": "Friday",
                "rules": {"initial_loan": 150, **rules},
            },
        )
        found = Evening(server, home, browser, token, club, "friday", ids)
        for name in names:
            found.say(type="seat_player", player=ids[name])
        yield found
        for context in found.contexts:
            context.close()
    finally:
        # A story may have put another one in its place, or have failed while none was there.
        last = found.server if found else server
        if last.process.poll() is None:
            last.stop()
