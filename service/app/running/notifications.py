"""Notifications of a club: who receives them, what each says, and how one is sent.

Apprise sends them, in a process of its own (`delivering`). An address is a secret, because whoever knows it may write there:
it goes to that process and to no answer, log or event.
"""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date

import msgspec

from engine import commands
from engine.folding import effective
from engine.grammar import amount_text
from engine.house.agreements import HouseRules
from engine.ids import ClubId
from engine.reports.requests import requests
from engine.speech import say
from engine.wording import Voice, closed
from service.app.book import Book
from service.app.night.settling import reminders_in_its_language
from service.app.refusals import NoReceiver, NotAnAddress, NotDelivered, TooManyReceivers
from service.app.running import delivering
from service.app.seeing import see
from service.book.ids import fresh_id
from service.book.job_kinds import NOTIFY
from service.book.recording.outbox import notices_of_reminders, receiver_in
from service.book.store.jobs import Job, Jobs
from service.book.store.receivers import RECEIVERS_MAX, Receiver, drop_receiver, keep_receiver, receivers_of
from service.errors.extras import NOTIFY as LIBRARY
from service.errors.extras import insist_on, missing
from service.language.languages import LANGUAGES, in_language
from service.reports.night_report import report_view
from service.reports.phrases import NOBODY_OWES, result_text, transfer_text
from service.reports.requests import request_lines
from service.reports.views.club import ReceiverView
from service.reports.views.settling.settlement import frozen_plan
from service.reports.views.visible_night import VisibleNight

ADDRESS_MAX = 500
# To start the process takes two of them.
SENDING_SECONDS = 20
# No chat takes much more, and nobody reads it.
BODY_MAX = 1500


def listed(book: Book, club: ClubId) -> tuple[ReceiverView, ...]:
    """The receivers of a club, the first one first, each with what became of its last message; without their addresses."""
    last: dict[str, str] = {}
    for job in Jobs(book.database).page(("due", "claimed", "failed"), kind=NOTIFY, club=club):
        if job.error:
            last.setdefault(receiver_in(job.key), "failed" if job.state == "failed" else "again")
    return tuple(
        ReceiverView(
            id=one.id, service=one.service, ends=one.address[-2:], added_at=one.added_at, trouble=last.get(one.id, "")
        )
        for one in receivers_of(book.database, club)
    )


def add(book: Book, club: ClubId, stated: str) -> None:
    """Keeps where notifications of the club go. Refuses what Apprise does not know (NotAnAddress), and one too many."""
    insist_on(LIBRARY)
    address = stated.strip()
    if "://" not in address or len(address) > ADDRESS_MAX or not address.isprintable():
        raise NotAnAddress(most=ADDRESS_MAX)
    service = _delivered(book, address, "").get("service")
    if not service:
        raise NotAnAddress(most=ADDRESS_MAX)
    if not keep_receiver(book.database, Receiver(club, fresh_id("r"), service, address, book.now())):
        raise TooManyReceivers(most=RECEIVERS_MAX)


def remove(book: Book, club: ClubId, receiver: str) -> None:
    """Ends the notifications of a receiver. Refuses one that is not there (NoReceiver)."""
    if not drop_receiver(book.database, club, receiver):
        raise NoReceiver(receiver)
    # What was given up for it is done: there is nobody to be told.
    rows = Jobs(book.database)
    for job in rows.page(("failed",), kind=NOTIFY, club=club):
        if receiver_in(job.key) == receiver:
            rows.retry(club, job.key, book.now())


def send_test(book: Book, club: ClubId, receiver: str) -> str:
    """Sends a message that says it is a test, and says so. Refuses what `remove` refuses, and says why it failed (NotDelivered)."""
    known = _receiver(book, club, receiver)
    if known is None:
        raise NoReceiver(receiver)
    with book.handler() as handler:
        name = handler.clubs.load(club).club.name
    _send(book, known, say("This is a test of chipbook: here you read what happens in {club}.", club=name))
    return say("{service} has taken the message; look whether it is there.", service=known.service)


def ask_to_tell_of_reminders(book: Book, club: ClubId, *, day: str, after_days: int) -> None:
    """Asks for a message about what is unpaid to every receiver of the club."""
    receivers = [one.id for one in receivers_of(book.database, club)]
    rows = Jobs(book.database)
    fresh = [job for job in notices_of_reminders(club, day, after_days, receivers, book.now()) if rows.ask(job)]
    if fresh and book.tell:
        book.tell(fresh)


