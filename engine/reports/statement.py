"""A player's account, line by line: every movement from the first loan to the result, with its event.

The chips the bank gave and took back, those each hand brought, and the rest add up to the stack. What those chips cost
and were worth adds up, in cents, to the result. The sums are those of the ledger.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, Literal

import msgspec

from engine import commands, events
from engine.events import Recorded
from engine.folding import effective, postings
from engine.ids import PlayerId
from engine.ledger.accounts import shares_of_funds
from engine.ledger.postings import KITTY
from engine.money import received
from engine.registry import FUNDS
from engine.reports.hand_history import HandHistory, hand_history
from engine.reports.transfers import NOTHING_CARRIED, CarriedOn
from engine.state import Night

Kind = Literal[
    "initial loan",
    "loan",
    "shadow loan",
    "penalty loan",
    "buy-in",
    "cash-out",
    "transfer",
    "hand",
    "ruling",
    "count",
    "gap",
    "gap resolved",
    "box gap",
    "till gap",
    "paid in",
    "paid out",
    "plan payment",
    "score",
    "fund",
    "expense",
    "tip",
    "kitty",
    "kept",
    "fee",
]


class Movement(msgspec.Struct, frozen=True, kw_only=True):
    """One line. `chips` changes the stack, `cents` the account; `paid` is money from the player (negative: to the player).

    `stack` and `account` are what they are after it; result = stack at the night's unit + account. A hand is one line
    with `put_in`, `got` and, for chips paid between players outside a pot, `scored`; `owes` is a shadow not settled
    yet. `expense`: what they have coming for a `purpose` that they or `other` paid for (negative: owe); it is not in the
    account. The same goes for a tip (`tip`), the `fee` of the house, what the kitty paid for (`kitty`), and what is left
    in it (`kept`), which is the last line of whoever keeps the bank. `counted` are the chips counted, `book` those that
    should have been. `other` is the other side of a transfer, `fund` the one the chips came from.
    """

    kind: Kind
    first: int
    last: int
    occurred_at: str
    chips: int = 0
    stack: int = 0
    cents: int = 0
    account: int = 0
    paid: int = 0
    hand: int | None = None
    game: str = ""
    put_in: int = 0
    got: int = 0
    scored: int = 0
    owes: int = 0
    expense: int = 0
    purpose: str = ""
    counted: int | None = None
    book: int | None = None
    other: PlayerId | None = None
    fund: str = ""


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """A player's whole account. `issued - returned + hands + ruled + transferred + gap = stack`, in chips.

    `result = stack * unit + account + in_funds` in cents, where `in_funds` is the player's part of funds that the close
    shares out. By its sources it is: all chips but the bank's at the unit, plus `gap_share` of the gap (what was found
    in the box they handed over, and what the end of the gap brought), `fund_share` of
    the funds (paid out or coming), `on_account` for scores without chips to pay them and, for the banker, `bank_ruled`,
    the worth of what rulings gave out of the box meanwhile. `paid` is the money they have paid so far, `till` everybody's money
    that they hold as the last banker, `old` what earlier nights left to receive and the plan took over, `rounded` what its
    rounding gave them, and `netted` what later nights took over from here. `expenses`: what they have coming for what they paid
    for others beside the game, less their shares. `due` is what they have still to receive (negative: to pay):
    `result + expenses + paid - till + old + rounded - netted`.
    """

    player: PlayerId
    movements: tuple[Movement, ...]
    hands_played: int
    hands_won: int
    issued: int
    returned: int
    hands: int
    ruled: int
    transferred: int
    gap: int
    stack: int
    account: int
    unit: int
    in_funds: int
    gap_share: int
    fund_share: int
    bank_ruled: int
    on_account: int
    result: int
    paid: int
    till: int
    old: int
    rounded: int
    netted: int
    expenses: int
    due: int


# Chips that go into pots and come out of them have no line of their own: the hand has one.
KINDS: dict[type[Any], Kind] = {
    commands.BuyChips: "buy-in",
    commands.CashOut: "cash-out",
    commands.TransferChips: "transfer",
    commands.MakeRuling: "ruling",
    commands.ResolveGap: "gap resolved",
    commands.PayIn: "paid in",
    commands.PayOut: "paid out",
    events.GapFound: "gap",
    events.BoxGapFound: "box gap",
    events.TillGapFound: "till gap",
    events.ScorePaid: "score",
}

# The sum of the statement to which the chips of a line belong.
SUMS: dict[Kind, str] = {
    "initial loan": "issued",
    "loan": "issued",
    "shadow loan": "issued",
    "penalty loan": "issued",
    "buy-in": "issued",
    "cash-out": "returned",
    "transfer": "transferred",
    "hand": "hands",
    "ruling": "ruled",
    "gap": "gap",
    # The bank takes the chips of a fee back at their worth.
    "fee": "returned",
}

Lines = list[tuple[PlayerId, Movement]]


def statements(
    records: Sequence[Recorded],
    night: Night,
    histories: Sequence[HandHistory] | None = None,
    carried_on: CarriedOn = NOTHING_CARRIED,
) -> tuple[Statement, ...]:
    """The accounts of everyone who sat down, in that order, and of the bankers.

    `night` is the fold of the records, and `histories` those of the hands, if they are at hand. `carried_on`: by later night,
    what its plan took over from this one.
    """
    reader = _Reader(hand_history(records) if histories is None else histories)
    in_force = effective(records)
    for record, following in zip_longest(in_force, in_force[1:]):
        reader.read(record, following)
    for hand in reader.hands:
        if not hand.ended:
            reader.write(_hand_lines(hand))
    reader.write(_kept(in_force, reader))
    for banker in reader.bankers:
        reader.lines.setdefault(banker, [])
    if any(reader.balance.get(account) for account in FUNDS):
        reader.coming = shares_of_funds(night)
    for debts in carried_on.values():
        reader.netted.update(received(debts))
    return tuple(_added_up(player, lines, reader) for player, lines in reader.lines.items())


class _Reader:
    """Reads the book once and writes the lines of all accounts."""

    def __init__(self, hands: Sequence[HandHistory]) -> None:
        self.hands = hands
        self.lines: dict[PlayerId, list[Movement]] = {}
        self.balance: dict[str, int] = {}
        self.opened = commands.OpenNight(night="", club="", banker="")
        # The latest last.
        self.bankers: list[PlayerId] = []
        self.transfers: tuple[commands.Transfer, ...] = ()
        self.coming: Counter[PlayerId] = Counter()
        self.old: Counter[PlayerId] = Counter()
        self.rounded: Counter[PlayerId] = Counter()
        self.netted: Counter[PlayerId] = Counter()
        self.announced = 0

    def read(self, record: Recorded, following: Recorded | None) -> None:
        """Reads one event; the events that follow tell what a loan was for."""
        event = record.event
        match event:
            case commands.OpenNight():
                self.opened = event
                self.bankers.append(event.banker)
            case events.BankTaken():
                self.bankers.append(event.banker)
            case commands.SeatPlayer():
                self.lines.setdefault(event.player, [])
            case commands.AnnounceHand():
                self.announced += 1
            case events.HandEnded():
                self.write(_hand_lines(self.hands[self.announced - 1]))
            case commands.CountChips():
                self.write([(event.player, self._count(record, event))])
            case commands.FreezePlan():
                self.transfers = event.transfers or ()
                self.old = received(event.old_debts)
                self.rounded = Counter({charge.player: charge.cents for charge in event.rounded})
            case commands.PayExpense() | commands.GiveTip() | events.FeeCharged():
                self.write(BESIDE_THE_GAME[type(event)](record, event))
            case commands.RecordPayment():
                self.write(_plan_payment(record, event, self.transfers))
            case _:
                self.write(self._moved(record, following))
        for account, amount in postings(event):
            self.balance[account] = self.balance.get(account, 0) + amount

    def write(self, lines: Lines) -> None:
        for player, movement in lines:
            self.lines.setdefault(player, []).append(movement)

    def _count(self, record: Recorded, event: commands.CountChips) -> Movement:
        """A count beside what the book says; a banker who plays from the box counts the box."""
        book = self.balance.get("chips:" + event.player, 0)
        if self.opened.rules.banker_stack == "box" and event.player == self.bankers[-1]:
            book += self.balance.get("box", 0)
        return _line("count", record, counted=event.chips, book=book)

    def _moved(self, record: Recorded, following: Recorded | None) -> Lines:
        """The event's line for each player whose account it moves; empty if the line of a hand covers it."""
        event = record.event
        if isinstance(event, commands.GiveLoan):
            kind: Kind | None = _kind_of_loan(record, event, following)
        else:
            kind = KINDS.get(type(event)) or ("fund" if _fund_of(event) else None)
        if kind is None:
            return []
        moved: dict[PlayerId, Counter[str]] = {}
        for account, amount in postings(event):
            name, _, player = account.partition(":")
            # The chips of a score are in the line of its hand; a debt for lack of chips has a line of its own.
            if player and not (kind == "score" and name == "chips"):
                moved.setdefault(player, Counter())[name] += amount
            elif kind == "ruling" and account == "box":
                # Chips that a ruling takes out of the box are the banker's loss, because nobody owes for them. When the
                # bank passes on, they are charged to the account; here they have been since the ruling.
                moved.setdefault(self.bankers[-1], Counter())["loan"] += amount * self.opened.unit
        return [
            (
                player,
                _line(
                    kind,
                    record,
                    chips=amounts["chips"],
                    cents=amounts["loan"] + amounts["cash"],
                    paid=-amounts["cash"],
                    hand=self.announced if kind in ("shadow loan", "penalty loan", "score") else None,
                    fund=_fund_of(event),
                    **_of_both_sides(event, player),
                ),
            )
            for player, amounts in moved.items()
        ]


