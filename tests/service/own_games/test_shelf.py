"""The shelf of a club's own games: version upon version, none changed, and no name that a rulebook has."""

import threading

import pytest
from sqlalchemy import text

from engine.game.options import Psychology
from engine.library import letters, named
from service.errors import BadGameFile, BookDamaged, ClubMissing, GameExists, KeyReused
from service.own_games.reading import read_game
from service.own_games.shelf import (
    OWN,
    add_game,
    all_versions,
    meant,
    own_games,
    retire_game,
    retired_since,
)
from service.store.names import Club, Names

AT, LATER = "2026-11-20T19:30:00Z", "2026-11-27T19:30:00Z"
FRIDAY = 'name = "Friday Cincinnati"\nlike = "Cincinnati"\nwild = "J"\n'
NEXT = FRIDAY.replace('"J"', '"Q"').replace("Friday Cincinnati", "FRIDAY Cincinnati!")


@pytest.fixture
def book(database):
    for club in ("k", "other"):
        Names(database).add_club(Club(club, club, AT))
    return database


def test_a_game_is_kept_as_it_was_written_and_as_it_was_understood(book):
    added = add_game(book, "k", FRIDAY, at=AT)
    assert added.new
    (found,) = own_games(book, "k")
    assert found == added.game
    assert found.resolved == read_game(FRIDAY)
    assert (found.game.name, found.game.rulebook, found.resolved.rulebook) == ("Friday Cincinnati", OWN, "enemaerke")
    assert (found.kept.source, found.kept.version, found.kept.added_at) == (FRIDAY, 1, AT)
    assert own_games(book, "other") == ()


def test_another_text_of_the_same_name_is_the_next_version(book):
    add_game(book, "k", FRIDAY, at=AT)
    added = add_game(book, "k", NEXT, at=LATER)
    assert (added.new, added.game.kept.version) == (True, 2)
    assert [one.kept.version for one in own_games(book, "k")] == [2]
    assert [one.kept.source for one in all_versions(book, "k", "friday cincinnati")] == [FRIDAY, NEXT]
    assert meant("friday-cincinnati", own_games(book, "k")) == added.game


def test_the_newest_text_again_is_nothing_new_and_an_older_one_is(book):
    add_game(book, "k", FRIDAY, at=AT)
    again = add_game(book, "k", FRIDAY, at=LATER)
    assert (again.new, again.game.kept.version, again.game.kept.added_at) == (False, 1, AT)
    add_game(book, "k", NEXT, at=LATER)
    assert add_game(book, "k", FRIDAY, at=LATER).game.kept.version == 3


def test_a_key_is_answered_as_the_first_time(book):
    first = add_game(book, "k", FRIDAY, at=AT, key="tap", digest="d")
    add_game(book, "k", NEXT, at=LATER)
    assert add_game(book, "k", FRIDAY, at=LATER, key="tap", digest="d") == first
    again = add_game(book, "k", NEXT, at=LATER, key="other", digest="e")
    assert add_game(book, "k", NEXT, at=LATER, key="other", digest="e") == again
    with pytest.raises(KeyReused):
        add_game(book, "k", NEXT, at=LATER, key="tap", digest="another")


@pytest.mark.parametrize(("name", "game"), [("BASEBALL", "Baseball"), ("Your Choice", "Your Choise")])
def test_the_name_of_a_game_of_a_rulebook_is_refused_however_people_call_it(book, name: str, game: str):
    with pytest.raises(GameExists) as caught:
        add_game(book, "k", FRIDAY.replace("Friday Cincinnati", name), at=AT)
    assert caught.value.details == {"name": name, "game": game, "rulebook": named(game)[0].rulebook}
    assert own_games(book, "k") == ()


def test_what_is_not_sound_or_of_no_club_is_not_kept(book):
    with pytest.raises(BadGameFile):
        add_game(book, "k", FRIDAY + "seats = [9, 3]\n", at=AT)
    with pytest.raises(ClubMissing):
        add_game(book, "nobody", FRIDAY, at=AT)
    assert own_games(book, "k") == ()


