"""A season: its tables, and those as text, as CSV, as a page, and for print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from engine.commands import Currency
from engine.game.definition import book_title
from engine.grammar import amount_text, counted, listed
from engine.ids import PlayerId
from engine.reports.night_results import GameFigure
from engine.speech import say, say_number, speech, to_say
from service.language.local_time import clock_in, day_text, lasting
from service.reports.charts import total_chart
from service.reports.forms.as_files import ENCODING, csv_table, text_table
from service.reports.forms.as_page import page_table
from service.reports.forms.as_print import Block, Document, Heading, Text, notes, printed_table
from service.reports.forms.chart import Chart
from service.reports.forms.column import (
    CSV,
    CURRENCY_BESIDE,
    NUMBER,
    PEOPLE,
    PLACE,
    RESULT,
    WORDS,
    Aside,
    Column,
    Row,
    Setting,
    Table,
    html,
    phrased,
    worded,
)
from service.reports.forms.widths import wrapped
from service.reports.html import ENVIRONMENT, Parts, part_of_the_page, parts_of
from service.reports.season import (
    OTHERS_CALLED,
    AchievedBy,
    OwnSeason,
    Pair,
    PlayerSeason,
    SeasonLine,
    SeasonNight,
    SeasonTable,
    Standings,
)

# What people read where the book does not know a length of time.
UNKNOWN = "—"


def _linked(standing: SeasonLine, setting: Setting) -> str:
    """The name; on the page it leads to the player's own part, if there is one."""
    name = WORDS.page(standing.name, setting)
    anchor = setting.anchors.get(standing.player)
    return html(f'<a class="player" href="#account-{anchor}">{name}</a>') if anchor else name


def _hours_text(row: SeasonLine | SeasonNight, _: Setting) -> str:
    """Hours and minutes; a dash if the book does not know them."""
    return lasting(row.minutes) or UNKNOWN


def _hours_known(row: SeasonLine | SeasonNight, _: Setting) -> str:
    return lasting(row.minutes)


def _hours_counted(row: SeasonLine | SeasonNight, _: Setting) -> str:
    """Hours with two decimals, as spreadsheets count them; empty if the book does not know them."""
    minutes = row.minutes
    if minutes is None:
        return ""
    hundredths = (minutes * 100 + 30) // 60
    return f"{hundredths // 100},{hundredths % 100:02}"


def _game_text(figure: GameFigure, setting: Setting) -> str:
    return f"{figure.game} {RESULT.text(figure.cents, setting)}"


NAME = worded(lambda standing, _: standing.name, page=_linked)
HOURS = worded(_hours_text, csv=_hours_counted, right=True)
HOURS_IF_KNOWN = worded(_hours_known)
GAME = worded(_game_text)


def _any_hours(rows: Sequence[SeasonLine | SeasonNight]) -> bool:
    return any(row.minutes is not None for row in rows)


STANDINGS: Table[SeasonLine] = Table(
    css="standings",
    totalled="Sum",
    columns=(
        Column("place", PLACE, lambda row: row.place or None, heading="unseen"),
        Column("player", NAME, lambda row: row, heads=True, wraps=True),
        Column(
            "nights",
            NUMBER,
            lambda row: row.nights,
            aside=Aside(lambda nights, _: counted(nights, "night")),
        ),
        Column("hours", HOURS, lambda row: row, when=_any_hours, aside=Aside(phrased("{value}", HOURS_IF_KNOWN))),
        Column(
            "hands", NUMBER, lambda row: row.hands, spare=True, aside=Aside(lambda hands, _: counted(hands, "hand"))
        ),
        CURRENCY_BESIDE,
        Column(
            "result {currency}",
            RESULT,
            lambda row: row.result,
            csv_title="result",
            css="result",
            total=lambda rows: sum(row.result for row in rows),
        ),
        Column(
            "per hour",
            RESULT,
            lambda row: row.per_hour,
            when=_any_hours,
            aside=Aside(phrased("{value} an hour", RESULT), line=1),
        ),
        Column("per night", RESULT, lambda row: row.per_night, aside=Aside(phrased("{value} a night", RESULT), line=1)),
        Column(
            "best night",
            RESULT,
            lambda row: row.best_night and row.best_night.cents,
            spare=True,
            aside=Aside(phrased("best night {value}", RESULT), line=2),
        ),
        Column(
            "worst night",
            RESULT,
            lambda row: row.worst_night and row.worst_night.cents,
            spare=True,
            aside=Aside(phrased("worst {value}", RESULT), line=2),
        ),
        Column("best game", WORDS, lambda row: row.best_game and row.best_game.game, CSV),
        Column("best game result", RESULT, lambda row: row.best_game and row.best_game.cents, CSV),
        Column("worst game", WORDS, lambda row: row.worst_game and row.worst_game.game, CSV),
        Column("worst game result", RESULT, lambda row: row.worst_game and row.worst_game.cents, CSV),
        Column(
            "streak",
            NUMBER,
            lambda row: row.streak if row.place else None,
            aside=Aside(phrased("streak {value}", NUMBER), line=3),
        ),
        Column(
            "longest",
            NUMBER,
            lambda row: row.longest if row.place else None,
            csv_title="longest streak",
            aside=Aside(phrased("longest {value}", NUMBER), line=3),
        ),
    ),
)

