"""A group of commands whose modules are imported only when they are called, as click's documentation describes it."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click


class LazyGroup(click.Group):
    """Besides its own commands it has those of `lazy`: name → ("module:attribute", what the list of commands says of it)."""

    def __init__(self, *more: Any, lazy: Mapping[str, tuple[str, str]], **extra: Any) -> None:
        super().__init__(*more, **extra)
        self.lazy = lazy
        for name, (_, help_text) in lazy.items():
            # It stands in the list of commands until the command itself takes its place.
            self.add_command(click.Command(name, short_help=help_text))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] in self.lazy:
            module, _, name = self.lazy[args[0]][0].partition(":")
            # What is imported is known only now, so it is imported by a text.
            self.commands[args[0]] = getattr(importlib.import_module(module), name)
        return super().resolve_command(ctx, args)
