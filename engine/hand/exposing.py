"""Opening one closed card of one's choice: all choose before any is shown, then all open at once (LANGUAGE 4.23)."""

from msgspec.structs import replace

from engine import commands, errors, events
from engine.game import steps
from engine.hand.dealing import at_step, fill_in, open_up, read_cards
from engine.hand.kept import lose_sight, may_name, must_hold
from engine.ids import PlayerId
from engine.rules import dealt_in
from engine.state import UNKNOWN, Hand, Held, Night


def expose_card(command: commands.ExposeCard, night: Night) -> commands.ExposeCard:
    """A player chooses one of their closed cards; which one only they know."""
    hand, _ = at_step(night, steps.Expose)
    player = command.player
    dealt_in(hand, player)
    if player not in hand.asked.waiting:
        raise errors.HasChosenAlready(player=player)
    closed = _closed(hand, player)
    cards = read_cards(hand, (command.card,), besides=may_name(hand, player, closed))
    must_hold(hand, player, closed, cards)
    return replace(command, card=cards[0])


def all_exposed(hand: Hand) -> events.CardsExposed:
    """What everyone still in has chosen, and `??` for whoever has not said."""
    return events.CardsExposed(cards=tuple(_choice(hand, player) for player in hand.still_in))


def may_open_unseen(hand: Hand) -> bool:
    """Whether nobody at the book knows a closed card, so that what is opened needs no tap."""
    return not any(held.card != UNKNOWN for player in hand.still_in for held in _closed(hand, player))


def _choice(hand: Hand, player: PlayerId) -> str:
    choice, closed = hand.asked.sealed.get(player), _closed(hand, player)
    if len(closed) == 1:
        return closed[0].card
    return choice.card if isinstance(choice, commands.ExposeCard) else UNKNOWN


def _closed(hand: Hand, player: PlayerId) -> list[Held]:
    return [held for held in hand.cards.own[player] if not held.up]


# What follows only copies facts.


def sealed(night: Night, hand: Hand, event: commands.ExposeCard) -> None:
    """The choice is sealed until the last one is made; what it names, nobody else can hold."""
    hand.asked.waiting.remove(event.player)
    fill_in(hand, _closed(hand, event.player), (event.card,))
    hand.asked.sealed[event.player] = event


def exposed(night: Night, hand: Hand, event: events.CardsExposed) -> None:
    """Each card lies open; where a choice is not known, neither is what stays closed."""
    for player, card in zip(hand.still_in, event.cards, strict=True):
        closed = _closed(hand, player)
        if card == UNKNOWN and len(closed) > 1:
            lose_sight(hand, player, closed)
        held = next(held for held in closed if held.card == card or len(closed) == 1)
        held.vague = False
        open_up(hand, player, held)
    hand.asked.sealed.clear()
    hand.step_done()
