"""What was not plain: corrections, disputes and the gap, who pays whom, and where a statement comes from."""

import re

import pytest

from engine import commands, events
from engine.catalogue import RULEBOOKS
from engine.events import Recorded
from engine.game.betting import Ante, HouseLimit
from engine.game.definition import BOOKS
from engine.house.agreements import CUSTOMS, Customs
from engine.library import HOUSE_BOOKS
from engine.reports.corrections import Handing, RulingReport, StrikeReport, corrections
from engine.reports.disputes import answer_texts, disputes, end_text, raised_text
from engine.reports.gap import gap
from engine.reports.sources import DECIDES
from engine.reports.transfers import transfers
from engine.wording import Voice
from tests.engine.reports.evening import Evening, counted_and_closed, opened, table, won_by

# Strikes, waivers and rulings are told with their reasons and events.


def test_a_strike_is_told_with_its_reason_and_everything_it_made_void() -> None:
    evening = table()
    bought = evening.do(commands.BuyChips(player="bo", chips=10))
    own = evening.strike(bought, reason="typed twice")
    (told,) = corrections(evening.records).strikes
    assert told == StrikeReport(
        version=own,
        reason="typed twice",
        struck=(bought,),
        void=(bought,),
        redrawn=(),
        occurred_at="",
        to_move=(Handing(giver="chips:bo", taker="box", chips=10),),
    )


def test_waivers_and_rulings_are_told_until_they_are_struck() -> None:
    evening = table()
    move = commands.ChipMove(payer="chips:eva", payee="chips:bo", chips=2)
    ruling = evening.do(commands.MakeRuling(text="Bo's", moves=(move,), agreed_by=("eva", "bo")))
    waiver = commands.Waiver(rule="fewer_than_the_game_is_for", reason="Carl is late")
    evening.do(commands.StandUp(player="carl"))
    waived = evening.do(commands.AnnounceHand(game="Lift Smoke", waived=(waiver,)))
    told = corrections(evening.records)
    assert told.rulings == (
        RulingReport(version=ruling, text="Bo's", moves=(move,), agreed_by=("eva", "bo"), occurred_at=""),
    )
    assert [(line.version, line.rule, line.reason) for line in told.waivers] == [
        (waived, "fewer_than_the_game_is_for", "Carl is late")
    ]
    evening.strike(ruling, waived, reason="all wrong")
    assert corrections(evening.records).rulings == ()
    assert corrections(evening.records).waivers == ()


# A dispute is told with both sides' words, and with how it ended.

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


# The gap is told player by player, in all, and with its end.


def test_a_gap_is_told_player_by_player_and_in_all_with_its_end() -> None:
    evening = table()
    won_by(evening, "carl")
    counted_and_closed(evening, bo=-2, carl=1)
    found = gap(evening.records)
    assert [(part.player, part.book, part.counted, part.chips, part.cents) for part in found.found] == [
        ("bo", 33, 31, -2, -50),
        ("carl", 54, 55, 1, 25),
    ]
    assert (found.chips, found.cents, found.ended, found.uncounted) == (-1, -25, None, ())
    evening.do(commands.ResolveGap(by="winners", reason="as always"))
    ended = gap(evening.records).ended
    assert (ended.by, ended.charges, ended.reason) == ("winners", (commands.Charge("carl", 25),), "as always")


def test_who_was_not_counted_is_named() -> None:
    evening = table()
    evening.do(commands.LeaveNight(player="bo"))
    evening.do(commands.CountChips(player="eva", chips=40))
    waiver = commands.Waiver(rule="count_is_missing", reason="late")
    evening.do(commands.CloseNight(waived=(waiver,)))
    assert gap(evening.records).uncounted == ("bo", "carl")


def test_a_banker_who_plays_from_the_box_has_no_chips_that_could_be_counted() -> None:
    evening = opened("eva", "bo", rules=commands.HouseRules(auto="all", banker_stack="box", initial_loan=20))
    evening.do(commands.AnnounceHand(game="Straight Poker", dealer="eva"))
    evening.do(commands.Fold(player="bo"))
    evening.do(commands.CountChips(player="bo", chips=evening.night.stack("bo")))
    evening.do(commands.CloseNight())
    assert gap(evening.records).uncounted == ()


def test_no_gap_can_be_seen_in_a_box_that_nobody_declared() -> None:
    rules = commands.HouseRules(auto="all", banker_stack="box")
    chips = (commands.Denomination(name="chip", worth=1, pieces=500),)
    assert not gap(opened("eva", "bo", rules=rules).records).can_be_seen
    assert gap(opened("eva", "bo", rules=rules, inventory=chips).records).can_be_seen


# Who owes whom: the frozen plan with its payments, or what it would be now.


def test_before_the_plan_everyone_would_settle_with_the_banker() -> None:
    evening = table()
    won_by(evening, "carl")
    told = transfers(evening.records, evening.night)
    assert (told.provisional, told.kind, told.proven_minimal, told.version) == (True, "bank", None, None)
    assert [(line.payer, line.payee, line.open) for line in told.transfers] == [
        ("bo", "eva", 175),
        ("eva", "carl", 350),
    ]


def test_a_transfer_is_told_with_its_payments_and_what_is_still_open() -> None:
    evening = table()
    won_by(evening, "carl")
    counted_and_closed(evening)
    plan = evening.do(commands.FreezePlan(kind="direct"))
    paid = [evening.do(commands.RecordPayment(transfer=1, cents=cents)) for cents in (100, 50)]
    told = transfers(evening.records, evening.night)
    first, second = told.transfers
    assert (told.provisional, told.kind, told.proven_minimal, told.version) == (False, "direct", True, plan)
    assert (first.cents, first.paid, first.open, first.payments) == (175, 150, 25, tuple(paid))
    assert (second.paid, second.open) == (0, 175)
    assert told.open == 200


# What a rulebook decides, in the sentences that are read where it is chosen.


def test_every_rulebook_is_called_something_and_says_what_it_decides():
    assert set(HOUSE_BOOKS) == set(DECIDES) <= set(BOOKS)


@pytest.mark.parametrize("book", RULEBOOKS, ids=lambda book: book.name)
def test_the_sentence_names_the_ante_the_limit_and_what_becomes_of_a_player_without_chips(book):
    said = DECIDES[book.name]
    limit, ante = book.limit, book.forced.chips if isinstance(book.forced, Ante) else 0
    numbers = [ante, *((1, limit.most) if isinstance(limit, HouseLimit) and limit.once else ())]
    if isinstance(limit, HouseLimit):
        numbers += [limit.once] if limit.once else [limit.most] if limit.most else []
    numbers.append(CUSTOMS.get(book.name, Customs()).initial_loan)
    assert [int(one) for one in re.findall(r"\d+", said)] == [number for number in numbers if number]
    ends = {"all-in": "all-in", "shadow": "a shadow", "tap-out": "stay in for the pot as it is"}[book.short]
    assert (ends in said) == (book.name != "tarok")
