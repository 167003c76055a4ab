"""What the sentences of a game call hands of words: their kinds, ties, suits and single cards."""

from engine.cards.card import WILDCARD
from engine.cards.deck import LETTER_DECKS
from engine.cards.letter_card import ANIMALS, LEMONS, LIMES, PEPPERS, LetterCard, LetterDeck
from engine.game.card_words import all_of
from engine.game.definition import Game
from engine.game.scales import Words
from engine.grammar import in_brackets, listed, number_word, then
from engine.speech import say, say_as, say_number, to_say, to_say_as

KINDS_OF_WORDS = {
    "none": to_say("no word"),
    "2": to_say("one of two letters"),
    "2+2": to_say("two of two"),
    "3": to_say("one of three"),
    "3+2": to_say("one of three and one of two"),
    "4": to_say("one of four"),
    "5": to_say("one of five"),
    "run": to_say("five letters in a row"),
    "slush": to_say("five cards of one suit"),
    "unicorn": to_say("one of five with the unicorn"),
}
TIES_OF_WORDS = {
    "naturals": to_say("having no wild cards or borrowed peppers"),
    "peppers": to_say("the number of peppers in the hand"),
    "peppers-in-words": to_say("the number of peppers in the words"),
    "high-card": to_say("the highest card of the words"),
    "points": to_say("the points of the words"),
    "top-letter": to_say("the highest letter in the hand"),
}
SUITS_OF_LETTERS = {
    ANIMALS: to_say_as("suit", "animals"),
    PEPPERS: to_say_as("suit", "peppers"),
    LEMONS: to_say_as("suit", "lemons"),
    LIMES: to_say_as("suit", "limes"),
}


def clean_said(scale: Words) -> str:
    """Which suits go together in one word (RULINGS A2, R-S16)."""
    suits = say("a word is of one suit, or of lemons and limes") if scale.mixed else say("a word is of one suit")
    if scale.borrowed is None:
        return say("{suits}, and fruit may borrow chili peppers", suits=suits)
    if not scale.borrowed:
        return say("{suits}, and fruit may borrow no chili peppers", suits=suits)
    return say_number(
        "{suits}, and fruit may borrow {number} chili pepper",
        "{suits}, and fruit may borrow {number} chili peppers",
        scale.borrowed,
        suits=suits,
    )


def called(name: str, deck: LetterDeck) -> str:
    """The words for the cards that a declaration names: "the unicorn", "every E", "lemons"."""
    if name in deck.suits:
        return say_as("suit", SUITS_OF_LETTERS.get(name, name))
    if name in deck.face:
        return _the(deck.face[name])
    return say("every {letter}", letter=name)


def _the(card: LetterCard) -> str:
    """One card by its picture, its peppers, its suit or its letters."""
    if card.name:
        return say("the {animal}", animal=say_as("the picture on a card", card.name))
    letters = "/".join(card.letters)
    if card.peppers:
        return say_number(
            "the one-pepper {letters}",
            "the {count}-pepper {letters}",
            card.peppers,
            count=number_word(card.peppers),
            letters=card.letters,
        )
    return say(OF_A_SUIT[card.suit], letters=letters) if card.suit else say("the {letters}", letters=letters)


OF_A_SUIT = {
    ANIMALS: to_say("the animal {letters}"),
    PEPPERS: to_say("the pepper {letters}"),
    LEMONS: to_say("the lemon {letters}"),
    LIMES: to_say("the lime {letters}"),
}


def card_of(name: str, game: Game) -> str:
    """A card of the game's deck, or all of a rank or letter."""
    deck = LETTER_DECKS.get(game.deck.name) if game.deck is not None else None
    return called(name, deck) if deck is not None and name != WILDCARD else all_of(name)


def words_said(scale: Words, game: Game) -> str:
    """The kinds of hands from the lowest up, and how ties are broken."""
    kinds = [say(KINDS_OF_WORDS[kind]) if kind in KINDS_OF_WORDS else kind for kind in scale.kinds.split()]
    fine = [say("from the lowest: {kinds}", kinds=listed(kinds))]
    if scale.clean:
        fine.append(clean_said(scale))
    if scale.ruling:
        ruling = listed([card_of(name, game) for name in scale.ruling.split()])
        fine.append(say("{cards} above all other cards", cards=ruling))
    if not scale.plurals:
        fine.append(say("plurals made with S do not count"))
    if scale.ties:
        ties = [say(TIES_OF_WORDS[tie]) if tie in TIES_OF_WORDS else tie for tie in scale.ties.split()]
        fine.append(say("ties are broken by {ties}", ties=then(ties)))
    return say("the hand with the best words") + in_brackets(fine)
