"""Disputes: raised by anybody of the night in any phase, answered, and ended once; no chip moves."""

from __future__ import annotations

import pytest

from engine import commands, errors
from engine.adjudicate import adjudicate
from engine.decider import accept
from engine.events import Recorded
from engine.night.disputes.rule import ANSWERS_MOST, NIGHT_MOST, OPEN_MOST
from engine.strikes import correct
from tests.engine.table import Table, opened


def raised(
    by: str = "A", event: int | None = None, words: str = "that was a call", **more: bool
) -> commands.RaiseDispute:
    return commands.RaiseDispute(by=by, event=event, words=words, **more)


def answer(dispute: int = 1, by: str = "B", words: str = "I folded") -> commands.AnswerDispute:
    return commands.AnswerDispute(dispute=dispute, by=by, words=words)


def ended(
    dispute: int = 1, event: int | None = None, words: str = "the call stands", **more: object
) -> commands.Command:
    return commands.ResolveDispute(dispute=dispute, event=event, words=words, **more)  # type: ignore[arg-type]


def withdrawn(dispute: int = 1, by: str | None = None) -> commands.WithdrawDispute:
    return commands.WithdrawDispute(dispute=dispute, by=by)


def settled() -> Table:
    table = opened("AB").do("A =100; B =100", commands.CloseNight(), commands.FreezePlan(kind="direct"))
    assert table.night.phase == "planned"
    return table


def test_a_dispute_moves_no_chip_and_counts_from_one() -> None:
    table = opened("ABC")
    before = dict(table.night.balance)
    table.do(raised(event=2), raised("B", missing=True), raised("C"))
    assert list(table.night.open_disputes) == [1, 2, 3]
    assert table.night.balance == before
    assert [table.night.disputes[number].by for number in (1, 2, 3)] == ["A", "B", "C"]


def test_a_dispute_is_raised_and_ended_in_the_middle_of_a_hand() -> None:
    table = opened("ABC").do("hand straight poker by C", "A b5")
    table.do(raised("B", event=table.version), answer(by="A"), "B c", ended(), "C f")
    assert table.turn == ""
    assert not table.night.open_disputes


def test_a_dispute_is_raised_and_ended_after_the_close_and_after_the_plan() -> None:
    for table in (opened("AB").do("A =100; B =100", commands.CloseNight()), settled()):
        phase = table.night.phase
        table.do(raised(event=3), answer(), withdrawn())
        assert table.night.phase == phase


def test_a_banker_who_never_sat_down_is_of_the_night() -> None:
    opened("AB").do(raised("Z"), answer(by="Z"))


def test_before_the_night_is_open_nobody_disputes() -> None:
    table = Table()
    for said in (raised(), answer(), ended(), withdrawn()):
        table.refuses(said, errors.NightIsNotOpen)


def test_somebody_who_is_not_of_the_night_neither_disputes_nor_answers_nor_agrees() -> None:
    table = opened("AB")
    table.refuses(raised("X"), errors.PlayerIsNotSeated, player="X")
    table.do(raised())
    table.refuses(answer(by="X"), errors.PlayerIsNotSeated, player="X")
    table.refuses(ended(agreed_by=("A", "X")), errors.PlayerIsNotSeated, player="X")


def test_an_event_that_the_night_does_not_have_cannot_be_disputed() -> None:
    table = opened("AB")
    last = len(table.records)
    table.refuses(raised(event=last + 1), errors.UnknownDisputedEvent, version=last + 1, last=last)


def test_a_void_event_cannot_be_disputed_but_its_strike_can() -> None:
    table = opened("AB").do("A +50")
    loan = table.version
    table.strikes(loan)
    table.refuses(raised(event=loan), errors.DisputedEventIsVoid, version=loan, since=loan + 1)
    table.do(raised(event=loan + 1))


def test_a_dispute_says_something() -> None:
    table = opened("AB")
    table.refuses(raised(words=" "), errors.DisputeIsWordless)
    table.do(raised())
    table.refuses(answer(words=""), errors.DisputeIsWordless)
    table.refuses(ended(words="  "), errors.ResolutionIsMissing, number=1)


def test_a_dispute_ends_once() -> None:
    table = opened("AB").do(raised(), ended(agreed_by=("A", "B")), raised(), withdrawn(2, "A"))
    for number, state in ((1, "resolved"), (2, "withdrawn")):
        for said in (answer(number), ended(number), withdrawn(number)):
            table.refuses(said, errors.DisputeIsOver, number=number, state=state)


def test_a_dispute_that_nobody_raised_is_refused_with_how_many_there_are() -> None:
    table = opened("AB")
    table.refuses(ended(7), errors.UnknownDispute, number=7, raised=0)
    table.do(raised())
    table.refuses(withdrawn(7), errors.UnknownDispute, number=7, raised=1)


