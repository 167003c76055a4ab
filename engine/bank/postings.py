"""Double entry: what each event moves between accounts. The ledger of a night is the sum of these.

Chips: `box` `chips:<player>` `pot` `carry` `shadow:<player>` (the marker in front of him) `owed:<player>` (his debt to
the pot, negative) `due` (the pot's claim on all debtors) `gap` `inventory`. Cents: `loan:<player>` (chips on credit,
negative when he owes) `credit` (the bank's claims) `cash:<player>` (money he paid, negative) `till` (the bank's money).
Each commodity sums to zero in every event.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from engine import commands, events

MONEY_ACCOUNTS = ("loan:", "cash:", "till", "credit")


class Posting(NamedTuple):
    """So many chips (or cents, by the account) put to an account; negative: taken from it."""

    account: str
    amount: int


Postings = tuple[Posting, ...]


def is_money(account: str) -> bool:
    """Whether the account holds cents; all others hold chips."""
    return account.startswith(MONEY_ACCOUNTS)


def _move(source: str, target: str, amount: int) -> Postings:
    return (Posting(source, -amount), Posting(target, amount)) if amount else ()


def _opened(event: commands.OpenNight) -> Postings:
    return _move("inventory", "box", sum(kind.worth * kind.pieces for kind in event.inventory))


def _loan(event: commands.GiveLoan) -> Postings:
    lent = _move("loan:" + event.player, "credit", event.cents or 0)
    return _move("box", "chips:" + event.player, event.chips) + lent


def _bought(event: commands.BuyChips) -> Postings:
    paid = _move("cash:" + event.player, "till", event.cents or 0)
    return _move("box", "chips:" + event.player, event.chips) + paid


def _cashed(event: commands.CashOut) -> Postings:
    money = ("till", "cash:" + event.player) if event.paid else ("credit", "loan:" + event.player)
    return _move("chips:" + event.player, "box", event.chips) + _move(*money, event.cents or 0)


def _transferred(event: commands.TransferChips) -> Postings:
    return _move("chips:" + event.payer, "chips:" + event.payee, event.chips)


def _paid_in(event: commands.PayIn) -> Postings:
    player, cents = event.player, event.cents
    return _move("cash:" + player, "till", cents) + _move("credit", "loan:" + player, cents)


def _paid_out(event: commands.PayOut) -> Postings:
    player, cents = event.player, event.cents
    return _move("till", "cash:" + player, cents) + _move("loan:" + player, "credit", cents)


def _carry_added(event: events.CarryAdded) -> Postings:
    return _move("carry", "pot", event.chips)


def _wagered(event: commands.Wager | events.ForcedBetPosted) -> Postings:
    return _move("chips:" + event.player, "pot", (event.chips or 0) - event.shadow)


def _card_bought(event: commands.BuyCard) -> Postings:
    return _move("chips:" + event.player, "pot", (event.price or 0) - event.shadow)


def _pulled(event: events.ShadowPulled) -> Postings:
    marker = _move("pot", "shadow:" + event.player, event.marker)
    return marker + _move("owed:" + event.player, "due", event.debt)


def _returned(event: events.UncalledReturned) -> Postings:
    return _move("pot", "chips:" + event.player, event.chips)


def _marker_back(event: events.MarkerReturned) -> Postings:
    return _move("shadow:" + event.player, "pot", event.chips)


def _debt_paid(event: events.DebtPaid) -> Postings:
    player, chips = event.player, event.chips
    return _move("chips:" + player, "pot", chips) + _move("due", "owed:" + player, chips)


def _awarded(event: events.PotAwarded) -> Postings:
    moves: Postings = ()
    for share in event.shares:
        moves += _move("pot", "chips:" + share.player, share.chips - share.netted)
        moves += _move("due", "owed:" + share.player, share.netted)
    return moves


def _carried(event: events.PotCarried) -> Postings:
    return _move("pot", "carry", event.chips)


def _gap(event: events.GapFound) -> Postings:
    return _move("gap", "chips:" + event.player, event.counted - event.book)


def _resolved(event: commands.ResolveGap) -> Postings:
    moves: Postings = ()
    for charge in event.charges or ():
        moves += _move("credit", "loan:" + charge.player, charge.cents)
    return moves


def _ruled(event: commands.MakeRuling) -> Postings:
    moves: Postings = ()
    for move in event.moves:
        moves += _move(move.payer, move.payee, move.chips)
    return moves


POSTINGS: dict[type[Any], Callable[[Any], Postings]] = {
    commands.OpenNight: _opened,
    commands.GiveLoan: _loan,
    commands.BuyChips: _bought,
    commands.CashOut: _cashed,
    commands.TransferChips: _transferred,
    commands.PayIn: _paid_in,
    commands.PayOut: _paid_out,
    commands.ResolveGap: _resolved,
    commands.MakeRuling: _ruled,
    commands.Bet: _wagered,
    commands.Call: _wagered,
    commands.Raise: _wagered,
    events.CarryAdded: _carry_added,
    events.ForcedBetPosted: _wagered,
    commands.BuyCard: _card_bought,
    events.ShadowPulled: _pulled,
    events.UncalledReturned: _returned,
    events.MarkerReturned: _marker_back,
    events.DebtPaid: _debt_paid,
    events.PotAwarded: _awarded,
    events.PotCarried: _carried,
    events.GapFound: _gap,
}


def postings(event: events.Event) -> Postings:
    """What the event moves between accounts; nothing for an event without chips or money."""
    rule = POSTINGS.get(type(event))
    return rule(event) if rule else ()
