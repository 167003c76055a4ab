"""`chipbook import`: logs and ledgers of PokerNow, whole nights from another book, and results of earlier years, shown and asked about first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any, TypeVar

import click
import msgspec

from cli import commands, render, terminal
from cli.book import with_new_book
from cli.completion import known_clubs
from cli.errors import DOES_NOT_HOLD, LINES_UNREAD
from cli.options import answering, json_option, read_bytes, read_text
from cli.screens import result_screens
from cli.terminal import progress, yes_to
from engine.grammar import counted
from engine.speech import say, to_say
from service.app.book import Book
from service.app.exchange.imports import (
    BYTES_AT_MOST,
    NOTHING,
    LogDraft,
    bring_log,
    import_night,
    import_whole_club,
    look_at_ledger,
    look_at_phh,
    look_at_pokernow,
)
from service.app.exchange.questions import Open, question_of, questions_of
from service.app.exchange.results import FILE_MAX, Draft, bring, look, look_at_debts
from service.reports.forms.column import NUMBER, WORDS, Column, Table, worded
from service.reports.views.exchange import (
    ImportAnswers,
    LogImported,
    NightImported,
    NightMatch,
    PersonMatch,
    Question,
    ResultsImported,
)


@commands.group("import")
def import_() -> None:
    """Import a PokerNow log, a ledger, hand histories, a whole night, or the results of earlier years.

    All of it is recorded at once, or nothing. What is in the book already is not recorded twice.
    """


def _club(which: str) -> Callable[..., Any]:
    return commands.word("--club NAME", which, known_clubs)


def _cents(worth: str) -> Callable[..., Any]:
    return commands.option("--cents", "unit", type=click.IntRange(min=1), metavar="CENTS", help=worth)


_CLUB = _club("The club that played; else that of the newest night.")
_ZONE = commands.word("--zone ZONE", "Time zone of the table: Europe/Copenhagen.")
_CURRENCY = commands.word("--currency CODE", "DKK, EUR, USD …")
_DATES = commands.option("--dates", type=click.Choice(["dmy", "mdy"]), help="Whether 3/4 is in April or in March.")
_DECIMALS = commands.option(
    "--decimals", type=click.Choice(["comma", "point"]), help="Whether 5.005 is 5005 (comma) or not (point)."
)


def _of_a_night(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options for what a PokerNow file does not say."""
    named = commands.word("--name NAME", "The name of the night.")
    for option in (named, _CLUB, _ZONE, _CURRENCY, _cents("The worth of the smallest chip.")):
        function = option(function)
    return function


def _mapped(_: click.Context, __: click.Parameter, stated: tuple[str, ...]) -> dict[str, str]:
    pairs = [one.partition("=") for one in stated]
    if wrong := next(
        (name for name, equals, person in pairs if not (name.strip() and equals and person.strip())), None
    ):
        raise click.BadParameter(say('“{wrong}” names nobody; say --map "Anna K.=Anna".', wrong=wrong))
    return {name.strip(): person.strip() for name, _, person in pairs}


def _map(whom: str) -> Callable[..., Any]:
    return commands.option("--map", "mapped", multiple=True, callback=_mapped, metavar="NAME=PERSON", help=whom)


_MAP = _map("Whom a name stands for.")
_MAP_IDS = _map("Whom a name or an id stands for.")
_DRY_RUN = commands.flag("--dry-run", "Only show what would be recorded.")


@import_.command()
@commands.argument("files", nargs=-1, required=True, metavar="FILE...")
@_of_a_night
@_MAP_IDS
@commands.option(
    "--tournament",
    type=click.Choice(["ignore", "as-chips"]),
    help="A tournament is no money: leave it out, or record its hands in chips.",
)
@_DRY_RUN
@json_option
@with_new_book
def pokernow(book: Book, *, files: tuple[str, ...], club: str, **stated: Any) -> None:
    """The log of a night on PokerNow.

    Several FILEs are parts of one night, or the tables of one tournament. The book keeps its own stacks from the first chip
    on and checks every stack and pot of the log against them, hand by hand. The exit code is 0 only if every check holds
    and every line was read, and 6 if only lines were not read.

    A player has the name that they last played under. Who came under the same id before, with another name, is asked.
    """
    texts = [(PurePath(file).name, read_text(file)) for file in files]
    _take_log(book, lambda answers: look_at_pokernow(book, club, texts, answers), **stated)


