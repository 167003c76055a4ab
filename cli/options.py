"""What several commands share: the choice of a night, the language, and files that are read and written."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import click

from cli import commands, render
from cli.completion import known_clubs, known_nights
from cli.errors import WRONG_USAGE, CliError
from engine.speech import say
from service.errors.system import reason_of
from service.language.languages import LANGUAGES, in_language, language_called

Function = TypeVar("Function", bound=Callable[..., Any])

json_option = commands.flag("--json", "Print JSON.", to="as_json")
# What the command ends with once it has answered, if not with 0.
EXIT_CODE = "chipbook.exit_code"


def answering(function: Callable[..., Iterator[object]]) -> Callable[..., None]:
    """--json, for a command that yields its answer: a program is given that, and only for people does the command go on.

    Afterwards it ends with the exit code that `ends_with` has said meanwhile.
    """

    @json_option
    @functools.wraps(function)
    def answered(*args: Any, as_json: bool, **kwargs: Any) -> None:
        render.answer(function(*args, **kwargs), for_programs=render.as_json if as_json else None)
        end()

    return answered


def ends_with(code: int) -> None:
    """Has the command end with this exit code, once it has answered."""
    click.get_current_context().meta[EXIT_CODE] = code


def end() -> None:
    """Ends the command here, if it ends with an exit code."""
    context = click.get_current_context()
    if code := context.meta.get(EXIT_CODE):
        context.exit(code)


def club_group(name: str, listing: Callable[..., None]) -> Callable[[Callable[[], None]], commands.Group]:
    """A group of commands about a club, which alone shows or lists what there is; the docstring says of what."""

    def group(function: Callable[[], None]) -> commands.Group:
        @commands.group(name, invoke_without_command=True, help=function.__doc__)
        @club_option
        @json_option
        @click.pass_context
        def alone(context: click.Context, /, **asked: Any) -> None:
            if context.invoked_subcommand is None:
                listing(**asked)
            elif any(asked.values()):
                sentence = say(
                    "Write --club and --json at the end: {group} {command} … --json.",
                    group=context.command_path.removeprefix("chipbook "),
                    command=context.invoked_subcommand,
                )
                raise click.UsageError(sentence)

        return alone

    return group


night_option = commands.word("-n --night NIGHT", "Which night; the start or end of its id is enough.", known_nights)
club_option = commands.word("--club NAME", "Which club.  [that of the newest night]", known_clubs)
key_option = commands.word(
    "--idempotency-key KEY", "An idempotency key: the same command sent twice is recorded once.", to="key"
)
waive_option = commands.option(
    "--waive",
    type=(str, str),
    multiple=True,
    metavar="RULE REASON",
    help="Set a house rule aside for this act; the report says so.",
)
at_option = commands.word("--at HH:MM", "When it happened at the table, if not now.")
yes_option = commands.flag("-y --yes", "Do not ask; needed where nobody can be asked.")


def _place(_: click.Context, __: click.Parameter, stated: str) -> str:
    """Where something goes; empty for the terminal, which is said with `-` or not at all."""
    return "" if stated in ("", "-") else str(Path(stated).expanduser())


output_option = commands.option(
    "-o", "--output", default="", metavar="FILE|-", callback=_place, help="Where it goes; - is the terminal.  [-]"
)
folder_option = commands.option(
    "-o", "--output", default="", metavar="FOLDER", callback=_place, help="The folder for the files; it is made."
)


def language_option(function: Function) -> Function:
    """--language: in which language the command answers, instead of that of the settings."""

    @commands.word("--language CODE", "In another language: en (English) or da (Danish).")
    @functools.wraps(function)
    def spoken(*args: Any, language: str, **kwargs: Any) -> Any:
        if not language:
            return function(*args, **kwargs)
        chosen = language_called(language)
        if chosen is None:
            raise click.BadParameter(
                say(
                    "“{code}” is no language that is spoken here; choose from {known}.",
                    code=language,
                    known=", ".join(LANGUAGES),
                ),
                param_hint="--language",
            )
        with in_language(chosen):
            return function(*args, **kwargs)

    return spoken  # type: ignore[return-value]


# How the names of files end that people write behind a form, where no file stands.
FILE = re.compile(r"\.(csv|xlsx|json|ndjson|html|pdf|png|txt|phhs?|beancount|ics|toml)$", re.IGNORECASE)


def no_file(*words: str) -> None:
    """Refuses a name of a file among these words, and says where it is written."""
    if file := next(filter(FILE.search, words), ""):
        raise click.UsageError(say("Where a file goes is said with -o: write -o {file}.", file=file))


def of_a_night(function: Function) -> Function:
    """-n NIGHT, for a command that takes no words beside it; refuses words, and says where each goes."""

    @commands.argument("words", metavar="", nargs=-1)
    @night_option
    @functools.wraps(function)
    def with_one(*args: Any, words: tuple[str, ...], **kwargs: Any) -> Any:
        no_file(*words)
        if words:
            raise click.UsageError(say("Which night is said with -n: write -n {night}.", night=words[0]))
        return function(*args, **kwargs)

    return with_one  # type: ignore[return-value]


def read_bytes(name: str, most: int = -1) -> bytes:
    """The bytes of a file, at most one more than `most` if that is given; `-` reads the pipe."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(most)
        with Path(name).open("rb") as file:
            return file.read(most)
    except OSError as problem:
        sentence = say("{name} cannot be read: {strerror}.", name=name, strerror=reason_of(problem))
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


def at_a_terminal() -> bool:
    """True if what is printed is read on a screen."""
    return sys.stdout.isatty()


# What is no text, so that no terminal can show it.
NO_TEXT = ("pdf", "png", "xlsx")


def put(output: str, content: bytes, form: str = "text") -> bool:
    """Writes to the file and returns True, or prints. Refuses to print what is no text to a terminal; a pipe gets it."""
    if output:
        write_bytes(output, content)
        return True
    if form == "json":
        render.as_it_stands(content)
    elif form not in NO_TEXT:
        render.raw(content.decode("utf-8-sig"))
    elif at_a_terminal():
        sentence = say(
            "{form} is no text for a terminal; say where it goes: -o FILE.{ending}", form=form.upper(), ending=form
        )
        raise CliError("no_text", sentence, WRONG_USAGE)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
    return False


def put_into_folder(folder: str, files: Mapping[str, bytes]) -> list[str]:
    """Writes each file into the folder, which is made, and returns their paths."""
    if not folder:
        raise click.UsageError(say("These are several files; name a folder for them: -o FOLDER."))
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        sentence = say(
            "{folder} cannot be written: {strerror}; name another folder.", folder=folder, strerror=reason_of(problem)
        )
        raise CliError("folder_not_writable", sentence, details={"folder": folder}) from problem
    written = [str(Path(folder) / name) for name in files]
    for path, content in zip(written, files.values(), strict=True):
        write_bytes(path, content)
    return written


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
        with suppress(OSError):
            beside.unlink()
        sentence = say("{name} cannot be written: {strerror}.", name=name, strerror=reason_of(problem))
        raise CliError("file_not_writable", sentence, details={"file": name}) from problem
