"""What is a payment handle, and what is none."""

from binascii import crc_hqx

import pytest

from service.errors import HandleRefused
from service.language.languages import DANISH, in_language
from service.people.payment_handles import HANDLE_MAX, HandleKind, grouped, handle_of, link_of, pix_code, read_handle

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
    ("vipps +47 412 34 567", ("vipps", "41234567")),
    ("swish +46 70 123 45 67", ("swish", "0701234567")),
    ("swish 070-123 45 67", ("swish", "0701234567")),
    ("swish 123 456 78 90", ("swish", "1234567890")),
    ("revolut revolut.me/Anna", ("revolut", "anna")),
    ("venmo https://venmo.com/u/Anna-Jensen", ("venmo", "Anna-Jensen")),
    ("venmo @anna-jensen", ("venmo", "anna-jensen")),
    ("cashapp https://cash.app/$anna", ("cashapp", "$anna")),
    ("zelle (212) 555-0123", ("zelle", "2125550123")),
    ("zelle Anna@example.org", ("zelle", "anna@example.org")),
    ("bizum 612 345 678", ("bizum", "612345678")),
    ("pix +55 (11) 96477-1430", ("pix", "+5511964771430")),
    ("pix 390.533.447-05", ("pix", "39053344705")),
    ("pix 11.222.333/0001-81", ("pix", "11222333000181")),
    ("pix 123E4567-e89b-12d3-a456-426614174000", ("pix", "123e4567-e89b-12d3-a456-426614174000")),
    ("https://example.org/anna?a={amount}", ("link", "https://example.org/anna?a={amount}")),
    ("paypal.me/anna", ("paypal", "anna")),
    ("https://paypal.me/anna/", ("paypal", "anna")),
    ("paypal anna", ("paypal", "anna")),
    ("https://example.org/pay/anna?x=1", ("link", "https://example.org/pay/anna?x=1")),
    ("text cash, on Friday", ("text", "cash, on Friday")),
    ("cash, on Friday", ("text", "cash, on Friday")),
]


@pytest.mark.parametrize(("said", "kept"), READ)
def test_a_handle_is_kept_in_one_form(said, kept) -> None:
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
        "vipps 51234567",
        "swish 080123456",
        "venmo zeb",
        "cashapp zebra",
        "zelle 1125550123",
        "bizum 912345678",
        "pix 390.533.447-06",
        "https://example.org/{zebra}",
        "https://example.org/{amount",
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
def test_anything_else_is_refused_without_repeating_it(said) -> None:
    with pytest.raises(HandleRefused) as refused:
        read_handle(said.split())
    for word in said.split()[1:]:
        assert word not in f"{refused.value} {refused.value.details}"


def test_a_refusal_calls_the_kind_as_people_do() -> None:
    with pytest.raises(HandleRefused) as refused, in_language(DANISH):
        handle_of("mobilepay", "12")
    with in_language(DANISH):
        assert f"{refused.value}".startswith("Det passer ikke til MobilePay: det er et dansk telefonnummer")
    assert refused.value.details["kind"] == "mobilepay"


REFUSED: list[tuple[HandleKind, str, str]] = [
    ("iban", "GB83 WEST 1234 5698 7654 32", "DK50 0040 0440 1162 43"),
    ("iban", "12345678", "DK50 0040 0440 1162 43"),
    ("mobilepay", "1234567", "20 30 40 50"),
    ("account", "123", "1234 0001234567"),
    ("upi", "anna", "anna@upi"),
    ("vipps", "4123", "412 34 567"),
    ("swish", "4123", "070 123 45 67"),
    ("revolut", "a-b", "revolut.me/anna"),
    ("venmo", "a b", "@anna-jensen"),
    ("cashapp", "anna", "$anna"),
    ("zelle", "4123", "212 555 0123"),
    ("bizum", "4123", "612 345 678"),
    ("pix", "4123", "+55 11 91234-5678"),
    ("paypal", "a-b", "paypal.me/anna"),
    ("link", "http://example.org", "https://example.org/anna"),
    ("text", " ", "in cash on Friday"),
]


@pytest.mark.parametrize(("kind", "said", "example"), REFUSED)
def test_a_refusal_gives_an_example_that_is_accepted(kind, said, example) -> None:
    with pytest.raises(HandleRefused) as refused:
        handle_of(kind, said)
    assert example in str(refused.value)
    assert handle_of(kind, example)


GROUPED: list[tuple[HandleKind, str, str]] = [
    ("mobilepay", "20304050", "20 30 40 50"),
    ("mobilepay", "1234AB", "1234AB"),
    ("account", "12340001234567", "1234 0001234567"),
    ("swish", "0701234567", "070 123 45 67"),
    ("vipps", "41234567", "412 34 567"),
    ("zelle", "2125550123", "212 555 0123"),
    ("bizum", "612345678", "612 345 678"),
    ("iban", "DK5000400440116243", "DK50 0040 0440 1162 43"),
    ("text", "cash, on Friday", "cash, on Friday"),
]


@pytest.mark.parametrize(("kind", "kept", "told"), GROUPED)
def test_a_number_is_told_as_people_write_it(kind, kept, told) -> None:
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
    (
        "swish",
        "0701234567",
        "SEK",
        "https://app.swish.nu/1/p/sw/?sw=0701234567&amt=12.50&cur=SEK&msg=Fredag%20hos%20%C3%85se&src=qr",
    ),
    (
        "venmo",
        "anna-j",
        "USD",
        "https://venmo.com/?txn=pay&audience=private&recipients=anna-j&amount=12.50&note=Fredag%20hos%20%C3%85se",
    ),
    ("cashapp", "$anna", "USD", "https://cash.app/$anna/12.50"),
    ("cashapp", "$anna", "EUR", ""),
    ("revolut", "anna", "EUR", "https://revolut.me/anna"),
    ("vipps", "41234567", "NOK", ""),
    ("link", "https://example.org/anna?a={amount}{currency}", "EUR", "https://example.org/anna?a=12.50EUR"),
    ("paypal", "anna", "DKK", "https://paypal.me/anna/12.50DKK"),
]


@pytest.mark.parametrize(("kind", "handle", "currency", "link"), LINKS)
def test_a_link_is_the_one_its_maker_defines_in_the_currency_it_pays(kind, handle, currency, link) -> None:
    assert link_of(kind, handle, amount="12.50", currency=currency, payee="Anna", note="Fredag hos Åse") == link


def test_a_comment_of_mobilepay_is_cut_to_60_characters() -> None:
    link = link_of("mobilepay", "20304050", amount="1.00", currency="DKK", payee="Anna", note="å" * 61)
    assert link.endswith("&comment=" + "%C3%A5" * 60)


def test_a_pix_code_is_the_one_of_the_standard() -> None:
    """The payload that other makers of codes give for this payment, but for the place."""
    code = pix_code("+5511964771430", amount="986.00", payee="Fuláno de Tal")
    stated = "00020126360014BR.GOV.BCB.PIX0114+55119647714305204000053039865406986.005802BR5913Fulano de Tal"
    assert code.startswith(stated + "6006BRASIL62070503***6304")
    assert crc_hqx(f"{stated}6008BRASILIA62070503***6304".encode(), 0xFFFF) == 0x7E91
    assert code.endswith(f"{crc_hqx(code[:-4].encode(), 0xFFFF):04X}")
