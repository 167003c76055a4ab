"""Chips of a bet that nobody has matched: they go back, except where players bet by shadow."""

from engine import events
from engine.state import Hand, Night, Round


def uncalled(night: Night, hand: Hand, betting: Round) -> tuple[events.UncalledReturned, ...]:
    """What the highest payer of the round put in above everyone else; it stays where players bet by shadow."""
    if hand.game.short == "shadow" or not betting.paid:
        return ()
    ranked = sorted(betting.paid.values(), reverse=True)
    surplus = ranked[0] - (ranked[1] if len(ranked) > 1 else 0)
    if surplus == 0:
        return ()
    player = next(player for player, paid in betting.paid.items() if paid == ranked[0])
    # A ruling may have taken chips out of the pot meanwhile.
    surplus = min(surplus, night.balance.get("pot", 0))
    if surplus == 0 or player not in hand.still_in:
        return ()
    return (events.UncalledReturned(player=player, chips=surplus),)


# What follows only copies facts.


def returned(_: Night, hand: Hand, event: events.UncalledReturned) -> None:
    """The unmatched part of a bet counts neither in the round nor in the pots."""
    hand.stakes.put_in[event.player] -= event.chips
    hand.stakes.all_in.discard(event.player)
    if hand.round is not None:
        hand.round.paid[event.player] -= event.chips
