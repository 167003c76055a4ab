"""A kit for hands of words: a deck that holds every letter in every suit, so that no test hangs on an assumed deck."""

from string import ascii_uppercase

from engine.cards.letter_card import ANIMALS, LEMONS, LIMES, PEPPERS, LetterCard, LetterDeck
from engine.game.awards import Words
from engine.words.claim import claimed, read_word_claim
from engine.words.dictionary import Dictionary
from engine.words.holding import Reading
from engine.words.made import best_words

NAMES = {"U": "unicorn", "M": "moose", "S": "snail", "T": "turtle", "C": "cat", "A": "ant", "B": "bear"}
FROM_THE_TOP = ascii_uppercase[::-1]

# Ua is the unicorn, E5 a pepper, Tl a lemon, Tm a lime; suits, then letters, then peppers, as RULINGS A4 orders them.
EVERY_LETTER = LetterDeck(
    name="every-letter",
    cards=(
        LetterCard("Ua", "U", ANIMALS, name="unicorn"),
        *(LetterCard(f"{each}a", each, ANIMALS, name=NAMES.get(each, "")) for each in FROM_THE_TOP if each != "U"),
        *(
            LetterCard(f"{each}{number}", each, PEPPERS, peppers=number)
            for each in "UOIEA"
            for number in (5, 4, 3, 2, 1)
        ),
        *(LetterCard(f"{each}l", each, LEMONS) for each in FROM_THE_TOP),
        *(LetterCard(f"{each}m", each, LIMES) for each in FROM_THE_TOP),
    ),
)
VOWELS = ("AE", "AI", "AO", "AU", "EI", "EO", "EU", "IO", "IU", "OU")
# Two of each consonant, worth its place in the alphabet, and of each vowel card, worth 1.
EVERY_VALUE = LetterDeck(
    name="every-value",
    cards=tuple(
        card
        for card in (
            *(LetterCard(each, each, value=ord(each) - 64) for each in ascii_uppercase if each not in "AEIOU"),
            *(LetterCard(pair, pair, value=1) for pair in VOWELS),
        )
        for _ in range(2)
    ),
)

SCROKER = Words("none 2 2+2 3 4 3+2 slush 5 unicorn", ties="naturals high-card", clean=True)
HOT = Words("none 2 2+2 3 4 3+2 slush 5 unicorn", ties="naturals peppers high-card", clean=True)
WORDPOKER = Words("none 2 2+2 3 3+2 4 5 run", ties="points top-letter", plurals=False)

ENGLISH = Dictionary(
    "test-english",
    [
        *("ox", "an", "it", "at", "to", "so", "us", "es", "ad", "cat", "cot", "toe", "oat", "tea", "sun", "nut", "out"),
        *("cats", "frog", "tree", "oats", "suet", "unit", "runs"),
        *("stare", "taser", "mount", "route", "lemon", "melon", "unite", "sauce", "eerie"),
    ],
    ["cats", "oats"],
)


def words(text: str) -> Dictionary:
    return Dictionary("another", text.split())


def reading(scale: Words = SCROKER, dictionary: Dictionary = ENGLISH) -> Reading:
    return Reading(scale, EVERY_LETTER if scale.clean else EVERY_VALUE, dictionary)


def best(cards: str, wild: str = "", *, scale: Words = SCROKER, dictionary: Dictionary = ENGLISH):
    made = best_words(reading(scale, dictionary), cards.split(), frozenset(wild.split()))
    assert made is not None
    return made


def named(cards: str, wild: str = "", *, scale: Words = SCROKER) -> str:
    return best(cards, wild, scale=scale).standing.name


def shown(cards: str, said: str, wild: str = "", *, scale: Words = SCROKER):
    claim = read_word_claim(said)
    assert claim is not None
    return claimed(reading(scale), cards.split(), frozenset(wild.split()), claim)
