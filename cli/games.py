"""`chipbook games`: what can be played, and the rules of each game."""

from __future__ import annotations

import click

from cli import findings, render
from cli.failures import Declined
from cli.options import json_option


@click.command()
@click.argument("words", nargs=-1, metavar="[show] [WORDS]...")
@json_option
def games(*, words: tuple[str, ...], as_json: bool) -> None:
    """The games of all rulebooks; WORDS narrow the list, and `games show NAME` prints the rules of one."""
    from cli.backend.library import games_like, rules_of

    if words[:1] == ("show",):
        name = " ".join(words[1:])
        if not name:
            raise click.UsageError("Which game? `chipbook games` lists them.")
        rules = rules_of(name)
        if as_json:
            render.as_json(rules)
        else:
            render.lines("\n\n".join(game.rules for game in rules).splitlines())
        return
    found = games_like(" ".join(words))
    if as_json:
        render.as_json(found)
        return
    if not found:
        raise Declined("no_game_found", f"No game is called “{' '.join(words)}”; `chipbook games` lists them all.")
    findings.games(found)
