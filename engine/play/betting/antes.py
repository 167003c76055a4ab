"""Players who lack chips for the ante, and the loan they are offered: nobody antes by shadow (RULINGS R-E12).

A game begins only when all antes are paid. In a game played all-in, a short player antes what they have: they lack
nothing.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engine.commands import Post
from engine.game.betting import Ante
from engine.ids import PlayerId
from engine.ledger.postings import left_in_the_box
from engine.library import GAMES
from engine.night.bank.rule import still_lent
from engine.preconditions import is_over
from engine.state import Night

# The chips lent at the beginning of a night if the house says nothing else: 50 and two peders (RULINGS E3, Bank).
USUAL_LOAN = 150


class LoanOffered(NamedTuple):
    """A player who is `lacks` chips short of the next ante, and the `chips` the bank offers to lend them."""

    player: PlayerId
    lacks: int
    chips: int


def lacking(night: Night, posts: Iterable[Post]) -> list[PlayerId]:
    """The players whose chips do not cover what they must put in before the deal, in the order they are asked."""
    asked: dict[PlayerId, int] = {}
    for post in posts:
        asked[post.player] = asked.get(post.player, 0) + post.chips
    return [player for player, chips in asked.items() if chips > night.stack(player)]


def next_ante(night: Night) -> int:
    """The ante of the house's usual game in chips; 0 if that game has no ante or is not played with shadows."""
    rulebook = night.rules.rulebook
    usual = night.last_hand.game if night.last_hand is not None else None
    if usual is None or usual.rulebook != rulebook:
        usual = next((game for game in GAMES if game.rulebook == rulebook), None)
    if usual is None or usual.short != "shadow":
        return 0
    forced = night.rules.forced or usual.forced
    return forced.chips if isinstance(forced, Ante) else forced.ante if forced is not None else 0


def loans_offered(night: Night) -> tuple[LoanOffered, ...]:
    """The loans offered between hands, by seat, to players at the table who lack the next ante; empty during a hand.

    Each is the loan the house gives at the beginning (if it gives none, that of RULINGS E3, Bank), or more if the
    player lacks more. A player whom the box cannot lend enough, or the house within its limits, gets no offer and sits
    the hand out; so does a banker who plays from an empty box.
    """
    if night.phase != "open" or night.hand is not None or is_over(night) or not (ante := next_ante(night)):
        return ()
    left, offered = left_in_the_box(night), []
    for player, person in sorted(night.people.items(), key=lambda one: one[1].seat):
        lacks = ante - night.stack(player)
        within = still_lent(night, player)
        most = left if within is None else min(left, within)
        if person.left or not person.sitting or player == night.from_box or not 0 < lacks <= most:
            continue
        offered.append(LoanOffered(player, lacks, min(max(lacks, night.rules.initial_loan or USUAL_LOAN), most)))
    return tuple(offered)
