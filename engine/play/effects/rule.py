"""The effects of an open card: its holder is sent out, pays a fee, is offered or given a card (R-D13 to R-D15).

A card on offer may be bought or declined until betting begins.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from engine import commands, errors, events
from engine.game.wilds import AnyEffect, Costs, OffersCard, SendsOut
from engine.ids import PlayerId
from engine.offer import Offer
from engine.play.betting.shadow import divide_fee, divide_payment, most_to_put_in
from engine.play.holdings.knowledge import read_cards
from engine.play.holdings.lying import coming_again, has_card_to_spare
from engine.preconditions import playing, playing_in
from engine.registry import decides
from engine.state import UNKNOWN, Hand, Held, Night


def effect_due(night: Night, hand: Hand) -> events.Event | None:
    """The next effect of the cards just opened, in the order opened and written; None if no effect is left."""
    if not hand.game.effects:
        return None
    for player, card in hand.effects.due:
        if player in hand.still_in and (effects := _effects_left(hand, player, card)):
            return EFFECTS[type(effects[0])](night, hand, player, card, effects[0])
    return None


def _effects_left(hand: Hand, player: PlayerId, card: str) -> list[AnyEffect]:
    touching = [effect for effect in hand.game.effects if effect.touches(card)]
    return touching[hand.effects.acted.get((player, card), 0) :]


def _send_out(night: Night, hand: Hand, player: PlayerId, card: str, effect: SendsOut) -> events.Event:
    return events.SentOutByCard(player=player, card=card, rule=rule_of_sending_out(hand.game.rulebook))


def rule_of_sending_out(rulebook: str) -> str:
    """The name of the rule in its rulebook; a game without one has the table's own rule."""
    return f"{rulebook or 'own'}/sends-out"


def _offer(night: Night, hand: Hand, player: PlayerId, card: str, effect: OffersCard) -> events.Event:
    """The offer of a card; a card without a price is given at once, if one is left (RULINGS R-D14, R-M9)."""
    if effect.price:
        return events.CardOffered(player=player, card=card, price=effect.price)
    return events.CardGiven(player=player, card=card, number=1 if has_card_to_spare(hand) else 0)


def _charge(night: Night, hand: Hand, player: PlayerId, card: str, effect: Costs) -> events.Event:
    chips, shadow = divide_fee(night, hand, player, effect.chips)
    return events.FeePaid(player=player, card=card, chips=chips, shadow=shadow)


EFFECTS: Final[dict[type[Any], Callable[[Night, Hand, PlayerId, str, Any], events.Event]]] = {
    SendsOut: _send_out,
    OffersCard: _offer,
    Costs: _charge,
}


@decides(commands.BuyCard)
def buy_card(command: commands.BuyCard, night: Night) -> commands.BuyCard:
    """Takes the offered card; if open cards are not known, the table's word stands for the offer."""
    player = command.player
    hand = playing_in(night, player)
    price = hand.effects.offers.get(player)
    if price is None:
        price = price_unseen(hand, player)
    if price is None:
        raise errors.NothingIsOffered(player=player)
    if command.price not in (None, price):
        raise errors.PriceOfCardIsAnother(player=player, price=price, said=command.price)
    if not has_card_to_spare(hand):
        raise errors.NoCardIsLeft(player=player)
    (card,) = read_cards(hand, (command.card,), besides=coming_again(hand, 1))
    _, shadow = divide_payment(night, hand, player, price)
    return replace(command, card=card, price=price, shadow=shadow)


def price_unseen(hand: Hand, player: PlayerId) -> int | None:
    """The price of a card that one of the player's unknown open cards may offer; None if no more can be on offer."""
    offering = [effect for effect in hand.game.effects if isinstance(effect, OffersCard)]
    own = hand.cards.own[player]
    may_offer = sum(held.up and (held.card == UNKNOWN or _touched(offering, held)) for held in own)
    if not offering or not _shows_unknown(hand, player) or sum(held.bought for held in own) >= may_offer:
        return None
    return offering[0].price


def _touched(effects: Sequence[AnyEffect], held: Held) -> bool:
    return any(effect.touches(held.card) for effect in effects)


@decides(commands.DeclineCard)
def decline_card(command: commands.DeclineCard, night: Night) -> commands.DeclineCard:
    """Turns down the offered card."""
    hand = playing(night)
    if command.player not in hand.effects.offers:
        raise errors.NothingIsOffered(player=command.player)
    return command


@decides(commands.SendOut)
def send_out(command: commands.SendOut, night: Night) -> commands.SendOut:
    """The table sees a card that sends its holder out and that the book does not know."""
    player = command.player
    hand = playing_in(night, player)
    if not _shows_unknown(hand, player) or not any(isinstance(effect, SendsOut) for effect in hand.game.effects):
        raise errors.NothingSendsOut(player=player, game=hand.game.name)
    return command


@decides(commands.PayFee)
def pay_fee(command: commands.PayFee, night: Night) -> commands.PayFee:
    """The table sees a card that costs its holder a fee and that the book does not know."""
    player = command.player
    hand = playing_in(night, player)
    fees = sorted({effect.chips for effect in hand.game.effects if isinstance(effect, Costs)})
    if not fees or not _shows_unknown(hand, player):
        raise errors.NothingCostsAFee(player=player, game=hand.game.name)
    fee = command.chips if command.chips is not None else fees[0]
    if fee not in fees or (command.chips is None and len(fees) > 1):
        raise errors.FeeIsAnother(player=player, fees=fees)
    chips, shadow = divide_fee(night, hand, player, fee)
    return replace(command, chips=chips, shadow=shadow)


def _shows_unknown(hand: Hand, player: PlayerId) -> bool:
    return any(held.up and held.card == UNKNOWN for held in hand.cards.own[player])


def cards_on_offer(night: Night, hand: Hand) -> Iterator[Offer]:
    """Buying and declining, for each player with an offered card, in turn or not, until betting begins."""
    for player, price in hand.effects.offers.items():
        if has_card_to_spare(hand) and price <= most_to_put_in(night, hand, player):
            yield Offer(commands.BuyCard(player=player), player, owed=price)
        yield Offer(commands.DeclineCard(player=player), player)
