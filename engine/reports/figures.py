"""A night in figures: its totals, who won and who lost, its games, the stacks over time, and the score sheet of what is kept on paper."""

from collections.abc import Sequence

import msgspec

from engine import commands, events
from engine.events import Recorded
from engine.folding import effective, postings
from engine.ids import PlayerId
from engine.ledger.accounts import dues, in_funds, nets
from engine.registry import FUNDS
from engine.reports.hand_history import HandHistory, hand_history
from engine.state import Night


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """Chips and cents of the whole night; chips are counted in the smallest chip.

    These belong to nobody yet: the chips `in_pot` (with the markers taken out of it), those `carried` to the next hand, and
    the `missing` chips of a gap. Chips `in_funds` were set aside from pots and count in the results as the close will share
    them out; `shared_out` have been. Results sum to minus the worth of the chips that are nobody's plus what the resolved
    gap credited. `expenses` were paid beside the game, for others. `last_at` is the time of the close, or before it of the
    latest act.
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
    expenses: int
    till: int
    events: int
    acts: int
    first_at: str
    last_at: str


def totals(records: Sequence[Recorded], night: Night) -> Totals:
    """The totals of the events in force, with their fold; `events` counts the whole book, void ones too."""
    in_force = effective(records)
    lent = sold = returned = shared_out = money_in = money_out = expenses = acts = 0
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
            case events.FeeCharged(shares=shares):
                returned += sum(share.chips for share in shares)
            case commands.PayExpense(cents=cents):
                expenses += cents
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
        expenses=expenses,
        till=balance.get("till", 0),
        events=len(records),
        acts=acts,
        first_at=times[0] if times else "",
        last_at=closed_at[0] if closed_at else times[-1] if times else "",
    )


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One player's result. Equal results share a place.

    `due` is what they have still to receive (negative: to pay), after money that has changed hands and before any
    transfer of the plan.
    """

    place: int
    player: PlayerId
    result: int
    due: int
    stack: int


def standings(night: Night) -> tuple[Standing, ...]:
    """Everyone who sat down and the banker, best result first; equal results in the order of sitting down."""
    if night.opened is None:
        return ()
    results, due = nets(night), dues(night)
    ordered = sorted(results, key=lambda player: -results[player])
    return tuple(
        Standing(
            place=1 + sum(other > results[player] for other in results.values()),
            player=player,
            result=results[player],
            due=due[player],
            stack=night.balance.get("chips:" + player, 0),
        )
        for player in ordered
    )


class GameResult(msgspec.Struct, frozen=True, kw_only=True):
    """One player's result in all hands of a game, in chips. Debts of players without chips count as chips."""

    player: PlayerId
    hands: int
    won: int
    net: int


class GameReport(msgspec.Struct, frozen=True, kw_only=True):
    """One game: hands played, chips put in by everyone together, and each player's result, best first.

    Results of a game do not sum to zero when a pot was carried from or to a hand of another game, or chips of it were set
    aside.
    """

    game: str
    rulebook: str
    hands: int
    chips: int
    results: tuple[GameResult, ...]


def by_game(records: Sequence[Recorded], histories: Sequence[HandHistory] | None = None) -> tuple[GameReport, ...]:
    """Every game of the night, largest chips first. A hand still being played is left out.

    `histories` are those of the hands, if they are at hand.
    """
    hands: dict[tuple[str, str], list[HandHistory]] = {}
    unit = next((record.event.unit for record in records if isinstance(record.event, commands.OpenNight)), 1)
    for hand in hand_history(records) if histories is None else histories:
        if hand.ended:
            hands.setdefault((hand.game, hand.rulebook), []).append(hand)
    games = [
        GameReport(
            game=game,
            rulebook=rulebook,
            hands=len(played),
            chips=sum(stake.put_in for hand in played for stake in hand.stakes),
            results=_results(played, unit),
        )
        for (game, rulebook), played in hands.items()
    ]
    return tuple(sorted(games, key=lambda histories: -histories.chips))


