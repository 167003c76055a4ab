"""The ledger of PokerNow becomes a night of the bank alone."""

import pytest

from engine import commands
from engine.adjudicate import adjudicate
from engine.commands import Currency
from service.exchange.imports.ledger import import_ledger, read_ledger
from service.exchange.imports.recording import ImportReport
from service.exchange.refused import (
    AmountIsTooFine,
    FileIsEmpty,
    HalfALine,
    LedgerDoesNotAddUp,
    LedgerIsEmpty,
    LedgerIsNotBalanced,
    NotTheHeader,
    UnitIsNeeded,
)
from tests.service.exchange.imports.logs import Book, options

HEADER = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n"
WITH_ESCROW = HEADER.replace("stack,net", "stack,nit_escrow,net")
EVENING = HEADER + (
    "Ann,a1,2024-02-03T19:00:00.000Z,2024-02-03T23:00:00.000Z,20.00,35.50,0,15.50\n"
    "Bo,b2,2024-02-03T19:00:00.000Z,2024-02-03T20:00:00.000Z,20.00,0,0,-20.00\n"
    "Bo,b2,2024-02-03T20:10:00.000Z,,10.00,,14.50,4.50\n"
)
WHOLE = HEADER + "Ann,a1,2024-02-03T19:00:00.000Z,,50,,80,30\nBo,b2,2024-02-03T19:00:00.000Z,,50,20,,-30\n"


def recorded(text: str, **changes: object) -> tuple[ImportReport, Book]:
    book = Book()
    asked = options(**changes)
    ledger = read_ledger("ledger.csv", text, asked.currency, asked.unit)
    report = import_ledger(ledger, options=asked, submit=book.submit)
    assert adjudicate(book.records).findings == ()
    return report, book


def test_a_ledger_is_loans_counts_and_a_plan() -> None:
    report, book = recorded(EVENING)
    assert report.nets == {"ann": 1550, "bo": -1550}
    assert report.holds
    assert [(loan.player, loan.chips) for loan in book.all(commands.GiveLoan)] == [
        ("ann", 2000),
        ("bo", 2000),
        ("bo", 1000),
    ]
    assert {count.player: count.chips for count in book.all(commands.CountChips)} == {"ann": 3550, "bo": 1450}
    assert report.as_data({})["transfers"] == [{"payer": "bo", "payee": "ann", "cents": 1550}]
    assert book.all(commands.AnnounceHand) == []
    assert report.names == {"ann": "Ann", "bo": "Bo"}


def test_amounts_with_decimals_tell_the_unit_and_it_is_said() -> None:
    report, _ = recorded(EVENING)
    assert report.unit == 1
    assert report.notes == ["Amounts have decimals. The smallest chip is 0.01 DKK."]


def test_whole_numbers_do_not_tell_the_unit_and_it_is_asked_for() -> None:
    with pytest.raises(UnitIsNeeded, match="say --cents 1 or --cents 100"):
        recorded(WHOLE)


def test_a_given_unit_settles_whole_numbers() -> None:
    report, _ = recorded(WHOLE, unit=100)
    assert report.nets == {"ann": 3000, "bo": -3000}
    assert report.notes == ["Amounts are whole numbers. The smallest chip, 1, is 100 cents (DKK), as given."]


def test_what_lies_in_the_nit_escrow_belongs_to_its_player() -> None:
    text = WITH_ESCROW + (
        "Ann,a1,2024-02-03T19:00:00.000Z,,25.00,20.00,0,5.00,0\nBo,b2,2024-02-03T19:00:00.000Z,,25.00,,25.00,0,0\n"
    )
    report, book = recorded(text)
    assert report.nets == {"ann": 0, "bo": 0}
    assert {count.player: count.chips for count in book.all(commands.CountChips)} == {"ann": 2500, "bo": 2500}


def test_one_nickname_under_two_ids_in_succession_is_one_player() -> None:
    report, _ = recorded(EVENING.replace("Bo,b2,2024-02-03T20:10", "Bo,b9,2024-02-03T20:10"))
    assert report.nets == {"ann": 1550, "bo": -1550}
    assert report.notes[0] == "Bo comes under the ids b2 and b9 in succession and is taken as one player."


def test_one_nickname_under_two_ids_at_one_time_is_two_players() -> None:
    report, _ = recorded(EVENING.replace("Bo,b2,2024-02-03T20:10", "Bo,b9,2024-02-03T19:10"))
    assert report.nets == {"ann": 1550, "bo": -2000, "bo-2": 450}


def test_players_the_book_knows_keep_their_ids() -> None:
    report, _ = recorded(EVENING, players={"b2": "bo-the-elder"})
    assert set(report.nets) == {"ann", "bo-the-elder"}


@pytest.mark.parametrize(
    ("text", "refusal", "sentence"),
    [
        ("", FileIsEmpty, "ledger.csv is empty"),
        (HEADER, LedgerIsEmpty, "ledger.csv has only a header"),
        ("entry,at,order\n", NotTheHeader, "This is a log; import it as one."),
        ("name,chips\nAnn,3\n", NotTheHeader, "ledger.csv is not a PokerNow ledger: its first line is 'name,chips'"),
        (EVENING + "Cy,c3,2024", HalfALine, "Line 5 of ledger.csv is not a whole line (3 of 8 fields)"),
        (EVENING.replace("35.50,0", "lots,0"), HalfALine, "buy_out is not an amount"),
        (EVENING.replace("Ann,a1,2024-02-03T", "Ann,a1,3 Feb "), HalfALine, "session_start_at is not like"),
        (EVENING.replace("15.50\n", "16.50\n"), LedgerDoesNotAddUp, "Line 2 of ledger.csv says net 1650, but"),
        (EVENING.replace("-20.00\n", "-20.005\n"), AmountIsTooFine, "a chip is worth at least 0.01"),
        (EVENING.replace("35.50,0,15.50", "36.50,0,16.50"), LedgerIsNotBalanced, "sum to 100 chips, not to 0"),
    ],
)
def test_what_is_not_a_whole_balanced_ledger_is_refused(text, refusal, sentence) -> None:
    with pytest.raises(refusal) as refused:
        read_ledger("ledger.csv", text, Currency())
    assert sentence in str(refused.value)
