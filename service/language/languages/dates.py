"""Dates as the language that is spoken writes them."""

from __future__ import annotations

from datetime import date

from babel.dates import format_date, format_skeleton

from service.language.languages.speaking import language_spoken


def in_short(moment: date, skeleton: str) -> str:
    """The parts that a skeleton of Unicode names, such as `yMd`, in their order and with their signs."""
    return format_skeleton(skeleton, moment, locale=language_spoken().locale)


def in_full(moment: date) -> str:
    """The day of the week and the date."""
    return format_date(moment, "full", language_spoken().locale)
