"""The frame of the language: a game, the rulebook that fills in what the game leaves unsaid, the deck, and how shared cards lie."""

from collections.abc import Mapping
from typing import Any, Literal, Protocol, cast

import msgspec

from engine.cards.deck import DECKS, copies_in, lowest_rank_of, pack_of, several_in
from engine.game.awards import AnyAward, AnyScale, Claims, Low, Poker
from engine.game.betting import Ante, Forced, Limit, NoLimit, Opens
from engine.game.steps import PLAYERS, AnyStep, Deal, Lay, Script, Tricks, flat
from engine.game.wilds import AnyEffect, AnyWildRule, SendsOut, Wild
from engine.money import SomeChips
from engine.speech import say, to_say

Short = Literal["shadow", "tap-out", "all-in"]
Decided = Literal["wild", "exchange"]
OutOfTurn = Literal["refused", "stays", "binds"]


EMPTY = "."
"""Marks a place in a picture where no card lies."""


class Layout(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The spots of the shared cards, their names separated by spaces, in the order they are laid and turned.

    `lines`: a player uses the cards of exactly one line; None means all cards, `()` none. `picture`: how the spots lie,
    row by row, with a point where no card lies.
    """

    spots: str
    lines: tuple[str, ...] | None = None
    picture: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The spots one by one."""
        return tuple(self.spots.split())

    def but(self, *, lines: tuple[str, ...] | None) -> "Layout":
        """The same spots with other lines."""
        return msgspec.structs.replace(self, lines=lines)


class Deck(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A deck by its name. `pack` lists the cards of a deck that the program does not know by name."""

    name: str = "french-52"
    wildcards: int = 0
    pack: str = ""

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card of the pack; identical wildcards appear as often as the pack holds them."""
        return pack_of(self.name, self.wildcards, self.pack)

    @property
    def copies(self) -> Mapping[str, int]:
        """How many of each card the pack holds."""
        return copies_in(self.name, self.wildcards, self.pack)

    @property
    def several(self) -> frozenset[str]:
        """The cards that the pack holds more than once."""
        return several_in(self.name, self.wildcards, self.pack)

    @property
    def lowest(self) -> int:
        """The lowest rank of the pack, from 2 to 14; the ace also counts as the rank below it."""
        return lowest_rank_of(self.name, self.pack)

    @property
    def is_known(self) -> bool:
        """True if it is known which cards the deck holds."""
        return bool(self.pack) or self.name in DECKS


class Levy(msgspec.Struct, frozen=True, gc=False):
    """A rule that takes so many chips out of every pot that is won, before it is shared."""

    chips: SomeChips


class Kitty(Levy, frozen=True, gc=False):
    """So many chips of every pot that is won go into a jar, which the close of the night shares out."""


class Edit(Protocol):
    """A dealer's option: it turns one declaration into another."""

    def edit(self, game: "Game") -> "Game":
        """The declaration with the option applied."""


class Game(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, cache_hash=True):
    """One kind of hand: a script of steps, and a few facts about the whole hand.

    A field named in `SHARED` may be None: then the rulebook says it, and `Rulebook.resolve` fills it in. `own`: exactly
    this many own cards count in a hand (Omaha), None for any. `active`: at most this many players receive cards, and
    the dealer sits out (Tarok), None for all.
    `direction`: the way betting runs. `dealing`: the way cards go round. `seats`: the fewest and most players, if the
    rules depend on it; else as many as the pack serves. `best`: the numbers its source recommends; this is advice and
    never refused (RULINGS R-S17, R-M16). `decides`: what its source leaves to the dealer (RULINGS R-D22).
    `kitty`: what every pot pays into the jar of the night, None for nothing.
    `variation_of`: the games that its source calls it a variation of.
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
    kitty: Kitty | None = None

    def __post_init__(self) -> None:
        # A script is written with groups and kept flat, a lone wild rule is written without its tuple.
        msgspec.structs.force_setattr(self, "play", flat(self.play))
        if not isinstance(self.wild, tuple):
            msgspec.structs.force_setattr(self, "wild", (self.wild,))

    @property
    def steps(self) -> tuple[AnyStep, ...]:
        """The steps in the order they are played, without groups."""
        return cast("tuple[AnyStep, ...]", self.play)

    @property
    def unsaid(self) -> list[str]:
        """The fields that neither the game nor its rulebook fills in; empty if the declaration is complete.

        `seats` and `best` may stay open: then only the pack limits the players, and nothing is recommended. A game
        decided by tricks needs no scale.
        """
        missing = [field for field in SHARED if getattr(self, field) is None and field not in ("seats", "best")]
        if "scale" in missing and any(isinstance(step, Tricks) for step in self.steps):
            missing.remove("scale")
        return missing

    @property
    def goes_all_in(self) -> bool:
        """True if a player who puts in their last chip stays in, all-in or tapped out (RULINGS R-S10)."""
        return self.short in ("all-in", "tap-out")

    @property
    def compared_by(self) -> AnyScale:
        """The scale on which hands are compared. Asked only of a game in which they are, not where tricks decide."""
        if self.scale is None:
            raise AssertionError(f"Nothing says how hands of {self.name} are compared.")
        return self.scale

    def by_naturals(self, scale: AnyScale | None) -> bool:
        """Whether natural cards break ties on this scale: on the game's own, and then on its lows (RULINGS R-E7, R-E16)."""
        counted = self.scale if isinstance(scale, Low) else scale
        return isinstance(counted, Poker) and counted.naturals

    @property
    def wild_rules(self) -> tuple[AnyWildRule, ...]:
        """The rules that make cards wild in this game, in the order written; empty if nothing is wild."""
        return self.wild if isinstance(self.wild, tuple) else (self.wild,)

    @property
    def spots(self) -> tuple[str, ...]:
        """The names of the places where shared cards are laid, in that order: those of the layout, or 1, 2, 3 …."""
        if self.board is not None:
            return self.board.names
        laid = sum(step.up + step.down for step in self.steps if isinstance(step, Lay))
        called = sum(lay.up + lay.down for step in self.steps if isinstance(step, Deal) for lay in step.on_call)
        return tuple(str(number) for number in range(1, laid + called + 1))

    def sends_out(self, card: str) -> bool:
        """True if the card sends its holder out once it lies open."""
        return any(isinstance(effect, SendsOut) and effect.touches(card) for effect in self.effects)

    @property
    def levy(self) -> Levy | None:
        """What is taken out of a pot that is won; None if it is shared whole."""
        for field in LEVIES:
            levy: Levy | None = getattr(self, field)
            if levy is not None:
                return levy
        return None

    def without_levy(self) -> "Game":
        """The same game, in which a pot that is won is shared whole."""
        return msgspec.structs.replace(self, **dict.fromkeys(LEVIES))

    def but(self, name: str = "", **changes: Any) -> "Game":
        """The same game with these changes; a new name makes it a variation, unless `variation_of` is given."""
        if name:
            changes = {"name": name, "variation_of": (self.name,)} | changes
        return msgspec.structs.replace(self, **changes)

    def for_players(self, players: int) -> "Game":
        """The same game for this many players: a deal of “as many cards as players” gets its number."""
        if PLAYERS not in [step.down for step in self.steps if type(step) is Deal]:
            return self
        dealt = (
            msgspec.structs.replace(step, down=players) if type(step) is Deal and step.down == PLAYERS else step
            for step in self.steps
        )
        return msgspec.structs.replace(self, play=tuple(dealt))

    def __add__(self, option: "Edit") -> "Game":
        """The same game with a dealer's option, for one hand; refuses nothing (`engine.game.findings` does)."""
        return msgspec.structs.replace(option.edit(self), with_options=(*self.with_options, type(option).__name__))


class Rulebook(msgspec.Struct, frozen=True, kw_only=True):
    """What the games of one source share unless they say otherwise. `short`: how a player without chips goes on."""

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
        """The game with every field filled in: its own value, else this rulebook's.

        An option that the book itself used to make the game is part of it (Puke is Spit 'n' Shit with psychology).
        """
        stated = {field: getattr(self, field) for field in SHARED if getattr(game, field) is None}
        return msgspec.structs.replace(game, rulebook=self.name, with_options=(), **stated)


# The titles of the source texts, which are not translated, and of what is not one; RULINGS names a rule of theirs by number.
BOOKS = {
    "enemaerke": "Pokerregler (Enemærke)",
    "munk": "Munk.org Poker House Rules",
    "scroker": "Scroker",
    "wordpoker": "WordPoker",
    "tarok": "Lift Smoke / Tarok",
    "standard": to_say("Poker as it is usually played"),
    "bank": to_say("Only the bank"),
    "own": to_say("The club's own games"),
    "all": to_say("All rulebooks"),
    "house": to_say("The house rules of the night"),
    "table": to_say("The table's own word"),
}


def book_title(rulebook: str) -> str:
    """What people call the rulebook, or another source of rules, of this name."""
    return say(BOOKS.get(rulebook, rulebook))


SHARED = ("deck", "seats", "best", "forced", "limit", "opens", "short", "scale", "claims", "award", "out_of_turn")

# The fields that say what is taken out of a pot that is won; a game says one of them at most.
LEVIES = ("kitty",)
