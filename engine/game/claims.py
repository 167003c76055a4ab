"""How a hand is claimed at showdown."""

from typing import Literal

import msgspec


class CardsSpeak(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Shown cards count as what they are."""


class PlayersSpeak(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The announced hand counts; a hand announced too low counts as announced, one that is not there loses the pot."""


class Spellcheck(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False, kw_only=True):
    """Words count as shown, and may be challenged before the pot is paid (RULINGS A2, R-S5 to R-S8, R-W6 to R-W8).

    `foul`: a hand with an invalid word counts as holding no words, or is out. `foul_pays`: its holder puts their stake
    into the pot, or pays nothing. `good_pays`: a player who challenged a valid word puts their own stake into the pot,
    or pays the winner half the pot. `once`: whether each shown word or each hand may be challenged once. `ante`: True
    if a stake is everything put in, False if the ante is left out.
    """

    foul: Literal["no words", "out"]
    foul_pays: Literal["stake", "nothing"] = "nothing"
    good_pays: Literal["stake", "half pot"]
    once: Literal["word", "hand"] = "word"
    ante: bool = True


Claims = CardsSpeak | PlayersSpeak | Spellcheck
