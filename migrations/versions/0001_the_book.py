"""The book: every table by club, its events append-only; on PostgreSQL each table in parts, by a hash of the club.

There is no downgrade: a migration never takes a book apart. What this one made is never changed; what a later format needs,
a later migration adds.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# How many parts a table has on PostgreSQL. A club lies in one part of each table.
PARTS = 8

SQLITE_GUARDS = (
    (
        "CREATE TRIGGER event_refuses_update BEFORE UPDATE ON event "
        "BEGIN SELECT RAISE(ABORT, 'The book is append-only: no event is ever changed.'); END"
    ),
    (
        "CREATE TRIGGER event_refuses_delete BEFORE DELETE ON event "
        "BEGIN SELECT RAISE(ABORT, 'The book is append-only: no event is ever deleted.'); END"
    ),
    # INSERT OR REPLACE deletes the old row, and fires the trigger on DELETE only if the connection asks for it; so a
    # trigger on INSERT refuses it for everybody.
    (
        "CREATE TRIGGER event_refuses_replace BEFORE INSERT ON event WHEN EXISTS "
        "(SELECT 1 FROM event WHERE club = NEW.club AND stream = NEW.stream AND version = NEW.version) "
        "BEGIN SELECT RAISE(ABORT, 'The book is append-only: no event is ever replaced.'); END"
    ),
)

POSTGRESQL_FUNCTION = """
CREATE FUNCTION chipbook_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The book is append-only: % of % is refused.', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$
"""

# ENABLE ALWAYS: also for a session that claims to be a replica to keep triggers from firing. A statement that names a part
# fires only the triggers of the part, so every part has its own.
POSTGRESQL_GUARDS = (
    (
        "CREATE TRIGGER {table}_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION chipbook_refuse_change()"
    ),
    "ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_refuses_change",
)


def upgrade() -> None:
    _events()
    _answers_and_jobs()
    _people()
    _lists()
    if op.get_bind().dialect.name == "sqlite":
        for statement in SQLITE_GUARDS:
            op.execute(statement)
        return
    op.execute(POSTGRESQL_FUNCTION)
    for table in ("event", *(f"event_{part}" for part in range(PARTS))):
        for statement in POSTGRESQL_GUARDS:
            op.execute(statement.format(table=table))


def _events() -> None:
    _create(
        "event",
        _key("club"),
        _key("stream"),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        _text("type"),
        _number("schema"),
        _text("body"),
        _text("prev_hash"),
        _text("hash"),
        sa.CheckConstraint("version > 0", name="event_version_counts_from_one"),
        # A row with a place of its own in the file could be replaced by that place, past the guard on its key.
        sqlite_with_rowid=False,
    )


def _answers_and_jobs() -> None:
    _create(
        "request",
        _key("club"),
        _key("key"),
        _text("digest"),
        _text("stream"),
        _number("first_version"),
        _number("last_version"),
    )
    _create("outcome", _key("club"), _key("key"), _text("digest"), _text("stream"), _text("body"))
    _create(
        "job",
        _key("club"),
        _key("key"),
        _text("kind"),
        _text("payload"),
        _text("state"),
        _number("attempts"),
        _text("due_at"),
        *(sa.Column(name, sa.Text) for name in ("claimed_at", "claimed_by", "done_at", "error")),
        sa.CheckConstraint("state IN ('due', 'claimed', 'done', 'failed')", name="job_state"),
    )
    op.create_index("job_state_due_at", "job", ["state", "due_at"])


def _people() -> None:
    _create(
        "player",
        _key("club"),
        _key("id"),
        _text("name"),
        _text("compared"),
        _text("salt"),
        sa.UniqueConstraint("club", "compared", name="player_club_compared"),
    )
    _create("token", _key("club"), _key("digest"), _text("role"), _text("created_at"), sa.Column("revoked_at", sa.Text))


def _lists() -> None:
    _create("club", _key("club"), _text("name"), _text("founded_at"))
    _create(
        "night",
        _key("club"),
        _key("night"),
        *(_text(name) for name in ("recorded_at", "opened_at", "name", "zone", "currency")),
        _number("exponent"),
        _text("phase"),
        _text("players"),
        _number("hands"),
        _number("unpaid_cents"),
    )
    op.create_index("night_id", "night", ["night"])
    op.create_index("night_recorded_at", "night", ["recorded_at", "night"])


def _create(table: str, *columns: Any, **options: Any) -> None:
    op.create_table(table, *columns, postgresql_partition_by="HASH (club)", **options)
    if op.get_bind().dialect.name == "postgresql":
        for part in range(PARTS):
            op.execute(
                f"CREATE TABLE {table}_{part} PARTITION OF {table} FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})"
            )


def _key(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, primary_key=True)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)