def test_only_who_raised_a_dispute_withdraws_it() -> None:
    table = opened("AB").do(raised("A"))
    table.refuses(withdrawn(by="B"), errors.NotTheirDispute, player="B", raised_by="A")
    table.do(withdrawn())
    assert table.records[-1].event == commands.WithdrawDispute(dispute=1, by="A")


def test_one_player_has_only_so_many_open_disputes() -> None:
    table = opened("AB").do(*[raised("A")] * OPEN_MOST)
    table.refuses(raised("A"), errors.TooManyDisputes, player="A", most=OPEN_MOST)
    table.do(raised("B"), withdrawn(1), raised("A"))


def test_one_night_has_only_so_many_disputes() -> None:
    night = opened("AB").night
    for number in range(1, NIGHT_MOST + 1):
        accept(night, raised())
        accept(night, withdrawn(number))
    with pytest.raises(errors.NightHasTooManyDisputes):
        accept(night, raised())


def test_one_dispute_has_only_so_many_answers() -> None:
    table = opened("AB").do(raised(), *[answer()] * ANSWERS_MOST)
    table.refuses(answer(), errors.TooManyAnswers, number=1, most=ANSWERS_MOST)


def test_a_number_is_the_next_one_or_left_out() -> None:
    table = opened("AB").do(commands.RaiseDispute(by="A", words="x", number=1))
    for number in (1, 3):
        said = commands.RaiseDispute(by="A", words="x", number=number)
        table.refuses(said, errors.DisputeIsNumberedOtherwise, number=number, next=2)


@pytest.mark.parametrize("how", ["strike", "ruling"])
def test_a_strike_or_a_ruling_made_since_resolves_a_dispute(how: str) -> None:
    table = opened("AB").do("A +50")
    loan = table.version
    table.do(raised(event=loan))
    if how == "strike":
        table.strikes(loan)
    else:
        table.do(commands.MakeRuling(text="it counts", agreed_by=("A", "B")))
    table.do(ended(event=table.version if how == "ruling" else loan + 2, words=""))
    assert table.night.disputes[1].state == "resolved"


def test_a_dispute_corrected_later_is_still_resolved_by_what_was_made_before_that() -> None:
    table = opened("AB").do("A +50")
    loan = table.version
    table.do(raised(event=loan))
    dispute = table.version
    table.strikes(loan)
    strike_of_loan = dispute + 1
    change = commands.Change(version=dispute, act=raised(words="that was no loan"))
    corrected = correct(table.records, commands.CorrectEvents(changes=(change,)))
    table.records += corrected.recorded(len(table.records))
    table.night = corrected.night
    table.do(ended(event=strike_of_loan, words=""))
    assert table.night.disputes[1].state == "resolved"


def test_nothing_else_resolves_a_dispute() -> None:
    table = opened("AB").do(commands.MakeRuling(text="before", agreed_by=("A",)))
    earlier = table.version
    table.do(raised(event=2), commands.MakeRuling(text="struck", agreed_by=("A",)))
    struck = table.version
    table.strikes(struck)
    for version in (2, earlier, struck, len(table.records) + 9):
        table.refuses(ended(event=version, words=""), errors.ResolvesNoDispute, version=version, number=1)


def test_a_dispute_outlives_the_event_that_it_is_about() -> None:
    table = opened("AB").do("A +50")
    loan = table.version
    table.do(raised(event=loan))
    table.strikes(loan)
    assert list(table.night.open_disputes) == [1]


def test_a_dispute_raised_by_mistake_is_struck_and_its_number_never_comes_again() -> None:
    table = opened("AB").do(raised("A"), raised("B"))
    first = table.version - 1
    table.strikes(first)
    assert list(table.night.disputes) == [2]
    table.strikes(table.records[first].version)
    table.do(raised("A"))
    assert list(table.night.disputes) == [3]


def test_an_answered_dispute_is_struck_only_with_its_answers() -> None:
    table = opened("AB").do(raised("A"), answer())
    with pytest.raises(errors.StrikeConflicts):
        table.strikes(table.version - 1)
    table.strikes(table.version - 1, table.version)


def test_a_forged_dispute_about_an_event_that_was_not_there_is_found() -> None:
    table = opened("AB").do(raised("A", event=2))
    last = table.records[-1]
    for event in (999, last.version):
        forged = commands.RaiseDispute(by="A", words="x", event=event, number=1)
        (finding,) = adjudicate([*table.records[:-1], Recorded(last.version, forged)]).findings
        assert isinstance(finding.refusal, errors.UnknownDisputedEvent)
