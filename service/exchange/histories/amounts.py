"""Amounts with decimals as whole chips: the smallest decimal of a file is one chip. No floating point anywhere."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from engine.speech import phrase, to_say
from service.exchange.histories.refused import FieldIsNotUnderstood

# As many digits before the point as the book counts, and more decimals than any currency has.
DIGITS_AT_MOST = 12
PLACES_AT_MOST = 6
_LARGEST = Decimal(10) ** DIGITS_AT_MOST


def decimal_read(text: str) -> Decimal:
    """A number that TOML or JSON allows. What no decimal can hold is infinite, and so is refused where it stands."""
    try:
        return Decimal(text.replace("_", "")) if len(text) <= 60 else Decimal("Infinity")
    except InvalidOperation:
        return Decimal("Infinity")


def amount_of(said: object, file: str, where: str) -> Decimal:
    """The amount a field says. Refuses what is not a number, is negative, infinite, too large or too fine."""
    amount = _decimal(said)
    if amount is None or not amount.is_finite() or (amount.is_signed() and amount != 0):
        raise FieldIsNotUnderstood(file, where, quoted(said), phrase("a number of 0 or more"))
    if amount.adjusted() > DIGITS_AT_MOST or amount >= _LARGEST:
        raise FieldIsNotUnderstood(file, where, quoted(said), phrase("less than {most:,f}", most=_LARGEST))
    exponent = amount.as_tuple().exponent
    if amount and isinstance(exponent, int) and places_of(amount) > PLACES_AT_MOST:
        raise FieldIsNotUnderstood(
            file,
            where,
            quoted(said),
            phrase("a number with at most {most} decimals", most=PLACES_AT_MOST),
        )
    return amount


def _decimal(said: object) -> Decimal | None:
    if isinstance(said, bool):
        return None
    if isinstance(said, Decimal | int):
        return Decimal(said) if not isinstance(said, int) or abs(said) < 10**30 else Decimal("Infinity")
    if isinstance(said, str) and len(said) <= 40:
        try:
            return Decimal(said)
        except InvalidOperation:
            return None
    return None


def places_of(amount: Decimal) -> int:
    """How many decimals the amount needs; 2.50 needs one."""
    digits, exponent = amount.as_tuple().digits, amount.as_tuple().exponent
    assert isinstance(exponent, int)
    places = -exponent
    for digit in reversed(digits):
        if digit or places <= 0:
            break
        places -= 1
    return max(0, places) if amount else 0


class Measure:
    """Notes the decimals of every amount in a file, so that all of them are whole chips afterwards."""

    def __init__(self) -> None:
        self.places = 0

    def note(self, amount: Decimal) -> int:
        """Remembers how fine the amount is; there are no chips yet."""
        self.places = max(self.places, places_of(amount))
        return 0

    def chips(self, amount: Decimal) -> int:
        """The amount in chips, exactly."""
        return int(amount.scaleb(self.places))


_SHAPES = {"list": to_say("a list"), "dict": to_say("a table"), "NoneType": to_say("nothing")}


def placed(where: str, key: str) -> str:
    """The place of a field in a hand of the file."""
    return phrase("{where}, {key}", where=where, key=key)


def quoted(said: object) -> str:
    """What a file says, cut short for a sentence."""
    text = repr(said) if isinstance(said, str) else str(said) if isinstance(said, Decimal | bool) else _shape(said)
    return text if len(text) <= 80 else text[:79] + "…"


def _shape(said: object) -> str:
    if isinstance(said, int):
        return str(said) if abs(said) < 10**30 else phrase("a number of more than 30 digits")
    kind = type(said).__name__
    return phrase(_SHAPES[kind]) if kind in _SHAPES else kind
