"""Every refusal as one sentence and one exit code, whether the rules, the book, the shorthand or the settings refuse."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import click

from cli import render
from cli.errors import DOES_NOT_HOLD, REFUSED, UNREADABLE, WRONG_USAGE, CliError, NamedRefusal


@dataclass(frozen=True, slots=True)
class Failure:
    """What to print for a refusal; `hint` says how to go on."""

    code: str
    sentence: str
    details: Mapping[str, Any]
    exit_code: int
    hint: str = ""


def failure_of(problem: Exception) -> Failure | None:
    """What to print for a problem; None for a fault in the program."""
    if isinstance(problem, click.UsageError):
        return Failure("wrong_usage", problem.format_message(), {}, WRONG_USAGE, _usage(problem))
    if isinstance(problem, click.ClickException):
        return Failure("wrong_usage", problem.format_message(), {}, problem.exit_code)
    if isinstance(problem, CliError):
        return Failure(problem.code, problem.sentence, problem.details, problem.exit_code)
    if isinstance(problem, NamedRefusal):
        inner = failure_of(problem.refusal)
        assert inner is not None
        details = {**inner.details, **problem.where}
        hint = f'To do it anyway: --waive {problem.waived_as} "REASON".' if problem.waived_as else ""
        return Failure(inner.code, problem.sentence, details, inner.exit_code, hint)
    return _of_the_book(problem)


def _of_the_book(problem: Exception) -> Failure | None:
    # Only here, because a wrong option needs neither the rules nor a book, and a refusal of the rules no book.
    from engine.errors import Refusal

    if isinstance(problem, Refusal):
        return Failure(problem.code, str(problem), problem.details, REFUSED)
    from cli.backend import UNUSABLE, Refusals, SettingError

    if isinstance(problem, SettingError):
        return Failure(problem.code, str(problem), problem.details, WRONG_USAGE)
    if isinstance(problem, Refusals):
        exit_code = UNREADABLE if isinstance(problem, UNUSABLE) else REFUSED
        if problem.code in ("broken_chain", "night_is_damaged", "night_does_not_hold"):
            exit_code = DOES_NOT_HOLD
        return Failure(problem.code, str(problem), problem.details, exit_code)
    return None


def _usage(problem: click.UsageError) -> str:
    if problem.ctx is None:
        return ""
    return f"{problem.ctx.get_usage()}\n{problem.ctx.command_path} --help tells more."


def tell(failure: Failure, *, as_json: bool) -> None:
    """One sentence to the error output, or a JSON object to the output."""
    if as_json:
        render.as_json({"error": as_data(failure)})
    else:
        render.refusal(failure.sentence, failure.hint)


def as_data(failure: Failure) -> dict[str, Any]:
    """The refusal as data for programs."""
    details = {name: _plain(value) for name, value in failure.details.items()}
    return {"code": failure.code, "sentence": failure.sentence, "details": details}


def _plain(value: object) -> object:
    """A detail as JSON; a refusal quoted by another becomes its sentence."""
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    return value if isinstance(value, str | int | None) else str(value)
