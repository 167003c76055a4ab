"""A bet out of turn that binds: made as it was said when the turn comes, the price called or the hand folded (R-S15)."""

import pytest

from engine import commands, errors, events
from engine.game.steps import Bet, Deal
from engine.play.betting.offers import offers_out_of_turn
from engine.play.script.offers import offers
from tests.engine.table import Table, announce, game, house, opened


def scroker(players: str = "ABCDE", chips: int | dict[str, int] = 100, game_name: str = "scroker") -> Table:
    """A hand of Scroker with closed cards; the last of the players deals, so that A is to act."""
    table = opened(players, chips, rules=house("scroker"))
    return table.do(f"hand {game_name} by {players[-1]}")


def stands(player: str, to: int, by: int) -> list[events.EarlyBetStands]:
    return [events.EarlyBetStands(player=player, to=to, by=by)]


def test_a_bet_out_of_turn_is_made_as_it_was_said_when_the_turn_comes() -> None:
    """Source: the player may not bet differently when the proper turn comes."""
    table = scroker().do("C 4")
    assert table.happened == (commands.Bet(player="C", chips=4, ahead=True, said="put_in"),)
    table.do("A x")
    assert table.turn == "B"
    table.do("B x")
    assert table.of(events.EarlyBetStands) == stands("C", to=4, by=4)
    assert table.turn == "D"
    table.refuses("D x", errors.CheckAfterBet, owed=4)
    table.do("D f; E c; A c; B f")
    assert table.hand.stakes.put_in == {"A": 5, "B": 1, "C": 5, "D": 1, "E": 5}
    assert table.hand.rounds.opened_by == "C"


def test_where_less_was_bet_before_him_his_bet_is_a_raise() -> None:
    table = scroker().do("C 4", "A 1; B c")
    assert table.of(events.EarlyBetStands) == stands("C", to=4, by=3)
    assert table.turn == "D"


def test_where_as_much_was_bet_before_him_his_bet_is_a_call() -> None:
    table = scroker().do("C 4", "A 4; B f")
    assert table.of(events.EarlyBetStands) == stands("C", to=4, by=0)
    table.do("D c; E c")
    assert table.hand.rounds.closed == 1


@pytest.mark.parametrize(("answer", "put_in"), [("C c", 7), ("C f", 5)])
def test_where_the_price_has_gone_up_he_calls_it_or_folds_and_his_chips_stay(answer, put_in) -> None:
    """RULINGS R-S15."""
    table = scroker().do("C 4", "A 4; B r2")
    assert table.turn == "C"
    assert table.refuses("C r1", errors.EarlyBetBinds, player="C", chips=4, owed=2).waivable
    table.refuses("C x", errors.CheckAfterBet)
    table.do(answer)
    assert table.hand.stakes.put_in["C"] == put_in
    assert table.turn == "D"


def test_who_has_called_the_higher_price_may_raise_when_he_is_asked_again() -> None:
    table = scroker().do("C 4", "A 4; B r2; C c; D r1; E f; A f; B c").do("C r5")
    assert table.hand.stakes.put_in["C"] == 1 + 12


def test_a_call_or_raise_out_of_turn_binds_too() -> None:
    table = scroker().do("A 3", "C c", "D r2")
    assert table.happened == (commands.Bet(player="D", chips=5, ahead=True, said="put_in"),)
    table.do("B f")
    assert table.of(events.EarlyBetStands) == [*stands("C", to=3, by=0), *stands("D", to=5, by=2)]
    assert table.turn == "E"


def test_who_bets_out_of_turn_twice_is_asked_whether_it_was_said_twice() -> None:
    table = scroker().do("C 4")
    assert table.refuses("C 4", errors.HasSpokenInThisRound, player="C", turn=["A"]).waivable


