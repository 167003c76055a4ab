"""What was done to an own game in the book is found: the row alone, or by the hands that froze it."""

from __future__ import annotations

import pytest

from engine import commands
from engine.cards import deck
from engine.game.betting import Ante
from engine.game.options import HighLow
from engine.game.switches import Switches
from service.command_handler import CommandHandler
from service.own_games.checking import Checked, checked_shelf, flaws_of_hands, hands_of_own_games
from service.own_games.reading import read_game
from service.own_games.shelf import add_game, own_games, retire_game
from tests.service.own_games.test_announcing import AT, FRIDAY, announced, at_a_table, end_of_hand
from tests.service.store.evening import drop_protection, plain_sqlite

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
    add_game(database, "k", NEXT, at=AT)
    announced(handler)
    end_of_hand(handler)
    return handler


def tamper(database, statement: str, *values: object) -> None:
    with plain_sqlite(database) as connection:
        drop_protection(connection)
        assert connection.execute(statement, values).rowcount > 0


def test_a_sound_shelf_has_no_flaw_and_every_hand_is_found_on_it(database):
    handler = evening(database)
    shelf = checked_shelf(database)
    assert [kept.version for kept, _ in shelf.sound] == [1, 2]
    assert shelf.flaws == ()
    records = handler.load("n1").records
    assert list(flaws_of_hands(records, shelf)) == []
    assert hands_of_own_games(records, shelf) == (3, 0)
    assert hands_of_own_games(records, Checked((), ())) == (0, 3)
    assert checked_shelf(database, "k") == shelf
    assert checked_shelf(database, "other").sound == ()


def test_a_retired_game_is_no_flaw_and_its_hands_are_judged_by_their_versions(database):
    handler = evening(database)
    before = checked_shelf(database)
    retire_game(database, "k", "Friday Draw", at=AT)
    assert checked_shelf(database) == before
    assert list(flaws_of_hands(handler.load("n1").records, checked_shelf(database))) == []
    add_game(database, "k", FRIDAY, at=AT)
    assert [kept.version for kept, _ in checked_shelf(database).sound] == [1, 2, 4]


ROYAL = 'name = "Royal"\nlike = "Texas Hold\'em"\ndeck = { name = "royal"%s }\nseats = [2, 6]\n'
TWENTY = " ".join(rank + suit for rank in ("10", "J", "Q", "K", "A") for suit in "shdc")


def test_a_game_keeps_the_pack_it_was_added_with_when_the_deck_file_is_gone(on_sqlite, monkeypatch):
    monkeypatch.setitem(deck._decks, "royal", tuple(TWENTY.split()))
    add_game(on_sqlite, "k", ROYAL % "", at=AT)
    monkeypatch.delitem(deck._decks, "royal")
    assert checked_shelf(on_sqlite).flaws == ()
    (game,) = [one.game for one in own_games(on_sqlite, "k") if one.game.name == "Royal"]
    assert game.deck.cards == tuple(TWENTY.split())


def test_a_pack_that_a_text_writes_out_is_compared_with_the_one_it_was_added_with(on_sqlite):
    add_game(on_sqlite, "k", ROYAL % f', pack = "{TWENTY}"', at=AT)
    assert checked_shelf(on_sqlite).flaws == ()
    tamper(on_sqlite, "UPDATE own_game SET source = replace(source, '10s', '9s') WHERE name = 'Royal'")
    (flaw,) = checked_shelf(on_sqlite).flaws
    assert "its text and its declaration differ" in flaw.sentence


