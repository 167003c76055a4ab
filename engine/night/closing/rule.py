"""The rules of the close: counts against the book, the gap and who bears it, the frozen plan and its payments."""

from msgspec.structs import replace

from engine import commands, errors, events
from engine.ids import PlayerId
from engine.ledger.accounts import dues, gap_in_chips, nets
from engine.ledger.box import to_be_counted
from engine.money import apportion
from engine.night.closing.settlement import bank_plan, direct_plan
from engine.night.preconditions import in_play, money_of, present
from engine.registry import decides
from engine.state import Night
from engine.waiving import insist


@decides(commands.CloseNight)
def close_night(command: commands.CloseNight, night: Night) -> commands.CloseNight:
    """Ends play; refuses while a hand is open, a pot is carried or a count is missing (a waiver trusts the book)."""
    in_play(night)
    if night.hand is not None:
        raise errors.HandIsBeingPlayed(number=night.hand.number, game=night.hand.game.name)
    carried = night.balance.get("carry", 0)
    if carried:
        raise errors.PotIsCarried(chips=carried)
    missing = [player for player in night.people if player not in night.counts and _has_to_count(night, player)]
    if missing:
        insist(command, errors.CountIsMissing(players=missing))
    return command


def _has_to_count(night: Night, player: PlayerId) -> bool:
    """Whether the player must be counted: with chips by the book, or a declared box if they play from it."""
    if night.rules.banker_stack == "box" and player == night.banker:
        return night.inventory > 0
    return night.balance.get("chips:" + player, 0) != 0


def follow_returns(night: Night) -> tuple[events.Event, ...]:
    """The differences between count and book, and then the chips that go back to the box.

    The count of a banker who plays from the box is that of the box. What they have won is what it holds beyond the
    chips of all others.
    """
    drawn: list[events.Event] = []
    for player in night.closing.returning:
        chips = night.balance.get("chips:" + player, 0)
        found, book = night.counts.get(player), to_be_counted(night, player)
        if found is not None and found != book:
            cents = (found - book) * night.unit
            drawn.append(events.GapFound(player=player, book=book, counted=found, cents=cents))
            chips += found - book
        if chips:
            drawn.append(commands.CashOut(player=player, chips=chips, cents=chips * night.unit))
    return tuple(drawn)


@decides(commands.ResolveGap)
def resolve_gap(command: commands.ResolveGap, night: Night) -> commands.ResolveGap:
    """Credits (chips missing) or charges (chips over) the gap's worth to those who bear it, by largest remainder."""
    if night.phase != "closed":
        raise errors.NightIsNotClosed(act="resolve the gap")
    gap = gap_in_chips(night)
    if gap == 0 or night.closing.gap_resolved:
        raise errors.NoGapToResolve()
    bearers = _bearers(command, night)
    if not bearers:
        raise errors.NobodyToBear(by=command.by)
    parts = apportion(gap * night.unit, [1] * len(bearers))
    charges = tuple(commands.Charge(player=player, cents=cents) for player, cents in zip(bearers, parts, strict=True))
    return replace(command, charges=charges)


def _bearers(command: commands.ResolveGap, night: Night) -> list[PlayerId]:
    if command.by == "banker":
        return [night.banker]
    if command.by == "player":
        if command.player is None:
            raise errors.BearerIsMissing()
        present(night, command.player)
        return [command.player]
    results = nets(night)
    if command.by == "winners":
        return [player for player, cents in results.items() if cents > 0]
    if command.by == "losers":
        return [player for player, cents in results.items() if cents < 0]
    return list(night.people)


@decides(commands.FreezePlan)
def freeze_plan(command: commands.FreezePlan, night: Night) -> commands.FreezePlan:
    """Turns nets into payments, once and for all."""
    if night.phase == "planned":
        raise errors.PlanIsFrozen()
    if night.phase != "closed":
        raise errors.NightIsNotClosed(act="settle")
    gap = gap_in_chips(night)
    if gap and not night.closing.gap_resolved:
        raise errors.GapIsOpen(chips=abs(gap), what="missing" if gap > 0 else "over")
    plan = bank_plan(dues(night), night.banker) if command.kind == "bank" else direct_plan(dues(night))
    if command.transfers not in (None, plan.transfers):
        raise errors.PlanIsAnother(kind=command.kind)
    return replace(command, transfers=plan.transfers, proven_minimal=plan.proven_minimal)


@decides(commands.RecordPayment)
def record_payment(command: commands.RecordPayment, night: Night) -> commands.RecordPayment:
    """Records a transfer paid in full or in part."""
    if night.closing.plan is None or night.closing.plan.transfers is None:
        raise errors.NoPlanYet()
    transfers = night.closing.plan.transfers
    if command.transfer > len(transfers):
        raise errors.UnknownTransfer(number=command.transfer, last=len(transfers))
    left = transfers[command.transfer - 1].cents - night.closing.paid[command.transfer - 1]
    if left == 0:
        raise errors.TransferIsPaid(number=command.transfer)
    cents = left if command.cents is None else command.cents
    if cents > left:
        raise errors.PaysTooMuch(number=command.transfer, cents=cents, left=left, **money_of(night))
    return replace(command, cents=cents)
