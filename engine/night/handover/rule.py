"""The rules of a handover: when the bank may pass on, what has to be counted, and what the outgoing banker answers for."""

from msgspec.structs import replace

from engine import commands, errors, events
from engine.ledger.accounts import given_away
from engine.ledger.postings import COUNTED_MOST, in_the_box
from engine.night.bank.rule import counted_chips
from engine.preconditions import can_count, in_play, insist, money_of, present
from engine.registry import decides
from engine.resolved import resolved
from engine.state import Night


@decides(commands.PassBank)
def pass_bank(command: commands.PassBank, night: Night) -> commands.PassBank:
    """Passes the bank on between hands; box and till are counted (a waiver trusts the book)."""
    in_play(night)
    if night.hand is not None:
        raise errors.HandIsBeingPlayed(number=night.hand.number, game=night.hand.game.name)
    _may_keep_the_bank(command, night)
    if command.till is not None and command.till > COUNTED_MOST:
        raise errors.TooMuchForTheBook(cents=command.till, left=COUNTED_MOST, **money_of(night))
    chips = _counted_in_the_box(command, night)
    uncounted = ["box"] if night.inventory and chips is None else []
    uncounted += ["till"] if command.till is None and night.balance.get("till", 0) > 0 else []
    if uncounted:
        insist(command, errors.BankIsNotCounted(what=uncounted))
    return replace(command, chips=chips, banker=night.banker)


def _may_keep_the_bank(command: commands.PassBank, night: Night) -> None:
    if command.banker not in (None, night.banker):
        raise errors.SomebodyElseKeepsTheBank(player=command.banker, banker=night.banker)
    if command.to == night.banker:
        raise errors.KeepsTheBankAlready(player=command.to)
    # Whoever opened the night as banker and never sat down may have the bank back.
    if (command.to in night.people or command.to not in night.bankers) and present(night, command.to).left:
        raise errors.PlayerHasGoneHome(player=command.to)


def _counted_in_the_box(command: commands.PassBank, night: Night) -> int | None:
    """The chips counted in the box; None if nobody says."""
    if command.chips is None and not command.pieces:
        return None
    can_count(night)
    if not night.inventory:
        raise errors.BoxHasNoInventory()
    chips = counted_chips(command, night)
    if chips > night.inventory:
        raise errors.BoxCountExceedsAllChips(chips=chips, all_chips=night.inventory)
    return chips


def follow_handover(night: Night, passed: commands.PassBank) -> tuple[events.Event, ...]:
    """What the outgoing banker answers for, and then that the other keeps the bank.

    A banker who plays from the box hands back what they have won, or is charged what they lost, as at the close.
    Money that the till lacks by the book was advanced by the banker, so an uncounted till holds at least nothing.
    """
    banker, balance, drawn = resolved(passed.banker), night.balance, list[events.Event]()
    won = balance.get("chips:" + banker, 0) if banker == night.from_box else 0
    if won:
        drawn.append(commands.CashOut(player=banker, chips=won, cents=won * night.unit))
    in_box = in_the_box(night)
    counted = in_box if passed.chips is None else passed.chips
    if counted != in_box:
        cents = (in_box - counted) * night.unit
        drawn.append(events.BoxGapFound(banker=banker, book=in_box, counted=counted, cents=cents))
    in_till = balance.get("till", 0)
    money = max(0, in_till) if passed.till is None else passed.till
    if money != in_till:
        drawn.append(events.TillGapFound(banker=banker, book=in_till, counted=money))
    if ruled := given_away(night):
        drawn.append(events.RuledChipsCharged(banker=banker, cents=ruled))
    return (*drawn, events.BankTaken(banker=passed.to, chips=counted if night.inventory else None, till=money))
