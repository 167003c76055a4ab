"""Names by which the book speaks of people, nights and accounts; real names live outside the events."""

from typing import Annotated

import msgspec

# Ids are short, printable and free of spaces, so that they can stand in an account name and in a URL.
PlayerId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
NightId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,60}$")]
ClubId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]

# Free text that a person types: bounded, because everything that comes from outside is.
Text = Annotated[str, msgspec.Meta(max_length=500)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
