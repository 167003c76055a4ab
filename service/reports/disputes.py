"""A dispute with the event that it is about in words, for reports and answers alike."""

from collections.abc import Iterable, Mapping

import msgspec

from engine.reports.disputes import DisputeTold


class DisputeLine(DisputeTold, frozen=True, kw_only=True):
    """A dispute; `about` is the sentence of the event that it names, empty if it is about the night as a whole."""

    about: str


def dispute_lines(told: Iterable[DisputeTold], said: Mapping[int, str]) -> tuple[DisputeLine, ...]:
    """The disputes with the sentences of their events; `said` are sentences by the number of the event."""
    return tuple(
        DisputeLine(about=said.get(dispute.event or 0, ""), **msgspec.structs.asdict(dispute)) for dispute in told
    )
