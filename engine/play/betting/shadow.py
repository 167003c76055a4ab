"""Players short of chips. Betting with a shadow, one draws a marker out of the pot and owes it (RULINGS E4, R-E9 to R-E11).

`pot worth = chips in the pot + markers + debts`. A winner strikes out their own debt; a loser buys chips and pays.
Nobody antes by shadow (R-E12): a game begins only when all antes are paid, and who lacks chips is offered a loan. In a game
played all-in, a short player antes what they have: they lack nothing.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine import commands, errors, events
from engine.commands import Post
from engine.game.betting import Ante, Forced
from engine.ids import PlayerId
from engine.ledger.postings import left_in_the_box
from engine.library import GAMES
from engine.night.bank.rule import still_lent
from engine.preconditions import is_over
from engine.state import BOTTOMLESS, Hand, Night


def divide_payment(night: Night, hand: Hand, player: PlayerId, chips: int) -> tuple[int, int]:
    """The chips that go in, and how many of those are owed; refuses what the player cannot pay.

    A player's own chips go first. Refuses a debt greater than the chips the box can sell after the hand.
    """
    stack = night.stack(player)
    if chips <= stack:
        return chips, 0
    if hand.game.short != "shadow":
        raise errors.BetExceedsStack(player=player, chips=chips, stack=stack)
    debt = chips - stack
    left = _may_owe(night, player)
    if debt > left:
        raise errors.BoxCannotCoverShadow(player=player, debt=debt, left=left)
    return chips, debt


def divide_fee(night: Night, hand: Hand, player: PlayerId, chips: int) -> tuple[int, int]:
    """The chips of a fee that go in, and how many of those are owed; a fee is never refused (RULINGS R-D13).

    A player short of chips owes by shadow what the box can sell them; without shadows they pay what they have.
    """
    stack = max(0, night.stack(player))
    if chips <= stack or hand.game.short != "shadow":
        return min(chips, stack), 0
    debt = min(chips - stack, _may_owe(night, player))
    return stack + debt, debt


def goes_all_in(hand: Hand, player: PlayerId) -> bool:
    """Whether a player who has just put in their last chip now stays in without paying.

    Who taps out has paid less than was asked, with the consent of all (RULINGS R-S10). Whoever paid their last chip in
    full needs that consent only for what is bet later.
    """
    if player in hand.stakes.all_in:
        return False
    return hand.game.short == "all-in" or (hand.game.short == "tap-out" and _has_paid_less(hand, player))


def _has_paid_less(hand: Hand, player: PlayerId) -> bool:
    """Whether the player answered the present price, or the ante, with fewer chips than it is."""
    betting = hand.round
    if betting is None:
        return hand.stage != "showdown" and hand.stakes.put_in[player] < ante_of(hand.game.forced)
    return betting.answered_at.get(player) == betting.price > betting.paid.get(player, 0)


def most_to_put_in(night: Night, hand: Hand, player: PlayerId) -> int:
    """The most chips the player can put in at once: their own, plus what they may owe by shadow."""
    stack = night.stack(player)
    return stack + min(_may_owe(night, player), BOTTOMLESS) if hand.game.short == "shadow" else stack


def _may_owe(night: Night, player: PlayerId) -> int:
    """The chips the box can sell the player after the hand; 0 for a banker who plays from the box."""
    return 0 if player == night.from_box else left_in_the_box(night)


def pulled(night: Night, player: PlayerId, debt: int) -> events.ShadowPulled:
    """The shadow for the payment just made: its marker is the debt, or the chips in the pot if less (R-E9)."""
    return events.ShadowPulled(player=player, debt=debt, marker=min(debt, night.balance.get("pot", 0)))


def debts(night: Night, hand: Hand) -> dict[PlayerId, int]:
    """The chips each player of the hand owes the pot; players who owe nothing are left out."""
    if not night.balance.get("due", 0):
        return {}
    owed = {player: -night.balance.get("owed:" + player, 0) for player in hand.order}
    return {player: chips for player, chips in owed.items() if chips}


def markers_back(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """The return of every marker to the pot, due before the pot is paid out or carried."""
    if not night.balance.get("due", 0):
        return ()
    lying = {player: night.balance.get("shadow:" + player, 0) for player in hand.order}
    return tuple(events.MarkerReturned(player=player, chips=chips) for player, chips in lying.items() if chips)


def pay_debts(night: Night, hand: Hand, won: Mapping[PlayerId, int]) -> tuple[events.Event, ...]:
    """The payments of players who owe more than they win: from their chips, with a loan for what they lack."""
    consequences: list[events.Event] = []
    for player, debt in debts(night, hand).items():
        rest = debt - min(debt, won.get(player, 0))
        lacking = max(0, rest - night.stack(player))
        if lacking:
            consequences.append(commands.GiveLoan(player=player, chips=lacking, cents=lacking * night.unit))
        if rest:
            consequences.append(events.DebtPaid(player=player, chips=rest))
    return tuple(consequences)


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
    return ante_of(night.rules.forced or usual.forced)


def ante_of(forced: Forced | None) -> int:
    """The ante among what is put in before the first card, in chips; 0 if there is none."""
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
