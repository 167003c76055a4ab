"""Double entry: every event moves chips and money between accounts, and each balances by itself."""

import pytest

from engine import commands, events
from engine.folding import POSTINGS, postings
from engine.ledger.postings import is_money
from tests.engine.table import house, opened

ONE_OF_EACH: dict[type, object] = {
    commands.OpenNight: commands.OpenNight(
        night="n",
        club="c",
        banker="A",
        inventory=(commands.Denomination("small", 2, 10), commands.Denomination("x", 5, 3)),
    ),
    commands.GiveLoan: commands.GiveLoan(player="A", chips=10, cents=250),
    commands.BuyChips: commands.BuyChips(player="A", chips=10, cents=250),
    commands.CashOut: commands.CashOut(player="A", chips=10, cents=250, paid=True),
    commands.TransferChips: commands.TransferChips(payer="A", payee="B", chips=10),
    commands.PayIn: commands.PayIn(player="A", cents=250),
    commands.PayOut: commands.PayOut(player="A", cents=250),
    commands.PayExpense: commands.PayExpense(
        player="A",
        cents=100,
        purpose="pizza",
        shares=(commands.ExpenseShare("B", 67), commands.ExpenseShare("A", 33)),
    ),
    commands.GiveTip: commands.GiveTip(player="A", payee="B", cents=100),
    events.FeeCharged: events.FeeCharged(
        purpose="the room", shares=(events.FeeShare("A", 50, 2), events.FeeShare("B", 50))
    ),
    commands.ResolveGap: commands.ResolveGap(by="all", charges=(commands.Charge("A", 13), commands.Charge("B", -4))),
    commands.MakeRuling: commands.MakeRuling(
        text="so be it",
        moves=(commands.ChipMove("pot", "chips:A", 4), commands.ChipMove("box", "carry", 2)),
        agreed_by=("A",),
    ),
    commands.Bet: commands.Bet(player="A", chips=5, shadow=3),
    commands.Call: commands.Call(player="A", chips=5),
    commands.Raise: commands.Raise(player="A", chips=5, shadow=5, by=2, to=5),
    events.CarryAdded: events.CarryAdded(chips=9),
    events.ForcedBetPosted: events.ForcedBetPosted(player="A", kind="ante", chips=2, shadow=1),
    commands.BuyCard: commands.BuyCard(player="A", price=5, shadow=2),
    commands.BuyForgottenCard: commands.BuyForgottenCard(player="A", price=5, shadow=1),
    commands.PutRight: commands.PutRight(player="A", put_in=3, chips=5, shadow=1),
    commands.PayFee: commands.PayFee(player="A", chips=3, shadow=1),
    events.FeePaid: events.FeePaid(player="A", card="3s", chips=3, shadow=2),
    events.ShadowPulled: events.ShadowPulled(player="A", debt=3, marker=2),
    events.UncalledReturned: events.UncalledReturned(player="A", chips=8),
    events.MarkerReturned: events.MarkerReturned(player="A", chips=3),
    events.DebtPaid: events.DebtPaid(player="A", chips=3),
    events.PotAwarded: events.PotAwarded(
        pot=0, share="all", shares=(events.Share("A", 11), events.Share("B", 10, 3)), by="table"
    ),
    events.ScorePaid: events.ScorePaid(
        what="game", to=("B",), value=68, moves=(events.ScoreMove(payer="A", payee="B", chips=60, cents=200),)
    ),
    events.StakeReturned: events.StakeReturned(player="A", chips=2),
    events.PenaltyPaid: events.PenaltyPaid(player="A", chips=8, rule="r"),
    events.PotCarried: events.PotCarried(chips=9, rule="r"),
    events.PaidToKitty: events.PaidToKitty(chips=2),
    events.KittyShared: events.KittyShared(shares=(events.KittyShare("A", 2, 50), events.KittyShare("B", 1, 25))),
    events.GapFound: events.GapFound(player="A", book=10, counted=7),
    events.BoxGapFound: events.BoxGapFound(banker="A", book=10, counted=7, cents=75),
    events.TillGapFound: events.TillGapFound(banker="A", book=500, counted=450),
    events.RuledChipsCharged: events.RuledChipsCharged(banker="A", cents=75),
}

