"""TLS in the house without a domain: an authority of this book's own, and the certificate that it signs for this machine.

Both lie beside the book, in `HOME/tls`, with rights for their owner alone. The authority is made once. It can vouch for nothing
but addresses of private networks and names that end in `.local`, so that whoever trusts it trusts it with no other site.
A machine that is in a network of Tailscale may have a certificate of that instead.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
from datetime import datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from engine.speech import say
from service.app.running.addresses import LOCAL, PRIVATE, PRIVATE_6, is_at_home
from service.book.db import FILE_MODE, FOLDER_MODE
from service.config import SettingError

FOLDER = "tls"
AUTHORITY_DAYS = 3650
# What browsers take of an authority that was added by hand is at most 825 days (Apple, support article 103769).
DAYS = 397
# A certificate with fewer days left is replaced.
RENEWED_DAYS = 90
_CLOCKS_DIFFER = timedelta(days=1)


class Certificate(NamedTuple):
    """The files of TLS, what the certificate is for, and when it ends."""

    authority: Path
    cert: Path
    key: Path
    names: tuple[str, ...]
    ends: datetime
    fingerprint: str


def names_here(*called: str, at: str, beside: str = "") -> tuple[str, ...]:
    """The names and private addresses by which this machine is reached in its network.

    `called`: those that it announces, with or without `.local`; empty ones are left out. `at`: its own address there, or empty;
    `beside`: that of IPv6.
    """
    own = socket.gethostname().lower().partition(".")[0]
    named = [f"{one.removesuffix(LOCAL)}{LOCAL}" for one in (own, *called) if one and one != "localhost"]
    return ("localhost", "127.0.0.1", *dict.fromkeys(named), *filter(is_at_home, (at, beside)))


def certificate_at(home: Path) -> Certificate | None:
    """The certificate of this home folder; None if none was made."""
    folder = home / FOLDER
    of_authority, cert, key = folder / "authority.pem", folder / "server.pem", folder / "server.key"
    if not (of_authority.exists() and cert.exists() and key.exists()):
        return None
    made = x509.load_pem_x509_certificate(cert.read_bytes())
    authority = x509.load_pem_x509_certificate(of_authority.read_bytes())
    said = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    names = (*said.get_values_for_type(x509.DNSName), *map(str, said.get_values_for_type(x509.IPAddress)))
    fingerprint = authority.fingerprint(hashes.SHA256()).hex(":")
    return Certificate(of_authority, cert, key, names, made.not_valid_after_utc, fingerprint)


def certificate_for(home: Path, names: tuple[str, ...], now: datetime, *, anew: bool = False) -> Certificate:
    """A certificate for these names, from the authority of this home folder, which is made the first time.

    The one that is there stays while it is for all of them and good for some months, unless one is wanted `anew`.
    """
    known = certificate_at(home)
    if known and not anew and set(names) <= set(known.names) and known.ends > now + timedelta(days=RENEWED_DAYS):
        return known
    folder = home / FOLDER
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    authority, key = _authority(folder, now)
    own = ec.generate_private_key(ec.SECP256R1())
    made = (
        _begun("chipbook", authority.subject, own, now, DAYS)
        .add_extension(x509.SubjectAlternativeName([_as_stated(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _keep(folder / "server.key", _private(own))
    _keep(folder / "server.pem", made.public_bytes(serialization.Encoding.PEM))
    result = certificate_at(home)
    assert result
    return result


def _authority(folder: Path, now: datetime) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    cert_file, key_file = folder / "authority.pem", folder / "authority.key"
    if cert_file.exists() and key_file.exists():
        key = serialization.load_pem_private_key(key_file.read_bytes(), None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        return x509.load_pem_x509_certificate(cert_file.read_bytes()), key
    key = ec.generate_private_key(ec.SECP256R1())
    name = f"chipbook {socket.gethostname().partition('.')[0]}"[:64]
    usage = dict.fromkeys(
        ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement"), False
    )
    made = (
        _begun(name, x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]), key, now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(
            x509.KeyUsage(**usage, key_cert_sign=True, crl_sign=True, encipher_only=False, decipher_only=False),
            critical=True,
        )
        .add_extension(
            x509.NameConstraints(
                [
                    *(x509.DNSName(name) for name in ("local", "localhost")),
                    *(x509.IPAddress(network) for network in PRIVATE),
                    *(x509.IPAddress(network) for network in PRIVATE_6),
                ],
                None,
            ),
            critical=True,
        )
        .sign(key, hashes.SHA256())
    )
    _keep(key_file, _private(key))
    _keep(cert_file, made.public_bytes(serialization.Encoding.PEM))
    return made, key


def _begun(
    name: str, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _CLOCKS_DIFFER)
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _as_stated(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _private(key: ec.EllipticCurvePrivateKey) -> bytes:
    form = serialization.PrivateFormat.PKCS8
    return key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())


def _keep(file: Path, content: bytes) -> None:
    """Writes the file whole or not at all, readable by its owner alone from the first byte."""
    beside = file.with_suffix(".new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE), "wb") as opened:
        opened.write(content)
    beside.replace(file)


_PROGRAM = "tailscale"
# The first certificate of a machine is fetched from afar.
_SECONDS = 120


class OfTailscale(NamedTuple):
    """The name of this machine among the devices of its owner, and the files of its certificate."""

    name: str
    cert: Path
    key: Path


def certificate_of_tailscale(home: Path) -> OfTailscale:
    """Gets the certificate, or a newer one once its end is near. Refuses with what is missing (SettingError)."""
    try:
        status = json.loads(_answer("status", "--json"))
    except FileNotFoundError as problem:
        raise _cannot(say("there is no program {program} here; install Tailscale", program=_PROGRAM)) from problem
    names: list[str] = status.get("CertDomains") or []
    if not names:
        raise _cannot(say("this machine has no name for certificates; switch HTTPS on in the settings of your tailnet"))
    folder = home / FOLDER
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    made = OfTailscale(names[0], folder / "tailscale.pem", folder / "tailscale.key")
    _answer("cert", "--cert-file", str(made.cert), "--key-file", str(made.key), made.name)
    return made


def _answer(*words: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603
            [_PROGRAM, *words], capture_output=True, text=True, timeout=_SECONDS, check=True
        )
    except subprocess.CalledProcessError as problem:
        raise _cannot((problem.stderr.strip() or problem.stdout.strip()).rstrip(".")) from problem
    except subprocess.TimeoutExpired as problem:
        raise _cannot(say("it did not answer within {seconds} seconds", seconds=_SECONDS)) from problem
    return done.stdout


def _cannot(because: str) -> SettingError:
    return SettingError("--tailscale", say("Tailscale gives no certificate: {because}.", because=because))
