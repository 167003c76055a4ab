"""How an import of results looks on the screen: nights, people, guesses, gaps and sums; and the questions it asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import click

from cli import render
from cli.render import Column
from engine.grammar import counted
from engine.speech import say, to_say
from service.app.exchange.results import ResultsSaid
from service.reports.views.exchange.exchange import NightFound, PersonFound, ResultsImported

# At most so many nights are shown; `--json` has all of them.
NIGHTS_SHOWN = 20
_HOW = {"known": "", "mapped": to_say("as you said"), "guessed": to_say("a guess"), "new": to_say("new")}


def shown(found: ResultsImported) -> None:
    """Prints what is in the files."""
    for note in found.notes:
        render.line(note, "yellow")
    fresh = found.fresh
    here = len(found.nights) - len(fresh)
    beside = say("{nights} already in the book", nights=counted(here, "night")) if here else ""
    template = to_say("{nights} for {club} (a new club)") if found.club_is_new else to_say("{nights} for {club}")
    render.title(say(template, nights=counted(len(fresh), "new night"), club=found.club), beside)
    if fresh:
        render.table(
            [
                Column("date"),
                Column("night"),
                Column("players", right=True),
                Column("in", right=True),
                Column("out", right=True),
                Column("gap", right=True),
                Column("borne by"),
            ],
            [_night(found, one) for one in fresh[:NIGHTS_SHOWN]],
        )
        if len(fresh) > NIGHTS_SHOWN:
            render.line(
                say("… and {number}; --json shows all.", number=counted(len(fresh) - NIGHTS_SHOWN, "more night")), "dim"
            )
    if fresh:
        strangers(found.people)
    if found.sums:
        render.line(
            say(
                "In all new nights, before gaps: {players}",
                players=", ".join(f"{name} {found.money(cents, signed=True)}" for name, cents in found.sums.items()),
            )
            + "."
        )


def strangers(people: Sequence[PersonFound]) -> None:
    """Prints whom names stand for that are nobody's in the club."""
    if found := [one for one in people if one.how != "known"]:
        render.table(
            [Column("in the file"), Column("is"), Column(""), Column("nights", right=True), Column("line", right=True)],
            [[one.said, one.name, _how_told(one), str(one.nights), str(one.line)] for one in found],
        )


def _night(found: ResultsImported, one: NightFound) -> list[str]:
    gap = found.money(one.gap, signed=True) if one.gap else ""
    return [
        one.date,
        one.name,
        str(one.players),
        found.money(one.brought),
        found.money(one.took),
        gap,
        one.bearer or ("?" if gap else ""),
    ]


def answered(found: ResultsImported, said: ResultsSaid) -> ResultsSaid:
    """What was said, with the answers of whoever sits at the terminal: who each guess is, and who bears the gaps."""
    mapped = dict(said.mapped)
    for one in found.guesses:
        mapped[one.said] = one.name if click.confirm(_guess(one), default=True) else one.said
    gap = said.gap
    if found.gaps:
        told = ", ".join(f"{one.date} {found.money(one.gap, signed=True)}" for one in found.gaps[:NIGHTS_SHOWN])
        render.line(
            say("The sums of {number} do not meet: {told}.", number=counted(len(found.gaps), "night"), told=told)
        )
        gap = click.prompt(
            say("Who bears such gaps: banker, winners, losers, all, or the name of a player?"), type=str
        ).strip()
    return replace(said, mapped=mapped, gap=gap)


def known_again(guesses: Sequence[PersonFound]) -> dict[str, str]:
    """Whom names stand for whose PokerNow ids had other names before, as whoever sits at the terminal answers."""
    return {one.said: one.name if click.confirm(_known_again(one), default=True) else one.said for one in guesses}


def _known_again(one: PersonFound) -> str:
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


def _how_told(one: PersonFound) -> str:
    return say(_HOW[one.how]) if _HOW[one.how] else ""


def _guess(one: PersonFound) -> str:
    return say(
        "Is “{said}” (line {line}, {nights}) {name}?",
        said=one.said,
        line=one.line,
        nights=counted(one.nights, "night"),
        name=one.name,
    )
