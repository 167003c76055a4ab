"""Games with a doubling, played at random: offers hold, chips add up, and cards told late change nothing."""

import random
from functools import cache

import pytest

from engine import commands
from engine.adjudicate import adjudicate
from engine.folding import fold
from engine.game.definition import Game
from engine.game.steps import Bet, Deal, Double, Draw
from engine.sample.acts import Dealer
from engine.sample.table import play_hand
from tests.engine.play.betting.test_doubling import with_double
from tests.engine.simulate.seeded import Seeded
from tests.engine.table import HOUSE_LIMIT, announce, game, house, opened, snapshot
from tests.engine.test_offers import Witness
from tests.engine.test_told_early_or_late import DEPTHS, awards, both_ways
from tests.engine.walker import check
from tests.soak import rounds

GAMES: tuple[Game, ...] = (
    with_double(),
    with_double(short="tap-out", out_of_turn="binds"),
    with_double(short="shadow", limit=HOUSE_LIMIT, out_of_turn="stays"),
    game(Deal(down=5), Double(), Bet(), Draw(up_to=3), Double()),
)
SEEDS = range(1, 1 + rounds(3, 24))
ACTS = 150


class Doubling(Witness):
    """A walk in which players who may double often do, in turn or not, by name or by chips."""

    def act(self) -> None:
        hand = self.night.hand
        at_it = hand is not None and hand.stage == "playing" and isinstance(hand.steps[hand.cursor], Double)
        if hand is None or not at_it or self.chance.random() < 0.6:
            super().act()
            return
        player = self.chance.choice(hand.order)
        chips = max(1, hand.stakes.put_in[player] + self.chance.choice((0, 0, 1)))
        said = (commands.DoubleStakes(player=player), commands.PutIn(player=player, chips=chips))
        self.try_to(self.chance.choice(said))


@cache
def walked(seed: int) -> Doubling:
    """The night by this seed, after its last act."""
    walk = Doubling(random.Random(seed), GAMES)
    walk.run(ACTS)
    return walk


@pytest.mark.parametrize("seed", SEEDS)
def test_on_a_night_at_random_a_doubling_is_offered_as_it_is_accepted_and_the_book_adds_up(seed) -> None:
    walk = walked(seed)
    check(snapshot(fold(walk.records)) == snapshot(walk.night), "the fold of the records is another night")
    check(adjudicate(walk.records).agrees, adjudicate(walk.records).findings)


def test_the_nights_at_random_do_double_and_nobody_raises_it() -> None:
    doubled = 0
    for seed in SEEDS:
        said = [record.event for record in walked(seed).records if isinstance(record.event, commands.Wager)]
        doubled += sum(event.said == "double" for event in said)
        raised = [event for event in said if isinstance(event, commands.Raise) and event.said == "double"]
        assert all("stakes_are_doubled_once" in [waiver.rule for waiver in event.waived] for event in raised)
    assert doubled > len(SEEDS)


@pytest.mark.parametrize("tells", [True, False], ids=["cards", "book"])
@pytest.mark.parametrize("declared", GAMES)
def test_a_simulated_table_plays_it_to_the_end(declared, tells) -> None:
    chance, said = Seeded(3), list[commands.Command]()
    for _ in range(rounds(4, 8)):
        table = opened("ABCD", {"A": 500, "B": 300, "C": 40, "D": 9}, rules=house(auto="none"))
        table.do(announce(declared))
        hand = table.hand
        for command in play_hand(table.night, hand, Dealer(hand, chance, tells=tells), chance):
            table.do(command)
            said.append(command)
        assert table.night.hand is None
    assert [command for command in said if isinstance(command, commands.DoubleStakes)]


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("declared", GAMES)
def test_cards_told_late_change_no_award_and_no_balance(declared, depth) -> None:
    for seed in range(1, 1 + rounds(2, 3)):
        late, happened = both_ways(declared, (), depth, seed)
        assert awards(late.happened) == awards(happened)
