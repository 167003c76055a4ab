"""Compares the lists of clubs and nights with the streams that they are made from."""

from __future__ import annotations

from collections.abc import Iterator

from service.club_handler import LoadedClub
from service.db import Database
from service.errors import BookDamaged, NightMissing
from service.proof.results import CheckResult, Defect, checked
from service.store.lists import ListedNight, Lists
from service.store.raw import every_text
from service.store.rows import CLUB, NIGHT
from service.store.streams import stream_of_night

AGAIN = "`chipbook rebuild` makes it again"


def faults_of_lists(database: Database, loaded: LoadedClub) -> Iterator[Defect]:
    """What the list of clubs says otherwise about this club, and the listed nights that it never recorded."""
    club = loaded.club
    rows = [*every_text(database, CLUB, ("name", "founded_at"), club=club.id)]
    if rows != [{"name": club.name, "founded_at": loaded.recorded_at(1)}]:
        sentence = f"The list of clubs does not say what the club {club.id} is called and when it was founded; {AGAIN}."
        yield Defect(sentence=sentence)
    for row in every_text(database, NIGHT, ("night",), club=club.id):
        if row["night"] not in club.nights:
            yield Defect(
                sentence=f"The list has the night {row['night'][:80]}, which the club never recorded; {AGAIN}."
            )


def entry_checked(database: Database, wanted: ListedNight) -> CheckResult:
    """Checks that the list of nights has the entry that the events of the night come to."""
    lists, stream = Lists(database), stream_of_night(wanted.club, wanted.night)
    sentence = f"The list of nights does not say what the events of the night {wanted.night} come to; {AGAIN}."
    try:
        same = lists.night(wanted.club, wanted.night) == wanted
    except NightMissing:
        same, sentence = False, f"The night {wanted.night} is missing in the list of nights; {AGAIN}."
    except BookDamaged as problem:
        same, sentence = False, str(problem)
    faults = [] if same else [Defect(stream=stream.name, sentence=sentence)]
    return checked("list", "The list of nights says what its events come to.", faults)
