"""The rules of the close: counts against the book, the gap and who bears it, the frozen plan and its payments; and what is next."""

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from engine import commands, errors, events
from engine.house.soundness import coin_of
from engine.ids import PlayerId
from engine.ledger.accounts import dues, gap_in_chips
from engine.ledger.postings import to_be_counted
from engine.night.closing.gap import gap_is_open, parts_of_gap
from engine.night.closing.settlement import plan_of
from engine.night.closing.taking_back import insist_nobody_says_they_paid
from engine.night.requests.matching import request_of_payment
from engine.offer import Offer, is_accepted
from engine.preconditions import between_hands, insist, money_of
from engine.registry import decides
from engine.resolved import resolved
from engine.speech import phrase
from engine.state import Night

Plan = Literal["bank", "direct"] | None


@decides(commands.CloseNight)
def close_night(command: commands.CloseNight, night: Night) -> commands.CloseNight:
    """Ends play; refuses while a hand is open, a pot is carried or a count is missing (a waiver trusts the book)."""
    between_hands(night)
    carried = night.balance.get("carry", 0)
    if carried:
        raise errors.PotIsCarried(chips=carried)
    if missing := uncounted(night):
        insist(command, errors.CountIsMissing(players=missing))
    return command


def uncounted(night: Night) -> list[PlayerId]:
    """The players whose count is missing before the night can be closed."""
    return [player for player in night.people if player not in night.counts and _has_to_count(night, player)]


def _has_to_count(night: Night, player: PlayerId) -> bool:
    """Whether the player must be counted: with chips by the book, or a declared box if they play from it.

    Nobody must whose chips are in the book alone: then it is right by itself.
    """
    if night.rules.chips == "none":
        return False
    if player == night.from_box:
        return night.inventory > 0
    return night.balance.get("chips:" + player, 0) != 0


def follow_returns(night: Night) -> tuple[events.Event, ...]:
    """The differences between count and book, and then the chips that go back to the box.

    The count of a banker who plays from the box is that of the box. What they have won is what it holds beyond the
    chips of all others.
    """
    consequences: list[events.Event] = []
    for player in night.closing.returning:
        chips = night.balance.get("chips:" + player, 0)
        counted, book = night.counts.get(player), to_be_counted(night, player)
        if counted is not None and counted != book:
            cents = (counted - book) * night.unit
            consequences.append(events.GapFound(player=player, book=book, counted=counted, cents=cents))
            chips += counted - book
        if chips:
            consequences.append(commands.CashOut(player=player, chips=chips, cents=chips * night.unit))
    return tuple(consequences)


@decides(commands.ResolveGap)
def resolve_gap(command: commands.ResolveGap, night: Night) -> commands.ResolveGap:
    """Credits (chips missing) or charges (chips over) the gap's worth to those who bear it, by largest remainder."""
    # Of a night that is settled, too, it is said whether there is a gap and whether somebody bears it.
    if night.phase not in ("closed", "planned"):
        raise errors.NightIsNotClosed(act=phrase("resolve the gap"))
    if night.closing.gap_resolved:
        raise errors.GapIsResolved()
    gap = gap_in_chips(night)
    if gap == 0:
        raise errors.NoGapToResolve()
    parts = parts_of_gap(command, night, gap * night.unit)
    if not parts:
        raise errors.NobodyToBear(by=command.by)
    # Nobody gets or pays nothing.
    charges = tuple(commands.Charge(player=player, cents=cents) for player, cents in parts.items() if cents)
    return replace(command, charges=charges)


@decides(commands.FreezePlan)
def freeze_plan(command: commands.FreezePlan, night: Night) -> commands.FreezePlan:
    """Turns nets into payments. Another plan may take the place of one on which nothing is paid.

    The club's stream knows whether its old debts are really unpaid.
    """
    if night.phase == "planned" and not _takes_its_place(command, night):
        raise errors.PlanIsFrozen()
    if night.phase not in ("closed", "planned"):
        raise errors.NightIsNotClosed(act=phrase("settle"))
    insist_nobody_says_they_paid(night)
    if gap_is_open(night):
        gap = gap_in_chips(night)
        raise errors.GapIsOpen(chips=abs(gap), what=phrase("missing") if gap > 0 else phrase("over"))
    _old_debts_go_in(command, night)
    plan = plan_of(
        command.kind,
        dues(night),
        night.banker,
        old_debts=command.old_debts,
        coin=coin_of(night.rules.cash, night.terms.currency),
    )
    if command.transfers not in (None, plan.transfers) or command.rounded not in ((), plan.rounded):
        raise errors.PlanIsAnother(kind=command.kind)
    return replace(command, transfers=plan.transfers, proven_minimal=plan.proven_minimal, rounded=plan.rounded)


def _old_debts_go_in(command: commands.FreezePlan, night: Night) -> None:
    """Refuses old debts that nobody asked for, and a plan that asks for them where there are none."""
    if command.old_debts and not command.with_old_debts:
        raise errors.OldDebtsAreFilledIn()
    if command.with_old_debts and not command.old_debts:
        raise errors.NoOldDebts(currency=night.terms.currency.code)