@import_.command()
@commands.argument("file")
@_of_a_night
@_MAP_IDS
@_DRY_RUN
@json_option
@with_new_book
def ledger(book: Book, *, file: str, club: str, **stated: Any) -> None:
    """The ledger of a night on PokerNow.

    It has what each player bought and took home, but no hands.
    """
    name, text = PurePath(file).name, read_text(file)
    _take_log(book, lambda answers: look_at_ledger(book, club, name, text, answers), **stated)


@import_.command()
@commands.argument("files", nargs=-1, required=True, metavar="FILE...")
@_of_a_night
@_DRY_RUN
@json_option
@with_new_book
def phh(book: Book, *, files: tuple[str, ...], club: str, **stated: Any) -> None:
    """Hand histories in the format PHH (.phh, .phhs).

    All hands of the FILEs are one night. Every act is played by the rules of the standard rulebook, and the stacks that a
    file gives are compared.
    """
    texts = [(PurePath(file).name, read_text(file, BYTES_AT_MOST)) for file in files]
    _take_log(book, lambda answers: look_at_phh(book, club, texts, answers), **stated)


@import_.command("night")
@commands.argument("file")
@with_new_book
@answering
def night(book: Book, *, file: str) -> Iterator[object]:
    """A whole night from another book.

    FILE was written by `chipbook export`. A broken chain and a changed name are refused; events that are here already are
    left alone.
    """
    with progress(say("Importing")):
        brought = import_night(book, read_text(file))
    yield brought
    _say(brought)
    render.line(say("head {head}", head=brought.head), "dim")


@import_.command()
@commands.argument("file")
@with_new_book
@answering
def club(book: Book, *, file: str) -> Iterator[object]:
    """A whole club from another book: its people, its games and all its nights.

    FILE was written by `chipbook export --club NAME`. All of it is recorded, or nothing.
    """
    with progress(say("Importing")):
        brought = import_whole_club(book, read_text(file))
    yield brought
    for one in brought.nights:
        _say(one)
    render.line(
        say(
            "{name} has {number}; {new_names} came with them.",
            name=brought.name,
            number=counted(len(brought.nights), "night"),
            new_names=counted(brought.new_names, "name"),
        )
    )
    render.line(say("head {head}", head=brought.head), "dim")


@import_.command("results")
@commands.argument("files", nargs=-1, required=True, metavar="FILE...")
@_CLUB
@_ZONE
@_CURRENCY
@_cents("The worth of 1 in a PokerNow ledger.")
@_DATES
@_DECIMALS
@commands.word("--sheet NAME", "The only sheet of a spreadsheet to read; else all that hold nights.")
@_MAP
@commands.word("--gap WHO", "Who bears gaps: banker, winners, losers, all or a player.")
@commands.word("--bank NAME", "Whose bank it was; else that of the first player of a night.", to="banker")
@commands.option("--settled/--open", default=True, help="Whether the last night is settled; all earlier ones are.")
@_DRY_RUN
@json_option
@with_new_book
def results(book: Book, *, files: tuple[str, ...], club: str, settled: bool, **stated: Any) -> None:
    """The results of nights that were played before chipbook.

    FILE is CSV or XLSX with the columns date, player, in and out (or result), in any order, in English or Danish; or with
    a line for each night and a column for each player, or the other way round. Titles above the headings, totals, several
    rebuys and a sheet for each year are understood. Ledgers of PokerNow are taken too. Every night becomes one of the
    bank alone. All of them are recorded, or nothing, and nights that the book has are left alone.

    A column “night” tells nights of one day apart, and a column “gap” says who bears it: banker, winners, losers, all or
    a player.
    """
    read = [(PurePath(file).name, read_bytes(file, FILE_MAX + 1)) for file in files]
    _take(book, lambda answers: look(book, club, read, answers), open=not settled, **stated)


