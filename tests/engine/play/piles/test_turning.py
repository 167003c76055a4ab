"""The midnight games: piles turned until the hand to beat is beaten (RULINGS R-M7 to R-M11, D3 Midnight Baseball)."""

import pytest

from engine import commands, errors, events
from engine.commands import TurnOwn
from engine.game.options import Wild
from engine.game.rules_text import explain
from engine.game.steps import Deal, TurnUntilBeaten
from engine.game.wilds import AnyWildRule, Costs, OffersCard, Personal, RiskyPairs
from engine.judge import Case, judge
from engine.judge.case import CasePlayer
from engine.play.script.offers import offers
from engine.reports.hand_history import hand_history
from engine.reports.sentences import tell
from tests.engine.hands import worth
from tests.engine.midnight_games import (
    COURTNEY_LOVE_BASEBALL,
    MIDNIGHT_BASEBALL,
    MIDNIGHT_COBAIN_BASEBALL,
    NARWIDJAN_MUNAEKKLIPS,
)
from tests.engine.table import Table, announce, game, house, opened


def cobain(mark: str = "5d", *, players: str = "ABC", chips=100, declared=MIDNIGHT_COBAIN_BASEBALL) -> Table:
    """A hand of which the mark lies; the last player deals."""
    table = opened(players, chips=chips, rules=house("munk", auto="closed"))
    return table.do(announce(declared, dealer=players[-1])).do(f"lay {mark}")


def danish(declared=MIDNIGHT_BASEBALL, *, chips=100, **rules) -> Table:
    return opened("ABC", chips=chips, rules=house(auto="closed", **rules)).do(announce(declared, dealer="C"))


def turn(table: Table, player: str, *cards: str, beats: bool | None = None) -> Table:
    for card in cards:
        table.do(TurnOwn(player=player, card=card, beats=beats))
    return table


def all_check(table: Table) -> Table:
    while table.hand.round is not None:
        table.do(f"{table.turn} x")
    return table


# The hand to beat.


def test_the_first_one_dealt_to_turns_until_he_beats_the_mark_and_opens_the_betting():
    table = turn(cobain("Jd"), "A", "10s", "Qs")
    assert table.of(events.HandBeaten) == [
        events.HandBeaten(player="A", hand=worth("queen high"), beaten=worth("jack high"))
    ]
    assert table.turn == "A"
    table.refuses(TurnOwn(player="B"), errors.NoPileIsTurned, doing="bet")
    table.do("A 5; B c; C c")
    assert table.hand.asked.waiting == ["B", "C"]
    table.refuses(TurnOwn(player="C"), errors.NotYourTurnToTurn, turn=["B"])


def test_the_mark_takes_no_effect_and_belongs_to_nobody():
    table = cobain("Kh")
    assert table.happened[1:] == (events.StepBegan(asked=("A", "B", "C")),)
    assert table.hand.still_in == ["A", "B", "C"]
    assert table.hand.asked.waiting == ["A", "B", "C"]


def test_a_three_or_nine_as_mark_is_above_all_aces_so_that_only_a_pair_beats_it():
    table = turn(cobain("9d"), "A", "As")
    assert table.of(events.HandBeaten) == []
    turn(table, "A", "Ah")
    assert table.of(events.HandBeaten) == [
        events.HandBeaten(player="A", hand=worth("pair of aces"), beaten=worth("lone wild card"))
    ]


def test_a_lone_wild_card_does_not_beat_a_lone_wild_card():
    assert turn(cobain("9d"), "A", "3s").of(events.HandBeaten) == []


def test_in_munks_games_an_equal_rank_beats_by_suit():
    assert turn(cobain("Jh"), "A", "Js").of(events.HandBeaten)
    assert turn(cobain("Jh"), "A", "Jc").of(events.HandBeaten) == []


def test_in_the_danish_games_an_equal_hand_beats_nothing():
    table = all_check(turn(danish(), "A", "Jc"))
    assert turn(table, "B", "Js").of(events.HandBeaten) == []
    assert turn(table, "B", "2s").of(events.HandBeaten)


def test_without_a_mark_the_first_card_beats_because_there_is_nothing_to_beat():
    table = turn(danish(), "A", "2c")
    assert table.of(events.HandBeaten) == [events.HandBeaten(player="A", hand=worth("two high"))]
    assert table.turn == "A"


