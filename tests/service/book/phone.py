"""Phones that sign as browsers do, for books of tests."""

from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from engine.club.acts import AdoptPhoneKey
from service.book.db import Database
from service.book.receipts.phones import answer_text, phone_key
from service.book.recording.handler import CommandHandler
from service.book.store.countersignatures import Countersignature, keep_countersignatures


def public_half(key: EllipticCurvePrivateKey) -> str:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint).hex()


def signature(key: EllipticCurvePrivateKey, text: str) -> str:
    numbers = decode_dss_signature(key.sign(text.encode(), ECDSA(SHA256())))
    return b"".join(number.to_bytes(32) for number in numbers).hex()


def countersign(database: Database, handler: CommandHandler, night: str, player: str) -> None:
    """The phone of the player, which is new to the club, signs the night by itself as it stands."""
    loaded, key = handler.load(night), generate_private_key(SECP256R1())
    public = public_half(key)
    name, version, head = phone_key(public), loaded.version, loaded.head
    handler.clubs.take(loaded.club, AdoptPhoneKey(player=player, key=name, public=public, device="d"), key=name)
    text = answer_text(club=loaded.club, night=night, version=version, head=head, answer="saw", reason="")
    made = Countersignature(loaded.club, night, name, version, head, signature(key, text))
    with database.writing() as connection:
        keep_countersignatures(connection, [made])
