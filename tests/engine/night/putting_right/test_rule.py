"""Disputes: raised by anybody of the night in any phase, answered, and ended once, by who raised them; no chip moves."""

import random

import pytest

from engine import commands, errors
from engine.adjudicate import adjudicate
from engine.decider import accept
from engine.events import Recorded
from engine.folding import effective, voided
from engine.night.putting_right.rule import ANSWERS_MOST, NIGHT_MOST, OPEN_MOST
from tests.engine.again import correct
from tests.engine.mistyped import Written, evening
from tests.engine.table import Table, opened
from tests.engine.test_corrections import change_something
from tests.soak import rounds

SEEDS = rounds(8)


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


def agrees(dispute: int = 1, by: str = "A", word: int | None = None) -> commands.AgreeToBanksWord:
    return commands.AgreeToBanksWord(dispute=dispute, by=by, word=word)


def withdrawn(dispute: int = 1, by: str | None = "A") -> commands.WithdrawDispute:
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
    table.do(raised("B", event=table.version), answer(by="A"), "B c", ended(agreed_by=("B",)), "C f")
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


def test_a_withdrawal_names_who_takes_the_dispute_back() -> None:
    table = opened("AB").do(raised("A"))
    table.refuses(withdrawn(by=None), errors.WithdrawalIsNameless, number=1, raised_by="A")


def test_a_resolution_without_who_raised_it_is_the_banks_word_and_the_dispute_stays_open() -> None:
    table = opened("ABC").do(raised("A"))
    table.do(ended(agreed_by=("Z", "B")))
    word = commands.GiveBanksWord(dispute=1, words="the call stands", agreed_by=("Z", "B"))
    assert table.records[-1].event == word
    assert table.night.disputes[1].word == word
    assert list(table.night.open_disputes) == [1]
    # It may be answered and withdrawn like any that is open.
    table.do(answer(), withdrawn())


def test_who_raised_it_agrees_to_the_banks_word_and_that_ends_it() -> None:
    table = opened("ABC").do(raised("A"))
    table.refuses(agrees(), errors.NoWordToAgreeTo, number=1, player="A")
    table.do(ended(words="the pot is split"), ended(agreed_by=("B",)))
    table.refuses(agrees(by="B"), errors.NotTheirDispute, player="B", raised_by="A")
    table.do(agrees())
    assert table.records[-1].event == ended(agreed_by=("B", "A"))
    assert table.night.disputes[1].state == "resolved"


def test_nobody_agrees_to_a_word_that_they_have_not_read() -> None:
    table = opened("AB").do(raised("A"), ended())
    read = table.version
    table.do(ended(words="A pays 5"))
    table.refuses(agrees(word=read), errors.BanksWordIsAnother, version=read, last=read + 1)
    table.do(agrees(word=read + 1))


def test_who_raised_a_dispute_is_named_as_present_and_agreeing() -> None:
    table = opened("AB").do(raised("A"), ended(agreed_by=("A",)))
    assert table.night.disputes[1].state == "resolved"


def test_the_banker_ends_a_dispute_of_their_own() -> None:
    table = opened("AB", banker="B").do(raised("B"), ended())
    assert table.records[-1].event == ended(agreed_by=("B",))


def test_a_word_of_the_bank_to_which_its_player_agrees_is_a_resolution() -> None:
    table = opened("AB").do(raised("A"))
    table.do(commands.GiveBanksWord(dispute=1, words="the call stands", agreed_by=("A",)))
    assert table.records[-1].event == ended(agreed_by=("A",))


