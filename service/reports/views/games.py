"""Games as answers: those of the catalogue, the club's own, tried and simulated ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from engine import errors
from engine.game.definition import Game
from engine.game.options import AnyOption, HighLow, HighSpade, Hot, HotNSours, MixingTheJuice, Psychology
from engine.game.pictures import Row, Rules, Summary, rows_of
from engine.game.rules_text import explain, rules_of, summary
from engine.library import BOOK_NAMES, OWN, letters
from engine.play.script.rule import with_options
from engine.speech import to_say
from service.book.own_games.shelf import OwnGame, as_own
from service.errors.problems import Problem
from service.language.languages import in_language, language_spoken

if TYPE_CHECKING:
    # What only lists games opens no book.
    from service.reports.views.club import ClubView

# The options that say nothing but themselves, so that a switch is enough.
SWITCHED: Mapping[AnyOption, str] = MappingProxyType(
    {
        HighLow(): to_say("The best and the lowest hand share the pot; each player declares a side at the end."),
        HighSpade(): to_say("Half the pot goes to the highest closed spade."),
        Psychology(): to_say(
            "At the end everybody orders their closed cards, and they are turned one by one, with betting."
        ),
        Hot(): to_say("Chili peppers count before the high card."),
        HotNSours(0): to_say("A word may borrow no pepper."),
        HotNSours(1): to_say("A word may borrow one pepper."),
        MixingTheJuice(): to_say("Lemons and limes may be in one word."),
    }
)


class Games(msgspec.Struct, frozen=True, kw_only=True):
    """A list of games, and the rulebooks that exist."""

    rulebooks: tuple[str, ...]
    games: tuple[Summary, ...]


class LayoutView(msgspec.Struct, frozen=True, kw_only=True):
    """How the shared cards of a game lie, for a picture.

    `rows`: from the top, null where no card lies. `lines`: the spots of each line of which a player uses exactly one;
    null if all cards count, empty if none does.
    """

    rows: tuple[Row, ...]
    lines: tuple[tuple[str, ...], ...] | None = None


class GameRules(msgspec.Struct, frozen=True, kw_only=True):
    """One game: its rules as numbered sentences, and the declaration that the engine plays by.

    `parts` are the same rules one by one. `layout` is null if the game has no shared cards.
    """

    summary: Summary
    rules: str
    parts: Rules
    layout: LayoutView | None
    declaration: dict[str, Any]


GameMissing = Problem.row(
    "game_missing", "There is no game {game} in the rulebook {rulebook}; /api/v1/games lists its games.", 404
)


def games_view(games: Iterable[Game], own: Sequence[Game] | None = None) -> Games:
    """These games in a list; `own` are the games of the club that is meant, None without a club."""
    return Games(
        rulebooks=BOOK_NAMES if own is None else (*BOOK_NAMES, OWN), games=tuple(_summary(game) for game in games)
    )


def _summary(game: Game) -> Summary:
    with in_its_words(game):
        return summary(game)


def rules_view(game: Game) -> GameRules:
    """One game with its rules, in the words of its rulebook."""
    with in_its_words(game):
        return GameRules(
            summary=summary(game),
            rules=explain(game),
            parts=rules_of(game),
            layout=layout_view(game),
            declaration=msgspec.to_builtins(game),
        )


def in_its_words(game: Game) -> AbstractContextManager[None]:
    """Says everything in the words of the game's rulebook, also on a night of another; an own game is told as the night speaks."""
    return nullcontext() if game.rulebook == OWN else in_language(language_spoken(), game.rulebook)


def layout_view(game: Game) -> LayoutView | None:
    """How the shared cards lie; None if there are none."""
    rows = rows_of(game)
    if not rows:
        return None
    lines = game.board.lines if game.board is not None else None
    return LayoutView(rows=rows, lines=None if lines is None else tuple(tuple(line.split()) for line in lines))


class OwnGameListed(msgspec.Struct, frozen=True, kw_only=True):
    """An own game in a list, in its newest version."""

    summary: Summary
    version: int
    added_at: str