def _takes_its_place(command: commands.FreezePlan, night: Night) -> bool:
    """Whether this plan may take the place of the frozen one: nothing is paid, and it is another one."""
    plan = night.closing.plan
    if plan is None or any(night.closing.paid):
        return False
    if not (plan.transfers or command.with_old_debts):
        return False
    return (command.kind, command.with_old_debts) != (plan.kind, plan.with_old_debts)


def usual_plan(night: Night) -> Literal["bank", "direct"]:
    """The kind of plan where none is named: that of the plan that stands, else that of the house, direct if it asks."""
    if night.closing.plan is not None:
        return night.closing.plan.kind
    return "bank" if night.rules.settles == "bank" else "direct"


def settles_by_itself(night: Night) -> bool:
    """Whether the house has agreed on a plan, so that nobody has to ask for it."""
    return night.rules.settles in ("direct", "bank")


def plan_by_itself(night: Night) -> Plan:
    """The kind of plan that is due without anybody asking; None unless the night is closed and has no open gap."""
    settles = night.rules.settles
    return None if night.phase != "closed" or gap_is_open(night) or settles == "ask" else settles


@decides(commands.RecordPayment)
def record_payment(command: commands.RecordPayment, night: Night) -> commands.RecordPayment:
    """Records a transfer paid in full or in part."""
    transfer, left = transfer_of(night, command.transfer)
    if command.confirmed_by not in (None, transfer.payee):
        raise errors.NotThePayee(number=command.transfer, player=command.confirmed_by, payee=transfer.payee)
    if command.request is not None:
        _is_still_left(command, transfer, left, night)
    cents = paid_of(night, command.transfer, command.cents, left)
    return replace(command, cents=cents, request=request_of_payment(command, night, cents, left))


def _is_still_left(command: commands.RecordPayment, transfer: commands.Transfer, left: int, night: Night) -> None:
    """Refuses all that a payer says they paid, where less is left by now: some of it is recorded, or the plan was corrected."""
    claim = night.requests.get(resolved(command.request))
    asked = claim.asked if claim is not None else None
    if isinstance(asked, commands.SayPayment) and command.cents == asked.cents and 0 < left < resolved(asked.cents):
        raise errors.ClaimIsMore(
            number=command.transfer, payer=transfer.payer, cents=asked.cents, left=left, **money_of(night)
        )


def transfer_of(night: Night, number: int) -> tuple[commands.Transfer, int]:
    """The transfer of that number in the frozen plan, and the cents left of it."""
    if night.closing.plan is None or night.closing.plan.transfers is None:
        raise errors.NoPlanYet()
    transfers = night.closing.plan.transfers
    if number > len(transfers):
        raise errors.UnknownTransfer(number=number, last=len(transfers))
    transfer = transfers[number - 1]
    return transfer, transfer.cents - night.closing.paid[number - 1]


def paid_of(night: Night, number: int, cents: int | None, left: int) -> int:
    """The cents of a payment on a transfer of which so much is `left`: as many as were said, or all of it."""
    if left == 0:
        raise errors.TransferIsPaid(number=number)
    if cents is not None and cents > left:
        raise errors.PaysTooMuch(number=number, cents=cents, left=left, **money_of(night))
    return left if cents is None else cents


def closing_offers(night: Night) -> Iterator[Offer]:
    """The next step towards the end: each way there is, and none while a hand is played."""
    if night.phase == "open" and night.hand is None:
        if is_accepted(close_night, command := commands.CloseNight(), night):
            yield Offer(command)
    elif night.phase == "closed":
        if gap_is_open(night):
            yield from _who_may_bear(night)
        else:
            yield Offer(commands.FreezePlan(kind="bank"))
            yield Offer(commands.FreezePlan(kind="direct"))
    elif night.closing.plan is not None:
        for kind in ("bank", "direct"):
            if is_accepted(freeze_plan, plan := commands.FreezePlan(kind=kind), night):
                yield Offer(plan)
        yield from _payments(night, night.closing.plan)


def _who_may_bear(night: Night) -> Iterator[Offer]:
    """Everybody who may bear the gap, together or alone."""
    together = (
        commands.ResolveGap(by="banker"),
        commands.ResolveGap(by="winners"),
        commands.ResolveGap(by="losers"),
        commands.ResolveGap(by="all"),
    )
    for command in together:
        if is_accepted(resolve_gap, command, night):
            yield Offer(command)
    for player in night.people:
        yield Offer(commands.ResolveGap(by="player", player=player), player)


def _payments(night: Night, plan: commands.FreezePlan) -> Iterator[Offer]:
    """Each transfer that is not paid in full: all that is left of it, or a part."""
    pairs = zip(resolved(plan.transfers), night.closing.paid, strict=True)
    for number, (transfer, paid) in enumerate(pairs, start=1):
        if left := transfer.cents - paid:
            command = commands.RecordPayment(transfer=number)
            yield Offer(command, transfer.payer, owed=left, least=1, most=left)
