"""A night as it was read from the book: its events, and the state they add up to."""

from collections.abc import Sequence

import msgspec

from engine import commands
from engine.adjudicate import DOES_NOT_FIT, first_misfit
from engine.events import EventsStruck, Recorded
from engine.folding import evolve, fold
from engine.ids import PlayerId
from engine.state import Checkpoint, Night
from service.book.store.streams import Stream, stream_of_night
from service.errors import NightDoesNotAddUp


class LoadedNight(msgspec.Struct):
    """One night as read from the book: its events and the state they add up to."""

    night_id: str
    night: Night = msgspec.field(default_factory=Night)
    records: list[Recorded] = msgspec.field(default_factory=list)
    head: str = ""
    # The state before the last hand was announced; None if a later event corrects something before it, or may do so.
    before_hand: Checkpoint | None = None

    @property
    def version(self) -> int:
        """The number of the last event; 0 before the first."""
        return len(self.records)

    @property
    def people(self) -> set[PlayerId]:
        """Everybody who took part, including the bankers."""
        return {*self.night.everybody}

    @property
    def club(self) -> str:
        """The id of the club."""
        return self.night.terms.club

    @property
    def stream(self) -> Stream:
        """Where the night stands in the book."""
        return stream_of_night(self.club, self.night_id)


def read_on(loaded: LoadedNight, fresh: Sequence[Recorded], head: str) -> LoadedNight:
    """The night with events that another process wrote; folded from the beginning if one of them strikes or corrects."""
    night, records, before = loaded.night, loaded.records, loaded.version
    records.extend(fresh)
    kinds = [type(record.event) for record in fresh]
    try:
        if EventsStruck in kinds:
            return LoadedNight(loaded.night_id, fold(records), records, head)
        # Only what was before the last hand is kept, so that nothing is copied for those before it.
        last_hand = max((at for at, kind in enumerate(kinds) if kind is commands.AnnounceHand), default=None)
        for at, record in enumerate(fresh):
            if at == last_hand:
                loaded.before_hand = Checkpoint(before + at, night.copy())
            evolve(night, record.event)
    except DOES_NOT_FIT as fault:
        # No event that the rules accepted leads here: the book was changed.
        raise NightDoesNotAddUp(loaded.night_id, first_misfit(records), type(fault).__name__) from fault
    loaded.head = head
    return loaded
