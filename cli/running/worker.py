"""`chipbook worker` and `chipbook beat`: the processes that do the jobs of the book, and the one that keeps the clock."""

from __future__ import annotations

import click

from cli import render
from engine.speech import say

THREADS_MAX = 32
QUEUES = ("settle", "reconcile", "report", "remind", "verify")


def _queues(context: click.Context, parameter: click.Parameter, said: str) -> tuple[str, ...]:
    """The queues of a text with commas between them. Refuses one that is none."""
    wanted = tuple(dict.fromkeys(word.strip() for word in said.split(",") if word.strip()))
    for word in wanted:
        if word not in QUEUES:
            raise click.BadParameter(
                say("{word} is no queue; choose from {queues}.", word=word, queues=", ".join(QUEUES)),
                context,
                parameter,
            )
    return tuple(queue for queue in QUEUES if queue in wanted) or QUEUES


@click.command()
@click.option(
    "--threads",
    default=2,
    show_default=True,
    type=click.IntRange(1, THREADS_MAX),
    help="How many jobs at a time, with Redis. One of them is kept free of long jobs.",
)
@click.option(
    "--queues",
    default="",
    metavar="NAMES",
    callback=_queues,
    help=f"Only jobs of these, with commas between them: {', '.join(QUEUES)}.  [all]",
)
@click.option(
    "--beat/--no-beat", "beats", default=True, help="Keep the clock too; not needed where `chipbook beat` runs."
)
def worker(*, threads: int, queues: tuple[str, ...], beats: bool) -> None:
    """Do the jobs of the book until stopped.

    With CHIPBOOK_REDIS_URL, the broker says which jobs are due, and any number of workers may run, on any machine; without
    it, the worker looks for jobs itself and does those of every queue. A job takes effect once, even if several workers begin it.
    `chipbook jobs` lists the jobs.
    """
    from service.jobs.serving import Duty, run

    run(Duty(threads=threads, queues=queues, beats=beats), say=render.aside)


@click.command()
def beat() -> None:
    """Keep the clock for workers that run with --no-beat: ask for what is due every day, until stopped.

    Two at once do nothing twice. It needs CHIPBOOK_REDIS_URL.
    """
    from service.jobs.serving import beat as keep_the_clock

    keep_the_clock(say=render.aside)
