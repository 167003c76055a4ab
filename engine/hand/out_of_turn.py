"""A bet made before its turn where it binds: when the turn comes, it is made as it was said (RULINGS R-S15).

Where the price has gone above it meanwhile, the player calls that or folds; their chips are in the pot either way.
"""

from engine import events
from engine.hand.betting import lead, new_least
from engine.state import Hand, Night, Round, begun


def early_bet_stands(hand: Hand, betting: Round) -> tuple[events.EarlyBetStands, ...]:
    """What is no choice any more of the player whose turn it is: the bet they made before it, if it is high enough."""
    if hand.game.out_of_turn != "binds" or betting.anyone:
        return ()
    player = betting.waiting[0]
    if player not in betting.ahead or betting.paid[player] < betting.price:
        return ()
    to = betting.paid[player]
    by = to - betting.price
    return (events.EarlyBetStands(player=player, to=to, by=by, least=new_least(hand, betting, by)),)


# What follows only copies facts.


def stood(_: Night, hand: Hand, event: events.EarlyBetStands) -> None:
    """Their bet counts from now on, and they are as free as anybody when they are asked again."""
    betting, player = begun(hand.round), event.player
    betting.ahead.remove(player)
    if event.by:
        lead(hand, betting, event)
        return
    betting.waiting.remove(player)
    betting.answered_at[player] = betting.price
