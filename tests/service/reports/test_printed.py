"""The pages say what the tables say, each page its part, and the same night makes the same bytes."""

import re

import pypdfium2
import pytest
from msgspec.structs import replace

from engine import commands
from engine.commands import HouseRules
from service.reports.forms.as_print import (
    Document,
    Heading,
    PrintedTable,
    Text,
    Together,
    as_pdf,
    as_png,
    printed_table,
    set_apart,
)
from service.reports.night_report import NightReport, build
from service.reports.printed import night_document, player_document, standings_picture
from service.reports.tables.standings import STANDINGS, TRANSFERS, standing_rows, transfer_rows
from tests.engine.reports.evening import Evening, counted_and_closed, opened
from tests.service.reports.small_night import HEAD, NAMES, small_night

LONG = "Bartholomæus Christoffersen-Østergård af Rosenborg"


@pytest.fixture(scope="module")
def small() -> NightReport:
    return build(small_night().records, NAMES, head=HEAD)


@pytest.fixture(scope="module")
def pages(small) -> list[str]:
    return pages_of(as_pdf(night_document(small)))


def pages_of(pdf: bytes) -> list[str]:
    """The text of each page, with one space for any white space."""
    read = (page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))
    return [" ".join(text.split()) for text in read]


def said(table: PrintedTable) -> list[str]:
    """Each row as the page reads: its cells one after another, line by line."""
    return [" ".join(" ".join(cell for cell in row if cell).split()) for row in (*table.rows, table.total)]


def twenty() -> NightReport:
    """Twenty players with long names, and a name of the night that is code of the typesetter."""
    ids = [f"p{number:02}" for number in range(20)]
    evening: Evening = opened(
        *ids, name="#set page(height: 1cm) *a* _b_ $c$ \\ [d] @e <f> // g", rules=HouseRules(initial_loan=100)
    )
    counted_and_closed(evening)
    return build(evening.records, {player: f"{LONG} {player}" for player in ids}, head=HEAD)


def test_every_row_of_standings_transfers_and_accounts_stands_on_a_page(small, pages) -> None:
    setting = small.setting
    for table, rows in ((STANDINGS, standing_rows(small)), (TRANSFERS, transfer_rows(small))):
        for row in said(printed_table(table, rows, setting)):
            assert row in pages[0]
    document = night_document(small)
    whole = " ".join(pages)
    for block in document.details:
        if isinstance(block, PrintedTable):
            for cell in (cell for row in block.rows for cell in row):
                assert all(line in whole for line in cell.split("\n"))


def test_the_first_page_has_verdict_standings_transfers_gap_and_head(pages) -> None:
    first = pages[0]
    for part in ("Balanced", "Standings", "Transfers", "Count and gap", HEAD):
        assert part in first
    assert "Hands" not in first


def test_an_open_dispute_stands_on_the_first_page_and_one_that_ended_with_what_departed_from_plain_play() -> None:
    evening = small_night()
    evening.do(commands.RaiseDispute(words="that was a call", by="bo", event=3))
    open_one = pages_of(as_pdf(night_document(build(evening.records, NAMES, head=HEAD))))
    assert "Open disputes" in open_one[0]
    assert "that was a call" in open_one[0]
    evening.do(commands.WithdrawDispute(dispute=1, by="bo"))
    ended, *details = pages_of(as_pdf(night_document(build(evening.records, NAMES, head=HEAD))))
    assert "that was a call" not in ended
    assert "Disputes that ended" in " ".join(details)


def test_the_same_night_makes_the_same_bytes(small) -> None:
    assert as_pdf(night_document(small)) == as_pdf(night_document(small))
    assert as_png(standings_picture(small)) == as_png(standings_picture(small))


def test_a_process_of_its_own_makes_the_same_pages(small) -> None:
    assert set_apart(night_document(small), "pdf") == as_pdf(night_document(small))


