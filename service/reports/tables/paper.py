"""The sheet of a score that is kept on paper: every score with everyone's total after it."""

from dataclasses import dataclass

from markupsafe import escape

from engine.grammar import listed
from engine.reports.paper import Paper, PaperLine
from engine.speech import say
from service.reports.forms.column import (
    CSV,
    EVENT,
    NO_PAGE,
    NUMBER,
    PEOPLE,
    PLAYER,
    Column,
    Setting,
    Table,
    harmless,
    worded,
)


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A score; in a spreadsheet, one player's part of it. `place` is the player's place among the totals."""

    line: PaperLine
    player: str = ""
    place: int = 0

    @property
    def points(self) -> int:
        """The points that the player scored."""
        return self.line.points if self.player in self.line.players else 0


def _each(line: PaperLine) -> str:
    if len(line.players) > 1:
        return say("{what}, {points} each", what=line.what, points=line.points)
    return f"{line.what}, {line.points}"


def _score(line: PaperLine, setting: Setting) -> str:
    players = listed([setting.name(player) for player in line.players])
    return say("{score} for {players}", score=_each(line), players=players)


SCORE = worded(_score, csv=lambda line, _: harmless(line.what))


def paper_table(sheet: Paper) -> Table[PaperRow]:
    """The columns, one of them for each player of the sheet."""
    return Table(
        css="gap",
        columns=(
            Column("hand", NUMBER, lambda row: row.line.hand, heads=True, note=lambda row, _: escape(_each(row.line))),
            Column("event", EVENT, lambda row: row.line.version, css="wide"),
            Column("what", SCORE, lambda row: row.line, NO_PAGE, heading="page", wraps=True),
            *(_total_of(place, player) for place, player in enumerate(sheet.players)),
            Column("player", PLAYER, lambda row: row.player, CSV),
            Column("points", NUMBER, lambda row: row.points, CSV),
            Column("total", NUMBER, lambda row: row.line.totals[row.place], CSV),
        ),
    )


def paper_rows(sheet: Paper) -> list[PaperRow]:
    """One row for each score."""
    return [PaperRow(line) for line in sheet.lines]


def paper_rows_by_player(sheet: Paper) -> list[PaperRow]:
    """One row for each score and player; the last ones hold the totals."""
    return [PaperRow(line, player, place) for line in sheet.lines for place, player in enumerate(sheet.players)]


def _total_of(place: int, player: str) -> Column[PaperRow]:
    return Column("", NUMBER, lambda row: row.line.totals[place], PEOPLE, of_player=player)