def _results(played: Sequence[HandHistory], unit: int) -> tuple[GameResult, ...]:
    hands: dict[PlayerId, int] = {}
    won: dict[PlayerId, int] = {}
    net: dict[PlayerId, int] = {}
    for hand in played:
        for stake in hand.stakes:
            hands[stake.player] = hands.get(stake.player, 0) + 1
            won[stake.player] = won.get(stake.player, 0) + (stake.got > 0)
            net[stake.player] = net.get(stake.player, 0) + stake.net + stake.on_account // unit
    results = [
        GameResult(player=player, hands=hands[player], won=won[player], net=chips) for player, chips in net.items()
    ]
    return tuple(sorted(results, key=lambda result: -result.net))


class StacksAfter(msgspec.Struct, frozen=True, kw_only=True):
    """Stacks at the end of a hand, in the order of the players; hand 0 stands for the start.

    `won` is the stack less the chips the bank gave, plus those it took: what play alone has brought.
    """

    hand: int
    version: int
    stacks: tuple[int, ...]
    won: tuple[int, ...]


class StacksOverTime(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of a chart. A player who has not sat down yet has 0."""

    players: tuple[PlayerId, ...]
    rows: tuple[StacksAfter, ...]


def stacks_over_time(records: Sequence[Recorded]) -> StacksOverTime:
    """Stacks after every hand in force."""
    in_force = effective(records)
    players = tuple(dict.fromkeys(_seated(in_force)))
    stacks = dict.fromkeys(players, 0)
    from_bank = dict.fromkeys(players, 0)
    rows: list[StacksAfter] = []
    for record in in_force:
        if isinstance(record.event, commands.AnnounceHand) and not rows:
            rows.append(_row(0, record.version, stacks, from_bank))
        moves = [move for move in postings(record.event) if move.account.startswith("chips:")]
        for move in moves:
            player = move.account.removeprefix("chips:")
            stacks[player] += move.amount
            if isinstance(record.event, commands.GiveLoan | commands.BuyChips | commands.CashOut | events.FeeCharged):
                from_bank[player] += move.amount
        if isinstance(record.event, events.HandEnded):
            rows.append(_row(record.event.number, record.version, stacks, from_bank))
    return StacksOverTime(players=players, rows=tuple(rows))


def _seated(in_force: Sequence[Recorded]) -> list[PlayerId]:
    return [record.event.player for record in in_force if isinstance(record.event, commands.SeatPlayer)]


def _row(hand: int, version: int, stacks: dict[PlayerId, int], from_bank: dict[PlayerId, int]) -> StacksAfter:
    return StacksAfter(
        hand=hand,
        version=version,
        stacks=tuple(stacks.values()),
        won=tuple(stacks[player] - from_bank[player] for player in stacks),
    )


class PaperLine(msgspec.Struct, frozen=True, kw_only=True):
    """One score in points: its hand and part, the players who scored it, and the `totals` of all after it."""

    version: int
    hand: int
    what: str
    players: tuple[PlayerId, ...]
    points: int
    totals: tuple[int, ...]


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """The score sheet (R-T10): only players who score are written down, so the totals do not cancel out.

    `players` are those of hands scored on paper, `totals` in their order; no lines without a score.
    """

    players: tuple[PlayerId, ...] = ()
    totals: tuple[int, ...] = ()
    lines: tuple[PaperLine, ...] = ()


def paper(records: Sequence[Recorded]) -> Paper:
    """The sheet of the night from the events in force; without lines if every score was paid in chips."""
    hand, at_table = 0, tuple[PlayerId, ...]()
    totals: dict[PlayerId, int] = {}
    scores: list[tuple[int, int, events.ScorePaid, dict[PlayerId, int]]] = []
    for record in effective(records):
        event = record.event
        if isinstance(event, commands.AnnounceHand):
            hand, at_table = hand + 1, event.players or ()
        elif isinstance(event, events.ScorePaid) and event.on_paper:
            for player in (*at_table, *event.to):
                totals.setdefault(player, 0)
            for player in event.to:
                totals[player] += event.value
            scores.append((record.version, hand, event, dict(totals)))
    players = tuple(totals)
    lines = tuple(
        PaperLine(
            version=version,
            hand=number,
            what=score.what,
            players=score.to,
            points=score.value,
            totals=tuple(after.get(player, 0) for player in players),
        )
        for version, number, score, after in scores
    )
    return Paper(players=players, totals=tuple(totals.values()), lines=lines)