def test_one_player_has_only_so_many_open_disputes() -> None:
    table = opened("AB").do(*[raised("A")] * OPEN_MOST)
    table.refuses(raised("A"), errors.TooManyDisputes, player="A", most=OPEN_MOST)
    table.do(raised("B"), withdrawn(1, "A"), raised("A"))


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
def test_a_strike_or_a_ruling_made_since_resolves_a_dispute(how) -> None:
    table = opened("AB").do("A +50")
    loan = table.version
    table.do(raised(event=loan))
    if how == "strike":
        table.strikes(loan)
    else:
        table.do(commands.MakeRuling(text="it counts", agreed_by=("A", "B")))
    table.do(ended(event=table.version if how == "ruling" else loan + 2, words="", agreed_by=("A",)))
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


def quarrel() -> Table:
    """A lent 50 and disputes it, B answers, and A withdraws another; each is one event."""
    table = opened("AB").do("A +50")
    return table.do(raised("A", event=table.version), answer(), raised("A"), withdrawn(2))


SAID = (commands.RaiseDispute, commands.AnswerDispute, commands.WithdrawDispute)


def said_in(table: Table) -> list[Recorded]:
    """What players said in the disputes in force."""
    return [one for one in effective(table.records) if isinstance(one.event, SAID)]


def test_no_strike_makes_a_dispute_an_answer_or_a_withdrawal_void() -> None:
    table = quarrel()
    for one in said_in(table):
        with pytest.raises(errors.SaidBySomebody) as caught:
            table.strikes(one.version)
        assert caught.value.details["version"] == one.version
        assert caught.value.details["player"] == one.event.by


def test_no_correction_puts_something_else_in_the_place_of_what_a_player_said() -> None:
    table = quarrel()
    for one in said_in(table):
        for act in (None, commands.RaiseDispute(by="B", words="another")):
            changes = (commands.Change(one.version, act),)
            with pytest.raises(errors.SaidBySomebody):
                correct(table.records, commands.CorrectEvents(changes=changes))


def test_a_dispute_that_a_correction_brought_in_stays_when_the_correction_is_struck() -> None:
    table = opened("AB").do("A +50")
    forgotten = commands.Change(table.version, raised("B"), after=True)
    brought = correct(table.records, commands.CorrectEvents(changes=(forgotten,)))
    table.records += brought.recorded(len(table.records))
    with pytest.raises(errors.SaidBySomebody):
        table.strikes(table.version)


def test_where_nothing_counts_from_an_event_on_what_players_said_still_stands() -> None:
    table = quarrel()
    loan = table.records[said_in(table)[0].version - 2].version
    void = commands.CorrectEvents(changes=(commands.Change(loan),), stop_at=loan)
    night = correct(table.records, void).night
    assert [night.disputes[number].state for number in (1, 2)] == ["open", "withdrawn"]
    assert night.disputes[1].answers == 1


def test_a_resolution_that_was_entered_wrongly_is_struck_and_the_dispute_is_open_again() -> None:
    table = opened("AB").do(raised("A"), ended(agreed_by=("A",)))
    table.strikes(table.version)
    assert list(table.night.open_disputes) == [1]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_is_put_right_what_players_said_in_disputes_stands(seed) -> None:
    """A random night with disputes, and strikes and corrections at random: nothing of it is ever void."""
    chance, written = random.Random(seed), Written(evening(seed, hands=1))
    for player in written.night.everybody[:2]:
        number = len(written.night.disputes) + 1
        written.do(raised(player))
        written.do(commands.AnswerDispute(dispute=number, by=written.night.banker, words="no"))
    for _ in range(12):
        change_something(written, chance)
        said = [one.version for one in written.records if isinstance(one.event, SAID)]
        assert voided(written.records).isdisjoint(said)
    written.holds()


def test_a_forged_dispute_about_an_event_that_was_not_there_is_found() -> None:
    table = opened("AB").do(raised("A", event=2))
    last = table.records[-1]
    for event in (999, last.version):
        forged = commands.RaiseDispute(by="A", words="x", event=event, number=1)
        (finding,) = adjudicate([*table.records[:-1], Recorded(last.version, forged)]).findings
        assert isinstance(finding.refusal, errors.UnknownDisputedEvent)
