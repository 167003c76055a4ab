"""Check, bet, call, raise, fold: who may do what and when; all-ins, and chips put in out of turn."""

import pytest

from engine import commands, errors, events
from engine.game.betting import NoLimit
from engine.game.steps import Bet, Deal
from engine.offer import Offer
from engine.play.script.offers import offers
from tests.engine.table import HOUSE_LIMIT, Table, announce, game, house, opened, waived

HOLDEM = "hand texas hold'em by C"


def danish(players: str = "ABC", game_name: str = "straight poker") -> Table:
    """A Danish hand in its first betting round; the last player deals."""
    return opened(players, rules=house()).do(f"hand {game_name} by {players[-1]}")


def rounds(number: int, **said: object) -> commands.AnnounceHand:
    """A game of this many betting rounds and nothing else; antes of 1, no limit, all-in."""
    return announce(game(Deal(down=5), *(Bet(),) * number, **said))


# Rounds (RULINGS E2)


def test_a_round_in_which_all_check_ends_without_chips() -> None:
    table = danish(game_name="three card draw").do("A x; B x; C x")
    assert table.happened[1:] == (events.RoundClosed(number=1), events.StepBegan(asked=("A", "B", "C")))
    assert table.night.pot_worth() == 6


def test_everyone_still_in_has_paid_the_same_when_a_round_ends() -> None:
    table = danish().do("A b1; B r2; C c; A r5; B c; C c")
    assert table.hand.stage == "showdown"
    assert set(table.hand.stakes.put_in.values()) == {2 + 8}


def test_after_a_bet_nobody_checks() -> None:
    table = danish().do("A b1")
    table.refuses("B x", errors.CheckAfterBet, player="B", owed=1)
    table.do("B f").waives("C x", errors.CheckAfterBet)
    assert table.hand.stage == "showdown"


def test_the_player_who_opens_or_folds_cannot_check_where_the_game_says_so() -> None:
    table = opened().do(announce(game(Deal(down=5), Bet(check=False), Bet())))
    table.refuses("B x", errors.NoCheckInThisRound, player="B")
    table.do("B 1; C c; A c").do("B x")


def test_a_check_may_be_followed_by_a_raise() -> None:
    """R-E1."""
    assert danish().do("A x; B b3; C c; A r2").turn == "B"


def test_the_last_to_raise_cannot_raise_himself() -> None:
    table = danish(game_name="three card draw").do("A b1; B r2; C c; A c")
    assert table.hand.rounds.closed == 1
    table.refuses("B r1", errors.NoBettingNow, doing="draw")


def test_there_is_no_limit_to_the_number_of_raises() -> None:
    table = danish().do("A b5")
    for _ in range(6):
        table.do("B r1; C r5; A r1")
    assert table.hand.round.price == 5 + 6 * 7


def test_when_all_but_one_have_folded_the_hand_ends_unseen() -> None:
    table = danish().do("A b2; B f; C f")
    (award,) = table.of(events.PotAwarded)
    assert (award.by, award.shares) == ("last player", (events.Share(player="A", chips=8),))
    assert table.night.hand is None


def test_who_could_check_may_fold() -> None:
    table = danish().do("A f; B x")
    assert table.hand.still_in == ["B", "C"]
    table.do("C f")
    assert table.won() == {"B": 6}


def test_the_last_one_wins_even_when_everyone_before_him_folds_without_a_bet() -> None:
    assert danish().do("A f; B f").won() == {"C": 6}


# What chips put in are


@pytest.mark.parametrize(
    ("said", "recorded"),
    [
        ("A 3", commands.Bet(player="A", chips=3, said="put_in")),
        ("A b3; B 3", commands.Call(player="B", chips=3, said="put_in")),
        ("A b3; B 5", commands.Raise(player="B", chips=5, by=2, to=5, said="put_in")),
        ("A b3; B r2; C f; A 2", commands.Call(player="A", chips=2, said="put_in")),
        ("A b3; B r2; C f; A 6", commands.Raise(player="A", chips=6, by=4, to=9, said="put_in")),
        ("A r3", commands.Bet(player="A", chips=3, said="raise_by")),
    ],
)
def test_chips_put_in_are_recorded_as_the_bet_call_or_raise_they_are(said, recorded) -> None:
    assert danish().do(said).happened[0] == recorded


