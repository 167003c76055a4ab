"""How a night, an act and what is asked of it look on the screen; `render` prints them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from cli import render
from cli.screens.night_tables import (
    AFTER_A_STRIKE,
    COUNTS,
    NIGHTS,
    PLAN,
    RESULTS,
    STACKS,
    SeatRow,
    seats,
    setting_in,
    setting_of,
    setting_of_night,
)
from engine.club.acts import NightPhase
from engine.grammar import amount_text as money
from engine.grammar import counted, whole_text
from engine.house.agreements import EnteredBy
from engine.reports.disputes import answer_texts, end_text, raised_text
from engine.speech import say, say_as, say_number, to_say
from engine.state import UNKNOWN
from engine.wording import Voice, game_text
from service.language.shorthand.keywords import in_own_words
from service.reports.disputes import DisputeLine
from service.reports.forms.standing import phase_text, stage_text
from service.reports.requests import RequestView
from service.reports.views.events import EventPage, EventView, ToMove
from service.reports.views.night import NightRow, NightView
from service.reports.views.play.line import LineView
from service.reports.views.putting_right import ChangedAct, CorrectionView, StrikeView
from service.reports.views.settling.closing import ClosingView, bearer_text, denominations_text
from service.reports.views.visible_night import VisibleNight


def nights(rows: Sequence[NightRow]) -> None:
    """One line for each night, the newest first."""
    render.table(NIGHTS, rows)


def night(now: NightView, lines: Sequence[str]) -> None:
    """Where a night stands; `lines` say what may be done now."""
    head(now)
    _agreed(now)
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
    beside = " · ".join(
        (
            now.night,
            now.club_name,
            opened,
            phase_text(now.phase),
            counted(now.hands_played, "hand"),
            say("event {version}", version=now.version),
        )
    )
    render.title(now.name or say("A night"), beside)


ENTERED: Mapping[EnteredBy, str] = {
    "bank": "",
    "everyone": to_say("Everybody enters their own acts."),
    "both": to_say("Everybody enters their own acts, and the bank may as well."),
}


def _agreed(now: NightView) -> None:
    """Who enters what players do, and where the chips are, if it is not as usual."""
    entered = ENTERED[now.entered_by]
    lines = (say(entered) if entered else "", say("The chips are in the book alone.") if now.chips == "none" else "")
    render.lines([line for line in lines if line])


def _hand(now: NightView) -> None:
    if now.hand is None:
        if now.carry:
            render.line(
                say_number(
                    "{number} chip is carried to the next hand.",
                    "{number} chips are carried to the next hand.",
                    now.carry,
                )
            )
        return
    hand = now.hand
    where = say_as("a hand", "showdown") if hand.stage == "showdown" else stage_text(hand.stage, hand.round)
    parts = [
        say("Hand {number}: {game}", number=hand.number, game=game_text(hand.game, hand.options)),
        say("dealt by {dealer}", dealer=now.names[hand.dealer]) if hand.dealer else "",
        where,
        say("pot {chips}", chips=now.pot),
        say("to stay in {chips}", chips=hand.price) if hand.price else "",
    ]
    render.line(" · ".join(part for part in parts if part))
    if hand.board:
        render.line(say("Board: {cards}", cards=" ".join(hand.board)))
    for player, cards in hand.cards.items():
        lying_open = [card for card in cards if card != UNKNOWN]
        if lying_open and player in hand.still_in:
            render.line(say("{player} shows {cards}", player=now.names[player], cards=" ".join(lying_open)))


def _stacks(now: NightView) -> None:
    render.table(STACKS, seats(now), setting_of(now))


def standings(now: NightView) -> None:
    """Who won and who lost, best first; what a plan has to settle if money was paid at the table, and what of it is left."""
    rows = [SeatRow(player, now) for player in now.players]
    render.table(RESULTS, sorted(rows, key=lambda row: -row.player.result_cents), setting_of(now))


GAP_WAYS = to_say(
    "It falls on one of them by `gap banker` or `gap NAME`; in equal parts, however much each has won or lost, on more by "
    "`gap winners`, `gap losers` or `gap all`; but no loser becomes a winner by the first two, and no winner a loser."
)


def gap(now: NightView) -> None:
    """Chips that the count did not find, or found too many."""
    if now.gap:
        worth = money(abs(now.gap) * now.unit_cents, now.currency.exponent, now.currency.code)
        render.line(say(_gap_template(now), chips=counted(abs(now.gap), "chip"), worth=worth))
        if not now.gap_resolved:
            render.line(say(GAP_WAYS))


def _gap_template(now: NightView) -> str:
    if now.gap > 0:
        if now.gap_resolved:
            return to_say("{chips} missing at the count ({worth}); who gets their worth is recorded.")
        return to_say("{chips} missing at the count ({worth}); nobody gets their worth yet.")
    if now.gap_resolved:
        return to_say("{chips} over at the count ({worth}); who makes them good is recorded.")
    return to_say("{chips} over at the count ({worth}); nobody makes them good yet.")


def transfers(now: NightView) -> None:
    """Who pays whom, and what of it is paid."""
    if not now.plan:
        return
    if not now.transfers:
        render.line(say("Nobody owes anybody."))
        return
    kind = (
        say("Settled everyone with the banker")
        if now.plan == "bank"
        else say("Settled directly, with the fewest transfers")
    )
    proof = [say("no plan has fewer transfers")] if now.proven_minimal else []
    render.line(f"{'; '.join([kind, *proof])}:")
    render.table(PLAN, now.transfers, setting_of(now))


def requests(now: NightView) -> None:
    """The requests that wait for an answer."""
    if now.open_requests:
        requests_in_short(now.open_requests)


def disputes(now: NightView) -> None:
    """The disputes that are still open; they stop neither the close nor the plan."""
    if now.open_disputes:
        disputes_in_short(now.open_disputes, now.names, now.phase)


def line_screen(line: LineView, *, compact: bool = False) -> None:
    """The result of one line: the events in words, and who has how many chips now."""
    for name in line.added_players:
        render.line(say("{name} is a player of the club now; “sit {name}” gives them a place at the table.", name=name))
    if line.repeated:
        render.line(say("This was recorded before under the same key; nothing was added."), "dim")
    render.lines(line.noted)
    if compact:
        _compact(telling(line.events))
    else:
        events(telling(line.events))
    stacks = " · ".join(
        say("{player} {chips} from the box", player=stack.name, chips=whole_text(stack.chips, signed=True))
        if stack.from_box
        else f"{stack.name} {stack.chips}"
        for stack in line.stacks
    )
    to_move(line.to_move)
    summary = " · ".join(part for part in (stacks, say("pot {chips}", chips=line.pot) if line.pot else "") if part)
    if summary and line.events:
        render.indented(summary, "bold")


def to_move(moves: Sequence[ToMove]) -> None:
    """Which chips must change hands, if they lay as the book said before."""
    if moves:
        render.line(say("So that the chips lie as the book says, if they lay as it said before:"), "yellow")
        for one in moves:
            render.indented(one.sentence)


def next_lines(now: Sequence[str], noun: str) -> None:
    """What may be done next, as it can be typed after the command that was just given."""
    if now:
        render.line(say("Next, after `chipbook {noun}`:", noun=noun), "dim")
        render.lines(now, "cyan")


def telling(shown: Sequence[EventView]) -> list[EventView]:
    """The events that a player would miss; `log` shows the others too."""
    return [event for event in shown if not event.quiet]


def events(shown: Sequence[EventView]) -> None:
    """Each event with its number; those that follow from another are dimmed."""
    for event in shown:
        render.indented(event.sentence, "dim" if event.caused_by else "", number=str(event.version))


def log(page: EventPage, *, whose: str) -> None:
    """Events with number, time and sentence. A void one names its strike; those that follow from others are dimmed.

    `whose` is the name of the player they are about, empty for everybody.
    """
    for event in page.events:
        since = say("(void since event {version})", version=event.void_since)
        void = f"✗ {since} " if event.void_since else ""
        quiet = "dim" if event.caused_by or void else ""
        clock = render.when(event.occurred_at, page.zone)[-5:]
        render.indented(f"{clock}  {void}{event.sentence}", quiet, number=str(event.version))
    if len(page.events) < page.found:
        last = (
            to_say("The last {number} of {events} of {player}; `log all` shows all of them.")
            if whose
            else to_say("The last {number} of {events}; `log all` shows all of them.")
        )
        render.aside(say(last, number=len(page.events), events=counted(page.found, "event"), player=whose))
    elif not page.events:
        render.aside(say("There is no event of {player}.", player=whose) if whose else say("There is no event."))


def _compact(shown: Sequence[EventView]) -> None:
    """Acts with their numbers, each with everything that followed from it."""
    followed: list[str] = []
    for event in shown:
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


def difference(strike: StrikeView, view: VisibleNight) -> None:
    """What a strike would change."""
    exponent, code = view.money.exponent, view.money.code
    render.line(say("Void would be:"))
    events(strike.void)
    if strike.again:
        render.line(say("In force again would be:"))
        events(strike.again)
    if strike.anew:
        render.line(say("These would follow instead:"))
        for event in strike.anew:
            render.indented(event.sentence)
    _end_reopened(strike)
    if strike.hand != strike.hand_after:
        render.line(
            say(
                "Being played: {hand} → {hand_after}",
                hand=strike.hand or say("no hand"),
                hand_after=strike.hand_after or say("no hand"),
            )
        )
    if strike.pot != strike.pot_after:
        render.line(say("Pot: {before} → {after}", before=strike.pot, after=strike.pot_after))
    if strike.carry != strike.carry_after:
        render.line(say("Carried to the next hand: {before} → {after}", before=strike.carry, after=strike.carry_after))
    for one in strike.payments:
        paid, left = (money(one.cents - part, exponent, code) for part in (one.paid_cents, one.paid_cents_after))
        render.line(
            say(
                "Transfer {number}, {payer} to {payee}: {paid} open → {left} open",
                number=one.number,
                payer=view.name(one.payer),
                payee=view.name(one.payee),
                paid=paid,
                left=left,
            )
        )
    for player in strike.players:
        if player.due_cents_after - player.due_cents != player.result_cents_after - player.result_cents:
            due = (money(cents, exponent, code, signed=True) for cents in (player.due_cents, player.due_cents_after))
            render.line(say("{name}, still to be settled: {due}", name=player.name, due=" → ".join(due)))
    changed = [
        one for one in strike.players if (one.stack, one.result_cents) != (one.stack_after, one.result_cents_after)
    ]
    if not changed:
        render.line(say("No chips and no result would change."))
        return
    render.table(AFTER_A_STRIKE, changed, setting_in(view.money))
    to_move(strike.to_move)


def _end_reopened(strike: StrikeView) -> None:
    """What becomes of the plan and the gap."""
    if any(event.data.get("old_debts") for event in strike.void):
        render.line(say("The old debts that went into this plan are owed where they were before."))
    elif strike.settles_anew:
        render.line(
            say(
                "Nothing is paid yet: a new plan follows by itself, as this house settles ({settles_anew}).",
                settles_anew=strike.settles_anew,
            )
        )
    if strike.close is not None:
        render.line(
            say("The gap is open again; the close stands, and `strike {close}` takes it back too.", close=strike.close)
        )


def correction(change: CorrectionView, view: VisibleNight) -> None:
    """What a correction would change, hand by hand, and the results at the end."""
    for hand in change.hands:
        render.line(
            say("Hand {number}, {game}:", number=hand.number, game=hand.game) if hand.number else say("Between hands:")
        )
        for act in hand.acts:
            _act_changed(act)
        if hand.pot != hand.pot_after:
            render.indented(say("Pot: {before} → {after}", before=hand.pot, after=hand.pot_after))
        stacks = say("Stacks at its end") if hand.number else say("Stacks")
        for title, changed in ((say_as("chips of a hand", "Won"), hand.won), (stacks, hand.stacks)):
            if changed:
                chips = ", ".join(f"{one.name} {one.chips} → {one.chips_after}" for one in changed)
                render.indented(f"{title}: {chips}")
    if change.first is not None:
        render.line(say("Stacks differ from event {first} on.", first=change.first))
    _standing_changed(change)
    if change.counts:
        chips = ", ".join(
            f"{one.name} {whole_text(one.chips, signed=True)} → {whole_text(one.chips_after, signed=True)}"
            for one in change.counts
        )
        render.line(say("Counted beside the book: {chips}", chips=chips))
    _plan_changed(change, view)
    if not (change.players or change.counts):
        render.line(say("No chips and no result would change."))
        return
    if not change.players:
        return
    render.table(AFTER_A_STRIKE, change.players, setting_in(view.money))
    to_move(change.to_move)


def _act_changed(act: ChangedAct) -> None:
    was, now = act.sentence, act.sentence_after
    text = (
        f"{was} → {now}" if was and now else say("{was} → nothing", was=was) if was else say("put in: {now}", now=now)
    )
    render.indented(text, number=str(act.version or ""))


def _standing_changed(change: CorrectionView) -> None:
    """Where the night would stand otherwise: the hand being played, the pot, what is carried, the gap."""
    if change.hand != change.hand_after:
        render.line(
            say(
                "Being played: {hand} → {hand_after}",
                hand=change.hand or say("no hand"),
                hand_after=change.hand_after or say("no hand"),
            )
        )
    for title, before, after in (
        (say("Pot"), change.pot, change.pot_after),
        (say("Carried to the next hand"), change.carry, change.carry_after),
        (say("Missing at the count"), change.gap, change.gap_after),
    ):
        if before != after:
            render.line(f"{title}: {before} → {after}")


def _plan_changed(change: CorrectionView, view: VisibleNight) -> None:
    if change.plan == change.plan_after:
        return
    if change.plan_after is None:
        render.line(say("The plan would be void."))
        return
    exponent, code = view.money.exponent, view.money.code
    render.line(say("The plan would be made anew:"))
    for one in change.plan_after:
        render.indented(
            say(
                "{payer} pays {payee} {amount}",
                payer=view.name(one.payer),
                payee=view.name(one.payee),
                amount=money(one.cents, exponent, code),
            )
        )


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


def checklist(view: ClosingView, night_view: VisibleNight) -> None:
    """Who has counted what, what is missing, who could bear it, and what still has to be done."""
    voice = Voice(night_view.names, night_view.opened.currency)
    if view.counts:
        render.table(COUNTS, view.counts, setting_of_night(night_view))
    render.lines(denominations_text(view))
    if view.gap:
        render.line(_gap_text(view, voice.money(abs(view.gap_cents))))
    if view.bearers:
        who = say("Who could bear it:") if view.phase == "open" else say("Say who bears it:")
        render.line(say("Or, as long as nobody has paid:") if view.gap_resolved else who, "dim")
        render.lines((in_own_words(bearer_text(one, voice)) for one in view.bearers), "cyan")
    for sentence in view.stands:
        render.check("to do", sentence, holds=False)
    if view.may_close:
        ends = (
            say("Nothing stands before it: `close` ends the night.")
            if view.settles == "ask" or view.gap
            else say(
                "Nothing stands before it: `close` ends the night, and the plan ({plan}) follows by itself.",
                plan=view.settles,
            )
        )
        render.check("close", ends, holds=True)


def _gap_text(view: ClosingView, worth: str) -> str:
    """How many chips the counts have not found, or found too many; so far, if the night is open."""
    so_far = view.phase == "open"
    if view.gap < 0:
        template = to_say("{chips} missing so far ({worth}).") if so_far else to_say("{chips} missing ({worth}).")
    else:
        template = to_say("{chips} over so far ({worth}).") if so_far else to_say("{chips} over ({worth}).")
    return say(template, chips=counted(abs(view.gap), "chip"), worth=worth)


# What open disputes do not stop, by the phase of the night.
NOT_STOPPED: Mapping[NightPhase, str] = MappingProxyType(
    {
        "open": to_say("that does not stop the close"),
        "closed": to_say("that does not stop the plan"),
        "settling": to_say("that does not stop a payment"),
    }
)


def disputes_in_short(disputes: Sequence[DisputeLine], names: Mapping[str, str], phase: NightPhase) -> None:
    """How many disputes are open and what each is about, in a line each."""
    texts = [say_number("{number} dispute is open", "{number} disputes are open", len(disputes))]
    texts += [say(NOT_STOPPED[phase])] if phase in NOT_STOPPED else []
    render.line(f"{'; '.join(texts)}:", "yellow")
    for dispute in disputes:
        render.indented(raised_text(dispute, dispute.about, Voice(names)), number=str(dispute.number))


def all_disputes(disputes: Sequence[DisputeLine], names: Mapping[str, str]) -> None:
    """Every dispute with both sides' words, and how it ended; or that there is none."""
    if not disputes:
        render.line(say("Nobody has disputed anything."))
    voice = Voice(names)
    for dispute in disputes:
        render.indented(raised_text(dispute, dispute.about, voice), number=str(dispute.number))
        for sentence in (*answer_texts(dispute, voice), end_text(dispute, voice)):
            render.indented(sentence, "dim")


def requests_in_short(requests: Sequence[RequestView]) -> None:
    """How many requests wait for an answer, and what each asks for."""
    render.line(
        say_number("{number} request waits for an answer:", "{number} requests wait for an answer:", len(requests)),
        "yellow",
    )
    for one in requests:
        render.indented(_asked(one), number=str(one.number))


def all_requests(requests: Sequence[RequestView]) -> None:
    """Every request and what became of it; or that there is none."""
    if not requests:
        render.line(say("Nobody has asked for anything."))
    for one in requests:
        render.indented(_asked(one), number=str(one.number))
        render.indented(one.end, "dim")


def _asked(one: RequestView) -> str:
    return say("{told}. Not now: {refused}", told=one.told, refused=one.refused) if one.refused else f"{one.told}."
