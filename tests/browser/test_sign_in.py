"""Signing in with a real browser: by a link, with a passkey that it makes, and out again; the page's policy holds."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.readable import barriers


@pytest.fixture
def page(house) -> Page:
    """A phone with an authenticator of its own; whatever the page complains of fails the test."""
    opened = house.device(color_scheme="dark")
    devtools = opened.context.new_cdp_session(opened)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return opened


def test_a_phone_signs_in_by_a_link_makes_a_passkey_and_signs_in_with_it(house, page) -> None:
    page.goto(house.link("Bo"))
    expect(page.locator("h1")).to_have_text("Torsdagsklubben")
    assert barriers(page) == []
    page.get_by_role("button", name="Sign in as Bo").tap()
    page.get_by_role("link", name="You").tap()
    page.wait_for_url("**/me")
    expect(page.locator("h1")).to_have_text("Bo")
    assert page.context.cookies()[0]["httpOnly"]
    page.get_by_role("button", name="Make a passkey on this device").tap()
    page.get_by_role("button", name="Forget").wait_for()
    assert barriers(page) == []
    page.get_by_role("button", name="Sign out of this browser").tap()
    page.wait_for_url("**/sign-in")
    assert page.context.cookies() == []
    assert barriers(page) == []
    page.get_by_role("button", name="Sign in with a passkey").tap()
    page.get_by_role("link", name="You").tap()
    page.wait_for_url("**/me")
    expect(page.locator("h1")).to_have_text("Bo")
    page.get_by_role("button", name="Forget").tap()
    page.get_by_text("None yet.").wait_for()


def test_a_browser_without_passkeys_is_told_what_it_takes(house, page) -> None:
    page.add_init_script("delete window.PublicKeyCredential")
    page.goto(house.link("Bo"))
    page.get_by_role("button", name="Sign in as Bo").tap()
    page.get_by_role("link", name="You").tap()
    page.get_by_text("the address has to begin with https").wait_for()
    expect(page.get_by_role("button", name="Make a passkey on this device")).to_be_hidden()
