"""What is wild in hands as they are played: by the deal, by the order of opening, and where cards are not known."""

from typing import get_args

import pytest

from engine import commands, events
from engine.catalogue.shared import DANISH
from engine.game.definition import Game
from engine.game.options import Psychology, Wild
from engine.game.steps import Bet, Deal, Draw, Expose, Reveal
from engine.game.wilds import AnyWildRule, Cards, Follower, OffersCard, Personal, RiskyPairs, SplitPairs, Spots
from engine.play.strength.best_hand import best_made, known_cards, made_of
from engine.play.strength.wild import SETS, Lying, sets_of, wild_cards
from engine.state import Held
from tests.engine.declared import DECLARED
from tests.engine.hands import worth
from tests.engine.table import Table, announce, game, house, opened

# Hands as they are played


def play(name: str | Game, *said: commands.Command | str, auto: str = "none", players: str = "ABC") -> Table:
    """A hand in which everybody checks each round; what is said comes between the rounds."""
    declared = (DECLARED[name] if isinstance(name, str) else name).but(seats=(2, 7))
    table = opened(players, rules=house(auto=auto)).do(announce(declared, dealer=players[-1])).checked_down()
    for part in said:
        table.do(part).checked_down()
    return table


def wild(table: Table, player: str) -> set[str]:
    """The wild cards among the player's five, at the showdown."""
    made = made_of(table.hand, player, table.hand.game.scale)
    return set().union(*made.wild) & set(made.standing.cards)


def deals(*rounds: str) -> list[str]:
    """Each round names the cards of A, B and C in turn."""
    return ["deal " + cards for cards in rounds]


def arrange(player: str, cards: str) -> commands.ArrangeCards:
    return commands.ArrangeCards(player=player, cards=tuple(cards.split()))


def reveal(cards: str) -> commands.RevealCards:
    return commands.RevealCards(cards=tuple(cards.split()))


LAST_CHANCE = (
    "deal As Kd 2c Ad Ks 3c 4c 5h 4h 9h 9c 5c 2s 2d 6c",
    arrange("A", "As Ad 4c 9h 2s"),
    arrange("B", "Kd Ks 5h 2d 9c"),
    arrange("C", "2c 3c 4h 5c 6c"),
)


def test_who_fixes_the_order_of_his_pile_picks_his_wild_card():
    table = play("Last Chance", *LAST_CHANCE, *[commands.RevealCards()] * 5)
    assert [wild(table, player) for player in "ABC"] == [{"2s"}, {"9c"}, {"6c"}]
    table.do("A shows As Ad 4c 9h 2s", "B shows Kd Ks 5h 2d 9c", "C shows 2c 3c 4h 5c 6c")
    (award,) = table.of(events.PotAwarded)
    assert [(share.player, share.hand) for share in award.shares] == [("C", worth("straight, six high"))]


def test_the_last_card_turned_counts_for_opening_the_round_behind_it():
    table = play("Last Chance", *LAST_CHANCE, *[commands.RevealCards()] * 4)
    table.do(commands.RevealCards())
    # Three aces, three kings, and a straight of four and the wild six.
    assert table.turn == "C"


def test_a_bottom_card_is_wild_though_nobody_arranged_the_pile():
    table = play(
        "Last Chance Unplugged",
        commands.Deal(),
        *(reveal(cards) for cards in ("As Kd", "Ad Ks", "4c 5h", "9h 3d", "2s 9c")),
        players="AB",
    )
    assert [wild(table, player) for player in "AB"] == [{"2s"}, {"9c"}]


def test_where_the_order_of_opening_is_not_known_the_table_names_the_winner():
    table = play("Last Chance", *[commands.RevealCards()] * 5, auto="closed")
    table.do("A shows As Ad 4c 9h 2s", "B shows Kd Ks 5h 2d 9c", "C shows 2c 3c 4h 5c 6c")
    assert table.hand.stage == "showdown"
    assert known_cards(table.hand, "A") is None
    table.do("A win")
    assert table.won() == {"A": 6}


def test_a_last_card_seen_turning_is_known_whatever_lay_before_it():
    table = play("Last Chance", *[commands.RevealCards()] * 4, reveal("2s 9c 6c"), auto="closed")
    table.do("A shows As Ad 4c 9h 2s", "B shows Kd Ks 5h 2d 9c")
    assert [wild(table, player) for player in "AB"] == [{"2s"}, {"9c"}]


