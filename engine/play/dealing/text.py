"""One short sentence for cards dealt, laid, turned, burned or called for."""

from engine import commands
from engine.registry import told
from engine.wording import Voice, cards_told


@told(commands.Deal)
def cards_dealt(event: commands.Deal, voice: Voice) -> str:
    first = f", {voice.name(event.first)} first" if event.first else ""
    return f"Cards are dealt{first}: {cards_told(event.cards)}." if event.cards else f"Cards are dealt{first}."


@told(commands.Lay)
def board_laid(event: commands.Lay, voice: Voice) -> str:
    if not event.cards:
        return "Shared cards are laid."
    return f"On the table {'lies' if len(event.cards) == 1 else 'lie'} {cards_told(event.cards)}."


@told(commands.Turn)
def board_turned(event: commands.Turn, voice: Voice) -> str:
    return "A shared card is turned." if event.card == "??" else f"{cards_told([event.card])} is turned."


@told(commands.Burn)
def card_burned(event: commands.Burn, voice: Voice) -> str:
    return "The top card is put aside."


@told(commands.CallSpit)
def spit_called(event: commands.CallSpit, voice: Voice) -> str:
    laid = f": {cards_told([event.card])} is laid" if event.card != "??" else ", and a shared card is laid"
    return f"{voice.name(event.player)} calls Spit{laid}."
