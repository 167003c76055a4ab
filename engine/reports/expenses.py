"""Money beside the game: what people paid for several, and what the kitty got, was spent on and has left; and tips."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

import msgspec

from engine import commands, events
from engine.events import Recorded
from engine.folding import effective
from engine.grammar import listed
from engine.ids import PlayerId
from engine.ledger.accounts import in_kitty
from engine.speech import say
from engine.state import Night
from engine.wording import Voice


def expenses(records: Iterable[Recorded]) -> Iterator[tuple[Recorded, commands.PayExpense]]:
    """Each expense in force with its record, in the order of the table."""
    for record in effective(records):
        if isinstance(record.event, commands.PayExpense):
            yield record, record.event


class KittyMove(msgspec.Struct, frozen=True, kw_only=True):
    """Money that went from `payer` to `payee` beside the game; None is the kitty. `purpose`: of a fee, and what was paid."""

    version: int
    occurred_at: str
    what: Literal["tip", "fee", "spent"]
    payer: PlayerId | None
    payee: PlayerId | None
    cents: int
    purpose: str = ""


class Kitty(msgspec.Struct, frozen=True, kw_only=True):
    """The kitty in cents: what it `got`, `spent` and has `left`, which is with the `keeper`, whoever keeps the bank.

    `moves` are those of the kitty and the tips from one person to another, in the order of the table.
    """

    got: int
    spent: int
    left: int
    keeper: PlayerId
    moves: tuple[KittyMove, ...]


def kitty_of(records: Sequence[Recorded], night: Night) -> Kitty:
    """The kitty of a night; `night` is the fold of the records."""
    moves = tuple(_moves(records))
    return Kitty(
        got=sum(move.cents for move in moves if move.payee is None),
        spent=sum(move.cents for move in moves if move.payer is None),
        left=in_kitty(night),
        keeper=night.banker,
        moves=moves,
    )


def _moves(records: Sequence[Recorded]) -> Iterator[KittyMove]:
    for record in effective(records):
        at: dict[str, Any] = {"version": record.version, "occurred_at": record.occurred_at}
        match record.event:
            case commands.GiveTip(player=payer, payee=payee, cents=cents):
                yield KittyMove(what="tip", payer=payer, payee=payee, cents=cents, **at)
            case commands.PayExpense(player=payee, cents=cents, purpose=purpose, kitty=True):
                yield KittyMove(what="spent", payer=None, payee=payee, cents=cents, purpose=purpose, **at)
            case events.FeeCharged(purpose=purpose, shares=shares):
                for share in shares:
                    yield KittyMove(
                        what="fee", payer=share.player, payee=None, cents=share.cents, purpose=purpose, **at
                    )
            case _:
                pass


def kitty_texts(kitty: Kitty, voice: Voice) -> Iterator[str]:
    """What the kitty got and spent, and what becomes of the rest; nothing if it got nothing."""
    if not kitty.got:
        return
    sums: dict[str, Counter[str]] = {"tip": Counter(), "fee": Counter(), "spent": Counter()}
    for move in kitty.moves:
        sums[move.what][move.purpose] += move.cents
    yield say("The kitty got {amount}.", amount=voice.money(kitty.got))
    for purpose, cents in sums["fee"].items():
        yield say("The fee for {purpose} came to {amount}.", purpose=purpose, amount=voice.money(cents))
    spent = sums["spent"]
    if spent:
        parts = listed([f"{purpose} {voice.money(cents)}" for purpose, cents in spent.items()])
        yield say("It paid for {parts}.", parts=parts)
    if kitty.left:
        yield say(
            "{amount} is left in it, with {keeper}.", amount=voice.money(kitty.left), keeper=voice.name(kitty.keeper)
        )
