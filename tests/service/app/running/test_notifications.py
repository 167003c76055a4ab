"""Notifications of a club: what is told to whom, once; what fails is tried again; no address leaves its row."""

import json
import logging
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from engine import commands
from service.app.book import Book
from service.app.refusals import NoReceiver, NotAnAddress, NotDelivered, TooManyReceivers
from service.app.running import delivering, notifications
from service.app.running.jobs import retry_all
from service.app.take import IncomingCommand, take
from service.book.job_kinds import NOTIFY, TRIES
from service.book.proof.book import prove_book
from service.book.store.jobs import Jobs
from service.book.store.receivers import Receiver, keep_receiver, receivers_of
from service.jobs.working import JobContext, Worker
from tests.service.app.night.test_settle import House

NOW = "2026-07-03T22:00:00Z"
SECRET = "very-secret-part"


class Hook:
    """A webhook on this machine: what it was sent, and the status with which it answers."""

    def __init__(self) -> None:
        self.got: list[str] = []
        self.status, self.leads_to = 200, ""
        hook = self

        class Answer(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                hook.got.append(json.loads(body)["message"])
                self.send_response(hook.status)
                if hook.leads_to:
                    self.send_header("Location", hook.leads_to)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Answer)
        self.url = f"http://127.0.0.1:{self.server.server_port}/{SECRET}"


@pytest.fixture
def hook() -> Iterator[Hook]:
    made = Hook()
    thread = threading.Thread(target=made.server.serve_forever, args=(0.05,))
    thread.start()
    yield made
    made.server.shutdown()
    thread.join()
    made.server.server_close()


@pytest.fixture
def house(sqlite_database, tmp_path) -> House:
    """Anna, Bo and Carl in a club, on a book that may notify the house itself."""
    return House(Book.on(sqlite_database, home=tmp_path, now=lambda: NOW, wary=False, notify_house=True), lambda: NOW)


@pytest.fixture
def at_once(hook, monkeypatch) -> Hook:
    """What would be sent, noted without a process for each message."""

    def delivered(_book: Book, _address: str, body: str) -> dict[str, str]:
        hook.got.append(body)
        return {"came": "sent"} if hook.status == 200 else {"came": "failed", "status": str(hook.status)}

    monkeypatch.setattr(notifications, "_delivered", delivered)
    return hook


def notified(house: House, hook: Hook) -> str:
    """The id of a receiver at the hook."""
    keep_receiver(house.book.database, Receiver(house.club, "rone", "JSON", hook.url, NOW))
    return "rone"


def worker_of(house: House, **told: Any) -> Worker:
    context = JobContext(house.book.database, house.book.home, lambda: NOW, **{"notify_house": True, **told})
    return Worker(context, Jobs(house.book.database), wait_seconds=(0,))


def notices(house: House) -> list[tuple[str, str]]:
    listed = Jobs(house.book.database).listed()
    return [(job.key, job.state) for job in listed if job.kind == NOTIFY]


def test_an_evening_is_told_in_order_and_once(house, at_once) -> None:
    notified(house, at_once)
    house.say(
        "first",
        commands.OpenNight(
            night="first", club=house.club, banker="bo", name="Friday", rules=commands.HouseRules(settles="direct")
        ),
        *(commands.SeatPlayer(player=player) for player in ("bo", "carl")),
        *(commands.GiveLoan(player=player, chips=100) for player in ("bo", "carl")),
        commands.AskForChips(player="carl", chips=50),
    )
    worker = worker_of(house)
    assert worker.run_due() == 2
    house.say(
        "first",
        commands.DeclineRequest(request=1),
        commands.TransferChips(payer="carl", payee="bo", chips=40),
        commands.CountChips(player="bo", chips=140),
        commands.CountChips(player="carl", chips=60),
        commands.CloseNight(),
    )
    worker.run_due()
    assert sorted(at_once.got[:2]) == [
        "Friday is open; Bo keeps the bank.\nAt the table: Bo and Carl.",
        "Friday: Carl asks for 50 chips on credit.",
    ]
    assert at_once.got[2:] == [
        "Friday is closed.\nBo wins 10.00 DKK\nCarl loses 10.00 DKK",
        "Who pays whom after Friday:\nCarl → Bo 10.00 DKK",
    ]
    assert worker.run_due() == 0
    assert {state for _, state in notices(house)} == {"done"}
    assert all(proof.holds for proof in prove_book(house.book.database))


