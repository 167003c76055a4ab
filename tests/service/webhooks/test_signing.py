"""Signatures are those of Standard Webhooks, secrets follow from one file, and the book holds none of them."""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass
from pathlib import Path

import pytest

from service.errors import WebhookKeyUnusable
from service.store.webhooks import Webhook
from service.webhooks.signing import FILE, fingerprint, make_key, secret_in_force, secret_of, signed

NOW = "2026-02-13T20:15:00Z"


@dataclass(frozen=True)
class Received:
    """A delivery as its receiver has it."""

    headers: dict[str, str]
    body: bytes

    def is_signed_with(self, secret: str) -> bool:
        """As standardwebhooks.com says it is to be checked."""
        signed_text = f"{self.headers['webhook-id']}.{self.headers['webhook-timestamp']}.".encode() + self.body
        key = base64.b64decode(secret.removeprefix("whsec_"))
        expected = base64.b64encode(hmac.new(key, signed_text, hashlib.sha256).digest()).decode()
        return f"v1,{expected}" in self.headers["webhook-signature"].split()


def test_a_known_message_has_the_signature_of_the_standard() -> None:
    """The secret, the message and the signature are those of the standard's own libraries."""
    headers = signed(
        ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "2021-02-25T16:53:50Z",
        b'{"test": 2432232314}',
    )
    assert headers["webhook-timestamp"] == "1614272030"
    assert Received(headers, b'{"test": 2432232314}').is_signed_with("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    later = signed(
        ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "2021-02-25T13:47:10Z",
        b'{"test": 2432232314}',
    )
    assert later["webhook-timestamp"] == "1614260830"


def test_a_changed_body_time_or_id_does_not_fit_the_signature(tmp_path: Path) -> None:
    make_key(tmp_path)
    secret = secret_of(tmp_path, "k", "w1", 1)
    headers = signed([secret], "msg_1", NOW, b"{}")
    assert Received(headers, b"{}").is_signed_with(secret)
    assert not Received(headers, b"{ }").is_signed_with(secret)
    assert not Received({**headers, "webhook-timestamp": "1"}, b"{}").is_signed_with(secret)
    assert not Received({**headers, "webhook-id": "msg_2"}, b"{}").is_signed_with(secret)


def test_every_webhook_and_every_renewal_has_a_secret_of_its_own_and_the_same_each_time(tmp_path: Path) -> None:
    make_key(tmp_path)
    secrets = {
        secret_of(tmp_path, *which) for which in (("k", "w1", 1), ("k", "w1", 2), ("k", "w2", 1), ("l", "w1", 1))
    }
    assert len(secrets) == 4
    make_key(tmp_path)
    assert secret_of(tmp_path, "k", "w1", 1) in secrets
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_the_key_of_another_book_is_refused_before_anything_is_sent(tmp_path: Path) -> None:
    for name in ("one", "other"):
        make_key(tmp_path / name)
    known = fingerprint(secret_of(tmp_path / "one", "k", "w1", 1))
    webhook = Webhook("k", "w1", "https://hooks.example.org/", "night_closed", "on", NOW, 1, known)
    assert secret_in_force(tmp_path / "one", webhook).startswith("whsec_")
    with pytest.raises(WebhookKeyUnusable, match="it is another key"):
        secret_in_force(tmp_path / "other", webhook)


@pytest.mark.parametrize(
    ("held", "because"), [(None, "it is not there"), ("zz", "it holds no key"), ("ab", "it holds 1 bytes")]
)
def test_a_key_that_cannot_be_used_says_why_and_not_what_it_holds(
    tmp_path: Path, held: str | None, because: str
) -> None:
    if held is not None:
        (tmp_path / FILE).write_text(held)
    with pytest.raises(WebhookKeyUnusable, match=because) as refused:
        secret_of(tmp_path, "k", "w1", 1)
    assert str(tmp_path) not in refused.value.outside
