"""The report of a night at any moment, as data.

`build` makes it from the records and the players' names; `to_json` writes it with stable keys:

    night        id, name, club, banker, bankers, zone, currency, exponent, unit, rulebook, banker_stack, inventory, rules_version
    names        player id -> name, for everyone who sat down
    nights       night id -> what people call it, for the other nights of which the plan speaks
    head, version, first_at, last_at, minutes
    verdict      balanced, agrees, phase, open_cents, sentences, findings and under which rules it was judged
    totals       hands, chips issued and returned, money; standings: place, player, result, due, stack
    paper        players, totals, lines: the sheet of a score that is kept on paper (Tarok), in points; else empty
    transfers    provisional, kind, proven_minimal, transfers (payer, payee, cents, paid, open, payments)
    gap          found player by player, chips and cents in all, how it ended, who was not counted
    corrections  strikes, corrections, waivers, rulings; void: every event out of force, told
    put_in       every act that a correction put in, told
    decisions    one for each event that decides about money of others: kind, `told`, what it moved, who has agreed and how
    disputes     one a dispute: who, about what, in whose words, answers, and how it ended or that it is open
    requests     one a request of a player: what was asked or said (`told`), and what became of it (`end`)
    handovers    one for each time the bank passed on, told
    expenses     one for each that somebody paid for several: player, cents, purpose, shares (none if the kitty paid), told
    tips         one for each tip: payer, payee (none for the kitty), cents, told
    kitty        what the kitty of the house got, spent and has left, who keeps it, and one for each of its moves and the tips
    accounts     one a player: movements (with `what` in words), sums, result, paid, due
    hands        the log: stakes, rounds, awards, carries, waivers, events; `told` and `streets` in words
    games        hands, chips and results by game; stacks: everyone's stack after each hand

Amounts of money are cents, chips are whole numbers, times are as in the book (RFC 3339, UTC, or empty).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

import msgspec
from msgspec.structs import asdict, replace

from engine import commands
from engine.club.acts import NightAnswer
from engine.club.nights import phase_of
from engine.club.state import Answered
from engine.commands import Currency
from engine.events import Recorded
from engine.folding import Places, effective, fold
from engine.ids import NightId, PlayerId
from engine.night.closing.presence import night_lasted
from engine.reports.betting import StreetReport, betting
from engine.reports.corrections import Corrections, WaiverReport, corrections
from engine.reports.disputes import disputes
from engine.reports.expenses import Kitty, KittyMove, expenses, kitty_of
from engine.reports.figures import (
    GameReport,
    Paper,
    StacksOverTime,
    Standing,
    Totals,
    by_game,
    paper,
    stacks_over_time,
    standings,
    totals,
)
from engine.reports.gap import Gap, gap
from engine.reports.hand_history import HandHistory, hand_history
from engine.reports.requests import requests
from engine.reports.sentences import EventSentence, tell_all
from engine.reports.statement import statements
from engine.reports.transfers import NOTHING_CARRIED, CarriedOn, Transfers, transfers
from engine.speech import say, say_as, speech
from engine.state import Night
from engine.wording import Voice, closed
from service.book.cache import Cache
from service.book.proof.records import Weighed, weigh, weighed_once
from service.book.proof.results import Phrasing
from service.language.local_time import clock_in, minutes_between, name_or_day
from service.reports.account import Account, account
from service.reports.disputes import DisputeLine, dispute_lines
from service.reports.forms.column import Setting
from service.reports.requests import RequestLine, request_lines
from service.reports.season import PlayerSeason, Standings
from service.reports.verdict import DecisionLine, Verdict, all_findings, decided_answers, decision_lines, verdict
from service.reports.views.visible_night import VisibleNight

__all__ = ["NightReport", "PlayerSeason", "Standings", "key_of_report", "report_view"]


class NightFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What the night was opened with; `zone` is the time zone of the report.

    `banker` keeps the bank now, `bankers` are all who kept it, in order.
    """

    id: str
    name: str
    club: str
    banker: str
    bankers: tuple[str, ...]
    zone: str
    currency: str
    exponent: int
    unit: int
    rulebook: str
    banker_stack: str
    inventory: int
    rules_version: int


class VoidReport(msgspec.Struct, frozen=True, kw_only=True):
    """An event that no longer counts, or that a correction put in, in words."""

    version: int
    caused_by: int | None
    sentence: str


class HandLine(HandHistory, frozen=True, kw_only=True):
    """A hand of the log; `told` says how it ended, `streets` how it was bet."""

    told: str
    streets: tuple[StreetReport, ...]


