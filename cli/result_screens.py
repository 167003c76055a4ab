"""How the outcome of a check, an import or a search looks on the screen; `render` prints it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cli import night_screens, render
from cli.render import Column
from engine.grammar import counted, whole_told

if TYPE_CHECKING:
    from engine.game.rules_told import Summary
    from service.app.verify_receipt import ReceiptProof
    from service.views.adjudication import AdjudicationView
    from service.views.imports import LogImported
    from service.views.verification import Proof

# At most this many of a long list are shown; `--json` has all of them.
SHOWN_AT_MOST = 12
# If all columns of the games would wrap, the last ones are left out; at least this many stay.
NARROWEST = 2


def verdict(found: Proof) -> None:
    """Prints what was checked of a night, a club or the book, question by question, and what no check can show."""
    from service.views.verification import ITS_END

    title = found.night or (f"The club {found.club_name or found.club}" if found.club else "The book")
    render.title(title, counted(found.events, "event") if found.club else "")
    for check in found.checks:
        sentence, *more = [check.sentence] if check.holds else [fault.sentence for fault in check.findings]
        render.check(check.name, sentence, holds=check.holds)
        render.lines((f"             {other}" for other in more[:SHOWN_AT_MOST]), "red")
        _and_more(len(more))
    render.lines((f"Remark: {remark}" for remark in found.remarks[:SHOWN_AT_MOST]), "yellow")
    _and_more(len(found.remarks))
    if found.only_newer_rules:
        render.line("The difference may come from rules that are newer than the night.", "yellow")
    if found.club and found.holds and ITS_END in found.not_vouched:
        render.line(f"head {found.head}", "dim")
        of = found.night or f'--club "{found.club_name}"'
        render.line(
            "A chain cannot show that its end was cut off or that all of it was rewritten. Keep this head outside "
            f"the book; then `chipbook verify {of} --head HEAD` can.",
            "dim",
        )
    limits = [limit for limit in found.not_vouched if not (found.club and limit == ITS_END)]
    if limits:
        render.line("What this cannot vouch for:", "dim")
        render.lines((f"  {limit}" for limit in limits), "dim")


def receipt(found: ReceiptProof) -> None:
    """Prints what was checked of a receipt or a signed head, what it proves and what it cannot."""
    if found.night:
        whose = (
            f"receipt of {found.holder}" if found.holder else "receipt" if found.kind == "receipt" else "signed head"
        )
        of = f"{found.night_name or found.night}, {found.club_name or f'club {found.club}'}"
        render.title(_printable(of), _printable(f"{whose}, {counted(found.version, 'event')}"))
    for check in found.checks:
        render.check(check.name, _printable(check.sentence), holds=check.holds)
    if not found.holds:
        render.line("It does not hold, so it proves nothing.", "red")
        return
    render.line(f"head        {found.head}", "dim")
    render.line(f"fingerprint {found.fingerprint}")
    render.line("What it proves:")
    render.lines(f"  {_printable(sentence)}" for sentence in found.proves)
    render.line("What it cannot prove:", "dim")
    render.lines((f"  {sentence}" for sentence in found.cannot), "dim")


def _printable(text: str) -> str:
    """The text without what could move the cursor: a receipt comes from anybody."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def damaged(night: str, found: Sequence[str]) -> str:
    """The warning that comes first for a night whose record was changed."""
    more = f" (and {counted(len(found) - 1, 'more finding')})" if len(found) > 1 else ""
    return f"DAMAGED: {found[0]}{more} The record of {night} was changed; `chipbook verify {night}` says more."


def judged(found: AdjudicationView) -> None:
    """Prints whether the rules and the record agree."""
    acts = f"{counted(found.acts_judged, 'act')} in force ({counted(found.events_judged, 'event')})"
    if found.agrees:
        render.check("rules", f"{found.night}: all {acts} would be recorded the same again.", holds=True)
        render.lines(f"             {remark.sentence}" for remark in found.findings)
        return
    differences = counted(len(found.findings), "difference")
    render.check("rules", f"{found.night}: {differences} in {acts}.", holds=False)
    render.lines(f"             {finding.sentence}" for finding in found.findings[:SHOWN_AT_MOST])
    _and_more(len(found.findings))
    if found.newer_rules:
        render.line(
            f"It was played under rules {found.played_under} and judged under {found.judged_under}; the difference may "
            "come from the newer rules.",
            "yellow",
        )


