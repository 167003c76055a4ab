"""Which clubs are there, and who plays in them? The names that stand for the ids in the events."""

from __future__ import annotations

import msgspec

from service.errors import PlayerMissing
from service.store.names import Club, Names, Player


class ClubTold(msgspec.Struct, frozen=True, kw_only=True):
    """A circle of people who play together."""

    id: str
    name: str
    created_at: str


class PlayerTold(msgspec.Struct, frozen=True, kw_only=True):
    """A person of a club."""

    id: str
    club: str
    name: str
    created_at: str


class Clubs(msgspec.Struct, frozen=True, kw_only=True):
    """All clubs of the book, by name."""

    clubs: tuple[ClubTold, ...]


class Players(msgspec.Struct, frozen=True, kw_only=True):
    """All players of a club, by name."""

    club: str
    players: tuple[PlayerTold, ...]


def clubs(names: Names) -> Clubs:
    """Every club."""
    return Clubs(clubs=tuple(club_told(club) for club in names.clubs()))


def players(names: Names, club: str) -> Players:
    """Everybody in one club."""
    return Players(club=names.club(club).id, players=tuple(player_told(player) for player in names.players(club)))


def player(names: Names, club: str, player: str) -> PlayerTold:
    """One person. Refuses a person who is not in that club."""
    found = names.player(player)
    if found.club != names.club(club).id:
        raise PlayerMissing(player)
    return player_told(found)


def club_told(club: Club) -> ClubTold:
    """A club as an answer."""
    return ClubTold(id=club.id, name=club.name, created_at=club.created_at)


def player_told(player: Player) -> PlayerTold:
    """A player as an answer."""
    return PlayerTold(id=player.id, club=player.club, name=player.name, created_at=player.created_at)
