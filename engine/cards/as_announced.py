"""The best high hand that is exactly what was announced (RULINGS E3, Announcing).

The cards of the announced combination must be there; any better hand they make does not count. Five of a kind announced
as a full house is one: three and two of the same rank. The other cards are side cards.
"""

from collections.abc import Iterable, Sequence, Set
from typing import Final

from engine.cards.announcement import Claim
from engine.cards.card import RANK, SUIT, SUITS
from engine.cards.high import laid_out
from engine.cards.holding import Holding, sort_out
from engine.cards.ranking import ACE_HIGH, ACE_LOW, PLACES, USUAL, Category, Order, run_from, runs_down
from engine.cards.standing import Standing

_SIZES: Final[dict[Category, tuple[int, ...]]] = {
    Category.HIGH_CARD: (1,),
    Category.PAIR: (2,),
    Category.TWO_PAIR: (2, 2),
    Category.THREE: (3,),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR: (4,),
    Category.FIVE: (5,),
}


def high_as(
    claim: Claim,
    cards: Iterable[str],
    *,
    wild: Set[str] = frozenset(),
    naturals: bool = False,
    naturals_first: bool = False,
    suits: bool = False,
    order: Order = USUAL,
) -> Standing | None:
    """The best hand of the announced category and ranks that the cards can make, or None if they cannot make it."""
    holding = sort_out(cards, wild)
    made = [
        (places, suit) for suit in _suits_of(claim.category) if (places := _places(claim, holding, suit, order.below))
    ]
    if not made:
        return None
    best, _ = max(made)
    in_suits = [suit for places, suit in made if places == best]
    return laid_out(
        claim.category,
        best,
        in_suits,
        holding,
        naturals=naturals,
        naturals_first=naturals_first,
        suits=suits,
        order=order,
    )


def _suits_of(category: Category) -> tuple[str, ...]:
    return SUITS if category in (Category.FLUSH, Category.STRAIGHT_FLUSH) else ("",)


def _places(claim: Claim, holding: Holding, suit: str, below: int) -> tuple[int, ...] | None:
    natural = [RANK[card] for card in holding.natural if suit in ("", SUIT[card])]
    wilds = len(holding.wild)
    if claim.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        return _run(set(natural), wilds, claim.ranks, below)
    if claim.category is Category.FLUSH:
        return _flush(set(natural), wilds, claim.ranks)
    return _groups(natural, wilds, claim)


def _run(held: Set[int], wilds: int, stated: Sequence[int], below: int) -> tuple[int, ...] | None:
    """Five ranks in a row with the top that was said, else the highest, or None; an ace may count as `below`."""
    with_low_ace = held | {ACE_LOW} if ACE_HIGH in held else held
    tops = runs_down(below)
    for top in stated or tops:
        if top in tops and len(with_low_ace & set(run := run_from(top, below))) + wilds >= PLACES:
            return run
    return None


def _flush(held: Set[int], wilds: int, stated: Sequence[int]) -> tuple[int, ...] | None:
    """Five ranks of one suit from the top that was said, or None; a wild card is the highest rank missing (R-D20)."""
    top = stated[0] if stated else ACE_HIGH
    places: list[int] = []
    for rank in range(top, 1, -1):
        if rank not in held and not wilds:
            if stated and rank == top:
                return None
            continue
        wilds -= rank not in held
        places.append(rank)
        if len(places) == PLACES:
            return tuple(places)
    return None


def _groups(natural: Sequence[int], wilds: int, claim: Claim) -> tuple[int, ...] | None:
    """The announced groups from the highest rank down, then side cards, all of different ranks if possible; or None."""
    top = claim.ranks[0] if claim.category is Category.HIGH_CARD and claim.ranks else ACE_HIGH
    left = {rank: natural.count(rank) for rank in range(top, 1, -1)}
    sizes = _SIZES[claim.category]
    if claim.category is Category.HIGH_CARD:
        sizes = (1,) * max(1, len(claim.ranks))
    side_cards = min(PLACES, sum(left.values()) + wilds) - sum(sizes)
    if side_cards < 0:
        return None
    wanted = (*sizes, *(1,) * side_cards)
    different = _filled(left, wilds, wanted, claim.ranks, different=True)
    return different or _filled(left, wilds, wanted, claim.ranks, different=False)


def _filled(
    left: dict[int, int], wilds: int, sizes: Sequence[int], stated: Sequence[int], *, different: bool
) -> tuple[int, ...] | None:
    """Fills the first group with the rank that was said, or the highest that leaves enough for the others; or None."""
    if not sizes:
        return ()
    size = sizes[0]
    for rank in stated[:1] or tuple(left):
        missing = max(0, size - left.get(rank, 0))
        if missing > wilds or rank not in left:
            continue
        # A rank that has been used up cannot be used again.
        rest = {other: count for other, count in left.items() if not different or other != rank}
        if not different:
            rest[rank] -= size - missing
        others = _filled(rest, wilds - missing, sizes[1:], stated[1:], different=different)
        if others is not None:
            return (rank,) * size + others
    return None
