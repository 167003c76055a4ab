"""A player's account in words: every line of the statement with a description."""

from collections.abc import Callable

import msgspec

from engine.grammar import counted
from engine.reports.statement import Movement, Statement
from engine.wording import Voice, signed


class AccountLine(Movement, frozen=True, kw_only=True):
    """A movement of the statement; `what` describes it."""

    what: str


class Account(Statement, frozen=True, kw_only=True):
    """A statement whose movements are told in words."""

    name: str
    movements: tuple[AccountLine, ...]


def account(statement: Statement, voice: Voice) -> Account:
    """The statement with names and words."""
    fields = msgspec.structs.asdict(statement)
    fields["movements"] = tuple(
        AccountLine(what=WORDS[movement.kind](movement, voice), **msgspec.structs.asdict(movement))
        for movement in statement.movements
    )
    return Account(name=voice.name(statement.player), **fields)


def _hand(movement: Movement, voice: Voice) -> str:
    owing = f" (owes the pot {movement.owes} by shadow)" if movement.owes else ""
    beside = f" ({signed(movement.scored)} beside the pot)" if movement.scored else ""
    return f"Hand {movement.hand}: {movement.game}{owing}{beside}"


def _count(movement: Movement, voice: Voice) -> str:
    if movement.counted == movement.book:
        return f"Counted {movement.counted}, as the book says"
    return f"Counted {movement.counted}, the book says {movement.book}"


def _gap(movement: Movement, voice: Voice) -> str:
    if movement.chips < 0:
        return f"{counted(-movement.chips, 'chip')} missing at the count"
    return f"{counted(movement.chips, 'chip')} over at the count"


def _transfer(movement: Movement, voice: Voice) -> str:
    way = "from" if movement.chips > 0 else "to"
    return f"Chips passed {way} {voice.name(movement.other or '')}"


def _buy_in(movement: Movement, voice: Voice) -> str:
    return f"Bought for {voice.money(movement.paid)} in money"


def _cash_out(movement: Movement, voice: Voice) -> str:
    """A cash-out. A negative one is what the banker lost from the box."""
    if movement.chips > 0:
        return "Lost from the box"
    return f"Handed back, {voice.money(-movement.paid)} in money" if movement.paid else "Handed back"


def _gap_resolved(movement: Movement, voice: Voice) -> str:
    return "Share of the gap"


def _box_gap(movement: Movement, voice: Voice) -> str:
    return f"Handed over the box with {movement.counted} chips, the book says {movement.book}"


def _till_gap(movement: Movement, voice: Voice) -> str:
    if movement.paid < 0:
        return f"Handed over the till with {voice.money(-movement.paid)} missing"
    return f"Handed over the till with {voice.money(movement.paid)} of their own in it"


def _ruling(movement: Movement, voice: Voice) -> str:
    return "Ruling of the table"


def _paid_in(movement: Movement, voice: Voice) -> str:
    return f"Paid the bank {voice.money(movement.paid)}"


def _paid_out(movement: Movement, voice: Voice) -> str:
    return f"Was paid {voice.money(-movement.paid)} by the bank"


def _plan_payment(movement: Movement, voice: Voice) -> str:
    other = voice.name(movement.other or "")
    if movement.paid > 0:
        return f"Paid {other} {voice.money(movement.paid)}"
    return f"Was paid {voice.money(-movement.paid)} by {other}"


def _loan(movement: Movement, voice: Voice) -> str:
    if movement.kind == "initial loan":
        return "Loan to begin with"
    if movement.kind == "penalty loan":
        return f"Loan to pay the lost challenge of hand {movement.hand}"
    return f"Loan to pay the shadow of hand {movement.hand}" if movement.kind == "shadow loan" else "Loan"


def _score(movement: Movement, voice: Voice) -> str:
    return f"Score of hand {movement.hand} on account: its loser had no chips left"


def _fund(movement: Movement, voice: Voice) -> str:
    return f"Share of the {movement.fund}"


WORDS: dict[str, Callable[[Movement, Voice], str]] = {
    "initial loan": _loan,
    "loan": _loan,
    "shadow loan": _loan,
    "penalty loan": _loan,
    "buy-in": _buy_in,
    "cash-out": _cash_out,
    "transfer": _transfer,
    "hand": _hand,
    "ruling": _ruling,
    "count": _count,
    "gap": _gap,
    "gap resolved": _gap_resolved,
    "box gap": _box_gap,
    "till gap": _till_gap,
    "paid in": _paid_in,
    "paid out": _paid_out,
    "plan payment": _plan_payment,
    "score": _score,
    "fund": _fund,
}