def test_fewer_than_five_cards_compare_as_far_as_they_go():
    table = all_check(turn(cobain("5d"), "A", "6s"))
    all_check(turn(table, "B", "2s", "9c"))
    assert table.hand.piles.beaters == ["A", "B"]
    turn(table, "C", "3s")
    assert table.of(events.HandBeaten) == []
    turn(table, "C", "9s")
    assert table.of(events.HandBeaten) == [
        events.HandBeaten(player="C", hand=worth("pair of aces"), beaten=worth("pair of twos"))
    ]


# Who cannot beat is out, and it goes round.


def test_who_has_turned_his_whole_pile_without_beating_is_out_and_the_next_one_turns():
    table = all_check(turn(cobain("5d"), "A", "As"))
    turn(table, "B", "Kd", "Qd", "Jd", "10h", "8h", "7h", "5c")
    assert table.of(events.CouldNotBeat) == [
        events.CouldNotBeat(player="B", hand=worth("king high"), to_beat=worth("ace high"))
    ]
    assert (table.hand.still_in, table.hand.asked.waiting) == (["A", "C"], ["C"])


def test_it_goes_round_until_one_is_left_who_takes_the_pot():
    table = all_check(turn(cobain("5d", players="AB"), "A", "6s"))
    all_check(turn(table, "B", "7s"))
    all_check(turn(table, "A", "8s"))
    turn(table, "B", "5c", "Kd")
    all_check(table)
    turn(table, "A", "10d", "2h", "5h", "7h")
    assert table.hand.still_in == ["A", "B"]
    turn(table, "A", "Jc")
    assert table.of(events.CouldNotBeat)
    assert table.won() == {"B": 2}


def test_who_comes_to_turn_again_with_no_pile_left_is_out_at_once():
    short = MIDNIGHT_COBAIN_BASEBALL.but(play=(Deal(pile=1), *MIDNIGHT_COBAIN_BASEBALL.steps[1:]))
    table = all_check(turn(cobain("5d", declared=short), "A", "6s"))
    all_check(turn(table, "B", "7s"))
    turn(table, "C", "2s")
    assert [event.player for event in table.of(events.CouldNotBeat)] == ["C", "A"]
    assert table.won() == {"B": 3}


def test_when_all_others_fold_the_loop_ends_at_once():
    table = turn(cobain(), "A", "6s").do("A 5; B f")
    assert table.do("C f").won() == {"A": 3}
    assert table.night.hand is None


def test_when_the_one_to_beat_folds_to_a_raise_the_last_one_he_has_beaten_is_to_beat_again():
    table = all_check(turn(cobain("5d"), "A", "6s"))
    turn(table, "B", "8s").do("B 5; C r5; A c; B f")
    assert table.hand.asked.waiting == ["C"]
    turn(table, "C", "7d")
    assert table.of(events.HandBeaten) == [
        events.HandBeaten(player="C", hand=worth("seven high"), beaten=worth("six high"))
    ]


def test_when_nobody_is_left_who_has_beaten_the_mark_it_is_to_beat_again():
    table = turn(cobain("5d"), "A", "8s").do("A 5; B r5; C c; A f")
    assert table.hand.asked.waiting == ["B", "C"]
    turn(table, "B", "6s")
    assert table.of(events.HandBeaten) == [
        events.HandBeaten(player="B", hand=worth("six high"), beaten=worth("five high"))
    ]


def test_who_is_all_in_takes_what_he_has_matched_and_the_side_pot_goes_to_the_last_one_in_it():
    table = turn(cobain("5d", chips={"A": 6, "B": 100, "C": 100}), "A", "As").do("A 5; B r10; C c")
    assert table.hand.stakes.put_in == {"A": 6, "B": 16, "C": 16}
    turn(table, "B", "Kd", "Qd", "Jd", "10h", "8h", "7h", "5c")
    turn(table, "C", "Kc", "Qh", "Jh", "10c", "8c", "7c", "2s")
    assert [(award.pot, award.shares[0].player, award.shares[0].chips) for award in table.of(events.PotAwarded)] == [
        (0, "A", 18),
        (1, "C", 20),
    ]


# What a turned card does.


def test_the_suicide_king_kills_a_hand_that_would_have_beaten():
    table = turn(cobain("5d"), "A", "Kh")
    assert table.of(events.SentOutByCard) == [events.SentOutByCard(player="A", card="Kh", rule="munk/sends-out")]
    assert table.of(events.HandBeaten) == []
    assert table.hand.asked.waiting == ["B", "C"]


