"""Rulings that are about one game, played as the catalogue declares it; each test is named after its ruling."""

import pytest

from engine import commands, errors, events
from engine.game.betting import Ante
from engine.game.options import Wild
from engine.game.switches import Switches
from engine.game.wilds import Cards, Personal
from engine.library import GAMES, as_switched, named
from engine.play.script.rule import with_options
from engine.play.strength.wild import Lying, sets_of
from engine.state import Held
from tests.engine.table import Table, house, opened

SINGLE_LETTERS = "J K Q V X"


def by_hand(rulebook: str, name: str, players: str = "ABCD", auto: str = "closed", chips: int = 100) -> Table:
    return opened(players, chips, rules=house(rulebook, auto=auto)).do(f"hand {name} by {players[-1]}")


def draws(player: str, thrown: str = "", drawn: str = "") -> commands.Exchange:
    cards, fresh = tuple(thrown.split()), tuple(drawn.split())
    return commands.Exchange(player=player, number=len(cards or fresh), thrown=cards, drawn=fresh)


# Munk


def test_r_m2_paired_hands_compare_by_kickers_and_five_equal_ranks_split_the_pot() -> None:
    table = by_hand("munk", "texas toothpick toast", "AB", auto="none")
    table.do("deal As Ah 3c 4d", "A x; B x", "burn", "lay Ad Kc 9s", "A x; B x")
    table.do("burn", "lay 9d", "A x; B x", "burn", "lay 2h", "A x; B x", "A shows As 3c", "B shows Ah 4d")
    assert table.won() == {"A": 1, "B": 1}


def test_r_m4_a_jewel_dealt_to_who_has_folded_is_ignored() -> None:
    """A folds the jack of hearts; B's ace, and no jewel, is the best card at the showdown."""
    table = by_hand("munk", "rudy's jewels", "ABC", auto="none").do("deal Jh Ac Kd 2h 3h 4h", "A f; B x; C x")
    for _ in range(5):
        table.do("B draws 0; C draws 0", "B x; C x")
    table.do("B shows Ac 3h", "C shows Kd 4h")
    assert table.won() == {"B": 3}


@pytest.mark.parametrize("name", ["three dog night", "five-card 21", "rudy's jewels", "united states stud"])
def test_r_m15_in_munks_games_a_player_may_check_before_the_first_bet_of_a_round(name) -> None:
    table = by_hand("munk", name, "ABC").do("A x; B 3")
    table.refuses("C x", errors.CheckAfterBet, owed=3)


def test_r_m12_texas_toothpick_toast_has_an_ante_and_no_blinds_and_the_dealers_right_acts_first_in_every_round() -> (
    None
):
    table = by_hand("munk", "texas toothpick toast")
    assert table.of(events.ForcedBetPosted) == [
        events.ForcedBetPosted(player=player, kind="ante", chips=1) for player in "ABCD"
    ]
    for cards in ("As Ks Qs", "2d", "3d", ""):
        assert table.turn == "C"
        table.do("C x; B x; A x; D x")
        if cards:
            table.do(f"lay {cards}")
    assert table.hand.stage == "showdown"
    dealt = by_hand("munk", "texas toothpick toast", auto="none").do("deal 2s 3s 4s 5s 2h 3h 4h 5h")
    assert [held.card for held in dealt.hand.cards.own["A"]] == ["2s", "2h"]


# WordPoker


def six_at_wordpoker() -> Table:
    """A throws five letters that exist once; after B to E have drawn five each, one card is left in the stock."""
    table = by_hand("wordpoker", "wordpoker", "ABCDEF").do(f"A has {SINGLE_LETTERS}", "F has Z")
    return table.do(*(f"{player} x" for player in "ABCDEF"), draws("A", SINGLE_LETTERS))


