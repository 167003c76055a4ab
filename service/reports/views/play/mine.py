"""What does a player want to know who is not the banker? Themself first, then what goes on, then the story of the night."""

from __future__ import annotations

from itertools import islice

import msgspec

from engine.club.acts import NightPhase
from engine.events import HandEnded, PotAwarded, PotCarried, Recorded, ScorePaid
from engine.folding import effective
from engine.reports.sentences import is_quiet, tell
from service.reports.disputes import DisputeLine, open_disputes
from service.reports.requests import RequestView, open_requests
from service.reports.views.events import EventView, events_told, in_order_of_the_table
from service.reports.views.games import GameRules, rules_view
from service.reports.views.play.line import SoFar, so_far
from service.reports.views.settling.settlement import TransferView, frozen_plan
from service.reports.views.table import Felt, Seat, felt_of
from service.reports.views.visible_night import Money, VisibleNight

# So many amounts can be asked for in one tap.
AMOUNTS = 3


class Oneself(msgspec.Struct, frozen=True, kw_only=True):
    """The player who looks. `seat` has their chips, cards and result; `from_bank` are the chips they got from the bank.

    `counted` are the chips of the count that holds, None before it, with which the player `agrees` or not yet. `asked` are
    their open requests, `amounts` those of chips that they may ask for in one tap, none if they may not ask. `transfers`
    are those of the plan that they pay or get.
    """

    seat: Seat
    from_bank: int
    counted: int | None
    agrees: bool
    amounts: tuple[int, ...]
    may_ask: bool
    asked: tuple[RequestView, ...]
    disputes: tuple[DisputeLine, ...]
    transfers: tuple[TransferView, ...]


class Mine(msgspec.Struct, frozen=True, kw_only=True):
    """A night for one of its players. `me` is None for somebody who only looks on.

    `story`: the newest events first, without what nobody would miss; `more` if there are earlier ones. `rules` are those of
    the game on the table, None between two hands.
    """

    night: str
    name: str
    version: int
    phase: NightPhase
    opened_at: str
    zone: str
    currency: Money
    me: Oneself | None
    felt: Felt
    story: tuple[EventView, ...]
    more: bool
    rules: GameRules | None


def mine(seen: VisibleNight, *, story: int, moved: int = 0) -> Mine:
    """The night for the player as whom the reader looks, with so many events of its story; `moved` as in `felt_of`."""
    felt = felt_of(seen, moved=moved)
    told, more = newest_events(seen, story)
    hand = seen.night.hand
    return Mine(
        night=seen.night_id,
        name=seen.opened.name,
        version=seen.version,
        phase=seen.phase,
        opened_at=seen.records[0].occurred_at,
        zone=seen.opened.zone,
        currency=seen.money,
        me=_oneself(seen, felt),
        felt=felt,
        story=told,
        more=more,
        rules=rules_view(hand.game) if hand else None,
    )


def newest_events(seen: VisibleNight, most: int) -> tuple[tuple[EventView, ...], bool]:
    """The newest events that a player would miss, the newest first, and whether there are earlier ones.

    They stand in the order of the table: what an earlier hand has come to since is told in that hand.
    """
    heard = (record for record in reversed(in_order_of_the_table(seen.told)) if not is_quiet(record.event))
    last: list[Recorded] = list(islice(heard, most + 1))
    told = events_told(seen, last[:most][::-1])
    return told[::-1], len(last) > most


def _oneself(seen: VisibleNight, felt: Felt) -> Oneself | None:
    seat = next((seat for seat in felt.seats if seat.id == seen.viewer), None)
    if seat is None:
        return None
    night, player = seen.night, seat.id
    is_open, counted = seen.phase == "open", night.counts.get(seat.id)
    plan = frozen_plan(seen)
    before = so_far(seen)
    return Oneself(
        seat=seat,
        from_bank=before.given.get(player, 0),
        counted=counted if is_open else None,
        agrees=counted is not None and night.confirmed.get(player) == counted,
        amounts=_amounts(seen, before) if is_open else (),
        may_ask=is_open,
        asked=tuple(one for one in open_requests(seen) if one.player == player),
        disputes=tuple(one for one in open_disputes(seen) if one.by == player),
        transfers=tuple(one for one in (plan.transfers if plan else ()) if player in (one.payer, one.payee)),
    )


def _amounts(seen: VisibleNight, before: SoFar) -> tuple[int, ...]:
    """The loan of the house first, then what the bank gave anybody last."""
    usual = seen.night.rules.initial_loan
    return tuple(islice(dict.fromkeys((*((usual,) if usual else ()), *before.lent)), AMOUNTS))


RESULTS = (PotAwarded, PotCarried, ScorePaid)


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """`ended`: who got what in the last hand, a sentence each; empty while a hand is being played.

    `seats` are those of everybody at the table, and once the night is closed of everybody who played, the highest
    result first.
    """

    felt: Felt
    currency: Money
    ended: tuple[str, ...]
    seats: tuple[Seat, ...]


def screen_of(seen: VisibleNight) -> Screen:
    """The middle of the table now, with nothing that is closed to this reader."""
    felt = felt_of(seen)
    playing = felt.hand is not None and not felt.hand.over
    seats = tuple(seat for seat in felt.seats if seat.place != "gone home")
    if seen.phase != "open":
        seats = tuple(sorted(felt.seats, key=lambda seat: -seat.result_cents))
    return Screen(
        felt=felt, currency=seen.money, ended=() if playing or seen.phase != "open" else _last_hand(seen), seats=seats
    )


def _last_hand(seen: VisibleNight) -> tuple[str, ...]:
    found: list[Recorded] = []
    ended = False
    for record in reversed(effective(seen.told)):
        if isinstance(record.event, HandEnded):
            if ended:
                break
            ended = True
        elif ended and isinstance(record.event, RESULTS):
            found.append(record)
    return tuple(tell(record.event, seen.names, currency=seen.opened.currency) for record in reversed(found))
