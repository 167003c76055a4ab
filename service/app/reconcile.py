"""Compares a closed night with its counts, its chain and its rules, and keeps the outcome under a key."""

from __future__ import annotations

import msgspec

from service.app.book import Book
from service.app.seeing import see_in_club
from service.db import Database
from service.proof.reconciliation import Reconciliation, digest_of, reconciled
from service.proof.results import faults_of
from service.proof.stream import prove_events
from service.store.event_store import EventStore
from service.store.outcomes import outcome_of, record_outcome
from service.store.streams import stream_of_night


def reconcile(book: Book, club: str, night_id: str, version: int, *, key: str) -> Reconciliation:
    """The reconciliation of the night as it was at a version; the outcome is kept under the key.

    Done again, it changes nothing. Refuses what `see_in_club` refuses, and a key that stands for another request
    (KeyReused).
    """
    seen = see_in_club(book, club, night_id, version)
    stream = stream_of_night(club, night_id)
    _, checks = prove_events(stream, EventStore(book.database).read(stream, up_to=version))
    found = reconciled(night_id, seen.records, seen.head, faults_of(checks))
    record_outcome(
        book.database,
        club=club,
        key=key,
        digest=digest_of(night_id, version, seen.head),
        stream=stream.name,
        body=msgspec.json.encode(found).decode(),
    )
    return found


def reconciliation_of(database: Database, club: str, key: str) -> Reconciliation | None:
    """The outcome of the reconciliation with this key; None before a worker has done it."""
    outcome = outcome_of(database, club, key)
    return None if outcome is None else msgspec.json.decode(outcome, type=Reconciliation)
