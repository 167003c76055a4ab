"""The sentences of a report, the same in text and HTML."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from engine import commands
from engine.club.acts import NightPhase
from engine.grammar import MINUS, counted, listed
from engine.night.closing.text import gap_resolved
from engine.reports.betting import street_told
from engine.reports.corrections import CorrectionTold, Replaced, WaiverTold
from engine.reports.disputes import answers_told, end_told, raised_told
from engine.reports.hand_history import Stake
from engine.wording import closed, game_told, numbered, signed
from service.reports.account import Account, AccountLine
from service.reports.disputes import DisputeLine
from service.reports.night_report import HandLine, NightReport
from service.tables.kinds import spanned
from service.tables.local_time import Clock, lasting

PAPER_TOLD = "Points, and each player's total after every score; no chips belong to them."
PHASES: Mapping[NightPhase, str] = MappingProxyType(
    {
        "open": "being played",
        "closed": "closed",
        "settling": "closed, payments open",
        "settled": "settled",
        "void": "taken back",
    }
)

SIGNED_TOLD = (
    "The club signed this head; `chipbook verify --qr` with the line, as a phone reads it, verifies it on any machine."
)
TABLE_NAMED = "If no cards are given, the table named the winner."


class Entry(NamedTuple):
    """A sentence of a list; an inner one belongs to the one above it."""

    text: str
    inner: bool = False


def when_told(report: NightReport, clock: Clock) -> str:
    """The day and hours of the night; empty if the book has no times."""
    if not report.first_at:
        return ""
    if report.minutes is None:
        # The end is when somebody typed it, or nobody knows it.
        return f"{clock.day(report.first_at)}  {clock.time(report.first_at)} ({clock.zone})"
    hours = f"{clock.time(report.first_at)} to {clock.time_and_day(report.last_at, report.first_at)} ({clock.zone})"
    return f"{clock.day(report.first_at)}  {hours}"


def facts_told(report: NightReport) -> str:
    """Who keeps the bank, what a chip is worth, which rulebook is played, and how many players and hands there were."""
    night, totals = report.night, report.totals
    facts = (
        _bank_told(report),
        f"1 chip = {report.voice.money(night.unit)}",
        f"house rules: {night.rulebook}",
        f"{counted(totals.players, 'player')}, {counted(totals.hands, 'hand')}",
    )
    return f"{'; '.join(facts)}."


# If more people than these kept the bank before, they are counted and not named.
NAMED_BANKERS_MOST = 2


def _bank_told(report: NightReport) -> str:
    night = report.night
    box = " and plays from the box" if night.banker_stack == "box" else ""
    before = [banker for banker in night.bankers if banker != night.banker]
    several = len(before) > NAMED_BANKERS_MOST
    after = f", after {len(before)} others" if several else f", after {report.voice.people(before)}" if before else ""
    return f"{report.name(night.banker)} keeps the bank{box}{after}"


def size_told(report: NightReport) -> str:
    """How many played, how many hands, and for how long."""
    totals, length = report.totals, lasting(report.minutes)
    return ", ".join(filter(None, (counted(totals.players, "player"), counted(totals.hands, "hand"), length)))


def loans_told(report: NightReport, loans: Sequence[AccountLine]) -> str:
    """How many loans there were, and what they came to."""
    if not loans:
        return "none"
    chips, cents = sum(line.chips for line in loans), -sum(line.cents for line in loans)
    return f"{counted(len(loans), 'loan')}, {counted(chips, 'chip')} for {report.voice.money(cents)}"


def totals_told(report: NightReport) -> list[str]:
    """The night in numbers: where the chips are, what money moved, how long it took."""
    totals, money = report.totals, report.voice.money
    issued = f"{totals.issued} chips given out: {totals.lent} on credit, {totals.sold} for money"
    chips = [f"{issued}; {totals.returned} handed back"]
    if totals.in_stacks:
        chips.append(f"{totals.in_stacks} in front of players")
    if totals.in_pot:
        chips.append(f"{totals.in_pot} in the pot")
    if totals.carried:
        chips.append(f"{totals.carried} carried to the next hand")
    if totals.in_funds:
        chips.append(f"{totals.in_funds} set aside until the close")
    if totals.shared_out:
        chips.append(f"{totals.shared_out} set aside and shared out")
    sentences = [f"{'; '.join(chips)}."]
    if totals.money_in or totals.money_out:
        till = f"; {money(totals.till)} in the till, which {report.name(report.night.banker)} holds"
        sentences.append(f"Money paid to the bank {money(totals.money_in)}, by it {money(totals.money_out)}{till}.")
    length = lasting(report.minutes)
    hands = f"{counted(totals.hands, 'hand')} in {length}" if length else counted(totals.hands, "hand")
    sentences.append(f"{hands}; {counted(totals.events, 'event')} in the book.")
    return sentences


def nobodys_told(report: NightReport) -> list[str]:
    """Chips that belong to nobody yet, which is why the results may not sum to zero."""
    waiting = report.totals.in_pot + report.totals.carried
    gap = 0 if report.gap.ended else report.gap.chips
    sentences = []
    for chips, where in ((waiting, "in the pot"), (-gap, "missing at the count"), (gap, "over at the count")):
        if chips > 0:
            worth = report.voice.money(chips * report.night.unit)
            belong = "belongs" if chips == 1 else "belong"
            sentences.append(f"{counted(chips, 'chip')} ({worth}) {where} {belong} to nobody yet.")
    return sentences


def plan_told(report: NightReport) -> str:
    """The kind of plan and the event that froze it."""
    plan = report.transfers
    if plan.provisional:
        return "Everyone settles with the banker; no plan is frozen yet."
    way = "Everyone settles with the banker" if plan.kind == "bank" else "Players pay each other directly"
    fewest = "proven minimal: no plan has fewer transfers" if plan.proven_minimal else "not proven minimal"
    facts = [f"{way}; {fewest}. Frozen in event {plan.version}.", *_from_elsewhere(report)]
    return " ".join(facts)


def _from_elsewhere(report: NightReport) -> Iterator[str]:
    """The sentences about old debts in the plan, about its rounding, and about later nights that took it over."""
    plan, voice = report.transfers, report.voice
    if plan.old_debts:
        debts = [
            f"{voice.name(debt.payer)} → {voice.name(debt.payee)} {voice.money(debt.cents)} ({report.night_called(debt.night)})"
            for debt in plan.old_debts
        ]
        yield f"Old debts that went in: {', '.join(debts)}."
    if plan.rounded:
        moved = [f"{voice.name(one.player)} {voice.money(one.cents, signed=True)}" for one in plan.rounded]
        yield f"Rounded, and given up for good: {listed(moved)}."
    if plan.netted_into:
        into = listed([report.night_called(night) for night in plan.netted_into])
        yield f"What is netted went into {into} and is paid there."


def gap_told(report: NightReport) -> list[str]:
    """The result of the counts: who was not counted, what cannot be seen, who bore the gap."""
    gap = report.gap
    sentences = []
    if not gap.found and report.verdict.phase != "open":
        sentences.append("Every count agreed with the book.")
    if gap.confirmed:
        sentences.append(f"Counts that the players confirmed themselves: {report.voice.people(gap.confirmed)}.")
    if gap.uncounted:
        sentences.append(f"Not counted, so their stacks are those of the book: {report.voice.people(gap.uncounted)}.")
    sentences += [
        f"Since event {one.changed_by} the book says {one.book} for {report.name(one.player)}, who counted {one.counted}; "
        "nobody has counted again yet, or let it stand."
        for one in gap.recounts
    ]
    if not gap.can_be_seen:
        sentences.append("The banker played from a box whose chips were not declared, so no gap in it can be seen.")
    return [*sentences, _end_told(report)] if _end_told(report) else sentences


def _end_told(report: NightReport) -> str:
    gap = report.gap
    if gap.ended is None:
        return "It is not resolved yet." if gap.chips else ""
    told = gap_resolved(
        commands.ResolveGap(by=gap.ended.by, charges=gap.ended.charges, reason=gap.ended.reason), report.voice
    )
    return f"{told} (event {gap.ended.version})"


def outcome_told(report: NightReport, account: Account) -> str:
    """Whether the player wins or loses, and how much."""
    outcome = "wins" if account.result > 0 else "loses" if account.result < 0 else "breaks even,"
    return f"{outcome} {report.voice.money(abs(account.result))}"


def chips_told(account: Account) -> str:
    """The chips of the account as one sum: "450 from the bank − 50 handed back − 80 in play (31 hands, 4 won) = 320 on the table"."""
    parts = [f"{account.issued} from the bank"]
    if account.returned:
        parts.append(f"{_term(-account.returned)} handed back")
    hands = f"{counted(account.hands_played, 'hand')}, {account.hands_won} won"
    parts.append(f"{_term(account.hands)} in play ({hands})")
    for chips, what in (
        (account.transferred, "passed on"),
        (account.ruled, "by ruling"),
        (account.gap, "at the count"),
    ):
        if chips:
            parts.append(f"{_term(chips)} {what}")
    return f"Chips: {' '.join(parts)} = {account.stack} on the table."


def _term(chips: int) -> str:
    return f"{MINUS} {-chips}" if chips < 0 else f"+ {chips}"


def money_told(report: NightReport, account: Account) -> str:
    """The result as a sum: the chips of play at their worth, the other parts, then what is paid of it."""
    money = report.voice.money
    play = account.hands + account.transferred + account.ruled + account.gap
    told = f"Result: {signed(play)} chips at {money(account.unit)}"
    besides = (
        (account.gap_share, "share of the gap"),
        (account.bank_ruled, "chips of the bank by ruling"),
        (account.on_account, "scores on account"),
        (account.fund_share, "share of what was set aside"),
    )
    if any(cents for cents, _ in besides):
        told += f" = {money(play * account.unit)}"
        told += "".join(f", {what} {money(cents, signed=True)}" for cents, what in besides if cents)
    told += f" = {money(account.result)}."
    if account.paid:
        told += f" Paid so far {money(account.paid)}." if account.paid > 0 else f" Got so far {money(-account.paid)}."
    if account.till:
        told += f" Holds the till with {money(account.till)}."
    for cents, what in (
        (account.old, "From earlier nights"),
        (account.rounded, "Rounded"),
        (-account.netted, "Carried into later nights"),
    ):
        told += f" {what} {money(cents, signed=True)}." if cents else ""
    if account.due:
        told += f" Still to {'get' if account.due > 0 else 'pay'}: {money(abs(account.due))}."
    return told


def drawn_together(movements: Sequence[AccountLine]) -> Iterator[tuple[AccountLine, ...]]:
    """The lines one by one; a run of hands in which the player put in nothing comes as one."""
    for idle, run in groupby(
        movements, key=lambda line: line.kind == "hand" and not (line.put_in or line.got or line.scored)
    ):
        if idle:
            yield tuple(run)
        else:
            yield from ((line,) for line in run)


def line_told(lines: Sequence[AccountLine]) -> str:
    """The line in words, or the run of hands that it stands for."""
    return lines[0].what if len(lines) == 1 else f"Hands {lines[0].hand} to {lines[-1].hand}: nothing put in"


def hand_heading(hand: HandLine) -> str:
    """The game with the dealer's options and, if it was named later, what the hand was announced as."""
    return game_told(hand.game, hand.options, hand.announced_as)


