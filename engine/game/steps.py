"""The steps of a script: what the dealer does and what the players are asked, in the order of the hand."""

from typing import TYPE_CHECKING

import msgspec


class Step(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """One word of a script; the cursor of a hand points at one of these."""


class Lay(Step, frozen=True, kw_only=True):
    """The dealer lays shared cards on the next spots of the layout."""

    up: int = 0
    down: int = 0


class Deal(Step, frozen=True, kw_only=True):
    """Each player in the hand gets so many cards, one at a time, first closed, then open."""

    down: int = 0
    up: int = 0


class Turn(Step, frozen=True):
    """The dealer turns the next closed shared card, in the order laid."""


class Burn(Step, frozen=True):
    """The dealer puts the top card aside, unseen."""


class Bet(Step, frozen=True, kw_only=True):
    """One betting round; with `check=False` the first to speak opens or folds."""

    check: bool = True


class Draw(Step, frozen=True, kw_only=True):
    """Each in turn, from the dealer's left, exchanges none to `up_to` of his cards."""

    up_to: int


AnyStep = Lay | Deal | Turn | Burn | Bet | Draw

# A script is written with groups, `(Deal(up=1), Bet()) * 4` or another game's script, and kept flat: what a type
# checker sees is how it may be written, what a decoder sees is how it is kept.
if TYPE_CHECKING:
    Script = tuple["AnyStep | Script", ...]
else:
    Script = tuple[AnyStep, ...]


def flat(script: Script) -> tuple[AnyStep, ...]:
    """The steps of a script in the order in which they are played, groups opened."""
    steps: list[AnyStep] = []
    for part in script:
        if isinstance(part, tuple):
            steps.extend(flat(part))
        else:
            steps.append(part)
    return tuple(steps)
