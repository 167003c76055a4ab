"""The most a bet may be, as people say it: `1-5 once 50`, `25`, `2/4`, `pot`, `none`. Reads it and writes it."""

import re

from engine.game.betting import FixedLimit, HouseLimit, Limit, NoLimit, PotLimit
from engine.speech import phrase, say
from service.shorthand.tokens import ShorthandError

ACCEPTED = phrase(
    "the most a bet or raise may be, such as 1-5 or 25, followed by “once 50” for one large bet a hand; or 2/4 (exactly "
    "2, later 4), pot or none"
)

# The betting round in which the larger bet of a fixed limit begins, if it is not said.
_BIG_FROM = FixedLimit(small=1, big=1).big_from
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
