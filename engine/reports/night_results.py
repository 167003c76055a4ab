"""What one night came to for each player: what standings over many nights are made from, and the account with the club.

It is a pure fold. Of a night whose play is not over, or whose gap nobody has resolved, there is nothing to keep
for standings. Which debts a later night took over is the club's to say, not the night's.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import add

import msgspec
from msgspec.structs import replace

from engine import commands
from engine.events import Recorded
from engine.folding import effective
from engine.ids import NightId, PlayerId
from engine.ledger.accounts import dues, from_expenses, nets
from engine.money import apportion, received
from engine.night.closing.presence import MinutesBetween, Moment, Presence, moment_of
from engine.reports.hand_history import HandHistory, Stake, hand_history
from engine.reports.statement import statements
from engine.state import Night

# By winner and loser: cents.
Pairs = dict[tuple[PlayerId, PlayerId], int]

# No player: chips that came from nowhere in a hand or stay nobody's, as a ruling or a fund may leave them.
NOBODY = ""
# No player: what a hand carries on.
CARRY = ":carry"


# Who wins from whom: each loser's cents go to the winners in proportion to what each of them still has to get, by largest
# remainder, the losers in seat order. So what a player loses to all is exactly what the hand cost, and what a player wins from all
# is exactly what it brought. Chips that a hand carries on stay their payers' until a later hand takes the carry.
def won_from(hands: Iterable[HandHistory], unit: int) -> Pairs:
    """What each player won from each other in hands that have ended; a player wins nothing from themselves."""
    pairs: Counter[tuple[PlayerId, PlayerId]] = Counter()
    carried: dict[PlayerId, int] = {}
    for hand in hands:
        results = {stake.player: stake.cents(unit) for stake in hand.stakes}
        taken = _taken(carried, hand.carried_in * unit)
        paid = Counter({player: -cents for player, cents in results.items() if cents < 0})
        paid.update(taken)
        got = {player: cents for player, cents in results.items() if cents > 0}
        if hand.carried_out:
            got[CARRY] = hand.carried_out * unit
        for (winner, loser), cents in divided(paid, got).items():
            if winner == CARRY:
                carried[loser] = carried.get(loser, 0) + cents
            elif NOBODY not in (winner, loser) and winner != loser:
                pairs[winner, loser] += cents
    return {pair: cents for pair, cents in sorted(pairs.items()) if cents}


def divided(paid: Mapping[PlayerId, int], got: Mapping[PlayerId, int]) -> Pairs:
    """Who got how much of whose; both sides come out exactly. What the sides differ by is NOBODY's."""
    more = sum(got.values()) - sum(paid.values())
    payers = {**paid, NOBODY: paid.get(NOBODY, 0) + max(more, 0)}
    open_cents = {**got, NOBODY: max(-more, 0)}
    pairs: Pairs = {}
    for payer, cents in payers.items():
        shares = apportion(cents, tuple(open_cents.values()))
        for winner, share in zip(tuple(open_cents), shares, strict=True):
            open_cents[winner] -= share
            if share:
                pairs[winner, payer] = share
    return pairs


def _taken(carried: dict[PlayerId, int], cents: int) -> dict[PlayerId, int]:
    """Takes so many cents out of the carry, of everybody in proportion; less if there are fewer."""
    taken = apportion(min(cents, sum(carried.values())), tuple(carried.values()))
    parts = dict(zip(tuple(carried), taken, strict=True))
    for player, part in parts.items():
        carried[player] -= part
    return parts


# The phases of a night that counts in standings.
OVER = ("closed", "planned")


