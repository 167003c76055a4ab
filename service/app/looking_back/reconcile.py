"""Compares a closed night with its counts, its chain and its rules, and keeps the outcome under a key."""

from __future__ import annotations

from functools import partial

import msgspec

from service.app.book import Book
from service.app.seeing import see_stored, stored_until
from service.book.db import Database
from service.book.proof.reconciliation import Reconciliation, digest_of, reconciled
from service.book.proof.results import faults_of
from service.book.proof.sealed import weighed_once
from service.book.proof.stream import prove_events
from service.book.store.jobs import outcome_of, record_outcome
from service.book.store.streams import stream_of_night


def reconcile(book: Book, club: str, night_id: str, version: int, *, key: str) -> Reconciliation:
    """The reconciliation of the night as it was at a version; the outcome is kept under the key.

    Done again, it changes nothing. Refuses what `see_in_club` refuses, and a key that stands for another request
    (KeyReused).
    """
    stream, stored = stream_of_night(club, night_id), stored_until(book, club, night_id, version)
    seen = see_stored(book, stream, stored)
    _, checks = prove_events(stream, stored, weighing=partial(weighed_once, seen.head))
    found = reconciled(night_id, seen.records, seen.head, faults_of(checks), night=seen.night)
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
