"""What every job works with: the open book, the folder for files beside it, and the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.folding import fold
from service.command_handler import PREFIX, CommandHandler, LoadedNight, utc_now
from service.db import Database
from service.errors import NightIsDamaged, NightMissing, VersionConflict
from service.proof.events import read_events
from service.store.event_store import EventStore
from service.store.jobs import Job


@dataclass(frozen=True, slots=True)
class JobContext:
    """One for each process; every job gets its own command handler."""

    database: Database
    home: Path
    now: Callable[[], str] = utc_now

    def handler(self) -> CommandHandler:
        """A command handler that nobody else uses."""
        return CommandHandler(self.database, self.now)

    def night_of(self, job: Job) -> LoadedNight:
        """The night of the job, at the version that the job is about."""
        night, version = job.night, job.version
        stored = EventStore(self.database).read(PREFIX + night, up_to=version)
        if not stored:
            raise NightMissing(night)
        if len(stored) < version:
            raise VersionConflict(PREFIX + night, version, len(stored))
        read = read_events(PREFIX + night, stored)
        for wrong in read.wrong:
            raise NightIsDamaged(night, wrong.version, wrong.sentence)
        return LoadedNight(night, fold(read.records), list(read.records), stored[-1].hash)


# A function that does a job. What it raises becomes the reason of the failure. Doing the job again changes nothing more.
Act = Callable[[JobContext, Job], None]
