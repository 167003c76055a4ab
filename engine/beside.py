"""Acts beside the table: they move no chips and no cards, and change nothing of what is played."""

from collections.abc import Iterable

from engine.events import Recorded
from engine.registry import BESIDE_THE_TABLE


def only_beside_the_table(records: Iterable[Recorded]) -> bool:
    """Whether these events leave the table as it was, so that an act decided before them means the same after them."""
    return all(type(record.event) in BESIDE_THE_TABLE for record in records)
