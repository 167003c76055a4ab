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

# What a terminal obeys instead of showing it, and marks that turn the direction of writing: they could hide other lines.
_UNSHOWN = r"\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
# In Python, a dollar alone would let a line end too.
LINE = rf"^[^\x00-\x1f{_UNSHOWN}]*(?!\n)$"
# Tabs and new lines are shown.
LINES = rf"^[^\x00-\x08\x0b\x0c\x0e-\x1f{_UNSHOWN}]*$"

# Free text that a person types; bounded, like everything that comes from outside.
Text = Annotated[str, msgspec.Meta(max_length=500, pattern=LINES)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=LINE)]
# Checked where clubs are named, so that a forged one can still be read, and told of.
ClubName = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
# The name of a night, a hand as it was announced: empty if nothing was said.
Line = Annotated[str, msgspec.Meta(max_length=80, pattern=LINE)]
# A count as it was said.
CountSaid = Annotated[str, msgspec.Meta(max_length=120, pattern=LINE)]
