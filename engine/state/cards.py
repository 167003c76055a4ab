"""Where the cards of a hand lie and what is known of them, and what open cards do to those who hold them."""

from collections import deque

import msgspec
from msgspec.structs import replace

from engine.game.steps import Lay
from engine.ids import PlayerId
from engine.state.part import Part, Seen, changeable

UNKNOWN = "??"


class Held(msgspec.Struct, eq=False, gc=False):
    """A card as it lies: its face, if known, and whether it is open. A struct, because every hand makes many of them.

    `dealt_up`: it fell open in the deal. `pile`: it was dealt into a pile that nobody has looked at. `bought`: it came
    as an extra card. `vague`: its holder showed it together with others, so that it is not known which lay here.
    """

    card: str
    up: bool
    dealt_up: bool = False
    pile: bool = False
    bought: bool = False
    vague: bool = False


def _held(held: Held, seen: Seen) -> Held:
    """The card's own twin, wherever else the card is listed."""
    twin: Held | None = seen.get(id(held))
    if twin is None:
        twin = seen[id(held)] = replace(held)
    return twin


changeable(Held, _held)


class Kept(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Cards a player was known to hold before they threw some away unseen, and how many of them they can have still.

    `thrown` cards went unseen since; of these they have at least `least` and at most `most`.
    """

    cards: frozenset[str]
    thrown: int
    least: int
    most: int


class Cards(Part):
    """Where the cards lie and what is known of them. `own` and `board` hold the cards themselves.

    `out`: the faces that lie somewhere, of single cards. `gone`: how many cards were thrown away or burned;
    `copies_gone`: how many of identical cards are among them. `kept`: by player who has thrown cards unseen, what is
    known of those they keep, each note of other cards. `under`: what was put under the stock, the first of them on
    top; known cards among them stay in `out`. `turned_up`: own cards that lay open, everybody's, in the order in which
    they were opened. `lays_due`: what is to be laid during the deal that was begun.

    `fresh`: closed cards each has got since anybody bet, less those put right; `settled`: known ones kept or taken
    instead (R-E14). `faults`: cards missing and too many that were put right.
    """

    __slots__ = (
        *("board", "copies_gone", "faults", "fresh", "gone", "kept", "lays_due"),
        *("out", "own", "settled", "turned_up", "under"),
    )

    def __init__(self, players: tuple[PlayerId, ...]) -> None:
        self.own: dict[PlayerId, list[Held]] = {player: [] for player in players}
        self.board: list[Held] = []
        self.turned_up: list[Held] = []
        self.out: set[str] = set()
        self.gone = 0
        self.copies_gone: dict[str, int] = {}
        self.under: list[str] = []
        self.kept: dict[PlayerId, tuple[Kept, ...]] = {}
        self.fresh: dict[PlayerId, int] = {}
        self.settled: set[str] = set()
        self.faults: dict[PlayerId, int] = {}
        self.lays_due: list[Lay] = []


class Effects(Part):
    """What open cards do. `due`: cards just opened, and by whom, whose effects have not all taken place.

    `acted`: how many effects of such a card have taken place. `offers`: the price at which a card is offered;
    `forgotten`: offers that nobody had answered when betting began.
    """

    __slots__ = ("acted", "due", "forgotten", "offers")

    def __init__(self) -> None:
        self.due: deque[tuple[PlayerId, str]] = deque()
        self.acted: dict[tuple[PlayerId, str], int] = {}
        self.offers: dict[PlayerId, int] = {}
        self.forgotten: dict[PlayerId, int] = {}
