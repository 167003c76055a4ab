"""How people are paid: a row for each kind of payment handle, with the forms its maker gives it and the link that pays it.

MobilePay: Vipps MobilePay, “MobilePay Payment Links” (legacy), defines the link to the number of a shop or a club, five or
six digits, and a comment of 60 characters; “What is MobilePay Box?” names Box numbers, and no link to them. A link to the
phone of a person is in no document of its maker; it is the one that codes for MobilePay have always held. PayPal.Me:
PayPal's help on links and their names. UPI: NPCI, “UPI Linking Specifications”.

A handle is personal data like a name, so no refusal repeats it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args
from urllib.parse import quote, urlsplit

from stdnum import iban

from engine.speech import Phrase, phrase, say, to_say
from service.errors import HandleRefused

HandleKind = Literal["iban", "account", "mobilepay", "paypal", "upi", "link", "text"]
KINDS: tuple[HandleKind, ...] = get_args(HandleKind)
HANDLE_MAX = 200
# Messages of payments are cut to this length where the maker of a link names none.
NOTE_MAX = 140


@dataclass(frozen=True, slots=True)
class Form:
    """One form of a handle, what is kept of it being the groups of the pattern; told in `groups` of so many characters.

    `link` is the address that opens the payment, with {handle}, {amount}, {currency}, {payee} and {note}; empty for none.
    """

    pattern: str
    groups: tuple[int, ...] = ()
    link: str = ""

    def kept(self, text: str) -> str:
        """What is kept of a handle in this form; empty for one in another form."""
        match = re.fullmatch(self.pattern, text, re.ASCII)
        return "".join(filter(None, match.groups())) if match else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of handle. `called` is how people say it; `needs` says what it is to whoever wrote something else.

    `tidied` drops what may be written between the characters that count; `sound` checks more than a form can say.
    `currency` is the only one in which its links pay, `note_max` the longest message they carry.
    """

    called: str
    forms: tuple[Form, ...]
    needs: Phrase
    tidied: Callable[[str], str] = str.strip
    sound: Callable[[str], bool] = bool
    currency: str = ""
    note_max: int = NOTE_MAX


def _compact(text: str) -> str:
    """In capitals, without spaces, hyphens and dots."""
    return re.sub(r"[\s.-]", "", text).upper()


def _names_a_site(link: str) -> bool:
    """Whether the link leads to a host with a dot, without a password in it."""
    try:
        parts = urlsplit(link)
        host = parts.hostname or ""
    except ValueError:
        return False
    return "@" not in parts.netloc and "." in host.strip(".")


