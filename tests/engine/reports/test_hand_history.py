"""The log of hands says what everyone put in, who won what, and where that stands in the book."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import commands
from engine.game.options import HighLow, Hot
from engine.reports.figures import by_game
from engine.reports.hand_history import HandHistory, PotShare, RoundReport, hand_history
from engine.reports.sentences import tell_all
from engine.wording import game_text
from tests.engine.reports.evening import random_evening, table
from tests.engine.table import house, opened
from tests.soak import rounds


def put_in(hand: HandHistory) -> dict[str, int]:
    return {stake.player: stake.put_in for stake in hand.stakes}


def test_a_hand_is_told_with_its_stakes_rounds_and_winner() -> None:
    evening = table()
    first = evening.do(commands.AnnounceHand(game="Three Card Draw", dealer="eva"))
    evening.do(
        commands.Bet(player="bo", chips=3),
        commands.Call(player="carl"),
        commands.Fold(player="eva"),
        commands.Exchange(player="bo", number=1),
        commands.Exchange(player="carl", number=2),
        commands.Check(player="bo"),
        commands.Check(player="carl"),
        commands.ShowHand(player="bo", cards=("10s", "10h", "10d", "4c", "4s"), announced="full house"),
        commands.Muck(player="carl"),
    )
    (hand,) = hand_history(evening.records)
    assert (hand.number, hand.game, hand.rulebook, hand.dealer) == (1, "Three Card Draw", "enemaerke", "eva")
    assert hand.players == ("bo", "carl", "eva")
    assert put_in(hand) == {"bo": 5, "carl": 5, "eva": 2}
    assert hand.rounds == (
        RoundReport(number=0, chips=6),
        RoundReport(number=1, chips=6),
        RoundReport(number=2, chips=0),
    )
    assert hand.pot == 12
    (award,) = hand.awards
    assert award.by == "last player"
    assert award.shares == (PotShare(player="bo", chips=12, netted=0, hand="", cards=(), stands_for=()),)
    assert [(shown.player, shown.announced) for shown in hand.shown] == [("bo", "full house")]
    assert hand.ended
    assert (hand.first, hand.last) == (first, evening.last)


def test_the_winning_cards_stand_in_the_log_where_cards_decided() -> None:
    evening = table()
    evening.do(
        commands.AnnounceHand(game="Straight Poker", dealer="eva"),
        commands.Bet(player="bo", chips=3),
        commands.Call(player="carl"),
        commands.Fold(player="eva"),
        commands.ShowHand(player="bo", cards=("10s", "10h", "10d", "4c", "4s")),
        commands.ShowHand(player="carl", cards=("Ks", "Kh", "9d", "9c", "2s")),
    )
    (award,) = hand_history(evening.records)[0].awards
    assert award.by == "cards"
    assert award.shares[0].hand == "full house, tens over fours"
    assert set(award.shares[0].cards) == {"10s", "10h", "10d", "4c", "4s"}


def test_a_new_deal_is_told_with_who_demanded_it_and_what_was_carried() -> None:
    evening = table()
    evening.do(
        commands.AnnounceHand(game="Straight Poker", dealer="eva"), commands.NewDeal(player="bo", reason="a card fell")
    )
    evening.do(commands.AnnounceHand(game="Straight Poker"), commands.Fold(player="carl"), commands.Fold(player="eva"))
    broken_off, following = hand_history(evening.records)
    assert (broken_off.new_deal, broken_off.new_deal_by, broken_off.new_deal_reason) == (True, "bo", "a card fell")
    assert (broken_off.carried_out, broken_off.awards) == (6, ())
    assert (following.carried_in, following.pot, following.new_deal) == (6, 12, False)


def test_cards_shown_after_the_hand_belong_to_it_and_the_bank_between_hands_does_not() -> None:
    evening = table()
    evening.do(
        commands.AnnounceHand(game="Straight Poker", dealer="eva"),
        commands.Fold(player="bo"),
        commands.Fold(player="carl"),
    )
    ended = evening.last
    evening.do(commands.BuyChips(player="bo", chips=10))
    assert hand_history(evening.records)[0].last == ended
    shown = evening.do(commands.ShowHand(player="eva", cards=("As",)))
    (hand,) = hand_history(evening.records)
    assert hand.last == shown
    assert [(told.player, told.cards) for told in hand.shown] == [("eva", ("As",))]


def test_a_hand_is_told_as_the_game_the_dealer_named() -> None:
    table = opened("ABCDE", rules=house("scroker", auto="closed")).do("hand dealer's choice by E")
    (hand,) = hand_history(table.records)
    assert (hand.game, hand.announced_as, hand.options) == ("Dealer's Choice", "", ())
    table.do(commands.NameTheGame(game="Scroker", options=(Hot(),)))
    (hand,) = hand_history(table.records)
    assert (hand.game, hand.rulebook, hand.announced_as) == ("Scroker", "scroker", "Dealer's Choice")
    assert hand.options == ("Hot",)
    assert game_text(hand.game, hand.options, hand.announced_as) == "Scroker with hot (named in Dealer's Choice)"
    table.do("A f; B f; C f; D f")
    assert [game.game for game in by_game(table.records)] == ["Scroker"]


def test_the_options_of_the_dealer_stand_with_the_game_that_was_announced() -> None:
    table = opened("ABC", rules=house(auto="closed"))
    table.do(commands.AnnounceHand(game="Straight Poker", dealer="C", options=(HighLow(),)))
    (hand,) = hand_history(table.records)
    assert game_text(hand.game, hand.options, hand.announced_as) == "Straight Poker with high/low"
    announced = next(line for line in tell_all(table.records, {"C": "Carl"}) if "dealt by" in line.sentence)
    assert announced.sentence == "Hand 1: Straight Poker with high/low, dealt by Carl."


def test_waivers_and_rulings_stand_with_their_hand() -> None:
    evening = table()
    evening.do(commands.AnnounceHand(game="Straight Poker", dealer="eva"))
    waiver = commands.Waiver(rule="bet_over_limit", reason="a birthday")
    bet = evening.do(commands.Bet(player="bo", chips=8, waived=(waiver,)))
    move = commands.ChipMove(payer="chips:eva", payee="pot", chips=1)
    ruling = evening.do(commands.MakeRuling(text="a fine", moves=(move,), agreed_by=("eva",)))
    (hand,) = hand_history(evening.records)
    assert [(told.version, told.rule, told.reason) for told in hand.waivers] == [(bet, "bet_over_limit", "a birthday")]
    assert hand.rulings == (ruling,)
    assert (hand.ruled_in, hand.pot, hand.ended, hand.ended_at) == (1, 15, False, "")


def test_what_a_strike_has_drawn_anew_is_told_apart_from_where_the_hand_was_played() -> None:
    evening = table()
    move = commands.ChipMove(payer="chips:eva", payee="carry", chips=1)
    ruling = evening.do(commands.MakeRuling(text="found", moves=(move,), agreed_by=("eva",)))
    first = evening.do(commands.AnnounceHand(game="Straight Poker", dealer="eva"))
    evening.do(commands.Bet(player="bo", chips=1), commands.Fold(player="carl"))
    last = evening.do(commands.Fold(player="eva"))
    strike = evening.strike(ruling, reason="it was a button")
    (hand,) = hand_history(evening.records)
    assert (hand.carried_in, hand.pot) == (0, 7)
    assert (hand.first, hand.last) == (first, last)
    assert hand.redrawn
    assert min(hand.redrawn) > strike


def test_a_hand_that_was_struck_is_not_in_the_log_and_the_next_one_takes_its_number() -> None:
    evening = table()
    struck = [evening.do(commands.AnnounceHand(game="Straight Poker", dealer="eva"))]
    struck += [evening.do(commands.Fold(player=player)) for player in ("bo", "carl")]
    evening.do(commands.AnnounceHand(game="Five Card Stud", dealer="eva"))
    evening.strike(*struck, reason="a rehearsal")
    assert [(hand.number, hand.game) for hand in hand_history(evening.records)] == [(1, "Five Card Stud")]


@settings(max_examples=rounds(25, 60))
@given(st.integers(0, 2**32))
def test_what_went_into_a_pot_came_out_of_it(seed) -> None:
    for hand in hand_history(random_evening(seed).records):
        assert sum(told.chips for told in hand.rounds) == sum(put_in(hand).values())
        got = sum(stake.got for stake in hand.stakes)
        if hand.ended:
            assert hand.pot == got + hand.carried_out
            assert all(stake.owes == 0 for stake in hand.stakes)
        else:
            assert got == 0
