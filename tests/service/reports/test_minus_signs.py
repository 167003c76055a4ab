"""One minus sign for people, which is as wide as the plus, and the one of the keyboard for programs."""

import re
from pathlib import Path

import pypdfium2
import pytest
from markupsafe import Markup

from engine.grammar import MINUS, amount_plain, amount_text
from engine.reports.sentences import tell_all
from service.reports.audit_page import render_audit
from service.reports.beancount import render_beancount
from service.reports.forms.as_print import as_pdf
from service.reports.html import render_html
from service.reports.night_report import NightReport, build
from service.reports.printed import night_document, player_document
from service.reports.spreadsheets import tables
from service.reports.text import render_text
from tests.service.reports.small_night import HEAD, NAMES, small_night
from tests.service.reports.views.test_table import seen

# A hyphen in front of a number, but for spans such as "36-65", days, ids, and words such as "four-of-a-kind".
HYPHEN = re.compile(r"(?<![\w.–-])- ?\d")
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def report() -> NightReport:
    return build(small_night().records, NAMES, head=HEAD)


def printed(pdf: bytes) -> str:
    return " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))


def shown(page: str) -> str:
    """What a page shows, without style, script and the lines of its drawings."""
    return Markup(re.sub(r"<(style|script|svg).*?</\1>", "", page, flags=re.DOTALL)).striptags()


def test_every_face_for_people_has_the_true_minus_sign_alone(report) -> None:
    faces = {
        "text": render_text(report),
        "page": shown(render_html(report, tell_all(small_night().records, names=NAMES))),
        "audit": shown(render_audit(seen(small_night().records, names=NAMES))),
        "night as PDF": printed(as_pdf(night_document(report))),
        "account as PDF": printed(as_pdf(player_document(report, report.accounts[-1]))),
    }
    for face, told in faces.items():
        assert MINUS in told, face
        assert [told[found.start() - 20 : found.end() + 10] for found in HYPHEN.finditer(told)] == [], face


def test_every_file_for_programs_has_the_minus_sign_of_the_keyboard(report) -> None:
    files = {name: content.decode() for name, content in tables(report, ()).items() if name != "events.csv"}
    files["beancount"] = render_beancount(report)
    assert any(HYPHEN.search(content) for content in files.values())
    assert [name for name, content in files.items() if MINUS in content] == []


def test_no_sign_is_written_but_where_amounts_are() -> None:
    """A number that is formatted with its sign at some other place has the hyphen that people should not read."""
    signed = re.compile(r"\{[^{}\n]*:\+[^{}\n]*\}")
    written = {
        f"{path.relative_to(ROOT)}:{number}"
        for folder in ("engine", "service", "cli")
        for path in (ROOT / folder).rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if signed.search(line)
    }
    assert written == set()


@pytest.mark.parametrize(("cents", "exponent"), [(-5, 2), (-125, 0), (0, 2), (7, 3)])
def test_people_and_programs_read_the_same_amount(cents, exponent) -> None:
    assert amount_text(cents, exponent).replace(MINUS, "-") == amount_plain(cents, exponent)