def _fund_of(event: events.Event) -> str:
    """The fund whose chips the event gives to players; empty for any other event."""
    return next((account for account, amount in postings(event) if account in FUNDS and amount < 0), "")


def _line(kind: Kind, record: Recorded, **besides: Any) -> Movement:
    return Movement(kind=kind, first=record.version, last=record.version, occurred_at=record.occurred_at, **besides)


def _kind_of_loan(record: Recorded, event: commands.GiveLoan, following: Recorded | None) -> Kind:
    """The kind of a loan: initial, asked for, or drawn by the rules for a penalty (if one comes next) or a shadow."""
    if event.initial:
        return "initial loan"
    if record.caused_by is None:
        return "loan"
    return "penalty loan" if following and isinstance(following.event, events.PenaltyPaid) else "shadow loan"


def _of_both_sides(event: events.Event, player: PlayerId) -> dict[str, Any]:
    if isinstance(event, commands.TransferChips):
        return {"other": event.payee if player == event.payer else event.payer}
    if isinstance(event, events.GapFound | events.BoxGapFound):
        return {"counted": event.counted, "book": event.book}
    return {}


def _plan_payment(record: Recorded, event: commands.RecordPayment, transfers: Sequence[commands.Transfer]) -> Lines:
    """A payment between two players; their results do not change."""
    transfer = transfers[event.transfer - 1]
    return [
        (transfer.payer, _line("plan payment", record, paid=event.cents or 0, other=transfer.payee)),
        (transfer.payee, _line("plan payment", record, paid=-(event.cents or 0), other=transfer.payer)),
    ]


