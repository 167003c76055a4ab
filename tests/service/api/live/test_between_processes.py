"""What one process records reaches the listeners of another: through Redis, and by looking into the book without it."""

import contextlib
import logging
import queue
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
import redis

from engine import commands
from service.api.context import EXTENSION
from service.api.live import between
from service.api.live.between import Between
from service.api.live.hub import RELYING_SECONDS, Hub, Watching
from service.app.book import Book
from service.app.take import take
from service.book import news
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import IncomingCommand
from service.book.store.schema import open_book
from service.web.wsgi import create_app
from tests import servers
from tests.service.api.evening import Banker, an_evening, publish
from tests.service.api.live.conftest import NEVER, TOKEN
from tests.service.api.live.listeners import SECONDS, Ear, asking
from tests.service.web.test_serve import Served
from tests.soak import SOAK


@pytest.fixture
def process(sqlite_database, settings) -> Iterator[Callable[..., Hub]]:
    """Makes a process, as far as the book and Redis can tell: its application, with a hub of its own."""
    with contextlib.ExitStack() as stack:

        def make(url: str, look_seconds: float = NEVER):
            app = create_app(replace(settings, redis_url=url), sqlite_database, look_seconds=look_seconds)
            stack.callback(app.extensions[EXTENSION].hub.close)
            return app

        yield make


def test_an_act_is_heard_in_another_process_through_redis_alone(process, redis_url):
    here, there = process(redis_url), process(redis_url)
    table = an_evening(Banker(here.test_client(), TOKEN))
    publish(table, "nights")
    chunks = iter(there.test_client().get("/api/v1/nights/friday/stream").response)
    next(chunks)
    version = table.version
    heard: queue.Queue[bytes] = queue.Queue()
    listening = threading.Thread(target=lambda: heard.put(next(chunks)), daemon=True)
    listening.start()
    # Until the other process has begun to hear, a message may pass unheard: nothing but Redis would bring it later.
    wait_for_reader(redis_url, 1)
    table.play({"type": "give_loan", "player": table.ids["Anna"], "chips": 5})
    assert heard.get(timeout=SECONDS).startswith(b"id: %d\n" % (version + 1))


def test_an_act_of_the_command_line_is_heard_through_redis_alone(process, redis_url, monkeypatch, sqlite_url):
    there = process(redis_url)
    table = an_evening(Banker(there.test_client(), TOKEN))
    hub = there.extensions[EXTENSION].hub
    listener = hub.listen("friday")
    wait_for_reader(redis_url, 1)
    known = hub.news("friday")
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", sqlite_url)
    monkeypatch.setenv("CHIPBOOK_REDIS_URL", redis_url)
    with Book.open() as book:
        take(book, "friday", [IncomingCommand(commands.GiveLoan(player=table.ids["Anna"], chips=5))])
    # Said before the process may end.
    assert hub.wait("friday", known, SECONDS)
    listener.close()


def test_the_command_line_does_its_act_while_redis_says_nothing(process, redis_url, monkeypatch, sqlite_url):
    table = an_evening(Banker(process("").test_client(), TOKEN))
    monkeypatch.setattr("service.app.book.AT_THE_END_SECONDS", 0.05)
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", sqlite_url)
    loan = IncomingCommand(commands.GiveLoan(player=table.ids["Anna"], chips=5))
    with socket.create_server(("127.0.0.1", 0)) as mute:
        for port in (mute.getsockname()[1], 1):
            monkeypatch.setenv("CHIPBOOK_REDIS_URL", f"redis://127.0.0.1:{port}/0")
            version = table.version
            with Book.open() as book:
                take(book.of_a_script(), "friday", [loan])
            assert table.version == version + 1


def wait_for_reader(url: str, readers: int) -> None:
    """Waits until so many clients wait for messages."""
    with redis.Redis.from_url(url, decode_responses=True) as asked:
        for _ in range(SECONDS * 100):
            if [client["cmd"] for client in asked.client_list()].count("xread") >= readers:
                return
            threading.Event().wait(0.01)
    raise AssertionError("Nobody reads.")


@pytest.fixture
def noted(monkeypatch, caplog):
    """The word between processes with short pauses, and what it says, in order."""
    for module in (between, news):
        monkeypatch.setattr(module, "AGAIN_SECONDS", 0.02)
    caplog.set_level(logging.INFO, "chipbook.live")
    said: queue.Queue[str] = queue.Queue()

    def make(url: str) -> Between:
        return Between(url, hear=said.put, there=lambda: said.put("(there)"), away=lambda: said.put("(away)"))

    return make, said


def until(said: queue.Queue[str], wanted: str) -> None:
    while said.get(timeout=SECONDS) != wanted:
        pass


