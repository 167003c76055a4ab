"""The best hand of words that cards make with a dictionary: of five cards, or of all if there are fewer."""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import cache, partial
from itertools import combinations, pairwise, product
from typing import Final

from engine.words.holding import HAND_SIZE, Holding, Reading, hold
from engine.words.made import NONE, RUN, SLUSH, UNICORN, WORDS_OF, Made
from engine.words.spelling import Spelled, words_in


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
