"""A receipt checked by another library, written from the description alone: JSON, SHA-256, Ed25519 and nothing of chipbook."""

import hashlib
import json
from base64 import b64decode, urlsafe_b64decode
from itertools import pairwise

import pytest
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from service.app.looking_back.receipts import change_key, receipt_text, signed_head
from tests.service.book.moving.clubs import CLUB


def by_hand(content: bytes) -> dict:
    """The receipt, if its signatures, its chain and its sums are right."""
    receipt = json.loads(content)
    signature = receipt.pop("signature")
    signed = json.dumps(receipt, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    keys = receipt["keys"]
    VerifyKey(bytes.fromhex(keys[-1]["public"])).verify(signed, bytes.fromhex(signature))
    for early, late in pairwise(keys):
        said = {"club": receipt["club"]["id"], "endorsed_by": early["key"], "format": "chipbook key"}
        said |= {"key": late["key"], "public": late["public"]}
        text = json.dumps(said, sort_keys=True, separators=(",", ":")).encode()
        VerifyKey(bytes.fromhex(early["public"])).verify(text, bytes.fromhex(late["endorsed"]["signature"]))
    joined = b64decode(receipt["digests"])
    digests = [joined[at : at + 32] for at in range(0, len(joined), 32)]
    head = bytes(32)
    for digest in digests:
        head = hashlib.sha256(head + digest).digest()
    assert head.hex() == receipt["night"]["head"]
    assert len(digests) == receipt["night"]["version"]
    for own in receipt["own"]:
        assert hashlib.sha256(own["body"].encode()).digest() == digests[own["version"] - 1]
    (holder,) = (one for one in receipt["people"] if one["id"] == receipt["holder"])
    opened = hashlib.sha256(bytes.fromhex(holder["salt"]) + holder["name"].encode()).hexdigest()
    assert opened == holder["commitment"]
    assert sum(net["result_cents"] for net in receipt["nets"]) + receipt["open_cents"] == 0
    return receipt


def test_another_library_verifies_a_receipt(book, receipt) -> None:
    assert by_hand(receipt)["club"]["id"] == CLUB
    change_key(book, CLUB, "rotate")
    change_key(book, CLUB, "rotate", "anna-s-phone")
    later = by_hand(receipt_text(book, "n1", player="p-bo").encode())
    assert [key["key"] for key in later["keys"]] == ["key-1", "key-2", "anna-s-phone"]


def test_another_library_finds_a_change(receipt) -> None:
    with pytest.raises(BadSignatureError):
        by_hand(receipt.replace(b'"open_cents":0', b'"open_cents":1'))


def test_another_library_verifies_a_signed_head(book, receipt) -> None:
    text = signed_head(book, "n1")
    signed, _, signature = text.rpartition(":")
    name, version, club, night, last, head, public = signed.split(":")
    VerifyKey(urlsafe_b64decode(public + "=")).verify(signed.encode(), urlsafe_b64decode(signature + "=="))
    assert (name, version, club, night, last) == (
        "chipbook",
        "1",
        CLUB,
        "n1",
        str(json.loads(receipt)["night"]["version"]),
    )
    assert urlsafe_b64decode(head + "=").hex() == json.loads(receipt)["night"]["head"]
