"""Copies what was bid, taken, discarded, announced and scored."""

from engine import commands, events
from engine.game import steps
from engine.ledger.postings import Move, Moves
from engine.play.holdings.lying import lose_sight, note_thrown
from engine.registry import folds_in_hand, moves
from engine.state import UNKNOWN, Contract, Hand, Held, Night, begun

# The choices of the widow: its first cards, the others instead, or the first again after seeing the others.
OTHERS, BACK = 2, 3


def halves_of_the_widow(hand: Hand, step: steps.TakeWidow, choice: int) -> tuple[list[Held], list[Held]]:
    """The cards of the widow that the choice takes, and those that stay."""
    first, others = hand.cards.board[: step.cards], hand.cards.board[step.cards :]
    return (others, first) if choice == OTHERS else (first, others)


def contract_of(hand: Hand) -> Contract:
    """The bidding of this hand and the contract it led to."""
    return begun(hand.contract)


@folds_in_hand(commands.MakeBid)
def bid_made(night: Night, hand: Hand, event: commands.MakeBid) -> None:
    """The bid stands, and the next player is asked."""
    hand.asked.waiting.remove(event.player)
    contract_of(hand).bids.append((event.player, event.contract))


@folds_in_hand(commands.PassBid)
def bid_passed(night: Night, hand: Hand, event: commands.PassBid) -> None:
    """The player is not asked again."""
    hand.asked.waiting.remove(event.player)


@folds_in_hand(events.ContractWon)
def contract_won(night: Night, hand: Hand, event: events.ContractWon) -> None:
    """The bidder plays the contract against the others."""
    contract = contract_of(hand)
    contract.player, contract.name = event.player, event.contract
    hand.asked.waiting = []
    hand.step_done()


@folds_in_hand(commands.TakeWidow)
def widow_taken(night: Night, hand: Hand, event: commands.TakeWidow) -> None:
    """The cards taken are the bidder's; the rejected ones are shown."""
    contract = contract_of(hand)
    step = hand.steps[hand.cursor]
    assert isinstance(step, steps.TakeWidow)
    taken, left = halves_of_the_widow(hand, step, event.choice)
    shown = hand.cards.board if event.choice == BACK else hand.cards.board[: step.cards]
    for held, card in zip(shown if event.choice > 1 else (), event.rejected, strict=False):
        held.card = card if card != UNKNOWN else held.card
        held.up = True
    for held, card in zip(taken, event.cards, strict=False):
        held.card = card if card != UNKNOWN else held.card
    hand.cards.own[contract.bidder] += [Held(held.card, up=False) for held in taken]
    hand.cards.board = left
    contract.choice = event.choice
    hand.cards.out.update(held.card for held in (*taken, *left) if held.card != UNKNOWN)


@folds_in_hand(commands.Discard)
def discarded(night: Night, hand: Hand, event: commands.Discard) -> None:
    """The discarded cards count for the bidder at the end."""
    contract = contract_of(hand)
    step = hand.steps[hand.cursor]
    assert isinstance(step, steps.TakeWidow)
    own = hand.cards.own[contract.bidder]
    cards = event.cards or (UNKNOWN,) * step.cards
    named = [card for card in cards if card != UNKNOWN]
    for card in named:
        own.remove(next(held for face in (card, UNKNOWN) for held in own if held.card == face))
    note_thrown(hand, contract.bidder, named)
    hand.cards.out.update(named)
    if unseen := len(cards) - len(named):
        # Known cards of the hand may be among those put aside.
        lose_sight(hand, contract.bidder, own, thrown=unseen)
        del own[:unseen]
    contract.discarded = list(cards)
    hand.step_done()


@folds_in_hand(commands.AnnounceGoal)
def goal_announced(night: Night, hand: Hand, event: commands.AnnounceGoal) -> None:
    """The bidder's goal is known."""
    contract = contract_of(hand)
    if isinstance(hand.steps[hand.cursor], steps.Announce):
        contract.goal = event.goal
        hand.step_done()
    else:
        contract.ultimo = True


@folds_in_hand(commands.AnswerGoal)
def goal_answered(night: Night, hand: Hand, event: commands.AnswerGoal) -> None:
    """Contra-ultimo is said."""
    contract_of(hand).answered = event.player


@folds_in_hand(commands.DeclareMeld)
def meld_declared(night: Night, hand: Hand, event: commands.DeclareMeld) -> None:
    """The cards of the meld are known to be the player's."""
    contract_of(hand).melds[event.meld] = event.player
    own = hand.cards.own[event.player]
    for card in event.meld.split():
        if all(held.card != card for held in own):
            unknown = next(held for held in own if held.card == UNKNOWN)
            unknown.card = card
        hand.cards.out.add(card)


@folds_in_hand(commands.NameScore)
def score_named(night: Night, hand: Hand, event: commands.NameScore) -> None:
    """The result of the deal is known, and nothing more is played."""
    contract_of(hand).named = event
    hand.stage = "showdown"


@folds_in_hand(events.ScorePaid)
def score_paid(night: Night, hand: Hand, event: events.ScorePaid) -> None:
    """A score that is paid is no longer due; a score on paper is added to the sheet."""
    for player in event.to if event.on_paper else ():
        night.on_paper[player] = night.on_paper.get(player, 0) + event.value
    contract = hand.contract
    if contract is None:
        return
    if event.what == "meld":
        contract.melds_settled += 1
    elif event.what != "passed out":
        contract.goals_settled += 1


@moves(events.ScorePaid)
def scored_moves(event: events.ScorePaid) -> Moves:
    moves: list[Move] = []
    for move in event.moves:
        moves.append(("chips:" + move.payer, "chips:" + move.payee, move.chips))
        moves.append(("loan:" + move.payer, "loan:" + move.payee, move.cents))
    return tuple(moves)
