"""Compares the people of a night with the names kept here: strangers, a banker without a name, names that are not text."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from engine.commands import OpenNight, SeatPlayer
from engine.events import Recorded
from engine.ids import PlayerId
from engine.spelling import compared
from service.command_handler import newcomers
from service.db import Database
from service.errors import NameRefused
from service.payload_limits import check_name, is_time
from service.proof.results import BrokenEvent, Defect
from service.store.raw import every_text, not_texts
from service.store.rows import CLUB, PLAYER

_AS_BYTES = "The {column} of the {kind} {identity} is kept as bytes, not as text."


def names_kept(database: Database) -> dict[PlayerId, str]:
    """Everybody who has a name here, even if the name is damaged."""
    return {row["id"]: row["name"] for row in every_text(database, PLAYER, ("id", "name"))}


def bank_of_nobody(records: Sequence[Recorded], known: Collection[str]) -> Iterator[BrokenEvent]:
    """The opening, if the banker has no name and never sat down. A player who sat down may have been forgotten since."""
    opened = records[0].event
    sat = {record.event.player for record in records if isinstance(record.event, SeatPlayer)}
    if isinstance(opened, OpenNight) and opened.banker not in sat and opened.banker not in known:
        yield BrokenEvent(1, f"The bank is kept by {opened.banker}, who has no name and never sat down.")


def strangers(database: Database, stream: str, records: Sequence[Recorded]) -> Iterator[Defect]:
    """The players who belong to another club, or to none."""
    opened = records[0].event
    assert isinstance(opened, OpenNight), "Only a night that begins with its opening is asked further."
    clubs = {row["id"]: row["club"] for row in every_text(database, PLAYER, ("id", "club"))}
    for player in sorted(newcomers(records)):
        if clubs.get(player, opened.club) != opened.club:
            sentence = f"Player {player} belongs to the club {clubs[player]}, but the night belongs to {opened.club}."
            yield Defect(stream=stream, sentence=sentence)
    for wrong in bank_of_nobody(records, clubs):
        yield Defect(stream=stream, version=wrong.version, sentence=wrong.sentence)


def remarks_on_names(database: Database, night: str, records: Sequence[Recorded]) -> list[str]:
    """Remarks for an auditor about missing names, which fail no check, because a person may be forgotten."""
    opened = records[0].event
    assert isinstance(opened, OpenNight), "Only a night that begins with its opening is asked further."
    remarks = [
        f"Player {player} of the night {night} has no name here; names are kept outside the chain, and reports show the id."
        for player in sorted(newcomers(records) - names_kept(database).keys())
    ]
    if opened.club not in {row["id"] for row in every_text(database, CLUB, ("id",))}:
        remarks.append(f"The club {opened.club} of the night {night} has no name here.")
    return remarks


def bytes_for_names(database: Database, records: Sequence[Recorded]) -> Iterator[Defect]:
    """The players of the night whose names are kept as bytes."""
    people = newcomers(records)
    for player, column in not_texts(database, PLAYER):
        if player in people:
            yield Defect(sentence=_AS_BYTES.format(column=column, kind="player", identity=player))


def faults_of_names(database: Database) -> Iterator[Defect]:
    """The faults in the names of clubs and players, and in what is kept with them."""
    clubs = {row["id"]: row for row in every_text(database, CLUB, ("id", "name", "created_at"))}
    players = {row["id"]: row for row in every_text(database, PLAYER, ("id", "club", "name", "created_at", "compared"))}
    for table, kind, rows in ((CLUB, "club", clubs), (PLAYER, "player", players)):
        for identity, column in not_texts(database, table):
            yield Defect(sentence=_AS_BYTES.format(column=column, kind=kind, identity=identity))
        for identity, row in rows.items():
            if not _is_name(row["name"]):
                yield Defect(
                    sentence=f"The {kind} {identity} has the name “{row['name'][:80]}”, which is not a valid name."
                )
            if not is_time(row["created_at"]):
                sentence = (
                    f"The {kind} {identity} was made at “{row['created_at'][:40]}”, which is not a time of the book."
                )
                yield Defect(sentence=sentence)
    for player, row in players.items():
        yield from _wrong_with(player, row, clubs)


def _wrong_with(player: str, row: Mapping[str, str], clubs: Collection[str]) -> Iterator[Defect]:
    name = row["name"]
    if _is_name(name) and compared(name) != row["compared"]:
        yield Defect(
            sentence=f"The player {player} is called {name} but filed under “{row['compared']}”: one of the two was changed."
        )
    if row["club"] not in clubs:
        yield Defect(sentence=f"The player {player} belongs to the club {row['club']}, which does not exist.")


def _is_name(name: str) -> bool:
    try:
        check_name(name)
    except NameRefused:
        return False
    return True
