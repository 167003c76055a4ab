"""`chipbook secrets`: the passwords of a deployment, made once."""

from __future__ import annotations

from pathlib import Path

import click

from cli import render
from cli.options import json_option
from engine.speech import say


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@json_option
def secrets(*, folder: Path, as_json: bool) -> None:
    """Make the passwords and addresses that compose.yaml reads, each in a file of FOLDER.

    Files that are there stay as they are, so that it can be run again after an upgrade. Nothing is shown; the banker's
    token is in FOLDER/token.
    """
    from engine.grammar import counted
    from service.app.keeping import make_secrets

    told = make_secrets(folder)
    if as_json:
        render.as_json(told)
    else:
        render.line(
            say(
                "{secrets} made in {folder}, {kept} kept.",
                secrets=counted(len(told.made), "secret"),
                folder=told.folder,
                kept=len(told.kept),
            )
        )
        render.line(say("Keep the folder to yourself, out of every backup that others can read."), "dim")
