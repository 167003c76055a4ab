"""How cards are put into words: one card, all cards of a name, cards as they lie, and places among the shared cards."""

from engine.cards.card import JOKER, RANK, RANKS, SUIT, WILDCARD
from engine.grammar import number_word
from engine.speech import say, say_as, say_number, to_say, to_say_as

# For translators: a rank on its own or in the name of a card, as in “none above eight” and “the eight of spades”.
RANK_WORDS = dict(
    zip(
        RANKS,
        (
            *(to_say_as("rank", "two"), to_say_as("rank", "three"), to_say_as("rank", "four")),
            *(to_say_as("rank", "five"), to_say_as("rank", "six"), to_say_as("rank", "seven")),
            *(to_say_as("rank", "eight"), to_say_as("rank", "nine"), to_say_as("rank", "ten")),
            *(to_say_as("rank", "jack"), to_say_as("rank", "queen")),
            *(to_say_as("rank", "king"), to_say_as("rank", "ace")),
        ),
        strict=True,
    )
)
# For translators: one card of a rank, with its article where the language has one, as in “an open three”.
ONE_OF = dict(
    zip(
        (*RANKS, JOKER, WILDCARD),
        (
            *(to_say_as("one card", "two"), to_say_as("one card", "three"), to_say_as("one card", "four")),
            *(to_say_as("one card", "five"), to_say_as("one card", "six"), to_say_as("one card", "seven")),
            *(to_say_as("one card", "eight"), to_say_as("one card", "nine"), to_say_as("one card", "ten")),
            *(to_say_as("one card", "jack"), to_say_as("one card", "queen")),
            *(to_say_as("one card", "king"), to_say_as("one card", "ace")),
            *(to_say_as("one card", "joker"), to_say_as("one card", "wildcard")),
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
SUIT_WORDS = {
    "s": to_say_as("suit", "spades"),
    "h": to_say_as("suit", "hearts"),
    "d": to_say_as("suit", "diamonds"),
    "c": to_say_as("suit", "clubs"),
}
# For translators: a place among the shared cards, as in “the second shared card”.
PLACES = (
    *(to_say_as("shared card", "first"), to_say_as("shared card", "second"), to_say_as("shared card", "third")),
    *(to_say_as("shared card", "fourth"), to_say_as("shared card", "fifth"), to_say_as("shared card", "sixth")),
    *(to_say_as("shared card", "seventh"), to_say_as("shared card", "eighth"), to_say_as("shared card", "ninth")),
    to_say_as("shared card", "tenth"),
)


def dealt(*, down: int, up: int) -> str:
    """The cards that a player is dealt: "2 cards closed and 1 open"; "no cards" if none."""
    if down and up:
        return say_number("{cards} and {number} open", "{cards} and {number} open", up, cards=_closed(down))
    if down:
        return _closed(down)
    return say_number("{number} card open", "{number} cards open", up) if up else say("no cards")


def _closed(cards: int) -> str:
    return say_number("{number} card closed", "{number} cards closed", cards)


def laid(*, up: int, down: int) -> str:
    """The shared cards that are laid: "2 shared cards open and 3 closed"; "no shared cards" if none."""
    if not up:
        closed = say_number("{number} shared card closed", "{number} shared cards closed", down)
        return closed if down else say("no shared cards")
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
