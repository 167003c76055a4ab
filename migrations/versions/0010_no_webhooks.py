"""Webhooks are gone: who a club told, what was still to be told, and the status that an answer had."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

# Their jobs are of a kind that no program does any more.
DELIVERIES = sa.text("kind = 'deliver_webhook'")


def upgrade() -> None:
    tries, jobs = sa.table("job_try", sa.column("key")), sa.table("job", sa.column("kind"))
    op.execute(sa.delete(tries).where(sa.text("key LIKE 'webhook:%'")))
    op.execute(sa.delete(jobs).where(DELIVERIES))
    op.drop_column("job_try", "status")
    op.drop_table("webhook")
