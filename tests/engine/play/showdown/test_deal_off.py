"""A deal-off: equal hands are dealt new open cards, and those alone decide (RULINGS R-M5, LANGUAGE 4.20)."""

import pytest

from engine import commands, errors, events
from engine.cards.deck import FRENCH_52
from engine.game.awards import Best, DealOff, Low, Poker, Split, TwentyOne
from engine.game.betting import Ante
from engine.game.steps import Bet, Deal, Draw
from engine.play.script.offers import offers
from engine.reports.hand_history import hand_history
from engine.state import place_of
from tests.engine.hands import worth
from tests.engine.table import Table, announce, game, house, opened

MUNK = Poker(suits=True)
DEAL_OFF = DealOff(up=5, scale=MUNK)
FIVE_CARD_21 = (Deal(down=5), Bet(), (Draw(up_to=2), Bet()) * 3)

NINETEEN = "10s 3s 2s 2h 2c"
NINETEEN_TOO = "10h 3h 2d 3c Ac"
TWENTY = "10d 4d 4c Ad As"
BUSTED = "Ks Qs 9s 8s 7s"
BUSTED_TOO = "Kh Qh Jh 10c 9h"


def five_card_21(players: str = "ABC", *, chips: int | dict[str, int] = 100, top: str = "", **said: object) -> Table:
    """Five-Card 21 as its book has it, checked down to the showdown; the last player deals."""
    declared = game(FIVE_CARD_21, scale=TwentyOne(top=top), award=Best(ties=DEAL_OFF), **said)
    table = opened(players, chips, rules=house("standard", auto="closed"))
    table.do(announce(declared, dealer=players[-1]))
    return played_out(table)


def played_out(table: Table) -> Table:
    while table.night.hand is not None and table.hand.stage == "playing" and table.turn:
        table.do(f"{table.turn} x" if table.hand.round else f"{table.turn} draws 0")
    return table


def one_at_a_time(*hands: str) -> str:
    """What is dealt to several players, as it falls: one card each, and round again."""
    return " ".join(card for falling in zip(*(hand.split() for hand in hands), strict=True) for card in falling)


def two_nineteens() -> Table:
    return five_card_21().do(f"A shows {NINETEEN}", f"B shows {NINETEEN_TOO}", f"C shows {BUSTED}")


def test_the_nearest_to_21_wins_without_a_deal_off() -> None:
    table = five_card_21().do(f"A shows {NINETEEN}", f"B shows {TWENTY}", f"C shows {BUSTED}")
    assert table.won() == {"B": 3}
    assert table.of(events.DealOffStarted) == []


def test_equal_hands_are_each_dealt_five_new_open_cards_and_the_pot_waits() -> None:
    table = two_nineteens()
    (start,) = table.of(events.DealOffStarted)
    assert start == events.DealOffStarted(players=("A", "B"), up=5, pot=0, share="all", chips=3)
    assert table.hand.still_in == ["A", "B"]
    assert (table.holds("pot"), table.hand.stage, table.hand.round) == (3, "playing", None)
    assert [offer.command for offer in offers(table.night)] == [commands.Deal()]
    table.do("deal " + one_at_a_time("As Ah 5d 6d 7d", "Ad Kh Jc 8c 6c"))
    (award,) = table.of(events.PotAwarded)
    (share,) = award.shares
    assert (share.player, share.chips, share.hand, award.by, award.rule) == (
        *("A", 3, worth("pair of aces"), "cards"),
        "munk/deal-off",
    )
    assert table.stacks() == {"A": 102, "B": 99, "C": 99}


def test_who_was_at_the_showdown_has_not_folded_while_others_deal_off() -> None:
    table = opened("ABCD", rules=house("munk", auto="closed")).do("hand five-card 21 by D")
    table.do("A b1; B c; C c; D f")
    while table.turn:
        table.do(f"{table.turn} x" if table.hand.round else f"{table.turn} draws 0")
    table.do(f"A shows {NINETEEN}", f"B shows {NINETEEN_TOO}", f"C shows {BUSTED}")
    places = {player: place_of(table.night, player) for player in "ABCD"}
    assert places == {"A": "in the hand", "B": "in the hand", "C": "at the showdown", "D": "folded"}


