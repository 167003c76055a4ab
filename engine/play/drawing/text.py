"""The sentence of an exchange."""

from engine import commands
from engine.grammar import counted
from engine.registry import told
from engine.wording import Voice, cards_told


@told(commands.Exchange)
def cards_exchanged(event: commands.Exchange, voice: Voice) -> str:
    if not event.number:
        return f"{voice.name(event.player)} exchanges nothing."
    faces = [f"{cards_told(event.thrown)} thrown"] if event.thrown else []
    faces += [f"{cards_told(event.drawn)} drawn"] if event.drawn else []
    seen = f" ({', '.join(faces)})" if faces else ""
    return f"{voice.name(event.player)} exchanges {counted(event.number, 'card')}{seen}."
