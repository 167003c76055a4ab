"""The frame of the language: a game, the rulebook that fills in what the game leaves unsaid, and the deck."""

from collections.abc import Mapping
from typing import Any, Literal, Protocol, cast

import msgspec

from engine.cards.deck import DECKS, copies_in, lowest_rank_of, pack_of, several_in
from engine.game.awards import AnyAward
from engine.game.betting import Ante, Forced, Limit, NoLimit, Opens
from engine.game.claims import Claims
from engine.game.effects import AnyEffect
from engine.game.layouts import Layout
from engine.game.scales import AnyScale
from engine.game.steps import PLAYERS, AnyStep, Deal, Lay, Script, Tricks, flat
from engine.game.wilds import AnyWildRule, Wild

Short = Literal["shadow", "tap-out", "all-in"]
Decided = Literal["wild", "exchange"]
OutOfTurn = Literal["refused", "stays", "binds"]


class Deck(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A list of cards kept as data, by name; `pack` writes out the cards of one that the program does not know."""

    name: str = "french-52"
    wildcards: int = 0
    pack: str = ""

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card of the pack, identical wildcards as often as there are."""
        return pack_of(self.name, self.wildcards, self.pack)

    @property
    def copies(self) -> Mapping[str, int]:
        """How many of each card the pack holds."""
        return copies_in(self.name, self.wildcards, self.pack)

    @property
    def several(self) -> frozenset[str]:
        """The cards of which the pack holds more than one."""
        return several_in(self.name, self.wildcards, self.pack)

    @property
    def lowest(self) -> int:
        """The lowest rank of the pack, from 2 to 14: the ace also counts below it."""
        return lowest_rank_of(self.name, self.pack)

    @property
    def is_known(self) -> bool:
        """Whether anybody knows which cards it holds."""
        return bool(self.pack) or self.name in DECKS


class Edit(Protocol):
    """What a dealer's option can do: make another declaration of a declaration."""

    def edit(self, game: "Game") -> "Game":
        """The declaration with the option."""


class Game(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One kind of hand: a script of steps and a handful of facts beside it.

    What is left `None` the rulebook says; `Rulebook.resolve` fills it in. `own`: exactly so many own cards count
    in a hand (Omaha). `active`: at most so many receive cards, and the dealer sits out
    (Tarok). `direction`: the way betting runs. `dealing`: the way the cards go round. `seats`: how many may play where
    the rules hang on it, else as many as the pack serves; `best`: how many its source recommends, which is advice and
    never refused (RULINGS R-S17, R-M16). `decides`: what its source leaves to the dealer (RULINGS R-D22). `variation_of`:
    the games of which its source calls it a variation.
    """

    name: str
    play: Script = ()
    wild: Wild = ()
    effects: tuple[AnyEffect, ...] = ()
    board: Layout | None = None
    own: int | None = None
    active: int | None = None
    direction: Literal["left", "right"] = "left"
    dealing: Literal["left", "right"] = "left"
    next_dealer: Literal["left", "winner"] = "left"
    decides: tuple[Decided, ...] = ()
    rulebook: str = ""
    variation_of: tuple[str, ...] = ()
    with_options: tuple[str, ...] = ()
    deck: Deck | None = None
    seats: tuple[int, int] | None = None
    best: tuple[int, int] | None = None
    forced: Forced | None = None
    limit: Limit | None = None
    opens: Opens | None = None
    short: Short | None = None
    scale: AnyScale | None = None
    claims: Claims | None = None
    award: AnyAward | None = None
    out_of_turn: OutOfTurn | None = None

    def __post_init__(self) -> None:
        # A script is written with groups and kept flat, a lone wild rule is written without its tuple.
        msgspec.structs.force_setattr(self, "play", flat(self.play))
        if not isinstance(self.wild, tuple):
            msgspec.structs.force_setattr(self, "wild", (self.wild,))

    @property
    def steps(self) -> tuple[AnyStep, ...]:
        """The script as it is walked, groups opened."""
        return cast("tuple[AnyStep, ...]", self.play)

    @property
    def goes_all_in(self) -> bool:
        """Whether who puts in their last chip stays in for the pot as it is: all-in, or tapped out (RULINGS R-S10)."""
        return self.short in ("all-in", "tap-out")

    @property
    def wild_rules(self) -> tuple[AnyWildRule, ...]:
        """What makes cards wild in this game, in the order written."""
        return self.wild if isinstance(self.wild, tuple) else (self.wild,)

    @property
    def spots(self) -> tuple[str, ...]:
        """The names of the places where shared cards are laid, in that order: the layout's, else 1, 2, 3 …."""
        if self.board is not None:
            return self.board.names
        laid = sum(step.up + step.down for step in self.steps if isinstance(step, Lay))
        called = sum(lay.up + lay.down for step in self.steps if isinstance(step, Deal) for lay in step.on_call)
        return tuple(str(number) for number in range(1, laid + called + 1))

    def but(self, name: str = "", **changes: Any) -> "Game":
        """The same game except for what is named; a new name makes it a variation, unless its kinship is said."""
        if name:
            changes = {"name": name, "variation_of": (self.name,)} | changes
        return msgspec.structs.replace(self, **changes)

    def for_players(self, players: int) -> "Game":
        """The same game with every number of cards said that depends on how many play."""
        if not any(type(step) is Deal and step.down == PLAYERS for step in self.steps):
            return self
        dealt = (
            msgspec.structs.replace(step, down=players) if type(step) is Deal and step.down == PLAYERS else step
            for step in self.steps
        )
        return msgspec.structs.replace(self, play=tuple(dealt))

    def __add__(self, option: "Edit") -> "Game":
        """The same game with a dealer's option, for one hand."""
        return msgspec.structs.replace(option.edit(self), with_options=(*self.with_options, type(option).__name__))


class Rulebook(msgspec.Struct, frozen=True, kw_only=True):
    """What all games of one source share. `short`: how a player out of chips goes on betting."""

    name: str
    games: tuple[Game, ...]
    deck: Deck | None = None
    seats: tuple[int, int] | None = None
    best: tuple[int, int] | None = None
    forced: Forced = Ante(0)
    limit: Limit = NoLimit()
    opens: Opens
    short: Short = "all-in"
    scale: AnyScale | None = None
    claims: Claims
    award: AnyAward | None = None
    out_of_turn: OutOfTurn = "refused"

    def resolve(self, game: Game) -> Game:
        """The game with everything said: its own word, else this rulebook's.

        An option with which the book itself has made the game (Puke is Spit 'n' Shit with psychology) is part of it.
        """
        said = {field: getattr(self, field) for field in SHARED if getattr(game, field) is None}
        return msgspec.structs.replace(game, rulebook=self.name, with_options=(), **said)


def unsaid(game: Game) -> list[str]:
    """What neither the game nor its rulebook says; hands are not compared where tricks decide.

    A number of players may be left unsaid: then the pack alone limits it, and nothing is recommended.
    """
    missing = [field for field in SHARED if getattr(game, field) is None and field not in ("seats", "best")]
    if "scale" in missing and any(isinstance(step, Tricks) for step in game.steps):
        missing.remove("scale")
    return missing


SHARED = ("deck", "seats", "best", "forced", "limit", "opens", "short", "scale", "claims", "award", "out_of_turn")
