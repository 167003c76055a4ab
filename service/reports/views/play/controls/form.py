"""What a control asks for: an amount, cards, one of several names, an order of winners, or words.

A page draws each kind in one way, so a new game, or a new word of its language, needs no page of its own.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from engine.ids import PlayerId

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
    """A line to type for a field of the command; it may stay empty."""

    field: str
    label: str
    longest: int


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
