"""What a strike takes with it at the end of a night, what stands in its way, and how the bearer of a gap is chosen otherwise."""

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from engine import commands, errors
from engine.events import Event, Recorded
from engine.ids import PlayerId
from engine.night.closing.acts import GapFound
from engine.resolved import resolved
from engine.state import Night

# Made from the nets of a closed night. They hold no more than what was counted and recorded before them.
MADE_FROM_NETS = (commands.ResolveGap, commands.FreezePlan)
# What was paid of a transfer of the plan, and what its payer and payee say of it.
OF_A_TRANSFER = (commands.RecordPayment, commands.SayPayment, commands.ConfirmPayment)


def gaps_in(in_force: Iterable[Event]) -> dict[PlayerId, int]:
    """How many chips each player counted beyond the book (below zero: fewer), for those whose count differed."""
    gaps: dict[PlayerId, int] = {}
    for event in in_force:
        if isinstance(event, GapFound):
            gaps[event.player] = gaps.get(event.player, 0) + event.counted - event.book
    return gaps


def goes_along(event: Event) -> bool:
    """Whether the act goes with what it was made from, instead of standing in the way of a strike."""
    return isinstance(event, MADE_FROM_NETS)


def first_payment(in_force: Sequence[Recorded], struck: Collection[int]) -> Recorded | None:
    """The first payment among these events in force that is not struck itself; None if nothing is paid."""
    kept = (record for record in in_force if record.version not in struck)
    return next((record for record in kept if isinstance(record.event, commands.RecordPayment)), None)


def insist_nothing_is_paid(in_force: Sequence[Recorded], struck: Collection[int]) -> None:
    """Refuses to take back the close, who bears the gap or the plan while a payment of the plan stands."""
    paid = first_payment(in_force, struck)
    if paid is None or not isinstance(paid.event, commands.RecordPayment):
        return
    # In the order of the table, so the plan that was paid is the last one before the payment, whatever their numbers are.
    transfer, opened = transfers_of(in_force[: in_force.index(paid)])[paid.event.transfer - 1], in_force[0].event
    assert isinstance(opened, commands.OpenNight)
    currency = opened.currency
    for record in in_force:
        if record.version in struck and isinstance(record.event, (commands.CloseNight, *MADE_FROM_NETS)):
            raise errors.PaymentStands(
                struck=record.version,
                version=paid.version,
                transfer=paid.event.transfer,
                payer=transfer.payer,
                payee=transfer.payee,
                cents=paid.event.cents,
                currency=currency.code,
                exponent=currency.exponent,
            )


def chosen_otherwise(
    command: commands.ResolveGap, in_force: Sequence[Recorded], night: Night
) -> commands.ResolveGap | commands.CorrectEvents:
    """The act as it is recorded: who bears a gap that somebody bears already is a correction, with which the plan goes along.

    Refuses what stands already, and any choice once somebody has paid or says so.
    """
    if not night.closing.gap_resolved:
        return command
    before = next(record for record in reversed(in_force) if isinstance(record.event, commands.ResolveGap))
    insist_nothing_is_paid(in_force, (before.version,))
    insist_nobody_says_they_paid(night)
    assert isinstance(before.event, commands.ResolveGap)
    if (command.by, command.player) == (before.event.by, before.event.player):
        raise errors.GapIsResolved()
    change = commands.Change(version=before.version, act=replace(command, charges=None))
    return commands.CorrectEvents(changes=(change,), reason=command.reason)


def insist_nobody_says_they_paid(night: Night) -> None:
    """Refuses to make another plan while a payer waits for the word that they paid."""
    # After the close only what payers say is open.
    if claim := next(iter(night.open_requests), None):
        request = night.requests[claim].asked
        assert isinstance(request, commands.SayPayment)
        raise errors.ClaimsStand(number=claim, player=request.player, transfer=request.transfer)


def transfers_of(in_force: Sequence[Recorded]) -> tuple[commands.Transfer, ...]:
    """The transfers of the last plan among these events in force, in the order of the table; empty without a plan."""
    plans = (record.event for record in reversed(in_force) if isinstance(record.event, commands.FreezePlan))
    return next((resolved(plan.transfers) for plan in plans), ())


def insist_same_transfer(
    event: commands.RecordPayment | commands.SayPayment | commands.ConfirmPayment,
    then: Sequence[commands.Transfer],
    night: Night,
) -> None:
    """Refuses a payment, or what its payer or payee says of it, where the transfer is now one between others.

    `then`: the transfers of the plan when it was said. `night`: the one in which its rule accepts it now.
    """
    was, now = then[event.transfer - 1], resolved(resolved(night.closing.plan).transfers)[event.transfer - 1]
    if (was.payer, was.payee) != (now.payer, now.payee):
        raise errors.TransferIsOfOthers(
            number=event.transfer, payer=was.payer, payee=was.payee, now_payer=now.payer, now_payee=now.payee
        )
