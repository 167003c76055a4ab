"""What a night comes to, worked out once for everything that follows its close: its state, and what the rules say of it.

Only for events whose chain was checked: then their head stands for every byte of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Recorded
from engine.folding import fold
from engine.speech import speech
from engine.state import Night
from service.book.cache import Cache
from service.book.proof.records import Weighed, weigh

# A night is told of right after its close, and few close at the same time.
_NIGHTS: Cache[tuple[str, int], Night] = Cache(4)
_WEIGHED: Cache[tuple[str, str, int], Weighed] = Cache(4)


def folded_once(head: str, records: Sequence[Recorded]) -> Night:
    """The night that the records under this head come to. Many may read it, and nobody changes it."""
    return _NIGHTS.get((head, len(records)), lambda: fold(records))


def weighed_once(head: str, records: Sequence[Recorded]) -> Weighed:
    """The records under this head, weighed; what is wrong is said in the reader's language."""
    return _WEIGHED.get((speech().code, head, len(records)), lambda: weigh(records))
