"""An own game is announced by its name, and a hand keeps the declaration it was played under."""

import pytest

from engine import commands, errors
from engine.adjudicate import adjudicate
from engine.game.betting import Ante, HouseLimit
from engine.game.options import HighLow, Hot, Psychology
from engine.game.wilds import Cards
from engine.library import OWN
from service.book.own_games.adding import add_game
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import Joining
from service.book.store.names import new_member
from tests.service.book.store.nights import open_night

AT = "2026-11-20T19:30:00Z"
FRIDAY = 'name = "Friday Draw"\nlike = "Three Card Draw"\nwild = "J"\n'


@pytest.fixture
def handler(sqlite_database) -> CommandHandler:
    return at_a_table(sqlite_database)


def at_a_table(database, **rules) -> CommandHandler:
    handler = CommandHandler(database, now=lambda: AT)
    handler.clubs.found_club("Klub", club_id="k")
    house = commands.HouseRules(initial_loan=150, auto="all", **rules)
    people = [new_member("k", player, player.upper()) for player in "abc"]
    opening = commands.OpenNight(night="n1", club="k", banker="b", rules=house)
    open_night(handler, opening, joining=Joining(members=people))
    for person in people:
        handler.handle("n1", commands.SeatPlayer(player=person.id))
    add_game(handler.clubs, "k", FRIDAY)
    return handler


def announced(handler: CommandHandler, **said) -> commands.AnnounceHand:
    event = handler.handle("n1", commands.AnnounceHand(**{"game": "friday draw", "dealer": "c", **said}))[0].event
    assert isinstance(event, commands.AnnounceHand)
    return event


def end_of_hand(handler: CommandHandler) -> None:
    for player in "ab":
        handler.handle("n1", commands.Fold(player=player))


def test_an_own_game_is_announced_by_its_name(handler):
    event = announced(handler)
    assert (event.game, event.rulebook) == ("Friday Draw", OWN)
    assert event.declaration == handler.own_games("k")[0].game
    end_of_hand(handler)
    assert handler.load("n1").night.hand is None


def test_the_dealers_options_edit_it_and_what_does_not_fit_is_refused(handler):
    with pytest.raises(errors.OptionDoesNotFit, match="divided already"):
        announced(handler, options=(HighLow(), HighLow()))
    event = announced(handler, options=(Psychology(),))
    assert event.declaration == handler.own_games("k")[0].game + Psychology()
    assert event.options == (Psychology(),)


def test_the_house_plays_it_as_the_games_of_the_rulebook_it_rests_on(sqlite_database):
    handler = at_a_table(sqlite_database, forced=Ante(7), limit=HouseLimit(most=3))
    declared = announced(handler).declaration
    assert (declared.forced, declared.limit) == (Ante(7), HouseLimit(most=3))


def test_a_hand_keeps_the_version_it_was_played_under(handler, sqlite_database):
    announced(handler)
    end_of_hand(handler)
    add_game(handler.clubs, "k", FRIDAY.replace('"J"', '"2 3"'))
    assert announced(handler).declaration.wild_rules == (Cards("2 3"),)
    end_of_hand(handler)
    fresh = CommandHandler(sqlite_database).load("n1")
    assert [
        one.event.declaration.wild_rules for one in fresh.records if isinstance(one.event, commands.AnnounceHand)
    ] == [(Cards("J"),), (Cards("2 3"),)]
    assert adjudicate(fresh.records).findings == ()


def test_a_hand_of_an_own_game_is_struck_and_drawn_anew(handler):
    event = announced(handler)
    end_of_hand(handler)
    loan = handler.handle("n1", commands.GiveLoan(player="a", chips=10))[0].version
    handler.handle("n1", commands.StrikeEvents(versions=(loan,), reason="mistyped"))
    assert adjudicate(handler.load("n1").records).findings == ()
    assert event in [one.event for one in handler.load("n1").records]


def test_the_rulebook_may_be_said_and_must_be_own(handler):
    with pytest.raises(errors.UnknownGame):
        announced(handler, rulebook="enemaerke")
    with pytest.raises(errors.UnknownGame):
        announced(handler, rulebook="nobodys")
    with pytest.raises(errors.UnknownGame):
        announced(handler, game="Baseball", rulebook=OWN)
    assert announced(handler, rulebook=OWN).game == "Friday Draw"


def test_a_name_that_nobody_has_is_answered_with_own_names_too(handler):
    with pytest.raises(errors.UnknownGame) as caught:
        announced(handler, game="Fryday Draw")
    assert caught.value.details["close"][0] == "Friday Draw"


def test_what_stands_before_the_name_is_refused_before_it(handler):
    announced(handler)
    with pytest.raises(errors.HandIsBeingPlayed):
        announced(handler, options=(HighLow(), HighLow()))


def test_another_clubs_game_is_not_known_here(handler, sqlite_database):
    handler.clubs.found_club("Other", club_id="other")
    add_game(handler.clubs, "other", FRIDAY.replace("Friday", "Sunday"))
    with pytest.raises(errors.UnknownGame):
        announced(handler, game="Sunday Draw")


def test_the_same_request_is_answered_as_the_first_time_though_there_is_a_new_version(handler, sqlite_database):
    said = commands.AnnounceHand(game="Friday Draw", dealer="c")
    first = handler.handle("n1", said, key="tap")
    add_game(handler.clubs, "k", FRIDAY.replace('"J"', '"2"'))
    assert handler.handle("n1", said, key="tap") == first


BIG = 'name = "Big Scroker"\nlike = "Scroker"\nplay = [{ type = "Deal", down = 5 }, "Bet"]\n'


def test_the_dealer_names_a_game_that_the_club_has_invented(sqlite_database):
    handler = at_a_table(sqlite_database, rulebook="scroker", limit=HouseLimit(most=3))
    add_game(handler.clubs, "k", BIG)
    announced(handler, game="Dealer's Choice")
    (event, *_) = (one.event for one in handler.handle("n1", commands.NameTheGame(game="hot big scroker")))
    assert (event.game, event.options) == ("Big Scroker", (Hot(),))
    assert (event.declaration.rulebook, event.declaration.limit) == (OWN, HouseLimit(most=3))
    assert adjudicate(handler.load("n1").records).findings == ()


def test_an_own_game_is_announced_with_its_options_before_its_name(handler):
    event = announced(handler, game="high-low friday draw")
    assert (event.game, event.options) == ("Friday Draw", (HighLow(),))


def test_a_game_that_nobody_has_is_not_named(sqlite_database):
    handler = at_a_table(sqlite_database, rulebook="scroker")
    announced(handler, game="Dealer's Choice")
    with pytest.raises(errors.UnknownGame):
        handler.handle("n1", commands.NameTheGame(game="Huge Scroker"))
