"""Scripts and style sheets come as gzip to browsers that take it; pages, which hold form tokens, never do."""

import gzip

import pytest

from service.web.site import HERE
from tests.service.api.signed_in import signed_in

TAKES = {"Accept-Encoding": "gzip, deflate, br"}
TEXTS = sorted(file.name for file in (HERE / "static").iterdir() if file.suffix in (".css", ".js"))


def test_scripts_and_style_sheets_come_as_gzip_at_two_fifths_of_their_length(shared_app):
    whole = came = 0
    for name in TEXTS:
        plain = (HERE / "static" / name).read_bytes()
        answer = shared_app.test_client().get(f"/pages/{name}", headers=TAKES, buffered=True)
        assert (answer.status_code, answer.headers["Content-Encoding"]) == (200, "gzip"), name
        assert answer.content_length == len(answer.data), name
        assert "Accept-Encoding" in answer.vary, name
        assert gzip.decompress(answer.data) == plain, name
        whole, came = whole + len(plain), came + len(answer.data)
    assert came <= 0.4 * whole


@pytest.mark.parametrize("path", ["/pages/page.js", "/pages/look.css", "/sw.js"])
@pytest.mark.parametrize("takes", [{}, {"Accept-Encoding": "br"}, {"Accept-Encoding": "gzip;q=0, *"}])
def test_a_browser_that_does_not_take_gzip_gets_the_file_as_it_is(shared_app, path, takes):
    answer = shared_app.test_client().get(path, headers=takes, buffered=True)
    assert (answer.status_code, "Content-Encoding" in answer.headers) == (200, False)
    assert "Accept-Encoding" in answer.vary
    assert answer.data == (HERE / "static" / path.rpartition("/")[2]).read_bytes()


@pytest.mark.parametrize("path", ["/pages/page.js", "/pages/report.css", "/sw.js"])
def test_a_file_that_a_browser_still_has_is_not_sent_again_packed_or_not(shared_app, path):
    browser = shared_app.test_client()
    packed, plain = (browser.get(path, headers=takes, buffered=True) for takes in (TAKES, {}))
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["ETag"] != plain.headers["ETag"]
    for takes, known in ((TAKES, packed.headers["ETag"]), ({}, plain.headers["ETag"])):
        answer = browser.get(path, headers={**takes, "If-None-Match": known}, buffered=True)
        assert (answer.status_code, answer.data, answer.headers["ETag"]) == (304, b"", known)
        assert "Accept-Encoding" in answer.vary
    # What is packed stands for nothing where it cannot be read.
    again = browser.get(path, headers={"If-None-Match": packed.headers["ETag"]}, buffered=True)
    assert (again.status_code, again.data) == (200, plain.data)


def test_head_tells_the_length_of_the_packed_file(shared_app):
    browser = shared_app.test_client()
    got, told = (ask("/pages/page.js", headers=TAKES, buffered=True) for ask in (browser.get, browser.head))
    assert (told.status_code, told.data) == (200, b"")
    for header in ("Content-Length", "Content-Encoding", "ETag", "Content-Type"):
        assert told.headers[header] == got.headers[header]


@pytest.mark.parametrize("path", ["/pages/icon-192.png", "/pages/icon.svg"])
def test_pictures_come_as_they_are(shared_app, path):
    answer = shared_app.test_client().get(path, headers=TAKES, buffered=True)
    assert "Content-Encoding" not in answer.headers
    assert answer.data == (HERE / "static" / path.rpartition("/")[2]).read_bytes()


def test_a_page_with_a_form_token_is_never_packed(shared_app, shared_table):
    anna = signed_in(shared_app, shared_table, "Anna")
    for path in ("/", "/me", f"/nights/{shared_table.night}"):
        page = anna.get(path, headers=TAKES, buffered=True)
        assert (page.status_code, "Content-Encoding" in page.headers) == (200, False), path
        assert 'name="form_token"' in page.text, path
