"""What the simulated players say of an offer: the amounts and cards they fill in, and the rest as it is offered."""

from __future__ import annotations

from engine import commands
from engine.offer import Offer
from engine.sample.acts import Moment, said
from engine.sample.dealer import Dealer
from tests.engine.simulate.seeded import Seeded
from tests.engine.simulate.test_dealer import a_hand


def moment(offer: Offer, seed: int = 1) -> Moment:
    """A hand in which this is offered to a table that does not tell its cards."""
    table, chance = a_hand(), Seeded(seed)
    return Moment(table.night, table.hand, offer, Dealer(table.hand, chance, tells=False), chance)


def test_what_needs_nothing_filled_in_is_said_as_it_is_offered() -> None:
    pulled = commands.PullShadow(player="A", chips=107)
    assert said(moment(Offer(pulled, "A", owed=7))) is pulled


def test_every_bet_lies_within_its_bounds() -> None:
    offer = Offer(commands.Bet(player="A", chips=2), "A", least=2, most=9, once=50)
    bets = {said(moment(offer, seed)) for seed in range(400)}
    chips = {bet.chips for bet in bets if isinstance(bet, commands.Bet)}
    assert chips <= {*range(2, 10), 50}
    assert {2, 9, 50} <= chips
