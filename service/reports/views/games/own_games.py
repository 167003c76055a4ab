"""The games of a club's own: all in a list, or one with its rules, its text and every version."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.game.rules_told import explain, rules_of, summary
from engine.game.shown import Rules, Summary
from engine.library import letters
from service.book.own_games.adding import Added
from service.book.own_games.shelf import GameVersion, OwnGame
from service.reports.views.club.people import ClubView
from service.reports.views.games.games import LayoutView, layout_view


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


class OwnGameView(msgspec.Struct, frozen=True, kw_only=True):
    """An own game in its newest version: its rules as numbered sentences, also one by one, its layout, its TOML, and the declaration.

    `versions` are all versions, the newest last; a hand keeps the one it was played under. `retired_at` is when the game
    was retired, None if it was not.
    """

    club: str
    summary: Summary
    rules: str
    parts: Rules
    layout: LayoutView | None
    declaration: dict[str, Any]
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


def own_games_view(club: str, found: Sequence[OwnGame]) -> OwnGames:
    """The games of a club in a list."""
    return OwnGames(
        club=club,
        games=tuple(
            OwnGameListed(summary=summary(one.game), version=one.kept.version, added_at=one.kept.added_at)
            for one in found
        ),
    )


def own_game_view(club: str, versions: Sequence[OwnGame], *, retired_at: str | None = None) -> OwnGameView:
    """One game with all its versions, of which there is at least one."""
    newest = versions[-1]
    return OwnGameView(
        club=club,
        summary=summary(newest.game),
        rules=explain(newest.game),
        parts=rules_of(newest.game),
        layout=layout_view(newest.game),
        declaration=msgspec.to_builtins(newest.game),
        toml=newest.kept.source,
        versions=tuple(
            GameVersionView(version=kept.version, name=kept.name, toml=kept.source, added_at=kept.added_at)
            for kept in (one.kept for one in versions)
        ),
        retired_at=retired_at,
    )


def game_retired(club: ClubView, kept: GameVersion) -> OwnGameRetired:
    """The answer to a request to retire a game."""
    return OwnGameRetired(club=club.id, club_name=club.name, name=kept.name, retired_at=kept.added_at)


def game_added(club: ClubView, added: Added) -> OwnGameAdded:
    """The answer to a text that was added."""
    kept = added.game.kept
    return OwnGameAdded(
        club=club.id,
        club_name=club.name,
        name=kept.name,
        version=kept.version,
        new=added.new,
        added_at=kept.added_at,
        rules=explain(added.game.game),
    )
