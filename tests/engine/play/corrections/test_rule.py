"""Faults of the table, each put right as the Danish source says (chapter on errors; RULINGS E3, Misdeal; R-E4)."""

import pytest

from engine import commands, errors, events
from engine.game.betting import Ante
from engine.game.steps import Bet, Deal, Lay, Turn
from tests.engine.table import Table, announce, game, house, opened

GIVE, TAKE, EXPOSED = commands.GiveMissingCard, commands.TakeBackCard, commands.SettleExposedCard


def straight(auto: str = "none") -> Table:
    """Straight Poker before the deal."""
    return opened("ABC", rules=house(auto=auto)).do("hand straight poker by C")


def dealt_straight(*cards: str) -> Table:
    """Straight Poker, dealt as said: A's, B's and C's five cards."""
    by_player = [hand.split() for hand in cards]
    fell = [card for place in zip(*by_player, strict=True) for card in place]
    return straight().do(commands.Deal(cards=tuple(fell)))


A, B, C = "As Kd 7h 2c 3c", "?? ?? ?? ?? Qh", "9s 9d 9h 4c 5c"


def stud() -> Table:
    """Five Card Stud with everyone's closed card dealt, before the first open one."""
    return opened("ABCD", rules=house(auto="closed")).do("hand five card stud by D")


def baseball() -> Table:
    return opened("ABCD", rules=house(auto="closed")).do("hand baseball by D")


def faces(table: Table, player: str) -> list[tuple[str, bool]]:
    return [(held.card, held.up) for held in table.hand.cards.own[player]]


# A card too few


def test_a_card_too_few_is_given_after_the_deal() -> None:
    table = dealt_straight(A, B, C).do(GIVE(player="B", card="Jd"))
    assert [card for card, _ in faces(table, "B")] == ["??", "??", "??", "Jd", "Qh"]
    assert table.turn == "A"
    table.refuses("B has Jd", errors.CardIsAlreadyOut, card="Jd")


def test_a_card_too_few_may_be_given_without_anybody_knowing_it() -> None:
    """The dealer's steps run by themselves, so that the fault is told after the deal."""
    table = straight("all").do(GIVE(player="B"))
    assert len(table.hand.cards.own["B"]) == 5
    assert table.turn == "A"


def test_a_card_too_few_is_given_when_the_first_deal_is_over_and_not_before() -> None:
    table = stud()
    table.refuses(GIVE(player="B"), errors.FirstDealIsNotOver, player="B")
    table.waives(GIVE(player="B", card="Kd"), errors.FirstDealIsNotOver)
    table.do("deal 2c 3c 4c 5c", GIVE(player="A", card="Ks"))
    assert faces(table, "A") == [("Ks", False), ("2c", True)]


@pytest.mark.parametrize("fault", [GIVE, commands.TakeBackCard])
def test_no_more_faults_of_a_deal_are_put_right_than_it_gave_closed_cards(fault) -> None:
    table = straight("closed").do(*(fault(player="B") for _ in range(5)))
    table.refuses(fault(player="B"), errors.MoreFaultsThanCards, player="B", cards=5)
    table.do(fault(player="A"))


def test_who_is_known_to_have_all_his_cards_misses_none() -> None:
    dealt_straight(A, B, C).refuses(GIVE(player="A", card="Jd"), errors.NoCardIsMissing, player="A")


def test_a_missing_card_cannot_be_one_that_lies_elsewhere() -> None:
    table = dealt_straight(A, B, C)
    table.refuses(GIVE(player="B", card="9d"), errors.CardIsAlreadyOut, card="9d")
    table.refuses(GIVE(player="B", card="Zz"), errors.NotACard, text="Zz")


# A card too many


def test_a_card_too_many_is_drawn_by_the_dealer_and_goes_under_the_stock() -> None:
    table = dealt_straight(A, B, C).do(TAKE(player="A", card="7h"))
    assert [card for card, _ in faces(table, "A")] == ["As", "Kd", "??", "2c", "3c"]
    assert table.hand.cards.under == ["7h"]
    table.refuses("B has 7h", errors.CardIsAlreadyOut, card="7h")
    table.do("A has 8h")


