"""How a night, an act and a strike look on the screen; `render` prints them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli import render
from cli.render import Column
from engine.grammar import amount_told as money
from engine.grammar import counted, whole_told

if TYPE_CHECKING:
    from service.views.correction import ChangedAct, CorrectionView
    from service.views.events import EventPage, EventView
    from service.views.line import LineView
    from service.views.night import NightView
    from service.views.nights import NightRow
    from service.views.strike import StrikeView
    from service.views.visible_night import VisibleNight


def nights(rows: Sequence[NightRow]) -> None:
    """One line for each night, the newest first."""
    columns = (
        Column("night"),
        Column("opened"),
        Column("name"),
        Column("club"),
        Column("state"),
        Column("hands", right=True),
        Column("unpaid", right=True),
        Column("players"),
    )
    render.table(
        columns,
        (
            (
                row.night,
                render.when(row.opened_at, row.zone),
                row.name,
                row.club_name,
                row.phase,
                str(row.hands_played),
                money(row.unpaid_cents, row.currency.exponent, row.currency.code) if row.unpaid_cents else "",
                ", ".join(player.name for player in row.players),
            )
            for row in rows
        ),
    )


def night(now: NightView, lines: Sequence[str]) -> None:
    """Where a night stands; `lines` say what may be done now."""
    head(now)
    if now.phase == "open":
        _hand(now)
        _stacks(now)
    else:
        standings(now)
        gap(now)
        transfers(now)
    requests(now)
    disputes(now)
    render.lines(lines, "cyan")


def head(now: NightView) -> None:
    """The night's title in one line."""
    opened = render.when(now.opened_at, now.zone)
    beside = f"{now.night} · {now.club_name} · {opened} · {now.phase} · {counted(now.hands_played, 'hand')} · event {now.version}"
    render.title(now.name or "A night", beside)


def _hand(now: NightView) -> None:
    if now.hand is None:
        if now.carry:
            render.line(f"{counted(now.carry, 'chip')} carried to the next hand.")
        return
    from engine.state import UNKNOWN
    from engine.wording import game_told

    hand = now.hand
    where = f"round {hand.round}" if hand.round else hand.stage
    parts = [
        f"Hand {hand.number}: {game_told(hand.game, hand.options)}",
        f"dealt by {now.names[hand.dealer]}" if hand.dealer else "",
        where if hand.stage != "showdown" else "showdown",
        f"pot {now.pot}",
        f"to stay in {hand.price}" if hand.price else "",
    ]
    render.line(" · ".join(part for part in parts if part))
    if hand.board:
        render.line("Board: " + " ".join(hand.board))
    for player, cards in hand.cards.items():
        lying_open = [card for card in cards if card != UNKNOWN]
        if lying_open and player in hand.still_in:
            render.line(f"{now.names[player]} shows {' '.join(lying_open)}")


def _stacks(now: NightView) -> None:
    from cli.night_tables import STACKS, seats, setting_of

    render.declared(STACKS, seats(now), setting_of(now))


def standings(now: NightView) -> None:
    """Who won and who lost, best first; if money has been paid already, what is left to settle."""
    from cli.night_tables import RESULTS, setting_of

    render.declared(RESULTS, sorted(now.players, key=lambda player: -player.result_cents), setting_of(now))


GAP_WAYS = (
    "It falls on one of them by `gap banker` or `gap NAME`; in equal parts, however much each has won or lost, on more by "
    "`gap winners`, `gap losers` or `gap all`."
)


def gap(now: NightView) -> None:
    """Chips that the count did not find, or found too many."""
    if now.gap:
        worth = money(abs(now.gap) * now.unit_cents, now.currency.exponent, now.currency.code)
        what = "missing" if now.gap > 0 else "over"
        who = "gets their worth" if now.gap > 0 else "makes them good"
        ended = f"who {who} is recorded" if now.gap_resolved else f"nobody {who} yet"
        render.line(f"{counted(abs(now.gap), 'chip')} {what} at the count ({worth}); {ended}.")
        if not now.gap_resolved:
            render.line(GAP_WAYS)


