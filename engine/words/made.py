"""The kinds of hands that words make, and a hand of words: what breaks its ties, and what it is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.cards.letter_card import PEPPERS
from engine.cards.standing import Standing
from engine.cards.worth import Worth, face_of
from engine.words.holding import HAND_SIZE, Holding
from engine.words.spelling import Spelled, in_order

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
