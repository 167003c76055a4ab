"""How a hand is claimed at showdown."""

import msgspec


class CardsSpeak(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Cards shown count as what they are."""


class PlayersSpeak(msgspec.Struct, frozen=True, tag=True, gc=False):
    """What is announced counts: too low counts as announced, what is not there loses the pot."""


Claims = CardsSpeak | PlayersSpeak