def test_in_courtney_love_baseball_the_queen_of_hearts_kills():
    table = turn(cobain(declared=COURTNEY_LOVE_BASEBALL), "A", "Qh")
    assert table.of(events.SentOutByCard)


def test_the_last_one_left_takes_the_pot_when_the_king_kills_all_others():
    table = turn(cobain("Ad", players="AB"), "A", "Kh")
    assert table.won() == {"B": 2}


def test_a_four_gives_a_card_that_is_turned_next():
    table = turn(cobain("5d"), "A", "4s")
    assert table.of(events.CardGiven) == [events.CardGiven(player="A", card="4s")]
    assert len(table.hand.cards.own["A"]) == 8
    turn(table, "A", "6s")
    assert [held.card for held in table.hand.cards.own["A"][:3]] == ["4s", "6s", "??"]


def test_a_given_card_lies_on_top_of_a_pile_whose_cards_are_known():
    table = opened("AB", rules=house("munk", auto="none")).do(announce(MIDNIGHT_COBAIN_BASEBALL, dealer="B"))
    pile = ("4s", "2c", "2d", "2h", "5s", "5h", "5c", "6c", "6d", "6h", "7c", "7d", "7h", "8c")
    table.do(commands.Deal(cards=pile)).do("lay Ad")
    table.refuses(TurnOwn(player="A", card="Ks"), errors.CardLiesThere, card="Ks", lies="4s")
    turn(table, "A", "??")
    assert [held.card for held in table.hand.cards.own["A"][:3]] == ["4s", "??", "2d"]
    turn(table, "A", "Kd")
    table.refuses(TurnOwn(player="A", card="Ks"), errors.CardLiesThere, lies="2d")


def test_the_last_card_of_the_pile_may_be_a_four_and_still_give_one():
    table = turn(cobain("Ad"), "A", "2s", "5s", "6s", "8d", "10c", "Jc", "4s")
    assert table.of(events.CouldNotBeat) == []
    assert turn(table, "A", "2c").of(events.HandBeaten)


def test_when_the_stock_is_used_up_folded_hands_are_dealt_again_and_without_them_no_card_is_given():
    table = all_check(turn(cobain("Ad", players="ABCDEFG"), "A", "4s", "As"))
    all_check(turn(table, "B", "4h", "2s", "2c"))
    assert turn(table, "C", "4d").of(events.CardGiven) == [events.CardGiven(player="C", card="4d", number=0)]
    turn(table, "C", "5s", "6s", "8s", "10c", "Jc", "Kd")
    assert table.hand.still_in == ["A", "B", "D", "E", "F", "G"]
    assert turn(table, "D", "4c").of(events.CardGiven)[0].number == 1
    # What C has folded may come again, what lies in a hand may not.
    table.refuses(TurnOwn(player="D", card="4s"), errors.CardIsAlreadyOut)
    turn(table, "D", "Jc")
    assert table.hand.cards.own["D"][1].card == "Jc"


def test_a_turned_three_costs_three_chips_and_a_nine_one():
    table = turn(danish(), "A", "3s")
    assert table.of(events.FeePaid) == [events.FeePaid(player="A", card="3s", chips=3)]
    assert (table.holds("chips:A"), table.holds("pot")) == (95, 9)
    all_check(table)
    turn(table, "B", "9s")
    assert (table.holds("chips:B"), table.holds("pot")) == (97, 10)


def test_a_four_gives_a_card_in_the_danish_games_too():
    assert turn(danish(), "A", "4d").of(events.CardGiven)


def test_a_fee_is_paid_by_shadow_where_the_player_is_short():
    table = turn(danish(chips={"A": 4, "B": 100, "C": 100}), "A", "3s")
    assert table.of(events.FeePaid) == [events.FeePaid(player="A", card="3s", chips=3, shadow=1)]
    assert (table.holds("chips:A"), table.holds("shadow:A"), table.holds("owed:A")) == (0, 1, -1)
    assert table.night.pot_worth() == 9


def test_where_players_go_all_in_a_fee_takes_at_most_what_they_have():
    own = game(Deal(pile=3), TurnUntilBeaten(), effects=(Costs("3", chips=3),))
    table = opened("ABC", chips={"A": 2, "B": 9, "C": 9}, rules=house(auto="closed")).do(announce(own, dealer="C"))
    turn(table, "A", "3s")
    assert table.of(events.FeePaid) == [events.FeePaid(player="A", card="3s", chips=1)]
    assert table.hand.stakes.all_in == {"A"}


