"""`chipbook doctor`: what is wrong with this installation, and how to mend it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from cli import render
from cli.options import json_option
from engine.speech import say_as, to_say_as

if TYPE_CHECKING:
    from service.reports.views.running.running import Finding

MARKS = {
    "good": (to_say_as("doctor", "ok"), "green"),
    "note": (to_say_as("doctor", "note"), "yellow"),
    "wrong": (to_say_as("doctor", "WRONG"), "bold red"),
}


@click.command()
@json_option
def doctor(*, as_json: bool) -> None:
    """Say in some ten lines whether this installation is sound, and how to mend what is not; it changes nothing.

    Exit code 1 if anything is wrong; a note is no fault.
    """
    from service.app.running.doctor import examine

    told = examine(os.environ)
    if as_json:
        render.as_json(told)
    else:
        for finding in told.findings:
            _tell(finding)
    if not told.sound:
        click.get_current_context().exit(1)


def _tell(finding: Finding) -> None:
    mark, style = MARKS[finding.state]
    told = f"{say_as('doctor', mark):<6}{say_as('doctor', finding.about):<10}"
    render.line(f"{told}{finding.sentence}", "" if finding.state == "good" else style)
    if finding.mend:
        render.line(f"{'':<16}→ {finding.mend}")