def brought(found: LogImported) -> None:
    """Prints what an import found, then where the night stands."""
    report = found.report
    night_screens.head(found.now)
    _checked("stacks", report["stack_checks"], report["stack_mismatches"], _stack)
    _checked("awards", report["award_checks"], report["award_mismatches"], _award)
    _listed("lines", "line", report["unknown_lines"], "Every line was understood.", _line)
    total = report["net_sum"]
    render.check("results", f"They sum to {total}.", holds=total == 0)
    if report["adjustments"]:
        render.line(f"{counted(len(report['adjustments']), 'adjustment')}, each with the line that caused it:")
        render.lines(f"  {_adjustment(one)}" for one in report["adjustments"][:SHOWN_AT_MOST])
        _and_more(len(report["adjustments"]))
    for note in found.notes:
        render.line(f"Note: {note}", "dim")
    night_screens.standings(found.now)
    night_screens.transfers(found.now)


def _checked(name: str, checks: int, mismatches: Sequence[Mapping[str, Any]], tell: Any) -> None:
    _listed(name, "mismatch", mismatches, f"{checks} compared with the log, all of them equal.", tell, of=checks)


def _listed(
    name: str, thing: str, found: Sequence[Mapping[str, Any]], fine: str, tell: Any, *, of: int | None = None
) -> None:
    things = {"mismatch": "mismatches"}.get(thing, "")
    amount = counted(len(found), thing, things) + (f" in {of} compared" if of is not None else " not understood")
    render.check(name, f"{amount}:" if found else fine, holds=not found)
    render.lines(f"  {tell(one)}" for one in found[:SHOWN_AT_MOST])
    _and_more(len(found))


def _stack(one: Mapping[str, Any]) -> str:
    return f"hand {one['hand']}, {one['player']}: the book has {one['book']}, the log {one['log']} ({_line(one)})"


def _award(one: Mapping[str, Any]) -> str:
    return f"hand {one['hand']}, {one['player']}: {one['finding']} ({_line(one)})"


def _adjustment(one: Mapping[str, Any]) -> str:
    chips = f" {whole_told(one['chips'], signed=True)}" if one["chips"] else ""
    who = f"{one['player']}: " if one["player"] else ""
    return f"{who}{one['what']}{chips} ({_line(one)})"


def _line(one: Mapping[str, Any]) -> str:
    text = one["text"]
    return f"{one['file']} line {one['line']}: {text if len(text) <= 90 else text[:89] + '…'}"


def _and_more(number: int) -> None:
    if number > SHOWN_AT_MOST:
        render.line(f"  … and {number - SHOWN_AT_MOST} more; --json has all of them.", "dim")


def games(found: Iterable[Summary]) -> None:
    """Prints one line for each game, rulebook by rulebook."""
    columns = (
        Column("game", whole=True),
        Column("rulebook"),
        Column("players", right=True),
        Column("rounds", right=True),
        Column("wild"),
        Column("variation of"),
    )
    rows = [
        (
            game.name,
            game.rulebook,
            _players(game),
            str(game.betting_rounds or "open"),
            game.wild,
            " and ".join(game.variation_of),
        )
        for game in found
    ]
    widths = range(len(columns), NARROWEST, -1)
    shown = next((most for most in widths if render.fits(columns[:most], [row[:most] for row in rows])), NARROWEST)
    render.table(columns[:shown], [row[:shown] for row in rows])
    if shown < len(columns):
        left_out = ", ".join(column.title for column in columns[shown:])
        render.aside(f"Only a wider terminal shows also: {left_out}; `chipbook games show NAME` tells all of one game.")


def decks_set_aside() -> None:
    """A remark for each deck of the club's own that cannot be used."""
    from engine.cards.deck import UNUSABLE

    render.lines((f"Remark: {sentence}" for sentence in UNUSABLE.values()), "yellow")


def _players(game: Summary) -> str:
    """The number of players the game is recommended for, else the number who can play it."""
    least, most = game.best or game.seats
    return f"{least}-{most}" if least < most else str(least)
