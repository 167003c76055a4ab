"""The open book, with everything that its use cases need: handlers, a clock, who is told after a commit, and files beside it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.ids import ClubId, NightId
from service import config
from service.book.db import Database, translated
from service.book.news import AT_THE_END_SECONDS, Saying
from service.book.recording.handler import CommandHandler, HandlerPool, utc_now
from service.book.store.event_store import EventStore, JobDraft
from service.book.store.machine import NeverBack, is_behind
from service.book.store.schema import open_book
from service.errors import BookMissing, NotAPlace
from service.language.dictionaries.shipped import learn

# Called after a commit with the night and its new version; must neither wait nor fail.
Announce = Callable[[str, int], None]
TellOfJobs = Callable[[Sequence[JobDraft]], None]


def no_listener(_night: str, _version: int) -> None:
    """For a process without Redis: the listeners of a server find new events by themselves."""


@dataclass(frozen=True, slots=True)
class Book:
    """One open book. Use it with `with`, which closes it.

    `home` is the folder for files beside the book, `zone` the time zone of nights that do not name their own,
    `remind_after_days` how long a debt is unpaid before somebody is reminded of it (0: nobody is by a job).
    """

    database: Database
    handlers: HandlerPool
    home: Path
    zone: str = "UTC"
    remind_after_days: int = 7
    now: Callable[[], str] = utc_now
    announce: Announce = no_listener
    # Where the clubs' private keys lie, if not in `home`.
    keys: Path | None = None
    # Told of jobs that follow from no act.
    tell: TellOfJobs | None = None
    # The jobs that acts of this process have brought, if it has nobody else who does them at once.
    followed: list[JobDraft] = field(default_factory=list)
    # The clock by which credentials expire.
    latest: Callable[[], str] = utc_now
    # True if there was no file before.
    is_new: bool = False
    # Says to the servers of this book what acts of this process have done, if they hear of it through Redis.
    saying: Saying | None = None
    # True if notifications may be sent into the house's own network.
    notify_house: bool = False

    @classmethod
    def on(
        cls,
        database: Database,
        *,
        home: Path,
        zone: str = "UTC",
        remind_after_days: int = 7,
        now: Callable[[], str] = utc_now,
        wary: bool = True,
        tell: TellOfJobs | None = None,
        announce: Announce = no_listener,
        store: EventStore | None = None,
        keys: Path | None = None,
        notify_house: bool = False,
    ) -> Self:
        """The book of an open database.

        A `wary` one asks back about what looks like a mistake; `tell` is told of the jobs that an act brings. `store`
        appends in place of a plain one.
        """
        handlers = HandlerPool(lambda: CommandHandler(database, now, wary=wary, tell=tell, store=store))
        return cls(
            database,
            handlers,
            home,
            zone,
            remind_after_days,
            now,
            announce,
            keys,
            tell,
            latest=NeverBack(database, now),
            notify_house=notify_house,
        )

    @classmethod
    def open(cls, place: str = "", *, makes: bool = False) -> Self:
        """Opens the book of the settings, or the one at this file or URL.

        Where there is none, it makes one, or refuses if it `makes` none (BookMissing).
        """
        settings = config.load_settings(os.environ)
        return cls._opened(settings, url_of(place) if place else settings.database_url, makes=makes)

    @classmethod
    def open_existing(cls, place: str = "") -> Self | None:
        """Opens the book at this place, or that of the settings, to look something up.

        Returns None if there is none where the settings say, and makes none. Refuses a named place without a book (BookMissing).
        """
        try:
            return cls.open(place)
        except BookMissing:
            if place:
                raise
            return None

    @classmethod
    def _opened(cls, settings: config.Settings, url: str, *, makes: bool) -> Self:
        learn(settings.home)
        followed: list[JobDraft] = []
        file = config.file_of(url)
        is_new = bool(file and not file.exists())
        # The servers of the settings know no other book.
        saying = Saying(settings.redis_url) if settings.redis_url and url == settings.database_url else None
        opened = cls.on(
            open_book(url, settings.server, makes=makes),
            home=settings.home,
            zone=settings.zone.key,
            remind_after_days=settings.remind_after_days,
            notify_house=settings.notify_house,
            keys=settings.keys,
            tell=followed.extend,
            announce=saying.say if saying else no_listener,
        )
        return replace(opened, followed=followed, saying=saying, is_new=is_new)

    def close(self) -> None:
        """Closes the book. What is still to be said is said first, if Redis answers soon."""
        if self.saying:
            self.saying.close(AT_THE_END_SECONDS)
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def of_a_script(self) -> Self:
        """The same book without double-tap checks: in a script, the same loan twice within a minute is two loans."""
        return replace(
            self, handlers=HandlerPool(lambda: CommandHandler(self.database, self.now, tell=self.followed.extend))
        )

    @property
    def key_folder(self) -> Path:
        """The folder of the clubs' private keys."""
        return self.keys or self.home / config.KEYS

    def handler(self, night: str = "") -> AbstractContextManager[CommandHandler]:
        """A command handler that nobody else uses meanwhile, if it can be one that knows the `night`.

        Two at once of one thread each read the night for themselves.
        """
        return self.handlers.borrow(night)

    def club_of(self, night: NightId) -> ClubId:
        """The club of a night, which is not read. Refuses an id of none (NightMissing)."""
        with self.handler(night) as handler:
            return handler.stream(night).club

    def clock_behind(self) -> str:
        """A sentence if this machine's clock shows an earlier time than that of the last event; else empty."""
        return is_behind(self.database, self.now())


def url_of(place: str) -> str:
    """The URL of a book, given its file or its URL. Refuses any other URL (NotAPlace)."""
    scheme, separator, rest = place.partition("://")
    if place.startswith(config.SQLITE) or not separator:
        path = place.removeprefix(config.SQLITE)
        if not path:
            raise NotAPlace(place)
        return f"{config.SQLITE}{Path(path).expanduser().absolute()}"
    if scheme in ("postgresql", "postgresql+psycopg") and rest:
        return config.POSTGRESQL + rest
    # The rest of a URL may hold a password.
    raise NotAPlace(f"{scheme}://…")


_REPORTS = "reports"
_REMINDERS = "reminders"


def folder_of_reports(home: Path, night: NightId) -> Path:
    """Where the reports of a night are kept, one set for each version."""
    return home / _REPORTS / night


def folder_of_reminders(home: Path, club: str) -> Path:
    """Where the reminders of a club are kept, in a folder for each day."""
    return home / _REMINDERS / club


def remove_kept_files(home: Path, club: str, nights: Iterable[NightId]) -> None:
    """Removes the kept reports of these nights and the reminders of their club.

    Nobody misses them: the book has all that is in them, and they are made anew for whoever asks.
    """
    for folder in (folder_of_reminders(home, club), *(folder_of_reports(home, night) for night in nights)):
        with translated(str(folder)):
            if folder.is_dir():
                shutil.rmtree(folder)
