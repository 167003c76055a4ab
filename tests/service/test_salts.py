"""What is closed cannot be computed from the hashes that everybody sees.

Whoever looks on knows the head before an event, the head after it, and all of the event but its cards. Without the random bits
in every body, a hash tells which cards they are as soon as all are tried.
"""

import json
import lzma
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from engine.cards.card import RANK
from engine.state import UNKNOWN
from service.api.context import EXTENSION
from service.book.db import Database
from service.book.receipts.form import read
from service.book.store.chain import canonical, stream_of_night
from service.book.store.event_store import EventStore
from service.book.store.lists import Lists
from service.book.store.schema import open_book
from service.book.store.verify import streams_of
from service.config import Settings
from service.people.rights import Who
from service.web.wsgi import create_app
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

    def without(self, *names: str) -> dict[int, dict[str, Any]]:
        """The body of each event without these fields."""
        return {
            at: {name: value for name, value in body.items() if name not in names} for at, body in self.bodies.items()
        }

    def reader(self, player: str, role: str) -> Onlooker:
        who = Who(club=self.club, player=player, roles=frozenset({role}))
        self.app.extensions[EXTENSION].credentials.known[player] = who
        return Onlooker(self.app.test_client(), player)


@pytest.fixture
def serve(tmp_path) -> Iterator[Callable[[Path], Served]]:
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


@pytest.fixture(scope="module")
def homes(tmp_path_factory) -> tuple[Path, Path]:
    """Two homes in which the same evening was played now; a test takes a copy of what it changes."""
    made = (tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("two"))
    with pytest.MonkeyPatch.context() as environment:
        for home in made:
            environment.setenv("CHIPBOOK_HOME", str(home))
            play(home)
    return made


@pytest.fixture
def home(homes, tmp_path, monkeypatch) -> Path:
    shutil.copytree(homes[0], tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("CHIPBOOK_HOME", str(tmp_path))
    return tmp_path


def frozen(name: str) -> bytes:
    """A file that the program wrote at schema 1."""
    return lzma.decompress((HERE / "schema_1" / f"{name}.xz").read_bytes())


# The attack


# Whether an event has this digest, by what somebody was told.
Fits = Callable[[bytes], bool]


def found_by_trying(told: Mapping[str, Any], known: Mapping[str, Any], fits: Callable[[int], Fits]) -> tuple[str, ...]:
    """What is closed in an event, by its digest and the fields of its body that are known; empty if nothing fits."""
    guesses = [*_guesses(told["data"])]
    if not guesses:
        return ()
    is_it = fits(told["version"])
    digests = ((closed, sha256(canonical({**known, "data": data}).encode()).digest()) for closed, data in guesses)
    return next((closed for closed, digest in digests if is_it(digest)), ())


def _guesses(data: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    if data.get("side") == UNKNOWN:
        yield from (((side,), {**data, "side": side}) for side in SIDES)
    elif UNKNOWN in (cards := data.get("cards", ())):
        yield from ((two, {**data, "cards": [*two]}) for two in permutations(RANK, len(cards)))


def computed(
    onlooker: Onlooker, night: str, known: Mapping[int, Mapping[str, Any]], fits: Callable[[int], Fits]
) -> dict[int, tuple[str, ...]]:
    """The closed cards and sealed sides of a night that somebody who may only read finds, by the number of the event.

    `known`: the fields of each body that they know besides its data.
    """
    page = onlooker.get(f"/nights/{night}/events", limit=500).json
    tried = {one["version"]: found_by_trying(one, known[one["version"]], fits) for one in page["events"]}
    return {at: closed for at, closed in tried.items() if closed}


def by_heads(onlooker: Onlooker, night: str) -> Callable[[int], Fits]:
    """By the heads before an event and after it, which everybody is shown who may see the night."""

    def fits(at: int) -> Fits:
        before, after = (onlooker.get(f"/nights/{night}", at=version).json["head"] for version in (at - 1, at))
        return lambda digest: sha256(bytes.fromhex(before) + digest).hexdigest() == after

    return fits


def by_a_receipt(receipt: bytes) -> Callable[[int], Fits]:
    """By the digests of a receipt, which anybody may have kept."""
    links = read(receipt).links
    return lambda at: links[at - 1].__eq__


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
    (tmp_path / "old.db").write_bytes(frozen("book.db"))
    served = serve(tmp_path / "old.db")
    onlooker = served.reader("vic", "viewer")
    for fits in (by_heads(onlooker, served.night), by_a_receipt(frozen("receipt-carl.json"))):
        assert computed(onlooker, served.night, served.without("data"), fits) == CLOSED


def test_the_closed_cards_of_the_same_night_recorded_now_cannot(serve, home):
    """With the random bits of the event the same attack finds them: they are all that is missing, and they are told nobody."""
    served = serve(home / "chipbook.db")
    onlooker, receipt = served.reader("vic", "viewer"), say("receipt", "-n", served.night).encode()
    for fits in (by_heads(onlooker, served.night), by_a_receipt(receipt)):
        assert computed(onlooker, served.night, served.without("data", "salt"), fits) == {}
        assert computed(onlooker, served.night, served.without("data"), fits) == CLOSED


def test_every_event_has_random_bits_of_its_own(homes):
    """Primary or not, of a night or of a club; a second book with the same evening shares none of them."""
    salts = []
    for home in homes:
        with closing(open_book(f"sqlite:///{home / 'chipbook.db'}")) as database:
            events = [event for stream in streams_of(database) for event in EventStore(database).read(stream)]
        assert all(re.fullmatch("[0-9a-f]{32}", json.loads(event.body)["salt"]) for event in events)
        salts += [json.loads(event.body)["salt"] for event in events]
    assert len(set(salts)) == len(salts)


# What is said of it


def test_verify_says_which_closed_cards_a_night_of_schema_1_gives_away(tmp_path, monkeypatch):
    monkeypatch.setenv("CHIPBOOK_HOME", str(tmp_path))
    (tmp_path / "chipbook.db").write_bytes(frozen("book.db"))
    said = {name: limits_of(night) for night, name in nights().items()}
    # Cards that were named, struck or not, sealed sides, the pots of winners who never showed, a deal and an exchange of words.
    assert {name: COUNT.findall(" ".join(limits)) for name, limits in said.items()} == {
        "The lamp": ["10 events, event 17 first"],
        "Words": ["3 events, event 18 first"],
        "Tricks": [],
        "Requests": [],
    }


def test_verify_says_nothing_of_that_about_a_night_of_now(home):
    assert [COUNT.findall(" ".join(limits_of(night))) for night in nights()] == [[]] * 4


COUNT = re.compile(r"\d+ events?, event \d+ first")


def nights() -> dict[str, str]:
    return {one["night"]: one["name"] for one in json.loads(say("night", "list", "--json"))["nights"]}


def limits_of(night: str) -> list[str]:
    """What a verification cannot vouch for."""
    limits: list[str] = json.loads(say("verify", "-n", night, "--json", may_end_with=(0, 5)))["not_vouched"]
    return limits
