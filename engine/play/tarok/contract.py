"""The contract of a deal, and the two halves of the widow."""

from engine import errors
from engine.game import steps
from engine.state import Contract, Hand, Held, begun

# The choices of the widow: its first cards, the others instead, or the first again after seeing the others.
OTHERS, BACK = 2, 3


def halves_of_the_widow(hand: Hand, step: steps.TakeWidow, choice: int) -> tuple[list[Held], list[Held]]:
    """The cards of the widow that the choice takes, and those that stay."""
    first, others = hand.cards.board[: step.cards], hand.cards.board[step.cards :]
    return (others, first) if choice == OTHERS else (first, others)


def must_be_won(hand: Hand) -> None:
    """Refuses if nobody has won the bidding yet."""
    if hand.stage == "playing" and hand.asked.waiting and isinstance(hand.steps[hand.cursor], steps.Bid):
        raise errors.BiddingIsNotOver(player=hand.asked.waiting[0])
    if hand.contract is None or hand.contract.player is None:
        raise errors.NobodyPlaysAContract()


def contract_of(hand: Hand) -> Contract:
    """The bidding of this hand and the contract it led to."""
    return begun(hand.contract)
