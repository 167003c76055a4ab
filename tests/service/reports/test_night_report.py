"""The report says whether the night balances, whether the rules agree, and who owes whom, at any moment."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import commands
from engine.events import Recorded
from service.reports.forms import to_json
from service.reports.night_report import NightReport, build
from tests.engine.reports.evening import Evening, counted_and_closed, opened, random_evening, table, won_by
from tests.service.reports.small_night import HEAD, NAMES, play, small_night
from tests.soak import rounds


def report_of(evening: Evening, **names: str) -> NightReport:
    return build(evening.records, names, head=HEAD)


def test_a_night_being_played_is_told_as_if_it_ended_now() -> None:
    evening = table()
    won_by(evening, "carl")
    report = report_of(evening, carl="Carl")
    assert (report.verdict.phase, report.verdict.balanced, report.verdict.agrees) == ("open", True, True)
    assert report.transfers.provisional
    assert report.verdict.open_cents == 175 + 350
    assert "if the night ended now" in report.verdict.sentences[2]


def test_chips_in_the_pot_are_nobodys_yet() -> None:
    evening = table()
    evening.do(commands.AnnounceHand(game="Straight Poker", dealer="eva"), commands.Bet(player="bo", chips=5))
    report = report_of(evening)
    assert report.verdict.balanced
    assert report.totals.in_pot == 11
    assert "11 chips in the pot belong to nobody yet" in report.verdict.sentences[0]
    assert report.hands[-1].told == "Still being played."
    assert sum(line.result for line in report.standings) == -11 * 25


def test_a_gap_that_nobody_has_resolved_is_not_balanced() -> None:
    evening = table()
    counted_and_closed(evening, bo=-2)
    verdict = report_of(evening).verdict
    assert (verdict.phase, verdict.balanced) == ("closed", False)
    assert (
        verdict.sentences[0]
        == "NOT BALANCED: 2 chips (0.50 DKK) were missing at the count, and that is not resolved yet."
    )
    evening.do(commands.ResolveGap(by="banker"))
    assert report_of(evening).verdict.balanced


def test_a_night_is_settled_when_every_transfer_is_paid() -> None:
    evening = table()
    won_by(evening, "carl")
    counted_and_closed(evening)
    evening.do(commands.FreezePlan(kind="direct"), commands.RecordPayment(transfer=1))
    half = report_of(evening).verdict
    assert (half.phase, half.open_cents) == ("settling", 175)
    assert half.sentences[2] == "NOT SETTLED: 1 of 2 transfers paid, 1.75 DKK still open."
    evening.do(commands.RecordPayment(transfer=2))
    assert report_of(evening).verdict.phase == "settled"


def test_what_the_rules_would_not_have_recorded_is_told_with_names() -> None:
    evening = table()
    evening.do(commands.AnnounceHand(game="Straight Poker", dealer="eva"))
    too_much = Recorded(evening.last + 1, commands.Bet(player="bo", chips=9))
    report = build([*evening.records, too_much], {"bo": "Bo"}, head=HEAD)
    (finding,) = report.verdict.findings
    assert not report.verdict.agrees
    assert finding.version == too_much.version
    assert finding.sentence.startswith(f"Event {too_much.version} would be refused: Bo ")
    assert report.verdict.sentences[1].startswith("THE RULES DO NOT AGREE: 1 difference")


def test_what_does_not_add_up_is_told_with_the_name_of_whose_it_is() -> None:
    evening = table()
    nowhere = Recorded(evening.last + 1, commands.TransferChips(payer="bo", payee="eva", chips=10_000))
    report = build([*evening.records, nowhere], {"bo": "Bo"}, head=HEAD)
    assert f"After event {nowhere.version}: chips:Bo (bo) holds" in report.verdict.findings[0].sentence


def test_a_difference_under_newer_rules_is_told_as_one() -> None:
    evening = opened("eva", "bo", rules_version=99)
    evening.records.append(Recorded(evening.last + 1, commands.PayIn(player="bo", cents=5)))
    verdict = report_of(evening).verdict
    assert verdict.newer_rules
    assert "It was played under rules 99 and judged under" in verdict.sentences[1]


def test_a_report_is_written_as_json_and_read_back_the_same() -> None:
    report = build(small_night().records, NAMES, head=HEAD)
    assert msgspec.json.decode(to_json(report), type=NightReport) == report


def test_the_keys_of_a_report_are_the_same_for_every_night() -> None:
    def keys(evening: Evening) -> list[str]:
        report = msgspec.json.decode(to_json(report_of(evening)))
        parts = [report, *(report[key] for key in ("night", "verdict", "totals", "transfers", "gap", "corrections"))]
        return [
            *(key for part in parts for key in part),
            *report["accounts"][0],
            *report["accounts"][0]["movements"][0],
        ]

    played = table()
    play(evening := opened("eva", "bo", "aase", "carl", rules=commands.HouseRules(auto="all", initial_loan=40)))
    assert keys(played) == keys(evening) == keys(small_night())


def test_records_that_do_not_begin_with_the_opening_make_no_report() -> None:
    with pytest.raises(ValueError, match="from its opening on"):
        build(small_night().records[1:], NAMES, head=HEAD)


@settings(max_examples=rounds(20, 60))
@given(st.integers(0, 2**32))
def test_every_night_played_through_the_rules_balances_and_agrees(seed) -> None:
    evening = random_evening(seed)
    report = report_of(evening)
    assert report.verdict.findings == ()
    assert report.verdict.balanced == (not report.gap.chips or report.gap.ended is not None)
    if report.verdict.phase in ("settling", "settled"):
        assert sum(account.due for account in report.accounts) == 0
        assert sum(abs(account.due) for account in report.accounts) <= 2 * report.verdict.open_cents
