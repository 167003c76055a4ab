"""The checker of beancount itself accepts the ledger, and would not if a cent were elsewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine import commands, events
from engine.commands import Currency, HouseRules
from service.reports.beancount import render_beancount
from service.reports.night_report import build
from tests.engine.reports.evening import Evening, counted_and_closed, opened, won_by
from tests.service.reports.small_night import HEAD, NAMES, small_night
from tests.service.reports.test_workbook import still_being_played, with_a_fee, with_a_pizza, with_money_in_the_till
from tests.soak import SOAK

BEAN_CHECK = Path(sys.executable).with_name("bean-check")


def ids_that_an_account_spells_alike() -> Evening:
    return opened("a_b", "a-b", "A-b", currency=Currency(code="KWD", exponent=3), rules=HouseRules(initial_loan=40))


def the_bank_passed_on_twice() -> Evening:
    """From Eva, who plays from the box, to Bo and on to Carl: boxes and tills were off, and a ruling gave chips out of the box."""
    evening = opened(
        "eva",
        "bo",
        "carl",
        rules=HouseRules(auto="all", initial_loan=40, banker_stack="box"),
        inventory=(commands.Denomination("small", 1, 1000),),
    )
    won_by(evening, "eva")
    evening.do(
        commands.BuyChips(player="carl", chips=100),
        commands.MakeRuling(
            text="Bo finds a chip in the box that was his.",
            moves=(commands.ChipMove(payer="box", payee="chips:bo", chips=3),),
            agreed_by=("eva", "carl"),
        ),
    )
    evening.do(commands.PassBank(to="bo", chips=evening.night.balance["box"] - 2, till=2400))
    evening.do(commands.BuyChips(player="eva", chips=40), commands.CashOut(player="carl", chips=20, paid=True))
    won_by(evening, "carl")
    evening.do(commands.PassBank(to="carl", chips=evening.night.balance["box"] + 6, till=3300))
    counted_and_closed(evening, eva=-1)
    return evening


def checked(text: str, folder: Path) -> str:
    """What `bean-check` says of the ledger; empty if it accepts it."""
    file = folder / "night.beancount"
    file.write_text(text, encoding="utf-8")
    done = subprocess.run([BEAN_CHECK, "--no-cache", file], capture_output=True, text=True, check=False, timeout=60)
    assert bool(done.returncode) == bool(done.stderr)
    return done.stderr


def test_bean_check_accepts_the_ledgers_of_seven_nights_at_once(tmp_path) -> None:
    """Each ledger is a file; one process reads them all."""
    nights = (
        small_night,
        still_being_played,
        with_money_in_the_till,
        with_a_pizza,
        with_a_fee,
        ids_that_an_account_spells_alike,
        the_bank_passed_on_twice,
    )
    for number, night in enumerate(nights):
        ledger = render_beancount(build(night().records, {**NAMES, "bo": 'Bo "the \\ ♠"\n1'}, head=HEAD))
        # The same people play all of them; each ledger is to stand for itself.
        apart = re.sub(r"\b(Assets|Equity|Liabilities):", rf"\1:N{number}:", ledger)
        (tmp_path / f"{number}.beancount").write_text(apart, encoding="utf-8")
    assert checked("".join(f'include "{number}.beancount"\n' for number in range(len(nights))), tmp_path) == ""


def test_bean_check_finds_one_cent_that_is_elsewhere(tmp_path) -> None:
    ledger = render_beancount(build(small_night().records, NAMES, head=HEAD))
    wrong = ledger.replace(":Chips  10.00 DKK", ":Chips  10.01 DKK", 1)
    assert wrong != ledger
    assert "does not balance" in checked(wrong, tmp_path)


def test_a_night_whose_bank_passed_on_has_every_kind_of_line_of_a_handover() -> None:
    evening = the_bank_passed_on_twice()
    for kind in (events.BoxGapFound, events.TillGapFound, events.RuledChipsCharged, events.BankTaken):
        assert evening.numbers(kind), kind
    ledger = render_beancount(build(evening.records, NAMES, head=HEAD))
    for part in ("Handed over the box with", "Handed over the till with", "Equity:Gap", "Assets:Till"):
        assert part in ledger


def test_accounts_are_made_of_ids_in_plain_letters_and_names_are_notes() -> None:
    ledger = render_beancount(build(small_night().records, NAMES, head=HEAD))
    accounts = set(re.findall(r"(?:Assets|Equity|Liabilities):\S+", ledger))
    assert all(account.isascii() for account in accounts)
    assert {f"Assets:Players:P-{player}" for player in NAMES} <= accounts
    assert re.search(r'note Assets:Players:P-aase "Åse"', ledger)


def test_loans_purchases_hands_payments_and_the_gap_are_told() -> None:
    ledger = render_beancount(build(small_night().records, NAMES, head=HEAD))
    for part in (
        "Loan to begin with",
        "Bought for 10.00 DKK",
        "Hand 2: Five Card Stud",
        "missing at the count",
        "Share of the gap",
        "Paid ",
    ):
        assert part in ledger


@pytest.mark.skipif(not SOAK, reason="CHIPBOOK_SOAK=1 checks every scenario with a process for each.")
def test_bean_check_accepts_the_ledger_of_every_night_at_random(tmp_path) -> None:
    from tests.engine.test_random_nights import walk_a_night

    for seed in range(40):
        records = walk_a_night(seed).records
        assert checked(render_beancount(build(records, {}, head=HEAD)), tmp_path) == "", seed
