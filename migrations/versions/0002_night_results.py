"""What each night that is over came to, by player, for standings over many nights.

Nights that were over before get their rows here, made from their events like those of a rebuild.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

PARTS = 8
_BIG = ("result_cents", "issued", "left_with")


def upgrade() -> None:
    op.create_table(
        "night_result",
        *(sa.Column(name, sa.Text, primary_key=True) for name in ("club", "night", "player")),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("opened_at", "ended_at")),
        sa.Column("unit", sa.Integer, nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in _BIG),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("minutes", "hands", "won")),
        sa.Column("more", sa.Text, nullable=False),
        postgresql_partition_by="HASH (club)",
    )
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        for part in range(PARTS):
            op.execute(
                f"CREATE TABLE night_result_{part} PARTITION OF night_result "
                f"FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})"
            )
    if connection.execute(sa.text("SELECT 1 FROM night WHERE phase <> 'open' LIMIT 1")).first():
        # Needs the engine, which a new book does without.
        from service.book.moving.rebuilding import make_results  # noqa: PLC0415

        make_results(connection)
