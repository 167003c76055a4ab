"""What does a player want to know who is not the banker? Themself first, then what goes on, then the story of the night."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import msgspec

from engine.club.acts import NightPhase
from engine.commands import AnnounceHand, AskForChips, SayCount
from engine.decider import decide
from engine.errors import Refusal
from engine.events import HandEnded, PotAwarded, PotCarried, Recorded, ScorePaid
from engine.folding import effective
from engine.ids import PlayerId
from engine.ledger.accounts import from_expenses
from engine.library import ONLY_BANK
from engine.play.betting.turn_order import next_to_deal
from engine.registry import DEALERS_ACT
from engine.reports.sentences import is_quiet, tell
from service.reports.disputes import DisputeLine, open_disputes
from service.reports.requests import RequestView, not_paid_texts, open_requests
from service.reports.views.events import EventView, events_text, in_order_of_the_table
from service.reports.views.games import GameRules, rules_view
from service.reports.views.play.banker import Played, last_games, usual_games
from service.reports.views.play.controls import Control, Controls, controls, naming_of
from service.reports.views.play.line import SoFar, largest_usual, so_far
from service.reports.views.settling.settlement import TransferView, frozen_plan
from service.reports.views.table import Felt, Seat, Table, felt_of, table_of
from service.reports.views.visible_night import Money, VisibleNight

# So many amounts can be asked for in one tap.
AMOUNTS = 3


class Oneself(msgspec.Struct, frozen=True, kw_only=True):
    """The player who looks. `seat` has their chips, cards and result; `from_bank` are the chips they got from the bank.

    `counted` are the chips of the count that holds, None before it, with which the player `agrees` or not yet. `asked` are
    their open requests, `not_paid` says by transfer who answered that their payment has not arrived, `claims` the cents
    that somebody says they paid, `amounts` those of chips that they may ask for in one tap, none unless they `may_ask` now.
    `may_count`: they may say their own count now. `transfers` are those of the plan that they pay or get.
    `expenses_cents`: what they have coming for what they paid for others, below
    zero what they owe for it; no part of the result.
    """

    seat: Seat
    from_bank: int
    counted: int | None
    agrees: bool
    amounts: tuple[int, ...]
    may_ask: bool
    may_count: bool
    asked: tuple[RequestView, ...]
    disputes: tuple[DisputeLine, ...]
    transfers: tuple[TransferView, ...]
    not_paid: dict[int, str]
    claims: dict[int, int]
    expenses_cents: int


class Mine(msgspec.Struct, frozen=True, kw_only=True):
    """A night for one of its players. `me` is None for somebody who only looks on.

    `next_dealer` deals the next hand, None during one. `story`: the newest events first, without what nobody would miss; `more` if there are earlier ones. `rules` are those of
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
    next_dealer: PlayerId | None
    story: tuple[EventView, ...]
    more: bool
    rules: GameRules | None


def mine(view: VisibleNight, *, story: int, moved: int = 0) -> Mine:
    """The night for the player as whom the reader looks, with so many events of its story; `moved` as in `felt_of`."""
    felt = felt_of(view, moved=moved)
    text, more = newest_events(view, story)
    hand = view.night.hand
    return Mine(
        night=view.night_id,
        name=view.opened.name,
        version=view.version,
        phase=view.phase,
        opened_at=view.records[0].occurred_at,
        zone=view.opened.zone,
        currency=view.money,
        me=_oneself(view, felt),
        felt=felt,
        next_dealer=next_to_deal(view.night),
        story=text,
        more=more,
        rules=rules_view(hand.game) if hand else None,
    )


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """The player's seat, with what they are asked for: nothing that a heading does not say."""

    seat: Seat
    asked: str = ""


class OwnActs(msgspec.Struct, frozen=True, kw_only=True):
    """What a player may do in the hand themself, for the same controls as the bank's; `acts` is where they are sent.

    `deals`: what they do as the dealer; `announces`: they announce the next hand, with `last_games` and `usual_games` as for
    the bank. `names` asks for their cards that nobody has told the book, None if there are none. Nothing here tells a card that the
    player does not know.
    """

    night: str
    acts: str
    version: int
    largest: int
    table: Table
    rows: tuple[Place, ...]
    controls: Controls
    can: tuple[Control, ...]
    deals: tuple[Control, ...]
    announces: bool
    last_games: tuple[Played, ...]
    usual_games: tuple[Played, ...]
    only_bank: bool
    names: Control | None


DEALERS = frozenset(str(kind.__struct_config__.tag) for kind in DEALERS_ACT)


