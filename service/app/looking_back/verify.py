"""Proves what the book says: each night and club, and the book as a whole; and looks through a night event by event."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from service.app.book import Book
from service.app.night import putting_right
from service.app.night.lines import player_called
from service.app.refusals import NightNotInFile
from service.app.seeing import see_proven, see_stored, stored_until
from service.book.db import Database
from service.book.job_kinds import VERIFY
from service.book.moving.lines import read_unchecked
from service.book.progress import Tick, silently
from service.book.proof.book import prove_book, prove_whole_club
from service.book.proof.night import prove_night
from service.book.proof.reconciliation import Reconciliation, digest_of, reconciled
from service.book.proof.records import weighed_once
from service.book.proof.results import faults_of
from service.book.proof.stream import prove_events
from service.book.recording.outbox import head_of, verify_job
from service.book.store.chain import NIGHT, StoredEvent, stream_of_club, stream_of_night
from service.book.store.jobs import Jobs, outcome_of, record_outcome
from service.errors import JobMissing
from service.language.shorthand import SpokenCorrection
from service.language.shorthand.tokens import SpokenChange
from service.reports.views.putting_right import CorrectionView
from service.reports.views.verification import (
    BookProof,
    Defect,
    DifferenceView,
    Proof,
    Verification,
    VerificationJob,
    difference_view,
)
from service.reports.views.visible_night import VisibleNight

# A damaged book may have a finding for every event; the first ones show what is wrong.
KEPT_MAX = 200


def verify_night(book: Book, night_id: str, *, head: str = "", sees_everything: bool = True) -> Proof:
    """Everything that can be checked of one night. With a `head` kept elsewhere, also that the night still holds it.

    Only the banker sees findings that quote closed cards.
    """
    with book.handler() as handler:
        stream = handler.stream(night_id)
    with book.database.at_one_moment():
        return prove_night(book.database, stream, head=head, named=True, sees_everything=sees_everything)


def verify_club(book: Book, club_id: str, *, head: str = "") -> BookProof:
    """Every night of a club, and last the club. With a `head` of the club kept elsewhere, also that nothing is missing.

    For those who see every card of the club, because findings quote them. Refuses a club that is not there (ClubMissing).
    """
    with book.database.at_one_moment():
        proofs = prove_whole_club(book.database, club_id, head=head, named=True)
    return BookProof(holds=all(proof.holds for proof in proofs), proofs=tuple(proofs))


def verify_book(book: Book, *, tick: Tick = silently) -> BookProof:
    """Every night of the book, then every club, and last what is kept beside them."""
    with book.database.at_one_moment():
        proofs = prove_book(book.database, named=True, tick=tick)
    return BookProof(holds=all(proof.holds for proof in proofs), proofs=tuple(proofs))


def ask_for_verification(book: Book, club_id: str, *, head: str = "") -> VerificationJob:
    """Has a worker verify a club with its nights; `head` is one of the club that was kept elsewhere.

    Whoever asks for the same while one is due or being done is told of that one. Refuses a club that is not there
    (ClubMissing).
    """
    with book.handler() as handler:
        handler.clubs.load(club_id)
    rows, draft = Jobs(book.database), verify_job(club_id, book.now(), head)
    for job in rows.page(("due", "claimed"), kind=VERIFY, club=club_id):
        if head_of(job.key) == head:
            return verification_job(book, club_id, job.key)
    if rows.ask(draft) and book.tell is not None:
        book.tell([draft])
    return verification_job(book, club_id, draft.key)


def verification_job(book: Book, club_id: str, key: str) -> VerificationJob:
    """How far a verification of a club has come, and once it is done, what it found. Refuses a key of none (JobMissing)."""
    result = Jobs(book.database).one(club_id, key)
    if result is None or result.kind != VERIFY:
        raise JobMissing(key)
    return VerificationJob(
        club=club_id,
        job=key,
        state=result.state,
        steps_done=result.steps if result.state == "done" else result.steps_done,
        steps=result.steps,
        error=result.error or "",
        found=verification_of(book.database, club_id, key),
    )


def keep_verification(book: Book, club_id: str, *, key: str, head: str = "", tick: Tick = silently) -> Verification:
    """Everything that is wrong with a club and its nights now. Under the key, the first outcome stands.

    People are named by their ids, because what is kept never changes. Refuses a club that is not there (ClubMissing).
    """
    verification = _verification(book, club_id, head, tick)
    record_outcome(
        book.database,
        club=club_id,
        key=key,
        digest=sha256(key.encode()).hexdigest(),
        stream=stream_of_club(club_id).name,
        body=msgspec.json.encode(verification).decode(),
    )
    return verification


def verification_of(database: Database, club: str, key: str) -> Verification | None:
    """The outcome of the verification with this key; None before a worker has done it."""
    outcome = outcome_of(database, club, key)
    return None if outcome is None else msgspec.json.decode(outcome, type=Verification)


def night_of(defect: Defect) -> str:
    """The id of the night that is not as it should be; empty if it is none."""
    return defect.stream.removeprefix(NIGHT)


def _verification(book: Book, club_id: str, head: str, tick: Tick) -> Verification:
    checked_at = book.now()
    with book.database.at_one_moment():
        proofs = prove_whole_club(book.database, club_id, head=head, tick=tick)
    findings = [fault for proof in proofs for fault in proof.faults]
    remarks = [
        Defect(stream=NIGHT + proof.night if proof.night else "", sentence=remark)
        for proof in proofs
        for remark in proof.remarks
    ]
    limits = dict.fromkeys(limit for proof in proofs for limit in proof.not_vouched)
    return Verification(
        checked_at=checked_at,
        nights=len(proofs) - 1,
        holds=not findings,
        findings_in_all=len(findings),
        findings=tuple(findings[:KEPT_MAX]),
        remarks=tuple(remarks[:KEPT_MAX]),
        not_vouched=tuple(limits),
    )


def reconcile(book: Book, club: str, night_id: str, version: int, *, key: str) -> Reconciliation:
    """The reconciliation of the night as it was at a version; the outcome is kept under the key.

    Done again, it changes nothing. Refuses what `see_in_club` refuses, and a key that stands for another request
    (KeyReused).
    """
    stream, stored = stream_of_night(club, night_id), stored_until(book, club, night_id, version)
    view = see_stored(book, stream, stored)
    _, checks = prove_events(stream, stored, weighing=partial(weighed_once, view.head))
    reconciliation = reconciled(night_id, view.records, view.night, view.head, faults_of(checks))
    record_outcome(
        book.database,
        club=club,
        key=key,
        digest=digest_of(night_id, version, view.head),
        stream=stream.name,
        body=msgspec.json.encode(reconciliation).decode(),
    )
    return reconciliation


def see_as(book: Book, night_id: str, player: str = "") -> VisibleNight:
    """The night as the player of this name may see it, or with all its cards. Refuses a night that does not hold."""
    view = see_proven(book, night_id)
    if not player:
        return view
    return replace(view, sees_cards=False, viewer=player_called(view, player), before_hand=None)


def without(book: Book, view: VisibleNight, events: Sequence[int], *, stop_at: int | None = None) -> CorrectionView:
    """What would change if these events had never been; nothing is recorded.

    From `stop_at` on nothing counts. Refuses what the rules could not have gone on from, and names it.
    """
    changes = tuple(SpokenChange(version) for version in events)
    return putting_right.without(book, view, SpokenCorrection(changes, stop_at, ""))


def against_file(book: Book, night_id: str, text: str) -> DifferenceView:
    """The difference between the night and the one in an export, whether or not that holds.

    It is the night of the same id, or the only one in the file.
    """
    ours = _stored(book, night_id)
    nights = {stream.night: events for stream, events in read_unchecked(text.splitlines()).items() if stream.night}
    theirs = nights.get(night_id) or (next(iter(nights.values())) if len(nights) == 1 else None)
    if not theirs:
        raise NightNotInFile(night_id, sorted(nights))
    return difference_view(ours, theirs)


def against_book(book: Book, night_id: str, place: str) -> DifferenceView:
    """The difference between the night and the one of the same id in the book of this file or URL."""
    ours = _stored(book, night_id)
    other = Book.open_existing(place)
    assert other is not None, "A named place without a book is refused."
    with other:
        return difference_view(ours, _stored(other, night_id))


def _stored(book: Book, night_id: str) -> list[StoredEvent]:
    with book.handler() as handler:
        return handler.store.read(handler.stream(night_id))
