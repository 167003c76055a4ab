"""What a hand is, as data (its kind and the ranks, cards or words that make it so), and what it is called in the language spoken.

Programs read its English name, which never changes: "full house, tens over fours".
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Annotated, Final

import msgspec

from engine.cards.card import SUIT, Rank, pretty
from engine.cards.letter_card import LetterCard
from engine.grammar import counted
from engine.speech import ENGLISH, Speech, say, say_as, speaking, speech, to_say, to_say_each


class Face(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a card with letters is called by: its picture, its peppers and letters, or its suit and letters."""

    letters: str = ""
    suit: str = ""
    peppers: Annotated[int, msgspec.Meta(ge=0)] = 0
    picture: str = ""


class Worth(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a hand is. `kind` is its English word: of poker, "sum", "cards" and the like, or what players call words.

    `ranks`: those that name it, as they are written on cards, the first first: "10" and "4" of "full house, tens over fours".
    `low`: the lowest such hand is best. `cards`: single cards that count. `number`: a sum of cards.

    A hand of words has its `words`, what helps them (`marks`), the `suit` they share if that makes the kind, and what ties
    are broken by: `peppers`, as often as they count, `points`, and the `high` card.
    """

    kind: str
    ranks: tuple[Rank, ...] = ()
    low: bool = False
    cards: tuple[str, ...] = ()
    number: Annotated[int, msgspec.Meta(ge=0)] = 0
    words: tuple[str, ...] = ()
    suit: str = ""
    marks: tuple[str, ...] = ()
    peppers: tuple[int, ...] = ()
    points: int | None = None
    high: Face | None = None


class HandName(str):
    """What a hand is called: in English for programs, and said in the language spoken wherever a sentence names it."""

    __slots__ = ("worth",)
    worth: Worth

    def __format__(self, _spec: str) -> str:
        return _text(self.worth, speech())

    def __reduce__(self) -> tuple[Callable[[Worth], "HandName"], tuple[Worth]]:
        return name_of, (self.worth,)


@lru_cache(maxsize=1 << 16)
def name_of(worth: Worth) -> HandName:
    """The name of a hand without an article: "full house, tens over fours"."""
    with speaking(ENGLISH):
        name = HandName(_text(worth, ENGLISH))
    name.worth = worth
    return name


def with_article(worth: Worth) -> str:
    """The name as it stands in a sentence: "a full house, tens over fours", "two pair, aces and eights"."""
    return _text(worth, speech(), article=True)


LONE: Final = "lone wild card"


def face_of(card: LetterCard) -> Face:
    """What this card is called by, and nothing else that is printed on it."""
    if card.name:
        return Face(picture=card.name)
    if card.peppers:
        return Face(card.letters, peppers=card.peppers)
    return Face(card.letters, card.suit.removesuffix("s"))


# How a kind is called by its ranks, and with an article.
_BY_RANKS: Final = {
    "five of a kind": (to_say("five of a kind, {ranks}"),) * 2,
    "straight flush": (to_say("straight flush, {rank} high"), to_say("a straight flush, {rank} high")),
    "four of a kind": (to_say("four of a kind, {ranks}"),) * 2,
    "full house": (to_say("full house, {ranks} over {others}"), to_say("a full house, {ranks} over {others}")),
    "flush": (to_say("flush, {rank} high"), to_say("a flush, {rank} high")),
    "straight": (to_say("straight, {rank} high"), to_say("a straight, {rank} high")),
    "three of a kind": (to_say("three of a kind, {ranks}"),) * 2,
    "two pair": (to_say("two pair, {ranks} and {others}"),) * 2,
    "pair": (to_say("pair of {ranks}"), to_say("a pair of {ranks}")),
    "high card": (to_say("{rank} high"),) * 2,
    LONE: (to_say("lone wild card"), to_say("a lone wild card")),
}
_LOW: Final = {
    1: (to_say("{high} low"), to_say("a {high} low"), to_say("an {high} low")),
    2: (to_say("{high}-{lower} low"), to_say("a {high}-{lower} low"), to_say("an {high}-{lower} low")),
}
_BADUGI: Final = {
    1: (to_say("one-card badugi, {cards}"), to_say("a one-card badugi, {cards}")),
    2: (to_say("two-card badugi, {cards}"), to_say("a two-card badugi, {cards}")),
    3: (to_say("three-card badugi, {cards}"), to_say("a three-card badugi, {cards}")),
    4: (to_say("four-card badugi, {cards}"), to_say("a four-card badugi, {cards}")),
}
# One card, and how others follow it.
_CARD: Final = (to_say("{rank} of {suit}"), to_say("the {rank} of {suit}"))
_CARDS: Final = {
    "cards": (to_say("{rank} of {suit}, {hand}"), to_say("the {rank} of {suit}, {hand}")),
    "cards together": (to_say("{rank} of {suit} and {hand}"), to_say("the {rank} of {suit} and {hand}")),
}

# The words of ranks: of one card, of several, and in a low hand.
_RANKS: Final = dict(
    zip(
        ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"],
        zip(
            to_say_each("a card", "ace, two, three, four, five, six, seven, eight, nine, ten, jack, queen, king"),
            to_say_each(
                "cards", "aces, twos, threes, fours, fives, sixes, sevens, eights, nines, tens, jacks, queens, kings"
            ),
            to_say_each("a low hand", "ace, two, three, four, five, six, seven, eight, nine, ten, jack, queen, king"),
            strict=True,
        ),
        strict=True,
    )
)
_SUITS: Final = dict(zip("shdc", to_say_each("the suit of a card", "spades, hearts, diamonds, clubs"), strict=True))
_SUMS: Final = to_say_each(
    "a sum of cards",
    "zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, "
    "fourteen, fifteen, sixteen, seventeen, eighteen, nineteen, twenty, twenty-one",
)

# Words of hands of words, with those that are called at a pond, which have no other name in any language.
_OF_WORDS: Final = frozenset(
    to_say_each(
        "a hand of words",
        "no word, two-letter word, two two-letter words, three-letter word, four-letter word, "
        "five-letter word, full house, straight, hot-'n'-sour, wild, animals, peppers, lemons, limes",
    )
)
_WITH_ARTICLE: Final = {"straight": to_say("a straight"), "full house": to_say("a full house")}
_SAID_PEPPERS: Final = to_say_each("so many peppers", "one, two, three, four, five")
_PEPPERS: Final = ("no", *_SAID_PEPPERS, "six", "seven", "eight", "nine", "ten")
_FRUIT: Final = {"lemon": to_say("lemon {letter} high"), "lime": to_say("lime {letter} high")}
PICTURES: Final = to_say_each(
    "the picture on a card", "unicorn, turtle, snail, rabbit, owl, moose, lion, iguana, elephant, dog, cat, bear, ant"
)


@lru_cache(maxsize=1 << 15)
def _text(worth: Worth, _: Speech, *, article: bool = False) -> str:
    """The name in the language spoken now, which is an argument for the cache.

    A worth that no rule draws, as a forged book may have it, is called by its kind.
    """
    ranks = worth.ranks
    if worth.kind == "badugi" and len(ranks) in _BADUGI:
        return say(_BADUGI[len(ranks)][article], cards="-".join(ranks))
    if worth.low and worth.kind == "high card" and len(ranks) in _LOW:
        high, *lower = (say_as("a low hand", _RANKS[rank][2]) for rank in ranks)
        vowel = article and _RANKS[ranks[0]][2][0] in "aeiou"
        return say(_LOW[len(ranks)][article + vowel], high=high, lower=lower[0] if lower else "")
    if worth.kind in _BY_RANKS and (ranks or worth.kind == LONE):
        if not worth.low:
            return _by_ranks(worth, article=article)
        template = to_say("a low with {hand}") if article else to_say("low with {hand}")
        return say(template, hand=_by_ranks(worth, article=True))
    if worth.cards:
        return _of_cards(worth, worth.cards, article=article)
    if worth.kind == "sum" and worth.number < len(_SUMS):
        return say_as("a sum of cards", _SUMS[worth.number])
    if worth.kind == "busted":
        return say("busted at {number}", number=worth.number)
    return ", ".join(_parts_of_words(worth, article=article))


def _by_ranks(worth: Worth, *, article: bool) -> str:
    first, last = (worth.ranks[0], worth.ranks[-1]) if worth.ranks else ("A", "A")
    return say(
        _BY_RANKS[worth.kind][article],
        rank=say_as("a card", _RANKS[first][0]),
        ranks=say_as("cards", _RANKS[first][1]),
        others=say_as("cards", _RANKS[last][1]),
    )


def _of_cards(worth: Worth, cards: Sequence[str], *, article: bool) -> str:
    first, *others = cards
    if worth.kind == "highest closed card":
        return say("the highest closed card, {card}", card=pretty(first))
    hand = _of_cards(worth, others, article=False) if others else ""
    if first not in SUIT:
        # A wild card is called as it is printed.
        if article and others and others[-1] in SUIT:
            return say("the {card}, {hand}", card=first, hand=hand)
        return f"{first}, {hand}" if others else first
    rank, suit = say_as("a card", _RANKS[first[:-1]][0]), say_as("the suit of a card", _SUITS[first[-1]])
    article = article and cards[-1] in SUIT
    return say((_CARDS.get(worth.kind, _CARDS["cards"]) if others else _CARD)[article], rank=rank, suit=suit, hand=hand)


def _parts_of_words(worth: Worth, *, article: bool) -> list[str]:
    kind = _WITH_ARTICLE.get(worth.kind) if article else None
    parts = [say(kind) if kind else _word(worth.kind)] if worth.kind != "high card" else []
    if worth.words:
        parts.append(
            say("{first} and {second}", first=worth.words[0], second=worth.words[1])
            if len(worth.words) == 2
            else " ".join(worth.words)
        )
    if worth.suit:
        parts.append(_word(worth.suit))
    parts += map(_word, worth.marks)
    parts += [counted(number, "pepper") for number in worth.peppers]
    if worth.points is not None:
        parts.append(counted(worth.points, "point"))
    if worth.high is not None:
        parts.append(_face_high(worth.high))
    return parts


def _word(word: str) -> str:
    return say_as("a hand of words", word) if word in _OF_WORDS else word


def _face_high(face: Face) -> str:
    if face.peppers:
        number = face.peppers
        count = say_as("so many peppers", _PEPPERS[number]) if number < len(_PEPPERS) else number
        return say("{count}-pepper {letter} high", count=count, letter=face.letters)
    letters = "/".join(face.letters)
    if face.suit in _FRUIT:
        return say(_FRUIT[face.suit], letter=letters)
    name = face.picture or f"{face.suit} {letters}".strip()
    return say("{animal} high", animal=say_as("the picture on a card", name))
