"""What several commands share: the choice of a night, the language, and files that are read and written."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from cli.errors import CliError
from engine.speech import say
from service.language.languages import LANGUAGES, in_language, language_called

Function = TypeVar("Function", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
night_option = click.option(
    "-n", "--night", default="", metavar="NIGHT", help="Which night; the start or end of its id is enough."
)
club_option = click.option("--club", default="", metavar="NAME", help="Which club.  [that of the newest night]")
key_option = click.option(
    "--key", default="", metavar="KEY", help="An idempotency key: the same command sent twice is recorded once."
)
waive_option = click.option(
    "--waive",
    type=(str, str),
    multiple=True,
    metavar="RULE REASON",
    help="Set a house rule aside for this act; the report says so.",
)
at_option = click.option("--at", default="", metavar="HH:MM", help="When it happened at the table, if not now.")
yes_option = click.option("-y", "--yes", is_flag=True, help="Do not ask; needed where nobody can be asked.")
output_option = click.option(
    "-o", "--output", default="", metavar="FILE", help="Write to a file instead of the screen."
)


def language_option(function: Function) -> Function:
    """--language: in which language the command answers, instead of that of the settings."""

    @click.option("--language", default="", metavar="CODE", help="In another language: en (English) or da (Danish).")
    @functools.wraps(function)
    def spoken(*args: Any, language: str, **kwargs: Any) -> Any:
        if not language:
            return function(*args, **kwargs)
        found = language_called(language)
        if found is None:
            raise click.BadParameter(
                say(
                    "“{code}” is no language that is spoken here; choose from {known}.",
                    code=language,
                    known=", ".join(LANGUAGES),
                ),
                param_hint="--language",
            )
        with in_language(found):
            return function(*args, **kwargs)

    return spoken  # type: ignore[return-value]


def night_argument(function: Function) -> Function:
    """NIGHT as an argument or as an option."""

    @click.argument("given", metavar="[NIGHT]", default="", required=False)
    @night_option
    @functools.wraps(function)
    def with_one(*args: Any, given: str, night: str, **kwargs: Any) -> Any:
        if given and night:
            raise click.UsageError(
                say("You named two nights, {given} and {night}; name one.", given=given, night=night)
            )
        return function(*args, night=given or night, **kwargs)

    return with_one  # type: ignore[return-value]


def read_bytes(name: str, most: int = -1) -> bytes:
    """The bytes of a file, at most one more than `most` if that is given; `-` reads the pipe."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(most)
        with Path(name).open("rb") as file:
            return file.read(most)
    except OSError as problem:
        sentence = say("{name} cannot be read: {strerror}.", name=name, strerror=problem.strerror or problem)
        raise CliError("file_not_readable", sentence, details={"file": name}) from problem


def read_text(name: str, most: int = -1) -> str:
    """A text file, refused if it has more bytes than `most`; `-` reads the pipe."""
    content = read_bytes(name, most + 1 if most >= 0 else -1)
    if 0 <= most < len(content):
        raise CliError(
            "file_too_large", say("{name} is larger than {most:,} bytes, the most that is read.", name=name, most=most)
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        sentence = say("{name} is not a text file in UTF-8 (byte {start} is not).", name=name, start=problem.start + 1)
        raise CliError("not_utf8", sentence, details={"file": name}) from problem


def write_text(name: str, text: str) -> None:
    """Writes a whole text file and keeps its line ends."""
    write_bytes(name, text.encode())


def write_bytes(name: str, content: bytes) -> None:
    """Writes a whole file: first beside it, so that a full disk leaves an earlier file as it was."""
    path = Path(name)
    beside = Path(f"{name}.part")
    try:
        if path.exists() and not path.is_file():
            # A pipe or a device is written directly; a folder refuses.
            path.write_bytes(content)
            return
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as problem:
        beside.unlink(missing_ok=True)
        sentence = say("{name} cannot be written: {strerror}.", name=name, strerror=problem.strerror or problem)
        raise CliError("file_not_writable", sentence, details={"file": name}) from problem
