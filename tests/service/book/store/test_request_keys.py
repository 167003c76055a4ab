"""What a stream says about its requests, and what every body says beside its data."""

import pytest

from service.book.store.chain import Envelope, RequestKeys, StoredEvent, canonical, envelope_of
from service.errors import EventUnreadable

BODY = {"type": "t", "schema": 1, "data": {}, "version": 1, "actor": "banker"}


def noted(*said: tuple[str, str]) -> RequestKeys:
    """The requests of a stream whose events say these keys and digests, in order."""
    asked = RequestKeys(len(said))
    for version, (key, digest) in enumerate(said, 1):
        body = canonical({**BODY, "version": version, "request_id": key, "request_digest": digest})
        asked.note(version, envelope(body))
    return asked


def envelope(body: str) -> Envelope:
    return envelope_of(StoredEvent("c", "night:n", 1, "t", 1, body, "", ""))


def test_a_request_goes_from_its_digest_to_the_last_event_of_its_key() -> None:
    asked = noted(("", ""), ("k", "d"), ("k", ""), ("", ""), ("m", "e"))
    assert list(asked.requests()) == [(2, 3), (5, 5)]
    assert (asked.keys, asked.digests) == ({2: "k", 3: "k", 5: "m"}, {2: "d", 5: "e"})


def test_a_request_ends_where_the_same_key_asks_again_or_another_follows() -> None:
    assert list(noted(("k", "d"), ("k", "d"), ("m", "e"), ("m", "")).requests()) == [(1, 1), (2, 2), (3, 4)]


def test_a_key_without_a_digest_and_a_digest_without_a_key_are_no_request() -> None:
    assert list(noted(("k", ""), ("", "d")).requests()) == []


def test_a_text_that_a_body_leaves_out_is_empty() -> None:
    said = envelope(canonical(BODY))
    assert (said.actor, said.recorded_at, said.request_id, said.caused_by) == ("banker", "", "", None)


@pytest.mark.parametrize("body", ["", "no JSON", "[]", '{"type":"t"}', canonical({**BODY, "recorded_at": 5})])
def test_a_body_that_is_not_that_of_an_event_is_refused(body) -> None:
    with pytest.raises(EventUnreadable, match="its body is not that of an event"):
        envelope(body)
