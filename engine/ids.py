"""Names by which the book speaks of people, nights and accounts; real names live outside the events."""

from typing import Annotated

import msgspec

# Ids are short, printable and free of spaces, so that they can stand in an account name and in a URL.
_PLAYER_ID = r"^[A-Za-z0-9_-]{1,40}$"
# Where an id comes in, or is written down without a look at who is there, its spelling is asked.
AnyPlayerId = Annotated[str, msgspec.Meta(pattern=_PLAYER_ID)]
# Everywhere else it must be that of somebody who came in so. The schema still says how it is spelled; to ask for the
# spelling again would take as long as all other reading of an event.
PlayerId = Annotated[str, msgspec.Meta(min_length=1, max_length=40, extra_json_schema={"pattern": _PLAYER_ID})]
NightId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,60}$")]
ClubId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]

# Free text that a person types: bounded, because everything that comes from outside is.
Text = Annotated[str, msgspec.Meta(max_length=500)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
