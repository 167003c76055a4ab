"""One short sentence for each loan, buy-in, cash-out, count and payment."""

from engine import commands, events
from engine.grammar import counted, listed
from engine.registry import told
from engine.wording import Voice, off_by


@told(commands.GiveLoan)
def loan_given(event: commands.GiveLoan, voice: Voice) -> str:
    start = " to begin with" if event.initial else ""
    return f"{voice.name(event.player)} borrows {counted(event.chips, 'chip')}{start}, for {voice.money(event.cents)}."


@told(commands.BuyChips)
def chips_bought(event: commands.BuyChips, voice: Voice) -> str:
    return f"{voice.name(event.player)} buys {counted(event.chips, 'chip')} for {voice.money(event.cents)}."


@told(commands.CashOut)
def chips_cashed_out(event: commands.CashOut, voice: Voice) -> str:
    """The sentence of a cash-out; its chips are negative for a banker who lost chips of the box."""
    name, cents = voice.name(event.player), event.cents or 0
    if event.chips < 0:
        return f"{name} has lost {counted(-event.chips, 'chip')} of the box, for {voice.money(-cents)}."
    how = "is paid" if event.paid else "is credited"
    return f"{name} hands back {counted(event.chips, 'chip')} and {how} {voice.money(cents)}."


@told(commands.TransferChips)
def chips_transferred(event: commands.TransferChips, voice: Voice) -> str:
    return f"{voice.name(event.payer)} passes {counted(event.chips, 'chip')} to {voice.name(event.payee)}."


@told(commands.CountChips)
def chips_counted(event: commands.CountChips, voice: Voice) -> str:
    return f"{voice.name(event.player)} has {counted(event.chips or 0, 'chip')} counted{made_of(event)}."


def made_of(event: commands.CountChips | commands.SayCount | commands.PassBank) -> str:
    """The pieces of a count in brackets, after a space; empty if only the chips were said."""
    pieces = listed([f"{part.pieces} of {part.denomination}" for part in event.pieces])
    return f" ({pieces or event.said})" if event.pieces or event.said else ""


@told(events.CountDiffers)
def count_differs(event: events.CountDiffers, voice: Voice) -> str:
    off = off_by(event)
    return f"The book says {event.book} for {voice.name(event.player)}: {off}. It can be counted again while the night is open."


@told(commands.PayIn)
def money_paid_in(event: commands.PayIn, voice: Voice) -> str:
    return f"{voice.name(event.player)} pays the bank {voice.money(event.cents)}."


@told(commands.PayOut)
def money_paid_out(event: commands.PayOut, voice: Voice) -> str:
    return f"The bank pays {voice.name(event.player)} {voice.money(event.cents)}."
