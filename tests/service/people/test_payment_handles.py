"""What is a payment handle, and what is none."""

from __future__ import annotations

import pytest

from service.errors import HandleRefused
from service.people.payment_handles import HANDLE_MAX, HandleKind, handle_of, read_handle

READ = [
    ("iban DK50 0040 0440 1162 43", ("iban", "DK5000400440116243")),
    ("IBAN de89370400440532013000", ("iban", "DE89370400440532013000")),
    ("mobilepay 12 34 56 78", ("mobilepay", "12345678")),
    ("mobilepay +45-12345678", ("mobilepay", "12345678")),
    ("mobilepay 0045 1234 5678", ("mobilepay", "12345678")),
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
        "mobilepay 1234",
        "mobilepay 123456789",
        "mobilepay +4612345678",
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
    ("mobilepay", "12345", "12 34 56 78"),
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


def test_two_signs_of_an_iban_that_are_swapped_are_found() -> None:
    """Its check digits are there for that."""
    sound = "DK5000400440116243"
    for place in range(4, len(sound) - 1):
        swapped = sound[:place] + sound[place + 1] + sound[place] + sound[place + 2 :]
        if swapped != sound:
            with pytest.raises(HandleRefused):
                read_handle(["iban", swapped])
