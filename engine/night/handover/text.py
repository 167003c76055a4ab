"""One short sentence for each step of a handover."""

from engine import commands, events
from engine.grammar import listed
from engine.night.bank.text import made_of
from engine.registry import sentence_of
from engine.speech import say
from engine.wording import Voice, chips_text


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
    return say("{chips} in the box", chips=chips_text(chips))


@sentence_of(events.BoxGapFound)
def box_gap_found(event: events.BoxGapFound, voice: Voice) -> str:
    chips = event.counted - event.book
    name, money = voice.name(event.banker), voice.money(abs(event.cents))
    if chips < 0:
        return say(
            "The book says {book} in the box, so {chips} missing: {player} is charged {money} until the close says who "
            "bears the gap.",
            book=event.book,
            chips=chips_text(-chips),
            player=name,
            money=money,
        )
    return say(
        "The book says {book} in the box, so {chips} over: {player} is credited {money} until the close says who bears "
        "the gap.",
        book=event.book,
        chips=chips_text(chips),
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
        chips=chips_text(event.chips),
        money=till,
    )
