"""The Alpha deck as WordPoker uses it, 56 cards: 36 consonants and 20 vowel cards (RULINGS B1 to B3).

Of its 74 cards the two wild ones and one of each of sixteen others are put aside. The number of copies follows from
what the source removes; the values are an assumption. A club that owns the cards brings its own deck file, under its
own name.

A card is typed as the letters it shows: `T`, or `AE` for a vowel card, which its holder uses as either vowel.
"""

from typing import Final

from engine.cards.letter_card import LetterCard, LetterDeck

# RULINGS B2: the copies that are left when one of each of the sixteen is put aside.
_TWICE: Final = "B C D F G H L M N P R S T W Y"
_ONCE: Final = "J K Q V X Z"
_VOWELS_TWICE: Final = "AE AI AO AU EI EO EU IO IU OU"

# RULINGS B3; the other cards are worth 1.
_VALUES: Final = {2: "D G", 3: "B C M P", 4: "F V W Y", 5: "K", 8: "J X", 10: "Q Z"}
_VALUE: Final = {letter: value for value, letters in _VALUES.items() for letter in letters.split()}

ALPHA_56: Final = LetterDeck(
    name="alpha-56",
    assumption="The sources give 42 consonant and 30 vowel cards, three T, one Z and one J, the 18 cards put aside, and "
    "values from 0 to 10; how often the other letters come, and all values, are assumed (RULINGS B2, B3).",
    cards=tuple(
        LetterCard(letters, letters, value=_VALUE.get(letters, 1))
        for letters, copies in (
            *((letter, 2) for letter in _TWICE.split()),
            *((letter, 1) for letter in _ONCE.split()),
            *((pair, 2) for pair in _VOWELS_TWICE.split()),
        )
        for _ in range(copies)
    ),
)
