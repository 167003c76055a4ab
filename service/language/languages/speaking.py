"""Speaks a language: its catalogues, and dates and amounts as it writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import cast

from babel import Locale
from babel.dates import format_date, format_skeleton, get_timezone_location
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import get_currency_symbol, get_decimal_symbol, get_group_symbol
from babel.support import Translations

from engine.speech import English, Speech, speak, speaking, speech

HERE = Path(__file__).parent
# What is refused; what the engine tells; the rules of games; what the service and the command line say; the pages; what commands
# say of themselves, and click's own words.
PARTS = ("refusals", "engine", "games", "service", "page", "commands")
# Where a language keeps the words of a rulebook: a catalogue for each, of the messages that are said otherwise by it.
RULEBOOKS = "rulebooks"
# What the hundredths of a currency are called in a language where less than one of it is said in them.
HUNDREDTHS = {("da", "DKK"): "øre"}


@dataclass(frozen=True, slots=True)
class Language:
    """A language. `code` is its ISO 639 code, `name` what those who speak it call it."""

    code: str
    name: str
    locale: Locale = field(compare=False, repr=False)


ENGLISH = Language("en", "English", Locale("en", "GB"))
DANISH = Language("da", "Dansk", Locale("da"))
LANGUAGES: dict[str, Language] = {one.code: one for one in (ENGLISH, DANISH)}


def language_called(code: str) -> Language | None:
    """The language of this code, as in `da`, `da-DK` or `da_DK.UTF-8`; None if chipbook does not speak it."""
    return LANGUAGES.get(re.split(r"[-_.@]", code, maxsplit=1)[0].lower())


def best_of(wanted: Sequence[str]) -> Language:
    """The first language among those wanted that chipbook speaks, else English."""
    return next((language for code in wanted if (language := language_called(code))), ENGLISH)


def language_spoken() -> Language:
    """The language that is spoken now."""
    return LANGUAGES[speech().code]


@contextmanager
def in_language(language: Language, rulebook: str = "") -> Iterator[None]:
    """Says everything in this language until it ends, in the words of this rulebook if there is one."""
    with speaking(speech_of(language.code, rulebook)):
        yield


def in_words_of(rulebook: str) -> None:
    """From here on says what is said in the words of this rulebook, until the `in_language` around it ends.

    Called where a night becomes known, so that nobody who tells of it has to know that a rulebook has words of its own. The
    first night is the one that was asked about: whatever others are read for it, it is told in its own words.
    """
    code = speech().code
    if code != ENGLISH.code and speech() is speech_of(code):
        speak(speech_of(code, rulebook))


@contextmanager
def as_before() -> Iterator[None]:
    """Nights that become known until it ends change no words: what lists many of them is said in the words of none of them."""
    with speaking(speech()):
        yield


def in_english(text: object) -> str:
    """What something says in English whatever is spoken now, as for a log, which those read who run the server."""
    with in_language(ENGLISH):
        return str(text)


def speech_of(code: str, rulebook: str = "") -> Speech:
    """How this language is spoken, by those who play by this rulebook if one is named; the same object each time."""
    return _speech_of(code, rulebook)


@cache
def _speech_of(code: str, rulebook: str) -> Speech:
    if code == ENGLISH.code:
        return English()
    if rulebook:
        return _in_words_of(code, rulebook)
    spoken = _Catalogues(code)
    for part in PARTS:
        file = HERE / code / f"{part}.po"
        if file.exists():
            spoken.merge(_read(file))
    # Without a fallback of its own, a message without a translation is said in English.
    return cast("Speech", spoken)


def _in_words_of(code: str, rulebook: str) -> Speech:
    file, spoken = HERE / code / RULEBOOKS / f"{rulebook}.po", _Catalogues(code)
    if file.exists():
        spoken.merge(_read(file))
    spoken.add_fallback(cast("Translations", speech_of(code)))
    return cast("Speech", spoken)


class _Catalogues(Translations):
    """All the catalogues of a language as one, and how it writes amounts."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code, self._locale = code, Locale(code)
        self.decimal, self.thousands = get_decimal_symbol(self._locale), get_group_symbol(self._locale)
        months = self._locale.months["format"]["abbreviated"].values()
        abbreviated = (re.escape(one) for one in (self.currency("DKK"), *months) if one.endswith("."))
        self._twice_ended = re.compile(rf"\b({'|'.join(abbreviated)})\.(?!\.)")

    def currency(self, code: str) -> str:
        return get_currency_symbol(code, self._locale)

    def hundredths(self, code: str) -> str:
        return HUNDREDTHS.get((self.code, code), "")

    def ended(self, text: str) -> str:
        return self._twice_ended.sub(r"\1", text) if ".." in text else text


def _read(file: Path) -> Translations:
    with file.open("rb") as lines:
        catalogue = read_po(lines)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)


def in_short(moment: date, skeleton: str) -> str:
    """The parts that a skeleton of Unicode names, such as `yMd`, in their order and with their signs."""
    return format_skeleton(skeleton, moment, locale=language_spoken().locale)


def weekday(moment: date) -> str:
    """The day of the week: fredag."""
    return format_date(moment, "EEEE", language_spoken().locale)


def in_full(moment: date) -> str:
    """The day of the week and the date."""
    return format_date(moment, "full", language_spoken().locale)


def city(zone: str) -> str:
    """The city that an IANA zone is called by, in the language spoken."""
    return get_timezone_location(zone, locale=language_spoken().locale, return_city=True)
