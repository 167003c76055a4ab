"""Expenses: who bears what somebody paid for several, until when one may be entered, and that no result changes by one."""

from collections import Counter
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import commands, errors
from engine.ledger.accounts import dues, nets
from engine.reports.expenses import kitty_of, kitty_texts
from engine.reports.night_results import night_accounts, night_results
from engine.reports.statement import statements
from engine.reports.transfers import transfers
from engine.wording import Voice
from tests.engine.again import correct
from tests.engine.table import Table, house, opened
from tests.soak import rounds


def pizza(player: str, cents: int, *among: str | tuple[str, int], but: tuple[str, ...] = ()) -> commands.PayExpense:
    sharers = tuple(commands.Sharer(*((one, 1) if isinstance(one, str) else one)) for one in among)
    return commands.PayExpense(player=player, cents=cents, purpose="pizza", among=sharers, but=but)


def into_kitty(player: str, cents: int) -> commands.GiveTip:
    return commands.GiveTip(player=player, cents=cents)


def from_kitty(player: str, cents: int) -> commands.PayExpense:
    return commands.PayExpense(player=player, cents=cents, purpose="pizza", kitty=True)


def shares(table: Table) -> dict[str, int]:
    """Who bears what of the expense just entered, in the order of the table."""
    (event,) = table.happened
    assert isinstance(event, commands.PayExpense)
    return {share.player: share.cents for share in event.shares or ()}


# Who bears it


def test_an_expense_is_shared_equally_by_everybody_who_has_not_gone_home() -> None:
    table = opened("ABCD", 0).do("D leaves", "C stands")
    assert shares(table.do(pizza("A", 300))) == {"B": 100, "C": 100, "A": 100}
    assert dues(table.night) == {"A": 200, "B": -100, "C": -100, "D": 0, "Z": 0}


def test_odd_cents_go_one_each_from_the_payers_left_and_the_payer_comes_last() -> None:
    assert shares(opened("ABCD", 0).do(pizza("B", 402))) == {"C": 101, "D": 101, "A": 100, "B": 100}


def test_parts_are_shared_by_largest_remainder() -> None:
    """Of 100 cents 57.14 and 28.57 and 14.29: the cent left over is for whoever loses most by rounding down."""
    assert shares(opened("ABC", 0).do(pizza("C", 100, ("A", 4), ("B", 2), ("C", 1)))) == {"A": 57, "B": 29, "C": 14}


def test_an_expense_may_be_for_some_of_them_or_for_all_but_some() -> None:
    table = opened("ABC", 0)
    assert shares(table.do(pizza("A", 100, "B", "C"))) == {"B": 50, "C": 50}
    assert shares(table.do(pizza("A", 100, but=("A",)))) == {"B": 50, "C": 50}


def test_who_went_home_or_only_keeps_the_bank_shares_where_they_are_named() -> None:
    table = opened("ABC", 0).do("C leaves")
    assert shares(table.do(pizza("Z", 100, "C", "A"))) == {"A": 50, "C": 50}
    assert shares(table.do(pizza("C", 100, "Z"))) == {"Z": 100}


def test_nobody_bears_less_than_a_cent() -> None:
    assert shares(opened("ABC", 0).do(pizza("A", 2))) == {"B": 1, "C": 1}


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (pizza("A", 100, "A"), errors.NobodyShares),
        (pizza("A", 100, "B", but=("C", "B")), errors.NamedTwice),
        (pizza("A", 100, "B", "B"), errors.NamedTwice),
        (pizza("A", 100, but=("B", "C")), errors.NobodyShares),
        (pizza("Q", 100), errors.PlayerIsNotSeated),
        (pizza("A", 100, "Q"), errors.PlayerIsNotSeated),
        (pizza("A", 100, but=("Q",)), errors.PlayerIsNotSeated),
        (pizza("A", 10**15), errors.TooMuchForTheBook),
    ],
)
def test_an_expense_names_people_of_the_night_once_and_is_paid_for_somebody_else(said, reason) -> None:
    opened("ABC", 0).refuses(said, reason)


# Tips and the kitty


def test_a_tip_is_for_somebody_of_the_night_or_the_kitty_and_changes_nobodys_result() -> None:
    table = opened("ABC", 100).do(commands.GiveTip(player="A", payee="Z", cents=300), into_kitty("B", 500))
    assert set(nets(table.night).values()) == {0}
    # Z keeps the bank, and the kitty with it.
    assert dues(table.night) == {"A": -300, "B": -500, "C": 0, "Z": 800}
    assert sum(dues(table.night).values()) == 0


