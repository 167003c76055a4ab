"""Live streams: what the banker's act costs while many listen, and how soon they hear of it."""

from __future__ import annotations

import contextlib
import http.client
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count, cycle, islice
from pathlib import Path

from tests.bench.hands import PLAYERS
from tests.bench.nights import book_at, record
from tests.bench.of_the_book import TOKEN, played, served
from tests.bench.rounds import Size, percentile
from tests.bench.rows import Row

EARS = Path(__file__).with_name("many_ears.py")
NIGHTS = tuple(f"heard-{number}" for number in range(1, 6))
# Far faster than any table, and slow enough for the last of a thousand to have heard.
PAUSE_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Crowd:
    """So many listeners in all, and the nights that they listen to; the acts go round the same nights."""

    listeners: int
    nights: tuple[str, ...] = NIGHTS

    @property
    def told(self) -> str:
        """How many listen to what."""
        return f"{self.listeners:,} listen to {'one night' if len(self.nights) == 1 else f'{len(self.nights)} nights'}"


@dataclass
class Found:
    """What was measured with so many listeners: the seconds of each act, and those until each listener heard of it."""

    acts: list[float] = field(default_factory=list)
    until_heard: list[float] = field(default_factory=list)


def heard(folder: Path, size: Size) -> list[Row]:
    """The same acts with nobody listening and with many, in turn, on one server.

    Some listen to one night, many to several nights of the process, and as many to one night, which is more than any has.
    """
    few, many = size.listeners
    alone, *crowds = Crowd(0), Crowd(few, NIGHTS[:1]), Crowd(many), Crowd(many, NIGHTS[:1])
    loans = count(1)
    found = {crowd: Found() for crowd in (alone, *crowds)}
    with book_at(folder / "heard.db") as book:
        for night in NIGHTS:
            record(book, played(night, size.short_night))
        with served(folder, book.database, streams_max=2 * many) as port:
            for number in range(size.crowds + 1):
                for crowd, of_crowd in found.items():
                    _round(port, crowd, islice(loans, size.heard_acts), of_crowd if number else Found())
    nobody = found.pop(alone)
    return [*_beside_nobody(found, nobody), *_how_soon(found)]


def _beside_nobody(found: dict[Crowd, Found], nobody: Found) -> Iterator[Row]:
    for hundredth in (50, 99):
        rate = 1 / percentile(nobody.acts, hundredth)
        for number, (crowd, of_crowd) in enumerate(found.items(), 1):
            yield Row(
                what=f"acts over HTTP while {crowd.told}, by p{hundredth}",
                ours=1 / percentile(of_crowd.acts, hundredth),
                peer="nobody listens",
                peer_rate=rate,
                # A half more time at most; of a thousand at one table only the figure is shown.
                aim_ratio=0.67 if number < len(found) else None,
            )


def _how_soon(found: dict[Crowd, Found]) -> Iterator[Row]:
    for crowd, of_crowd in found.items():
        for hundredth in (50, 95):
            what = f"from the tap until heard while {crowd.told}, p{hundredth}"
            yield Row(what=what, ours=1000 * percentile(of_crowd.until_heard, hundredth), unit=" ms")


def _round(port: int, crowd: Crowd, loans: Iterator[int], found: Found) -> None:
    """These loans, in turn at the nights of this crowd, while it listens."""
    tapped: dict[str, dict[int, float]] = {night: {} for night in crowd.nights}
    talking = contextlib.closing(http.client.HTTPConnection("127.0.0.1", port))
    with _listening(port, crowd, tapped) as moments, talking as connection:
        for chips, night in zip(loans, cycle(crowd.nights), strict=False):
            begun = time.monotonic()
            version = _lend(connection, night, chips)
            found.acts.append(time.monotonic() - begun)
            tapped[night][version] = begun
            time.sleep(PAUSE_SECONDS)
    for night, at in tapped.items():
        for version, begun in at.items():
            found.until_heard += [moment - begun for moment in moments.get(night, {}).get(str(version), [])]


def _lend(connection: http.client.HTTPConnection, night: str, chips: int) -> int:
    """A loan of so many chips; the version of its event."""
    body = json.dumps({"command": {"type": "give_loan", "player": PLAYERS[0], "chips": chips}})
    headers = {
        "Authorization": f"Bearer {TOKEN}",
        "Content-Type": "application/json",
        "Idempotency-Key": f"heard-{chips}",
    }
    connection.request("POST", f"/api/v1/nights/{night}/commands", body, headers)
    answer = connection.getresponse()
    said = answer.read()
    assert answer.status == 201, said
    version: int = json.loads(said)["version"]
    return version


@contextmanager
def _listening(
    port: int, crowd: Crowd, tapped: dict[str, dict[int, float]]
) -> Iterator[dict[str, dict[str, list[float]]]]:
    """Open streams in a process of their own; afterwards, when each version up to the last tap was heard, by night."""
    moments: dict[str, dict[str, list[float]]] = {}
    if not crowd.listeners:
        yield moments
        return
    words = [sys.executable, str(EARS), str(port), str(crowd.listeners), TOKEN, *crowd.nights]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as ears:
        assert ears.stdin is not None
        assert ears.stdout is not None
        assert ears.stdout.readline() == "true\n"
        # What opening has left to do is done.
        threading.Event().wait(PAUSE_SECONDS)
        yield moments
        last = {night: max(versions) for night, versions in tapped.items()}
        ears.stdin.write(f"{json.dumps(last)}\n")
        ears.stdin.flush()
        moments.update(json.load(ears.stdout))
