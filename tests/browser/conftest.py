"""A real browser for the tests that look at pages: Chromium as the system has it, driven without a window."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.house import House, serving
from tests.conftest import MEASURED

# Chromium refuses its sandbox to the superuser of a container, and would otherwise check for updates.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


# A busy machine may take long to show what comes at once on a phone.
expect.set_options(timeout=30_000)


def chromium() -> str:
    """The program to start: the one in the environment, or a Chromium that is installed; empty if there is none.

    Debian's headless shell comes first: the same engine without a window's menus and tabs takes half the processor time.
    """
    named = os.environ.get("CHIPBOOK_TEST_CHROMIUM", "")
    if named and not Path(named).exists():
        pytest.fail(f"CHIPBOOK_TEST_CHROMIUM names {named}, and there is no such program.")
    return named or shutil.which("chromium-headless-shell") or shutil.which("chromium") or ""


# Not for the whole session: while the driver runs, no other test in this process can have its own event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    program = chromium()
    if not program:
        pytest.skip("No Chromium: apt-get install chromium-headless-shell, or name one in CHIPBOOK_TEST_CHROMIUM.")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def house(browser, tmp_path_factory) -> Iterator[House]:
    """A server with a club of which Bo is the banker."""
    with serving(browser, tmp_path_factory.mktemp("house")) as found:
        found.found("Torsdagsklubben", "Bo")
        yield found


@pytest.fixture(scope="module")
def phone(house) -> Page:
    """Bo's, for the tests of a module one after another."""
    return house.device("Bo")


@pytest.fixture(scope="module", autouse=True)
def _nothing_left_open(browser) -> Iterator[None]:
    """No page of one module is looked at by the browser while the next one runs."""
    yield
    for context in browser.contexts:
        context.close()


@pytest.fixture
def tell(record_property) -> Callable[[str], None]:
    """Says what was measured, also of a test that passes; it stands above the closing line of the run."""
    return lambda text: record_property(MEASURED, text)
