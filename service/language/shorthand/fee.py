"""A fee of the house as a text: `5 per hand for room`, `20 per hour for room`, `5 % per pot at most 10 for beer`."""

import re

from engine import commands, errors
from engine.grammar import amount_plain
from engine.house.agreements import Currency
from engine.house.soundness import sound_fee
from engine.speech import say, to_say
from service.language.money import NotMoney, cents_of
from service.language.shorthand.keywords.translated import HEAD_IN_ENGLISH
from service.language.shorthand.tokens import ShorthandError, shown

FEE = re.compile(
    r"(?P<amount>\S*?\d[\d.,]*) ?(?P<unit>%|[^\W\d]+)? (?:per|pr\.?|of|af) (?P<per>[^\W\d]+)"
    r"(?: (?:at most|højst) (?P<most>\d{1,9}))?,? (?:for|til) (?P<purpose>.{1,80})",
    re.IGNORECASE,
)
CHIPS = ("chip", "chips", "jeton", "jetoner")
NO_FEE = to_say(
    "“{value}” is not a fee; write “5 per hand for room”, “2 chips per hand for room”, “20 per hour for room”, "
    "“1 chip per pot for beer” or “5 % per pot at most 10 for beer”."
)


def fee_of(text: str, currency: Currency) -> commands.Fee:
    """The fee that the text says; money is in this currency. Refuses any other text, and a fee that cannot be."""
    match = FEE.fullmatch(text)
    if match is None:
        raise _no_fee(text)
    per = match["per"].casefold()
    fields = {
        "purpose": match["purpose"],
        "per": HEAD_IN_ENGLISH.get(per, per),
        "most": int(match["most"] or 0),
        **_amount(text, match["amount"], (match["unit"] or "").casefold(), currency),
    }
    if fields["per"] not in ("hand", "hour", "pot"):
        raise _no_fee(text)
    try:
        sound_fee(fee := commands.Fee(**fields))  # type: ignore[arg-type]
    except errors.FeeCannotBe as refusal:
        raise ShorthandError("bad_fee", str(refusal), text=text) from refusal
    return fee


def _amount(text: str, amount: str, unit: str, currency: Currency) -> dict[str, int]:
    """The amount by the field of the fee: money in the smallest unit of the currency, chips, or permille."""
    if unit in CHIPS and re.fullmatch(r"\d{1,9}", amount):
        return {"chips": int(amount)}
    if unit == "%" and (part := re.fullmatch(r"(\d{1,2}|100)(?:[.,](\d))?", amount)):
        return {"permille": min(1000, int(part[1]) * 10 + int(part[2] or 0))}
    if unit:
        raise _no_fee(text)
    try:
        return {"cents": min(cents_of(amount, currency), 10**9)}
    except NotMoney as problem:
        raise ShorthandError("bad_fee", str(problem), text=text) from problem


def _no_fee(text: str) -> ShorthandError:
    return ShorthandError("bad_fee", say(NO_FEE, value=shown(text)), text=text)


def fee_stated(fee: commands.Fee | None, currency: Currency) -> str:
    """The text of this fee, which `fee_of` reads in the same currency; empty for none."""
    if fee is None:
        return ""
    if fee.permille:
        amount = f"{amount_plain(fee.permille, 1).removesuffix('.0')} %"
    elif fee.cents:
        amount = amount_plain(fee.cents, currency.exponent)
    else:
        amount = "1 chip" if fee.chips == 1 else f"{fee.chips} chips"
    most = f" at most {fee.most}" if fee.most else ""
    return f"{amount} per {fee.per}{most} for {fee.purpose}"
