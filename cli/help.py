"""`chipbook help`: the reference in the terminal, the same texts as at /help."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem
from rich.markdown import Markdown

from cli import commands, render
from cli.completion import beginning
from service.errors import TopicMissing
from service.language.help import every_topic, passages_on, topic

# As many as a reader looks through.
PASSAGES_MOST = 8


def topics(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """The topics that begin so."""
    return beginning(((one.called, one.title) for one in every_topic()), begun)


@commands.command("help")
@commands.argument("words", metavar="[TOPIC]", nargs=-1, shell_complete=topics)
def help_(*, words: tuple[str, ...]) -> None:
    """Show the text on TOPIC, or what the texts say of other words; without any, the topics there are."""
    if not words:
        for one in every_topic():
            render.line(f"{one.called:<14} {one.title}")
        return
    said = " ".join(words)
    try:
        _show(topic(said).in_terminal())
    except TopicMissing:
        passages = passages_on(said)
        if not passages:
            raise
        for passage in passages[:PASSAGES_MOST]:
            _show(f"**{passage.topic}** · {passage.heading}\n\n{passage.text}\n")


def _show(text: str) -> None:
    """On a terminal with headings and tables drawn; in a pipe as it is written."""
    console = render.console()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        render.line(text.rstrip("\n"))
