"""The contract of a deal, and what the widow's two halves are."""

from engine import errors
from engine.game import steps
from engine.state import Contract, Hand, Held, begun

# The widow is taken as it lies, rejected for the other cards, or these for the first ones again.
OTHERS, BACK = 2, 3


def halves_of_the_widow(hand: Hand, step: steps.TakeWidow, choice: int) -> tuple[list[Held], list[Held]]:
    """The cards of the widow that are taken, and those that stay."""
    first, others = hand.cards.board[: step.cards], hand.cards.board[step.cards :]
    return (others, first) if choice == OTHERS else (first, others)


def must_be_won(hand: Hand) -> None:
    """Refuses while the bidding goes on, and where nobody has bid."""
    if hand.stage == "playing" and hand.asked.waiting and isinstance(hand.steps[hand.cursor], steps.Bid):
        raise errors.BiddingIsNotOver(player=hand.asked.waiting[0])
    if hand.contract is None or hand.contract.player is None:
        raise errors.NobodyPlaysAContract()


def contract_of(hand: Hand) -> Contract:
    """The bidding of this hand, and what came of it."""
    return begun(hand.contract)