SANDS = (
    *("deal As Kd 2c Ad Ks 3c", "A opens As", "B opens Kd", "C opens 2c"),
    *("deal 2s 3d 4c", "A opens Ad", "B opens Ks", "C opens 3c"),
    *("deal 9h 9d 5c", "A opens 9h", "B opens 9d", "C opens 4c"),
    *("deal 7h 7d 8d", "A opens 7h", "B opens 7d", "C opens 5c"),
)


def opens(said: str) -> commands.Command | str:
    player, _, card = said.partition(" opens ")
    return commands.ExposeCard(player=player, card=card) if card else said


def test_one_card_that_was_never_opened_is_known_when_it_is_shown():
    unseen = [said if "deal" not in said else "deal" for said in SANDS]
    table = play("Shifting Sands", *map(opens, unseen))
    table.do("A shows As Ad 9h 7h 2s", "B shows Kd Ks 9d 7d 3d")
    assert [wild(table, player) for player in "AB"] == [{"2s"}, {"3d"}]


def test_in_roll_them_the_lowest_of_what_stayed_closed_is_wild_even_if_shown_only_at_the_end():
    rounds = [
        f"{player} opens {card}"
        for cards in ("As Ks", "Ad Kd", "9h 9d", "7h 7d")
        for player, card in zip("AB", cards.split(), strict=True)
    ]
    said = ["deal", *rounds[:2], "deal", *rounds[2:4], "deal", *rounds[4:6], "deal", *rounds[6:], "deal"]
    table = play("Roll Them", *map(opens, said), players="AB")
    table.do("A shows As Ad 9h 7h Jc 5c 10c")
    assert wild(table, "A") == {"5c"}


def test_where_it_is_not_known_which_cards_stayed_closed_nothing_is_judged():
    table = play("Roll Them", auto="all", players="AB")
    table.do("A shows As Ad 9h 7h Jc 5c 10c", "B shows Ks Kd 9d 7d Js 5d 10d")
    assert known_cards(table.hand, "A") is None
    table.do("B win")
    assert table.won() == {"B": 4}


def test_a_bought_card_is_never_the_last_one():
    declared = game(Deal(down=1), (Deal(up=1), Bet()) * 2, wild=Personal("last"), effects=(OffersCard("4h", price=1),))
    table = opened("AB", rules=house(auto="none")).do(announce(declared, dealer="B"), "deal 2s 3s", "deal 4h 5s")
    table.do(commands.BuyCard(player="A", card="Kd")).checked_down().do("deal 9c 10c").checked_down()
    assert table.hand.cards.own["A"][-1].card == "9c"
    assert wild(table, "A") == {"2s"}


def test_a_split_pair_is_split_by_the_deal_and_psychology_does_not_undo_it():
    declared = DECLARED["CRS Surprise"]
    rounds = deals("9s 2c 3c 2d 4s 5d", "9h Jc Qc", "Ks Jd Qd", "Jh 6c 7c", "6s 6d 7d", "8c 10h 8h")
    assert wild(play(declared, *rounds), "A") == {"9s", "9h"}
    turned = [
        *(arrange("A", "8c 2d 9s"), arrange("B", "10h 4s 2c"), arrange("C", "8h 5d 3c")),
        *[commands.RevealCards()] * 3,
    ]
    assert wild(play(declared + Psychology(), *rounds, *turned), "A") == {"9s", "9h"}


@pytest.mark.parametrize(("name", "third", "last"), [("Mexican Stud", "", ()), ("Roll Them", "Jc Qd", ("deal 3h 7d",))])
def test_a_card_opened_by_choice_is_the_open_one_of_a_split_pair(name, third, last):
    """D3: one card is closed and the other open, as in Five Card Stud, of which Mexican Stud is a variation."""
    declared = DECLARED[name].but(wild=SplitPairs())
    said = [f"deal Ks 3d Kh 2d {third}", "A opens Kh", "B opens 2d"]
    for first, second in (("4c", "5c"), ("6h", "7h"), ("9s", "10s")):
        said += [f"deal {first} {second}", f"A opens {first}", f"B opens {second}"]
    assert wild(play(declared, *map(opens, (*said, *last)), players="AB"), "A") == {"Ks", "Kh"}


