"""Which clubs are there, and who plays in them? The names that stand for the ids in the events."""

from __future__ import annotations

import msgspec

from engine.club.acts import Publication
from engine.club.state import Club
from service.book.store.lists import ListedClub
from service.book.store.names import Member


class ClubView(msgspec.Struct, frozen=True, kw_only=True):
    """A circle of people who play together. `published`: what everybody may see of it, in alphabetical order."""

    id: str
    name: str
    founded_at: str
    published: tuple[Publication, ...]


class MemberView(msgspec.Struct, frozen=True, kw_only=True):
    """A person of a club, with their roles in alphabetical order: banker, co_banker, player, viewer."""

    id: str
    club: str
    name: str
    roles: tuple[str, ...]


class Clubs(msgspec.Struct, frozen=True, kw_only=True):
    """All clubs of the book, by name."""

    clubs: tuple[ClubView, ...]


class Players(msgspec.Struct, frozen=True, kw_only=True):
    """All players of a club, by name. `version` and `head` are those of the club's own stream: keep the head elsewhere."""

    club: str
    version: int
    head: str
    players: tuple[MemberView, ...]


class HandleView(msgspec.Struct, frozen=True, kw_only=True):
    """One way to pay a player: `kind` is iban, mobilepay, paypal, link or text."""

    player: str
    name: str
    kind: str
    handle: str


class Handles(msgspec.Struct, frozen=True, kw_only=True):
    """How the players of a club want to be paid, by name and kind."""

    club: str
    handles: tuple[HandleView, ...]


def club_view(club: ListedClub) -> ClubView:
    """A club as an answer."""
    published: tuple[Publication, ...] = tuple(club.published.split())  # type: ignore[arg-type]
    return ClubView(id=club.club, name=club.name, founded_at=club.founded_at, published=published)


def member_view(member: Member, club: Club) -> MemberView:
    """A person of a club as an answer."""
    known = club.member(member.id)
    return MemberView(
        id=member.id, club=member.club, name=member.name, roles=tuple(sorted(known.roles)) if known else ()
    )
