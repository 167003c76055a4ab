"""Whose count was off, and by how much."""

from engine.reports.gap import GapAt
from service.tables.column import PEOPLE, Aside, Column, Table
from service.tables.kinds import CHANGE, EVENT, MONEY, NUMBER, PLAYER, phrased

GAP: Table[GapAt] = Table(
    css="gap",
    totalled="In all",
    columns=(
        Column("player", PLAYER, lambda part: part.player, PEOPLE, heading="page", wraps=True, heads=True),
        Column("book", NUMBER, lambda part: part.book, PEOPLE),
        Column("counted", NUMBER, lambda part: part.counted, PEOPLE),
        Column("gap", CHANGE, lambda part: part.chips, PEOPLE, total=lambda found: sum(part.chips for part in found)),
        Column(
            "{currency}", MONEY, lambda part: part.cents, PEOPLE, total=lambda found: sum(part.cents for part in found)
        ),
        Column("event", EVENT, lambda part: part.version, PEOPLE, aside=Aside(phrased("event {}", EVENT))),
    ),
)
