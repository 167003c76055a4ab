"""The state of tricks, and of the contract they are played for."""

from typing import NamedTuple

from engine import commands
from engine.ids import PlayerId
from engine.resolved import resolved
from engine.state.part import Part


class Trick(NamedTuple):
    """A trick that was taken: its winner, and its cards in the order played, `??` for one nobody saw."""

    winner: PlayerId
    cards: tuple[tuple[PlayerId, str], ...]


class LostSight(NamedTuple):
    """Cards a player was known to hold when they played an unseen card to this trick, perhaps one of these."""

    trick: int
    player: PlayerId
    cards: frozenset[str]


class TrickPlay(Part):
    """The tricks of a hand. `lying`: the trick on the table in the order played; `trump`: the suit, empty if not known.

    `gone`: the tricks taken, in order. `lost_sight`: what was known of hands before an unseen card left them. `drawn`: the
    cards drawn from the stock, each with the number of tricks taken by then. `revokes_told`: by trick and player, the
    revokes of which the table was told; `waived`: by trick and player, the codes of the rules waived for a play.
    """

    __slots__ = ("drawn", "draws_due", "gone", "leader", "lost_sight", "lying", "revokes_told", "trump", "waived")

    def __init__(self, leader: PlayerId, *, trump: str) -> None:
        self.leader = leader
        self.trump = trump
        self.lying: list[tuple[PlayerId, str]] = []
        self.gone: list[Trick] = []
        self.lost_sight: list[LostSight] = []
        self.drawn: list[tuple[int, PlayerId, str]] = []
        self.revokes_told: set[tuple[int, PlayerId]] = set()
        self.waived: set[tuple[int, PlayerId, str]] = set()
        self.draws_due = 0

    @property
    def number(self) -> int:
        """How many tricks are taken."""
        return len(self.gone)


class Contract(Part):
    """The contract of a deal of Tarok, with all that was bid, said and shown for it.

    `choice`: which cards of the widow were taken (0: none yet), also the factor of the game. `melds`: by their sets.
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
        """The player who plays against the others. An error before the bidding is over."""
        return resolved(self.player)
