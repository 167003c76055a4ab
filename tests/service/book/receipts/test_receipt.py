"""What a receipt says, and that every change of it is found."""

import lzma
from base64 import b64decode, b64encode
from hashlib import sha256
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import commands
from engine.speech import say
from service.app.book import Book
from service.app.looking_back.receipts import (
    ReceiptProof,
    change_key,
    holder_called,
    receipt_of,
    receipt_text,
    verify_receipt,
    with_the_book,
)
from service.book.receipts.checking import OTHER_EVENTS, OTHER_OLD_EVENTS
from service.book.receipts.form import BYTES_MAX, joined, read, written
from service.book.receipts.keys import KeyFolder
from service.book.receipts.making import signed
from service.book.recording.unit_of_work import IncomingCommand
from service.book.store.chain import stream_of_night
from service.book.store.event_store import EventStore
from service.book.store.schema import open_book
from service.errors import ClubHasNoKey, PlayerMissing, PrivateKeyMissing
from tests.frozen.making import HERE
from tests.service.book.moving.clubs import CLUB, found, lend, open_night, play_night
from tests.service.book.proof.forging import reseal
from tests.soak import in_turn, rounds

BYTES_OF_A_DIGEST = 32
FLIPS = rounds(30)


def proof(content: bytes, **more: Any) -> ReceiptProof:
    return verify_receipt(content, **more)[0]


def wrong(content: bytes, **more: Any) -> dict[str, str]:
    """The checks that do not hold, each with its sentence."""
    return {check.name: check.sentence for check in proof(content, **more).checks if not check.holds}


def forged(book: Book, receipt: bytes, **changes: Any) -> bytes:
    """A receipt that says something else and is signed anew with the club's own key."""
    changed = msgspec.structs.replace(read(receipt), **changes)
    private = KeyFolder(book.key_folder).load(CLUB, "key-1", changed.key.public, called="Klub")
    return written(signed(changed, private)).encode()


def test_a_receipt_holds_and_is_canonical_json(receipt) -> None:
    assert proof(receipt).holds
    assert rfc8785.dumps(msgspec.json.decode(receipt)) + b"\n" == receipt
    assert read(receipt).holder == "p-anna"


def test_a_receipt_says_what_the_book_says(book, receipt) -> None:
    stored = EventStore(book.database).read(stream_of_night(CLUB, "n1"))
    told = read(receipt)
    assert told.links == tuple(sha256(one.body.encode()).digest() for one in stored)
    assert (told.night.version, told.night.head) == (len(stored), stored[-1].hash)
    assert [one.body for one in told.own] == [stored[one.version - 1].body for one in told.own]
    assert told.own[0].version == 1
    assert all(early.version < late.version for early, late in pairwise(told.own))
    assert any("p-anna" in one.body for one in told.own[1:])


def test_the_salt_of_a_name_stands_only_with_the_person_whose_receipt_it_is(book, receipt) -> None:
    assert [one.id for one in read(receipt).people if one.salt] == ["p-anna"]
    for_all = receipt_of(book, "n1")
    assert not any(one.salt for one in for_all.people)
    assert (for_all.holder, for_all.own) == (None, ())
    assert proof(written(for_all).encode()).holds


@pytest.mark.parametrize("seed", range(rounds(3, 4)))
def test_the_receipts_of_random_nights_hold(book, receipt, seed) -> None:
    """At every depth, with plan and payments, for whoever it is."""
    play_night(found(book.database), f"r{seed}", seed=seed, depth=("bank", "book", "cards", "cards")[seed])
    for player in ("", "p-anna", "p-bo"):
        assert wrong(receipt_text(book, f"r{seed}", player=player).encode()) == {}


def test_the_receipt_of_a_night_of_schema_1_says_what_its_digests_tell(book, receipt) -> None:
    assert say(OTHER_EVENTS) in proof(receipt).cannot
    for_all = written(receipt_of(book, "n1")).encode()
    old = lzma.decompress((HERE / "schema_1" / "receipt-anna.json.xz").read_bytes())
    # A receipt for everybody holds no event, so that nobody knows of what schema they are.
    for content in (for_all, old):
        assert say(OTHER_OLD_EVENTS) in proof(content).cannot
        assert say(OTHER_EVENTS) not in proof(content).cannot


