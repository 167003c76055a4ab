"""Names of hands in the language that is spoken now.

The book keeps them in English, as `engine.cards.naming` and `engine.words` make them. Here a name is taken apart by the
template it was made from, and said by the translation of that template.
"""

import re
from functools import lru_cache
from typing import Final

from engine.speech import Speech, say, say_as, speech, to_say, to_say_as

# The first words of names that take an article: "a flush", but "two pair" and "three of a kind".
_COUNTED: Final = (
    "pair",
    "straight",
    "flush",
    "full house",
    "lone",
    "low ",
    *(f"{n}-card" for n in ("one", "two", "three", "four")),
)
_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")

# The first that fits. The fields are words of `_WORDS`; any other field is whatever stands there.
_NAMES: Final = (
    to_say("five of a kind, {ranks}"),
    to_say("a straight flush, {rank} high"),
    to_say("straight flush, {rank} high"),
    to_say("four of a kind, {ranks}"),
    to_say("a full house, {ranks} over {others}"),
    to_say("full house, {ranks} over {others}"),
    to_say("a flush, {rank} high"),
    to_say("flush, {rank} high"),
    to_say("a straight, {rank} high"),
    to_say("straight, {rank} high"),
    to_say("three of a kind, {ranks}"),
    to_say("two pair, {ranks} and {others}"),
    to_say("a pair of {ranks}"),
    to_say("pair of {ranks}"),
    to_say("a lone wild card"),
    to_say("lone wild card"),
    to_say("{rank} high"),
    to_say("a {high}-{lower} low"),
    to_say("{high}-{lower} low"),
    to_say("a {high} low"),
    to_say("{high} low"),
    to_say("a low with {hand}"),
    to_say("low with {hand}"),
    to_say("a one-card badugi, {cards}"),
    to_say("one-card badugi, {cards}"),
    to_say("a two-card badugi, {cards}"),
    to_say("two-card badugi, {cards}"),
    to_say("a three-card badugi, {cards}"),
    to_say("three-card badugi, {cards}"),
    to_say("a four-card badugi, {cards}"),
    to_say("four-card badugi, {cards}"),
    to_say("busted at {number}"),
    to_say("the highest closed card, {card}"),
    to_say("the {rank} of {suit}, {hand}"),
    to_say("{rank} of {suit}, {hand}"),
    to_say("the {rank} of {suit} and {hand}"),
    to_say("{rank} of {suit} and {hand}"),
    to_say("the {rank} of {suit}"),
    to_say("{rank} of {suit}"),
    to_say("the {card}, {hand}"),
)
# The parts of a hand of words, between commas.
_PARTS: Final = (
    to_say("a straight"),
    to_say("a full house"),
    to_say("a lone wild card"),
    to_say("{first} and {second}"),
    to_say("1 pepper"),
    to_say("{number} peppers"),
    to_say("1 point"),
    to_say("{number} points"),
    to_say("{count}-pepper {letter} high"),
    to_say("lemon {letter} high"),
    to_say("lime {letter} high"),
    to_say("{animal} high"),
)
# Words by what they mean; the book has them as they stand here.
_WORDS: Final = {
    "a card": (
        to_say_as("a card", "ace"),
        to_say_as("a card", "two"),
        to_say_as("a card", "three"),
        to_say_as("a card", "four"),
        to_say_as("a card", "five"),
        to_say_as("a card", "six"),
        to_say_as("a card", "seven"),
        to_say_as("a card", "eight"),
        to_say_as("a card", "nine"),
        to_say_as("a card", "ten"),
        to_say_as("a card", "jack"),
        to_say_as("a card", "queen"),
        to_say_as("a card", "king"),
    ),
    "cards": (
        to_say_as("cards", "aces"),
        to_say_as("cards", "twos"),
        to_say_as("cards", "threes"),
        to_say_as("cards", "fours"),
        to_say_as("cards", "fives"),
        to_say_as("cards", "sixes"),
        to_say_as("cards", "sevens"),
        to_say_as("cards", "eights"),
        to_say_as("cards", "nines"),
        to_say_as("cards", "tens"),
        to_say_as("cards", "jacks"),
        to_say_as("cards", "queens"),
        to_say_as("cards", "kings"),
    ),
    "a low hand": (
        to_say_as("a low hand", "ace"),
        to_say_as("a low hand", "two"),
        to_say_as("a low hand", "three"),
        to_say_as("a low hand", "four"),
        to_say_as("a low hand", "five"),
        to_say_as("a low hand", "six"),
        to_say_as("a low hand", "seven"),
        to_say_as("a low hand", "eight"),
        to_say_as("a low hand", "nine"),
        to_say_as("a low hand", "ten"),
        to_say_as("a low hand", "jack"),
        to_say_as("a low hand", "queen"),
        to_say_as("a low hand", "king"),
    ),
    "the suit of a card": (
        to_say_as("the suit of a card", "spades"),
        to_say_as("the suit of a card", "hearts"),
        to_say_as("the suit of a card", "diamonds"),
        to_say_as("the suit of a card", "clubs"),
    ),
    "so many peppers": (
        to_say_as("so many peppers", "one"),
        to_say_as("so many peppers", "two"),
        to_say_as("so many peppers", "three"),
        to_say_as("so many peppers", "four"),
        to_say_as("so many peppers", "five"),
    ),
    "the picture on a card": (
        to_say_as("the picture on a card", "unicorn"),
        to_say_as("the picture on a card", "turtle"),
        to_say_as("the picture on a card", "snail"),
        to_say_as("the picture on a card", "rabbit"),
        to_say_as("the picture on a card", "owl"),
        to_say_as("the picture on a card", "moose"),
        to_say_as("the picture on a card", "lion"),
        to_say_as("the picture on a card", "iguana"),
        to_say_as("the picture on a card", "elephant"),
        to_say_as("the picture on a card", "dog"),
        to_say_as("the picture on a card", "cat"),
        to_say_as("the picture on a card", "bear"),
        to_say_as("the picture on a card", "ant"),
    ),
    "a sum of cards": (
        to_say_as("a sum of cards", "zero"),
        to_say_as("a sum of cards", "one"),
        to_say_as("a sum of cards", "two"),
        to_say_as("a sum of cards", "three"),
        to_say_as("a sum of cards", "four"),
        to_say_as("a sum of cards", "five"),
        to_say_as("a sum of cards", "six"),
        to_say_as("a sum of cards", "seven"),
        to_say_as("a sum of cards", "eight"),
        to_say_as("a sum of cards", "nine"),
        to_say_as("a sum of cards", "ten"),
        to_say_as("a sum of cards", "eleven"),
        to_say_as("a sum of cards", "twelve"),
        to_say_as("a sum of cards", "thirteen"),
        to_say_as("a sum of cards", "fourteen"),
        to_say_as("a sum of cards", "fifteen"),
        to_say_as("a sum of cards", "sixteen"),
        to_say_as("a sum of cards", "seventeen"),
        to_say_as("a sum of cards", "eighteen"),
        to_say_as("a sum of cards", "nineteen"),
        to_say_as("a sum of cards", "twenty"),
        to_say_as("a sum of cards", "twenty-one"),
    ),
    "a hand of words": (
        to_say_as("a hand of words", "no word"),
        to_say_as("a hand of words", "two-letter word"),
        to_say_as("a hand of words", "two two-letter words"),
        to_say_as("a hand of words", "three-letter word"),
        to_say_as("a hand of words", "four-letter word"),
        to_say_as("a hand of words", "five-letter word"),
        to_say_as("a hand of words", "full house"),
        to_say_as("a hand of words", "straight"),
        to_say_as("a hand of words", "hot-'n'-sour"),
        to_say_as("a hand of words", "wild"),
        to_say_as("a hand of words", "animals"),
        to_say_as("a hand of words", "peppers"),
        to_say_as("a hand of words", "lemons"),
        to_say_as("a hand of words", "limes"),
    ),
}
# What a field stands for, by its name; cards, numbers and letters are said as they are.
_KINDS: Final = {
    "rank": "a card",
    "ranks": "cards",
    "others": "cards",
    "high": "a low hand",
    "lower": "a low hand",
    "suit": "the suit of a card",
    "count": "so many peppers",
    "animal": "the picture on a card",
}
# Names and parts of names without a field.
_PLAIN: Final = {word: kind for kind in ("a sum of cards", "a hand of words") for word in _WORDS[kind]}


