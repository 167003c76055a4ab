"""Where does a night stand, and which nights are there? Stacks, accounts, the pot, the hand being played; and the list."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.club.acts import NightPhase
from engine.house.agreements import ChipsOnTable, EnteredBy
from engine.ids import PlayerId
from engine.ledger.accounts import dues, from_expenses, gap_in_chips, in_kitty, nets
from engine.play.script.offers import asked
from engine.reports.disputes import disputes
from engine.reports.hand_history import put_in_now
from engine.state import Hand, Place, everybody_by_seat, place_of
from engine.wording import options_of
from service.book.store.lists import ListedNight
from service.language.shorthand.bank import recount_lines
from service.language.shorthand.hints import what_now
from service.language.shorthand.keywords import in_own_words
from service.language.shorthand.putting_right import open_dispute_lines
from service.reports.disputes import DisputeLine, open_disputes
from service.reports.requests import RequestView, open_requests, request_hints
from service.reports.views.club import ClubView
from service.reports.views.settling.settlement import Kind, TransferView, frozen_plan
from service.reports.views.visible_night import Money, PlayerNamed, VisibleNight


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """One player. `stack` is None for a banker who plays from a box without an inventory.

    `put_in` is what they have put into this hand, `owes_pot` what they owe the pot by shadow, `loan_cents` their chips on
    credit, `result_cents` their result if the night ended now, `due_cents` what is left of it after payments and with
    `expenses_cents`, what they have coming for what they paid for others (below zero: owe), `on_paper` the points of a
    score kept on paper. The `seat` of a banker who never sat down is 0.
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
    due_cents: int
    expenses_cents: int
    on_paper: int


class HandView(msgspec.Struct, frozen=True, kw_only=True):
    """The hand being played; `turn` holds everybody who may act. Cards that the reader may not see are `??`."""

    number: int
    game: str
    rulebook: str
    options: tuple[str, ...]
    dealer: PlayerId | None
    stage: str
    round: int
    price: int
    turn: tuple[PlayerId, ...]
    still_in: tuple[PlayerId, ...]
    board: tuple[str, ...]
    cards: dict[PlayerId, tuple[str, ...]]


class NightView(msgspec.Struct, frozen=True, kw_only=True):
    """Where a night stands. `players` are in the order of their seats; those who went home come last.

    `entered_by`: who enters what players do in a hand; `chips`: whether they lie on the table, or are in the book alone.
    `box` is None if the box was opened without an inventory. `plan` is the kind of the frozen plan, None before there is
    one; `transfers` are its transfers. `now` says as lines of shorthand what may be done; only the banker, who records the
    night, gets them, because they may name closed cards.
    """

    night: str
    name: str
    club: str
    club_name: str
    version: int
    head: str
    phase: NightPhase
    banker: PlayerId
    opened_at: str
    zone: str
    currency: Money
    unit_cents: int
    rulebook: str
    entered_by: EnteredBy
    chips: ChipsOnTable
    hands_played: int
    players: tuple[PlayerView, ...]
    box: int | None
    pot: int
    carry: int
    kitty_cents: int
    hand: HandView | None
    gap: int
    gap_resolved: bool
    plan: Kind | None
    proven_minimal: bool | None
    transfers: tuple[TransferView, ...]
    open_disputes: tuple[DisputeLine, ...]
    open_requests: tuple[RequestView, ...]
    now: tuple[str, ...]

    @property
    def names(self) -> dict[PlayerId, str]:
        """The name of everybody in the night, by id."""
        return {player.id: player.name for player in self.players}


def night_view(view: VisibleNight, *, club_name: str) -> NightView:
    """The night as this reader may see it."""
    night, opened = view.night, view.opened
    plan = frozen_plan(view)
    return NightView(
        night=view.night_id,
        name=opened.name,
        club=opened.club,
        club_name=club_name,
        version=view.version,
        head=view.head,
        phase=view.phase,
        banker=night.banker,
        opened_at=view.records[0].occurred_at,
        zone=opened.zone,
        currency=view.money,
        unit_cents=opened.unit,
        rulebook=opened.rules.rulebook,
        entered_by=night.rules.entered_by,
        chips=night.rules.chips,
        hands_played=night.hands_played,
        players=_players(view),
        box=night.balance.get("box", 0) if night.inventory else None,
        pot=night.pot_worth(),
        carry=night.balance.get("carry", 0),
        kitty_cents=in_kitty(night),
        hand=_hand(view, night.hand) if night.hand else None,
        gap=gap_in_chips(night),
        gap_resolved=night.closing.gap_resolved,
        plan=plan.kind if plan else None,
        proven_minimal=plan.proven_minimal if plan else None,
        transfers=plan.transfers if plan else (),
        open_disputes=open_disputes(view),
        open_requests=open_requests(view),
        now=waits_for(view) if view.sees_cards else (),
    )