def test_a_card_too_many_that_the_book_did_not_know_of_changes_no_other_card() -> None:
    table = dealt_straight(A, B, C).do(TAKE(player="A", card="7s"))
    assert [card for card, _ in faces(table, "A")] == A.split()
    table.refuses("B has 7s", errors.CardIsAlreadyOut, card="7s")


def test_when_a_card_is_drawn_unseen_nobody_knows_what_the_player_keeps() -> None:
    table = dealt_straight(A, B, C).do(TAKE(player="A"))
    assert [card for card, _ in faces(table, "A")] == ["??"] * 5
    table.do("A has As")


def test_the_card_drawn_is_not_one_of_another_player_nor_an_open_one() -> None:
    table = dealt_straight(A, B, C)
    table.refuses(TAKE(player="A", card="9d"), errors.CardIsAlreadyOut, card="9d")
    stud_table = stud().do("deal 2c 3c 4c 5c")
    stud_table.refuses(TAKE(player="A", card="2c"), errors.CardIsAlreadyOut, card="2c")


def test_a_card_put_aside_to_be_passed_on_is_not_drawn_back() -> None:
    table = opened("ABC", rules=house(auto="none")).do("hand chicago seven by C", "deal").checked_down()
    table.do(commands.PassCards(player="A", right=("2c", "3c", "4c")))
    table.refuses(TAKE(player="A", card="3c"), errors.CardIsPutAside, player="A", card="3c")
    table.do(TAKE(player="A")).do(commands.PassCards(player="B"), commands.PassCards(player="C"))
    assert {"2c", "3c", "4c"} <= {card for card, _ in faces(table, "C")}


def test_what_lies_under_the_stock_comes_again_when_the_stock_is_used_up() -> None:
    """Three players, 49 cards dealt: of the three left the one put under the stock is the last."""
    played = game(Deal(down=16), Bet(), Lay(up=1), Bet(), Lay(up=2), Bet(), Lay(up=1), forced=Ante(0))
    table = opened("ABC", rules=house(auto="closed")).do(announce(played, dealer="C"))
    table.do(TAKE(player="A", card="7h")).checked_down()
    table.refuses("lay 7h", errors.CardIsAlreadyOut, card="7h")
    table.do("lay 2c").checked_down()
    table.refuses("lay 7h 7h", errors.CardIsAlreadyOut, card="7h")
    table.do("lay 3c 4c").checked_down().do("lay 7h")
    assert table.hand.cards.board[-1].card == "7h"


# A player skipped, an open card too many: the right cards are moved to where they should have fallen


def test_a_player_skipped_gets_his_card_and_those_behind_him_theirs() -> None:
    table = stud().do("deal 9s ?? Kd 4h")
    assert table.hand.round.anyone, "nobody can tell who opens while B has no card"
    table.do(commands.MoveDealtCards(player="B", fault="skipped", card="5c"))
    assert [table.hand.cards.own[player][-1].card for player in "ABCD"] == ["9s", "Kd", "4h", "5c"]
    assert table.of(commands.MoveDealtCards)[0].cards == ("9s", "Kd", "4h", "5c")
    assert (table.turn, table.hand.cursor) == ("B", 2)


def test_an_open_card_given_too_late_falls_to_the_last_and_the_others_move_up() -> None:
    """C gets a card only after D: it should have been D's, and D's was C's."""
    table = stud().do("deal 9s 8d 5c Kd").do(commands.MoveDealtCards(player="C", fault="skipped"))
    assert [table.hand.cards.own[player][-1].card for player in "ABCD"] == ["9s", "8d", "Kd", "5c"]
    assert table.turn == "C"


def test_an_open_card_too_many_moves_on_and_the_last_goes_under_the_stock() -> None:
    table = stud().do("deal 9s Kd 5c 2c").do(commands.MoveDealtCards(player="B", fault="twice", card="4h"))
    assert [table.hand.cards.own[player][-1].card for player in "ABCD"] == ["9s", "Kd", "4h", "5c"]
    assert table.hand.cards.under == ["2c"]
    table.refuses("A has 2c", errors.CardIsAlreadyOut, card="2c")


def test_the_last_player_dealt_twice_gives_the_card_back() -> None:
    table = stud().do("deal 9s Kd 5c 2c").do(commands.MoveDealtCards(player="D", fault="twice", card="4h"))
    assert [table.hand.cards.own[player][-1].card for player in "ABCD"] == ["9s", "Kd", "5c", "2c"]
    assert table.hand.cards.under == ["4h"]


