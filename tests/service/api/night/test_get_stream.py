"""GET /nights/{night}/stream: events as they happen, from this process or any other, and again after a break."""

import json
import re
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from engine import commands
from service.api.context import EXTENSION
from service.api.live import hub as of_hub
from service.api.live.hub import Hub
from service.book.recording.handler import CommandHandler
from service.errors.problems import TooManyStreams
from service.web.wsgi import create_app
from tests.service.api.conftest import TOKEN
from tests.service.api.evening import Banker, Onlooker, Table, an_evening, publish
from tests.service.api.people import with_people


def told(text: str) -> list[dict[str, object]]:
    """The events of a stream that has ended."""
    return [json.loads(line.removeprefix("data: ")) for line in text.splitlines() if line.startswith("data: ")]


def test_a_new_stream_begins_with_what_happens_next(table, onlooker):
    answer = onlooker.get(f"{table.path}/stream")
    assert answer.mimetype == "text/event-stream"
    assert told(answer.text) == []
    assert re.match(rf"retry: [2-5][0-9]{{3}}\nid: {table.version}\n\n", answer.text)


def test_a_broken_stream_goes_on_behind_the_last_event_received(table, onlooker):
    version = table.version
    text = onlooker.get(f"{table.path}/stream", headers={"Last-Event-ID": str(version - 2)}).text
    assert [event["version"] for event in told(text)] == [version - 1, version]
    assert f"\nid: {version}\nevent: recorded\n" in text
    assert told(text) == onlooker.get(f"{table.path}/events").json["events"][-2:]


def test_a_new_stream_may_begin_after_what_its_reader_has_seen(table, onlooker):
    version = table.version
    text = onlooker.get(f"{table.path}/stream?after={version - 1}").text
    assert [event["version"] for event in told(text)] == [version]
    # A browser opens a stream that broke at the same address, and says what it has heard since.
    again = onlooker.get(f"{table.path}/stream?after={version - 1}", headers={"Last-Event-ID": str(version)}).text
    assert told(again) == []
    refused = onlooker.get(f"{table.path}/stream?after=-1")
    assert (refused.status_code, refused.json["code"]) == (422, "wrong_query")


@pytest.mark.parametrize(
    ("last", "status", "code"),
    [
        ("-1", 400, "wrong_header"),
        ("x", 400, "wrong_header"),
        ("", 400, "wrong_header"),
    ],
)
def test_an_id_that_this_night_never_gave(table, onlooker, last, status, code):
    answer = onlooker.get(f"{table.path}/stream", headers={"Last-Event-ID": last})
    assert (answer.status_code, answer.json["code"]) == (status, code)


@pytest.fixture
def live(sqlite_database, settings, clock):
    """An application whose streams stay open for a while, and an evening in it."""
    yield from _live(sqlite_database, settings, clock)


@pytest.fixture
def live_on_both(database, settings, clock):
    yield from _live(database, settings, clock)


def _live(database, settings, clock):
    app = with_people(create_app(settings, database, now=clock, stream_seconds=20, look_seconds=0.05))
    yield app, an_evening(Banker(app.test_client(), TOKEN)), database
    app.extensions[EXTENSION].hub.close()


def reading(app, path: str, found: list[dict[str, object]], wanted: int) -> threading.Thread:
    """Somebody who listens until he has heard so many events."""
    answer = Onlooker(app.test_client()).get(f"{path}/stream")

    def listen() -> None:
        chunks: Iterator[bytes] = iter(answer.response)
        while len(found) < wanted:
            found.extend(told(next(chunks).decode()))
        answer.close()

    thread = threading.Thread(target=listen)
    thread.start()
    return thread


def test_everybody_hears_what_this_process_and_another_one_records(live_on_both):
    """Another process, as the command line is, has a command handler of its own and knows nothing of this hub."""
    app, table, database = live_on_both
    heard: list[list[dict[str, object]]] = [[], []]
    listeners = [reading(app, table.path, found, wanted=2) for found in heard]
    table.play({"type": "give_loan", "player": table.ids["Anna"], "chips": 5})
    CommandHandler(database).handle(table.night, commands.GiveLoan(player=table.ids["Carl"], chips=6))
    for listener in listeners:
        listener.join(timeout=10)
    assert [[event["data"]["chips"] for event in found] for found in heard] == [[5, 6], [5, 6]]
    assert app.extensions[EXTENSION].hub.listening == 0


