"""The rules lawyer's answer."""

from typing import Literal

import msgspec

Claimed = Literal["", "as announced", "too low", "not there", "foul"]


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A part of the answer; empty fields are left out of the JSON."""


class WildTold(Answer, frozen=True, kw_only=True):
    """A wild card of a hand, what it stands for, and what makes it wild."""

    card: str
    stands_for: str
    because: str


class WordTold(Answer, frozen=True, kw_only=True):
    """A word a player showed, and whether the dictionary has it; `plural`: it is bad only as a plural made with S."""

    word: str
    good: bool
    plural: bool = False
    dictionary: str


class HandTold(Answer, frozen=True, kw_only=True):
    """A player's hand for one share: `counts` is the hand that counts, `holds` the best their cards make.

    They differ if the player announced less. If they announced a hand they do not hold, `counts` is empty.
    """

    share: str
    holds: str = ""
    counts: str = ""
    cards: tuple[str, ...] = ()
    stands_for: tuple[str, ...] = ()
    wild: tuple[WildTold, ...] = ()
    claim: Claimed = ""


class PlayerTold(Answer, frozen=True, kw_only=True):
    """One player; `out`: why they cannot win, or empty; `deal_off`: the hand their new cards made in each deal-off."""

    player: str
    cards: tuple[str, ...]
    announced: str = ""
    side: str = ""
    out: str = ""
    words: tuple[WordTold, ...] = ()
    hands: tuple[HandTold, ...] = ()
    deal_off: tuple[HandTold, ...] = ()


class Won(Answer, frozen=True, kw_only=True):
    """The chips one winner takes."""

    player: str
    chips: int


class ShareTold(Answer, frozen=True, kw_only=True):
    """One share of the pot, its winners, and why; it has no winners while the `tied` still have to deal it off.

    If the new cards are known, the share is dealt off and has winners.
    """

    share: str
    chips: int
    winners: tuple[Won, ...]
    tied: tuple[str, ...] = ()
    because: str
    rule: str


class PaymentTold(Answer, frozen=True, kw_only=True):
    """The chips one player pays another in the end, in a game settled without a pot."""

    payer: str
    payee: str
    chips: int


class RuleTold(Answer, frozen=True, kw_only=True):
    """A rule that was applied, by its name, and what it says."""

    name: str
    says: str


class Judgement(Answer, frozen=True, kw_only=True):
    """The whole answer; `text` is all of it for people. `to_come`: how many shared cards nobody has turned yet."""

    game: str
    rulebook: str
    options: tuple[str, ...] = ()
    wild: tuple[str, ...] = ()
    to_come: int = 0
    players: tuple[PlayerTold, ...]
    shares: tuple[ShareTold, ...]
    payments: tuple[PaymentTold, ...] = ()
    carried: int = 0
    rules: tuple[RuleTold, ...]
    text: str
