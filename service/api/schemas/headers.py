"""What is said beside the body: the key that makes a request one, and the version it was decided on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import marshmallow as ma

from service.extensions import KEY, KEY_MAX

KEY_FORM = rf"^[!-~]{{1,{KEY_MAX}}}$"
VERSION_FORM = r'^"[0-9]{1,9}"$'


class KeyField(ma.fields.Field[str]):
    """A key: printable ASCII without spaces."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        if not re.fullmatch(KEY_FORM[1:-1], str(value)):
            raise ma.ValidationError(f"1 to {KEY_MAX} printable ASCII characters without spaces.")
        return str(value)


class VersionField(ma.fields.Field[int]):
    """One version, in quotes as an ETag gives it."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if not re.fullmatch(VERSION_FORM[1:-1], str(value), re.ASCII):
            raise ma.ValidationError('one version in quotes, as an ETag gave it: "41".')
        return int(str(value).strip('"'))


class KeyHeaders(ma.Schema):
    """What every POST that records must carry."""

    key = KeyField(
        required=True,
        data_key=KEY,
        metadata={
            "description": "New for each act. The same key with the same body is answered as the first time; with "
            "another body it is refused."
        },
    )


class RecordingHeaders(KeyHeaders):
    """What a command for a night carries besides: the version it was decided on, which an act of a hand needs."""

    expected = VersionField(
        data_key="If-Match",
        metadata={
            "description": "The version this was decided on, as the ETag gave it. Acts of a hand need it (428 without, "
            "412 when the night has gone on); an act of the bank without it is decided anew on a conflict."
        },
    )


class LastEventHeaders(ma.Schema):
    """Where a broken stream goes on."""

    last_event_id = ma.fields.String(
        data_key="Last-Event-ID",
        validate=ma.validate.Regexp(r"^[0-9]{1,9}$", error="a version, as the id of the last event was"),
        metadata={"description": "The version of the last event that was received."},
    )
