"""Standings over nights in every form: as an answer, a page or print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from engine.club.state import Club
from engine.ids import PlayerId
from engine.library import letters
from engine.reports.night_results import NightResult, of_people
from engine.reports.season import Chosen
from engine.speech import speech
from service.app.book import Book
from service.app.refusals import EndsBeforeItBegins, NotADay, NotPlayedHere
from service.book.cache import Flights
from service.book.store.night_results import NightOfResult, results_of_club
from service.errors import PlayerMissing
from service.errors.problems import OptedOut
from service.language.local_time import clock_in
from service.reports.chat import season_for_chat
from service.reports.forms.as_print import Document, as_pdf, set_apart
from service.reports.html import Parts
from service.reports.season import Names, PlayerSeason, Results, SeasonQuery, Standings, by_currency
from service.reports.season_forms import (
    PLAYERS_MAX,
    Season,
    own_season_text,
    render_season,
    season_document,
    season_parts,
    season_picture,
    standings_csv,
    standings_text,
)

Rows = Sequence[tuple[NightResult, NightOfResult]]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked for, as it was said: days as 2026-11-20, the name of a rulebook and of a game; empty for all."""

    since: str = ""
    until: str = ""
    rulebook: str = ""
    game: str = ""
    limit: int = 100


ALL = Question()


# Made once for all who ask at the same time.
_READ: Flights[tuple[str, str, Question], Results] = Flights()


def standings(book: Book, club_id: str, question: Question = ALL) -> Standings:
    """The standings of a club. Reads results and names, and no events of nights."""
    return read(book, club_id, question).standings


def player_season(
    book: Book, club_id: str, player: PlayerId, question: Question = ALL, *, of_the_hidden: bool = True
) -> PlayerSeason:
    """One player's own season. Refuses somebody who never was a member (PlayerMissing).

    The season of a player who opted out is for the player and the banker; others are refused (OptedOut).
    """
    result = read(book, club_id, question)
    with book.handler() as handler:
        club = handler.clubs.load(club_id).club
        if club.member(player) is None:
            raise PlayerMissing(player)
        player = club.person(player)
    if player in result.names.hidden and not of_the_hidden:
        raise OptedOut
    return result.own(player)


def read(book: Book, club_id: str, question: Question = ALL) -> Results:
    """The results of a club that count. Refuses days that are none, and games that nobody played."""
    _refuse_wrong_days(question)
    with book.handler() as handler:
        listed = handler.lists.club(club_id)
        loaded = handler.clubs.load(club_id)
        # Whoever uses the handler next changes its club in place.
        head, club = loaded.head, loaded.club.copy()
        names = Names.of(club, handler.names.by_id(club_id))
    # The club records every night that is over, so its head stands for all results.
    return _READ.get((speech().code, head, question), lambda: _read(book, club, listed.name, names, question))


def _read(book: Book, club: Club, club_name: str, names: Names, question: Question) -> Results:
    results = _in_the_span(_of_people(_without_open_gaps(results_of_club(book.database, club.id)), club), question)
    asked = SeasonQuery(question.since, question.until, _chosen(results, question), question.limit)
    return Results(club.id, club_name, by_currency(results), names, asked)


def _without_open_gaps(results: Iterable[tuple[NightResult, NightOfResult]]) -> Rows:
    """The results without those of nights whose gap nobody bears yet: what they come to for anybody is still to be said."""
    rows = list(results)
    missing: Counter[str] = Counter()
    for result, _ in rows:
        missing[result.night] += result.result
    return [row for row in rows if not missing[row[0].night]]


def _of_people(results: Iterable[tuple[NightResult, NightOfResult]], club: Club) -> Rows:
    """The results of the people whom members turned out to be.

    Two who came together to a night, as one from another book may say, stay two in it.
    """
    rows = list(results)
    if not club.merged():
        return rows
    there: dict[str, Counter[PlayerId]] = {}
    for result, _ in rows:
        there.setdefault(result.night, Counter())[club.person(result.player)] += 1

    def person(night: str, player: PlayerId) -> PlayerId:
        one = club.person(player)
        return one if there[night][one] < 2 else player

    return [(of_people(result, partial(person, result.night)), night) for result, night in rows]


def played(book: Book, club_id: str) -> dict[str, tuple[str, ...]]:
    """The games that count in standings of the club, by rulebook."""
    results: dict[str, set[str]] = {}
    for result, _ in results_of_club(book.database, club_id):
        for game in result.games:
            results.setdefault(game.rulebook, set()).add(game.game)
    return {rulebook: tuple(sorted(games)) for rulebook, games in sorted(results.items())}