def test_only_the_new_cards_count() -> None:
    """A's first hand would make three twos; A's new hand is ace high and loses to a pair of fours."""
    table = two_nineteens().do("deal " + one_at_a_time("As Kd Jd 6d 5d", "4d 4h 6c 7c 8c"))
    assert table.won() == {"B": 3}


def test_the_dealer_says_who_gets_the_first_card() -> None:
    table = two_nineteens().do(
        commands.Deal(first="B", cards=tuple(one_at_a_time("As Ah 5d 6d 7d", "Ad Kh Jc 8c 6c").split()))
    )
    assert table.won() == {"B": 3}
    (award,) = table.of(events.PotAwarded)
    assert award.shares[0].hand == worth("pair of aces")


def test_a_second_deal_off_begins_again_with_whom_the_dealer_says() -> None:
    tie = tuple(one_at_a_time("6h 6d 5h 5d 4h", "6s 6c 5s 5c 4s").split())
    table = two_nineteens().do(commands.Deal(first="B", cards=tie))
    table.do("deal " + one_at_a_time("As Ad 4c Qc 7h", "Ah Qd 4d 8h 9h"))
    assert table.won() == {"A": 3}


def test_only_in_a_deal_off_the_dealer_chooses_and_only_among_the_equal_ones() -> None:
    table = two_nineteens()
    table.refuses(commands.Deal(first="C"), errors.PlayerHasFolded, player="C")
    table = opened("ABC", rules=house("standard", auto="none")).do("hand five-card draw by C")
    table.refuses(commands.Deal(first="B"), errors.DealerDoesNotChoose, player="B", first="A")


def test_two_ties_in_a_row_are_dealt_off_twice() -> None:
    """The same two pair and the same side card, in other suits; then new cards again."""
    table = two_nineteens().do("deal " + one_at_a_time("6h 6d 5h 5d 4h", "6s 6c 5s 5c 4s"))
    (start,) = table.of(events.DealOffStarted)
    assert (start.players, start.chips, table.holds("pot")) == (("A", "B"), 3, 3)
    table.do("deal " + one_at_a_time("Jh Js 7d 9d 8d", "Jd Jc 7c 9c 8c"))
    assert [start.players for start in table.of(events.DealOffStarted)] == [("A", "B")]
    table.do("deal " + one_at_a_time("Ah Qd 4d 8h 9h", "As Ad 4c Qc 7h"))
    assert table.won() == {"B": 3}
    assert table.night.hand is None


def test_all_bust_is_a_tie_like_any_other() -> None:
    table = five_card_21("AB").do(f"A shows {BUSTED}", f"B shows {BUSTED_TOO}")
    (start,) = table.of(events.DealOffStarted)
    assert start.players == ("A", "B")
    table.do("deal " + one_at_a_time("2s 2h 3d 5d 7d", "As Kd Jd 9d 7c"))
    assert table.won() == {"A": 2}


def test_of_a_tie_only_among_some_the_others_are_out() -> None:
    table = two_nineteens()
    table.refuses("C win", errors.NotAtTheShowdown)
    table.do("deal")
    table.refuses("C win", errors.CannotWin, player="C")
    table.refuses("C mucks", errors.PlayerHasFolded, player="C")


# Cards that are not known


def test_where_the_cards_are_not_known_the_table_names_the_winner() -> None:
    table = five_card_21().do("A, B win")
    assert [start.players for start in table.of(events.DealOffStarted)] == [("A", "B")]
    table.do("deal", "B win")
    (award,) = table.of(events.PotAwarded)
    assert (award.by, award.shares) == ("table", (events.Share(player="B", chips=3),))


def test_the_table_may_say_that_the_new_hands_are_equal_too() -> None:
    table = five_card_21().do("A, B, C win", "deal", "A, C win")
    assert [start.players for start in table.of(events.DealOffStarted)] == [("A", "C")]
    table.do("deal", "C win")
    assert table.won() == {"C": 3}


