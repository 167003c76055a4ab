"""What the guards look through, and what a doubt says."""

import pytest

from engine import commands
from engine.folding import effective
from service.book.guards import GUARDS, BeforeAct
from tests.engine.reports.evening import Evening, table

KINDS = (commands.GiveLoan, commands.BuyChips)


def in_force(evening: Evening, *, last: int | None = None) -> list[int]:
    """The numbers of the loans and buy-ins that a guard is given."""
    asked = BeforeAct(evening.night, evening.records, evening.last, "", lambda _: "")
    return [record.version for record in asked.in_force(KINDS, last=last)]


def test_a_guard_sees_the_events_in_force_the_latest_first() -> None:
    evening = table()
    struck = evening.do(commands.GiveLoan(player="bo", chips=7))
    bought = evening.do(commands.BuyChips(player="carl", chips=8))
    evening.strike(struck, reason="not lent")
    lent = evening.do(commands.GiveLoan(player="bo", chips=9))
    standing = [record.version for record in effective(evening.records) if type(record.event) in KINDS]
    assert in_force(evening) == standing[::-1]
    assert in_force(evening)[:2] == [lent, bought]
    assert in_force(evening, last=1) == [lent]


@pytest.mark.parametrize("doubt", GUARDS, ids=lambda doubt: doubt.code)
def test_the_sentence_of_a_doubt_does_not_say_how_it_is_waived(doubt) -> None:
    """How it is waived is said beside it, in the words of whoever shows it."""
    assert "waive" not in doubt.sentence
    assert doubt.sentence.endswith(".")
