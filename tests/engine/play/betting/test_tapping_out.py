"""Who runs out of chips taps out if all agree, and plays on for the main pot (RULINGS R-S10, E5)."""

from engine import commands, errors
from engine.play.script.offers import offers
from engine.reports.sentences import tell
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


def last_chip_called() -> Table:
    """Ante 1 each; A opens for 4, which is all that B has left, and C calls."""
    return dealt("Scroker", chips={"A": 100, "B": 5, "C": 100}).do("A b4", "B c", "C c")


def test_whose_last_chip_has_paid_in_full_taps_out_only_of_what_is_bet_later_if_all_agree() -> None:
    """“A player who depletes his supply of chips … may be permitted to tap-out, if all players agree.”"""
    table = last_chip_called().do(*(draws(player) for player in "ABC"), "A b5")
    assert table.turn == "B"
    assert {offer.command for offer in offers(table.night)} == {
        commands.Call(player="B", agreed=True),
        commands.Fold(player="B"),
    }
    table.refuses("B c", errors.TapOutNeedsConsent, stack=0, owed=5)
    table.do(commands.Call(player="B", agreed=True))
    assert [tell(event, {"B": "Bo"}) for event in table.happened][:1] == ["Bo taps out, as all agree."]
    table.do("C c", shows("A", IDS), shows("B", DOE), shows("C", NOTHING))
    assert table.won() == {"B": 15, "A": 10}


def test_who_may_not_tap_out_folds_and_their_chips_stay() -> None:
    table = last_chip_called().do(*(draws(player) for player in "ABC"), "A b5; B f; C f")
    assert table.won() == {"A": 15}


def test_as_long_as_nobody_bets_more_whose_last_chip_has_paid_in_full_plays_for_the_whole_pot() -> None:
    table = last_chip_called().do(*(draws(player) for player in "ABC"))
    assert table.turn == "A"
    table.do("A x")
    assert table.turn == "C"
    table.do("C x", shows("A", IDS), shows("B", DOE), shows("C", NOTHING))
    assert table.won() == {"B": 15}


def test_whose_last_chip_was_the_ante_is_asked_once_somebody_has_opened() -> None:
    table = dealt("Scroker", chips={"A": 1, "B": 100, "C": 100})
    assert table.turn == "B"
    table.do("B b2", "C c")
    assert table.turn == "A"
    table.refuses("A c", errors.TapOutNeedsConsent, stack=0, owed=2)


def test_a_bet_made_early_that_stands_taps_nobody_out_who_has_paid_in_full() -> None:
    """B pays their last 4 in full; then what C had bet out of turn makes the price 10, and B is asked again."""
    table = dealt("Scroker", chips={"A": 100, "B": 5, "C": 100}).do("C 10", "A b4", "B c")
    assert table.turn == "A"
    table.do("A c")
    assert table.turn == "B"
    table.refuses("B c", errors.TapOutNeedsConsent, stack=0, owed=6)


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
