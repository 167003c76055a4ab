"""The ids of people, nights and clubs in the book; real names live outside the events."""

from typing import Annotated

import msgspec

# Ids are short, printable and without spaces, so they fit into an account name and a URL.
_PLAYER_ID = r"^[A-Za-z0-9_-]{1,40}$"
# An id that comes from outside, or is stored without looking at who is there, has its spelling checked.
AnyPlayerId = Annotated[str, msgspec.Meta(pattern=_PLAYER_ID)]
# Everywhere else the id must be that of somebody already known. The schema still says how it is spelled; checking the
# spelling again would take as long as all other reading of an event.
PlayerId = Annotated[str, msgspec.Meta(min_length=1, max_length=40, extra_json_schema={"pattern": _PLAYER_ID})]
NightId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,60}$")]
ClubId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]

# Free text that a person types; bounded, like everything that comes from outside.
Text = Annotated[str, msgspec.Meta(max_length=500)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
