"""A dispute is told with both sides' words, and with how it ended."""

from __future__ import annotations

from engine import commands, events
from engine.events import Recorded
from engine.reports.disputes import answer_texts, disputes, end_text, raised_text
from engine.wording import Voice
from tests.engine.reports.evening import Evening, table

VOICE = Voice({"eva": "Eva", "bo": "Bo", "carl": "Carl"})


def disputed(event: int | None = None, *, missing: bool = False) -> Evening:
    evening = table()
    evening.do(commands.RaiseDispute(by="carl", event=event, missing=missing, words="that was a call"))
    evening.do(commands.AnswerDispute(dispute=1, by="bo", words="I folded."))
    return evening


def test_an_open_dispute_has_the_words_of_both_sides() -> None:
    (told,) = disputes(disputed(3).records)
    assert (told.number, told.by, told.event, told.state, told.ended_in) == (1, "carl", 3, "open", None)
    assert raised_text(told, "Eva sits.", VOICE) == "Carl disputes event 3 (Eva sits): that was a call."
    assert answer_texts(told, VOICE) == ("Bo answers: I folded.",)
    assert end_text(told, VOICE) == "Still open."


def test_what_is_missing_is_told_as_missing() -> None:
    for event, words in ((3, "what is missing after event 3"), (None, "what is missing tonight")):
        (told,) = disputes(disputed(event, missing=True).records)
        assert raised_text(told, "", VOICE) == f"Carl disputes {words}: that was a call."


def test_the_strike_of_the_event_is_offered_and_then_named() -> None:
    evening = table()
    loan = evening.do(commands.GiveLoan(player="bo", chips=5))
    evening.do(commands.RaiseDispute(by="carl", event=loan, words="never lent"))
    struck = evening.strike(loan, reason="dispute 1")
    (told,) = disputes(evening.records)
    assert (told.state, told.void_since, told.settled_by) == ("open", struck, struck)
    assert end_text(told, VOICE) == f"Event {loan} is void since event {struck}. Still open."
    ended = evening.do(commands.ResolveDispute(dispute=1, event=struck, agreed_by=("carl",)))
    (told,) = disputes(evening.records)
    assert (told.how, told.settled_by, told.ended_in) == ("strike", struck, ended)
    assert end_text(told, VOICE) == f"Resolved by the strike of event {struck} in event {ended}. Agreed by Carl."


def test_the_banks_word_is_told_among_the_words_of_others_and_the_dispute_is_still_open() -> None:
    evening = disputed()
    word = evening.do(commands.ResolveDispute(dispute=1, words="the call stands", agreed_by=("eva",)))
    evening.do(commands.AnswerDispute(dispute=1, by="carl", words="no"))
    ruling = evening.do(commands.MakeRuling(text="it counts", agreed_by=("eva",)))
    other = evening.do(commands.ResolveDispute(dispute=1, event=ruling))
    (told,) = disputes(evening.records)
    assert answer_texts(told, VOICE) == (
        "Bo answers: I folded.",
        f"The bank's word in event {word}: the call stands. Agreed by Eva.",
        "Carl answers: no.",
        f"The bank's word in event {other}: the ruling of event {ruling} puts it right.",
    )
    assert (told.state, end_text(told, VOICE)) == ("open", "Still open: Carl has not agreed.")
    evening.do(commands.AgreeToBanksWord(dispute=1, by="carl", word=other))
    (told,) = disputes(evening.records)
    assert (told.state, told.how, told.settled_by, told.agreed_by) == ("resolved", "ruling", ruling, ("carl",))


def test_a_ruling_words_and_a_withdrawal_are_told_apart() -> None:
    evening = disputed()
    ruling = evening.do(commands.MakeRuling(text="it counts", agreed_by=("eva",)))
    evening.do(commands.ResolveDispute(dispute=1, event=ruling, agreed_by=("carl",)))
    for _ in range(2):
        evening.do(commands.RaiseDispute(by="bo", words="again"))
    words = evening.do(commands.ResolveDispute(dispute=2, words="the call stands", agreed_by=("eva", "bo")))
    gone = evening.do(commands.WithdrawDispute(dispute=3, by="bo", words="I saw it wrong"))
    told = disputes(evening.records)
    assert [one.how for one in told] == ["ruling", "words", "withdrawal"]
    assert end_text(told[1], VOICE) == f"Resolved in event {words}: the call stands. Agreed by Eva and Bo."
    assert end_text(told[2], VOICE) == f"Withdrawn by Bo in event {gone}: I saw it wrong."


def test_a_dispute_that_was_struck_in_an_old_book_is_no_dispute() -> None:
    evening = table()
    raised = evening.do(commands.RaiseDispute(by="carl", words="a slip"))
    # As it was recorded before a dispute belonged to who raised it.
    strike, void = commands.StrikeEvents(versions=(raised,), reason="a slip"), events.EventsStruck(void=(raised,))
    struck = [Recorded(raised + 1, strike), Recorded(raised + 2, void, raised + 1)]
    assert disputes([*evening.records, *struck]) == ()
