"""The lists of clubs and of nights: read models that are written with the events, and can be made again from them.

A list grows with the number of nights; what is read of it does not: a page at a time, or one entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from engine.club.acts import NightPhase, Publication
from service.book.db import Database
from service.book.store.streams import END_OF, PLANNED_ONCE, Stream, stream_of_night
from service.errors import ClubMissing, NightExists, NightMissing

Row = TypeVar("Row", bound=tuple[Any, ...])

_CLUB_COLUMNS = "club, name, founded_at, published"
_LIST_CLUB = (
    f"INSERT INTO club ({_CLUB_COLUMNS}) VALUES (?, ?, ?, ?) ON CONFLICT (club) DO UPDATE SET name = excluded.name, "
    "founded_at = excluded.founded_at, published = excluded.published"
)
_CLUB = f"SELECT {_CLUB_COLUMNS} FROM club WHERE club = ? {PLANNED_ONCE}"
_CLUBS = f"SELECT {_CLUB_COLUMNS} FROM club"
_PUBLISHING = f"{_CLUBS} WHERE published <> ''"

_NIGHT_COLUMNS = (
    "club, night, recorded_at, opened_at, name, zone, currency, exponent, phase, players, hands, unpaid_cents, accounts"
)
_LIST_NIGHT = f"INSERT INTO night ({_NIGHT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_CHANGE_NIGHT = (
    "UPDATE night SET phase = ?, players = ?, hands = ?, unpaid_cents = ?, accounts = ? WHERE club = ? AND night = ?"
)
_LEAVE_UNPAID = "UPDATE night SET phase = ?, unpaid_cents = ? WHERE club = ? AND night = ?"
_LISTED_ELSEWHERE = "SELECT club FROM night WHERE night = ? AND club <> ?"
_CLUBS_OF = "SELECT club FROM night WHERE night = ?"
_NIGHT = f"SELECT {_NIGHT_COLUMNS} FROM night WHERE club = ? AND night = ? {PLANNED_ONCE}"
# What is unpaid of a night may be a debt that it took over from an older one.
_CLUBS_WITH_UNPAID = (
    "SELECT DISTINCT n.club FROM night n WHERE n.unpaid_cents > 0 "
    "AND EXISTS (SELECT 1 FROM night o WHERE o.club = n.club AND o.recorded_at <= ?) ORDER BY n.club"
)
_NEWEST_FIRST = "ORDER BY recorded_at DESC, night DESC, club LIMIT ?"
_LIKE = (
    "SELECT club, night FROM night WHERE substr(night, 1, ?) = ? OR substr(night, length(night) + 1 - ?) = ? LIMIT ?"
)


class ListedClub(NamedTuple):
    """A club in the list. `published`: what everybody may see of it, as words with spaces between them."""

    club: str
    name: str
    founded_at: str
    published: str = ""


class ListedNight(NamedTuple):
    """A night in the list. `recorded_at` is when the book recorded its opening; `players` is a JSON list of ids by seat.

    `accounts` is what the night came to for each player (`service.book.recording.night_list`); empty while it is played.
    """

    club: str
    night: str
    recorded_at: str
    opened_at: str
    name: str
    zone: str
    currency: str
    exponent: int
    phase: NightPhase
    players: str
    hands: int
    unpaid_cents: int
    accounts: str = ""


class Which(NamedTuple):
    """Which nights of the list are meant: everything that is given must hold.

    `besides`: in none of these phases. `since` and `until` are days in UTC on which a night was opened at the earliest and
    at the latest. `published` is None, or PUBLISHED for nights that everybody may see.
    """

    club: str | None = None
    phase: str | None = None
    besides: Sequence[NightPhase] = ()
    since: str | None = None
    until: str | None = None
    player: str | None = None
    published: str | None = None


# The days of `opened_at` stand at its beginning. `players` is a JSON list of ids.
_WHERE = {
    "club": "club = ?",
    "phase": "phase = ?",
    "since": "substr(opened_at, 1, 10) >= ?",
    "until": "substr(opened_at, 1, 10) <= ?",
    "player": "replace(players, '\"' || ? || '\"', '') <> players",
    "published": "club IN (SELECT club FROM club WHERE published LIKE ?)",
}
# No word for something published is part of another.
PUBLISHED = "%nights%"
ALL_NIGHTS = Which()


class NightChange(NamedTuple):
    """What changes about a night in the list while it is played, and afterwards."""

    club: str
    night: str
    phase: NightPhase
    players: str
    hands: int
    unpaid_cents: int
    accounts: str = ""


class NightLeft(NamedTuple):
    """What is left of a night in the list, once later nights have taken over what was unpaid of it."""

    club: str
    night: str
    phase: NightPhase
    unpaid_cents: int


def in_the_list(published: Sequence[Publication]) -> str:
    """What a club publishes, as the list of clubs says it."""
    return " ".join(published)


def list_club(database: Database, cursor: Any, club: ListedClub) -> None:
    """Puts the club on the list, or its new name, in a transaction that the caller holds."""
    cursor.execute(database.statement(_LIST_CLUB), club)


def list_night(database: Database, cursor: Any, night: ListedNight) -> None:
    """Puts a new night on the list, in a transaction that the caller holds. Refuses the id of another club's night."""
    insist_it_is_nowhere_else(database, cursor, stream_of_night(night.club, night.night))
    cursor.execute(database.statement(_LIST_NIGHT), night)


