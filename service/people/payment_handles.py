"""How people are paid: a row for each kind of payment handle, with the forms its maker gives it and the link that pays it.

MobilePay: Vipps MobilePay, “MobilePay Payment Links” (legacy), defines the link to the number of a shop or a club, five or
six digits, and a comment of 60 characters; “What is MobilePay Box?” names Box numbers, and no link to them. A link to the
phone of a person is in no document of its maker; it is the one that codes for MobilePay have always held. PayPal.Me:
PayPal's help on links and their names. UPI: NPCI, “UPI Linking Specifications”. Swish: the address that codes made by Swish
hold. Venmo and Cash App: the addresses that their apps share. Revolut.Me: its terms, by which whoever pays fills in the amount.
Pix: Banco Central do Brasil, “Manual de Padrões para Iniciação do Pix”, whose code `pix_code` makes. Vipps, Bizum and Zelle
have a number or a mail address, and no link to a person.

A handle is personal data like a name, so no refusal repeats it.
"""

from __future__ import annotations

import re
from binascii import crc_hqx
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args
from unicodedata import normalize
from urllib.parse import quote, urlsplit

from stdnum import iban
from stdnum.br import cnpj, cpf

from engine.speech import Phrase, phrase, say, to_say
from service.errors import HandleRefused

HandleKind = Literal[
    "iban", "account", "mobilepay", "vipps", "swish", "paypal", "revolut", "venmo", "cashapp", "zelle", "bizum", "pix", "upi", "link", "text",
]  # fmt: skip
KINDS: tuple[HandleKind, ...] = get_args(HandleKind)
HANDLE_MAX = 200
# What is filled in where a link has it in braces.
BLANKS = ("amount", "currency", "payee", "note")
# Messages of payments are cut to this length where the maker of a link names none.
NOTE_MAX = 140


