"""The sentences of expenses and tips."""

from engine import commands
from engine.grammar import listed
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
