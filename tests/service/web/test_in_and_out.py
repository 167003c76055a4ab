"""The page Import and export: the files of earlier years go in by a form, and every file of the club is a link."""

import html
import io
import re

import pytest

from tests.service.api.exchange.test_imports import LOG, RESULTS
from tests.service.api.signed_in import ORIGIN
from tests.service.api.verified import worker_of
from tests.service.exchange.imports.results.spreadsheets import ASKED, CLEAR
from tests.service.web.browsing import Page


def brought(app, browser, *files: tuple[str, bytes]) -> str:
    """The address of the import of these files, once a worker has read them."""
    form = Page(browser.get("/in-and-out").text).forms[0]
    sent = {**dict(form.fields), "files": [(io.BytesIO(data), name) for name, data in files]}
    answer = browser.post(form.action, data=sent, content_type="multipart/form-data", headers=ORIGIN)
    assert answer.status_code == 303, answer.text
    worker_of(app).run_due()
    return answer.headers["Location"]


def pressed(app, browser, path: str, what: str, **said: str) -> str:
    """The page after a form of it was sent, and a worker has done what it asked for."""
    form = next(one for one in Page(browser.get(path).text).forms if one.action == f"{path}/{what}")
    answer = browser.post(form.action, data={**dict(form.fields), **said}, headers=ORIGIN)
    assert answer.status_code == 303, answer.text
    worker_of(app).run_due()
    return browser.get(path).text


def test_files_go_in_and_out_again_by_forms(shared_app, bo):
    path = brought(shared_app, bo, ("years.csv", RESULTS.encode()))
    assert "With the month" in bo.get(path).text
    page = pressed(shared_app, bo, path, "answers", dates="dmy")
    assert re.search("2 nights.*4 people.*2 questions", page, re.DOTALL), page
    page = pressed(shared_app, bo, path, "answers", **{"mapped:Ana": "Anna", "gap": "winners"})
    assert "Record 2 nights" in page
    page = pressed(shared_app, bo, path, "recording")
    assert "2 nights are in the book." in page
    assert len(re.findall(r'<a href="/nights/[^"]*/report">[^<]*2024', page)) == 2, page
    assert "Nothing of 2 nights counts any more." in pressed(shared_app, bo, path, "undoing")
    path = brought(shared_app, bo, ("log.csv", LOG.read_bytes()))
    page = bo.get(path).text
    assert "Record 1 night" in page
    assert bo.post(f"{path}/dropping", data=dict(Page(page).forms[-1].fields), headers=ORIGIN).status_code == 303
    assert bo.get(path).status_code == 404


def recorded_and_undone(app, browser, path: str, nights: int) -> None:
    """The import is offered, recorded as a whole, and taken back, so that the next one finds the club as it was."""
    offered = f"Record {nights} night{'s' * (nights > 1)}"
    assert offered in browser.get(path).text, browser.get(path).text
    assert "in the book." in pressed(app, browser, path, "recording")
    assert "counts any more." in pressed(app, browser, path, "undoing")


@pytest.mark.parametrize("form", CLEAR)
def test_a_spreadsheet_that_says_everything_goes_in_by_the_page_without_a_question(shared_app, bo, form):
    sheet = CLEAR[form]
    path = brought(shared_app, bo, (sheet.file, sheet.data))
    if sheet.currency:
        pressed(shared_app, bo, path, "answers", currency=sheet.currency)
    recorded_and_undone(shared_app, bo, path, len(sheet.nights))


@pytest.mark.parametrize("form", ASKED)
def test_what_a_spreadsheet_leaves_open_is_asked_by_the_page_once(shared_app, bo, form):
    sheet, answer = ASKED[form]
    path = brought(shared_app, bo, (sheet.file, sheet.data))
    assert f"Record {len(sheet.nights)} night" not in bo.get(path).text
    named = {f"mapped:{one}": name for one, name in answer.get("mapped", {}).items()}
    said = named or {"dates" if option == "order" else option: value for option, value in answer.items()}
    pressed(shared_app, bo, path, "answers", **said)
    recorded_and_undone(shared_app, bo, path, len(sheet.nights))


def test_a_file_that_cannot_be_read_says_why_and_what_is_said_besides_has_it_read_again(shared_app, bo):
    path = brought(shared_app, bo, ("picture.png", b"\x89PNG\0\0"))
    assert "picture.png is neither text nor a spreadsheet" in bo.get(path).text
    assert bo.post(f"{path}/answers", data={"currency": "crowns"}, headers=ORIGIN).status_code in (403, 422)


def test_what_is_asked_is_asked_in_the_language_of_whoever_reads_it(shared_app, bo):
    path = brought(shared_app, bo, ("years.csv", RESULTS.encode()))
    assert "With the month" in bo.get(path).text
    danish = bo.get(path, headers={"Accept-Language": "da"}).text
    assert 'lang="da"' in danish
    assert "With the month" not in danish
    assert "With the month" in bo.get(path).text


def links_of(browser) -> list[str]:
    return re.findall(r'href="(/api/v1/clubs/[^"]*/exports/[^"]*)"', browser.get("/in-and-out").text)


def test_every_link_of_the_page_leads_to_a_file_and_a_form_without_a_token_is_not_ours(shared_app, bo):
    assert [bo.get(link).status_code for link in links_of(bo)] == [200] * 4, "Nothing is over yet."
    for day, currency in (("2021-01-08", "DKK"), ("2022-01-07", "EUR")):
        path = brought(shared_app, bo, (f"{currency}.csv", f"date;Anna;Bo\n{day};5;-5\n".encode()))
        pressed(shared_app, bo, path, "answers", currency=currency)
        pressed(shared_app, bo, path, "recording")
    links = links_of(bo)
    assert [link.partition("?")[2] for link in links if "results.csv" in link] == ["currency=DKK", "currency=EUR"]
    assert {bo.get(link).status_code for link in links} == {200}
    sent = {"key": "k", "files": [(io.BytesIO(b"x"), "a.csv")]}
    answer = bo.post("/in-and-out/imports", data=sent, content_type="multipart/form-data", headers=ORIGIN)
    assert answer.status_code == 403


def test_a_link_to_a_file_that_cannot_be_had_shows_a_page_and_tells_a_program_a_problem(shared_app, bo):
    link = f"{links_of(bo)[0].rpartition('/')[0]}/results.csv?currency=JPY"
    told, shown = bo.get(link), bo.get(link, headers={"Sec-Fetch-Mode": "navigate"})
    assert (told.status_code, told.mimetype) == (shown.status_code, "application/problem+json")
    assert shown.mimetype == "text/html"
    assert told.json["detail"] in html.unescape(shown.text)