def test_cards_move_unknown_as_well() -> None:
    table = opened("ABC", rules=house(auto="all")).do("hand five card stud by C")
    table.do(commands.MoveDealtCards(player="A", fault="skipped"))
    assert table.of(commands.MoveDealtCards)[0].cards == ("??", "??", "??")


def test_what_a_moved_card_does_it_does_before_its_right_player() -> None:
    table = baseball().do("deal 2s ?? 4h 5d")
    assert table.hand.effects.offers == {"C": 5}
    table.do(commands.MoveDealtCards(player="B", fault="skipped", card="7c"))
    assert table.hand.effects.offers == {"B": 5}
    assert table.of(events.SentOutByCard) == [events.SentOutByCard(player="D", card="7c")]


@pytest.mark.parametrize("before", ["B x", "A 3"])
def test_once_somebody_has_bet_the_cards_cannot_simply_be_moved(before) -> None:
    table = stud().do("deal 9s Kd 4h 5c").do(before)
    refusal = table.refuses(commands.MoveDealtCards(player="C", fault="twice", card="8d"), errors.CardsCannotBeMoved)
    assert "betting has begun" in str(refusal)


def test_a_card_that_has_taken_effect_cannot_simply_be_moved() -> None:
    skipped = commands.MoveDealtCards(player="B", fault="skipped", card="5c")
    baseball().do("deal 9s ?? 7s Kd").refuses(skipped, errors.CardsCannotBeMoved)
    bought = baseball().do("deal 9s ?? 4h Kd", commands.BuyCard(player="C"))
    bought.refuses(skipped, errors.CardsCannotBeMoved)


def test_no_open_card_is_moved_where_none_was_dealt() -> None:
    straight("closed").refuses(commands.MoveDealtCards(player="B", fault="skipped"), errors.CardsCannotBeMoved)


def test_a_card_moved_in_cannot_be_one_that_lies_elsewhere() -> None:
    table = stud().do("deal 9s ?? Kd 4h")
    table.refuses(commands.MoveDealtCards(player="B", fault="skipped", card="9s"), errors.CardIsAlreadyOut)
    table.refuses(commands.MoveDealtCards(player="C", fault="skipped", card="5c"), errors.CardsCannotBeMoved)


# Nobody who has looked demands that the first deal is put right


@pytest.mark.parametrize(
    "demand",
    [
        GIVE(player="B", looked=True),
        TAKE(player="B", looked=True),
        commands.MoveDealtCards(player="B", fault="skipped", looked=True),
        commands.NewDeal(player="B", looked=True),
    ],
    ids=lambda demand: type(demand).__name__,
)
def test_nobody_who_has_looked_at_his_closed_cards_demands_that_the_first_deal_is_put_right(demand) -> None:
    table = stud().do("deal 9s ?? Kd 4h")
    table.refuses(demand, errors.HasLookedAtClosedCards, player="B")
    table.waives(demand, errors.HasLookedAtClosedCards)


def test_after_a_later_deal_a_fault_may_be_of_that_and_looking_does_not_matter() -> None:
    table = opened("ABC", rules=house(auto="all")).do("hand seven card stud by C")
    table.refuses(GIVE(player="B", looked=True), errors.HasLookedAtClosedCards)
    table.do("A x; B x; C x").do(GIVE(player="B", looked=True)).do(commands.NewDeal(player="B", looked=True))
    assert table.night.hand is None


def test_in_an_exchange_it_is_the_players_own_cards_that_count() -> None:
    table = opened("ABC", rules=house(auto="closed")).do("hand three card draw by C", "A x; B x; C x", "A draws 2")
    table.do(GIVE(player="A", looked=True))
    table.refuses(GIVE(player="B", looked=True), errors.HasLookedAtClosedCards)


# A closed card dealt open after the first deal


def seventh_street() -> Table:
    """Seven Card Stud with the last, closed card just dealt."""
    table = opened("ABC", rules=house(auto="all")).do("hand seven card stud by C")
    for _ in range(4):
        table.do("A x; B x; C x")
    return table


