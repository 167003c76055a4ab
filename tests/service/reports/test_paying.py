"""A phone reads from each code on the page what has to be paid."""

import re

import pypdfium2
import pytest
import zxingcpp
from msgspec.structs import replace

from engine.commands import Currency
from engine.reports.sentences import tell_all
from service.reports.forms.as_print import Document, Ticket, Tickets, as_pdf
from service.reports.html import render_html
from service.reports.night_report import NightReport, build
from service.reports.paying import Ways, ticket, tickets
from service.reports.printed import night_document
from tests.service.reports.small_night import HEAD, NAMES, small_night

EURO, KRONE = Currency(code="EUR", exponent=2), Currency(code="DKK", exponent=2)
IBAN: Ways = {"iban": "DE89370400440532013000"}


def read_from(document: Document) -> list[str]:
    """The codes on the pages, as a camera finds them."""
    read = []
    for page in pypdfium2.PdfDocument(as_pdf(document)):
        drawn = page.render(scale=3, grayscale=True)
        pixels = memoryview(bytes(drawn.buffer)).cast("B", (drawn.height, drawn.stride))
        read += [code.text for code in zxingcpp.read_barcodes(pixels)]
    return sorted(read)


def printed(*made: Ticket) -> Document:
    return Document(
        kind="Test", title="Title", facts=(), tone="plain", headline="Codes", first=(Tickets(tickets=made),)
    )


def test_a_code_for_euros_is_the_one_that_banking_apps_read() -> None:
    made = ticket("Bo", "Åse Nørgård ♠ " + "x" * 80, 1250, EURO, IBAN, "Friday at Åse's " + "y" * 140)
    (read,) = read_from(printed(made))
    service, version, charset, kind, _, name, iban, amount, _, _, text = read.splitlines()
    assert (service, version, charset, kind) == ("BCD", "002", "1", "SCT")
    assert (iban, amount) == (IBAN["iban"], "EUR12.5")
    assert name.startswith("Åse Nørgård ♠")
    assert (len(name), len(text)) == (70, 140)
    assert [way.caption for way in made.ways] == ["for a banking app"]


@pytest.mark.parametrize(
    ("currency", "ways", "read"),
    [
        (KRONE, IBAN, "Åse: 12.50 DKK\nIBAN DE89 3704 0044 0532 0130 00\nFriday"),
        (KRONE, {"mobilepay": "20304050"}, "mobilepay://send?phone=20304050&amount=12.50&comment=Friday"),
        (KRONE, {"mobilepay": "1234AB"}, "Åse: 12.50 DKK\nMobilePay 1234AB\nFriday"),
        (EURO, {"text": "æbler & pærer"}, "Åse: 12.50 EUR\næbler & pærer\nFriday"),
        (KRONE, {"paypal": "aase"}, "https://paypal.me/aase/12.50DKK"),
        (EURO, {"link": "https://example.org/a?b=1&c"}, "https://example.org/a?b=1&c"),
        (Currency(code="JPY", exponent=0), {"paypal": "aase"}, "https://paypal.me/aase/1250JPY"),
    ],
)
def test_elsewhere_a_code_holds_the_link_or_the_payment_in_words(currency, ways, read) -> None:
    assert read_from(printed(ticket("Bo", "Åse", 1250, currency, ways, "Friday"))) == [read]


def test_each_way_in_which_somebody_is_paid_has_a_code_of_its_own() -> None:
    ways: Ways = {"paypal": "aase", "text": "cash", "mobilepay": "12345678", **IBAN}
    made = ticket("Bo", "Åse", 1250, EURO, ways, "Friday")
    assert [way.kind for way in made.ways] == ["iban", "mobilepay", "paypal", "text"]
    read = read_from(printed(made))
    assert [one.partition("\n")[0] for one in read] == [
        "BCD",
        "https://paypal.me/aase/12.50EUR",
        "Åse: 12.50 EUR",
        "Åse: 12.50 EUR",
    ]


@pytest.fixture(scope="module")
def report() -> NightReport:
    return build(small_night().records, NAMES, head=HEAD)


def test_what_is_open_has_a_code_on_the_page_and_what_is_paid_has_none(report) -> None:
    ways: dict[str, Ways] = {player: {"mobilepay": f"1234567{number}"} for number, player in enumerate(NAMES)}
    made = tickets(report, ways)
    assert made
    still_open = [transfer for transfer in report.transfers.transfers if transfer.open]
    assert 0 < len(still_open) < len(report.transfers.transfers)
    assert len(read_from(night_document(report, made))) == len(made.tickets) == len(still_open)
    assert [one.title for one in made.tickets] == [
        f"{report.name(one.payer)} pays {report.name(one.payee)}" for one in still_open
    ]


def test_without_a_handle_or_a_frozen_plan_there_is_nothing_to_scan(report) -> None:
    assert tickets(report, {}) is None
    going_on = replace(report, transfers=replace(report.transfers, provisional=True))
    assert tickets(going_on, {player: {"mobilepay": "12345678"} for player in NAMES}) is None


def test_the_page_of_html_shows_links_and_codes_and_nothing_that_could_be_run(report) -> None:
    payee = next(one.payee for one in report.transfers.transfers if one.open)
    made = tickets(report, {payee: {"paypal": "boboesen", "text": "<script>alert(1)</script>"}})
    told = tell_all(small_night().records, NAMES)
    page = render_html(report, told, payments=made)
    assert 'href="https://paypal.me/boboesen/' in page
    # A code of a fixed size would be cut off where the page shows it smaller.
    assert re.search(r'<svg xmlns="[^"]*" viewBox="[^"]*" class="segno"', page)
    assert "<script" not in page
    assert "How to pay" not in render_html(report, told)
