"""Announces hands and finds the games that were played before."""

from __future__ import annotations

from dataclasses import dataclass

from engine.commands import AnnounceHand
from engine.errors import Refusal
from engine.game.definition import Game
from engine.game.said import option_said
from service.app.book import Book
from service.app.night.open_night import last_played
from service.app.refusals import refused
from service.app.seeing import see
from service.language.shorthand.announcing import forced_of, limit_of
from service.reports.views.play.line import so_far
from service.reports.views.visible_night import VisibleNight


def games_before(book: Book, seen: VisibleNight) -> tuple[AnnounceHand, ...]:
    """The games of the club's last other night, the newest first; none once this night has games of its own."""
    if so_far(seen).games:
        return ()
    before = last_played(book, seen.opened.club, besides=seen.night_id)
    return so_far(see(book, before)).games if before else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """What was chosen. `dealer` is empty for whose deal it is, `players` for everybody who sits; `options` as they are said.

    `stakes` are the ante or the blinds of this hand, and `limit` its limit, as they are said; empty for those of the house.
    """

    dealer: str = ""
    players: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    stakes: str = ""
    limit: str = ""


def announcement(seen: VisibleNight, game: Game, told: Announced) -> AnnounceHand:
    """The announcement. Refuses what is no option of the game (Refused), and what is no ante or limit (ShorthandError)."""
    night = seen.night
    try:
        options = tuple(option_said(one.strip(), game, night.rules.switches) for one in told.options if one.strip())
    except Refusal as refusal:
        raise refused(refusal, seen.names) from refusal
    chosen = None if not told.players or {*night.sitting} <= {*told.players} else told.players
    return AnnounceHand(
        game=game.name,
        rulebook=game.rulebook,
        dealer=told.dealer or None,
        players=chosen,
        options=options,
        forced=forced_of(told.stakes) if told.stakes else None,
        limit=limit_of(told.limit) if told.limit else None,
    )
