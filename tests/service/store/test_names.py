"""Clubs and players can be added, found and renamed; a name belongs to one player of a club."""

from __future__ import annotations

import unicodedata

import pytest

from service.db import Database
from service.errors import ClubMissing, IdTaken, NameRefused, NameTaken, PlayerMissing
from service.payload_limits import NAME_MAX
from service.store.event_store import EventStore
from service.store.names import Club, Names, Player
from tests.service.store.evening import AT, NIGHT, loans

TUESDAY = Club("tuesday", "Tirsdagsklubben", AT)
FRIDAY = Club("friday", "Fredagsklubben", AT)
ANNA = Player("p-anna", "tuesday", "Anna", AT)
BO = Player("p-bo", "tuesday", "Bo", AT)


@pytest.fixture
def names(database: Database) -> Names:
    names = Names(database)
    for club in (TUESDAY, FRIDAY):
        names.add_club(club)
    for player in (BO, ANNA):
        names.add_player(player)
    return names


def test_clubs_and_players_are_listed_by_name(names: Names) -> None:
    assert names.clubs() == [FRIDAY, TUESDAY]
    assert names.players("tuesday") == [ANNA, BO]
    assert names.players("friday") == []


def test_a_club_and_a_player_are_found_by_id(names: Names) -> None:
    assert names.club("friday") == FRIDAY
    assert names.player("p-bo") == BO
    with pytest.raises(ClubMissing, match="no club sunday"):
        names.club("sunday")
    with pytest.raises(PlayerMissing, match="no player p-eva"):
        names.player("p-eva")


def test_a_person_and_a_club_can_be_renamed(names: Names) -> None:
    names.rename_player("p-anna", "Anna Sofie Ørsted")
    names.rename_club("tuesday", "Onsdagsklubben")
    assert names.player("p-anna").name == "Anna Sofie Ørsted"
    assert names.club("tuesday").name == "Onsdagsklubben"


def test_who_is_not_there_cannot_be_renamed(names: Names) -> None:
    with pytest.raises(PlayerMissing):
        names.rename_player("p-eva", "Eva")
    with pytest.raises(ClubMissing):
        names.rename_club("sunday", "Søndagsklubben")


def test_a_name_belongs_to_one_player_of_a_club(names: Names) -> None:
    with pytest.raises(NameTaken, match="The club tuesday already has a player called Anna"):
        names.add_player(Player("p-anna2", "tuesday", "Anna", AT))
    with pytest.raises(NameTaken):
        names.rename_player("p-bo", "Anna")
    names.add_player(Player("p-anna2", "friday", "Anna", AT))


@pytest.mark.parametrize("name", ["anna", "ANNA", "Ánna", "A\u0301nna", "\u0410nna"])
def test_a_name_that_is_compared_as_anothers_is_the_same_name(names: Names, name: str) -> None:
    with pytest.raises(
        NameTaken, match="already has a player called Anna; names are compared without case and accents"
    ):
        names.add_player(Player("p-other", "tuesday", name, AT))
    with pytest.raises(NameTaken):
        names.rename_player("p-bo", name)
    names.rename_player("p-anna", name)
    assert names.player("p-anna").name == unicodedata.normalize("NFC", name)


def test_a_name_is_taken_also_within_one_night_that_begins(database: Database, names: Names) -> None:
    new = [Player("p-1", "tuesday", "Åsa", AT), Player("p-2", "tuesday", "A\u030asa", AT)]
    with pytest.raises(NameTaken, match="called Åsa"):
        EventStore(database).append(NIGHT, expected_version=0, drafts=loans(1), recorded_at=AT, players=new)
    EventStore(database).append(NIGHT, expected_version=0, drafts=loans(1), recorded_at=AT, players=new[1:])
    assert names.player("p-2").name == "Åsa"


def test_an_id_is_given_once(names: Names) -> None:
    with pytest.raises(IdTaken, match="The id p-anna is already given to another player"):
        names.add_player(Player("p-anna", "friday", "Eva", AT))
    with pytest.raises(IdTaken, match="The id friday is already given to another club"):
        names.add_club(FRIDAY)


def test_a_player_belongs_to_a_club_that_is_there(names: Names) -> None:
    with pytest.raises(ClubMissing):
        names.add_player(Player("p-eva", "sunday", "Eva", AT))


@pytest.mark.parametrize("name", ["", " ", "\u0301", "Anna ", "An\nna", "An\x00na", "x" * (NAME_MAX + 1)])
def test_a_name_can_be_read_aloud(names: Names, name: str) -> None:
    with pytest.raises(NameRefused):
        names.add_player(Player("p-eva", "tuesday", name, AT))
    with pytest.raises(NameRefused):
        names.rename_player("p-anna", name)
    with pytest.raises(NameRefused):
        names.rename_club("tuesday", name)
