"""What was disputed: both sides' words, and how it ended or that it is open."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine import commands
from engine.decider import PUTS_RIGHT
from engine.events import Event, Recorded
from engine.folding import voided_by
from engine.ids import PlayerId
from engine.night.putting_right.text import agreed_by, disputed
from engine.resolved import resolved
from engine.speech import say, to_say
from engine.state import DisputeState
from engine.wording import Voice, because, closed

How = Literal["", "strike", "correction", "ruling", "words", "withdrawal"]

# How a dispute was resolved by an event that put it right; without one, by its words alone.
RESOLVED_BY_WORDS = to_say("Resolved in event {event}")
RESOLVED: dict[How, str] = {
    "words": to_say("Resolved by the words of event {by} in event {event}"),
    "strike": to_say("Resolved by the strike of event {by} in event {event}"),
    "correction": to_say("Resolved by the correction of event {by} in event {event}"),
    "ruling": to_say("Resolved by the ruling of event {by} in event {event}"),
}

BANKS_WORD_ALONE = to_say("The bank's word in event {event}")
BANKS_WORD: dict[How, str] = {
    "words": to_say("The bank's word in event {event}: the words of event {by} end it"),
    "strike": to_say("The bank's word in event {event}: the strike of event {by} puts it right"),
    "correction": to_say("The bank's word in event {event}: the correction of event {by} puts it right"),
    "ruling": to_say("The bank's word in event {event}: the ruling of event {by} puts it right"),
}


class AnswerReport(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody answered."""

    version: int
    by: PlayerId
    words: str
    occurred_at: str


class WordReport(msgspec.Struct, frozen=True, kw_only=True):
    """How the bank would end a dispute, which its player has not agreed to."""

    version: int
    how: How
    settled_by: int | None
    words: str
    agreed_by: tuple[PlayerId, ...]
    occurred_at: str


class DisputeReport(msgspec.Struct, frozen=True, kw_only=True):
    """One dispute. `event` is what it is about, or what an act is `missing` after; None: the night as a whole.

    `words_of_bank` are what the bank said of how it ends, the last word last; the dispute is open until who raised it agrees.

    `void_since`: the strike or correction (`void_by`) that has made this event void, None while it counts. `ended_in` is the event that resolved or
    withdrew it, None while it is open, and `settled_by` the strike, correction or ruling that it names. While it is open,
    `settled_by` is the strike or correction that may be named: the one that made the event void since.
    """

    number: int
    version: int
    by: PlayerId
    event: int | None
    missing: bool
    words: str
    occurred_at: str
    answers: tuple[AnswerReport, ...] = ()
    words_of_bank: tuple[WordReport, ...] = ()
    void_since: int | None = None
    void_by: Literal["", "strike", "correction"] = ""
    state: DisputeState = "open"
    how: How = ""
    ended_in: int | None = None
    settled_by: int | None = None
    outcome: str = ""
    agreed_by: tuple[PlayerId, ...] = ()
    ended_at: str = ""


def disputes(records: Sequence[Recorded]) -> tuple[DisputeReport, ...]:
    """Every dispute in force, in the order in which they were raised."""
    void = voided_by(records)
    reports: dict[int, DisputeReport] = {}
    for record in records:
        if record.version in void:
            continue
        match record.event:
            case commands.RaiseDispute():
                void_since = void.get(record.event.event or 0)
                by = records[void_since - 1].event if void_since else None
                reports[resolved(record.event.number)] = _raised(record, record.event, void_since, by)
            case commands.AnswerDispute(dispute=number, by=by, words=words):
                answer = AnswerReport(version=record.version, by=by, words=words, occurred_at=record.occurred_at)
                reports[number] = replace(reports[number], answers=(*reports[number].answers, answer))
            case commands.ResolveDispute(dispute=number):
                reports[number] = _resolved(reports[number], record, record.event, _how(records, record.event))
            case commands.GiveBanksWord(dispute=number):
                word = _word(record, record.event, _how(records, record.event))
                reports[number] = replace(reports[number], words_of_bank=(*reports[number].words_of_bank, word))
            case commands.WithdrawDispute(dispute=number, words=words):
                reports[number] = replace(
                    reports[number],
                    state="withdrawn",
                    how="withdrawal",
                    ended_in=record.version,
                    outcome=words,
                    settled_by=None,
                    ended_at=record.occurred_at,
                )
            case _:
                pass
    return tuple(reports.values())