def hand_told(hand: str) -> str:
    """The name of a hand with its article: "a full house, tens over fours", "two pair, aces and eights"."""
    return _said(_with_article(hand), speech())


def hand_said(hand: str) -> str:
    """The name of a hand without an article: "full house, tens over fours". A name nobody knows is said as it is."""
    return _said(hand, speech())


class HandName(str):
    """The name of a hand among the details of a refusal: English for programs, said where a sentence names it."""

    __slots__ = ()

    def __format__(self, _spec: str) -> str:
        return hand_said(str(self))


def _with_article(hand: str) -> str:
    if " of " in hand and hand.endswith(_SUITS):
        return f"the {hand}"
    if not (hand.startswith(_COUNTED) or hand.endswith(" low")):
        return hand
    return f"an {hand}" if hand[0] in "aeiou" else f"a {hand}"


@lru_cache(maxsize=1 << 14)
def _said(hand: str, _: Speech) -> str:
    """The English name in this language, which is the one spoken now: it is an argument for the cache."""
    whole = _by_template(hand, _NAMES)
    if whole is not None:
        return whole
    told = [_by_template(part, (*_PARTS, *_NAMES)) or _plain(part) for part in hand.split(", ")]
    return ", ".join(told)


def _plain(part: str) -> str:
    return say_as(_PLAIN[part], part) if part in _PLAIN else part


def _by_template(hand: str, templates: tuple[str, ...]) -> str | None:
    """The name by the first template that it was made from; None if there is none."""
    for template in templates:
        found = _pattern(template).fullmatch(hand)
        if found is None:
            continue
        if say(template) == template:
            # Not translated, so it stays as it was made, with the article that suits its first letter.
            return hand
        return say(template, **{field: _field(field, said) for field, said in found.groupdict().items()})
    return None


def _field(field: str, said: str) -> str:
    kind = _KINDS.get(field)
    if kind is not None:
        return say_as(kind, said)
    return hand_said(said) if field == "hand" else said


@lru_cache(maxsize=128)
def _pattern(template: str) -> re.Pattern[str]:
    """What a name looks like that was made from this template; "an" may stand for "a"."""
    begins = re.sub(r"^a ", "an? ", re.escape(template).replace(r"\ ", " ").replace(r"\-", "-"))
    words = {field: "|".join(_WORDS[kind]) for field, kind in _KINDS.items()}
    return re.compile(re.sub(r"\\\{(\w+)\\\}", lambda field: f"(?P<{field[1]}>{words.get(field[1], '.+?')})", begins))
