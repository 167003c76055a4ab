"""One short sentence for each loan, buy-in, cash-out, count and payment, and each step of a handover."""

from engine import commands, events
from engine.grammar import counted, listed
from engine.registry import sentence_of
from engine.speech import say
from engine.wording import Voice, off_by, tells

tells(commands.PayIn, "{player} pays the bank {money}.")
tells(commands.PayOut, "The bank pays {player} {money}.")


@sentence_of(commands.GiveLoan)
def loan_given(event: commands.GiveLoan, voice: Voice) -> str:
    chips = counted(event.chips or 0, "chip")
    if event.initial:
        return voice.say("{player} begins with {chips}, for {money} on account.", event, chips=chips)
    return voice.say("{player} borrows {chips}, for {money}.", event, chips=chips)


@sentence_of(commands.BuyChips)
def chips_bought(event: commands.BuyChips, voice: Voice) -> str:
    return voice.say("{player} buys {chips} for {money}.", event, chips=counted(event.chips, "chip"))


@sentence_of(commands.CashOut)
def chips_cashed_out(event: commands.CashOut, voice: Voice) -> str:
    """The sentence of a cash-out; its chips are negative for a banker who lost chips of the box."""
    cents = event.cents or 0
    if event.chips < 0:
        lost, cost = counted(-event.chips, "chip"), voice.money(-cents)
        return voice.say("{player} has lost {chips} of the box, for {money}.", event, chips=lost, money=cost)
    chips, money = counted(event.chips, "chip"), voice.money(cents)
    if event.paid:
        return voice.say("{player} hands back {chips} and is paid {money}.", event, chips=chips, money=money)
    return voice.say("{player} hands back {chips} and is credited {money}.", event, chips=chips, money=money)


@sentence_of(commands.TransferChips)
def chips_transferred(event: commands.TransferChips, voice: Voice) -> str:
    return voice.say("{payer} passes {chips} to {payee}.", event, chips=counted(event.chips, "chip"))


@sentence_of(commands.CountChips)
def chips_counted(event: commands.CountChips, voice: Voice) -> str:
    chips = counted(event.chips or 0, "chip")
    return voice.say("{player} has {chips} counted{pieces}.", event, chips=chips, pieces=made_of(event))


def made_of(event: commands.CountChips | commands.SayCount | commands.PassBank) -> str:
    """The pieces of a count in brackets, after a space; empty if only the chips were said."""
    pieces = listed([f"{part.pieces} {part.denomination}" for part in event.pieces])
    return f" ({pieces or event.said})" if event.pieces or event.said else ""


@sentence_of(events.CountDiffers)
def count_differs(event: events.CountDiffers, voice: Voice) -> str:
    return voice.say(
        "The book says {book} for {player}: {off}. It can be counted again while the night is open.",
        event,
        off=off_by(event),
    )


@sentence_of(commands.PassBank)
def bank_passed(event: commands.PassBank, voice: Voice) -> str:
    text = say(
        "{banker} hands the bank over to {player}.",
        banker=voice.name(event.banker) if event.banker else say("The banker"),
        player=voice.name(event.to),
    )
    parts = [_in_the_box(event.chips) + made_of(event)] if event.chips is not None else []
    parts += [say("{money} in the till", money=voice.money(event.till))] if event.till is not None else []
    return " ".join((text, say("Counted: {parts}.", parts=listed(parts)))) if parts else text


def _in_the_box(chips: int) -> str:
    return say("{chips} in the box", chips=counted(chips, "chip"))


@sentence_of(events.BoxGapFound)
def box_gap_found(event: events.BoxGapFound, voice: Voice) -> str:
    chips = event.counted - event.book
    name, money = voice.name(event.banker), voice.money(abs(event.cents))
    if chips < 0:
        return voice.say(
            "The book says {book} in the box, so {chips} missing: {player} is charged {money} until the close says who "
            "bears the gap.",
            event,
            chips=counted(-chips, "chip"),
            player=name,
            money=money,
        )
    return voice.say(
        "The book says {book} in the box, so {chips} over: {player} is credited {money} until the close says who bears "
        "the gap.",
        event,
        chips=counted(chips, "chip"),
        player=name,
        money=money,
    )


@sentence_of(events.TillGapFound)
def till_gap_found(event: events.TillGapFound, voice: Voice) -> str:
    missing, name, book = event.book - event.counted, voice.name(event.banker), voice.money(event.book)
    if missing < 0:
        return say(
            "The book says {book} in the till: {money} over, which {player} is credited.",
            book=book,
            money=voice.money(-missing),
            player=name,
        )
    return say(
        "The book says {book} in the till: {money} missing, which {player} owes.",
        book=book,
        money=voice.money(missing),
        player=name,
    )


@sentence_of(events.RuledChipsCharged)
def ruled_chips_charged(event: events.RuledChipsCharged, voice: Voice) -> str:
    name, money = voice.name(event.banker), voice.money(abs(event.cents))
    if event.cents > 0:
        return say(
            "{player} is charged {money} for what rulings moved from and to the box until here.",
            player=name,
            money=money,
        )
    return say(
        "{player} is credited {money} for what rulings moved from and to the box until here.", player=name, money=money
    )


@sentence_of(events.BankTaken)
def bank_taken(event: events.BankTaken, voice: Voice) -> str:
    name, till = voice.name(event.banker), voice.money(event.till)
    if event.chips is None:
        return say("{player} keeps the bank from here, with {money} in the till.", player=name, money=till)
    return say(
        "{player} keeps the bank from here, with {chips} in the box and {money} in the till.",
        player=name,
        chips=counted(event.chips, "chip"),
        money=till,
    )
