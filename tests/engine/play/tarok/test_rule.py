"""Tarok: bidding, the widow, goals, melds, the play and the score, at all three depths (RULINGS C3, C4)."""

import random

import pytest

from engine import commands, errors, events
from engine.adjudicate import adjudicate
from engine.cards.tarok import TAROK_54
from engine.cards.tricks import PACKS, TRUMP, may_be_played
from engine.game.steps import Bet, Deal
from engine.play.script.offers import offers
from engine.play.tricks.rule import meld_due
from engine.reports.sentences import tell
from tests.engine.table import Table, announce, game, house, opened
from tests.soak import rounds


def tarok(players: str = "ABC", auto: str = "all", chips: int = 1000, name: str = "Tarok") -> Table:
    return opened(players, chips=chips, rules=house("tarok", auto=auto)).do(f"hand {name} by {players[-1]}")


def bids(table: Table, **said: str) -> Table:
    """Each player bids what is said, or passes."""
    for player in list(table.hand.asked.waiting):
        if player not in table.hand.asked.waiting:
            break
        contract = said.get(player)
        table.do(commands.MakeBid(player=player, contract=contract) if contract else commands.PassBid(player=player))
        if table.of(events.ContractWon) or table.night.hand is None:
            break
    return table


def threesome(goal: str = "game", choice: int = 1, players: str = "ABC") -> Table:
    """A plays a threesome; the cards are not known."""
    table = bids(tarok(players), A="threesome")
    return table.do(commands.TakeWidow(choice=choice), commands.Discard(), commands.AnnounceGoal(goal=goal))


def solo() -> Table:
    return bids(tarok(), A="solo")


def gains(table: Table) -> dict[str, int]:
    return {player: chips - 1000 for player, chips in table.stacks().items()}


# The deal and the bidding.


def test_three_are_dealt_sixteen_cards_each_and_six_lie_in_the_widow():
    hand = tarok().hand
    assert {player: len(own) for player, own in hand.cards.own.items()} == {"A": 16, "B": 16, "C": 16}
    assert [held.up for held in hand.cards.board] == [False] * 6


def test_with_four_at_the_table_the_dealer_sits_out():
    table = tarok("ABCD")
    assert table.hand.still_in == ["A", "B", "C"]
    assert table.hand.cards.own["D"] == []


def test_forehand_bids_first_and_out_of_turn_nobody_bids():
    table = tarok()
    table.refuses(commands.MakeBid(player="B", contract="solo"), errors.NotYourTurnToBid, turn=["A"])
    table.do(commands.PassBid(player="A"))
    table.refuses(commands.MakeBid(player="A", contract="solo"), errors.NotYourTurnToBid, turn=["B"])


def test_each_bid_must_be_higher():
    """RULINGS R-T15: two threesome bids are not possible."""
    table = tarok().do(commands.MakeBid(player="A", contract="threesome"))
    table.refuses(
        commands.MakeBid(player="B", contract="threesome"), errors.BidIsTooLow, bid="threesome", higher=["solo"]
    )
    table.refuses(commands.MakeBid(player="B", contract="grand"), errors.UnknownContract)
    table.do(commands.MakeBid(player="B", contract="solo"))
    assert table.of(events.ContractWon) == [events.ContractWon(player="B", contract="solo")]


def test_a_solo_by_forehand_ends_the_bidding_at_once():
    table = tarok().do(commands.MakeBid(player="A", contract="solo"))
    assert table.of(events.ContractWon) == [events.ContractWon(player="A", contract="solo")]


def test_when_all_pass_the_deal_passes_on_without_score():
    table = bids(tarok())
    assert table.night.hand is None
    assert table.of(events.ScorePaid) == []
    assert table.do("hand Tarok").hand.announced.dealer == "A"


def test_in_tapp_tarok_forehand_scores_25_when_all_pass():
    table = bids(tarok(name="Tapp-Tarok"))
    assert gains(table) == {"A": 50, "B": -25, "C": -25}