def _refuse_wrong_days(question: Question) -> None:
    for stated in filter(None, (question.since, question.until)):
        try:
            right = date.fromisoformat(stated).isoformat() == stated
        except ValueError:
            right = False
        if not right:
            raise NotADay(stated)
    if question.since and question.until and question.since > question.until:
        raise EndsBeforeItBegins(question.since, question.until)


def _in_the_span(results: Iterable[tuple[NightResult, NightOfResult]], question: Question) -> Rows:
    """The results of nights that were opened on these days, by the clock of the night."""
    if not (question.since or question.until):
        return list(results)
    until = question.until or "9999-12-31"
    return [
        (result, night)
        for result, night in results
        if question.since <= clock_in(night.zone).date(result.opened_at) <= until
    ]


def _chosen(results: Rows, question: Question) -> Chosen:
    """The rulebook and the game as they were played. Refuses what nobody played."""
    rulebook = _meant(question.rulebook, {game.rulebook for result, _ in results for game in result.games})
    chosen = Chosen(rulebook=rulebook)
    played = {game.game for result, _ in results for game in result.games if chosen.takes(game)}
    return Chosen(rulebook=rulebook, game=_meant(question.game, played))


def _meant(text: str, played: Iterable[str]) -> str:
    """What was played that is called so, or the only one that begins so; empty if nothing was said."""
    if not text:
        return ""
    wanted = letters(text)
    known = sorted(played)
    results = [name for name in known if letters(name) == wanted] or [
        name for name in known if wanted and letters(name).startswith(wanted)
    ]
    if len(results) != 1:
        raise NotPlayedHere(text, results or known)
    return results[0]


def standings_as_text(book: Book, club_id: str, question: Question, width: int) -> str:
    """The standings for a terminal; ends with a line end."""
    return standings_text(standings(book, club_id, question), book.zone, width)


def own_as_text(book: Book, club_id: str, player: PlayerId, question: Question, width: int) -> str:
    """One player's own season for a terminal; ends with a line end."""
    return own_season_text(player_season(book, club_id, player, question), book.zone, width)


def as_csv(book: Book, club_id: str, question: Question) -> bytes:
    """The standings as one table for a spreadsheet, currencies below each other."""
    return standings_csv(standings(book, club_id, question), book.zone)


def as_html(book: Book, club_id: str, question: Question) -> str:
    """The standings of a club as a page, on which nobody who opted out is named."""
    return render_season(*seasons_of(book, club_id, question), book.zone)


def as_parts(book: Book, club_id: str, question: Question) -> Parts:
    """The same for a page that has a frame of its own."""
    return season_parts(*seasons_of(book, club_id, question), book.zone)


def seasons_of(book: Book, club_id: str, question: Question) -> tuple[Standings, Sequence[Season]]:
    """The standings, and what a page tells beside them, for each currency."""
    result = read(book, club_id, question)
    outcome = result.standings
    seasons = []
    for table in outcome.seasons:
        kept = result.currency(table.currency, table.exponent)
        players = [standing.player for standing in table.standings if standing.player]
        own = result.own_seasons(kept, players[:PLAYERS_MAX])
        opened, totals = result.totals(kept, players)
        seasons.append(Season(table, opened, totals, own))
    return outcome, seasons


def standings_as_pdf(book: Book, club_id: str, question: Question) -> bytes:
    """The standings on A4 pages, the table and the totals over the nights on the first. Nobody who opted out is named."""
    return as_pdf(_document(book, club_id, question))


def standings_as_pdf_apart(book: Book, club_id: str, question: Question) -> bytes:
    """The same pages, set by a process of its own, for a server that goes on for months."""
    return set_apart(_document(book, club_id, question), "pdf")


def standings_as_png_apart(book: Book, club_id: str, question: Question) -> bytes:
    """The table and the totals as one picture for the group chat, set by a process of its own."""
    return set_apart(season_picture(*seasons_of(book, club_id, question), book.zone), "png")


def for_chat(book: Book, club_id: str, question: Question) -> str:
    """The standings in a few lines for the group chat, in which nobody who opted out is named."""
    return season_for_chat(standings(book, club_id, question))


def _document(book: Book, club_id: str, question: Question) -> Document:
    return season_document(*seasons_of(book, club_id, question), book.zone)
