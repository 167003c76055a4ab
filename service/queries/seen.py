"""A night as one reader may see it, at one version: what every question about a night starts from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from engine.commands import OpenNight
from engine.events import Recorded
from engine.ids import PlayerId
from engine.reports.reasons import Moment
from engine.state import Night
from engine.strikes import fold
from service.closed_cards import as_all_may_see
from service.handle import PREFIX, Desk
from service.kept import Kept
from service.problems import UnknownVersion

# The chain vouches for what stands before a head, so that a head says which events these are.
_OPEN_TO_ALL: Kept[tuple[str, int], tuple[Recorded, ...]] = Kept(8)


class Money(msgspec.Struct, frozen=True, kw_only=True):
    """The currency of a night: its ISO code, and how many decimals its smallest unit has."""

    code: str
    exponent: int


@dataclass(frozen=True, slots=True)
class Seen:
    """`records` are the whole truth, `told` what this reader may be told of it: the same for the banker."""

    night_id: str
    head: str
    night: Night
    records: Sequence[Recorded]
    names: Mapping[PlayerId, str]
    is_banker: bool
    # What spares telling the night from its beginning; only of the whole truth.
    before_hand: Moment | None = None

    @property
    def version(self) -> int:
        """The number of the last event."""
        return len(self.records)

    @property
    def told(self) -> Sequence[Recorded]:
        """The records without what is closed to this reader; made when it is asked for, once for all readers."""
        if self.is_banker:
            return self.records
        return _OPEN_TO_ALL.get((self.head, self.version), lambda: as_all_may_see(self.records))

    @property
    def opened(self) -> OpenNight:
        """What the night was opened with."""
        return self.night.terms

    @property
    def money(self) -> Money:
        """The currency, both parts said."""
        return Money(code=self.opened.currency.code, exponent=self.opened.currency.exponent)

    def name(self, player: PlayerId | None) -> str:
        """The player's name, or their id; nobody's is empty."""
        return self.names.get(player, player) if player else ""


def see(desk: Desk, night_id: str, *, is_banker: bool, at: int | None = None) -> Seen:
    """The night as it is, or as it was at a version; what is taken along stays as it is while the desk goes on."""
    # A version that the desk has already passed needs no look at what is new.
    page = desk.page(night_id) if at is None else desk.page_kept(night_id)
    if at is not None and at > page.version:
        page = desk.page(night_id)
    records = tuple(page.records)
    seen = Seen(
        night_id=night_id,
        head=page.head,
        night=page.night.copy(),
        records=records,
        names=names_of(desk, page.club, page.night),
        is_banker=is_banker,
        before_hand=page.before_hand if is_banker else None,
    )
    return seen if at is None else _as_it_was(seen, desk, at)


def names_of(desk: Desk, club: str, night: Night) -> dict[PlayerId, str]:
    """The players of the club by id, and whoever else takes part."""
    players = desk.names.players()
    return {player.id: player.name for player in players if player.club == club or player.id in night.people}


def _as_it_was(seen: Seen, desk: Desk, at: int) -> Seen:
    if at > seen.version:
        raise UnknownVersion(night=seen.night_id, version=at, last=seen.version)
    if at == seen.version:
        return seen
    records = seen.records[:at]
    (last,) = desk.store.read(PREFIX + seen.night_id, after=at - 1, up_to=at)
    return replace(seen, head=last.hash, records=records, night=fold(records), before_hand=None)
