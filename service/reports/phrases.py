"""The sentences of a report, the same in text and HTML."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

from engine import commands, errors
from engine.club.acts import NightPhase
from engine.game.definition import book_title
from engine.grammar import MINUS, capital, counted, listed
from engine.night.closing.text import gap_resolved
from engine.reports.betting import street_text
from engine.reports.corrections import WaiverReport
from engine.reports.hand_history import Stake
from engine.speech import say, say_as, say_number, to_say
from engine.wording import closed, game_text, numbered, signed
from service.language.local_time import Clock, lasting
from service.reports.account import Account, AccountLine
from service.reports.forms.column import spanned
from service.reports.night_report import HandLine, NightReport

PHASES: Mapping[NightPhase, str] = MappingProxyType(
    {
        "open": to_say("being played"),
        "closed": to_say("closed"),
        "settling": to_say("closed, payments open"),
        "settled": to_say("settled"),
        "void": to_say("taken back"),
    }
)

SIGNED_TOLD = to_say(
    "The club signed this head; `chipbook verify --qr` with the line, as a phone reads it, verifies it on any machine."
)
TABLE_NAMED = to_say("If no cards are given, the table named the winner.")


def when_text(report: NightReport, clock: Clock) -> str:
    """The day and hours of the night; empty if the book has no times."""
    if not report.first_at:
        return ""
    day, begins = capital(clock.day(report.first_at)), clock.time(report.first_at)
    if report.minutes is None:
        # The end is when somebody typed it, or nobody knows it.
        return say("{day}  {time} ({place})", day=day, time=begins, place=clock.place())
    ends = clock.time_and_day(report.last_at, report.first_at)
    return say("{day}  {begins} to {ends} ({place})", day=day, begins=begins, ends=ends, place=clock.place())


def title_text(report: NightReport) -> str:
    """The night and how far it is: "Friday: closed"."""
    return f"{report.title}: {phase_text(report.verdict.phase)}"


def phase_text(phase: NightPhase) -> str:
    """How far a night is, in words."""
    return say(PHASES[phase])


def facts_text(report: NightReport) -> str:
    """Who keeps the bank, what a chip is worth, which rulebook is played, and how many players and hands there were."""
    night, totals = report.night, report.totals
    facts = (
        _bank_text(report),
        say("1 chip = {amount}", amount=report.voice.money(night.unit)),
        say("house rules: {rulebook}", rulebook=book_title(night.rulebook)),
        ", ".join(filter(None, (counted(totals.players, "player"), _hands_of(report)))),
    )
    return closed("; ".join(facts))


# If more people than these kept the bank before, they are counted and not named.
NAMED_BANKERS_MOST = 2


def _bank_text(report: NightReport) -> str:
    night = report.night
    banker = report.name(night.banker)
    from_box = night.banker_stack == "box"
    keeps = (
        say("{banker} keeps the bank and plays from the box", banker=banker)
        if from_box
        else say("{banker} keeps the bank", banker=banker)
    )
    before = [banker for banker in night.bankers if banker != night.banker]
    if len(before) > NAMED_BANKERS_MOST:
        return say("{keeps_the_bank}, after {number} others", keeps_the_bank=keeps, number=len(before))
    if before:
        return say("{keeps_the_bank}, after {people}", keeps_the_bank=keeps, people=report.voice.people(before))
    return keeps


def size_text(report: NightReport) -> str:
    """How many played, how many hands, and for how long."""
    return ", ".join(
        filter(None, (counted(report.totals.players, "player"), _hands_of(report), lasting(report.minutes)))
    )


def _hands_of(report: NightReport) -> str:
    """How many hands were played; empty for a night of which only the bank is known."""
    return counted(report.totals.hands, "hand") if report.totals.hands else ""


def loans_text(report: NightReport, loans: Sequence[AccountLine]) -> str:
    """How many loans there were, and what they came to."""
    if not loans:
        return say_as("loans", "none")
    chips, cents = sum(line.chips for line in loans), -sum(line.cents for line in loans)
    number = counted(len(loans), "loan")
    return say(
        "{loans}, {chips} for {amount}", loans=number, chips=counted(chips, "chip"), amount=report.voice.money(cents)
    )


def total_texts(report: NightReport) -> list[str]:
    """The night in numbers: where the chips are, what money moved, how long it took."""
    totals, money = report.totals, report.voice.money
    chips = [
        say(
            "{chips} chips given out: {lent} on credit, {sold} for money",
            chips=totals.issued,
            lent=totals.lent,
            sold=totals.sold,
        ),
        say("{chips} handed back", chips=totals.returned),
    ]
    places = (
        (totals.in_stacks, to_say("{chips} in front of players")),
        (totals.in_pot, to_say("{chips} in the pot")),
        (totals.carried, to_say("{chips} carried to the next hand")),
        (totals.in_funds, to_say("{chips} set aside until the close")),
        (totals.shared_out, to_say("{chips} set aside and shared out")),
    )
    chips += [say(template, chips=number) for number, template in places if number]
    sentences = [f"{'; '.join(chips)}."]
    if totals.money_in or totals.money_out:
        sentences.append(
            say(
                "Money paid to the bank {paid_in}, by it {paid_out}; {till} in the till, which {banker} holds.",
                paid_in=money(totals.money_in),
                paid_out=money(totals.money_out),
                till=money(totals.till),
                banker=report.name(report.night.banker),
            )
        )
    length, hands, events = lasting(report.minutes), _hands_of(report), counted(totals.events, "event")
    if not hands:
        sentences.append(say("{events} in the book.", events=events))
    elif length:
        sentences.append(say("{hands} in {length}; {events} in the book.", hands=hands, length=length, events=events))
    else:
        sentences.append(say("{hands}; {events} in the book.", hands=hands, events=events))
    return sentences


def nobody_texts(report: NightReport) -> list[str]:
    """Chips that belong to nobody yet, which is why the results may not sum to zero."""
    waiting = report.totals.in_pot + report.totals.carried
    gap = 0 if report.gap.ended else report.gap.chips
    unit, sentences = report.night.unit, []

    def worth(chips: int) -> str:
        return report.voice.money(chips * unit)

    if waiting > 0:
        sentences.append(
            say_number(
                "{number} chip ({worth}) in the pot belongs to nobody yet.",
                "{number} chips ({worth}) in the pot belong to nobody yet.",
                waiting,
                worth=worth(waiting),
            )
        )
    if gap < 0:
        sentences.append(
            say_number(
                "{number} chip ({worth}) missing at the count belongs to nobody yet.",
                "{number} chips ({worth}) missing at the count belong to nobody yet.",
                -gap,
                worth=worth(-gap),
            )
        )
    if gap > 0:
        sentences.append(
            say_number(
                "{number} chip ({worth}) over at the count belongs to nobody yet.",
                "{number} chips ({worth}) over at the count belong to nobody yet.",
                gap,
                worth=worth(gap),
            )
        )
    return sentences


NOBODY_OWES = to_say("Nobody owes anybody.")


def plan_text(report: NightReport) -> str:
    """The kind of plan and the event that froze it."""
    plan = report.transfers
    if plan.provisional:
        return say("Everyone settles with the banker; no plan is frozen yet.")
    way = say("Everyone settles with the banker") if plan.kind == "bank" else say("Players pay each other directly")
    fewest = say("proven minimal: no plan has fewer transfers") if plan.proven_minimal else say("not proven minimal")
    frozen = say("{way}; {fewest}. Fixed in event {version}.", way=way, fewest=fewest, version=plan.version)
    return " ".join([frozen, *_from_elsewhere(report)])


def _from_elsewhere(report: NightReport) -> Iterator[str]:
    """The sentences about old debts in the plan, about its rounding, and about later nights that took it over."""
    plan, voice = report.transfers, report.voice
    if plan.old_debts:
        debts = [
            f"{voice.name(debt.payer)} → {voice.name(debt.payee)} {voice.money(debt.cents)} ({report.night_called(debt.night)})"
            for debt in plan.old_debts
        ]
        yield say("Old debts that went in: {debts}.", debts=", ".join(debts))
    if plan.rounded:
        moved = [f"{voice.name(one.player)} {voice.money(one.cents, signed=True)}" for one in plan.rounded]
        yield say("Rounded, and given up for good: {players}.", players=listed(moved))
    if plan.netted_into:
        into = listed([report.night_called(night) for night in plan.netted_into])
        yield say("What is netted went into {nights} and is paid there.", nights=into)


def gap_texts(report: NightReport) -> list[str]:
    """The result of the counts: who was not counted, what cannot be seen, who bore the gap."""
    gap = report.gap
    sentences = []
    if gap.in_the_book:
        sentences.append(say("Chips in the book alone: nothing is counted, and no gap can arise."))
    elif not gap.found and report.verdict.phase != "open":
        sentences.append(say("Every count agreed with the book."))
    if gap.confirmed:
        sentences.append(
            say("Counts that the players confirmed themselves: {people}.", people=report.voice.people(gap.confirmed))
        )
    if gap.uncounted:
        people = report.voice.people(gap.uncounted)
        sentences.append(say("Not counted, so their stacks are those of the book: {people}.", people=people))
    sentences += [
        say(
            "Since event {version} the book says {book} for {player}, who counted {counted}; nobody has counted again yet, "
            "or let it stand.",
            version=one.changed_by,
            book=one.book,
            player=report.name(one.player),
            counted=one.counted,
        )
        for one in gap.recounts
    ]
    if not gap.can_be_seen:
        sentences.append(
            say("The banker played from a box whose chips were not declared, so no gap in it can be seen.")
        )
    return [*sentences, *filter(None, [_end_text(report)])]


def _end_text(report: NightReport) -> str:
    gap = report.gap
    if gap.ended is None:
        return say("It is not resolved yet.") if gap.chips else ""
    text = gap_resolved(
        commands.ResolveGap(by=gap.ended.by, charges=gap.ended.charges, reason=gap.ended.reason), report.voice
    )
    return say("{sentence} (event {version})", sentence=text, version=gap.ended.version)


def transfer_text(payer: str, payee: str, amount: str, *, paid: bool = False) -> str:
    """Who pays whom, as in “Dora → Bo 20.00”, with a tick once it is paid."""
    return f"{payer} → {payee} {amount}{' ✓' if paid else ''}"


def result_text(report: NightReport, account: Account) -> str:
    """Who wins or loses, and how much."""
    amount = report.voice.money(abs(account.result))
    if account.result > 0:
        return say("{player} wins {amount}", player=account.name, amount=amount)
    if account.result < 0:
        return say("{player} loses {amount}", player=account.name, amount=amount)
    return say("{player} breaks even, {amount}", player=account.name, amount=amount)


def hands_won_text(account: Account) -> str:
    """How many hands the player played and won; empty for none."""
    if not account.hands_played:
        return ""
    return say("{hands}, {won} won", hands=counted(account.hands_played, "hand"), won=account.hands_won)


def chips_text(account: Account) -> str:
    """The chips of the account as one sum: "450 from the bank − 50 handed back − 80 in play (31 hands, 4 won) = 320 on the table"."""
    parts = [say("{chips} from the bank", chips=account.issued)]
    if account.returned:
        parts.append(say("{chips} handed back", chips=_term(-account.returned)))
    if hands := hands_won_text(account):
        parts.append(say("{chips} in play ({hands})", chips=_term(account.hands), hands=hands))
    besides = (
        (account.transferred, to_say("{chips} passed on")),
        (account.ruled, to_say("{chips} by ruling")),
        (account.gap, to_say("{chips} at the count")),
    )
    parts += [say(template, chips=_term(chips)) for chips, template in besides if chips]
    return say("Chips: {sum} = {stack} on the table.", sum=" ".join(parts), stack=account.stack)


def _term(chips: int) -> str:
    return f"{MINUS} {-chips}" if chips < 0 else f"+ {chips}"


def money_text(report: NightReport, account: Account) -> str:
    """The result as a sum: the chips of play at their worth, the other parts, then what is paid of it."""
    money = report.voice.money
    play = account.hands + account.transferred + account.ruled + account.gap
    parts = [say("{chips} chips at {unit}", chips=signed(play), unit=money(account.unit))]
    besides = [
        say(template, amount=money(cents, signed=True))
        for cents, template in (
            (account.gap_share, to_say("share of the gap {amount}")),
            (account.bank_ruled, to_say("chips of the bank by ruling {amount}")),
            (account.on_account, to_say("scores on account {amount}")),
            (account.fund_share, to_say("share of what was set aside {amount}")),
        )
        if cents
    ]
    if besides:
        parts.append(", ".join([money(play * account.unit), *besides]))
    parts.append(money(account.result))
    return " ".join([say("Result: {sum}.", sum=" = ".join(parts)), *_paid_texts(report, account)])


def _paid_texts(report: NightReport, account: Account) -> Iterator[str]:
    """What became of the result so far, what came from other nights and went into them, and what is left of it."""
    money = report.voice.money
    yield from _paid_text(report, account.paid)
    yield from _beside_the_result(report, account)
    if account.netted:
        yield say("Carried into later nights {amount}.", amount=money(-account.netted, signed=True))
    if account.due > 0:
        yield say("Still to get: {amount}.", amount=money(account.due))
    if account.due < 0:
        yield say("Still to pay: {amount}.", amount=money(-account.due))


def before_the_plan(report: NightReport, account: Account) -> Iterator[str]:
    """What makes what a player gets or pays by the plan another sum than their result, a sentence each.

    What was paid by the plan, or carried on from it, is not what the plan came from.
    """
    yield from _paid_text(report, account.paid - report.transfers.paid_by(account.player))
    yield from _beside_the_result(report, account)


def _paid_text(report: NightReport, paid: int) -> Iterator[str]:
    money = report.voice.money
    if paid > 0:
        yield say("Paid so far {amount}.", amount=money(paid))
    if paid < 0:
        yield say("Got so far {amount}.", amount=money(-paid))


def _beside_the_result(report: NightReport, account: Account) -> Iterator[str]:
    """What is due to a player besides their result."""
    money = report.voice.money
    if account.till:
        yield say("Holds the till with {amount}.", amount=money(account.till))
    for cents, template in (
        (account.expenses, to_say("Expenses {amount}.")),
        (account.old, to_say("From earlier nights {amount}.")),
        (account.rounded, to_say("Rounded {amount}.")),
    ):
        if cents:
            yield say(template, amount=money(cents, signed=True))


def idle_runs_joined(movements: Sequence[AccountLine]) -> Iterator[tuple[AccountLine, ...]]:
    """The lines one by one; a run of hands in which the player put in nothing comes as one."""
    for idle, run in groupby(
        movements, key=lambda line: line.kind == "hand" and not (line.put_in or line.got or line.scored)
    ):
        if idle:
            yield tuple(run)
        else:
            yield from ((line,) for line in run)


def line_text(lines: Sequence[AccountLine]) -> str:
    """The line in words, or the run of hands that it stands for."""
    if len(lines) == 1:
        return lines[0].what
    return say("Hands {first} to {last}: nothing put in", first=lines[0].hand, last=lines[-1].hand)


def hand_heading(hand: HandLine) -> str:
    """The game with the dealer's options and, if it was named later, what the hand was announced as."""
    return game_text(hand.game, hand.options, hand.announced_as)


