"""What a club records of a night agrees with the night."""

import pytest

from engine import commands
from engine.club.acts import Debt, RecordNight
from engine.club.nights import phase_of, record_of
from engine.state import Night
from tests.engine.club.stream import digest, founded
from tests.engine.table import BANKER, Table, opened


def record(table: Table) -> RecordNight:
    version = len(table.records)
    return record_of(table.night, version=version, head=digest(version))


def closed() -> Table:
    """A lost 40 chips to B, which is 10 kroner."""
    table = opened("AB").do(commands.TransferChips(payer="A", payee="B", chips=40))
    return table.do("A =60; B =140", "close")


def test_a_night_is_recorded_from_its_opening_to_its_last_payment() -> None:
    stream = founded()
    stream.do(record(opened("AB")))
    assert (stream.latest.phase, stream.latest.unpaid) == ("open", ())

    table = closed()
    stream.do(record(table))
    assert (stream.latest.phase, stream.latest.unpaid) == ("closed", ())

    stream.do(record(table.do(commands.FreezePlan())))
    owed = (Debt("A", BANKER, 1000), Debt(BANKER, "B", 1000))
    assert (stream.latest.phase, stream.latest.unpaid) == ("settling", owed)

    stream.do(record(table.do(commands.RecordPayment(transfer=1, cents=400))))
    assert stream.latest.unpaid == (Debt("A", BANKER, 600), owed[1])

    stream.do(record(table.do(commands.RecordPayment(transfer=2))))
    assert stream.latest.unpaid == (Debt("A", BANKER, 600),)

    stream.do(record(table.do(commands.RecordPayment(transfer=1))))
    assert (stream.latest.phase, stream.latest.unpaid) == ("settled", ())
    assert stream.club.unpaid() == {}


def test_a_night_in_which_nobody_won_is_settled_by_its_plan() -> None:
    table = opened("AB").do("A =100; B =100", "close", commands.FreezePlan())
    assert record(table).phase == "settled"


def test_what_is_recorded_names_the_night_and_its_currency() -> None:
    table = opened("AB", currency=commands.Currency("EUR", 2))
    recorded = record(table)
    assert (recorded.night, recorded.currency.code) == (table.night.terms.night, "EUR")
    assert (recorded.version, recorded.head) == (len(table.records), digest(len(table.records)))


def test_a_night_that_is_not_open_yet_has_no_phase() -> None:
    with pytest.raises(AssertionError, match="has no phase"):
        phase_of(Night())