def test_a_closed_card_dealt_open_may_be_kept() -> None:
    table = seventh_street().do(commands.SettleExposedCard(player="B", card="9d", keeps=True))
    assert faces(table, "B")[-1] == ("9d", False)
    assert table.hand.cards.under == []
    table.refuses("A has 9d", errors.CardIsAlreadyOut)


def test_a_closed_card_dealt_open_may_be_changed_for_the_next_and_goes_under_the_stock() -> None:
    table = seventh_street().do(commands.SettleExposedCard(player="B", card="9d", keeps=False, instead="5c"))
    assert faces(table, "B")[-1] == ("5c", False)
    assert (table.hand.cards.under, len(table.hand.cards.own["B"])) == (["9d"], 7)
    table.refuses("A has 9d", errors.CardIsAlreadyOut)
    table.do(commands.SettleExposedCard(player="C", keeps=False))
    assert (faces(table, "C")[-1], table.hand.cards.under) == (("??", False), ["9d", "??"])


def test_an_exchanged_card_dealt_open_may_be_changed_too() -> None:
    table = opened("ABC", rules=house(auto="closed")).do("hand three card draw by C", "A x; B x; C x", "A draws 2")
    table.do(commands.SettleExposedCard(player="A", card="9d", keeps=False))
    table.refuses(commands.SettleExposedCard(player="B", card="8d", keeps=True), errors.ChoiceComesTooLate)


def test_in_the_first_deal_a_closed_card_dealt_open_is_put_right_in_the_same_way() -> None:
    table = dealt_straight(A, B, C).do(EXPOSED(player="C", card="9d", keeps=False, instead="Jc"))
    assert [card for card, _ in faces(table, "C")] == ["9s", "Jc", "9h", "4c", "5c"]
    assert (table.hand.cards.under, table.turn) == (["9d"], "A")
    early = stud().do(EXPOSED(player="B", card="Kd", keeps=True))
    assert faces(early, "B") == [("Kd", False)]


def test_an_exposed_card_is_kept_or_changed_once() -> None:
    table = seventh_street().do(EXPOSED(player="B", card="9d", keeps=True))
    table.refuses(EXPOSED(player="B", card="9d", keeps=False, instead="5c"), errors.ChoiceIsMade, player="B")
    table.refuses(EXPOSED(player="B", keeps=True), errors.ChoiceIsMade, player="B")
    table.do(EXPOSED(player="C", card="8d", keeps=False, instead="5c"))
    table.refuses(EXPOSED(player="C", card="5c", keeps=False), errors.ChoiceIsMade, player="C")
    table.waives(EXPOSED(player="C", card="5c", keeps=False), errors.ChoiceIsMade)


def test_of_several_closed_cards_each_that_fell_open_is_settled_once() -> None:
    table = straight("all").do(EXPOSED(player="A", card="9d", keeps=True), EXPOSED(player="A", card="8d", keeps=True))
    table.refuses(EXPOSED(player="A", card="9d", keeps=False), errors.ChoiceIsMade)
    table.do(*[EXPOSED(player="A", keeps=True)] * 3)
    table.refuses(EXPOSED(player="A", keeps=True), errors.ChoiceIsMade)


@pytest.mark.parametrize("act", ["A 3", "A x", "A f", "B 4"])
def test_the_choice_is_made_before_anybody_has_bet_again(act) -> None:
    """A bet out of turn counts too: its chips stay."""
    table = seventh_street().do(act)
    choice = EXPOSED(player="C", card="9d", keeps=False)
    table.refuses(choice, errors.ChoiceComesTooLate, player="C")
    table.waives(choice, errors.ChoiceComesTooLate)


def test_nobody_chooses_in_the_first_deal_after_looking_at_the_closed_cards() -> None:
    looked = EXPOSED(player="A", card="9d", keeps=True, looked=True)
    straight("all").refuses(looked, errors.HasLookedAtClosedCards, player="A")
    seventh_street().do(looked)


def test_an_open_card_is_not_one_that_should_have_been_closed() -> None:
    table = opened("ABC", rules=house(auto="all")).do("hand seven card stud by C", "A x; B x; C x")
    table.refuses(commands.SettleExposedCard(player="A", card="9d", keeps=True), errors.NoClosedCardWasDealt)


