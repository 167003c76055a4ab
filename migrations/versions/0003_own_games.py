"""The club's own games: each version of a game as it was written and as it was read, append-only."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

# A new row must not replace an old one; INSERT OR REPLACE would delete the old one silently.
SQLITE_GUARDS = (
    (
        "CREATE TRIGGER own_game_refuses_update BEFORE UPDATE ON own_game "
        "BEGIN SELECT RAISE(ABORT, 'The book is append-only: no own_game is ever changed.'); END"
    ),
    (
        "CREATE TRIGGER own_game_refuses_delete BEFORE DELETE ON own_game "
        "BEGIN SELECT RAISE(ABORT, 'The book is append-only: no own_game is ever deleted.'); END"
    ),
    (
        "CREATE TRIGGER own_game_refuses_replace BEFORE INSERT ON own_game WHEN EXISTS "
        "(SELECT 1 FROM own_game WHERE club = NEW.club AND compared = NEW.compared AND version = NEW.version) "
        "BEGIN SELECT RAISE(ABORT, 'The book is append-only: no own_game is ever replaced.'); END"
    ),
)

# The first migration made the function.
POSTGRESQL_GUARDS = (
    (
        "CREATE TRIGGER own_game_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON own_game "
        "FOR EACH STATEMENT EXECUTE FUNCTION chipbook_refuse_change()"
    ),
    "ALTER TABLE own_game ENABLE ALWAYS TRIGGER own_game_refuses_change",
)

# If the role of the program uses this book already, it needs its rights on the new table.
POSTGRESQL_GRANT = """
DO $$ BEGIN
    IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'chipbook_app') THEN
        IF has_table_privilege('chipbook_app', 'event', 'INSERT') THEN
            GRANT SELECT, INSERT ON own_game TO chipbook_app;
        END IF;
    END IF;
END $$
"""


def upgrade() -> None:
    op.create_table(
        "own_game",
        sa.Column("club", sa.Text, sa.ForeignKey("club.id"), primary_key=True),
        sa.Column("compared", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("declaration", sa.Text, nullable=False),
        sa.Column("added_at", sa.Text, nullable=False),
        sa.CheckConstraint("version > 0", name="own_game_version_counts_from_one"),
    )
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    for statement in SQLITE_GUARDS if on_sqlite else (*POSTGRESQL_GUARDS, POSTGRESQL_GRANT):
        op.execute(statement)
