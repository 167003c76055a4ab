"""What each night that is over came to for every player's account: an account of all nights reads the list, and no events.

Long jobs say how far they are. Nights that were over before get theirs here, made from their events like those of a rebuild.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("night", sa.Column("accounts", sa.Text, nullable=False, server_default=""))
    for name in ("steps_done", "steps"):
        op.add_column("job", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    connection = op.get_bind()
    if connection.execute(sa.text("SELECT 1 FROM night WHERE phase <> 'open' LIMIT 1")).first():
        # Needs the engine, which a new book does without.
        from service.book.moving.rebuilding import make_accounts  # noqa: PLC0415

        make_accounts(connection)
