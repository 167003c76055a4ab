"""How an import of results looks on the screen: nights, people, guesses, gaps and sums; and the questions it asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from cli import render
from cli.terminal import yes_to
from engine.grammar import counted
from engine.speech import say, to_say
from service.reports.forms.column import NUMBER, WORDS, Column, Table, worded
from service.reports.views.exchange import NightMatch, PersonMatch, Question, ResultsImported

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


def answers_to(questions: Sequence[Question]) -> dict[str, Any]:
    """The answers of whoever sits at the terminal, by field; `mapped` holds one for each name that is asked about."""
    answers: dict[str, Any] = {}
    for one in questions:
        if one.field == "mapped":
            yes, no = one.choices
            mapped = answers.setdefault("mapped", {})
            mapped[one.about] = (yes if yes_to(one.sentence, enter=True) else no).value
            continue
        render.line(one.sentence)
        values = [choice.value for choice in one.choices]
        told = ", ".join(
            choice.value if choice.value == choice.label else f"{choice.value} ({choice.label})"
            for choice in one.choices
        )
        # Somebody who was not at every such night may bear a gap too, which is refused where they were not.
        kind = str if one.field == "gap" else click.Choice(values)
        answer = click.prompt(told, type=kind, show_choices=False).strip()
        answers[one.field] = int(answer) if one.field == "unit" else answer
    return answers