def _expense(record: Recorded, event: commands.PayExpense) -> Lines:
    """The expense as whoever paid it and each who shares in it has it coming or owes it; no result changes."""
    if event.kitty:
        return [(event.player, _line("kitty", record, expense=event.cents, purpose=event.purpose))]
    moved = Counter({event.player: event.cents})
    moved.subtract({share.player: share.cents for share in event.shares or ()})
    return [
        (
            player,
            _line("expense", record, expense=cents, purpose=event.purpose, other=event.player),
        )
        for player, cents in moved.items()
    ]


def _tip(record: Recorded, event: commands.GiveTip) -> Lines:
    """The tip as who gave it and, unless it is for the kitty, who got it have it on their account; no result changes."""
    given = [(event.player, _line("tip", record, expense=-event.cents, other=event.payee))]
    if event.payee is None:
        return given
    return [*given, (event.payee, _line("tip", record, expense=event.cents, other=event.player))]


def _fee(record: Recorded, event: events.FeeCharged) -> Lines:
    """The fee of each who pays it; chips that are taken for it leave the stack at their worth."""
    return [
        (
            share.player,
            _line(
                "fee",
                record,
                chips=-share.chips,
                cents=share.cents if share.chips else 0,
                expense=-share.cents,
                purpose=event.purpose,
            ),
        )
        for share in event.shares
    ]


