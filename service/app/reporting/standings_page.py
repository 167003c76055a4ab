"""The standings as a page of HTML, in a file of its own because the templates take a while to load."""

from __future__ import annotations

from collections.abc import Sequence

from service.app.book import Book
from service.app.reporting.standings import Question, read
from service.reports.html import Parts
from service.reports.season import Standings
from service.reports.season_page import PLAYERS_MAX, Season, render_season, season_parts


def as_html(book: Book, club_id: str, question: Question) -> str:
    """The standings of a club as a page, on which nobody who opted out is named."""
    return render_season(*seasons_of(book, club_id, question), book.zone)


def as_parts(book: Book, club_id: str, question: Question) -> Parts:
    """The same for a page that has a frame of its own."""
    return season_parts(*seasons_of(book, club_id, question), book.zone)


def seasons_of(book: Book, club_id: str, question: Question) -> tuple[Standings, Sequence[Season]]:
    """The standings, and what a page tells beside them, for each currency."""
    found = read(book, club_id, question)
    told = found.standings
    seasons = []
    for table in told.seasons:
        kept = found.currency(table.currency, table.exponent)
        players = [standing.player for standing in table.standings if standing.player]
        own = found.own_seasons(kept, players[:PLAYERS_MAX])
        opened, totals = found.totals(kept, players)
        seasons.append(Season(table, opened, totals, own))
    return told, seasons
