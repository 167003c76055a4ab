"""The players asked at a step that is no betting round, and what those who turn piles have done."""

from engine import commands
from engine.ids import PlayerId
from engine.state.part import Part


class Asked(Part):
    """The players asked at the step at the cursor: an exchange, a passing, an exposing, a bidding and the like.

    `begun`: the step has begun. `waiting`: the players the hand waits for, in order. `sealed`: the choices made so far
    at a step where all are opened together.
    """

    __slots__ = ("begun", "sealed", "waiting")

    def __init__(self) -> None:
        self.begun = False
        self.waiting: list[PlayerId] = []
        self.sealed: dict[PlayerId, commands.Command] = {}


class Piles(Part):
    """The turning of piles. `beaters`: the players who beat the hand to beat, the latest last.

    `turned_now`: how many cards the player in turn has turned; `says_beaten`: whether the table says that these beat
    the hand to beat, None while it has not said.
    """

    __slots__ = ("beaters", "says_beaten", "turned_now")

    def __init__(self) -> None:
        self.beaters: list[PlayerId] = []
        self.turned_now = 0
        self.says_beaten: bool | None = None