# What stands beside each other on a phone.
PICTURED = STANDINGS.only("place", "player", "nights", "result {currency}")

# One player's line alone has no sum.
OWN_LINE: Table[SeasonLine] = replace(STANDINGS, totalled="")

GAMES_OF_PLAYERS: Table[SeasonLine] = Table(
    css="gap",
    columns=(
        Column("player", NAME, lambda row: row, heads=True),
        Column("best game", GAME, lambda row: row.best_game, PEOPLE),
        Column("worst game", GAME, lambda row: row.worst_game, PEOPLE),
    ),
)

PAIRS: Table[Pair] = Table(
    css="gap",
    columns=(
        Column("player", WORDS, lambda pair: pair.player_name, heads=True),
        Column("from", WORDS, lambda pair: pair.other_name, csv_title="other", css="what"),
        Column("won", RESULT, lambda pair: pair.won, aside=Aside(phrased("won {value}", RESULT))),
        Column("lost", RESULT, lambda pair: -pair.lost, aside=Aside(phrased("lost {value}", RESULT))),
        CURRENCY_BESIDE,
        Column("ahead by", RESULT, lambda pair: pair.net),
    ),
)


def _called(zone: str, opened_at: str, name: str) -> str:
    """A night by its day, as its own clock told it, and its name."""
    return " ".join(filter(None, (clock_in(zone).date_in_words(opened_at), name)))


NIGHTS: Table[SeasonNight] = Table(
    css="gap",
    columns=(
        Column(
            "night",
            worded(lambda night, _: _called(night.zone, night.opened_at, night.name)),
            lambda night: night,
            heads=True,
            wraps=True,
        ),
        Column("hours", HOURS, lambda night: night, when=_any_hours, aside=Aside(phrased("{value}", HOURS_IF_KNOWN))),
        Column("hands", NUMBER, lambda night: night.hands, aside=Aside(lambda hands, _: counted(hands, "hand"))),
        Column("won", NUMBER, lambda night: night.won, aside=Aside(phrased("{value} won", NUMBER))),
        CURRENCY_BESIDE,
        Column("result", RESULT, lambda night: night.result),
        Column("total", RESULT, lambda night: night.total),
    ),
)

GAMES: Table[GameFigure] = Table(
    css="gap",
    columns=(
        Column("game", WORDS, lambda game: game.game, heads=True, wraps=True),
        Column(
            "rulebook",
            WORDS,
            lambda game: book_title(game.rulebook),
            css="what",
            aside=Aside(phrased("{value}", WORDS)),
        ),
        Column("hands", NUMBER, lambda game: game.hands),
        Column("won", NUMBER, lambda game: game.won),
        CURRENCY_BESIDE,
        Column("result", RESULT, lambda game: game.cents),
    ),
)

ACHIEVED: Table[AchievedBy] = Table(
    css="gap",
    columns=(
        Column("achievement", WORDS, lambda one: one.name, heads=True),
        Column("player", WORDS, lambda one: one.player_name),
        Column("for", WORDS, lambda one: one.told, wraps=True, aside=Aside(phrased("{value}", WORDS))),
        Column(
            "night",
            worded(lambda one, _: _called(one.zone, one.opened_at, one.night_name)),
            lambda one: one,
        ),
    ),
)


def _setting(table: SeasonTable | OwnSeason, zone: str, anchors: Mapping[str, int] = MappingProxyType({})) -> Setting:
    """The currency of a season, and the clock by which its days are told; names stand in the rows themselves."""
    return Setting(currency=Currency(table.currency, table.exponent), clock=clock_in(zone), anchors=anchors)


