"""What is closed cannot be computed from the hashes that everybody sees.

Whoever looks on knows the head before an event, the head after it, and all of the event but its cards. Without the random bits
in every body, a hash tells which cards they are as soon as all are tried.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from engine.cards.card import RANK
from engine.state import UNKNOWN
from service.access.who import Who
from service.api.context import EXTENSION
from service.config import Settings
from service.db import Database
from service.store.chain import canonical
from service.store.event_store import EventStore
from service.store.lists import Lists
from service.store.schema import open_book
from service.store.streams import stream_of_night
from service.store.verify import streams_of
from service.wsgi import create_app
from tests.frozen.making import HERE, play, say
from tests.service.api.evening import TOKEN, Onlooker
from tests.service.api.people import with_people

SIDES = ("high", "low", "both")


class Served:
    """A book that is served, and its night with closed cards."""

    def __init__(self, app: Flask, database: Database) -> None:
        self.app = app
        ((self.club, self.night),) = [
            (one.club, one.night) for one in Lists(database).nights(limit=9) if one.name == "The lamp"
        ]
        stored = EventStore(database).read(stream_of_night(self.club, self.night))
        self.bodies: dict[int, dict[str, Any]] = {event.version: json.loads(event.body) for event in stored}

    def reader(self, player: str, role: str) -> Onlooker:
        who = Who(club=self.club, player=player, roles=frozenset({role}))
        self.app.extensions[EXTENSION].credentials.known[player] = who
        return Onlooker(self.app.test_client(), player)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[[Path], Served]]:
    settings = Settings(
        home=tmp_path, database_url="", zone=ZoneInfo("UTC"), token=TOKEN, requests_max=0, token_requests_max=0
    )
    with ExitStack() as stack:

        def served(file: Path) -> Served:
            database = stack.enter_context(closing(open_book(f"sqlite:///{file}")))
            app = with_people(create_app(settings, database, stream_seconds=0))
            stack.callback(app.extensions[EXTENSION].hub.close)
            return Served(app, database)

        yield served


# The attack


def found_by_trying(
    told: Mapping[str, Any], stream: str, before: str, after: str, known: Mapping[str, Any]
) -> tuple[str, ...]:
    """What is closed in an event, by the hashes before and after it and all that is known besides; empty if nothing fits."""
    for closed, data in _guesses(told["data"]):
        body = {
            **known,
            "actor": told["actor"],
            "data": data,
            "occurred_at": told["occurred_at"],
            "recorded_at": told["occurred_at"],
            "stream": stream,
            "type": told["type"],
            "version": told["version"],
        }
        if sha256(bytes.fromhex(before) + sha256(canonical(body).encode()).digest()).hexdigest() == after:
            return closed
    return ()


def _guesses(data: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    if data.get("side") == UNKNOWN:
        yield from (((side,), {**data, "side": side}) for side in SIDES)
    elif UNKNOWN in (cards := data.get("cards", ())):
        yield from ((two, {**data, "cards": [*two]}) for two in permutations(RANK, len(cards)))


def computed(
    onlooker: Onlooker, night: str, schema: int, salts: Mapping[int, str] = MappingProxyType({})
) -> dict[int, tuple[str, ...]]:
    """The closed cards and sealed sides of a night that somebody who may only read finds, by the number of the event.

    `salts`: those of some events, by their numbers.
    """
    found = {}
    for told in onlooker.get(f"/nights/{night}/events", limit=500).json["events"]:
        at = told["version"]
        if told["caused_by"] is None and any(True for _ in _guesses(told["data"])):
            before, after = (onlooker.get(f"/nights/{night}", at=version).json["head"] for version in (at - 1, at))
            known = {"schema": schema} | ({"salt": salts[at]} if at in salts else {})
            if closed := found_by_trying(told, f"night:{night}", before, after, known):
                found[at] = closed
    return found


# What it finds

CLOSED = {
    17: ("As", "Kd"),
    18: ("Qs", "Qd"),
    21: ("Qs", "Jd"),
    53: ("4h", "5h"),
    68: ("high",),
    70: ("both",),
    96: ("high",),
    97: ("low",),
}


def test_the_closed_cards_of_a_night_of_schema_1_can_be_computed_by_whoever_looks_on(serve, tmp_path):
    """Which is why `verify` says so of every such night."""
    (tmp_path / "old.db").write_bytes(lzma.decompress((HERE / "schema_1" / "book.db.xz").read_bytes()))
    served = serve(tmp_path / "old.db")
    assert computed(served.reader("vic", "viewer"), served.night, 1) == CLOSED


def test_the_closed_cards_of_the_same_night_recorded_now_cannot(serve, tmp_path, monkeypatch):
    """With the random bits of the event the same attack finds them: they are all that is missing, and they are told nobody."""
    monkeypatch.setenv("CHIPBOOK_HOME", str(tmp_path))
    play(tmp_path)
    served = serve(tmp_path / "chipbook.db")
    onlooker = served.reader("vic", "viewer")
    assert computed(onlooker, served.night, 2) == {}
    assert computed(onlooker, served.night, 2, {at: body["salt"] for at, body in served.bodies.items()}) == CLOSED


def test_every_event_has_random_bits_of_its_own(serve, tmp_path, monkeypatch):
    """Primary or not, of a night or of a club; a second book with the same evening shares none of them."""
    salts = []
    for home in (tmp_path / "one", tmp_path / "two"):
        home.mkdir()
        monkeypatch.setenv("CHIPBOOK_HOME", str(home))
        play(home)
        with closing(open_book(f"sqlite:///{home / 'chipbook.db'}")) as database:
            events = [event for stream in streams_of(database) for event in EventStore(database).read(stream)]
        assert all(re.fullmatch("[0-9a-f]{32}", json.loads(event.body)["salt"]) for event in events)
        salts += [json.loads(event.body)["salt"] for event in events]
    assert len(set(salts)) == len(salts)


# What is said of it


def test_verify_says_which_closed_cards_a_night_of_schema_1_gives_away(tmp_path, monkeypatch):
    monkeypatch.setenv("CHIPBOOK_HOME", str(tmp_path))
    (tmp_path / "chipbook.db").write_bytes(lzma.decompress((HERE / "schema_1" / "book.db.xz").read_bytes()))
    said = {name: limits_of(night) for night, name in nights().items()}
    # Cards that were named, struck or not, sealed sides, the pots of winners who never showed, a deal and an exchange of words.
    assert {name: COUNT.findall(" ".join(limits)) for name, limits in said.items()} == {
        "The lamp": ["10 events, event 17 first"],
        "Words": ["3 events, event 18 first"],
        "Tricks": [],
        "Requests": [],
    }


def test_verify_says_nothing_of_that_about_a_night_of_now(tmp_path, monkeypatch):
    monkeypatch.setenv("CHIPBOOK_HOME", str(tmp_path))
    play(tmp_path)
    assert [COUNT.findall(" ".join(limits_of(night))) for night in nights()] == [[]] * 4


COUNT = re.compile(r"\d+ events?, event \d+ first")


def nights() -> dict[str, str]:
    return {one["night"]: one["name"] for one in json.loads(say("night", "list", "--json"))["nights"]}


def limits_of(night: str) -> list[str]:
    """What a verification cannot vouch for."""
    limits: list[str] = json.loads(say("verify", "-n", night, "--json"))["not_vouched"]
    return limits
