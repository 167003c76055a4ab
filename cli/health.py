"""`chipbook doctor` and `alive`: what is wrong with this installation, and whether a process is alive."""

from __future__ import annotations

import os
from collections.abc import Iterator

import click

from cli import commands, render
from cli.options import answering, ends_with
from engine.speech import say, say_as, to_say_as
from service.app.running.health import why_not_ready, why_silent
from service.config import load_settings
from service.reports.views.running import Finding

MARKS = {
    "good": (to_say_as("doctor", "ok"), "green"),
    "note": (to_say_as("doctor", "note"), "yellow"),
    "wrong": (to_say_as("doctor", "WRONG"), "bold red"),
}


@commands.command()
@answering
def doctor() -> Iterator[object]:
    """Say in some ten lines whether this installation is sound, and how to mend what is not; it changes nothing.

    Exit code 1 if anything is wrong; a note is no fault.
    """
    # A health check, which asks again and again, needs no database.
    from service.app.running.doctor import examine  # noqa: PLC0415

    examination = examine(os.environ)
    if not examination.sound:
        ends_with(1)
    yield examination
    for finding in examination.findings:
        _tell(finding)


def _tell(finding: Finding) -> None:
    mark, style = MARKS[finding.state]
    text = f"{say_as('doctor', mark):<6}{say_as('doctor', finding.about):<10}"
    render.line(f"{text}{finding.sentence}", "" if finding.state == "good" else style)
    if finding.mend:
        render.line(f"{'':<16}→ {finding.mend}")


@commands.command()
@commands.argument("what", type=click.Choice(["web", "worker", "beat"]))
@answering
def alive(*, what: str) -> Iterator[object]:
    """Say whether the server, worker or clock on this machine is alive; exit code 1 if it is not.

    `web` asks /readyz; `worker` and `beat` are alive if they have given a sign in the home folder within a minute.
    """
    settings = load_settings(os.environ)
    wrong = why_not_ready(settings) if what == "web" else why_silent(settings.home, what)
    sentence = wrong or say("The {what} is alive.", what=what)
    if wrong:
        ends_with(1)
    yield {"alive": not wrong, "sentence": sentence}
    render.line(sentence)
