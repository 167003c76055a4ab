"""Copies the trump, the trick on the table, and the tricks taken."""

from collections.abc import Sequence

from engine import commands, events
from engine.game import steps
from engine.ids import PlayerId
from engine.play.around import beginning_with
from engine.play.holdings.lying import lose_sight, note_thrown
from engine.registry import folds_in_hand
from engine.state import UNKNOWN, Hand, Held, LostSight, Night, Trick, TrickPlay, begun


def to_play(hand: Hand) -> list[PlayerId]:
    """The players who still play to the trick, clockwise from the leader."""
    play = begun(hand.tricks)
    if play.draws_due:
        return []
    played = {player for player, _ in play.lying}
    around = beginning_with(hand.order, play.leader)
    return [player for player in around if player in hand.still_in and player not in played]


@folds_in_hand(events.TricksBegan)
def tricks_began(_: Night, hand: Hand, event: events.TricksBegan) -> None:
    """The leader leads to the first trick."""
    hand.asked.begun = True
    if hand.tricks is None:
        hand.tricks = TrickPlay(event.leader, trump=event.trump)


@folds_in_hand(commands.TurnTrump)
def trump_turned(_: Night, hand: Hand, event: commands.TurnTrump) -> None:
    """The card is open, in the dealer's hand or set aside; its suit is trumps."""
    hand.tricks = TrickPlay(hand.still_in[0], trump=event.trump)
    step = hand.steps[hand.cursor]
    aside = isinstance(step, steps.TurnTrump) and step.of == "stock_top"
    hand.cards.gone += aside
    if event.card != UNKNOWN:
        hand.cards.out.add(event.card)
        if not aside:
            last = hand.cards.own[hand.still_in[-1]][-1]
            last.card, last.up = event.card, True
    hand.step_done()


@folds_in_hand(commands.PlayCard)
def card_played(_: Night, hand: Hand, event: commands.PlayCard) -> None:
    """The card lies on the table."""
    if event.waived:
        play = begun(hand.tricks)
        play.waived |= {(play.number + 1, event.player, waiver.rule) for waiver in event.waived}
    _lay(hand, event.player, event.card)


def _lay(hand: Hand, player: PlayerId, card: str) -> None:
    own, play = hand.cards.own[player], begun(hand.tricks)
    if card == UNKNOWN:
        known = frozenset(held.card for held in own) - {UNKNOWN}
        if known:
            play.lost_sight.append(LostSight(play.number + 1, player, known))
        lose_sight(hand, player, own, thrown=1)
    own.remove(next(held for face in (card, UNKNOWN) for held in own if held.card == face))
    note_thrown(hand, player, (card,))
    play.lying.append((player, card))
    if card != UNKNOWN:
        hand.cards.out.add(card)


@folds_in_hand(commands.TakeTrick)
def trick_taken(_: Night, hand: Hand, event: commands.TakeTrick) -> None:
    """Everyone not seen to play has played an unknown card, and the trick is gone."""
    for player in to_play(hand):
        _lay(hand, player, UNKNOWN)
    _gone(hand, event)


@folds_in_hand(events.TrickWon)
def trick_won(_: Night, hand: Hand, event: events.TrickWon) -> None:
    """The trick lies in front of its winner, who leads to the next."""
    _gone(hand, event)


def _gone(hand: Hand, event: commands.TakeTrick | events.TrickWon) -> None:
    play = begun(hand.tricks)
    play.gone.append(Trick(event.player, tuple(play.lying)))
    play.lying = []
    play.leader = event.player
    play.draws_due = event.draws
    if event.last:
        hand.step_done()


@folds_in_hand(commands.DrawFromStock)
def drawn(_: Night, hand: Hand, event: commands.DrawFromStock) -> None:
    """The card is the winner's."""
    play = begun(hand.tricks)
    play.draws_due -= 1
    play.drawn.append((play.number, play.leader, event.card))
    hand.cards.own[play.leader].append(Held(event.card, up=False))
    if event.card != UNKNOWN:
        hand.cards.out.add(event.card)


@folds_in_hand(events.RevokeProved)
def revoke_proved(_: Night, hand: Hand, event: events.RevokeProved) -> None:
    """The table knows of the revoke."""
    begun(hand.tricks).revokes_told.add((event.trick, event.player))


@folds_in_hand(events.RanOutOfCards)
def ran_out(_: Night, hand: Hand, event: events.RanOutOfCards) -> None:
    """The player is out of the hand."""
    hand.still_in.remove(event.player)


def taken_by(hand: Hand, players: Sequence[PlayerId]) -> list[str]:
    """All the cards in the tricks of these players."""
    return [card for trick in begun(hand.tricks).gone if trick.winner in players for _, card in trick.cards]
