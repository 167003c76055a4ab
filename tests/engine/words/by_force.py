"""Words judged the slow way, written apart from the engine: every word, with every choice of cards for its letters."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from string import ascii_uppercase
from typing import NamedTuple

from engine.words.holding import Reading

WILD = "wildcard"


class Laid(NamedTuple):
    word: str
    places: tuple[int, ...]
    borrowed: tuple[int, ...]


class Cards:
    """The cards of a hand by place, with what is printed on them."""

    def __init__(self, reading: Reading, cards: Sequence[str]) -> None:
        self.reading = reading
        self.scale = reading.scale
        self.face = [reading.deck.face.get(card) for card in cards]
        highest_first = list(dict.fromkeys(card.text for card in reading.deck.cards))
        self.rank = [0 if card == WILD else len(highest_first) - highest_first.index(card) for card in cards]
        self.places = range(len(cards))


def laid_words(cards: Cards) -> Iterator[Laid]:
    """Every word, laid with every choice of a card for each of its letters."""
    showing = {
        letter: [place for place in cards.places if cards.face[place] is None or letter in cards.face[place].letters]
        for letter in ascii_uppercase
    }
    for word in cards.reading.dictionary.words(plurals=cards.scale.plurals):
        for places in product(*(showing[letter] for letter in word)):
            borrowed = borrowed_by(cards, places)
            if len(set(places)) == len(places) and borrowed is not None:
                yield Laid(word, places, borrowed)


def borrowed_by(cards: Cards, places: Sequence[int]) -> tuple[int, ...] | None:
    suits = {place: cards.face[place].suit for place in places if cards.face[place]}
    if not cards.scale.clean or len(set(suits.values())) < 2:
        return ()
    allowed = [{"lemons", "peppers"}, {"limes", "peppers"}]
    if cards.scale.mixed:
        allowed.append({"lemons", "limes", "peppers"})
    if not any(set(suits.values()) <= each for each in allowed):
        return None
    peppers = tuple(place for place, suit in suits.items() if suit == "peppers")
    too_many = cards.scale.borrowed is not None and len(peppers) > cards.scale.borrowed
    return None if too_many else peppers


def hands(cards: Cards) -> Iterator[tuple[str, list[Laid], tuple[int, ...]]]:
    """Every hand by its kind, the words in it, and the cards that make it."""
    five = min(5, len(cards.places))
    yield from (("none", [], places) for places in combinations(cards.places, five))
    # Words of the same cards are worth the same.
    laid = list({frozenset(each.places): each for each in laid_words(cards)}.values())
    for each in laid:
        yield str(len(each.word)), [each], each.places
        printed = [cards.face[place].text for place in each.places if cards.face[place]]
        if len(each.word) == 5 and "Ua" in printed:
            yield "unicorn", [each], each.places
    for first, second in product(laid, repeat=2):
        if not set(first.places) & set(second.places) and len(second.word) == 2 and len(first.word) in (2, 3):
            yield f"{len(first.word)}+2", [first, second], (*first.places, *second.places)
    for places in combinations(cards.places, 5):
        faces = [cards.face[place] for place in places if cards.face[place]]
        if len({face.suit for face in faces}) <= 1:
            yield "slush", [], places
        for start in range(22):
            row = ascii_uppercase[start : start + 5]
            shown = (set(letters) for letters in product(*(face.letters for face in faces)))
            if any(len(letters) == len(faces) and letters <= set(row) for letters in shown):
                yield "run", [], places


def worth(cards: Cards, kind: str, words: list[Laid], makes: Sequence[int], others: Sequence[int]) -> list[object]:
    lent = {place for each in words for place in each.borrowed}
    wild = [place for place in makes if cards.face[place] is None]
    five = [cards.face[place] for place in (*makes, *others) if cards.face[place]]
    high = sorted((cards.rank[place] for place in makes if place not in lent and place not in wild), reverse=True)
    used = [cards.face[place] for place in makes if cards.face[place]]
    told: dict[str, object] = {
        "naturals": kind == "none" or not (lent or wild),
        "peppers": sum(face.peppers for face in five),
        "high-card": high,
        "points": 0 if kind == "none" else sum(face.value for face in used),
        "top-letter": max((face.value for face in five), default=0),
    }
    return [told[tie] for tie in cards.scale.ties.split()]


def best_by_force(reading: Reading, texts: Sequence[str]) -> tuple[int, list[object]]:
    """The place of the best kind, and what breaks its ties."""
    cards = Cards(reading, texts)
    kinds = reading.scale.kinds.split()
    best: tuple[int, list[object]] = (-1, [])
    for kind, words, makes in hands(cards):
        if kind not in kinds or kinds.index(kind) < best[0]:
            continue
        rest = [place for place in cards.places if place not in makes]
        for others in combinations(rest, min(5, len(texts)) - len(makes)):
            best = max(best, (kinds.index(kind), worth(cards, kind, words, makes, others)))
    return best