def transfers(now: NightView) -> None:
    """Who pays whom, and what of it is paid."""
    if not now.plan:
        return
    if not now.transfers:
        render.line("Nobody owes anybody.")
        return
    from cli.night_tables import PLAN, setting_of

    proof = "; no plan has fewer transfers" if now.proven_minimal else ""
    kind = "everyone with the banker" if now.plan == "bank" else "directly, with the fewest transfers"
    render.line(f"Settled {kind}{proof}:")
    render.declared(PLAN, now.transfers, setting_of(now))


def requests(now: NightView) -> None:
    """The requests that wait for an answer."""
    if now.open_requests:
        from cli.request_screens import in_short

        in_short(now.open_requests)


def disputes(now: NightView) -> None:
    """The disputes that are still open; they stop neither the close nor the plan."""
    if now.open_disputes:
        from cli.dispute_screens import in_short

        in_short(now.open_disputes, now.names, now.phase)


def heard(told: LineView, *, compact: bool = False) -> None:
    """The result of one line: the events in words, and who has how many chips now."""
    for name in told.added_players:
        render.line(f"{name} is a player of the club now; “sit {name}” gives them a place at the table.")
    if told.repeated:
        render.line("This was recorded before under the same key; nothing was added.", "dim")
    if compact:
        _compact(telling(told.events))
    else:
        events(telling(told.events))
    stacks = " · ".join(
        f"{stack.name} {whole_told(stack.chips, signed=True)} from the box"
        if stack.from_box
        else f"{stack.name} {stack.chips}"
        for stack in told.stacks
    )
    summary = " · ".join(part for part in (stacks, f"pot {told.pot}" if told.pot else "") if part)
    if summary and told.events:
        render.indented(summary, "bold")


def next_lines(now: Sequence[str], noun: str) -> None:
    """What may be done next, as it can be typed after the command that was just given."""
    if now:
        render.line(f"Next, after `chipbook {noun}`:", "dim")
        render.lines(now, "cyan")


def telling(told: Sequence[EventView]) -> list[EventView]:
    """The events that a player would miss; `log` shows the others too."""
    return [event for event in told if not event.quiet]


def events(told: Sequence[EventView]) -> None:
    """Each event with its number; those that follow from another are dimmed."""
    for event in told:
        render.indented(event.sentence, "dim" if event.caused_by else "", number=str(event.version))


def log(found: EventPage, *, whose: str) -> None:
    """Events with number, time and sentence. A void one names its strike; those that follow from others are dimmed.

    `whose` is the name of the player they are about, empty for everybody.
    """
    for event in found.events:
        void = f"✗ (void since event {event.void_since}) " if event.void_since else ""
        quiet = "dim" if event.caused_by or void else ""
        clock = render.when(event.occurred_at, found.zone)[-5:]
        render.indented(f"{clock}  {void}{event.sentence}", quiet, number=str(event.version))
    whose = f" of {whose}" if whose else ""
    if len(found.events) < found.found:
        render.aside(
            f"The last {len(found.events)} of {counted(found.found, 'event')}{whose}; `log all` shows all of them."
        )
    elif not found.events:
        render.aside(f"There is no event{whose}.")


def _compact(told: Sequence[EventView]) -> None:
    """Acts with their numbers, each with everything that followed from it."""
    followed: list[str] = []
    for event in told:
        if event.caused_by is None:
            _in_one_breath(followed)
            render.indented(event.sentence, number=str(event.version))
            followed = []
        else:
            followed.append(event.sentence)
    _in_one_breath(followed)


def _in_one_breath(sentences: Sequence[str]) -> None:
    if sentences:
        render.indented(" ".join(dict.fromkeys(sentences)), "dim")


def difference(found: StrikeView, seen: VisibleNight) -> None:
    """What a strike would change."""
    exponent, code = seen.money.exponent, seen.money.code
    render.line("Void would be:")
    events(found.void)
    if found.anew:
        render.line("These would follow instead:")
        for event in found.anew:
            render.indented(event.sentence)
    _end_reopened(found)
    if found.hand != found.hand_after:
        render.line(f"Being played: {found.hand or 'no hand'} → {found.hand_after or 'no hand'}")
    if found.pot != found.pot_after:
        render.line(f"Pot: {found.pot} → {found.pot_after}")
    if found.carry != found.carry_after:
        render.line(f"Carried to the next hand: {found.carry} → {found.carry_after}")
    for one in found.payments:
        paid, left = (money(one.cents - part, exponent, code) for part in (one.paid_cents, one.paid_cents_after))
        render.line(
            f"Transfer {one.number}, {seen.name(one.payer)} to {seen.name(one.payee)}: {paid} open → {left} open"
        )
    for player in found.players:
        if player.due_cents_after - player.due_cents != player.result_cents_after - player.result_cents:
            due = (money(cents, exponent, code, signed=True) for cents in (player.due_cents, player.due_cents_after))
            render.line(f"{player.name}, still to be settled: {' → '.join(due)}")
    changed = [
        one for one in found.players if (one.stack, one.result_cents) != (one.stack_after, one.result_cents_after)
    ]
    if not changed:
        render.line("No chips and no result would change.")
        return
    from cli.night_tables import AFTER_A_STRIKE, setting_of_change

    render.declared(AFTER_A_STRIKE, changed, setting_of_change(seen))


