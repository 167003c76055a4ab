"""What a job came to, as it is kept under the job's key and shown with it."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from service.app.book import Book
from service.book.db import Database
from service.book.job_kinds import PlanKept, RemindersKept, ReportKept
from service.book.store.outcomes import outcome_of, record_outcome
from service.book.store.streams import stream_of_club, stream_of_night

Kept = PlanKept | ReportKept | RemindersKept


def keep_outcome(book: Book, club: str, key: str, told: Kept, *, night: str = "") -> None:
    """Keeps what a job about a night, or about the whole club, came to. It names people by ids only.

    Of a job that was done twice, the first outcome stands.
    """
    stream = stream_of_night(club, night) if night else stream_of_club(club)
    record_outcome(
        book.database,
        club=club,
        key=key,
        digest=sha256(key.encode()).hexdigest(),
        stream=stream.name,
        body=msgspec.json.encode(told, order="sorted").decode(),
    )


def outcome_told(database: Database, club: str, key: str) -> dict[str, Any] | None:
    """The outcome of the job with this key, as JSON holds it; None before it is done, and for kinds that keep none.

    Raises msgspec.DecodeError if it was changed and is none any more.
    """
    kept = outcome_of(database, club, key)
    return None if kept is None else msgspec.json.decode(kept, type=dict[str, Any])
