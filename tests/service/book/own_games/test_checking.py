"""What was done to an own game in the book is found: by its own text, or by the hands that froze it."""

import json
from typing import Any

import msgspec
import pytest

from engine import commands
from engine.cards import deck
from engine.game.betting import Ante
from engine.game.options import HighLow
from engine.game.switches import Switches
from service.book.club_handler import ClubHandler, LoadedClub
from service.book.own_games.adding import add_game, retire_game
from service.book.own_games.checking import checked_shelf, flaws_of_hands, hands_of_own_games
from service.book.own_games.reading import read_game
from service.book.own_games.shelf import Checked, own_games
from service.book.recording.handler import CommandHandler
from service.book.store.chain import canonical, stream_of_club
from tests.service.book.own_games.test_announcing import AT, FRIDAY, announced, at_a_table, end_of_hand
from tests.service.book.proof.forging import Change, bodies_of, reseal, written_anew

NEXT = FRIDAY.replace('"J"', '"Q"')
WORDS = 'name = "Our Words"\nlike = "Scroker"\nseats = [2, 7]\n'


@pytest.fixture
def on_sqlite(sqlite_database):
    evening(sqlite_database)
    return sqlite_database


def evening(database):
    """Two hands of the first version, with an option and without, and one of the second."""
    handler = at_a_table(database)
    for options in ((), (HighLow(),)):
        announced(handler, options=options)
        end_of_hand(handler)
    add_game(handler.clubs, "k", NEXT)
    announced(handler)
    end_of_hand(handler)
    return handler


def club_of(database) -> LoadedClub:
    """The club as somebody reads it who has not seen it before."""
    return ClubHandler(database, lambda: AT).load("k")


def tamper(database, change: Change, *, version: int = 0) -> None:
    """Changes the newest act of the club, or another one, and seals the later ones again."""
    reseal(database, stream_of_club("k"), version or club_of(database).version, change)


def replacing(column: str, old: str, new: str) -> Change:
    """A change of one text of the act; what is not there to be replaced is a mistake of the test."""

    def change(body: dict[str, Any]) -> None:
        text = canonical(body["data"][column]) if column == "declaration" else body["data"][column]
        assert old in text
        changed = text.replace(old, new)
        body["data"][column] = json.loads(changed) if column == "declaration" else changed

    return change


def test_a_sound_shelf_has_no_flaw_and_every_hand_is_found_on_it(sqlite_database):
    handler = evening(sqlite_database)
    shelf = checked_shelf(club_of(sqlite_database))
    assert [one.version for one in shelf.sound] == [1, 2]
    assert shelf.flaws == ()
    records = handler.load("n1").records
    assert list(flaws_of_hands(records, shelf)) == []
    assert hands_of_own_games(records, shelf) == (3, 0)
    assert hands_of_own_games(records, Checked((), ())) == (0, 3)
    assert checked_shelf(handler.clubs.found_club("Others", club_id="other")).sound == ()


def test_a_retired_game_is_no_flaw_and_its_hands_are_judged_by_their_versions(sqlite_database):
    handler = evening(sqlite_database)
    before = checked_shelf(club_of(sqlite_database))
    retire_game(handler.clubs, "k", "Friday Draw")
    assert checked_shelf(club_of(sqlite_database)) == before
    assert list(flaws_of_hands(handler.load("n1").records, before)) == []
    add_game(handler.clubs, "k", FRIDAY)
    assert [one.version for one in checked_shelf(club_of(sqlite_database)).sound] == [1, 2, 4]


ROYAL = 'name = "Royal"\nlike = "Texas Hold\'em"\ndeck = { name = "royal"%s }\nseats = [2, 6]\n'
TWENTY = " ".join(rank + suit for rank in ("10", "J", "Q", "K", "A") for suit in "shdc")


