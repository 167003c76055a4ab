"""Who lacks chips for the ante, and the loan that is offered first: nobody antes by shadow (RULINGS R-E12).

The game does not begin before all antes are paid. Who goes all-in antes what is there, so that nobody lacks anything.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engine.commands import Post
from engine.game.betting import Ante
from engine.ids import PlayerId
from engine.ledger.box import left_in_the_box
from engine.library import GAMES
from engine.night.play_end import is_over
from engine.state import Night

# What everyone is lent at the beginning where the house says nothing else: 50 and two peders (RULINGS E3, Bank).
USUAL_LOAN = 150


class LoanOffered(NamedTuple):
    """A player who lacks the next ante: `lacks` chips of it, and how many the bank offers to lend."""

    player: PlayerId
    lacks: int
    chips: int


def lacking(night: Night, posts: Iterable[Post]) -> list[PlayerId]:
    """Those whose chips do not pay what is asked of them before the deal, in the order in which it is asked."""
    asked: dict[PlayerId, int] = {}
    for post in posts:
        asked[post.player] = asked.get(post.player, 0) + post.chips
    return [player for player, chips in asked.items() if chips > night.stack(player)]


def next_ante(night: Night) -> int:
    """The ante of the next hand as the house usually plays, as far as nobody may lack it; 0 where all-in or none."""
    rulebook = night.rules.rulebook
    usual = night.last_hand.game if night.last_hand is not None else None
    if usual is None or usual.rulebook != rulebook:
        usual = next((game for game in GAMES if game.rulebook == rulebook), None)
    if usual is None or usual.short != "shadow":
        return 0
    forced = night.rules.forced or usual.forced
    return forced.chips if isinstance(forced, Ante) else forced.ante if forced is not None else 0


def loans_offered(night: Night) -> tuple[LoanOffered, ...]:
    """Between hands, who sits at the table and lacks the next ante, by seat: the house's usual loan, or what is lacking.

    Where the house lends nothing at the beginning, the usual loan is that of RULINGS E3, Bank. Whom the box cannot lend enough sits the hand out, and so does a banker who plays from an empty box.
    """
    if night.phase != "open" or night.hand is not None or is_over(night) or not (ante := next_ante(night)):
        return ()
    left, offered = left_in_the_box(night), []
    for player, person in sorted(night.people.items(), key=lambda one: one[1].seat):
        lacks = ante - night.stack(player)
        if person.left or not person.sitting or player == night.from_box or not 0 < lacks <= left:
            continue
        offered.append(LoanOffered(player, lacks, min(max(lacks, night.rules.initial_loan or USUAL_LOAN), left)))
    return tuple(offered)