def test_he_keeps_the_exposed_card_or_takes_another_not_both() -> None:
    table = seventh_street()
    both = commands.SettleExposedCard(player="A", card="9d", keeps=True, instead="5c")
    table.refuses(both, errors.KeepsTheExposedCard, card="9d", instead="5c")
    twice = commands.SettleExposedCard(player="A", card="9d", keeps=False, instead="9d")
    table.refuses(twice, errors.CardIsAlreadyOut, card="9d")


def test_an_exposed_card_must_be_his() -> None:
    table = seventh_street().do("A has 2c 3c 4c 5c 6c 7c 8c")
    table.refuses(commands.SettleExposedCard(player="A", card="9d", keeps=True), errors.CardsAreNotHeld, player="A")


# Shared cards at the wrong spot


def test_a_shared_card_at_the_wrong_spot_is_moved_to_the_right_one() -> None:
    played = game(Deal(down=2), Lay(up=2, down=2), Bet(), Turn(), Bet())
    table = opened("ABC", rules=house(auto="none")).do(announce(played, dealer="C"), "deal", "lay 2c 3c 4c 5c")
    table.do(commands.MoveBoardCard(source="2", target="3"))
    assert [(held.card, held.up) for held in table.hand.cards.board] == [
        ("2c", True),
        ("4c", False),
        ("3c", True),
        ("5c", False),
    ]
    table.checked_down().do("turn 4c")


def test_which_card_is_wild_by_its_spot_changes_with_the_spot() -> None:
    table = opened("ABC", rules=house(auto="all")).do("hand hayley's komet by C")
    for _ in range(5):
        table.do("A x; B x; C x")
    table.do("board 2c 3c 4c 5c 6c", commands.MoveBoardCard(source="5", target="1"))
    assert [held.card for held in table.hand.cards.board] == ["6c", "3c", "4c", "5c", "2c"]


def test_a_shared_card_is_moved_between_spots_at_which_cards_lie() -> None:
    table = opened("ABC", rules=house(auto="none")).do("hand cincinnati by C", "deal", "lay")
    table.refuses(commands.MoveBoardCard(source="1", target="9"), errors.UnknownSpot, spot="9")
    table.refuses(commands.MoveBoardCard(source="1", target="2"), errors.NothingLiesAtTheSpot, spot="2", spots=["1"])
    table.refuses(commands.MoveBoardCard(source="1", target="1"), errors.CardLiesAtTheSpot, spot="1")


# A wrong number of chips


def test_who_calls_with_too_few_puts_in_the_rest() -> None:
    table = straight("all").do("A 5", commands.PutRight(player="B", put_in=3))
    assert (table.holds("chips:B"), table.holds("pot"), table.turn) == (93, 16, "C")
    assert table.of(commands.PutRight) == [commands.PutRight(player="B", put_in=3, chips=5)]


def test_who_lacks_the_rest_owes_it_by_shadow() -> None:
    table = opened("ABC", chips={"A": 100, "B": 6, "C": 100}, rules=house()).do("hand straight poker by C")
    table.do("A 5", commands.PutRight(player="B", put_in=3))
    assert (table.holds("chips:B"), table.holds("owed:B"), table.night.pot_worth()) == (0, -1, 16)


def test_who_calls_with_too_many_leaves_them_in_the_pot_and_raises_nothing() -> None:
    """One has to pay what one puts into the pot; a raise has to be announced."""
    table = straight("all").do("A 3", commands.PutRight(player="B", put_in=5))
    assert (table.holds("chips:B"), table.holds("pot")) == (93, 14)
    table.refuses("C 2", errors.PutsInTooLittle, owed=3)
    table.do("C c")
    assert table.hand.stage == "showdown"
    assert (table.holds("chips:C"), table.holds("pot")) == (95, 17)


def test_chips_too_many_count_towards_what_is_owed_later_in_the_round() -> None:
    """As with chips put in out of turn (RULINGS R-E4): B's 5 cover the raise to 5, and of 7 B owes 2."""
    covered = straight("all").do("A 3", commands.PutRight(player="B", put_in=5), "C r2", "A c", "B x")
    assert (covered.holds("chips:B"), covered.holds("pot"), covered.hand.stage) == (93, 21, "showdown")
    more = straight("all").do("A 3", commands.PutRight(player="B", put_in=5), "C r4", "A c", "B c")
    assert (more.holds("chips:B"), more.holds("pot")) == (91, 27)


