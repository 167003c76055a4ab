"""Replaying a night through the rules: what was recorded by them agrees, and what was forged is found."""

from collections.abc import Callable

import msgspec
import pytest

from engine import commands, errors, events
from engine.adjudicate import adjudicate
from engine.events import Recorded
from engine.night.table.rule import RULES_VERSION
from engine.words import dictionary
from tests.engine.table import Table, house, opened, waived
from tests.engine.word_games import NOBODY_DOUBTS, dealt, shows

BOX = (commands.Denomination("small", 1, 400),)


def danish_night() -> Table:
    """Antes, a shadow, a tie, a New Deal, a carried pot, a waiver, counts with a gap, a plan, a payment."""
    table = opened("ABC", {"A": 100, "B": 100, "C": 4}, rules=house(), inventory=BOX)
    table.do("hand straight poker by C", "A b5; B c; C s5", "A, C win", "hand three card draw", "B b5", "B demands")
    table.do("hand five card stud by B").waives("C b9", errors.BetOverLimit)
    table.do("A f; B f", "C leaves", "A -20 cash; B +4")
    table.do("A =100; B =87", "close", commands.ResolveGap(by="all"), commands.FreezePlan(kind="direct"))
    return table.do(commands.RecordPayment(transfer=1, cents=5))


def holdem_night() -> Table:
    """Blinds, side pots, cards known at the end, an uncalled bet, a ruling, and a hand struck."""
    table = opened("ABCD", {"A": 10, "B": 40, "C": 60, "D": 100})
    table.do("hand texas hold'em by D", "C all-in; D c; A all-in; B all-in", "board 2c 3c 9h Jd Qs")
    table.do("A shows As Ah", "B shows Ks Kh", "C shows Qd Qh", "D mucks")
    moves = (commands.ChipMove("chips:C", "chips:B", 20),)
    table.do(commands.MakeRuling(text="a side bet", moves=moves, agreed_by=("B", "C")))
    table.do("A stands; B stands", "hand omaha", "C f" if table.night.positions.last_button == 3 else "D f")
    table.strikes(table.version)
    return table


NIGHTS: dict[str, Callable[[], Table]] = {"danish": danish_night, "holdem": holdem_night}


@pytest.mark.parametrize("night", NIGHTS)
def test_what_the_rules_recorded_agrees_with_the_rules(night) -> None:
    table = NIGHTS[night]()
    outcome = adjudicate(table.records)
    assert outcome.findings == ()
    assert outcome.agrees
    assert not outcome.only_newer_rules
    assert outcome.played_under == outcome.judged_under == RULES_VERSION


def test_an_empty_book_has_nothing_to_judge() -> None:
    outcome = adjudicate([])
    assert (outcome.primaries, outcome.events, outcome.agrees) == (0, 0, True)


def test_everything_judged_is_counted() -> None:
    table = opened("AB")
    outcome = adjudicate(table.records)
    assert (outcome.primaries, outcome.events) == (5, 5)


def forge(table: Table, kind: type, **changes: object) -> list[Recorded]:
    """The records with the last event of a kind changed by hand."""
    records = list(table.records)
    place = max(place for place, record in enumerate(records) if type(record.event) is kind)
    event = msgspec.structs.replace(records[place].event, **changes)
    records[place] = msgspec.structs.replace(records[place], event=event)
    return records


def test_a_pot_awarded_to_somebody_else_is_found() -> None:
    table = danish_night()
    award = next(record.event for record in table.records if isinstance(record.event, events.PotAwarded))
    share = award.shares[0]
    forged = [
        msgspec.structs.replace(
            record,
            event=msgspec.structs.replace(award, shares=(events.Share("B", share.chips), *award.shares[1:])),
        )
        if record.event is award
        else record
        for record in table.records
    ]
    cause = next(record.caused_by for record in table.records if record.event is award)
    (finding, *_) = adjudicate(forged).findings
    assert (finding.version, finding.kind) == (cause, "other consequences")
    assert "pot_awarded" in finding.sentence


@pytest.mark.parametrize(
    ("kind", "changes", "found"),
    [
        (events.PotAwarded, {"shares": (events.Share("B", 1),)}, "other consequences"),
        (events.ShadowPulled, {"debt": 1, "marker": 1}, "other consequences"),
        (events.PotCarried, {"chips": 1}, "other consequences"),
        (events.ForcedBetPosted, {"chips": 1}, "other consequences"),
        (events.RoundClosed, {"number": 7}, "other consequences"),
        (events.HandEnded, {"number": 7}, "other consequences"),
        (commands.Fold, {"player": "C"}, "refused"),
        (commands.Bet, {"chips": 60}, "other consequences"),
        (commands.Bet, {"waived": ()}, "refused"),
        (commands.GiveLoan, {"cents": 5}, "refused"),
        (commands.FreezePlan, {"proven_minimal": False}, "recorded otherwise"),
        (commands.ResolveGap, {"charges": (commands.Charge("A", 9),)}, "recorded otherwise"),
        (commands.RecordPayment, {"cents": 5000}, "refused"),
        (commands.AnnounceHand, {"dealer": "A"}, "refused"),
    ],
)
def test_whatever_is_changed_by_hand_is_found(kind, changes, found) -> None:
    findings = adjudicate(forge(danish_night(), kind, **changes)).findings
    assert found in {finding.kind for finding in findings}
    assert all(finding.sentence.endswith(".") for finding in findings)


