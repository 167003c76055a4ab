"""The bring-in: the worst open card opens the first round, as in every card room and in PokerKit."""

import pytest

from engine import commands, errors, events
from engine.game.betting import BestShowing, BringIn, HouseLimit, NoLimit, PotLimit
from engine.game.rules_text import explain
from engine.game.steps import Bet, Deal
from engine.play.script.offers import offers
from tests.engine.midnight_games import RAZZ, SEVEN_CARD_STUD
from tests.engine.table import Table, announce, game, house, opened


def stud(*cards: str, declared=SEVEN_CARD_STUD, players: str = "ABC", chips=100) -> Table:
    """A hand in which these open cards have fallen; the last player deals."""
    table = opened(players, chips=chips, rules=house("standard", auto="closed"))
    table.do(announce(declared, dealer=players[-1]))
    return table.do(commands.Deal(cards=cards)) if cards else table


def acts(table: Table) -> list[tuple[str, int, int, int]]:
    return [
        (str(type(offer.command).__struct_config__.tag), offer.least, offer.most, offer.once)
        for offer in offers(table.night)
    ]


def test_everyone_antes_before_the_deal():
    table = stud()
    assert [event.chips for event in table.of(events.ForcedBetPosted)] == [1, 1, 1]
    assert table.holds("pot") == 3


@pytest.mark.parametrize(
    ("cards", "opener"),
    [
        (("5s", "2h", "Kd"), "B"),
        (("As", "Kh", "Qd"), "C"),
        (("2s", "2h", "2d"), "C"),
        (("2s", "2c", "2d"), "B"),
        (("2h", "2s", "Ad"), "A"),
    ],
)
def test_the_lowest_open_card_brings_it_in_and_of_equal_ones_the_lowest_suit(cards, opener):
    assert stud(*cards).turn == opener


@pytest.mark.parametrize(
    ("cards", "opener"), [(("5s", "2h", "Kd"), "C"), (("As", "Kh", "Qd"), "B"), (("Ks", "Kh", "Kd"), "A")]
)
def test_in_razz_the_highest_card_brings_it_in_and_aces_are_low(cards, opener):
    assert stud(*cards, declared=RAZZ).turn == opener


def test_in_razz_the_best_low_showing_opens_later_rounds():
    table = stud("5s", "2h", "Kd", declared=RAZZ).do("C 2; A c; B c")
    table.do(commands.Deal(cards=("5h", "7h", "Ac")))
    assert table.turn == "B"


def test_the_bring_in_opens_and_nobody_checks_or_folds_before():
    table = stud("5s", "2h", "Kd")
    assert acts(table) == [("bet", 2, 2, 4)]
    table.refuses("B x", errors.BringInComesFirst, chips=2)
    table.refuses("B f", errors.BringInComesFirst)
    table.refuses("A 2", errors.NotYourTurn)
    table.refuses("B 3", errors.BringInIsAnother, accepted="2, or 4 at once")
    table.refuses("B 1", errors.BringInIsAnother)
    assert table.do("B 2").hand.round.price == 2


def test_the_first_raise_completes_the_small_bet_and_reopens_the_betting():
    table = stud("5s", "2h", "Kd").do("B 2")
    assert acts(table) == [("call", 0, 0, 0), ("raise", 2, 2, 0), ("fold", 0, 0, 0)]
    table.do("C c")
    table.refuses("A r4", errors.BetIsNotTheFixedSize, size=2)
    table.do(commands.Raise(player="A", to=4))
    assert acts(table) == [("call", 0, 0, 0), ("raise", 4, 4, 0), ("fold", 0, 0, 0)]
    table.do("B r4; C c; A c")
    assert table.hand.rounds.closed == 1
    assert table.holds("pot") == 3 + 24


@pytest.mark.parametrize("bring_in", [1, 3])
def test_whatever_the_bring_in_is_completing_it_reopens_the_betting(bring_in):
    declared = SEVEN_CARD_STUD.but(forced=BringIn(bring_in, ante=1))
    table = stud("5s", "2h", "Kd", declared=declared).do(f"B {bring_in}; C c")
    table.do(commands.Raise(player="A", to=4))
    table.do("B r4; C r4; A c; B c")
    assert table.hand.rounds.closed == 1


def test_the_player_may_complete_at_once():
    table = stud("5s", "2h", "Kd").do("B 4")
    assert acts(table)[1] == ("raise", 4, 4, 0)


def test_who_brings_it_in_has_no_second_say_when_all_call():
    table = stud("5s", "2h", "Kd").do("B 2; C c; A c")
    assert table.hand.rounds.closed == 1


def test_later_turns_until_beatened_by_the_best_showing_who_may_check():
    table = stud("5s", "2h", "Kd").do("B 2; C c; A c").do(commands.Deal(cards=("5h", "7h", "Ac")))
    assert table.turn == "A"
    table.do("A x")


def test_from_the_third_round_on_a_bet_is_the_big_one():
    table = stud("5s", "2h", "Kd").do("B 2; C c; A c")
    table.do(commands.Deal(cards=("5h", "7h", "Ac"))).do("A 4; B c; C c")
    table.do(commands.Deal(cards=("6h", "8h", "Jc")))
    table.refuses("A 4", errors.BetIsNotTheFixedSize, size=8)
    table.do("A 8")


def test_where_open_cards_are_not_known_whoever_bets_first_brings_it_in():
    table = stud("??", "2h", "Kd")
    assert {offer.player for offer in offers(table.night)} == {"A", "B", "C"}
    assert {type(offer.command) for offer in offers(table.night)} == {commands.Bet}
    table.refuses("A x", errors.BringInComesFirst)
    table.do("C 2")
    assert table.turn == "A"


def test_who_cannot_pay_the_bring_in_goes_all_in_with_what_he_has():
    table = stud("5s", "2h", "Kd", chips={"A": 100, "B": 2, "C": 100})
    assert acts(table) == [("bet", 1, 1, 0)]
    table.do("B 1")
    assert table.hand.stakes.all_in == {"B"}


def test_when_the_worst_card_has_no_chips_left_the_next_one_brings_it_in():
    table = stud("5s", "2h", "Kd", chips={"A": 100, "B": 1, "C": 100})
    assert table.turn == "C"
    table.refuses("C x", errors.BringInComesFirst)


@pytest.mark.parametrize("limit", [NoLimit(), PotLimit(), HouseLimit(most=20)])
def test_with_another_limit_the_bring_in_is_the_least(limit):
    declared = game(Deal(up=1), Bet(), opens=BestShowing(), forced=BringIn(3), limit=limit)
    table = stud("5s", "2h", "Kd", declared=declared)
    table.refuses("B 2", errors.BringInIsAnother, accepted="at least 3")
    act, least, most, _ = acts(table)[0]
    assert (act, least) == ("bet", 3)
    assert most >= 3
    table.do("B 3")


def test_the_bring_in_may_be_waived():
    stud("5s", "2h", "Kd").waives("B f", errors.BringInComesFirst)


def test_the_game_says_who_brings_it_in():
    later = "whoever shows the best open cards (if equal, the first player left of the dealer) opens every later"
    assert (
        f"The lowest open card brings it in (of equal ones the first of clubs, diamonds, hearts, spades); {later}"
        in explain(SEVEN_CARD_STUD)
    )
    assert "The highest open card brings it in (of equal ones the first of spades" in explain(RAZZ)