def test_effects_of_one_card_act_in_the_order_written():
    own = game(Deal(pile=3), TurnUntilBeaten(), effects=(Costs("3", chips=3), OffersCard("3"), Costs("3s", chips=1)))
    table = turn(opened("ABC", rules=house(auto="closed")).do(announce(own, dealer="C")), "A", "3s")
    drawn = [type(event) for event in table.happened[1:]]
    assert drawn == [events.FeePaid, events.CardGiven, events.FeePaid, events.HandBeaten, events.RoundOpened]
    assert [fee.chips for fee in table.of(events.FeePaid)] == [3, 1]
    assert list(table.hand.effects.due) == []


def test_who_has_turned_his_pile_may_still_answer_an_offer():
    own = game(Deal(pile=1), TurnUntilBeaten(), effects=(OffersCard("4", price=2),))
    table = all_check(turn(opened("ABC", rules=house(auto="closed")).do(announce(own, dealer="C")), "A", "Ks"))
    turn(table, "B", "4s")
    assert [offer.command for offer in offers(table.night)] == [
        commands.BuyCard(player="B"),
        commands.DeclineCard(player="B"),
    ]
    table.refuses(TurnOwn(player="B"), errors.PileIsTurned)
    table.do(commands.BuyCard(player="B"))
    assert table.hand.cards.own["B"][1].pile
    turn(table, "B", "As")
    assert table.of(events.HandBeaten)
    all_check(table)
    turn(table, "C", "4c").do(commands.DeclineCard(player="C"))
    assert [event.player for event in table.of(events.CouldNotBeat)] == ["C", "A"]


def test_the_bottom_card_stays_the_bottom_when_a_card_is_given():
    table = turn(danish(NARWIDJAN_MUNAEKKLIPS), "A", "4s")
    assert [held.up for held in table.hand.cards.own["A"]] == [True] + [False] * 7
    assert all(held.pile for held in table.hand.cards.own["A"])


def test_the_bottom_card_of_narwidjan_is_wild_though_it_is_a_four_itself():
    table = all_check(turn(danish(NARWIDJAN_MUNAEKKLIPS), "A", "Kh"))
    turn(table, "B", "2c", "5d", "7h", "8s", "Qs", "Jd", "4c")
    assert table.of(events.HandBeaten) == [
        events.HandBeaten(player="B", hand=worth("pair of queens"), beaten=worth("king high"))
    ]


def test_the_card_that_the_bottom_card_gives_is_not_the_wild_one():
    table = all_check(turn(danish(NARWIDJAN_MUNAEKKLIPS), "A", "Kh"))
    for player, cards in {"B": ("Kd", "Kc"), "C": ("2c", "5d", "10h", "7s", "Qs", "Jd", "4c", "10d")}.items():
        all_check(turn(table, player, *cards))
    assert table.hand.piles.beaters == ["A", "B", "C"]
    assert table.hand.still_in == ["A", "B", "C"]


def test_in_the_danish_games_a_lone_wild_card_is_an_ace_and_equal_to_none_that_is_natural():
    table = all_check(turn(danish(), "A", "Ac"))
    assert turn(table, "B", "9c").of(events.HandBeaten) == []
    table = all_check(turn(danish(), "A", "9c"))
    assert turn(table, "B", "Ac").of(events.HandBeaten)


# Cards that are not known.


def test_where_cards_are_not_known_the_player_says_that_he_beats():
    table = opened("ABC", rules=house("munk")).do(announce(MIDNIGHT_COBAIN_BASEBALL, dealer="C"))
    table.do(TurnOwn(player="A"))
    assert table.of(events.HandBeaten) == []
    table.do(TurnOwn(player="A", beats=True))
    assert table.of(events.HandBeaten) == [events.HandBeaten(player="A")]
    all_check(table)
    for _ in range(7):
        table.do(TurnOwn(player="B"))
    assert table.of(events.CouldNotBeat) == [events.CouldNotBeat(player="B")]


def test_known_cards_that_suffice_beat_although_others_are_not_known():
    table = turn(cobain("Ad"), "A", "??", "2s")
    assert table.of(events.HandBeaten) == []
    turn(table, "A", "2d")
    assert table.of(events.HandBeaten) == [events.HandBeaten(player="A", beaten=worth("ace high"))]


