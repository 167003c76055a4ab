"""The signed head: one line, its QR code, and every character that counts."""

import re
import string

import pytest
import zxingcpp

from service.app.looking_back.receipts import (
    change_key,
    head_with_code,
    receipt_text,
    signed_head,
    signed_head_if_any,
    verify_head,
    with_the_book,
)
from service.app.looking_back.report import as_html
from service.book.receipts.making import read_head
from tests.service.book.moving.clubs import CLUB, found, lend, open_night

ALPHABET = string.ascii_letters + string.digits + "-_:"
# So many points on paper to a module of the code.
POINTS = 4
# A move of the pen, or a line to the right.
STROKE = re.compile(r"([Mmh])([-0-9.]+)(?: ([-0-9.]+))?")


def scanned(page: str) -> str:
    """What a phone reads from the QR code of a page: its path is drawn, and the picture read."""
    svg = page[page.index("<svg", page.index('class="qr"')) :].split("</svg>", maxsplit=1)[0]
    side = int(re.findall(r'viewBox="0 0 (\d+) ', svg)[0])
    modules = [[255] * side for _ in range(side)]
    x = y = 0.0
    for kind, first, second in STROKE.findall(svg.split('stroke="#000" d="')[1]):
        if kind == "h":
            for at in range(int(x), int(x + float(first))):
                modules[int(y)][at] = 0
            x += float(first)
        else:
            x, y = (float(first), float(second)) if kind == "M" else (x + float(first), y + float(second))
    points = bytes(point for row in modules for _ in range(POINTS) for point in row for _ in range(POINTS))
    found = zxingcpp.read_barcode(memoryview(points).cast("B", (side * POINTS, side * POINTS)))
    return str(found.text)


def holds(text: str) -> bool:
    return verify_head(text)[0].holds


def test_the_page_of_a_report_shows_the_signed_head_as_a_code(book, receipt) -> None:
    page = as_html(book, "n1")
    line = scanned(page)
    assert line == signed_head(book, "n1")
    assert line in page
    assert "<script" not in page
    assert holds(line)


def test_a_report_of_a_club_without_a_key_here_shows_none(book) -> None:
    assert signed_head_if_any(book, "n1") == ""
    assert "Signed head" not in as_html(book, "n1")
    change_key(book, CLUB, "new")
    assert "Signed head" in as_html(book, "n1")
    (book.key_folder / CLUB / "key-1.pem").unlink()
    assert "Signed head" not in as_html(book, "n1")


def test_the_terminal_shows_the_line_and_the_code(book, receipt) -> None:
    first, *code = head_with_code(signed_head(book, "n1")).splitlines()
    assert first == f"signed head: {signed_head(book, 'n1')}"
    assert len(code) > 20


def test_every_character_of_a_signed_head_counts(book, receipt) -> None:
    line = signed_head(book, "n1")
    assert holds(line)
    assert holds(f" {line}\n")
    for at, letter in enumerate(line):
        for other in (ALPHABET[(ALPHABET.index(letter) + 1) % len(ALPHABET)], "é"):
            assert not holds(line[:at] + other + line[at + 1 :]), at
    for at in range(len(line)):
        assert not holds(line[:at])
    # Two more bits than the signature has: other letters that come to the same bytes.
    twins = [line[:-1] + letter for letter in ALPHABET if letter != line[-1]]
    assert not any(map(holds, twins))


@pytest.mark.parametrize("text", ["", "chipbook:1:", "x" * 10_000, "chipbook:2:a:b:1:c:d:e", "https://example.org"])
def test_what_is_no_signed_head_is_said_in_one_sentence(text) -> None:
    proof, head = verify_head(text)
    assert head is None
    assert [check.name for check in proof.checks] == ["form"]
    assert "chipbook:1:CLUB:NIGHT" in proof.checks[0].sentence


def test_a_signed_head_is_held_against_a_receipt_and_the_book(book, receipt) -> None:
    open_night(handler := found(book.database), "n2")
    line = signed_head(book, "n2")
    assert verify_head(line, receipt=receipt_text(book, "n2").encode())[0].holds
    assert "of the night n1" in verify_head(line, receipt=receipt)[0].checks[-1].sentence
    lend(handler, "n2")
    assert verify_head(line, receipt=receipt_text(book, "n2").encode())[0].holds
    later = signed_head(book, "n2")
    assert not verify_head(later, receipt=receipt)[0].holds
    assert with_the_book(book, *verify_head(line)).holds
    other = read_head(line)._replace(night="n1")
    assert not with_the_book(book, verify_head(line)[0], other).holds


def test_a_signed_head_says_whose_key_it_is(book, receipt) -> None:
    proof, _ = verify_head(signed_head(book, "n1"))
    assert verify_head(signed_head(book, "n1"), expected=proof.fingerprint)[0].holds
    assert not verify_head(signed_head(book, "n1"), expected="0" * 32)[0].holds
