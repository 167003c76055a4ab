"""Commands in a request: a marshmallow field that msgspec converts, and the envelopes around it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, TypeVar, cast

import marshmallow as ma
import msgspec
from msgspec.structs import replace

from engine import commands
from engine.speech import phrase, say
from service.api.http.extensions import CountedList, Schema
from service.app.take import IncomingCommand
from service.errors.problems import WrongBody
from service.language.validation.flaws import Unknown, flaws, is_closed
from service.language.validation.messages import wrong_value
from service.language.validation.of_values import ValidationMessage, message_of, place, validation_message

BATCH_MAX = 500

# Every kind of command; its `type` says which one it is.
AnyCommand: Any = reduce(or_, commands.ALL)

Taken = TypeVar("Taken", bound=msgspec.Struct)


class _Envelope(msgspec.Struct):
    """A command within a struct: msgspec remembers what it knows of a struct, but finds it out for a bare union each time."""

    command: AnyCommand


def command_from(raw: Any) -> commands.Command:
    """The command from plain data. Raises marshmallow's error with the place and what is wrong there."""
    command: commands.Command = _converted(raw, AnyCommand, "The command")
    return command


def _converted(raw: Any, kind: Any, whole: str) -> Any:
    try:
        made = (
            msgspec.convert({"command": raw}, _Envelope).command if kind is AnyCommand else msgspec.convert(raw, kind)
        )
    except msgspec.ValidationError as problem:
        raise _error(validation_message(raw, kind, whole)) from problem
    if (unread := _unread(raw, type(made))) is not None:
        raise _error(unread)
    return made


def _unread(raw: Any, kind: Any) -> ValidationMessage | None:
    """The message for a part of the data that was not read, or None.

    Commands refuse unknown fields themselves; some structs within them overlook them.
    """
    found = None if is_closed(kind) else next(flaws(raw, kind, closed=True), None)
    if found is None:
        return None
    assert isinstance(found, Unknown), "Everything else is refused by the conversion."
    return ValidationMessage(place((*found.path, found.name)), message_of(found, "").sentence)


def body_as(raw: Any, kind: type[Taken]) -> Taken:
    """The struct from a whole body, for a route that takes only this kind."""
    if isinstance(raw, dict) and "type" in raw:
        raise WrongBody([("type", say("There is no field type here; the route says which act or question it is."))])
    try:
        return cast("Taken", _converted(raw, kind, "The body"))
    except ma.ValidationError as problem:
        at = "" if problem.field_name == ma.exceptions.SCHEMA else str(problem.field_name)
        raise WrongBody([(at, str(problem.messages[0]))]) from problem


def _error(found: ValidationMessage) -> ma.ValidationError:
    return ma.ValidationError(found.sentence, field_name=found.at) if found.at else ma.ValidationError(found.sentence)


class CommandField(ma.fields.Field[commands.Command]):
    """A command. An error in it is reported with its place."""

    takes = phrase("an object with a type, as the document describes the commands")

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> commands.Command:
        try:
            return command_from(value)
        except ma.ValidationError as problem:
            if problem.field_name == ma.exceptions.SCHEMA:
                raise
            raise ma.ValidationError({problem.field_name: list(problem.messages)}) from problem


class MomentField(ma.fields.Field[str]):
    """A time, in the form the book uses."""

    takes = phrase("a time in UTC with seconds, as 2026-11-20T19:30:00Z")
    FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z", re.ASCII)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        if isinstance(value, str) and self.FORM.fullmatch(value):
            try:
                datetime.fromisoformat(value)
            except ValueError:
                pass
            else:
                return value
        raise ma.ValidationError(wrong_value(attr or "it", self.takes, value))


class SaidSchema(Schema):
    """One command, and when it happened at the table; now, if no time is given."""

    command = CommandField(required=True)
    occurred_at = MomentField(metadata={"description": "When it happened at the table, in UTC."})

    @ma.post_load
    def said(self, data: dict[str, Any], **_: Any) -> IncomingCommand:
        """The command as the command handler takes it."""
        return IncomingCommand(data["command"], occurred_at=data.get("occurred_at", ""))


class BatchSchema(Schema):
    """Several commands: all of them are recorded in this order, or none."""

    commands = CountedList(
        ma.fields.Nested(SaidSchema), required=True, validate=ma.validate.Length(min=1, max=BATCH_MAX)
    )

    @ma.post_load
    def numbered(self, data: dict[str, Any], **_: Any) -> list[IncomingCommand]:
        """The commands, each with its index, so that a refusal can name the one it is about."""
        return [replace(said, index=index) for index, said in enumerate(data["commands"])]
