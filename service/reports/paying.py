"""How to pay what is open: for each transfer the payee's handles, each with a link that has the amount in it, and a QR code.

For euros and an IBAN the code is the one banking apps read (EPC069-12), for reais and a Pix key Brazil's (BR Code); else it
holds the link, or the payment in words.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from decimal import Decimal

import segno
from segno import helpers

from engine.commands import Currency
from engine.grammar import amount_plain
from engine.speech import say
from engine.wording import format_cents
from service.people.payment_handles import KINDS, HandleKind, called, grouped, link_of, pix_code
from service.reports.forms.as_print import Ticket, Tickets, WayToPay
from service.reports.night_report import NightReport

# The standard of the code knows euros with two decimals, up to this amount, and names and messages up to these lengths.
EPC_CURRENCY = "EUR"
EPC_MOST_CENTS = 99_999_999_999
EPC_NAME_MAX, EPC_TEXT_MAX = 70, 140
PIX_CURRENCY = "BRL"
# Modules of white around a code, without which a phone does not find it on a page.
QUIET_ZONE = 4

# The handles of a player by kind.
Ways = Mapping[HandleKind, str]


def tickets(report: NightReport, ways: Mapping[str, Ways], player: str = "") -> Tickets | None:
    """A ticket for each open transfer whose payee gave a handle, or of those of one player; None if there is none.

    Before the plan is frozen nobody should pay yet, so there is none.
    """
    if report.transfers.provisional:
        return None
    open_ones = [
        transfer
        for transfer in report.transfers.transfers
        if transfer.open and ways.get(transfer.payee) and player in ("", transfer.payer, transfer.payee)
    ]
    made = tuple(
        ticket(
            report.name(transfer.payer),
            report.name(transfer.payee),
            transfer.open,
            report.currency,
            ways[transfer.payee],
            report.title,
        )
        for transfer in open_ones
    )
    return Tickets(tickets=made) if made else None


def ticket(payer: str, payee: str, cents: int, currency: Currency, ways: Ways, what_for: str) -> Ticket:
    """The payment of one amount."""
    return Ticket(
        title=say("{payer} pays {payee}", payer=payer, payee=payee),
        amount=format_cents(cents, currency),
        ways=tuple(
            _way(kind, ways[kind], payee=payee, cents=cents, currency=currency, what_for=what_for)
            for kind in KINDS
            if kind in ways
        ),
    )


def _way(kind: HandleKind, handle: str, *, payee: str, cents: int, currency: Currency, what_for: str) -> WayToPay:
    """One of the ways with the code that is made for it."""
    text, link = _handle_text(kind, handle), link_to_pay(kind, handle, cents, currency, payee=payee, what_for=what_for)
    opens = say("Open {app}", app=called(kind)) if link and text else link
    if kind == "iban" and currency.code == EPC_CURRENCY and currency.exponent == 2 and cents <= EPC_MOST_CENTS:
        code = helpers.make_epc_qr(
            name=payee[:EPC_NAME_MAX],
            iban=handle,
            amount=Decimal(cents).scaleb(-2),
            text=what_for[:EPC_TEXT_MAX],
            encoding="utf-8",
        )
        caption = say("for a banking app")
    elif kind == "pix" and currency.code == PIX_CURRENCY:
        amount = amount_plain(cents, currency.exponent)
        code, caption = _made(pix_code(handle, amount=amount, payee=payee)), say("for a banking app")
    elif link:
        code, caption = _made(link), say("opens {app}", app=called(kind)) if text else say("opens the link")
    else:
        stated = (f"{payee}: {format_cents(cents, currency)}", text, what_for)
        code, caption = _made("\n".join(stated)), say("the payment in words")
    return WayToPay(kind=kind, told=text, link=link, opens=opens, code=_svg(code), caption=caption)


def ways_text(ways: Ways, cents: int, currency: Currency, *, payee: str, what_for: str) -> list[str]:
    """The handles in words, “MobilePay 20 30 40 50”, each with its link, if it is one that a message makes a link of."""
    parts = []
    for kind in filter(ways.__contains__, KINDS):
        link = link_to_pay(kind, ways[kind], cents, currency, payee=payee, what_for=what_for)
        parts += [_handle_text(kind, ways[kind]), link if link.startswith("https:") else ""]
    return [part for part in parts if part]


def link_to_pay(kind: HandleKind, handle: str, cents: int, currency: Currency, *, payee: str, what_for: str) -> str:
    """The address to open, with the amount in it where the kind can carry one; empty for none."""
    amount = amount_plain(cents, currency.exponent)
    return link_of(kind, handle, amount=amount, currency=currency.code, payee=payee, note=what_for)


def _handle_text(kind: HandleKind, handle: str) -> str:
    """The handle in words; empty for a link, which is told as it stands."""
    if kind in ("link", "text"):
        return handle if kind == "text" else ""
    return f"{called(kind)} {grouped(kind, handle)}"


def _made(text: str) -> segno.QRCode:
    return segno.make(text, error="m", micro=False, encoding="utf-8" if not text.isascii() else None)


def _svg(code: segno.QRCode) -> str:
    out = io.BytesIO()
    # Without a size of its own it fills the place that a page gives it.
    code.save(out, kind="svg", xmldecl=False, border=QUIET_ZONE, omitsize=True, light="#fff")
    return out.getvalue().decode().strip()
