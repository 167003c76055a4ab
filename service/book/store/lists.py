"""The lists of clubs and of nights: read models that are written with the events, and can be made again from them.

A list grows with the number of nights; what is read of it does not: a page at a time, or one entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, bindparam, exists, func, insert, or_, select, update

from engine.club.acts import NightPhase, Publication
from service.book.db import Database, also_writing
from service.book.store.chain import Stream, stream_of_night
from service.book.store.rows import CLUB, EVENT, NIGHT, columns_of, keep
from service.errors import ClubMissing, NightExists, NightMissing
from service.language.local_time import clock_in, night_called
from service.language.names import by_name


class ListedClub(NamedTuple):
    """A club in the list. `published`: what everybody may see of it, as words with spaces between them."""

    club: str
    name: str
    founded_at: str
    published: str = ""


class ListedNight(NamedTuple):
    """A night in the list. `recorded_at` is when the book recorded its opening; `players` is a JSON list of ids by seat.

    `accounts` is what the night came to for each player (`service.book.recording.unit_of_work`); empty while it is played.
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

    @property
    def called(self) -> str:
        """What people call it: its name and its day by its own clock, as in "Friday of 2026-07-03"."""
        return night_called(self.name, clock_in(self.zone).date_in_words(self.opened_at))

    @property
    def is_empty(self) -> bool:
        """Whether nothing of it is left: all of it was taken back."""
        return self.phase == "void" or (self.phase == "closed" and self.players == NOBODY)


# The list of players of a night that has none.
NOBODY = "[]"


class Which(NamedTuple):
    """Which nights of the list are meant: everything that is given must hold.

    `besides`: in none of these phases; what is void includes a night that was closed and has nobody any more. `since` and `until` are days in UTC on which a night was opened at the earliest and
    at the latest. `published` is None, or PUBLISHED for nights that everybody may see.
    """

    club: str | None = None
    phase: str | None = None
    besides: Sequence[NightPhase] = ()
    since: str | None = None
    until: str | None = None
    player: str | None = None
    published: str | None = None


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


_CLUBS = select(*columns_of(CLUB, ListedClub))
_CLUB = _CLUBS.where(CLUB.c.club == bindparam("club")).limit(1)
_NIGHTS = select(*columns_of(NIGHT, ListedNight))
_NIGHT = _NIGHTS.where(NIGHT.c.club == bindparam("club"), NIGHT.c.night == bindparam("night")).limit(1)
_CLUBS_OF = select(NIGHT.c.club).where(NIGHT.c.night == bindparam("night"))
_LISTED_ELSEWHERE = _CLUBS_OF.where(NIGHT.c.club != bindparam("club"))
# The version and the hash of the last event of a stream; no row if there is none.
END_OF = (
    select(EVENT.c.version, EVENT.c.hash)
    .where(EVENT.c.club == bindparam("club"), EVENT.c.stream == bindparam("name"))
    .order_by(EVENT.c.version.desc())
    .limit(1)
)


def list_club(connection: Connection, club: ListedClub) -> None:
    """Puts the club on the list, or its new name, in a transaction that the caller holds."""
    keep(connection, CLUB, [club._asdict()], instead=("name", "founded_at", "published"))


def list_night(connection: Connection, night: ListedNight) -> None:
    """Puts a new night on the list, in a transaction that the caller holds. Refuses the id of another club's night."""
    insist_it_is_nowhere_else(connection, stream_of_night(night.club, night.night))
    connection.execute(insert(NIGHT), night._asdict())


def insist_it_is_nowhere_else(connection: Connection, stream: Stream) -> None:
    """Refuses a night if another club of this book has one of the same id (NightExists), because it is called by its id.

    Takes the turn of that id, the last of all: of two clubs that open the same night at once, one is refused.
    """
    also_writing(connection, f"called/{stream.night}")
    if connection.execute(_LISTED_ELSEWHERE, {"night": stream.night, "club": stream.club}).all():
        raise NightExists(stream.night)


def change_night(connection: Connection, change: NightChange | NightLeft) -> None:
    """Changes what the list says about a night, in a transaction that the caller holds."""
    club, night, *_ = change
    changed = {name: value for name, value in change._asdict().items() if name not in ("club", "night")}
    connection.execute(update(NIGHT).where(NIGHT.c.club == club, NIGHT.c.night == night).values(changed))


def _by_name(club: ListedClub) -> tuple[tuple[str, str, str], str]:
    return by_name(club.name), club.club


