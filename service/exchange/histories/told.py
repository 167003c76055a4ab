"""Hand histories as they are told: variants, amounts and refusals."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Literal

from msgspec.structs import replace

from engine.game.betting import FixedLimit, Limit, NoLimit, PotLimit
from engine.game.definition import Game
from engine.library import named
from engine.play.betting.acts import PostKind
from engine.speech import phrase, to_say
from service.exchange.refused import FieldIsNotUnderstood

RULEBOOK = "standard"


@dataclass(frozen=True, slots=True)
class Variant:
    """A game of the standard rulebook at one limit; `code` is that of PHH."""

    code: str
    game: str
    limit: type[Limit]
    bring_in: bool = False

    @property
    def is_fixed(self) -> bool:
        """Whether bets have two fixed sizes."""
        return self.limit is FixedLimit


VARIANTS: tuple[Variant, ...] = (
    Variant("FT", "Fixed-Limit Hold'em", FixedLimit),
    Variant("NT", "Texas Hold'em", NoLimit),
    Variant("NS", "Short-Deck Hold'em", NoLimit),
    Variant("PO", "Omaha", PotLimit),
    Variant("FO/8", "Fixed-Limit Omaha Hi/Lo 8", FixedLimit),
    Variant("F7S", "Seven-Card Stud", FixedLimit, bring_in=True),
    Variant("F7S/8", "Stud Hi/Lo 8", FixedLimit, bring_in=True),
    Variant("FR", "Razz", FixedLimit, bring_in=True),
    Variant("N2L1D", "2-7 Single Draw", NoLimit),
    Variant("F2L3D", "2-7 Triple Draw", FixedLimit),
    Variant("FB", "Badugi", FixedLimit),
)
BY_CODE = {variant.code: variant for variant in VARIANTS}


def declared(variant: Variant) -> Game:
    """The game of the rulebook."""
    (game,) = (found for found in named(variant.game, RULEBOOK) if found.rulebook == RULEBOOK)
    return game


def variant_of(game: Game, players: int) -> Variant | None:
    """The variant that a game is, as so many have played it, whatever its stakes. None if no code means it."""
    for variant in VARIANTS:
        ours = declared(variant).for_players(players)
        if type(game.limit) is not variant.limit or type(game.forced) is not type(ours.forced):
            continue
        if replace(ours, name=game.name, forced=game.forced, limit=game.limit) == game:
            return variant
    return None


Kind = Literal["deals", "lays", "brings in", "folds", "stays", "raises", "draws", "shows", "mucks"]
BETTING: tuple[Kind, ...] = ("brings in", "folds", "stays", "raises")


@dataclass(frozen=True, slots=True)
class Act:
    """What one player does, or the dealer for them. `player` is their place, counted from 0; the board has none.

    `chips` is the price a raise goes to. `where` and `text` quote the file.
    """

    kind: Kind
    player: int = -1
    cards: tuple[str, ...] = ()
    chips: int = 0
    where: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldHand:
    """A hand in chips. Players stand in order from the dealer's left; the last one has the button.

    `antes` and `blinds` are what each player is asked for. Without a fixed limit, `small_bet` is the least bet. `finishing`
    and `winnings` are empty if they are not known, and so is `at`, the time.
    """

    variant: Variant
    players: tuple[str, ...]
    stacks: tuple[int, ...]
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    acts: tuple[Act, ...]
    number: str
    where: str
    at: str = ""
    seats: tuple[int, ...] = ()
    table: str = ""
    finishing: tuple[int, ...] = ()
    winnings: tuple[int, ...] = ()

    def blind_of(self, place: int) -> PostKind:
        """What the blind at this place is called: the first two after the dealer have blinds, the others straddle.

        Between two, the dealer has the small blind. Without a big blind there, the largest one is it.
        """
        blinds = self.blinds
        small, big = (1, 0) if len(blinds) == 2 else (0, 1)
        if not blinds[big]:
            big = max(range(len(blinds)), key=lambda one: (blinds[one], -one))
            return "big blind" if place == big else "straddle"
        return "small blind" if place == small else "big blind" if place == big else "straddle"


@dataclass(frozen=True, slots=True)
class Told:
    """The hands of a file in chips. `places` is how many decimals a chip has in the file.

    `unit` is the worth of a chip in cents, and None if the file does not say it.
    """

    file: str
    hands: tuple[ToldHand, ...]
    places: int
    currency: str = ""
    unit: int | None = None


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