def dealer_told(report: NightReport, hand: HandLine) -> str:
    """Who dealt the hand, and whose deal it was if that is somebody else."""
    if not hand.dealer:
        return "dead button"
    was_of = f", though it was {report.name(hand.deal_was_of)}'s deal" if hand.deal_was_of else ""
    return f"dealt by {report.name(hand.dealer)}{was_of}"


def pot_told(hand: HandLine) -> str:
    """The size of the pot, and how much of it came from the hand before."""
    if not hand.pot and any(stake.scored or stake.on_account for stake in hand.stakes):
        return "no pot"
    carried = f", {hand.carried_in} of it carried in" if hand.carried_in else ""
    return f"pot {hand.pot}{carried}{f', {hand.set_aside} of it set aside' if hand.set_aside else ''}"


def departures_told(hand: HandLine) -> str:
    """The hand's irregularities: waivers, rulings, and events redrawn after a strike."""
    sentences = [f"Waived in event {waiver.version}: {rule_told(waiver)}" for waiver in hand.waivers]
    sentences += [f"Ruling: {numbered(hand.rulings)}."] if hand.rulings else []
    sentences += [f"Redrawn after a strike or correction: {numbered(hand.redrawn)}."] if hand.redrawn else []
    return " ".join(sentences)


def events_told(hand: HandLine) -> str:
    """The events of the hand: "events 36-65", or "event 13" alone."""
    return f"{'events' if hand.first != hand.last else 'event'} {spanned(hand.first, hand.last)}"