def test_redis_may_go_away_and_comes_back_without_being_asked_for(noted, caplog):
    make, said = noted
    with contextlib.ExitStack() as stack:
        with servers.redis() as url:
            hearing, saying = make(url), make(url)
            for one in (hearing, saying):
                stack.callback(one.close)
            hearing.start_hearing()
            until(said, "(there)")
            saying.say("friday", 3)
            until(said, "friday")
        until(said, "(away)")
        with servers.redis(port=int(url.rpartition(":")[2].partition("/")[0])):
            until(said, "(there)")
            saying.say("saturday", 1)
            # What is said while the sender does not know that it is back may be lost; the next word is not.
            while True:
                with contextlib.suppress(queue.Empty):
                    while said.get(timeout=0.2) != "saturday":
                        pass
                    break
                saying.say("saturday", 1)
            hearing.close()
    # Both were told of it, each said it once; but only who hears can tell that it is back.
    events = [record.message for record in caplog.records]
    assert events.count("live_redis_back") == 1
    assert 1 <= events.count("live_redis_away") <= 2


def test_what_is_no_message_of_ours_harms_nobody(noted, redis_url):
    make, said = noted
    hearing = make(redis_url)
    hearing.start_hearing()
    until(said, "(there)")
    with redis.Redis.from_url(redis_url) as other:
        other.xadd(news.KEY, {"something": "else"})
        other.xadd(news.KEY, {b"night": b"\xc3\xb8", "version": "-1"})
        other.xadd(news.KEY, {"night": "friday", "version": "99999999"})
    until(said, "friday")
    hearing.close()


def test_an_act_does_not_wait_for_a_redis_that_does_not_answer(noted, monkeypatch):
    monkeypatch.setattr(news, "ANSWER_SECONDS", NEVER)
    make, _ = noted
    with socket.create_server(("127.0.0.1", 0)) as mute:
        saying = make(f"redis://127.0.0.1:{mute.getsockname()[1]}/0")
        connection, _ = answered(mute, lambda: saying.say("friday", 1))
        # The thread waits for an answer that never comes; nobody else does.
        for version in range(100):
            saying.say("friday", version)
        connection.close()
    monkeypatch.setattr(news, "ANSWER_SECONDS", 1)
    saying.close()


def answered(server: socket.socket, act: Callable[[], None]) -> tuple[socket.socket, object]:
    act()
    server.settimeout(SECONDS)
    return server.accept()


def test_while_redis_brings_the_news_a_server_is_asked_seldom(postgresql_database):
    asked: list[str] = []
    watch = Watching(postgresql_database, set, asked.append, 0.5)
    assert watch._seconds == 0.5
    watch.rely_on_others()
    assert watch._seconds == RELYING_SECONDS
    watch.rely_on_itself()
    assert watch._seconds == 0.5


# Starting a program takes its time.
KINDS = ["sqlite", "postgresql"] if SOAK else ["postgresql"]


@pytest.mark.parametrize("kind", KINDS)
def test_two_real_processes_on_one_book_and_redis_killed_in_the_middle(kind, request, monkeypatch, tmp_path):
    """On SQLite without Redis; on PostgreSQL with one that goes away."""
    url = request.getfixturevalue(f"{kind}_url")
    with contextlib.ExitStack() as stack:
        database = open_book(url)
        stack.callback(database.close)
        monkeypatch.setenv("CHIPBOOK_DATABASE_URL", url)
        going = contextlib.ExitStack()
        stack.callback(going.close)
        if kind == "postgresql":
            monkeypatch.setenv("CHIPBOOK_REDIS_URL", redis_there := going.enter_context(servers.redis()))
        else:
            redis_there = ""
        server = Served(tmp_path)
        stack.callback(lambda: server.process.poll() is None and server.stop())
        settings = request.getfixturevalue("settings")
        app = create_app(replace(settings, redis_url=redis_there), database)
        stack.callback(app.extensions[EXTENSION].hub.close)
        table = an_evening(Banker(app.test_client(), TOKEN))
        publish(table, "nights")
        server.hear()
        ear = heard_by(server, 0)
        stack.callback(ear.close)
        ear.hear(table.version)
        loan = {"type": "give_loan", "player": table.ids["Anna"], "chips": 1}
        table.play(loan, {**loan, "chips": 2})
        ear.hear(table.version)
        going.close()
        CommandHandler(database).handle("friday", commands.GiveLoan(player=table.ids["Carl"], chips=3))
        table.play({**loan, "chips": 4})
        assert ear.hear(table.version) == list(range(1, table.version + 1))
        server.stop()
        while not ear.ended:
            ear.take(ear.connection.recv(65536))
        assert ear.received.endswith(b"0\r\n\r\n")


def heard_by(server: Served, after: int) -> Ear:
    """A client of a server that has just said where it is, a moment before it listens."""
    for _ in range(SECONDS * 20):
        with contextlib.suppress(ConnectionRefusedError):
            return Ear(server.port, asking("friday", after=after))
        threading.Event().wait(0.05)
    raise AssertionError("Nobody listens.")
