"""What may be done at the end of a night: the close, the gap, the plan, its payments."""

from collections.abc import Iterator

from engine import commands
from engine.night.closing.rule import close_night, freeze_plan, gap_is_open, resolve_gap
from engine.offer import Offer, is_accepted
from engine.resolved import resolved
from engine.state import Night


def closing_offers(night: Night) -> Iterator[Offer]:
    """The next step towards the end: each way there is, and none while a hand is played."""
    if night.phase == "open" and night.hand is None:
        if is_accepted(close_night, command := commands.CloseNight(), night):
            yield Offer(command)
    elif night.phase == "closed":
        if gap_is_open(night):
            yield from _bearers(night)
        else:
            yield Offer(commands.FreezePlan(kind="bank"))
            yield Offer(commands.FreezePlan(kind="direct"))
    elif night.closing.plan is not None:
        for kind in ("bank", "direct"):
            if is_accepted(freeze_plan, plan := commands.FreezePlan(kind=kind), night):
                yield Offer(plan)
        yield from _payments(night, night.closing.plan)


def _bearers(night: Night) -> Iterator[Offer]:
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