def stakes_told(report: NightReport, hand: HandLine) -> str:
    """What each player put in, and what players paid each other beside the pot."""
    put_in = [stake_told(report, stake) for stake in hand.stakes if stake.put_in]
    beside = [f"{report.name(stake.player)} {signed(stake.scored)}" for stake in hand.stakes if stake.scored]
    sentences = [f"Put in: {', '.join(put_in)}."] if put_in else []
    sentences += [f"Beside the pot: {', '.join(beside)}."] if beside else []
    owed = [
        f"{report.name(stake.player)} {report.voice.money(stake.on_account, signed=True)}"
        for stake in hand.stakes
        if stake.on_account
    ]
    sentences += [f"On account: {', '.join(owed)}."] if owed else []
    return " ".join(sentences) or "Nobody put in a chip."


def streets_told(hand: HandLine) -> str:
    """The betting of the hand, street by street; empty if nobody could bet."""
    return " ".join(street_told(street) for street in hand.streets)


def stake_told(report: NightReport, stake: Stake) -> str:
    """What one player put in."""
    shadow = f" ({stake.by_shadow} by shadow)" if stake.by_shadow else ""
    return f"{report.name(stake.player)} {stake.put_in}{shadow}"


def named_by_table(report: NightReport) -> bool:
    """Whether the table named a winner instead of the cards."""
    return any(award.by == "table" for hand in report.hands for award in hand.awards)


