"""Why did each chip move? Every move of a player, of a hand or of an event, with its rule and the rule's sentence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Literal

import msgspec

from engine.ids import PlayerId
from engine.ledger.postings import KITTY
from engine.reports.movements import HandBrought, Move, PlayerMove, movements, of_event, of_hand, of_player
from engine.reports.sources import Source
from engine.speech import say, to_say
from service.errors.problems import UnknownHand, UnknownPlayer, UnknownVersion
from service.reports.views.events import EventView, events_text
from service.reports.views.visible_night import Money, VisibleNight


class MoveView(msgspec.Struct, frozen=True, kw_only=True):
    """What an event moved from an account to another, both in words: `chips`, or `cents` of money."""

    version: int
    act: int
    hand: int | None
    source: str
    target: str
    chips: int
    cents: int
    why: Source


class PlayerMoveView(MoveView, frozen=True, kw_only=True):
    """One move of a player, with the sentence of its event.

    `chips` is the change of their stack and `cents` that of their account; `stack` and `account_cents` are as after it. Both
    changes are 0 where the move is one of markers and debts: `moved` is what went from `source` to `target`.
    """

    occurred_at: str
    sentence: str
    moved: int
    money: bool
    stack: int
    account_cents: int


class PlayerMovesView(msgspec.Struct, frozen=True, kw_only=True):
    """Why each chip and each cent of a player moved.

    `result_cents = stack * unit_cents + account_cents + set_aside_cents`, where the last is the worth of the player's part
    of what was set aside out of pots.
    """

    night: str
    version: int
    player: PlayerId
    name: str
    currency: Money
    zone: str
    unit_cents: int
    moves: tuple[PlayerMoveView, ...]
    hands: tuple[HandBrought, ...]
    stack: int
    account_cents: int
    set_aside_cents: int
    result_cents: int


class MovesView(msgspec.Struct, frozen=True, kw_only=True):
    """What moved in one hand, or by one event and what followed from it; `of` says which, and `number` its number."""

    night: str
    version: int
    of: Literal["hand", "event"]
    number: int
    currency: Money
    events: tuple[EventView, ...]
    moves: tuple[MoveView, ...]


def moves_of_player(view: VisibleNight, player: PlayerId) -> PlayerMovesView:
    """Every move of the player, in the order of the table. Refuses an id of nobody in the night (UnknownPlayer)."""
    if player not in view.night.everybody:
        raise UnknownPlayer(night=view.night_id, player=player)
    moves = of_player(movements(view.records), player)
    sentences = _sentences(view, {line.move.version for line in moves.moves})
    return PlayerMovesView(
        night=view.night_id,
        version=view.version,
        player=player,
        name=view.name(player),
        currency=view.money,
        zone=view.opened.zone,
        unit_cents=moves.unit,
        moves=tuple(_line(view, line, sentences[line.move.version]) for line in moves.moves),
        hands=moves.hands,
        stack=moves.stack,
        account_cents=moves.account,
        set_aside_cents=moves.in_funds,
        result_cents=moves.result,
    )


def moves_of_hand(view: VisibleNight, hand: int) -> MovesView:
    """Everything that moved in the hand of this number. Refuses a hand that was not played (UnknownHand)."""
    found = movements(view.records)
    begun = found.night.hands_played + (found.night.hand is not None)
    moves = of_hand(found, hand)
    if not moves and not 1 <= hand <= begun:
        raise UnknownHand(night=view.night_id, hand=hand, hands=begun)
    return _moves(view, "hand", hand, moves)


def moves_of_event(view: VisibleNight, version: int) -> MovesView:
    """What one event moved and what followed from it. Refuses an event that the night has not (UnknownVersion)."""
    if not 1 <= version <= view.version:
        raise UnknownVersion(night=view.night_id, version=version, last=view.version)
    return _moves(view, "event", version, of_event(movements(view.records), version))


def _moves(view: VisibleNight, of: Literal["hand", "event"], number: int, moves: tuple[Move, ...]) -> MovesView:
    numbers = {move.version for move in moves} | ({number} if of == "event" else set())
    return MovesView(
        night=view.night_id,
        version=view.version,
        of=of,
        number=number,
        currency=view.money,
        events=_events(view, numbers),
        moves=tuple(move_view(view, move) for move in moves),
    )


def _events(view: VisibleNight, numbers: Collection[int]) -> tuple[EventView, ...]:
    return events_text(view, [record for record in view.visible if record.version in numbers])


def _sentences(view: VisibleNight, numbers: Collection[int]) -> Mapping[int, str]:
    return {event.version: event.sentence for event in _events(view, numbers)}


def _line(view: VisibleNight, line: PlayerMove, sentence: str) -> PlayerMoveView:
    move = line.move
    in_words = {**msgspec.structs.asdict(move_view(view, move)), "chips": line.chips, "cents": line.cents}
    return PlayerMoveView(
        occurred_at=move.occurred_at,
        sentence=sentence,
        moved=move.amount,
        money=move.money,
        stack=line.stack,
        account_cents=line.account,
        **in_words,
    )


def move_view(view: VisibleNight, move: Move) -> MoveView:
    """The move in words."""
    return MoveView(
        version=move.version,
        act=move.act,
        hand=move.hand,
        source=account_text(move.source, view.name),
        target=account_text(move.target, view.name),
        chips=0 if move.money else move.amount,
        cents=move.amount if move.money else 0,
        why=move.why,
    )


COMMON = {
    "pot": to_say("the pot"),
    "carry": to_say("the carried pot"),
    "box": to_say("the box"),
    "due": to_say("what is owed to the pot"),
    "gap": to_say("the gap"),
    "inventory": to_say("the inventory"),
    "till": to_say("the till"),
    "credit": to_say("the bank's claims"),
    "expenses": to_say("what was paid for several"),
    KITTY: to_say("the kitty of the house"),
}
OF_PLAYERS = {
    "chips": "{player}",
    "shadow": to_say("{player}'s marker"),
    "owed": to_say("{player}'s debt to the pot"),
    "loan": to_say("{player}'s account"),
    "cash": to_say("{player}'s money"),
    "expense": to_say("{player}'s expenses"),
}


def account_text(account: str, name: Callable[[PlayerId], str]) -> str:
    """An account of the ledger in words: "the pot", or whose it is."""
    if account in COMMON:
        return say(COMMON[account])
    kind, _, player = account.partition(":")
    return say(OF_PLAYERS[kind], player=name(player)) if player else _fund_text(account)


def _fund_text(fund: str) -> str:
    """What was set aside out of pots, by its name."""
    return say("the kitty") if fund == "kitty" else f"the {fund}"
