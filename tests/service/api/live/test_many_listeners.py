"""Many listeners at once, clients that break off anywhere, and a stop: nobody misses an event or hears one twice."""

import json
import random
import threading

import pytest

from tests.service.api.evening import Banker
from tests.service.api.live.conftest import TOKEN
from tests.service.api.live.listeners import EVENT, SECONDS, Ear, asking, many_ears
from tests.soak import SEED, rounds

LISTENERS = rounds(200, 1000)
ROUNDS = rounds(25, 400)


def test_many_listeners_hear_every_event_once_and_cost_no_thread(live) -> None:
    begins = live.table.version
    live.lend()
    before = threading.active_count()
    # Half are the banker's, half everybody's, which one address may have in part only.
    requests = [asking("friday", after=begins, token=TOKEN if number % 4 else "") for number in range(LISTENERS)]
    with many_ears(live.port, requests) as ears:
        assert live.hub.listening == LISTENERS
        # The two that read for streams, the one that watches, and that of the test itself.
        assert threading.active_count() <= before + 4
        live.lend(5)
        ears.wait(lambda ear: len(ear.ids) == 6)
        assert {tuple(ear.ids) for ear in ears.ears} == {tuple(range(begins + 1, begins + 7))}
    live.lend()
    wait_until(lambda: live.hub.listening == 0)


def wait_until(done) -> None:
    over = threading.Event()
    for _ in range(SECONDS * 100):
        if done():
            return
        over.wait(0.01)
    assert done()


def test_a_client_that_breaks_off_at_any_byte_ends_up_with_every_event_once(live) -> None:
    chance = random.Random(SEED or "live")
    live.lend(5)
    heard: list[int] = []
    for number in range(ROUNDS):
        ear = Ear(live.port, asking("friday", after=heard[-1] if heard else 0))
        if not number % 5:
            live.lend()
        wanted = chance.choice((chance.randrange(1, 300), chance.randrange(300, 3000)))
        # The head of the answer is received whole; it holds no event.
        while b"\r\n\r\n" not in ear.received:
            ear.take(ear.connection.recv(1))
        received = 0
        while received < wanted and not (heard + ear.ids and (heard + ear.ids)[-1] == live.table.version):
            data = ear.connection.recv(min(wanted - received, chance.randrange(1, 400)))
            received += len(data)
            ear.take(data)
        ear.close()
        heard += ear.ids
    with_the_rest = Ear(live.port, asking("friday", after=heard[-1]))
    heard += with_the_rest.hear(live.table.version - heard[-1])
    with_the_rest.close()
    assert heard == list(range(1, live.table.version + 1))


def test_streams_end_well_when_the_process_stops(stopping) -> None:
    version = stopping.table.version
    ear = Ear(stopping.port, asking("friday", after=version).replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    stopping.lend()
    assert ear.hear(1) == [version + 1]
    stopping.hub.close()
    rest = ear.received
    while data := ear.connection.recv(65536):
        rest += data
    # The last chunk: nothing was cut off.
    assert rest == b"\r\n0\r\n\r\n"
    ear.close()
    wait_until(lambda: stopping.hub.listening == 0)


def test_a_strike_and_a_correction_are_told_like_every_other_event(live) -> None:
    live.lend()
    version = live.table.version
    ear = Ear(live.port, asking("friday", after=version))
    live.table.play({"type": "strike_events", "versions": [version], "reason": "wrong player"})
    ear.hear(1)
    struck = ear.data[0]
    assert struck["type"] == "strike_declared"
    live.lend()
    ear.hear(live.table.version - version)
    assert ear.ids == list(range(version + 1, live.table.version + 1))
    (void,) = [one["data"]["void"] for one in ear.data if one["type"] == "events_struck"]
    assert void == [version]
    ear.close()


@pytest.mark.parametrize("token", ["", TOKEN])
def test_a_stream_over_a_socket_says_the_same_as_one_that_has_a_thread(live, token) -> None:
    live.lend(3)
    ear = Ear(live.port, asking("friday", after=0, token=token))
    version = live.table.version
    ear.hear(version)
    reader = Banker(live.app.test_client(), TOKEN)
    if not token:
        reader.headers = {}
    with_thread = reader.get("/nights/friday/stream", headers={"Last-Event-ID": "0"})
    chunks, text = iter(with_thread.response), b""
    while b"id: %d\n" % version not in text:
        text += next(chunks)
    assert [json.loads(found[3]) for found in EVENT.finditer(text)] == ear.data
    with_thread.close()
    ear.close()
