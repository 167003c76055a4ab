"""Psychology: everyone fixes the order of their closed cards, and all turn their top cards at once (RULINGS D3)."""

from msgspec.structs import replace

from engine import commands, errors
from engine.game import steps
from engine.hand.dealing import at_step, fill_in, open_up, read_cards
from engine.hand.kept import lose_sight, may_hold, may_name, must_hold
from engine.hand.pile import lies_on_top, may_be_turned, top_cards, trades_with
from engine.ids import PlayerId
from engine.rules import dealt_in
from engine.state import UNKNOWN, Hand, Held, Night


def arrange_cards(command: commands.ArrangeCards, night: Night) -> commands.ArrangeCards:
    """A player lays their pile; an order that is said names every closed card."""
    hand, _ = at_step(night, steps.Arrange)
    player = command.player
    dealt_in(hand, player)
    if player not in hand.asked.waiting:
        raise errors.HasChosenAlready(player=player)
    closed = [held for held in hand.cards.own[player] if not held.up and not held.pile]
    cards = read_cards(hand, command.cards, besides=may_name(hand, player, closed))
    if cards and len(cards) != len(closed):
        raise errors.WrongNumberOfCards(given=len(cards), wanted=len(closed), what="laid in the pile")
    must_hold(hand, player, closed, cards)
    return replace(command, cards=cards)


def reveal_cards(command: commands.RevealCards, night: Night) -> commands.RevealCards:
    """The top cards of all who are still in, in order from the dealer's left."""
    hand, _ = at_step(night, steps.Reveal)
    tops = top_cards(hand)
    closed = [held.card for player in hand.still_in for held in hand.cards.own[player] if not held.up]
    doubtful = [card for player in hand.still_in for card in may_hold(hand, player)]
    cards = read_cards(hand, command.cards, besides=[*closed, *doubtful])
    seen = tuple(lies_on_top(hand.cards.own[player], held) for player, held in tops)
    if not cards or set(cards) == {UNKNOWN}:
        return replace(command, cards=seen)
    if len(cards) != len(tops):
        raise errors.WrongNumberOfCards(given=len(cards), wanted=len(tops), what="turned")
    for (player, held), card in zip(tops, cards, strict=True):
        _may_lie_on_top(hand, player, held, card)
    # What nobody tells may be known all the same.
    told = tuple(lies if card == UNKNOWN else card for card, lies in zip(cards, seen, strict=True))
    return replace(command, cards=told)


def _may_lie_on_top(hand: Hand, player: PlayerId, held: Held, card: str) -> None:
    """Refuses a card where another is known to lie, and a card that is known to lie elsewhere."""
    if card in (UNKNOWN, held.card):
        return
    trades = trades_with(hand.cards.own[player], held, card)
    if held.card != UNKNOWN and trades is None and not may_be_turned(hand.cards.own[player], held):
        raise errors.CardLiesThere(card=card, lies=held.card)
    if trades is None or trades.card != card:
        read_cards(hand, (card,), besides=may_hold(hand, player))
        must_hold(hand, player, hand.cards.own[player], (card,))


# What follows only copies facts.


def arranged(night: Night, hand: Hand, event: commands.ArrangeCards) -> None:
    """The pile lies in the order said; where it is not said, what lies on top is not known."""
    hand.asked.waiting.remove(event.player)
    own = hand.cards.own[event.player]
    closed = [held for held in own if not held.up and not held.pile]
    for held in closed:
        # An extra card lies in the pile like any other.
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


def revealed(night: Night, hand: Hand, event: commands.RevealCards) -> None:
    """The top card of everybody lies open; what was taken for it lies deeper in the pile."""
    for (player, held), card in zip(top_cards(hand), event.cards, strict=False):
        if card != held.card:
            _bring_up(hand, player, held, card)
        # Turned unseen, it may be one that was told.
        held.card, held.vague = card, held.vague and card == UNKNOWN
        open_up(hand, player, held)
        if card != UNKNOWN:
            hand.cards.out.add(card)
    hand.step_done()


def _bring_up(hand: Hand, player: PlayerId, held: Held, card: str) -> None:
    """Another card lies on top than was thought."""
    own = hand.cards.own[player]
    trades = trades_with(own, held, card)
    if trades is not None:
        trades.card = held.card
    elif held.vague:
        # One of those told was turned before, or is now, and which of them nobody has seen.
        places = [each for each in own if each.vague and not each.up]
        lose_sight(hand, player, places)
        for place in places:
            place.vague = True
