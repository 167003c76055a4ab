"""Which stream of which club: a club's own stream, and one for each of its nights."""

from __future__ import annotations

from typing import NamedTuple

NIGHT = "night:"
CLUB = "club:"


class Stream(NamedTuple):
    """A stream by its place in the book. `name` says what it is about, and is part of what is hashed."""

    club: str
    name: str

    @property
    def lock(self) -> str:
        """What the writers of the stream wait for, in this process and on a server."""
        return f"{self.club}/{self.name}"

    @property
    def night(self) -> str:
        """The id of the night; empty if the stream is not that of a night."""
        return self.name.removeprefix(NIGHT) if self.name.startswith(NIGHT) else ""

    @property
    def is_of_the_club(self) -> bool:
        """True if this is the club's own stream."""
        return self.name == CLUB + self.club


def stream_of_night(club: str, night: str) -> Stream:
    """The stream of a night of this club."""
    return Stream(club, NIGHT + night)


def stream_of_club(club: str) -> Stream:
    """The club's own stream."""
    return Stream(club, CLUB + club)
