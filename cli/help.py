"""`chipbook help`: the reference in the terminal, the same texts as at /help."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem
from rich.markdown import Markdown

from cli import commands, render
from cli.completion import beginning
from service.language.help import Topic, every_topic, topic


def topics(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """The topics that begin so."""
    return beginning(((one.called, one.title) for one in every_topic()), begun)


@commands.command("help")
@commands.argument("name", metavar="[TOPIC]", default="", shell_complete=topics)
def help_(*, name: str) -> None:
    """Show the text on TOPIC; without one, the topics there are."""
    if name:
        _show(topic(name))
        return
    for one in every_topic():
        render.line(f"{one.called:<14} {one.title}")


def _show(found: Topic) -> None:
    """On a terminal with headings and tables drawn; in a pipe as it is written."""
    console = render.console()
    if console.is_terminal:
        console.print(Markdown(found.in_terminal()))
    else:
        render.line(found.in_terminal().rstrip("\n"))
