"""The exchange of cards for new ones."""

from typing import Annotated

import msgspec

from engine.acts import Cards, Command
from engine.ids import PlayerId
from engine.registry import bounded, stored_as


@bounded("number")
@stored_as("cards_exchanged")
class Exchange(Command, frozen=True, kw_only=True, tag="exchange"):
    """A player exchanges `number` cards; those thrown and those drawn may be known or not."""

    player: PlayerId
    number: Annotated[int, msgspec.Meta(ge=0, le=20)]
    thrown: Cards = ()
    drawn: Cards = ()
