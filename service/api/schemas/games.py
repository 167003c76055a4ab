"""A game in a request: a text in TOML. It is read where games are kept."""

from __future__ import annotations

import marshmallow as ma

from service.api.http.extensions import Schema
from service.book.own_games.reading import MOST_SIGNS


class TomlSchema(Schema):
    """A game of one's own."""

    toml = ma.fields.String(
        required=True,
        validate=ma.validate.Length(min=1, max=MOST_SIGNS),
        metadata={
            "description": f"The game as TOML, at most {MOST_SIGNS} signs.",
            "example": 'name = "Friday Cincinnati"\nlike = "Cincinnati"\nwild = "J"\n',
        },
    )
