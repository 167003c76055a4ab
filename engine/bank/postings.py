"""Double entry: what each event moves between accounts. The ledger of a night is the sum of these.

Chips: `box` `chips:<player>` `pot` `carry` `shadow:<player>` (the marker in front of them) `owed:<player>` (their debt to
the pot, negative) `due` (the pot's claim on all debtors) `gap` `inventory`. Cents: `loan:<player>` (chips on credit,
negative when they owe) `credit` (the bank's claims) `cash:<player>` (money they paid, negative) `till` (the bank's money).
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
# From one account, to another, so much; of nothing, nothing moves.
Move = tuple[str, str, int]
Moves = tuple[Move, ...]


def is_money(account: str) -> bool:
    """Whether the account holds cents; all others hold chips."""
    return account.startswith(MONEY_ACCOUNTS)


def _opened(event: commands.OpenNight) -> Moves:
    return (("inventory", "box", sum(kind.worth * kind.pieces for kind in event.inventory)),)


def _loan(event: commands.GiveLoan) -> Moves:
    return (("box", "chips:" + event.player, event.chips), ("loan:" + event.player, "credit", event.cents or 0))


def _bought(event: commands.BuyChips) -> Moves:
    return (("box", "chips:" + event.player, event.chips), ("cash:" + event.player, "till", event.cents or 0))


def _cashed(event: commands.CashOut) -> Moves:
    source, target = ("till", "cash:" + event.player) if event.paid else ("credit", "loan:" + event.player)
    return (("chips:" + event.player, "box", event.chips), (source, target, event.cents or 0))


def _transferred(event: commands.TransferChips) -> Moves:
    return (("chips:" + event.payer, "chips:" + event.payee, event.chips),)


def _paid_in(event: commands.PayIn) -> Moves:
    return (("cash:" + event.player, "till", event.cents), ("credit", "loan:" + event.player, event.cents))


def _paid_out(event: commands.PayOut) -> Moves:
    return (("till", "cash:" + event.player, event.cents), ("loan:" + event.player, "credit", event.cents))


def _carry_added(event: events.CarryAdded) -> Moves:
    return (("carry", "pot", event.chips),)


def _wagered(event: commands.Wager | events.ForcedBetPosted) -> Moves:
    return (("chips:" + event.player, "pot", (event.chips or 0) - event.shadow),)


def _card_bought(event: commands.BuyCard | commands.BuyForgottenCard) -> Moves:
    return (("chips:" + event.player, "pot", (event.price or 0) - event.shadow),)


def _fee_paid(event: commands.PayFee | events.FeePaid) -> Moves:
    return (("chips:" + event.player, "pot", (event.chips or 0) - event.shadow),)


def _pulled(event: events.ShadowPulled) -> Moves:
    return (("pot", "shadow:" + event.player, event.marker), ("owed:" + event.player, "due", event.debt))


def _returned(event: events.UncalledReturned) -> Moves:
    return (("pot", "chips:" + event.player, event.chips),)


def _marker_back(event: events.MarkerReturned) -> Moves:
    return (("shadow:" + event.player, "pot", event.chips),)


def _debt_paid(event: events.DebtPaid) -> Moves:
    return (("chips:" + event.player, "pot", event.chips), ("due", "owed:" + event.player, event.chips))


def _awarded(event: events.PotAwarded) -> Moves:
    moves: list[Move] = []
    for share in event.shares:
        moves.append(("pot", "chips:" + share.player, share.chips - share.netted))
        moves.append(("due", "owed:" + share.player, share.netted))
    return tuple(moves)


def _stake_returned(event: events.StakeReturned) -> Moves:
    return (("pot", "chips:" + event.player, event.chips),)


def _penalty(event: events.PenaltyPaid) -> Moves:
    return (("chips:" + event.player, "pot", event.chips),)


def _scored(event: events.ScorePaid) -> Moves:
    moves: list[Move] = []
    for move in event.moves:
        moves.append(("chips:" + move.payer, "chips:" + move.payee, move.chips))
        moves.append(("loan:" + move.payer, "loan:" + move.payee, move.cents))
    return tuple(moves)


def _carried(event: events.PotCarried) -> Moves:
    return (("pot", "carry", event.chips),)


def _gap(event: events.GapFound) -> Moves:
    return (("gap", "chips:" + event.player, event.counted - event.book),)


def _resolved(event: commands.ResolveGap) -> Moves:
    return tuple(("credit", "loan:" + charge.player, charge.cents) for charge in event.charges or ())


def _ruled(event: commands.MakeRuling) -> Moves:
    return tuple((move.payer, move.payee, move.chips) for move in event.moves)


MOVES: dict[type[Any], Callable[[Any], Moves]] = {
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
    commands.PutRight: _wagered,
    events.CarryAdded: _carry_added,
    events.ForcedBetPosted: _wagered,
    commands.BuyCard: _card_bought,
    commands.BuyForgottenCard: _card_bought,
    commands.PayFee: _fee_paid,
    events.FeePaid: _fee_paid,
    events.ShadowPulled: _pulled,
    events.UncalledReturned: _returned,
    events.MarkerReturned: _marker_back,
    events.DebtPaid: _debt_paid,
    events.PotAwarded: _awarded,
    events.StakeReturned: _stake_returned,
    events.PenaltyPaid: _penalty,
    events.ScorePaid: _scored,
    events.PotCarried: _carried,
    events.GapFound: _gap,
}


def postings(event: events.Event) -> Postings:
    """What the event moves between accounts; nothing for an event without chips or money."""
    rule = MOVES.get(type(event))
    return _two_sided(rule(event)) if rule else ()


def _two_sided(moves: Moves) -> Postings:
    found: list[Posting] = []
    for source, target, amount in moves:
        if amount:
            found += (Posting(source, -amount), Posting(target, amount))
    return tuple(found)


# The events that move anything, each with its postings.
POSTINGS: dict[type[Any], Callable[[Any], Postings]] = dict.fromkeys(MOVES, postings)
