"""Copies what lies in the piles and on top of them, and whose hand is to be beaten."""

from engine import commands, events
from engine.ids import PlayerId
from engine.play.holdings.lying import fill_in, lose_sight, open_up, top_card, top_cards, trades_with
from engine.registry import folds_in_hand
from engine.state import UNKNOWN, Hand, Held, Night, begun


@folds_in_hand(commands.ArrangeCards)
def arranged(night: Night, hand: Hand, event: commands.ArrangeCards) -> None:
    """The pile lies in the order said; if none was said, the top card is not known."""
    hand.asked.waiting.remove(event.player)
    own = hand.cards.own[event.player]
    closed = [held for held in own if not held.up and not held.pile]
    for held in closed:
        # A bought card is in the pile like any other.
        held.bought = False
    faces = event.cards or (UNKNOWN,) * len(closed)
    fill_in(hand, closed, faces)
    if UNKNOWN in faces:
        lose_sight(hand, event.player, closed)
    vague = faces.count(UNKNOWN) > 1
    for held, card in zip(closed, faces, strict=True):
        held.card, held.vague = card, vague and card == UNKNOWN
    if not hand.asked.waiting:
        hand.step_done()


@folds_in_hand(commands.RevealCards)
def revealed(night: Night, hand: Hand, event: commands.RevealCards) -> None:
    """Everybody's top card is open; a card that was thought to be on top lies deeper in the pile."""
    for (player, held), card in zip(top_cards(hand), event.cards, strict=False):
        if card != held.card:
            _bring_up(hand, player, held, card)
        # A card turned unseen may be one of those said to be in the pile.
        held.card, held.vague = card, held.vague and card == UNKNOWN
        open_up(hand, player, held)
        if card != UNKNOWN:
            hand.cards.out.add(card)
    hand.step_done()


def _bring_up(hand: Hand, player: PlayerId, held: Held, card: str) -> None:
    """Another card lies on top than was thought: the two trade places, or the order is forgotten."""
    own = hand.cards.own[player]
    trades = trades_with(own, held, card)
    if trades is not None:
        trades.card = held.card
    elif held.vague:
        # One of the cards said was turned before or is turned now, and nobody has seen which.
        places = [each for each in own if each.vague and not each.up]
        lose_sight(hand, player, places)
        for place in places:
            place.vague = True


@folds_in_hand(commands.TurnOwn)
def turned(night: Night, hand: Hand, event: commands.TurnOwn) -> None:
    """The top card of the player's pile is open."""
    held = top_card(hand.cards.own[event.player])
    held.card = event.card
    open_up(hand, event.player, held)
    piles = begun(hand.piles)
    piles.turned_now += 1
    piles.says_beaten = event.beats
    if event.card != UNKNOWN:
        hand.cards.out.add(event.card)


@folds_in_hand(events.HandBeaten)
def beaten(_: Night, hand: Hand, event: events.HandBeaten) -> None:
    """The player's hand is now the one to beat, and a betting round is due (RULINGS R-M11)."""
    piles = begun(hand.piles)
    piles.beaters = [player for player in piles.beaters if player != event.player] + [event.player]
    hand.asked.waiting = []


@folds_in_hand(events.CouldNotBeat)
def could_not_beat(_: Night, hand: Hand, event: events.CouldNotBeat) -> None:
    """The player is out of the hand, and the next one turns."""
    hand.still_in.remove(event.player)
    hand.sent_away.append(event.player)
    give_up_turn(hand, event.player)


def give_up_turn(hand: Hand, player: PlayerId) -> None:
    """A player who has left the hand while piles are turned is no longer asked."""
    if hand.asked.waiting[:1] == [player]:
        piles = begun(hand.piles)
        piles.turned_now, piles.says_beaten = 0, None
    if player in hand.asked.waiting:
        hand.asked.waiting.remove(player)
