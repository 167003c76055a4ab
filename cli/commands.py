"""The commands of the house: what they say of themselves is said in the language of the reader, click's own words too.

`command`, `group`, `option` and `argument` are those of click. A text is looked up when it is shown, paragraph by
paragraph; tests/messages.py collects the paragraphs from the commands themselves.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

import click
from click import core, decorators, exceptions, formatting, parser, termui, types

from engine.speech import say, say_as, speech, to_say

Completes = Callable[[click.Context, click.Parameter, str], list[Any]]
Function = TypeVar("Function", bound=Callable[..., Any])
# What a command was called that another one does, and that one.
GONE = {
    "adjudicate": "verify",
    "night what-if-strike": "audit --without N",
    "jobs list": "jobs",
    "players list": "players",
    "games list": "games",
    "club show": "club",
    "club key show": "club key",
    "club tokens list": "club tokens",
    "club invitations list": "club invitations",
    "club devices list": "club devices",
}
# The modules of click that say something.
CLICK = (core, decorators, exceptions, formatting, parser, termui, types)
# How a paragraph begins that keeps its lines, such as examples.
AS_IT_STANDS = "\b\n"
PLACEHOLDER = re.compile(r"[A-Z]{2,}")
# What is said instead of a sentence of click that names kinds of numbers.
INSTEAD = {"{value!r} is not a valid {number_type}.": to_say("{value!r} is not a number.")}


def gone(before: str, instead: str, ctx: click.Context) -> click.UsageError:
    """The refusal of a command that there is not, with the one that does it."""
    sentence = say("There is no `chipbook {before}`: write `chipbook {instead}`.", before=before, instead=instead)
    return click.UsageError(sentence, ctx)


def _gettext(message: str) -> str:
    return say(INSTEAD.get(message, message))


def _ngettext(one: str, many: str, number: int) -> str:
    return speech().ngettext(one, many, number)


# Each module of click has names of its own for the functions that it asks for its words; there is no other door.
for _module in CLICK:
    vars(_module).update(_=_gettext, ngettext=_ngettext)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text as translators get them: each in one line, examples as they stand."""
    return [
        one if one.startswith(AS_IT_STANDS) else re.sub(r"\s*\n\s*", " ", one)
        for one in inspect.cleandoc(text).split("\n\n")
    ]


def help_text(text: str) -> str:
    """The text in the language spoken now."""
    return "\n\n".join(
        AS_IT_STANDS + say(examples) if (examples := one.removeprefix(AS_IT_STANDS)) != one else say(one)
        for one in paragraphs(text)
        if one
    )


def placeholders(metavar: str) -> str:
    """The placeholders for what is typed, such as `NIGHT`, in the language spoken now."""
    plain = metavar.replace("INTEGER RANGE", "NUMBER").replace("INTEGER", "NUMBER")
    return PLACEHOLDER.sub(lambda word: say_as("placeholder", word[0]), plain)


class _SpokenText:
    """A text that is read in the language spoken then."""

    def __set_name__(self, _: type, name: str) -> None:
        self.kept = f"_{name}_in_english"

    def __set__(self, of: object, text: str | None) -> None:
        vars(of)[self.kept] = text

    def __get__(self, of: object, _: type) -> Any:
        text = vars(of).get(self.kept) if of is not None else None
        return help_text(text) if text else text


class Option(click.Option):
    """An option whose help is said."""

    help = _SpokenText()

    def make_metavar(self, ctx: click.Context) -> str:
        return placeholders(super().make_metavar(ctx))


class Argument(click.Argument):
    """An argument whose placeholder is said."""

    def make_metavar(self, ctx: click.Context) -> str:
        return placeholders(super().make_metavar(ctx))


class Command(click.Command):
    """A command whose help is said."""

    help = _SpokenText()
    short_help = _SpokenText()
    epilog = _SpokenText()

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [placeholders(piece) for piece in super().collect_usage_pieces(ctx)]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            # Click keeps it in the language of the first who asked.
            option.help = say("Show this message and exit.")
        return option


class Group(Command, click.Group):
    """A group of such commands."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        before = f"{ctx.command_path} {args[0]}".removeprefix("chipbook ")
        if instead := GONE.get(before):
            raise gone(before, instead, ctx)
        return super().resolve_command(ctx, args)


class LazyGroup(Group):
    """Its commands are imported only when they are called, as click's documentation describes it.

    Besides its own it has those of `lazy`: name → ("module:attribute", what the list of commands says of it).
    """

    def __init__(self, *more: Any, lazy: Mapping[str, tuple[str, str]], **extra: Any) -> None:
        super().__init__(*more, **extra)
        self.lazy = lazy
        for name, (_, help_text) in lazy.items():
            # It stands in the list of commands until the command itself takes its place.
            self.add_command(Command(name, short_help=help_text))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] in self.lazy:
            module, _, name = self.lazy[args[0]][0].partition(":")
            # What is imported is known only now, so it is imported by a text.
            self.commands[args[0]] = getattr(importlib.import_module(module), name)
        return super().resolve_command(ctx, args)


command: Callable[..., Callable[[Callable[..., Any]], Command]] = partial(click.command, cls=Command)
group: Callable[..., Callable[[Callable[..., Any]], Group]] = partial(click.group, cls=Group)
option: Callable[..., Callable[[Function], Function]] = partial(click.option, cls=Option)
argument: Callable[..., Callable[[Function], Function]] = partial(click.argument, cls=Argument)


def word(
    declared: str, about: str, complete: Completes | None = None, *, to: str | None = None
) -> Callable[[Function], Function]:
    """An option with a text, empty if it is not given, as the help says it: `--club NAME`; `to` another name of the parameter."""
    *names, metavar = declared.split(" ")
    return option(*names, *filter(None, [to]), default="", metavar=metavar, help=about, shell_complete=complete)


def flag(declared: str, about: str, *, to: str | None = None) -> Callable[[Function], Function]:
    """An option that is on or off."""
    return option(*declared.split(" "), *filter(None, [to]), is_flag=True, help=about)
