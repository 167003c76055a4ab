"""Words challenged, judged and paid for; hands accepted; an opener who could not open."""

from typing import Annotated

import msgspec

from engine.acts import Command, Consequence
from engine.ids import PlayerId
from engine.money import Chips
from engine.registry import consequence, listed_as, own_act, stored_as


@own_act("player", of_the_table=("good",))
@listed_as("challenge")
@stored_as("word_challenged")
class ChallengeWord(Command, frozen=True, kw_only=True, tag="challenge_word"):
    """A player who stayed to the end challenges a word of the winning hand.

    `holder` and `word` are filled in if only one can be meant. `good`: what the table says, if no dictionary decides.
    """

    player: PlayerId
    holder: PlayerId | None = None
    word: Annotated[str, msgspec.Meta(max_length=20)] = ""
    good: bool | None = None


@listed_as("accept")
@stored_as("hands_accepted")
class AcceptHands(Command, frozen=True, kw_only=True, tag="accept_hands"):
    """Nobody challenges the words of the winning hand any more, and the pot is paid."""


@consequence
class CouldNotOpen(Consequence, frozen=True, kw_only=True, tag="could_not_open"):
    """The opener was about to win but had not held what opening takes: the second-best hand wins (RULINGS R-S1).

    `cards` are those the opener held when they opened.
    """

    player: PlayerId
    cards: tuple[str, ...]
    rule: str = "scroker/openers"


@consequence
class WordJudged(Consequence, frozen=True, kw_only=True, tag="word_judged"):
    """A challenged word is good or not, by the dictionary of that name and version or by the table's agreement.

    A hand with a bad word no longer holds any words, or is out (`out`). `plural`: the word is bad only because it is a
    plural made with S, which the game does not count (RULINGS R-W5).
    """

    player: PlayerId
    challenger: PlayerId
    word: str
    good: bool
    out: bool = False
    plural: bool = False
    dictionary: str = ""
    rule: str


@consequence
class PenaltyPaid(Consequence, frozen=True, kw_only=True, tag="penalty_paid"):
    """The loser of a challenge pays `chips` into the pot (RULINGS E6)."""

    player: PlayerId
    chips: Chips
    rule: str
