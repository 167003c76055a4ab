"""One short sentence for each step of a handover."""

from engine import commands, events
from engine.grammar import counted, listed
from engine.night.bank.text import made_of
from engine.registry import told
from engine.wording import Voice


@told(commands.PassBank)
def bank_passed(event: commands.PassBank, voice: Voice) -> str:
    parts = [f"{counted(event.chips, 'chip')} in the box{made_of(event)}"] if event.chips is not None else []
    parts += [f"{voice.money(event.till)} in the till"] if event.till is not None else []
    found = f" Counted: {listed(parts)}." if parts else ""
    who = voice.name(event.banker) if event.banker else "The banker"
    return f"{who} hands the bank over to {voice.name(event.to)}.{found}"


@told(events.BoxGapFound)
def box_gap_found(event: events.BoxGapFound, voice: Voice) -> str:
    chips = event.counted - event.book
    name, money = voice.name(event.banker), voice.money(abs(event.cents))
    off = f"{counted(-chips, 'chip')} missing" if chips < 0 else f"{counted(chips, 'chip')} over"
    borne = f"{name} is charged {money}" if chips < 0 else f"{name} is credited {money}"
    return f"The book says {event.book} in the box, so {off}: {borne} until the close says who bears the gap."


@told(events.TillGapFound)
def till_gap_found(event: events.TillGapFound, voice: Voice) -> str:
    missing = event.book - event.counted
    name = voice.name(event.banker)
    book = voice.money(event.book)
    if missing < 0:
        return f"The book says {book} in the till: {voice.money(-missing)} over, which {name} is credited."
    return f"The book says {book} in the till: {voice.money(missing)} missing, which {name} owes."


@told(events.RuledChipsCharged)
def ruled_chips_charged(event: events.RuledChipsCharged, voice: Voice) -> str:
    name, money = voice.name(event.banker), voice.money(abs(event.cents))
    done = "is charged" if event.cents > 0 else "is credited"
    return f"{name} {done} {money} for what rulings moved from and to the box until here."


@told(events.BankTaken)
def bank_taken(event: events.BankTaken, voice: Voice) -> str:
    chips = f"{counted(event.chips, 'chip')} in the box and " if event.chips is not None else ""
    return f"{voice.name(event.banker)} keeps the bank from here, with {chips}{voice.money(event.till)} in the till."