def _kept(records: Sequence[Recorded], reader: _Reader) -> Lines:
    """What is left in the kitty, under the latest event that it got or spent something by; empty if nothing is."""
    left = reader.balance.get(KITTY, 0)
    if not left:
        return []
    latest = next(record for record in reversed(records) if any(KITTY in posting for posting in postings(record.event)))
    return [(reader.bankers[-1], _line("kept", latest, expense=left))]


BESIDE_THE_GAME: dict[type[Any], Callable[[Recorded, Any], Lines]] = {
    commands.PayExpense: _expense,
    commands.GiveTip: _tip,
    events.FeeCharged: _fee,
}


def _hand_lines(hand: HandHistory) -> Lines:
    """A line for each player of the hand; an unsettled shadow has not cost chips yet."""
    return [
        (
            stake.player,
            Movement(
                kind="hand",
                first=hand.first,
                last=hand.last,
                occurred_at=hand.ended_at or hand.started_at,
                chips=stake.net + stake.owes,
                hand=hand.number,
                game=hand.game,
                put_in=stake.put_in,
                got=stake.got,
                scored=stake.scored,
                owes=stake.owes,
            ),
        )
        for stake in hand.stakes
    ]


def _added_up(player: PlayerId, lines: Sequence[Movement], reader: _Reader) -> Statement:
    """Fills in the running stack and account of every line, and the sums."""
    sums = dict.fromkeys(SUMS.values(), 0)
    stack = account = paid = 0
    movements: list[Movement] = []
    for line in lines:
        stack += line.chips
        account += line.cents
        paid += line.paid
        if line.kind in SUMS:
            sums[SUMS[line.kind]] += line.chips
        movements.append(msgspec.structs.replace(line, stack=stack, account=account))
    unit = reader.opened.unit
    in_funds = reader.coming[player] * unit
    result = stack * unit + account + in_funds
    # The banker holds the money of the others and owes it to them.
    till = reader.balance.get("till", 0) if player in reader.bankers[-1:] else 0
    old, rounded, netted = reader.old[player], reader.rounded[player], reader.netted[player]
    expenses = sum(line.expense for line in movements)
    played = [line for line in movements if line.kind == "hand"]
    return Statement(
        player=player,
        movements=tuple(movements),
        hands_played=len(played),
        hands_won=sum(line.got > 0 for line in played),
        issued=sums["issued"],
        returned=-sums["returned"],
        hands=sums["hands"],
        ruled=sums["ruled"],
        transferred=sums["transferred"],
        gap=sums["gap"],
        stack=stack,
        account=account,
        unit=unit,
        in_funds=in_funds,
        fund_share=in_funds + sum(line.cents for line in movements if line.kind == "fund"),
        gap_share=sum(line.cents for line in movements if line.kind in ("gap resolved", "box gap")),
        bank_ruled=sum(line.cents for line in movements if line.kind == "ruling"),
        on_account=sum(line.cents for line in movements if line.kind == "score"),
        result=result,
        paid=paid,
        till=till,
        old=old,
        rounded=rounded,
        netted=netted,
        expenses=expenses,
        due=result + expenses + paid - till + old + rounded - netted,
    )
