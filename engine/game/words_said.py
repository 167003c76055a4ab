"""What words of letters are called in the sentences of a game: kinds of hands, ties, suits, single cards."""

from engine.cards.letter_card import LetterDeck
from engine.game.scales import Words

KINDS_OF_WORDS = {
    "none": "no word",
    "2": "one of two letters",
    "2+2": "two of two",
    "3": "one of three",
    "3+2": "one of three and one of two",
    "4": "one of four",
    "5": "one of five",
    "run": "five letters in a row",
    "slush": "five cards of one suit",
    "unicorn": "one of five with the unicorn",
}
TIES_OF_WORDS = {
    "naturals": "hands without wild cards and borrowed peppers",
    "peppers": "the number of peppers in the hand",
    "peppers-in-words": "the number of peppers in the words",
    "high-card": "the highest card of the words",
    "points": "the points of the words",
    "top-letter": "the highest letter in the hand",
}


def clean_said(scale: Words) -> str:
    """Which suits go together in one word (RULINGS A2, R-S16)."""
    suits = "a word is of one suit"
    if scale.mixed:
        suits = f"{suits}, or of lemons and limes"
    if scale.borrowed is None:
        return f"{suits}, and fruit may borrow chili peppers"
    if scale.borrowed:
        return f"{suits}, and fruit may borrow {scale.borrowed} chili pepper{'s' * (scale.borrowed > 1)}"
    return f"{suits}, and fruit may borrow no chili peppers"


def called(name: str, deck: LetterDeck) -> str:
    """Cards by the name a declaration gives them: "the unicorn", "every E", "lemons"."""
    if name in deck.suits:
        return name
    return f"the {deck.face[name]}" if name in deck.face else f"every {name}"
