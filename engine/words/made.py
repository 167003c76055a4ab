"""The kinds of hands that words make, what breaks their ties, and the best of them that cards make with a dictionary."""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, pairwise, product
from typing import Final

from engine.cards.letter_card import PEPPERS
from engine.cards.standing import Standing
from engine.cards.worth import Worth, face_of
from engine.words.holding import HAND_SIZE, Holding, Reading, hold
from engine.words.spelling import Spelled, in_order, words_in

NONE: Final = "none"
SLUSH: Final = "slush"
RUN: Final = "run"
UNICORN: Final = "unicorn"
WORDS_OF: Final[dict[str, tuple[int, ...]]] = {
    **{name: tuple(map(int, name.split("+"))) for name in ("2", "2+2", "3", "3+2", "4", "5")},
    UNICORN: (5,),
}
"""The kinds made of words, with the lengths of these words, the longest first."""
KINDS: Final = (NONE, *WORDS_OF, RUN, SLUSH)

# RULINGS A3 and B4.
_AT_THE_POND: Final = {
    NONE: "Scum",
    "2": "Duck",
    "2+2": "Two Ducks",
    "3": "Tadpole",
    "4": "Frog",
    "3+2": "Bullfrog",
    SLUSH: "Slush",
    "5": "Scroker",
    UNICORN: "Flying Scroker",
}
_PLAIN: Final = {
    NONE: "no word",
    "2": "two-letter word",
    "2+2": "two two-letter words",
    "3": "three-letter word",
    "3+2": "full house",
    "4": "four-letter word",
    "5": "five-letter word",
    RUN: "straight",
}


def kind_named(kind: str, *, clean: bool) -> str:
    """What players call this kind: at a Scroker table, where words are clean, or anywhere else."""
    first, second = (_AT_THE_POND, _PLAIN) if clean else (_PLAIN, _AT_THE_POND)
    return first.get(kind) or second[kind]


@dataclass(frozen=True, slots=True)
class Made:
    """A hand as it was found or shown: its kind, its words, and the places of its five cards."""

    holding: Holding
    kind: str
    words: tuple[Spelled, ...]
    makes: tuple[int, ...]
    """The places of the cards that make the kind; for scum, of all five."""
    others: tuple[int, ...] = ()

    @property
    def value(self) -> tuple[int, ...]:
        """The rank of the kind, then the numbers that break ties, in the order of the scale (RULINGS A3, B4)."""
        scale = self.holding.reading.scale
        broken = [TIES[tie](self) for tie in scale.ties.split()]
        return (scale.kinds.split().index(self.kind), *(number for numbers in broken for number in numbers))

    @property
    def natural(self) -> bool:
        """True if the hand makes its kind without wild cards and hot-'n'-sours; a hand without words always does."""
        return self.kind == NONE or not (self.wild or self.borrowed)

    @property
    def wild(self) -> bool:
        """True if a wild card helps to make the kind."""
        return any(self.holding.faces[place] is None for place in self.makes)

    @property
    def borrowed(self) -> bool:
        """True if one of its words is hot-'n'-sour."""
        return any(spelled.borrowed for spelled in self.words)

    @property
    def from_the_top(self) -> list[int]:
        """The places of the cards that can be the high card, the highest first: natural ones, no borrowed peppers."""
        holding = self.holding
        lent = {
            place
            for spelled in self.words
            if spelled.borrowed
            for place in spelled.places
            if (face := holding.faces[place]) is not None and face.suit == PEPPERS
        }
        rank = holding.reading.rank
        able = [place for place in self.makes if holding.faces[place] is not None and place not in lent]
        return sorted(able, key=lambda place: rank[holding.cards[place]], reverse=True)

    @property
    def points(self) -> int:
        """The sum of the values of the cards that make the kind (RULINGS R-W2); 0 for scum."""
        return sum(card.value for card in self.holding.natural(self.makes)) if self.kind != NONE else 0

    @property
    def standing(self) -> Standing:
        """The hand as every hand is compared and told: its words in spelling order, then its other cards.

        A card of a word stands for its letter.
        """
        cards: list[str] = []
        stands_for: list[str] = []
        laid = {place for spelled in self.words for place in spelled.places}
        for spelled in self.words:
            cards += self.holding.texts(in_order(spelled.word, spelled.places, self.holding))
            stands_for += spelled.word
        rest = self.holding.texts(place for place in (*self.makes, *self.others) if place not in laid)
        return Standing(self.value, (*cards, *rest), (*stands_for, *rest), self.worth)

    @property
    def worth(self) -> Worth:
        """What it is: its kind and words, and what breaks its ties."""
        scale = self.holding.reading.scale
        ties = scale.ties.split()
        marks = {"hot-'n'-sour": self.borrowed, "wild": self.wild and self.kind != NONE} if "naturals" in ties else {}
        high = [self.holding.faces[place] for place in self.from_the_top[:1]] if "high-card" in ties else []
        return Worth(
            kind=kind_named(self.kind, clean=scale.clean),
            words=tuple(spelled.word for spelled in self.words),
            suit=next((card.suit for card in self.holding.natural(self.makes)), "") if self.kind == SLUSH else "",
            marks=tuple(mark for mark, applies in marks.items() if applies),
            peppers=tuple(TIES[tie](self)[0] for tie in ("peppers", "peppers-in-words") if tie in ties),
            points=self.points if "points" in ties and self.kind != NONE else None,
            high=face_of(face) if high and (face := high[0]) is not None else None,
        )


