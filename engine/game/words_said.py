"""What the sentences of a game call hands of words: their kinds, ties, suits and single cards."""

from engine.cards.card import WILDCARD
from engine.cards.deck import LETTER_DECKS
from engine.cards.letter_card import LetterDeck
from engine.game.card_words import all_of
from engine.game.definition import Game
from engine.game.scales import Words
from engine.grammar import counted, in_brackets, listed, then

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
    "naturals": "having no wild cards or borrowed peppers",
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
        return f"{suits}, and fruit may borrow {counted(scale.borrowed, 'chili pepper')}"
    return f"{suits}, and fruit may borrow no chili peppers"


def called(name: str, deck: LetterDeck) -> str:
    """The words for the cards that a declaration names: "the unicorn", "every E", "lemons"."""
    if name in deck.suits:
        return name
    return f"the {deck.face[name]}" if name in deck.face else f"every {name}"


def card_of(name: str, game: Game) -> str:
    """A card of the game's deck, or all of a rank or letter."""
    deck = LETTER_DECKS.get(game.deck.name) if game.deck is not None else None
    return called(name, deck) if deck is not None and name != WILDCARD else all_of(name)


def words_said(scale: Words, game: Game) -> str:
    """The kinds of hands from the lowest up, and how ties are broken."""
    kinds = listed([KINDS_OF_WORDS.get(kind, kind) for kind in scale.kinds.split()])
    fine = [f"from the lowest: {kinds}"]
    if scale.clean:
        fine.append(clean_said(scale))
    if scale.ruling:
        fine.append(f"{listed([card_of(name, game) for name in scale.ruling.split()])} above all other cards")
    if not scale.plurals:
        fine.append("plurals made with S do not count")
    if scale.ties:
        fine.append(f"ties are broken by {then([TIES_OF_WORDS.get(tie, tie) for tie in scale.ties.split()])}")
    return f"the hand with the best words{in_brackets(fine)}"
