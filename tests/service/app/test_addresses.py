"""Which address each device opens: the browser of this machine, and those of others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from service.app.signing_in.addresses import address_of, opens_here
from service.config import Settings

PEM = Path("own.pem")


@pytest.mark.parametrize(
    ("more", "opened"),
    [
        ({}, "http://127.0.0.1:8421"),
        ({"host": "0.0.0.0"}, "http://localhost:8421"),
        ({"host": "0.0.0.0", "cert": PEM, "key": PEM, "tls_port": 8443}, "http://localhost:8421"),
        ({"cert": PEM, "key": PEM, "tls_port": 8443}, "http://127.0.0.1:8421"),
        # A certificate of one's own names its host, and nothing is served without it.
        ({"host": "book.example", "cert": PEM, "key": PEM}, "https://book.example:8421"),
        ({"host": "0.0.0.0", "url": "https://book.example"}, "https://book.example"),
    ],
)
def test_the_browser_of_this_machine_is_opened_without_a_certificate_that_it_does_not_trust(tmp_path, more, opened):
    settings = Settings(home=tmp_path, database_url="", zone=ZoneInfo("UTC"))
    serving = replace(settings, **more)
    assert opens_here(serving, address_of(serving)) == opened
