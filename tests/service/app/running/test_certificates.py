"""The certificate of the house: made once, kept for its owner alone, renewed by itself, and good for the house only."""

from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from service.app.running.certificates import DAYS, RENEWED_DAYS, certificate_at, certificate_for

NOW = datetime(2026, 11, 28, 19, tzinfo=UTC)
HERE = ("localhost", "table.local", "192.168.1.20")


def test_it_stays_while_it_is_good_and_the_authority_stays_always(tmp_path):
    assert certificate_at(tmp_path) is None
    made = certificate_for(tmp_path, HERE, NOW)
    assert (set(made.names), made.ends) == (set(HERE), NOW + timedelta(days=DAYS))
    assert certificate_for(tmp_path, HERE[:1], NOW) == made
    elsewhere = certificate_for(tmp_path, (*HERE, "10.0.0.7"), NOW)
    later = certificate_for(tmp_path, HERE, NOW + timedelta(days=DAYS - RENEWED_DAYS))
    wanted = certificate_for(tmp_path, HERE, NOW + timedelta(days=DAYS), anew=True)
    assert "10.0.0.7" in elsewhere.names
    assert made.ends < later.ends < wanted.ends
    assert {one.fingerprint for one in (made, elsewhere, later, wanted)} == {made.fingerprint}


def test_the_files_are_their_owners_alone(tmp_path):
    folder = certificate_for(tmp_path, HERE, NOW).key.parent
    assert {file.stat().st_mode & 0o077 for file in (folder, *folder.iterdir())} == {0}


@pytest.mark.parametrize(
    ("name", "holds"), [("localhost", True), ("table.local", True), ("bank.example", False), ("nolocal", False)]
)
def test_the_authority_can_vouch_for_no_other_site(tmp_path, name, holds):
    made = certificate_for(tmp_path, (name,), NOW)
    store = Store(x509.load_pem_x509_certificates(made.authority.read_bytes()))
    leaf = x509.load_pem_x509_certificate(made.cert.read_bytes())
    verifier = PolicyBuilder().store(store).time(NOW).build_server_verifier(x509.DNSName(name))
    if holds:
        assert len(verifier.verify(leaf, [])) == 2
    else:
        with pytest.raises(VerificationError):
            verifier.verify(leaf, [])