def test_where_it_is_not_known_how_a_card_was_dealt_no_pair_is_judged():
    table = play("CRS Surprise", auto="all", players="AB").do("A shows 9s 2d 9h Ks Jh 6s 8c")
    assert known_cards(table.hand, "A") is None


# Follow the Queen


def test_the_follower_changes_while_the_cards_are_dealt_and_so_does_who_opens():
    table = opened("ABC", rules=house(auto="none")).do(announce(DECLARED["Follow the Queen"], dealer="C"))
    table.do("deal 2s 2h 2d 3s 4h 5d", "deal Qs 8h Kc")
    # A wild queen alone is above the king.
    assert table.turn == "A"
    table.checked_down().do("deal 7s 8c 9d")
    # Eights follow: two wild cards are a pair of aces, and so is the queen with nothing better than itself.
    assert table.turn == "B"
    table.checked_down().do("deal 7d Qh Jc").checked_down().do("deal Js 7c 6d")
    # Jacks follow now, and the eights no more.
    assert table.hand.round is not None
    table.checked_down().do("deal 3c 4c Jd").checked_down()
    assert [wild(table, player) for player in "ABC"] == [{"Qs", "Js"}, {"Qh"}, {"Jc", "Jd"}]


def test_the_cards_of_who_has_folded_still_count():
    table = opened("ABC", rules=house(auto="none")).do(announce(DECLARED["Follow the Queen"], dealer="C"))
    table.do("deal 2s 2h 2d 3s 4h 5d", "deal Kc 8h Qs").do(f"{table.turn} x", "A b1", "B c", "C f")
    table.do("deal 7s 9c").checked_down().do("deal 9h Jc").checked_down().do("deal 6s 10c").checked_down()
    table.do("deal 7d Jh").checked_down()
    assert [wild(table, player) for player in "AB"] == [{"7s", "7d"}, set()]


def test_a_follower_that_nobody_knows_leaves_the_winner_to_the_table():
    table = play(
        "Follow the Queen", *deals("2s 2h 2d 3s 4h 5d", "Qs ?? Kc", "7s 8c 9d", "7d 8d Jc", "Js 7c 6d", "3c 4c Jd")
    )
    table.do("A shows 2s 3s Qs 7s 7d Js 3c", "C shows 2d 5d Kc 9d Jc 6d Jd")
    assert known_cards(table.hand, "A") is None
    assert known_cards(table.hand, "C") is None
    table.do("B has 7h")
    assert wild(table, "A") == {"Qs", "7s", "7d"}


def test_a_later_queen_makes_an_unknown_card_before_it_of_no_account():
    table = play(
        "Follow the Queen", *deals("2s 2h 2d 3s 4h 5d", "Qs ?? Kc", "7s 8c 9d", "Qd 8d Jc", "Js 7c 6d", "3c 4c Jd")
    )
    assert wild(table, "C") == set()
    assert wild(table, "A") == {"Qs", "Qd"}


def test_nobody_is_named_opener_where_the_follower_is_not_known():
    table = opened("ABC", rules=house(auto="none")).do(announce(DECLARED["Follow the Queen"], dealer="C"))
    table.do("deal 2s 2h 2d 3s 4h 5d", "deal 8s Qs ??")
    assert table.hand.round.anyone
    table.do("C f", "A x; B x").do("deal 7s Kd")
    # The card that was not known is out of the hand, and may still be the follower.
    assert table.hand.round.anyone


def test_a_card_opened_by_its_holder_triggers_nothing():
    declared = game(Deal(down=1, up=1), Bet(), Expose(), Bet(), Deal(up=1), Bet(), wild=(Cards("Q"), Follower("Q")))
    table = opened("AB", rules=house(auto="none")).do(announce(declared, dealer="B"), "deal Qs 2h 5s 9d").checked_down()
    table.do(*map(opens, ("A opens Qs", "B opens 2h"))).checked_down().do("deal 9c Kd").checked_down()
    assert wild(table, "A") == {"Qs"}
    turned = game(Deal(pile=1, up=1), Bet(), Reveal(), Bet(), Deal(up=1), Bet(), wild=(Cards("Q"), Follower("Q")))
    table = play(turned, "deal Qs 2h 5s 9d", commands.RevealCards(), "deal 9c Kd", players="AB")
    assert wild(table, "A") == {"Qs"}


