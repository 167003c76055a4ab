"""Psychology: everyone fixes the order of his closed cards, and all turn their top cards at once (RULINGS D3)."""

from msgspec.structs import replace

from engine import commands, errors
from engine.game import steps
from engine.hand.dealing import at_step, fill_in, fits, forget, open_up, read_cards
from engine.hand.pile import top_cards
from engine.rules import dealt_in
from engine.state import UNKNOWN, Night


def arrange_cards(command: commands.ArrangeCards, night: Night) -> commands.ArrangeCards:
    """A player lays his pile; an order that is said names every closed card."""
    hand, _ = at_step(night, steps.Arrange)
    player = command.player
    dealt_in(hand, player)
    if player not in hand.waiting:
        raise errors.HasChosenAlready(player=player)
    closed = [held for held in hand.own[player] if not held.up and not held.pile]
    cards = read_cards(hand, command.cards, besides=(held.card for held in closed))
    if cards and len(cards) != len(closed):
        raise errors.WrongNumberOfCards(given=len(cards), wanted=len(closed), what="laid in the pile")
    if not fits(closed, [card for card in cards if card != UNKNOWN]):
        raise errors.CardsAreNotHeld(player=player, cards=list(cards))
    return replace(command, cards=cards)


def reveal_cards(command: commands.RevealCards, night: Night) -> commands.RevealCards:
    """The top cards of all who are still in, in order from the dealer's left."""
    hand, _ = at_step(night, steps.Reveal)
    tops = [held for _, held in top_cards(hand)]
    closed = [held.card for player in hand.still_in for held in hand.own[player] if not held.up]
    cards = read_cards(hand, command.cards, besides=closed)
    if not cards or set(cards) == {UNKNOWN}:
        return replace(command, cards=tuple(held.card for held in tops))
    if len(cards) != len(tops):
        raise errors.WrongNumberOfCards(given=len(cards), wanted=len(tops), what="turned")
    for card, held in zip(cards, tops, strict=True):
        if held.card not in (UNKNOWN, card):
            raise errors.CardLiesThere(card=card, lies=held.card)
    return replace(command, cards=cards)


# What follows only copies facts.


def arranged(night: Night, event: commands.ArrangeCards) -> None:
    """The pile lies in the order said; where it is not said, what lies on top is not known."""
    hand = night.hand
    assert hand is not None
    hand.waiting.remove(event.player)
    own = hand.own[event.player]
    closed = [held for held in own if not held.up and not held.pile]
    for held in closed:
        # An extra card lies in the pile like any other.
        held.bought = False
    if not event.cards:
        for held in closed:
            forget(hand, held)
        return
    fill_in(hand, closed, event.cards)
    for held, card in zip(closed, event.cards, strict=True):
        held.card, held.vague = card, False


def revealed(night: Night, event: commands.RevealCards) -> None:
    """The top card of everybody lies open."""
    hand = night.hand
    assert hand is not None
    for (player, held), card in zip(top_cards(hand), event.cards, strict=False):
        held.card, held.vague = card, False
        open_up(hand, player, held)
        if card != UNKNOWN:
            hand.out_cards.add(card)
