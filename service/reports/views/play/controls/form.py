"""What a control asks for: an amount, cards, one of several names, an order of winners, or words; and the keys for cards.

A page draws each kind in one way, so a new game, or a new word of its language, needs no page of its own. Cards are named
by a rank and then a suit, or by a key for each card, those of a suit together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from engine.cards.card import RANKS, SUITS, pretty
from engine.cards.deck import LETTER_DECKS
from engine.cards.letter_card import LetterDeck
from engine.cards.tarok import SUITED, TRUMPS
from engine.game.words_stated import SUITS_OF_LETTERS, called
from engine.ids import PlayerId
from engine.speech import say, say_as
from engine.state import UNSAID

# `main`: what most likely comes next, one large button. `aside`: rare, behind a second tap.
Weight = Literal["main", "plain", "aside"]


class Amount(msgspec.Struct, frozen=True, kw_only=True):
    """A number from `least` to `most`, or exactly `once` if that is not 0. `usual`: those that get a button of their own.

    `field` is the field of the command that holds it. `notes` says for each usual number what it is: half the pot, all-in;
    empty for a plain number. `own`: what is more than that the player owes the pot by shadow; None where nothing is owed so.
    `named`: what the usual numbers stand for, if they are no amounts.
    """

    field: str
    least: int
    most: int
    once: int
    usual: tuple[int, ...]
    notes: tuple[str, ...] = ()
    own: int | None = None
    named: tuple[str, ...] = ()

    @property
    def wants_keypad(self) -> bool:
        """Whether there are amounts that have no button."""
        return self.most - self.least + 1 > sum(self.least <= number <= self.most for number in self.usual)

    @property
    def span(self) -> str:
        """The bounds in words, without the upper one if it is that of a box whose chips nobody counted."""
        return say("{least} or more", least=self.least) if self.most >= UNSAID else f"{self.least}–{self.most}"

    def beyond(self, number: int) -> int:
        """The chips of this amount that the player lacks and owes the pot by shadow."""
        return 0 if self.own is None else max(0, number - self.own)


class CardsAsked(msgspec.Struct, frozen=True, kw_only=True):
    """Up to `most` cards, at least `least` if any are named. `own`: those to choose from; empty for any card of the pack.

    `single`: the field of the command holds one card and no list. `label` says whose they are or what for, and may be empty.
    `whose`: the names of those who get them, one for each card in the order in which they fall; empty if nobody does.
    """

    field: str
    least: int
    most: int
    own: tuple[str, ...] = ()
    single: bool = False
    label: str = ""
    whose: tuple[str, ...] = ()


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One of several: `value` goes into the command, `label` is what people read."""

    value: str
    label: str


class Pick(msgspec.Struct, frozen=True, kw_only=True):
    """One of several names or words for a field of the command; none of them if the first has an empty value."""

    field: str
    label: str
    options: tuple[Option, ...]
    # How the value is to be understood in the command.
    kind: Literal["text", "truth"] = "text"


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be won: a pot, or one share of it. `label` says it in words, with its chips; `winners` may win it.

    `share` is the place of the share in the field `rankings`. `may_be_nobodys`: perhaps nobody has a hand for it.
    """

    share: int
    label: str
    winners: tuple[Option, ...]
    may_be_nobodys: bool = False


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """A line to type for a field of the command; it may stay empty. `usual`: what is said most, each in one tap."""

    field: str
    label: str
    longest: int
    usual: tuple[str, ...] = ()


class Control(msgspec.Struct, frozen=True, kw_only=True):
    """One act that may be done now, as a button or a small form. `command` is ready to be sent with what is filled in.

    `act` is the type of the command, `player` who does it, None for the dealer and the table, and `name` what they are
    called, empty for the table. `ready` is false if
    something must be filled in first. `parts`: what is to be won, main pot first, for the field `rankings`. `note` says more
    about it in a few words. `asks`: what is said before it is done, and done only if it is meant; empty if nothing is.
    """

    id: str
    act: str
    label: str
    player: PlayerId | None
    name: str
    command: dict[str, Any]
    weight: Weight = "plain"
    note: str = ""
    asks: str = ""
    ready: bool = True
    amount: Amount | None = None
    cards: tuple[CardsAsked, ...] = ()
    picks: tuple[Pick, ...] = ()
    parts: tuple[Part, ...] = ()
    words: Words | None = None


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """A card with a key of its own: `face` is what stands on it, `name` what people call it."""

    card: str
    face: str
    name: str


class Keys(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that belong together, as those of a suit; `title` may be empty."""

    title: str
    keys: tuple[Key, ...]


