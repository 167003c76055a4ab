"""`chipbook help`: the reference in the terminal, the same texts as at /help."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import render

if TYPE_CHECKING:
    from service.language.help import Topic


@click.command("help")
@click.argument("name", metavar="[TOPIC]", default="")
def help_(*, name: str) -> None:
    """Show the text on TOPIC; without one, the topics there are."""
    from service.language.help import every_topic, topic

    if name:
        _show(topic(name))
        return
    for one in every_topic():
        render.line(f"{one.name:<12} {one.title}")


def _show(found: Topic) -> None:
    """On a terminal with headings and tables drawn; in a pipe as it is written."""
    from rich.markdown import Markdown

    console = render.console()
    if console.is_terminal:
        console.print(Markdown(found.text))
    else:
        render.line(found.text.rstrip("\n"))
