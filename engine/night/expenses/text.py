"""The sentences of expenses, tips and fees."""

from engine import commands, events
from engine.grammar import counted, listed
from engine.registry import sentence_of
from engine.wording import Voice


@sentence_of(commands.PayExpense)
def expense_paid(event: commands.PayExpense, voice: Voice) -> str:
    """ "Bo pays 240.00 DKK for pizza: Anna bears 120.00 DKK and Bo bears 120.00 DKK."."""
    if event.kitty:
        return voice.say("{player} pays {money} for {purpose} out of the kitty.", event)
    shares = [voice.say("{player} bears {money}", share) for share in event.shares or ()]
    return voice.say("{player} pays {money} for {purpose}: {shares}.", event, shares=listed(shares))


@sentence_of(commands.GiveTip)
def tip_given(event: commands.GiveTip, voice: Voice) -> str:
    """ "Anna tips Carl 20.00 DKK." """
    if event.payee is None:
        return voice.say("{player} puts {money} into the kitty.", event)
    return voice.say("{player} tips {payee} {money}.", event)


@sentence_of(events.FeeCharged)
def fee_charged(event: events.FeeCharged, voice: Voice) -> str:
    """ "The fee for the room: Anna 5.00 DKK and Bo 5.00 DKK." With chips: "Anna 2 chips"."""
    shares = [
        f"{voice.name(share.player)} {counted(share.chips, 'chip') if share.chips else voice.money(share.cents)}"
        for share in event.shares
    ]
    return voice.say("The fee for {purpose}: {shares}.", event, shares=listed(shares))