_SEND = "mobilepay://send?phone={handle}&amount={amount}&comment={note}"
_PAYMENT_LINK = (
    "https://mobilepay.dk/erhverv/betalingslink/betalingslink-svar?phone={handle}&amount={amount}&comment={note}"
)
WAYS: Mapping[HandleKind, Kind] = {
    "iban": Kind(
        called="IBAN",
        forms=(Form(r"([A-Z]{2}\d{2}[A-Z0-9]{11,30})", (4,) * 8),),
        needs=phrase("it begins with a country and two digits that check the rest, as DK50 0040 0440 1162 43 does"),
        tidied=_compact,
        sound=iban.is_valid,
    ),
    # Denmark: the number of the branch and up to ten digits of the account.
    "account": Kind(
        called=to_say("Bank account"),
        forms=(Form(r"(\d{4})(\d{1,10})", (4,)),),
        needs=phrase("it is four digits of the branch and up to ten of the account, as 1234 0001234567 is"),
        tidied=_compact,
    ),
    "mobilepay": Kind(
        called="MobilePay",
        forms=(
            Form(r"(?:(?:\+|00)45)?(\d{8})", (2, 2, 2), _SEND),
            Form(r"(\d{5,6})", (), _PAYMENT_LINK),
            Form(r"(\d{4}[A-Z]{2}|BOX\d{5})"),
        ),
        needs=phrase(
            "it is a Danish phone, as 20 30 40 50 is, a MobilePay number, as 12345 is, or a Box, as 1234AB is"
        ),
        tidied=_compact,
        currency="DKK",
        note_max=60,
    ),
    "paypal": Kind(
        called="PayPal",
        forms=(
            Form(
                r"(?:https://)?(?:www\.)?(?:paypal\.me/)?([A-Za-z0-9]{1,20})/?",
                link="https://paypal.me/{handle}/{amount}{currency}",
            ),
        ),
        needs=phrase("it is a name of 1 to 20 letters and digits, as paypal.me/anna has"),
    ),
    "upi": Kind(
        called="UPI",
        forms=(
            Form(
                r"([A-Za-z0-9][A-Za-z0-9._-]{2,38}@[A-Za-z0-9]{3,20})",
                link="upi://pay?pa={handle}&pn={payee}&am={amount}&cu={currency}&tn={note}",
            ),
        ),
        needs=phrase("it is a name at a bank, as anna@upi is"),
        currency="INR",
    ),
    "link": Kind(
        called=to_say("Link"),
        # Characters of a link that can be printed and clicked as it stands.
        forms=(Form(r"(https://[A-Za-z0-9._~:/?#@!$&()*+,;=%-]+)", link="{handle}"),),
        needs=phrase("it begins with https:// and names a site, as https://example.org/anna does"),
        sound=_names_a_site,
    ),
    "text": Kind(
        called=to_say("In words"),
        forms=(Form(r"(.+)"),),
        needs=phrase("it says how to pay, in words, as “in cash on Friday” does"),
        tidied=lambda text: " ".join(text.split()),
    ),
}


def read_handle(words: Sequence[str]) -> tuple[HandleKind, str]:
    """The kind and the handle that these words give: `iban DK50…`, `paypal.me/anna`, or a text. Refuses what is none."""
    first, rest = words[0].casefold(), " ".join(words[1:])
    for kind in KINDS:
        if first == kind and rest:
            return kind, handle_of(kind, rest)
    text = " ".join(words)
    if re.match(r"(https://)?(www\.)?paypal\.me/", text, re.IGNORECASE):
        return "paypal", handle_of("paypal", text)
    kind = "link" if ":/" in first else "text"
    return kind, handle_of(kind, text)


def handle_of(kind: HandleKind, text: str) -> str:
    """The handle as it is kept. Refuses what is none of this kind (HandleRefused)."""
    if len(text) > HANDLE_MAX or not text.isprintable():
        raise HandleRefused(kind, phrase("it must be 1 to {most} printable characters on one line", most=HANDLE_MAX))
    row = WAYS[kind]
    tidied = row.tidied(text)
    handle = next(filter(None, (form.kept(tidied) for form in row.forms)), "")
    if not handle or not row.sound(handle):
        raise HandleRefused(kind, row.needs)
    return handle


def _form_of(kind: HandleKind, handle: str) -> Form:
    """The form of a handle that is kept; one without groups and a link for what only an earlier version kept."""
    return next((form for form in WAYS[kind].forms if form.kept(handle) == handle), Form(""))


def called(kind: HandleKind) -> str:
    """How people call the kind."""
    return say(WAYS[kind].called)


def grouped(kind: HandleKind, handle: str) -> str:
    """The handle as people write it: DK50 0040 …, 20 30 40 50."""
    return " ".join(_parts(handle, _form_of(kind, handle).groups))


def _parts(handle: str, groups: Sequence[int]) -> Iterator[str]:
    for length in groups:
        if len(handle) > length:
            yield handle[:length]
            handle = handle[length:]
    yield handle


def link_of(kind: HandleKind, handle: str, *, amount: str, currency: str, payee: str, note: str) -> str:
    """The address that opens the payment of this amount (12.50) in the app or page of this kind; empty for none."""
    row, link = WAYS[kind], _form_of(kind, handle).link
    if row.currency not in ("", currency):
        return ""
    said = {"amount": amount, "currency": currency, "payee": payee, "note": note[: row.note_max].strip()}
    return link.format(handle=handle, **{name: quote(text, safe="") for name, text in said.items()})