def _naturals(made: Made) -> tuple[int, ...]:
    return (int(made.natural),)


def _high_card(made: Made) -> tuple[int, ...]:
    """The highest card, then the next for hands that share it (RULINGS R-S6)."""
    rank = made.holding.reading.rank
    high = [rank[made.holding.cards[place]] for place in made.from_the_top]
    return (*high, *(0,) * (HAND_SIZE - len(high)))


def _peppers(made: Made) -> tuple[int, ...]:
    """How many chili peppers are printed on the five cards, in a word or not, wild or not (RULINGS R-S9)."""
    return (peppers_on(made.holding, (*made.makes, *made.others)),)


def _peppers_in_words(made: Made) -> tuple[int, ...]:
    return (peppers_on(made.holding, made.makes) if made.kind != NONE else 0,)


def peppers_on(holding: Holding, places: tuple[int, ...]) -> int:
    """How many peppers the cards at these places show; an extra wild card shows none."""
    face = holding.reading.deck.face
    return sum(face[card].peppers for card in holding.texts(places) if card in face)


def _points(made: Made) -> tuple[int, ...]:
    return (made.points,)


def _top_letter(made: Made) -> tuple[int, ...]:
    """The highest value of a natural card in the hand, used in a word or not (RULINGS R-W3)."""
    five = made.holding.natural((*made.makes, *made.others))
    return (max((card.value for card in five), default=0),)


TIES: Final[dict[str, Callable[[Made], tuple[int, ...]]]] = {
    "naturals": _naturals,
    "peppers": _peppers,
    "peppers-in-words": _peppers_in_words,
    "high-card": _high_card,
    "points": _points,
    "top-letter": _top_letter,
}
"""What breaks a tie: for each way a fixed number of numbers per hand; greater is better."""


def best_words(reading: Reading, cards: Sequence[str], wild: Set[str] = frozenset()) -> Made | None:
    """The best hand of the cards, which must all be known; `wild` names the wild ones. None if no hand qualifies."""
    holding = hold(reading, cards, wild)
    # Short words are looked for only where no longer one is found.
    words = cache(partial(words_in, holding))
    for kind in reversed(reading.scale.kinds.split()):
        if kind in WAYS:
            best = best_of(WAYS[kind](holding))
        else:
            best = best_of(of_words(kind, holding, _choices([words(length) for length in WORDS_OF[kind]])))
        if best is not None:
            return best
    return None


def best_of(made: Iterable[Made]) -> Made | None:
    """The best of these hands, the first of equal ones; None if there are none."""
    return max(made, key=lambda each: each.value, default=None)