def test_r_w9_when_the_stock_runs_out_what_others_have_thrown_is_drawn_and_never_ones_own() -> None:
    table = six_at_wordpoker().do("B draws 5; C draws 5; D draws 5")
    table.refuses(draws("E", drawn="J K Q V X"), errors.CardIsAlreadyOut, card="J")
    table.do("E draws 5")
    own = commands.Exchange(player="F", number=5, thrown=("Z", "??", "??", "??", "??"), drawn=("J", "K", "Q", "V", "Z"))
    table.refuses(own, errors.CardIsAlreadyOut, card="Z")
    table.do(commands.Exchange(player="F", number=5, thrown=own.thrown, drawn=("J", "K", "Q", "V", "??")))
    assert [held.card for held in table.hand.cards.own["F"]] == ["J", "K", "Q", "V", "??"]


def test_r_w10_in_wordpoker_all_may_check_bet_what_they_have_and_the_dealers_left_begins_both_rounds() -> None:
    table = by_hand("wordpoker", "wordpoker", "ABC")
    assert table.holds("pot") == 3
    table.do("A x; B x; C x", "A draws 0; B draws 0; C draws 0")
    assert table.turn == "A"
    table.refuses("A 100", errors.BetExceedsStack, stack=99)
    table.do("A 99")
    assert table.hand.stakes.all_in == {"A"}


def test_r_w11_in_the_points_game_two_quarters_two_dimes_three_nickels_and_fifteen_pennies_are_100_points() -> None:
    pieces = {"quarter": (25, 2), "dime": (10, 2), "nickel": (5, 3), "penny": (1, 15)}
    box = tuple(commands.Denomination(name, worth, 3 * number) for name, (worth, number) in pieces.items())
    table = opened("ABC", 0, rules=house("wordpoker", initial_loan=100), inventory=box)
    assert set(table.stacks().values()) == {100}
    assert table.holds("box") == 0


# Tricks


def test_r_l4_the_ante_of_lift_smoke_is_one_or_what_the_house_has_agreed() -> None:
    assert by_hand("tarok", "lift smoke").holds("pot") == 4
    agreed = opened("ABCD", rules=house("tarok", forced=Ante(5))).do("hand lift smoke by D")
    assert agreed.holds("pot") == 20


def test_r_t7_game_or_consolation_is_chosen_after_the_discard_and_before_melds_and_ultimo() -> None:
    table = by_hand("tarok", "tarok", "ABC", auto="none", chips=1000).do("deal", "lay", "deal")
    table.do(commands.MakeBid(player="A", contract="threesome"), commands.PassBid(player="B"))
    table.do(commands.PassBid(player="C"), commands.TakeWidow(choice=1))
    goal = commands.AnnounceGoal(goal="consolation")
    table.refuses(goal, errors.NotTheNextStep, act="announce", wanted="discard")
    table.refuses(commands.DeclareMeld(player="A", meld="joker XXI I"), errors.NotTheNextStep, act="meld")
    table.do(commands.Discard())
    table.refuses(commands.AnnounceGoal(goal="ultimo"), errors.UnknownGoal)
    table.do(goal, commands.AnnounceGoal(goal="ultimo"), commands.DeclareMeld(player="A", meld="joker XXI I"))


def test_r_t16_bidding_and_play_run_clockwise_from_forehand() -> None:
    table = by_hand("tarok", "tarok", "ABCD", chips=1000)
    assert table.hand.asked.waiting == ["A", "B", "C"]
    table.refuses(commands.PassBid(player="C"), errors.NotYourTurnToBid, turn=["A"])
    table.do(commands.MakeBid(player="A", contract="solo"))
    table.do(*(commands.PlayCard(player=player) for player in "ABC"))


# Enemærke


def test_r_d8_only_seven_bright_stars_has_a_personal_last_card_and_not_its_variations() -> None:
    own = {game.name for game in GAMES if Personal("last") in game.wild_rules}
    assert "Seven Bright Stars" in own
    assert own.isdisjoint({"April Reigners", "Eleven Bright Stars"})


def test_r_d12_in_yankee_baseball_an_open_three_sends_out_and_a_four_of_any_colour_offers_a_card_for_three() -> None:
    table = by_hand("enemaerke", "yankee baseball").do("deal 7s 3h 4s 4d")
    assert table.of(events.SentOutByCard) == [events.SentOutByCard(player="B", card="3h")]
    assert table.of(events.CardOffered) == [
        events.CardOffered(player="C", card="4s", price=3),
        events.CardOffered(player="D", card="4d", price=3),
    ]
    assert table.hand.still_in == ["A", "C", "D"]


