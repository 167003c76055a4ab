"""An authenticator in software: it makes keys and signs as a phone does, and lies where a test wants it to."""

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import encode_cbor

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def text(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


def content(said: str) -> bytes:
    return urlsafe_b64decode(said + "===")


@dataclass
class Authenticator:
    """One key of one person. `count` is None for an authenticator that does not count, as most phones."""

    origin: str = "http://localhost"
    verifies: bool = True
    count: int = 0
    handle: bytes = b""
    rp_id: str = ""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    def make(self, options: dict, label: str = "phone") -> dict[str, str]:
        """The answer to `navigator.credentials.create`."""
        self.handle, self.rp_id = content(options["user"]["id"]), options["rp"]["id"]
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + encode_cbor(public)
        data = self._data(ATTESTED) + attested
        return {
            "label": label,
            "id": text(self.id),
            "client_data": text(self._client_data("webauthn.create", options["challenge"])),
            "attestation": text(encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})),
        }

    def use(self, options: dict) -> dict[str, str]:
        """The answer to `navigator.credentials.get`."""
        client_data = self._client_data("webauthn.get", options["challenge"])
        data = self._data()
        signature = self.key.sign(data + sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "id": text(self.id),
            "client_data": text(client_data),
            "authenticator_data": text(data),
            "signature": text(signature),
            "user_handle": text(self.handle),
        }

    def _data(self, flags: int = 0) -> bytes:
        flags |= PRESENT | (VERIFIED if self.verifies else 0)
        return sha256(self.rp_id.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()
