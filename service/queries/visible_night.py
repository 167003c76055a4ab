"""A night as one reader may see it, at one version: the basis of every question about a night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from engine.commands import OpenNight
from engine.events import Recorded
from engine.folding import fold
from engine.ids import PlayerId
from engine.reports.reasons import Checkpoint
from engine.state import Night
from service.cache import Cache
from service.closed_cards import as_all_may_see
from service.command_handler import PREFIX, CommandHandler
from service.problems import UnknownVersion

# The chain vouches for everything before a head, so a head identifies these events.
_OPEN_TO_ALL: Cache[tuple[str, int], tuple[Recorded, ...]] = Cache(8)


class Money(msgspec.Struct, frozen=True, kw_only=True):
    """The currency of a night: its ISO code, and how many decimals its smallest unit has."""

    code: str
    exponent: int


@dataclass(frozen=True, slots=True)
class VisibleNight:
    """`records` is everything recorded, `told` what this reader may see of it; both are the same for the banker."""

    night_id: str
    head: str
    night: Night
    records: Sequence[Recorded]
    names: Mapping[PlayerId, str]
    is_banker: bool
    # Lets a night be told without starting at its beginning; only for everything recorded.
    before_hand: Checkpoint | None = None

    @property
    def version(self) -> int:
        """The number of the last event."""
        return len(self.records)

    @property
    def told(self) -> Sequence[Recorded]:
        """The records without what is closed to this reader; made when first needed, once for all readers."""
        if self.is_banker:
            return self.records
        return _OPEN_TO_ALL.get((self.head, self.version), lambda: as_all_may_see(self.records))

    @property
    def opened(self) -> OpenNight:
        """The command that opened the night."""
        return self.night.terms

    @property
    def money(self) -> Money:
        """The currency with its decimals."""
        return Money(code=self.opened.currency.code, exponent=self.opened.currency.exponent)

    def name(self, player: PlayerId | None) -> str:
        """The player's name, or the id if there is no name; empty for nobody."""
        return self.names.get(player, player) if player else ""


def visible_night(handler: CommandHandler, night_id: str, *, is_banker: bool, at: int | None = None) -> VisibleNight:
    """The night as it is, or as it was at a version. Later commands do not change the returned value."""
    # A version that the handler has loaded already needs no check for newer events.
    loaded = handler.load(night_id) if at is None else handler.cached(night_id)
    if at is not None and at > loaded.version:
        loaded = handler.load(night_id)
    records = tuple(loaded.records)
    seen = VisibleNight(
        night_id=night_id,
        head=loaded.head,
        night=loaded.night.copy(),
        records=records,
        names=names_of(handler, loaded.club, loaded.night),
        is_banker=is_banker,
        before_hand=loaded.before_hand if is_banker else None,
    )
    return seen if at is None else _as_it_was(seen, handler, at)


def names_of(handler: CommandHandler, club: str, night: Night) -> dict[PlayerId, str]:
    """The names of the players of the club and of everybody else who takes part, by id."""
    players = handler.names.players()
    return {player.id: player.name for player in players if player.club == club or player.id in night.people}


def _as_it_was(seen: VisibleNight, handler: CommandHandler, at: int) -> VisibleNight:
    if at > seen.version:
        raise UnknownVersion(night=seen.night_id, version=at, last=seen.version)
    if at == seen.version:
        return seen
    records = seen.records[:at]
    (last,) = handler.store.read(PREFIX + seen.night_id, after=at - 1, up_to=at)
    return replace(seen, head=last.hash, records=records, night=fold(records), before_hand=None)
