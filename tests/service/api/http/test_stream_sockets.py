"""One thread writes to all streams: slow clients, clients that have gone, and streams that fail hold up nobody else."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator

import pytest

from service.api.http import stream_sockets
from service.api.http.stream_sockets import HEARTBEAT, Stream, StreamSockets

SECONDS = 60


class Said(Stream):
    """A stream that says what it is given."""

    def __init__(self, topic: str = "t") -> None:
        self.topic = topic
        self.waiting: list[bytes] = []
        self.over = False
        self.fails = False
        self.closed = threading.Event()
        self.wake: Callable[[str], None] = lambda _: None

    def more(self) -> bytes:
        if self.fails:
            raise ZeroDivisionError
        return self.waiting.pop(0) if self.waiting else b""

    def is_over(self) -> bool:
        return self.over

    def tell_news_to(self, wake: Callable[[str], None]) -> None:
        self.wake = wake

    def close(self) -> None:
        self.closed.set()

    def say(self, *texts: bytes) -> None:
        self.waiting += texts
        self.wake(self.topic)


@pytest.fixture
def sockets(monkeypatch) -> Iterator[StreamSockets]:
    monkeypatch.setattr(stream_sockets, "TICK_SECONDS", 0.02)
    made = StreamSockets()
    yield made
    made.close()


def joined(sockets: StreamSockets, stream: Said, *, chunked: bool = False, unsent: bytes = b"") -> socket.socket:
    """The client's end."""
    client, server = socket.socketpair()
    client.settimeout(SECONDS)
    sockets.take(server, stream, unsent, chunked=chunked)
    return client


def test_what_was_unsent_comes_first_and_an_end_is_said(sockets):
    stream = Said()
    stream.waiting.append(b"one")
    with joined(sockets, stream, chunked=True, unsent=b"head ") as client:
        stream.say(b"two")
        assert received(client, 21) == b"head 3\r\none\r\n3\r\ntwo\r\n"
        stream.over = True
        stream.wake("t")
        assert received(client, 5) == b"0\r\n\r\n"
        assert client.recv(1) == b""
    assert stream.closed.wait(SECONDS)


def received(client: socket.socket, size: int) -> bytes:
    found = b""
    while len(found) < size:
        data = client.recv(size - len(found))
        assert data
        found += data
    return found


def test_news_of_another_topic_is_no_news(sockets, monkeypatch):
    monkeypatch.setattr(stream_sockets, "TICK_SECONDS", 3600)
    one, other = Said("one"), Said("other")
    with joined(sockets, one) as client, joined(sockets, other) as another:
        # Both have been welcomed by now.
        other.say(b"first")
        assert received(another, 5) == b"first"
        # Once this has come, nobody looks for news of the other any more.
        one.say(b"between")
        assert received(client, 7) == b"between"
        other.waiting.append(b"later")
        one.say(b"now")
        assert received(client, 3) == b"now"
        assert other.waiting == [b"later"]
        other.wake("other")
        assert received(another, 5) == b"later"


def test_a_client_that_has_gone_and_a_stream_that_fails_end_alone(sockets):
    gone, failing, well = Said(), Said(), Said()
    with joined(sockets, well) as client, joined(sockets, failing):
        joined(sockets, gone).close()
        assert gone.closed.wait(SECONDS)
        failing.fails = True
        well.say(b"well")
        assert failing.closed.wait(SECONDS)
        assert received(client, 4) == b"well"


def test_a_client_that_reads_nothing_holds_one_page_and_is_cut_off(sockets, monkeypatch):
    monkeypatch.setattr(stream_sockets, "SLOW_SECONDS", 0.2)
    page = b"x" * 1_000_000
    slow, well = Said(), Said()
    with joined(sockets, slow), joined(sockets, well) as client:
        slow.say(*[page] * 50)
        well.say(b"well")
        assert received(client, 4) == b"well"
        assert slow.closed.wait(SECONDS)
        # It was not fed again before it had read; the system itself keeps a little for it.
        assert len(slow.waiting) >= 48


def test_a_client_that_reads_slowly_gets_everything_in_order(sockets):
    stream = Said()
    pages = [bytes([letter]) * 300_000 for letter in b"abcdef"]
    with joined(sockets, stream) as client:
        stream.say(*pages)
        assert received(client, 1_800_000) == b"".join(pages)


def test_a_quiet_stream_has_a_heartbeat(sockets, monkeypatch):
    monkeypatch.setattr(stream_sockets, "HEARTBEAT_SECONDS", 0.05)
    with joined(sockets, Said()) as client:
        assert received(client, 2 * len(HEARTBEAT)) == 2 * HEARTBEAT


def test_closing_ends_every_stream_and_gives_the_places_back():
    sockets, stream = StreamSockets(), Said()
    with joined(sockets, stream, chunked=True) as client:
        stream.say(b"x")
        assert received(client, 6) == b"1\r\nx\r\n"
        sockets.close()
        assert received(client, 5) == b"0\r\n\r\n"
    assert stream.closed.is_set()
    # News for a server that has gone is no fault.
    stream.wake("t")
