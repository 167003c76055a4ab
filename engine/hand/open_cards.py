"""What an open card does to its holder: sends him out, or offers him one more card (RULINGS R-D14, R-D15)."""

from msgspec.structs import replace

from engine import commands, errors, events
from engine.game.effects import OffersCard, SendsOut
from engine.hand.betting import open_round
from engine.hand.dealing import read_cards
from engine.hand.shadow import divide_payment
from engine.rules import dealt_in, playing
from engine.state import UNKNOWN, Hand, Held, Night


def effect_due(hand: Hand) -> events.Event | None:
    """What the first card just opened does; nothing when no opened card does anything."""
    for player, card in hand.opened:
        if player not in hand.still_in:
            continue
        for effect in hand.game.effects:
            if not effect.touches(card):
                continue
            if isinstance(effect, SendsOut):
                return events.SentOutByCard(player=player, card=card)
            if isinstance(effect, OffersCard):
                return events.CardOffered(player=player, card=card, price=effect.price)
    return None


def buy_card(command: commands.BuyCard, night: Night) -> commands.BuyCard:
    """Takes the offered card; where open cards are not known the table's word stands for the offer."""
    hand = playing(night)
    player = command.player
    dealt_in(hand, player)
    price = hand.offers.get(player)
    if price is None:
        price = _price_unseen(hand, player)
    if price is None:
        raise errors.NothingIsOffered(player=player)
    if command.price not in (None, price):
        raise errors.PriceOfCardIsAnother(player=player, price=price, said=command.price)
    (card,) = read_cards(hand, (command.card,))
    _, shadow = divide_payment(night, hand, player, price)
    return replace(command, card=card, price=price, shadow=shadow)


def _price_unseen(hand: Hand, player: str) -> int | None:
    """The price when one of the player's open cards is not known and may be one that offers."""
    if not any(held.up and held.card == UNKNOWN for held in hand.own[player]):
        return None
    return next((effect.price for effect in hand.game.effects if isinstance(effect, OffersCard)), None)


def decline_card(command: commands.DeclineCard, night: Night) -> commands.DeclineCard:
    """Does not want the offered card."""
    hand = playing(night)
    if command.player not in hand.offers:
        raise errors.NothingIsOffered(player=command.player)
    return command


def send_out(command: commands.SendOut, night: Night) -> commands.SendOut:
    """The table sees a card that sends its holder out, and the book does not know it."""
    hand = playing(night)
    player = command.player
    dealt_in(hand, player)
    unseen = any(held.up and held.card == UNKNOWN for held in hand.own[player])
    if not unseen or not any(isinstance(effect, SendsOut) for effect in hand.game.effects):
        raise errors.NothingSendsOut(player=player, game=hand.game.name)
    return command


# What follows only copies facts.


def sent_out(night: Night, event: events.SentOutByCard | commands.SendOut) -> None:
    """He is out of the hand; a round he had a say in goes on without him."""
    hand = _hand(night)
    hand.still_in.remove(event.player)
    hand.offers.pop(event.player, None)
    if event.player in hand.waiting:
        hand.waiting.remove(event.player)
    betting = hand.round
    if betting is None:
        return
    if not betting.answered_at and not betting.price:
        # Nobody has spoken yet: without him another may show the best cards.
        open_round(night, hand)
    elif event.player in betting.waiting:
        betting.waiting.remove(event.player)


def offered(night: Night, event: events.CardOffered) -> None:
    """The offer stands until betting begins."""
    hand = _hand(night)
    hand.offers[event.player] = event.price
    hand.opened.remove((event.player, event.card))


def bought(night: Night, event: commands.BuyCard) -> None:
    """One more closed card, and its price in the pot."""
    hand = _hand(night)
    hand.offers.pop(event.player, None)
    hand.own[event.player].append(Held(event.card, up=False, bought=True))
    if event.card != UNKNOWN:
        hand.out_cards.add(event.card)
    if event.shadow:
        hand.shadow_due = (event.player, event.shadow)


def declined(night: Night, event: commands.DeclineCard) -> None:
    """The offer is gone."""
    _hand(night).offers.pop(event.player, None)


def _hand(night: Night) -> Hand:
    assert night.hand is not None
    return night.hand