def test_known_new_cards_may_not_be_contradicted() -> None:
    table = two_nineteens().do("deal " + one_at_a_time("As Ah 5d 6d 7d", "?? ?? ?? ?? ??"))
    table.do("B has Ad Kh Jc 8c")
    table.refuses("B has As", errors.CardIsAlreadyOut, card="As")
    table.do("B has 6c")
    assert table.won() == {"A": 3}


def test_who_gives_up_in_a_deal_off_leaves_the_pot_to_the_other() -> None:
    table = two_nineteens().do("deal", "A mucks")
    (award,) = table.of(events.PotAwarded)
    assert (award.by, table.won()) == ("last player", {"B": 3})


def test_where_the_house_lets_dealer_steps_run_the_new_cards_need_no_tap() -> None:
    declared = game(Deal(down=5), Bet(), scale=TwentyOne(), award=Best(ties=DEAL_OFF))
    table = opened("AB").do(announce(declared, dealer="B")).checked_down().do("A, B win")
    assert table.of(commands.Deal) == [commands.Deal()]
    table.do("A has As Ah 5d 6d 7d", "B has Ad Kh Jc 8c 6c")
    assert table.won() == {"A": 2}


# The deck


def test_new_cards_come_from_the_remaining_deck() -> None:
    two_nineteens().refuses(
        "deal " + one_at_a_time("10s Ah 5d 6d 7d", "Ad Kd Jc 8c 6c"), errors.CardIsAlreadyOut, card="10s"
    )


def test_when_the_stock_is_short_everything_is_shuffled_again() -> None:
    """Seven players with five cards each and two for every draw are more than the stock; then old cards come again."""
    declared = game(FIVE_CARD_21, scale=TwentyOne(), award=Best(ties=DEAL_OFF))
    players = "ABCDEFG"
    table = opened(players, rules=house("standard", auto="closed")).do(announce(declared, dealer="G"))
    while table.turn:
        table.do(f"{table.turn} x" if table.hand.round else f"{table.turn} draws 1")
    table.do("A, B win", "deal " + one_at_a_time("As Ah 5d 6d 7d", "Ad Kd Jc 8c 6c"))
    assert table.won() == {"A": 7}
    assert table.night.last_hand.cards.gone > len(FRENCH_52) - len(players) * 5


# Several pots, and shares of one


def test_if_the_tie_is_in_one_pot_only_only_that_pot_waits() -> None:
    declared = game(Deal(down=5), Bet(), scale=TwentyOne(), award=Best(ties=DEAL_OFF), forced=Ante(1))
    table = opened("ABC", {"A": 10, "B": 30, "C": 30}, rules=house("standard", auto="closed"))
    table.do(announce(declared, dealer="C"), "A all-in; B all-in; C c")
    table.do(f"A shows {NINETEEN}", f"B shows {NINETEEN_TOO}", f"C shows {BUSTED}")
    assert table.won() == {"B": 40}
    (start,) = table.of(events.DealOffStarted)
    assert (start.pot, start.players, start.chips, table.holds("pot")) == (0, ("A", "B"), 30, 30)
    table.do("deal " + one_at_a_time("As Ah 5d 6d 7d", "Ad Kh Jc 8c 6c"))
    assert table.stacks() == {"A": 30, "B": 40, "C": 0}


def test_several_tied_pots_are_dealt_off_one_after_another() -> None:
    declared = game(Deal(down=5), Bet(), scale=TwentyOne(), award=Best(ties=DEAL_OFF))
    table = opened("ABC", {"A": 10, "B": 30, "C": 30}, rules=house("standard", auto="closed"))
    table.do(announce(declared, dealer="C"), "A all-in; B all-in; C c")
    table.do("A shows Ks 2s 2h 2c 3s", "B shows Kh 3h 3c 2d Ac", "C shows Kd 4d Ad As 3d")
    assert [(start.pot, start.players, start.chips) for start in table.of(events.DealOffStarted)] == [
        (0, ("A", "B", "C"), 30),
        (1, ("B", "C"), 40),
    ]
    table.do("deal " + one_at_a_time("Qs Qh 5s 6s 7s", "Js Jh 5h 6h 7h", "10s 10h 5d 6d 7d"))
    assert (table.won(), table.hand.still_in, table.holds("pot")) == ({"A": 30}, ["B", "C"], 40)
    table.do("deal " + one_at_a_time("9s 8h 6c 5c 4c", "9h 9d 8c 7c 4s"))
    assert table.stacks() == {"A": 30, "B": 0, "C": 40}


