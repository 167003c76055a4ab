"""Webhooks: told in the transaction of the event, signed, tried again for a day, then shown to somebody, and never told twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from engine import commands
from service.app.book import Book
from service.app.keeping.rebuild import rebuild
from service.app.looking_back import verify
from service.app.running import jobs as of_jobs
from service.app.running import webhooks
from service.db import Database
from service.errors import (
    AddressRefused,
    ClubMissing,
    HostUnknown,
    TooManyWebhooks,
    UnknownWebhookEvent,
    VersionConflict,
    WebhookMissing,
)
from service.job_kinds import DELIVER, FOR_A_DAY, HOUR
from service.moving.backup import back_up, restore
from service.moving.copying import copy_club
from service.store.jobs import Jobs, later, seconds_between
from service.store.schema import open_book
from service.store.webhooks import webhooks_of
from service.tasks.context import JobContext
from service.tasks.working import Worker
from service.webhooks.reach import Reach
from tests.service.tasks.evening import CLUB, NIGHT, PEOPLE, closed, played
from tests.service.webhooks.receiver import HERE, Receiver, rebinding, receiving
from tests.service.webhooks.test_signing import Received

START = "2026-02-13T20:15:00Z"


@dataclass
class Program:
    """A program that is told, and the worker that tells it, with a clock of their own."""

    receiver: Receiver
    book: Book
    worker: Worker
    id: str = ""
    secret: str = ""
    at: str = START

    def now(self) -> str:
        return self.at

    def add(self, *events: str) -> Program:
        made = webhooks.add(self.book, CLUB, self.receiver.url(), events)
        self.id, self.secret = made.webhook.id, made.secret
        return self

    def deliveries(self, state: str) -> list[str]:
        """The keys of the deliveries in a state."""
        return [job.key for job in Jobs(self.book.database).listed((state,)) if job.kind == DELIVER]

    def told(self) -> list[str]:
        return [json.loads(got.body)["type"] for got in self.receiver.got]

    @property
    def shown(self) -> object:
        return webhooks.webhook(self.book, CLUB, self.id)


@pytest.fixture
def program(sqlite_database: Database, tmp_path: Path) -> Iterator[Program]:
    yield from told_from(sqlite_database, tmp_path)


@pytest.fixture
def program_on_both(database: Database, tmp_path: Path) -> Iterator[Program]:
    yield from told_from(database, tmp_path)


def told_from(database: Database, tmp_path: Path) -> Iterator[Program]:
    """A program on this machine, which the settings allow, and nobody is told of anything yet."""
    with receiving() as receiver:
        made = Program(receiver, None, None)  # type: ignore[arg-type]
        keys, home = tmp_path / "keys", tmp_path / "home"
        made.book = Book.on(database, home=home, now=made.now, keys=keys, reach=receiver.reach)
        context = JobContext(database, home, made.now, keys=keys, reach=receiver.reach)
        made.worker = Worker(context, Jobs(database))
        with made.book.handler() as handler:
            handler.clubs.found("Klub", club_id=CLUB)
            for player, name in PEOPLE:
                handler.clubs.admit(CLUB, name, player=player)
        yield made


def close(program: Program, night: str = NIGHT) -> None:
    """A night that is played and closed by the clock of the program."""
    with program.book.handler() as handler:
        handler.open_night(
            commands.OpenNight(night=night, club=CLUB, banker="b", rules=commands.HouseRules(auto="all", settles="ask"))
        )
        for player, _ in PEOPLE:
            handler.handle(night, commands.SeatPlayer(player=player))
        handler.handle(night, commands.CloseNight())


def test_a_close_is_told_signed_and_with_no_name_in_it(program_on_both: Program) -> None:
    program = program_on_both
    program.add("night_closed")
    close(program)
    assert program.deliveries("due") == [f"webhook:{program.id}:{NIGHT}:5"]
    program.worker.run_due()
    (got,) = program.receiver.got
    assert json.loads(got.body) == {
        "type": "night_closed",
        "timestamp": START,
        "data": {"club": CLUB, "night": NIGHT, "version": 5},
    }
    assert Received(got.headers, got.body).is_signed_with(program.secret)
    assert got.headers["webhook-id"].startswith("msg_")
    (sent,) = webhooks.deliveries(program.book, CLUB, program.id).deliveries
    assert (sent.result, sent.status, sent.sentence) == ("done", 204, "hooks.example.org answered 204")


def test_a_program_is_told_of_what_it_wants_and_of_nothing_else(program: Program) -> None:
    program.add("night_opened", "plan_frozen")
    close(program)
    with program.book.handler() as handler:
        handler.handle(NIGHT, commands.FreezePlan(kind="direct"))
    webhooks.turn(program.book, CLUB, program.id, on=False)
    with program.book.handler() as handler:
        handler.open_night(commands.OpenNight(night="n2", club=CLUB, banker="b"))
    assert len(program.deliveries("due")) == 2
    webhooks.turn(program.book, CLUB, program.id, on=True)
    program.worker.run_due()
    assert program.told() == ["night_opened", "plan_frozen"]


def test_an_event_that_is_refused_is_not_told(program: Program) -> None:
    program.add("plan_frozen")
    close(program)
    with program.book.handler() as handler:
        with pytest.raises(VersionConflict):
            handler.handle(NIGHT, commands.FreezePlan(kind="direct"), expected=1)
        handler.handle(NIGHT, commands.FreezePlan(kind="direct"), key="once")
        handler.handle(NIGHT, commands.FreezePlan(kind="direct"), key="once")
    assert len(program.deliveries("due")) == 1


def test_what_is_not_taken_comes_again_later_and_later_under_the_same_id(program_on_both: Program) -> None:
    program = program_on_both
    program.add("night_closed")
    program.receiver.statuses = [503, 500, 204]
    program.receiver.said = b"busy"
    close(program)
    (key,) = program.deliveries("due")
    waited = []
    while program.deliveries("due"):
        program.worker.run_due()
        due_at = Jobs(program.book.database).one(CLUB, key).due_at
        waited.append(seconds_between(program.at, due_at))
        program.at = max(program.at, due_at)
    assert [first <= second for first, second in zip(FOR_A_DAY, waited[:2], strict=False)] == [True, True]
    assert len({got.headers["webhook-id"] for got in program.receiver.got}) == 1
    assert len({got.headers["webhook-signature"] for got in program.receiver.got}) == 3
    told = of_jobs.show(program.book, CLUB, key)
    assert [(one.result, one.status) for one in told.tries] == [("again", 503), ("again", 500), ("done", 204)]
    assert told.tries[0].sentence == "hooks.example.org did not take it: it answered 503: busy."


def test_after_a_day_somebody_has_to_look_and_the_webhook_is_off(program: Program) -> None:
    program.add("night_closed")
    program.receiver.statuses = [500]
    close(program)
    (key,) = program.deliveries("due")
    while program.deliveries("due"):
        program.worker.run_due()
        program.at = max(program.at, Jobs(program.book.database).one(CLUB, key).due_at)
    assert len(program.receiver.got) == len(FOR_A_DAY) + 1
    assert 22 * HOUR < seconds_between(START, program.at) < 30 * HOUR
    off = webhooks.webhook(program.book, CLUB, program.id)
    assert (off.on, off.off_because) == (False, f"nothing has got through since {START}.")
    assert [job.key for job in of_jobs.listed(program.book, states=("failed",), kind=DELIVER).jobs] == [key]
    # What was due to it waits too, and is sent when somebody turns it on and asks for it again.
    program.receiver.statuses = [204]
    webhooks.turn(program.book, CLUB, program.id, on=True)
    assert of_jobs.retry_all(program.book, kind=DELIVER).jobs == (key,)
    program.worker.run_due()
    assert program.deliveries("done") == [key]
    assert webhooks.webhook(program.book, CLUB, program.id).failing_since == ""


def test_one_delivery_that_fails_for_good_does_not_turn_off_a_webhook_that_works(program: Program) -> None:
    program.add("night_closed")
    program.receiver.statuses = [500]
    close(program)
    (key,) = program.deliveries("due")
    for _ in FOR_A_DAY:
        program.worker.run_due()
        program.at = Jobs(program.book.database).one(CLUB, key).due_at
    program.receiver.statuses = [204, 500]
    close(program, "n2")
    program.worker.run(CLUB, program.deliveries("due")[-1])
    program.worker.run_due()
    assert program.deliveries("failed") == [key]
    assert webhooks.webhook(program.book, CLUB, program.id).on


def test_a_receiver_that_is_gone_is_turned_off_at_once(program: Program) -> None:
    program.add("night_closed")
    program.receiver.statuses = [410]
    close(program)
    program.worker.run_due()
    off = webhooks.webhook(program.book, CLUB, program.id)
    assert (off.on, off.off_because) == (False, "its receiver said that it is gone (410).")
    program.at = later(START, HOUR)
    program.worker.run_due()
    assert (len(program.receiver.got), len(program.deliveries("failed"))) == (1, 1)


def test_a_test_is_sent_once_and_also_while_the_webhook_is_off(program: Program) -> None:
    program.add("night_closed")
    webhooks.turn(program.book, CLUB, program.id, on=False)
    program.receiver.statuses = [404, 204]
    asked = []
    for minute in range(2):
        program.at = later(START, 60 * minute)
        asked.append(webhooks.ping(program.book, CLUB, program.id))
        program.worker.run_due()
    assert program.told() == ["ping", "ping"]
    assert [one.new for one in asked] == [True, True]
    assert [one.result for one in webhooks.deliveries(program.book, CLUB, program.id).deliveries] == ["done", "failed"]
    # A test that was not taken is told to who asked for it, and keeps no installation from being sound.
    assert program.deliveries("failed") == []
    assert json.loads(program.receiver.got[0].body)["data"] == {"club": CLUB}


def test_a_name_that_leads_elsewhere_when_it_is_called_is_not_called(program: Program) -> None:
    """It is allowed when it is added; then its owner lets it point at a machine inside."""
    reach = Reach((HERE,), resolve=rebinding(["127.0.0.1"], ["169.254.169.254"]))
    program.book = replace(program.book, reach=reach)
    program.worker.context = replace(program.worker.context, reach=reach)
    program.add("night_closed")
    close(program)
    program.worker.run_due()
    assert program.receiver.got == []
    (sent,) = webhooks.deliveries(program.book, CLUB, program.id).deliveries
    assert (sent.result, sent.status) == ("again", 0)
    assert sent.sentence.startswith("Nothing is sent to hooks.example.org: it is not on the public internet.")


def test_an_address_that_may_not_be_called_cannot_be_added(program: Program) -> None:
    closed_book = replace(program.book, reach=Reach())
    with pytest.raises(AddressRefused):
        webhooks.add(closed_book, CLUB, "https://127.0.0.1/told")
    with pytest.raises(HostUnknown):
        webhooks.add(replace(program.book, reach=Reach(resolve=lambda *_: [])), CLUB, "https://hooks.example.org/")
    with pytest.raises(UnknownWebhookEvent, match="cannot be told of cards_dealt; choose from night_opened, night_cl"):
        webhooks.add(program.book, CLUB, program.receiver.url(), ["cards_dealt"])
    with pytest.raises(ClubMissing):
        webhooks.add(program.book, "nobody", program.receiver.url())
    assert webhooks.webhooks(program.book, CLUB).webhooks == ()
    assert not program.book.key_folder.exists()


def test_a_club_has_at_most_ten_webhooks_and_none_of_another_club(program: Program) -> None:
    for _ in range(webhooks.WEBHOOKS_MAX):
        program.add()
    with pytest.raises(TooManyWebhooks):
        program.add()
    with program.book.handler() as handler:
        handler.clubs.found("Other", club_id="other")
    assert webhooks.webhooks(program.book, "other").webhooks == ()
    for act in (webhooks.remove, webhooks.webhook, webhooks.rotate, webhooks.ping, webhooks.deliveries):
        with pytest.raises(WebhookMissing):
            act(program.book, "other", program.id)


def test_another_secret_signs_from_then_on_and_for_a_day_the_one_before_it_too(program_on_both: Program) -> None:
    program = program_on_both
    program.add("night_closed")
    close(program)
    renewed = webhooks.rotate(program.book, CLUB, program.id)
    assert renewed.webhook.old_secret_until == later(START, 24 * HOUR)
    program.at = later(START, 24 * HOUR - 1)
    program.worker.run_due()
    webhooks.ping(program.book, CLUB, program.id)
    program.at = later(START, 24 * HOUR)
    program.worker.run_due()
    within, after = (Received(got.headers, got.body) for got in program.receiver.got)
    assert within.is_signed_with(renewed.secret)
    assert within.is_signed_with(program.secret)
    assert after.is_signed_with(renewed.secret)
    assert not after.is_signed_with(program.secret)


def test_a_secret_that_was_renewed_twice_signs_nothing_more(program: Program) -> None:
    program.add("night_closed")
    last, newest = (webhooks.rotate(program.book, CLUB, program.id).secret for _ in range(2))
    webhooks.ping(program.book, CLUB, program.id)
    program.worker.run_due()
    (got,) = program.receiver.got
    received = Received(got.headers, got.body)
    assert [received.is_signed_with(secret) for secret in (newest, last, program.secret)] == [True, True, False]


def test_what_was_due_to_a_webhook_that_was_removed_is_not_sent(program_on_both: Program) -> None:
    program = program_on_both
    program.add("night_closed")
    close(program)
    webhooks.remove(program.book, CLUB, program.id)
    program.worker.run_due()
    assert program.receiver.got == []
    assert len(program.deliveries("done")) == 1


def test_the_book_holds_no_secret_and_holds_together(program: Program, tmp_path: Path) -> None:
    program.add("night_closed", "night_opened")
    webhooks.ping(program.book, CLUB, program.id)
    close(program)
    program.worker.run_due()
    assert verify.verify_book(program.book).holds
    told = program.told()
    rebuild(program.book)
    program.worker.run_due()
    assert program.told() == told
    assert verify.verify_book(program.book).holds
    (row,) = webhooks_of(program.book.database, CLUB)
    assert program.secret.removeprefix("whsec_") not in str(row)


def test_a_webhook_stays_when_its_club_moves_and_is_in_a_backup_of_the_whole_book(
    program_on_both: Program, tmp_path: Path
) -> None:
    program = program_on_both
    program.add("night_closed")
    close(program)
    moved = open_book(f"sqlite:///{tmp_path / 'moved.db'}")
    copy_club(program.book.database, moved, CLUB)
    assert webhooks_of(moved, CLUB) == []
    assert [job.kind for job in Jobs(moved).listed() if job.kind == DELIVER] == []
    moved.close()
    back_up(program.book.database, tmp_path / "kept.db")
    restore(tmp_path / "kept.db", f"sqlite:///{tmp_path / 'again.db'}")
    again = open_book(f"sqlite:///{tmp_path / 'again.db'}")
    assert webhooks_of(again, CLUB) == webhooks_of(program.book.database, CLUB) != []
    assert len([job for job in Jobs(again).listed(("due",)) if job.kind == DELIVER]) == 1
    again.close()


def test_a_report_can_be_read_where_its_worker_never_was(database: Database, tmp_path: Path) -> None:
    """The files are made again from the book, byte for byte."""
    closed(database)
    Worker(JobContext(database, tmp_path / "there"), Jobs(database)).run_due()
    here = Book.on(database, home=tmp_path / "here")
    (key,) = [job.key for job in Jobs(database).listed() if job.key.startswith("render:")]
    told = of_jobs.show(here, CLUB, key)
    files = of_jobs.files(here, CLUB, key)
    written = {path.name: path.read_bytes() for path in (tmp_path / "there" / "reports" / NIGHT).iterdir()}
    assert files == written
    assert set(told.files) == set(files)
    assert told.job.outcome["files"][f"{key.rpartition(':')[2]}.txt"]["bytes"] == len(files[told.files[1]])
    assert not (tmp_path / "here").exists()


def test_nothing_is_told_while_nobody_listens(database: Database) -> None:
    played(database)
    assert [job for job in Jobs(database).listed() if job.kind == DELIVER] == []
