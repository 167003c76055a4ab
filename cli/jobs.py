"""`chipbook jobs`: what follows from the nights: what is due, what failed and why, and doing it again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from cli import commands, render
from cli.book import answers, looks_at_club
from cli.completion import known_clubs
from cli.options import folder_option, json_option, night_option, put_into_folder
from engine.speech import say, say_as, to_say_each
from service.app.book import Book
from service.app.people import club_named
from service.app.running import jobs as of_jobs
from service.app.running.jobs import OPEN, STATES, listed
from service.app.running.jobs import ask as ask_for
from service.reports.forms.column import COPIED, WORDS, Column, Table
from service.reports.views.running import JobDetail, Jobs, JobTryView, JobView

KINDS = {
    "settle": "settle_night",
    "reconcile": "reconcile_night",
    "report": "render_report",
    "remind": "remind_club",
    "notify": "notify_club",
    "import": "import_files",
    "verify": "verify_club",
}
# How far a job has come, and how a try of it ended, in a table.
to_say_each("job", "due, claimed, done, failed, again, died")
SHOWN = 200

kind_option = commands.option("--kind", type=click.Choice(list(KINDS)), help="Only jobs of this kind.")
club_option = commands.word("--club NAME", "Only jobs of this club.", known_clubs)
of_club_option = commands.word("--club NAME", "Of which club, if several have such a job.", known_clubs)


@commands.group(invoke_without_command=True)
@commands.flag("--all", "Finished jobs too; with --json their results as well.", to="everything")
@commands.flag("--failed", "Only those that failed for good: somebody has to look.")
@kind_option
@club_option
@commands.option("--most", default=SHOWN, show_default=True, type=click.IntRange(1, 1000), help="How many at most.")
@json_option
@click.pass_context
def jobs(context: click.Context, /, **how: Any) -> None:
    """The jobs that follow from nights: settling, reports, reminders, verification. Alone, it lists those not done.

    Every job is tried again by itself, later and later, and then waits among the failed until somebody tries it again.
    """
    if context.invoked_subcommand is None:
        _list(**how)
    elif any(context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE for name in how):
        raise click.UsageError(
            say(
                "Write the options at the end: jobs {invoked_subcommand} …",
                invoked_subcommand=context.invoked_subcommand,
            )
        )


@answers
def _list(book: Book, *, everything: bool, failed: bool, kind: str | None, club: str, most: int) -> Iterator[object]:
    states = ("failed",) if failed else STATES if everything else OPEN
    result = listed(book, states=states, kind=_kind(kind), club=_club(book, club), most=most)
    yield result
    if not result.jobs:
        render.line(say("No job has failed.") if failed else say("No job is due, and none has failed."))
    else:
        _table(result)


@jobs.command()
@commands.argument("key")
@of_club_option
@folder_option
@answers
def show(book: Book, *, key: str, club: str, output: str) -> Iterator[object]:
    """Show one job: what came of it, and how every try ended."""
    of = _club(book, club) or of_jobs.club_of(book, key)
    result = of_jobs.show(book, of, key)
    if output:
        put_into_folder(output, of_jobs.files(book, of, key))
    yield result
    _screen(result)


@jobs.command()
@commands.argument("key", default="", required=False)
@commands.flag("--all", "Every failed job, or those of --kind and --club.", to="everything")
@kind_option
@looks_at_club
def retry(book: Book, *, key: str, everything: bool, kind: str | None, club: str) -> Iterator[object]:
    """Try a failed job again, by its KEY, or with --all every one. A worker, or the server, does it."""
    if bool(key) == everything:
        raise click.UsageError(say("Name one job by its key, or say --all."))
    if key and kind:
        raise click.UsageError(say("--kind goes with --all; a key names its kind already."))
    of = _club(book, club)
    done = (
        of_jobs.retry_all(book, kind=_kind(kind), club=of)
        if everything
        else of_jobs.retry(book, of or of_jobs.club_of(book, key), key)
    )
    yield done
    if done.jobs:
        render.lines([say("{one} is due again.", one=one) for one in done.jobs])
    else:
        render.line(say("No job has failed."))


@jobs.command()
@commands.argument("what", type=click.Choice(["reconcile", "settle", "report", "verify"]))
@night_option
@commands.option(
    "--plan", type=click.Choice(["bank", "direct"]), help="For settle: who pays whom.  [as the house settles]"
)
@answers
def ask(book: Book, *, what: str, night: str, plan: str | None) -> Iterator[object]:
    """Ask for a job for a night as it is now, the newest if none is named. `verify` checks the whole club."""
    if what == "verify" and night:
        raise click.UsageError(say("verify checks the whole club; give no night with it."))
    asked = ask_for(book, what, night, plan=plan)
    yield asked
    before = say("{job} was asked for before; `chipbook jobs show {job}` shows it.", job=asked.job)
    render.line(say("{job} is due.", job=asked.job) if asked.new else before)


def _kind(named: str | None) -> str:
    """The name of the kind in the book; empty if none is named."""
    return KINDS[named] if named else ""


def _club(book: Book, named: str) -> str:
    """The id of the club; empty if none is named."""
    return club_named(book, named).id if named else ""


JOBS: Table[JobView] = Table(
    columns=(
        Column("job", COPIED, lambda job: job.key),
        Column("state", WORDS, lambda job: say_as("job", job.state)),
        Column("tries", WORDS, lambda job: f"{job.attempts}"),
        Column("due", WORDS, lambda job: job.due_at),
        Column("why it failed last", WORDS, lambda job: job.error),
    )
)
TRIES: Table[JobTryView] = Table(
    columns=(
        Column("try", WORDS, lambda one: f"{one.number}"),
        Column("ended", WORDS, lambda one: one.at),
        Column("worker", WORDS, lambda one: one.worker),
        Column("how", WORDS, lambda one: say_as("job", one.result)),
        Column("took", WORDS, lambda one: say("{took_ms} ms", took_ms=one.took_ms)),
        Column("what was said", WORDS, lambda one: one.sentence),
    )
)


def _table(page: Jobs) -> None:
    render.table(JOBS, page.jobs)
    if page.next:
        render.line(say("There are more; --most shows more of them."))


def _screen(detail: JobDetail) -> None:
    job = detail.job
    render.title(job.key, f"{job.kind}, {say_as('job', job.state)}")
    when = say("done at {done_at}", done_at=job.done_at) if job.done_at else say("due at {due_at}", due_at=job.due_at)
    render.line(
        say(
            "Club {club}; {when}; tried {attempts} of {tries_max} times.",
            club=job.club,
            when=when,
            attempts=job.attempts,
            tries_max=detail.tries_max,
        )
    )
    if job.error:
        render.line(job.error)
    if detail.tries:
        render.table(TRIES, detail.tries)
    if detail.files:
        render.line(say("Files: {files}. `-o FOLDER` writes them.", files=", ".join(detail.files)))
    if job.outcome is not None:
        render.line(say("`--json` shows what came of it."))
