"""Copies challenges, judgements, penalties paid, and players without a right to the pot."""

from engine import commands, events
from engine.ledger.postings import Moves
from engine.registry import folds_in_hand, moves
from engine.state import Hand, Night
from engine.state.hand import Penalty


@folds_in_hand(commands.ChallengeWord)
def challenged(night: Night, hand: Hand, event: commands.ChallengeWord) -> None:
    """The challenge waits for its judgement."""
    hand.showdown.challenge = event


@folds_in_hand(events.WordJudged)
def word_judged(night: Night, hand: Hand, event: events.WordJudged) -> None:
    """A hand with a bad word no longer holds words or is out; another hand may be winning now."""
    hand.showdown.challenge = None
    hand.showdown.judged[event.player, event.word] = event.good
    if event.good:
        return
    if event.out:
        hand.showdown.fallen |= {event.player}
    else:
        hand.showdown.foul |= {event.player}


@folds_in_hand(events.PenaltyPaid)
def penalty_paid(night: Night, hand: Hand, event: events.PenaltyPaid) -> None:
    """The penalty is in the pot, apart from the bets; it is for the word that was judged last."""
    holder, word = next(reversed(hand.showdown.judged))
    hand.stakes.penalties.append(Penalty(event.player, holder, word, event.chips))


@folds_in_hand(commands.AcceptHands)
def accepted(night: Night, hand: Hand, _: commands.AcceptHands) -> None:
    """The words stand as shown."""
    hand.showdown.words_accepted = True


@folds_in_hand(events.CouldNotOpen)
def could_not_open(night: Night, hand: Hand, event: events.CouldNotOpen) -> None:
    """The opener has no right to the pot."""
    hand.showdown.fallen |= {event.player}


@moves(events.PenaltyPaid)
def penalty_moves(event: events.PenaltyPaid) -> Moves:
    return (("chips:" + event.player, "pot", event.chips),)
