"""Every chip and every cent that moved: from where to where, by which event, in which hand, and by which rule.

What moved from or to one player's accounts adds up, hand by hand and in all, to their stack and their result.
"""

from collections.abc import Sequence

import msgspec

from engine import events
from engine.events import Recorded
from engine.folding import MOVES, effective, evolve
from engine.ids import PlayerId
from engine.ledger.accounts import nets, shares_of_funds
from engine.ledger.postings import is_money
from engine.reports.sources import Source, source_of
from engine.state import Night

# The accounts whose money, in cents, counts in a player's result.
ON_ACCOUNT = ("loan", "cash")


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """Chips, or cents if `money`, that one event moved from an account to another.

    `act` is the number of the act it followed from, or is. `hand` is None between hands.
    """

    version: int
    act: int
    occurred_at: str
    hand: int | None
    game: str
    source: str
    target: str
    amount: int
    money: bool
    why: Source


class PlayerMove(msgspec.Struct, frozen=True, kw_only=True):
    """One move of a player: what it changed in their `stack` (chips) and `account` (cents), which are as after it.

    Both changes are 0 for what lies in front of a player or is owed to the pot, a marker and a debt by shadow.
    """

    move: Move
    chips: int
    cents: int
    stack: int
    account: int


class HandBrought(msgspec.Struct, frozen=True, kw_only=True):
    """What a hand brought the player in chips, and in cents on account; `hand` is None for what moved between hands."""

    hand: int | None
    game: str
    chips: int
    cents: int


class PlayerMovements(msgspec.Struct, frozen=True, kw_only=True):
    """All moves of one player. `result = stack * unit + account + in_funds`, in cents.

    `in_funds` is the worth of the player's part of chips that were set aside and that the close shares out.
    """

    player: PlayerId
    moves: tuple[PlayerMove, ...]
    hands: tuple[HandBrought, ...]
    stack: int
    account: int
    unit: int
    in_funds: int
    result: int


class Movements(msgspec.Struct, frozen=True, kw_only=True):
    """Everything in force that moved, in the order of the table, and the night that it led to.

    `since`: from which of the moves on the last banker keeps the bank.
    """

    moves: tuple[Move, ...]
    night: Night
    since: int = 0


def movements(records: Sequence[Recorded]) -> Movements:
    """All that moved in the night, void events left out."""
    night = Night()
    moves: list[Move] = []
    since = 0
    for record in effective(records):
        moved = moved_by(record, night)
        evolve(night, record.event)
        moves += moved
        if isinstance(record.event, events.BankTaken):
            since = len(moves)
    return Movements(moves=tuple(moves), night=night, since=since)


def moved_by(record: Recorded, before: Night) -> tuple[Move, ...]:
    """What the event moves; `before` is the night without it."""
    rule = MOVES.get(type(record.event))
    moves = [move for move in rule(record.event) if move[2]] if rule is not None else []
    if not moves:
        return ()
    hand = before.hand
    why = source_of(record.event, hand.game if hand else None)
    return tuple(
        Move(
            version=record.version,
            act=record.caused_by or record.version,
            occurred_at=record.occurred_at,
            hand=hand.number if hand else None,
            game=hand.game.name if hand else "",
            source=source if amount > 0 else target,
            target=target if amount > 0 else source,
            amount=abs(amount),
            money=is_money(source),
            why=why,
        )
        for source, target, amount in moves
    )


def of_player(movements: Movements, player: PlayerId) -> PlayerMovements:
    """The moves of one player, with their sums."""
    night = movements.night
    stack = account = 0
    sums: dict[int | None, tuple[str, int, int]] = {}
    lines: list[PlayerMove] = []
    for place, move in enumerate(movements.moves):
        # What rulings gave out of the box before the bank passed on is on the account of the banker of that time.
        gave = place >= movements.since and _out_of_the_bank(move, player, night)
        if not (gave or _owns(move, player)):
            continue
        chips, cents = _changes(move, player, night.unit if gave else 0)
        stack, account = stack + chips, account + cents
        game, so_far, on_account = sums.get(move.hand, (move.game, 0, 0))
        sums[move.hand] = game, so_far + chips, on_account + cents
        lines.append(PlayerMove(move=move, chips=chips, cents=cents, stack=stack, account=account))
    return PlayerMovements(
        player=player,
        moves=tuple(lines),
        hands=tuple(
            HandBrought(hand=hand, game=game, chips=chips, cents=cents) for hand, (game, chips, cents) in sums.items()
        ),
        stack=stack,
        account=account,
        unit=night.unit,
        in_funds=shares_of_funds(night)[player] * night.unit,
        result=nets(night)[player],
    )


def _owns(move: Move, player: PlayerId) -> bool:
    """Whether the move is from or to an account of the player."""
    return any(_owner(account) == player for account in (move.source, move.target))


def _changes(move: Move, player: PlayerId, of_the_box: int) -> tuple[int, int]:
    """What the move changes of the player's stack, in chips, and account, in cents.

    `of_the_box`: what the player as the banker loses or gains by each chip that leaves the box or comes to it.
    """
    chips = cents = 0
    for account, sign in ((move.source, -1), (move.target, 1)):
        kind, _, owner = account.partition(":")
        if owner != player:
            continue
        chips += sign * move.amount if kind == "chips" else 0
        cents += sign * move.amount if kind in ON_ACCOUNT else 0
    # Chips that a ruling takes out of the box are the banker's loss, because nobody owes for them.
    cents += move.amount * of_the_box * (1 if move.target == "box" else -1)
    return chips, cents


def _owner(account: str) -> PlayerId:
    return account.partition(":")[2]


def _out_of_the_bank(move: Move, player: PlayerId, night: Night) -> bool:
    return player == night.banker and move.why.code == "table/ruling" and "box" in (move.source, move.target)


def of_hand(movements: Movements, hand: int) -> tuple[Move, ...]:
    """What moved in the hand of this number."""
    return tuple(move for move in movements.moves if move.hand == hand)


def of_event(movements: Movements, version: int) -> tuple[Move, ...]:
    """What the event of this number moved, and what followed from it."""
    return tuple(move for move in movements.moves if version in (move.version, move.act))
