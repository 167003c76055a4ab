"""What everybody may see of a club, in the list of clubs: its own stream says so, and nothing is published before it does."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("club", sa.Column("published", sa.Text, nullable=False, server_default=""))
