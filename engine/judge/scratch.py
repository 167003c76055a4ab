"""A scratch night: seats the people of a case, lends them chips and announces the game; nothing is kept."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Literal

from msgspec.structs import replace

from engine import commands, errors
from engine.decider import accept, carry_out, decide
from engine.game.definition import Game
from engine.ids import PlayerId
from engine.judge.case import Case
from engine.library import BOOK_NAMES
from engine.state import Hand, Night, begun

# Nobody in a case runs out of chips.
PLENTY = 1_000_000


def order_of(case: Case) -> tuple[PlayerId, ...]:
    """The players from the dealer's left, the dealer last. Refuses an order that leaves somebody out."""
    order = case.order or tuple(case.players)
    if sorted(order) != sorted(case.players):
        raise errors.OrderIsAnother(order=list(order), players=list(case.players))
    return order


def strangers(order: Sequence[PlayerId]) -> Iterator[PlayerId]:
    """Names for extra people, if a game needs more players than the case has."""
    return (name for number in count(1) if (name := f"stranger-{number}") not in order)


def scratch_night(order: Sequence[PlayerId], rulebook: str, auto: Literal["none", "all"] = "none") -> Night:
    """An open night on which these players sit in this order, each with plenty of chips.

    `auto`: whether the dealer's steps are done by themselves, unseen.
    """
    night = Night()
    book = rulebook if rulebook in BOOK_NAMES else BOOK_NAMES[0]
    rules = commands.HouseRules(rulebook=book, auto=auto, initial_loan=PLENTY)
    accept(night, commands.OpenNight(night="case", club="case", banker=order[-1], rules=rules))
    for player in order:
        accept(night, commands.SeatPlayer(player=player))
    return night


def announced(night: Night, players: Sequence[PlayerId], game: Game, as_played: Game | None = None) -> Hand:
    """The hand of this game, without antes or blinds; the last player at the table deals.

    The rules judge the announcement of `game`; the hand follows the script of `as_played`, if given. Refuses what the
    table would refuse: too many players for the pack.
    """
    dealer = tuple(night.people)[-1]
    hand = commands.AnnounceHand(game=game.name, players=tuple(players), dealer=dealer, posts=(), declaration=game)
    primary = decide(hand, night)
    assert isinstance(primary, commands.AnnounceHand)
    carry_out(night, primary if as_played is None else replace(primary, declaration=as_played))
    return hand_of(night)


def hand_of(night: Night) -> Hand:
    """The hand that is being played on the scratch night."""
    return begun(night.hand)
