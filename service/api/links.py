"""Links, and who has been seen, over HTTP."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec
from werkzeug.datastructures import ETags
from werkzeug.http import generate_etag

from service.errors.problems import ChangedSince
from service.reports.encoding import to_json

# Where the ids stand in the answer of the operation; each may take the place of a parameter of the same name.
IDS: dict[str, dict[str, str]] = {
    "POST /api/v1/clubs": {"club": "$response.body#/id"},
    "POST /api/v1/clubs/{club}/players": {"club": "$response.body#/club", "player": "$response.body#/id"},
    "POST /api/v1/nights": {"night": "$response.body#/night"},
}
# The operations that go on with what each of these has made.
LEADS_TO: dict[str, tuple[str, ...]] = {
    "POST /api/v1/clubs": (
        "GET /api/v1/clubs/{club}",
        "PATCH /api/v1/clubs/{club}",
        "GET /api/v1/clubs/{club}/players",
        "POST /api/v1/clubs/{club}/players",
        "GET /api/v1/clubs/{club}/standings",
    ),
    "POST /api/v1/clubs/{club}/players": (
        "GET /api/v1/clubs/{club}/players/{player}",
        "PATCH /api/v1/clubs/{club}/players/{player}",
        "POST /api/v1/clubs/{club}/players/{player}/roles",
        "GET /api/v1/clubs/{club}/players/{player}/account",
    ),
    "POST /api/v1/nights": (
        "GET /api/v1/nights/{night}",
        "POST /api/v1/nights/{night}/seats",
        "POST /api/v1/nights/{night}/loans",
        "POST /api/v1/nights/{night}/hands",
        "POST /api/v1/nights/{night}/commands",
        "GET /api/v1/nights/{night}/choices",
        "GET /api/v1/nights/{night}/events",
        "GET /api/v1/nights/{night}/closing",
        "GET /api/v1/nights/{night}/report",
    ),
}


def links_of(name: str) -> dict[str, Any]:
    """The links of the answer of an operation, such as `POST /api/v1/clubs`, by the operation that each leads to."""
    found = {}
    for target in LEADS_TO.get(name, ()):
        method, _, path = target.partition(" ")
        taken = {parameter: place for parameter, place in IDS[name].items() if f"{{{parameter}}}" in path}
        operation = operation_id(method.lower(), path)
        found[operation] = {"operationId": operation, "parameters": taken}
    return found


def operation_id(method: str, path: str) -> str:
    """The name of an operation, made of its method and its path, as `get_night_events`."""
    parts = path.removeprefix("/api/v1").strip("/").split("/")
    named = [part for part in parts if not part.startswith("{")]
    # What stands before an id is one of them: the events of a night, not of nights.
    singular = {part for part, following in pairwise(parts) if following.startswith("{")}
    words = [_one(part) if part in singular else part for part in named]
    return re.sub(r"\W", "_", "_".join([method, *words]))


def _one(plural: str) -> str:
    return plural.removesuffix("s") if not plural.endswith("ies") else plural


def unchanged(seen: ETags | None, answer: Callable[[], msgspec.Struct]) -> Callable[[], None]:
    """Refuses (ChangedSince) if the answer to a GET would have another ETag now; never where nobody says what was seen.

    Tags of digests are weak, and compared without that mark: equal digests are of equal bytes.
    """

    def insist() -> None:
        if seen is not None and not (seen.star_tag or seen.contains_weak(generate_etag(to_json(answer())))):
            raise ChangedSince

    return insist
