"""Lines about requests: names stand for the open request, what is offered can be typed, and only what helps is completed."""

import pytest

from engine import commands
from engine.reports.requests import requests
from engine.wording import Voice
from service.language.shorthand import ShorthandError, complete, read_line
from service.language.shorthand.bank import TOLD_MOST, open_request_lines
from service.language.shorthand.vocabulary import DOT
from tests.engine.table import Table, opened

NAMES = {"A": "Anna", "B": "Bo", "C": "Carl", "D": "Dora", "E": "Eva"}


def asked(*players: str) -> Table:
    return opened("ABCDE").do(*(commands.AskForChips(player=player, chips=50) for player in players))


def settled() -> Table:
    """Transfer 1: Carl pays Bo. Transfer 2: Anna pays Bo."""
    table = opened("ABC").do(commands.TransferChips(payer="A", payee="B", chips=10))
    table.do(commands.TransferChips(payer="C", payee="B", chips=20))
    return table.do("A =90; B =130; C =80; close", commands.FreezePlan(kind="direct"))


def says(line: str, table: Table) -> commands.Command:
    (command,) = read_line(line, table.night, NAMES).commands
    return command


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("approve bo", commands.ApproveRequest(request=2)),
        ("approve request bo 20", commands.ApproveRequest(request=2, chips=20)),
        ("approve 1 20", commands.ApproveRequest(request=1, chips=20)),
        ('decline anna "the box is short"', commands.DeclineRequest(request=1, reason="the box is short")),
        ("decline 2", commands.DeclineRequest(request=2)),
        ("withdraw request anna", commands.WithdrawRequest(request=1)),
    ],
)
def test_a_request_is_named_by_its_player_or_its_number(line, command) -> None:
    assert says(line, asked("A", "B")) == command


def test_the_number_of_another_request_is_not_heard_as_chips() -> None:
    with pytest.raises(
        ShorthandError, match="“approve 1 2” may be two requests or chips for one; say “approve 1 2 chips”"
    ):
        says("approve 1 2", asked("A", "B"))
    assert says("approve 1 2 chips", asked("A", "B")) == commands.ApproveRequest(request=1, chips=2)


def test_a_player_with_several_open_requests_is_asked_which() -> None:
    table = asked("A").do(commands.SayCount(player="A", chips=90))
    with pytest.raises(ShorthandError, match="Anna has 2 open requests; say which by its number: 1 or 2."):
        says("approve anna", table)
    with pytest.raises(ShorthandError, match="Bo has no open request."):
        says("approve bo", table)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("anna paid 2", commands.SayPayment(player="A", transfer=2)),
        ("anna paid", commands.SayPayment(player="A", transfer=2)),
        ("carl paid bo 2.50", commands.SayPayment(player="C", transfer=1, cents=250)),
        ("bo confirms payment 2 1.00", commands.ConfirmPayment(player="B", transfer=2, cents=100)),
        ("bo confirms payment anna", commands.ConfirmPayment(player="B", transfer=2)),
        ("bo confirms count", commands.ConfirmCount(player="B")),
    ],
)
def test_a_transfer_is_named_by_its_number_or_its_other_side(line, command) -> None:
    table = settled()
    assert says(line, table) == command


def test_a_payee_of_several_transfers_is_asked_which() -> None:
    with pytest.raises(ShorthandError, match="Say the number of the transfer that Bo receives: 1 or 2."):
        says("bo confirms payment", settled())


@pytest.mark.parametrize("line", ["pay 1 2", "bo confirms payment 1 2", "carl paid 1 2"])
def test_the_number_of_another_transfer_is_not_heard_as_money(line) -> None:
    with pytest.raises(ShorthandError, match=f"“{line}” may be two transfers or money of one; say “{line} DKK” for"):
        says(line, settled())
    for said in (f"{line} DKK", f"{line},00"):
        assert says(said, settled()).cents == 200


@pytest.mark.parametrize("line", ["anna paid 2 kr", "anna paid kr. 2", "anna har betalt 2 kr."])
def test_an_amount_with_its_currency_is_no_number_of_a_transfer(line) -> None:
    assert says(line, settled()) == commands.SayPayment(player="A", transfer=2, cents=200)


def test_who_pays_somebody_else_hears_which_transfers_are_theirs() -> None:
    with pytest.raises(ShorthandError, match="Say the number of the transfer that Carl pays: 1."):
        says("carl paid anna 2", settled())


def test_every_line_that_is_offered_for_an_open_request_is_understood() -> None:
    table = asked("A", "B").do(commands.SayCount(player="B", chips=90))
    refused = {2: "The box holds 5 chips and cannot issue 50."}
    lines = open_request_lines(requests(table.records), refused, Voice(NAMES))
    said = [[says(form, table) for form in line.partition(" (")[0].split(DOT)] for line in lines]
    assert said == [
        [commands.ApproveRequest(request=1), commands.DeclineRequest(request=1)],
        [commands.DeclineRequest(request=2)],
        [commands.ApproveRequest(request=3), commands.DeclineRequest(request=3)],
    ]
    assert "not now: The box holds 5 chips" in lines[1]


def test_a_payment_that_waits_for_an_answer_is_told_in_the_money_of_the_night() -> None:
    table = settled()
    payer = table.night.closing.plan.transfers[0].payer
    table.do(commands.SayPayment(player=payer, transfer=1, cents=10))
    (line,) = open_request_lines(requests(table.records), {}, Voice(NAMES, table.night.terms.currency))
    assert "10 cents" not in line
    assert "0.10 " in line


def test_of_many_open_requests_the_first_are_told() -> None:
    lines = open_request_lines(requests(asked(*NAMES).records), {}, Voice(NAMES))
    assert len(lines) == TOLD_MOST + 1
    assert lines[-1] == "(2 more open requests)"


def test_a_word_for_open_requests_is_completed_once_there_is_one() -> None:
    table = asked("B")
    assert "approve" not in complete("", opened("AB").night, NAMES)
    assert "approve" in complete("", table.night, NAMES)
    assert complete("approve ", table.night, NAMES) == ["Bo"]
    assert complete("decline b", table.night, NAMES) == ["Bo"]


def test_the_bank_passes_on_with_what_was_counted() -> None:
    box = (commands.Denomination("small", 1, 500), commands.Denomination("peder", 50, 10))
    table = opened("AB", inventory=box)
    pieces = (commands.Pieces("peder", 2), commands.Pieces("small", 30))
    assert says("bank to bo = 2p 30, till 45.50", table) == commands.PassBank(to="B", pieces=pieces, till=4550)
    for line in ("bank to bo till 0", "bank to bo, till 0", "bank to bo = till 0", "bank to bo =till 0"):
        assert says(line, table) == commands.PassBank(to="B", till=0), line
    assert says("bank to bo", table) == commands.PassBank(to="B")
    with pytest.raises(ShorthandError, match="who keeps the bank from here"):
        says("bank bo", table)
