"""One short sentence for piles arranged and turned, and for hands beaten or not."""

from engine import commands, events
from engine.registry import told
from engine.wording import Voice, cards_told, hand_told


@told(commands.ArrangeCards)
def cards_arranged(event: commands.ArrangeCards, voice: Voice) -> str:
    return f"{voice.name(event.player)} has arranged the pile."


@told(commands.RevealCards)
def cards_revealed(event: commands.RevealCards, voice: Voice) -> str:
    return f"The piles show {cards_told(event.cards)}." if event.cards else "Everyone turns the top card of the pile."


@told(commands.TurnOwn)
def own_card_turned(event: commands.TurnOwn, voice: Voice) -> str:
    card = cards_told([event.card]) if event.card != "??" else "a card"
    says = {True: ", and says that it beats", False: ", and says that it does not beat", None: ""}[event.beats]
    return f"{voice.name(event.player)} turns {card} from the pile{says}."


@told(events.HandBeaten)
def hand_beaten(event: events.HandBeaten, voice: Voice) -> str:
    with_what = f" with {hand_told(event.hand)}" if event.hand else ""
    if event.beaten:
        return f"{voice.name(event.player)} beats {hand_told(event.beaten)}{with_what}."
    return f"{voice.name(event.player)} has the hand to beat{with_what}."


@told(events.CouldNotBeat)
def could_not_beat(event: events.CouldNotBeat, voice: Voice) -> str:
    what = hand_told(event.to_beat) if event.to_beat else "the hand to beat"
    return f"{voice.name(event.player)} has turned the whole pile without beating {what} and is out of the hand."
