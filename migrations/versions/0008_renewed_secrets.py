"""When the secret of a webhook was renewed: for a while the one before it signs too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("webhook", sa.Column("renewed_at", sa.Text, nullable=True))