def _end_reopened(found: StrikeView) -> None:
    """What becomes of the plan and the gap."""
    void = {event.type for event in found.void}
    if any(event.data.get("old_debts") for event in found.void):
        render.line("The old debts that went into this plan are owed where they were before.")
    elif found.settles_anew:
        render.line(f"Nothing is paid yet: a new plan follows by itself, as this house settles ({found.settles_anew}).")
    if "gap_resolved" in void and "night_closed" not in void:
        render.line("The gap is open again; the close stands, and `undo` once more takes it back too.")


def correction(found: CorrectionView, seen: VisibleNight) -> None:
    """What a correction would change, hand by hand, and the results at the end."""
    for hand in found.hands:
        render.line(f"Hand {hand.number}, {hand.game}:" if hand.number else "Between hands:")
        for act in hand.acts:
            _act_changed(act)
        if hand.pot != hand.pot_after:
            render.indented(f"Pot: {hand.pot} → {hand.pot_after}")
        for title, changed in (("Won", hand.won), ("Stacks at its end" if hand.number else "Stacks", hand.stacks)):
            if changed:
                chips = ", ".join(f"{one.name} {one.chips} → {one.chips_after}" for one in changed)
                render.indented(f"{title}: {chips}")
    if found.first is not None:
        render.line(f"Stacks differ from event {found.first} on.")
    _standing_changed(found)
    if found.counts:
        chips = ", ".join(
            f"{one.name} {whole_told(one.chips, signed=True)} → {whole_told(one.chips_after, signed=True)}"
            for one in found.counts
        )
        render.line(f"Counted beside the book: {chips}")
    _plan_changed(found, seen)
    if not (found.players or found.counts):
        render.line("No chips and no result would change.")
        return
    if not found.players:
        return
    from cli.night_tables import AFTER_A_STRIKE, setting_of_change

    render.declared(AFTER_A_STRIKE, found.players, setting_of_change(seen))


def _act_changed(act: ChangedAct) -> None:
    was, now = act.sentence, act.sentence_after
    told = f"{was} → {now}" if was and now else f"{was} → nothing" if was else f"put in: {now}"
    render.indented(told, number=str(act.version or ""))


def _standing_changed(found: CorrectionView) -> None:
    """Where the night would stand otherwise: the hand being played, the pot, what is carried, the gap."""
    if found.hand != found.hand_after:
        render.line(f"Being played: {found.hand or 'no hand'} → {found.hand_after or 'no hand'}")
    for title, before, after in (
        ("Pot", found.pot, found.pot_after),
        ("Carried to the next hand", found.carry, found.carry_after),
        ("Missing at the count", found.gap, found.gap_after),
    ):
        if before != after:
            render.line(f"{title}: {before} → {after}")


def _plan_changed(found: CorrectionView, seen: VisibleNight) -> None:
    if found.plan == found.plan_after:
        return
    if found.plan_after is None:
        render.line("The plan would be void.")
        return
    exponent, code = seen.money.exponent, seen.money.code
    render.line("The plan would be made anew:")
    for one in found.plan_after:
        render.indented(f"{seen.name(one.payer)} pays {seen.name(one.payee)} {money(one.cents, exponent, code)}")


def played(now: NightView, lines: Sequence[str]) -> None:
    """A night after its last line: who won and who pays whom, or where it stands if it goes on."""
    if now.phase == "open":
        night(now, lines)
        return
    head(now)
    standings(now)
    gap(now)
    transfers(now)
    disputes(now)
