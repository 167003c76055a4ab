"""Which command of a batch was refused: the refusal carries its index up to the answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from engine.errors import Refusal
from service.errors import BookError
from service.errors.problems import Problem

# The attribute that a refusal of any kind carries up to the answer.
_INDEX = "index_in_batch"
_PLACE = re.compile(r"commands\[(\d+)\]")


@contextmanager
def marking_refusals(index: int | None) -> Iterator[None]:
    """Marks refusals raised inside with the index of their command, from 0; None (no batch) marks nothing."""
    try:
        yield
    except (Refusal, BookError, Problem) as refusal:
        if index is not None:
            setattr(refusal, _INDEX, index)
        raise


def index_of(refusal: Exception) -> int | None:
    """The index of the refused command; None if there was no batch, or the batch was refused as a whole."""
    index: int | None = getattr(refusal, _INDEX, None)
    return index


def index_in(places: Iterable[str]) -> int | None:
    """The index of the command that holds the first of these places of a request body; None if no place is in a command."""
    return next((int(match[1]) for place in places if (match := _PLACE.match(place))), None)
