"""The standings of a season for print: the table and the totals over the nights first, then games, pairs and players."""

from collections.abc import Iterator, Mapping, Sequence

from engine.ids import PlayerId
from engine.speech import say
from service.reports.charts import ROOM, SPAN, TONES, TotalChart
from service.reports.forms.as_files import printed_table
from service.reports.forms.column import Setting
from service.reports.printing.document import Block, Chart, Document, Heading, Line, Mark, Text
from service.reports.printing.night import notes
from service.reports.season import OwnSeason, Standings
from service.reports.season_page import Season, chart_of, headline, last_nights_told
from service.reports.season_text import NOTHING_YET, days_told, notes_told, span_in_currency
from service.reports.tables.season import ACHIEVED, GAMES_OF_PLAYERS, NIGHTS, PAIRS, STANDINGS, setting_of

# The height of the chart as a part of the page's width, for few players; with more, their names need more.
CHART_HEIGHT, NAME_HEIGHT = 0.5, 0.024
PAIRS_MAX = 30


def season_document(told: Standings, seasons: Sequence[Season], zone: str) -> Document:
    """The standings of a club, in each currency it played for; nobody who opted out is named."""
    limits = (days_told(told.since, told.until), told.game, told.rulebook)
    spans = [span_in_currency(one.table) for one in seasons]
    return Document(
        kind=say("Standings of a season"),
        title=told.club_name,
        facts=tuple(filter(None, (*spans, ", ".join(filter(None, limits))))),
        tone="plain",
        headline=headline(seasons[0].table) if seasons else say(NOTHING_YET),
        first=tuple(block for season in seasons for block in _first(season, zone, named=len(seasons) > 1)),
        details=tuple(block for season in seasons for block in _details(season, zone)),
        foot=f"{told.club_name} · {spans[0]}" if spans else told.club_name,
    )


def _first(season: Season, zone: str, *, named: bool) -> Iterator[Block]:
    table, setting = season.table, _setting(season, zone)
    yield Heading(text=say("Standings"), beside=table.currency if named else "")
    yield printed_table(STANDINGS, table.standings, setting)
    yield from notes(tuple(notes_told(table)))
    chart = chart_of(season, zone)
    if chart:
        yield Heading(text=say("Totals over the nights"), beside=table.currency if named else "")
        yield _chart(chart)
        yield from notes(tuple(filter(None, (chart.left_out,))))


def _chart(chart: TotalChart) -> Chart:
    """The chart of the page as parts of its width and height."""
    height = max(CHART_HEIGHT, NAME_HEIGHT * len(chart.traces))
    ends = {trace.player: (trace.end - ROOM) / chart.height for trace in chart.traces}
    return Chart(
        height=height,
        lines=tuple(
            Line(
                name=trace.short,
                tone=place % (2 * TONES),
                points=tuple((across / SPAN, down / SPAN) for across, down in trace.points),
                end=ends[trace.player],
                label=(trace.label - ROOM) / chart.height,
            )
            for place, trace in enumerate(chart.traces)
        ),
        levels=tuple(
            Mark(at=(int(tick.at) - ROOM) / chart.height, text=tick.text, main=tick.beside == "zero")
            for tick in chart.levels
        ),
        times=tuple(Mark(at=float(tick.at.rstrip("%")) / 100, text=tick.text) for tick in chart.nights),
    )


def _details(season: Season, zone: str) -> Iterator[Block]:
    table, setting = season.table, _setting(season, zone)
    played = [standing for standing in table.standings if standing.best_game]
    if played:
        yield Heading(text=say("Best and worst games"))
        yield printed_table(GAMES_OF_PLAYERS, played, setting)
    if table.pairs:
        yield Heading(text=say("Who wins from whom"))
        yield printed_table(PAIRS, table.pairs[:PAIRS_MAX], setting)
    if table.achievements:
        yield Heading(text=say("Achievements"))
        yield printed_table(ACHIEVED, table.achievements, setting)
    yield from _players(season.own, setting)


def _players(own: Mapping[PlayerId, OwnSeason], setting: Setting) -> Iterator[Block]:
    if own:
        yield Heading(text=say("Players"))
    for one in own.values():
        yield Heading(text=one.standing.name, level=2)
        yield printed_table(NIGHTS, one.nights, setting)
        if one.nights_before:
            yield Text(text=last_nights_told(one), style="note")


def _setting(season: Season, zone: str) -> Setting:
    return setting_of(season.table.currency, season.table.exponent, zone)
