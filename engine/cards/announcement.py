"""A hand as a player announces it ("full house, kings over nines"), and the best high hand that is exactly that.

The cards of the announced combination must be there; any better hand they make does not count (RULINGS E3, Announcing).
Five of a kind announced as a full house is one: three and two of the same rank. The other cards are side cards.
"""

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from engine.cards.card import RANK, RANKS, SUIT, SUITS
from engine.cards.high import laid_out
from engine.cards.holding import Holding, sort_out
from engine.cards.ranking import ACE_HIGH, ACE_LOW, PLACES, USUAL, Category, Order, run_from, runs_down
from engine.cards.standing import Standing
from engine.speech import phrase

ACCEPTED: Final = phrase(
    "high card, a pair, two pair, three of a kind, straight, flush, full house, four of a kind, straight flush or five "
    "of a kind (højt kort, et par, to par, tre ens, straight, flush, fuldt hus, fire ens, straight flush, fem ens), "
    "with or without ranks, as in “full house, kings over nines”; a low hand by its highest cards, as in “seven-five”; "
    "for high and low both, “flush / seven-five”"
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A kind of hand, with the ranks that make it if they were said; those of a low hand from the highest down."""

    category: Category
    ranks: tuple[int, ...] = ()


# If one phrase contains another, the longer one comes first.
_PHRASES: Final = (
    (Category.STRAIGHT_FLUSH, ("straight flush", "straightflush")),
    (Category.FIVE, ("five of a kind", "5 of a kind", "fem ens", "5 ens")),
    (Category.FOUR, ("four of a kind", "4 of a kind", "fire ens", "4 ens", "quads")),
    (Category.FULL_HOUSE, ("full house", "fuldt hus", "boat")),
    (Category.THREE, ("three of a kind", "3 of a kind", "tre ens", "3 ens", "trips")),
    (Category.TWO_PAIR, ("two pairs", "two pair", "2 pairs", "2 pair", "to par", "2 par")),
    (Category.STRAIGHT, ("straight",)),
    (Category.FLUSH, ("flush",)),
    (Category.PAIR, ("one pair", "1 pair", "et par", "1 par", "pair", "par")),
    (Category.HIGH_CARD, ("high card", "højt kort", "højeste kort")),
)
_OF_A_KIND: Final = {2: Category.PAIR, 3: Category.THREE, 4: Category.FOUR, 5: Category.FIVE}
_RANKS_SAID: Final = {Category.HIGH_CARD: PLACES, Category.TWO_PAIR: 2, Category.FULL_HOUSE: 2}

_ONE: Final = {
    2: "two toer",
    3: "three tre treer",
    4: "four fire firer",
    5: "five fem femmer",
    6: "six seks sekser",
    7: "seven syv syver",
    8: "eight otte otter",
    9: "nine ni nier",
    10: "ten ti tier t",
    11: "jack knægt kn j",
    12: "queen dronning dame da q",
    13: "king konge ko k",
    14: "ace es",
}
_MANY: Final = {
    2: "twos deuces toere",
    3: "threes treere",
    4: "fours firere",
    5: "fives femmere",
    6: "sixes seksere",
    7: "sevens syvere",
    8: "eights ottere",
    9: "nines niere",
    10: "tens tiere",
    11: "jacks knægte",
    12: "queens dronninger damer",
    13: "kings konger",
    14: "aces esser",
}
_RANK_CALLED: Final = {
    **{word: rank for table in (_ONE, _MANY) for rank, words in table.items() for word in words.split()},
    **{f"{rank}{ending}": rank for rank in range(2, 11) for ending in ("", "s", "er", "ere")},
}
_PLURAL: Final = frozenset(
    {word for words in _MANY.values() for word in words.split()}
    | {f"{rank}{ending}" for rank in range(2, 11) for ending in ("s", "ere")}
)
_FILLING: Final = frozenset(
    {
        *("a", "an", "and", "of", "in", "on", "the", "to", "with", "over", "full", "high", "low", "up"),
        *("i", "og", "med", "over", "på", "høj", "højt", "lav", "en", "et", "op", "som", "til", "øverst"),
    }
)
_LETTER: Final = {**{str(rank): rank for rank in range(2, 10)}, "t": 10, "j": 11, "q": 12, "k": 13, "a": 1}


def read_rank(word: str) -> str:
    """The rank in its usual spelling that a word says, such as “deuces” or “2'ere”; empty if it says none."""
    rank = _RANK_CALLED.get("".join(_words(word)))
    return RANKS[rank - 2] if rank else ""


@lru_cache(maxsize=512)
def read_high(text: str) -> Claim | None:
    """The high hand that a text announces, or None if it announces none."""
    words = _words(text)
    if "royal flush" in " ".join(words):
        return Claim(Category.STRAIGHT_FLUSH, (14,)) if len(words) <= 3 else None
    category, rest = _category(words)
    if category is None:
        return _without_category(words)
    ranks = _ranks(rest)
    if (
        ranks is None
        or len(ranks) > _RANKS_SAID.get(category, 1)
        or (category is Category.HIGH_CARD and not _fall(ranks))
    ):
        return None
    return Claim(category, _in_order(category, ranks))


@lru_cache(maxsize=512)
def read_low(text: str) -> Claim | None:
    """The low hand that a text announces, its ranks from the highest down, aces low; None if it announces none."""
    words = _words(text)
    category, rest = _category(words)
    ranks = _in_letters(rest) or _ranks(rest)
    if ranks is None or not (ranks or category):
        return None
    low = tuple(1 if rank == 14 else rank for rank in ranks)
    if category is not None:
        return Claim(category, _in_order(category, low)) if len(low) <= _RANKS_SAID.get(category, 1) else None
    return Claim(Category.HIGH_CARD, low) if _fall(low) else None


def _words(text: str) -> list[str]:
    plain = text.casefold().replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", "")
    return re.sub(r"[\W_]+", " ", plain).split()


def _category(words: list[str]) -> tuple[Category | None, list[str]]:
    """The first kind of hand named, None if there is none, and the words around it."""
    text = f" {' '.join(words)} "
    for category, phrases in _PHRASES:
        for one in phrases:
            before, result, after = text.partition(f" {one} ")
            if result:
                return category, [*before.split(), *after.split()]
    return None, words


def _ranks(words: list[str]) -> tuple[int, ...] | None:
    """The ranks among the words, or None if a word is neither a rank nor a filler."""
    ranks: list[int] = []
    for word in words:
        if word in _RANK_CALLED:
            ranks.append(_RANK_CALLED[word])
        elif word not in _FILLING:
            return None
    return tuple(ranks)


def _in_letters(words: list[str]) -> tuple[int, ...] | None:
    """Five ranks in one word, as in 7543a, aces low; None if the words are anything else."""
    (word, *more) = [word for word in words if word not in _FILLING] or ["", ""]
    if more or len(word) != 5 or not set(word) <= set(_LETTER):
        return None
    return tuple(_LETTER[letter] for letter in word)


def _in_order(category: Category, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """The ranks in the order of the hand: two pairs may be said either way round, any other kind as it is."""
    return tuple(sorted(ranks, reverse=True)) if category is Category.TWO_PAIR else ranks


def _without_category(words: list[str]) -> Claim | None:
    """The hand said by ranks alone: three kings, kings over nines, kings and nines, kings, ace king; else None."""
    stated = [word for word in words if word not in _FILLING]
    ranks = _ranks(stated)
    if not ranks:
        return None
    if not _PLURAL.intersection(stated):
        return Claim(Category.HIGH_CARD, ranks) if _fall(ranks) else None
    if len(stated) == 2 and stated[0] not in _PLURAL:
        category = _OF_A_KIND.get(ranks[0])
        return Claim(category, ranks[1:]) if category else None
    if len(ranks) > 2 or not _PLURAL.issuperset(stated):
        return None
    if {"over", "full"}.intersection(words):
        return Claim(Category.FULL_HOUSE, ranks)
    category = Category.TWO_PAIR if len(ranks) == 2 else Category.PAIR
    return Claim(category, _in_order(category, ranks))


def _fall(ranks: tuple[int, ...]) -> bool:
    """True for at most five ranks, each below the one before."""
    return len(ranks) <= PLACES and all(upper > lower for upper, lower in pairwise(ranks))


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
    if claim.category is Category.HIGH_CARD and claim.ranks:
        # The ranks said are the highest ones: "king-ten" has no queen.
        below = {rank: count for rank, count in left.items() if rank in claim.ranks or rank < claim.ranks[-1]}
        if places := _filled(below, wilds, wanted, claim.ranks, different=True):
            return places
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
