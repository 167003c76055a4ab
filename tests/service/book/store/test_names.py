"""Names stand beside the events: one member of a club has a name, and the commitment vouches for it."""

import sqlite3
import unicodedata
from hashlib import sha256

import pytest

from service.book.db import Database
from service.book.store.event_store import Addition, EventStore
from service.book.store.names import SALT_BYTES, Forgotten, Member, Names, commitment, new_member, vouches
from service.errors import BookDamaged, IdTaken, NameRefused, NameTaken, PlayerMissing
from service.language.payload_limits import NAME_MAX
from tests.service.book.store.evening import AT, CLUB, NIGHT, draft, plain_sqlite

ANNA = new_member(CLUB, "p-anna", "Anna")
BO = new_member(CLUB, "p-bo", "Bo")


def say(database: Database, also: Addition) -> None:
    """Records an event with what is written of names."""
    store = EventStore(database)
    store.append(NIGHT, expected_version=store.version(NIGHT), drafts=[draft()], recorded_at=AT, also=also)


def admit(database: Database, *members: Member) -> None:
    say(database, Addition(members=members))


def rename(database: Database, *renamed: Member) -> None:
    say(database, Addition(renamed=renamed))


@pytest.fixture
def book(sqlite_database) -> Database:
    admit(sqlite_database, BO, ANNA)
    return sqlite_database


@pytest.fixture
def on_both(database) -> Database:
    """The same on each database, of which each sees to it that a name and an id are given once."""
    admit(database, BO, ANNA)
    return database


def test_members_are_listed_by_name(book) -> None:
    names = Names(book)
    assert names.members(CLUB) == [ANNA, BO]
    assert names.by_id(CLUB) == {"p-anna": "Anna", "p-bo": "Bo"}
    assert names.members("friday") == []


def test_a_member_is_found_by_club_and_id(book) -> None:
    names = Names(book)
    assert names.member(CLUB, "p-bo") == BO
    for club, player in ((CLUB, "p-eva"), ("friday", "p-bo")):
        with pytest.raises(PlayerMissing, match=f"no player {player}"):
            names.member(club, player)


def test_a_commitment_is_the_hash_of_salt_and_name() -> None:
    assert commitment("ff" * 32, "Åsa") == sha256(b"\xff" * 32 + "Åsa".encode()).hexdigest()
    assert ANNA.commitment == sha256(bytes.fromhex(ANNA.salt) + b"Anna").hexdigest()


def test_a_commitment_vouches_for_its_own_name_and_salt_only() -> None:
    assert vouches(ANNA.commitment, ANNA.salt, "Anna")
    assert not vouches(ANNA.commitment, ANNA.salt, "anna")
    assert not vouches(ANNA.commitment, BO.salt, "Anna")
    assert not vouches(BO.commitment, ANNA.salt, "Anna")
    assert not vouches(ANNA.commitment, "no hex", "Anna")
    assert not vouches("", ANNA.salt, "Anna")


def test_every_name_has_a_salt_of_its_own_that_nobody_can_guess() -> None:
    made = [new_member(CLUB, "p-bo", "Bo") for _ in range(50)] + [new_member(CLUB, "p-bo", "Bo") for _ in range(50)]
    assert len({one.salt for one in made}) == len({one.commitment for one in made}) == 100
    assert {len(bytes.fromhex(one.salt)) for one in made} == {SALT_BYTES}


def test_a_person_is_renamed_with_a_new_salt(book) -> None:
    renamed = new_member(CLUB, "p-anna", "Anna Sofie Ørsted")
    rename(book, renamed)
    found = Names(book).member(CLUB, "p-anna")
    assert (found.name, found.salt) == ("Anna Sofie Ørsted", renamed.salt)
    assert found.salt != ANNA.salt
    assert found.commitment == renamed.commitment


def test_nothing_is_left_of_a_person_who_is_forgotten(book) -> None:
    say(book, Addition(forgotten=[Forgotten(CLUB, "p-anna")]))
    assert Names(book).by_id(CLUB) == {"p-bo": "Bo"}
    with pytest.raises(PlayerMissing):
        Names(book).member(CLUB, "p-anna")
    if book.path:
        with plain_sqlite(book) as connection:
            assert connection.execute("SELECT count(*) FROM player").fetchone() == (1,)
    # Somebody else may have the name now.
    admit(book, new_member(CLUB, "p-anna2", "Anna"))


def test_a_name_belongs_to_one_member_of_a_club(on_both) -> None:
    with pytest.raises(NameTaken, match="The club already has a player called Anna"):
        admit(on_both, new_member(CLUB, "p-anna2", "Anna"))
    with pytest.raises(NameTaken):
        rename(on_both, new_member(CLUB, "p-bo", "Anna"))
    admit(on_both, new_member("friday", "p-anna2", "Anna"))


@pytest.mark.parametrize("name", ["anna", "ANNA", "Ánna", "A\u0301nna", "\u0410nna"])
def test_a_name_that_is_compared_as_anothers_is_the_same_name(book, name) -> None:
    with pytest.raises(
        NameTaken, match="already has a player called Anna; names are compared without case and accents"
    ):
        admit(book, new_member(CLUB, "p-other", name))
    with pytest.raises(NameTaken):
        rename(book, new_member(CLUB, "p-bo", name))
    rename(book, new_member(CLUB, "p-anna", name))
    assert Names(book).member(CLUB, "p-anna").name == unicodedata.normalize("NFC", name)


def test_a_name_is_taken_also_among_those_who_come_together(on_both) -> None:
    new = [new_member(CLUB, "p-1", "Åsa"), new_member(CLUB, "p-2", "A\u030asa")]
    with pytest.raises(NameTaken, match="called Åsa"):
        admit(on_both, *new)
    admit(on_both, new[1])
    assert Names(on_both).member(CLUB, "p-2").name == "Åsa"


def test_an_id_is_given_once_in_a_club(on_both) -> None:
    with pytest.raises(IdTaken, match="The id p-anna is already given to another player"):
        admit(on_both, new_member(CLUB, "p-anna", "Eva"))
    admit(on_both, new_member("friday", "p-anna", "Eva"))
    assert Names(on_both).member(CLUB, "p-anna") == ANNA
    assert Names(on_both).by_id("friday") == {"p-anna": "Eva"}


@pytest.mark.parametrize("name", ["", " ", "\u0301", "Anna ", "An\nna", "An\x00na", "x" * (NAME_MAX + 1)])
def test_a_name_can_be_read_aloud(name) -> None:
    with pytest.raises(NameRefused):
        new_member(CLUB, "p-eva", name)
    with pytest.raises(NameRefused):
        new_member(CLUB, "p-anna", name)


@pytest.mark.parametrize("column", ["name", "salt", "id"])
def test_a_name_that_is_kept_as_bytes_is_damage(sqlite_database, column) -> None:
    admit(sqlite_database, ANNA)
    with plain_sqlite(sqlite_database) as connection:
        connection.execute(f"UPDATE player SET {column} = CAST({column} AS BLOB)")
        assert isinstance(connection, sqlite3.Connection)
    with pytest.raises(BookDamaged, match="kept as bytes"):
        Names(sqlite_database).members(CLUB)
