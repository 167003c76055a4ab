"""Writes hands in the Poker Hand History format (PHH): one hand as `.phh`, several as `.phhs`, a table each.

Amounts are whole chips; `_chip_cents` and `_currency` say what a chip is worth. The bytes depend on the hands alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from engine.state import UNKNOWN
from service.exchange.histories.told import BETTING, Act, ToldHand


@dataclass(frozen=True, slots=True)
class Setting:
    """What all hands of a night have in common: its id and name, and its money. `unit` is the worth of a chip in cents."""

    night: str
    table: str
    zone: str
    currency: str
    exponent: int
    unit: int


def write_phh(hands: Sequence[ToldHand], setting: Setting) -> str:
    """The hands, each as a table; one hand alone stands without."""
    if len(hands) == 1:
        return "\n".join([*_fields(hands[0], setting), ""])
    blocks = ("\n".join([f"[{number}]", *_fields(hand, setting), ""]) for number, hand in enumerate(hands, 1))
    return "\n".join(blocks)


def _fields(hand: ToldHand, setting: Setting) -> Iterator[str]:
    between_two = len(hand.players) == 2
    yield f"variant = {_text(hand.variant.code)}"
    yield "ante_trimming_status = true"
    yield f"antes = {list(hand.antes[::-1] if between_two else hand.antes)}"
    if hand.variant.bring_in:
        yield f"bring_in = {hand.bring_in}"
    else:
        yield f"blinds_or_straddles = {list(hand.blinds[::-1] if between_two else hand.blinds)}"
    if hand.variant.is_fixed:
        yield f"small_bet = {hand.small_bet}"
        yield f"big_bet = {hand.big_bet}"
    else:
        yield f"min_bet = {hand.small_bet}"
    yield f"starting_stacks = {list(hand.stacks)}"
    yield f"actions = {_texts(map(_action, in_order_of_pokerkit(hand)))}"
    if hand.at:
        moment = datetime.fromisoformat(hand.at).astimezone(ZoneInfo(setting.zone))
        yield f"time = {moment:%H:%M:%S}"
        yield f"time_zone = {_text(setting.zone)}"
        yield f"day = {moment.day}"
        yield f"month = {moment.month}"
        yield f"year = {moment.year}"
    yield f"hand = {hand.number}"
    yield f"seats = {list(hand.seats)}"
    if setting.table:
        yield f"table = {_text(setting.table)}"
    yield f"players = {_texts(hand.players)}"
    yield f"finishing_stacks = {list(hand.finishing)}"
    if setting.unit == 10**setting.exponent:
        yield f"currency = {_text(setting.currency)}"
    yield f"_chip_cents = {setting.unit}"
    yield f"_currency = {_text(setting.currency)}"


def in_order_of_pokerkit(hand: ToldHand) -> list[Act]:
    """The acts in the order that the field's own parser asks for.

    Once nobody can bet any more, hands are shown before the last cards are dealt, except in a game with a draw. At stud
    they are shown again with all their cards.
    """
    acts = _draws_first(hand.acts)
    last_bet = max((place for place, act in enumerate(acts) if act.kind in BETTING), default=-1)
    shows = [act for act in acts if act.kind in ("shows", "mucks")]
    later = [act for act in acts[last_bet + 1 :] if act.kind in ("deals", "lays", "draws")]
    if not shows or not later or any(act.kind == "draws" for act in acts):
        return acts
    before = acts[: last_bet + 1]
    if not hand.variant.bring_in:
        return [*before, *shows, *later]
    early = [replace(act, cards=_dealt_to(act.player, before)) for act in shows if act.kind == "shows"]
    return [*before, *(act for act in early if UNKNOWN not in act.cards), *later, *shows]


def _draws_first(told: Iterable[Act]) -> list[Act]:
    """The same acts with every card drawn after everybody has thrown theirs."""
    acts: list[Act] = []
    drawn: list[Act] = []
    threw: set[int] = set()
    for act in told:
        if threw and act.kind == "deals":
            drawn.append(act)
            continue
        # Whoever throws again does so at the next draw: all-in, there is no bet between.
        if act.kind != "draws" or act.player in threw:
            acts += drawn
            drawn = []
            threw = set()
        if act.kind == "draws":
            threw.add(act.player)
        acts.append(act)
    return acts + drawn


def _dealt_to(player: int, acts: Iterable[Act]) -> tuple[str, ...]:
    return tuple(card for act in acts if act.kind == "deals" and act.player == player for card in act.cards)


def _action(act: Act) -> str:
    player, cards = f"p{act.player + 1}", "".join(card.replace("10", "T") for card in act.cards)
    match act.kind:
        case "deals":
            return f"d dh {player} {cards}"
        case "lays":
            return f"d db {cards}"
        case "brings in":
            return f"{player} pb"
        case "folds":
            return f"{player} f"
        case "stays":
            return f"{player} cc"
        case "raises":
            return f"{player} cbr {act.chips}"
        case "draws":
            return f"{player} sd {cards}".rstrip()
        case "shows" | "mucks":
            return f"{player} sm {cards}".rstrip()


def _texts(many: Iterable[str]) -> str:
    return f"[{', '.join(map(_text, many))}]"


def _text(said: str) -> str:
    """The text as a string of TOML."""
    escaped = said.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(sign if sign >= " " and sign != "\x7f" else f"\\u{ord(sign):04x}" for sign in escaped) + '"'