def strikes_told(report: NightReport) -> list[Entry]:
    """Every strike with its reason; below it the acts it made void, and the numbers of what followed from them."""
    void = {told.version: told for told in report.void}
    told: list[Entry] = []
    for strike in report.corrections.strikes:
        anew = f" Redrawn: {numbered(strike.redrawn)}." if strike.redrawn else ""
        told.append(Entry(f"Event {strike.version}: {numbered(strike.struck)} struck{_because(strike.reason)}{anew}"))
        acts = [version for version in strike.void if void[version].caused_by is None]
        told += [Entry(f"{version}: {void[version].sentence}", inner=True) for version in acts]
        if followed := [version for version in strike.void if version not in acts]:
            told.append(Entry(f"and what followed: {numbered(followed)}", inner=True))
    return told


def corrections_told(report: NightReport) -> list[Entry]:
    """Every correction in force with its reason; below it what each act was and is now, and what followed from that."""
    told: list[Entry] = []
    for correction in report.corrections.corrected:
        told.append(Entry(f"Event {correction.version}: corrected{_because(correction.reason)}"))
        told += [Entry(sentence, inner=True) for sentence in corrected_told(report, correction)]
    return told


def waivers_told(report: NightReport) -> list[Entry]:
    """Every rule that was waived, and why."""
    return [
        Entry(f"Event {waiver.version}: {rule_told(waiver)} Waived ({waiver.rule}){_because(waiver.reason)}")
        for waiver in report.corrections.waivers
    ]


def rule_told(waiver: WaiverTold) -> str:
    """What the rule says to the act for which it was waived; the name of the rule if that is not told."""
    return waiver.sentence or closed(waiver.rule.replace("_", " ").capitalize())