NOTHING_YET = to_say("No night counts yet: a night counts once it is closed and its gap is resolved.")


def standings_text(standings: Standings, zone: str, width: int) -> str:
    """The standings of a club, a part for each currency."""
    lines = [heading(standings)]
    if not standings.seasons:
        lines += ["", *wrapped(say(NOTHING_YET), width)]
    for table in standings.seasons:
        lines += _standings_of(table, zone, width)
    return "\n".join([*lines, ""])


def own_season_text(season: PlayerSeason, zone: str, width: int) -> str:
    """One player's season, a part for each currency."""
    lines = [heading(season)]
    if season.opted_out:
        lines += wrapped(say("{player} opted out and is named in no other table.", player=season.name), width)
    if not season.seasons:
        lines += ["", *wrapped(say(NOTHING_YET), width)]
    for own in season.seasons:
        lines += _own_of(own, zone, width)
    return "\n".join([*lines, ""])


def standings_csv(standings: Standings, zone: str) -> bytes:
    """The lines of all currencies under one heading; each says its currency."""
    first, *others = [csv_table(STANDINGS, table.standings, _setting(table, zone)) for table in standings.seasons] or [
        csv_table(STANDINGS, (), Setting())
    ]
    below = [content.decode(ENCODING).split("\r\n", 1)[1] for content in others]
    return first + "".join(below).encode()


def heading(result: Standings | PlayerSeason) -> str:
    """What the tables are of: the club or the player, the days, and the games."""
    whose = (
        result.club_name
        if isinstance(result, Standings)
        else say("{player} in {club}", player=result.name, club=result.club_name)
    )
    return ", ".join(filter(None, (whose, _limits(result))))


def _limits(result: Standings | PlayerSeason) -> str:
    """The days and games that count; empty for all."""
    book = book_title(result.rulebook) if result.rulebook else ""
    return ", ".join(filter(None, (days_text(result.since, result.until), result.game, book)))


def days_text(since: str, until: str) -> str:
    """A span of days in words; empty for all of them."""
    first, last = day_text(since), day_text(until)
    if since and until:
        return say("{first} to {last}", first=first, last=last)
    if since:
        return say("from {day}", day=first)
    return say("up to {day}", day=last) if until else ""


def span_text(table: SeasonTable) -> str:
    """How many nights there were, and when by their own clocks: "12 nights, 2026-01-02 to 2026-06-30"."""
    first = clock_in(table.first_zone).date_in_words(table.first_at)
    last = clock_in(table.last_zone).date_in_words(table.last_at)
    days = first if first == last else say("{first} to {last}", first=first, last=last)
    return f"{counted(table.nights, 'night')}, {days}"


def span_in_currency(table: SeasonTable) -> str:
    """The nights of the table, and its currency."""
    return say("{nights}, in {currency}", nights=span_text(table), currency=speech().currency(table.currency))


def note_texts(table: SeasonTable, *, hours: bool = True) -> Iterator[str]:
    """What the table does not show by itself, also of its `hours` if it has a column of them."""
    others = next((standing.players for standing in table.standings if not standing.player), 0)
    if others:
        yield say_number(
            "The line “{others}” is {number} player who opted out of being named.",
            "The line “{others}” is {number} players who opted out of being named.",
            others,
            others=say(OTHERS_CALLED),
        )
    if hours and any(0 < standing.timed < standing.nights for standing in table.standings):
        yield say("Hours, and results per hour, are those of the nights whose hours the book knows.")
    if not table.left_out and sum(standing.result for standing in table.standings) != 0:
        yield say(
            "The sum is not zero while chips lie in a pot, or nobody bears what is missing or too much at a count."
        )
    if table.left_out:
        yield say_number("{number} player more stand below.", "{number} players more stand below.", table.left_out)


def _standings_of(table: SeasonTable, zone: str, width: int) -> Iterator[str]:
    setting = _setting(table, zone)
    yield ""
    yield span_in_currency(table)
    yield from text_table(STANDINGS, table.standings, setting, width)
    for note in note_texts(table):
        yield from wrapped(note, width, first="  ", rest="  ")
    for title, below, rows in _below_the_standings(table):
        yield from _titled(title, below, rows, setting, width)


