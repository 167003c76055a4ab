"""What the jobs have left behind: how often a plan, which reports and how many reconciliations there are."""

from pathlib import Path

from sqlalchemy import func, select

from engine import commands
from service.book.db import Database
from service.book.recording.handler import CommandHandler
from service.book.store.rows import OUTCOME
from tests.service.jobs.evening import NIGHT


def plans(database: Database, night: str = NIGHT) -> int:
    """How many plans the book holds."""
    return sum(isinstance(record.event, commands.FreezePlan) for record in CommandHandler(database).load(night).records)


def report_names(home: Path, night: str = NIGHT) -> list[str]:
    """Every file in the night's folder, the unfinished too."""
    return sorted(path.name for path in (home / "reports" / night).iterdir())


def outcomes(database: Database, verb: str) -> int:
    """The number of kept outcomes of the jobs whose keys begin so."""
    query = select(func.count()).select_from(OUTCOME).where(OUTCOME.c.key.startswith(f"{verb}:"))
    with database.reading() as connection:
        return connection.scalar(query) or 0


def report_files(home: Path, night_id: str, version: int) -> dict[str, Path]:
    """The existing files of a report, by their kind."""
    paths = {suffix: home / "reports" / night_id / f"{version}.{suffix}" for suffix in ("txt", "json")}
    return {suffix: path for suffix, path in paths.items() if path.exists()}