@import_.command("debts")
@commands.argument("file")
@_club("The club that owes it; else that of the newest night.")
@commands.word("--currency CODE", "Which debts, if the file has several currencies.")
@_MAP
@_DATES
@_DECIMALS
@_DRY_RUN
@json_option
@with_new_book
def debts(book: Book, *, file: str, club: str, **stated: Any) -> None:
    """What people still owe each other in Splitwise or ihatemoney.

    FILE is the CSV export of Splitwise, or the bills or settlements of ihatemoney as CSV or JSON. It becomes a night of
    the bank alone that nobody has paid yet, with the fewest transfers; `chipbook night settle` and
    `chipbook night pay` go on from there.
    """
    name, data = PurePath(file).name, read_bytes(file, FILE_MAX + 1)
    _take(book, lambda answers: look_at_debts(book, club, name, data, answers), **stated)


def _answers(stated: Mapping[str, Any]) -> ImportAnswers:
    """What the options say beside the files; what is not given is left open."""
    return ImportAnswers(**{name: value for name, value in stated.items() if value})


SomeDraft = TypeVar("SomeDraft", Draft, LogDraft)


def _drafted(
    look: Callable[[ImportAnswers], SomeDraft],
    answers: ImportAnswers,
    *,
    shown: Callable[[SomeDraft], None] | None = None,
    dry_run: bool,
    as_json: bool,
) -> SomeDraft:
    """What the files become, once whoever sits at the terminal has answered what they leave open.

    A dry run asks only what has to be known to read them.
    """
    asks = terminal.somebody_types() and not as_json
    while True:
        try:
            with progress(say("Importing")):
                draft = look(answers)
        except Open as refusal:
            if not asks:
                raise
            questions: tuple[Question, ...] = (question_of(refusal),)
        else:
            if shown:
                shown(draft)
                shown = None
            questions = tuple(one for one in questions_of(draft) if not dry_run or one.field == "tournament")
            if not (asks and questions):
                return draft
        answers = _with_answers_to(questions, answers)


def _take(book: Book, look: Callable[[ImportAnswers], Draft], *, dry_run: bool, as_json: bool, **stated: Any) -> None:
    """Shows what is in the files, asks what is open if somebody sits at the terminal, and records it.

    `stated`: what the options say beside the files.
    """
    shown = None if as_json else lambda draft: _shown(draft.view)
    draft = _drafted(look, _answers(stated), shown=shown, dry_run=dry_run, as_json=as_json)
    imported = draft.view
    if not dry_run:
        with progress(say("Importing")) as tick:
            imported = bring(book, draft, tick=tick)
    if as_json:
        render.as_json(imported)
    elif dry_run:
        render.line(say("Nothing was recorded: this was a dry run."), "bold")
    elif imported.recorded:
        render.line(
            say("{number} recorded. Next: `chipbook night list`.", number=counted(len(imported.fresh), "night")), "bold"
        )
    else:
        render.line(say("All of it is in the book already; nothing was recorded."), "bold")


def _take_log(
    book: Book, look: Callable[[ImportAnswers], LogDraft], *, dry_run: bool, as_json: bool, **stated: Any
) -> None:
    """The same of a log, a ledger or hand histories, which are played."""
    draft = _drafted(look, _answers(stated), dry_run=dry_run, as_json=as_json)
    if draft.left_out:
        _left_out(draft.night, as_json=as_json)
        return
    with progress(say("Importing")):
        brought = bring_log(book, draft, dry_run=dry_run)
    _show(brought, as_json=as_json, dry_run=dry_run)


