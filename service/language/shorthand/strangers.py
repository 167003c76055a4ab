"""The refusal of a word that is no name at the table: who or what was probably meant, or how to add a person."""

import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from engine.speech import say, say_as, to_say
from engine.spelling import compared

# A name without a space before what is said: `anna+60`, `bo3`.
RUN_TOGETHER = re.compile(r"(?P<name>[^\W\d]+)(?P<rest>[+=-]?\d.*)")
# Words of the shell typed before a line, and words that name nobody.
COMMANDS = frozenset(
    (
        *(
            "night",
            "table",
            "request",
            "log",
            "undo",
            "replay",
            "report",
            "verify",
            "adjudicate",
            "import",
            "export",
            "judge",
        ),
        *("games", "serve", "grant", "worker", "simulate", "demo", "players", "move", "backup", "restore", "rebuild"),
        *("audit", "club", "correct", "dispute", "insert", "receipt", "standings"),
        *("alive", "beat", "doctor", "help", "jobs", "migrate", "secrets"),
    )
)
NOBODY = frozenset(("clear", "nobody", "noone", "none", "everybody", "everyone", "somebody", "someone", "me"))
# By whether somebody or something was probably meant, and whether the word may be the name of a new player.
NOBODY_IS_CALLED_SO = {
    (False, False): to_say("Nobody here is called “{word}”. The players are {players}."),
    (False, True): to_say("Nobody here is called “{word}”. The players are {players}; “new {word}” adds one."),
    (True, False): to_say("Nobody here is called “{word}”. Did you mean {meant}? The players are {players}."),
    (True, True): to_say(
        "Nobody here is called “{word}”. Did you mean {meant}? The players are {players}; “new {word}” adds one."
    ),
}
# Shorter words are one slip away from too many others.
SLIPS_FROM = 3


class Meant(NamedTuple):
    """The name or word that was probably meant; `near` if it is one slip away."""

    said: str
    near: bool


def not_a_name(spoken: str, names: Sequence[str], vocabulary: Collection[str], *, may_add: bool = True) -> str:
    """The sentence for a word in the place of a name; `vocabulary` holds words as they are compared.

    It says how to add a person only if the line may add one and the word is no likely slip: not a word of the shorthand or
    of the shell, not a number, and not one slip from such a word or from a name.
    """
    said = {"word": spoken, "players": ", ".join(names) or say_as("at a table", "nobody yet")}
    if compared(spoken) in vocabulary:
        return say("“{word}” is not a name here; it is a verb. The players are {players}.", **said)
    if compared(spoken) in COMMANDS:
        return say(
            "“{word}” is neither a name here nor a line; it is a command of the shell: `chipbook {command}`. "
            "The players are {players}.",
            command=compared(spoken),
            **said,
        )
    meant = _meant(spoken, names, vocabulary)
    may_be_new = may_add and _could_be_a_name(spoken) and not (meant and meant.near)
    return say(NOBODY_IS_CALLED_SO[bool(meant), may_be_new], meant=meant.said if meant else "", **said)


def _meant(spoken: str, names: Sequence[str], vocabulary: Collection[str]) -> Meant | None:
    apart = RUN_TOGETHER.fullmatch(spoken)
    if apart and any(compared(name).startswith(compared(apart["name"])) for name in names):
        return Meant(f"“{apart['name']} {apart['rest']}”", near=True)
    for name in names:
        if is_one_slip(compared(spoken), compared(name)):
            return Meant(name, near=True)
    for word in sorted(vocabulary):
        if is_one_slip(compared(spoken), word):
            return Meant(f"“{word}”", near=True)
    close = get_close_matches(compared(spoken), [compared(name) for name in names], n=1)
    return next((Meant(name, near=False) for name in names if close and compared(name) == close[0]), None)


def _could_be_a_name(spoken: str) -> bool:
    return (
        compared(spoken) not in NOBODY
        and len(spoken) > 1
        and spoken[0].isalpha()
        and not any(sign.isdigit() for sign in spoken)
    )


def is_one_slip(typed: str, meant: str) -> bool:
    """True if one letter wrong, missing or added, or two neighbours exchanged, turns one word into the other."""
    if min(len(typed), len(meant)) < SLIPS_FROM or typed == meant:
        return False
    if len(typed) == len(meant):
        wrong = [place for place in range(len(typed)) if typed[place] != meant[place]]
        if len(wrong) == 2:
            first, second = wrong
            return second == first + 1 and (typed[first], typed[second]) == (meant[second], meant[first])
        return len(wrong) == 1
    short, long = sorted((typed, meant), key=len)
    return len(long) == len(short) + 1 and any(long[:cut] + long[cut + 1 :] == short for cut in range(len(long)))
