"""The sentences of a report, the same in text and HTML."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

from engine import commands
from engine.club.acts import NightPhase
from engine.grammar import counted
from engine.night.closing.text import gap_resolved
from engine.reports.hand_history import Stake
from engine.wording import game_told, numbered, signed
from service.reports.account import Account, AccountLine
from service.reports.night_report import HandLine, NightReport
from service.tables.kinds import spanned
from service.tables.local_time import Clock, lasting

PAPER_TOLD = "Points, and each player's total after every score; no chips belong to them."
PHASES: Mapping[NightPhase, str] = MappingProxyType(
    {"open": "being played", "closed": "closed", "settling": "closed, payments open", "settled": "settled"}
)

TABLE_NAMED = "If no cards are given, the table named the winner."


def when_told(report: NightReport, clock: Clock) -> str:
    """The day and hours of the night; empty if the book has no times."""
    if not report.first_at:
        return ""
    hours = f"{clock.time(report.first_at)} to {clock.time_and_day(report.last_at, report.first_at)} ({clock.zone})"
    return f"{clock.day(report.first_at)}  {hours}"


def facts_told(report: NightReport) -> str:
    """Who keeps the bank, what a chip is worth, which rulebook is played, and how many players and hands there were."""
    night, totals = report.night, report.totals
    facts = (
        f"{report.name(night.banker)} keeps the bank{' and plays from the box' if night.banker_stack == 'box' else ''}",
        f"1 chip = {report.voice.money(night.unit)}",
        f"house rules: {night.rulebook}",
        f"{counted(totals.players, 'player')}, {counted(totals.hands, 'hand')}",
    )
    return f"{'; '.join(facts)}."


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
    return f"{way}; {fewest}. Frozen in event {plan.version}."


def gap_told(report: NightReport) -> list[str]:
    """The result of the counts: who was not counted, what cannot be seen, who bore the gap."""
    gap = report.gap
    sentences = []
    if not gap.found and report.verdict.phase != "open":
        sentences.append("Every count agreed with the book.")
    if gap.uncounted:
        sentences.append(f"Not counted, so their stacks are those of the book: {report.voice.people(gap.uncounted)}.")
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
    """The chips of the account as one sum: "450 from the bank - 50 handed back - 400 in 31 hands = 0 in front of them"."""
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
    return f"- {-chips}" if chips < 0 else f"+ {chips}"


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
    sentences = [f"Waived: {waiver.rule} (event {waiver.version})." for waiver in hand.waivers]
    sentences += [f"Ruling: {numbered(hand.rulings)}."] if hand.rulings else []
    sentences += [f"Redrawn after a strike: {numbered(hand.redrawn)}."] if hand.redrawn else []
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


def stake_told(report: NightReport, stake: Stake) -> str:
    """What one player put in."""
    shadow = f" ({stake.by_shadow} by shadow)" if stake.by_shadow else ""
    return f"{report.name(stake.player)} {stake.put_in}{shadow}"


def named_by_table(report: NightReport) -> bool:
    """Whether the table named a winner instead of the cards."""
    return any(award.by == "table" for hand in report.hands for award in hand.awards)


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
