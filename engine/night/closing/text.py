"""One short sentence for the close, the gap, the plan and each payment."""

from engine import commands, events
from engine.grammar import counted, listed
from engine.registry import told
from engine.wording import Voice, closed, off_by

# Who bears a gap: in equal parts, whatever each has won or lost (DESIGN 3, Close).
BEARERS = {
    "banker": "the banker",
    "player": "one player",
    "winners": "the winners, in equal parts whatever each has won",
    "losers": "the losers, in equal parts whatever each has lost",
    "all": "everyone who played, in equal parts",
}


@told(commands.CloseNight)
def night_closed(event: commands.CloseNight, voice: Voice) -> str:
    return "The night is closed; all chips go back to the box."


@told(commands.FreezePlan)
def plan_frozen(event: commands.FreezePlan, voice: Voice) -> str:
    ways = {"bank": "everyone with the banker", "direct": "from player to player"}
    number = counted(len(event.transfers or ()), "transfer")
    proven = ", proven minimal" if event.proven_minimal else ""
    return (
        f"The plan is frozen: {number}, {ways[event.kind]}{proven}.{_old_debts(event, voice)}{_rounded(event, voice)}"
    )


def _old_debts(event: commands.FreezePlan, voice: Voice) -> str:
    """ " Old debts that went in: Carl → Bo 27.25 DKK." with the space before it, or nothing."""
    debts = [
        f"{voice.name(debt.payer)} → {voice.name(debt.payee)} {voice.money(debt.cents)}" for debt in event.old_debts
    ]
    return f" Old debts that went in: {', '.join(debts)}." if debts else ""


def _rounded(event: commands.FreezePlan, voice: Voice) -> str:
    """ " Rounded to 0.50 DKK: Anna +0.25 DKK and Bo -0.25 DKK.", without the coin, which the house rules say."""
    moved = [f"{voice.name(charge.player)} {voice.money(charge.cents, signed=True)}" for charge in event.rounded]
    return f" Rounded: {listed(moved)}." if moved else ""


@told(commands.RecordPayment)
def payment_recorded(event: commands.RecordPayment, voice: Voice) -> str:
    return f"Transfer {event.transfer}: {voice.money(event.cents)} paid."


@told(events.GapFound)
def gap_found(event: events.GapFound, voice: Voice) -> str:
    """The sentence of a count that is off, with the money it gives or takes until the gap is resolved."""
    name = voice.name(event.player)
    less = "less" if event.cents < 0 else "more"
    told = f"; {name} is credited {voice.money(abs(event.cents))} {less} than the book says" if event.cents else ""
    return f"{name}'s count is off: the book says {event.book}, counted {event.counted}, {off_by(event)}{told}."


@told(commands.ResolveGap)
def gap_resolved(event: commands.ResolveGap, voice: Voice) -> str:
    """The sentence of a gap resolved: missing chips cost their holder money that somebody gets; a surplus is paid."""
    charges = event.charges or ()
    worth = sum(charge.cents for charge in charges)
    parts = listed(
        [
            f"{voice.name(charge.player)} {'gets' if worth > 0 else 'pays'} {voice.money(abs(charge.cents))}"
            for charge in charges
        ]
    )
    reason = f" The reason given: {closed(event.reason)}" if event.reason.strip() else ""
    if not charges:
        return f"The gap falls on {BEARERS[event.by]}.{reason}"
    if worth > 0:
        what, goes = "missing at the count have cost", "goes to"
    else:
        what, goes = "over at the count have brought", "is paid by"
    odd = {abs(charge.cents) for charge in charges}
    rest = "; those who sat down first take the larger parts where it does not divide evenly" if len(odd) > 1 else ""
    worth_told = voice.money(abs(worth))
    return f"The chips {what} {worth_told}; that {goes} {BEARERS[event.by]}{rest}: {parts}.{reason}"