class HandoverLine(msgspec.Struct, frozen=True, kw_only=True):
    """The bank passed from one banker to another; `told` says what was counted and who answers for it."""

    version: int
    banker: str
    to: str
    told: str


class ExpenseLine(msgspec.Struct, frozen=True, kw_only=True):
    """What `player` paid for several beside the game, and who bears how much of it."""

    version: int
    occurred_at: str
    player: str
    cents: int
    purpose: str
    shares: tuple[commands.ExpenseShare, ...]
    told: str


class TipLine(KittyMove, frozen=True, kw_only=True):
    """Money that `payer` gave `payee`, or the kitty if that is None."""

    told: str


class NightReport(msgspec.Struct, frozen=True, kw_only=True):
    """The whole report; the parts are documented where they are made."""

    night: NightFacts
    names: dict[str, str]
    nights: dict[str, str]
    head: str
    version: int
    first_at: str
    last_at: str
    minutes: int | None
    verdict: Verdict
    totals: Totals
    standings: tuple[Standing, ...]
    paper: Paper
    transfers: Transfers
    gap: Gap
    corrections: Corrections
    void: tuple[VoidReport, ...]
    put_in: tuple[VoidReport, ...]
    decisions: tuple[DecisionLine, ...]
    disputes: tuple[DisputeLine, ...]
    requests: tuple[RequestLine, ...]
    handovers: tuple[HandoverLine, ...]
    expenses: tuple[ExpenseLine, ...]
    tips: tuple[TipLine, ...]
    kitty: Kitty
    accounts: tuple[Account, ...]
    hands: tuple[HandLine, ...]
    games: tuple[GameReport, ...]
    stacks: StacksOverTime

    @property
    def title(self) -> str:
        """What stands above the report: the name of the night, its day, or its id if the book has no times."""
        return name_or_day(self.night.name, self.first_at, self.night.zone) or self.night.id

    @property
    def voice(self) -> Voice:
        """Names and currency for further sentences about the night."""
        return Voice(self.names, self.currency)

    @property
    def currency(self) -> Currency:
        """The money of the night."""
        return Currency(code=self.night.currency, exponent=self.night.exponent)

    @property
    def setting(self) -> Setting:
        """What the tables of the night need: its names, currency and times."""
        return Setting(
            names=self.names,
            currency=self.currency,
            clock=clock_in(self.night.zone),
            begins=self.first_at,
            anchors={standing.player: place for place, standing in enumerate(self.standings, start=1)},
        )

    def night_called(self, night: NightId) -> str:
        """What people call another night, or its id."""
        return self.nights.get(night, night)

    def name(self, player: str) -> str:
        """The player's name, or their id."""
        return self.names.get(player, player)


def _people(night: Night, plan: Transfers) -> Iterator[PlayerId]:
    """Everyone at the table, the bankers, and who has only an old debt in the plan."""
    yield from night.everybody
    for transfer in plan.transfers:
        yield from (transfer.payer, transfer.payee)
    for debt in plan.old_debts:
        yield from (debt.payer, debt.payee)


