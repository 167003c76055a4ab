"""The first schema: events, requests, jobs, clubs and players, and the triggers that make the first two append-only.

There is no downgrade: a migration never takes a book apart.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

COUNTER = sa.BigInteger().with_variant(sa.Integer, "sqlite")

# For each append-only table: the condition under which a new row would replace an old one. INSERT OR REPLACE deletes the
# old row, and fires the trigger on DELETE only if the connection asks for it; so a trigger on INSERT refuses it for
# everybody.
TAKES_A_PLACE = {
    "event": "position = NEW.position OR (stream = NEW.stream AND version = NEW.version) OR hash = NEW.hash",
    "request": "club = NEW.club AND key = NEW.key",
}

SQLITE_GUARDS = (
    (
        "CREATE TRIGGER {table}_refuses_update BEFORE UPDATE ON {table} "
        "BEGIN SELECT RAISE(ABORT, 'The book is append-only: no {table} is ever changed.'); END"
    ),
    (
        "CREATE TRIGGER {table}_refuses_delete BEFORE DELETE ON {table} "
        "BEGIN SELECT RAISE(ABORT, 'The book is append-only: no {table} is ever deleted.'); END"
    ),
    (
        "CREATE TRIGGER {table}_refuses_replace BEFORE INSERT ON {table} "
        "WHEN EXISTS (SELECT 1 FROM {table} WHERE {condition}) "
        "BEGIN SELECT RAISE(ABORT, 'The book is append-only: no {table} is ever replaced.'); END"
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

# ENABLE ALWAYS: also for a session that claims to be a replica to keep triggers from firing.
POSTGRESQL_GUARDS = (
    (
        "CREATE TRIGGER {table}_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION chipbook_refuse_change()"
    ),
    "ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_refuses_change",
)


def upgrade() -> None:
    _create_event()
    _create_request()
    _create_job()
    _create_names()
    if op.get_bind().dialect.name == "sqlite":
        _guard_on_sqlite()
    else:
        _guard_on_postgresql()


def _create_event() -> None:
    op.create_table(
        "event",
        sa.Column("position", COUNTER, sa.Identity(always=True), primary_key=True),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("schema", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("prev_hash", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.UniqueConstraint("stream", "version", name="event_stream_version"),
        sa.UniqueConstraint("hash", name="event_hash"),
        sa.CheckConstraint("position > 0", name="event_position_counts_from_one"),
        sa.CheckConstraint("version > 0", name="event_version_counts_from_one"),
        sqlite_autoincrement=True,
    )


def _create_request() -> None:
    op.create_table(
        "request",
        sa.Column("club", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("first_version", sa.Integer, nullable=False),
        sa.Column("last_version", sa.Integer, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
    )


def _create_job() -> None:
    op.create_table(
        "job",
        sa.Column("id", COUNTER, sa.Identity(always=True), primary_key=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due_at", sa.Text, nullable=False),
        sa.Column("claimed_at", sa.Text),
        sa.Column("claimed_by", sa.Text),
        sa.Column("done_at", sa.Text),
        sa.Column("error", sa.Text),
        sa.UniqueConstraint("key", name="job_key"),
        sa.CheckConstraint("state IN ('due', 'claimed', 'done', 'failed')", name="job_state"),
        sqlite_autoincrement=True,
    )
    op.create_index("job_state_due_at", "job", ["state", "due_at"])


def _create_names() -> None:
    op.create_table(
        "club",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("club", sa.Text, sa.ForeignKey("club.id"), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.UniqueConstraint("club", "name", name="player_club_name"),
    )


def _guard_on_sqlite() -> None:
    for table, condition in TAKES_A_PLACE.items():
        for statement in SQLITE_GUARDS:
            op.execute(statement.format(table=table, condition=condition))


def _guard_on_postgresql() -> None:
    op.execute(POSTGRESQL_FUNCTION)
    for table in TAKES_A_PLACE:
        for statement in POSTGRESQL_GUARDS:
            op.execute(statement.format(table=table))
