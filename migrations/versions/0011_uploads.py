"""Files that somebody is bringing into the book by the page or the API, and what came of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

# As many as the other tables have on PostgreSQL, so that a club lies in the same part of each.
PARTS = 8


def upgrade() -> None:
    op.create_table(
        "upload",
        *(sa.Column(name, sa.Text, primary_key=True) for name in ("club", "id")),
        *(
            sa.Column(name, sa.Text, nullable=False)
            for name in ("kind", "state", "actor", "language", "created_at", "answers", "preview", "nights", "job")
        ),
        sa.Column("files", sa.LargeBinary),
        postgresql_partition_by="HASH (club)",
    )
    if op.get_bind().dialect.name == "postgresql":
        for part in range(PARTS):
            op.execute(
                f"CREATE TABLE upload_{part} PARTITION OF upload FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})"
            )
