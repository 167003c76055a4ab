"""The query parameters of every route."""

from __future__ import annotations

import marshmallow as ma

from engine.catalogue import RULEBOOKS
from engine.library import OWN
from service.extensions import Schema, Whole

ID = r"^[A-Za-z0-9_-]{1,60}$"
CURSOR = r"^[A-Za-z0-9_-]{1,60}:[0-9]{1,9}$"


class AtSchema(Schema):
    """The version at which to look at the night."""

    at = Whole(
        least=1,
        metadata={"description": "As it was when this was the last event; without it, as it is."},
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


class NightPageSchema(Schema):
    """A page of nights."""

    club = ma.fields.String(
        validate=ma.validate.Regexp(r"^[A-Za-z0-9_-]{1,40}$", error="It takes the id of a club."),
        metadata={"description": "Only the nights of this club."},
    )
    after = ma.fields.String(
        validate=ma.validate.Regexp(ID, error="It takes the `next` of the page before."),
        metadata={"description": "The `next` of the page before; without it, from the newest night."},
    )
    limit = Whole(least=1, most=200, load_default=50, metadata={"description": "How many at most."})


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
        load_default="bank",
        validate=ma.validate.OneOf(["bank", "direct"], error="It takes bank or direct."),
        metadata={"description": "Before it is frozen: everyone with the banker, or the fewest transfers."},
    )