def _raised(
    record: Recorded, event: commands.RaiseDispute, void_since: int | None, void_by: Event | None
) -> DisputeReport:
    return DisputeReport(
        number=resolved(event.number),
        version=record.version,
        by=event.by,
        event=event.event,
        missing=event.missing,
        words=event.words,
        occurred_at=record.occurred_at,
        void_since=void_since,
        void_by="" if void_by is None else "correction" if isinstance(void_by, commands.CorrectEvents) else "strike",
        settled_by=void_since,
    )


def _resolved(dispute: DisputeReport, record: Recorded, event: commands.ResolveDispute, how: How) -> DisputeReport:
    return replace(
        dispute,
        state="resolved",
        how=how,
        ended_in=record.version,
        settled_by=event.event,
        outcome=event.words,
        agreed_by=event.agreed_by,
        ended_at=record.occurred_at,
    )


def _word(record: Recorded, event: commands.GiveBanksWord, how: How) -> WordReport:
    return WordReport(
        version=record.version,
        how=how,
        settled_by=event.event,
        words=event.words,
        agreed_by=event.agreed_by,
        occurred_at=record.occurred_at,
    )


def _how(records: Sequence[Recorded], event: commands.ResolveDispute | commands.GiveBanksWord) -> How:
    """What resolved it, by the kind of the event that it names; else the words."""
    named = records[event.event - 1].event if event.event and event.event <= len(records) else None
    return PUTS_RIGHT.get(type(named), "words")


def raised_text(dispute: DisputeReport, about: str, voice: Voice) -> str:
    """Who disputes what, in their words; `about` is the sentence of the event, empty if it is not known."""
    what = disputed(dispute.event, missing=dispute.missing)
    event = f" ({about.rstrip('.')})" if about else ""
    return say(
        "{player} disputes {what}: {words}",
        player=voice.name(dispute.by),
        what=what + event,
        words=closed(dispute.words),
    )


def answer_texts(dispute: DisputeReport, voice: Voice) -> tuple[str, ...]:
    """The other side's words, a sentence for each answer and for each word of the bank, in the order in which they were said."""
    stated = {
        answer.version: say("{player} answers: {words}", player=voice.name(answer.by), words=closed(answer.words))
        for answer in dispute.answers
    } | {word.version: word_text(word, voice) for word in dispute.words_of_bank}
    return tuple(stated[version] for version in sorted(stated))


def word_text(word: WordReport, voice: Voice) -> str:
    """How the bank would end the dispute."""
    template = BANKS_WORD[word.how] if word.settled_by else BANKS_WORD_ALONE
    text = because(say(template, by=word.settled_by, event=word.version), word.words)
    return f"{text} {agreed_by(word.agreed_by, voice)}" if word.agreed_by else text


def end_text(dispute: DisputeReport, voice: Voice) -> str:
    """How the dispute ended, or that it is open."""
    ended_in = dispute.ended_in
    if dispute.state == "withdrawn":
        text = say("Withdrawn by {player} in event {event}", player=voice.name(dispute.by), event=ended_in)
        return because(text, dispute.outcome)
    if dispute.state == "open":
        open_still = say("Still open.")
        if dispute.words_of_bank:
            open_still = say("Still open: {player} has not agreed.", player=voice.name(dispute.by))
        if not dispute.void_since:
            return open_still
        void = say("Event {event} is void since event {since}.", event=dispute.event, since=dispute.void_since)
        return f"{void} {open_still}"
    template = RESOLVED[dispute.how] if dispute.settled_by else RESOLVED_BY_WORDS
    text = say(template, by=dispute.settled_by, event=ended_in)
    text = because(text, dispute.outcome)
    return f"{text} {agreed_by(dispute.agreed_by, voice)}" if dispute.agreed_by else text
