"""A secret tells its kind and its club, is recognised wherever it stands, and is kept nowhere but as its SHA-256."""

from __future__ import annotations

from hashlib import sha256

import pytest

from service.logs import without_secrets
from service.people.access.our_page import form_token, is_form_token, is_from_our_page, origin_of
from service.people.access.secret import name_of_browser, new_secret, read_secret


@pytest.mark.parametrize("club", ["c1", "c_with_lines_", "_", "-", "x" * 40, "cb_api_x"])
def test_a_secret_names_its_kind_and_its_club(club):
    made = new_secret("api", club)
    assert read_secret(made.text, "api") == made
    assert read_secret(made.text, "web") is None
    assert made.digest == sha256(made.text.encode()).hexdigest()
    assert without_secrets(f"GET /join/{made.text}?x") == "GET /join/cb_…?x"


def test_two_secrets_are_never_the_same():
    assert len({new_secret("join", "c").text for _ in range(1000)}) == 1000


@pytest.mark.parametrize(
    "wrong", ["", "cb_api_", "cb_api__" + "a" * 26, "cb_api_c_" + "a" * 25, "cb_api_c_" + "A" * 26]
)
def test_what_has_not_the_form_is_no_secret(wrong):
    assert read_secret(wrong, "api") is None
    assert read_secret(new_secret("api", "c").text + "\n", "api") is None


@pytest.mark.parametrize(
    ("site", "origin", "is_ours"),
    [
        ("same-origin", "https://a.example", True),
        ("same-origin", None, True),
        (None, "https://a.example", True),
        (None, None, False),
        ("none", None, False),
        ("same-site", "https://a.example", False),
        ("cross-site", None, False),
        ("same-origin", "https://b.example", False),
        (None, "http://a.example", False),
        (None, "https://a.example:8443", False),
        (None, "null", False),
        (None, "", False),
    ],
)
def test_a_request_is_ours_only_if_the_browser_says_so(site, origin, is_ours):
    assert is_from_our_page("https://a.example", site=site, origin=origin) is is_ours


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://a.example/", "https://a.example"),
        ("https://a.example:443/x?y", "https://a.example"),
        ("http://a.example:80", "http://a.example"),
        ("http://a.example:8421/", "http://a.example:8421"),
        ("http://[::1]:8421/", "http://[::1]:8421"),
    ],
)
def test_an_origin_is_written_as_browsers_write_it(url, origin):
    assert origin_of(url) == origin


def test_a_form_token_belongs_to_one_session():
    assert is_form_token(form_token("one"), "one")
    assert not is_form_token(form_token("one"), "two")
    assert not is_form_token("æ", "one")


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome · Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1", "Safari · iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge · Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox · Linux"),
        ("<script>", "a browser"),
        ("", "a browser"),
    ],
)
def test_a_browser_is_called_by_two_words(header, name):
    assert name_of_browser(header) == name
