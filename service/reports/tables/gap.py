"""Whose count was off, and by how much."""

from engine.reports.gap import GapAt
from engine.speech import say
from service.reports.forms.column import PEOPLE, Aside, Column, Setting, Table
from service.reports.forms.kinds import CHANGE, EVENT, MONEY, NUMBER, PLAYER, html, phrased, worded


def _counted_at(part: GapAt, setting: Setting) -> str:
    return _with_box(setting.name(part.player), part)


def _counted_at_on_page(part: GapAt, setting: Setting) -> str:
    return html(_with_box(PLAYER.page(part.player, setting), part))


def _with_box(name: str, part: GapAt) -> str:
    """The name; behind that of a banker whose box was counted when the bank passed on, that it was the box."""
    return say("{banker} (box)", banker=name) if part.box else name


COUNTED_AT = worded(_counted_at, page=_counted_at_on_page)

GAP: Table[GapAt] = Table(
    css="gap",
    totalled="In all",
    columns=(
        Column("player", COUNTED_AT, lambda part: part, PEOPLE, heading="page", wraps=True, heads=True),
        Column("book", NUMBER, lambda part: part.book, PEOPLE),
        Column("counted", NUMBER, lambda part: part.counted, PEOPLE),
        Column("gap", CHANGE, lambda part: part.chips, PEOPLE, total=lambda found: sum(part.chips for part in found)),
        Column(
            "{currency}", MONEY, lambda part: part.cents, PEOPLE, total=lambda found: sum(part.cents for part in found)
        ),
        Column("event", EVENT, lambda part: part.version, PEOPLE, aside=Aside(phrased("event {value}", EVENT))),
    ),
)