# The widow.


def test_the_first_three_cards_of_the_widow_are_taken_and_three_discarded():
    table = bids(tarok(auto="none").do("deal", "lay", "deal"), A="threesome")
    table.do(commands.TakeWidow(choice=1, cards=("Kh", "XX", "7s")))
    assert len(table.hand.cards.own["A"]) == 19
    table.do(commands.Discard(cards=("7s", "XX", "2h")))
    assert table.hand.contract.discarded == ["7s", "XX", "2h"]
    assert len(table.hand.cards.own["A"]) == 16


def test_no_king_is_discarded():
    table = bids(tarok(auto="none").do("deal", "lay", "deal"), A="threesome")
    table.do(commands.TakeWidow(choice=1, cards=("Kh", "XX", "7s")))
    refusal = table.refuses(commands.Discard(cards=("Kh", "XX", "7s")), errors.MayNotBeDiscarded, card="Kh")
    assert refusal.waivable
    table.refuses(commands.Discard(cards=("XX", "7s")), errors.WrongNumberOfCards, given=2, wanted=3)


def test_joker_mond_and_pagat_may_be_discarded():
    """RULINGS R-T8: the source forbids only kings."""
    table = bids(tarok(auto="none").do("deal", "lay", "deal"), A="threesome")
    table.do(commands.TakeWidow(choice=1, cards=("joker", "XXI", "I")), commands.Discard(cards=("joker", "XXI", "I")))
    assert table.hand.contract.discarded == ["joker", "XXI", "I"]


def test_rejected_cards_are_shown_and_go_to_the_opponents():
    """RULINGS R-T9 for the second three."""
    table = bids(tarok(auto="none").do("deal", "lay", "deal"), A="threesome")
    table.do(commands.TakeWidow(choice=2, rejected=("7s", "8s", "9s"), cards=("Kh", "XX", "I")))
    assert [(held.card, held.up) for held in table.hand.cards.board] == [("7s", True), ("8s", True), ("9s", True)]


def test_the_widow_is_taken_once_and_only_in_a_threesome():
    table = bids(tarok(auto="none").do("deal", "lay", "deal"), A="threesome").do(commands.TakeWidow(choice=1))
    table.refuses(commands.TakeWidow(choice=2), errors.NotTheNextStep)
    solo().refuses(commands.TakeWidow(choice=1), errors.NotTheNextStep)


def test_after_the_widow_is_taken_a_refusal_says_that_it_is_time_to_discard():
    table = bids(tarok(auto="none").do("deal", "lay", "deal"), A="threesome")
    table.refuses(commands.AnnounceGoal(goal="game"), errors.NotTheNextStep, wanted="take widow")
    table.do(commands.TakeWidow(choice=1))
    refusal = table.refuses(commands.AnnounceGoal(goal="game"), errors.NotTheNextStep, act="announce")
    assert str(refusal) == "It is not time to announce the goal; now it is time to discard."
    for other in ("lay 2s", commands.DeclareMeld(player="A", meld="joker XXI I"), commands.PlayCard(player="A")):
        table.refuses(other, errors.NotTheNextStep, wanted="discard")
    table.refuses(commands.Bet(player="A", chips=5), errors.NoBettingNow, doing="discard")


def test_a_discard_that_is_not_due_is_refused_as_a_discard():
    solo().refuses(commands.Discard(), errors.NotTheNextStep, act="discard", wanted="tricks")
    table = bids(tarok(auto="none").do("deal", "lay", "deal"), A="threesome")
    table.refuses(commands.Discard(), errors.NotTheNextStep, act="discard", wanted="widow")


def test_there_is_no_consolation_in_a_solo():
    """RULINGS R-T6."""
    solo().refuses(commands.AnnounceGoal(goal="consolation"), errors.GoalNeedsTheWidow, contract="solo")


