"""Compares the answers kept under idempotency keys with what they answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from hashlib import sha256
from typing import NamedTuple

from engine.commands import OpenNight
from service.command_handler import PREFIX
from service.db import Database
from service.proof.events import Read
from service.proof.results import CheckResult, Defect, checked
from service.store.chain import canonical
from service.store.idempotency import OF_THE_BOOK
from service.store.job_results import OF_THE_BOOK as OUTCOMES_OF_THE_BOOK
from service.store.raw import every_text
from service.store.rows import CLUB, OWN_GAME, PLAYER, REQUEST

NAME = "answers"
OF_A_NIGHT = "Every recorded answer names the events that it was given with."
OF_A_BOOK = "Every other recorded answer names what was made, or the result of a job."
_DIGEST = re.compile("[0-9a-f]{64}")
# The answer to adding an own game: its version, followed by a word if it was there before.
_VERSION = re.compile(r"(\d+)( again)?")


class RequestRow(NamedTuple):
    """A row of requests, as it stands."""

    club: str
    key: str
    digest: str
    stream: str
    first_version: int
    last_version: int
    answer: str


def kept(database: Database) -> dict[str, list[RequestRow]]:
    """Every kept answer, by the stream that it is about."""
    found: dict[str, list[RequestRow]] = {}
    for row in every_text(database, REQUEST, RequestRow._fields):
        found.setdefault(row["stream"], []).append(RequestRow(**row))
    return found


def answers_of_night(read: Read, found: Sequence[RequestRow]) -> CheckResult:
    """Checks the answers of one night against the events that they name."""
    opened = read.records[0].event
    club = opened.club if isinstance(opened, OpenNight) else ""
    faults = (fault for row in found for fault in _of_an_append(row, club, read.keys, len(read.records)))
    return checked(NAME, OF_A_NIGHT, faults)


def unanswered(stream: str, read: Read, found: Sequence[RequestRow]) -> list[str]:
    """A remark if events were recorded under keys without an answer here."""
    answered = {
        version for row in found for version in range(row.first_version, min(row.last_version, len(read.records)) + 1)
    }
    missing = sorted(set(read.keys) - answered)
    if not missing:
        return []
    told = (
        f"{len(missing)} events of the night {stream.removeprefix(PREFIX)}, event {missing[0]} first, were recorded under "
        "a key whose answer is not in this book: the night came from another book, or answers were deleted."
    )
    return [told]


def faults_besides_nights(database: Database, answers: Mapping[str, Sequence[RequestRow]]) -> Iterator[Defect]:
    """The faults in answers that belong to no event: of clubs, players and own games, and outcomes of jobs."""
    clubs = {str(row["id"]) for row in every_text(database, CLUB, ("id",))}
    players = {str(row["id"]): str(row["club"]) for row in every_text(database, PLAYER, ("id", "club"))}
    games = {
        (_digest({"club": row["club"], "game": row["source"]}), int(row["version"]))
        for row in every_text(database, OWN_GAME, ("club", "source", "version"))
    }
    for row in _besides_nights(answers):
        if sentence := _wrong_besides(row, clubs, players, games):
            yield Defect(stream=row.stream, sentence=_told(row, sentence))


def _besides_nights(answers: Mapping[str, Sequence[RequestRow]]) -> list[RequestRow]:
    return [row for stream, rows in answers.items() if not stream.startswith(PREFIX) for row in rows]


def unknown_made(database: Database, answers: Mapping[str, Sequence[RequestRow]]) -> list[str]:
    """Remarks on answers that name a player who is no longer kept."""
    players = {str(row["id"]) for row in every_text(database, PLAYER, ("id",))}
    return [
        f"The answer under the key {row.key} made the player {row.answer}, who has no name here."
        for row in _besides_nights(answers)
        if row.stream == f"club:{row.club}" and not _VERSION.fullmatch(row.answer) and row.answer not in players
    ]


def _wrong_besides(row: RequestRow, clubs: set[str], players: Mapping[str, str], games: Set[tuple[str, int]]) -> str:
    if not _DIGEST.fullmatch(row.digest):
        return "its digest is not a SHA-256"
    if row.club == OUTCOMES_OF_THE_BOOK:
        return (
            ""
            if row.stream == "book" and row.digest == sha256(row.key.encode()).hexdigest()
            else "it belongs to no job"
        )
    if row.club == OF_THE_BOOK:
        return "" if row.answer in clubs and row.stream == f"club:{row.answer}" else "there is no such club"
    if row.stream != f"club:{row.club}" or row.club not in clubs:
        return "there is no such club"
    if version := _VERSION.fullmatch(row.answer):
        return "" if (row.digest, int(version[1])) in games else "no own game of the club was asked for in this way"
    return "" if players.get(row.answer, row.club) == row.club else "the player belongs to another club"


def _of_an_append(row: RequestRow, club: str, keys: Mapping[int, str], last: int) -> Iterator[Defect]:
    """The faults in one answer: it must name events that were recorded under its key. Outcomes of jobs are checked elsewhere."""
    if not row.first_version and not row.last_version:
        return
    wrong = ""
    if not _DIGEST.fullmatch(row.digest):
        wrong = "its digest is not a SHA-256"
    elif row.club != club:
        wrong = f"it is kept for the club {row.club}, but the night belongs to {club}"
    elif row.answer != f"{row.first_version}-{row.last_version}":
        wrong = f"it says {row.answer}, but its events are {row.first_version} to {row.last_version}"
    elif not 1 <= row.first_version <= row.last_version <= last:
        wrong = f"events {row.first_version} to {row.last_version} are not in the night"
    elif strange := _under_another_key(row, keys):
        wrong = f"event {strange} was not recorded under that key"
    if wrong:
        yield Defect(stream=row.stream, version=max(row.first_version, 0), sentence=_told(row, wrong))


def _under_another_key(row: RequestRow, keys: Mapping[int, str]) -> int:
    """The first event of the answer that another key recorded, or the event next to it that this key recorded; 0 if there
    is none.
    """
    named = range(row.first_version, row.last_version + 1)
    beside = (row.first_version - 1, row.last_version + 1)
    strange = [version for version in named if keys.get(version) != row.key]
    strange += [version for version in beside if keys.get(version) == row.key]
    return strange[0] if strange else 0


def _told(row: RequestRow, wrong: str) -> str:
    return f"The answer under the key {row.key[:80]} of the club {row.club or '(none)'} was changed: {wrong}."


def _digest(request: Mapping[str, object]) -> str:
    return sha256(canonical(dict(request)).encode()).hexdigest()
