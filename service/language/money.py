"""Money as people type it, in whole numbers of the smallest unit; and the currency that a reader has in their pocket.

Which currencies there are, how many decimals they have and what they are called is known by CLDR (Babel).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

from babel.core import get_global
from babel.numbers import (
    get_currency_name,
    get_currency_precision,
    get_currency_symbol,
    get_territory_currencies,
    list_currencies,
)

from engine.grammar import amount_text
from engine.house.agreements import Currency
from engine.speech import ENGLISH, say, speech
from service.language.languages import LANGUAGES

# What a chip is worth if nobody says: so many of the smallest unit.
USUAL_UNIT = 25
SHOWN_MOST = 40
# A number with its marks, or only decimals; Danes write `5,-` for whole crowns.
_NUMBER = re.compile(r"(?P<number>\d+(?:[.,' ]\d+)*|[.,]\d+)(?:[.,][-–])?")
_CHIPS = re.compile(r"(?:\b(?P<chips>\d+) ?)?\b(?:chips?|jet+on(?:s|er)?)\b")
# What stands between the money and the chips, and says nothing more.
_BETWEEN = r"=|:|/|for|per|pr\.?|is|worth|costs?|at|er|koster|giver|each|stykket|an?|en"
_BEFORE, _AFTER = re.compile(rf"(?:{_BETWEEN})(?: |$)|[=:/]"), re.compile(rf"(?: |^)(?:{_BETWEEN})$|[=:/]$")
_GROUPED = re.compile(r"\d{1,3}(?P<mark>[.,' ])\d{3}(?:(?P=mark)\d{3})*")
_DIGITS_MOST = 12

# Signs and words for several currencies, by a word in the English names of all of them.
_ALIASES = {
    "$": ("dollar",),
    "£": ("pound",),
    "kr": ("krone", "krona", "króna"),
    "crown": ("krone", "krona", "króna"),
    "crowns": ("krone", "krona", "króna"),
    "¥": ("yen", "yuan"),
    "fr": ("franc",),
}
# What the hundredth of a currency is called, with a word in the English names of all that call it so.
_CENT, _ORE, _PENNY = ("dollar", "euro", "rand"), ("krone", "krona"), ("pound",)
_HUNDREDTHS = {
    **dict.fromkeys(("cent", "cents", "ct", "cts", "c", "¢"), _CENT),
    **dict.fromkeys(("øre", "öre", "ore"), _ORE),
    **dict.fromkeys(("p", "penny", "pennies", "pence"), _PENNY),
    **dict.fromkeys(("rappen", "rp", "centime", "centimes"), ("franc",)),
}
# Which of several is meant where the reader has none of them, because no other is called so without its country.
_PLAINLY = {"$": "USD", "£": "GBP", "¥": "JPY", "fr": "CHF"}
_PLAINLY |= {
    f"{word}{end}": code for word, code in (("dollar", "USD"), ("pound", "GBP"), ("franc", "CHF")) for end in ("", "s")
}
_PLAINLY |= dict.fromkeys(("p", "penny", "pennies", "pence"), "GBP") | dict.fromkeys(("rappen", "rp"), "CHF")
# Those that are named first where it has to be asked which is meant.
_FIRST = ("EUR", "USD", "GBP", "DKK", "SEK", "NOK", "ISK", "CHF", "CAD", "AUD")


class NotMoney(ValueError):
    """A text that says no amount, or one that could mean several; the sentence says what would be accepted."""


def currency_of_code(code: str) -> Currency:
    """The currency of an ISO 4217 code, with the decimals of its smallest unit."""
    return Currency(code=code, exponent=get_currency_precision(code))


def currency_of_reader(languages: Sequence[str], zone: str) -> Currency:
    """What a reader pays with who wants these languages, such as `en-GB`, the best first, and whose table is in this zone.

    The country of the first language says it; if it names none, that of the zone, else the one where most speak it.
    """
    language, _, country = (languages[0] if languages else "en").replace("_", "-").partition("-")
    likely = get_global("likely_subtags")
    countries = (
        country.rpartition("-")[2].upper(),
        get_global("zone_territories").get(zone, ""),
        likely.get(language.casefold(), likely["en"]).rpartition("_")[2],
    )
    spent = (code for place in countries if place in _territories() for code in get_territory_currencies(place))
    return currency_of_code(next(spent, Currency().code))


def usual_worth(currency: Currency) -> str:
    """What a chip is worth in this currency if nobody says, as the page shows it: `0.25 EUR`."""
    return amount_text(USUAL_UNIT, currency.exponent, currency.code)


def worth_of_chip(text: str, usual: Currency) -> tuple[Currency, int]:
    """The currency, and what a chip is worth in its smallest unit: `€0,25`, `25 cents a chip`, `1 EUR = 4 chips`.

    Where the text leaves open which currency is meant, it is the usual one. Refuses what says no price (NotMoney).
    """
    plain = _plain(text)
    match = _CHIPS.search(plain)
    chips = int(match["chips"] or 1) if match else 1
    rest = _trimmed(plain[: match.start()] + " " + plain[match.end() :] if match else plain)
    if match and match["chips"] and rest and not _NUMBER.search(rest):
        # As in “4 chips per euro”.
        rest = f"1 {rest}"
    read = _read(rest, usual)
    if read is None or not chips:
        raise NotMoney(
            say(
                "“{text}” does not say what a chip is worth; write it as {example}.",
                text=_shown(text),
                example=usual_worth(usual),
            )
        )
    currency, digits, decimals = read
    least = amount_text(1, currency.exponent, currency.code)
    if not digits:
        raise NotMoney(
            say("“{text}” makes a chip worth nothing; it is worth {least} at least.", text=_shown(text), least=least)
        )
    if rest.isdecimal() and currency.exponent:
        amount, small = (
            amount_text(cents, currency.exponent, currency.code)
            for cents in (digits * int(10**currency.exponent), digits)
        )
        raise NotMoney(
            say(
                "“{text}” may be {amount} or {small} a chip; write which.",
                text=_shown(text),
                amount=amount,
                small=small,
            )
        )
    unit, part = divmod(digits * int(10**currency.exponent), chips * int(10**decimals))
    if part:
        raise NotMoney(
            say(
                "“{text}” would make a chip worth a part of {least}; a chip is worth {least} or a multiple of it.",
                text=_shown(text),
                least=least,
            )
        )
    return currency, unit


def cents_of(text: str, currency: Currency) -> int:
    """An amount of this currency in its smallest unit: `20`, `20,50`, `€20`. Refuses any other (NotMoney)."""
    read = _read(_plain(text), currency)
    example = amount_text(int(f"20{'5' * currency.exponent}"), currency.exponent, currency.code)
    if read is None:
        raise NotMoney(
            say("“{text}” is not an amount of money; write it as {example}.", text=_shown(text), example=example)
        )
    stated, digits, decimals = read
    if stated != currency:
        raise NotMoney(
            say(
                "“{text}” is in {stated}, and this is counted in {code}; write it as {example}.",
                text=_shown(text),
                stated=stated.code,
                code=currency.code,
                example=example,
            )
        )
    cents, part = divmod(digits * int(10**currency.exponent), int(10**decimals))
    if part:
        raise NotMoney(
            say(
                "“{text}” is finer than {least}, the least there is; write it as {example}.",
                text=_shown(text),
                least=amount_text(1, currency.exponent, currency.code),
                example=example,
            )
        )
    return cents


def _plain(text: str) -> str:
    """The text without case, and with one plain space wherever there is room."""
    return " ".join(text.casefold().replace("\u2019", "'").split())


def _shown(text: str) -> str:
    return text if len(text) <= SHOWN_MOST else f"{text[: SHOWN_MOST - 1]}…"


def _trimmed(text: str) -> str:
    """What is said of money, without the words that join it to the chips."""
    before, after = "", " ".join(text.split())
    while before != after:
        before = after
        after = _AFTER.sub("", _BEFORE.sub("", before, count=1) if _BEFORE.match(before) else before).strip()
    return after


def _read(text: str, usual: Currency) -> tuple[Currency, int, int] | None:
    """The currency, the digits of the number, and how many of them are decimals; None for a text that is no amount."""
    match = _NUMBER.search(text)
    if match is None:
        return None
    words = [
        word.rstrip(".") or word
        for part in (text[: match.start()], text[match.end() :])
        if (word := part.strip(" \xa0"))
    ]
    if any(any(sign.isdigit() for sign in word) for word in words):
        return None
    currency, hundredths = usual, False
    if words:
        codes = frozenset.intersection(*(_meant(word) for word in words))
        hundredths = any(word in _HUNDREDTHS for word in words)
        if not codes:
            return None
        currency = currency_of_code(_one_of(codes, words[0], text, match[0], usual, hundredths=hundredths))
    number = _number(match["number"], currency, hundredths=hundredths)
    if number is None:
        return None
    digits, decimals = number
    return currency, digits, decimals + (currency.exponent if hundredths else 0)


def _number(text: str, currency: Currency, *, hundredths: bool) -> tuple[int, int] | None:
    """The digits of a number and how many of them are decimals; None if its marks make no sense.

    Refuses one whose only mark may stand before decimals or between thousands, and is not that of the language spoken
    (NotMoney).
    """
    whole, mark, part = text, "", ""
    if match := re.fullmatch(r"(.*?)([.,])(\d+)", text):
        whole, mark, part = match.groups()
    if (mark and mark in whole) or (mark == speech().thousands and whole != "0" and _GROUPED.fullmatch(text)):
        whole, mark, part = text, "", ""
    elif (
        mark
        and _GROUPED.fullmatch(text)
        and whole != "0"
        and len(whole) <= 3
        and (currency.exponent != 3 or hundredths)
    ):
        thousands, decimal = whole + part, f"{whole}.{part.rstrip('0')}".rstrip(".")
        raise NotMoney(
            say(
                "“{text}” may be {thousands} or {decimal}; write it without the mark, or with fewer decimals.",
                text=text,
                thousands=thousands,
                decimal=decimal,
            )
        )
    if not (whole.isdecimal() or whole == "" or _GROUPED.fullmatch(whole)):
        return None
    digits = re.sub(r"\D", "", whole) + part
    return (int(digits), len(part)) if len(digits) <= _DIGITS_MOST else None


def _one_of(codes: Collection[str], word: str, text: str, number: str, usual: Currency, *, hundredths: bool) -> str:
    """The currency that is meant: the usual one if it may be, else the only one or that of the language spoken.

    Refuses to choose (NotMoney).
    """
    if usual.code in codes:
        return usual.code
    if speech().code != ENGLISH.code and (own := currency_of_reader((speech().code,), "").code) in codes:
        return own
    if len(codes) == 1 or _PLAINLY.get(word) in codes:
        return _PLAINLY[word] if _PLAINLY.get(word) in codes else next(iter(codes))
    known = [code for code in _FIRST if code in codes] or sorted(codes)
    amount = amount_text(int(number[:_DIGITS_MOST]), 2) if hundredths and number.isdecimal() else number
    one, other = (f"{amount} {code}" for code in known[:2])
    raise NotMoney(
        say(
            "“{text}” may be money of several countries; write which, as in {one} or {other}.",
            text=_shown(text),
            one=one,
            other=other,
        )
    )


def is_currency(word: str) -> bool:
    """Whether the word stands for a currency or its hundredth: `kr.`, `øre`, `EUR`."""
    return bool(_meant(_plain(word).rstrip(".")))


def _meant(word: str) -> frozenset[str]:
    """The codes of the currencies that a sign, a word or a code may mean; of a hundredth, those it is a part of."""
    if word in _HUNDREDTHS:
        return _called(_HUNDREDTHS[word])
    if word in _ALIASES:
        return _called(_ALIASES[word])
    return _names().get(word, frozenset())


def _territories() -> Collection[str]:
    return get_global("territory_currencies")


def _called(words: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*(_names()[word] for word in words))


@cache
def _names() -> Mapping[str, frozenset[str]]:
    """The codes of the currencies in use by code, sign and name in each of our languages, and by the last word of a name."""
    names: dict[str, set[str]] = {}
    # A code of old is still a code, as in the file of a night of that time.
    for code in list_currencies():
        names[code.casefold()] = {code}
        for language in LANGUAGES.values():
            names.setdefault(_plain(get_currency_symbol(code, language.locale)).rstrip("."), set()).add(code)
    for code in {code for place in _territories() for code in get_territory_currencies(place)}:
        for language in LANGUAGES.values():
            for count in (None, 1, 2):
                name = get_currency_name(code, count=count, locale=language.locale).casefold()
                for called in (name, name.rpartition(" ")[2]):
                    names.setdefault(called, set()).add(code)
    return {name: frozenset(codes) for name, codes in names.items()}
