"""A season as plain text and as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.grammar import amount_told, counted
from service.reports.season import (
    OTHERS_CALLED,
    AchievedBy,
    OwnSeason,
    PlayerSeason,
    SeasonTable,
    Standings,
)
from service.reports.tables.season import (
    ACHIEVED,
    GAMES,
    GAMES_OF_PLAYERS,
    NIGHTS,
    OWN_LINE,
    PAIRS,
    STANDINGS,
    setting_of,
)
from service.tables.as_csv import ENCODING, csv_table
from service.tables.as_text import text_table
from service.tables.column import Row, Setting, Table
from service.tables.local_time import clock_in
from service.tables.widths import wrapped

NOTHING_YET = "No night counts yet: a night counts once it is closed and its gap is resolved."


def standings_text(told: Standings, zone: str, width: int) -> str:
    """The standings of a club, a part for each currency."""
    lines = [heading(told)]
    if not told.seasons:
        lines += ["", *wrapped(NOTHING_YET, width)]
    for table in told.seasons:
        lines += _standings_of(table, zone, width)
    return "\n".join([*lines, ""])


def own_season_text(told: PlayerSeason, zone: str, width: int) -> str:
    """One player's season, a part for each currency."""
    lines = [heading(told)]
    if told.opted_out:
        lines += wrapped(f"{told.name} opted out and is named in no other table.", width)
    if not told.seasons:
        lines += ["", *wrapped(NOTHING_YET, width)]
    for own in told.seasons:
        lines += _own_of(own, zone, width)
    return "\n".join([*lines, ""])


def standings_csv(told: Standings, zone: str) -> bytes:
    """The lines of all currencies under one heading; each says its currency."""
    first, *others = [
        csv_table(STANDINGS, table.standings, setting_of(table.currency, table.exponent, zone))
        for table in told.seasons
    ] or [csv_table(STANDINGS, (), setting_of("DKK", 2, zone))]
    below = [content.decode(ENCODING).split("\r\n", 1)[1] for content in others]
    return first + "".join(below).encode()


def heading(told: Standings | PlayerSeason) -> str:
    """What the tables are of: the club or the player, the days, and the games."""
    whose = told.club_name if isinstance(told, Standings) else f"{told.name} in {told.club_name}"
    return ", ".join(filter(None, (whose, days_told(told.since, told.until), told.game, told.rulebook)))


def days_told(since: str, until: str) -> str:
    """A span of days in words; empty for all of them."""
    if since and until:
        return f"{since} to {until}"
    return f"from {since}" if since else f"up to {until}" if until else ""


def span_told(table: SeasonTable) -> str:
    """How many nights there were, and when by their own clocks: "12 nights, 2026-01-02 to 2026-06-30"."""
    first = clock_in(table.first_zone).date(table.first_at)
    last = clock_in(table.last_zone).date(table.last_at)
    return ", ".join((counted(table.nights, "night"), first if first == last else f"{first} to {last}"))


def notes_told(table: SeasonTable) -> Iterator[str]:
    """What the table does not show by itself."""
    others = next((standing.players for standing in table.standings if not standing.player), 0)
    if others:
        yield f"The line “{OTHERS_CALLED}” is {counted(others, 'player')} who opted out of being named."
    if any(0 < standing.timed < standing.nights for standing in table.standings):
        yield "Hours, and results per hour, are those of the nights whose hours the book knows."
    if table.left_out:
        yield f"{counted(table.left_out, 'player')} more stand below."


def _standings_of(table: SeasonTable, zone: str, width: int) -> Iterator[str]:
    setting = setting_of(table.currency, table.exponent, zone)
    yield ""
    yield f"{span_told(table)}, in {table.currency}"
    yield from text_table(STANDINGS, table.standings, setting, width)
    for note in notes_told(table):
        yield from wrapped(note, width, first="  ", rest="  ")
    played = [standing for standing in table.standings if standing.best_game]
    yield from _part("Best and worst games", GAMES_OF_PLAYERS, played, setting, width)
    yield from _part("Who wins from whom", PAIRS, table.pairs, setting, width)
    yield from _achievements(table.achievements, setting, width)


def _own_of(own: OwnSeason, zone: str, width: int) -> Iterator[str]:
    setting = setting_of(own.currency, own.exponent, zone)
    standing = own.standing
    result = amount_told(standing.result, own.exponent, signed=True)
    yield ""
    yield f"{result} {own.currency} in {counted(standing.nights, 'night')}, place {standing.place}"
    yield from text_table(OWN_LINE, (standing,), setting, width)
    before = f", the last {len(own.nights)} of {standing.nights}" if own.nights_before else ""
    yield from _part(f"Nights{before}", NIGHTS, own.nights, setting, width)
    yield from _part("Games", GAMES, own.games, setting, width)
    yield from _part("With whom", PAIRS, own.pairs, setting, width)
    yield from _achievements(own.achievements, setting, width)


def _achievements(achieved: Sequence[AchievedBy], setting: Setting, width: int) -> Iterator[str]:
    yield from _part("Achievements", ACHIEVED, achieved, setting, width)


def _part(title: str, table: Table[Row], rows: Sequence[Row], setting: Setting, width: int) -> Iterator[str]:
    """A title and a table; nothing without rows."""
    if rows:
        yield ""
        yield title
        yield from text_table(table, rows, setting, width)
