"""The log of hands and the games of the night as columns of text."""

from engine.wording import signed
from service.reports.columns import Column, paragraph, table
from service.reports.local_time import Clock
from service.reports.night_report import HandLine, NightReport
from service.reports.phrases import (
    TABLE_NAMED,
    dealer_told,
    departures_told,
    hand_heading,
    named_by_table,
    pot_told,
    stakes_told,
)

HAND_COLUMNS = (Column("hand", right=True), Column("event"), Column("time"), Column("", wraps=True))
GAME_COLUMNS = (
    Column("", wraps=True),
    Column("hands", right=True),
    Column("chips put in", right=True),
    Column("best for"),
    Column("", right=True),
    Column("worst for"),
    Column("", right=True),
)


def hand_lines(report: NightReport, clock: Clock, width: int) -> list[str]:
    """Every hand: game, dealer, how it ended, and what each player put in."""
    rows: list[tuple[str, str, str, str]] = []
    for hand in report.hands:
        events = f"{hand.first}-{hand.last}"
        time = clock.time(hand.ended_at or hand.started_at)
        rows.append((f"{hand.number}", events, time, _ended(report, hand)))
        rows.append(("", "", "", stakes_told(report, hand)))
    if not rows:
        return []
    legend = paragraph(TABLE_NAMED, width) if named_by_table(report) else []
    return [*table(HAND_COLUMNS, rows, width), *legend]


def _ended(report: NightReport, hand: HandLine) -> str:
    told = f"{hand_heading(hand)}, {dealer_told(report, hand)}, {pot_told(hand)}: {hand.told} {departures_told(hand)}"
    return told.rstrip()


def game_lines(report: NightReport, width: int) -> list[str]:
    """The games of the night, with the best and worst result in each."""
    rows = [
        (
            game.game,
            f"{game.hands}",
            f"{game.chips}",
            report.name(game.results[0].player),
            signed(game.results[0].net),
            report.name(game.results[-1].player),
            signed(game.results[-1].net),
        )
        for game in report.games
    ]
    return table(GAME_COLUMNS, rows, width) if rows else []