def test_twenty_long_names_stay_on_the_page_and_are_no_code() -> None:
    report = twenty()
    found = pages_of(as_pdf(night_document(report)))
    assert report.night.name in found[0]
    assert HEAD in found[0], "The first page is set smaller, so that all of it fits."
    for player in report.names.values():
        assert player in found[0]


def test_an_account_alone_has_every_line_and_only_its_own_transfers(small) -> None:
    account = next(one for one in small.accounts if one.name == "Carl")
    whole = " ".join(pages_of(as_pdf(player_document(small, account))))
    for line in account.movements:
        if line.kind != "hand" or line.put_in:
            assert line.what in whole
    assert "Loans" in whole
    assert "Account" in whole
    for transfer in small.transfers.transfers:
        pair = f"{small.name(transfer.payer)} to {small.name(transfer.payee)}"
        assert (pair in whole) is (account.player in (transfer.payer, transfer.payee))


def test_letters_and_suits_are_drawn_by_fonts_that_have_them() -> None:
    text = "Åse Ærø Øjvind — “ß” ♠♥♦♣ ✓○✗ €£"
    (page,) = pages_of(as_pdf(document_of(text)))
    assert text in page


def test_what_people_typed_is_never_read_as_code() -> None:
    text = '#import "x.typ" #panic() *bold* $x^2$ `raw` // no comment \\u{1F0A1} @ref <label>'
    (page,) = pages_of(as_pdf(document_of(text)))
    assert text in page


def test_a_picture_is_as_wide_as_a_phone(small) -> None:
    drawn = as_png(standings_picture(small))
    assert drawn.startswith(b"\x89PNG")
    assert int.from_bytes(drawn[16:20]) == 1080
    assert 800 < int.from_bytes(drawn[20:24]) < 2400


def test_a_document_without_details_has_one_page() -> None:
    assert len(pages_of(as_pdf(document_of("Nothing else.")))) == 1


def test_a_heading_stays_with_its_table(small) -> None:
    """However much stands before it, the last words of a page are never a heading."""
    table = printed_table(STANDINGS, standing_rows(small), small.setting)
    filler = Text(text="A line.")
    for lines in range(53, 60):
        document = replace(document_of("x"), details=(*([filler] * lines), Heading(text="Orphan"), table), foot="")
        for page in pages_of(as_pdf(document)):
            assert not re.search(r"Orphan( \d+ / \d+)?$", page)


def document_of(text: str) -> Document:
    return Document(
        kind="A test", title="Title", facts=(), tone="plain", headline="Headline", first=(Text(text=text),), foot="foot"
    )


def test_an_account_that_fits_stands_whole_on_the_page_with_the_rest_of_what_its_player_is_told(small) -> None:
    account = next(one for one in small.accounts if one.name == "Carl")
    (page,) = pages_of(as_pdf(player_document(small, account)))
    assert "Proof" in page
    assert "Sum" in page


def test_no_account_is_torn_apart_where_one_page_has_room_for_it() -> None:
    report = twenty()
    pages = pages_of(as_pdf(night_document(report)))
    for account in report.accounts:
        (whole,) = (page for page in pages[1:] if f"{account.name} breaks even" in page)
        assert whole.index(f"{account.name} breaks even") < whole.rindex("on the table.")
    assert all(page.count("breaks even") == page.count("Sum") for page in pages[1:])


@pytest.mark.parametrize("lines", range(44, 68, 3))
def test_the_sum_of_a_table_longer_than_a_page_is_never_alone(lines) -> None:
    table = PrintedTable(
        heads=("line", "chips"),
        right=(False, True),
        wraps=(True, False),
        rows=tuple((f"line {line}", f"{line}") for line in range(lines)),
        total=("Sum", "1"),
    )
    document = Document(
        kind="", title="", facts=(), tone="plain", headline="", first=(), details=(Together(blocks=(table,)),)
    )
    last = pages_of(as_pdf(document))[-1]
    assert all(f"line {line} " in last for line in range(lines - 3, lines))
    assert "Sum" in last
