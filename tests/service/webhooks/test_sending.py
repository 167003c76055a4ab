"""What is sent goes to the address that was checked, under the right name, and no answer costs much time or space."""

from __future__ import annotations

import datetime as dt
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from service.errors import NotDelivered
from service.webhooks.addresses import target_of
from service.webhooks.sending import KEPT_MAX, printable, send
from tests.service.webhooks.receiver import HOST, Receiver, receiving

BODY = b'{"type":"ping"}\n'
HERE = "127.0.0.1"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for the host, which vouches for itself, and its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path_factory.mktemp("tls") / "own.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return file


def test_the_body_arrives_as_it_is_with_the_name_of_the_host(receiver: Receiver) -> None:
    answer = send(target_of(receiver.url()), HERE, {"webhook-id": "m1"}, BODY)
    assert (answer.status, answer.said, answer.accepted) == (204, "", True)
    (got,) = receiver.got
    assert (got.path, got.body) == ("/told?secret=s3cret", BODY)
    assert got.headers["host"] == f"{HOST}:{receiver.port}"
    assert got.headers["content-type"] == "application/json"
    assert got.headers["user-agent"].startswith("chipbook/")
    assert got.headers["webhook-id"] == "m1"


def test_over_https_the_certificate_has_to_be_that_of_the_name_and_not_of_the_address(certificate: Path) -> None:
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(certificate)
    trust = ssl.create_default_context(cafile=certificate)
    with receiving(own) as receiver:
        assert send(target_of(receiver.url("https")), HERE, {}, BODY, trust=trust).status == 204
        assert receiver.asked_for == [HOST]
        with pytest.raises(NotDelivered, match="certificate is not valid for 'other.example.org'"):
            send(target_of(receiver.url("https", "other.example.org")), HERE, {}, BODY, trust=trust)
        with pytest.raises(NotDelivered, match="self-signed certificate"):
            send(target_of(receiver.url("https")), HERE, {}, BODY)
        assert len(receiver.got) == 1


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.statuses = [302]
    receiver.headers = {"Location": f"http://127.0.0.1:{receiver.port}/elsewhere"}
    answer = send(target_of(receiver.url()), HERE, {}, BODY)
    assert (answer.status, answer.accepted, len(receiver.got)) == (302, False, 1)


def test_of_a_long_answer_only_the_beginning_is_read_and_kept_as_plain_text(receiver: Receiver) -> None:
    receiver.statuses = [500]
    receiver.said = b"\x1b[31mwrong\x00\r\n  <b>" + b"x" * 5000
    answer = send(target_of(receiver.url()), HERE, {}, BODY)
    assert answer.said.startswith("[31mwrong <b>xxx")
    assert len(answer.said) == KEPT_MAX
    assert answer.said.isprintable()


def test_an_answer_that_comes_byte_by_byte_is_cut_off(receiver: Receiver) -> None:
    receiver.statuses = [200]
    receiver.said = b"x" * 200
    receiver.slow_seconds = 0.02
    with pytest.raises(NotDelivered, match=r"did not take it: no whole answer within 0\.2 seconds\."):
        send(target_of(receiver.url()), HERE, {}, BODY, whole_seconds=0.2)


def test_a_receiver_that_is_away_is_told_with_its_name_and_without_the_path() -> None:
    with receiving() as receiver:
        url = receiver.url()
    with pytest.raises(NotDelivered) as refused:
        send(target_of(url), HERE, {}, BODY)
    assert str(refused.value) == f"{HOST} did not take it: Connection refused."


def test_what_is_no_text_is_told_as_text() -> None:
    assert printable(b"\xff\xfe\x07 a\tb\n") == "\ufffd\ufffd a b"
