"""Imports hand histories (PHH): all hands of the files as one night, or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.commands import Currency
from service.app.book import Book
from service.app.exchange.import_log import Texts, currency_said, played
from service.app.night.open_night import short_digest
from service.app.people import Company, usual_club
from service.book.preconditions import check_zone
from service.exchange.histories.phh_reading import BYTES_AT_MOST, read_phh
from service.exchange.histories.playing import play_told
from service.exchange.histories.refused import AmountsAreTooFine, FilesCountDifferently, HistoryIsTooLarge
from service.exchange.histories.told import Told
from service.exchange.imports.options import ImportOptions
from service.exchange.imports.refused import NoFile
from service.language.shorthand.lines import must_be_a_name
from service.reports.views.exchange.exchange import LogImported

__all__ = ["BYTES_AT_MOST", "import_phh"]

_PEOPLE_AT_MOST = 50


def import_phh(book: Book, texts: Texts, said: Mapping[str, Any]) -> LogImported:
    """Plays the hands of PHH files into the book."""
    if not texts:
        raise NoFile("")
    file = ", ".join(name for name, _ in texts)
    told = _together([read_phh(name, text) for name, text in texts])
    nicknames = list(dict.fromkeys(nickname for hand in told.hands for nickname in hand.players))
    if len(nicknames) > _PEOPLE_AT_MOST:
        raise HistoryIsTooLarge(file, len(nicknames), "players", _PEOPLE_AT_MOST)
    for nickname in nicknames:
        must_be_a_name(nickname)
    company = Company(book, said["club"] or usual_club(book))
    zone = said["zone"] or book.zone
    check_zone(zone)
    currency = currency_said(said["currency"] or told.currency)
    day = next((hand.at[:10] for hand in told.hands if hand.at), "") or "night"
    options = ImportOptions(
        night=f"{day}-{short_digest([text for _, text in texts])}",
        club=company.club_id,
        name=said["name"] or "PHH",
        zone=zone,
        currency=currency,
        unit=said["unit"],
        players={nickname: company.add(nickname) for nickname in nicknames},
    )
    unit = said["unit"] or _unit(file, told, currency, spoken=bool(said["currency"]))
    return played(
        book,
        company,
        options.night,
        lambda submit: play_told(file, told, options=options, unit=unit, submit=submit),
    )


def _together(files: Sequence[Told]) -> Told:
    """The hands of several files as one night. Refuses files that count in different chips."""
    first = files[0]
    for other in files[1:]:
        if (other.places, other.currency, other.unit) != (first.places, first.currency, first.unit):
            raise FilesCountDifferently(other.file, first.file)
    return replace(first, hands=tuple(hand for told in files for hand in told.hands))


def _unit(file: str, told: Told, currency: Currency, *, spoken: bool) -> int:
    """The worth of the smallest chip in cents: as the file says it, else from its currency and its decimals, else one."""
    if told.unit is not None:
        return told.unit
    if not (told.currency or spoken or told.places):
        return 1
    if told.places > currency.exponent:
        raise AmountsAreTooFine(file, told.places, currency.code, currency.exponent)
    unit: int = 10 ** (currency.exponent - told.places)
    return unit
