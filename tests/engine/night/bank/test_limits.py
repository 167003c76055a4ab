"""What a house lends to one player at most: how often, how much in a night, how much in all, and old debts first."""

import msgspec

from engine import commands, errors
from engine.night.bank.rule import still_lent
from engine.play.betting.shadow import loans_offered
from tests.engine.table import Table, house, opened, waived


def lending(chips: int = 0, **limits: object) -> Table:
    return opened("AB", chips, rules=house("standard", **limits))


def loan(chips: int, earlier: int = 0) -> commands.GiveLoan:
    return commands.GiveLoan(player="A", chips=chips, earlier=earlier)


def test_without_limits_the_bank_lends_as_often_and_as_much_as_anybody_asks_for() -> None:
    lending().do(*[loan(1000, earlier=10**6)] * 5)


def test_the_bank_lends_to_one_player_only_so_often_in_a_night() -> None:
    table = lending(loans_most=2).do("A +10; A +10; B +10")
    table.refuses("A +1", errors.LoansAreUsedUp, number=2, most=2)
    table.do("A +10 cash", "B +10")


def test_the_chips_to_begin_with_are_no_loan_that_counts() -> None:
    table = opened("AB", 0, rules=house("standard", initial_loan=50, loans_most=1)).do("A +10")
    table.refuses("A +10", errors.LoansAreUsedUp, number=1)


def test_a_struck_loan_does_not_count() -> None:
    table = lending(loans_most=1).do("A +10")
    table.strikes(table.version)
    table.do("A +10").refuses("A +10", errors.LoansAreUsedUp)


def test_a_player_has_only_so_many_chips_on_credit() -> None:
    table = lending(lent_most=100).do("A +60")
    table.refuses("A +41", errors.LentTooMuch, chips=101, most=100)
    table.do("A +40").refuses("A +1", errors.LentTooMuch, chips=101)
    table.do("A -30").do("A +30")


def test_the_chips_to_begin_with_are_on_credit_too() -> None:
    table = opened("AB", 0, rules=house("standard", initial_loan=90, lent_most=100))
    table.refuses("A +11", errors.LentTooMuch, chips=101, most=100)


def test_a_player_owes_only_so_much_with_what_is_unpaid_of_earlier_nights() -> None:
    """100 chips at 0.25 are 25.00, of which 10.00 are owed already."""
    table = lending(owed_most=100)
    refusal = table.refuses(loan(61, earlier=1000), errors.OwesTooMuch, earlier=1000, cents=2525, most=2500)
    assert str(refusal) == (
        "With 10.00 DKK from earlier nights A would owe 25.25 DKK, and this house lends up to 25.00 DKK in all."
    )
    table.do(loan(60, earlier=1000), "B +100").refuses("B +1", errors.OwesTooMuch, earlier=0)


def test_nothing_is_lent_to_whoever_owes_from_earlier_nights_where_old_debts_come_first() -> None:
    table = lending(old_debts_first=True)
    table.refuses(loan(1, earlier=1), errors.OldDebtsComeFirst, earlier=1)
    table.do(loan(1), "A +10 cash")


def test_the_banker_may_set_each_limit_aside_and_the_first_one_broken_is_named_first() -> None:
    limits = house("standard", loans_most=1, lent_most=5, owed_most=5, old_debts_first=True)
    table = opened("AB", 0, rules=limits).do("A +5")
    broken = (errors.OldDebtsComeFirst, errors.LoansAreUsedUp, errors.LentTooMuch, errors.OwesTooMuch)
    for number, rule in enumerate(broken):
        table.refuses(waived(loan(5, earlier=100), *broken[:number]), rule)
    table.waives(loan(5, earlier=100), *broken)
    table.refuses(waived(loan(1), errors.OldDebtsComeFirst), errors.LoansAreUsedUp)


def test_approving_what_was_asked_for_is_a_loan_within_the_limits() -> None:
    table = lending(lent_most=100).do(commands.AskForChips(player="A", chips=150))
    table.refuses(commands.ApproveRequest(request=1), errors.LentTooMuch, chips=150)
    table.do(commands.ApproveRequest(request=1, chips=100))


def test_a_loan_for_the_next_ante_is_offered_within_the_limits_alone() -> None:
    limits = house("enemaerke", lent_most=60)
    table = opened("AB", 0, rules=limits)
    assert [(one.player, one.chips) for one in loans_offered(table.night)] == [("A", 60), ("B", 60)]
    table.do("A +60", commands.TransferChips(payer="A", payee="B", chips=60))
    assert still_lent(table.night, "A") == 0
    assert [one.player for one in loans_offered(table.night)] == []


def test_what_is_still_lent_is_the_most_that_is_not_refused() -> None:
    table = lending(lent_most=100, owed_most=80, loans_most=1)
    assert still_lent(table.night, "A", 1001) == 39
    table.refuses(loan(40, earlier=1001), errors.OwesTooMuch)
    table.do(loan(39, earlier=1001))
    assert still_lent(table.night, "A", 1001) == 0
    assert still_lent(lending(loans_most=1).night, "A") is None


def test_house_rules_without_limits_are_written_as_before() -> None:
    assert b"_most" not in msgspec.json.encode(house("standard", loans_most=0, lent_most=0))
    assert b"old_debts" not in msgspec.json.encode(house("standard", old_debts_first=False))
    assert b"earlier" not in msgspec.json.encode(loan(5))