def listening(app: Flask, table: Table, address: str, headers: dict[str, str] | None = None) -> TestResponse:
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return client.get(f"/api/v1{table.path}/stream", headers=headers)


def test_one_address_does_not_take_all_streams_and_all_together_not_those_of_the_banker(
    sqlite_database, settings, clock
):
    app = create_app(replace(settings, streams_max=8), sqlite_database, now=clock, stream_seconds=20)
    table = an_evening(Banker(app.test_client(), TOKEN))
    publish(table, "nights")
    streams = [listening(app, table, f"2001:db8:1:2::{number}") for number in range(3)]
    refused = listening(app, table, "2001:db8:1:2:3::4")
    assert refused.json["code"] == "too_many_streams"
    assert refused.json["detail"].startswith("All 3 live streams that one address may have without a token are in use;")
    streams += [listening(app, table, f"10.0.0.{number}") for number in (2, 3, 4)]
    refused = listening(app, table, "10.0.0.5")
    assert refused.json["detail"].startswith("All 6 live streams that need no token are in use;")
    streams += [listening(app, table, "10.0.0.1", {"Authorization": f"Bearer {TOKEN}"}) for _ in range(2)]
    assert {stream.status_code for stream in streams} == {200}
    for stream in streams:
        stream.close()
    app.extensions[EXTENSION].hub.close()


def test_a_person_and_a_night_have_so_many_streams_and_the_bank_as_many_as_there_are(sqlite_database, monkeypatch):
    hub = Hub(sqlite_database, streams_max=100)
    monkeypatch.setattr(hub._watching, "start", lambda: None)
    monkeypatch.setattr(of_hub, "FOR_ONE_NIGHT", 10)
    streams = [hub.listen("friday", person="klub/anna", address="10.0.0.1") for _ in range(of_hub.FOR_ONE_PERSON)]
    with pytest.raises(TooManyStreams) as refused:
        hub.listen("friday", person="klub/anna", address="10.0.0.1")
    assert str(refused.value).startswith("All 8 live streams that one person may have are in use;")
    streams += [hub.listen("friday", address=f"10.0.0.{number}") for number in (2, 3)]
    with pytest.raises(TooManyStreams) as refused:
        hub.listen("friday", address="10.0.0.4")
    assert str(refused.value).startswith("All 10 live streams that may follow one night are in use;")
    streams += [hub.listen("friday"), hub.listen("saturday", address="10.0.0.4")]
    for stream in streams:
        stream.close()
    streams = [hub.listen("friday", person="klub/anna") for _ in range(of_hub.FOR_ONE_PERSON)]
    for stream in streams:
        stream.close()
    hub.close()


def test_a_stream_too_many_is_refused_and_a_place_is_free_again_when_one_ends(live):
    app, table, _ = live
    publish(table, "nights")
    streams = [listening(app, table, address) for address in ("10.0.0.1", "10.0.0.1", "10.0.0.2")]
    refused = listening(app, table, "10.0.0.3")
    assert (refused.status_code, refused.json["code"]) == (503, "too_many_streams")
    assert refused.json["detail"] == "All 3 live streams are in use; read the events from time to time instead."
    assert refused.headers["Retry-After"]
    # One that was never read from gives its place back as well.
    streams[0].close()
    again = Onlooker(app.test_client()).get(f"{table.path}/stream")
    assert again.status_code == 200
    for stream in (*streams[1:], again):
        stream.close()
    assert app.extensions[EXTENSION].hub.listening == 0


def test_a_reader_who_loses_his_place_misses_nothing(live):
    """What was recorded while nobody listened is in the book, and comes first."""
    app, table, _ = live
    version = table.version
    acts = [{"type": "give_loan", "player": table.ids["Anna"], "chips": chips} for chips in (1, 2, 3)]
    table.play(*acts[:2])
    answer = Onlooker(app.test_client()).get(f"{table.path}/stream", headers={"Last-Event-ID": str(version)})
    chunks = iter(answer.response)
    found: list[dict[str, object]] = []
    while len(found) < 2:
        found += told(next(chunks).decode())
    table.play(acts[2])
    while len(found) < 3:
        found += told(next(chunks).decode())
    answer.close()
    assert [event["data"]["chips"] for event in found] == [1, 2, 3]
