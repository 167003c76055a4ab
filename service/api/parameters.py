"""The headers and queries of every route, as marshmallow reads them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

import marshmallow as ma
from werkzeug.datastructures import ETags
from werkzeug.http import parse_etags

from engine.catalogue import RULEBOOKS
from engine.club.acts import NightPhase, Role
from engine.events import TYPE_NAMED
from engine.library import OWN
from engine.speech import say
from service.api.routes import KEY, VERSION_FORM
from service.app.running.jobs import STATES
from service.book.job_kinds import KIND_NAMED
from service.language.payload_limits import KEY_MAX

KEY_FORM = rf"^[!-~]{{1,{KEY_MAX}}}$"
PLAYER = ma.validate.Regexp(r"^[A-Za-z0-9_-]{1,40}$", error="It takes the id of a player.")
CLUB = ma.validate.Regexp(r"^[A-Za-z0-9_-]{1,40}$", error="It takes the id of a club.")
DAY = ma.validate.Regexp(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", error="It takes a day, such as 2026-01-31.")
GAME_NAME = ma.validate.Length(min=1, max=120, error="It takes 1 to 120 characters.")
CHOICE = "It takes one of: {choices}."
NEXT = "It takes the `next` of the page before."

# Headers.


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


# Queries.


class Whole(ma.fields.Field[int]):
    """A whole number in a query, written with digits only."""

    def __init__(self, *, least: int = 0, most: int = 10**9, **extra: Any) -> None:
        super().__init__(**extra)
        self.least = least
        self.most = most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        text = str(value)
        if not (text.isascii() and text.isdigit() and len(text) <= 10 and self.least <= int(text) <= self.most):
            sentence = say(
                "it is {text!r}; it takes a whole number from {least} to {most}.",
                text=text,
                least=self.least,
                most=self.most,
            )
            raise ma.ValidationError(sentence)
        return int(text)


class AtSchema(ma.Schema):
    """The version at which to look at the night."""

    at = Whole(
        least=1,
        metadata={"description": "As it was when this was the last event; without it, as it is."},
    )


class TableSchema(ma.Schema):
    """The event at which to look at the table."""

    at = Whole(least=1, metadata={"description": "The event after which it is drawn; without it, the last one."})


class MovementsSchema(ma.Schema):
    """Whose chips to follow."""

    player = ma.fields.String(
        required=True,
        error_messages={"required": "player is missing; it must be the id of a player."},
        validate=PLAYER,
        metadata={"description": "Why each chip and each cent of this player moved."},
    )


class StreamSchema(ma.Schema):
    """Where a new stream begins."""

    after = Whole(
        least=0,
        metadata={
            "description": "Begin with the event after this version, which the reader has seen; without it, with the next "
            "event. A Last-Event-ID goes before it, so that a broken stream continues."
        },
    )


class EventPageSchema(ma.Schema):
    """A page of events."""

    after = ma.fields.String(
        validate=ma.validate.Regexp(r"^[A-Za-z0-9_-]{1,60}:[0-9]{1,9}$", error=NEXT),
        metadata={"description": "The `next` of the page before; without it, from the first event."},
    )
    limit = Whole(least=1, most=500, load_default=100, metadata={"description": "How many at most."})
    last = Whole(
        least=1,
        most=500,
        metadata={"description": "Only the last so many of them, in place of a page from the first on."},
    )
    player = ma.fields.String(
        validate=PLAYER,
        metadata={"description": "Only events in which this player acts, pays, gets or is named."},
    )
    kind = ma.fields.String(
        data_key="type",
        validate=ma.validate.OneOf(sorted(TYPE_NAMED), error="It takes the type of an event, such as loan_given."),
        metadata={"description": "Only events of this type."},
    )
    hand = Whole(
        least=1,
        metadata={"description": "Only events of this hand; the first of the night is 1. 404 if there is none."},
    )


class NightPageSchema(ma.Schema):
    """A page of nights."""

    club = ma.fields.String(
        validate=CLUB,
        metadata={"description": "Only the nights of this club."},
    )
    phase = ma.fields.String(
        validate=ma.validate.OneOf(get_args(NightPhase), error=CHOICE),
        metadata={"description": "Only nights that have come so far."},
    )
    since = ma.fields.String(
        data_key="from",
        validate=DAY,
        metadata={"description": "Only nights opened on this day or later, in UTC."},
    )
    until = ma.fields.String(
        data_key="to",
        validate=DAY,
        metadata={"description": "Only nights opened on this day or earlier, in UTC."},
    )
    player = ma.fields.String(
        validate=PLAYER,
        metadata={"description": "Only nights at which this player sat down."},
    )
    after = ma.fields.String(
        validate=ma.validate.Regexp(r"^[A-Za-z0-9_-]{1,60}$", error=NEXT),
        metadata={"description": "The `next` of the page before; without it, from the newest night."},
    )
    limit = Whole(least=1, most=200, load_default=50, metadata={"description": "How many at most."})


class MembersSchema(ma.Schema):
    """Which players of a club."""

    role = ma.fields.String(
        validate=ma.validate.OneOf(get_args(Role), error=CHOICE),
        metadata={"description": "Only players with this role."},
    )


class WhoseGamesSchema(ma.Schema):
    """The club whose own games may be meant, in addition to those of the rulebooks."""

    club = ma.fields.String(
        validate=CLUB,
        metadata={"description": "With the own games of this club."},
    )


class GameSchema(WhoseGamesSchema):
    """Which games to list."""

    rulebook = ma.fields.String(
        validate=ma.validate.OneOf([*(book.name for book in RULEBOOKS), OWN], error=CHOICE),
        metadata={"description": f"Only the games of this rulebook; `{OWN}` is that of a club's own."},
    )
    q = ma.fields.String(
        validate=GAME_NAME,
        metadata={"description": "Only games that this may mean: a name, its beginning, a part or its initials."},
    )


class SeasonSchema(ma.Schema):
    """Which nights and which games count in standings."""

    since = ma.fields.String(
        load_default="",
        data_key="from",
        validate=DAY,
        metadata={"description": "Only nights opened on this day or later, by the clock of the night."},
    )
    until = ma.fields.String(
        load_default="",
        data_key="to",
        validate=DAY,
        metadata={"description": "Only nights opened on this day or earlier."},
    )
    rulebook = ma.fields.String(
        load_default="",
        validate=GAME_NAME,
        metadata={"description": "Only hands of the games of this rulebook."},
    )
    game = ma.fields.String(
        load_default="",
        validate=GAME_NAME,
        metadata={"description": "Only hands of this game; the beginning of its name is enough."},
    )
    limit = Whole(least=1, most=500, load_default=100, metadata={"description": "How many lines at most."})


class HeadSchema(ma.Schema):
    """The head of the chain that was kept outside the book."""

    head = ma.fields.String(
        load_default="",
        validate=ma.validate.Regexp(r"^[0-9a-f]{64}$", error="It takes a head: 64 hexadecimal digits, small letters."),
        metadata={"description": "A head that was noted earlier: finds what was cut off or rewritten since."},
    )


class PlanSchema(ma.Schema):
    """Which plan."""

    kind = ma.fields.String(
        load_default=None,
        validate=ma.validate.OneOf(["bank", "direct"], error="It takes bank or direct."),
        metadata={
            "description": "Before it is frozen: everyone with the banker, or the fewest transfers; without it, as the house settles."
        },
    )
    old_debts = ma.fields.Boolean(
        load_default=False,
        error_messages={"invalid": "It takes true or false."},
        metadata={"description": "Before it is frozen: with what is unpaid of the club's earlier nights."},
    )


class DaysSchema(ma.Schema):
    """For how long a debt must have been unpaid."""

    days = Whole(
        least=0, most=9999, metadata={"description": "So many days at least; without it, as the settings say."}
    )


class HolderSchema(ma.Schema):
    """Whose receipt it is."""

    player = ma.fields.String(
        load_default="",
        validate=PLAYER,
        metadata={
            "description": "For this player, whose own events stand in it in full, with their closed cards: it needs the "
            "banker's token. Without, it is for everybody."
        },
    )


class JobPageSchema(ma.Schema):
    """A page of jobs."""

    kind = ma.fields.String(
        load_default="",
        validate=ma.validate.OneOf(("", *KIND_NAMED), error=CHOICE),
        metadata={"description": "Only jobs of this kind."},
    )
    club = ma.fields.String(
        load_default="",
        validate=ma.validate.Regexp(r"^([A-Za-z0-9_-]{1,40})?$", error=CLUB.error),
        metadata={"description": "Only jobs of this club."},
    )
    state = ma.fields.String(
        load_default="",
        validate=ma.validate.OneOf(("", *STATES), error=CHOICE),
        metadata={"description": "Only jobs in this state; `failed` are those that somebody has to look at."},
    )
    after = ma.fields.String(
        load_default="",
        validate=ma.validate.Regexp(r"^([0-9TZ:-]{20}~[A-Za-z0-9_-]{1,60}~[A-Za-z0-9_:-]{1,200})?$", error=NEXT),
        metadata={"description": "The `next` of the page before; without it, from the newest job."},
    )
    limit = Whole(least=1, most=200, load_default=50, metadata={"description": "How many at most."})