def test_a_claim_against_known_cards_is_refused_and_may_be_waived():
    table = cobain("Jd")
    table.refuses(TurnOwn(player="A", card="10s", beats=True), errors.HandIsNotBeaten, hand="ten high")
    table.refuses(TurnOwn(player="A", card="Qs", beats=False), errors.HandIsBeaten, to_beat="jack high")
    table.waives(TurnOwn(player="A", card="10s", beats=True), errors.HandIsNotBeaten)
    assert table.of(events.HandBeaten) == [
        events.HandBeaten(player="A", hand=worth("ten high"), beaten=worth("jack high"))
    ]
    all_check(table)
    table.waives(TurnOwn(player="B", card="Qs", beats=False), errors.HandIsBeaten)
    assert table.of(events.HandBeaten) == []


def test_what_is_not_known_is_never_refused():
    table = turn(cobain("Jd"), "A", "??", beats=True)
    assert table.of(events.HandBeaten)


def test_an_unknown_card_beaten_for_certain_by_what_else_lies_open_cannot_be_claimed_against():
    table = turn(cobain("Jd"), "A", "??", "Qs", beats=None)
    table = all_check(table)
    table.refuses(TurnOwn(player="B", card="10s", beats=True), errors.HandIsNotBeaten, to_beat="nothing")


def test_a_card_that_is_named_later_beats_from_then_on():
    table = turn(cobain("Jd"), "A", "??")
    table.do(commands.NameCards(player="A", cards=("Qs",)))
    assert table.of(events.HandBeaten)


def test_for_unknown_cards_the_table_says_what_they_do():
    table = turn(danish(), "A", "??")
    table.refuses(commands.PayFee(player="A"), errors.FeeIsAnother, fees=[1, 3])
    table.refuses(commands.PayFee(player="A", chips=2), errors.FeeIsAnother)
    table.do(commands.PayFee(player="A", chips=3, reason="a three"))
    assert (table.holds("chips:A"), table.holds("pot")) == (95, 9)
    table.do(commands.BuyCard(player="A", card="2d"))
    assert table.hand.cards.own["A"][1].card == "2d"
    table.refuses(commands.PayFee(player="B", chips=3), errors.NothingCostsAFee)
    munk = turn(cobain("Ad"), "A", "??").do(commands.SendOut(player="A", reason="the king of hearts"))
    assert munk.hand.asked.waiting == ["B", "C"]


def test_no_card_can_be_bought_when_none_is_left():
    table = all_check(turn(cobain("Ad", players="ABCDEFG"), "A", "4s", "As"))
    all_check(turn(table, "B", "4h", "2s", "2c"))
    turn(table, "C", "??")
    table.refuses(commands.BuyCard(player="C"), errors.NoCardIsLeft)


# A pile is nobody's to see.


def test_nobody_can_show_or_name_a_card_of_his_pile():
    table = turn(cobain("Ad"), "A", "??")
    table.refuses(commands.NameCards(player="A", cards=("2c", "2d")), errors.WrongNumberOfCards, wanted=1)
    table.refuses(commands.ShowHand(player="A", cards=("2c", "2d")), errors.WrongNumberOfCards, wanted=1)
    table.refuses(commands.NameCards(player="B", cards=("2c",)), errors.NoCardIsUnknown, player="B")
    table.do(commands.ShowHand(player="A", cards=("2c",)))
    assert table.hand.showdown.shown == set()


def test_after_the_hand_a_pile_may_be_shown():
    table = turn(cobain(), "A", "6s").do("A 5; B f; C f")
    table.do(commands.ShowHand(player="B", cards=("2c", "2d", "2h", "2s", "5c", "5h", "5s")))
    assert "B" in table.night.last_hand.showdown.shown


@pytest.mark.parametrize("table", [cobain, danish])
@pytest.mark.parametrize("act", ["A 5", "A x", "A f"])
def test_there_is_no_betting_while_a_player_turns_and_nobody_folds(act, table):
    """RULINGS R-D28: they turn “til første spillers melding er slået”, and who cannot beat it “folder automatisk”."""
    table().refuses(act, errors.NoBettingNow, doing="turn until beaten")


