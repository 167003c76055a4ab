"""`chipbook alive`: the health check of a container, quick and without opening the book."""

from __future__ import annotations

import os

import click

from cli import render
from cli.options import json_option
from engine.speech import say


@click.command()
@click.argument("what", type=click.Choice(["web", "worker", "beat"]))
@json_option
def alive(*, what: str, as_json: bool) -> None:
    """Say whether the server, worker or clock on this machine is alive; exit code 1 if it is not.

    `web` asks /readyz; `worker` and `beat` are alive if they have given a sign in the home folder within a minute.
    """
    from service.config import load_settings

    settings = load_settings(os.environ)
    if what == "web":
        from service.app.running.health import why_not_ready

        wrong = why_not_ready(settings)
    else:
        from service.app.running.health import why_silent

        wrong = why_silent(settings.home, what)
    sentence = wrong or say("The {what} is alive.", what=what)
    if as_json:
        render.as_json({"alive": not wrong, "sentence": sentence})
    else:
        render.line(sentence)
    if wrong:
        click.get_current_context().exit(1)
