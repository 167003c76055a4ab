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
from itertools import count, islice
from pathlib import Path

from tests.bench.hands import PLAYERS
from tests.bench.nights import book_at, record
from tests.bench.of_the_book import TOKEN, played, served
from tests.bench.rounds import Size, percentile
from tests.bench.rows import Row

EARS = Path(__file__).with_name("many_ears.py")
NIGHT = "heard"
# Far faster than any table, and slow enough for the last of a thousand to have heard.
PAUSE_SECONDS = 0.05


@dataclass
class Found:
    """What was measured with so many listeners: the seconds of each act, and those until each listener heard of it."""

    acts: list[float] = field(default_factory=list)
    until_heard: list[float] = field(default_factory=list)


def heard(folder: Path, size: Size) -> list[Row]:
    """The same acts with nobody listening and with many, in turn, on one server."""
    crowds = (0, *size.listeners)
    loans = count(1)
    found = {crowd: Found() for crowd in crowds}
    with book_at(folder / "heard.db") as book:
        record(book, played(NIGHT, size.short_night))
        with served(folder, book.database, streams_max=2 * max(crowds)) as port:
            for number in range(size.rounds + 1):
                for crowd in crowds:
                    _round(port, crowd, islice(loans, max(2, size.requests // 8)), found[crowd] if number else Found())
    return [*_beside_nobody(found), *_how_soon(found)]


def _beside_nobody(found: dict[int, Found]) -> Iterator[Row]:
    alone, *crowds = found
    for hundredth in (50, 99):
        rate = 1 / percentile(found[alone].acts, hundredth)
        for crowd in crowds:
            yield Row(
                what=f"acts over HTTP while {crowd:,} listen, by p{hundredth}",
                ours=1 / percentile(found[crowd].acts, hundredth),
                peer="nobody listens",
                peer_rate=rate,
                # A half more time at most.
                aim_ratio=0.67,
            )


def _how_soon(found: dict[int, Found]) -> Iterator[Row]:
    for crowd, of_crowd in found.items():
        for hundredth in (50, 95) if crowd else ():
            what = f"from the tap until one of {crowd:,} listeners hears, p{hundredth}"
            yield Row(what=what, ours=1000 * percentile(of_crowd.until_heard, hundredth), unit=" ms")


def _round(port: int, listeners: int, loans: Iterator[int], found: Found) -> None:
    """These loans while so many listen."""
    tapped: dict[int, float] = {}
    talking = contextlib.closing(http.client.HTTPConnection("127.0.0.1", port))
    with _listening(port, listeners, tapped) as moments, talking as connection:
        for chips in loans:
            begun = time.monotonic()
            version = _lend(connection, chips)
            found.acts.append(time.monotonic() - begun)
            tapped[version] = begun
            time.sleep(PAUSE_SECONDS)
    for version, begun in tapped.items():
        found.until_heard += [moment - begun for moment in moments.get(str(version), [])]


def _lend(connection: http.client.HTTPConnection, chips: int) -> int:
    """A loan of so many chips; the version of its event."""
    body = json.dumps({"command": {"type": "give_loan", "player": PLAYERS[0], "chips": chips}})
    headers = {
        "Authorization": f"Bearer {TOKEN}",
        "Content-Type": "application/json",
        "Idempotency-Key": f"heard-{chips}",
    }
    connection.request("POST", f"/api/v1/nights/{NIGHT}/commands", body, headers)
    answer = connection.getresponse()
    said = answer.read()
    assert answer.status == 201, said
    version: int = json.loads(said)["version"]
    return version


@contextmanager
def _listening(port: int, listeners: int, tapped: dict[int, float]) -> Iterator[dict[str, list[float]]]:
    """So many open streams in a process of their own; afterwards, when each version up to the last tap was heard."""
    moments: dict[str, list[float]] = {}
    if not listeners:
        yield moments
        return
    words = [sys.executable, str(EARS), str(port), str(listeners), NIGHT, TOKEN]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as ears:
        assert ears.stdin is not None
        assert ears.stdout is not None
        assert ears.stdout.readline() == "true\n"
        # What opening has left to do is done.
        threading.Event().wait(PAUSE_SECONDS)
        yield moments
        ears.stdin.write(f"{max(tapped)}\n")
        ears.stdin.flush()
        moments.update(json.load(ears.stdout))
