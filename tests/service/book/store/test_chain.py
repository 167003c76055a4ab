"""The canonical text, the digest and the link, against fixed values and against an outside RFC 8785."""

import hashlib
from typing import Any

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from service.book.store.chain import GENESIS, INTEGER_MAX, Body, StoredEvent, canonical, check_chain, digest, link, seal
from service.errors import NotCanonical
from tests.soak import rounds

BMP_KEYS = st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]))
SCALARS = st.text() | st.booleans() | st.integers(-INTEGER_MAX, INTEGER_MAX)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(BMP_KEYS, inner))

ANTE = (
    '{"actor":"p-anna","data":{"chips":3,"note":"på kredit ♠","open":true},"occurred_at":"2026-02-13T20:15:00Z",'
    '"recorded_at":"2026-02-13T20:15:01Z","schema":1,"stream":"night:1","type":"ante_put_in","version":1}'
)


@settings(max_examples=rounds(20, 400))
@given(VALUES)
def test_the_canonical_text_is_that_of_rfc_8785(value) -> None:
    assert canonical(value).encode() == rfc8785.dumps(value)


@settings(max_examples=rounds(10, 400))
@given(st.dictionaries(BMP_KEYS, VALUES), st.text(), st.none() | st.integers(1, 2**31 - 1), st.none() | st.text())
def test_the_text_of_an_event_is_the_canonical_text_of_its_fields(data, actor, caused_by, salt) -> None:
    fields: dict[str, Any] = {
        "stream": "night:1",
        "version": 7,
        "type": "bet_made",
        "schema": 1,
        "data": data,
        "actor": actor,
        "occurred_at": "then",
        "recorded_at": "now",
    }
    if caused_by is not None:
        fields["caused_by"] = caused_by
    if salt is not None:
        fields["salt"] = salt
    text = canonical(fields)
    assert seal(Body(**fields)) == (text, digest(text))


@pytest.mark.parametrize(
    ("value", "path"),
    [
        (1.0, "$"),
        ({"pot": {"chips": [1, 2, 3.5]}}, "$.pot.chips[2]"),
        ({"winner": None}, "$.winner"),
        (float("nan"), "$"),
        ({"chips": 2**53}, "$.chips"),
        ({"chips": -(2**53)}, "$.chips"),
        ({"cards": {"As"}}, "$.cards"),
        ({1: "one"}, "$"),
        ({"😀": 1}, "$"),
        ({"note": "\ud83d"}, "$.note"),
        ({"raw": b"As"}, "$.raw"),
    ],
)
def test_what_has_no_canonical_text_is_refused_by_its_path(value, path) -> None:
    with pytest.raises(NotCanonical) as refusal:
        canonical(value)
    assert refusal.value.path == path
    assert str(refusal.value).startswith(f"{path} cannot go into the book: ")


def test_whole_numbers_go_up_to_what_every_reader_keeps_exactly() -> None:
    assert canonical([INTEGER_MAX, -INTEGER_MAX]) == "[9007199254740991,-9007199254740991]"


def test_the_digest_and_the_link_have_fixed_values() -> None:
    assert digest(ANTE).hex() == "16d786ea20b1bce1799eb73227416f95e3f6caf485733d7cc8dd758741eda4b7"
    first = link(GENESIS, digest(ANTE))
    assert first.hex() == "222ea9eceee70d7139ed378239db72fb9b3e336b18cc018f20eb122b75ab6f28"
    assert link(first, digest(ANTE)).hex() == "d335fc60a536a0a47d1add9f7a8be7044e31d87c0cd6061892eff98c8cc4cd19"


def test_the_link_is_the_hash_over_the_hash_before_and_the_digest() -> None:
    assert link(GENESIS, digest("{}")) == hashlib.sha256(bytes(32) + hashlib.sha256(b"{}").digest()).digest()


