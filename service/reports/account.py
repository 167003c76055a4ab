"""A player's account in words: every line of the statement with a description."""

from collections.abc import Callable

import msgspec

from engine.reports.statement import Movement, Statement
from engine.speech import say, say_as, say_number, to_say
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
        AccountLine(what=what_moved(movement, voice), **msgspec.structs.asdict(movement))
        for movement in statement.movements
    )
    return Account(name=voice.name(statement.player), **fields)


def what_moved(movement: Movement, voice: Voice) -> str:
    """The movement in a few words."""
    words = WORDS[movement.kind]
    if callable(words):
        return words(movement, voice)
    if isinstance(words, tuple):
        words = words[0 if (movement.chips or movement.paid or movement.expense) >= 0 else 1]
    return say(
        words,
        amount=voice.money(abs(movement.paid or movement.expense)),
        player=voice.name(movement.other or ""),
        purpose=movement.purpose,
        number=movement.hand,
        counted=movement.counted,
        book=movement.book,
    )


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


def _cash_out(movement: Movement, voice: Voice) -> str:
    """A cash-out. A negative one is what the banker lost from the box."""
    if movement.chips > 0:
        return say("Lost from the box")
    if movement.paid:
        return say("Handed back, {amount} in money", amount=voice.money(-movement.paid))
    return say("Handed back")


def _fund(movement: Movement, voice: Voice) -> str:
    fund = say_as("chips set aside", "kitty") if movement.fund == "kitty" else movement.fund
    return say("Share of the {fund}", fund=fund)


def _tip(movement: Movement, voice: Voice) -> str:
    money = voice.money(abs(movement.expense))
    if movement.other is None:
        return say("Put {amount} into the kitty", amount=money)
    other = voice.name(movement.other)
    if movement.expense < 0:
        return say("Tipped {player} {amount}", player=other, amount=money)
    return say("Tip of {amount} from {player}", player=other, amount=money)


# By the kind of movement what is said of it; two templates where it depends on whether the player gained or lost by it.
WORDS: dict[str, str | tuple[str, str] | Callable[[Movement, Voice], str]] = {
    "initial loan": to_say("Loan to begin with"),
    "loan": to_say("Loan"),
    "shadow loan": to_say("Loan to pay the shadow of hand {number}"),
    "penalty loan": to_say("Loan to pay the lost challenge of hand {number}"),
    "buy-in": to_say("Bought for {amount} in money"),
    "cash-out": _cash_out,
    "transfer": (to_say("Chips passed from {player}"), to_say("Chips passed to {player}")),
    "hand": _hand,
    "ruling": to_say("Ruling of the table"),
    "count": _count,
    "gap": _gap,
    "gap resolved": to_say("Share of the gap"),
    "box gap": to_say("Handed over the box with {counted} chips, the book says {book}"),
    "till gap": (
        to_say("Handed over the till with {amount} of their own in it"),
        to_say("Handed over the till with {amount} missing"),
    ),
    "paid in": to_say("Paid the bank {amount}"),
    "paid out": to_say("Was paid {amount} by the bank"),
    "plan payment": (to_say("Paid {player} {amount}"), to_say("Was paid {amount} by {player}")),
    "score": to_say("Score of hand {number} on account: its loser had no chips left"),
    "fund": _fund,
    "expense": (
        to_say("Paid for {purpose}, {amount} of it for others"),
        to_say("Share of {purpose}, {amount} that {player} paid"),
    ),
    "tip": _tip,
    "kitty": to_say("Paid {amount} for {purpose} out of the kitty"),
    "kept": to_say("Keeps what is left in the kitty, {amount}"),
    "fee": to_say("Fee for {purpose}, {amount}"),
}