def test_the_kitty_pays_out_of_what_it_has_and_the_rest_stays_with_the_bank() -> None:
    table = opened("ABC", 0).do(into_kitty("A", 500))
    table.refuses(from_kitty("B", 501), errors.KittyHoldsLess, cents=501, left=500)
    table.do(from_kitty("B", 240))
    assert dues(table.night) == {"A": -500, "B": 240, "C": 0, "Z": 260}
    with pytest.raises(errors.Refusal, match="in the kitty"):
        table.strikes(table.version - 1)
    told = kitty_of(table.records, table.night)
    assert (told.got, told.spent, told.left, told.keeper) == (500, 240, 260, "Z")
    assert list(kitty_texts(told, Voice({"Z": "Zoe"}, table.night.terms.currency))) == [
        "The kitty got 5.00 DKK.",
        "It paid for pizza 2.40 DKK.",
        "2.60 DKK is left in it, with Zoe.",
    ]


def test_the_kitty_passes_on_with_the_bank() -> None:
    table = opened("AB", 0).do(into_kitty("A", 500), commands.PassBank(to="B", till=0))
    assert dues(table.night) == {"A": -500, "B": 500, "Z": 0}


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (commands.GiveTip(player="A", payee="A", cents=1), errors.PayerIsPayee),
        (commands.GiveTip(player="Q", cents=1), errors.PlayerIsNotSeated),
        (commands.GiveTip(player="A", payee="Q", cents=1), errors.PlayerIsNotSeated),
        (commands.GiveTip(player="A", cents=10**15), errors.TooMuchForTheBook),
        (commands.PayExpense(player="Q", cents=1, purpose="pizza", kitty=True), errors.PlayerIsNotSeated),
        (commands.PayExpense(player="A", cents=1, purpose="pizza", kitty=True, but=("B",)), errors.KittyPaysAlone),
    ],
)
def test_tips_are_for_others_of_the_night_and_the_kitty_pays_alone(said, reason) -> None:
    opened("ABC", 0).do(into_kitty("A", 10)).refuses(said, reason)


def test_after_the_plan_a_tip_is_refused() -> None:
    table = counted_and_closed(opened("AB", 0)).do(commands.FreezePlan(kind="direct"))
    table.refuses(into_kitty("A", 1), errors.ExpenseIsTooLate)


def test_an_expense_without_the_kitty_is_written_as_before() -> None:
    assert b"kitty" not in msgspec.json.encode(pizza("A", 100))


# Until when


def test_an_expense_may_be_entered_during_a_hand_and_after_the_close() -> None:
    table = opened("ABC", 100, rules=house("standard")).do("hand Five Card Draw", pizza("A", 300))
    assert table.night.hand is not None
    counted_and_closed(ended := opened("AB", 100)).do(pizza("A", 200))
    assert dues(ended.night) == {"A": 100, "B": -100, "Z": 0}


def test_after_the_plan_an_expense_is_refused_and_a_correction_puts_it_in_while_nothing_is_paid() -> None:
    table = counted_and_closed(opened("AB", {"A": 100, "B": 20}))
    closed = table.version
    table.do(commands.FreezePlan(kind="direct"))
    table.refuses(pizza("A", 200), errors.ExpenseIsTooLate)
    assert table.night.closing.plan.transfers == ()
    late = commands.Change(version=closed, act=pizza("A", 200), after=True)
    corrected = correct(table.records, commands.CorrectEvents(changes=(late,), reason="forgotten"))
    assert corrected.night.closing.plan.transfers == (commands.Transfer(payer="B", payee="A", cents=100),)


def test_no_night_and_no_settlement_of_old_debts_has_expenses() -> None:
    Table().refuses(pizza("A", 100), errors.NightIsNotOpen)
    opened("AB", 0, debts_only=True).refuses(pizza("A", 100), errors.NobodyPlaysHere)


def test_a_struck_expense_is_owed_by_nobody() -> None:
    table = opened("AB", 0).do(pizza("A", 100))
    table.strikes(table.version)
    assert set(dues(table.night).values()) == {0}


def test_an_expense_is_shared_anew_where_a_correction_seats_somebody_before_it() -> None:
    table = opened("AB", 0).do(pizza("A", 300))
    forgotten = commands.Change(version=table.version - 1, act=commands.SeatPlayer(player="C"), after=True)
    corrected = correct(table.records, commands.CorrectEvents(changes=(forgotten,)))
    assert dues(corrected.night) == {"A": 200, "B": -100, "C": -100, "Z": 0}


# Apart from the game, in one settlement


def test_money_paid_early_counts_towards_expenses_too() -> None:
    table = opened("AB", 0).do(pizza("A", 100))
    table.refuses(commands.PayIn(player="B", cents=51), errors.OwesLess, owes=50)
    table.do(commands.PayIn(player="B", cents=50), commands.PayOut(player="A", cents=50))
    table.refuses(commands.PayOut(player="A", cents=1), errors.HasLessComing, coming=0)
    assert set(dues(table.night).values()) == {0}
    assert set(nets(table.night).values()) == {0}


