"""The verdict at the top of a report: does it balance, do the rules agree, is it settled."""

from collections.abc import Mapping, Sequence

import msgspec

from engine.adjudicate import Adjudication, Finding
from engine.club.acts import NightPhase
from engine.grammar import counted, listed
from engine.ids import NightId
from engine.reports.gap import Gap
from engine.reports.standings import Standing
from engine.reports.totals import Totals
from engine.reports.transfers import Transfers
from engine.wording import Voice
from service.proof.records import Weighed
from service.proof.results import BrokenEvent


class FindingView(msgspec.Struct, frozen=True, kw_only=True):
    """One difference between the rules and the record, with names."""

    version: int
    kind: str
    sentence: str


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict, and the same in three `sentences`: balance, rules, settlement.

    `balanced`: the ledger is right and no gap is open. `agrees`: every act in force would be
    recorded the same again; what only came to light later is in the findings too. `newer_rules`: a difference may come from rules that changed since. `open_cents` is
    what is still to be paid.
    """

    balanced: bool
    agrees: bool
    phase: NightPhase
    open_cents: int
    sentences: tuple[str, ...]
    findings: tuple[FindingView, ...]
    acts_judged: int
    events_judged: int
    newer_rules: bool
    played_under: int
    judged_under: int


def verdict(
    weighed: Weighed,
    phase: NightPhase,
    voice: Voice,
    *,
    results: Sequence[Standing],
    totals: Totals,
    gap: Gap,
    transfers: Transfers,
    unit: int,
    nights: Mapping[NightId, str],
) -> Verdict:
    """The verdict, from the adjudication and the other parts of the report; `nights` says what other nights are called."""
    outcome = weighed.judged
    off = _off_by(results, totals, gap, unit)
    gap_open = bool(gap.chips) and gap.ended is None
    balanced = weighed.adds_up and not (off or gap_open)
    sentences = (
        _balance_told(voice, phase, totals, gap, balanced=balanced, gap_open=gap_open, off=off),
        _rules_told(outcome),
        _settlement_told(phase, transfers, voice, nights),
    )
    return Verdict(
        balanced=balanced,
        agrees=outcome.agrees,
        phase=phase,
        open_cents=transfers.open,
        sentences=sentences,
        findings=(
            *(_of_money(wrong) for wrong in (*weighed.unbalanced, *weighed.broken)),
            *(_finding(finding, voice.names) for finding in (*outcome.findings, *outcome.remarks)),
        ),
        acts_judged=outcome.primaries,
        events_judged=outcome.events,
        newer_rules=outcome.only_newer_rules,
        played_under=outcome.played_under,
        judged_under=outcome.judged_under,
    )


def _off_by(results: Sequence[Standing], totals: Totals, gap: Gap, unit: int) -> int:
    """The cents by which results plus chips that belong to nobody yet differ from zero."""
    charged = sum(charge.cents for charge in gap.ended.charges) if gap.ended else 0
    nobodys = (totals.in_pot + totals.carried + totals.missing) * unit
    return sum(standing.result for standing in results) + nobodys - charged


def _balance_told(
    voice: Voice, phase: NightPhase, totals: Totals, gap: Gap, *, balanced: bool, gap_open: bool, off: int
) -> str:
    size = f"{counted(abs(gap.chips), 'chip')} ({voice.money(abs(gap.cents))})"
    found = f"{size} {'was' if abs(gap.chips) == 1 else 'were'} {'missing' if gap.chips < 0 else 'over'} at the count"
    if off:
        return f"NOT BALANCED: the results are off by {voice.money(off)}."
    if gap_open:
        return f"NOT BALANCED: {found}, and that is not resolved yet."
    if not balanced:
        return "NOT BALANCED: the ledger breaks an invariant; see the findings."
    if totals.in_pot + totals.carried:
        waiting = counted(totals.in_pot + totals.carried, "chip")
        return f"BALANCED: every chip is accounted for; {waiting} in the pot belong to nobody yet."
    if gap.ended:
        return f"BALANCED: {found}, resolved in event {gap.ended.version}; the results sum to {voice.money(0)}."
    so_far = " so far" if phase == "open" else ""
    return f"BALANCED: every chip is accounted for{so_far}, and the results sum to {voice.money(0)}."


def _rules_told(outcome: Adjudication) -> str:
    judged = f"{counted(outcome.primaries, 'act')} in force ({counted(outcome.events, 'event')})"
    if outcome.agrees:
        return f"ADJUDICATED: the rules agree with all {judged}."
    newer = ""
    if outcome.only_newer_rules:
        newer = f" It was played under rules {outcome.played_under} and judged under {outcome.judged_under}."
    findings = counted(len(outcome.findings), "difference")
    return f"THE RULES DO NOT AGREE: {findings} in {judged}.{newer}"


def _settlement_told(phase: NightPhase, transfers: Transfers, voice: Voice, nights: Mapping[NightId, str]) -> str:
    paid = sum(transfer.open == 0 for transfer in transfers.transfers)
    number = len(transfers.transfers)
    if phase == "open":
        return "STILL PLAYING: amounts are as if the night ended now."
    if phase == "closed":
        return "NOT SETTLED: no plan is frozen yet; amounts are what each player gets from or pays the banker."
    if phase == "void":
        return "TAKEN BACK: the plan is void, and what it had taken over is owed where it was before."
    if phase == "settling":
        return f"NOT SETTLED: {paid} of {counted(number, 'transfer')} paid, {voice.money(transfers.open)} still open."
    if transfers.netted_into:
        into = listed([nights.get(night, night) for night in transfers.netted_into])
        return f"SETTLED: {counted(number, 'transfer')}; what was unpaid went into {into}."
    return "SETTLED: nobody owes anybody." if not number else f"SETTLED: {counted(number, 'transfer')}, all paid."


def _of_money(wrong: BrokenEvent) -> FindingView:
    return FindingView(version=wrong.version, kind="invariant", sentence=wrong.sentence)


def _finding(finding: Finding, names: Mapping[str, str]) -> FindingView:
    """The finding with the engine's sentence; a refusal gets the players' names."""
    sentence = finding.sentence
    if finding.refusal is not None:
        sentence = f"{finding.opening}: {finding.refusal.say(dict(names))}"
    return FindingView(version=finding.version, kind=finding.kind, sentence=sentence)