def waits_for(view: VisibleNight) -> tuple[str, ...]:
    """What the table waits for, one line for each player who may act, then for each open request and dispute; () if nothing is left.

    For the banker only.
    """
    lines = () if view.phase in ("settled", "void") else tuple(what_now(view.night, view.names))
    if view.phase == "closed":
        lines = (*recount_lines(view.records, view.names), *lines)
    if view.night.open_requests:
        lines = (*lines, *request_hints(view))
    if view.night.open_disputes:
        lines = (*lines, *open_dispute_lines(disputes(view.records), view.names))
    return tuple(map(in_own_words, lines))


def _players(view: VisibleNight) -> tuple[PlayerView, ...]:
    """By seat; players who have gone home come last, then a banker who never sat down."""
    night, results, due = view.night, nets(view.night), dues(view.night)
    # Chips are open to everybody, so every reader is told the same.
    put_in = put_in_now(view.records) if night.hand else {}
    return tuple(
        PlayerView(
            id=player,
            name=view.name(player),
            seat=night.people[player].seat if player in night.people else 0,
            place=place_of(night, player),
            stack=view.stack(player),
            put_in=put_in.get(player, 0),
            owes_pot=-night.balance.get("owed:" + player, 0),
            loan_cents=-night.balance.get("loan:" + player, 0),
            result_cents=results[player],
            due_cents=due[player],
            expenses_cents=from_expenses(night, player),
            on_paper=night.on_paper.get(player, 0),
        )
        for player in everybody_by_seat(night)
    )


def _hand(view: VisibleNight, hand: Hand) -> HandView:
    return HandView(
        number=hand.number,
        game=hand.game.name,
        rulebook=hand.game.rulebook,
        options=options_of(hand.announced),
        dealer=hand.announced.dealer,
        stage=hand.stage,
        round=hand.rounds.closed + (hand.round is not None),
        price=hand.round.price if hand.round else 0,
        turn=asked(view.night),
        still_in=tuple(hand.still_in),
        board=view.board_in(hand),
        cards=view.cards_in(hand),
    )


class NightRow(msgspec.Struct, frozen=True, kw_only=True):
    """One night among others; `version` is the number of its events."""

    night: str
    version: int
    phase: NightPhase
    name: str
    club: str
    club_name: str
    opened_at: str
    zone: str
    players: tuple[PlayerNamed, ...]
    hands_played: int
    unpaid_cents: int
    currency: Money
    head: str


class NightPage(msgspec.Struct, frozen=True, kw_only=True):
    """Some nights, the newest first. `next` is the cursor of the following page, None after the last night."""

    nights: tuple[NightRow, ...]
    next: str | None


def night_row(listed: ListedNight, end: tuple[int, str], names: Mapping[str, str]) -> NightRow:
    """The night in a list; `end` is its version and head, `names` those of its club and its players by id."""
    version, head = end
    players = msgspec.json.decode(listed.players, type=tuple[str, ...])
    return NightRow(
        night=listed.night,
        version=version,
        phase=listed.phase,
        name=listed.name,
        club=listed.club,
        club_name=names.get(listed.club, listed.club),
        opened_at=listed.opened_at,
        zone=listed.zone,
        players=tuple(PlayerNamed(id=player, name=names.get(player, player)) for player in players),
        hands_played=listed.hands,
        unpaid_cents=listed.unpaid_cents,
        currency=Money(code=listed.currency, exponent=listed.exponent),
        head=head,
    )


class NightOnHome(msgspec.Struct, frozen=True, kw_only=True):
    """A night in the list of one reader. `result_cents` is what it came to for them; None if it is not over, or without them."""

    row: NightRow
    result_cents: int | None


class Home(msgspec.Struct, frozen=True, kw_only=True):
    """The nights of a member's club. `now` are those that are played or counted, the newest first, on the first page only.

    `past` are the others; `next` is the cursor of the following page, None after the last night.
    """

    club: ClubView
    now: tuple[NightRow, ...]
    past: tuple[NightOnHome, ...]
    next: str | None


class Published(msgspec.Struct, frozen=True, kw_only=True):
    """What a club lets everybody see: its newest nights, none if it publishes neither nights nor reports."""

    club: ClubView
    nights: tuple[NightRow, ...]


def home_view(club: ClubView, now: tuple[NightRow, ...], page: NightPage, cents: Mapping[str, int]) -> Home:
    """The nights of a club; `cents` are the reader's results by night."""
    shown = {row.night for row in now}
    return Home(
        club=club,
        now=now,
        past=tuple(
            NightOnHome(row=row, result_cents=cents.get(row.night)) for row in page.nights if row.night not in shown
        ),
        next=page.next,
    )
