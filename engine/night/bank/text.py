"""One short sentence for each loan, buy-in, cash-out, count and payment."""

from engine import commands, events
from engine.grammar import listed
from engine.registry import sentence_of
from engine.speech import say
from engine.wording import Voice, chips_text, off_by


@sentence_of(commands.GiveLoan)
def loan_given(event: commands.GiveLoan, voice: Voice) -> str:
    name, chips, money = voice.name(event.player), chips_text(event.chips or 0), voice.money(event.cents)
    if event.initial:
        return say("{player} begins with {chips}, for {money} on account.", player=name, chips=chips, money=money)
    return say("{player} borrows {chips}, for {money}.", player=name, chips=chips, money=money)


@sentence_of(commands.BuyChips)
def chips_bought(event: commands.BuyChips, voice: Voice) -> str:
    return say(
        "{player} buys {chips} for {money}.",
        player=voice.name(event.player),
        chips=chips_text(event.chips),
        money=voice.money(event.cents),
    )


@sentence_of(commands.CashOut)
def chips_cashed_out(event: commands.CashOut, voice: Voice) -> str:
    """The sentence of a cash-out; its chips are negative for a banker who lost chips of the box."""
    name, cents = voice.name(event.player), event.cents or 0
    if event.chips < 0:
        lost, cost = chips_text(-event.chips), voice.money(-cents)
        return say("{player} has lost {chips} of the box, for {money}.", player=name, chips=lost, money=cost)
    chips, money = chips_text(event.chips), voice.money(cents)
    if event.paid:
        return say("{player} hands back {chips} and is paid {money}.", player=name, chips=chips, money=money)
    return say("{player} hands back {chips} and is credited {money}.", player=name, chips=chips, money=money)


@sentence_of(commands.TransferChips)
def chips_transferred(event: commands.TransferChips, voice: Voice) -> str:
    return say(
        "{payer} passes {chips} to {payee}.",
        payer=voice.name(event.payer),
        chips=chips_text(event.chips),
        payee=voice.name(event.payee),
    )


@sentence_of(commands.CountChips)
def chips_counted(event: commands.CountChips, voice: Voice) -> str:
    chips = chips_text(event.chips or 0)
    return say(
        "{player} has {chips} counted{pieces}.", player=voice.name(event.player), chips=chips, pieces=made_of(event)
    )


def made_of(event: commands.CountChips | commands.SayCount | commands.PassBank) -> str:
    """The pieces of a count in brackets, after a space; empty if only the chips were said."""
    pieces = listed([say("{number} of {kind}", number=part.pieces, kind=part.denomination) for part in event.pieces])
    return f" ({pieces or event.said})" if event.pieces or event.said else ""


@sentence_of(events.CountDiffers)
def count_differs(event: events.CountDiffers, voice: Voice) -> str:
    return say(
        "The book says {book} for {player}: {off}. It can be counted again while the night is open.",
        book=event.book,
        player=voice.name(event.player),
        off=off_by(event),
    )


@sentence_of(commands.PayIn)
def money_paid_in(event: commands.PayIn, voice: Voice) -> str:
    return say("{player} pays the bank {money}.", player=voice.name(event.player), money=voice.money(event.cents))


@sentence_of(commands.PayOut)
def money_paid_out(event: commands.PayOut, voice: Voice) -> str:
    return say("The bank pays {player} {money}.", player=voice.name(event.player), money=voice.money(event.cents))
