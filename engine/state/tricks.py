"""What is true of the tricks of a hand at one moment, and of the contract it is played for."""

from typing import NamedTuple

from engine import commands
from engine.ids import PlayerId
from engine.resolved import resolved
from engine.state.part import Part


class Trick(NamedTuple):
    """A trick that was taken: by whom, and the cards in it in the order played, `??` where nobody saw one."""

    winner: PlayerId
    cards: tuple[tuple[PlayerId, str], ...]


class LostSight(NamedTuple):
    """Cards a player was known to hold when an unseen card was played to this trick, perhaps one of them."""

    trick: int
    player: PlayerId
    cards: frozenset[str]


class TrickPlay(Part):
    """The tricks of a hand. `lying` is the trick on the table in the order played, `trump` the trump suit if known.

    `gone`: the tricks taken, in order. `lost_sight`: what was known of hands out of which an unseen card was played.
    """

    __slots__ = ("draws_due", "gone", "leader", "lost_sight", "lying", "trump")

    def __init__(self, leader: PlayerId, *, trump: str) -> None:
        self.leader = leader
        self.trump = trump
        self.lying: list[tuple[PlayerId, str]] = []
        self.gone: list[Trick] = []
        self.lost_sight: list[LostSight] = []
        self.draws_due = 0

    @property
    def number(self) -> int:
        """How many tricks are taken."""
        return len(self.gone)


class Contract(Part):
    """What a deal of Tarok is played for, and what has been said and shown so far.

    `choice`: which cards of the widow were taken (0: none yet), the factor of the game. `melds` by their sets.
    """

    __slots__ = (
        "answered",
        "bids",
        "choice",
        "discarded",
        "goal",
        "goals_settled",
        "melds",
        "melds_settled",
        "name",
        "named",
        "player",
        "ultimo",
    )

    def __init__(self) -> None:
        self.bids: list[tuple[PlayerId, str]] = []
        self.player: PlayerId | None = None
        self.name = ""
        self.choice = 0
        self.discarded: list[str] | None = None
        self.goal = ""
        self.ultimo = False
        self.answered: PlayerId | None = None
        self.melds: dict[str, PlayerId] = {}
        self.melds_settled = 0
        self.goals_settled = 0
        self.named: commands.NameScore | None = None

    @property
    def bidder(self) -> PlayerId:
        """Who plays against the others. Asked only once the bidding has an end."""
        return resolved(self.player)
