"""Compares the clock of this machine with the times that the book has recorded already."""

from __future__ import annotations

from datetime import datetime

import msgspec
from sqlalchemy import LargeBinary, cast, select

from service.db import Database
from service.payload_limits import is_time
from service.store.rows import EVENT

# The clocks of two machines differ a little.
BEHIND_SECONDS = 120


class _Body(msgspec.Struct):
    recorded_at: str = ""


def is_behind(database: Database, now: str) -> str:
    """A sentence if the clock shows an earlier time than that of the last recorded event; else empty."""
    last = select(cast(EVENT.c.body, LargeBinary) if database.dialect == "sqlite" else EVENT.c.body)
    with database.reading() as connection:
        body = connection.scalar(last.order_by(EVENT.c.position.desc()).limit(1))
    try:
        recorded_at = msgspec.json.decode(body or "{}", type=_Body).recorded_at
    except msgspec.DecodeError:
        # A damaged event is left for verification to report.
        return ""
    if not is_time(recorded_at):
        return ""
    behind = (datetime.fromisoformat(recorded_at) - datetime.fromisoformat(now)).total_seconds()
    if behind <= BEHIND_SECONDS:
        return ""
    return f"The clock was set back: it shows {now}, but the last event of the book was recorded at {recorded_at}."
