"""The headers and queries of every route, as marshmallow reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

import marshmallow as ma
from werkzeug.http import parse_etags

from engine.catalogue import RULEBOOKS
from engine.club.acts import NightPhase, Role
from engine.events import TYPE_NAMED
from engine.library import OWN
from engine.speech import say, to_say
from service.api.routes import KEY, VERSION_FORM
from service.app.running.jobs import STATES
from service.book.job_kinds import KIND_NAMED
from service.language.payload_limits import KEY_MAX

KEY_FORM = rf"^[!-~]{{1,{KEY_MAX}}}$"
PLAYER = ma.validate.Regexp(r"^[A-Za-z0-9_-]{1,40}$", error=to_say("It takes the id of a player."))
CLUB = ma.validate.Regexp(r"^[A-Za-z0-9_-]{1,40}$", error=to_say("It takes the id of a club."))
DAY = ma.validate.Regexp(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", error=to_say("It takes a day, such as 2026-01-31."))
CURRENCY = ma.validate.Regexp(r"^[A-Z]{3}$", error=to_say("It takes the code of a currency, such as DKK."))
GAME_NAME = ma.validate.Length(min=1, max=120, error=to_say("It takes 1 to 120 characters."))
CHOICE = to_say("It takes one of: {choices}.")
NEXT = to_say("It takes the `next` of the page before.")


class Choice(ma.validate.OneOf):
    """One of several words; its refusal names them all."""

    def __init__(self, choices: Iterable[str]) -> None:
        super().__init__(tuple(choices), error=CHOICE)

    def _format_error(self, value: Any) -> str:
        return say(CHOICE, choices=self.choices_text)


# Headers.


class Formed(ma.fields.String):
    """A text of a form, a pattern; a refusal says what it `accepts`. It is given to the view as `read` makes it."""

    def __init__(
        self, form: str, accepts: str, description: str, *, read: Callable[[str], Any] = str, **more: Any
    ) -> None:
        super().__init__(metadata={"pattern": form, "description": description}, **more)
        self.accepts = accepts
        self.read = read

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if not re.fullmatch(self.metadata["pattern"][1:-1], str(value), re.ASCII):
            raise ma.ValidationError(say(self.accepts, most=KEY_MAX))
        return self.read(str(value))


def _version(etag: str) -> int:
    return int(etag.strip('"').partition(".")[0])


ONE_VERSION = to_say('one version in quotes, as an ETag gave it: "41".')


class KeyHeaders(ma.Schema):
    """What every POST that records needs."""

    key = Formed(
        KEY_FORM,
        to_say("1 to {most} printable ASCII characters without spaces."),
        "New for each act: 1 to 200 printable ASCII characters without spaces (400 without). The same "
        "key with the same body gets the first answer again, even if much has happened since, and nothing is "
        "recorded twice; with another body it is refused (422). Keys belong to a club and never expire.",
        required=True,
        data_key=KEY,
    )


class RecordingHeaders(KeyHeaders):
    """The headers of a command for a night. `If-Match`, the version it was decided on, is needed for an act of a hand."""

    expected = Formed(
        VERSION_FORM,
        ONE_VERSION,
        "The version this was decided on: the latest ETag of this night, quotes included. Needed (428 "
        "without) when the schema of a command that is sent has `x-needs-if-match`: an act of a hand. If it is "
        "sent and the night has gone on, nothing is recorded (412); look at the night again. An act of the bank "
        "or of the night may leave it out, and is then decided again on a conflict.",
        read=_version,
        data_key="If-Match",
    )


class ActHeaders(KeyHeaders):
    """The headers of an act of a hand: its key, and always the version it was decided on."""

    expected = Formed(
        VERSION_FORM,
        ONE_VERSION,
        "The version this was decided on: the latest ETag of this night, quotes included (428 without). "
        "When the night has gone on, nothing is recorded (412); look at the night again.",
        read=_version,
        required=True,
        data_key="If-Match",
    )

    def load(self, data: Any, *, many: bool | None = None, partial: Any = None, unknown: Any = None) -> Any:
        """A missing version is not refused here but later, where the current version is known and can be told."""
        return super().load(data, many=many, partial=("expected",), unknown=unknown)


class IfMatchHeaders(ma.Schema):
    """What whoever changes a club or a player has seen of it; it may be left out."""

    seen = Formed(
        r'^(\*|(W/)?"[^"]*"(, *(W/)?"[^"]*")*)$',
        to_say('the ETag of an answer, quotes included, as in W/"3f2a…".'),
        "The ETag of the whole answer to a GET of the same path. If it is sent and something has changed "
        "there since, nothing is recorded (412); look again. Without it, the last word counts.",
        read=parse_etags,
        data_key="If-Match",
        load_default=None,
        allow_none=False,
    )


class LastEventHeaders(ma.Schema):
    """Where a broken stream continues."""

    last_event_id = ma.fields.String(
        data_key="Last-Event-ID",
        validate=ma.validate.Regexp(r"^[0-9]{1,9}$", error=to_say("a version, as the id of the last event was")),
        metadata={
            "description": "The `id` of the last received event, which is its version: the stream continues with the "
            "event after it; 0 begins with the first. Without it, a stream begins with the next event. For a version "
            "that the night does not reach within ten seconds, the stream begins anew with a `reset`."
        },
    )


# Queries.


class Whole(ma.fields.Integer):
    """A whole number in a query, written with digits only."""

    def __init__(self, description: str, *, least: int = 1, most: int = 10**9, **more: Any) -> None:
        super().__init__(metadata={"description": description, "minimum": least, "maximum": most}, **more)
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


def _text(description: str, check: ma.validate.Validator, **more: Any) -> ma.fields.String:
    """A text in a query, as the check takes it."""
    return ma.fields.String(validate=check, metadata={"description": description}, **more)


class AtSchema(ma.Schema):
    """The version at which to look at the night."""

    at = Whole("As it was when this was the last event; without it, as it is.")


class TableSchema(ma.Schema):
    """The event at which to look at the table."""

    at = Whole("The event after which it is drawn; without it, the last one.")


class MovementsSchema(ma.Schema):
    """Whose chips to follow."""

    player = _text(
        "Why each chip and each cent of this player moved.",
        PLAYER,
        required=True,
        error_messages={"required": to_say("player is missing; it must be the id of a player.")},
    )


class StreamSchema(ma.Schema):
    """Where a new stream begins."""

    after = Whole(
        "Begin with the event after this version, which the reader has seen; without it, with the next "
        "event. A Last-Event-ID goes before it, so that a broken stream continues.",
        least=0,
    )


class EventPageSchema(ma.Schema):
    """A page of events."""

    after = _text(
        "The `next` of the page before; without it, from the first event.",
        ma.validate.Regexp(r"^[A-Za-z0-9_-]{1,60}:[0-9]{1,9}$", error=NEXT),
    )
    limit = Whole("How many at most.", most=500, load_default=100)
    last = Whole("Only the last so many of them, in place of a page from the first on.", most=500)
    player = _text("Only events in which this player acts, pays, gets or is named.", PLAYER)
    kind = _text(
        "Only events of this type.",
        ma.validate.OneOf(sorted(TYPE_NAMED), error=to_say("It takes the type of an event, such as loan_given.")),
        data_key="type",
    )
    hand = Whole("Only events of this hand; the first of the night is 1. 404 if there is none.")


class NightPageSchema(ma.Schema):
    """A page of nights."""

    club = _text("Only the nights of this club.", CLUB)
    phase = _text("Only nights that have come so far.", Choice(get_args(NightPhase)))
    since = _text("Only nights opened on this day or later, in UTC.", DAY, data_key="from")
    until = _text("Only nights opened on this day or earlier, in UTC.", DAY, data_key="to")
    player = _text("Only nights at which this player sat down.", PLAYER)
    after = _text(
        "The `next` of the page before; without it, from the newest night.",
        ma.validate.Regexp(r"^[A-Za-z0-9_-]{1,60}$", error=NEXT),
    )
    limit = Whole("How many at most.", most=200, load_default=50)


class MembersSchema(ma.Schema):
    """Which players of a club."""

    role = _text("Only players with this role.", Choice(get_args(Role)))


class WhoseGamesSchema(ma.Schema):
    """The club whose own games may be meant, in addition to those of the rulebooks."""

    club = _text("With the own games of this club.", CLUB)


class GameSchema(WhoseGamesSchema):
    """Which games to list."""

    rulebook = _text(
        f"Only the games of this rulebook; `{OWN}` is that of a club's own.",
        Choice([*(book.name for book in RULEBOOKS), OWN]),
    )
    q = _text("Only games that this may mean: a name, its beginning, a part or its initials.", GAME_NAME)


class OneCurrencySchema(ma.Schema):
    """Of several currencies, which."""

    currency = _text("Only nights in this currency.", CURRENCY, load_default="")


class SeasonSchema(ma.Schema):
    """Which nights and which games count in standings."""

    since = _text(
        "Only nights opened on this day or later, by the clock of the night.", DAY, load_default="", data_key="from"
    )
    until = _text("Only nights opened on this day or earlier.", DAY, load_default="", data_key="to")
    rulebook = _text("Only hands of the games of this rulebook.", GAME_NAME, load_default="")
    game = _text("Only hands of this game; the beginning of its name is enough.", GAME_NAME, load_default="")
    limit = Whole("How many lines at most.", most=500, load_default=100)


class HeadSchema(ma.Schema):
    """The head of the chain that was kept outside the book."""

    head = _text(
        "A head that was noted earlier: finds what was cut off or rewritten since.",
        ma.validate.Regexp(r"^[0-9a-f]{64}$", error=to_say("It takes a head: 64 hexadecimal digits, small letters.")),
        load_default="",
    )


class PlanSchema(ma.Schema):
    """Which plan."""

    kind = _text(
        "Before it is frozen: everyone with the banker, or the fewest transfers; without it, as the house settles.",
        ma.validate.OneOf(["bank", "direct"], error=to_say("It takes bank or direct.")),
        load_default=None,
    )
    old_debts = ma.fields.Boolean(
        load_default=False,
        error_messages={"invalid": "It takes true or false."},
        metadata={"description": "Before it is frozen: with what is unpaid of the club's earlier nights."},
    )


class DaysSchema(ma.Schema):
    """For how long a debt must have been unpaid."""

    days = Whole("So many days at least; without it, as the settings say.", least=0, most=9999)


class HolderSchema(ma.Schema):
    """Whose receipt it is."""

    player = _text(
        "For this player, whose own events stand in it in full, with their closed cards: it needs the "
        "banker's token. Without, it is for everybody.",
        PLAYER,
        load_default="",
    )


class JobPageSchema(ma.Schema):
    """A page of jobs."""

    kind = _text("Only jobs of this kind.", Choice(("", *KIND_NAMED)), load_default="")
    club = _text(
        "Only jobs of this club.", ma.validate.Regexp(r"^([A-Za-z0-9_-]{1,40})?$", error=CLUB.error), load_default=""
    )
    state = _text(
        "Only jobs in this state; `failed` are those that somebody has to look at.",
        Choice(("", *STATES)),
        load_default="",
    )
    after = _text(
        "The `next` of the page before; without it, from the newest job.",
        ma.validate.Regexp(r"^([0-9TZ:-]{20}~[A-Za-z0-9_-]{1,60}~[A-Za-z0-9_:-]{1,200})?$", error=NEXT),
        load_default="",
    )
    limit = Whole("How many at most.", most=200, load_default=50)