def tell_receiver(book: Book, job: Job) -> bool:
    """Does the job; False if there is nothing to tell any more, or nobody to be told. Says why it failed (NotDelivered)."""
    known = _receiver(book, job.club, job.receiver)
    text = _text_of(book, job) if known else ""
    if known is None or not text:
        return False
    _send(book, known, text)
    return True


def _receiver(book: Book, club: ClubId, receiver: str) -> Receiver | None:
    return next((one for one in receivers_of(book.database, club) if one.id == receiver), None)


def _send(book: Book, receiver: Receiver, text: str) -> None:
    if absent := missing(LIBRARY):
        raise NotDelivered(receiver.service, str(absent))
    body = text if len(text) <= BODY_MAX else f"{text[:BODY_MAX]}…"
    done = _delivered(book, receiver.address, body)
    match done["came"]:
        case "sent":
            return
        case "refused":
            because = say(
                "it is not on the public internet; the setting CHIPBOOK_NOTIFY can allow the house's own network"
            )
        case "late":
            because = say("it did not answer within {seconds} seconds", seconds=SENDING_SECONDS)
        case _ if done.get("status"):
            because = say("it answered {status}", status=done["status"])
        case _:
            because = say("it cannot be reached, or does not know this address")
    raise NotDelivered(receiver.service, because)


def _delivered(book: Book, address: str, body: str) -> dict[str, str]:
    """What the sending process says; see `delivering`. `late` if it was stopped."""
    asked = json.dumps({"address": address, "body": body, "house": book.notify_house})
    # Isolated: it needs the script and what is installed. The address comes by the pipe, because other users see arguments.
    command = (sys.executable, "-I", delivering.__file__)
    try:
        done = subprocess.run(  # noqa: S603 - our own script.
            command, input=asked, capture_output=True, text=True, timeout=SENDING_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return {"came": "late"}
    # What it writes besides may hold the address, so a fault of it is told as one that no plugin explained.
    return msgspec.json.decode(done.stdout, type=dict[str, str]) if done.returncode == 0 else {"came": "failed"}


def _text_of(book: Book, job: Job) -> str:
    """What a message says, in the language of the house; empty if it is no longer so."""
    if "day" in job.payload:
        return _of_reminders(book, job)
    view = see(book, job.night)
    now = [record.event for record in effective(view.records) if record.version == job.version]
    rules = view.opened.rules
    with in_language(LANGUAGES[rules.language], rules.rulebook):
        return "\n".join(_of_event(view, now[0], job.version)) if now else ""


def _of_event(view: VisibleNight, event: object, version: int) -> list[str]:
    voice = Voice(view.names, view.opened.currency)
    match event:
        case commands.OpenNight():
            banker = view.name(view.night.banker)
            opened = say("{night} is open; {banker} keeps the bank.", night=view.title, banker=banker)
            sitting = view.night.sitting
            return [opened, *([say("At the table: {people}.", people=voice.people(sitting))] if sitting else [])]
        case commands.AskForChips():
            open_ones = [one for one in requests(view.records) if one.version == version and one.state == "open"]
            return [closed(f"{view.title}: {line.told}") for line in request_lines(open_ones, voice)]
        case commands.CloseNight():
            report = report_view(view)
            accounts = {one.player: one for one in report.accounts}
            lines = [result_text(report, accounts[one.player]) for one in report.standings]
            return [say("{night} is closed.", night=view.title), *lines]
        case commands.FreezePlan():
            plan = frozen_plan(view)
            lines = [
                transfer_text(one.payer_name, one.payee_name, voice.money(one.cents), paid=one.paid_cents == one.cents)
                for one in (plan.transfers if plan else ())
            ]
            return [say("Who pays whom after {night}:", night=view.title), *(lines or [say(NOBODY_OWES)])]
        case _:
            return []


def _of_reminders(book: Book, job: Job) -> str:
    """What is unpaid, without how people want to be paid, which is nobody's business in a chat."""
    with book.handler() as handler:
        rules = handler.clubs.load(job.club).club.rules_now() or HouseRules()
    text = reminders_in_its_language(book, job.club, after_days=job.after_days, day=date.fromisoformat(job.day))
    with in_language(LANGUAGES[rules.language]):
        lines = [
            f"{transfer_text(one.name, debt.payee_name, money)} ({debt.night_name})"
            for one in text.reminders
            for debt in one.debts
            for money in (amount_text(debt.cents, debt.currency.exponent, debt.currency.code),)
        ]
        return "\n".join([say("Still to be paid:"), *lines]) if lines else ""