def _below_the_standings(table: SeasonTable) -> Iterator[tuple[str, Table[Any], Sequence[Any]]]:
    """The tables below the standings, with their titles and rows."""
    played = [standing for standing in table.standings if standing.best_game]
    yield say("Best and worst games"), GAMES_OF_PLAYERS, played
    yield say("Who wins from whom"), PAIRS, table.pairs
    yield say("Achievements"), ACHIEVED, table.achievements


def _own_of(own: OwnSeason, zone: str, width: int) -> Iterator[str]:
    setting = _setting(own, zone)
    standing = own.standing
    result = amount_text(standing.result, own.exponent, signed=True)
    yield ""
    yield say(
        "{amount} in {nights}, place {place}",
        amount=f"{result} {speech().currency(own.currency)}",
        nights=counted(standing.nights, "night"),
        place=standing.place,
    )
    yield from text_table(OWN_LINE, (standing,), setting, width)
    nights = (
        say("Nights, the last {shown} of {number}", shown=len(own.nights), number=standing.nights)
        if own.nights_before
        else say("Nights")
    )
    yield from _titled(nights, NIGHTS, own.nights, setting, width)
    yield from _titled(say("Games"), GAMES, own.games, setting, width)
    yield from _titled(say("With whom"), PAIRS, own.pairs, setting, width)
    yield from _titled(say("Achievements"), ACHIEVED, own.achievements, setting, width)


def _titled(title: str, table: Table[Row], rows: Sequence[Row], setting: Setting, width: int) -> Iterator[str]:
    """A title and a table; nothing without rows."""
    if rows:
        yield ""
        yield title
        yield from text_table(table, rows, setting, width)


# So many pairs and players in full, on the page and in print: who wants more asks for one player's season.
PAIRS_MAX, PLAYERS_MAX = 30, 40

Totals = Mapping[PlayerId, Sequence[int | None]]


@dataclass(frozen=True, slots=True)
class Season:
    """What a page is made from, for one currency: the table, the totals over its nights, and everybody's own season."""

    table: SeasonTable
    opened: Sequence[str]
    totals: Totals
    own: Mapping[PlayerId, OwnSeason]


def render_season(standings: Standings, seasons: Sequence[Season], zone: str) -> str:
    """The page of the standings; `seasons` are those of `standings`, in the same order."""
    return ENVIRONMENT.get_template("season.html").render(_named(standings, seasons, zone))


def season_parts(standings: Standings, seasons: Sequence[Season], zone: str) -> Parts:
    """The same for a page that has a frame of its own."""
    return parts_of("season.html", _named(standings, seasons, zone))


def _named(standings: Standings, seasons: Sequence[Season], zone: str) -> dict[str, Any]:
    """Everything that the template of the standings names."""
    anchors = _anchors(seasons)
    return {
        "told": standings,
        "heading": heading(standings),
        "limits": _limits(standings),
        "nothing_yet": say(NOTHING_YET),
        "parts": [_part(season, zone, numbers) for season, numbers in zip(seasons, anchors, strict=True)],
        "style": _STYLE,
        "style_hash": _STYLE_HASH,
    }


def _anchors(seasons: Iterable[Season]) -> list[dict[PlayerId, int]]:
    """A number for each player's part, in the order of the page."""
    number, result = 0, []
    for season in seasons:
        numbers = {}
        for standing in season.table.standings[:PLAYERS_MAX]:
            if standing.player in season.own:
                number += 1
                numbers[standing.player] = number
        result.append(numbers)
    return result


def _part(season: Season, zone: str, anchors: Mapping[PlayerId, int]) -> dict[str, object]:
    """What the template names of the page's part for one currency."""
    table = season.table
    setting = _setting(table, zone, anchors)
    best = table.pairs[:PAIRS_MAX]
    return {
        "id": f"{table.currency.lower()}-{table.exponent}",
        "headline": headline(table),
        "span": span_in_currency(table),
        "standings_table": page_table(STANDINGS, table.standings, setting),
        "notes": list(note_texts(table)),
        "chart": chart_of(season, zone),
        "pairs_table": page_table(PAIRS, best, setting) if best else "",
        "achievements": _by_achievement(table.achievements),
        "players": [_own(season.own[player], anchor, zone) for player, anchor in anchors.items()],
    }


def chart_of(season: Season, zone: str) -> Chart | None:
    """The totals of everybody who is named; None before the second night."""
    table = season.table
    return total_chart(
        {standing.player: standing.name for standing in table.standings if standing.player},
        season.totals,
        [clock_in(zone).date_in_words(opened_at) for opened_at in season.opened],
        currency=(table.currency, table.exponent),
    )