def test_the_right_number_of_chips_is_no_mistake() -> None:
    table = straight("all")
    table.refuses(commands.PutRight(player="A", put_in=3), errors.ChipsAreRight, owed=0)
    table.do("A 3").refuses(commands.PutRight(player="B", put_in=3), errors.ChipsAreRight, owed=3)
    table.refuses(commands.PutRight(player="B", put_in=500), errors.BetExceedsStack, stack=98)
    table.refuses(commands.PutRight(player="C", put_in=2), errors.NotYourTurn, player="C")


def test_where_chips_do_not_stay_what_is_too_much_goes_back() -> None:
    table = opened("ABC").do(announce(game(), dealer="C"), "A 5")
    table.refuses(commands.PutRight(player="B", put_in=7), errors.SurplusGoesBack, owed=5)
    table.do(commands.PutRight(player="B", put_in=2))
    assert table.holds("chips:B") == 94


# The forgotten red four (Baseball)


def forgotten_four() -> Table:
    """C has a red four, and the dealer has dealt on: the card that was C's lies open before D."""
    table = opened("ABCDE", rules=house(auto="closed")).do("hand baseball by E")
    return table.do("deal 2s Kd 4h 2c Jd")


def test_a_forgotten_red_four_lets_him_buy_the_original_card_as_a_closed_one() -> None:
    table = forgotten_four().do(commands.BuyForgottenCard(player="C", original=True, cards=("8s", "As")))
    assert faces(table, "C")[-2:] == [("4h", True), ("2c", False)]
    assert (faces(table, "D")[-1], faces(table, "E")[-1]) == (("8s", True), ("As", True))
    assert (table.holds("chips:C"), table.holds("pot")) == (93, 15)
    assert table.turn == "E", "the new open cards say who opens"


def test_cards_dealt_wrongly_after_the_original_one_go_under_the_stock() -> None:
    table = forgotten_four().do(commands.BuyForgottenCard(player="C", original=True))
    assert table.hand.cards.under == ["Jd"]
    assert [faces(table, player)[-1] for player in "DE"] == [("??", True), ("??", True)]
    table.refuses("D has Jd", errors.CardIsAlreadyOut, card="Jd")


def test_a_forgotten_red_four_lets_him_buy_the_next_card_and_all_lie_as_they_fell() -> None:
    table = forgotten_four().do("B x").do(commands.BuyForgottenCard(player="C", card="9h"))
    assert faces(table, "C")[-1] == ("9h", False)
    assert [faces(table, player)[-1][0] for player in "DE"] == ["2c", "Jd"]
    assert (table.holds("chips:C"), table.holds("pot"), table.hand.cards.under) == (93, 15, [])
    table.refuses(commands.BuyForgottenCard(player="C"), errors.NothingWasForgotten, player="C")


ORIGINAL = commands.BuyForgottenCard(player="C", original=True)


def test_the_original_card_is_bought_after_betting_too_and_who_is_asked_stays() -> None:
    table = forgotten_four().do("B 2", commands.BuyForgottenCard(player="C", original=True, cards=("As", "Ad")))
    assert faces(table, "C")[-2:] == [("4h", True), ("2c", False)]
    assert [faces(table, player)[-1] for player in "DE"] == [("As", True), ("Ad", True)]
    assert (table.hand.cards.under, table.holds("pot"), table.turn) == (["Jd"], 17, "C")
    table.do("C c; D c; E f; A f", "deal 3s 3c 3d")
    table.refuses(ORIGINAL, errors.NothingWasForgotten, player="C")


def test_who_has_folded_since_gets_no_other_card_for_the_original_one() -> None:
    """D has folded, and gives up the card that was C's; E's was E's only by that mistake."""
    table = forgotten_four().do("B x; C x; D f", commands.BuyForgottenCard(player="C", original=True, cards=("As",)))
    assert [card for card, up in faces(table, "D") if up] == []
    assert (faces(table, "C")[-1], faces(table, "E")[-1]) == (("2c", False), ("As", True))
    assert table.hand.cards.under == ["Jd"]
    table.refuses("C has 9c 2c 2c", errors.CardIsAlreadyOut)
    folded = forgotten_four().do("B x; C x; D f; E f", ORIGINAL)
    assert faces(folded, "C")[-1] == ("2c", False)
    assert folded.hand.cards.under == ["Jd"]