def dealer_text(report: NightReport, hand: HandLine) -> str:
    """Who dealt the hand, and whose deal it was if that is somebody else."""
    if not hand.dealer:
        return say("dead button")
    dealer = report.name(hand.dealer)
    if hand.deal_was_of:
        whose = report.name(hand.deal_was_of)
        return say("dealt by {dealer}, though it was {player}'s deal", dealer=dealer, player=whose)
    return say("dealt by {dealer}", dealer=dealer)


def pot_text(hand: HandLine) -> str:
    """The size of the pot, and how much of it came from the hand before."""
    if not hand.pot and any(stake.scored or stake.on_account for stake in hand.stakes):
        return say("no pot")
    parts = [say("pot {chips}", chips=hand.pot)]
    if hand.carried_in:
        parts.append(say("{chips} of it carried in", chips=hand.carried_in))
    if hand.set_aside:
        parts.append(say("{chips} of it set aside", chips=hand.set_aside))
    return ", ".join(parts)


def departures_text(hand: HandLine) -> str:
    """The hand's irregularities: waivers, rulings, and events redrawn after a strike."""
    sentences = [
        say("Waived in event {version}: {rule}", version=waiver.version, rule=rule_text(waiver))
        for waiver in hand.waivers
    ]
    sentences += [say("Ruling: {events}.", events=numbered(hand.rulings))] if hand.rulings else []
    if hand.redrawn:
        sentences.append(say("Redrawn after a strike or correction: {events}.", events=numbered(hand.redrawn)))
    return " ".join(sentences)


