"""What a night came to: totals, places, games, pairs, presence, betting, and the stacks on the way there."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import commands
from engine.night.closing.presence import Moment, minutes_known
from engine.reports.betting import betting, street_text
from engine.reports.figures import by_game, stacks_over_time, standings, totals
from engine.reports.gap import gap
from engine.reports.hand_history import HandHistory, Stake, hand_history
from engine.reports.night_results import NOBODY, divided, won_from
from engine.reports.sentences import tell_all
from engine.state import place_of
from engine.wording import Voice
from service.language.local_time import minutes_between
from tests.engine.play.tarok.test_rule import bids, tarok
from tests.engine.reports.evening import counted_and_closed, opened, random_evening, table, won_by
from tests.engine.table import house
from tests.engine.table import opened as seated
from tests.soak import rounds

# The night in numbers.


def test_totals_count_chips_out_and_back_and_money_both_ways() -> None:
    evening = table()
    evening.do(commands.BuyChips(player="bo", chips=10), commands.CashOut(player="bo", chips=4, paid=True))
    evening.do(commands.GiveLoan(player="carl", chips=20))
    won_by(evening, "bo")
    evening.do(commands.PayIn(player="carl", cents=100))
    told = totals(evening.records, evening.night)
    assert (told.hands, told.players) == (1, 3)
    assert (told.issued, told.lent, told.sold, told.returned, told.in_stacks) == (150, 140, 10, 4, 146)
    assert (told.money_in, told.money_out, told.till) == (350, 100, 250)
    assert told.events == evening.last


def test_the_night_lasts_until_it_is_closed_whenever_it_is_paid() -> None:
    evening = opened("eva", "bo", starts_at="19:00", rules=commands.HouseRules(auto="all", initial_loan=40))
    evening.do(commands.TransferChips(payer="bo", payee="eva", chips=5))
    assert totals(evening.records, evening.night).last_at == evening.records[-1].occurred_at
    counted_and_closed(evening)
    at = evening.records[-1].occurred_at
    evening.wait(600)
    evening.do(commands.FreezePlan(), commands.RecordPayment(transfer=1))
    told = totals(evening.records, evening.night)
    assert (told.first_at, told.last_at) == ("2026-05-08T19:00:00Z", at)


# Results stand in order, and with what belongs to nobody yet they sum to zero.


def test_equal_results_share_a_place() -> None:
    evening = table()
    won_by(evening, "carl")
    told = [(line.place, line.player, line.result) for line in standings(evening.night)]
    assert told == [(1, "carl", 350), (2, "eva", -175), (2, "bo", -175)]


@settings(max_examples=rounds(25, 60))
@given(st.integers(0, 2**32))
def test_results_and_what_belongs_to_nobody_yet_sum_to_zero(seed) -> None:
    evening = random_evening(seed)
    counts, found = totals(evening.records, evening.night), gap(evening.records)
    charged = sum(charge.cents for charge in found.ended.charges) if found.ended else 0
    nobodys = (counts.in_pot + counts.carried + counts.missing) * evening.night.unit - charged
    results = [line.result for line in standings(evening.night)]
    assert sum(results) + nobodys == 0
    assert results == sorted(results, reverse=True)
    if evening.night.phase == "planned":
        assert sum(results) == 0


# Where everybody of a night is.


def test_a_dealer_of_tarok_who_gets_no_cards_deals_and_has_not_folded() -> None:
    table = seated("ABCD", rules=house("tarok")).do("hand tarok by D")
    assert [place_of(table.night, player) for player in "ABCD"] == ["in the hand"] * 3 + ["deals"]


def test_who_has_folded_has_folded_and_so_has_a_dealer_with_cards() -> None:
    table = seated("ABC", rules=house()).do("hand straight poker by C", "A b2", "B c", "C f")
    assert place_of(table.night, "C") == "folded"


# Every game is told by the chips it moved and whom it was good to.


def test_games_are_told_by_the_chips_they_moved_and_whom_they_were_good_to() -> None:
    evening = table()
    won_by(evening, "carl")
    won_by(evening, "bo", game="Three Card Draw", bet=3)
    won_by(evening, "carl")
    evening.do(commands.AnnounceHand(game="Five Card Stud", dealer="eva"))
    straight, draw = by_game(evening.records)
    assert (straight.game, straight.hands, straight.chips) == ("Straight Poker", 2, 42)
    best, *others = straight.results
    assert (best.player, best.hands, best.won, best.net) == ("carl", 2, 2, 28)
    assert sorted((result.player, result.net) for result in others) == [("bo", -14), ("eva", -14)]
    assert (draw.game, draw.chips, draw.results[0].player) == ("Three Card Draw", 15, "bo")


def test_what_is_owed_for_want_of_chips_counts_as_won_and_lost() -> None:
    """A solo of 44 points pays the bidder 118 from each; both others have 10 chips."""
    deal = bids(tarok(chips=10), A="solo")
    deal.do(commands.NameScore(points=44))
    (hand,) = hand_history(deal.records)
    assert {stake.player: (stake.scored, stake.on_account) for stake in hand.stakes} == {
        "A": (20, 2 * 108 * 25),
        "B": (-10, -108 * 25),
        "C": (-10, -108 * 25),
    }
    (game,) = by_game(deal.records)
    assert [(result.player, result.net) for result in game.results] == [("A", 236), ("B", -118), ("C", -118)]
    told = " ".join(line.sentence for line in tell_all(deal.records, {"A": "Anna", "B": "Bo", "C": "Carl"}))
    assert "Bo pays Anna 10, the last chips, and owes Anna 27.00 DKK" in told
    assert "Anna has 44 points, and a game of a solo takes 36 or more" in told


# Who wins from whom: both sides come out to the cent, whatever the hand was.

CENTS = st.integers(1, 10**9)
SIDES = st.tuples(
    st.dictionaries(st.sampled_from("abcde"), CENTS, max_size=5),
    st.dictionaries(st.sampled_from("vwxyz"), CENTS, max_size=5),
)


def hand(results: dict[str, int], *, carried_in: int = 0, carried_out: int = 0) -> HandHistory:
    """An ended hand with these results, in chips."""
    stakes = tuple(
        Stake(player=player, put_in=max(-net, 0), by_shadow=0, got=max(net, 0), owes=0)
        for player, net in results.items()
    )
    empty = dict.fromkeys(HandHistory.__struct_fields__, ())
    return msgspec.structs.replace(
        HandHistory(**empty), stakes=stakes, carried_in=carried_in, carried_out=carried_out, ended=True
    )


@given(SIDES)
def test_what_is_divided_adds_up_on_both_sides(sides) -> None:
    paid, got = sides
    pairs = divided(paid, got)
    assert all(cents > 0 for cents in pairs.values())
    for player, cents in paid.items():
        assert sum(share for (_, loser), share in pairs.items() if loser == player) == cents
    for player, cents in got.items():
        assert sum(share for (winner, _), share in pairs.items() if winner == player) == cents
    nobodys = sum(cents for pair, cents in pairs.items() if NOBODY in pair)
    assert nobodys == abs(sum(paid.values()) - sum(got.values()))


def test_a_pot_of_two_losers_goes_to_two_winners_in_proportion() -> None:
    pairs = won_from([hand({"anna": 30, "bo": 10, "carl": -20, "dora": -20})], unit=25)
    assert pairs == {
        ("anna", "carl"): 375,
        ("anna", "dora"): 375,
        ("bo", "carl"): 125,
        ("bo", "dora"): 125,
    }


def test_an_odd_cent_goes_to_the_largest_remainder_and_no_cent_is_lost() -> None:
    pairs = won_from([hand({"anna": 5, "bo": 2, "carl": -4, "dora": -3})], unit=1)
    assert pairs == {("anna", "carl"): 3, ("bo", "carl"): 1, ("anna", "dora"): 2, ("bo", "dora"): 1}


def test_a_carried_pot_is_won_from_those_who_paid_it() -> None:
    hands = [hand({"anna": -5, "bo": -5, "carl": 0}, carried_out=10), hand({"carl": 10, "bo": 0}, carried_in=10)]
    assert won_from(hands, unit=1) == {("carl", "anna"): 5, ("carl", "bo"): 5}


def test_who_takes_a_carried_pot_wins_nothing_from_themselves() -> None:
    hands = [hand({"anna": -5, "bo": -5}, carried_out=10), hand({"anna": 10, "bo": 0}, carried_in=10)]
    assert won_from(hands, unit=1) == {("anna", "bo"): 5}


def test_what_was_set_aside_from_a_pot_is_nobodys() -> None:
    assert won_from([hand({"anna": 8, "bo": -10})], unit=1) == {("anna", "bo"): 8}


# The hours of a night are told only where the book knows them.

EVENING, NEXT_DAY = "2026-05-08T19:{:02}:00Z", "2026-05-09T10:{:02}:00Z"


def live(time: str) -> Moment:
    return Moment(time, time)


LATER = Moment(EVENING.format(0), NEXT_DAY.format(0))
ALL_AT_ONCE = Moment("2020-05-08T00:00:00Z", NEXT_DAY.format(0))
HALF_PAST_ONE = "2026-05-09T01:30:00Z"


@pytest.mark.parametrize(
    ("first", "last", "minutes"),
    [
        pytest.param(live(EVENING.format(0)), live(HALF_PAST_ONE), 390, id="written down as it is played"),
        pytest.param(
            Moment(EVENING.format(0), EVENING.format(40)),
            live(EVENING.format(50)),
            50,
            id="begun a little before the book",
        ),
        pytest.param(
            live(EVENING.format(0)),
            Moment(HALF_PAST_ONE, NEXT_DAY.format(0)),
            390,
            id="closed the next day at a time said",
        ),
        pytest.param(LATER, live(NEXT_DAY.format(20)), None, id="typed later and closed without a time"),
        pytest.param(
            LATER, Moment(EVENING.format(20), NEXT_DAY.format(20)), None, id="the clock of whoever types it later"
        ),
        pytest.param(
            LATER, Moment(HALF_PAST_ONE, NEXT_DAY.format(20)), 390, id="typed later with the times of both ends"
        ),
        pytest.param(ALL_AT_ONCE, ALL_AT_ONCE, None, id="everything stands at one time"),
        pytest.param(
            live(NEXT_DAY.format(0)), Moment(HALF_PAST_ONE, NEXT_DAY.format(20)), None, id="an end before the beginning"
        ),
    ],
)
def test_a_night_has_its_hours_where_the_book_knows_them(first, last, minutes) -> None:
    assert minutes_known(first, last, minutes_between) == minutes


# The betting of a hand is told street by street, at the time it was played.

VOICE = Voice({"eva": "Eva", "bo": "Bo", "carl": "Carl"})


def test_antes_bets_and_folds_are_one_paragraph() -> None:
    evening = table()
    evening.do(commands.AnnounceHand(game="Straight Poker", dealer="eva"))
    evening.do(commands.Check(player="bo"), commands.Check(player="carl"), commands.Bet(player="eva", chips=3))
    evening.do(commands.Raise(player="bo", by=2), commands.Fold(player="carl"), commands.Fold(player="eva"))
    ((street,),) = betting(evening.records, VOICE)
    assert street_text(street) == (
        "Antes 3 × 2. Bo and Carl check, Eva bets 3, Bo raises by 2, to 5, Carl and Eva fold."
    )


def test_every_round_has_its_street_and_the_draw_stands_before_its_round() -> None:
    evening = table()
    won_by(evening, "bo", game="Three Card Draw")
    (streets,) = betting(evening.records, VOICE)
    assert [street.round for street in streets] == [1, 2]
    assert street_text(streets[1]) == (
        "Round 2: Bo stands pat, Carl stands pat, Eva stands pat, Bo, Carl and Eva check."
    )


def test_turned_cards_are_told_and_cards_that_lie_closed_are_not() -> None:
    evening = opened("eva", "bo", "carl", rules=commands.HouseRules(auto="none", rulebook="standard", initial_loan=40))
    evening.do(commands.AnnounceHand(game="Texas Hold'em", dealer="eva"), commands.Deal())
    evening.do(commands.Call(player="eva"), commands.Call(player="bo"), commands.Check(player="carl"))
    evening.do(commands.Burn(), commands.Lay(cards=("Ks", "4d", "9c")), commands.Check(player="bo"))
    (streets,) = betting(evening.records, VOICE)
    assert streets[1].cards == ("Ks", "4d", "9c")
    assert street_text(streets[1]) == "Round 2 K♠ 4♦ 9♣: Bo checks."


def test_an_all_in_stands_behind_its_bet() -> None:
    evening = opened("eva", "bo", "carl", rules=commands.HouseRules(auto="all", rulebook="standard", initial_loan=40))
    evening.do(commands.AnnounceHand(game="Texas Hold'em", dealer="eva"), commands.GoAllIn(player="eva"))
    ((street,),) = betting(evening.records, VOICE)
    assert street_text(street).endswith("Eva raises by 38, to 40 and is all-in.")


def test_a_correction_moves_no_betting() -> None:
    """What is drawn again is told where and when its act was played."""
    evening = opened("eva", "bo", "carl", starts_at="19:00", rules=commands.HouseRules(auto="all", initial_loan=40))
    move = commands.ChipMove("chips:eva", "carry", 1)
    slip = evening.do(commands.MakeRuling(text="found", moves=(move,), agreed_by=("eva",)))
    won_by(evening, "bo")
    before = betting(evening.records, VOICE)
    evening.wait(60)
    evening.strike(slip, reason="a button")
    assert hand_history(evening.records)[0].redrawn
    assert betting(evening.records, VOICE) == before


@pytest.mark.parametrize("seed", range(6))
def test_every_hand_in_force_has_its_streets_and_no_act_is_lost(seed) -> None:
    evening = random_evening(seed)
    told, hands = betting(evening.records, VOICE), hand_history(evening.records)
    assert len(told) == len(hands)
    for streets, hand in zip(told, hands, strict=True):
        assert [street.round for street in streets] == sorted({street.round for street in streets})
        assert all(hand.first <= street.first <= street.last <= hand.last for street in streets)
        put_in = any(stake.put_in for stake in hand.stakes)
        assert bool(streets) or not put_in


# The rows of a chart: everyone's stack before the first hand and after each.


def test_stacks_are_told_before_the_first_hand_and_after_each() -> None:
    evening = table()
    won_by(evening, "carl")
    evening.do(commands.BuyChips(player="bo", chips=10))
    won_by(evening, "bo")
    told = stacks_over_time(evening.records)
    assert told.players == ("eva", "bo", "carl")
    assert [(row.hand, row.stacks) for row in told.rows] == [(0, (40, 40, 40)), (1, (33, 33, 54)), (2, (26, 57, 47))]
    assert [row.won for row in told.rows] == [(0, 0, 0), (-7, -7, 14), (-14, 7, 7)]


@settings(max_examples=rounds(15, 30))
@given(st.integers(0, 2**32))
def test_what_play_alone_has_brought_sums_to_zero_but_for_carried_pots_and_rulings(seed) -> None:
    evening = random_evening(seed)
    rulings = any(isinstance(record.event, commands.MakeRuling) for record in evening.records)
    demanded = any(isinstance(record.event, commands.NewDeal) for record in evening.records)
    for row in stacks_over_time(evening.records).rows:
        assert rulings or demanded or sum(row.won) == 0
