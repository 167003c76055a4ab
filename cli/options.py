"""What several commands share: which night is meant, JSON in place of tables, and the book, opened and closed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from cli.backend import Book

Function = TypeVar("Function", bound=Callable[..., Any])

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
night_option = click.option(
    "-n", "--night", "night", default="", metavar="NIGHT", help="Which night; the beginning of its id is enough."
)


def night_argument(function: Function) -> Function:
    """NIGHT as an argument or as an option, whichever comes easier."""

    @click.argument("given", metavar="[NIGHT]", default="", required=False)
    @night_option
    @functools.wraps(function)
    def with_one(*args: Any, given: str, night: str, **kwargs: Any) -> Any:
        if given and night:
            raise click.UsageError(f"Two nights are named, {given} and {night}; name one.")
        return function(*args, night=given or night, **kwargs)

    return with_one  # type: ignore[return-value]


def with_book(function: Function) -> Function:
    """Opens the book of the settings as the first argument, and closes it."""

    @functools.wraps(function)
    def with_it(*args: Any, **kwargs: Any) -> Any:
        with open_book() as book:
            return function(book, *args, **kwargs)

    return with_it  # type: ignore[return-value]


def open_book(url: str = "") -> Book:
    """The book of the settings, or the one at this URL."""
    from cli.backend import Book

    return Book.open(url)
