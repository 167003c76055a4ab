"""The verdict at the top of a report: does it balance, do the rules agree, is it settled, and who has agreed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from engine.adjudicate import Adjudication, Finding
from engine.club.acts import NightAnswer, NightPhase
from engine.club.state import Answered
from engine.events import Recorded
from engine.grammar import capital, counted, listed
from engine.ids import NightId, PlayerId
from engine.reports.agreements import DecisionKind, Said, SaidBy, answer_of, answers_text, answers_to, decisions
from engine.reports.corrections import Replaced, changed_by
from engine.reports.figures import Standing, Totals
from engine.reports.gap import Gap
from engine.reports.transfers import Transfers
from engine.speech import say, say_as, say_number, to_say_each
from engine.wording import Voice, closed
from service.book.proof.records import Weighed
from service.book.proof.results import Phrasing
from service.reports.forms.column import CSV, CURRENCY_BESIDE, MONEY, NUMBER, PLAYER, WORDS, Column, Table


class DecisionLine(msgspec.Struct, frozen=True, kw_only=True):
    """An event that decides about money of others, in words: a ruling, a resolution of a dispute, the way a gap is borne, or a
    correction of what was over. `moved`: the cents that it gave each of them at once. `said`: their answers.
    """

    version: int
    kind: DecisionKind
    told: str
    moved: dict[PlayerId, int]
    said: tuple[Said, ...]


def replaced_text(one: Replaced, stated: Mapping[int, str]) -> str:
    """What an act was and what it is now; `stated` are the sentences of events by number."""
    was, now = stated.get(one.was or 0, ""), stated.get(one.now or 0, "")
    if one.was is None:
        return say("Put in: {version}: {act}", version=one.now, act=now)
    if one.now is None:
        return say("{version}: {act} Taken out.", version=one.was, act=was)
    return say(
        "{version}: {act} Now {version_now}: {act_now}", version=one.was, act=was, version_now=one.now, act_now=now
    )


def decided_of(version: int, records: Sequence[Recorded], stated: Mapping[int, str]) -> str:
    """The sentence of a decision; a strike or correction says what it changed as well."""
    return " ".join((stated.get(version, ""), *(replaced_text(one, stated) for one in changed_by(records, version))))


def decision_lines(
    records: Sequence[Recorded], answers: Iterable[Answered], stated: Mapping[int, str]
) -> tuple[DecisionLine, ...]:
    """All of them in the order of the book; `stated` are the sentences of events by number."""
    answers = tuple(answers)
    return tuple(
        DecisionLine(
            version=one.version,
            kind=one.kind,
            told=decided_of(one.version, records, stated),
            moved=one.moved,
            said=answers_to(one, answers),
        )
        for one in decisions(records)
    )


def plan_answers(players: Iterable[PlayerId], answers: Iterable[Answered]) -> tuple[Said, ...]:
    """What each of these has said last of the settlement; nobody at all if nobody has said anything."""
    last = {one.player: one for one in answers if not one.event}
    return (
        tuple(answer_of(last[player]) if player in last else Said(player=player) for player in players) if last else ()
    )


def signed_text(answers: Sequence[Said], voice: Voice) -> str:
    """Who agrees to the settlement and who refuses it, how each of them said so, and who has said nothing."""
    opening = say("NOT AGREED") if any(one.answer == "refuses" for one in answers) else say("SIGNED")
    return closed(f"{opening}: {answers_text(answers, voice)}")


def decision_text(answers: Sequence[Said], voice: Voice) -> str:
    """Who agrees, who refuses and who has said nothing, as a sentence of its own."""
    return closed(capital(answers_text(answers, voice)))


def decided_text(decided: Sequence[DecisionLine], voice: Voice) -> str:
    """Which decisions are not agreed, and by whom; or that all are."""
    parts = []
    for one in decided:
        without = [one_answer for one_answer in one.said if one_answer.answer != "agrees"]
        if without:
            parts.append(say("event {event} ({answers})", event=one.version, answers=answers_text(without, voice)))
    if not parts:
        numbers = listed([str(one.version) for one in decided])
        return say_number(
            "DECISIONS AGREED: everybody whose money event {events} moved has agreed to it.",
            "DECISIONS AGREED: everybody whose money events {events} moved has agreed to them.",
            len(decided),
            events=numbers,
        )
    opening = say("DECISIONS REFUSED") if "refuses" in decided_answers(decided) else say("DECISIONS NOT AGREED YET")
    return closed(f"{opening}: {', '.join(parts)}")


def decided_answers(decided: Iterable[DecisionLine]) -> set[NightAnswer | None]:
    """What was answered to any of the decisions; None if somebody has not answered."""
    return {one_answer.answer for one in decided for one_answer in one.said}


class AnswerRow(NamedTuple):
    """What one player has said of the settlement, whose `event` is None, or of a decision that moved `cents` of theirs."""

    event: int | None
    about: str
    cents: int | None
    said: Said


def answer_rows(signed: Sequence[Said], decided: Iterable[DecisionLine]) -> list[AnswerRow]:
    """A row for everybody who is asked about a decision, in the order of the book, then of the settlement."""
    rows = [AnswerRow(one.version, one.told, one.moved.get(by.player), by) for one in decided for by in one.said]
    return [*rows, *(AnswerRow(None, say("the settlement"), None, one) for one in signed)]


to_say_each("an answer", "agrees, refuses")
HOW: Mapping[SaidBy | None, str] = dict(
    zip(("phone", "table", "entry"), to_say_each("an answer", "by phone, at the table, entered it"), strict=True)
)
AGREED: Table[AnswerRow] = Table(
    columns=(
        Column("event", NUMBER, lambda row: row.event, CSV),
        Column("what", WORDS, lambda row: row.about, CSV),
        Column("player", PLAYER, lambda row: row.said.player, CSV),
        CURRENCY_BESIDE,
        Column("moved", MONEY, lambda row: row.cents, CSV),
        Column("answer", WORDS, lambda row: row.said.answer and say_as("an answer", row.said.answer), CSV),
        Column("how", WORDS, lambda row: row.said.by and say_as("an answer", HOW[row.said.by]), CSV),
        Column("why", WORDS, lambda row: row.said.reason, CSV),
    )
)


class FindingView(msgspec.Struct, frozen=True, kw_only=True):
    """One difference between the rules and the record, with names."""

    version: int
    kind: str
    sentence: str


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict, and the same in three `sentences`: balance, rules, settlement; where anybody has said anything, others say
    who agreed to the settlement and to what was decided about somebody's money.

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
    signed: tuple[Said, ...] = ()


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
    answers: Sequence[Answered] = (),
    decided: Sequence[DecisionLine] = (),
) -> Verdict:
    """The verdict, from the adjudication and the other parts of the report; `nights` says what other nights are called."""
    outcome = weighed.judged
    off = _off_by(results, totals, gap, unit)
    gap_open = bool(gap.chips) and gap.ended is None
    balanced = weighed.adds_up and not (off or gap_open)
    of_plan = plan_answers((one.player for one in results), answers)
    sentences = (
        _balance_text(voice, phase, totals, gap, balanced=balanced, gap_open=gap_open, off=off),
        _rules_text(outcome),
        _settlement_text(phase, transfers, voice, nights),
        *([signed_text(of_plan, voice)] if of_plan else []),
        *([decided_text(decided, voice)] if decided and answers else []),
    )
    return Verdict(
        balanced=balanced,
        agrees=outcome.agrees,
        phase=phase,
        open_cents=transfers.open,
        sentences=sentences,
        findings=all_findings(weighed, Phrasing(voice.names)),
        acts_judged=outcome.primaries,
        events_judged=outcome.events,
        newer_rules=outcome.only_newer_rules,
        played_under=outcome.played_under,
        judged_under=outcome.judged_under,
        signed=of_plan,
    )


def _off_by(results: Sequence[Standing], totals: Totals, gap: Gap, unit: int) -> int:
    """The cents by which results plus chips that belong to nobody yet differ from zero."""
    charged = sum(charge.cents for charge in gap.ended.charges) if gap.ended else 0
    nobodys = (totals.in_pot + totals.carried + totals.missing) * unit
    return sum(standing.result for standing in results) + nobodys - charged


def _balance_text(
    voice: Voice, phase: NightPhase, totals: Totals, gap: Gap, *, balanced: bool, gap_open: bool, off: int
) -> str:
    if off:
        return say("NOT BALANCED: the results are off by {amount}.", amount=voice.money(off))
    if gap_open:
        return say("NOT BALANCED: {gap}, and that is not resolved yet.", gap=_gap_text(voice, gap))
    if not balanced:
        return say("NOT BALANCED: the ledger breaks an invariant; see the findings.")
    nothing = voice.money(0)
    if totals.in_pot + totals.carried:
        return say_number(
            "BALANCED: every chip is accounted for; {number} chip in the pot belong to nobody yet.",
            "BALANCED: every chip is accounted for; {number} chips in the pot belong to nobody yet.",
            totals.in_pot + totals.carried,
        )
    if gap.ended:
        return say(
            "BALANCED: {gap}, resolved in event {version}; the results sum to {amount}.",
            gap=_gap_text(voice, gap),
            version=gap.ended.version,
            amount=nothing,
        )
    if phase == "open":
        return say("BALANCED: every chip is accounted for so far, and the results sum to {amount}.", amount=nothing)
    return say("BALANCED: every chip is accounted for, and the results sum to {amount}.", amount=nothing)


def _gap_text(voice: Voice, gap: Gap) -> str:
    """How many chips the count did not find, or found too many."""
    worth = voice.money(abs(gap.cents))
    if gap.chips < 0:
        return say_number(
            "{number} chip ({worth}) was missing at the count",
            "{number} chips ({worth}) were missing at the count",
            -gap.chips,
            worth=worth,
        )
    return say_number(
        "{number} chip ({worth}) was over at the count",
        "{number} chips ({worth}) were over at the count",
        gap.chips,
        worth=worth,
    )


def _rules_text(outcome: Adjudication) -> str:
    acts = say_number("{number} act in force", "{number} acts in force", outcome.primaries)
    events = counted(outcome.events, "event")
    if outcome.agrees:
        return say("CHECKED: the rules agree with all {acts} ({events}).", acts=acts, events=events)
    text = say_number(
        "THE RULES DO NOT AGREE: {number} difference in {acts} ({events}).",
        "THE RULES DO NOT AGREE: {number} differences in {acts} ({events}).",
        len(outcome.findings),
        acts=acts,
        events=events,
    )
    if not outcome.only_newer_rules:
        return text
    newer = say(
        "It was played under rules {played} and judged under {judged}.",
        played=outcome.played_under,
        judged=outcome.judged_under,
    )
    return f"{text} {newer}"


def _settlement_text(phase: NightPhase, transfers: Transfers, voice: Voice, nights: Mapping[NightId, str]) -> str:
    paid = sum(transfer.open == 0 for transfer in transfers.transfers)
    number = len(transfers.transfers)
    match phase:
        case "open":
            return say("STILL PLAYING: amounts are as if the night ended now.")
        case "closed":
            return say("NOT SETTLED: no plan is frozen yet; amounts are what each player gets from or pays the banker.")
        case "void":
            return say("TAKEN BACK: the plan is void, and what it had taken over is owed where it was before.")
        case "settling":
            return say_number(
                "NOT SETTLED: {paid} of {number} transfer paid, {amount} still open.",
                "NOT SETTLED: {paid} of {number} transfers paid, {amount} still open.",
                number,
                paid=paid,
                amount=voice.money(transfers.open),
            )
        case "settled":
            return _settled_text(transfers, nights)


def _settled_text(transfers: Transfers, nights: Mapping[NightId, str]) -> str:
    number = len(transfers.transfers)
    if transfers.netted_into:
        into = listed([nights.get(night, night) for night in transfers.netted_into])
        return say(
            "SETTLED: {transfers}; what was unpaid went into {nights}.",
            transfers=counted(number, "transfer"),
            nights=into,
        )
    if not number:
        return say("SETTLED: nobody owes anybody.")
    return say("SETTLED: {transfers}, all paid.", transfers=counted(number, "transfer"))


def all_findings(weighed: Weighed, phrasing: Phrasing) -> tuple[FindingView, ...]:
    """What does not add up, what the rules find, and their remarks, as they are told to this reader."""
    of_money = (
        FindingView(version=one.version, kind="invariant", sentence=phrasing.invariant(*one))
        for one in (*weighed.unbalanced, *weighed.broken)
    )
    judged = weighed.judged
    return (*of_money, *(finding_view(finding, phrasing) for finding in (*judged.findings, *judged.remarks)))


def finding_view(finding: Finding, phrasing: Phrasing) -> FindingView:
    """The finding as it is told to this reader."""
    return FindingView(version=finding.version, kind=finding.kind, sentence=phrasing.finding(finding))
