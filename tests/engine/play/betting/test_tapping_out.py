"""Who runs out of chips taps out if all agree, and plays on for the main pot (RULINGS R-S10, E5)."""

from engine import commands, errors
from engine.play.script.offers import offers
from tests.engine.table import Table
from tests.engine.word_games import dealt, draws, shows

# A DOE, snail-high IDS and nothing at all.
DOE, IDS, NOTHING = "Da Oa Ea Xm Vm", "Ia Sa Zl Tm Km", "Pl Wl Rm Qm Nm"


def tapped() -> Table:
    """Ante 1 each; A opens for 10, B has 4 left and taps out, C calls the 10."""
    table = dealt("Scroker", chips={"A": 100, "B": 5, "C": 100}).do("A b10")
    table.do(commands.Call(player="B", agreed=True), "C c")
    return table


def test_without_the_consent_of_all_nobody_taps_out() -> None:
    table = dealt("Scroker", chips={"A": 100, "B": 5, "C": 100}).do("A b10")
    table.refuses("B c", errors.TapOutNeedsConsent, stack=4, owed=10)
    assert {offer.command for offer in offers(table.night)} == {
        commands.Call(player="B", agreed=True),
        commands.Fold(player="B"),
    }
    table.do(commands.GoAllIn(player="B", agreed=True))
    assert table.of(commands.Call) == [commands.Call(player="B", chips=4, agreed=True, said="all_in")]


def test_who_can_pay_does_not_tap_out() -> None:
    table = dealt("Scroker", chips=100).do("A b10")
    refusal = table.refuses(commands.Call(player="B", agreed=True), errors.NeedNotTapOut, stack=99, owed=10)
    assert str(refusal).startswith("B has 99 and owes 10; only a player who cannot pay taps out")


def test_the_banker_may_set_the_question_aside() -> None:
    table = dealt("Scroker", chips={"A": 100, "B": 5, "C": 100}).do("A b10")
    table.waives("B c", errors.TapOutNeedsConsent)
    assert table.stacks()["B"] == 0


def test_who_has_tapped_out_still_draws_and_bets_no_more() -> None:
    table = tapped()
    assert table.turn == "A"
    table.do(draws("A"))
    assert table.turn == "B"
    table.do(draws("B"), draws("C"))
    assert table.turn == "A"
    table.do("A x")
    assert table.turn == "C"


def test_if_he_wins_he_takes_the_main_pot_and_the_rest_goes_to_the_next_best_hand() -> None:
    """RULINGS E5: main pot 3 antes and 3 times 4, side pot twice 6."""
    table = tapped().do(draws("A"), draws("B"), draws("C")).checked_down()
    table.do(shows("A", IDS), shows("B", DOE), shows("C", NOTHING))
    assert table.won() == {"B": 15, "A": 12}


def test_if_he_loses_the_best_hand_takes_both() -> None:
    table = tapped().do(draws("A"), draws("B"), draws("C")).checked_down()
    table.do(shows("A", DOE), shows("B", IDS), shows("C", NOTHING))
    assert table.won() == {"A": 27}


def test_several_who_tap_out_make_pots_in_layers() -> None:
    """RULINGS E5: main pot 4 antes and 4 times 4, then 3 times 3, then twice 3."""
    table = dealt("Scroker", "ABCD", chips={"A": 100, "B": 5, "C": 8, "D": 100}).do("A b10")
    table.do(commands.Call(player="B", agreed=True), commands.Call(player="C", agreed=True), "D c")
    table.do(*(draws(player) for player in "ABCD")).checked_down()
    table.do(shows("A", "Sm Jm Gm Fl Hl"), shows("B", DOE), shows("C", IDS), shows("D", NOTHING))
    won = table.won()
    assert (won["B"], won["C"]) == (20, 9)
    assert sum(won.values()) == 35