def _own(own: OwnSeason, anchor: int, zone: str) -> dict[str, object]:
    """What it names of one player's part."""
    setting = _setting(own, zone)
    return {
        "name": own.standing.name,
        "anchor": anchor,
        "standing": own.standing,
        "result": RESULT.page(own.standing.result, setting),
        "nights_table": page_table(NIGHTS, own.nights, setting),
        "nights_told": last_nights_text(own) if own.nights_before else "",
        "games_table": page_table(GAMES, own.games, setting) if own.games else "",
    }


def headline(table: SeasonTable) -> str:
    """Who leads, in one sentence."""
    leaders = [standing for standing in table.standings if standing.place == 1]
    if not leaders:
        return say("Everybody who played opted out of being named.")
    result = amount_text(leaders[0].result, table.exponent, signed=True)
    who = listed([standing.name for standing in leaders])
    amount = f"{result}\N{NO-BREAK SPACE}{speech().currency(table.currency)}"
    return say_number(
        "{players} leads with {amount}.", "{players} lead with {amount}.", len(leaders), players=who, amount=amount
    )


def last_nights_text(own: OwnSeason) -> str:
    """How many of the player's nights are shown."""
    return say("The last {shown} of {number} nights.", shown=len(own.nights), number=own.standing.nights)


def _by_achievement(achieved: Iterable[AchievedBy]) -> list[tuple[str, str, str]]:
    """Each achievement with its reason, and who has it since which day."""
    holders: dict[tuple[str, str], list[str]] = {}
    for one in achieved:
        day = clock_in(one.zone).date_in_words(one.opened_at)
        holders.setdefault((one.name, one.told), []).append(f"{one.player_name} ({day})")
    return [(name, why, ", ".join(who)) for (name, why), who in holders.items()]


_STYLE, _STYLE_HASH = part_of_the_page("report.css", "season.css")


def season_picture(standings: Standings, seasons: Sequence[Season], zone: str) -> Document:
    """The same as `season_document` as far as a phone is wide: who won what in how many nights, and the chart."""
    return season_document(standings, seasons, zone, table=PICTURED)


def season_document(
    standings: Standings, seasons: Sequence[Season], zone: str, *, table: Table[SeasonLine] = STANDINGS
) -> Document:
    """The standings of a club, in each currency it played for; nobody who opted out is named."""
    spans = [span_in_currency(one.table) for one in seasons]
    return Document(
        kind=say("Standings of a season"),
        title=standings.club_name,
        facts=tuple(filter(None, (*spans, _limits(standings)))),
        tone="plain",
        headline=headline(seasons[0].table) if seasons else say(NOTHING_YET),
        first=tuple(block for season in seasons for block in _first(season, zone, table, named=len(seasons) > 1)),
        details=tuple(block for season in seasons for block in _details(season, zone)),
        foot=f"{standings.club_name} · {spans[0]}" if spans else standings.club_name,
    )


def _first(season: Season, zone: str, table: Table[SeasonLine], *, named: bool) -> Iterator[Block]:
    told, setting = season.table, _setting(season.table, zone)
    yield Heading(text=say("Standings"), beside=told.currency if named else "")
    yield printed_table(table, told.standings, setting)
    yield from notes(tuple(note_texts(told, hours=table is STANDINGS)))
    chart = chart_of(season, zone)
    if chart:
        yield Heading(text=say("Totals over the nights"), beside=told.currency if named else "")
        yield chart
        yield from notes(tuple(filter(None, (chart.left_out,))))


def _details(season: Season, zone: str) -> Iterator[Block]:
    table, setting = season.table, _setting(season.table, zone)
    for title, below, rows in _below_the_standings(table):
        if rows:
            yield Heading(text=title)
            yield printed_table(below, rows[:PAIRS_MAX] if below is PAIRS else rows, setting)
    yield from _players(season.own, setting)


def _players(own: Mapping[PlayerId, OwnSeason], setting: Setting) -> Iterator[Block]:
    if own:
        yield Heading(text=say("Players"))
    for one in own.values():
        yield Heading(text=one.standing.name, level=2)
        yield printed_table(NIGHTS, one.nights, setting)
        if one.nights_before:
            yield Text(text=last_nights_text(one), style="note")
