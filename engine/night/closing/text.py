"""One short sentence for the close, the gap, the plan and each payment."""

from collections.abc import Sequence

from engine import commands, events
from engine.grammar import listed
from engine.registry import sentence_of
from engine.speech import say, say_number, to_say
from engine.wording import Voice, closed, off_by, tells

# Who bears a gap: in equal parts, whatever each has won or lost.
BEARERS = {
    "banker": to_say("the banker"),
    "player": to_say("one player"),
    "winners": to_say("the winners, in equal parts whatever each has won"),
    "losers": to_say("the losers, in equal parts whatever each has lost"),
    "all": to_say("everyone who played, in equal parts"),
}
# The same where an equal part would have made a winner of a loser, or the other way round.
BEARERS_AT_MOST = {
    "winners": to_say("the winners, in equal parts, but nobody pays more than they have won"),
    "losers": to_say("the losers, in equal parts, but nobody gets more than they have lost"),
}
WAYS = {"bank": to_say("everyone with the banker"), "direct": to_say("from player to player")}


tells(commands.CloseNight, "The night is closed; all chips go back to the box.")


@sentence_of(commands.FreezePlan)
def plan_frozen(event: commands.FreezePlan, voice: Voice) -> str:
    way = say(WAYS[event.kind])
    text = say_number(
        "Who pays whom is settled: {number} payment, {way}.",
        "Who pays whom is settled: {number} payments, {way}.",
        len(event.transfers or ()),
        way=say("{way}, as few as can be", way=way) if event.proven_minimal else way,
    )
    return " ".join((text, *_old_debts(event, voice), *_rounded(event, voice)))


def _old_debts(event: commands.FreezePlan, voice: Voice) -> Sequence[str]:
    """ "Old debts that went in: Carl → Bo 27.25 DKK.", or nothing."""
    debts = [
        f"{voice.name(debt.payer)} → {voice.name(debt.payee)} {voice.money(debt.cents)}" for debt in event.old_debts
    ]
    return [say("Old debts that went in: {debts}.", debts=", ".join(debts))] if debts else []


def _rounded(event: commands.FreezePlan, voice: Voice) -> Sequence[str]:
    """ "Rounded: Anna +0.25 DKK and Bo −0.25 DKK.", without the coin, which the house rules say, or nothing."""
    moved = [f"{voice.name(charge.player)} {voice.money(charge.cents, signed=True)}" for charge in event.rounded]
    return [say("Rounded: {charges}.", charges=listed(moved))] if moved else []


@sentence_of(commands.RecordPayment)
def payment_recorded(event: commands.RecordPayment, voice: Voice) -> str:
    if not voice.at:
        return voice.say("Transfer {transfer}: {money} paid.", event)
    return voice.say("Transfer {transfer}, {between}: {money} paid.", event, between=voice.at)


@sentence_of(events.GapFound)
def gap_found(event: events.GapFound, voice: Voice) -> str:
    """The sentence of a count that is off, with the money it gives or takes until the gap is resolved."""
    off = off_by(event)
    if not event.cents:
        return voice.say("{player}'s count is off: the book says {book}, counted {counted}, {off}.", event, off=off)
    money = voice.money(abs(event.cents))
    if event.cents < 0:
        return voice.say(
            "{player}'s count is off: the book says {book}, counted {counted}, {off}; {player} is credited {money} less "
            "than the book says.",
            event,
            off=off,
            money=money,
        )
    return voice.say(
        "{player}'s count is off: the book says {book}, counted {counted}, {off}; {player} is credited {money} more "
        "than the book says.",
        event,
        off=off,
        money=money,
    )


@sentence_of(commands.ResolveGap)
def gap_resolved(event: commands.ResolveGap, voice: Voice) -> str:
    """The sentence of a gap resolved: missing chips cost their holder money that somebody gets; a surplus is paid."""
    charges = event.charges or ()
    sizes = [abs(charge.cents) for charge in charges] or [0]
    bearers = BEARERS_AT_MOST if event.by in BEARERS_AT_MOST and max(sizes) - min(sizes) > 1 else BEARERS
    text = _borne(charges, say(bearers[event.by]), voice)
    if event.reason.strip():
        return " ".join((text, say("The reason given: {words}", words=closed(event.reason))))
    return text


def _borne(charges: Sequence[commands.Charge], bearers: str, voice: Voice) -> str:
    worth = sum(charge.cents for charge in charges)
    if not charges:
        return say("The gap falls on {bearers}.", bearers=bearers)
    sizes = [abs(charge.cents) for charge in charges]
    if sizes[0] - sizes[-1] == 1 and sizes == sorted(sizes, reverse=True):
        bearers = say(
            "{bearers}; those who sat down first take the larger parts where it does not divide evenly",
            bearers=bearers,
        )
    money = voice.money(abs(worth))
    parts = listed([_part(charge, gets=worth > 0, voice=voice) for charge in charges])
    if worth > 0:
        return say(
            "The chips missing at the count have cost {money}; that goes to {bearers}: {parts}.",
            money=money,
            bearers=bearers,
            parts=parts,
        )
    return say(
        "The chips over at the count have brought {money}; that is paid by {bearers}: {parts}.",
        money=money,
        bearers=bearers,
        parts=parts,
    )


def _part(charge: commands.Charge, *, gets: bool, voice: Voice) -> str:
    name, money = voice.name(charge.player), voice.money(abs(charge.cents))
    if gets:
        return say("{player} gets {money}", player=name, money=money)
    return say("{player} pays {money}", player=name, money=money)