def _event(version: int, prev_hash: str, body: str) -> StoredEvent:
    this_hash = link(bytes.fromhex(prev_hash), digest(body)).hex()
    return StoredEvent("tuesday", "night:1", version, "ante_put_in", 1, body, prev_hash, this_hash)


def test_a_sound_chain_has_no_findings() -> None:
    first = _event(1, GENESIS.hex(), ANTE)
    second = _event(2, first.hash, ANTE.replace('"version":1', '"version":2'))
    assert check_chain([first, second]) == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("not json", "is not JSON"),
        ('{"data":{"chips":' + "[" * 100_000, "is not JSON"),
        ("[]", "is not that of an event: Expected `object`, got `array`"),
        (ANTE.replace('"actor":"p-anna",', ""), "is not that of an event: Object missing required field `actor`"),
        (ANTE[:-1] + ',"zeal":1}', "is not that of an event: Object contains unknown field `zeal`"),
        (ANTE.replace('"chips":3', '"chips":3.5'), "is not that of an event: $.data.chips cannot go into the book"),
        (ANTE.replace('"chips":3', '"chips":null'), "is not that of an event: $.data.chips cannot go into the book"),
        (ANTE.replace('"chips":3', '"chips": 3'), "is not written in canonical JSON"),
        (ANTE.replace('"chips":3', '"chips":3,"chips":3'), "is not written in canonical JSON"),
        (ANTE.replace("night:1", "night:2"), "has another stream than its row"),
        (ANTE.replace("ante_put_in", "bet_made"), "has another type than its row"),
        (ANTE.replace('"schema":1', '"schema":2'), "has another schema than its row"),
        (ANTE.replace('"version":1', '"version":2'), "has another version than its row"),
    ],
)
def test_a_well_hashed_body_that_no_append_writes_is_found(body, fault) -> None:
    _insist_it_is_found(body, fault, schema=1)


SALTED = ANTE.replace('"schema":1', f'"salt":"{"5a17" * 8}","schema":2')


@pytest.mark.parametrize(
    ("body", "schema", "fault"),
    [
        (ANTE.replace('"schema":1', '"schema":2'), 2, "has no salt"),
        (SALTED.replace('"schema":2', '"schema":1'), 1, "has a salt, which schema 1 does not know"),
        (SALTED.replace("5a17", "5A17"), 2, "is not that of an event"),
        (SALTED.replace("5a17", "5a", 1), 2, "is not that of an event"),
    ],
)
def test_every_event_has_a_salt_since_schema_2_and_none_had_one_before(body, schema, fault) -> None:
    assert check_chain([_event(1, GENESIS.hex(), ANTE)]) == []
    assert check_chain([_event(1, GENESIS.hex(), SALTED)._replace(schema=2)]) == []
    _insist_it_is_found(body, fault, schema=schema)


def _insist_it_is_found(body: str, fault: str, *, schema: int) -> None:
    findings = check_chain([_event(1, GENESIS.hex(), body)._replace(schema=schema)])
    assert [finding.code for finding in findings] == ["wrong_body"]
    assert fault in findings[0].sentence


def test_one_fault_is_found_once() -> None:
    first = _event(1, GENESIS.hex(), ANTE)
    forged = first._replace(body=ANTE.replace('"chips":3', '"chips":9'))
    second = _event(2, first.hash, ANTE.replace('"version":1', '"version":2'))
    findings = check_chain([forged, second])
    assert [(finding.version, finding.code) for finding in findings] == [(1, "wrong_hash")]


def test_a_missing_event_is_found_at_the_one_after_it() -> None:
    first = _event(1, GENESIS.hex(), ANTE)
    second = _event(2, first.hash, ANTE.replace('"version":1', '"version":2'))
    third = _event(3, second.hash, ANTE.replace('"version":1', '"version":3'))
    assert [(finding.version, finding.code) for finding in check_chain([first, third])] == [
        (3, "version_gap"),
        (3, "wrong_link"),
    ]