def test_the_bidder_plays_for_game_or_for_consolation():
    table = bids(tarok(), A="threesome").do(commands.TakeWidow(choice=1), commands.Discard())
    table.refuses(commands.AnnounceGoal(goal="glory"), errors.UnknownGoal, goals=["game", "consolation"])


# The result alone.


def test_forty_four_points_in_a_threesome_pay_68_each():
    table = threesome().do(commands.NameScore(points=44))
    assert gains(table) == {"A": 136, "B": -68, "C": -68}


def test_the_dealer_who_sits_out_pays_and_is_paid_as_an_opponent():
    """RULINGS R-T10."""
    assert gains(threesome(players="ABCD").do(commands.NameScore(points=44))) == {
        "A": 204,
        "B": -68,
        "C": -68,
        "D": -68,
    }


def test_who_loses_his_game_pays_each_opponent():
    """RULINGS R-T4: 50 and double the 40 - 35 points of the opponents."""
    assert gains(threesome().do(commands.NameScore(points=30))) == {"A": -120, "B": 60, "C": 60}


def test_a_solo_pays_a_hundred_and_the_widow_counts_for_the_opponents():
    table = solo().do(commands.NameScore(points=44))
    assert table.of(events.ScorePaid)[0].points == 44
    assert gains(table)["A"] == 236


def test_the_last_trick_won_with_the_pagat_pays_the_value_of_the_contract():
    table = threesome().do(commands.NameScore(points=44, pagat="A"))
    assert [event.what for event in table.of(events.ScorePaid)] == ["game", "pagat"]
    assert gains(table) == {"A": 236, "B": -118, "C": -118}


def test_an_opponents_pagat_is_paid_by_the_bidder_alone():
    """RULINGS R-T11."""
    assert gains(threesome().do(commands.NameScore(points=44, pagat="B"))) == {"A": 86, "B": -18, "C": -68}


@pytest.mark.parametrize(("pagat", "gain"), [("A", 336), (None, -64)])
def test_announced_ultimo_wins_or_loses_twice_the_contract(pagat, gain):
    """RULINGS R-T12: it replaces the bonus, whatever becomes of the game."""
    table = threesome().do(commands.AnnounceGoal(goal="ultimo"))
    assert gains(table.do(commands.NameScore(points=44, pagat=pagat)))["A"] == gain


@pytest.mark.parametrize(("captured", "gain"), [(True, -264), (False, 536)])
def test_contra_ultimo_stakes_four_times_the_contract(captured, gain):
    """RULINGS R-T14."""
    table = threesome().do(commands.AnnounceGoal(goal="ultimo"), commands.AnswerGoal(player="B"))
    assert gains(table.do(commands.NameScore(points=44, captured=captured)))["A"] == gain


def test_contra_is_answered_once_and_by_an_opponent_of_an_announced_ultimo():
    table = threesome()
    table.refuses(commands.AnswerGoal(player="B"), errors.NothingToAnswer)
    table.do(commands.AnnounceGoal(goal="ultimo"))
    table.refuses(commands.AnswerGoal(player="A"), errors.NothingToAnswer)
    table.do(commands.AnswerGoal(player="B"))
    table.refuses(commands.AnswerGoal(player="C"), errors.NothingToAnswer)


def test_points_beyond_the_pack_are_refused():
    threesome().refuses(commands.NameScore(points=71), errors.PointsAreImpossible, all=70)
    threesome(players="ABCD").refuses(commands.NameScore(points=44, pagat="D"), errors.PagatCannotBe)


def test_nobody_names_a_score_before_there_is_a_contract():
    tarok().refuses(commands.NameScore(points=44), errors.BiddingIsNotOver, player="A")
    straight = opened("ABC").do("hand Straight Poker by C")
    straight.refuses(commands.NameScore(points=44), errors.NobodyPlaysAContract)


