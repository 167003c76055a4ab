"""The rules of expenses, tips and the kitty: who may enter one and who bears it; and the fee that follows by itself."""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from engine import commands, errors, events
from engine.ids import PlayerId
from engine.ledger.accounts import in_kitty
from engine.ledger.postings import money_left
from engine.money import apportion
from engine.preconditions import money_of, opened
from engine.registry import at_close, decides
from engine.state import Hand, Night


@decides(commands.PayExpense)
def pay_expense(command: commands.PayExpense, night: Night) -> commands.PayExpense:
    """An expense is shared by parts, in whole cents, until the plan is frozen.

    Everybody bears their part rounded down, and the cents left over go one each to those whose part lost most by it. Of
    those who lost the same, the first from the payer's left bears one more, and the payer comes last: whoever laid the
    money out is the last to pay a cent too much (house/expense). The kitty pays out of what it has, and all of it.
    """
    _before_the_plan(night)
    if command.kitty:
        return _out_of_the_kitty(command, night)
    parts = _parts(command, night)
    if not parts.keys() - {command.player}:
        raise errors.NobodyShares(player=command.player)
    _can_be_written(command.cents, night)
    order = night.from_the_left_of(command.player, parts)
    cents = apportion(command.cents, [parts[player] for player in order])
    shares = (commands.ExpenseShare(*share) for share in zip(order, cents, strict=True) if share[1])
    return replace(command, shares=tuple(shares))


def _before_the_plan(night: Night) -> None:
    opened(night)
    if night.terms.debts_only:
        raise errors.NobodyPlaysHere()
    if night.phase == "planned":
        raise errors.ExpenseIsTooLate()


def _can_be_written(cents: int, night: Night) -> None:
    left = money_left(night) // 2
    if cents > left:
        raise errors.TooMuchForTheBook(cents=cents, left=left, **money_of(night))


def _out_of_the_kitty(command: commands.PayExpense, night: Night) -> commands.PayExpense:
    if command.among or command.but:
        raise errors.KittyPaysAlone()
    _takes_part(command.player, night)
    left = in_kitty(night)
    if command.cents > left:
        raise errors.KittyHoldsLess(cents=command.cents, left=left, **money_of(night))
    return replace(command, shares=())


@decides(commands.GiveTip)
def give_tip(command: commands.GiveTip, night: Night) -> commands.GiveTip:
    """Money for somebody of the night or for the kitty, until the plan is frozen (house/kitty)."""
    _before_the_plan(night)
    for player in (command.player, command.payee or command.player):
        _takes_part(player, night)
    if command.player == command.payee:
        raise errors.PayerIsPayee(player=command.player)
    _can_be_written(command.cents, night)
    return command


def _takes_part(player: PlayerId, night: Night) -> None:
    if player not in night.everybody:
        raise errors.PlayerIsNotSeated(player=player, seated=list(night.people))


def _parts(command: commands.PayExpense, night: Night) -> dict[PlayerId, int]:
    """Who shares in the expense, with their parts. Refuses whoever takes no part in the night, and a name said twice."""
    named = [*(sharer.player for sharer in command.among), *command.but]
    if len(named) != len(set(named)):
        raise errors.NamedTwice(players=[player for player in dict.fromkeys(named) if named.count(player) > 1])
    for player in (command.player, *named):
        _takes_part(player, night)
    here = (player for player, person in night.people.items() if not person.left)
    parts = {sharer.player: sharer.parts for sharer in command.among} or dict.fromkeys(here, 1)
    return {player: count for player, count in parts.items() if player not in command.but}


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
