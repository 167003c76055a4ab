"""What is a payment handle, and what is none."""

from __future__ import annotations

import pytest

from service.errors import HandleRefused
from service.people.payment_handles import HANDLE_MAX, HandleKind, grouped, handle_of, link_of, read_handle

READ = [
    ("iban DK50 0040 0440 1162 43", ("iban", "DK5000400440116243")),
    ("IBAN de89370400440532013000", ("iban", "DE89370400440532013000")),
    ("mobilepay 12 34 56 78", ("mobilepay", "12345678")),
    ("mobilepay +45-12345678", ("mobilepay", "12345678")),
    ("mobilepay 0045 1234 5678", ("mobilepay", "12345678")),
    ("mobilepay 12345", ("mobilepay", "12345")),
    ("mobilepay 1234ab", ("mobilepay", "1234AB")),
    ("mobilepay box12345", ("mobilepay", "BOX12345")),
    ("account 1234 0001234567", ("account", "12340001234567")),
    ("account 1234-1234567", ("account", "12341234567")),
    ("upi anna@upi", ("upi", "anna@upi")),
    ("paypal.me/anna", ("paypal", "anna")),
    ("https://paypal.me/anna/", ("paypal", "anna")),
    ("paypal anna", ("paypal", "anna")),
    ("https://example.org/pay/anna?x=1", ("link", "https://example.org/pay/anna?x=1")),
    ("text cash, on Friday", ("text", "cash, on Friday")),
    ("cash, on Friday", ("text", "cash, on Friday")),
]


@pytest.mark.parametrize(("said", "kept"), READ)
def test_a_handle_is_kept_in_one_form(said: str, kept: tuple[str, str]) -> None:
    assert read_handle(said.split()) == kept


@pytest.mark.parametrize(
    "said",
    [
        "iban GB82 WEST 1234 5698 7654 23",
        "iban GB83 WEST 1234 5698 7654 32",
        "iban 12345678",
        "iban DK\u0665\u066000400440116243",
        "mobilepay zebra",
        "mobilepay 4321",
        "mobilepay 123456789",
        "mobilepay +4612345678",
        "mobilepay 12345A",
        "account 5678",
        "account 5678 98765432101",
        "upi zebra@",
        "paypal zebra zorro",
        "paypal.me/../x",
        "http://example.org/anna",
        "javascript://example.org/%0aalert(1)",
        "ftp://example.org/anna",
        "https://anna:secret@example.org/",
        "https://localhost/anna",
        "https://[::1/anna",
        'https://example.org/"><script>',
        "link paypal.me/zebra",
        "text \u202ezebra",
        "text " + "x" * (HANDLE_MAX + 1),
    ],
)
def test_anything_else_is_refused_without_repeating_it(said: str) -> None:
    with pytest.raises(HandleRefused) as refused:
        read_handle(said.split())
    for word in said.split()[1:]:
        assert word not in f"{refused.value} {refused.value.details}"


REFUSED: list[tuple[HandleKind, str, str]] = [
    ("iban", "GB83 WEST 1234 5698 7654 32", "DK50 0040 0440 1162 43"),
    ("iban", "12345678", "DK50 0040 0440 1162 43"),
    ("mobilepay", "1234567", "20 30 40 50"),
    ("account", "123", "1234 0001234567"),
    ("upi", "anna", "anna@upi"),
    ("paypal", "a-b", "paypal.me/anna"),
    ("link", "http://example.org", "https://example.org/anna"),
    ("text", " ", "in cash on Friday"),
]


@pytest.mark.parametrize(("kind", "said", "example"), REFUSED)
def test_a_refusal_gives_an_example_that_is_accepted(kind: HandleKind, said: str, example: str) -> None:
    with pytest.raises(HandleRefused) as refused:
        handle_of(kind, said)
    assert example in str(refused.value)
    assert handle_of(kind, example)


GROUPED: list[tuple[HandleKind, str, str]] = [
    ("mobilepay", "20304050", "20 30 40 50"),
    ("mobilepay", "1234AB", "1234AB"),
    ("account", "12340001234567", "1234 0001234567"),
    ("iban", "DK5000400440116243", "DK50 0040 0440 1162 43"),
    ("text", "cash, on Friday", "cash, on Friday"),
]


@pytest.mark.parametrize(("kind", "kept", "told"), GROUPED)
def test_a_number_is_told_as_people_write_it(kind: HandleKind, kept: str, told: str) -> None:
    assert grouped(kind, kept) == told
    assert handle_of(kind, told) == kept


# A shop's number by the page of Vipps MobilePay on payment links, with its own example; a comment there has 60 characters.
LINKS: list[tuple[HandleKind, str, str, str]] = [
    ("mobilepay", "20304050", "DKK", "mobilepay://send?phone=20304050&amount=12.50&comment=Fredag%20hos%20%C3%85se"),
    (
        "mobilepay",
        "12345",
        "DKK",
        "https://mobilepay.dk/erhverv/betalingslink/betalingslink-svar?phone=12345&amount=12.50&comment=Fredag%20hos%20%C3%85se",
    ),
    ("mobilepay", "1234AB", "DKK", ""),
    ("mobilepay", "20304050", "EUR", ""),
    ("upi", "anna@upi", "INR", "upi://pay?pa=anna@upi&pn=Anna&am=12.50&cu=INR&tn=Fredag%20hos%20%C3%85se"),
    ("account", "12340001234567", "DKK", ""),
    ("paypal", "anna", "DKK", "https://paypal.me/anna/12.50DKK"),
]


@pytest.mark.parametrize(("kind", "handle", "currency", "link"), LINKS)
def test_a_link_is_the_one_its_maker_defines_in_the_currency_it_pays(
    kind: HandleKind, handle: str, currency: str, link: str
) -> None:
    assert link_of(kind, handle, amount="12.50", currency=currency, payee="Anna", note="Fredag hos Åse") == link


def test_a_comment_of_mobilepay_is_cut_to_60_characters() -> None:
    link = link_of("mobilepay", "20304050", amount="1.00", currency="DKK", payee="Anna", note="å" * 61)
    assert link.endswith("&comment=" + "%C3%A5" * 60)