def test_a_missing_act_is_found() -> None:
    table = danish_night()
    records = [record for record in table.records if not isinstance(record.event, commands.Call)]
    assert not adjudicate(records).agrees


def test_a_refused_act_says_why_and_what_follows_is_judged_as_the_book_has_it() -> None:
    table = opened("AB").do("A +5; B +7")
    records = forge(table, commands.GiveLoan, player="Q")
    (finding,) = adjudicate(records).findings
    assert isinstance(finding.refusal, errors.PlayerIsNotSeated)
    assert finding.version == table.version
    assert finding.sentence.startswith(f"Event {finding.version} would be refused: Q has not sat down")


def test_a_forged_act_that_cannot_even_be_copied_is_a_finding() -> None:
    table = opened("ABC", rules=house()).do("hand straight poker by C", "A b5; B c")
    records = forge(table, commands.Call, player="Q", chips=5)
    findings = adjudicate(records).findings
    assert [finding.kind for finding in findings] == ["refused", "impossible", "invariant"]
    assert findings[1].sentence.endswith("nothing after it was judged.")


def test_a_book_in_which_the_chips_do_not_add_up_is_found() -> None:
    table = opened("AB")
    records = [*table.records, Recorded(len(table.records) + 1, commands.CashOut(player="A", chips=500, cents=12500))]
    kinds = [finding.kind for finding in adjudicate(records).findings]
    assert kinds == ["refused", "invariant"]


def test_a_difference_under_newer_rules_is_told_apart() -> None:
    opening = commands.OpenNight(night="n", club="c", banker="Z", rules=house(), rules_version=RULES_VERSION + 1)
    table = Table().do(opening, "A sits")
    assert not adjudicate(table.records).only_newer_rules
    outcome = adjudicate(forge(table, commands.SeatPlayer, seat=0))
    assert outcome.only_newer_rules
    assert outcome.played_under == RULES_VERSION + 1


def test_a_waiver_nobody_needed_is_found() -> None:
    table = opened("ABC", rules=house()).do("hand straight poker by C", "A b5")
    needless = waived(commands.Bet(player="A", chips=5), errors.BetOverLimit)
    records = forge(table, commands.Bet, waived=needless.waived)
    (finding,) = adjudicate(records).findings
    assert isinstance(finding.refusal, errors.NothingToWaive)


def test_a_dictionary_that_is_gone_is_said_and_the_record_stands(monkeypatch) -> None:
    """Whoever has not the words by which a night was played cannot judge it, and is told by which they were."""
    table = dealt("Scroker", "AB").do("A b2", "B c", "A draws 0", "B draws 0", "A x", "B x")
    table.do(shows("A", "Ca Aa Ta Zl Ym", "cat"), shows("B", "Da Oa Ia Xm Vm"), NOBODY_DOUBTS)
    for reference in tuple(dictionary._known):
        monkeypatch.delitem(dictionary._known, reference)
    findings = adjudicate(table.records).findings
    assert {finding.kind for finding in findings} == {"refused"}
    assert all(isinstance(finding.refusal, errors.DictionaryIsMissing) for finding in findings)
    assert "wide-english@" in findings[0].sentence


def test_r_t19_a_meld_that_comes_to_light_after_the_first_lead_is_named_and_nothing_is_wrong_with_the_record():
    night = opened("ABC", chips=5000, rules=house("tarok"))
    night.do("hand Tarok by C", commands.MakeBid(player="A", contract="solo"))
    lead = len(night.records) + 1
    for king in ("Ks", "Kh", "Kd", "Kc"):
        first, second, third = "ABC" if king == "Ks" else "BCA"
        order = [(each, king if each == "B" else "??") for each in (first, second, third)]
        night.do(*(commands.PlayCard(player=each, card=card) for each, card in order), commands.TakeTrick(player="B"))
    assert adjudicate(night.records).remarks == ()
    night.do(commands.NameScore(points=20))
    judged = adjudicate(night.records)
    (remark,) = judged.remarks
    assert judged.agrees
    assert (remark.version, remark.kind) == (lead, "came to light")
    assert "B holds Ks Kh Kd Kc and must declare the meld" in remark.sentence


def test_a_waived_rule_is_told_in_its_own_sentence() -> None:
    waived = commands.Waiver(rule="count_is_missing", reason="everybody is tired")
    table = opened("AB").do(commands.CloseNight(waived=(waived,)))
    (one,) = adjudicate(table.records).waived
    assert (one.version, str(one.refusal)) == (
        table.records[-3].version,
        "Not counted yet: A, B. Count their chips, or waive the count to let the book stand.",
    )
