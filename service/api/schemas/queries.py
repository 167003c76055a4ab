"""The query parameters of every route."""

from __future__ import annotations

from typing import get_args

import marshmallow as ma

from engine.catalogue import RULEBOOKS
from engine.club.acts import NightPhase, Role
from engine.events import TYPE_NAMED
from engine.library import OWN
from service.api.http.extensions import Schema, Whole

ID = r"^[A-Za-z0-9_-]{1,60}$"
DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
CURSOR = r"^[A-Za-z0-9_-]{1,60}:[0-9]{1,9}$"


class AtSchema(Schema):
    """The version at which to look at the night."""

    at = Whole(
        least=1,
        metadata={"description": "As it was when this was the last event; without it, as it is."},
    )


class TableSchema(Schema):
    """The event at which to look at the table."""

    at = Whole(least=1, metadata={"description": "The event after which it is drawn; without it, the last one."})


class MovementsSchema(Schema):
    """Whose chips to follow."""

    player = ma.fields.String(
        required=True,
        validate=ma.validate.Regexp(r"^[A-Za-z0-9_-]{1,40}$", error="It takes the id of a player."),
        metadata={"description": "Why each chip and each cent of this player moved."},
    )


class StreamSchema(Schema):
    """Where a new stream begins."""

    after = Whole(
        least=0,
        metadata={
            "description": "Begin with the event after this version, which the reader has seen; without it, with the next "
            "event. A Last-Event-ID goes before it, so that a broken stream continues."
        },
    )


class EventPageSchema(Schema):
    """A page of events."""

    after = ma.fields.String(
        validate=ma.validate.Regexp(CURSOR, error="It takes the `next` of the page before."),
        metadata={"description": "The `next` of the page before; without it, from the first event."},
    )
    limit = Whole(least=1, most=500, load_default=100, metadata={"description": "How many at most."})
    last = Whole(
        least=1,
        most=500,
        metadata={"description": "Only the last so many of them, in place of a page from the first on."},
    )
    player = ma.fields.String(
        validate=ma.validate.Regexp(r"^[A-Za-z0-9_-]{1,40}$", error="It takes the id of a player."),
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


class NightPageSchema(Schema):
    """A page of nights."""

    club = ma.fields.String(
        validate=ma.validate.Regexp(r"^[A-Za-z0-9_-]{1,40}$", error="It takes the id of a club."),
        metadata={"description": "Only the nights of this club."},
    )
    phase = ma.fields.String(
        validate=ma.validate.OneOf(get_args(NightPhase), error="It takes one of: {choices}."),
        metadata={"description": "Only nights that have come so far."},
    )
    since = ma.fields.String(
        data_key="from",
        validate=ma.validate.Regexp(DAY, error="It takes a day, such as 2026-01-31."),
        metadata={"description": "Only nights opened on this day or later, in UTC."},
    )
    until = ma.fields.String(
        data_key="to",
        validate=ma.validate.Regexp(DAY, error="It takes a day, such as 2026-01-31."),
        metadata={"description": "Only nights opened on this day or earlier, in UTC."},
    )
    player = ma.fields.String(
        validate=ma.validate.Regexp(r"^[A-Za-z0-9_-]{1,40}$", error="It takes the id of a player."),
        metadata={"description": "Only nights at which this player sat down."},
    )
    after = ma.fields.String(
        validate=ma.validate.Regexp(ID, error="It takes the `next` of the page before."),
        metadata={"description": "The `next` of the page before; without it, from the newest night."},
    )
    limit = Whole(least=1, most=200, load_default=50, metadata={"description": "How many at most."})


class MembersSchema(Schema):
    """Which players of a club."""

    role = ma.fields.String(
        validate=ma.validate.OneOf(get_args(Role), error="It takes one of: {choices}."),
        metadata={"description": "Only players with this role."},
    )


class WhoseGamesSchema(Schema):
    """The club whose own games may be meant, in addition to those of the rulebooks."""

    club = ma.fields.String(
        validate=ma.validate.Regexp(r"^[A-Za-z0-9_-]{1,40}$", error="It takes the id of a club."),
        metadata={"description": "With the own games of this club."},
    )


class GameSchema(WhoseGamesSchema):
    """Which games to list."""

    rulebook = ma.fields.String(
        validate=ma.validate.OneOf([*(book.name for book in RULEBOOKS), OWN], error="It takes one of: {choices}."),
        metadata={"description": f"Only the games of this rulebook; `{OWN}` is that of a club's own."},
    )
    q = ma.fields.String(
        validate=ma.validate.Length(min=1, max=120),
        metadata={"description": "Only games that this may mean: a name, its beginning, a part or its initials."},
    )


class SeasonSchema(Schema):
    """Which nights and which games count in standings."""

    since = ma.fields.String(
        load_default="",
        data_key="from",
        validate=ma.validate.Regexp(DAY, error="It takes a day, such as 2026-01-31."),
        metadata={"description": "Only nights opened on this day or later, by the clock of the night."},
    )
    until = ma.fields.String(
        load_default="",
        data_key="to",
        validate=ma.validate.Regexp(DAY, error="It takes a day, such as 2026-01-31."),
        metadata={"description": "Only nights opened on this day or earlier."},
    )
    rulebook = ma.fields.String(
        load_default="",
        validate=ma.validate.Length(min=1, max=120),
        metadata={"description": "Only hands of the games of this rulebook."},
    )
    game = ma.fields.String(
        load_default="",
        validate=ma.validate.Length(min=1, max=120),
        metadata={"description": "Only hands of this game; the beginning of its name is enough."},
    )
    limit = Whole(least=1, most=500, load_default=100, metadata={"description": "How many lines at most."})


class HeadSchema(Schema):
    """The head of the chain that was kept outside the book."""

    head = ma.fields.String(
        load_default="",
        validate=ma.validate.Regexp(r"^[0-9a-f]{64}$", error="It takes a head: 64 hexadecimal digits, small letters."),
        metadata={"description": "A head that was noted earlier: finds what was cut off or rewritten since."},
    )


class PlanSchema(Schema):
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


class DaysSchema(Schema):
    """For how long a debt must have been unpaid."""

    days = Whole(
        least=0, most=9999, metadata={"description": "So many days at least; without it, as the settings say."}
    )


class ClubPlanSchema(Schema):
    """The plan that settles a whole club."""

    kind = ma.fields.String(
        load_default="direct",
        validate=ma.validate.OneOf(["bank", "direct"], error="It takes bank or direct."),
        metadata={"description": "The fewest transfers, or everyone with a banker of the club."},
    )
    currency = ma.fields.String(
        load_default="",
        validate=ma.validate.Regexp(r"^[A-Z]{3}$", error="It takes the three letters of a currency, such as DKK."),
        metadata={"description": "Which one, if debts are open in several currencies."},
    )


class HolderSchema(Schema):
    """Whose receipt it is."""

    player = ma.fields.String(
        load_default="",
        validate=ma.validate.Regexp(r"^[A-Za-z0-9_-]{1,40}$", error="It takes the id of a player."),
        metadata={
            "description": "For this player, whose own events stand in it in full, with their closed cards: it needs the "
            "banker's token. Without, it is for everybody."
        },
    )