def test_one_plan_settles_the_game_and_the_expenses() -> None:
    """B won 5.00 from A, and A paid a pizza of 8.00 for both: B has 1.00 coming."""
    table = opened("AB", 100, unit=25)
    table.do(commands.TransferChips(payer="A", payee="B", chips=20), pizza("A", 800))
    counted_and_closed(table).do(commands.FreezePlan(kind="direct"))
    (paid,) = transfers(table.records, table.night).transfers
    assert (paid.payer, paid.payee, paid.cents) == ("A", "B", 100)
    accounts = night_accounts(table.records, table.night)
    assert {player: (one.result, one.expenses, one.paid) for player, one in accounts.items()} == {
        "A": (-500, 400, 0),
        "B": (500, -400, 0),
        "Z": (0, 0, 0),
    }


def counted_and_closed(table: Table) -> Table:
    for player, chips in table.stacks().items():
        table.do(commands.CountChips(player=player, chips=chips))
    return table.do("close")


PEOPLE = "ABCDEFG"
WHO = st.sampled_from(PEOPLE)
EXPENSES = st.builds(
    lambda player, cents, parts: pizza(player, cents, *parts.items()),
    WHO,
    st.integers(1, 100_000),
    st.dictionaries(WHO, st.integers(1, 9), max_size=7),
)
TIPS = st.builds(
    lambda player, payee, cents: commands.GiveTip(player=player, payee=payee, cents=cents),
    WHO,
    st.one_of(st.none(), WHO),
    st.integers(1, 1000),
)
OF_THE_KITTY = st.builds(from_kitty, WHO, st.integers(1, 1000))
LOANS = st.builds(lambda player, chips: commands.GiveLoan(player=player, chips=chips), WHO, st.integers(1, 300))
SALES = st.builds(lambda player, chips: commands.BuyChips(player=player, chips=chips), WHO, st.integers(1, 300))
# A hand, as far as money is concerned: chips go from one to another.
HANDS = st.builds(
    lambda payer, payee, chips: commands.TransferChips(payer=payer, payee=payee, chips=chips),
    WHO,
    WHO,
    st.integers(1, 80),
)


def by_hand(expense: commands.PayExpense) -> dict[str, int]:
    """An oracle of the shares: exact fractions, rounded down, and the cents left over dealt out one by one.

    A is on seat 1, B on seat 2 and so on; the deal begins to the payer's left.
    """
    parts = {one.player: one.parts for one in expense.among} or dict.fromkeys(PEOPLE, 1)
    exact = {one: Fraction(expense.cents * part, sum(parts.values())) for one, part in parts.items()}
    borne = {one: int(share) for one, share in exact.items()}
    place = PEOPLE.index(expense.player) + 1
    round_the_table = [one for one in PEOPLE[place:] + PEOPLE[:place] if one in parts]
    while sum(borne.values()) < expense.cents:
        unlucky = max(round_the_table, key=lambda one: exact[one] - borne[one])
        borne[unlucky] += 1
    return {one: cents for one, cents in borne.items() if cents}


@settings(max_examples=rounds(20, 60))
@given(
    st.lists(st.one_of(EXPENSES, TIPS, OF_THE_KITTY, LOANS, SALES, HANDS), max_size=25),
    st.sampled_from(["bank", "direct"]),
)
def test_any_night_with_expenses_settles_exactly_and_its_standings_are_those_without_them(said, kind) -> None:
    table, without = opened(PEOPLE, 100), opened(PEOPLE, 100)
    coming = Counter[str]()
    for command in said:
        try:
            table.do(command)
        except errors.Refusal:
            continue
        if isinstance(command, commands.PayExpense):
            coming[command.player] += command.cents
            # What is left in the kitty stays with Z, who keeps the bank.
            borne = {"Z": command.cents} if command.kitty else by_hand(command)
            assert command.kitty or shares(table) == borne
            coming.subtract(borne)
        elif isinstance(command, commands.GiveTip):
            coming[command.player] -= command.cents
            coming[command.payee or "Z"] += command.cents
        else:
            without.do(command)
        assert sum(nets(table.night).values()) == sum(dues(table.night).values()) == 0
    for night in (table, without):
        counted_and_closed(night).do(commands.FreezePlan(kind=kind))  # type: ignore[arg-type]
    assert nets(table.night) == nets(without.night)
    assert _results(table) == _results(without)
    moved = Counter[str]()
    for one in transfers(table.records, table.night).transfers:
        moved[one.payee] += one.cents
        moved[one.payer] -= one.cents
    assert {player: moved[player] for player in nets(table.night)} == dues(table.night)
    for player, cents in dues(without.night).items():
        assert dues(table.night)[player] - cents == coming[player]
    for account in statements(table.records, table.night):
        assert account.expenses == coming[account.player]
        assert account.due == dues(table.night)[account.player]


def _results(table: Table) -> list[tuple[str, int]]:
    return [(one.player, one.result) for one in night_results(table.records, table.night, lambda *_: None)]
