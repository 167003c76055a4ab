"""The signed head: one line that says how far a night had come, short enough for a QR code on paper.

`chipbook:1:CLUB:NIGHT:VERSION:HEAD:KEY:SIGNATURE`, where head, public key and signature are base64url without padding.
What is signed is everything before the last colon. It needs no book and no receipt to be verified.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, NamedTuple

from engine.speech import phrase
from service.book.receipts.signing import public_of, signed_by
from service.errors import NotAReceipt

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

TEXT_MAX = 500
_ID = r"[A-Za-z0-9_-]"
_FORM = re.compile(
    rf"chipbook:1:(?P<club>{_ID}{{1,40}}):(?P<night>{_ID}{{1,60}}):(?P<version>[1-9][0-9]{{0,9}})"
    rf":(?P<head>{_ID}{{43}}):(?P<public>{_ID}{{43}}):(?P<signature>{_ID}{{86}})"
)


class SignedHead(NamedTuple):
    """The head of a night after event `version`, and whose signature it bears; head, key and signature are in hex."""

    club: str
    night: str
    version: int
    head: str
    public: str
    signature: str

    @property
    def signed_text(self) -> str:
        """What is signed."""
        return f"chipbook:1:{self.club}:{self.night}:{self.version}:{_short(self.head)}:{_short(self.public)}"

    @property
    def text(self) -> str:
        """The whole line."""
        return f"{self.signed_text}:{_short(self.signature)}"

    @property
    def holds(self) -> bool:
        """True if the signature is that of the key."""
        return signed_by(self.public, self.signature, self.signed_text)


def sign_head(club: str, night: str, version: int, head: str, private: Ed25519PrivateKey) -> SignedHead:
    """The signed head of a night."""
    unsigned = SignedHead(club, night, version, head, public_of(private), "")
    return unsigned._replace(signature=private.sign(unsigned.signed_text.encode()).hex())


def read_head(text: str) -> SignedHead:
    """The signed head in a line. Refuses another text (NotAReceipt); whether the signature holds is another question."""
    found = _FORM.fullmatch(text.strip()) if len(text) <= TEXT_MAX else None
    if found is None:
        raise NotAReceipt(phrase("a signed head is a line as chipbook:1:CLUB:NIGHT:VERSION:HEAD:KEY:SIGNATURE"))
    head, public, signature = (_long(found[part]) for part in ("head", "public", "signature"))
    read = SignedHead(found["club"], found["night"], int(found["version"]), head, public, signature)
    # Several base64 texts may come to the same bytes; only one of them is what was signed.
    if read.text != text.strip():
        raise NotAReceipt(phrase("the signed head is not written as chipbook writes it"))
    return read


def as_svg(text: str) -> str:
    """The line as a QR code: an SVG element without a script, to stand in a page."""
    # Loaded when a code is drawn: most commands draw none.
    import segno

    drawn = BytesIO()
    segno.make_qr(text, error="m").save(
        drawn,
        kind="svg",
        xmldecl=False,
        svgns=True,
        nl=False,
        omitsize=True,
        dark="#000",
        light="#fff",
        svgclass="qr",
        lineclass=None,
    )
    return drawn.getvalue().decode()


def for_terminal(text: str) -> str:
    """The line as a QR code in half blocks, which a phone reads from the screen."""
    # Loaded when a code is drawn: most commands draw none.
    import segno

    drawn = StringIO()
    segno.make_qr(text, error="l").terminal(drawn, compact=True, border=2)
    return drawn.getvalue()


def _short(digits: str) -> str:
    return urlsafe_b64encode(bytes.fromhex(digits)).decode().rstrip("=")


def _long(text: str) -> str:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4)).hex()
