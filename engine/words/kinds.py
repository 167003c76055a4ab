"""The kinds of hands that words make, by the names they have in a scale, and what players call them."""

from typing import Final

NONE: Final = "none"
SLUSH: Final = "slush"
RUN: Final = "run"
UNICORN: Final = "unicorn"
WORDS_OF: Final[dict[str, tuple[int, ...]]] = {
    **{name: tuple(map(int, name.split("+"))) for name in ("2", "2+2", "3", "3+2", "4", "5")},
    UNICORN: (5,),
}
"""The kinds made of words, with the lengths of these words, the longest first."""
KINDS: Final = (NONE, *WORDS_OF, RUN, SLUSH)

# RULINGS A3 and B4.
_AT_THE_POND: Final = {
    NONE: "Scum",
    "2": "Duck",
    "2+2": "Two Ducks",
    "3": "Tadpole",
    "4": "Frog",
    "3+2": "Bullfrog",
    SLUSH: "Slush",
    "5": "Scroker",
    UNICORN: "Flying Scroker",
}
_PLAIN: Final = {
    NONE: "no word",
    "2": "two-letter word",
    "2+2": "two two-letter words",
    "3": "three-letter word",
    "3+2": "full house",
    "4": "four-letter word",
    "5": "five-letter word",
    RUN: "straight",
}


def kind_named(kind: str, *, clean: bool) -> str:
    """What players call this kind: at a Scroker table, where words are clean, or anywhere else."""
    first, second = (_AT_THE_POND, _PLAIN) if clean else (_PLAIN, _AT_THE_POND)
    return first.get(kind) or second[kind]
