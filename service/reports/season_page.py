"""A season as one self-contained page of HTML: no scripts, no requests, in the style of the report of a night."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from engine.grammar import amount_told, listed
from engine.ids import PlayerId
from engine.speech import say, say_number
from service.language.local_time import clock_in
from service.reports.charts import TotalChart, total_chart
from service.reports.forms.as_page import page_table
from service.reports.forms.column import RESULT
from service.reports.html import ENVIRONMENT, TEMPLATES, Drawn, Parts, parts_of
from service.reports.season import AchievedBy, OwnSeason, SeasonLine, SeasonTable, Standings
from service.reports.season_text import NOTHING_YET, days_told, notes_told, span_in_currency
from service.reports.tables.season import GAMES, NIGHTS, PAIRS, STANDINGS, setting_of

# So many pairs and players in full: who wants more asks for one player's season.
PAIRS_MAX, PLAYERS_MAX = 20, 40

Totals = Mapping[PlayerId, Sequence[int | None]]


@dataclass(frozen=True, slots=True)
class OwnPart:
    """One player's part of the page."""

    name: str
    anchor: int
    standing: SeasonLine
    result: str
    nights_table: Markup
    nights_told: str
    games_table: Markup | str


@dataclass(frozen=True, slots=True)
class Part:
    """The page's part for one currency."""

    id: str
    table: SeasonTable
    headline: str
    span: str
    standings_table: Markup
    notes: Sequence[str]
    chart: TotalChart | None
    pairs_table: Markup | str
    achievements: Sequence[tuple[str, str, str]]
    players: Sequence[OwnPart]


@dataclass(frozen=True, slots=True)
class Season:
    """What a page is made from, for one currency: the table, the totals over its nights, and everybody's own season."""

    table: SeasonTable
    opened: Sequence[str]
    totals: Totals
    own: Mapping[PlayerId, OwnSeason]


def render_season(told: Standings, seasons: Sequence[Season], zone: str) -> str:
    """The page of the standings; `seasons` are those of `told`, in the same order."""
    return _drawn(ENVIRONMENT.get_template("season.html").render, told, seasons, zone)


def season_parts(told: Standings, seasons: Sequence[Season], zone: str) -> Parts:
    """The same for a page that has a frame of its own."""
    return _drawn(partial(parts_of, "season.html"), told, seasons, zone)


def _drawn(draw: Callable[..., Drawn], told: Standings, seasons: Sequence[Season], zone: str) -> Drawn:
    """What `draw` makes of everything that the template of the standings names."""
    anchors = _anchors(seasons)
    limits = ", ".join(filter(None, (days_told(told.since, told.until), told.game, told.rulebook)))
    return draw(
        told=told,
        heading=", ".join(filter(None, (told.club_name, limits))),
        limits=limits,
        nothing_yet=say(NOTHING_YET),
        parts=[_part(season, zone, numbers) for season, numbers in zip(seasons, anchors, strict=True)],
        style=_STYLE,
        style_hash=_STYLE_HASH,
    )


def _anchors(seasons: Iterable[Season]) -> list[dict[PlayerId, int]]:
    """A number for each player's part, in the order of the page."""
    number, found = 0, []
    for season in seasons:
        numbers = {}
        for standing in season.table.standings[:PLAYERS_MAX]:
            if standing.player in season.own:
                number += 1
                numbers[standing.player] = number
        found.append(numbers)
    return found


def _part(season: Season, zone: str, anchors: dict[PlayerId, int]) -> Part:
    table = season.table
    setting = setting_of(table.currency, table.exponent, zone, anchors=anchors)
    best = table.pairs[:PAIRS_MAX]
    return Part(
        id=f"{table.currency.lower()}-{table.exponent}",
        table=table,
        headline=headline(table),
        span=span_in_currency(table),
        standings_table=page_table(STANDINGS, table.standings, setting),
        notes=list(notes_told(table)),
        chart=chart_of(season, zone),
        pairs_table=page_table(PAIRS, best, setting) if best else "",
        achievements=_by_achievement(table.achievements),
        players=[_own(season.own[player], anchor, zone) for player, anchor in anchors.items()],
    )


def chart_of(season: Season, zone: str) -> TotalChart | None:
    """The totals of everybody who is named; None before the second night."""
    table = season.table
    return total_chart(
        {standing.player: standing.name for standing in table.standings if standing.player},
        season.totals,
        [clock_in(zone).date_told(opened_at) for opened_at in season.opened],
        currency=(table.currency, table.exponent),
    )


def _own(own: OwnSeason, anchor: int, zone: str) -> OwnPart:
    setting = setting_of(own.currency, own.exponent, zone)
    return OwnPart(
        name=own.standing.name,
        anchor=anchor,
        standing=own.standing,
        result=RESULT.page(own.standing.result, setting),
        nights_table=page_table(NIGHTS, own.nights, setting),
        nights_told=last_nights_told(own) if own.nights_before else "",
        games_table=page_table(GAMES, own.games, setting) if own.games else "",
    )


def headline(table: SeasonTable) -> str:
    """Who leads, in one sentence."""
    leaders = [standing for standing in table.standings if standing.place == 1]
    if not leaders:
        return say("Everybody who played opted out of being named.")
    result = amount_told(leaders[0].result, table.exponent, signed=True)
    who = listed([standing.name for standing in leaders])
    amount = f"{result}\N{NO-BREAK SPACE}{table.currency}"
    return say_number(
        "{players} leads with {amount}.", "{players} lead with {amount}.", len(leaders), players=who, amount=amount
    )


def last_nights_told(own: OwnSeason) -> str:
    """How many of the player's nights are shown."""
    return say("The last {shown} of {number} nights.", shown=len(own.nights), number=own.standing.nights)


def _by_achievement(achieved: Iterable[AchievedBy]) -> list[tuple[str, str, str]]:
    """Each achievement with its reason, and who has it since which day."""
    holders: dict[tuple[str, str], list[str]] = {}
    for one in achieved:
        day = clock_in(one.zone).date_told(one.opened_at)
        holders.setdefault((one.name, one.told), []).append(f"{one.player_name} ({day})")
    return [(name, why, ", ".join(who)) for (name, why), who in holders.items()]


# The page's own policy allows this style by its hash, and nothing else.
_STYLE = Markup("".join((TEMPLATES / name).read_text(encoding="utf-8") for name in ("report.css", "season.css")))  # noqa: S704
_STYLE_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
