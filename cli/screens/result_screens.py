"""How the outcome of a check, an import or a search looks on the screen; `render` prints it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cli import render
from cli.screens import night_screens
from engine.grammar import counted, whole_told
from engine.speech import say, say_as, say_number
from service.app.looking_back.receipts import ReceiptProof
from service.reports.views.exchange import LogImported
from service.reports.views.verification import ITS_END, AdjudicationView, Proof

# At most this many of a long list are shown; `--json` has all of them.
SHOWN_AT_MOST = 12


def verdict(found: Proof) -> None:
    """Prints what was checked of a night, a club or the book, question by question, and what no check can show."""
    title = found.night or (
        say("The club {club_name}", club_name=found.club_name or found.club) if found.club else say("The book")
    )
    render.title(title, counted(found.events, "event") if found.club else "")
    for check in found.checks:
        sentence, *more = [check.sentence] if check.holds else [fault.sentence for fault in check.findings]
        render.check(check.name, sentence, holds=check.holds)
        render.lines((f"             {other}" for other in more[:SHOWN_AT_MOST]), "red")
        _and_more(len(more))
    render.lines((say("Remark: {remark}", remark=remark) for remark in found.remarks[:SHOWN_AT_MOST]), "yellow")
    _and_more(len(found.remarks))
    if found.only_newer_rules:
        render.line(say("The difference may come from rules that are newer than the night."), "yellow")
    its_end = say(ITS_END)
    if found.club and found.holds and its_end in found.not_vouched:
        render.line(say("head {head}", head=found.head), "dim")
        of = found.night or f'--club "{found.club_name}"'
        render.line(
            say(
                "A chain cannot show that its end was cut off or that all of it was rewritten. Keep this "
                "head outside the book; then `chipbook verify {of} --head HEAD` can.",
                of=of,
            ),
            "dim",
        )
    limits = [limit for limit in found.not_vouched if not (found.club and limit == its_end)]
    if limits:
        render.line(say("What this cannot vouch for:"), "dim")
        render.lines((f"  {limit}" for limit in limits), "dim")


def receipt(found: ReceiptProof) -> None:
    """Prints what was checked of a receipt or a signed head, what it proves and what it cannot."""
    if found.night:
        whose = (
            say("receipt of {holder}", holder=found.holder)
            if found.holder
            else say_as("of a night", "receipt")
            if found.kind == "receipt"
            else say("signed head")
        )
        of = f"{found.night_name or found.night}, {found.club_name or say('club {id}', id=found.club)}"
        render.title(_printable(of), _printable(f"{whose}, {counted(found.version, 'event')}"))
    for check in found.checks:
        render.check(check.name, _printable(check.sentence), holds=check.holds)
    if not found.holds:
        render.line(say("It does not hold, so it proves nothing."), "red")
        return
    render.line(say("head        {head}", head=found.head), "dim")
    render.line(say("fingerprint {fingerprint}", fingerprint=found.fingerprint))
    render.line(say("What it proves:"))
    render.lines(f"  {_printable(sentence)}" for sentence in found.proves)
    render.line(say("What it cannot prove:"), "dim")
    render.lines((f"  {sentence}" for sentence in found.cannot), "dim")


def _printable(text: str) -> str:
    """The text without what could move the cursor: a receipt comes from anybody."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def damaged(night: str, found: Sequence[str]) -> str:
    """The warning that comes first for a night whose record was changed."""
    if len(found) == 1:
        return say(
            "DAMAGED: {finding} The record of {night} was changed; `chipbook verify {night}` says more.",
            finding=found[0],
            night=night,
        )
    return say(
        "DAMAGED: {finding} (and {others}) The record of {night} was changed; `chipbook verify {night}` says more.",
        finding=found[0],
        others=counted(len(found) - 1, "more finding"),
        night=night,
    )