def test_a_raise_is_said_by_or_to() -> None:
    table = danish().do("A b3", commands.Raise(player="B", to=7))
    assert table.happened[0] == commands.Raise(player="B", by=4, to=7, chips=7, said="raise_to")


@pytest.mark.parametrize(
    ("said", "reason", "details"),
    [
        (commands.Bet(player="B"), errors.AmountIsMissing, {"act": "bet"}),
        (commands.Raise(player="B"), errors.AmountIsMissing, {"act": "raise"}),
        ("B b2", errors.ThereIsABet, {"price": 3}),
        ("B 2", errors.PutsInTooLittle, {"chips": 2, "owed": 3}),
        (commands.Call(player="B", chips=2), errors.CallIsAnotherAmount, {"owed": 3}),
        (commands.Raise(player="B", to=3), errors.RaiseIsNoRaise, {"to": 3, "price": 3}),
        (commands.Raise(player="B", to=2), errors.RaiseIsNoRaise, {"to": 2}),
        (commands.Raise(player="B", by=1, to=5), errors.RaiseDoesNotAddUp, {"by": 1, "to": 5}),
        (commands.Call(player="D"), errors.PlayerIsNotInTheHand, {"player": "D"}),
    ],
)
def test_what_no_bet_can_be_is_refused(said, reason, details) -> None:
    table = danish().do("A b3")
    assert not table.refuses(said, reason, **details).waivable


def test_who_owes_nothing_cannot_call() -> None:
    danish().refuses("A c", errors.NothingToCall, player="A")


def test_who_is_not_in_turn_is_told_whose_turn_it_is_before_what_they_owe() -> None:
    danish().refuses("B c", errors.NotYourTurn, player="B", turn=["A"])
    table = danish().do("A b3")
    table.refuses("A c", errors.NotYourTurn, player="A", turn=["B"])
    table.do("B c").refuses("B c", errors.NotYourTurn, player="B", turn=["C"])


def test_who_has_folded_is_out() -> None:
    danish("ABCD").do("A f; B b1").refuses("A c", errors.PlayerHasFolded, player="A")


def test_nobody_bets_without_a_hand_or_between_rounds() -> None:
    opened().refuses("A 1", errors.NoHandIsPlayed)
    danish().do("A x; B x; C x").refuses("A 1", errors.NoBettingNow, doing="showdown")


# Out of turn (RULINGS E3, R-E3, R-E4)


def out_of_turn() -> Table:
    """A should act, B puts in 4, A then bets 2, C raises to 3."""
    table = danish("ABCD").do("B 4")
    assert table.happened == (commands.Bet(player="B", chips=4, ahead=True, said="put_in"),)
    assert table.turn == "A"
    return table.do("A b2", commands.Raise(player="C", to=3))


def test_chips_put_in_out_of_turn_cover_what_is_owed_later_and_nothing_goes_back() -> None:
    table = out_of_turn()
    assert table.night.pot_worth() == 8 + 4 + 2 + 3
    assert table.turn == "D"
    table.do("D 3")
    assert table.turn == "A"
    table.do("A c")
    assert table.hand.stage == "showdown"
    assert table.hand.stakes.put_in == {"A": 5, "B": 6, "C": 5, "D": 5}


def test_who_has_bet_out_of_turn_may_not_raise() -> None:
    table = danish("ABCD").do("B 1; A b2")
    assert table.refuses("B r2", errors.LostTheRightToRaise, player="B").waivable
    table.do("B c; C r5; D c; A c")
    table.refuses("B r2", errors.LostTheRightToRaise, player="B")
    table.do("B c")
    assert table.hand.stage == "showdown"
    assert table.hand.stakes.put_in == dict.fromkeys("ABCD", 2 + 7)