def test_r_d13_in_midnight_baseball_a_black_seven_sends_nobody_out_and_a_three_must_be_paid_for() -> None:
    table = by_hand("enemaerke", "midnight baseball", "ABC").do(commands.TurnOwn(player="A", card="7s"))
    assert table.of(events.SentOutByCard) == []
    table.do("A x; B x; C x", commands.TurnOwn(player="B", card="3c"))
    assert table.of(events.FeePaid) == [events.FeePaid(player="B", card="3c", chips=3)]
    table.refuses(commands.DeclineCard(player="B"), errors.NothingIsOffered)


@pytest.mark.parametrize("name", ["midnight baseball", "nårwidjan munækklips"])
def test_r_d26_the_first_to_turn_in_the_midnight_games_is_the_dealers_left(name) -> None:
    """“Første spiller vender et kort”; after each round the next one clockwise goes on."""
    table = by_hand("enemaerke", name, "ABC")
    table.refuses(commands.TurnOwn(player="C"), errors.NotYourTurnToTurn, turn=["A"])
    table.do(commands.TurnOwn(player="A", card="2c"), "A x; B x; C x")
    assert table.hand.asked.waiting == ["B", "C"]


WILD_AFTER_A_LAST_QUEEN = {
    "Follow the Queen": {"Qh", "2c"},
    "Follow the Queen and One-eyed Picture Cards": {"Qh", "2c", "Js"},
    "April Reigners": {"Qh", "2c", "3c"},
}


@pytest.mark.parametrize(("name", "wild"), WILD_AFTER_A_LAST_QUEEN.items(), ids=WILD_AFTER_A_LAST_QUEEN)
def test_r_d27_a_last_open_queen_cancels_only_what_followed_an_earlier_one(name, wild) -> None:
    """“Dronningerne de eneste vildkort” is said where nothing else is named; here the dealer has added twos."""
    game = with_options(named(name, "enemaerke")[0], [Wild(Cards("2"))])
    dealt = [Held(card, up=True, dealt_up=True) for card in ("Qs", "7d", "2c", "Js", "3c", "Qh")]
    lying = Lying(game, own=dealt, turned_up=dealt)
    rules = [sets_of(rule, lying) for rule in game.wild_rules]
    assert {held.card for held in dealt} & set().union(*(one for sets in rules for one in sets)) == wild | {"Qs"}


def test_r_d4_seven_lines_of_the_elevator_are_three_floors_two_columns_and_two_diagonals() -> None:
    board = named("Elevator", "enemaerke")[0].board
    assert board.lines is not None
    with_the_elevator = [line for line in board.lines if "elevator" in line.split()]
    assert (len(board.lines), len(with_the_elevator)) == (7, 5)
    assert {frozenset(line.split()) for line in board.lines if line not in with_the_elevator} == {
        frozenset(("st.tv", "1.tv", "2.tv")),
        frozenset(("st.th", "1.th", "2.th")),
    }


def test_the_usual_house_is_the_one_the_rulings_name() -> None:
    """RULINGS: every switch has its named default, and with it nothing is declared otherwise."""
    assert all(as_switched(game, Switches()) is game for game in GAMES)
    usual = Switches()
    assert (usual.trump_from, usual.jack_value, usual.widow_multiplier_scope) == ("dealer_last", 2, "game")
    assert (usual.never_discarded, usual.pagat_pays, usual.toothpick_deal) == ("kings", "bidder_only", "left")
    assert (usual.passed_out, usual.stakes_include_ante, usual.hot_scope) == ("carry", True, "hand")
    assert (usual.single_wild_scope, usual.follower_scope, usual.dark_mode) == ("card", "rank", "add")
    assert (usual.rounds, usual.criss_cross, usual.naturals_before_kickers) == ("description", "cross", False)
    assert (usual.limit_raises, usual.half_bet_reopens, usual.three_over_straight) == ("three", False, False)
    assert (usual.one_eyed, house().odd_chip) == ("Js Jh Kd", "first_in_order")