def judged(found: AdjudicationView) -> None:
    """Prints whether the rules and the record agree."""
    acts = say(
        "{acts_judged} in force ({events_judged})",
        acts_judged=counted(found.acts_judged, "act"),
        events_judged=counted(found.events_judged, "event"),
    )
    if found.agrees:
        render.check(
            "rules",
            say("{night}: all {acts} would be recorded the same again.", night=found.night, acts=acts),
            holds=True,
        )
        render.lines(f"             {remark.sentence}" for remark in found.findings)
        return
    differences = counted(len(found.findings), "difference")
    render.check(
        "rules",
        say("{night}: {differences} in {acts}.", night=found.night, differences=differences, acts=acts),
        holds=False,
    )
    render.lines(f"             {finding.sentence}" for finding in found.findings[:SHOWN_AT_MOST])
    _and_more(len(found.findings))
    if found.newer_rules:
        render.line(
            say(
                "It was played under rules {played_under} and judged under {judged_under}; the "
                "difference may come from the newer rules.",
                played_under=found.played_under,
                judged_under=found.judged_under,
            ),
            "yellow",
        )


def brought(found: LogImported) -> None:
    """Prints what an import found, then where the night stands."""
    report = found.report
    night_screens.head(found.now)
    _checked("stacks", report["stack_checks"], report["stack_mismatches"], _stack)
    _checked("awards", report["award_checks"], report["award_mismatches"], _award)
    unknown = report["unknown_lines"]
    _listed(
        "lines",
        unknown,
        _line,
        fine=say("Every line was understood."),
        wrong=say_number("{number} line not understood:", "{number} lines not understood:", len(unknown)),
    )
    total = report["net_sum"]
    render.check("results", say("They sum to {total}.", total=total), holds=total == 0)
    if report["adjustments"]:
        render.line(
            say(
                "{number}, each with the line that caused it:", number=counted(len(report["adjustments"]), "adjustment")
            )
        )
        render.lines(f"  {_adjustment(one)}" for one in report["adjustments"][:SHOWN_AT_MOST])
        _and_more(len(report["adjustments"]))
    for note in found.notes:
        render.line(say("Note: {note}", note=note), "dim")
    night_screens.standings(found.now)
    night_screens.transfers(found.now)


def _checked(name: str, checks: int, mismatches: Sequence[Mapping[str, Any]], tell: Any) -> None:
    _listed(
        name,
        mismatches,
        tell,
        fine=say("{checks} compared with the log, all of them equal.", checks=checks),
        wrong=say_number(
            "{number} mismatch in {checks} compared:",
            "{number} mismatches in {checks} compared:",
            len(mismatches),
            checks=checks,
        ),
    )


def _listed(name: str, found: Sequence[Mapping[str, Any]], tell: Any, *, fine: str, wrong: str) -> None:
    render.check(name, wrong if found else fine, holds=not found)
    render.lines(f"  {tell(one)}" for one in found[:SHOWN_AT_MOST])
    _and_more(len(found))


def _stack(one: Mapping[str, Any]) -> str:
    return say(
        "hand {hand}, {player}: the book has {book}, the log {log} ({line})",
        hand=one["hand"],
        player=one["player"],
        book=one["book"],
        log=one["log"],
        line=_line(one),
    )


def _award(one: Mapping[str, Any]) -> str:
    return say(
        "hand {hand}, {player}: {finding} ({line})",
        hand=one["hand"],
        player=one["player"],
        finding=one["finding"],
        line=_line(one),
    )


def _adjustment(one: Mapping[str, Any]) -> str:
    chips = f" {whole_told(one['chips'], signed=True)}" if one["chips"] else ""
    who = f"{one['player']}: " if one["player"] else ""
    return f"{who}{one['what']}{chips} ({_line(one)})"


def _line(one: Mapping[str, Any]) -> str:
    text = one["text"]
    shown = text if len(text) <= 90 else text[:89] + "…"
    return say("{file} line {number}: {text}", file=one["file"], number=one["line"], text=shown)


def _and_more(number: int) -> None:
    if number > SHOWN_AT_MOST:
        render.line(say("  … and {number} more; --json has all of them.", number=number - SHOWN_AT_MOST), "dim")
