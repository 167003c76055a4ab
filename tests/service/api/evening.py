"""Clients for the tests, and a night that has just begun."""

import itertools
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

AT = "2026-11-20T19:30:00Z"
V1 = "/api/v1"
TOKEN = "the-bankers-token-of-the-tests"
# Of somebody who only looks on, in the club of the test.
VIEWER = "the-viewers-token-of-the-tests"


class Clock:
    """The clock of the service, which moves only when told to."""

    def __init__(self, at: str) -> None:
        self.at = datetime.fromisoformat(at)

    def __call__(self) -> str:
        return self.at.strftime("%Y-%m-%dT%H:%M:%SZ")

    def pass_seconds(self, seconds: int) -> None:
        self.at += timedelta(seconds=seconds)


class Onlooker:
    """Reads with a token: without another one, as a viewer of the club; with an empty one, as a stranger."""

    def __init__(self, http: FlaskClient, token: str = VIEWER) -> None:
        self.http = http
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, headers: dict[str, str] | None = None, **query: object) -> TestResponse:
        return self.http.get(V1 + path, headers=self.headers | (headers or {}), query_string=query or None)


class Banker(Onlooker):
    """Writes with a token, each time with a new key unless one is given."""

    def __init__(self, http: FlaskClient, token: str, *, taps: str = "tap") -> None:
        super().__init__(http, token)
        self._taps = taps
        self._keys = itertools.count(1)

    def post(
        self, path: str, body: object, *, key: str = "", version: int | None = None, **more: object
    ) -> TestResponse:
        headers = {"Idempotency-Key": key or f"{self._taps}-{next(self._keys)}"}
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        return self.http.post(V1 + path, json=body, headers=self.headers | headers, **more)

    def patch(self, path: str, body: object, headers: dict[str, str] | None = None) -> TestResponse:
        return self.http.patch(V1 + path, json=body, headers=self.headers | (headers or {}))

    def delete(self, path: str, headers: dict[str, str] | None = None) -> TestResponse:
        return self.http.delete(V1 + path, headers=self.headers | (headers or {}))


@dataclass
class Table:
    """A night and its players, by name."""

    banker: Banker
    club: str
    night: str
    ids: dict[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/nights/{self.night}"

    @property
    def version(self) -> int:
        return self.banker.get(self.path).json["version"]

    def say(self, command: dict[str, object], **extra: object) -> TestResponse:
        """Sends one command; an act of a hand is decided on the latest version."""
        if "version" not in extra:
            extra["version"] = self.version
        return self.banker.post(f"{self.path}/commands", {"command": command}, **extra)

    def play(self, *acts: dict[str, object]) -> None:
        """Sends several commands, each of which must be recorded."""
        for act in acts:
            answer = self.say(act)
            assert answer.status_code == 201, answer.json


def publish(table: Table, *what: str) -> None:
    """Lets everybody see this of the club."""
    answer = table.banker.post(f"/clubs/{table.club}/publications", {"published": list(what)})
    assert answer.status_code == 201, answer.json


def settled(table: Table) -> Table:
    """The night of an evening without a hand, counted, closed and with its plan."""
    players = table.banker.get(table.path).json["players"]
    table.play(*({"type": "count_chips", "player": one["id"], "chips": one["stack"]} for one in players))
    table.play({"type": "close_night"}, {"type": "freeze_plan", "kind": "bank"})
    return table


def an_evening(banker: Banker, night: str = "friday", *, seated: bool = True, **opening: object) -> Table:
    club = banker.post("/clubs", {"name": f"Klub {night}"}).json["id"]
    ids = {name: banker.post(f"/clubs/{club}/players", {"name": name}).json["id"] for name in ("Anna", "Bo", "Carl")}
    rules = {"initial_loan": 150}
    opened = banker.post("/nights", {"night": night, "club": club, "banker": ids["Bo"], "rules": rules, **opening})
    assert opened.status_code == 201, opened.json
    table = Table(banker, club, night, ids)
    if seated:
        table.play(*({"type": "seat_player", "player": player} for player in ids.values()))
    return table


def version_of(answer) -> int:
    """The version that the ETag of an answer to a GET names, before the digest of the answer."""
    return int(answer.headers["ETag"].strip('"').partition(".")[0])
