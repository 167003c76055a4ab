"""How each try of a job ended, and the addresses that clubs want to be told at."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

# As many as the other tables have on PostgreSQL, so that a club lies in the same part of each.
PARTS = 8


def upgrade() -> None:
    _create(
        "job_try",
        *_keys("club", "key"),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        *_texts("at", "worker", "result", "sentence"),
        sa.Column("took_ms", sa.Integer),
        sa.Column("status", sa.Integer),
        sa.CheckConstraint("result IN ('done', 'again', 'failed', 'died')", name="job_try_result"),
    )
    _create(
        "webhook",
        *_keys("club", "id"),
        *_texts("url", "events", "state", "created_at"),
        sa.Column("generation", sa.Integer, nullable=False),
        *_texts("fingerprint"),
        *(sa.Column(name, sa.Text) for name in ("failing_since", "off_because")),
        sa.CheckConstraint("state IN ('on', 'off')", name="webhook_state"),
    )


def _create(table: str, *columns: Any) -> None:
    op.create_table(table, *columns, postgresql_partition_by="HASH (club)")
    if op.get_bind().dialect.name == "postgresql":
        for part in range(PARTS):
            op.execute(
                f"CREATE TABLE {table}_{part} PARTITION OF {table} FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})"
            )


def _keys(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, primary_key=True) for name in names]


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names]
