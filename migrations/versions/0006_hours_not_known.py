"""Hours at the table may be unknown: a night that was typed later says only those that somebody told.

The results of all nights that are over are made again from their events.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("night_result") as table:
        table.alter_column("minutes", existing_type=sa.Integer(), nullable=True)
    connection = op.get_bind()
    if connection.execute(sa.text("SELECT 1 FROM night WHERE phase <> 'open' LIMIT 1")).first():
        # Needs the engine, which a new book does without.
        from service.book.moving.rebuilding import make_results  # noqa: PLC0415

        make_results(connection, every_hour_is_known=False)