def test_an_own_event_whose_request_also_named_cards_of_another_is_left_out(book, receipt) -> None:
    """It holds the digest of all that was asked, by which the cards could be found; by itself it stands in full."""
    handler, night = found(book.database), "n4"
    open_night(handler, night)
    handler.handle(night, commands.GiveLoan(player="p-anna", chips=50))
    handler.handle(night, commands.AnnounceHand(game="Straight Poker", rulebook="enemaerke", dealer="p-anna"))
    bet = commands.Bet(player="p-bo", chips=3)
    named = commands.NameCards(player="p-anna", cards=("As", "Kd"))

    def own(last: int) -> set[str]:
        told = read(receipt_text(book, night, player="p-bo").encode())
        return {msgspec.json.decode(one.body)["type"] for one in told.own if one.version > last}

    last = handler.version(night)
    handler.handle(night, IncomingCommand(bet), IncomingCommand(named), key="both")
    assert own(last) == set()
    strike = commands.StrikeEvents(versions=(last + 1, last + 2), reason="again")
    handler.handle(night, strike)
    last = handler.version(night)
    handler.handle(night, IncomingCommand(bet), key="one")
    handler.handle(night, IncomingCommand(named), key="other")
    assert own(last) == {"bet_made"}


def test_a_night_that_goes_on_has_a_receipt_too(book, receipt) -> None:
    open_night(found(book.database), "n2")
    told = receipt_of(book, "n2", player=holder_called(book, "n2", "bo"))
    assert (told.holder, told.plan, told.night.phase) == ("p-bo", None, "open")
    assert proof(written(told).encode()).holds


def test_every_byte_of_a_receipt_counts(receipt) -> None:
    chance = Random(1)
    # In a quick run every third byte.
    for at in in_turn(range(len(receipt)), 0, of=3):
        altered = bytearray(receipt)
        altered[at] ^= chance.randrange(1, 256)
        assert not proof(bytes(altered)).holds, at


def test_random_flips_of_a_large_receipt_are_found(book, receipt) -> None:
    large, chance = found(book.database), Random(2)
    open_night(large, "n3")
    lend(large, "n3", times=60)
    whole = receipt_text(book, "n3", player="p-bo").encode()
    for _ in range(FLIPS):
        altered = bytearray(whole)
        for _ in range(chance.choice((1, 1, 2, 8))):
            altered[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        assert bytes(altered) == whole or not proof(bytes(altered)).holds


def test_a_receipt_that_is_cut_off_or_longer_does_not_hold(receipt) -> None:
    for end in (0, 1, len(receipt) // 2, len(receipt) - 2, len(receipt) - 1):
        assert "form" in wrong(receipt[:end])
    for more in (b" ", b"\n", receipt):
        assert "form" in wrong(receipt + more)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "it is cut off, or no JSON in UTF-8"),
        (b"\xff\xfe", "it is cut off, or no JSON in UTF-8"),
        (b"[" * 100_000, "it is nested too deeply"),
        (b'{"a":' * 100_000, "it is nested too deeply"),
        (b"[]", "a list of 0 is not"),
        (b'{"club":{"id":"../x"}}', "club.id"),
        (b" " * (BYTES_MAX + 1), "it has more than 67,108,864 bytes"),
    ],
    ids=["empty", "no text", "nested lists", "nested objects", "a list", "a strange id", "huge"],
)
def test_what_is_no_receipt_is_said_in_one_sentence(content, reason) -> None:
    told = wrong(content)
    assert list(told) == ["form"]
    assert reason in told["form"], told
    assert "\n" not in told["form"]


