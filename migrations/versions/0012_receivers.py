"""Where the notifications of a club go: no event holds it, because whoever knows the address may write there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

# As many as the other tables have on PostgreSQL, so that a club lies in the same part of each.
PARTS = 8


def upgrade() -> None:
    op.create_table(
        "receiver",
        *(sa.Column(name, sa.Text, primary_key=True) for name in ("club", "id")),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("service", "address", "added_at")),
        postgresql_partition_by="HASH (club)",
    )
    if op.get_bind().dialect.name == "postgresql":
        for part in range(PARTS):
            op.execute(
                f"CREATE TABLE receiver_{part} PARTITION OF receiver "
                f"FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})"
            )
