"""A night goes from book to book with its club's history; two histories are joined only if one begins the other."""

import pytest

from service.book.club_handler import ClubHandler
from service.book.db import Database
from service.book.moving.lines import Imported, export_club, export_night, import_club, parse_export
from service.book.recording.handler import CommandHandler
from service.book.store.chain import stream_of_night
from service.book.store.countersignatures import Countersignature
from service.book.store.event_store import EventStore
from service.book.store.names import Names
from service.book.store.schema import open_book
from service.book.store.verify import verify_book
from service.errors import ClubDiffers, NightDoesNotHold, NightExists, StreamExists
from tests.service.book.moving.clubs import (
    CLUB,
    NIGHT,
    OWN,
    PEOPLE,
    everything,
    found,
    grant,
    lend,
    now,
    open_night,
    opening,
    play_night,
    rows,
    with_an_open_night,
)
from tests.service.book.phone import countersign


@pytest.fixture
def source(copy_of) -> Database:
    """A book on SQLite with a club and a night that goes on."""
    return copy_of(with_an_open_night)


def _import(source: Database, target: Database) -> Imported:
    return import_club(target, parse_export(export_night(source, NIGHT)))


def _names(database: Database) -> dict[str, str]:
    return Names(database).by_id(CLUB)


def test_a_night_comes_with_its_club_its_names_and_its_lists(source, database) -> None:
    there, here = EventStore(source), EventStore(database)
    assert _import(source, database) == Imported(
        {OWN: 0, NIGHT: 0}, {OWN: there.version(OWN), NIGHT: there.version(NIGHT)}, names=2
    )
    for stream in (OWN, NIGHT):
        assert here.read(stream) == there.read(stream)
    for table in ("club", "night", "request"):
        assert rows(database, table) == rows(source, table), table
    assert _names(database) == {"p-anna": "Anna", "p-bo": "Bø"}
    assert verify_book(database) == []


def test_the_night_is_played_on_where_it_was_brought(source, sqlite_database) -> None:
    _import(source, sqlite_database)
    handler = CommandHandler(sqlite_database, now)
    lend(handler)
    assert handler.load("n1").night.balance["chips:p-bo"] == 100
    assert CommandHandler(source, now).load("n1").night.balance["chips:p-bo"] == 50


def test_a_repeated_command_gets_its_first_answer_in_the_other_book(source, sqlite_database) -> None:
    _import(source, sqlite_database)
    before = everything(sqlite_database)
    again = CommandHandler(sqlite_database, now).handle("n1", opening(), key="n1/open")
    assert [record.version for record in again] == [1]
    assert everything(sqlite_database) == before


def test_a_night_moves_to_another_database_and_back_unchanged(source, postgresql_database, tmp_path) -> None:
    there = export_night(source, NIGHT)
    import_club(postgresql_database, parse_export(there))
    back = open_book(f"sqlite:///{tmp_path / 'back.db'}")
    import_club(back, parse_export(export_night(postgresql_database, NIGHT)))
    assert export_night(back, NIGHT) == there
    assert verify_book(back) == []
    back.close()


def test_a_whole_club_comes_at_once(source, sqlite_database) -> None:
    handler = CommandHandler(source, now)
    play_night(handler, "n2", seed=5)
    play_night(handler, "n3", seed=6)
    import_club(sqlite_database, parse_export(export_club(source, CLUB)))
    for table in ("event", "club", "player", "night", "request"):
        assert rows(sqlite_database, table) == rows(source, table), table


def test_the_same_night_again_is_nothing_to_do(source, sqlite_database) -> None:
    _import(source, sqlite_database)
    before = everything(sqlite_database)
    again = _import(source, sqlite_database)
    assert (again.added, again.names) == ({OWN: 0, NIGHT: 0}, 0)
    assert everything(sqlite_database) == before


def test_a_night_that_has_grown_brings_only_what_is_new(source, sqlite_database) -> None:
    _import(source, sqlite_database)
    handler = CommandHandler(source, now)
    lend(handler, times=2)
    grant(handler)
    assert _import(source, sqlite_database).added == {OWN: 1, NIGHT: 2}
    assert EventStore(sqlite_database).read(NIGHT) == EventStore(source).read(NIGHT)
    assert rows(sqlite_database, "night") == rows(source, "night")


def test_what_phones_signed_by_themselves_comes_with_the_night(source, sqlite_database) -> None:
    handler = CommandHandler(source, now)
    older = export_night(source, NIGHT)
    countersign(source, handler, "n1", "p-anna")
    signed = rows(source, "countersignature")
    _import(source, sqlite_database)
    assert rows(sqlite_database, "countersignature") == signed != []
    import_club(sqlite_database, parse_export(older))
    assert rows(sqlite_database, "countersignature") == signed
    assert parse_export(export_club(source, CLUB)).countersignatures == [Countersignature(*signed[0])]


