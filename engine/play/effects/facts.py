"""Copies who was sent out, which fees were paid, and which cards were offered, taken or declined."""

from engine import commands, events
from engine.ids import PlayerId
from engine.ledger.postings import Moves
from engine.play.holdings.lying import fell_closed, lay_closed
from engine.play.piles.facts import give_up_turn
from engine.registry import folds_in_hand, moves
from engine.state import UNKNOWN, Hand, Night


@folds_in_hand(commands.SendOut, events.SentOutByCard)
def sent_out(night: Night, hand: Hand, event: events.SentOutByCard | commands.SendOut) -> None:
    """The player is out of the hand; an open betting round goes on without them."""
    hand.still_in.remove(event.player)
    hand.sent_away.append(event.player)
    hand.effects.offers.pop(event.player, None)
    betting = hand.round
    if betting is None:
        give_up_turn(hand, event.player)
    elif not (betting.answered_at or betting.price or betting.ahead):
        # Nobody has acted yet: without this player another may show the best cards, so the round opens again.
        hand.round = None
    elif event.player in betting.waiting:
        betting.waiting.remove(event.player)


@folds_in_hand(events.CardOffered)
def offered(night: Night, hand: Hand, event: events.CardOffered) -> None:
    """The offer stands until betting begins."""
    hand.effects.offers[event.player] = event.price
    _has_acted(hand, event.player, event.card)


@folds_in_hand(events.CardGiven)
def given(night: Night, hand: Hand, event: events.CardGiven) -> None:
    """The player has one more closed card, if one was left."""
    if event.number:
        lay_closed(hand.cards.own[event.player], UNKNOWN)
        fell_closed(hand, event.player, event.number)
    _has_acted(hand, event.player, event.card)


@folds_in_hand(events.FeePaid)
def fee_paid(night: Night, hand: Hand, event: events.FeePaid) -> None:
    """The fee is in the pot, and nobody has to match it."""
    _has_acted(hand, event.player, event.card)
    _paid_in(hand, event)


@folds_in_hand(commands.PayFee)
def fee_paid_unseen(night: Night, hand: Hand, event: commands.PayFee) -> None:
    """The fee is in the pot; the card it was for is not known."""
    _paid_in(hand, event)


def _paid_in(hand: Hand, event: events.FeePaid | commands.PayFee | commands.BuyCard) -> None:
    if event.shadow:
        hand.stakes.shadow_due = (event.player, event.shadow)
    hand.stakes.paid_last = event.player


def _has_acted(hand: Hand, player: PlayerId, card: str) -> None:
    """Counts one more effect of the card as done."""
    hand.effects.acted[player, card] = hand.effects.acted.get((player, card), 0) + 1


@folds_in_hand(commands.BuyCard)
def bought(night: Night, hand: Hand, event: commands.BuyCard) -> None:
    """The player has one more closed card, and its price is in the pot."""
    hand.effects.offers.pop(event.player, None)
    lay_closed(hand.cards.own[event.player], event.card)
    fell_closed(hand, event.player, 1)
    if event.card != UNKNOWN:
        hand.cards.out.add(event.card)
    _paid_in(hand, event)


@folds_in_hand(commands.DeclineCard)
def declined(night: Night, hand: Hand, event: commands.DeclineCard) -> None:
    """The offer is gone."""
    hand.effects.offers.pop(event.player, None)


@moves(commands.BuyCard, commands.BuyForgottenCard)
def card_bought_moves(event: commands.BuyCard | commands.BuyForgottenCard) -> Moves:
    return (("chips:" + event.player, "pot", (event.price or 0) - event.shadow),)


@moves(commands.PayFee, events.FeePaid)
def fee_paid_moves(event: commands.PayFee | events.FeePaid) -> Moves:
    return (("chips:" + event.player, "pot", (event.chips or 0) - event.shadow),)