def build(
    records: Sequence[Recorded],
    names: Mapping[str, str],
    *,
    head: str,
    judged: Weighed | None = None,
    night: Night | None = None,
    carried_on: CarriedOn = NOTHING_CARRIED,
    nights: Mapping[NightId, str] = MappingProxyType({}),
    answers: Sequence[Answered] = (),
) -> NightReport:
    """The report of a night from its records; the first of them must open it.

    `judged` is the verdict on the complete records, for a reader who may not see all of them, and `night` the fold of the
    records, if it is at hand. `carried_on`: by later night, what its plan took over from this one. `nights`: what people call
    the other nights of which it speaks. `answers`: what players said of the plan that stands.
    """
    openings = [record.event for record in records[:1] if isinstance(record.event, commands.OpenNight)]
    if not openings:
        raise ValueError("A report needs the records of a night from its opening on; these begin elsewhere.")
    opened = openings[0]
    night = night or fold(records)
    voice = Voice(names, opened.currency)
    sentences = tell_all(records, names)
    hands = hand_history(records)
    payments, counts, results = transfers(records, night, carried_on), totals(records, night), standings(night)
    difference = gap(records)
    phase = phase_of(night)
    if phase == "settling" and not payments.open:
        # What was not paid here went into later nights, where it is paid.
        phase = "settled"
    weighed = judged or weigh(records, Phrasing(names).account)
    stated = {one.version: one.sentence for one in sentences}
    decided = decision_lines(records, answers, stated)
    result = verdict(
        weighed,
        phase,
        voice,
        results=results,
        totals=counts,
        gap=difference,
        transfers=payments,
        unit=opened.unit,
        nights=nights,
        answers=answers,
        decided=decided,
    )
    put_right, of_kitty = corrections(records), kitty_of(records, night)
    rules = {(one.version, one.refusal.code): one.refusal.say(dict(names)) for one in weighed.judged.waived}
    places = Places(records)
    return NightReport(
        night=_facts(opened, night),
        names={player: voice.name(player) for player in dict.fromkeys(_people(night, payments))},
        nights=dict(nights),
        head=head,
        version=records[-1].version,
        first_at=counts.first_at,
        last_at=counts.last_at,
        minutes=night_lasted(effective(records), minutes_between),
        verdict=result,
        totals=counts,
        standings=results,
        paper=paper(records),
        transfers=payments,
        gap=difference,
        corrections=replace(put_right, waivers=_with_rules(put_right.waivers, rules)),
        void=_void_reports(one for one in sentences if one.void),
        put_in=_void_reports(one for one in sentences if places.is_placed(one.version)),
        decisions=decided,
        disputes=dispute_lines(disputes(records), stated),
        requests=request_lines(requests(records), voice),
        handovers=tuple(_handovers(records, stated)),
        expenses=tuple(_expenses(records, stated)),
        tips=tuple(TipLine(**asdict(move), told=stated[move.version]) for move in of_kitty.moves if move.what == "tip"),
        kitty=of_kitty,
        accounts=tuple(account(statement, voice) for statement in statements(records, night, hands, carried_on)),
        hands=tuple(
            _hand_line(replace(hand, waivers=_with_rules(hand.waivers, rules)), voice, stated, streets)
            for hand, streets in zip(hands, betting(records, voice), strict=True)
        ),
        games=by_game(records, hands),
        stacks=stacks_over_time(records),
    )


def _void_reports(sentences: Iterable[EventSentence]) -> tuple[VoidReport, ...]:
    return tuple(VoidReport(version=one.version, caused_by=one.caused_by, sentence=one.sentence) for one in sentences)


def _with_rules(waivers: Iterable[WaiverReport], rules: Mapping[tuple[int, str], str]) -> tuple[WaiverReport, ...]:
    """The waivers, each with what its rule says to the act."""
    return tuple(replace(one, sentence=rules.get((one.version, one.rule), "")) for one in waivers)


def without_rules(report: NightReport) -> NightReport:
    """The report for somebody who may not see all cards, of which the rules may speak."""
    return replace(
        report,
        corrections=replace(report.corrections, waivers=_with_rules(report.corrections.waivers, {})),
        hands=tuple(replace(hand, waivers=_with_rules(hand.waivers, {})) for hand in report.hands),
    )


def _handovers(records: Sequence[Recorded], stated: Mapping[int, str]) -> Iterator[HandoverLine]:
    """Each handover in force, with all that followed from it in words."""
    in_force = effective(records)
    for record in in_force:
        if isinstance(record.event, commands.PassBank):
            versions = [one.version for one in in_force if record.version in (one.version, one.caused_by)]
            yield HandoverLine(
                version=record.version,
                banker=record.event.banker or "",
                to=record.event.to,
                told=" ".join(stated[version] for version in versions),
            )


def _expenses(records: Sequence[Recorded], stated: Mapping[int, str]) -> Iterator[ExpenseLine]:
    """Each expense in force, in the order of the table."""
    for record, event in expenses(records):
        yield ExpenseLine(
            version=record.version,
            occurred_at=record.occurred_at,
            player=event.player,
            cents=event.cents,
            purpose=event.purpose,
            shares=event.shares or (),
            told=stated[record.version],
        )


def _facts(opened: commands.OpenNight, night: Night) -> NightFacts:
    return NightFacts(
        id=opened.night,
        name=opened.name,
        club=opened.club,
        banker=night.banker,
        bankers=tuple(dict.fromkeys(night.bankers)),
        zone=opened.zone,
        currency=opened.currency.code,
        exponent=opened.currency.exponent,
        unit=opened.unit,
        rulebook=opened.rules.rulebook,
        banker_stack=opened.rules.banker_stack,
        inventory=sum(kind.worth * kind.pieces for kind in opened.inventory),
        rules_version=opened.rules_version,
    )


def _hand_line(
    hand: HandHistory, voice: Voice, stated: Mapping[int, str], streets: tuple[StreetReport, ...]
) -> HandLine:
    """How the hand ended: New Deal, who won and why, what was carried; or that it goes on."""
    texts: list[str] = []
    if hand.new_deal:
        texts.append(_new_deal_text(hand, voice))
    texts += [stated[version] for version in hand.outcome]
    if not hand.ended:
        texts.append(say("Still being played."))
    return HandLine(told=" ".join(texts), streets=streets, **msgspec.structs.asdict(hand))


