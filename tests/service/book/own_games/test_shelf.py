"""The shelf of a club's own games: version upon version, none changed, and no name that a rulebook has."""

import threading

import pytest

from engine.game.options import Psychology
from engine.library import OWN, named
from service.book.club_handler import ClubHandler
from service.book.own_games.adding import add_game, retire_game
from service.book.own_games.reading import read_game
from service.book.own_games.shelf import all_versions, meant, own_games, retired_since
from service.book.store.chain import stream_of_club
from service.book.store.event_store import EventStore
from service.errors import BadGameFile, ClubMissing, EventUnreadable, GameExists, KeyReused
from tests.service.book.proof.forging import reseal

AT, LATER = "2026-11-20T19:30:00Z", "2026-11-27T19:30:00Z"
FRIDAY = 'name = "Friday Cincinnati"\nlike = "Cincinnati"\nwild = "J"\n'
NEXT = FRIDAY.replace('"J"', '"Q"').replace("Friday Cincinnati", "FRIDAY Cincinnati!")


class Clock:
    """A clock that a test may put forward."""

    now = AT

    def __call__(self) -> str:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def clubs(sqlite_database, clock) -> ClubHandler:
    """The clubs k and other."""
    handler = ClubHandler(sqlite_database, clock)
    for club in ("k", "other"):
        handler.found_club(club, club_id=club)
    return handler


def test_a_game_is_kept_as_it_was_written_and_as_it_was_understood(clubs):
    added = add_game(clubs, "k", FRIDAY)
    assert added.new
    (found,) = own_games(clubs.load("k"))
    assert found == added.game
    assert found.resolved == read_game(FRIDAY)
    assert (found.game.name, found.game.rulebook, found.resolved.rulebook) == ("Friday Cincinnati", OWN, "enemaerke")
    assert (found.source, found.version, found.added_at) == (FRIDAY, 1, AT)
    assert own_games(clubs.load("other")) == ()


def test_another_text_of_the_same_name_is_the_next_version(clubs):
    add_game(clubs, "k", FRIDAY)
    added = add_game(clubs, "k", NEXT)
    assert (added.new, added.game.version) == (True, 2)
    assert [one.version for one in own_games(clubs.load("k"))] == [2]
    assert [one.source for one in all_versions(clubs.load("k"), "friday cincinnati")] == [FRIDAY, NEXT]
    assert meant("friday-cincinnati", own_games(clubs.load("k"))) == added.game


def test_the_newest_text_again_is_nothing_new_and_an_older_one_is(clubs, clock):
    add_game(clubs, "k", FRIDAY)
    clock.now = LATER
    again = add_game(clubs, "k", FRIDAY)
    assert (again.new, again.game.version, again.game.added_at) == (False, 1, AT)
    add_game(clubs, "k", NEXT)
    assert add_game(clubs, "k", FRIDAY).game.version == 3


def test_a_key_is_answered_as_the_first_time(clubs):
    first = add_game(clubs, "k", FRIDAY, key="tap")
    add_game(clubs, "k", NEXT)
    assert add_game(clubs, "k", FRIDAY, key="tap") == first
    again = add_game(clubs, "k", NEXT, key="other")
    assert add_game(clubs, "k", NEXT, key="other") == again
    for asked in (NEXT, FRIDAY + "\n"):
        with pytest.raises(KeyReused):
            add_game(clubs, "k", asked, key="tap")


@pytest.mark.parametrize(("name", "game"), [("BASEBALL", "Baseball"), ("Your Choice", "Your Choise")])
def test_the_name_of_a_game_of_a_rulebook_is_refused_however_people_call_it(clubs, name, game):
    with pytest.raises(GameExists) as caught:
        add_game(clubs, "k", FRIDAY.replace("Friday Cincinnati", name))
    assert caught.value.details == {"name": name, "game": game, "rulebook": named(game)[0].rulebook}
    assert own_games(clubs.load("k")) == ()


def test_what_is_not_sound_or_of_no_club_is_not_kept(clubs):
    with pytest.raises(BadGameFile):
        add_game(clubs, "k", FRIDAY + "seats = [9, 3]\n")
    with pytest.raises(ClubMissing):
        add_game(clubs, "nobody", FRIDAY)
    assert own_games(clubs.load("k")) == ()


SMALL_BIG = """\
name = "Small Big"
like = "Tarok"
play = [
    { type = "Deal", down = 16 }, { type = "Lay", down = 6 },
    { type = "Bid", contracts = "small big" }, { type = "Tricks", must_trump = true },
]
"""


