"""Live streams: how soon other devices hear of a tap, and what the bank's act takes beside hundreds of idle strangers."""

import contextlib
import http.client
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count, islice
from pathlib import Path

from tests.bench.hands import PLAYERS
from tests.bench.nights import book_at, record
from tests.bench.of_http import TOKEN, played, served
from tests.bench.rounds import Size, percentile
from tests.bench.rows import Row

EARS = Path(__file__).with_name("many_ears.py")
NIGHT = "heard"
# Far faster than any table, and slow enough for the last of two hundred to have heard.
PAUSE_SECONDS = 0.05
HALF_SENT = f"POST /api/v1/nights/{NIGHT}/commands HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n"


def heard(folder: Path, size: Size) -> list[Row]:
    """Loans at a night to which ten phones listen, then two hundred, then three hundred beside those who say nothing."""
    few, many = size.listeners
    loans = count(1)
    with book_at(folder / "heard.db") as book:
        record(book, played(NIGHT, size.short_night))
        with served(folder, book.database, streams_max=2 * many) as port:
            some, crowd = (_heard_of(port, number, islice(loans, size.heard_acts)) for number in (few, many))
            slowest = _beside_the_silent(port, many, islice(loans, size.heard_acts))
    return [
        _how_soon(some, few, 150),
        _how_soon(crowd, many, 400),
        Row(
            what=f"the bank's slowest act beside {3 * many // 2} streams, {3 * many // 4} idle, {3 * many // 4} half-sent",
            ours=1000 * slowest,
            unit=" ms",
            aim_most=1000,
        ),
    ]


def _how_soon(seconds: list[float], listeners: int, most: int) -> Row:
    what = f"from the tap until heard while {listeners} listen, p95"
    return Row(what=what, ours=1000 * percentile(seconds, 95), unit=" ms", aim_most=most)


def _heard_of(port: int, listeners: int, loans: Iterator[int]) -> list[float]:
    """The seconds from each of these loans until each listener heard of it."""
    tapped: dict[int, float] = {}
    with _listening(port, listeners, tapped) as moments, _talking(port) as connection:
        for chips in loans:
            begun = time.monotonic()
            tapped[_lend(connection, chips)] = begun
            time.sleep(PAUSE_SECONDS)
    return [moment - begun for version, begun in tapped.items() for moment in moments.get(str(version), [])]


def _beside_the_silent(port: int, many: int, loans: Iterator[int]) -> float:
    """The most seconds that one of these loans took, beside streams, idle connections and requests half sent."""
    silent, seconds, tapped = 3 * many // 4, [], dict[int, float]()
    with ExitStack() as open_ones:
        for number in range(2 * silent):
            stranger = open_ones.enter_context(socket.create_connection(("127.0.0.1", port)))
            if number % 2:
                stranger.sendall(HALF_SENT.encode())
        with _listening(port, 3 * many // 2, tapped), _talking(port) as connection:
            for chips in loans:
                begun = time.monotonic()
                tapped[_lend(connection, chips)] = begun
                seconds.append(time.monotonic() - begun)
                time.sleep(PAUSE_SECONDS)
    return max(seconds)


def _talking(port: int) -> contextlib.closing[http.client.HTTPConnection]:
    return contextlib.closing(http.client.HTTPConnection("127.0.0.1", port))


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
    text = answer.read()
    assert answer.status == 201, text
    version: int = json.loads(text)["version"]
    return version


@contextmanager
def _listening(port: int, listeners: int, tapped: dict[int, float]) -> Iterator[dict[str, list[float]]]:
    """Open streams in a process of their own; afterwards, when each version up to the last tap was heard."""
    moments: dict[str, list[float]] = {}
    words = [sys.executable, str(EARS), str(port), str(listeners), TOKEN, NIGHT]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as ears:
        assert ears.stdout.readline() == "true\n"
        # What opening has left to do is done.
        threading.Event().wait(PAUSE_SECONDS)
        yield moments
        ears.stdin.write(f"{max(tapped)}\n")
        ears.stdin.flush()
        moments.update(json.load(ears.stdout))
