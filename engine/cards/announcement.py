"""A hand as a player announces it, read into a claim: "full house, kings over nines", "fuldt hus", "seven-five low"."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from engine.cards.ranking import PLACES, Category
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
    (Category.HIGH_CARD, ("high card", "højt kort")),
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
    12: "queen dame da q",
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
    12: "queens damer",
    13: "kings konger",
    14: "aces esser",
}
_RANK_SAID: Final = {
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
        *("i", "og", "med", "over", "på", "høj", "højt", "lav"),
    }
)
_LETTER: Final = {**{str(rank): rank for rank in range(2, 10)}, "t": 10, "j": 11, "q": 12, "k": 13, "a": 1}


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
        if word in _RANK_SAID:
            ranks.append(_RANK_SAID[word])
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