def test_the_original_card_is_gone_once_other_cards_are_dealt_and_the_next_one_is_not() -> None:
    table = forgotten_four().do("B x; C x; D x; E x; A x", "deal 3s 3c 3d 5d 6d")
    table.refuses(ORIGINAL, errors.NothingWasForgotten)
    table.do(commands.BuyForgottenCard(player="C", card="9h"))


def test_a_forgotten_card_is_bought_once_for_each_open_card_that_may_offer_one() -> None:
    table = baseball().do("deal 2s ?? 4h 5d", "C x", commands.BuyForgottenCard(player="B"))
    table.refuses(commands.BuyForgottenCard(player="B"), errors.NothingWasForgotten, player="B")
    table.refuses(commands.BuyCard(player="B"), errors.NothingIsOffered, player="B")


def test_an_offer_that_lapsed_when_betting_began_was_made_and_one_nobody_saw_was_not() -> None:
    lapsed = forgotten_four().do("B x", commands.BuyForgottenCard(player="C"))
    assert lapsed.of(commands.BuyForgottenCard)[-1].offered
    unseen = baseball().do("deal 2s ?? 4h 5d", "C x", commands.BuyForgottenCard(player="B", offered=True))
    assert not unseen.of(commands.BuyForgottenCard)[-1].offered


def test_what_was_offered_and_declined_was_not_forgotten() -> None:
    table = forgotten_four().do(commands.DeclineCard(player="C"))
    table.refuses(commands.BuyForgottenCard(player="C", original=True), errors.NothingWasForgotten)
    table.do("B x").refuses(commands.BuyForgottenCard(player="C"), errors.NothingWasForgotten)


def test_a_card_bought_and_those_dealt_anew_are_counted_and_not_out_already() -> None:
    table = forgotten_four()
    original = commands.BuyForgottenCard(player="C", original=True, cards=("8s",))
    table.refuses(original, errors.WrongNumberOfCards, given=1, wanted=2)
    table.refuses(
        commands.BuyForgottenCard(player="C", original=True, cards=("8s", "Jd")), errors.CardIsAlreadyOut, card="Jd"
    )
    table.refuses(commands.BuyForgottenCard(player="C", original=True, card="Jd"), errors.CardIsAlreadyOut)
    table.refuses(commands.BuyForgottenCard(player="C", price=3), errors.PriceOfCardIsAnother, price=5)
    table.refuses(commands.BuyForgottenCard(player="A"), errors.NothingWasForgotten, player="A")


def test_the_last_to_be_dealt_buys_the_next_card_because_nobody_has_his() -> None:
    table = baseball().do("deal 2s Kd 2c 4h")
    table.refuses(commands.BuyForgottenCard(player="D", original=True), errors.NothingWasForgotten)
    table.do(commands.BuyForgottenCard(player="D"))
    assert table.holds("chips:D") == 93


def test_a_card_dealt_anew_takes_effect_and_an_offer_that_was_not_due_is_gone() -> None:
    table = baseball().do("deal 2s 4h 4d Kd")
    assert table.hand.effects.offers == {"B": 5, "C": 5}
    table.do(commands.BuyForgottenCard(player="B", original=True, cards=("8s", "7s")))
    assert table.hand.effects.offers == {}
    assert table.of(events.SentOutByCard) == [events.SentOutByCard(player="D", card="7s")]


# Who demands New Deal (stopping, carrying and anteing again: tests of announcing)


def test_a_harmed_player_demands_new_deal_and_nobody_in_his_place() -> None:
    table = straight("all")
    table.refuses(commands.NewDeal(player="C", harmed="B"), errors.HarmsSomebodyElse, player="C", harmed="B")
    table.do(commands.NewDeal(player="B", harmed="B"))
    assert table.holds("carry") == 6


