"""The parts of a report that page, text and print all have: a heading, and below it a table or a list, and sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.reports.corrections import CorrectionReport, RulingReport, StrikeReport, WaiverReport, handing_text
from engine.reports.disputes import answer_texts, end_text, raised_text
from engine.reports.expenses import kitty_texts
from engine.speech import say
from engine.wording import closed, numbered
from service.reports import phrases
from service.reports.forms.column import Table
from service.reports.night_report import ExpenseLine, HandoverLine, NightReport, TipLine
from service.reports.requests import RequestLine
from service.reports.tables.hands import GAMES, GAP, LOG, log_rows
from service.reports.tables.standings import STANDINGS, TRANSFERS, paper_rows, paper_table, standing_rows, transfer_rows
from service.reports.verdict import DecisionLine, decision_text, replaced_text


class Entry(NamedTuple):
    """A sentence of a list, and what is said below it."""

    text: str
    below: Sequence[str] = ()


NO_TABLE: Table[Any] = Table(columns=())


@dataclass(frozen=True, slots=True)
class Section:
    """One part; false if nothing stands below its heading. `anchor` is the id of that on the page."""

    anchor: str
    head: str
    table: Table[Any] = NO_TABLE
    rows: Sequence[Any] = ()
    entries: Sequence[Entry] = ()
    notes: Sequence[str] = ()

    def __bool__(self) -> bool:
        return bool(self.rows or self.entries or self.notes)


def standings(report: NightReport) -> Section:
    """Everybody's result, best first."""
    rows = standing_rows(report)
    return Section("standings", say("Standings"), STANDINGS, rows, notes=phrases.nobody_texts(report))


def on_paper(report: NightReport) -> Section:
    """Every score with all totals after it; nothing if no score was kept on paper."""
    sheet = report.paper
    notes = [say("Points, and each player's total after every score; no chips belong to them.")] if sheet.lines else []
    return Section("paper", say("On paper"), paper_table(sheet), paper_rows(sheet), notes=notes)


def transfers(report: NightReport) -> Section:
    """Who pays whom, and how the plan came to be."""
    rows = transfer_rows(report)
    head = say("Transfers, if the night ended now") if report.transfers.provisional else say("Transfers")
    note = phrases.plan_text(report) if rows else say(phrases.NOBODY_OWES)
    return Section("transfers", head, TRANSFERS, rows, notes=[note])


def gap(report: NightReport) -> Section:
    """What the counts found, and who bore it."""
    return Section("count", say("Count and gap"), GAP, report.gap.found, notes=phrases.gap_texts(report))


def games(report: NightReport) -> Section:
    """What was played."""
    return Section("games", say("Games"), GAMES, report.games)


def hands(report: NightReport) -> Section:
    """Every hand: game, dealer, how it ended, and what each player put in."""
    notes = [say(phrases.TABLE_NAMED)] if phrases.named_by_table(report) else []
    return Section("hands", say("Hands"), LOG, log_rows(report), notes=notes)


def disputed(report: NightReport) -> Section:
    """The disputes that are open for who raised them."""
    return Section("open-disputes", say("Open disputes"), entries=_of_disputes(report, ended=False))


def spent(report: NightReport) -> Section:
    """What people paid for several, and who bears how much of it, and tips; then what it came to, and what is in the kitty."""
    given: list[ExpenseLine | TipLine] = [*report.expenses, *report.tips]
    entries = [_event(one) for one in sorted(given, key=lambda one: one.version)]
    amount = report.voice.money(report.totals.expenses)
    sentence = say("{amount} in all, in nobody's result and in the same settlement.", amount=amount)
    in_all = [*([sentence] if report.expenses else []), *kitty_texts(report.kitty, report.voice)]
    return Section("expenses", say("Expenses"), entries=entries, notes=in_all)


def departures(report: NightReport) -> list[Section]:
    """What did not go as usual, or was agreed on: the parts of which there is anything."""
    put_right = report.corrections
    parts = [
        Section("handovers", say("The bank passed on"), entries=[_event(one) for one in report.handovers]),
        Section("requests", say("Requests of players"), entries=[_request(one) for one in report.requests]),
        Section(
            "corrections",
            say("Corrections"),
            entries=[
                *(_strike(report, one) for one in put_right.strikes),
                *(_correction(report, one) for one in put_right.corrected),
            ],
        ),
        Section(
            "rulings",
            say("Waivers and rulings"),
            entries=[*map(_waiver, put_right.waivers), *(_ruling(report, one) for one in put_right.rulings)],
        ),
        Section(
            "decisions",
            say("Who agreed to what moved money"),
            entries=[_event(one, _agreed_text(report, one)) for one in report.decisions],
        ),
        Section("ended-disputes", say("Disputes that ended"), entries=_of_disputes(report, ended=True)),
    ]
    return [one for one in parts if one]


