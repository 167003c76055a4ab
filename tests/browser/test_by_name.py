"""A phone over https by name: the server stops, the laptop goes to another house, and the night goes on, entered once."""

import base64
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import expect

from tests.browser.phones import V1, Evening, evening
from tests.browser.steady import announce, press, tap
from tests.browser.test_offline import KEPT, Phone
from tests.servers import free_port
from tests.service.web.test_serve import Served

AT_HOME, ELSEWHERE = "127.0.0.1", "127.0.0.2"


def trusting(home: Path, address: str) -> tuple[str, ...]:
    """A phone that trusts the certificate of the house, and whose network finds the name at this address."""
    made = x509.load_pem_x509_certificate((home / "tls" / "server.pem").read_bytes())
    shown = made.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    pinned = base64.b64encode(sha256(shown).digest()).decode()
    return (
        f"--host-resolver-rules=MAP kitchen.local {address}",
        f"--ignore-certificate-errors-spki-list={pinned}",
    )


@pytest.fixture
def friday(browser, tmp_path, monkeypatch):
    # Nothing is announced in the network of whoever runs the tests: the browser is told where the name leads.
    monkeypatch.setenv("CHIPBOOK_HOST", "0.0.0.0")
    monkeypatch.setenv("CHIPBOOK_NAME", "none")
    with evening(browser, tmp_path / "friday") as found:
        tls_port = free_port()
        found.at = f"https://kitchen.local:{tls_port}"
        found.server.stop()
        serves(found)
        yield found


def serves(friday: Evening) -> None:
    """Starts its server, which speaks https too."""
    friday.server = Served(friday.home, f"tls={urlsplit(friday.at).port}", port=friday.server.port)
    friday.server.hear()


def test_a_night_entered_while_the_server_was_gone_is_sent_once_and_who_came_by_name_stays_signed_in(
    friday, tmp_path
) -> None:
    phone = Phone(friday, tmp_path / "profile", trusting(friday.home, AT_HOME))
    try:
        phone.sign_in()
        bo = phone.page
        assert bo.evaluate("isSecureContext")
        friday.table(bo)
        bo.evaluate(KEPT, ["/nights/friday", "/offline"])
        announce(bo, "Straight Poker")
        tap(bo, "Fold")
        before = friday.events()

        friday.server.stop()
        press(bo, "Bet 3")
        phone.waits(1)
        phone.context.close()
        phone.arguments = trusting(friday.home, ELSEWHERE)
        bo = phone.open()
        bo.goto(f"{friday.url}/nights/friday")
        expect(bo.locator(".felt .game")).to_have_text("Straight Poker")
        press(bo, "Raise by 2")
        phone.waits(2)

        serves(friday)
        phone.waits(0)
        names = list(friday.ids)
        _, second, third, _ = (names[(names.index(before[-1].split()[0]) + at) % 4] for at in range(4))
        assert friday.events()[len(before) :] == [f"{second} bets 3.", f"{third} raises by 2, to 5."]
        bo.goto(f"{friday.url}/me")
        expect(bo.locator("main")).to_contain_text("Bo")
    finally:
        phone.context.close()


def test_a_phone_that_scans_a_code_is_led_on_if_it_trusts_the_house_and_is_shown_how_if_not(friday, tmp_path) -> None:
    path = f"{V1}/clubs/{friday.club}/players/{friday.ids['Anna']}/invitations"
    keeper = {"Authorization": f"Bearer {friday.token}", "Idempotency_Key": "anna"}
    way = urlsplit(str(friday.server.ask("POST", path, {}, **keeper)[1]["url"])).path
    scanned = f"http://kitchen.local:{friday.server.port}/trust#{way}"
    finds, trusts = trusting(friday.home, AT_HOME)
    stranger = Phone(friday, tmp_path / "stranger", (finds,))
    try:
        page = stranger.page
        page.goto(scanned)
        expect(page.get_by_role("link", name="1. Load the certificate of this house")).to_be_visible()
        expect(page.locator("#secure")).to_have_attribute("href", f"{friday.at}{way}")
        page.get_by_role("link", name="Go on without it").tap()
        expect(page.get_by_role("heading", name="Torsdagsklubben")).to_be_visible()
        assert page.url == f"http://kitchen.local:{friday.server.port}{way}"
    finally:
        stranger.context.close()
    known = Phone(friday, tmp_path / "known", (finds, trusts))
    try:
        known.page.goto(scanned)
        known.page.wait_for_url(f"{friday.at}{way}")
        expect(known.page.get_by_role("heading", name="Torsdagsklubben")).to_be_visible()
    finally:
        known.context.close()