@dataclass(frozen=True, slots=True)
class Form:
    """One form of a handle, what is kept of it being the groups of the pattern; told in `groups` of so many characters.

    `link` is the address that opens the payment, with {handle}, {amount}, {currency}, {payee} and {note}; empty for none.
    A handle that is a link itself may have them too.
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


def _swedish(text: str) -> str:
    """A phone as it is dialled in Sweden."""
    return re.sub(r"^(\+|00)?46(?=7)", "0", _compact(text))


def _is_a_pix_key(key: str) -> bool:
    """Whether the digits that check a person's or a firm's number do; what has none is sound."""
    checked = {11: cpf.is_valid, 14: cnpj.is_valid}.get(len(key)) if key.isdecimal() else None
    return checked is None or checked(key)


def _names_a_site(link: str) -> bool:
    """Whether the link leads to a host with a dot, without a password in it, and every {…} in it is one that is filled in."""
    if re.search(r"[{}]", re.sub(rf"\{{({'|'.join(BLANKS)})\}}", "", link)):
        return False
    try:
        parts = urlsplit(link)
        host = parts.hostname or ""
    except ValueError:
        return False
    return "@" not in parts.netloc and "." in host.strip(".")


_MAIL = Form(r"([a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4})")
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
    "vipps": Kind(
        called="Vipps",
        forms=(Form(r"(?:(?:\+|00)47)?([49]\d{7})", (3, 2)), Form(r"(\d{5,6})")),
        needs=phrase("it is a Norwegian mobile phone, as 412 34 567 is, or a Vipps number, as 12345 is"),
        tidied=_compact,
        currency="NOK",
    ),
    "swish": Kind(
        called="Swish",
        forms=tuple(
            Form(digits, (3, 3, 2), "https://app.swish.nu/1/p/sw/?sw={handle}&amt={amount}&cur=SEK&msg={note}&src=qr")
            for digits in (r"(07\d{8})", r"(123\d{7})")
        ),
        needs=phrase("it is a Swedish mobile phone, as 070 123 45 67 is, or a Swish number, as 123 456 78 90 is"),
        tidied=_swedish,
        currency="SEK",
        note_max=50,
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
    "revolut": Kind(
        called="Revolut",
        forms=(Form(r"(?:https://)?(?:revolut\.me/)?@?([a-z0-9]{3,16})/?", link="https://revolut.me/{handle}"),),
        needs=phrase("it is a name of 3 to 16 letters and digits, as revolut.me/anna has"),
        tidied=lambda text: text.strip().lower(),
    ),
    "venmo": Kind(
        called="Venmo",
        forms=(
            Form(
                r"(?:https://)?(?:www\.)?(?:venmo\.com/)?(?:u/)?@?([A-Za-z0-9_-]{5,30})/?",
                link="https://venmo.com/?txn=pay&audience=private&recipients={handle}&amount={amount}&note={note}",
            ),
        ),
        needs=phrase("it is a name of 5 to 30 letters, digits, - and _, as @anna-jensen is"),
        currency="USD",
    ),
    "cashapp": Kind(
        called="Cash App",
        forms=(
            Form(
                r"(?:https://)?(?:cash\.app/)?(\$[A-Za-z][A-Za-z0-9]{0,19})/?",
                link="https://cash.app/{handle}/{amount}",
            ),
        ),
        needs=phrase("it begins with $, as $anna does"),
        currency="USD",
    ),
    "zelle": Kind(
        called="Zelle",
        forms=(Form(r"(?:\+?1[ .-]?)?\(?([2-9]\d{2})\)?[ .-]?(\d{3})[ .-]?(\d{4})", (3, 3)), _MAIL),
        needs=phrase("it is a phone in the United States, as 212 555 0123 is, or a mail address"),
        tidied=lambda text: text.strip().lower(),
        currency="USD",
    ),
    "bizum": Kind(
        called="Bizum",
        forms=(Form(r"(?:(?:\+|00)34)?([67]\d{8})", (3, 3)),),
        needs=phrase("it is a Spanish mobile phone, as 612 345 678 is"),
        tidied=_compact,
        currency="EUR",
    ),
    "pix": Kind(
        called="Pix",
        forms=(
            Form(r"(\+55) ?\(?(\d{2})\)? ?(9?\d{4})[ -]?(\d{4})"),
            Form(r"(\d{3})\.?(\d{3})\.?(\d{3})-?(\d{2})"),
            Form(r"(\d{2})\.?(\d{3})\.?(\d{3})/?(\d{4})-?(\d{2})"),
            Form(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"),
            _MAIL,
        ),
        needs=phrase(
            "it is a Pix key: a phone, as +55 11 91234-5678 is, a CPF or CNPJ, a mail address or a random key"
        ),
        tidied=lambda text: text.strip().lower(),
        sound=_is_a_pix_key,
        currency="BRL",
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
        forms=(Form(r"(https://[A-Za-z0-9._~:/?#@!$&()*+,;=%{}-]+)", link="{handle}"),),
        needs=phrase(
            "it begins with https:// and names a site, as https://example.org/anna does; {blanks} in it are filled in",
            blanks=", ".join(f"{{{blank}}}" for blank in BLANKS),
        ),
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
        raise HandleRefused(
            KindCalled(kind), phrase("it must be 1 to {most} printable characters on one line", most=HANDLE_MAX)
        )
    row = WAYS[kind]
    tidied = row.tidied(text)
    handle = next(filter(None, (form.kept(tidied) for form in row.forms)), "")
    if not handle or not row.sound(handle):
        raise HandleRefused(KindCalled(kind), row.needs)
    return handle


def _form_of(kind: HandleKind, handle: str) -> Form:
    """The form of a handle that is kept; one without groups and a link for what only an earlier version kept."""
    return next((form for form in WAYS[kind].forms if form.kept(handle) == handle), Form(""))


def called(kind: HandleKind) -> str:
    """How people call the kind."""
    return say(WAYS[kind].called)


class KindCalled(str):
    """A kind of handle in a refusal: said as people call it, while programs read its name."""

    __slots__ = ()

    def __format__(self, _spec: str) -> str:
        return say(WAYS[self].called) if self in WAYS else str(self)  # type: ignore[index]


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
    stated = (amount, currency, payee, note[: row.note_max].strip())
    return link.replace("{handle}", handle).format(
        **{name: quote(text, safe="") for name, text in zip(BLANKS, stated, strict=True)}
    )


def pix_code(key: str, *, amount: str, payee: str) -> str:
    """The static BR Code of a payment in reais: what a bank's app scans, or takes as “Pix copia e cola”."""

    def field(number: int, text: str) -> str:
        return f"{number:02}{len(text):02}{text}"

    # Letters without accents, and a place, which the standard wants and nobody reads.
    name = "".join(letter for letter in normalize("NFKD", payee) if letter.isascii() and letter.isprintable())[:25]
    code = field(0, "01") + field(26, field(0, "BR.GOV.BCB.PIX") + field(1, key)) + field(52, "0000")
    code += field(53, "986") + field(54, amount) + field(58, "BR") + field(59, name.strip() or "-")
    code += field(60, "BRASIL") + field(62, field(5, "***")) + "6304"
    return f"{code}{crc_hqx(code.encode(), 0xFFFF):04X}"