def test_the_right_to_raise_is_lost_for_one_round_only() -> None:
    table = danish(game_name="three card draw").do("B 1; A b1; C c", "A draws 0; B draws 0; C draws 0")
    table.do("A b1; B r2")


def test_chips_put_in_out_of_turn_stay_when_the_player_folds() -> None:
    table = danish("ABCD").do("B 1; A b5; C c; D c; B f")
    assert table.night.pot_worth() == 8 + 1 + 15


def test_who_has_bet_out_of_turn_may_check_when_nobody_has_bet() -> None:
    table = danish().do("B 4; A x")
    table.refuses("B b1", errors.LostTheRightToRaise)
    table.do("B x; C x")
    assert table.night.pot_worth() == 6 + 4


def test_who_has_bet_out_of_turn_checks_where_nobody_has_bet_whatever_he_says() -> None:
    table = danish().do("B 4; A x")
    assert [type(offer.command) for offer in offers(table.night)] == [commands.Check, commands.Fold]
    assert table.do("B c").happened == (commands.Check(player="B", said="call"),)


@pytest.mark.parametrize("said", ["C c", "C x"])
def test_who_has_bet_out_of_turn_what_is_asked_calls_it_for_nothing_whatever_he_says(said) -> None:
    """RULINGS R-E4."""
    table = danish("ABCD").do("A b2; C b4; B c")
    assert offers(table.night)[0] == Offer(commands.Call(player="C"), "C", owed=0)
    assert table.do(said).happened == (commands.Call(player="C", chips=0, said="check" if said == "C x" else None),)
    assert table.turn == "D"


def test_who_has_bet_out_of_turn_what_is_asked_calls_nothing_before_his_turn() -> None:
    table = danish("ABCD").do("D b4")
    table.refuses("D c", errors.NotYourTurn, player="D", turn=["A"])
    table.do("A b2").refuses("D c", errors.NotYourTurn, player="D", turn=["B"])
    assert table.do("B r4").turn == "C"
    assert table.refuses("D c", errors.HasSpokenInThisRound, player="D", turn=["C"]).waivable


def test_a_raise_to_less_than_a_player_has_put_in_is_none() -> None:
    table = danish("ABCD").do("B 5; A b1")
    table.refuses("B r3", errors.RaiseIsNoRaise, to=4, price=5)


def test_a_call_or_raise_out_of_turn_stays_too() -> None:
    table = danish("ABCD").do("A b2", "C c")
    assert table.happened == (commands.Bet(player="C", chips=2, ahead=True, said="call"),)
    table.do(commands.Raise(player="D", by=3))
    assert table.happened == (commands.Bet(player="D", chips=5, ahead=True, said="put_in"),)
    table.do("B c")
    assert table.hand.stakes.put_in == {"A": 4, "B": 4, "C": 4, "D": 7}


def test_out_of_turn_too_nobody_bets_above_the_limit() -> None:
    table = danish()
    table.refuses("B 6", errors.BetOverLimit, player="B", by=6, most=5)
    table.do("B 50; A x", "B x; C b50", "A c")
    assert table.hand.stakes.put_in == dict.fromkeys("ABC", 52)


def test_a_peder_put_in_out_of_turn_is_the_one_of_the_hand() -> None:
    table = danish(game_name="three card draw").do("B 50; A b1; C c", "A draws 0; B draws 0; C draws 0")
    table.do("A x").refuses("B b50", errors.PederIsUsed, player="B")


@pytest.mark.parametrize("said", ["A 1", "A c", "A r4", "A all-in", "A f"])
def test_where_it_is_refused_nobody_acts_out_of_turn(said) -> None:
    opened().do(HOLDEM).refuses(said, errors.NotYourTurn, player="A", turn=["C"])


def test_an_act_out_of_turn_may_be_waived() -> None:
    table = opened().do(HOLDEM).waives("A c", errors.NotYourTurn)
    assert table.hand.stakes.put_in["A"] == 2
    table.do("C c; B x")
    assert table.hand.rounds.closed == 1