@pytest.mark.parametrize("said", [commands.AnnounceGoal(goal="ultimo"), commands.DeclareMeld(player="A", meld="Ks")])
def test_nothing_is_announced_before_the_bidding_is_over(said):
    table = tarok()
    table.refuses(said, errors.BiddingIsNotOver, player="A")
    table.do(commands.PassBid(player="A"))
    table.refuses(said, errors.BiddingIsNotOver, player="B")


def test_who_has_too_few_chips_owes_the_rest_on_his_account():
    table = bids(tarok(chips=50), A="solo").do(commands.NameScore(points=44))
    assert table.stacks() == {"A": 150, "B": 0, "C": 0}
    unit = table.night.unit
    moves = table.of(events.ScorePaid)[0].moves
    assert [move.cents for move in moves] == [68 * unit, 68 * unit]
    assert table.holds("loan:A") == -50 * unit + 136 * unit


# Melds.


@pytest.mark.parametrize(("table", "value"), [(threesome, 50), (solo, 100)])
def test_a_meld_collects_the_value_of_the_contract_from_everyone_at_once(table, value):
    played = table().do(commands.DeclareMeld(player="B", meld="XXI joker I"))
    assert gains(played) == {"A": -value, "B": 2 * value, "C": -value}


def test_a_meld_is_declared_once_before_the_first_lead_by_who_holds_it():
    table = threesome()
    table.refuses(commands.DeclareMeld(player="B", meld="Ks Qs"), errors.UnknownMeld)
    table.do(commands.DeclareMeld(player="B", meld="Ks Kh Kd Kc"))
    table.refuses(commands.DeclareMeld(player="A", meld="Kc Kh Kd Ks"), errors.MeldIsDeclared)
    table.do(commands.PlayCard(player="A", card="VI"))
    table.refuses(commands.DeclareMeld(player="A", meld="joker XXI I"), errors.TooLateToAnnounce)


def test_a_player_who_has_discarded_one_of_the_three_no_longer_holds_the_meld():
    """RULINGS R-T8."""
    table = bids(tarok(auto="none").do("deal", "lay", "deal"), A="threesome")
    table.do(commands.TakeWidow(choice=1, cards=("joker", "XXI", "I")), commands.Discard(cards=("I", "II", "III")))
    table.do(commands.AnnounceGoal(goal="game"))
    table.refuses(commands.DeclareMeld(player="A", meld="joker XXI I"), errors.CardsAreNotHeld)


# Every card.


def dealt(seed: int, players: str = "ABC") -> tuple[Table, random.Random]:
    chance = random.Random(seed)
    stock = list(TAROK_54)
    chance.shuffle(stock)
    table = tarok(players, auto="none")
    table.do(commands.Deal(cards=tuple(stock[:24])), commands.Lay(cards=tuple(stock[24:30])))
    return table.do(commands.Deal(cards=tuple(stock[30:]))), chance


def played_out(table: Table, chance: random.Random) -> Table:
    """Every card is played, at random among those that may be."""
    scored = []
    while table.night.hand is not None:
        hand = table.hand
        if (due := meld_due(hand)) is not None:
            table.do(commands.DeclareMeld(player=due[0], meld=due[1]))
            continue
        played = [player for player, _ in hand.tricks.lying]
        around = [*hand.order[hand.order.index(hand.tricks.leader) :], *hand.order]
        player = next(each for each in around if each in hand.still_in and each not in played)
        held = [each.card for each in hand.cards.own[player]]
        led = hand.tricks.lying[0][1] if played else ""
        able = may_be_played(PACKS["tarok-54"], held, led, TRUMP, must_trump=True) if led else held
        table.do(commands.PlayCard(player=player, card=chance.choice(able)))
        scored += table.of(events.ScorePaid)
    return table


