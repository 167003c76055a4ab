"""What still stands between now and the close? Counts, chips by denomination, the gap so far, and who could bear it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from engine import commands, errors
from engine.club.acts import NightPhase
from engine.decider import accept
from engine.folding import effective, evolve
from engine.grammar import counted, listed
from engine.ids import PlayerId
from engine.ledger.accounts import gap_in_chips
from engine.ledger.postings import in_the_box, to_be_counted
from engine.night.closing.gap import gap_is_open
from engine.night.closing.rule import closing_offers, plan_by_itself, resolve_gap, uncounted
from engine.reports.gap import gap, recounts_due
from engine.resolved import resolved
from engine.speech import say, to_say
from engine.state import Night, everybody_by_seat
from engine.wording import Voice
from service.reports.forms.standing import CountState
from service.reports.views.visible_night import Money, PlayerCents, VisibleNight


class PiecesView(msgspec.Struct, frozen=True, kw_only=True):
    """The chips of one denomination that a player has counted."""

    denomination: str
    pieces: int


class CountView(msgspec.Struct, frozen=True, kw_only=True):
    """One player's chips: by the book, and as counted (None before). `gap` is counted minus book, in chips and in cents.

    `since` are those of the counted chips that the bank has handed over since the count (negative: has been handed); `pieces` has the count by denomination, `said` as it was said where the box has no denominations; both empty if it
    was said as a number. `handed in`: at the close, when the player went home, or when they handed the box over.
    """

    id: PlayerId
    name: str
    state: CountState
    book: int
    counted: int | None
    since: int = 0
    gap: int
    gap_cents: int
    pieces: tuple[PiecesView, ...]
    said: str


class DenominationView(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of chip: how many the night was opened with, and how many the players have counted in front of them.

    `in_box` are those counted in the box, None unless the banker plays from it and has counted it by denomination.
    `rest` are those that should lie in the box, None unless all players are counted by denomination, as the book says.
    `missing` are those that no count has found (negative: too many), None as long as the counts cannot tell: before all
    are made by denomination, and without a count of the box unless there are too many. `off` are the players whose own
    gap is worth exactly that.
    """

    name: str
    worth: int
    declared: int
    counted: int
    in_box: int | None
    rest: int | None
    missing: int | None
    off: tuple[PlayerId, ...]


class BearerView(msgspec.Struct, frozen=True, kw_only=True):
    """One way to resolve the gap: the line that says it, and what it brings or costs each."""

    line: str
    by: Literal["banker", "player", "winners", "losers", "all"]
    costs: tuple[PlayerCents, ...]


class ClosingView(msgspec.Struct, frozen=True, kw_only=True):
    """The close as a checklist. `stands` says in sentences what is still to be done; nothing stands before the last step.

    `gap` is counted minus book of everybody counted so far, in chips; `bearers` says what each way to resolve it would
    come to if the night were closed now, or, of a gap that somebody bears, if it were resolved so instead; it is empty
    without a gap, while a hand or a carried pot stands, and once somebody has paid or says so. `in_box` are the chips that
    should lie in the box by the book, None without an inventory.
    """

    night: str
    version: int
    phase: NightPhase
    currency: Money
    hand: int | None
    carry: int
    counts: tuple[CountView, ...]
    denominations: tuple[DenominationView, ...]
    in_box: int | None
    gap: int
    gap_cents: int
    gap_resolved: bool
    bearers: tuple[BearerView, ...]
    settles: Literal["direct", "bank", "ask"]
    may_close: bool
    stands: tuple[str, ...]


def closing_now(view: VisibleNight) -> ClosingView:
    """The checklist of the night as it is."""
    night = view.night
    counts = (*_handed_in(view), *_at_the_table(view))
    chips = sum(one.gap for one in counts)
    stands = tuple(_stands(view, counts))
    return ClosingView(
        night=view.night_id,
        version=view.version,
        phase=view.phase,
        currency=view.money,
        hand=night.hand.number if night.hand else None,
        carry=night.balance.get("carry", 0),
        counts=counts,
        denominations=tuple(_denominations(night, counts)),
        in_box=in_the_box(night) if night.inventory else None,
        gap=chips,
        gap_cents=chips * night.unit,
        gap_resolved=night.closing.gap_resolved,
        bearers=tuple(_bearers(view)),
        settles=night.rules.settles or "ask",
        may_close=night.phase == "open" and not stands,
        stands=stands,
    )


