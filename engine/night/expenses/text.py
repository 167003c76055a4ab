"""The sentence of an expense."""

from engine import commands
from engine.grammar import listed
from engine.registry import sentence_of
from engine.speech import say
from engine.wording import Voice


@sentence_of(commands.PayExpense)
def expense_paid(event: commands.PayExpense, voice: Voice) -> str:
    """ "Bo pays 240.00 DKK for pizza: Anna bears 120.00 DKK and Bo bears 120.00 DKK."."""
    shares = [
        say("{player} bears {money}", player=voice.name(share.player), money=voice.money(share.cents))
        for share in event.shares or ()
    ]
    return say(
        "{player} pays {money} for {purpose}: {shares}.",
        player=voice.name(event.player),
        money=voice.money(event.cents),
        purpose=event.purpose,
        shares=listed(shares),
    )
