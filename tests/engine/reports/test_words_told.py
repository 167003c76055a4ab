"""A hand of words in the reports: what was challenged and paid is told, and adds up in every account."""

from engine import commands
from engine.reports.hand_history import hand_history, put_in_now
from engine.reports.sentences import tell_all
from engine.reports.statement import statements
from engine.wording import Voice
from service.reports.account import what_moved
from tests.engine.table import Table, house
from tests.engine.word_games import NOBODY_DOUBTS, dealt, doubts, draws, shows

NAMES = {"A": "Anna", "B": "Bo", "C": "Carl"}


def told(table: Table) -> list[str]:
    return [line.sentence for line in tell_all(table.records, NAMES)]


def scroker() -> Table:
    """Anna's RABO is foul, and Bo's AT stands."""
    table = dealt("Scroker", chips={"A": 5, "B": 100, "C": 100}).do("A b2", "B c", "C c")
    table.do(*(draws(player) for player in "ABC")).checked_down()
    table.do(shows("A", "Ra Ba Aa Oa Wl", "rabo"), shows("B", "Ea Ta Zl Ym Xm", "et"), shows("C", "Pl Tl Rm Km Jm"))
    return table


def test_a_challenge_is_told_from_the_doubt_to_the_payment() -> None:
    table = scroker().do(doubts("B", "rabo"))
    lines = told(table)
    assert "Bo challenges the word RABO of Anna." in lines
    assert any(line.startswith("RABO is no word (wide-english)") for line in lines)
    assert "Anna pays the pot 3 chips for the lost challenge." in lines


def test_what_a_challenge_cost_stands_in_the_hand_and_in_the_account() -> None:
    """She had 5 chips, put in 3, and owes the bank 1 of the 3 she pays for her word."""
    table = scroker().do(doubts("B", "rabo"))
    if table.night.hand is not None:
        table.do(NOBODY_DOUBTS)
    (hand,) = hand_history(table.records)
    assert {stake.player: stake.net for stake in hand.stakes}["A"] == -6
    assert sum(stake.net for stake in hand.stakes) == 0
    for statement in statements(table.records, table.night):
        assert statement.issued + statement.hands == statement.stack == table.holds("chips:" + statement.player)


def test_a_loan_to_pay_a_lost_challenge_is_named_for_it_and_no_shadow() -> None:
    table = scroker().do(doubts("B", "rabo"))
    (loan,) = [
        line
        for statement in statements(table.records, table.night)
        for line in statement.movements
        if line.kind in ("penalty loan", "shadow loan")
    ]
    assert (loan.kind, loan.hand, loan.chips) == ("penalty loan", 1, 1)
    assert what_moved(loan, Voice(NAMES)) == "Loan to pay the lost challenge of hand 1"


def test_what_a_challenge_has_put_into_the_pot_counts_as_put_in_while_the_hand_is_played() -> None:
    """She put in 3 and pays as much again, which the bets of the hand do not know of."""
    table = scroker().do(doubts("B", "rabo"))
    assert table.hand.stakes.put_in["A"] == 3
    assert put_in_now(table.records) == {"A": 6, "B": 3, "C": 3}
    assert sum(put_in_now(table.records).values()) == table.night.pot_worth()


def test_half_a_pot_paid_for_a_challenge_is_won_with_the_pot() -> None:
    table = dealt("WordPoker", rules=house("wordpoker", auto="closed")).do("A b4", "B c", "C f")
    table.do(draws("A"), draws("B")).checked_down()
    table.do(shows("A", "C T B Z AO", "cat"), shows("B", "D X W G V"), doubts("B"))
    (hand,) = hand_history(table.records)
    assert {stake.player: stake.net for stake in hand.stakes} == {"A": 6 + 6, "B": -5 - 6, "C": -1}
    assert "Bo pays the pot 6 chips for the lost challenge." in told(table)


def test_an_opener_who_falls_and_antes_that_wait_are_told() -> None:
    table = dealt("Scroker").do("A b4", "B c", "C f", "A draws 0", "B draws 0").checked_down()
    table.do(shows("A", "Zl Wl Tm Rm Km"), shows("B", "Pl Vm Qm Jm Nm"))
    assert "Anna could not have opened with Zl Wl Tm Rm Km and has no right to the pot." in told(table)


def test_a_tap_out_is_told() -> None:
    table = dealt("Scroker", chips={"A": 100, "B": 3, "C": 100}).do("A b4")
    table.do(commands.GoAllIn(player="B", agreed=True))
    assert "Bo taps out with 2, as all agree." in told(table)
