"""Debts that are open elsewhere: what Splitwise and ihatemoney export comes down to who gets and who pays."""

import pytest

from service.exchange.imports.results.debts import read_debts
from service.exchange.imports.results.nights import ParsedNights
from service.exchange.refused import ImportRefused
from tests.service.exchange.imports.results.files import reading

SPLITWISE = """\
Date,Description,Category,Cost,Currency,Anna K.,Bo
2025-10-24,Poker,General,220.70,EUR,-220.70,220.70
2026-02-18,Anna paid Bo,Payment,20.00,EUR,20.00,-20.00

2026-03-01,Total balance, , ,EUR,-200.70,200.70
"""
# What ihatemoney calls a project without a currency.
NONE = 3 * "X"
BILL = '{{"what":"x","bill_type":"Expense","amount":{},"date":"2024-02-01","payer_name":"Anna","payer_weight":{},"owers":{}}}'


def read(text: str) -> ParsedNights:
    return read_debts("owed.csv", text.encode(), reading())


def owed(found: ParsedNights) -> dict[str, int]:
    (night,) = found.nights
    return {entry.player: entry.took - entry.brought for entry in night.entries.values()}


def test_splitwise_comes_down_to_its_total_balance() -> None:
    found = read(SPLITWISE)
    assert owed(found) == {"Anna K.": -20070, "Bo": 20070}
    assert (found.currency.code, found.nights[0].day.day, found.nights[0].owed) == ("EUR", "2026-03-01", True)
    assert owed(read("Note: does not include group expenses\n\n" + SPLITWISE)) == owed(found)


def test_a_bill_is_shared_by_weight_to_the_cent() -> None:
    assert owed(read("[" + BILL.format("100.0", "2.0", '["Anna","Bo","Carl"]') + "]")) == {
        "Anna": 5000,
        "Bo": -2500,
        "Carl": -2500,
    }
    assert sum(owed(read("[" + BILL.format("100.0", "1", '["Anna","Bo","Carl"]') + "]")).values()) == 0
    text = "date,what,bill_type,amount,currency,payer_name,payer_weight,owers\n2024-02-01,x,Expense,10.0,,Anna,1.0,"
    assert owed(read(text + '"Anna, Bo"\n')) == {"Anna": 500, "Bo": -500}


def test_settlements_say_who_pays_whom() -> None:
    assert owed(read('[{"amount": 25.5, "receiver": "Anna", "ower": "Bo", "currency": "' + NONE + '"}]')) == {
        "Anna": 2550,
        "Bo": -2550,
    }
    assert owed(read("amount,receiver,ower,currency\n25.5,Anna,Bo," + NONE)) == {"Anna": 2550, "Bo": -2550}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a,b\n1,2\n", "is no export of Splitwise"),
        ("[]", "is no export of Splitwise"),
        ("[1]", "it is no list of objects"),
        ("[" * 100_000, "is not the JSON"),
        ('{"amount": 1', "is not the JSON"),
        ("[" + BILL.format("100.0", "0", '["Anna"]') + "]", "Line 1, column 6 (payer_weight) of owed.csv"),
        ("[" + BILL.format('"much"', "1", '["Anna"]') + "]", "“much” is not an amount"),
        ("[" + BILL.format("1", "1", "[]") + "]", "(owers) of owed.csv is empty"),
        ("[" + BILL.format("10", "1", '["Anna"]') + "]", "nobody owes anything in DKK"),
        (
            SPLITWISE.replace("-200.70", "-200.60"),
            "Line 5, column 6 (Anna K.) of owed.csv: the total balance is -200.60",
        ),
        (
            SPLITWISE.replace("-220.70,220.70", "-220.70,220.00"),
            "“Poker” does not sum to 0 over all people, but to −0.70",
        ),
        (SPLITWISE.replace("20.00,EUR", "20.00,DKK"), "has debts in DKK, EUR; say one with --currency"),
    ],
)
def test_what_cannot_be_read_is_refused_with_line_and_column(text, sentence) -> None:
    with pytest.raises(ImportRefused) as refused:
        read(text)
    assert sentence in str(refused.value)
