"""Ed25519: signs and verifies. The library is loaded when something is signed or verified, and not before."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from engine.club.acts import AdoptKey
from engine.club.state import Club
from service.book.store.chain import canonical

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

# So much of the hash of a key is shown and compared, in hexadecimal digits: 128 bits, in groups of four.
FINGERPRINT_DIGITS = 32
_GROUP = 4


def fingerprint(public: str) -> str:
    """What people compare of a public key given in hex: "3f0a 91bc …"."""
    digits = sha256(bytes.fromhex(public)).hexdigest()[:FINGERPRINT_DIGITS]
    return " ".join(digits[at : at + _GROUP] for at in range(0, FINGERPRINT_DIGITS, _GROUP))


def public_of(private: Ed25519PrivateKey) -> str:
    """The public half of a key, in hex."""
    return private.public_key().public_bytes_raw().hex()


def signed_by(public: str, signature: str, text: str) -> bool:
    """True if the signature is that of the text by this key; both are in hex, and other texts than hex are no signature."""
    # Loaded when something is verified: most commands verify no signature.
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def endorsement_text(*, club: str, key: str, public: str, endorsed_by: str) -> str:
    """What a key signs to say that another takes its place."""
    return canonical({"club": club, "endorsed_by": endorsed_by, "format": "chipbook key", "key": key, "public": public})


def is_endorsed(act: AdoptKey, club: Club) -> bool:
    """False if an earlier key is said to endorse this one, and its signature does not."""
    if act.endorsed is None:
        return True
    by = club.keys.get(act.endorsed.key)
    text = endorsement_text(club=club.id, key=act.key, public=act.public, endorsed_by=act.endorsed.key)
    return by is not None and signed_by(by.public, act.endorsed.signature, text)
