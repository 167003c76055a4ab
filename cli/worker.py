"""`chipbook worker`: does and lists the jobs of the book: reconciliation, plan, report, verification."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import render
from cli.options import json_option, with_book

if TYPE_CHECKING:
    from service.app.book import Book

THREADS_MAX = 32


@click.group(invoke_without_command=True)
@click.option(
    "--threads",
    default=2,
    show_default=True,
    type=click.IntRange(1, THREADS_MAX),
    help="How many jobs at a time, with Redis.",
)
@click.pass_context
def worker(context: click.Context, *, threads: int) -> None:
    """Do the jobs of the book until stopped.

    With CHIPBOOK_REDIS_URL, the broker says which jobs are due, and several workers may run; without it, the worker
    looks for jobs itself. A job takes effect once, even if several workers begin it.
    """
    if context.invoked_subcommand is None:
        from service.tasks.serving import run

        run(threads=threads, say=render.aside)


@worker.command()
@click.option("--all", "everything", is_flag=True, help="Also finished jobs; with --json their results too.")
@json_option
@with_book
def jobs(book: Book, *, everything: bool, as_json: bool) -> None:
    """List the jobs that are due, running or failed."""
    from service.app.jobs import listed

    found = listed(book, everything=everything)
    if as_json:
        render.as_json(found)
    elif not found.jobs:
        render.line("No job is due, and none has failed.")
    else:
        columns = [render.Column(title) for title in ("job", "state", "attempts", "due", "why it failed")]
        render.table(columns, ([job.key, job.state, str(job.attempts), job.due_at, job.error] for job in found.jobs))


@worker.command()
@click.argument("what", type=click.Choice(["reconcile", "settle", "report", "verify"]))
@click.argument("night", default="", required=False)
@click.option("--plan", default="bank", type=click.Choice(["bank", "direct"]), help="For settle: who pays whom.")
@json_option
@with_book
def ask(book: Book, *, what: str, night: str, plan: str, as_json: bool) -> None:
    """Ask for a job for NIGHT as it is now (without NIGHT: the newest). `verify` checks the whole book."""
    from service.app.jobs import ask as ask_for

    if what == "verify" and night:
        raise click.UsageError("verify checks the whole book; give no night with it.")
    asked = ask_for(book, what, night, plan=plan)
    if as_json:
        render.as_json(asked)
    else:
        render.line(
            f"{asked.job} is due."
            if asked.new
            else f"{asked.job} was asked for before; `chipbook worker jobs --all` shows it."
        )


@worker.command()
@click.argument("key")
@json_option
@with_book
def retry(book: Book, *, key: str, as_json: bool) -> None:
    """Try a failed job again."""
    from service.app.jobs import retry as try_again

    try_again(book, key)
    if as_json:
        render.as_json({"job": key})
    else:
        render.line(f"{key} is due again.")
