"""Hands to be announced, and chips to be lent, as the page offers them."""

from __future__ import annotations

import msgspec

from engine import errors
from engine.game.definition import Game
from engine.game.options import AnyOption, HighLow, HighSpade, Hot, HotNSours, MixingTheJuice, Psychology
from engine.game.said import said_as
from engine.game.steps import ROUNDS
from engine.ids import PlayerId
from engine.play.script.rule import with_options
from service.reports.views.games.games import GameRules, rules_view
from service.reports.views.play.line import SoFar, so_far
from service.reports.views.table.table import Seat
from service.reports.views.visible_night import VisibleNight

# The options that say nothing but themselves, so that a switch is enough.
SWITCHED: tuple[AnyOption, ...] = (
    HighLow(),
    HighSpade(),
    Psychology(),
    Hot(),
    HotNSours(0),
    HotNSours(1),
    MixingTheJuice(),
)


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A player who may deal and be dealt in."""

    id: PlayerId
    name: str


class GameToAnnounce(msgspec.Struct, frozen=True, kw_only=True):
    """A game with what its dealer may still say. `switches`: options by what is said of them; `people` by seat.

    `bets`: chips are bet, so that there may be an ante and a limit.
    """

    game: GameRules
    switches: tuple[str, ...]
    people: tuple[Person, ...]
    bets: bool


def game_to_announce(seen: VisibleNight, game: Game) -> GameToAnnounce:
    """The game for the people of this night."""
    night = seen.night
    return GameToAnnounce(
        game=rules_view(game),
        switches=tuple(said_as(option) for option in SWITCHED if _fits(game, option)),
        people=tuple(
            Person(id=player, name=seen.name(player))
            for player in sorted(night.sitting, key=lambda player: night.people[player].seat)
        ),
        bets=any(isinstance(step, ROUNDS) for step in game.steps),
    )


def _fits(game: Game, option: AnyOption) -> bool:
    try:
        with_options(game, (option,))
    except errors.OptionDoesNotFit:
        return False
    return True


def usual_loan(seen: VisibleNight, before: SoFar | None = None) -> int:
    """The chips of a loan as it is usual tonight: those everybody began with, else those lent last; 0 if there were none.

    `before` is what `so_far` has found, if that is at hand.
    """
    return seen.opened.rules.initial_loan or next(iter((before or so_far(seen)).lent), 0)


def may_borrow(seen: VisibleNight, player: PlayerId) -> bool:
    """Whether the bank lends to this player at all: a banker who plays from the box has its chips anyway."""
    return player != seen.night.from_box


def may_borrow_now(seen: VisibleNight, seat: Seat) -> bool:
    """Whether whoever sits here may be lent chips at this moment: nobody in a hand while it is played (table stakes)."""
    hand = seen.night.hand
    in_hand = hand is not None and seat.place in ("in the hand", "at the showdown")
    return seen.phase == "open" and may_borrow(seen, seat.id) and not in_hand
