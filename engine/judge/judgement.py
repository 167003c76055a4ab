"""What the rules lawyer answers."""

from typing import Literal

import msgspec

Claimed = Literal["", "as announced", "too low", "not there", "foul"]


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A part of the answer; what is empty is left out."""


class WildTold(Answer, frozen=True, kw_only=True):
    """A wild card of a hand, what it stands for, and what makes it wild."""

    card: str
    stands_for: str
    because: str


class WordTold(Answer, frozen=True, kw_only=True):
    """A word that a player has shown, and whether it is good by the dictionary; `plural`: one made with S does not count."""

    word: str
    good: bool
    plural: bool = False
    dictionary: str


class HandTold(Answer, frozen=True, kw_only=True):
    """A player's best hand for one share: `counts` is what counts, `holds` the best their cards make.

    They differ where less was announced; what was announced and is not there leaves nothing that counts.
    """

    share: str
    holds: str = ""
    counts: str = ""
    cards: tuple[str, ...] = ()
    stands_for: tuple[str, ...] = ()
    wild: tuple[WildTold, ...] = ()
    claim: Claimed = ""


class PlayerTold(Answer, frozen=True, kw_only=True):
    """One player; `out` says why they cannot win, `deal_off` what their new cards made in each deal-off."""

    player: str
    cards: tuple[str, ...]
    announced: str = ""
    side: str = ""
    out: str = ""
    words: tuple[WordTold, ...] = ()
    hands: tuple[HandTold, ...] = ()
    deal_off: tuple[HandTold, ...] = ()


class Won(Answer, frozen=True, kw_only=True):
    """What one winner takes."""

    player: str
    chips: int


class ShareTold(Answer, frozen=True, kw_only=True):
    """One share of the pot, who takes it, and why it is they; nobody takes it while the `tied` have to deal it off.

    Where the new cards are known that decided, they have dealt it off, and who was best takes it.
    """

    share: str
    chips: int
    winners: tuple[Won, ...]
    tied: tuple[str, ...] = ()
    because: str
    rule: str


class PaymentTold(Answer, frozen=True, kw_only=True):
    """What one player pays another in the end, where a game is settled without a pot."""

    payer: str
    payee: str
    chips: int


class RuleTold(Answer, frozen=True, kw_only=True):
    """A rule that was applied, by its name."""

    name: str
    says: str


class Judgement(Answer, frozen=True, kw_only=True):
    """The answer; `text` says all of it for people. `to_come`: how many shared cards nobody has turned yet."""

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