class OwnGames(msgspec.Struct, frozen=True, kw_only=True):
    """All own games of a club, by name."""

    club: str
    games: tuple[OwnGameListed, ...]


class GameVersionView(msgspec.Struct, frozen=True, kw_only=True):
    """One version of an own game, as it was written."""

    version: int
    name: str
    toml: str
    added_at: str


class OwnGameView(GameRules, frozen=True, kw_only=True):
    """An own game in its newest version, with its TOML.

    `versions` are all versions, the newest last; a hand keeps the one it was played under. `retired_at` is when the game
    was retired, None if it was not.
    """

    club: str
    toml: str
    versions: tuple[GameVersionView, ...]
    retired_at: str | None = None


class OwnGameAdded(msgspec.Struct, frozen=True, kw_only=True):
    """The result of adding a text: this version of the game. `new` is false if the newest version already says the same."""

    club: str
    club_name: str
    name: str
    version: int
    new: bool
    added_at: str
    rules: str


class OwnGameRetired(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is no longer offered; hands played by it keep their rules."""

    club: str
    club_name: str
    name: str
    retired_at: str


class GameFile(msgspec.Struct, frozen=True, kw_only=True):
    """A game as TOML."""

    name: str
    rulebook: str
    toml: str

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{'-'.join((self.rulebook, *letters(self.name).split()))}.toml"


def own_games_view(club: str, games: Sequence[OwnGame]) -> OwnGames:
    """The games of a club in a list."""
    return OwnGames(
        club=club,
        games=tuple(
            OwnGameListed(summary=summary(one.game), version=one.version, added_at=one.added_at) for one in games
        ),
    )


def own_game_view(club: str, versions: Sequence[OwnGame], *, retired_at: str | None = None) -> OwnGameView:
    """One game with all its versions, of which there is at least one."""
    newest = versions[-1]
    return OwnGameView(
        club=club,
        toml=newest.source,
        versions=tuple(
            GameVersionView(version=one.version, name=one.name, toml=one.source, added_at=one.added_at)
            for one in versions
        ),
        retired_at=retired_at,
        **msgspec.structs.asdict(rules_view(newest.game)),
    )


def game_added(club: ClubView, game: OwnGame, *, new: bool) -> OwnGameAdded:
    """The answer to a text that was added."""
    return OwnGameAdded(
        club=club.id,
        club_name=club.name,
        name=game.name,
        version=game.version,
        new=new,
        added_at=game.added_at,
        rules=explain(game.game),
    )


class Simulated(msgspec.Struct, frozen=True, kw_only=True):
    """What was played, how long it took, and what was found wrong; `nights` are ids if the nights are in a book.

    `microseconds` is the time for playing and recording, without the checks at the end of each night.
    """

    seed: int
    depth: str
    players: int
    played_nights: int
    nights: tuple[str, ...]
    hands: int
    acts: int
    events: int
    games: dict[str, int]
    showdowns: int
    folded_out: int
    carried: int
    microseconds: int
    findings: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """True if adjudication agrees and every invariant holds."""
        return not self.findings


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong in a line of the text, and in which key."""

    line: int
    key: str
    problem: str


class TriedGame(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a trial. Without `faults` there are the rules of the `game`, and the `story` of a hand played at random."""

    faults: tuple[Fault, ...] = ()
    game: GameRules | None = None
    story: tuple[str, ...] = ()


def tried_game(game: Game, story: tuple[str, ...]) -> TriedGame:
    """A game without faults."""
    return TriedGame(game=rules_view(as_own(game)), story=story)


def switches_for(game: Game) -> list[AnyOption]:
    """The options that the dealer may add to this game by a switch."""
    return [option for option in SWITCHED if fits(game, option)]


def fits(game: Game, option: AnyOption) -> bool:
    """Whether the dealer may add this option to the game."""
    try:
        with_options(game, (option,))
    except errors.OptionDoesNotFit:
        return False
    return True