def test_what_the_house_and_the_dictionary_of_the_day_made_of_a_game_is_no_flaw(database):
    handler = at_a_table(
        database, forced=Ante(3), switches=Switches(naturals_before_kickers=True, stakes_include_ante=False)
    )
    announced(handler)
    handler.handle("n1", commands.NewDeal(reason="to go on"))
    add_game(database, "k", WORDS, at=AT)
    event = announced(handler, game="our words")
    assert event.declaration.scale.dictionary
    assert event.declaration.scale.dictionary != read_game(WORDS).scale.dictionary
    assert list(flaws_of_hands(handler.load("n1").records, checked_shelf(database))) == []


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE own_game SET declaration = '{' WHERE version = 2", "its declaration cannot be read"),
        ("UPDATE own_game SET declaration = '{}' WHERE version = 2", "its declaration cannot be read"),
        ("UPDATE own_game SET declaration = declaration || ' ' WHERE version = 2", "not in the book's canonical form"),
        ("UPDATE own_game SET declaration = x'ff' WHERE version = 2", "its declaration is not a text"),
        (
            "UPDATE own_game SET declaration = replace(declaration, 'Friday', 'Monday') WHERE version = 2",
            "filed under “friday draw”, but its declaration is named Monday Draw",
        ),
        (
            """UPDATE own_game SET declaration = replace(declaration, '"names":"Q"', '"names":"K"') WHERE version = 2""",
            "its text and its declaration differ",
        ),
        ("UPDATE own_game SET source = replace(source, 'Q', 'K') WHERE version = 2", "its text and its declaration"),
        ("UPDATE own_game SET source = 'name' WHERE version = 2", "its text can no longer be read"),
        ("UPDATE own_game SET source = x'ff' WHERE version = 2", "its source is not a text"),
        ("UPDATE own_game SET name = 'Monday Draw' WHERE version = 2", "is named Friday Draw"),
        ("UPDATE own_game SET compared = 'monday' WHERE version = 2", "version 1 is expected here"),
        ("UPDATE own_game SET version = 3 WHERE version = 2", "version 2 is expected here, so one is missing"),
        ("DELETE FROM own_game WHERE version = 1", "version 1 is expected here"),
        ("UPDATE own_game SET source = '', declaration = '', version = 3 WHERE version = 2", "version 2 is expected"),
        ("UPDATE own_game SET source = '' WHERE version = 2", "its text can no longer be read"),
        ("UPDATE own_game SET version = 'two' WHERE version = 2", "its version is not a whole number"),
    ],
)
def test_a_row_that_was_changed_is_named(on_sqlite, statement, says):
    tamper(on_sqlite, statement)
    (flaw,) = checked_shelf(on_sqlite).flaws
    assert says in flaw.sentence
    assert "own game" in flaw.sentence
    assert "of the club k" in flaw.sentence


def test_a_game_that_was_written_anew_as_a_whole_is_found_by_the_hands_that_froze_it(on_sqlite):
    other = FRIDAY.replace('"J"', '"A"')
    handler = CommandHandler(on_sqlite, now=lambda: AT)
    add_game(on_sqlite, "k", other, at=AT)
    with plain_sqlite(on_sqlite) as connection:
        drop_protection(connection)
        for name in ("source", "declaration"):
            connection.execute(
                f"UPDATE own_game SET {name} = (SELECT {name} FROM own_game WHERE version = 3) WHERE version = 1"
            )
    shelf = checked_shelf(on_sqlite)
    assert shelf.flaws == ()
    flaws = list(flaws_of_hands(handler.load("n1").records, shelf))
    assert len(flaws) == 2
    assert "announces the own game Friday Draw with rules that no version of it declares" in flaws[0].sentence
    announced_at = [
        record.version for record in handler.load("n1").records if isinstance(record.event, commands.AnnounceHand)
    ]
    assert [flaw.version for flaw in flaws] == announced_at[:2]


def test_hands_of_a_night_that_came_without_its_games_are_not_doubted(on_sqlite):
    handler = CommandHandler(on_sqlite, now=lambda: AT)
    tamper(on_sqlite, "DELETE FROM own_game")
    assert list(flaws_of_hands(handler.load("n1").records, checked_shelf(on_sqlite))) == []