def test_a_fold_or_check_out_of_turn_is_refused_everywhere() -> None:
    table = danish()
    table.refuses("B x", errors.NotYourTurn)
    table.refuses("C f", errors.NotYourTurn)


# All-in


def test_nobody_puts_in_more_than_he_has() -> None:
    table = opened(chips=50).do(HOLDEM)
    table.refuses("C 51", errors.BetExceedsStack, player="C", chips=51, stack=50)


def test_all_he_has_is_a_bet_a_call_or_a_raise() -> None:
    table = opened("ABC", {"A": 100, "B": 40, "C": 60}).do(HOLDEM)
    table.do("C all-in")
    assert table.happened[0] == commands.Raise(player="C", chips=60, by=58, to=60, least=58, said="all_in")
    table.do("A c; B all-in")
    assert table.happened[0] == commands.Call(player="B", chips=38, said="all_in")


def test_who_is_all_in_is_asked_no_more_and_the_others_bet_on() -> None:
    table = opened("ABC", {"A": 100, "B": 10, "C": 100}).do(HOLDEM, "C r8; A c; B all-in")
    assert table.hand.still_in == ["A", "B", "C"]
    assert table.hand.round.waiting == ["A", "C"]


def test_a_call_for_less_is_all_a_player_has() -> None:
    table = opened("ABC", {"A": 100, "B": 100, "C": 7}).do("hand texas hold'em by A", "A r18; B f", "C c")
    assert table.happened[0] == commands.Call(player="C", chips=5)


def test_the_part_of_a_bet_nobody_matched_goes_back() -> None:
    table = opened("AB", {"A": 100, "B": 30}).do("hand texas hold'em by A", "A r98; B c")
    assert table.of(events.UncalledReturned) == [events.UncalledReturned(player="A", chips=70)]
    assert table.night.pot_worth() == 60


def test_a_bet_that_nobody_calls_goes_back_before_the_pot_is_won() -> None:
    table = opened().do(HOLDEM, "C r20; A f; B f")
    assert table.of(events.UncalledReturned) == [events.UncalledReturned(player="C", chips=20)]
    assert table.won() == {"C": 5}


def test_where_players_bet_by_shadow_an_unmatched_bet_stays() -> None:
    table = danish().do("A b5; B f; C f")
    assert table.of(events.UncalledReturned) == []
    assert table.won() == {"A": 11}


def test_when_everybody_is_all_in_the_rest_is_dealt_without_betting() -> None:
    table = opened().do(HOLDEM, "C all-in; A all-in; B all-in")
    assert table.hand.stage == "showdown"
    assert [type(event) for event in table.happened].count(events.RoundClosed) == 4
    assert len(table.hand.cards.board) == 5


def test_when_one_player_is_left_with_chips_there_is_no_more_betting() -> None:
    table = opened("ABC", {"A": 100, "B": 20, "C": 10}).do(HOLDEM, "C all-in; A r40; B all-in")
    assert table.hand.stage == "showdown"
    assert table.of(events.UncalledReturned) == [events.UncalledReturned(player="A", chips=30)]


def test_the_last_player_with_chips_must_still_answer_a_bet() -> None:
    table = opened("ABC", {"A": 100, "B": 20, "C": 10}).do(HOLDEM, "C all-in; A f; B all-in")
    assert table.hand.stage == "showdown"
    table = opened("AB", {"A": 100, "B": 20}).do("hand texas hold'em by A", "A c; B all-in")
    assert table.turn == "A"


def test_a_short_all_in_raise_does_not_let_those_raise_who_have_answered() -> None:
    table = opened("ABCD", {"A": 100, "B": 100, "C": 15, "D": 100}).do(rounds(1, forced=game().forced))
    table.do("B b10; C all-in")
    table.do("D c; A c")
    refusal = table.refuses("B r20", errors.BettingIsNotReopened, player="B", raised=4, least=10)
    assert refusal.waivable
    table.do("B c")


