"""Compares the answers kept under idempotency keys with the events that they name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from engine.club.acts import AddOwnGame
from engine.grammar import counted
from engine.speech import say, to_say
from service.book.club_handler import RecordedAct
from service.book.db import Database
from service.book.proof.results import CheckResult, Defect, checked
from service.book.store.chain import Asked, stream_of_club
from service.book.store.event_store import digest_of_request
from service.book.store.raw import every_text
from service.book.store.rows import REQUEST

SENTENCE = to_say("Every recorded answer names the events that it was given with.")


class RequestRow(NamedTuple):
    """A row of requests, as it stands."""

    club: str
    key: str
    digest: str
    stream: str
    first_version: int
    last_version: int


def kept(database: Database, club: str) -> dict[str, list[RequestRow]]:
    """Every kept answer of a club, by the stream that it is about."""
    results: dict[str, list[RequestRow]] = {}
    for row in every_text(database, REQUEST, RequestRow._fields, club=club):
        results.setdefault(row["stream"], []).append(RequestRow(**row))
    return results


def answers_checked(
    stream: str, asked: Asked, requests: Sequence[RequestRow], acts: Sequence[RecordedAct] = ()
) -> CheckResult:
    """Checks the answers of one stream against the events that they name; `acts` are those of a club's stream.

    An event that was recorded under a key needs its answer: without it, the same request again would be recorded twice.
    """
    faults = (
        Defect(stream=row.stream, version=max(row.first_version, 0), sentence=_text(row, wrong))
        for row in requests
        if (wrong := _wrong_with(row, asked, acts))
    )
    return checked("answers", say(SENTENCE), (*faults, *_unanswered(stream, asked, requests)))


def _unanswered(stream: str, asked: Asked, requests: Sequence[RequestRow]) -> list[Defect]:
    answered = {
        version for row in requests for version in range(row.first_version, min(row.last_version, asked.last) + 1)
    }
    missing = sorted(set(asked.keys) - answered)
    if not missing:
        return []
    text = say(
        "{events}, event {first} first, recorded under a key whose answer is not in this book; `chipbook "
        "rebuild` makes it again.",
        events=counted(len(missing), "event"),
        first=missing[0],
    )
    return [Defect(stream=stream, version=missing[0], sentence=text)]


def _wrong_with(row: RequestRow, asked: Asked, acts: Sequence[RecordedAct]) -> str:
    """What is wrong with an answer; empty if it names just the events that were recorded under its key."""
    if not 1 <= row.first_version <= row.last_version <= asked.last:
        return say(
            "events {first} to {last} are not there",
            first=row.first_version,
            last=row.last_version,
        )
    if _answers_with_an_earlier_game(row, acts):
        return ""
    if strange := _under_another_key(row, asked.keys):
        return say("event {event} was not recorded under that key", event=strange)
    if asked.digests.get(row.first_version) != row.digest:
        return say("event {event} answers another request", event=row.first_version)
    return ""


def _answers_with_an_earlier_game(row: RequestRow, acts: Sequence[RecordedAct]) -> bool:
    """True if a game was sent that the club had already: the answer is the act that had added it."""
    if row.first_version != row.last_version or not row.first_version <= len(acts):
        return False
    act = acts[row.first_version - 1].act
    if not isinstance(act, AddOwnGame):
        return False
    return row.digest == digest_of_request(stream_of_club(row.club), {"game": sha256(act.source.encode()).hexdigest()})


def _under_another_key(row: RequestRow, keys: Mapping[int, str]) -> int:
    """The first event of the answer that another key recorded, or the event next to it that this key recorded; 0 if there
    is none.
    """
    named = range(row.first_version, row.last_version + 1)
    beside = (row.first_version - 1, row.last_version + 1)
    strange = [version for version in named if keys.get(version) != row.key]
    strange += [version for version in beside if keys.get(version) == row.key]
    return strange[0] if strange else 0


def _text(row: RequestRow, wrong: str) -> str:
    return say(
        "The answer under the key {key} of the club {club} was changed: {wrong}.",
        key=row.key[:80],
        club=row.club,
        wrong=wrong,
    )


def strange_streams(answers: Mapping[str, Sequence[RequestRow]], known: Sequence[str]) -> Iterator[Defect]:
    """The answers about streams that are not in the book."""
    for stream, rows in answers.items():
        if stream not in known:
            yield from (
                Defect(stream=stream, sentence=_text(row, say("there is no stream {stream}", stream=stream[:80])))
                for row in rows
            )
