"""How a hand is claimed at showdown."""

from typing import Literal

import msgspec


class CardsSpeak(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Cards shown count as what they are."""


class PlayersSpeak(msgspec.Struct, frozen=True, tag=True, gc=False):
    """What is announced counts: too low counts as announced, what is not there loses the pot."""


class Spellcheck(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False, kw_only=True):
    """Words count as they are shown, and may be challenged before the pot is paid (RULINGS A2, R-S5 to R-S8, R-W6 to R-W8).

    `foul`: a hand with a word that is none holds no words any more, or is out. `foul_pays`: its holder puts their stake
    into the pot, or pays nothing. `good_pays`: who challenged a word that is one puts their own stake into the pot, or
    half the pot for whoever wins it. `once`: each shown word may be challenged, or each hand. `ante`: a stake is all that
    was put in, or all but the ante.
    """

    foul: Literal["no words", "out"]
    foul_pays: Literal["stake", "nothing"] = "nothing"
    good_pays: Literal["stake", "half pot"]
    once: Literal["word", "hand"] = "word"
    ante: bool = True


Claims = CardsSpeak | PlayersSpeak | Spellcheck
