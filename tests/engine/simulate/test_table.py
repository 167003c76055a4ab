"""The sampled table: what its dealer deals, what its players do, and a trial of a game."""

from collections import Counter

import pytest
from msgspec.structs import replace

from engine import commands
from engine.cards.deck import FRENCH_52
from engine.game.definition import Kitty
from engine.game.findings import findings
from engine.game.steps import NameGame
from engine.library import named
from engine.offer import Offer
from engine.sample import table as trials
from engine.sample.acts import Dealer, Situation, command_for, one_in, shuffled, weighed
from engine.sample.table import trial
from engine.state import UNKNOWN
from tests.engine.game.played import declared
from tests.engine.simulate.seeded import Seeded
from tests.engine.table import Table, opened
from tests.soak import rounds

# The simulated dealer: one real deck, no card twice, shuffled again when the stock is used up (RULINGS R-M13).


def a_hand() -> Table:
    return opened("ABC").do(commands.AnnounceHand(game="Straight Poker", dealer="C"))


def test_every_card_of_the_deck_falls_once() -> None:
    dealer = Dealer(a_hand().hand, Seeded(), tells=True)
    assert sorted(dealer.cards(20) + dealer.cards(32)) == sorted(FRENCH_52)


def test_when_the_stock_is_used_up_what_does_not_lie_on_the_table_is_shuffled() -> None:
    hand = a_hand().hand
    dealer = Dealer(hand, Seeded(), tells=True)
    first = dealer.cards(50)
    for held, card in zip(hand.cards.own["A"], first, strict=False):
        held.card = card
    hand.still_in = ["A"]
    again = dealer.cards(10)
    # The rest of the stock comes first.
    assert set(again[:2]) == set(FRENCH_52) - set(first)
    assert set(again[2:]) <= set(first[5:])
    assert len(set(again)) == 10


def test_a_dealer_who_does_not_tell_names_no_card() -> None:
    dealer = Dealer(a_hand().hand, Seeded(), tells=False)
    assert (dealer.cards(5), dealer.card(), dealer.has(99)) == ((), UNKNOWN, True)


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    chance = Seeded()
    orders = Counter(tuple(shuffled(chance, "abc")) for _ in range(6000))
    assert len(orders) == 6
    assert min(orders.values()) > 850


def test_things_are_drawn_by_their_weight() -> None:
    chance = Seeded()
    drawn = Counter(weighed(chance, "abc", (3, 0, 1)) for _ in range(4000))
    assert drawn["b"] == 0
    assert drawn["a"] == pytest.approx(3000, rel=0.1)
    assert {weighed(chance, "ab", (0, 0)) for _ in range(50)} == {"a", "b"}
    assert sum(one_in(chance, 4) for _ in range(4000)) == pytest.approx(1000, rel=0.15)


# What the simulated players say of an offer: the amounts and cards they fill in, and the rest as it is offered.


def moment(offer: Offer, seed: int = 1) -> Situation:
    """A hand in which this is offered to a table that does not tell its cards."""
    table, chance = a_hand(), Seeded(seed)
    return Situation(table.night, table.hand, offer, Dealer(table.hand, chance, tells=False), chance)


def test_what_needs_nothing_filled_in_is_said_as_it_is_offered() -> None:
    pulled = commands.PullShadow(player="A", chips=107)
    assert command_for(moment(Offer(pulled, "A", owed=7))) is pulled


def test_every_bet_lies_within_its_bounds() -> None:
    offer = Offer(commands.Bet(player="A", chips=2), "A", least=2, most=9, once=50)
    bets = {command_for(moment(offer, seed)) for seed in range(rounds(120, 400))}
    chips = {bet.chips for bet in bets if isinstance(bet, commands.Bet)}
    assert chips <= {*range(2, 10), 50}
    assert {2, 9, 50} <= chips


# A declaration is tried once before it is taken: what would break at the table breaks on scratch paper.


def own(name: str) -> object:
    """A game of a rulebook under a name that no rulebook has."""
    return replace(named(name)[0], name="Ours", rulebook="own")


@pytest.mark.parametrize("name", ["Short-Deck Hold'em", "Baseball", "Razz", "Tarok", "Lift Smoke", "Five-Card 21"])
def test_a_game_that_can_be_played_passes(name) -> None:
    assert trial(own(name)) == ()


@pytest.mark.parametrize(
    ("name", "chips"),
    [("Short-Deck Hold'em", 1), ("Baseball", 3), ("Lift Smoke", 50), ("Five-Card 21", 1), ("Straight Poker", 50)],
)
def test_a_game_with_a_kitty_passes(name, chips) -> None:
    assert trial(replace(own(name), kitty=Kitty(chips=chips))) == ()


def test_what_is_refused_on_the_way_is_told() -> None:
    game = declared(NameGame(("Nonsense",)), rulebook="own")
    assert findings(game) == ()
    (found,) = trial(game)
    assert found.code == "cannot_be_played"
    assert "Five Cards was tried by" in found.sentence
    assert "cannot be played to its end" in found.sentence


def test_a_fault_of_the_program_is_told_by_its_kind(monkeypatch) -> None:
    def fails(*_: object) -> None:
        raise KeyError("small")

    monkeypatch.setattr(trials, "play", fails)
    trial.cache_clear()
    (found,) = trial(own("Razz"))
    assert "KeyError: 'small'." in found.sentence


def test_a_trial_is_the_same_every_time() -> None:
    numbers = [trials.Shuffle().below(1000) for _ in range(3)]
    assert numbers == numbers[:1] * 3
