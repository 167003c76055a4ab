"""What each phone has signed last of a night by itself: as acts, the stream of a club would grow with every phone and hand."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

# As many as the other tables have on PostgreSQL, so that a club lies in the same part of each.
PARTS = 8


def upgrade() -> None:
    op.create_table(
        "countersignature",
        *(sa.Column(name, sa.Text, primary_key=True) for name in ("club", "night", "key")),
        sa.Column("version", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("head", "signature")),
        postgresql_partition_by="HASH (club)",
    )
    if op.get_bind().dialect.name == "postgresql":
        for part in range(PARTS):
            op.execute(
                f"CREATE TABLE countersignature_{part} PARTITION OF countersignature "
                f"FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})"
            )
