"""Compares what is kept beside the streams with them: the lists of clubs and nights, results, and the answers to requests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from operator import itemgetter

from engine.club.acts import AddOwnGame
from engine.grammar import counted
from engine.speech import say, to_say
from service.book.club_handler import LoadedClub, RecordedAct
from service.book.db import Database
from service.book.proof.results import CheckResult, Defect, checked
from service.book.store.chain import RequestKeys, Stream, stream_of_club, stream_of_night
from service.book.store.event_store import KeptAnswer, digest_of_request
from service.book.store.lists import ListedNight, Lists, in_the_list
from service.book.store.night_results import KeptResult, results_kept
from service.book.store.raw import every_text
from service.book.store.rows import CLUB, NIGHT, NIGHT_RESULT, REQUEST
from service.errors import BookDamaged, NightMissing

AGAIN = to_say("`chipbook rebuild` makes it again")


def faults_of_lists(database: Database, loaded: LoadedClub) -> Iterator[Defect]:
    """What the list of clubs says otherwise about this club, and the listed nights that it never recorded."""
    club = loaded.club
    rows = [*every_text(database, CLUB, ("name", "founded_at", "published"), club=club.id)]
    right = {"name": club.name, "founded_at": loaded.recorded_at(1), "published": in_the_list(club.published)}
    if rows != [right]:
        sentence = say(
            "The list of clubs does not say what the club {club} is called, when it was founded and what it "
            "publishes; {again}.",
            club=club.id,
            again=say(AGAIN),
        )
        yield Defect(sentence=sentence)
    for row in every_text(database, NIGHT, ("night",), club=club.id):
        if row["night"] not in club.nights:
            yield Defect(
                sentence=say(
                    "The list has the night {night}, which the club never recorded; {again}.",
                    night=row["night"][:80],
                    again=say(AGAIN),
                )
            )
    nights = dict.fromkeys(row["night"] for row in every_text(database, NIGHT_RESULT, ("night",), club=club.id))
    for night in nights:
        if night not in club.nights:
            sentence = say(
                "Results are kept of the night {night}, which the club never recorded; {again}.",
                night=night[:80],
                again=say(AGAIN),
            )
            yield Defect(sentence=sentence)


def entry_checked(database: Database, wanted: ListedNight) -> CheckResult:
    """Checks that the list of nights has the entry that the events of the night come to."""
    lists, stream = Lists(database), stream_of_night(wanted.club, wanted.night)
    sentence = say(
        "The list of nights does not say what the events of the night {night} come to; {again}.",
        night=wanted.night,
        again=say(AGAIN),
    )
    try:
        same = lists.night(wanted.club, wanted.night) == wanted
    except NightMissing:
        same = False
        sentence = say(
            "The night {night} is missing in the list of nights; {again}.", night=wanted.night, again=say(AGAIN)
        )
    except BookDamaged as problem:
        same, sentence = False, str(problem)
    faults = [] if same else [Defect(stream=stream.name, sentence=sentence)]
    return checked("list", say("The list of nights says what its events come to."), faults)


def results_checked(database: Database, stream: Stream, wanted: Sequence[KeptResult]) -> CheckResult:
    """Checks that the results kept of a night, for standings, are those that its events come to."""
    faults = []
    try:
        kept = results_kept(database, stream.club, stream.night)
    except BookDamaged as problem:
        faults = [Defect(stream=stream.name, sentence=str(problem))]
    else:
        if kept != sorted(wanted, key=itemgetter("player")):
            sentence = say(
                "The results kept of the night {night} are not what its events come to; {again}.",
                night=stream.night,
                again=say(AGAIN),
            )
            faults = [Defect(stream=stream.name, sentence=sentence)]
    return checked("results", say("The results kept for standings are what its events come to."), faults)


SENTENCE = to_say("Every recorded answer names the events that it was given with.")


def kept(database: Database, club: str) -> dict[str, list[KeptAnswer]]:
    """Every kept answer of a club, by the stream that it is about."""
    results: dict[str, list[KeptAnswer]] = {}
    for row in every_text(database, REQUEST, KeptAnswer._fields, club=club):
        results.setdefault(row["stream"], []).append(KeptAnswer(**row))
    return results


def answers_checked(
    stream: str, asked: RequestKeys, requests: Sequence[KeptAnswer], acts: Sequence[RecordedAct] = ()
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


def _unanswered(stream: str, asked: RequestKeys, requests: Sequence[KeptAnswer]) -> list[Defect]:
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


def _wrong_with(row: KeptAnswer, asked: RequestKeys, acts: Sequence[RecordedAct]) -> str:
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


def _answers_with_an_earlier_game(row: KeptAnswer, acts: Sequence[RecordedAct]) -> bool:
    """True if a game was sent that the club had already: the answer is the act that had added it."""
    if row.first_version != row.last_version or not row.first_version <= len(acts):
        return False
    act = acts[row.first_version - 1].act
    if not isinstance(act, AddOwnGame):
        return False
    return row.digest == digest_of_request(stream_of_club(row.club), {"game": sha256(act.source.encode()).hexdigest()})


def _under_another_key(row: KeptAnswer, keys: Mapping[int, str]) -> int:
    """The first event of the answer that another key recorded, or the event next to it that this key recorded; 0 if there
    is none.
    """
    named = range(row.first_version, row.last_version + 1)
    beside = (row.first_version - 1, row.last_version + 1)
    strange = [version for version in named if keys.get(version) != row.key]
    strange += [version for version in beside if keys.get(version) == row.key]
    return strange[0] if strange else 0


def _text(row: KeptAnswer, wrong: str) -> str:
    return say(
        "The answer under the key {key} of the club {club} was changed: {wrong}.",
        key=row.key[:80],
        club=row.club,
        wrong=wrong,
    )


def strange_streams(answers: Mapping[str, Sequence[KeptAnswer]], known: Sequence[str]) -> Iterator[Defect]:
    """The answers about streams that are not in the book."""
    for stream, rows in answers.items():
        if stream not in known:
            yield from (
                Defect(stream=stream, sentence=_text(row, say("there is no stream {stream}", stream=stream[:80])))
                for row in rows
            )
