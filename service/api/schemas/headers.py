"""The headers of a request: its key, and the version it was decided on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from werkzeug.datastructures import ETags
from werkzeug.http import parse_etags

from engine.speech import say
from service.api.http.extensions import KEY, VERSION_FORM
from service.language.payload_limits import KEY_MAX

KEY_FORM = rf"^[!-~]{{1,{KEY_MAX}}}$"


class KeyField(ma.fields.Field[str]):
    """A key: printable ASCII without spaces."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        if not re.fullmatch(KEY_FORM[1:-1], str(value)):
            raise ma.ValidationError(say("1 to {most} printable ASCII characters without spaces.", most=KEY_MAX))
        return str(value)


class VersionField(ma.fields.Field[int]):
    """One version, in quotes as an ETag gives it."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if not re.fullmatch(VERSION_FORM[1:-1], str(value), re.ASCII):
            raise ma.ValidationError(say('one version in quotes, as an ETag gave it: "41".'))
        return int(str(value).strip('"').partition(".")[0])


class KeyHeaders(ma.Schema):
    """What every POST that records needs."""

    key = KeyField(
        required=True,
        data_key=KEY,
        metadata={
            "description": "New for each act: 1 to 200 printable ASCII characters without spaces (400 without). The same "
            "key with the same body gets the first answer again, even if much has happened since, and nothing is "
            "recorded twice; with another body it is refused (422). Keys belong to a club and never expire."
        },
    )


class RecordingHeaders(KeyHeaders):
    """The headers of a command for a night. `If-Match`, the version it was decided on, is needed for an act of a hand."""

    expected = VersionField(
        data_key="If-Match",
        metadata={
            "description": "The version this was decided on: the latest ETag of this night, quotes included. Needed (428 "
            "without) when the schema of a command that is sent has `x-needs-if-match`: an act of a hand. If it is "
            "sent and the night has gone on, nothing is recorded (412); look at the night again. An act of the bank "
            "or of the night may leave it out, and is then decided again on a conflict."
        },
    )


class ActHeaders(KeyHeaders):
    """The headers of an act of a hand: its key, and always the version it was decided on."""

    expected = VersionField(
        required=True,
        data_key="If-Match",
        metadata={
            "description": "The version this was decided on: the latest ETag of this night, quotes included (428 without). "
            "When the night has gone on, nothing is recorded (412); look at the night again."
        },
    )

    def load(self, data: Any, *, many: bool | None = None, partial: Any = None, unknown: Any = None) -> Any:
        """A missing version is not refused here but later, where the current version is known and can be told."""
        return super().load(data, many=many, partial=("expected",), unknown=unknown)


class SeenField(ma.fields.Field[ETags]):
    """The ETags of answers, one of which has to be that of the answer as it is now; or * for whatever there is."""

    FORM = r'^(\*|(W/)?"[^"]*"(, *(W/)?"[^"]*")*)$'

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> ETags:
        if not re.fullmatch(self.FORM[1:-1], str(value), re.ASCII):
            raise ma.ValidationError('the ETag of an answer, quotes included, as in W/"3f2a…".')
        return parse_etags(str(value))


class SeenHeaders(ma.Schema):
    """What whoever changes a club or a player has seen of it; it may be left out."""

    seen = SeenField(
        data_key="If-Match",
        load_default=None,
        metadata={
            "description": "The ETag of the whole answer to a GET of the same path. If it is sent and something has changed "
            "there since, nothing is recorded (412); look again. Without it, the last word counts."
        },
    )


class LastEventHeaders(ma.Schema):
    """Where a broken stream continues."""

    last_event_id = ma.fields.String(
        data_key="Last-Event-ID",
        validate=ma.validate.Regexp(r"^[0-9]{1,9}$", error="a version, as the id of the last event was"),
        metadata={
            "description": "The `id` of the last received event, which is its version: the stream continues with the "
            "event after it; 0 begins with the first. Without it, a stream begins with the next event. For a version "
            "that the night does not reach within ten seconds, the stream begins anew with a `reset`."
        },
    )