def test_one_half_of_a_pot_may_be_dealt_off_while_the_other_is_paid() -> None:
    award = Split(Best(ties=DEAL_OFF), Best(Low()))
    table = opened("AB", rules=house("standard", auto="closed"))
    table.do(announce(game(Deal(down=5), Bet(), award=award), dealer="B"), "A 4; B c")
    table.do("A shows Ks Kh 9c 8d 2s", "B shows Kd Kc 9s 8h 2d")
    assert [(start.share, start.chips) for start in table.of(events.DealOffStarted)] == [("high", 5)]
    assert (table.won(), table.holds("pot")) == ({"A": 3, "B": 2}, 5)
    table.do("deal " + one_at_a_time("As Ah 5d 6d 7d", "Ad Qh Jc 8c 6c"))
    (award,) = table.of(events.PotAwarded)
    assert (award.share, table.stacks()) == ("high", {"A": 103, "B": 97})


def test_a_shadow_is_paid_before_the_pot_is_dealt_off() -> None:
    """A player who owes the pot buys what is owed; a winner wins all of it."""
    declared = game(Deal(down=5), Bet(), scale=TwentyOne(), award=Best(ties=DEAL_OFF), short="shadow")
    table = opened("AB", {"A": 100, "B": 3}, rules=house("standard", auto="closed"))
    table.do(announce(declared, dealer="B"), "A 4", "B s4", f"A shows {NINETEEN}", f"B shows {NINETEEN_TOO}")
    assert [paid.chips for paid in table.of(events.DebtPaid)] == [2]
    assert (table.holds("pot"), table.holds("due")) == (10, 0)
    table.do("deal " + one_at_a_time("As Qh 5d 6d 7d", "Ad Ah Jc 8c 6c"))
    assert table.stacks() == {"A": 95, "B": 10}


def test_a_ruling_meanwhile_loses_no_chip() -> None:
    table = two_nineteens()
    move = commands.ChipMove("pot", "chips:C", 1)
    table.do(commands.MakeRuling(text="C takes their ante back", moves=(move,), agreed_by=("A", "B")))
    table.do("deal " + one_at_a_time("As Ah 5d 6d 7d", "Ad Kh Jc 8c 6c"))
    assert table.stacks() == {"A": 101, "B": 99, "C": 100}


def test_new_deal_carries_what_waits() -> None:
    table = two_nineteens().do("A demands")
    assert (table.holds("carry"), table.holds("pot"), table.night.hand) == (3, 0, None)


def test_an_empty_pot_is_not_dealt_off() -> None:
    declared = game(Deal(down=5), Bet(), scale=TwentyOne(), award=Best(ties=DEAL_OFF), forced=Ante(0))
    table = opened("AB").do(announce(declared, dealer="B")).checked_down().do("A, B win")
    assert table.night.hand is None


def test_equal_hands_still_split_where_the_game_does_not_say_otherwise() -> None:
    table = opened("AB").do(announce(game(scale=TwentyOne()), dealer="B")).checked_down()
    table.do(f"A shows {NINETEEN}", f"B shows {NINETEEN_TOO}")
    assert table.won() == {"A": 1, "B": 1}


@pytest.mark.parametrize("tell", ["A mucks", "A win"])
def test_the_history_of_the_hand_adds_up(tell) -> None:
    table = two_nineteens().do("deal", tell)
    (told,) = hand_history(table.records)
    assert (told.pot, sum(stake.got for stake in told.stakes), told.ended) == (3, 3, True)