def test_an_evening_at_which_nobody_sits_yet_is_told_without_its_table(house, at_once) -> None:
    notified(house, at_once)
    house.say("first", commands.OpenNight(night="first", club=house.club, banker="bo", name="Friday"))
    worker_of(house).run_due()
    assert at_once.got == ["Friday is open; Bo keeps the bank."]


def test_a_request_that_was_answered_meanwhile_is_not_told(house, at_once) -> None:
    house.say(
        "first",
        commands.OpenNight(night="first", club=house.club, banker="bo"),
        commands.SeatPlayer(player="bo"),
        commands.SeatPlayer(player="carl"),
    )
    notified(house, at_once)
    house.say("first", commands.AskForChips(player="carl", chips=50))
    house.say("first", commands.DeclineRequest(request=1))
    worker_of(house).run_due()
    assert (at_once.got, [state for _, state in notices(house)]) == ([], ["done"])


def test_what_is_unpaid_is_told_once_a_day_without_how_people_are_paid(house, at_once) -> None:
    house.play("first", ("carl", "bo", 49))
    worker_of(house).run_due()
    receiver = notified(house, at_once)
    later = "2026-07-15T08:00:00Z"
    context = JobContext(house.book.database, house.book.home, lambda: later, remind_after_days=7, notify_house=True)
    worker = Worker(context, Jobs(house.book.database))
    assert worker.ask_for_reminders() == 1
    worker.run_due()
    assert at_once.got == ["Still to be paid:\nCarl → Bo 12.25 DKK (First)"]
    assert notices(house)[-1] == (f"notify:{receiver}:2026-07-15", "done")


def test_a_night_of_long_ago_is_not_told(house, hook) -> None:
    notified(house, hook)
    late = Book.on(house.book.database, home=house.book.home, now=lambda: "2026-07-09T22:00:00Z", wary=False)
    opening = commands.OpenNight(night="old", club=house.club, banker="bo")
    take(late, "old", [IncomingCommand(opening, occurred_at="2026-07-03T20:00:00Z")])
    assert notices(house) == []


def test_what_fails_is_tried_again_then_given_up_and_told(house, hook, caplog, monkeypatch) -> None:
    receiver = notified(house, hook)
    hook.status = 500
    house.say("first", commands.OpenNight(night="first", club=house.club, banker="bo"))
    worker = worker_of(house)
    caplog.set_level(logging.DEBUG)
    worker.run_next()
    (view,) = notifications.listed(house.book, house.club)
    assert (view.id, view.ends, view.trouble) == (receiver, "rt", "again")
    hook.got.clear()
    # Every further try would be such a process again.
    monkeypatch.setattr(notifications, "_delivered", lambda *_: {"came": "failed", "status": "500"})
    assert worker.run_due() == TRIES - 1
    monkeypatch.undo()
    (view,) = notifications.listed(house.book, house.club)
    (job,) = Jobs(house.book.database).listed(("failed",))
    assert (view.trouble, job.error) == ("failed", "JSON did not take the message: it answered 500.")
    assert SECRET not in caplog.text
    assert SECRET not in repr(view)
    hook.status = 200
    retry_all(house.book)
    worker.run_due()
    assert len(hook.got) == 1
    assert notifications.listed(house.book, house.club)[0].trouble == ""


