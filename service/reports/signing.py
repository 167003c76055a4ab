"""What the phone of a player is asked to sign: the settlement, and what was decided about their money before; and what all said."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.club.acts import NightAnswer, SignNight
from engine.grammar import amount_text, counted
from engine.ids import PlayerId
from engine.reports.agreements import Decision, Said, answers_to, decisions
from engine.reports.corrections import changed_by
from engine.speech import say
from engine.wording import Voice, clause
from service.reports.night_report import NightReport, report_view
from service.reports.phrases import before_the_plan
from service.reports.verdict import decided_of, decision_text, plan_answers, signed_text
from service.reports.views.events import events_text
from service.reports.views.visible_night import VisibleNight


class Signing(msgspec.Struct, frozen=True, kw_only=True):
    """What a player agrees to or refuses: `sums` says it in short. `answer`: what they have said last of this very head."""

    sums: str
    answer: NightAnswer | None


class AskedAbout(msgspec.Struct, frozen=True, kw_only=True):
    """An event that decides about money of a player, in words, and their answer; None where they have not said anything.

    `yours`: what it gave or took from them, empty if nothing. `by_phone`: they have answered themselves.
    """

    event: int
    told: str
    yours: str
    answer: NightAnswer | None
    by_phone: bool


class ToHear(msgspec.Struct, frozen=True, kw_only=True):
    """A player whose word at the table the bank may note, and of which event; 0 is the settlement.

    They have not said anything of it, by phone neither.
    """

    id: PlayerId
    name: str
    event: int = 0


Decided = Sequence[tuple[Decision, tuple[Said, ...]]]


def answered_decisions(view: VisibleNight) -> Decided:
    """Every decision about money of others, and what each of them has said of it."""
    return [(one, answers_to(one, view.answers)) for one in decisions(view.records)]


def asked_about(view: VisibleNight, decided: Decided, player: PlayerId | None) -> tuple[AskedAbout, ...]:
    """What the phone of this player asks about: decisions about their money that they neither entered nor agreed to by phone."""
    questions = []
    for one, answers in decided:
        mine = next((answer for answer in answers if answer.player == player), None)
        if mine and (mine.by in (None, "table") or mine.answer == "refuses"):
            cents = one.moved.get(mine.player, 0)
            amount = amount_text(cents, view.opened.currency.exponent, view.opened.currency.code, signed=True)
            yours = say("For you: {amount}.", amount=amount) if cents else ""
            by_phone = mine.by == "phone"
            questions.append(
                AskedAbout(
                    event=one.version,
                    told=_event_text(view, one.version),
                    yours=yours,
                    answer=mine.answer,
                    by_phone=by_phone,
                )
            )
    return tuple(questions)


def lines_of_decisions(view: VisibleNight, decided: Decided) -> tuple[str, ...]:
    """Each decision, with who has agreed to it; a sentence each."""
    voice = Voice(view.names, view.opened.currency)
    return tuple(
        say(
            "Event {version}: {told}",
            version=one.version,
            told=f"{_event_text(view, one.version)} {decision_text(answers, voice)}",
        )
        for one, answers in decided
    )


def _event_text(view: VisibleNight, version: int) -> str:
    """The decision in words, with what a strike or correction changed."""
    changed = [at for one in changed_by(view.visible, version) for at in (one.was, one.now) if at]
    events = events_text(view, [view.visible[at - 1] for at in sorted({version, *changed})])
    return decided_of(version, view.visible, {event.version: event.sentence for event in events})


def to_hear(view: VisibleNight, decided: Decided) -> tuple[ToHear, ...]:
    """Those whose words may be noted: of the settlement once it is fixed who pays whom, and of single decisions.

    Whoever has answered by phone speaks by phone.
    """
    by_phone = {one.player for one in view.answers if isinstance(one, SignNight)}
    of_plan = {one.player for one in view.answers if one.version == view.version and not one.event}
    everybody = (one.player for one in report_view(view).standings) if view.phase in ("settling", "settled") else ()
    waiting = [(player, 0) for player in everybody if player not in of_plan]
    waiting += [(answer.player, one.version) for one, answers in decided for answer in answers if answer.answer is None]
    return tuple(
        ToHear(id=player, name=view.name(player), event=event) for player, event in waiting if player not in by_phone
    )


def signing_of(view: VisibleNight, player: PlayerId | None) -> Signing | None:
    """What this player may sign; None for somebody who was not there, and before it is fixed who pays whom."""
    if player is None or view.phase not in ("settling", "settled"):
        return None
    report = report_view(view)
    result = next((one.result for one in report.standings if one.player == player), None)
    if result is None:
        return None
    mine = (
        one.answer
        for one in reversed(view.answers)
        if (one.player, one.version, one.event) == (player, view.version, 0) and one.answer != "saw"
    )
    return Signing(sums=_sums(report, player, result), answer=next(mine, None))


def plan_answers_text(view: VisibleNight) -> str:
    """Who has signed the plan and who has refused it; empty while nobody has said anything."""
    standings = report_view(view).standings
    answers = plan_answers((one.player for one in standings), view.answers)
    return signed_text(answers, Voice(view.names, view.opened.currency)) if answers else ""


def _sums(report: NightReport, player: PlayerId, result: int) -> str:
    """As in: the whole night, 412 events · +82.50 DKK · Expenses −102.50 DKK · you pay Bo 20.00 DKK."""
    money, name = report.voice.money, report.name
    code, exponent = report.currency.code, report.currency.exponent
    parts = [
        say("The whole night, {events}", events=counted(report.version, "event")),
        amount_text(result, exponent, code, signed=True),
    ]
    (account,) = (one for one in report.accounts if one.player == player)
    parts += map(clause, before_the_plan(report, account))
    for one in report.transfers.transfers:
        if one.payer == player:
            parts.append(say("you pay {payee} {cents}", payee=name(one.payee), cents=money(one.cents)))
        elif one.payee == player:
            parts.append(say("{payer} pays you {cents}", payer=name(one.payer), cents=money(one.cents)))
    return " · ".join(parts)
