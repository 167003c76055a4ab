"""The best hand of words is what trying every card for every letter of every word finds."""

from collections.abc import Sequence
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.cards.letter_card import ALPHA_56, SCROKER_52
from engine.words.dictionary import Dictionary
from engine.words.holding import Reading
from engine.words.made import best_words
from tests.engine.words.by_force import WILD, best_by_force
from tests.engine.words.hands import HOT, SCROKER, WORDPOKER
from tests.soak import rounds

# Half of it are no words: what counts is that many hands of few letters hold one.
WORDS = Dictionary(
    "by force",
    [
        *("at", "it", "ox", "us", "ai", "ee", "zu", "es", "ta", "so", "cat", "ant", "eel", "sit", "tie", "ate", "oat"),
        *("aid", "rut", "toe", "lot", "hal", "ria", "owl", "tree", "oats", "tile", "suet", "dial", "loot", "note"),
        *("idea", "urea", "moose", "snail", "tulip", "ultra", "uncut", "eater", "sheet", "taste", "adieu", "tries"),
        *("oboes", "lions", "roost"),
    ],
    ["oats", "oboes", "lions"],
)


OPTIONS = [replace(HOT, borrowed=most, mixed=mixed) for most in (None, 0, 1, 2) for mixed in (False, True)]


# Few suits or few letters make more words, and the rare hands with them.
POOLS = [
    SCROKER_52.texts,
    *([card.text for card in SCROKER_52.cards if card.suit in suits] for suits in combinations(SCROKER_52.suits, 2)),
    ["Ua", "La", "Ta", "Ra", "Aa", "Da", "Ia", "Ea", "O4", "Tl"],
]
FEW_LETTERS = [card for card in ALPHA_56.texts if card in {*"LMNPSTR", "AE", "AO", "AI", "IU", "OU", "EO"}]

AROUND_LMNOP = ["J", "K", "L", "M", "N", "P", "Q", "AO", "EO", "IU"]


@st.composite
def dealt(draw: st.DrawFn, pools: Sequence[Sequence[str]], most: int, wild: int = 0) -> list[str]:
    """Cards as they may be dealt, some of them extra wild ones."""
    wilds = draw(st.integers(0, wild))
    cards = draw(st.permutations(draw(st.sampled_from(pools))))
    return [*cards[: draw(st.integers(5, most)) - wilds], *[WILD] * wilds]


def compare(scale, deck, cards: list[str]) -> None:
    reading = Reading(scale, deck, WORDS)
    made = best_words(reading, cards, frozenset({WILD}))
    kind, ties = best_by_force(reading, cards)
    flat: list[object] = []
    for tie in ties:
        flat += tie + [0] * (5 - len(tie)) if isinstance(tie, list) else [tie]
    assert list(made.value) == [kind, *flat]
    standing = made.standing
    assert sorted(standing.cards) == sorted(cards[place] for place in (*made.makes, *made.others))
    assert len(standing.cards) == min(5, len(cards))


@settings(max_examples=rounds(50, 150))
@given(dealt(POOLS, most=7))
def test_scroker_hands(cards) -> None:
    compare(SCROKER, SCROKER_52, cards)


@settings(max_examples=rounds(30, 60))
@given(dealt(POOLS, most=6, wild=2), st.sampled_from(OPTIONS))
def test_scroker_hands_with_wild_cards_and_every_option(cards, scale) -> None:
    compare(scale, SCROKER_52, cards)


@settings(max_examples=rounds(50, 150))
@given(dealt([ALPHA_56.texts, FEW_LETTERS, AROUND_LMNOP], most=7))
def test_wordpoker_hands(cards) -> None:
    compare(WORDPOKER, ALPHA_56, cards)


@given(st.permutations(SCROKER_52.texts[:20]))
def test_the_order_of_the_cards_does_not_matter(cards) -> None:
    reading = Reading(SCROKER, SCROKER_52, WORDS)
    first, again = best_words(reading, cards[:7]), best_words(reading, cards[6::-1])
    assert first.value == again.value
