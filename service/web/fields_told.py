"""What a page calls the fields of a command that somebody filled in wrongly: people never read the name that a program uses."""

from __future__ import annotations

import re

from engine.grammar import capital
from engine.speech import say, to_say
from service.errors.problems import WrongBody

TOLD = {
    "amount": to_say("the amount"),
    "announced": to_say("what is announced"),
    "by": to_say("the raise"),
    "card": to_say("the card"),
    "cards": to_say("the cards"),
    "cents": to_say("the amount of money"),
    "chips": to_say("the number of chips"),
    "command": to_say("the act"),
    "drawn": to_say("the cards drawn"),
    "game": to_say("the game"),
    "left": to_say("the cards to the left"),
    "number": to_say("the number"),
    "pieces": to_say("the count"),
    "player": to_say("the player"),
    "players": to_say("the players"),
    "points": to_say("the points"),
    "rankings": to_say("the winners"),
    "reason": to_say("the reason"),
    "right": to_say("the cards to the right"),
    "thrown": to_say("the cards thrown"),
    "type": to_say("the act"),
    "word": to_say("the word"),
}


def in_words(problem: WrongBody) -> str:
    """What is wrong first of all, with the field as people call it."""
    first = problem.details["errors"][0]
    sentence = str(first["sentence"])
    field = next((name for name in (first["at"], sentence.partition(" ")[0]) if name in TOLD), "")
    return capital(re.sub(rf"\b{field}\b", say(TOLD[field]), sentence, count=1)) if field else capital(sentence)
