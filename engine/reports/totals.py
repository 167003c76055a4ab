"""The night in numbers: hands, chips issued and returned, money, and the chips on the table now."""

from collections.abc import Sequence

import msgspec

from engine import commands, events
from engine.events import Recorded
from engine.folding import effective, fold, postings
from engine.ledger.accounts import in_funds
from engine.registry import FUNDS
from engine.state import Night


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """Chips and cents of the whole night; chips are counted in the smallest chip.

    These belong to nobody yet: the chips `in_pot` (with the markers taken out of it), those `carried` to the next hand,
    and the `missing` chips of a gap. Chips `in_funds` were set aside from pots and count in the results as the close
    will share them out; `shared_out` have been. Results sum to minus the worth of the chips that are nobody's plus what
    the resolved gap credited. `last_at` is the time of the close, or before it of the latest act.
    """

    hands: int
    players: int
    issued: int
    lent: int
    sold: int
    returned: int
    in_stacks: int
    in_pot: int
    carried: int
    in_funds: int
    shared_out: int
    missing: int
    money_in: int
    money_out: int
    till: int
    events: int
    acts: int
    first_at: str
    last_at: str


def totals(records: Sequence[Recorded], night: Night | None = None) -> Totals:
    """The totals of the events in force; `events` counts the whole book, void ones too.

    `night` is the fold of the records, if it is at hand.
    """
    night = night or fold(records)
    in_force = effective(records)
    lent = sold = returned = shared_out = money_in = money_out = acts = 0
    for record in in_force:
        acts += record.caused_by is None
        match record.event:
            case commands.GiveLoan(chips=chips):
                lent += chips
            case commands.BuyChips(chips=chips, cents=cents):
                sold += chips
                money_in += cents or 0
            case commands.CashOut(chips=chips, cents=cents, paid=paid):
                returned += chips
                money_out += (cents or 0) if paid else 0
            case commands.PayIn(cents=cents):
                money_in += cents
            case commands.PayOut(cents=cents):
                money_out += cents
            case events.TillGapFound(book=book, counted=counted):
                money_in += max(0, counted - book)
                money_out += max(0, book - counted)
            case event:
                shared_out -= sum(amount for account, amount in postings(event) if account in FUNDS and amount < 0)
    balance = night.balance
    times = sorted(record.occurred_at for record in in_force if record.occurred_at)
    closed_at = [record.occurred_at for record in in_force if isinstance(record.event, commands.CloseNight)]
    return Totals(
        hands=night.hands_played,
        players=len(night.people),
        issued=lent + sold,
        lent=lent,
        sold=sold,
        returned=returned,
        in_stacks=sum(balance.get("chips:" + player, 0) for player in night.people),
        in_pot=balance.get("pot", 0) + night.markers(),
        carried=balance.get("carry", 0),
        in_funds=in_funds(night),
        shared_out=shared_out,
        missing=balance.get("gap", 0),
        money_in=money_in,
        money_out=money_out,
        till=balance.get("till", 0),
        events=len(records),
        acts=acts,
        first_at=times[0] if times else "",
        last_at=closed_at[0] if closed_at else times[-1] if times else "",
    )