MOVES: dict[type, dict[str, int]] = {
    commands.OpenNight: {"inventory": -35, "box": 35},
    commands.GiveLoan: {"box": -10, "chips:A": 10, "loan:A": -250, "credit": 250},
    commands.BuyChips: {"box": -10, "chips:A": 10, "cash:A": -250, "till": 250},
    commands.CashOut: {"chips:A": -10, "box": 10, "till": -250, "cash:A": 250},
    commands.TransferChips: {"chips:A": -10, "chips:B": 10},
    commands.PayIn: {"cash:A": -250, "till": 250, "credit": -250, "loan:A": 250},
    commands.PayOut: {"till": -250, "cash:A": 250, "loan:A": -250, "credit": 250},
    commands.PayExpense: {"expenses": 0, "expense:A": 67, "expense:B": -67},
    commands.GiveTip: {"expense:A": -100, "expense:B": 100},
    events.FeeCharged: {
        "expense:A": -50,
        "expense:B": -50,
        "expenses:kitty": 100,
        "chips:A": -2,
        "box": 2,
        "credit": -50,
        "loan:A": 50,
    },
    commands.ResolveGap: {"credit": -9, "loan:A": 13, "loan:B": -4},
    commands.MakeRuling: {"pot": -4, "chips:A": 4, "box": -2, "carry": 2},
    commands.Bet: {"chips:A": -2, "pot": 2},
    commands.Call: {"chips:A": -5, "pot": 5},
    commands.Raise: {},
    events.CarryAdded: {"carry": -9, "pot": 9},
    events.ForcedBetPosted: {"chips:A": -1, "pot": 1},
    commands.BuyCard: {"chips:A": -3, "pot": 3},
    commands.BuyForgottenCard: {"chips:A": -4, "pot": 4},
    commands.PutRight: {"chips:A": -4, "pot": 4},
    commands.PayFee: {"chips:A": -2, "pot": 2},
    events.FeePaid: {"chips:A": -1, "pot": 1},
    events.ShadowPulled: {"pot": -2, "shadow:A": 2, "owed:A": -3, "due": 3},
    events.UncalledReturned: {"pot": -8, "chips:A": 8},
    events.MarkerReturned: {"shadow:A": -3, "pot": 3},
    events.DebtPaid: {"chips:A": -3, "pot": 3, "due": -3, "owed:A": 3},
    events.PotAwarded: {"pot": -18, "chips:A": 11, "chips:B": 7, "due": -3, "owed:B": 3},
    events.ScorePaid: {"chips:A": -60, "chips:B": 60, "loan:A": -200, "loan:B": 200},
    events.StakeReturned: {"pot": -2, "chips:A": 2},
    events.PenaltyPaid: {"chips:A": -8, "pot": 8},
    events.PotCarried: {"pot": -9, "carry": 9},
    events.PaidToKitty: {"pot": -2, "kitty": 2},
    events.KittyShared: {"kitty": -3, "box": 3, "credit": -75, "loan:A": 50, "loan:B": 25},
    events.GapFound: {"gap": 3, "chips:A": -3},
    events.BoxGapFound: {"gap": 3, "box": -3, "loan:A": -75, "credit": 75},
    events.TillGapFound: {"till": -50, "cash:A": 50, "loan:A": -50, "credit": 50},
    events.RuledChipsCharged: {"loan:A": -75, "credit": 75},
}


def summed(event: object) -> dict[str, int]:
    total: dict[str, int] = {}
    for account, amount in postings(event):  # type: ignore[arg-type]
        total[account] = total.get(account, 0) + amount
    return total


def test_there_is_an_example_of_every_event_that_moves_anything() -> None:
    assert set(POSTINGS) ^ set(ONE_OF_EACH) == set(), "needs an example in ONE_OF_EACH, or moves nothing"
    assert set(POSTINGS) ^ set(MOVES) == set(), "needs what its example moves in MOVES, or moves nothing"


@pytest.mark.parametrize("kind", MOVES, ids=lambda kind: kind.__name__)
def test_every_event_moves_what_it_says(kind) -> None:
    assert summed(ONE_OF_EACH[kind]) == MOVES[kind]


@pytest.mark.parametrize("kind", MOVES, ids=lambda kind: kind.__name__)
def test_every_event_balances_in_chips_and_in_money(kind) -> None:
    moves = postings(ONE_OF_EACH[kind])  # type: ignore[arg-type]
    for money in (True, False):
        assert sum(amount for account, amount in moves if is_money(account) == money) == 0


def test_an_event_without_chips_or_money_moves_nothing() -> None:
    assert postings(commands.Check(player="A")) == ()


def test_the_ledger_of_a_night_is_the_sum_of_its_postings() -> None:
    table = opened("ABC", {"A": 40, "B": 40, "C": 4}, rules=house())
    table.do("hand straight poker by C", "A b5; B c; C s5", "A win", "B -10 cash", "A =54; B =23; C =0", "close")
    total: dict[str, int] = {}
    for record in table.records:
        for account, amount in postings(record.event):
            total[account] = total.get(account, 0) + amount
    assert {account: amount for account, amount in total.items() if amount} == {
        account: amount for account, amount in table.night.balance.items() if amount
    }
