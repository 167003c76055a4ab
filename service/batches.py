"""Which command of a batch was refused: whoever goes through one says it, and the answer to the request tells it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from engine.errors import Refusal
from service.errors import BookError
from service.problems import Problem

# What a refusal that goes up to its answer carries with it, whatever kind of refusal it is.
_INDEX = "index_in_batch"
_PLACE = re.compile(r"commands\[(\d+)\]")


@contextmanager
def blaming(index: int | None) -> Iterator[None]:
    """Whatever is refused within is the command of this index, the first being 0; none where there is no batch."""
    try:
        yield
    except (Refusal, BookError, Problem) as refusal:
        if index is not None:
            setattr(refusal, _INDEX, index)
        raise


def index_of(refusal: Exception) -> int | None:
    """The index of the command that was refused; none where no batch was sent, or all of it is refused as a whole."""
    index: int | None = getattr(refusal, _INDEX, None)
    return index


def index_in(places: Iterable[str]) -> int | None:
    """The first command that one of these places in the body of a request is in."""
    return next((int(found[1]) for place in places if (found := _PLACE.match(place))), None)