SMALL_BIG = """\
name = "Small Big"
like = "Tarok"
play = [
    { type = "Deal", down = 16 }, { type = "Lay", down = 6 },
    { type = "Bid", contracts = "small big" }, { type = "Tricks", must_trump = true },
]
"""


BOS_CHOICE = 'name = "Bo\'s Choice"\nrulebook = "scroker"\nplay = [{{ type = "NameGame", games = ["{}"] }}]\n'


def test_a_game_of_the_club_may_let_the_dealer_name_games_of_any_rulebook(book):
    add_game(book, "k", BOS_CHOICE.format("Longhorn Stud"), at=AT)
    assert [one.game.name for one in own_games(book, "k")] == ["Bo's Choice"]


def test_what_could_not_be_played_is_told_before_anybody_sits_down_to_it(book):
    with pytest.raises(BadGameFile, match="small is no contract of Small Big.*there is threesome or solo"):
        add_game(book, "k", SMALL_BIG, at=AT)
    with pytest.raises(BadGameFile, match=r"was tried by \d+ players.*cannot_be_played"):
        add_game(book, "k", BOS_CHOICE.format("Nonsense"), at=AT)
    assert own_games(book, "k") == ()


def test_two_who_add_at_once_make_two_versions(book):
    texts = [FRIDAY.replace('"J"', f'"{rank}"') for rank in "23456789"]
    threads = [threading.Thread(target=add_game, args=(book, "k", one), kwargs={"at": AT}) for one in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    versions = all_versions(book, "k", "Friday Cincinnati")
    assert [one.kept.version for one in versions] == list(range(1, len(texts) + 1))
    assert {one.kept.source for one in versions} == set(texts)


def test_a_declaration_that_cannot_be_read_is_told_as_damage(sqlite_database):
    Names(sqlite_database).add_club(Club("k", "k", AT))
    with sqlite_database.writing() as connection:
        values = f"'k', '{letters('Stop')}', 1, 'Stop', '', '{{}}', '{AT}'"
        connection.execute(text(f"INSERT INTO own_game VALUES ({values})"))
    with pytest.raises(BookDamaged, match="version 1 of the game Stop cannot be read"):
        own_games(sqlite_database, "k")


def test_a_game_may_be_like_another_with_options_that_are_always_played(book):
    add_game(book, "k", FRIDAY + 'options = ["Psychology"]\n', at=AT)
    (found,) = own_games(book, "k")
    assert found.game.steps == (named("Cincinnati")[0] + Psychology()).steps
    assert found.game.with_options == ()


def test_a_retired_game_is_offered_no_more_and_its_name_brings_it_back(book):
    add_game(book, "k", FRIDAY, at=AT)
    retired = retire_game(book, "k", "FRIDAY cincinnati", at=LATER)
    assert retired is not None
    assert (retired.version, retired.name, retired.retires) == (2, "Friday Cincinnati", True)
    assert own_games(book, "k") == ()
    assert [one.kept.version for one in all_versions(book, "k", "Friday Cincinnati")] == [1]
    assert retired_since(book, "k", "Friday Cincinnati") == LATER
    assert retire_game(book, "k", "Friday Cincinnati", at=LATER) is None
    back = add_game(book, "k", FRIDAY, at=LATER)
    assert (back.game.kept.version, back.new) == (3, True)
    assert [one.game.name for one in own_games(book, "k")] == ["Friday Cincinnati"]
    assert retired_since(book, "k", "Friday Cincinnati") is None


def test_a_game_that_is_not_there_cannot_be_retired_and_a_key_is_answered_once(book):
    assert retire_game(book, "k", "Friday Cincinnati", at=AT) is None
    add_game(book, "k", FRIDAY, at=AT)
    first = retire_game(book, "k", "Friday Cincinnati", at=LATER, key="tap", digest="d")
    assert first is not None
    add_game(book, "k", FRIDAY, at=LATER)
    assert retire_game(book, "k", "Friday Cincinnati", at=LATER, key="tap", digest="d") == first
    assert len(own_games(book, "k")) == 1
    with pytest.raises(ClubMissing):
        retire_game(book, "nobody", "Friday Cincinnati", at=AT)
