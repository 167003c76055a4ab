"""Every refusal as one sentence and one exit code, whether the rules, the book, the shorthand or the settings refuse."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import click

from cli import render
from cli.errors import DOES_NOT_HOLD, REFUSED, UNREADABLE, WRONG_USAGE, CliError
from engine.errors import Refusal
from engine.speech import say, to_say
from service import errors
from service.app.refusals import Refused
from service.config import SettingError
from service.errors import BookError
from service.errors.problems import Problem
from service.language.shorthand import ShorthandError
from service.language.shorthand.keywords import in_own_words_where_quoted

HINTS: Mapping[str, str] = {
    "no_nights": to_say("`chipbook night open` begins one."),
    "no_open_night": to_say("`chipbook night open` begins one."),
    "night_missing": to_say("`chipbook night list` shows the nights there are."),
    "unknown_game": to_say("`chipbook games` lists them."),
    "night_does_not_add_up": to_say("`chipbook verify -n {night}` says more."),
    "event_unreadable": to_say("`chipbook verify` says what is damaged."),
    "job_missing": to_say("`chipbook jobs --all` lists those that there are."),
    "no_failed_job": to_say("`chipbook jobs --failed` lists those that have."),
    "club_has_no_key": to_say("`chipbook club key new` makes one."),
}


def hint_of(code: str, details: Mapping[str, Any]) -> str:
    """The hint for the refusal with this code and these details; empty if there is none."""
    hint = HINTS.get(code)
    return say(hint, **details) if hint else ""


@dataclass(frozen=True, slots=True)
class Failure:
    """What to print for a refusal; `typed` says what to type instead, `hint` which command goes on or how to waive it."""

    code: str
    sentence: str
    details: Mapping[str, Any]
    exit_code: int
    hint: str = ""
    typed: str = ""

    @property
    def advice(self) -> str:
        """How to go on, all of it; empty if there is nothing to say."""
        return " ".join(filter(None, (self.typed, self.hint)))


def failure_of(problem: Exception) -> Failure | None:
    """What to print for a problem; None for a fault in the program."""
    if isinstance(problem, click.UsageError):
        return Failure("wrong_usage", problem.format_message(), {}, WRONG_USAGE, _usage(problem))
    if isinstance(problem, click.ClickException):
        return Failure("wrong_usage", problem.format_message(), {}, problem.exit_code)
    if isinstance(problem, CliError):
        return Failure(problem.code, problem.sentence, problem.details, problem.exit_code)
    return _of_the_book(problem)


def _of_the_book(problem: Exception) -> Failure | None:
    if isinstance(problem, Refusal):
        return Failure(
            problem.code, str(problem), problem.details, REFUSED, typed=in_own_words_where_quoted(problem.how_typed())
        )
    if isinstance(problem, Refused):
        return _in_words(problem)
    if isinstance(problem, SettingError):
        return Failure(problem.code, str(problem), problem.details, WRONG_USAGE)
    if isinstance(problem, BookError | Problem | ShorthandError):
        details = problem.details
        return Failure(problem.code, str(problem), details, _exit_code(problem), hint_of(problem.code, details))
    return None


def _in_words(problem: Refused) -> Failure:
    """What to print for a refusal with names and a place."""
    inner = failure_of(problem.refusal)
    assert inner is not None
    hint = say('To do it anyway: --waive {rule} "REASON".', rule=problem.waived_as) if problem.waived_as else ""
    return Failure(
        inner.code, problem.sentence, {**inner.details, **problem.where}, inner.exit_code, hint, problem.typed
    )


def _exit_code(problem: BookError | Problem | ShorthandError) -> int:
    # The book, or a file of its nights, cannot be used.
    unusable = (
        errors.BackupDamaged,
        errors.BookBusy,
        errors.BookDamaged,
        errors.BookFromNewerVersion,
        errors.BookLocked,
        errors.BookMissing,
        errors.BookReadOnly,
        errors.BookUnreachable,
        errors.BrokenChain,
        errors.DiskFull,
        errors.EventFromNewerVersion,
        errors.EventUnreadable,
        errors.MigrationNeeded,
        errors.NightIsDamaged,
        errors.NightDoesNotAddUp,
        errors.NoAnswer,
        errors.NotABackup,
        errors.NotABook,
    )
    match problem:
        case errors.NightDoesNotHold() | errors.ClubDoesNotHold():
            return DOES_NOT_HOLD
        case _ if problem.code == "unknown_currency":
            return WRONG_USAGE
        case _:
            return UNREADABLE if isinstance(problem, unusable) else REFUSED


def _usage(problem: click.UsageError) -> str:
    if problem.ctx is None:
        return ""
    more = say("{command} --help tells more.", command=problem.ctx.command_path)
    return f"{problem.ctx.get_usage()}\n{more}"


def tell(failure: Failure, *, as_json: bool) -> None:
    """One sentence to the error output, or a JSON object to the output."""
    if as_json:
        render.as_json({"error": as_data(failure)})
    else:
        render.refusal(failure.sentence, failure.advice)


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
    return value if isinstance(value, int | None) else str(value)
