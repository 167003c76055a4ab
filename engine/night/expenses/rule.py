"""The rules of expenses, tips and the kitty: who may enter one, and who bears it."""

from msgspec.structs import replace

from engine import commands, errors
from engine.ids import PlayerId
from engine.ledger.accounts import in_kitty
from engine.ledger.postings import money_left
from engine.money import apportion
from engine.preconditions import money_of, opened
from engine.registry import decides
from engine.state import Night


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
