"""What the lines of a log say: one type for each kind of line, with amounts in whole chips."""

from dataclasses import dataclass
from typing import Literal

from service.exchange.imports.pokernow_file import LogRow

Act = Literal["folds", "checks", "calls", "bets", "raises"]
PostWord = Literal["ante", "small blind", "big blind", "straddle", "missed small blind", "missed big blind", "bomb pot"]


@dataclass(frozen=True, slots=True)
class HandStarts:
    """`dealer` is None if the button is dead. People are named by their PokerNow ids."""

    number: int
    game: str
    dealer: str | None


@dataclass(frozen=True, slots=True)
class HandEnds:
    number: int


@dataclass(frozen=True, slots=True)
class Stack:
    """A player's chips when a hand starts."""

    seat: int
    who: str
    chips: int


@dataclass(frozen=True, slots=True)
class StacksStated:
    stacks: tuple[Stack, ...]


@dataclass(frozen=True, slots=True)
class Posted:
    """A forced bet. For a straddle or a missed big blind, the amount is the player's total, as for bets."""

    who: str
    kind: PostWord
    chips: int
    all_in: bool


@dataclass(frozen=True, slots=True)
class Acted:
    """`chips` is the player's total in this betting round."""

    who: str
    act: Act
    chips: int


@dataclass(frozen=True, slots=True)
class BoardLaid:
    """`cards` are the new ones; `run` is 2 for the second run of a hand that is run twice."""

    cards: tuple[str, ...]
    run: int


@dataclass(frozen=True, slots=True)
class UncalledBack:
    who: str
    chips: int


@dataclass(frozen=True, slots=True)
class Collected:
    """`claim` names the hand and `cards` the combination, if cards were shown."""

    who: str
    chips: int
    claim: str
    cards: tuple[str, ...]
    run: int


@dataclass(frozen=True, slots=True)
class Shown:
    who: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OwnCards:
    """The closed cards of the person who exported the log."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seating:
    """A player comes or goes with these chips. `approved` is only a promise."""

    who: str
    move: Literal["approved", "joined", "quits", "stand up", "sit back"]
    chips: int


@dataclass(frozen=True, slots=True)
class TableLeft:
    """A tournament moves a player to another table. `chips` is None if the line does not say how many go along."""

    who: str
    chips: int | None


@dataclass(frozen=True, slots=True)
class StackSet:
    """The admin changes a stack."""

    who: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class RebuyAsked:
    who: str
    chips: int


@dataclass(frozen=True, slots=True)
class Rebought:
    """`chips` is the stack after the rebuy."""

    who: str
    chips: int


@dataclass(frozen=True, slots=True)
class BountyPaid:
    payer: str
    payee: str
    chips: int
    kind: str


@dataclass(frozen=True, slots=True)
class BlindChanged:
    which: Literal["small blind", "big blind", "ante"]
    chips: int


@dataclass(frozen=True, slots=True)
class IdChanged:
    who: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class RunTwiceAgreed:
    """From here on two boards are dealt and each wins half."""


@dataclass(frozen=True, slots=True)
class OwnerNamed:
    """Who runs the room; nothing at the table changes."""

    who: str


@dataclass(frozen=True, slots=True)
class Remark:
    """A line without effect on chips, seats or cards."""


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """A line that is understood, but tells something the book cannot play."""

    feature: str


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A line that fits no rule of the grammar."""


Meaning = (
    HandStarts
    | HandEnds
    | StacksStated
    | Posted
    | Acted
    | BoardLaid
    | UncalledBack
    | Collected
    | Shown
    | OwnCards
    | Seating
    | TableLeft
    | StackSet
    | RebuyAsked
    | Rebought
    | BountyPaid
    | BlindChanged
    | IdChanged
    | RunTwiceAgreed
    | OwnerNamed
    | Remark
    | NotPlayed
    | NotUnderstood
)


@dataclass(frozen=True, slots=True)
class Line:
    """A row and what it says."""

    row: LogRow
    said: Meaning