def _handed_in(view: VisibleNight) -> Iterator[CountView]:
    """The counts that were off when their chips went back to the box."""
    for one in gap(view.records).found:
        yield CountView(
            id=one.player,
            name=say("{player} (box)", player=view.name(one.player)) if one.box else view.name(one.player),
            state="handed in",
            book=one.book,
            counted=one.counted,
            gap=one.chips,
            gap_cents=one.cents,
            pieces=(),
            said="",
        )


def _at_the_table(view: VisibleNight) -> Iterator[CountView]:
    """Everybody whose chips are still to be counted or were counted, by seat; nobody after the close."""
    night = view.night
    if night.phase != "open":
        return
    missing, stated = uncounted(night), _last_counts(view)
    for player in everybody_by_seat(night):
        result, book = night.counts.get(player), to_be_counted(night, player)
        if result is None and player not in missing:
            continue
        count = stated.get(player) if result is not None else None
        off = 0 if result is None else result - book
        since = resolved(result) - resolved(count.chips) if count else 0
        yield CountView(
            id=player,
            name=view.name(player),
            state="to count" if result is None else "counted",
            book=book,
            counted=result,
            since=since,
            gap=off,
            gap_cents=off * night.unit,
            pieces=tuple(PiecesView(denomination=one.denomination, pieces=one.pieces) for one in count.pieces)
            if count and not since
            else (),
            said=count.said if count and not since else "",
        )


def _last_counts(view: VisibleNight) -> dict[PlayerId, commands.CountChips]:
    """The newest count of everybody."""
    made = (record.event for record in effective(view.records))
    return {event.player: event for event in made if isinstance(event, commands.CountChips)}


def _denominations(night: Night, counts: Sequence[CountView]) -> Iterator[DenominationView]:
    """Each kind of chip that the night was opened with; nothing before somebody has counted by denomination."""
    at_table = [one for one in counts if one.state != "handed in"]
    if not any(one.pieces for one in at_table):
        return
    box = next((one.pieces for one in at_table if one.id == night.from_box and one.pieces), None)
    players = [one for one in at_table if one.id != night.from_box]
    complete = all(one.pieces or not (one.counted or one.book) for one in players) and not any(
        one.state == "to count" for one in players
    )
    results = _by_denomination(one.pieces for one in players)
    boxed = _by_denomination([box]) if box is not None else None
    for kind in night.terms.inventory:
        if not kind.pieces:
            # Nobody has said how many there are.
            continue
        name = kind.name.casefold()
        rest = kind.pieces - results[name] - (boxed[name] if boxed else 0)
        missing = rest if (boxed is not None and complete) or rest < 0 else None
        yield DenominationView(
            name=kind.name,
            worth=kind.worth,
            declared=kind.pieces,
            counted=results[name],
            in_box=boxed[name] if boxed is not None else None,
            rest=kind.pieces - results[name] if complete and not any(one.gap for one in players) else None,
            missing=missing,
            off=tuple(one.id for one in counts if missing and one.gap == -missing * kind.worth),
        )


def _by_denomination(counts: Iterator[tuple[PiecesView, ...]] | Sequence[tuple[PiecesView, ...]]) -> Counter[str]:
    results: Counter[str] = Counter()
    for pieces in counts:
        for one in pieces:
            results[one.denomination.casefold()] += one.pieces
    return results


def _bearers(view: VisibleNight) -> Iterator[BearerView]:
    """What each way to resolve the gap comes to: of a closed night as it is, of an open one as if it were closed now."""
    night = _before_anybody_bears_it(view) if view.night.closing.gap_resolved else _as_if_closed(view.night)
    if night is None or not gap_is_open(night):
        return
    for offer in closing_offers(night):
        if not isinstance(offer.command, commands.ResolveGap):
            continue
        way = offer.command
        yield BearerView(
            line=f"gap {view.name(way.player) if way.by == 'player' else way.by}",
            by=way.by,
            costs=tuple(view.cents_of(charge.player, charge.cents) for charge in resolve_gap(way, night).charges or ()),
        )


