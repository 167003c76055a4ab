"""What people paid for several beside the game."""

from collections.abc import Iterable, Iterator

from engine import commands
from engine.events import Recorded
from engine.folding import effective


def expenses(records: Iterable[Recorded]) -> Iterator[tuple[Recorded, commands.PayExpense]]:
    """Each expense in force with its record, in the order of the table."""
    for record in effective(records):
        if isinstance(record.event, commands.PayExpense):
            yield record, record.event