def _new_deal_text(hand: HandHistory, voice: Voice) -> str:
    """Who demanded a New Deal, and why."""
    who = voice.name(hand.new_deal_by) if hand.new_deal_by else say_as("who demands it", "the table")
    if not hand.new_deal_reason:
        return say("New Deal, demanded by {player}.", player=who)
    return say("New Deal, demanded by {player}: {reason}", player=who, reason=closed(hand.new_deal_reason))


Status = Literal["good", "open", "bad"]

# Marks before the sentences of the verdict; they differ in shape as well as in colour.
MARKS: dict[Status, str] = {"good": "✓", "open": "○", "bad": "✗"}


def headline(report: NightReport) -> tuple[Status, str]:
    """The verdict as a status (good, open or bad) and one sentence."""
    verdict = report.verdict
    if not verdict.balanced:
        return "bad", say("The book does not balance.")
    if not verdict.agrees:
        return "bad", say("The book balances, but the rules do not agree with it.")
    still = report.voice.money(verdict.open_cents)
    match verdict.phase:
        case "open":
            return "open", say("The book balances so far; the night is still being played.")
        case "closed":
            return "open", say("The book balances; {amount} to be settled.", amount=still)
        case "settling":
            return "open", say("The book balances; {amount} still to be paid.", amount=still)
        case "void":
            return "good", say("This settlement was taken back; nothing of it is left.")
        case "settled":
            return "good", say("The book balances, and everything is paid.")


def verdict_parts(report: NightReport) -> list[tuple[Status, str, str, str]]:
    """Every sentence of the verdict: its status, mark, first words and rest."""
    verdict = report.verdict
    sounds: tuple[Status, ...] = (
        "good" if verdict.balanced else "bad",
        "good" if verdict.agrees else "bad",
        "good" if verdict.phase in ("settled", "void") else "open",
        *([_answered(one.answer for one in verdict.signed)] if verdict.signed else []),
        *([_answered(decided_answers(report.decisions))] if len(verdict.sentences) > 3 + bool(verdict.signed) else []),
    )
    parts = []
    for sound, sentence in zip(sounds, verdict.sentences, strict=True):
        word, _, rest = sentence.partition(": ")
        parts.append((sound, MARKS[sound], word.capitalize(), rest[:1].upper() + rest[1:]))
    return parts


def _answered(given: Iterable[NightAnswer | None]) -> Status:
    answers = {*given}
    return "bad" if "refuses" in answers else "open" if None in answers else "good"


# The events of the nights whose reports are kept; a report takes about as much room as its night.
EVENTS_MAX = 15_000
# The same events with other names make another report.
_REPORTS: Cache[tuple[Hashable, ...], NightReport] = Cache(EVENTS_MAX, size_of=lambda told: told.version)


def report_view(view: VisibleNight) -> NightReport:
    """The report, made once for all readers of one language with the same rights.

    The chain of the night must hold, because its head stands for all of it.
    """
    return _REPORTS.get(key_of_report(view), lambda: _built(view))


def key_of_report(view: VisibleNight) -> tuple[Hashable, ...]:
    """Everything on which a report depends: two readings with the same key have the same one."""
    return (
        speech().code,
        view.night_id,
        view.head,
        view.sees_cards,
        view.sees_everything,
        view.viewer,
        tuple(sorted(view.names.items())),
        tuple((night, tuple(debts)) for night, debts in view.carried_on.items()),
        tuple(view.nights.items()),
        view.answers,
    )


def _built(view: VisibleNight) -> NightReport:
    """The verdict is about everything recorded; all the rest is only what this reader may see."""
    weighed, phrasing = weighed_once(view.head, view.as_recorded), Phrasing(view.names, view.sees_everything)
    if not weighed.adds_up:
        # Kept for every reader, it calls people by their ids.
        weighed = weigh(view.as_recorded, phrasing.account)
    whole = view.night if view.sees_cards else None
    report = build(
        view.visible,
        view.names,
        head=view.head,
        judged=weighed,
        night=whole,
        carried_on=view.carried_on,
        nights=view.nights,
        answers=view.answers,
    )
    if view.sees_everything:
        return report
    report = without_rules(report)
    verdict = msgspec.structs.replace(report.verdict, findings=all_findings(weighed, phrasing))
    return msgspec.structs.replace(report, verdict=verdict)