@pytest.mark.parametrize("seed", range(rounds(4, 10)))
def test_with_every_card_known_the_points_are_counted_and_paid(seed):
    table, chance = dealt(seed, "ABC" if seed % 2 else "ABCD")
    if seed % 3:
        bids(table, A="threesome").do(commands.TakeWidow(choice=1 + seed % 3))
        plain = [held.card for held in table.hand.cards.own["A"] if not held.card.startswith("K")]
        table.do(commands.Discard(cards=tuple(plain[:3])), commands.AnnounceGoal(goal="game"))
    else:
        bids(table, B="solo")
    played_out(table, chance)
    paid = table.of(events.ScorePaid)
    assert paid[0].what == "game"
    assert paid[0].points is not None
    assert 0 <= paid[0].points <= 70
    assert sum(gains(table).values()) == 0


def test_cards_that_are_all_known_may_not_be_said_to_count_otherwise():
    table, chance = dealt(1)
    bids(table, A="solo")
    counted = played_out(table, chance).of(events.ScorePaid)[0].points
    again, chance = dealt(1)
    bids(again, A="solo")
    again.do(commands.NameScore(points=counted))
    assert again.of(events.ScorePaid)[0].points == counted


def test_who_cannot_follow_must_trump():
    table = bids(tarok(), A="solo")
    table.do(*(commands.NameCards(player=player, cards=cards) for player, cards in (("B", ("V", "2h")),)))
    table.do(commands.PlayCard(player="A", card="Ks"))
    refusal = table.refuses(commands.PlayCard(player="B", card="2h"), errors.MustTrump, able=["V"], led="s")
    assert refusal.waivable


def test_a_revoke_that_later_plays_prove_is_told_in_tarok_of_suit_and_of_trumps() -> None:
    """RULINGS R-L7: B throws a heart on spades and follows spades later; C throws one and has a trump."""
    table = bids(tarok(), A="solo")
    table.do(
        *(commands.PlayCard(player=player, card=card) for player, card in zip("ABC", ("Ks", "4h", "3h"), strict=True))
    )
    table.do(commands.PlayCard(player="A", card="Qs"), commands.PlayCard(player="B", card="9s"))
    (suit,) = table.of(events.RevokeProved)
    assert (suit.player, suit.card, suit.held, suit.rule) == ("B", "4h", ("9s",), "tarok/follow-suit")
    table.do(commands.PlayCard(player="C", card="V"))
    (trump,) = table.of(events.RevokeProved)
    assert (trump.player, trump.card, trump.held, trump.rule) == ("C", "3h", ("V",), "tarok/must-trump")
    assert tell(trump, {}) == (
        "C revoked in trick 1: 3♥ was played to spades while V was in hand. Whoever cannot follow suit plays a trump."
    )
    assert len(adjudicate(table.records).remarks) == 2


def test_forehand_leads_whoever_plays_the_contract():
    table = bids(tarok(), C="solo")
    table.refuses(commands.PlayCard(player="C", card="Ks"), errors.NotYourTurnToPlay, turn=["A"])


def test_tricks_by_their_winner_are_followed_by_the_points_that_the_table_counts():
    table = solo()
    for _ in range(16):
        table.do(commands.TakeTrick(player="A"))
    assert table.night.hand is not None
    assert table.hand.stage == "showdown"
    assert gains(table.do(commands.NameScore(points=44)))["A"] == 236


# The duty to meld (RULINGS R-T19).


def holding(cards: str, player: str = "B") -> Table:
    """A solo of A's, and these cards are known of the player."""
    return solo().do(commands.NameCards(player=player, cards=tuple(cards.split())))


@pytest.mark.parametrize(
    "first",
    [
        commands.PlayCard(player="A", card="V"),
        commands.PlayCard(player="A"),
        commands.TakeTrick(player="C"),
        commands.NameScore(points=44),
    ],
)
def test_r_t19_nobody_leads_while_a_known_meld_is_not_declared(first):
    refusal = holding("Ks Kh Kd Kc").refuses(first, errors.MustMeld, player="B", meld="Ks Kh Kd Kc")
    assert refusal.waivable
    assert holding("Ks Kh Kd Kc").waives(first, errors.MustMeld).stacks()["B"] <= 1000
    holding("Ks Kh Kd Kc").do(commands.DeclareMeld(player="B", meld="Ks Kh Kd Kc"), first)