def test_an_older_file_takes_nothing_back(source, sqlite_database) -> None:
    older = export_night(source, NIGHT)
    handler = CommandHandler(source, now)
    lend(handler)
    handler.clubs.rename_member(CLUB, "p-bo", "Bo")
    _import(source, sqlite_database)
    before = everything(sqlite_database)
    done = import_club(sqlite_database, parse_export(older))
    assert (done.added, done.names) == ({OWN: 0, NIGHT: 0}, 0)
    assert everything(sqlite_database) == before


def test_a_night_with_other_events_is_refused_and_nothing_is_recorded(source, sqlite_database) -> None:
    _import(source, sqlite_database)
    lend(CommandHandler(source, now))
    lend(CommandHandler(sqlite_database, lambda: "2026-02-13T20:16:00Z"))
    before = everything(sqlite_database)
    with pytest.raises(StreamExists) as refusal:
        _import(source, sqlite_database)
    assert refusal.value.version == EventStore(source).version(NIGHT)
    assert everything(sqlite_database) == before


def test_a_club_with_another_history_is_refused_and_nothing_is_recorded(source, sqlite_database) -> None:
    found(sqlite_database)
    before = everything(sqlite_database)
    with pytest.raises(ClubDiffers) as refusal:
        _import(source, sqlite_database)
    # Two foundings are never the same event, whatever they say.
    assert refusal.value.version == 1
    assert everything(sqlite_database) == before


def test_a_night_that_another_club_here_has_is_refused(source, sqlite_database) -> None:
    other = found(sqlite_database, "friday")
    open_night(other, club="friday")
    before = everything(sqlite_database)
    with pytest.raises(NightExists):
        _import(source, sqlite_database)
    assert everything(sqlite_database) == before


def test_a_name_that_the_club_vouches_for_stays_and_one_that_was_given_up_is_replaced(source, sqlite_database) -> None:
    _import(source, sqlite_database)
    handler = CommandHandler(source, now)
    handler.clubs.rename_member(CLUB, "p-bo", "Bo")
    assert _import(source, sqlite_database).names == 1
    assert _names(sqlite_database) == {"p-anna": "Anna", "p-bo": "Bo"}
    assert rows(sqlite_database, "player") == [row for row in rows(source, "player") if row[1] in ("p-anna", "p-bo")]


def test_a_member_who_was_forgotten_there_is_forgotten_here(source, sqlite_database) -> None:
    _import(source, sqlite_database)
    ClubHandler(source, now).forget_member(CLUB, "p-bo")
    _import(source, sqlite_database)
    assert _names(sqlite_database) == {"p-anna": "Anna"}


def test_two_members_who_exchanged_their_names_arrive_so(source, sqlite_database) -> None:
    _import(source, sqlite_database)
    clubs = ClubHandler(source, now)
    clubs.rename_member(CLUB, "p-bo", "X")
    clubs.rename_member(CLUB, "p-anna", "Bø")
    clubs.rename_member(CLUB, "p-bo", "Anna")
    _import(source, sqlite_database)
    assert _names(sqlite_database) == {"p-anna": "Bø", "p-bo": "Anna"}


def test_a_name_that_was_changed_here_is_left_for_verification(source, sqlite_database) -> None:
    _import(source, sqlite_database)
    with sqlite_database.writing() as connection:
        connection.exec_driver_sql("UPDATE player SET name = 'Mallory', compared = 'mallory' WHERE id = 'p-bo'")
    night_without_bo = parse_export(export_club(source, CLUB))
    names = [member for member in night_without_bo.members if member.id != "p-bo"]
    import_club(
        sqlite_database, type(night_without_bo)(CLUB, night_without_bo.streams, names, night_without_bo.history)
    )
    assert _names(sqlite_database)["p-bo"] == "Mallory"


def test_a_night_of_another_club_is_refused_though_its_chain_holds(source, sqlite_database) -> None:
    export = parse_export(export_night(source, NIGHT))
    elsewhere = stream_of_night("friday", "n1")
    renamed = {
        stream if stream == OWN else elsewhere: [event._replace(club="friday") for event in events]
        if stream != OWN
        else events
        for stream, events in export.streams.items()
    }
    with pytest.raises(NightDoesNotHold, match="it opens the night n1 of tuesday"):
        import_club(sqlite_database, type(export)(CLUB, renamed, export.members, export.history))
    assert rows(sqlite_database, "event") == []


def test_everybody_of_the_club_can_be_named_in_time(source, sqlite_database) -> None:
    _import(source, sqlite_database)
    import_club(sqlite_database, parse_export(export_club(source, CLUB)))
    assert _names(sqlite_database) == PEOPLE
