"""How good a hand is, one comparable value and what makes it, and the best of the hands that own and shared cards allow."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, Final

import msgspec

from engine.cards.worth import HandName, Worth, name_of


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A hand as it compares; values only compare between hands on the same scale with the same options."""

    value: int | tuple[int, ...]
    """Greater is better, for a low hand too."""
    cards: tuple[str, ...]
    """The cards of the hand, at most five, in reading order: the most frequent rank first, then from the top."""
    stands_for: tuple[str, ...]
    """What each of `cards` stands for; a natural card stands for itself."""
    worth: Worth

    @property
    def name(self) -> HandName:
        """What it is called: "two pair, kings and tens"."""
        return name_of(self.worth)

    def beats(self, other: "Standing") -> bool:
        """True if this hand is strictly better than the other."""
        # Every value of one scale has the same type, which the annotation cannot say.
        mine: Any = self.value
        return bool(mine > other.value)


_HAND_SIZE: Final = 5


def best_of(
    own: Sequence[str],
    board: Sequence[str],
    *,
    own_exactly: int | None,
    lines: tuple[tuple[int, ...], ...] | None = None,
    evaluate: Callable[[tuple[str, ...]], Standing | None],
) -> Standing | None:
    """The best hand that the scale `evaluate` finds; of equal ones the first.

    `own_exactly`: the hand uses exactly this many own cards and enough shared ones to make five (Omaha: two and three),
    or all shared ones while there are fewer. `lines`: the places on the board of each line; a hand uses the shared
    cards of exactly one line, as far as they are laid. `None` means all shared cards, `()` none.
    """
    best: Standing | None = None
    for hand in hands_of(own, board, own_exactly, lines):
        standing = evaluate(hand)
        if standing is not None and (best is None or standing.beats(best)):
            best = standing
    return best


def hands_of(
    own: Sequence[str], board: Sequence[str], own_exactly: int | None, lines: tuple[tuple[int, ...], ...] | None
) -> Iterator[tuple[str, ...]]:
    """Every choice of own and shared cards that a hand may use."""
    for shared in _shared(board, lines):
        if own_exactly is None:
            yield (*own, *shared)
            continue
        from_the_board = min(_HAND_SIZE - own_exactly, len(shared))
        for held in combinations(own, own_exactly):
            for laid in combinations(shared, from_the_board):
                yield (*held, *laid)


def _shared(board: Sequence[str], lines: tuple[tuple[int, ...], ...] | None) -> Iterator[tuple[str, ...]]:
    if lines is None:
        yield tuple(board)
    elif not lines or not board:
        yield ()
    else:
        for line in lines:
            yield tuple(board[spot] for spot in line if spot < len(board))
