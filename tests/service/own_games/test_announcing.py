"""An own game is announced by its name, and a hand keeps the declaration it was played under."""

import pytest

from engine import commands, errors
from engine.adjudicate import adjudicate
from engine.game.betting import Ante, HouseLimit
from engine.game.options import HighLow, Hot, Psychology
from engine.game.wilds import Cards
from service.handle import Desk
from service.own_games.shelf import OWN, add_game
from service.store.names import Club, Player

AT = "2026-11-20T19:30:00Z"
FRIDAY = 'name = "Friday Draw"\nlike = "Three Card Draw"\nwild = "J"\n'


@pytest.fixture
def desk(database) -> Desk:
    return at_a_table(database)


def at_a_table(database, **rules) -> Desk:
    desk = Desk(database, now=lambda: AT)
    desk.names.add_club(Club("k", "Klub", AT))
    house = commands.HouseRules(initial_loan=150, auto="all", **rules)
    people = [Player(player, "k", player.upper(), AT) for player in "abc"]
    desk.open_night(commands.OpenNight(night="n1", club="k", banker="b", rules=house), players=people)
    for person in people:
        desk.handle("n1", commands.SeatPlayer(player=person.id))
    add_game(database, "k", FRIDAY, at=AT)
    return desk


def announced(desk: Desk, **said) -> commands.AnnounceHand:
    event = desk.handle("n1", commands.AnnounceHand(**{"game": "friday draw", "dealer": "c", **said}))[0].event
    assert isinstance(event, commands.AnnounceHand)
    return event


def end_of_hand(desk: Desk) -> None:
    for player in "ab":
        desk.handle("n1", commands.Fold(player=player))


def test_an_own_game_is_announced_by_its_name(desk):
    event = announced(desk)
    assert (event.game, event.rulebook) == ("Friday Draw", OWN)
    assert event.declaration == desk.own_games("k")[0].game
    end_of_hand(desk)
    assert desk.page("n1").night.hand is None


def test_the_dealers_options_edit_it_and_what_does_not_fit_is_refused(desk):
    with pytest.raises(errors.OptionDoesNotFit, match="divided already"):
        announced(desk, options=(HighLow(), HighLow()))
    event = announced(desk, options=(Psychology(),))
    assert event.declaration == desk.own_games("k")[0].game + Psychology()
    assert event.options == (Psychology(),)


def test_the_house_plays_it_as_the_games_of_the_rulebook_it_rests_on(database):
    desk = at_a_table(database, forced=Ante(7), limit=HouseLimit(most=3))
    declared = announced(desk).declaration
    assert (declared.forced, declared.limit) == (Ante(7), HouseLimit(most=3))


def test_a_hand_keeps_the_version_it_was_played_under(desk, database):
    announced(desk)
    end_of_hand(desk)
    add_game(database, "k", FRIDAY.replace('"J"', '"2 3"'), at=AT)
    assert announced(desk).declaration.wild_rules == (Cards("2 3"),)
    end_of_hand(desk)
    fresh = Desk(database).page("n1")
    assert [
        one.event.declaration.wild_rules for one in fresh.records if isinstance(one.event, commands.AnnounceHand)
    ] == [(Cards("J"),), (Cards("2 3"),)]
    assert adjudicate(fresh.records).findings == ()


def test_a_hand_of_an_own_game_is_struck_and_drawn_anew(desk):
    event = announced(desk)
    end_of_hand(desk)
    loan = desk.handle("n1", commands.GiveLoan(player="a", chips=10))[0].version
    desk.handle("n1", commands.StrikeEvents(versions=(loan,), reason="mistyped"))
    assert adjudicate(desk.page("n1").records).findings == ()
    assert event in [one.event for one in desk.page("n1").records]


def test_the_rulebook_may_be_said_and_must_be_own(desk):
    with pytest.raises(errors.UnknownGame):
        announced(desk, rulebook="enemaerke")
    with pytest.raises(errors.UnknownGame):
        announced(desk, rulebook="nobodys")
    with pytest.raises(errors.UnknownGame):
        announced(desk, game="Baseball", rulebook=OWN)
    assert announced(desk, rulebook=OWN).game == "Friday Draw"


def test_a_name_that_nobody_has_is_answered_with_own_names_too(desk):
    with pytest.raises(errors.UnknownGame) as caught:
        announced(desk, game="Fryday Draw")
    assert caught.value.details["close"][0] == "Friday Draw"


def test_what_stands_before_the_name_is_refused_before_it(desk):
    announced(desk)
    with pytest.raises(errors.HandIsBeingPlayed):
        announced(desk, options=(HighLow(), HighLow()))


def test_another_clubs_game_is_not_known_here(desk, database):
    desk.names.add_club(Club("other", "Other", AT))
    add_game(database, "other", FRIDAY.replace("Friday", "Sunday"), at=AT)
    with pytest.raises(errors.UnknownGame):
        announced(desk, game="Sunday Draw")


def test_the_same_request_is_answered_as_the_first_time_though_there_is_a_new_version(desk, database):
    said = commands.AnnounceHand(game="Friday Draw", dealer="c")
    first = desk.handle("n1", said, key="tap")
    add_game(database, "k", FRIDAY.replace('"J"', '"2"'), at=AT)
    assert desk.handle("n1", said, key="tap") == first


BIG = 'name = "Big Scroker"\nlike = "Scroker"\nplay = [{ type = "Deal", down = 5 }, "Bet"]\n'


def test_the_dealer_names_a_game_that_the_club_has_invented(database):
    desk = at_a_table(database, rulebook="scroker", limit=HouseLimit(most=3))
    add_game(database, "k", BIG, at=AT)
    announced(desk, game="Dealer's Choice")
    (event, *_) = (one.event for one in desk.handle("n1", commands.NameTheGame(game="hot big scroker")))
    assert (event.game, event.options) == ("Big Scroker", (Hot(),))
    assert (event.declaration.rulebook, event.declaration.limit) == (OWN, HouseLimit(most=3))
    assert adjudicate(desk.page("n1").records).findings == ()


def test_an_own_game_is_announced_with_its_options_before_its_name(desk):
    event = announced(desk, game="high-low friday draw")
    assert (event.game, event.options) == ("Friday Draw", (HighLow(),))


def test_a_game_that_nobody_has_is_not_named(database):
    desk = at_a_table(database, rulebook="scroker")
    announced(desk, game="Dealer's Choice")
    with pytest.raises(errors.UnknownGame):
        desk.handle("n1", commands.NameTheGame(game="Huge Scroker"))
