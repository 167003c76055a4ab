"""The fee of the house (house/fee), which follows by itself: per hand, of each pot, or per hour at the close."""

from collections import Counter
from collections.abc import Mapping

from engine import commands, events
from engine.ids import PlayerId
from engine.ledger.postings import money_left
from engine.money import apportion
from engine.registry import at_close
from engine.state import Hand, Night


def fee_of_hand(night: Night, fee: commands.Fee) -> tuple[events.Event, ...]:
    """The fee of the hand that has just ended (house/fee); empty after a New Deal, whose pot the next hand plays for."""
    hand = night.last_hand
    if hand is None or hand.new_deal or night.charged == night.hands_played:
        return ()
    if fee.per == "hand":
        return _charged(night, fee, [_in_chips(night, player, fee.chips, fee.cents) for player in hand.order])
    if fee.per == "pot":
        taken = _of_the_pots(hand, fee)
        return _charged(night, fee, [_in_chips(night, player, chips) for player, chips in taken.items() if chips])
    return ()


@at_close
def fee_of_time(night: Night) -> tuple[events.Event, ...]:
    """The fee for the time that everybody was there, by the minute and rounded down (house/fee)."""
    fee = night.rules.fee
    if fee is None or fee.per != "hour":
        return ()
    worth = {one.player: fee.cents * one.minutes // 60 for one in night.closing.there if one.player in night.people}
    return _charged(night, fee, [events.FeeShare(player, cents) for player, cents in worth.items() if cents])


def _charged(night: Night, fee: commands.Fee, shares: list[events.FeeShare]) -> tuple[events.Event, ...]:
    """The event; nothing is charged that the book could not write."""
    total = sum(share.cents for share in shares)
    if not 0 < total <= money_left(night) // 2:
        return ()
    return (events.FeeCharged(purpose=fee.purpose, shares=tuple(shares)),)


def _in_chips(night: Night, player: PlayerId, chips: int, cents: int = 0) -> events.FeeShare:
    """So many chips of the player's stack or, where it holds fewer, their worth on the account."""
    return events.FeeShare(player, cents or chips * night.unit, chips if night.stack(player) >= chips else 0)


def _of_the_pots(hand: Hand, fee: commands.Fee) -> Mapping[PlayerId, int]:
    """The chips of the fee by player, of each pot for itself.

    Those who took a pot pay in proportion to what they took, as if it had been smaller by the fee: of equal remainders
    the last one pays the odd chip.
    """
    paid: Counter[PlayerId] = Counter()
    for number in dict.fromkeys(pot for pot, _ in hand.showdown.won):
        shares = [share for pot, share in hand.showdown.won if pot == number][::-1]
        parts = [share.chips for share in shares]
        for share, chips in zip(shares, apportion(_of_one_pot(sum(parts), fee), parts), strict=True):
            paid[share.player] += chips
    return paid


def _of_one_pot(chips: int, fee: commands.Fee) -> int:
    if fee.chips:
        return min(fee.chips, chips)
    part = chips * fee.permille // 1000
    return min(part, fee.most) if fee.most else part
