"""Who has agreed: to the settlement, and to every decision about somebody's money on which it rests."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from engine.club.acts import NightAnswer
from engine.club.state import Answered
from engine.events import Recorded
from engine.grammar import capital, listed
from engine.ids import PlayerId
from engine.reports.agreements import DecisionKind, Said, answers_text, decisions, said, said_to
from engine.speech import say
from engine.wording import Voice, closed


class DecisionLine(msgspec.Struct, frozen=True, kw_only=True):
    """An event that decides about money of others, in words: a ruling, a resolution of a dispute, the way a gap is borne, or a
    correction of what was over. `moved`: the cents that it gave each of them at once. `said`: their answers.
    """

    version: int
    kind: DecisionKind
    told: str
    moved: dict[PlayerId, int]
    said: tuple[Said, ...]


def decision_lines(
    records: Sequence[Recorded], answers: Iterable[Answered], stated: Mapping[int, str]
) -> tuple[DecisionLine, ...]:
    """All of them in the order of the book; `stated` are the sentences of events by number."""
    answers = tuple(answers)
    return tuple(
        DecisionLine(
            version=one.version,
            kind=one.kind,
            told=stated.get(one.version, ""),
            moved=one.moved,
            said=said_to(one, answers),
        )
        for one in decisions(records)
    )


def plan_answers(players: Iterable[PlayerId], answers: Iterable[Answered]) -> tuple[Said, ...]:
    """What each of these has said last of the settlement; nobody at all if nobody has said anything."""
    last = {one.player: one for one in answers if not one.event}
    return tuple(said(last[player]) if player in last else Said(player=player) for player in players) if last else ()


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
        return say("DECISIONS AGREED: whose money moved has agreed to each of {events}.", events=numbers)
    opening = say("DECISIONS REFUSED") if "refuses" in decided_answers(decided) else say("DECISIONS NOT AGREED YET")
    return closed(f"{opening}: {', '.join(parts)}")


def decided_answers(decided: Iterable[DecisionLine]) -> set[NightAnswer | None]:
    """What was answered to any of the decisions; None if somebody has not answered."""
    return {one_answer.answer for one in decided for one_answer in one.said}