def own_acts(view: VisibleNight, *, played_before: Sequence[AnnounceHand] = ()) -> OwnActs | None:
    """The acts of the player as whom the reader looks; None where the bank enters them, and where there are none.

    `played_before`: as for the table of the bank.
    """
    player, hand = view.viewer, view.night.hand
    if player is None or view.night.rules.entered_by == "bank":
        return None
    known = msgspec.structs.replace(view, night=view.known)
    offered = controls(known)
    can = tuple(one for turn in offered.turns if turn.player == player for one in turn.controls) if hand else ()
    dealer = hand.announced.dealer if hand else next_to_deal(view.night)
    deals = tuple(one for one in offered.table if hand and player == dealer and one.act in DEALERS)
    names = naming_of(known, player)
    announces = hand is None and player == dealer
    if not (can or deals or names or announces):
        return None
    table = table_of(known, known.night, is_fresh=False)
    games = so_far(view).games or played_before
    return OwnActs(
        night=view.night_id,
        acts=f"/nights/{view.night_id}/mine",
        version=view.version,
        largest=largest_usual(view, so_far(view)),
        table=table,
        rows=tuple(Place(seat=seat) for seat in table.seats),
        controls=offered,
        can=can,
        deals=deals,
        announces=announces,
        last_games=tuple(last_games(known, games)) if announces else (),
        usual_games=usual_games(known, games) if announces else (),
        only_bank=view.opened.rules.rulebook == ONLY_BANK,
        names=names,
    )


def newest_events(view: VisibleNight, most: int) -> tuple[tuple[EventView, ...], bool]:
    """The newest events that a player would miss, the newest first, and whether there are earlier ones.

    They stand in the order of the table: what an earlier hand has come to since is told in that hand.
    """
    newest = (record for record in reversed(in_order_of_the_table(view.visible)) if not is_quiet(record.event))
    last: list[Recorded] = list(islice(newest, most + 1))
    text = events_text(view, last[:most][::-1])
    return text[::-1], len(last) > most


def _oneself(view: VisibleNight, felt: Felt) -> Oneself | None:
    seat = next((seat for seat in felt.seats if seat.id == view.viewer), None)
    if seat is None:
        return None
    night, player = view.night, seat.id
    is_open, counted = view.phase == "open", night.counts.get(seat.id)
    plan = frozen_plan(view)
    before = so_far(view)
    may_ask = _taken(view, AskForChips(player=player, chips=1))
    return Oneself(
        seat=seat,
        from_bank=before.given.get(player, 0),
        counted=counted if is_open else None,
        agrees=counted is not None and night.confirmed.get(player) == counted,
        amounts=_amounts(view, before) if may_ask else (),
        may_ask=may_ask,
        may_count=night.rules.chips == "real" and _taken(view, SayCount(player=player, chips=0)),
        asked=tuple(one for one in open_requests(view) if one.player == player),
        disputes=tuple(one for one in open_disputes(view) if one.by == player),
        transfers=tuple(one for one in (plan.transfers if plan else ()) if player in (one.payer, one.payee)),
        not_paid=not_paid_texts(view, plan) if plan else {},
        claims={one.transfer: one.cents for one in open_requests(view) if one.transfer and one.cents},
        expenses_cents=from_expenses(night, player),
    )


def _taken(view: VisibleNight, asked: AskForChips | SayCount) -> bool:
    """Whether the book takes this request now: of one who is at the table, as long as another of its kind is not open."""
    try:
        decide(asked, view.night)
    except Refusal:
        return False
    return True


def _amounts(view: VisibleNight, before: SoFar) -> tuple[int, ...]:
    """The loan of the house first, then what the bank gave anybody last."""
    usual = view.night.rules.initial_loan
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


def screen_of(view: VisibleNight) -> Screen:
    """The middle of the table now, with nothing that is closed to this reader."""
    felt = felt_of(view)
    playing = felt.hand is not None and not felt.hand.over
    seats = tuple(seat for seat in felt.seats if seat.place != "gone home")
    if view.phase != "open":
        seats = tuple(sorted(felt.seats, key=lambda seat: -seat.result_cents))
    return Screen(
        felt=felt, currency=view.money, ended=() if playing or view.phase != "open" else _last_hand(view), seats=seats
    )


def _last_hand(view: VisibleNight) -> tuple[str, ...]:
    records: list[Recorded] = []
    ended = False
    for record in reversed(effective(view.visible)):
        if isinstance(record.event, HandEnded):
            if ended:
                break
            ended = True
        elif ended and isinstance(record.event, RESULTS):
            records.append(record)
    return tuple(tell(record.event, view.names, currency=view.opened.currency) for record in reversed(records))
