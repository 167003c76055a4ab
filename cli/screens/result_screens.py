"""How the outcome of a check, an import or a search looks on the screen; `render` prints it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cli import render
from cli.screens import night_screens
from engine.grammar import counted, whole_text
from engine.speech import say, say_as, say_number
from service.app.looking_back.receipts import ReceiptProof
from service.reports.views.exchange import LogImported
from service.reports.views.verification import ITS_END, Proof

# At most this many of a long list are shown; `--json` has all of them.
SHOWN_AT_MOST = 12


def verdict(proof: Proof) -> None:
    """Prints what was checked of a night, a club or the book, question by question, and what no check can show."""
    title = proof.night or (
        say("The club {club_name}", club_name=proof.club_name or proof.club) if proof.club else say("The book")
    )
    render.title(title, counted(proof.events, "event") if proof.club else "")
    for check in proof.checks:
        sentence, *more = [check.sentence] if check.holds else [fault.sentence for fault in check.findings]
        render.check(check.name, sentence, holds=check.holds)
        render.lines((f"             {other}" for other in more[:SHOWN_AT_MOST]), "red")
        _and_more(len(more))
    render.lines((say("Remark: {remark}", remark=remark) for remark in proof.remarks[:SHOWN_AT_MOST]), "yellow")
    _and_more(len(proof.remarks))
    if proof.only_newer_rules:
        render.line(say("The difference may come from rules that are newer than the night."), "yellow")
    its_end = say(ITS_END)
    if proof.club and proof.holds and its_end in proof.not_vouched:
        render.line(say("head {head}", head=proof.head), "dim")
        kept = say(
            "A chain cannot show that its end was cut off or that all of it was rewritten. Keep this head outside the book; with "
            "it, this can:"
        )
        command = "chipbook verify " + (f"-n {proof.night}" if proof.night else f'--club "{proof.club_name}"')
        render.line(f"{kept} `{command} --head {proof.head}`", "dim")
    limits = [limit for limit in proof.not_vouched if not (proof.club and limit == its_end)]
    if limits:
        render.line(say("What this cannot vouch for:"), "dim")
        render.lines((f"  {limit}" for limit in limits), "dim")


def receipt(proof: ReceiptProof) -> None:
    """Prints what was checked of a receipt or a signed head, what it proves and what it cannot."""
    if proof.night:
        whose = (
            say("receipt of {holder}", holder=proof.holder)
            if proof.holder
            else say_as("of a night", "receipt")
            if proof.kind == "receipt"
            else say("signed head")
        )
        of = f"{proof.night_name or proof.night}, {proof.club_name or say('club {id}', id=proof.club)}"
        render.title(_printable(of), _printable(f"{whose}, {counted(proof.version, 'event')}"))
    for check in proof.checks:
        render.check(check.name, _printable(check.sentence), holds=check.holds)
    if not proof.holds:
        render.line(say("It does not hold, so it proves nothing."), "red")
        return
    render.line(say("head        {head}", head=proof.head), "dim")
    render.line(say("fingerprint {fingerprint}", fingerprint=proof.fingerprint))
    render.line(say("What it proves:"))
    render.lines(f"  {_printable(sentence)}" for sentence in proof.proves)
    render.line(say("What it cannot prove:"), "dim")
    render.lines((f"  {sentence}" for sentence in proof.cannot), "dim")


def _printable(text: str) -> str:
    """The text without what could move the cursor: a receipt comes from anybody."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def brought(imported: LogImported) -> None:
    """Prints what an import found, then where the night stands."""
    report = imported.report
    night_screens.head(imported.now)
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
    for note in imported.notes:
        render.line(say("Note: {note}", note=note), "dim")
    night_screens.standings(imported.now)
    night_screens.transfers(imported.now)


def _checked(name: str, checks: int, mismatches: Sequence[Mapping[str, Any]], tell: Any) -> None:
    if not checks:
        render.check(name, say("The file gives none to compare with."), holds=None)
        return
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


def _listed(name: str, results: Sequence[Mapping[str, Any]], tell: Any, *, fine: str, wrong: str) -> None:
    render.check(name, wrong if results else fine, holds=not results)
    render.lines(f"  {tell(one)}" for one in results[:SHOWN_AT_MOST])
    _and_more(len(results))


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
    chips = f" {whole_text(one['chips'], signed=True)}" if one["chips"] else ""
    who = f"{one['player']}: " if one["player"] else ""
    return f"{who}{one['what']}{chips} ({_line(one)})"


def _line(one: Mapping[str, Any]) -> str:
    text = one["text"]
    shown = text if len(text) <= 90 else text[:89] + "…"
    if not one["line"]:
        return f"{one['file']}, {shown}"
    return say("{file} line {number}: {text}", file=one["file"], number=one["line"], text=shown)


def _and_more(number: int) -> None:
    if number > SHOWN_AT_MOST:
        render.line(say("  … and {number} more; --json has all of them.", number=number - SHOWN_AT_MOST), "dim")
