"""Where does the night stand? Stacks, accounts, the pot and the hand being played, now or at a version."""

from __future__ import annotations

import msgspec

from engine.ids import PlayerId
from engine.ledger.accounts import gap_in_chips, nets
from engine.play.script.offers import asked
from engine.reports.hand_history import put_in_now
from engine.reports.places import Place, by_seat, place_of
from engine.state import BOTTOMLESS, UNKNOWN, Hand
from service.closed_cards import open_hands
from service.queries.visible_night import Money, VisibleNight


class PlayerNow(msgspec.Struct, frozen=True, kw_only=True):
    """One player. `stack` is None for a banker who plays from a box without an inventory.

    `put_in` is what they have put into this hand, `owes_pot` what they owe the pot by shadow, `loan_cents` their chips on
    credit, `result_cents` their result if the night ended now, `on_paper` the points of a score kept on paper.
    """

    id: PlayerId
    name: str
    seat: int
    place: Place
    stack: int | None
    put_in: int
    owes_pot: int
    loan_cents: int
    result_cents: int
    on_paper: int


class HandNow(msgspec.Struct, frozen=True, kw_only=True):
    """The hand being played; `turn` holds everybody who may act. Cards that the reader may not see are `??`."""

    number: int
    game: str
    rulebook: str
    dealer: PlayerId | None
    stage: str
    round: int
    price: int
    turn: tuple[PlayerId, ...]
    still_in: tuple[PlayerId, ...]
    board: tuple[str, ...]
    cards: dict[PlayerId, tuple[str, ...]]


class NightNow(msgspec.Struct, frozen=True, kw_only=True):
    """Where a night stands. `box` is None if the box was opened without an inventory."""

    night: str
    name: str
    club: str
    version: int
    head: str
    phase: str
    banker: PlayerId
    opened_at: str
    zone: str
    currency: Money
    unit_cents: int
    rulebook: str
    hands_played: int
    players: tuple[PlayerNow, ...]
    box: int | None
    pot: int
    carry: int
    hand: HandNow | None
    gap: int
    gap_resolved: bool


def night_now(seen: VisibleNight) -> NightNow:
    """The night as this reader may see it."""
    night, opened = seen.night, seen.opened
    return NightNow(
        night=seen.night_id,
        name=opened.name,
        club=opened.club,
        version=seen.version,
        head=seen.head,
        phase=night.phase,
        banker=opened.banker,
        opened_at=seen.records[0].occurred_at,
        zone=opened.zone,
        currency=seen.money,
        unit_cents=opened.unit,
        rulebook=opened.rules.rulebook,
        hands_played=night.hands_played,
        players=_players(seen),
        box=night.balance.get("box", 0) if opened.inventory else None,
        pot=night.pot_worth(),
        carry=night.balance.get("carry", 0),
        hand=_hand(seen, night.hand) if night.hand else None,
        gap=gap_in_chips(night),
        gap_resolved=night.closing.gap_resolved,
    )


def _players(seen: VisibleNight) -> tuple[PlayerNow, ...]:
    """By seat; players who have gone home come last."""
    night, results = seen.night, nets(seen.night)
    put_in = put_in_now(seen.told) if night.hand else {}
    return tuple(
        PlayerNow(
            id=player,
            name=seen.name(player),
            seat=night.people[player].seat,
            place=place_of(night, player),
            stack=None if (stack := night.stack(player)) >= BOTTOMLESS else stack,
            put_in=put_in.get(player, 0),
            owes_pot=-night.balance.get("owed:" + player, 0),
            loan_cents=-night.balance.get("loan:" + player, 0),
            result_cents=results[player],
            on_paper=night.on_paper.get(player, 0),
        )
        for player in by_seat(night)
    )


def _hand(seen: VisibleNight, hand: Hand) -> HandNow:
    own = {player: tuple(held.card for held in cards) for player, cards in hand.cards.own.items()}
    return HandNow(
        number=hand.number,
        game=hand.game.name,
        rulebook=hand.game.rulebook,
        dealer=hand.announced.dealer,
        stage=hand.stage,
        round=hand.rounds.closed + (hand.round is not None),
        price=hand.round.price if hand.round else 0,
        turn=asked(seen.night),
        still_in=tuple(hand.still_in),
        board=tuple(held.card if held.up or seen.is_banker else UNKNOWN for held in hand.cards.board),
        cards=own if seen.is_banker else open_hands(hand),
    )
