"""Where the cards of a hand lie, what is known of them, thrown unseen ones included, and what open cards do to their holders."""

from typing import Final

import msgspec
from msgspec.structs import replace

from engine.game.steps import Lay
from engine.ids import PlayerId
from engine.state.part import Copies, Part, changeable


class Held(msgspec.Struct, eq=False, gc=False):
    """A card as it lies: its face, if known, and whether it is open. A struct, because every hand makes many.

    `dealt_up`: it was dealt open. `pile`: it was dealt into a pile nobody has looked at. `bought`: it came as an extra
    card. `vague`: its holder showed it together with others, so it is not known which of them lay here. `shown`: its
    holder showed it at the showdown. `exposed`: its holder chose it to lie open.
    """

    card: str
    up: bool = False
    dealt_up: bool = False
    pile: bool = False
    bought: bool = False
    vague: bool = False
    shown: bool = False
    exposed: bool = False


class Kept(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Cards a player was known to hold before they threw some away unseen, and how many of them they may still have.

    They have thrown `thrown` cards unseen since, and still have at least `least` and at most `most` of `cards`.
    """

    cards: frozenset[str]
    thrown: int
    least: int
    most: int


UNKNOWN: Final = "??"


def _held(held: Held, copies: Copies) -> Held:
    """The twin of the card, the same one wherever the card is listed."""
    twin: Held | None = copies.get(id(held))
    if twin is None:
        twin = copies[id(held)] = replace(held)
    return twin


changeable(Held, _held)


class Cards(Part):
    """Where the cards lie and what is known of them. `own` (by player) and `board` hold the cards themselves.

    `out`: the faces of cards that are not in the stock and have no copies. `gone`: how many cards were thrown away or
    burned; `copies_gone`: how many of those are identical cards, by face. `kept`: notes of what players may still have
    who threw cards unseen. `under`: cards put under the stock, the first of them on top; known ones stay in `out`.
    `turned_up`: everybody's own cards that lay open, in the order opened. `lays_due`: the layings that belong to the
    deal just made.

    `fresh`: how many closed cards each player got since anybody bet, less those put right; `settled`: known ones kept
    or taken instead (R-E14). `faults`: how many missing or surplus cards were put right.
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
        self.settled: frozenset[str] = frozenset()
        self.faults: dict[PlayerId, int] = {}
        self.lays_due: list[Lay] = []


class Effects(Part):
    """What open cards do. `due`: cards just opened, each with its player, whose effects have not all taken place.

    `acted`: how many effects of such a card have taken place. `offers`: the price of the card offered to a player;
    `forgotten`: the same for offers nobody had answered when betting began.
    """

    __slots__ = ("acted", "due", "forgotten", "offers")

    def __init__(self) -> None:
        self.due: list[tuple[PlayerId, str]] = []
        self.acted: dict[tuple[PlayerId, str], int] = {}
        self.offers: dict[PlayerId, int] = {}
        self.forgotten: dict[PlayerId, int] = {}
