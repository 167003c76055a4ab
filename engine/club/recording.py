"""What a club records of a night: its phase in one word, and what is still unpaid of its plan."""

from engine.club.acts import NightPhase, RecordNight
from engine.money import Debt
from engine.state import Night


def record_of(night: Night, *, version: int, head: str) -> RecordNight:
    """The act that records the night as it stands. An error before the night is open.

    `version` and `head` are the number and the hash of its last event.
    """
    return RecordNight(
        night=night.terms.night,
        version=version,
        head=head,
        phase=phase_of(night),
        currency=night.terms.currency,
        unpaid=unpaid_of(night),
    )


def phase_of(night: Night) -> NightPhase:
    """The phase of a night that has been opened: open, closed, settling or settled; void if nothing of it is left."""
    if night.phase == "open":
        return "void" if is_void(night) else "open"
    if night.phase == "planned":
        return "settling" if unpaid_of(night) else "settled"
    assert night.phase != "new", "A night that is not open yet has no phase."
    return "void" if is_void(night) else "closed"


def is_void(night: Night) -> bool:
    """Whether this is a settlement without a night, and has no plan: it is nobody's any more."""
    return night.terms.debts_only and not night.people and night.closing.plan is None


def unpaid_of(night: Night) -> tuple[Debt, ...]:
    """What is still to be paid of the frozen plan, in its order; empty before there is one."""
    plan = night.closing.plan
    transfers = plan.transfers if plan is not None and plan.transfers else ()
    return tuple(
        Debt(transfer.payer, transfer.payee, transfer.cents - paid)
        for transfer, paid in zip(transfers, night.closing.paid, strict=True)
        if paid < transfer.cents
    )