class Keypad(msgspec.Struct, frozen=True, kw_only=True):
    """The cards of the pack, to be named. With `ranks` and `suits`, a card is a rank and a suit; `others` have a key each.

    `gone`: the cards that lie somewhere already, in all their copies. `example`: how cards of this pack are typed.
    """

    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    others: tuple[Keys, ...]
    example: str
    gone: tuple[str, ...]

    @property
    def plain(self) -> dict[str, Any]:
        """All of it as plain data, for a script."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def keypad_of(deck: str, pack: Sequence[str], gone: Sequence[str]) -> Keypad:
    """The keypad of the cards of a pack, of which those in `gone` cannot be named any more."""
    letters = LETTER_DECKS.get(deck)
    if letters:
        return _of_cards(_of_letters(letters, pack), gone)
    plain = {card for card in pack if card[:-1] in RANKS and card[-1] in SUITS}
    ranks, suits = ([one for one in named if any(one in _parts(card) for card in plain)] for named in (RANKS, SUITS))
    if not all(rank + suit in plain for rank in ranks for suit in suits):
        return _of_cards(_of_tarok(pack), gone)
    others = _keys("", [card for card in pack if card not in plain])
    return Keypad(
        ranks=tuple(ranks),
        suits=tuple(suits),
        others=(others,) if others.keys else (),
        gone=tuple(gone),
        example="Q♦ 8♣ 10♥",
    )


def _parts(card: str) -> tuple[str, str]:
    return card[:-1], card[-1]


def _of_cards(groups: Sequence[Keys], gone: Sequence[str]) -> Keypad:
    known = [key.card for group in groups for key in group.keys]
    return Keypad(ranks=(), suits=(), others=tuple(groups), gone=tuple(gone), example=" ".join(known[:3]))


def _of_letters(deck: LetterDeck, pack: Sequence[str]) -> list[Keys]:
    """The cards of each suit by their letters: whoever looks for a card knows its letter, and not how high it is."""
    by_letter = sorted((card for card in deck.face.values() if card.text in pack), key=lambda card: card.text)
    rest = [card for card in pack if card not in deck.face]
    return [
        Keys(
            title=say_as("suit", SUITS_OF_LETTERS.get(suit, suit)) if suit else "",
            keys=tuple(
                Key(
                    card=card.text,
                    face=card.letters if suit and not card.peppers else card.text,
                    name=called(card.text, deck),
                )
                for card in by_letter
                if card.suit == suit
            ),
        )
        for suit in (*deck.suits, "")
        if any(card.suit == suit for card in by_letter)
    ] + ([_keys("", rest)] if rest else [])


def _of_tarok(pack: Sequence[str]) -> list[Keys]:
    trumps = [card for card in TRUMPS if card in pack]
    suits = [[card for card in cards if card in pack] for cards in SUITED.values()]
    shown = {card for cards in (trumps, *suits) for card in cards}
    rest = [card for card in pack if card not in shown]
    return [_keys(say("trumps"), trumps), *(_keys("", cards) for cards in suits), *([_keys("", rest)] if rest else [])]


def _keys(title: str, cards: Sequence[str]) -> Keys:
    return Keys(title=title, keys=tuple(Key(card=card, face=pretty(card), name=pretty(card)) for card in cards))