def insist_it_is_nowhere_else(database: Database, cursor: Any, stream: Stream) -> None:
    """Refuses a night if another club of this book has one of the same id (NightExists), because it is called by its id.

    Takes the turn of that id, the last of all: of two clubs that open the same night at once, one is refused.
    """
    database.also_writing(cursor, f"called/{stream.night}")
    cursor.execute(database.statement(_LISTED_ELSEWHERE), (stream.night, stream.club))
    if cursor.fetchall():
        raise NightExists(stream.night)


def change_night(database: Database, cursor: Any, change: NightChange) -> None:
    """Changes what the list says about a night, in a transaction that the caller holds."""
    row = (*change[2:], change.club, change.night)
    cursor.execute(database.statement(_CHANGE_NIGHT), row)


def leave_unpaid(database: Database, cursor: Any, left: Sequence[NightLeft]) -> None:
    """Changes what the list says is unpaid of these nights, in a transaction that the caller holds."""
    for one in left:
        cursor.execute(database.statement(_LEAVE_UNPAID), (one.phase, one.unpaid_cents, one.club, one.night))


def _by_name(club: ListedClub) -> tuple[str, str]:
    return club.name, club.club


class Lists:
    """The clubs and nights of one book."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def clubs(self) -> list[ListedClub]:
        """Every club, by name."""
        return sorted(self._rows(_CLUBS, (), ListedClub), key=_by_name)

    def publishing_clubs(self) -> list[ListedClub]:
        """Every club that shows something to everybody, by name."""
        return sorted(self._rows(_PUBLISHING, (), ListedClub), key=_by_name)

    def club(self, club: str) -> ListedClub:
        """One club. Refuses an id of none (ClubMissing)."""
        for found in self._rows(_CLUB, (club,), ListedClub):
            return found
        raise ClubMissing(club)

    def club_of(self, night: str) -> str:
        """The club of a night. Refuses an id of no night (NightMissing), or of one in each of two clubs."""
        clubs = [club for (club,) in self._values(_CLUBS_OF, (night,))]
        if not clubs:
            raise NightMissing(night)
        if len(clubs) > 1:
            raise NightExists(night)
        return str(clubs[0])

    def has_night(self, night: str) -> bool:
        """True if any club has a night of this id."""
        return bool(self._values(_CLUBS_OF, (night,)))

    def clubs_with_unpaid(self, opened_by: str) -> list[str]:
        """The ids of the clubs in which something is unpaid and a night's opening was recorded by this time."""
        return [str(club) for (club,) in self._values(_CLUBS_WITH_UNPAID, (opened_by,))]

    def night(self, club: str, night: str) -> ListedNight:
        """One night of a club. Refuses an id of none (NightMissing)."""
        for found in self._rows(_NIGHT, (club, night), ListedNight):
            return found
        raise NightMissing(night)

    def nights(self, which: Which = ALL_NIGHTS, *, after: ListedNight | None = None, limit: int) -> list[ListedNight]:
        """Some nights, the newest first: those after one, as far as they are meant."""
        said = [(_WHERE[name], value) for name, value in which._asdict().items() if value and name in _WHERE]
        said += [("phase <> ?", phase) for phase in which.besides]
        conditions, values = [condition for condition, _ in said], [value for _, value in said]
        if after is not None:
            conditions.append("(recorded_at < ? OR (recorded_at = ? AND (night < ? OR (night = ? AND club > ?))))")
            values += [after.recorded_at, after.recorded_at, after.night, after.night, after.club]
        where = f"WHERE {' AND '.join(conditions)} " if conditions else ""
        query = f"SELECT {_NIGHT_COLUMNS} FROM night {where}{_NEWEST_FIRST}"
        return self._rows(query, (*values, limit), ListedNight)

    def nights_called(self, part: str, *, limit: int) -> list[tuple[str, str]]:
        """The club and id of nights whose id begins or ends like this."""
        values = (len(part), part, len(part), part, limit)
        return [(str(club), str(night)) for club, night in self._values(_LIKE, values)]

    def ends_of(self, nights: Sequence[ListedNight]) -> list[tuple[int, str]]:
        """The version and head of each of these nights; (0, "") for one without events."""
        end_of = self._database.statement(END_OF)
        ends = (self._database.rows(end_of, stream_of_night(one.club, one.night)) for one in nights)
        return [found[0] if found else (0, "") for found in ends]

    def _rows(self, query: str, values: Sequence[Any], kind: type[Row]) -> list[Row]:
        return [kind(*row) for row in self._values(query, values)]

    def _values(self, query: str, values: Sequence[Any]) -> list[Any]:
        return self._database.rows(self._database.statement(query), tuple(values))
