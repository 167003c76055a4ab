"""What is shown of a night, as plain data; tables on the screen and `--json` use the same."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from engine.commands import Currency
from engine.events import NAME_OF
from engine.ids import PlayerId
from engine.ledger.accounts import dues, gap_in_chips, nets
from engine.play.script.offers import asked
from engine.reports.hand_history import put_in_now
from engine.reports.places import Place, by_seat, place_of
from engine.reports.sentences import tell_all
from engine.reports.standings import standings
from engine.reports.transfers import transfers
from engine.state import BOTTOMLESS, UNKNOWN, Night
from engine.wording import options_of
from service.codec import data_of
from service.command_handler import LoadedNight
from service.shorthand import what_now

Names = Mapping[PlayerId, str]


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """One player. `stack` is None for a banker who plays from a box without an inventory.

    `due_cents` is what is left of the result after payments during the night, `on_paper` the points of a score kept on
    paper. The `seat` of a banker who never sat down is 0.
    """

    id: PlayerId
    name: str
    seat: int
    place: Place
    stack: int | None
    put_in: int
    owes_pot: int
    credit_cents: int
    result_cents: int
    due_cents: int
    on_paper: int


class HandView(msgspec.Struct, frozen=True, kw_only=True):
    """The hand being played; `turn` holds everybody who may act."""

    number: int
    game: str
    rulebook: str
    dealer: str
    stage: str
    round: int
    price: int
    turn: tuple[str, ...]
    options: tuple[str, ...]
    board: tuple[str, ...]
    open_cards: dict[str, tuple[str, ...]]


class TransferView(msgspec.Struct, frozen=True, kw_only=True):
    """One transfer of the plan, payable in parts."""

    number: int
    payer: str
    payee: str
    cents: int
    paid_cents: int


class NightView(msgspec.Struct, frozen=True, kw_only=True):
    """Where a night stands: stacks, accounts, pot, whose turn it is, what may be done.

    `damage` says how the record differs from what was written; empty if it does not, or if nobody has checked.
    """

    night: str
    name: str
    club: str
    phase: str
    banker: str
    opened_at: str
    zone: str
    currency: Currency
    unit_cents: int
    hands_played: int
    players: tuple[PlayerView, ...]
    box: int | None
    pot: int
    carry: int
    hand: HandView | None
    gap: int
    gap_resolved: bool
    plan: str
    proven_minimal: bool | None
    transfers: tuple[TransferView, ...]
    now: tuple[str, ...]
    version: int
    head: str
    damage: tuple[str, ...] = ()


class NightSummary(msgspec.Struct, frozen=True, kw_only=True):
    """One night in a list. An unreadable one has only its id and the number of its events."""

    night: str
    name: str = ""
    club: str = ""
    opened_at: str = ""
    zone: str = "UTC"
    phase: str
    players: tuple[str, ...] = ()
    hands: int = 0
    events: int
    unpaid_cents: int = 0
    currency: Currency = Currency()
    head: str = ""


class EventView(msgspec.Struct, frozen=True, kw_only=True):
    """One event in words and as it stands in the book; `quiet`: a player would not miss the sentence."""

    version: int
    type: str
    caused_by: int | None
    occurred_at: str
    sentence: str
    quiet: bool
    data: dict[str, Any]


class StackChange(msgspec.Struct, frozen=True, kw_only=True):
    """A player whose stack has changed, and how many chips they have now.

    `from_box`: the player keeps the bank and plays from the box, so the number is what they have won or lost.
    """

    id: PlayerId
    name: str
    chips: int
    before: int
    from_box: bool


class LineResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one line.

    `at` is the time that the line set for the lines that follow, as a time of the book. `repeated`: its key was used
    before, and this is what was recorded then.
    """

    night: str
    version: int
    head: str
    added_players: tuple[str, ...]
    events: tuple[EventView, ...]
    stacks: tuple[StackChange, ...]
    pot: int
    now: tuple[str, ...]
    at: str = ""
    repeated: bool = False


def events_told(loaded: LoadedNight, versions: Collection[int], names: Names) -> tuple[EventView, ...]:
    """The events with these numbers in words."""
    return tuple(
        EventView(
            version=record.version,
            type=NAME_OF[type(record.event)],
            caused_by=record.caused_by,
            occurred_at=record.occurred_at,
            sentence=told.sentence,
            quiet=told.quiet,
            data=dict(data_of(record.event)),
        )
        for record, told in zip(loaded.records, tell_all(loaded.records, names, explained=versions), strict=True)
        if record.version in versions
    )