def test_a_last_chip_bet_out_of_turn_binds_as_well() -> None:
    table = scroker(chips={"A": 100, "B": 100, "C": 6, "D": 100, "E": 100}).do("C 5", "A 2; B c")
    assert table.of(events.EarlyBetStands) == stands("C", to=5, by=3)
    table.do("D c; E f; A c; B c")
    assert table.hand.rounds.closed == 1
    assert table.hand.stakes.put_in == {"A": 6, "B": 6, "C": 6, "D": 6, "E": 1}


def test_a_bet_out_of_turn_nobody_has_to_answer_is_no_price_yet() -> None:
    """Until that turn comes, the players before it owe nothing. If all others leave, the early bettor has won."""
    table = scroker("ABCDE").do("E 3", "A f; B f; C f", "D f")
    assert table.night.hand is None
    assert table.stacks() == {"A": 99, "B": 99, "C": 99, "D": 99, "E": 104}


def test_where_nobody_may_check_the_players_before_him_open_or_fold() -> None:
    """As in the first round of Longhorn Stud (RULINGS R-S14)."""
    declared = game(Deal(down=5), Bet(check=False), out_of_turn="binds")
    table = opened("ABC").do(announce(declared, dealer="C"), "C 2")
    table.refuses("A x", errors.NoCheckInThisRound)
    table.do("A f; B b1")
    assert table.of(events.EarlyBetStands) == stands("C", to=2, by=1)
    assert table.turn == "B"


def test_who_has_bet_his_last_chip_early_and_too_little_taps_out_if_all_agree() -> None:
    """RULINGS R-S10: or folds and leaves the chips in the pot."""
    table = scroker(chips={"A": 100, "B": 100, "C": 5, "D": 100, "E": 100}).do("C 4", "A 6; B f")
    assert [offer.command for offer in offers(table.night)] == [
        commands.Call(player="C", agreed=True),
        commands.Fold(player="C"),
    ]
    table.refuses("C c", errors.TapOutNeedsConsent, stack=0, owed=2)
    table.do(commands.Call(player="C", agreed=True), "D c; E f")
    assert table.hand.stakes.put_in["C"] == 5


def test_the_early_bet_of_a_struck_act_is_judged_again() -> None:
    """Without the raise before it, the bet that was too small stands."""
    table = scroker().do("C 4", "A 4; B r2")
    table.strikes(table.version)
    assert table.turn == "B"
    table.do("B f")
    assert table.of(events.EarlyBetStands) == stands("C", to=4, by=0)


# What is offered out of turn


def early(table: Table, player: str) -> dict[type[commands.Command], tuple[str, ...]]:
    """The kinds of acts that are offered out of turn, and the rules that must be waived for each."""
    return {type(offer.command): breaks for offer, breaks in offers_out_of_turn(table.night, player)}


def test_where_a_bet_out_of_turn_counts_it_needs_no_waiver_and_a_fold_does() -> None:
    table = scroker()
    assert early(table, "A") == {}, "A is asked"
    assert early(table, "C") == {
        commands.Bet: (),
        commands.Check: ("not_your_turn",),
        commands.Fold: ("not_your_turn",),
    }
    table.do("A 2")
    assert early(table, "C")[commands.Call] == ()
    assert early(table, "C")[commands.Raise] == ()


def test_who_has_spoken_in_the_round_needs_the_waiver_of_that_too() -> None:
    table = scroker().do("A 2; B r1")
    assert table.turn == "C"
    assert early(table, "A") == {
        commands.Call: ("has_spoken_in_this_round",),
        commands.Raise: ("has_spoken_in_this_round",),
        commands.Fold: ("not_your_turn",),
    }


def test_where_an_act_out_of_turn_does_not_count_the_table_has_to_agree_to_it() -> None:
    table = opened().do("hand texas hold'em by C")
    asked = table.turn
    other = next(player for player in table.hand.still_in if player != asked)
    assert set(early(table, other).values()) == {("not_your_turn",)}
    assert early(table, asked) == {}


def test_nothing_is_offered_out_of_turn_to_who_is_out_or_between_rounds() -> None:
    table = scroker().do("A f")
    assert early(table, "A") == {}
    assert early(table, "nobody") == {}
    assert early(opened(), "A") == {}
