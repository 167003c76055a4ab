"""The sentence of an exchange."""

from engine import commands
from engine.registry import sentence_of
from engine.speech import say, say_number
from engine.wording import Voice, cards_text


@sentence_of(commands.Exchange, in_betting=True)
def cards_exchanged(event: commands.Exchange, voice: Voice) -> str:
    name = voice.name(event.player)
    if not event.number:
        return say("{player} exchanges nothing.", player=name)
    faces = [say("{cards} thrown", cards=cards_text(event.thrown))] if event.thrown else []
    faces += [say("{cards} drawn", cards=cards_text(event.drawn))] if event.drawn else []
    if not faces:
        return say_number(
            "{player} exchanges {number} card.", "{player} exchanges {number} cards.", event.number, player=name
        )
    return say_number(
        "{player} exchanges {number} card ({faces}).",
        "{player} exchanges {number} cards ({faces}).",
        event.number,
        player=name,
        faces=", ".join(faces),
    )
