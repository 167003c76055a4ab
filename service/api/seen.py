"""If-Match for what has no version: whether an answer is still the one that whoever changes it has seen."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from werkzeug.datastructures import ETags
from werkzeug.http import generate_etag

from service.errors.problems import ChangedSince
from service.reports.encoding import to_json


def unchanged(seen: ETags | None, answer: Callable[[], msgspec.Struct]) -> Callable[[], None]:
    """Refuses (ChangedSince) if the answer to a GET would have another ETag now; never where nobody says what was seen.

    Tags of digests are weak, and compared without that mark: equal digests are of equal bytes.
    """

    def insist() -> None:
        if seen is not None and not (seen.star_tag or seen.contains_weak(generate_etag(to_json(answer())))):
            raise ChangedSince

    return insist