def _before_anybody_bears_it(view: VisibleNight) -> Night | None:
    """The night as if nobody had said who bears the gap; None once that cannot be said otherwise."""
    if view.night.open_requests or any(view.night.closing.paid):
        return None
    in_force, night = effective(view.records), Night()
    borne = max(at for at, one in enumerate(in_force) if isinstance(one.event, commands.ResolveGap))
    for record in in_force[:borne]:
        evolve(night, record.event)
    return night


def _as_if_closed(night: Night) -> Night | None:
    """The night as a close would leave it now, the book being trusted for whoever has not counted; None during a hand."""
    if night.phase != "open":
        return night
    if night.hand is not None or night.balance.get("carry", 0):
        return None
    ended = night.copy()
    trust = (commands.Waiver(errors.CountIsMissing.code, "what if"),) if uncounted(night) else ()
    accept(ended, commands.CloseNight(waived=trust))
    return ended


def _stands(view: VisibleNight, counts: Sequence[CountView]) -> Iterator[str]:
    """What is still to be done, in the order in which it has to be."""
    night = view.night
    if night.phase == "open":
        if night.hand is not None:
            yield say("Hand {number}, {game}, is being played.", number=night.hand.number, game=night.hand.game.name)
        if carried := night.balance.get("carry", 0):
            yield say(
                "The carried pot of {chips} belongs to nobody yet: play another hand, or share it out.",
                chips=counted(carried, "chip"),
            )
        for one in counts:
            if one.state == "to count":
                yield say(
                    "{player} has not counted; the book says {chips}.", player=one.name, chips=counted(one.book, "chip")
                )
    elif gap_is_open(night):
        yield say("Nobody bears the gap of {chips} yet.", chips=counted(abs(gap_in_chips(night)), "chip"))
        yield from _recounts(view)
    elif recounts := [*_recounts(view)]:
        yield from recounts
        yield say("If these counts stand, say who pays whom: settle direct or settle bank.")
    elif plan := plan_by_itself(night):
        yield say("The plan ({plan}) is not made yet; it follows by itself.", plan=plan)
    elif night.closing.plan is None:
        yield say("Nobody has said who pays whom: settle direct or settle bank.")


def _recounts(view: VisibleNight) -> Iterator[str]:
    for one in recounts_due(view.records):
        yield say(
            "Since event {changed_by} the book says {book} for {player}, who counted {counted}: correct event {count} "
            "once it is counted again.",
            changed_by=one.changed_by,
            book=one.book,
            player=view.name(one.player),
            counted=one.counted,
            count=one.count,
        )


def denominations_text(view: ClosingView) -> Iterator[str]:
    """What is missing of each kind of chip and at whom, or how many should lie in the box; else only how many in all."""
    names: Mapping[PlayerId, str] = {one.id: one.name for one in view.counts}
    right = [one.name for one in view.counts if one.state == "counted" and not one.gap]
    for one in view.denominations:
        if one.missing:
            template = (
                to_say("{pieces} {denomination} missing")
                if one.missing > 0
                else to_say("{pieces} {denomination} too many")
            )
            what = say(template, pieces=abs(one.missing), denomination=one.name)
            if one.off:
                where = say(
                    "as many as the book says otherwise for {players}",
                    players=listed([names[player] for player in one.off]),
                )
            else:
                where = (
                    say("but what {players} counted is as the book says", players=listed(right))
                    if right
                    else say("at whom, the book cannot say")
                )
            yield f"{what}, {where}."
        elif one.in_box is not None:
            yield say(
                "{denomination}: {counted} counted and {in_box} in the box, of {declared}.",
                denomination=one.name,
                counted=one.counted,
                in_box=one.in_box,
                declared=one.declared,
            )
        elif one.rest is not None:
            yield say(
                "{denomination}: {counted} counted, {rest} of {declared} should lie in the box.",
                denomination=one.name,
                counted=one.counted,
                rest=one.rest,
                declared=one.declared,
            )
    if any(one.in_box is one.rest is None for one in view.denominations) and view.in_box is not None:
        yield say("{chips} should lie in the box by the book.", chips=counted(view.in_box, "chip"))


def bearer_text(bearer: BearerView, voice: Voice) -> str:
    """The line, and what it brings or costs each."""
    gets, pays = to_say("{player} gets {amount}"), to_say("{player} pays {amount}")
    parts = [
        say(gets if one.cents > 0 else pays, player=one.name, amount=voice.money(abs(one.cents)))
        for one in bearer.costs
    ]
    return f"{bearer.line} ({', '.join(parts)})"
