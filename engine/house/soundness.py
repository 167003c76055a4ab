"""Whether what a house agrees on can be played; a club asks when it adopts rules, a night when it opens."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine import errors, words
from engine.game.betting import Limit
from engine.game.findings.pot import flaw_of_limit
from engine.house.agreements import Cash, ChipsOnTable, Currency, Denomination, Fee, HouseRules
from engine.library import HOUSE_BOOKS


def sound_rules(rules: HouseRules) -> HouseRules:
    """The rules with the full name of their dictionary. Refuses a rulebook, limit or dictionary that cannot be."""
    if rules.rulebook not in HOUSE_BOOKS:
        raise errors.UnknownRulebook(rulebook=rules.rulebook, known=list(HOUSE_BOOKS))
    sound_limit(rules.limit)
    sound_fee(rules.fee)
    return replace(rules, dictionary=words.called(rules.dictionary)) if rules.dictionary else rules


def sound_limit(limit: Limit | None) -> None:
    """Refuses a limit on bets whose numbers contradict each other."""
    if limit is not None and (flaw := flaw_of_limit(limit)):
        raise errors.LimitCannotBe(because=flaw)


def sound_fee(fee: Fee | None) -> None:
    """Refuses a fee that is not one amount of a kind that fits what it is taken per."""
    if fee is None:
        return
    stated = {name for name in ("cents", "chips", "permille") if getattr(fee, name)}
    fitting = {"hand": {"cents", "chips"}, "hour": {"cents"}, "pot": {"chips", "permille"}}[fee.per]
    if len(stated) != 1 or not stated <= fitting or (fee.most and "permille" not in stated):
        raise errors.FeeCannotBe(purpose=fee.purpose)


def coin_of(cash: Cash, currency: Currency) -> int:
    """The coin of the house in the smallest unit of the currency; 1 if transfers are exact. Refuses a part of that unit."""
    if cash == "exact":
        return 1
    whole, _, hundredths = cash.partition(".")
    coin, too_small = divmod(int(whole + hundredths) * int(10**currency.exponent), 100)
    if too_small:
        raise errors.CoinIsTooSmall(coin=cash, currency=currency.code)
    return coin


def sound_inventory(kinds: Sequence[Denomination], chips: ChipsOnTable = "real") -> None:
    """Refuses two kinds of chip of one name, whatever their case, and any kind of chip where the book alone keeps them."""
    if kinds and chips == "none":
        raise errors.NoKindsOfChip(kinds=[kind.name for kind in kinds])
    names = [kind.name.casefold() for kind in kinds]
    if len(set(names)) != len(names):
        raise errors.NamedTwice(players=names)