BOS_CHOICE = 'name = "Bo\'s Choice"\nrulebook = "scroker"\nplay = [{{ type = "NameGame", games = ["{}"] }}]\n'


def test_a_game_of_the_club_may_let_the_dealer_name_games_of_any_rulebook(clubs):
    add_game(clubs, "k", BOS_CHOICE.format("Longhorn Stud"))
    assert [one.game.name for one in own_games(clubs.load("k"))] == ["Bo's Choice"]


def test_what_could_not_be_played_is_told_before_anybody_sits_down_to_it(clubs):
    with pytest.raises(BadGameFile, match="small is no contract of Small Big.*there is threesome or solo"):
        add_game(clubs, "k", SMALL_BIG)
    with pytest.raises(BadGameFile, match=r"was tried by \d+ players"):
        add_game(clubs, "k", BOS_CHOICE.format("Nonsense"))
    assert own_games(clubs.load("k")) == ()


def test_many_who_add_at_once_make_as_many_versions(sqlite_database, clubs):
    texts = [FRIDAY.replace('"J"', f'"{rank}"') for rank in "2345"]

    def add(text: str) -> None:
        # A handler is for one thread.
        add_game(ClubHandler(sqlite_database, lambda: AT), "k", text)

    threads = [threading.Thread(target=add, args=(one,)) for one in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    versions = all_versions(clubs.load("k"), "Friday Cincinnati")
    assert [one.version for one in versions] == list(range(1, len(texts) + 1))
    assert {one.source for one in versions} == set(texts)


def test_a_declaration_that_cannot_be_read_is_told_as_damage_and_names_the_act(sqlite_database):
    clubs = ClubHandler(sqlite_database, lambda: AT)
    version = clubs.found_club("k", club_id="k").version + 1
    add_game(clubs, "k", FRIDAY)
    reseal(sqlite_database, stream_of_club("k"), version, lambda body: body["data"].update(declaration={}))
    with pytest.raises(EventUnreadable, match=f"Event {version} of club:k cannot be read: it is no act of a club"):
        ClubHandler(sqlite_database, lambda: AT).load("k")


def test_a_game_may_be_like_another_with_options_that_are_always_played(clubs):
    add_game(clubs, "k", FRIDAY + 'options = ["Psychology"]\n')
    (found,) = own_games(clubs.load("k"))
    assert found.game.steps == (named("Cincinnati")[0] + Psychology()).steps
    assert found.game.with_options == ()


def test_a_retired_game_is_offered_no_more_and_its_name_brings_it_back(clubs, clock):
    add_game(clubs, "k", FRIDAY)
    clock.now = LATER
    retired = retire_game(clubs, "k", "FRIDAY cincinnati")
    assert retired == ("Friday Cincinnati", LATER)
    assert own_games(clubs.load("k")) == ()
    assert [one.version for one in all_versions(clubs.load("k"), "Friday Cincinnati")] == [1]
    assert retired_since(clubs.load("k"), "Friday Cincinnati") == LATER
    assert retire_game(clubs, "k", "Friday Cincinnati") is None
    back = add_game(clubs, "k", FRIDAY)
    assert (back.game.version, back.new) == (3, True)
    assert [one.game.name for one in own_games(clubs.load("k"))] == ["Friday Cincinnati"]
    assert retired_since(clubs.load("k"), "Friday Cincinnati") is None


def test_a_game_that_is_not_there_cannot_be_retired_and_a_key_is_answered_once(clubs):
    for name in ("Friday Cincinnati", "!!"):
        assert retire_game(clubs, "k", name) is None
    add_game(clubs, "k", FRIDAY)
    first = retire_game(clubs, "k", "Friday Cincinnati", key="tap")
    assert first is not None
    add_game(clubs, "k", NEXT)
    assert retire_game(clubs, "k", "Friday Cincinnati", key="tap") == first
    assert len(own_games(clubs.load("k"))) == 1
    with pytest.raises(ClubMissing):
        retire_game(clubs, "nobody", "Friday Cincinnati")


def test_an_act_of_a_club_reads_only_what_is_new(clubs, monkeypatch):
    add_game(clubs, "k", FRIDAY)
    asked: list[int] = []
    read = EventStore.read
    monkeypatch.setattr(
        EventStore, "read", lambda *said, after=0, **more: asked.append(after) or read(*said, after=after, **more)
    )
    add_game(clubs, "k", NEXT)
    assert min(asked) == 2, "The founding and the first version were read before."