def rulings_told(report: NightReport) -> list[Entry]:
    """Every ruling of the table; below it the chips it moved and who agreed."""
    voice = report.voice
    told: list[Entry] = []
    for ruling in report.corrections.rulings:
        told.append(Entry(f"Event {ruling.version}: ruling of the table. {ruling.text}"))
        for move in ruling.moves:
            moved = f"{move.chips} from {voice.account(move.payer)} to {voice.account(move.payee)}"
            told.append(Entry(moved, inner=True))
        told.append(Entry(f"agreed by {voice.people(ruling.agreed_by)}", inner=True))
    return told


def _because(reason: str) -> str:
    return f": {closed(reason)}" if reason.strip() else "."


def proof_told(report: NightReport) -> tuple[str, str]:
    """What the head proves, and what it does not."""
    proves = f"that all {report.version} events are there and unchanged"
    leaves = "a book that was cut short or rewritten has a sound chain too"
    return (
        f"A head kept outside the book proves {proves}.",
        f"The chain alone proves only that nothing inside it was changed: {leaves}.",
    )


def verify_command(report: NightReport) -> str:
    """How to verify the book against the head."""
    return f"chipbook verify {report.night.id} --head {report.head}"


def requests_told(report: NightReport) -> list[Entry]:
    """What players asked for or said themselves, and below each what became of it."""
    return [
        entry
        for one in report.requests
        for entry in (
            Entry(f"Request {one.number}, event {one.version}: {closed(one.told)}"),
            Entry(one.end, inner=True),
        )
    ]


def handovers_told(report: NightReport) -> list[Entry]:
    """Each time the bank passed on: what was counted, and who answers for it."""
    return [Entry(f"Event {one.version}: {one.told}") for one in report.handovers]


def open_disputes(report: NightReport) -> list[DisputeLine]:
    """The disputes that nobody has resolved or withdrawn."""
    return [dispute for dispute in report.disputes if dispute.state == "open"]


def ended_disputes(report: NightReport) -> list[DisputeLine]:
    """The disputes that were resolved or withdrawn."""
    return [dispute for dispute in report.disputes if dispute.state != "open"]


def disputes_told(report: NightReport, disputes: Sequence[DisputeLine]) -> list[Entry]:
    """Each dispute in the words of who raised it, and below it the answers and how it ended."""
    entries = []
    for dispute in disputes:
        raised = f"Dispute {dispute.number}, event {dispute.version}: {dispute_told(report, dispute)}"
        below = (*dispute_answers_told(report, dispute), dispute_end_told(report, dispute))
        entries += [Entry(raised), *(Entry(sentence, inner=True) for sentence in below)]
    return entries


def dispute_told(report: NightReport, dispute: DisputeLine) -> str:
    """Who disputes what, in their words."""
    return raised_told(dispute, dispute.about, report.voice)


def dispute_answers_told(report: NightReport, dispute: DisputeLine) -> tuple[str, ...]:
    """What others answered."""
    return answers_told(dispute, report.voice)


def dispute_end_told(report: NightReport, dispute: DisputeLine) -> str:
    """How it ended, or that it is open."""
    return end_told(dispute, report.voice)


def corrected_told(report: NightReport, correction: CorrectionTold) -> list[str]:
    """What a correction changed, both as it was and as it is now, and then the acts that came out otherwise."""
    said = {one.version: one.sentence for one in (*report.void, *report.put_in)}
    told = [_replaced(one, said) for one in (*correction.changed, *correction.followed)]
    return [*told, *([f"Drawn again: {numbered(correction.redrawn)}."] if correction.redrawn else [])]


def _replaced(one: Replaced, said: Mapping[int, str]) -> str:
    if one.was is None:
        return f"Put in: {one.now}: {said.get(one.now or 0, '')}"
    was = f"{one.was}: {said.get(one.was, '')}"
    return f"{was} Now {one.now}: {said.get(one.now, '')}" if one.now is not None else f"{was} Taken out."
