"""Keys: made once, replaced, lost; the private halves lie beside the book and never in it."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from engine.club.acts import AdoptKey, Endorsement
from service.app.book import Book
from service.app.looking_back.receipts import change_key, keys_of, receipt_text
from service.app.looking_back.verify import verify_club
from service.app.people import club
from service.app.refusals import Refused
from service.book.moving.backup import back_up, restore
from service.book.moving.copying import copy_club
from service.book.moving.lines import export_club
from service.book.receipts.form import public_of
from service.book.receipts.keys import KeyFolder
from service.book.store.schema import open_book
from service.errors import ClubHasNoKey, KeyNotWritten, NotAKeyName, PrivateKeyMissing, PrivateKeyUnusable
from tests.service.book.moving.clubs import CLUB


def states(book: Book) -> dict[str, str]:
    return {one.key: one.retired or "in force" for one in keys_of(book, CLUB).keys}


def secrets_of(book: Book) -> list[bytes]:
    """Every private key in each form in which it could be written down."""
    found = []
    for file in book.key_folder.rglob("*.pem"):
        raw = (
            KeyFolder(book.key_folder).load(CLUB, file.stem, public(book, file.stem), called="Klub").private_bytes_raw()
        )
        found += [raw, raw.hex().encode(), file.read_bytes().splitlines()[1]]
    return found


def public(book: Book, key: str) -> str:
    return next(one.public for one in keys_of(book, CLUB).keys if one.key == key)


def test_the_first_receipt_makes_the_first_key(book) -> None:
    assert keys_of(book, CLUB).in_force is None
    receipt_text(book, "n1", make_key=True)
    receipt_text(book, "n1", make_key=True)
    assert states(book) == {"key-1": "in force"}


def test_a_private_key_is_for_its_owner_only(book) -> None:
    change_key(book, CLUB, "new")
    (file,) = book.key_folder.rglob("*.pem")
    assert oct(file.stat().st_mode & 0o777) == "0o600"
    assert oct(file.parent.stat().st_mode & 0o777) == "0o700"


def test_a_key_beside_one_in_force_is_refused(book) -> None:
    change_key(book, CLUB, "new")
    with pytest.raises(Refused, match="has to endorse the new one"):
        change_key(book, CLUB, "new")
    with pytest.raises(Refused, match="has had a key key-1 already"):
        change_key(book, CLUB, "rotate", "key-1")
    assert [file.name for file in book.key_folder.rglob("*")] == [CLUB, "key-1.pem"]


def test_a_key_is_replaced_by_one_that_it_endorses(book) -> None:
    change_key(book, CLUB, "new")
    after = change_key(book, CLUB, "rotate", "spring-2027")
    assert states(book) == {"key-1": "replaced", "spring-2027": "in force"}
    assert [one.endorsed_by for one in after.keys] == ["", "key-1"]
    assert verify_club(book, CLUB).holds


def test_a_lost_key_endorses_nothing(book) -> None:
    change_key(book, CLUB, "new")
    (book.key_folder / CLUB / "key-1.pem").unlink()
    with pytest.raises(PrivateKeyMissing, match="or make another with `chipbook club key lost`") as refused:
        change_key(book, CLUB, "rotate")
    assert f"the key key-1 of {club(book, CLUB).name} is not in" in str(refused.value)
    after = change_key(book, CLUB, "lost")
    assert states(book) == {"key-1": "lost", "key-2": "in force"}
    assert after.keys[1].endorsed_by == ""
    assert verify_club(book, CLUB).holds


def test_without_a_key_nothing_is_replaced_or_lost(book) -> None:
    for change in ("rotate", "lost"):
        with pytest.raises(ClubHasNoKey):
            change_key(book, CLUB, change)
    for name in ("../key", "Key", "-", "x" * 33, "a b", "é"):
        with pytest.raises(NotAKeyName):
            change_key(book, CLUB, "new", name)
    assert not book.key_folder.exists()


def test_a_request_sent_twice_makes_one_key(book) -> None:
    first = change_key(book, CLUB, "new", key="once")
    assert change_key(book, CLUB, "new", key="once") == first
    second = change_key(book, CLUB, "rotate", key="twice")
    assert change_key(book, CLUB, "rotate", key="twice") == second
    assert len(list(book.key_folder.rglob("*.pem"))) == 2


def test_a_key_whose_recording_was_interrupted_is_used(book) -> None:
    made = KeyFolder(book.key_folder).make(CLUB, "key-1")
    assert change_key(book, CLUB, "new").keys[0].public == public_of(made)


def test_a_false_endorsement_is_found(book) -> None:
    change_key(book, CLUB, "new")
    false = AdoptKey(key="key-2", public="1" * 64, endorsed=Endorsement("key-1", "0" * 128))
    with book.handler() as handler:
        handler.clubs.take(CLUB, false)
    (wrong,) = [check for check in verify_club(book, CLUB).proofs[-1].checks if not check.holds]
    assert "adopts a key that the key before it did not endorse" in wrong.findings[0].sentence


def test_neither_backup_nor_export_nor_another_book_holds_a_private_key(book, tmp_path) -> None:
    change_key(book, CLUB, "new")
    change_key(book, CLUB, "rotate")
    private = secrets_of(book)
    assert len(private) == 6
    saved = tmp_path / "saved.backup"
    back_up(book.database, saved)
    there = tmp_path / "elsewhere"
    with Book.on(open_book(f"sqlite:///{there / 'moved.db'}"), home=there) as moved:
        copy_club(book.database, moved.database, CLUB)
    exported = "".join(export_club(book.database, CLUB)).encode()
    for written in (saved.read_bytes(), (there / "moved.db").read_bytes(), exported):
        assert not any(secret in written for secret in private)


def test_a_book_from_a_backup_knows_the_keys_and_cannot_sign(book, tmp_path) -> None:
    change_key(book, CLUB, "new")
    saved, there = tmp_path / "saved.backup", tmp_path / "elsewhere"
    back_up(book.database, saved)
    restore(saved, f"sqlite:///{there / 'book.db'}")
    with Book.on(open_book(f"sqlite:///{there / 'book.db'}"), home=there) as other:
        assert keys_of(other, CLUB).keys[0].public == public(book, "key-1")
        assert not keys_of(other, CLUB).keys[0].private_here
        with pytest.raises(PrivateKeyMissing):
            receipt_text(other, "n1", make_key=True)
    # With the folder of the keys it can.
    with Book.on(open_book(f"sqlite:///{there / 'book.db'}"), home=there, keys=book.key_folder) as other:
        assert json.loads(receipt_text(other, "n1"))["keys"][0]["key"] == "key-1"


def test_what_is_no_private_key_is_said_in_one_sentence(book) -> None:
    change_key(book, CLUB, "new")
    file = book.key_folder / CLUB / "key-1.pem"
    rsa = generate_private_key(65537, 1024).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    for content, reason in ((b"?", "that can be read"), (rsa, "Ed25519 is needed")):
        file.write_bytes(content)
        with pytest.raises(PrivateKeyUnusable, match=reason):
            receipt_text(book, "n1")
    file.unlink()
    KeyFolder(book.key_folder).make(CLUB, "key-1")
    with pytest.raises(PrivateKeyUnusable, match="knows another key by this name"):
        receipt_text(book, "n1")


def test_a_folder_that_takes_no_key_leaves_the_club_without_one(book, tmp_path) -> None:
    (tmp_path / "keys").write_text("no folder")
    with pytest.raises(KeyNotWritten):
        change_key(book, CLUB, "new")
    assert keys_of(book, CLUB).keys == ()