@settings(max_examples=rounds(8, 20))
@given(st.binary(max_size=300) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_no_bytes_make_verification_fail_otherwise(content) -> None:
    assert not proof(content).holds


def test_even_the_club_cannot_sign_what_does_not_add_up(book, receipt) -> None:
    told = read(receipt)
    first = told.nets[0]
    more = msgspec.structs.replace(first, result_cents=first.result_cents + 1)
    assert "nets" in wrong(forged(book, receipt, nets=(more, *told.nets[1:])))
    due = msgspec.structs.replace(first, due_cents=first.due_cents + 1)
    assert "plan" in wrong(forged(book, receipt, nets=(due, *told.nets[1:])))
    one_less = b64encode(b64decode(told.digests)[:-BYTES_OF_A_DIGEST]).decode()
    assert "chain" in wrong(forged(book, receipt, digests=one_less))
    assert "chain" in wrong(forged(book, receipt, digests=""))
    assert "form" in wrong(forged(book, receipt, digests=told.digests[:-4]))
    body = told.own[-1].body.replace('"actor":"', '"actor":"x')
    assert "own events" in wrong(
        forged(book, receipt, own=(*told.own[:-1], msgspec.structs.replace(told.own[-1], body=body)))
    )
    moved = msgspec.structs.replace(told.own[-1], version=told.own[-1].version - 1)
    assert "own events" in wrong(forged(book, receipt, own=(*told.own[:-1], moved)))
    assert "holder" in wrong(forged(book, receipt, holder="p-bo"))
    assert wrong(forged(book, receipt)) == {}


def test_the_fingerprint_tells_the_key_of_another_club(book, receipt) -> None:
    found(book.database, "other", "Onsdagsklubben")
    (theirs,) = change_key(book, "other", "new").keys
    assert wrong(receipt, expected=proof(receipt).fingerprint.upper()) == {}
    assert "It was signed with another key" in wrong(receipt, expected=theirs.fingerprint)["key"]


def test_a_later_receipt_continues_the_earlier_one(book, receipt) -> None:
    handler = found(book.database)
    open_night(handler, "n2")
    early = receipt_text(book, "n2").encode()
    lend(handler, "n2", times=2)
    late = receipt_text(book, "n2", player="p-bo").encode()
    told = {check.name: check.sentence for check in proof(late, after=early).checks}
    assert "and 2 more came after." in told["continues"]
    assert proof(late, after=early).holds
    assert "the other way round" in wrong(early, after=late)["continues"]
    assert "n1" in wrong(late, after=receipt)["same night"]
    assert "form" not in wrong(late, after=b"?")
    assert "earlier" in wrong(late, after=b"?")


def test_it_says_where_two_receipts_part(book, receipt) -> None:
    told = read(receipt)
    links = list(told.links)
    links[3] = bytes(32)
    other = forged(book, receipt, digests=joined(links))
    assert "They part at event 4" in wrong(receipt, after=other)["continues"]


def test_a_replaced_key_vouches_for_the_next_one_and_a_lost_key_does_not(book, receipt) -> None:
    change_key(book, CLUB, "rotate")
    second = receipt_text(book, "n1").encode()
    assert [key.key for key in read(second).keys] == ["key-1", "key-2"]
    assert wrong(second, after=receipt) == {}
    early, late = read(second).keys
    assert late.endorsed is not None
    false = msgspec.structs.replace(late, endorsed=msgspec.structs.replace(late.endorsed, signature="0" * 128))
    assert "keys" in wrong(written(msgspec.structs.replace(read(second), keys=(early, false))).encode())
    change_key(book, CLUB, "lost")
    third = receipt_text(book, "n1").encode()
    assert [key.key for key in read(third).keys] == ["key-3"]
    assert "does not vouch" in wrong(third, after=second)["same key"]


def test_with_the_book_it_says_whether_the_book_still_says_the_same(book, receipt) -> None:
    def beside(content: bytes, other: Book = book) -> dict[str, str]:
        told = with_the_book(other, *verify_receipt(content))
        return {check.name: check.sentence for check in told.checks if not check.holds}

    assert beside(receipt) == {}
    change_key(book, CLUB, "lost")
    assert "lost its key key-1" in beside(receipt)["club's key"]
    reseal(book.database, stream_of_night(CLUB, "n1"), 5, lambda body: body.update(actor="somebody"))
    assert beside(receipt)["book"] == "The book has another event 5 than the receipt."


def test_with_another_book_it_says_that_the_club_is_not_there(receipt, tmp_path) -> None:
    with Book.on(open_book(f"sqlite:///{tmp_path / 'other.db'}"), home=tmp_path) as other:
        told = with_the_book(other, *verify_receipt(receipt))
    assert {check.name for check in told.checks if not check.holds} == {"club's key", "book"}


def test_a_receipt_needs_a_key_that_is_here(book) -> None:
    with pytest.raises(ClubHasNoKey, match="has no key to sign with"):
        receipt_text(book, "n1")
    receipt_text(book, "n1", make_key=True)
    (book.key_folder / CLUB / "key-1.pem").unlink()
    with pytest.raises(PrivateKeyMissing):
        receipt_text(book, "n1", make_key=True)


def test_whoever_is_forgotten_has_no_receipt_and_no_name_in_that_of_others(book, receipt) -> None:
    with book.handler() as handler:
        handler.clubs.forget_member(CLUB, "p-bo")
    with pytest.raises(PlayerMissing):
        receipt_text(book, "n1", player="p-bo")
    told = receipt_of(book, "n1", player="p-anna")
    assert {one.id: one.name for one in told.people}["p-bo"] == ""
    assert proof(written(told).encode()).holds
    # The paper of before still says it.
    assert {one.id: one.name for one in read(receipt).people}["p-bo"] != ""
    assert proof(receipt).holds
