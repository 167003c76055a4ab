"""What is disputed? Each dispute with both sides' words, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from engine.reports.disputes import DisputeReport, disputes, end_text, word_text
from engine.speech import say_as, to_say_each
from engine.wording import Voice
from service.reports.forms.column import CSV, NUMBER, PLAYER, TIME, WORDS, Column, Setting, Table, worded
from service.reports.views.events import events_text
from service.reports.views.visible_night import VisibleNight

__all__ = ["DisputeLine", "Disputes", "disputes_so_far", "open_disputes"]


class DisputeLine(DisputeReport, frozen=True, kw_only=True):
    """A dispute; `about` is the sentence of the event that it names, empty if it is about the night as a whole."""

    about: str


def dispute_lines(disputes: Iterable[DisputeReport], stated: Mapping[int, str]) -> tuple[DisputeLine, ...]:
    """The disputes with the sentences of their events; `stated` are sentences by the number of the event."""
    return tuple(
        DisputeLine(about=stated.get(dispute.event or 0, ""), **msgspec.structs.asdict(dispute)) for dispute in disputes
    )


def _answers(dispute: DisputeLine, setting: Setting) -> str:
    return " / ".join(f"{setting.name(answer.by)}: {answer.words}" for answer in dispute.answers)


def _words_of_bank(dispute: DisputeLine, setting: Setting) -> str:
    return " / ".join(word_text(word, Voice(setting.names)) for word in dispute.words_of_bank)


def _end(dispute: DisputeLine, setting: Setting) -> str:
    return end_text(dispute, Voice(setting.names, setting.currency))


to_say_each("a dispute", "open, resolved, withdrawn")
DISPUTES: Table[DisputeLine] = Table(
    columns=(
        Column("dispute", NUMBER, lambda dispute: dispute.number, CSV),
        Column("raised in event", NUMBER, lambda dispute: dispute.version, CSV),
        Column("time", TIME, lambda dispute: dispute.occurred_at, CSV),
        Column("player", PLAYER, lambda dispute: dispute.by, CSV),
        Column("about event", NUMBER, lambda dispute: dispute.event, CSV),
        Column(
            "missing after it",
            WORDS,
            lambda dispute: say_as("an event of a dispute", "missing") if dispute.missing else "",
            CSV,
        ),
        Column("what", WORDS, lambda dispute: dispute.about, CSV),
        Column("words", WORDS, lambda dispute: dispute.words, CSV),
        Column("answers", worded(_answers), lambda dispute: dispute, CSV),
        Column("the bank's word", worded(_words_of_bank), lambda dispute: dispute, CSV),
        Column("state", WORDS, lambda dispute: say_as("a dispute", dispute.state), CSV),
        Column("ended in event", NUMBER, lambda dispute: dispute.ended_in, CSV),
        Column("outcome", worded(_end), lambda dispute: dispute, CSV),
    )
)


class Disputes(msgspec.Struct, frozen=True, kw_only=True):
    """Every dispute in the order in which they were raised; `open` says how many are neither resolved nor withdrawn."""

    night: str
    version: int
    open: int
    disputes: tuple[DisputeLine, ...]


def disputes_so_far(view: VisibleNight) -> Disputes:
    """All the disputes of the night."""
    lines = _lines(view, disputes(view.records))
    return Disputes(night=view.night_id, version=view.version, open=len(view.night.open_disputes), disputes=lines)


def open_disputes(view: VisibleNight) -> tuple[DisputeLine, ...]:
    """The disputes that are still open."""
    if not view.night.open_disputes:
        return ()
    return _lines(view, tuple(one for one in disputes(view.records) if one.state == "open"))


def _lines(view: VisibleNight, disputes: tuple[DisputeReport, ...]) -> tuple[DisputeLine, ...]:
    events = sorted({one.event for one in disputes if one.event})
    stated = events_text(view, [view.visible[version - 1] for version in events])
    return dispute_lines(disputes, {one.version: one.sentence for one in stated})
