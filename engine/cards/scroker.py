"""The Scroker deck, 52 cards: an assumption that fits every fact the rules give away (RULINGS A1, A4).

The rules name the suits, some animals and four chili peppers; the letters, the numbers of peppers and the order of the
rest are ours. A club that owns the cards brings its own deck file, under its own name.

A card is typed as its letter and what it shows: `Ua` for the unicorn and so on for every animal, `E5` for five chili
peppers, `Tl` for a lemon, `Tm` for a lime.
"""

from typing import Final

from engine.cards.letter_card import ANIMALS, LEMONS, LIMES, PEPPERS, LetterCard, LetterDeck

# Each suit from its highest card down: later letters are higher, and of equal letters more peppers.
_ANIMALS: Final = "unicorn turtle snail rabbit owl moose lion iguana elephant dog cat bear ant"
_PEPPERS: Final = "U3 U1 O4 O2 I4 I2 I1 E5 E3 E1 A3 A2 A1"
_LEMONS: Final = "Z W T S R P O N L H F D A"
_LIMES: Final = "Y X V T S R Q N K J I G E"

SCROKER_52: Final = LetterDeck(
    name="scroker-52",
    assumption="The sources name the four suits, unicorn, moose and snail, and the peppers E5, E1, A2 and U1; "
    "all other cards, and the order of the cards, are assumed (RULINGS A4).",
    cards=(
        *(LetterCard(f"{name[0].upper()}a", name[0].upper(), ANIMALS, name=name) for name in _ANIMALS.split()),
        *(LetterCard(text, text[0], PEPPERS, peppers=int(text[1:])) for text in _PEPPERS.split()),
        *(LetterCard(f"{letter}l", letter, LEMONS) for letter in _LEMONS.split()),
        *(LetterCard(f"{letter}m", letter, LIMES) for letter in _LIMES.split()),
    ),
)