def test_a_game_keeps_the_pack_it_was_added_with_when_the_deck_file_is_gone(on_sqlite, monkeypatch):
    monkeypatch.setitem(deck._decks, "royal", tuple(TWENTY.split()))
    add_game(ClubHandler(on_sqlite, lambda: AT), "k", ROYAL % "")
    monkeypatch.delitem(deck._decks, "royal")
    club = club_of(on_sqlite)
    assert checked_shelf(club).flaws == ()
    (game,) = [one.game for one in own_games(club) if one.game.name == "Royal"]
    assert game.deck.cards == tuple(TWENTY.split())


def test_a_pack_that_a_text_writes_out_is_compared_with_the_one_it_was_added_with(on_sqlite):
    add_game(ClubHandler(on_sqlite, lambda: AT), "k", ROYAL % f', pack = "{TWENTY}"')
    assert checked_shelf(club_of(on_sqlite)).flaws == ()
    tamper(on_sqlite, replacing("source", "10s", "9s"))
    (flaw,) = checked_shelf(club_of(on_sqlite)).flaws
    assert "its text and its declaration differ" in flaw.sentence


def test_what_the_house_and_the_dictionary_of_the_day_made_of_a_game_is_no_flaw(sqlite_database):
    handler = at_a_table(
        sqlite_database, forced=Ante(3), switches=Switches(naturals_before_kickers=True, stakes_include_ante=False)
    )
    announced(handler)
    handler.handle("n1", commands.NewDeal(reason="to go on"))
    add_game(handler.clubs, "k", WORDS)
    event = announced(handler, game="our words")
    assert event.declaration.scale.dictionary
    assert event.declaration.scale.dictionary != read_game(WORDS).scale.dictionary
    assert list(flaws_of_hands(handler.load("n1").records, checked_shelf(club_of(sqlite_database)))) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            replacing("declaration", "Friday", "Monday"),
            "filed under “friday draw”, but its declaration is named Monday Draw",
        ),
        (replacing("declaration", '"names":"Q"', '"names":"K"'), "its text and its declaration differ"),
        (replacing("source", "Q", "K"), "its text and its declaration differ"),
        (replacing("source", FRIDAY.replace('"J"', '"Q"'), "name"), "its text can no longer be read"),
        (replacing("name", "Friday Draw", "FRIDAY DRAW"), "its declaration is named Friday Draw"),
    ],
)
def test_a_version_that_was_changed_and_sealed_anew_is_named(on_sqlite, change, says):
    tamper(on_sqlite, change)
    (flaw,) = checked_shelf(club_of(on_sqlite)).flaws
    assert says in flaw.sentence
    assert flaw.sentence.startswith("Version 2 of the own game ")
    assert "of the club k" in flaw.sentence


def test_a_game_that_was_written_anew_as_a_whole_is_found_by_the_hands_that_froze_it(on_sqlite):
    """Text and declaration of the first version say together what was never played."""
    handler = CommandHandler(on_sqlite, now=lambda: AT)
    first = club_of(on_sqlite).club.games["friday draw"][0].since
    game = read_game(FRIDAY.replace('"J"', '"A"'))

    def change(body: dict[str, Any]) -> None:
        body["data"] |= {"source": FRIDAY.replace('"J"', '"A"'), "declaration": msgspec.to_builtins(game)}

    tamper(on_sqlite, change, version=first)
    shelf = checked_shelf(club_of(on_sqlite))
    assert shelf.flaws == ()
    flaws = list(flaws_of_hands(handler.load("n1").records, shelf))
    assert len(flaws) == 2
    assert "announces the own game Friday Draw with rules that no version of it declares" in flaws[0].sentence
    announced_at = [
        record.version for record in handler.load("n1").records if isinstance(record.event, commands.AnnounceHand)
    ]
    assert [flaw.version for flaw in flaws] == announced_at[:2]


def test_hands_of_a_night_that_came_without_its_games_are_not_doubted(on_sqlite):
    stream = stream_of_club("k")
    without = [body for body in bodies_of(on_sqlite, stream) if body["type"] != "own_game_added"]
    written_anew(on_sqlite, stream, without)
    handler = CommandHandler(on_sqlite, now=lambda: AT)
    assert list(flaws_of_hands(handler.load("n1").records, checked_shelf(club_of(on_sqlite)))) == []
