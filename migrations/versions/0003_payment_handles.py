"""How a player wants to be paid, kept beside the names: no event holds it, and it goes when the person is forgotten."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

# As many as the other tables have on PostgreSQL, so that a club lies in the same part of each.
PARTS = 8


def upgrade() -> None:
    op.create_table(
        "handle",
        *(sa.Column(name, sa.Text, primary_key=True) for name in ("club", "player", "kind")),
        sa.Column("handle", sa.Text, nullable=False),
        postgresql_partition_by="HASH (club)",
    )
    if op.get_bind().dialect.name == "postgresql":
        for part in range(PARTS):
            op.execute(
                f"CREATE TABLE handle_{part} PARTITION OF handle FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})"
            )
