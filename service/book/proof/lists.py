"""Compares the lists of clubs and nights with the streams that they are made from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.speech import say, to_say
from service.book.club_handler import LoadedClub
from service.book.db import Database
from service.book.proof.results import CheckResult, Defect, checked
from service.book.store.chain import Stream, stream_of_night
from service.book.store.lists import ListedNight, Lists, in_the_list
from service.book.store.night_results import KeptResult, results_kept
from service.book.store.raw import every_text
from service.book.store.rows import CLUB, NIGHT, NIGHT_RESULT
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
        if kept != sorted(wanted):
            sentence = say(
                "The results kept of the night {night} are not what its events come to; {again}.",
                night=stream.night,
                again=say(AGAIN),
            )
            faults = [Defect(stream=stream.name, sentence=sentence)]
    return checked("results", say("The results kept for standings are what its events come to."), faults)