# Rules by themselves


def lying(declared: Game, own: str, *, closed: int = 0, board: str = "", used: str = "") -> Lying:
    """Cards of one player: the first `closed` of them closed, the others dealt open in this order."""
    held = [Held(card, up=place >= closed, dealt_up=place >= closed) for place, card in enumerate(own.split())]
    return Lying(declared, board.split(), held, [one for one in held if one.up], used.split())


PLAIN = game(Deal(up=5), Bet())


@pytest.mark.parametrize(
    ("rule", "own", "closed", "sets"),
    [
        (Personal("last"), "7s 7h 2c 5d 9c", 0, [{"9c"}]),
        (Personal("last", scope="rank"), "7s 7h 2c 5d 9c", 0, [{"9s", "9h", "9d", "9c"}]),
        (Personal("lowest closed"), "7s 7h 2c 5d 9c", 2, [{"7s", "7h"}]),
        (Personal("lowest closed"), "7s 7h 2c 5d 9c", 0, [set()]),
        (Personal("lowest closed"), "As Ah 2c 5d 9c", 2, [{"As", "Ah"}]),
        (Personal("lowest closed"), "As 9h 9c 5d 2c", 3, [{"9h", "9c"}, {"As"}]),
        (Personal("lowest closed", scope="rank"), "7s 9h 2c 5d 7c", 2, [{"7s", "7h", "7d", "7c"}]),
        (Personal("chosen"), "7s 9h", 0, [{"7s"}, {"9h"}]),
        (Personal("chosen", scope="rank"), "7s 7h", 0, [{"7s", "7h", "7d", "7c"}]),
        (Follower("Q"), "Qs 9h 2c", 0, [{"9s", "9h", "9d", "9c"}]),
        (Follower("Q", scope="card"), "Qs 9h 2c", 0, [{"9h"}]),
        (Follower("Qh"), "Qs 9h Qh 2c", 0, [{"2s", "2h", "2d", "2c"}]),
        (Follower("3 9"), "3s 9h", 0, [set()]),
        (RiskyPairs(), "7s 7h 9c 9d 9h", 0, [{"7s", "7h"}]),
        (SplitPairs(), "7s 7h 7c 9d", 2, [{"7s", "7c"}, {"7h", "7c"}]),
        (Cards("7 9h"), "7s", 0, [{"7s", "7h", "7d", "7c", "9h"}]),
    ],
)
def test_each_rule_gives_the_sets_of_cards_it_may_make_wild(rule, own, closed, sets):
    assert [set(each) for each in sets_of(rule, lying(PLAIN, own, closed=closed))] == sets


def test_every_wild_rule_gives_sets_of_cards():
    assert set(get_args(AnyWildRule)) - set(SETS) == set(), "needs a function in engine/play/strength/wild.py"


def test_a_spot_may_make_every_card_of_its_rank_wild():
    declared = DECLARED["Criss-Cross"].but(wild=Spots("centre", scope="rank"))
    assert wild_cards(declared, ["2s", "3s", "4s", "5s", "7h"]) == {"7s", "7h", "7d", "7c"}
    assert wild_cards(declared, ["2s", "3s", "4s", "5s", "??"]) == set()


def test_an_exchanged_open_card_still_was_dealt():
    declared = game(Deal(up=2), Bet(), Draw(up_to=1), Bet(), Deal(up=1), Bet(), wild=(Cards("Q"), Follower("Q")))
    table = opened("AB", rules=house(auto="none")).do(announce(declared, dealer="B"), "deal 5s 2h Qs 9d").checked_down()
    table.do(commands.Exchange(player="A", number=1, thrown=("Qs",), drawn=("9h",)), "B draws 0").checked_down()
    table.do("deal 9c Kd").checked_down()
    assert wild(table, "A") == {"9h", "9c"}
    assert [held.card for held in table.night.copy().hand.cards.turned_up] == ["5s", "2h", "Qs", "9d", "9c", "Kd"]


def test_more_wild_cards_may_be_added_to_any_rule():
    declared = DECLARED["Roll Them"] + Wild(Cards("K"))
    own = lying(declared, "5s 8h 9c Kd 2c Jd 4h", closed=3)
    made = best_made(own, DANISH)
    assert [set(each) & {held.card for held in own.own} for each in made.wild] == [{"5s"}, {"Kd"}]
