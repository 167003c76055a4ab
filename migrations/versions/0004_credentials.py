"""What people and programs prove themselves by: tokens, browser sessions, sign-in links, passkeys; of each secret its SHA-256."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

# As many as the other tables have on PostgreSQL, so that a club lies in the same part of each.
PARTS = 8


def upgrade() -> None:
    op.create_table(
        "credential",
        sa.Column("club", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, primary_key=True),
        *(_text(name) for name in ("id", "kind", "player", "said", "label", "scope", "night", "key_id", "public_key")),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("uses_left", sa.Integer, nullable=False),
        _text("created_at"),
        *(sa.Column(name, sa.Text) for name in ("expires_at", "used_at")),
        sa.UniqueConstraint("club", "id", name="credential_club_id"),
        sa.CheckConstraint("kind IN ('token', 'session', 'link', 'passkey', 'challenge')", name="credential_kind"),
        postgresql_partition_by="HASH (club)",
    )
    if op.get_bind().dialect.name == "postgresql":
        for part in range(PARTS):
            op.execute(
                f"CREATE TABLE credential_{part} PARTITION OF credential "
                f"FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})"
            )


def _text(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Text, nullable=False)