def events_text(hand: HandLine) -> str:
    """The events of the hand: "events 36-65", or "event 13" alone."""
    if hand.first == hand.last:
        return say("event {version}", version=hand.first)
    return say("events {first_to_last}", first_to_last=spanned(hand.first, hand.last))


def stakes_text(report: NightReport, hand: HandLine) -> str:
    """What each player put in, and what players paid each other beside the pot."""
    put_in = [stake_text(report, stake) for stake in hand.stakes if stake.put_in]
    beside = [f"{report.name(stake.player)} {signed(stake.scored)}" for stake in hand.stakes if stake.scored]
    owed = [
        f"{report.name(stake.player)} {report.voice.money(stake.on_account, signed=True)}"
        for stake in hand.stakes
        if stake.on_account
    ]
    sentences = [say("Put in: {players}.", players=", ".join(put_in))] if put_in else []
    sentences += [say("Beside the pot: {players}.", players=", ".join(beside))] if beside else []
    sentences += [say("On account: {players}.", players=", ".join(owed))] if owed else []
    return " ".join(sentences) or say("Nobody put in a chip.")


def streets_text(hand: HandLine) -> str:
    """The betting of the hand, street by street; empty if nobody could bet."""
    return " ".join(street_text(street) for street in hand.streets)


def stake_text(report: NightReport, stake: Stake) -> str:
    """What one player put in."""
    text = f"{report.name(stake.player)} {stake.put_in}"
    return f"{text} ({shadow_text(stake)})" if stake.by_shadow else text


def shadow_text(stake: Stake) -> str:
    """How much of it was put in on credit, by a shadow."""
    return say("{chips} by shadow", chips=stake.by_shadow)


def named_by_table(report: NightReport) -> bool:
    """Whether the table named a winner instead of the cards."""
    return any(award.by == "table" for hand in report.hands for award in hand.awards)


def proof_texts(report: NightReport) -> tuple[str, str]:
    """What the head proves, and what it does not."""
    return (
        say(
            "A head kept outside the book proves that all {number} events are there and unchanged.",
            number=report.version,
        ),
        say(
            "The chain alone proves only that nothing inside it was changed: a book that was cut short or rewritten has a "
            "sound chain too."
        ),
    )


def head_text(report: NightReport) -> str:
    """What stands above the head of the book and the command that verifies it."""
    return say("Head of the book after event {version}, and how to verify it:", version=report.version)


def verify_command(report: NightReport) -> str:
    """How to verify the book against the head."""
    return f"chipbook verify -n {report.night.id} --head {report.head}"


def rule_text(waiver: WaiverReport) -> str:
    """What the rule says to the act for which it was waived; the rule itself if that is not told."""
    return waiver.sentence or closed(capital(errors.AgainstTheRules.title_of(waiver.rule)))
