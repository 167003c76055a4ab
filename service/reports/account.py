"""A player's account in words: every line of the statement with a description."""

from collections.abc import Callable

import msgspec

from engine.reports.statement import Movement, Statement
from engine.speech import say, say_as, say_number
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
    texts = [say("Hand {number}: {game}", number=movement.hand, game=movement.game)]
    if movement.owes:
        texts.append(say("(owes the pot {chips} by shadow)", chips=movement.owes))
    if movement.scored:
        texts.append(say("({chips} beside the pot)", chips=signed(movement.scored)))
    return " ".join(texts)


def _count(movement: Movement, voice: Voice) -> str:
    if movement.counted == movement.book:
        return say("Counted {counted}, as the book says", counted=movement.counted)
    return say("Counted {counted}, the book says {book}", counted=movement.counted, book=movement.book)


def _gap(movement: Movement, voice: Voice) -> str:
    if movement.chips < 0:
        return say_number("{number} chip missing at the count", "{number} chips missing at the count", -movement.chips)
    return say_number("{number} chip over at the count", "{number} chips over at the count", movement.chips)


def _transfer(movement: Movement, voice: Voice) -> str:
    player = voice.name(movement.other or "")
    if movement.chips > 0:
        return say("Chips passed from {player}", player=player)
    return say("Chips passed to {player}", player=player)


def _buy_in(movement: Movement, voice: Voice) -> str:
    return say("Bought for {amount} in money", amount=voice.money(movement.paid))


def _cash_out(movement: Movement, voice: Voice) -> str:
    """A cash-out. A negative one is what the banker lost from the box."""
    if movement.chips > 0:
        return say("Lost from the box")
    if movement.paid:
        return say("Handed back, {amount} in money", amount=voice.money(-movement.paid))
    return say("Handed back")


def _gap_resolved(movement: Movement, voice: Voice) -> str:
    return say("Share of the gap")


def _box_gap(movement: Movement, voice: Voice) -> str:
    return say(
        "Handed over the box with {counted} chips, the book says {book}", counted=movement.counted, book=movement.book
    )


def _till_gap(movement: Movement, voice: Voice) -> str:
    if movement.paid < 0:
        return say("Handed over the till with {amount} missing", amount=voice.money(-movement.paid))
    return say("Handed over the till with {amount} of their own in it", amount=voice.money(movement.paid))


def _ruling(movement: Movement, voice: Voice) -> str:
    return say("Ruling of the table")


def _paid_in(movement: Movement, voice: Voice) -> str:
    return say("Paid the bank {amount}", amount=voice.money(movement.paid))


def _paid_out(movement: Movement, voice: Voice) -> str:
    return say("Was paid {amount} by the bank", amount=voice.money(-movement.paid))


def _plan_payment(movement: Movement, voice: Voice) -> str:
    other = voice.name(movement.other or "")
    if movement.paid > 0:
        return say("Paid {player} {amount}", player=other, amount=voice.money(movement.paid))
    return say("Was paid {amount} by {player}", player=other, amount=voice.money(-movement.paid))


def _loan(movement: Movement, voice: Voice) -> str:
    if movement.kind == "initial loan":
        return say("Loan to begin with")
    if movement.kind == "penalty loan":
        return say("Loan to pay the lost challenge of hand {number}", number=movement.hand)
    if movement.kind == "shadow loan":
        return say("Loan to pay the shadow of hand {number}", number=movement.hand)
    return say("Loan")


def _score(movement: Movement, voice: Voice) -> str:
    return say("Score of hand {number} on account: its loser had no chips left", number=movement.hand)


def _fund(movement: Movement, voice: Voice) -> str:
    fund = say_as("chips set aside", "kitty") if movement.fund == "kitty" else movement.fund
    return say("Share of the {fund}", fund=fund)


def _expense(movement: Movement, voice: Voice) -> str:
    money = voice.money(abs(movement.expense))
    if movement.expense >= 0:
        return say("Paid for {purpose}, {amount} of it for others", purpose=movement.purpose, amount=money)
    other = voice.name(movement.other or "")
    return say("Share of {purpose}, {amount} that {player} paid", purpose=movement.purpose, amount=money, player=other)


def _tip(movement: Movement, voice: Voice) -> str:
    money = voice.money(abs(movement.expense))
    if movement.other is None:
        return say("Put {amount} into the kitty", amount=money)
    other = voice.name(movement.other)
    if movement.expense < 0:
        return say("Tipped {player} {amount}", player=other, amount=money)
    return say("Tip of {amount} from {player}", player=other, amount=money)


def _kitty(movement: Movement, voice: Voice) -> str:
    return say(
        "Paid {amount} for {purpose} out of the kitty", amount=voice.money(movement.expense), purpose=movement.purpose
    )


def _kept(movement: Movement, voice: Voice) -> str:
    return say("Keeps what is left in the kitty, {amount}", amount=voice.money(movement.expense))


def _fee(movement: Movement, voice: Voice) -> str:
    return say("Fee for {purpose}, {amount}", purpose=movement.purpose, amount=voice.money(-movement.expense))


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
    "expense": _expense,
    "tip": _tip,
    "kitty": _kitty,
    "kept": _kept,
    "fee": _fee,
}
