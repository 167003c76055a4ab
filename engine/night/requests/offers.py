"""What waits beside the table: the banker approves or declines a request, its player withdraws it, a payee confirms."""

from collections.abc import Iterator

from engine import commands
from engine.night.requests.rule import approve_request
from engine.offer import Offer, is_accepted
from engine.resolved import resolved
from engine.state import Night


def requests_offered(night: Night) -> Iterator[Offer]:
    """The ways in which each open request may end now, and the payments that are recorded and not confirmed."""
    for number, request in night.open_requests.items():
        asked = request.asked
        approval = commands.ApproveRequest(request=number)
        if is_accepted(approve_request, approval, night):
            most = asked.chips if isinstance(asked, commands.AskForChips) else 0
            yield Offer(approval, least=1 if most else 0, most=most)
        yield Offer(commands.DeclineRequest(request=number))
        yield Offer(commands.WithdrawRequest(request=number), asked.player)
        if isinstance(asked, commands.SayPayment):
            yield from _confirmation(night, asked.transfer)
    for number, (paid, confirmed) in enumerate(zip(night.closing.paid, night.closing.confirmed, strict=True), start=1):
        if paid > confirmed:
            yield from _confirmation(night, number)


def _confirmation(night: Night, number: int) -> Iterator[Offer]:
    plan = resolved(night.closing.plan)
    transfer = resolved(plan.transfers)[number - 1]
    if transfer.payee != night.banker:
        yield Offer(commands.ConfirmPayment(transfer=number), transfer.payee)
