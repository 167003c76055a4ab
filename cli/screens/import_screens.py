"""How an import of results looks on the screen: nights, people, guesses, gaps and sums; and the questions it asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import click

from cli import render
from engine.grammar import counted
from engine.speech import say, to_say
from service.app.exchange.results import StatedResults, with_answer
from service.errors import BookError
from service.reports.forms.column import NUMBER, WORDS, Column, Table, worded
from service.reports.views.exchange import NightMatch, PersonMatch, ResultsImported

# At most so many nights are shown; `--json` has all of them.
NIGHTS_SHOWN = 20
SAID = worded(lambda amount, _: amount, right=True)
_HOW = {"known": "", "mapped": to_say("as you said"), "guessed": to_say("a guess"), "new": to_say("new")}


def shown(imported: ResultsImported) -> None:
    """Prints what is in the files."""
    for note in imported.notes:
        render.line(note, "yellow")
    fresh = imported.fresh
    here = len(imported.nights) - len(fresh)
    beside = say("{nights} already in the book", nights=counted(here, "night")) if here else ""
    template = to_say("{nights} for {club} (a new club)") if imported.club_is_new else to_say("{nights} for {club}")
    render.title(say(template, nights=counted(len(fresh), "new night"), club=imported.club), beside)
    if fresh:
        render.table(NIGHTS, [(imported, one) for one in fresh[:NIGHTS_SHOWN]])
        if len(fresh) > NIGHTS_SHOWN:
            render.line(
                say("… and {number}; --json shows all.", number=counted(len(fresh) - NIGHTS_SHOWN, "more night")), "dim"
            )
    if fresh:
        strangers(imported.people)
    if imported.sums:
        render.line(
            say(
                "In all new nights, before gaps: {players}",
                players=", ".join(
                    f"{name} {imported.money(cents, signed=True)}" for name, cents in imported.sums.items()
                ),
            )
            + "."
        )


def strangers(people: Sequence[PersonMatch]) -> None:
    """Prints whom names stand for that are nobody's in the club."""
    if results := [one for one in people if one.how != "known"]:
        render.table(STRANGERS, results)


# A night with the import that it is of, which knows the currency.
NIGHTS: Table[tuple[ResultsImported, NightMatch]] = Table(
    columns=(
        Column("date", WORDS, lambda row: row[1].date),
        Column("night", WORDS, lambda row: row[1].name),
        Column("players", NUMBER, lambda row: row[1].players),
        Column("in", SAID, lambda row: row[0].money(row[1].brought)),
        Column("out", SAID, lambda row: row[0].money(row[1].took)),
        Column("gap", SAID, lambda row: row[0].money(row[1].gap, signed=True) if row[1].gap else ""),
        Column("borne by", WORDS, lambda row: row[1].bearer or ("?" if row[1].gap else "")),
    )
)
STRANGERS: Table[PersonMatch] = Table(
    columns=(
        Column("in the file", WORDS, lambda one: one.said),
        Column("is", WORDS, lambda one: one.name),
        Column("", WORDS, lambda one: say(_HOW[one.how]) if _HOW[one.how] else ""),
        Column("nights", NUMBER, lambda one: one.nights),
        Column("line", NUMBER, lambda one: one.line),
    )
)


def answered(imported: ResultsImported, results: StatedResults) -> StatedResults:
    """What was said, with the answers of whoever sits at the terminal: who each guess is, and who bears the gaps."""
    mapped = dict(results.mapped)
    for one in imported.guesses:
        mapped[one.said] = one.name if click.confirm(_guess(one), default=True) else one.said
    gap = results.gap
    if imported.gaps:
        text = ", ".join(f"{one.date} {imported.money(one.gap, signed=True)}" for one in imported.gaps[:NIGHTS_SHOWN])
        render.line(
            say("The sums of {number} do not meet: {told}.", number=counted(len(imported.gaps), "night"), told=text)
        )
        gap = click.prompt(
            say("Who bears such gaps: banker, winners, losers, all, or the name of a player?"), type=str
        ).strip()
    return replace(results, mapped=mapped, gap=gap)


def read_so(question: BookError, results: StatedResults) -> StatedResults:
    """What was said, with the answer of whoever sits at the terminal to how a file is read."""
    render.line(f"{question}")
    option, answers = question.details["option"], question.details["answers"]
    return with_answer(results, option, click.prompt(f"--{option}", type=click.Choice(answers)))


def known_again(guesses: Sequence[PersonMatch]) -> dict[str, str]:
    """Whom names stand for whose PokerNow ids had other names before, as whoever sits at the terminal answers."""
    return {one.said: one.name if click.confirm(_known_again(one), default=True) else one.said for one in guesses}


def _known_again(one: PersonMatch) -> str:
    return say(
        "“{said}” (line {line}) has the PokerNow id of {name}. Is it {name}?",
        said=one.said,
        line=one.line,
        name=one.name,
    )


def tournament_asked(file: str, line: int) -> str:
    """What to do with a tournament, which this line shows it to be, as whoever sits at the terminal answers."""
    render.line(
        say("Line {line} of {file} belongs to a tournament, and its chips are not money.", line=line, file=file)
    )
    answer: str = click.prompt(
        say("Leave it out (ignore), or record its hands in chips (as-chips)?"),
        type=click.Choice(["ignore", "as-chips"]),
    )
    return answer


def _guess(one: PersonMatch) -> str:
    return say(
        "Is “{said}” (line {line}, {nights}) {name}?",
        said=one.said,
        line=one.line,
        nights=counted(one.nights, "night"),
        name=one.name,
    )