def test_r_t19_a_meld_of_which_a_card_is_not_known_is_nobodys_duty():
    holding("Ks Kh Kd").do(commands.PlayCard(player="A", card="V"))


def test_r_t19_what_may_be_done_before_the_first_lead_is_to_declare_the_known_meld():
    kinds = {type(offer.command) for offer in offers(holding("joker XXI I").night)}
    assert kinds == {commands.DeclareMeld}


# Dealing in batches (RULINGS R-T20).


def test_r_t20_cards_are_dealt_eight_at_a_time():
    table = tarok(auto="none").do(commands.Deal(cards=TAROK_54[:24]), commands.Lay(cards=TAROK_54[24:30]))
    table.do(commands.Deal(cards=TAROK_54[30:]))
    held = {player: [card.card for card in own] for player, own in table.hand.cards.own.items()}
    assert held["A"] == [*TAROK_54[:8], *TAROK_54[30:38]]
    assert held["C"] == [*TAROK_54[16:24], *TAROK_54[46:]]


def test_r_t20_open_cards_alone_are_told_in_the_order_in_which_they_fall():
    own = game(Deal(down=1, up=2, batch=2), Bet())
    table = opened("ABC", rules=house("standard", auto="none")).do(announce(own, dealer="C"))
    table.do("deal 3s 5s 7s 8s 9s 10s")
    assert [[held.card for held in table.hand.cards.own[player]] for player in "AB"] == [
        ["??", "3s", "8s"],
        ["??", "5s", "9s"],
    ]


# What is put aside (RULINGS R-T8).


def with_widow(cards: str = "", auto: str = "none") -> Table:
    """A plays a threesome, and has taken the first cards of the widow; these 19 cards are known."""
    table = bids(tarok(auto=auto).do("deal", "lay", "deal"), A="threesome").do(commands.TakeWidow(choice=1))
    return table.do(commands.NameCards(player="A", cards=tuple(cards.split()))) if cards else table


def test_r_t8_what_is_put_aside_is_asked_of_the_bidder_however_much_runs_by_itself():
    table = bids(tarok(auto="all"), A="threesome").do(commands.TakeWidow(choice=1))
    assert [offer.command for offer in offers(table.night)] == [commands.Discard()]


def test_r_t8_the_trumps_alone_may_be_named():
    table = with_widow().do(commands.Discard(cards=("V", "XX")))
    assert table.hand.contract.discarded == ["V", "XX", "??"]
    with_widow().refuses(commands.Discard(cards=("V", "2h")), errors.WrongNumberOfCards, given=2, wanted=3)


def test_r_t8_a_trump_among_the_cards_put_aside_is_named():
    trumps_and_kings = "II III IV V VI VII VIII IX X XI XII XIII XIV Ks Kh Kd Kc 7s 8s"
    table = with_widow(trumps_and_kings)
    refusal = table.refuses(commands.Discard(), errors.TrumpIsNotNamed, plain=2, wanted=3)
    assert refusal.waivable
    table.do(commands.Discard(cards=("II",)))
    with_widow(trumps_and_kings.replace("II ", "9s ", 1)).do(commands.Discard())


def test_r_t8_kings_among_cards_put_aside_unseen_may_still_be_melded():
    table = with_widow("Ks Kh Kd Kc").do(commands.Discard(), commands.AnnounceGoal(goal="game"))
    assert gains(table.do(commands.DeclareMeld(player="A", meld="Ks Kh Kd Kc")))["A"] == 100


def test_nobody_bids_or_passes_when_the_bidding_is_over():
    refusal = solo().refuses(commands.PassBid(player="B"), errors.BiddingIsOver, player="A", contract="solo")
    assert not refusal.waivable
    solo().refuses(commands.MakeBid(player="B", contract="solo"), errors.BiddingIsOver)