class GameFigure(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A game, the hands of it that a player was dealt and won, and the cents they brought."""

    rulebook: str
    game: str
    hands: int
    won: int
    cents: int


class NightResult(msgspec.Struct, frozen=True, kw_only=True):
    """One player's night. `result` is in cents, as in the report of the night; the results of a night sum to zero.

    `minutes`: between sitting down and going home, or the close; None if the book does not know them (`engine.reports.night_results`). `issued` and `left`: chips from the bank, and chips handed
    back. `won_from` and `lost_to`: cents by the other player, hand by hand (`engine.reports.night_results`).
    `best_pot`: the most chips out of the pots of one hand, which is number `best_pot_hand` (0 for none). `lowest`: the
    lowest point of the chips that the hands brought, never above 0.
    `paid_after`: minutes from the close until everything was paid that the plan asked of the player; None if it asked
    nothing, or until then.
    """

    night: NightId
    player: PlayerId
    opened_at: str
    ended_at: str
    unit: int
    result: int
    issued: int
    left: int
    minutes: int | None
    hands: int
    won: int
    games: tuple[GameFigure, ...] = ()
    won_from: dict[PlayerId, int] = {}
    lost_to: dict[PlayerId, int] = {}
    best_pot: int = 0
    best_pot_hand: int = 0
    lowest: int = 0
    paid_after: int | None = None


def of_people(result: NightResult, person: Callable[[PlayerId], PlayerId]) -> NightResult:
    """The result with the person whom each player turned out to be."""

    def by_person(cents_by_player: Mapping[PlayerId, int]) -> dict[PlayerId, int]:
        by: Counter[PlayerId] = Counter()
        for player, cents in cents_by_player.items():
            by[person(player)] += cents
        return dict(by)

    return replace(
        result,
        player=person(result.player),
        won_from=by_person(result.won_from),
        lost_to=by_person(result.lost_to),
    )


def night_results(
    records: Sequence[Recorded], night: Night, minutes_between: MinutesBetween
) -> tuple[NightResult, ...]:
    """Everybody's result, in the order of sitting down; empty while the night is not over, and where nobody sat down.

    A settlement of the club's debts is a night at which nobody sat, and one of debts from elsewhere a night that nobody
    played: neither is a game of anyone's season. `night` is the fold of the records.
    """
    if night.phase not in OVER or night.terms.debts_only:
        return ()
    in_force = effective(records)
    if not any(isinstance(record.event, commands.SeatPlayer) for record in in_force):
        return ()
    histories = hand_history(in_force)
    hands = [hand for hand in histories if hand.ended]
    accounts = {account.player: account for account in statements(in_force, night, histories)}
    presence = Presence(in_force, minutes_between)
    pairs = won_from(hands, night.unit)
    played = _hands_of(hands)
    paid = _paid_at(in_force)

    def of(player: PlayerId, result: int) -> NightResult:
        account, stakes = accounts[player], played.get(player, [])
        best_pot, best_pot_hand = _best_pot(stakes)
        after = presence.after_the_end(paid[player]) if player in paid else None
        return NightResult(
            night=night.terms.night,
            player=player,
            opened_at=records[0].occurred_at,
            ended_at=presence.ended.at,
            unit=night.unit,
            result=result,
            issued=account.issued,
            left=account.returned + account.stack,
            minutes=presence.minutes(player),
            hands=len(stakes),
            won=sum(stake.got > 0 for _, stake in stakes),
            games=_games(stakes, night.unit),
            won_from=_of_one(pairs, lambda winner, loser: loser if winner == player else None),
            lost_to=_of_one(pairs, lambda winner, loser: winner if loser == player else None),
            best_pot=best_pot,
            best_pot_hand=best_pot_hand,
            lowest=_lowest(stakes, night.unit),
            paid_after=after,
        )

    return tuple(of(player, result) for player, result in nets(night).items())


# These change nothing of what a night came to for anybody.
_CHANGE_NO_RESULT = (
    commands.FreezePlan,
    commands.RaiseDispute,
    commands.AnswerDispute,
    commands.ResolveDispute,
    commands.WithdrawDispute,
)


def may_change_results(fresh: Iterable[Recorded], night: Night) -> bool:
    """Whether the newest events of a night that was over before may change what it came to; `night` is its fold.

    A payment does only if the payer has paid everything with it.
    """
    for record in fresh:
        match record.event:
            case commands.RecordPayment(transfer=number):
                if _has_paid(night, number):
                    return True
            case event if isinstance(event, _CHANGE_NO_RESULT):
                pass
            case _:
                return True
    return False


def _has_paid(night: Night, number: int) -> bool:
    """Whether the payer of this transfer has nothing left to pay."""
    plan = night.closing.plan
    transfers = plan.transfers if plan and plan.transfers else ()
    payer = transfers[number - 1].payer
    return all(paid == one.cents for one, paid in zip(transfers, night.closing.paid, strict=True) if one.payer == payer)


def _hands_of(histories: Iterable[HandHistory]) -> dict[PlayerId, list[tuple[HandHistory, Stake]]]:
    played: dict[PlayerId, list[tuple[HandHistory, Stake]]] = {}
    for hand in histories:
        for stake in hand.stakes:
            played.setdefault(stake.player, []).append((hand, stake))
    return played


def _games(stakes: Iterable[tuple[HandHistory, Stake]], unit: int) -> tuple[GameFigure, ...]:
    """One sum for each game, by rulebook and name."""
    figures = (((hand.rulebook, hand.game), 1, stake.got > 0, stake.cents(unit)) for hand, stake in stakes)
    return tuple(sorted(summed(figures), key=lambda one: (one.rulebook, one.game)))


def summed(figures: Iterable[tuple[tuple[str, str], int, int, int]]) -> list[GameFigure]:
    """One sum for each game, in the order in which they first come, of its hands, those won, and the cents they brought."""
    sums: dict[tuple[str, str], tuple[int, int, int]] = {}
    for game, *more in figures:
        hands, won, cents = map(add, sums.get(game, (0, 0, 0)), more)
        sums[game] = hands, won, cents
    return [
        GameFigure(rulebook=book, game=game, hands=hands, won=won, cents=cents)
        for (book, game), (hands, won, cents) in sums.items()
    ]


def _best_pot(stakes: Iterable[tuple[HandHistory, Stake]]) -> tuple[int, int]:
    """The most chips out of the pots of one hand, and its number; (0, 0) without any. Of equal ones the first."""
    best = max(stakes, key=lambda one: one[1].got, default=None)
    return (best[1].got, best[0].number) if best and best[1].got else (0, 0)


def _lowest(stakes: Iterable[tuple[HandHistory, Stake]], unit: int) -> int:
    lowest = now = 0
    for _, stake in stakes:
        now += stake.cents(unit)
        lowest = min(lowest, now)
    # Towards zero: nobody is said to have been lower than they were.
    return -(-lowest // unit)


def _of_one(
    pairs: dict[tuple[PlayerId, PlayerId], int], other: Callable[[PlayerId, PlayerId], PlayerId | None]
) -> dict[PlayerId, int]:
    results = {who: cents for pair, cents in pairs.items() if (who := other(*pair)) is not None}
    return dict(sorted(results.items()))


def _paid_at(in_force: Iterable[Recorded]) -> dict[PlayerId, Moment]:
    """When each player who had to pay had paid everything; without those who still owe."""
    transfers: tuple[commands.Transfer, ...] = ()
    left: list[int] = []
    done: dict[PlayerId, Moment] = {}
    for record in in_force:
        match record.event:
            case commands.FreezePlan(transfers=frozen):
                transfers, done = frozen or (), {}
                left = [transfer.cents for transfer in transfers]
            case commands.RecordPayment(transfer=number, cents=cents):
                left[number - 1] -= cents or 0
                payer = transfers[number - 1].payer
                owed = (rest for one, rest in zip(transfers, left, strict=True) if one.payer == payer)
                if not any(owed):
                    done[payer] = moment_of(record)
            case _:
                pass
    return done


class NightAccount(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """One player's night; above zero is what they get, below zero what they owe.

    issued   what they got from the bank, on credit or for money (never below zero)
    result   what they have won (negative: lost)
    old      debts of earlier nights that went into this plan, or that came in from elsewhere
    rounded  what the rounding to the coin of the house gave them (negative: took from them)
    paid     what they have paid, at the table or on transfers (negative: were paid)
    expenses what they paid for others beside the game, less their own shares
    """

    issued: int
    result: int
    old: int
    rounded: int
    paid: int
    expenses: int = 0


def sum_of(accounts: Sequence[NightAccount]) -> NightAccount:
    """The account of somebody who had a part in the night under each of these; there is at least one."""
    return NightAccount(
        **{field: sum(getattr(one, field) for one in accounts) for field in NightAccount.__struct_fields__}
    )


def night_accounts(records: Sequence[Recorded], night: Night) -> dict[PlayerId, NightAccount]:
    """Everybody who took part in the night, or in the debts of its plan; `night` is the fold of the records.

    While a night is played, it is what it came to if it ended now.
    """
    plan, of_table = night.closing.plan, not night.terms.debts_only
    results, due = nets(night), dues(night)
    issued = _issued(records) if of_table else Counter[PlayerId]()
    old = received(plan.old_debts if plan else ())
    rounded = Counter[PlayerId]()
    for charge in plan.rounded if plan else ():
        rounded[charge.player] += charge.cents
    paid_on = _paid(night)

    def of(player: PlayerId) -> NightAccount:
        result, expenses = results.get(player, 0), from_expenses(night, player)
        return NightAccount(
            issued=issued[player] * night.unit,
            # Debts from elsewhere are owed, and won or lost by nobody here.
            result=result if of_table else 0,
            old=old[player] if of_table else old[player] + result,
            rounded=rounded[player],
            paid=due.get(player, 0) - result - expenses + paid_on[player],
            expenses=expenses,
        )

    return {player: of(player) for player in sorted({*night.everybody, *old, *rounded, *paid_on})}


def _issued(records: Sequence[Recorded]) -> Counter[PlayerId]:
    """The chips that each player got from the bank."""
    issued = Counter[PlayerId]()
    for record in effective(records):
        if isinstance(record.event, commands.GiveLoan | commands.BuyChips):
            issued[record.event.player] += record.event.chips
    return issued


def _paid(night: Night) -> Counter[PlayerId]:
    """The cents that each player has paid on transfers of the plan, less what they were paid; everybody of the plan is there."""
    plan = night.closing.plan
    paid = Counter[PlayerId]()
    for transfer, cents in zip((plan and plan.transfers) or (), night.closing.paid, strict=True):
        paid[transfer.payer] += cents
        paid[transfer.payee] -= cents
    return paid