def stacks_changed(before: Mapping[str, int], night: Night, names: Names) -> tuple[StackChange, ...]:
    """Every player whose stack has changed, by seat."""
    found = []
    for player in by_seat(night):
        account = "chips:" + player
        was, chips = before.get(account, 0), night.balance.get(account, 0)
        if was != chips:
            from_box = night.rules.banker_stack == "box" and player == night.banker
            found.append(StackChange(id=player, name=named(player, names), chips=chips, before=was, from_box=from_box))
    return tuple(found)


def named(player: PlayerId | None, names: Names) -> str:
    """The name of a player; empty for nobody."""
    return names.get(player, player) if player else ""


def night_now(loaded: LoadedNight, names: Names, club: str) -> NightView:
    """Everything that can be shown of a night."""
    night, opened = loaded.night, loaded.night.terms
    plan = transfers(loaded.records) if night.closing.plan else None
    return NightView(
        night=loaded.night_id,
        name=opened.name,
        club=club,
        phase=phase_of(night),
        banker=named(opened.banker, names),
        opened_at=loaded.records[0].occurred_at,
        zone=opened.zone,
        currency=opened.currency,
        unit_cents=opened.unit,
        hands_played=night.hands_played,
        players=_players_now(loaded, names),
        box=night.balance.get("box", 0) if opened.inventory else None,
        pot=night.pot_worth(),
        carry=night.balance.get("carry", 0),
        hand=_hand_now(night, names),
        gap=gap_in_chips(night),
        gap_resolved=night.closing.gap_resolved,
        plan=plan.kind if plan else "",
        proven_minimal=plan.proven_minimal if plan else None,
        transfers=tuple(
            TransferView(
                number=one.number,
                payer=named(one.payer, names),
                payee=named(one.payee, names),
                cents=one.cents,
                paid_cents=one.paid,
            )
            for one in (plan.transfers if plan else ())
        ),
        now=tuple(what_now(night, names)) if not finished(night) else (),
        version=loaded.version,
        head=loaded.head,
    )


def _players_now(loaded: LoadedNight, names: Names) -> tuple[PlayerView, ...]:
    """During play, players are sorted by seat; at the end, by result."""
    night = loaded.night
    order = by_seat(night) if night.phase == "open" else [one.player for one in standings(loaded.records)]
    results, due = nets(night), dues(night)
    put_in = put_in_now(loaded.records) if night.hand else {}
    shown = []
    for player in order:
        stack = night.stack(player)
        shown.append(
            PlayerView(
                id=player,
                name=named(player, names),
                seat=night.people[player].seat if player in night.people else 0,
                place=place_of(night, player),
                stack=None if stack == BOTTOMLESS else stack,
                put_in=put_in.get(player, 0),
                owes_pot=-night.balance.get("owed:" + player, 0),
                credit_cents=-night.balance.get("loan:" + player, 0),
                result_cents=results[player],
                due_cents=due[player],
                on_paper=night.on_paper.get(player, 0),
            )
        )
    return tuple(shown)


def _hand_now(night: Night, names: Names) -> HandView | None:
    hand = night.hand
    if hand is None:
        return None
    open_cards = {
        named(player, names): tuple(held.card for held in held_cards if held.up)
        for player, held_cards in hand.cards.own.items()
        if player in hand.still_in
    }
    known = {name: cards for name, cards in open_cards.items() if any(card != UNKNOWN for card in cards)}
    return HandView(
        number=hand.number,
        game=hand.game.name,
        rulebook=hand.game.rulebook,
        dealer=named(hand.announced.dealer, names),
        stage=hand.stage,
        round=hand.rounds.closed + (hand.round is not None),
        price=hand.round.price if hand.round else 0,
        turn=tuple(named(player, names) for player in asked(night)),
        options=options_of(hand.announced),
        board=tuple(held.card if held.up else UNKNOWN for held in hand.cards.board),
        open_cards=known,
    )


def finished(night: Night) -> bool:
    """True if nothing is left to do: the plan is frozen and paid."""
    return night.phase == "planned" and unpaid(night) == 0


def unpaid(night: Night) -> int:
    """What is still to be paid of the plan, in cents."""
    planned = night.closing.plan.transfers if night.closing.plan and night.closing.plan.transfers else ()
    return sum(transfer.cents for transfer in planned) - sum(night.closing.paid)


def phase_of(night: Night) -> str:
    """The phase in one word for people: open, closed, settling, settled."""
    if night.phase == "planned":
        return "settled" if finished(night) else "settling"
    return night.phase