def test_for_open_cards_in_the_first_deal_any_other_player_demands_new_deal() -> None:
    stud().do("deal 9s Kd 4h 5c", commands.NewDeal(player="C", harmed="B"))
    later = stud().do("deal 9s Kd 4h 5c", "B x; C x; D x; A x", "deal 2s 3s 6s 7s")
    later.refuses(commands.NewDeal(player="C", harmed="B"), errors.HarmsSomebodyElse)


def test_the_harmed_one_is_somebody_of_the_hand() -> None:
    straight("all").refuses(commands.NewDeal(player="A", harmed="nobody"), errors.PlayerIsNotInTheHand)


# What cannot be put right at all

EVERY_FAULT: list[commands.Command] = [
    GIVE(player="A"),
    TAKE(player="A"),
    commands.MoveDealtCards(player="A", fault="skipped"),
    commands.SettleExposedCard(player="A", keeps=True),
    commands.PutRight(player="A", put_in=3),
    commands.BuyForgottenCard(player="A"),
]
each_fault = pytest.mark.parametrize("fault", EVERY_FAULT, ids=lambda fault: type(fault).__name__)


@each_fault
def test_in_a_hand_that_is_over_nothing_is_put_right(fault) -> None:
    straight("all").do("A f; B f").refuses(fault, errors.NoHandIsPlayed)


@each_fault
def test_of_a_player_who_has_folded_nothing_is_put_right(fault) -> None:
    straight("all").do("A f").refuses(fault, errors.PlayerHasFolded, player="A")


@each_fault
def test_before_the_deal_nothing_is_put_right(fault) -> None:
    reason = errors.NoBettingNow if isinstance(fault, commands.PutRight) else errors.NothingIsDealtYet
    straight("none").refuses(fault, reason)


@each_fault
def test_nothing_is_put_right_for_somebody_who_is_not_in_the_hand(fault) -> None:
    stranger = type(fault)(**{name: getattr(fault, name) for name in fault.__struct_fields__} | {"player": "nobody"})
    straight("all").refuses(stranger, errors.PlayerIsNotInTheHand, player="nobody")


def test_shared_cards_of_a_hand_that_is_over_are_not_moved() -> None:
    straight("all").do("A f; B f").refuses(commands.MoveBoardCard(source="1", target="2"), errors.NoHandIsPlayed)


# Strikes


def test_a_fault_put_right_may_be_struck_and_the_cards_lie_as_before() -> None:
    table = stud().do("deal 9s ?? Kd 4h").do(commands.MoveDealtCards(player="B", fault="skipped", card="5c"))
    table.strikes(table.version)
    assert [table.hand.cards.own[player][-1].card for player in "ABCD"] == ["9s", "??", "Kd", "4h"]
    assert table.hand.cards.out == {"9s", "Kd", "4h"}
    table.do("D has 5c")


def test_the_deal_cannot_be_struck_under_a_fault_that_was_put_right() -> None:
    table = stud().do("deal 9s ?? Kd 4h")
    deal = table.version
    table.do(commands.MoveDealtCards(player="B", fault="skipped", card="5c"))
    with pytest.raises(errors.StrikeConflicts):
        table.strikes(deal)


def test_where_cards_go_round_to_the_right_they_are_moved_that_way() -> None:
    declared = game(Deal(up=1), Bet(), dealing="right")
    table = opened("ABCD", rules=house("standard", auto="none")).do(announce(declared, dealer="D"))
    table.do("deal 9s ?? 5c Kd", commands.MoveDealtCards(player="B", fault="skipped", card="2h"))
    assert {player: held.card for player, (held,) in table.hand.cards.own.items()} == {
        "C": "9s",
        "B": "5c",
        "A": "Kd",
        "D": "2h",
    }


def test_a_card_that_is_chosen_to_be_opened_is_not_changed_for_the_next_one() -> None:
    table = opened("AB", rules=house(auto="none")).do("hand mexican stud by B", "deal 5s 3h 9c 4s")
    table.do(commands.ExposeCard(player="A", card="5s"))
    table.refuses(
        EXPOSED(player="A", card="5s", keeps=False, instead="6c"), errors.CardIsPutAside, player="A", card="5s"
    )
    table.do(EXPOSED(player="A", card="9c", keeps=False, instead="6c"), commands.ExposeCard(player="B", card="3h"))
    assert [[held.card for held in table.hand.cards.own[player] if held.up] for player in "AB"] == [["5s"], ["3h"]]
