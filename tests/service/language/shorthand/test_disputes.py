"""Lines about disputes: what is offered can be typed, and only what helps is completed."""

from engine import commands
from engine.reports.disputes import disputes
from service.language.shorthand import complete, read_line
from service.language.shorthand.putting_right import TOLD_MOST, open_dispute_lines
from service.language.shorthand.vocabulary import DOT
from tests.engine.table import Table, opened

NAMES = {"A": "Anna", "B": "Bo"}


def disputed(number: int = 1) -> Table:
    """A loan is struck that was disputed; further disputes are about the night."""
    table = opened("AB").do("A +50")
    loan = table.version
    table.do(*[commands.RaiseDispute(by="A", event=loan, words="never lent")] * number)
    table.strikes(loan)
    return table


def test_every_line_that_is_offered_for_an_open_dispute_is_understood() -> None:
    table = disputed()
    (line,) = open_dispute_lines(disputes(table.records), NAMES)
    forms, _, remark = line.partition(" (")
    said = [read_line(form, table.night, NAMES).commands[0] for form in forms.split(DOT)]
    strike = next(one.version for one in table.records if isinstance(one.event, commands.StrikeEvents))
    assert said == [
        commands.ResolveDispute(dispute=1, event=strike, agreed_by=("A",)),
        commands.ResolveDispute(dispute=1, words="WORDS", agreed_by=("A",)),
        commands.WithdrawDispute(dispute=1, by="A"),
    ]
    assert remark.startswith("Anna disputes event ")


def test_the_banks_word_is_offered_to_who_raised_the_dispute() -> None:
    table = disputed().do(commands.ResolveDispute(dispute=1, words="it stands"))
    (line,) = open_dispute_lines(disputes(table.records), NAMES | {"A": "Uncle Carl"})
    assert "resolve dispute 1 agreed by Uncle Carl" in line.split(DOT)
    (said,) = read_line("resolve dispute 1 agreed by Uncle Carl", table.night, NAMES | {"A": "Uncle Carl"}).commands
    assert said == commands.AgreeToBanksWord(dispute=1, by="A")


def test_of_many_open_disputes_the_first_are_told() -> None:
    lines = open_dispute_lines(disputes(disputed(TOLD_MOST + 2).records), NAMES)
    assert len(lines) == TOLD_MOST + 1
    assert lines[-1] == "(2 more open disputes)"


def test_a_word_for_open_disputes_is_completed_once_there_is_one() -> None:
    calm, table = opened("AB").night, disputed()
    assert "answer" not in complete("", calm, NAMES)
    assert "answer" in complete("", table.night, NAMES)
    assert complete("answer ", table.night, NAMES) == ["dispute"]
    assert complete("answer dispute ", table.night, NAMES) == ["1"]
    assert complete("dispute missing ", table.night, NAMES) == ["after"]
    assert complete('dispute 3 "x" by ', table.night, NAMES) == ["Anna", "Bo"]
