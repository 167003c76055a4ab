"""Words challenged and judged, penalties paid, and who has no right to the pot any more."""

from engine import commands, events
from engine.ledger.postings import Moves
from engine.registry import folds_in_hand, moves
from engine.state import Hand, Night


@folds_in_hand(commands.ChallengeWord)
def challenged(night: Night, hand: Hand, event: commands.ChallengeWord) -> None:
    """The word waits for its judgement."""
    hand.showdown.challenge = event


@folds_in_hand(events.WordJudged)
def word_judged(night: Night, hand: Hand, event: events.WordJudged) -> None:
    """A hand with a word that is none holds no words any more, or is out; then another one may be winning."""
    hand.showdown.challenge = None
    hand.showdown.judged[event.player, event.word] = event.good
    if not event.good:
        (hand.showdown.fallen if event.out else hand.showdown.foul).add(event.player)


@folds_in_hand(events.PenaltyPaid)
def penalty_paid(night: Night, hand: Hand, event: events.PenaltyPaid) -> None:
    """What was paid for challenges lies in the pot besides the bets."""
    hand.stakes.penalties += event.chips


@folds_in_hand(commands.AcceptHands)
def accepted(night: Night, hand: Hand, _: commands.AcceptHands) -> None:
    """The words stand."""
    hand.showdown.words_accepted = True


@folds_in_hand(events.CouldNotOpen)
def could_not_open(night: Night, hand: Hand, event: events.CouldNotOpen) -> None:
    """The opener has no right to the pot any more."""
    hand.showdown.fallen.add(event.player)


@moves(events.PenaltyPaid)
def penalty_moves(event: events.PenaltyPaid) -> Moves:
    return (("chips:" + event.player, "pot", event.chips),)
