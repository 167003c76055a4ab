"""A season as plain text and as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.grammar import amount_told
from engine.speech import say, say_number, to_say
from service.language.local_time import clock_in, day_told
from service.reports.forms.as_files import ENCODING, csv_table, text_table
from service.reports.forms.column import Row, Setting, Table, nights_told
from service.reports.forms.widths import wrapped
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

NOTHING_YET = to_say("No night counts yet: a night counts once it is closed and its gap is resolved.")


def standings_text(told: Standings, zone: str, width: int) -> str:
    """The standings of a club, a part for each currency."""
    lines = [heading(told)]
    if not told.seasons:
        lines += ["", *wrapped(say(NOTHING_YET), width)]
    for table in told.seasons:
        lines += _standings_of(table, zone, width)
    return "\n".join([*lines, ""])


def own_season_text(told: PlayerSeason, zone: str, width: int) -> str:
    """One player's season, a part for each currency."""
    lines = [heading(told)]
    if told.opted_out:
        lines += wrapped(say("{player} opted out and is named in no other table.", player=told.name), width)
    if not told.seasons:
        lines += ["", *wrapped(say(NOTHING_YET), width)]
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
    whose = (
        told.club_name
        if isinstance(told, Standings)
        else say("{player} in {club}", player=told.name, club=told.club_name)
    )
    return ", ".join(filter(None, (whose, days_told(told.since, told.until), told.game, told.rulebook)))


def days_told(since: str, until: str) -> str:
    """A span of days in words; empty for all of them."""
    first, last = day_told(since), day_told(until)
    if since and until:
        return say("{first} to {last}", first=first, last=last)
    if since:
        return say("from {day}", day=first)
    return say("up to {day}", day=last) if until else ""


def span_told(table: SeasonTable) -> str:
    """How many nights there were, and when by their own clocks: "12 nights, 2026-01-02 to 2026-06-30"."""
    first = clock_in(table.first_zone).date_told(table.first_at)
    last = clock_in(table.last_zone).date_told(table.last_at)
    days = first if first == last else say("{first} to {last}", first=first, last=last)
    return f"{nights_told(table.nights)}, {days}"


def span_in_currency(table: SeasonTable) -> str:
    """The nights of the table, and its currency."""
    return say("{nights}, in {currency}", nights=span_told(table), currency=table.currency)


def notes_told(table: SeasonTable) -> Iterator[str]:
    """What the table does not show by itself."""
    others = next((standing.players for standing in table.standings if not standing.player), 0)
    if others:
        yield say_number(
            "The line “{others}” is {number} player who opted out of being named.",
            "The line “{others}” is {number} players who opted out of being named.",
            others,
            others=say(OTHERS_CALLED),
        )
    if any(0 < standing.timed < standing.nights for standing in table.standings):
        yield say("Hours, and results per hour, are those of the nights whose hours the book knows.")
    if table.left_out:
        yield say_number("{number} player more stand below.", "{number} players more stand below.", table.left_out)


def _standings_of(table: SeasonTable, zone: str, width: int) -> Iterator[str]:
    setting = setting_of(table.currency, table.exponent, zone)
    yield ""
    yield span_in_currency(table)
    yield from text_table(STANDINGS, table.standings, setting, width)
    for note in notes_told(table):
        yield from wrapped(note, width, first="  ", rest="  ")
    played = [standing for standing in table.standings if standing.best_game]
    yield from _part(say("Best and worst games"), GAMES_OF_PLAYERS, played, setting, width)
    yield from _part(say("Who wins from whom"), PAIRS, table.pairs, setting, width)
    yield from _achievements(table.achievements, setting, width)


def _own_of(own: OwnSeason, zone: str, width: int) -> Iterator[str]:
    setting = setting_of(own.currency, own.exponent, zone)
    standing = own.standing
    result = amount_told(standing.result, own.exponent, signed=True)
    yield ""
    yield say(
        "{amount} in {nights}, place {place}",
        amount=f"{result} {own.currency}",
        nights=nights_told(standing.nights),
        place=standing.place,
    )
    yield from text_table(OWN_LINE, (standing,), setting, width)
    nights = (
        say("Nights, the last {shown} of {number}", shown=len(own.nights), number=standing.nights)
        if own.nights_before
        else say("Nights")
    )
    yield from _part(nights, NIGHTS, own.nights, setting, width)
    yield from _part(say("Games"), GAMES, own.games, setting, width)
    yield from _part(say("With whom"), PAIRS, own.pairs, setting, width)
    yield from _achievements(own.achievements, setting, width)


def _achievements(achieved: Sequence[AchievedBy], setting: Setting, width: int) -> Iterator[str]:
    yield from _part(say("Achievements"), ACHIEVED, achieved, setting, width)


def _part(title: str, table: Table[Row], rows: Sequence[Row], setting: Setting, width: int) -> Iterator[str]:
    """A title and a table; nothing without rows."""
    if rows:
        yield ""
        yield title
        yield from text_table(table, rows, setting, width)