def _left_out(night: str, *, as_json: bool) -> None:
    text = say("{night} is a tournament and was left out; nothing was recorded.", night=night)
    if as_json:
        render.as_json(NOTHING)
        render.aside(text)
    else:
        render.line(text, "bold")


def _say(brought: NightImported) -> None:
    if brought.added:
        template = (
            to_say("{night}: {added} events recorded, after {already} that were here already; the chain holds.")
            if brought.already
            else to_say("{night}: {added} events recorded; the chain holds.")
        )
        render.line(say(template, night=brought.night, added=brought.added, already=brought.already))
    else:
        render.line(
            say(
                "All {already} events of {night} are in the book already; nothing was added.",
                already=brought.already,
                night=brought.night,
            )
        )
    if brought.not_here:
        others = counted(len(brought.not_here), "other night")
        render.line(
            say(
                "{club} recorded {others} not in this book; until they are imported too, `verify` misses them.",
                club=brought.club,
                others=others,
            )
        )


def _show(brought: LogImported, *, as_json: bool, dry_run: bool = False) -> None:
    if dry_run:
        done = say("Nothing was recorded: this was a dry run.")
    else:
        recorded = say("is in the book already; nothing was recorded") if brought.already else say("is in the book now")
        done = f"{brought.night} {recorded}."
    if as_json:
        render.as_json({**brought.report, "people": brought.people} if dry_run else brought.report)
        render.aside(done)
    else:
        result_screens.brought(brought)
        _strangers([one for one in brought.people if dry_run or one.name != one.said])
        if not dry_run:
            done = say(
                "{night} {recorded}. Next: `chipbook report -n {night}`.", night=brought.night, recorded=recorded
            )
        render.line(done, "bold")
    if not brought.holds:
        click.get_current_context().exit(LINES_UNREAD if brought.only_unread else DOES_NOT_HOLD)


# At most so many nights are shown; `--json` has all of them.
NIGHTS_SHOWN = 20
AS_STATED = worded(lambda amount, _: amount, right=True)
_HOW = {"known": "", "mapped": to_say("as you said"), "guessed": to_say("a guess"), "new": to_say("new")}


def _shown(imported: ResultsImported) -> None:
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
        _strangers(imported.people)
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


def _strangers(people: Sequence[PersonMatch]) -> None:
    """Prints whom names stand for that are nobody's in the club."""
    if results := [one for one in people if one.how != "known"]:
        render.table(STRANGERS, results)


# A night with the import that it is of, which knows the currency.
NIGHTS: Table[tuple[ResultsImported, NightMatch]] = Table(
    columns=(
        Column("date", WORDS, lambda row: row[1].date),
        Column("night", WORDS, lambda row: row[1].name),
        Column("players", NUMBER, lambda row: row[1].players),
        Column("in", AS_STATED, lambda row: row[0].money(row[1].brought)),
        Column("out", AS_STATED, lambda row: row[0].money(row[1].took)),
        Column("gap", AS_STATED, lambda row: row[0].money(row[1].gap, signed=True) if row[1].gap else ""),
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


def _with_answers_to(questions: Sequence[Question], answers: ImportAnswers) -> ImportAnswers:
    """With what whoever sits at the terminal answers."""
    said: dict[str, Any] = {"mapped": {**answers.mapped}}
    for one in questions:
        if one.field == "mapped":
            yes, no = one.choices
            said["mapped"][one.about] = (yes if yes_to(one.sentence, enter=True) else no).value
            continue
        render.line(one.sentence)
        values = [choice.value for choice in one.choices]
        accepted = ", ".join(
            choice.value if choice.value == choice.label else f"{choice.value} ({choice.label})"
            for choice in one.choices
        )
        # Somebody who was not at every such night may bear a gap too, which is refused where they were not.
        kind = str if one.field == "gap" else click.Choice(values)
        answer = click.prompt(accepted, type=kind, show_choices=False).strip()
        said[one.field] = int(answer) if one.field == "unit" else answer
    return msgspec.structs.replace(answers, **said)