def test_a_removed_receiver_leaves_no_job_that_failed(house, at_once) -> None:
    receiver = notified(house, at_once)
    at_once.status = 404
    house.say("first", commands.OpenNight(night="first", club=house.club, banker="bo"))
    worker = worker_of(house)
    worker.run_due()
    assert notices(house)[0][1] == "failed"
    notifications.remove(house.book, house.club, receiver)
    at_once.got.clear()
    worker.run_due()
    assert (notices(house)[0][1], at_once.got) == ("done", [])
    with pytest.raises(NoReceiver):
        notifications.remove(house.book, house.club, receiver)


def test_a_test_says_what_came_of_it_and_follows_no_redirect(house, hook) -> None:
    receiver = notified(house, hook)
    said = notifications.send_test(house.book, house.club, receiver)
    assert said == "JSON has taken the message; look whether it is there."
    assert hook.got == ["This is a test of chipbook: here you read what happens in Friday."]
    hook.status, hook.leads_to = 307, f"http://127.0.0.1:{hook.server.server_port}/elsewhere"
    with pytest.raises(NotDelivered, match="it answered 307"):
        notifications.send_test(house.book, house.club, receiver)
    assert len(hook.got) == 2


def test_the_house_is_closed_unless_the_keeper_opens_it(house, hook) -> None:
    receiver = notified(house, hook)
    closed = Book.on(house.book.database, home=house.book.home, now=lambda: NOW)
    with pytest.raises(NotDelivered, match="it is not on the public internet; the setting CHIPBOOK_NOTIFY"):
        notifications.send_test(closed, house.club, receiver)
    assert hook.got == []


def test_an_address_is_known_to_apprise_and_there_are_five_at_most(house) -> None:
    for stated in ("", "Telegram", "ntfy://a\nb", "https://example.org/" + "x" * 500, "nosuch://one/two"):
        with pytest.raises(NotAnAddress):
            notifications.add(house.book, house.club, stated)
    notifications.add(house.book, house.club, " https://example.org/hook ")
    (one,) = receivers_of(house.book.database, house.club)
    assert (one.service, one.address) == ("JSON", "https://example.org/hook")
    for number in range(4):
        keep_receiver(house.book.database, Receiver(house.club, f"r{number}", "ntfy", "ntfy://topic", NOW))
    with pytest.raises(TooManyReceivers):
        notifications.add(house.book, house.club, "ntfy://topic")


@pytest.mark.parametrize(
    ("host", "house", "allowed"),
    [
        ("93.184.216.34", False, True),
        ("2606:2800:220:1::1", False, True),
        ("127.0.0.1", False, False),
        ("192.168.1.7", False, False),
        ("100.64.0.1", False, False),
        ("::1", False, False),
        ("fd00::1", False, False),
        ("fe80::1%eth0", True, False),
        ("::ffff:127.0.0.1", False, False),
        ("2002:7f00:1::", False, False),
        ("64:ff9b::a00:1", False, False),
        ("169.254.169.254", True, False),
        ("0.0.0.0", True, False),
        ("224.0.0.1", True, False),
        ("localhost", True, False),
        ("127.0.0.1", True, True),
        ("192.168.1.7", True, True),
        ("fd00::1", True, True),
    ],
)
def test_where_a_message_may_go(host, house, allowed) -> None:
    assert delivering.is_allowed(host, house=house) is allowed


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ("socket.connect", (None, "/run/docker.sock")),
        ("socket.connect", (None, ("10.0.0.1", 80))),
        ("socket.sendto", (None, ("127.0.0.1", 514))),
        ("open", ("/etc/passwd", "r", 0)),
        ("open", (delivering.READABLE[0] + "/lib", "w", 1)),
        ("open", (delivering.READABLE[0] + "/../../etc/passwd", "r", 0)),
        ("subprocess.Popen", ("true", ["true"], None, None)),
        ("syslog.openlog", ("a", 0, 0)),
    ],
)
def test_what_an_address_chooses_cannot_leave_its_yard(event, told) -> None:
    with pytest.raises(PermissionError):
        delivering.Watch(house=False)(event, told)