def test_piles_are_turned_only_where_the_game_says_so():
    table = opened("ABC", rules=house(auto="closed")).do(commands.AnnounceHand(game="Five Card Stud", dealer="C"))
    table.refuses(TurnOwn(player="A"), errors.NoPileIsTurned, doing="deal")


def test_the_player_at_turn_is_the_only_one_who_may_act():
    assert [offer.command for offer in offers(cobain().night)] == [commands.TurnOwn(player="A")]


@pytest.mark.parametrize(
    ("rule", "cards", "hand"),
    [
        (Personal("chosen"), "2s 10d 7h 8s Jd Qc Kc", "straight, ace high"),
        (Personal("chosen"), "2s 5d 5h 8s Jd Qc Kc", "three of a kind, fives"),
        (RiskyPairs(), "2s 6d 6h 8s 5d Qc Kc", "three of a kind, kings"),
    ],
)
def test_what_the_dealer_makes_wild_for_its_holder_counts_as_it_makes_the_best_hand_of_a_turned_pile(rule, cards, hand):
    """“Det står dealer frit for at annoncere (ekstra) vildkort før et hvilket som helst spil” (RULINGS R-D17, D3)."""
    table = pair_of_aces(rule)
    turn(table, "C", *cards.split())
    assert table.of(events.HandBeaten)[0].hand == worth(hand)


def pair_of_aces(rule: AnyWildRule) -> Table:
    """B has beaten a lone ace with two; C turns."""
    table = all_check(turn(danish(MIDNIGHT_BASEBALL + Wild(rule)), "A", "As"))
    return all_check(turn(table, "B", "Ad", "Ah"))


def test_a_card_of_a_turned_pile_that_nobody_knows_may_be_the_third_of_a_risky_pair():
    table = turn(pair_of_aces(RiskyPairs()), "C", "2s", "6d", "6h", "8s", "??", "Jd", "Qc")
    assert table.of(events.CouldNotBeat)[0].player == "C"


# What is told of it.


def test_a_game_with_a_mark_explains_itself():
    text = explain(MIDNIGHT_COBAIN_BASEBALL)
    assert "1. Each player is dealt a pile of 7 cards, which nobody looks at." in text
    assert "The dealer lays 1 card open, the hand to beat." in text
    assert "betting round.\n" not in text


def test_the_hand_tells_itself():
    table = turn(cobain("5d"), "A", "4s")
    told = [tell(event, {"A": "Anna"}) for event in table.happened]
    assert told == ["Anna turns 4♠ from the pile.", "4♠ gives Anna one more card."]
    turn(table, "A", "6s")
    assert [tell(event, {"A": "Anna"}) for event in table.happened[-2:]] == [
        "Anna beats five high with six high.",
        "Betting begins with Anna, the hand to beat.",
    ]


def test_fees_stand_in_the_history_as_put_in():
    table = turn(danish(), "A", "3s").do("A 5; B f; C f")
    (told,) = hand_history(table.records)
    assert [(stake.player, stake.put_in, stake.net) for stake in told.stakes] == [
        ("A", 10, 4),
        ("B", 2, -2),
        ("C", 2, -2),
    ]
    assert told.pot == 14


def test_the_judge_compares_the_cards_that_were_turned():
    players = {"anna": CasePlayer(cards="Ks 2d"), "bo": CasePlayer(open="6s 3h 8d"), "carl": CasePlayer(open="As Kh")}
    judged = judge(Case(game="Midnight Cobain Baseball", board="9d", players=players, pot=9))
    assert {told.player: told.hands[0].counts for told in judged.players if told.hands} == {
        "anna": "king high",
        "bo": "pair of eights",
    }
    assert [(won.player, won.chips) for share in judged.shares for won in share.winners] == [("bo", 9)]
    assert next(told.out for told in judged.players if told.player == "carl") == "K♥ sends them out"
    for cards in ("", "Ks 2d 5h 6h 7h 8h 10h Jh"):
        with pytest.raises(errors.HoldsAnotherNumber):
            judge(
                Case(
                    game="Midnight Cobain Baseball",
                    board="9d",
                    players={"anna": CasePlayer(cards=cards), "bo": CasePlayer(cards="6s")},
                )
            )


def test_a_strike_of_a_turned_card_gives_the_turn_back():
    table = turn(cobain("5d"), "A", "2s", "6s")
    table.strikes(table.version)
    assert table.hand.round is None
    assert table.hand.asked.waiting == ["A", "B", "C"]
    assert table.hand.piles.turned_now == 1