def _event(one: HandoverLine | ExpenseLine | TipLine | DecisionLine, *below: str) -> Entry:
    return Entry(say("Event {version}: {told}", version=one.version, told=one.told), below)


def _at_event(version: int, text: str, reason: str) -> str:
    """What an event did, and why if a reason was given: "Event 7: corrected: she had folded."."""
    if reason.strip():
        return say("Event {version}: {told}: {reason}", version=version, told=text, reason=closed(reason))
    return say("Event {version}: {told}.", version=version, told=text)


def _of_disputes(report: NightReport, *, ended: bool) -> list[Entry]:
    """Each dispute in the words of who raised it, and below it the answers and how it ended."""
    voice = report.voice
    return [
        Entry(
            say(
                "Dispute {number}, event {version}: {told}",
                number=one.number,
                version=one.version,
                told=raised_text(one, one.about, voice),
            ),
            (*answer_texts(one, voice), end_text(one, voice)),
        )
        for one in report.disputes
        if (one.state != "open") is ended
    ]


def _request(one: RequestLine) -> Entry:
    """What a player asked for or said, and what became of it."""
    text = closed(one.told)
    return Entry(
        say("Request {number}, event {version}: {told}", number=one.number, version=one.version, told=text), (one.end,)
    )


def _strike(report: NightReport, strike: StrikeReport) -> Entry:
    """A strike with its reason; below it the acts that are void by it, without any in force again, and what followed from them."""
    void = [one for one in report.void if one.version in strike.void]
    followed = [one.version for one in void if one.caused_by is not None]
    struck = _at_event(strike.version, say("{events} struck", events=numbered(strike.struck)), strike.reason)
    redrawn = [say("Redrawn: {events}.", events=numbered(strike.redrawn))] if strike.redrawn else []
    return Entry(
        " ".join([struck, *redrawn]),
        (
            *(f"{one.version}: {one.sentence}" for one in void if one.caused_by is None),
            *([say("and what followed: {events}", events=numbered(followed))] if followed else []),
            *_move_texts(report, strike),
        ),
    )


def _correction(report: NightReport, correction: CorrectionReport) -> Entry:
    """A correction with its reason; below it what each act was and is now, and what followed from that."""
    stated = {one.version: one.sentence for one in (*report.void, *report.put_in)}
    redrawn = correction.redrawn
    return Entry(
        _at_event(correction.version, say("corrected"), correction.reason),
        (
            *(replaced_text(one, stated) for one in (*correction.changed, *correction.followed)),
            *([say("Drawn again: {events}.", events=numbered(redrawn))] if redrawn else []),
            *_move_texts(report, correction),
        ),
    )


def _move_texts(report: NightReport, put_right: StrikeReport | CorrectionReport) -> list[str]:
    """In a sentence, the chips that had to change hands so that they lay as the book said; none if none had."""
    moves = " ".join(handing_text(one, report.voice) for one in put_right.to_move)
    return [say("Chips to be moved at the table: {moves}", moves=moves)] if moves else []


def _waiver(waiver: WaiverReport) -> Entry:
    return Entry(_at_event(waiver.version, say("{rule} Waived", rule=phrases.rule_text(waiver)), waiver.reason))


def _ruling(report: NightReport, ruling: RulingReport) -> Entry:
    """A ruling of the table; below it the chips it moved and who agreed."""
    voice = report.voice
    moved = [
        say(
            "{chips} from {payer} to {payee}",
            chips=move.chips,
            payer=voice.account(move.payer),
            payee=voice.account(move.payee),
        )
        for move in ruling.moves
    ]
    return Entry(
        say("Event {version}: ruling of the table. {text}", version=ruling.version, text=ruling.text),
        (*moved, say("agreed by {people}", people=voice.people(ruling.agreed_by))),
    )


def _agreed_text(report: NightReport, decision: DecisionLine) -> str:
    """What it gave or took, and who has agreed to it: "Bo +7.50 DKK, Carl -7.50 DKK. Agreed: Bo (phone); no answer: Carl."."""
    given = ", ".join(
        f"{report.name(player)} {report.voice.money(cents, signed=True)}" for player, cents in decision.moved.items()
    )
    answers = decision_text(decision.said, report.voice)
    return f"{closed(given)} {answers}" if given else answers
