"""The most a bet may be, as people say it: `1-5 once 50`, `25`, `2/4`, `pot`, `none`. Reads it and writes it."""

import re

from engine.game.betting import Ante, Blinds, FixedLimit, Forced, HouseLimit, Limit, NoLimit, PotLimit
from engine.speech import phrase, say
from service.language.shorthand.tokens import ShorthandError

ACCEPTED = phrase(
    "the most a bet or raise may be, such as 1-5 or 25, followed by “once 50” for one large bet a hand; or 2/4 (exactly "
    "2, later 4), pot or none"
)

# The betting round in which the larger bet of a fixed limit begins, if it is not said.
_BIG_FROM = FixedLimit(small=1, big=1).big_from
_BLINDS = re.compile(r"(\d{1,9})/(\d{1,9})(?:/(\d{1,9}))?", re.ASCII)
_MOST = re.compile(r"(?:1 ?[-–] ?)?(?P<most>[1-9]\d{0,8})(?: once (?P<once>[1-9]\d{0,8}))?")
_FIXED = re.compile(r"(?P<small>[1-9]\d{0,8})/(?P<big>[1-9]\d{0,8})(?: from (?P<round>[1-9]\d?))?")


def limit_of(text: str, *, column: int = 1) -> Limit:
    """The limit that the text says; refuses a text that says none."""
    said = " ".join(text.casefold().split())
    if said in _WORDS:
        return _WORDS[said]
    if match := _MOST.fullmatch(said):
        return HouseLimit(most=int(match["most"]), once=int(match["once"]) if match["once"] else None)
    if match := _FIXED.fullmatch(said):
        begins = int(match["round"] or _BIG_FROM)
        return FixedLimit(small=int(match["small"]), big=int(match["big"]), big_from=begins)
    raise ShorthandError(
        "bad_limit",
        say("“{text}” is not a limit; say {accepted}.", text=text, accepted=ACCEPTED),
        column=column,
        text=text,
    )


def blinds_of(text: str) -> Blinds | None:
    """The blinds that the text says, `1/2`, or with an ante `1/2/1`; None if it says none."""
    match = _BLINDS.fullmatch(text)
    return Blinds(small=int(match[1]), big=int(match[2]), ante=int(match[3] or 0)) if match else None


def forced_of(text: str) -> Forced:
    """What is put in before the first card: `2` is an ante, `1/2` are blinds. Refuses a text that says neither."""
    said = text.replace(" ", "")
    if found := blinds_of(said):
        return found
    if re.fullmatch(r"\d{1,9}", said, re.ASCII):
        return Ante(int(said))
    raise ShorthandError(
        "bad_ante",
        say("“{text}” is neither an ante, such as 2, nor blinds, such as 1/2.", text=text),
        column=1,
        text=text,
    )


def limit_said(limit: Limit | None) -> str:
    """The text for this limit; empty if the night has no limit of its own."""
    match limit:
        case HouseLimit(most=most, once=once) if most is not None:
            return f"1-{most}" + (f" once {once}" if once else "")
        case FixedLimit(small=small, big=big, big_from=begins):
            return f"{small}/{big} from {begins}"
        case _:
            return next((word for word, meant in _WORDS.items() if meant == limit), "")


_WORDS: dict[str, Limit] = {"none": NoLimit(), "pot": PotLimit()}
