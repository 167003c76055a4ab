"""Adds every player's name in the form in which names are compared, so that no two players of a club have the same."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from engine.spelling import compared

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

PLAYER = sa.table("player", *(sa.column(name, sa.Text) for name in ("id", "club", "name", "compared")))


def upgrade() -> None:
    op.add_column("player", sa.Column("compared", sa.Text, nullable=False, server_default=""))
    connection = op.get_bind()
    taken: set[tuple[str, str]] = set()
    for row in connection.execute(sa.select(PLAYER).order_by(PLAYER.c.id)).all():
        name = _free(row.club, row.name, taken)
        taken.add((row.club, compared(name)))
        connection.execute(PLAYER.update().where(PLAYER.c.id == row.id).values(name=name, compared=compared(name)))
    op.create_index("player_club_compared", "player", ["club", "compared"], unique=True)


def _free(club: str, name: str, taken: set[tuple[str, str]]) -> str:
    """The name itself, or the name with a number: two people with the same name so far stay two people."""
    free, number = name, 1
    while (club, compared(free)) in taken:
        number += 1
        free = f"{name} ({number})"
    return free