class Lists:
    """The clubs and nights of one book."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def clubs(self) -> list[ListedClub]:
        """Every club, by name."""
        return sorted(map(ListedClub._make, self._database.rows(_CLUBS)), key=_by_name)

    def publishing_clubs(self) -> list[ListedClub]:
        """Every club that shows something to everybody, by name."""
        rows = self._database.rows(_CLUBS.where(CLUB.c.published != ""))
        return sorted(map(ListedClub._make, rows), key=_by_name)

    def club(self, club: str) -> ListedClub:
        """One club. Refuses an id of none (ClubMissing)."""
        for result in self._database.rows(_CLUB, {"club": club}):
            return ListedClub._make(result)
        raise ClubMissing(club)

    def club_of(self, night: str) -> str:
        """The club of a night. Refuses an id of no night (NightMissing), or of one in each of two clubs."""
        clubs = [str(club) for (club,) in self._database.rows(_CLUBS_OF, {"night": night})]
        if not clubs:
            raise NightMissing(night)
        if len(clubs) > 1:
            raise NightExists(night)
        return clubs[0]

    def has_night(self, night: str) -> bool:
        """True if any club has a night of this id."""
        return bool(self._database.rows(_CLUBS_OF, {"night": night}))

    def clubs_with_unpaid(self, opened_by: str) -> list[str]:
        """The ids of the clubs in which something is unpaid and a night's opening was recorded by this time."""
        # What is unpaid of a night may be a debt that it took over from an older one.
        older = NIGHT.alias()
        is_old = exists().where(older.c.club == NIGHT.c.club, older.c.recorded_at <= opened_by)
        query = select(NIGHT.c.club).where(NIGHT.c.unpaid_cents > 0, is_old).distinct().order_by(NIGHT.c.club)
        return [str(club) for (club,) in self._database.rows(query)]

    def night(self, club: str, night: str) -> ListedNight:
        """One night of a club. Refuses an id of none (NightMissing)."""
        for result in self._database.rows(_NIGHT, {"club": club, "night": night}):
            return ListedNight._make(result)
        raise NightMissing(night)

    def is_empty(self, club: str, night: str) -> bool:
        """True if the club has a night of this id of which nothing is left."""
        return any(
            ListedNight._make(one).is_empty for one in self._database.rows(_NIGHT, {"club": club, "night": night})
        )

    def nights(self, which: Which = ALL_NIGHTS, *, after: ListedNight | None = None, limit: int) -> list[ListedNight]:
        """Some nights, the newest first: those after one, as far as they are meant."""
        query = _NIGHTS.where(*_meant(which))
        if after is not None:
            query = query.where(_comes_after(after))
        newest_first = (NIGHT.c.recorded_at.desc(), NIGHT.c.night.desc(), NIGHT.c.club)
        return list(map(ListedNight._make, self._database.rows(query.order_by(*newest_first).limit(limit))))

    def nights_called(self, part: str, *, limit: int) -> list[tuple[str, str]]:
        """The club and id of nights whose id begins or ends like this."""
        ends = func.substr(NIGHT.c.night, func.length(NIGHT.c.night) + 1 - len(part)) == part
        query = select(NIGHT.c.club, NIGHT.c.night).where(or_(func.substr(NIGHT.c.night, 1, len(part)) == part, ends))
        return [(str(club), str(night)) for club, night in self._database.rows(query.limit(limit))]

    def ends_of(self, nights: Sequence[ListedNight]) -> list[tuple[int, str]]:
        """The version and head of each of these nights; (0, "") for one without events."""
        ends = (self._database.rows(END_OF, stream_of_night(one.club, one.night)._asdict()) for one in nights)
        return [(result[0].version, result[0].hash) if result else (0, "") for result in ends]


def _meant(which: Which) -> list[ColumnElement[bool]]:
    """The conditions for nights that are meant: the days of `opened_at` stand at its beginning, `players` is a JSON list of ids."""
    night, day = NIGHT.c, func.substr(NIGHT.c.opened_at, 1, 10)
    conditions = {
        "club": night.club == which.club,
        "phase": night.phase == which.phase,
        "since": day >= (which.since or ""),
        "until": day <= (which.until or ""),
        "player": func.replace(night.players, f'"{which.player}"', "") != night.players,
        "published": night.club.in_(select(CLUB.c.club).where(CLUB.c.published.like(which.published or ""))),
    }
    meant = [condition for name, condition in conditions.items() if getattr(which, name)]
    emptied = [or_(night.phase != "closed", night.players != NOBODY)] if "void" in which.besides else []
    return [*meant, *(night.phase != phase for phase in which.besides), *emptied]


def _comes_after(one: ListedNight) -> ColumnElement[bool]:
    night = NIGHT.c
    same_id = and_(night.night == one.night, night.club > one.club)
    same_time = and_(night.recorded_at == one.recorded_at, or_(night.night < one.night, same_id))
    return or_(night.recorded_at < one.recorded_at, same_time)
