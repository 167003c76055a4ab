"""One reason why a game cannot be played as it is declared, and the decorator that says which functions look for one."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.game.awards import AnyScale
from engine.game.definition import Game
from engine.speech import phrase, to_say


@dataclass(frozen=True, slots=True)
class Finding:
    """A code that stays the same, and a phrase that says what would be accepted.

    `step`: the number of the step concerned, counted from one; 0 if no single step is concerned.
    """

    code: str
    sentence: str
    step: int = 0


class Unsound(NamedTuple):
    """What a check has found: the sentence and the step of its finding, whose code is the name of the check."""

    sentence: str
    step: int = 0


def unsound(template: str, game: Game, *, step: int = 0, **parts: object) -> Unsound:
    """What is unsound about the game, as a phrase that may name the `game` and the `step` concerned."""
    return Unsound(phrase(template, game=game.name, step=step, **parts), step)


Check = Callable[[Game], Iterator[Unsound]]

CHECK_OF: Final[dict[str, Check]] = {}
"""The function that looks for each finding, by its code."""
_LOOKS_AT: Final[dict[str, frozenset[str]]] = {}
# Keys that only those findings are about which name them.
_LOOKED_AT_ALONE: Final = frozenset({"limit", "forced", "best"})


def finding(*, looks_at: tuple[str, ...] = ()) -> Callable[[Check], Check]:
    """The function looks for the finding that has its name as the code.

    `looks_at`: the keys of a declaration that the finding is about; empty if it may be about most of them.
    """

    def register(check: Check) -> Check:
        code = check.__name__
        assert code not in CHECK_OF, f"{code} is looked for twice"
        CHECK_OF[code] = check
        assert set(looks_at) <= set(Game.__struct_fields__), f"{code} looks at what no game declares"
        if looks_at:
            _LOOKS_AT[code] = frozenset(looks_at)
        return check

    return register


def may_hang_on(code: str, keys: Collection[str]) -> bool:
    """True if the finding could be another one if one of these keys of the declaration said something else."""
    about = _LOOKS_AT.get(code)
    return not _LOOKED_AT_ALONE.issuperset(keys) if about is None else not about.isdisjoint(keys)


_HANDS: Final = {
    "Poker": to_say("poker hands"),
    "Low": to_say("low hands"),
    "Badugi": to_say("badugi hands"),
    "SingleCard": to_say("single cards"),
    "TwentyOne": to_say("hands of twenty-one"),
    "Words": to_say("words"),
}


def hands_on(scale: AnyScale | None) -> str:
    """What a scale compares, in the plural; "tricks" if there is no scale."""
    return phrase("tricks") if scale is None else phrase(_HANDS[type(scale).__name__])
