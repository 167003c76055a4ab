"""How cards and hands of words are put into words: one card, all of a name, places, kinds, ties and suits."""

from engine.cards.card import JOKER, RANK, RANKS, SUIT, WILDCARD
from engine.cards.deck import LETTER_DECKS
from engine.cards.letter_card import ANIMALS, LEMONS, LIMES, PEPPERS, LetterCard, LetterDeck
from engine.game.awards import Words
from engine.game.definition import Game
from engine.grammar import in_brackets, listed, number_word, then
from engine.speech import say, say_as, say_number, to_say, to_say_as, to_say_each

# For translators: a rank on its own or in the name of a card, as in “none above eight” and “the eight of spades”.
RANK_WORDS: dict[str, str] = dict(
    zip(
        RANKS,
        to_say_each("rank", "two, three, four, five, six, seven, eight, nine, ten, jack, queen, king, ace"),
        strict=True,
    )
)
# For translators: one card of a rank, with its article where the language has one, as in “an open three”.
ONE_OF = dict(
    zip(
        (*RANKS, JOKER, WILDCARD),
        to_say_each(
            "one card", "two, three, four, five, six, seven, eight, nine, ten, jack, queen, king, ace, joker, wildcard"
        ),
        strict=True,
    )
)
ALL_OF = dict(
    zip(
        (*RANKS, JOKER, WILDCARD),
        (
            *(to_say("twos"), to_say("threes"), to_say("fours"), to_say("fives"), to_say("sixes")),
            *(to_say("sevens"), to_say("eights"), to_say("nines"), to_say("tens")),
            *(to_say("jacks"), to_say("queens"), to_say("kings"), to_say("aces")),
            *(to_say("jokers"), to_say("wildcards")),
        ),
        strict=True,
    )
)
SUIT_WORDS = dict(zip("shdc", to_say_each("suit", "spades, hearts, diamonds, clubs"), strict=True))
# For translators: a place among the shared cards, as in “the second shared card”.
PLACES = to_say_each("shared card", "first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth")


def dealt(*, down: int, up: int) -> str:
    """The cards that a player is dealt: "2 cards closed and 1 open"; "no cards" if none."""
    if down and up:
        return say_number("{cards} and {number} open", "{cards} and {number} open", up, cards=_closed(down))
    if down:
        return _closed(down)
    return say_number("{number} card open", "{number} cards open", up) if up else say("no cards")


def _closed(cards: int) -> str:
    return say_number("{number} card closed", "{number} cards closed", cards)


def laid(*, up: int, down: int, wild: bool = False) -> str:
    """The shared cards that are laid: "2 shared cards open and 3 closed"; "no shared cards" if none."""
    if not up and not down:
        return say("no shared cards")
    if not up:
        if wild:
            return say_number("{number} shared wild card closed", "{number} shared wild cards closed", down)
        return say_number("{number} shared card closed", "{number} shared cards closed", down)
    if wild:
        opened = say_number("{number} shared wild card open", "{number} shared wild cards open", up)
    else:
        opened = say_number("{number} shared card open", "{number} shared cards open", up)
    if not down:
        return opened
    return say_number("{cards} and {number} closed", "{cards} and {number} closed", down, cards=opened)


def all_of(name: str) -> str:
    """All cards of a name: a rank is "twos", a card "the jack of spades", any other name a kind of card."""
    if name in RANK:
        return say("the {rank} of {suit}", rank=_rank_of(name), suit=suit_word(SUIT[name]))
    return say(ALL_OF[name]) if name in ALL_OF else say("{name}s", name=name)


def one_of(name: str) -> str:
    """One card of a name: a rank is "two", a card "jack of spades"."""
    if name in RANK:
        return say("{rank} of {suit}", rank=_rank_of(name), suit=suit_word(SUIT[name]))
    return say_as("one card", ONE_OF[name]) if name in ONE_OF else name


def _rank_of(card: str) -> str:
    return say_as("rank", RANK_WORDS[card.removesuffix(SUIT[card])])


def suit_word(suit: str) -> str:
    """The word for a suit by its letter."""
    return say_as("suit", SUIT_WORDS[suit])


def rank_word(number: int) -> str:
    """The word for a rank by its number, 2 to 14; any other number as a number."""
    return say_as("rank", RANK_WORDS[RANKS[number - 2]]) if 2 <= number <= 14 else number_word(number)


def place_word(number: int) -> str:
    """The place of a shared card in its row, counted from one: "first", "11th"."""
    return say_as("shared card", PLACES[number - 1]) if 1 <= number <= len(PLACES) else say("{number}th", number=number)


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


def clean_stated(scale: Words) -> str:
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


def words_stated(scale: Words, game: Game) -> str:
    """The kinds of hands from the lowest up, and how ties are broken."""
    kinds = [say(KINDS_OF_WORDS[kind]) if kind in KINDS_OF_WORDS else kind for kind in scale.kinds.split()]
    fine = [say("from the lowest: {kinds}", kinds=listed(kinds))]
    if scale.clean:
        fine.append(clean_stated(scale))
    if scale.ruling:
        ruling = listed([card_of(name, game) for name in scale.ruling.split()])
        fine.append(say("{cards} above all other cards", cards=ruling))
    if not scale.plurals:
        fine.append(say("plurals made with S do not count"))
    if scale.ties:
        ties = [say(TIES_OF_WORDS[tie]) if tie in TIES_OF_WORDS else tie for tie in scale.ties.split()]
        fine.append(say("ties are broken by {ties}", ties=then(ties)))
    return say("the hand with the best words") + in_brackets(fine)