def no_words(reading: Reading, cards: Sequence[str], wild: Set[str] = frozenset()) -> Made:
    """A foul hand: its cards without any word, even if they show a shorter one (RULINGS R-S8)."""
    return max(WAYS[NONE](hold(reading, cards, wild)), key=lambda each: each.value)


def of_words(kind: str, holding: Holding, choices: Iterable[tuple[Spelled, ...]]) -> Iterator[Made]:
    """The hands of a kind that these words make together without using a card twice."""
    for words in choices:
        makes = tuple(place for spelled in words for place in spelled.places)
        if len(set(makes)) < len(makes):
            continue
        if kind != UNICORN or any(card.name == UNICORN for card in holding.natural(makes)):
            yield Made(holding, kind, words, makes, _others(holding, makes))


def _choices(words: Sequence[Sequence[Spelled]]) -> Iterator[tuple[Spelled, ...]]:
    """One word of each length; two words of the same length are paired only once."""
    first, *others = words
    return combinations(first, len(words)) if all(each is first for each in others) else product(*words)


def _others(holding: Holding, makes: Sequence[int]) -> tuple[int, ...]:
    """The cards that fill the hand up to five, chosen to break ties best."""
    rest = [place for place in holding.places if place not in makes]
    if len(rest) + len(makes) > HAND_SIZE:
        rest.sort(key=lambda place: _worth_holding(holding, place), reverse=True)
    return tuple(rest[: HAND_SIZE - len(makes)])


def _worth_holding(holding: Holding, place: int) -> tuple[int, ...]:
    """What a card outside the words adds to tie-breaks: its peppers or its value, if they count."""
    card = holding.reading.deck.face.get(holding.cards[place])
    wild = holding.faces[place] is None
    counts = {"peppers": card.peppers if card else 0, "top-letter": card.value if card and not wild else 0}
    return tuple(counts[tie] for tie in holding.reading.scale.ties.split() if tie in counts)


def _scum(holding: Holding) -> Iterator[Made]:
    for places in combinations(holding.places, min(HAND_SIZE, len(holding.cards))):
        yield Made(holding, NONE, (), places)


def _slush(holding: Holding) -> Iterator[Made]:
    """The hands of five cards of one suit; fruit borrows nothing here."""
    for places in combinations(holding.places, HAND_SIZE):
        if len({card.suit for card in holding.natural(places)}) <= 1:
            yield Made(holding, SLUSH, (), places)


def _run(holding: Holding) -> Iterator[Made]:
    """The hands of five letters in a row, with all five cards (RULINGS R-W1); they are told by the letters as a word."""
    for places in combinations(holding.places, HAND_SIZE):
        row = _row(holding, places)
        if row:
            yield Made(holding, RUN, (Spelled(row, places, wild=len(holding.natural(places)) < HAND_SIZE),), places)


def _row(holding: Holding, places: Sequence[int]) -> str:
    """The highest row that these five cards make, or ""."""
    natural = holding.natural(places)
    # Most choices fail by their consonants alone, so the vowels need not be tried.
    if not row_of(card.letters for card in natural if len(card.letters) == 1):
        return ""
    return max(
        (row for letters in product(*(card.letters for card in natural)) if (row := row_of(letters))), default=""
    )


def row_of(letters: Iterable[str]) -> str:
    """The highest five letters in a row that contain these, or ""; A does not follow Z."""
    codes = sorted(map(ord, letters)) or [ord(LAST) - HAND_SIZE + 1]
    if any(upper == lower for lower, upper in pairwise(codes)) or codes[-1] - codes[0] >= HAND_SIZE:
        return ""
    start = min(codes[0], ord(LAST) - HAND_SIZE + 1)
    return "".join(map(chr, range(start, start + HAND_SIZE)))


LAST: Final = "Z"
WAYS: Final[dict[str, Callable[[Holding], Iterator[Made]]]] = {NONE: _scum, SLUSH: _slush, RUN: _run}
"""The kinds of hands made without a word."""
