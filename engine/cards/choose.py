"""Which cards a hand may be made of: own and shared ones, exactly so many own ones, or one line of the layout."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from engine.cards.standing import Standing

_HAND_SIZE = 5


def best_of(
    own: Sequence[str],
    board: Sequence[str],
    *,
    own_exactly: int | None,
    lines: tuple[tuple[int, ...], ...] | None = None,
    evaluate: Callable[[tuple[str, ...]], Standing | None],
) -> Standing | None:
    """The best hand the scale `evaluate` finds; of equal ones the first.

    `own_exactly`: so many own cards and as many shared ones as make five, no others (Omaha: two and three); while fewer
    lie on the board, all of them. `lines`: the shared cards of exactly one line count, by their place on the board;
    `None` is all shared cards, `()` is none of them, as it is while the board is empty. Of a line count the cards that
    are laid already.
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
    """Every choice of own and shared cards that may make a hand."""
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
