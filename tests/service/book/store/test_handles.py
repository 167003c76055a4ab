"""How people want to be paid goes where their names go, and goes when they are forgotten."""

from contextlib import closing

import pytest

from service.book.club_handler import ClubHandler
from service.book.moving.backup import back_up, restore
from service.book.moving.copying import copy_club
from service.book.moving.rebuilding import rebuild_club
from service.book.store.names import Handle, drop_handle, handles_of, keep_handle
from service.book.store.schema import open_book
from service.errors import PlayerMissing
from tests.service.book.moving.clubs import AT, CLUB, found, now

ANNA = Handle(CLUB, "p-anna", "iban", "DK5000400440116243")
DORA = Handle(CLUB, "p-dora", "mobilepay", "12345678")


@pytest.fixture
def club(sqlite_database):
    found(sqlite_database)
    keep_handle(sqlite_database, ANNA)
    keep_handle(sqlite_database, DORA)
    return sqlite_database


@pytest.fixture
def target(tmp_path):
    with closing(open_book(f"sqlite:///{tmp_path / 'target.db'}")) as made:
        yield made


def test_a_player_has_one_handle_of_each_kind(club) -> None:
    keep_handle(club, ANNA._replace(handle="DE89370400440532013000"))
    keep_handle(club, ANNA._replace(kind="text", handle="cash"))
    assert [(one.kind, one.handle) for one in handles_of(club, CLUB) if one.player == "p-anna"] == [
        ("iban", "DE89370400440532013000"),
        ("text", "cash"),
    ]
    assert drop_handle(club, CLUB, "p-anna", "text")
    assert not drop_handle(club, CLUB, "p-anna", "text")


def test_nobody_without_a_name_has_a_handle(club) -> None:
    with pytest.raises(PlayerMissing):
        keep_handle(club, ANNA._replace(player="p-nobody"))
    ClubHandler(club, now).forget_member(CLUB, "p-dora")
    assert handles_of(club, CLUB) == [ANNA]
    with pytest.raises(PlayerMissing):
        keep_handle(club, DORA)


def test_a_backup_has_them(club, tmp_path) -> None:
    back_up(club, tmp_path / "book.bak")
    restore(tmp_path / "book.bak", f"sqlite:///{tmp_path / 'again.db'}")
    with closing(open_book(f"sqlite:///{tmp_path / 'again.db'}")) as again:
        assert handles_of(again, CLUB) == [ANNA, DORA]


def test_a_new_name_leaves_the_handle_as_it_is(club) -> None:
    ClubHandler(club, now).rename_member(CLUB, "p-anna", "Annalise")
    assert handles_of(club, CLUB) == [ANNA, DORA]


def test_handles_move_with_the_club_and_a_rebuild_leaves_them(club, target) -> None:
    copy_club(club, target, CLUB)
    assert handles_of(target, CLUB) == [ANNA, DORA]
    rebuild_club(target, CLUB, AT)
    assert handles_of(target, CLUB) == [ANNA, DORA]
    ClubHandler(club, now).forget_member(CLUB, "p-dora")
    copy_club(club, target, CLUB)
    assert handles_of(target, CLUB) == [ANNA]