def test_a_short_all_in_raise_lets_those_raise_who_have_not_answered() -> None:
    table = opened("ABCD", {"A": 100, "B": 100, "C": 15, "D": 100}).do(rounds(1))
    table.do("B b10; C all-in; D r10; A f; B r20")


def test_short_all_ins_that_add_up_to_a_full_raise_reopen_the_betting() -> None:
    table = opened("ABCD", {"A": 22, "B": 100, "C": 15, "D": 100}).do(rounds(1))
    table.do("B b10; C all-in; D c; A all-in; B r10")


def test_after_a_short_all_in_bet_who_has_checked_calls_or_folds() -> None:
    table = opened("ABC", {"A": 100, "B": 3, "C": 100}).do(HOLDEM, "C c; A c; B x", "A x; B all-in")
    table.do("C c").refuses("A r10", errors.BettingIsNotReopened, raised=1, least=2)


def test_the_big_blind_may_raise_when_all_have_called() -> None:
    table = opened().do(HOLDEM, "C c; A c")
    assert table.turn == "B"
    table.do("B r2")


def test_a_house_limit_lets_a_player_raise_again_after_any_raise() -> None:
    table = danish().do("A b5; B r1; C c; A r1")
    assert table.turn == "B"


def test_a_house_limit_on_blinds_has_no_least_raise_either() -> None:
    table = opened().do(announce(game(limit=HOUSE_LIMIT, forced=game().forced)))
    table.do("B b5; C r1; A r1")


def test_an_ante_may_take_a_players_last_chip() -> None:
    table = opened("ABC", {"A": 100, "B": 1, "C": 100}).do(rounds(2))
    assert table.hand.stakes.all_in == {"B"}
    table.do("C b10; A c", "C x; A x")
    assert table.hand.stage == "showdown"


def test_antes_that_put_everybody_all_in_leave_nothing_to_bet() -> None:
    table = opened("ABC", 1).do(rounds(2))
    assert table.hand.stage == "showdown"
    assert table.night.pot_worth() == 3


def test_who_bought_chips_by_waiver_while_all_in_does_not_play_them_in_this_hand() -> None:
    table = opened("ABC", {"A": 100, "B": 20, "C": 100}).do("hand texas hold'em by B", "B all-in; C c; A c")
    table.refuses("B +100", errors.TableStakes, player="B")
    table.waives("B +100", errors.TableStakes)
    assert table.turn == "C"
    table.do("C b40; A c")
    table.do("C x; A x", "C x; A x")
    table.do("B > C win")
    assert table.won() == {"B": 60, "C": 80}


def test_a_waived_turn_of_a_player_who_is_all_in_changes_nothing() -> None:
    table = opened("ABC", {"A": 100, "B": 100, "C": 20}).do(HOLDEM, "C all-in; A r40")
    table.do(waived(commands.Call(player="C"), errors.NotYourTurn))
    assert table.turn == "B"


def test_all_he_has_is_nothing_when_a_player_has_no_chips() -> None:
    table = opened("ABC", {"A": 100, "B": 100, "C": 20}).do(HOLDEM, "C all-in; A r40")
    table.refuses("C all-in", errors.HasNoChips, player="C")


def test_no_limit_bets_all_but_no_less_than_the_last_raise() -> None:
    table = opened().do(rounds(1, limit=NoLimit()), "B b10")
    table.refuses("C r9", errors.RaiseBelowMinimum, by=9, least=10)
    table.do("C r10; A all-in")


def test_who_has_spoken_in_the_round_puts_in_no_more_out_of_turn_unless_it_is_waived() -> None:
    """The same line sent twice must not cost twice; where it did happen, the banker says so."""
    table = opened("ABC", rules=house()).do("hand straight poker by C", "A b3")
    table.refuses("A 3", errors.HasSpokenInThisRound, player="A", turn=["B"])
    table.do("C 3")
    table.refuses("C 3", errors.HasSpokenInThisRound, player="C")
    table.waives("A 3", errors.HasSpokenInThisRound)
    assert table.holds("pot") == 15
