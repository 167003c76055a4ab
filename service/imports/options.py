"""What a file to be imported does not say."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.commands import Currency


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """The night to make of it. `players` maps nicknames or PokerNow ids to players the book knows already.

    `unit`: cents for the smallest chip. A file with decimals counts in hundredths and needs none.
    """

    night: str
    club: str
    name: str = ""
    zone: str = "UTC"
    currency: Currency = field(default_factory=Currency)
    unit: int | None = None
    players: Mapping[str, str] = field(default_factory=dict)
