"""The order in which people show never moves money: not in any kind of game, and not where words are challenged after it."""

from collections.abc import Iterator
from itertools import islice, permutations

import pytest

from engine import commands, errors
from engine.decider import accept, decide
from engine.game.awards import LastHolding, TarokScore
from engine.game.definition import Game
from engine.game.steps import TurnUntilBeaten
from engine.play.script.offers import offers
from engine.play.spelling.rule import challengers, to_challenge
from engine.sample.acts import Dealer
from engine.sample.table import play_hand
from engine.state import Hand, Night
from tests.engine.kinds import KINDS_OF_GAMES
from tests.engine.simulate.seeded import Seeded
from tests.engine.test_told_early_or_late import opened
from tests.soak import rounds

SEEDS = range(rounds(3, 12))
ORDERS = 6
SHOWN = tuple(
    game
    for game in KINDS_OF_GAMES
    if not isinstance(game.award, TarokScore | LastHolding)
    and not any(isinstance(step, TurnUntilBeaten) for step in game.steps)
)


def at_the_showdown(game: Game, seed: int) -> tuple[Night, list[commands.Command]] | None:
    """A hand in which nobody has shown yet, and what those who show show; None where it ended before that."""
    people = 5 if game.seats and game.seats[1] >= 5 else 4
    night, chance = opened(game, people, ()), Seeded(seed)
    hand = night.hand
    assert hand is not None
    before: Night | None = None
    shows: list[commands.Command] = []
    for command in play_hand(night, hand, Dealer(hand, chance, tells=True), chance):
        if isinstance(command, commands.Muck):
            continue
        if hand.stage == "showdown":
            before = before or night.copy()
        accept(night, command)
        if isinstance(command, commands.ShowHand):
            shows.append(command)
    return (before, shows) if before is not None and len(shows) > 1 else None


def challenged(night: Night, hand: Hand, seed: int) -> None:
    """Whoever comes first doubts a word, or nobody does, until the pot is paid."""
    chance = Seeded(seed)
    while night.hand is hand:
        assert any(offer.command == commands.AcceptHands() for offer in offers(night))
        doubted = [(player, holder) for player, holder in challengers(night, hand) if chance.below(2)]
        if not doubted:
            accept(night, commands.AcceptHands())
            return
        player, holder = doubted[0]
        word = to_challenge(hand, holder)[0]
        accept(night, commands.ChallengeWord(player=player, holder=holder, word=word))


def shown_in_every_order(night: Night, shows: list[commands.Command], seed: int) -> Iterator[dict[str, int]]:
    for order in islice(permutations(shows), ORDERS):
        again = night.copy()
        hand = again.hand
        for place, command in enumerate(order):
            if place:
                refuse_challenges(again, hand)
            accept(again, command)
        if again.hand is hand and not hand.showdown.deal_offs:
            challenged(again, hand, seed)
        yield {account: chips for account, chips in again.balance.items() if chips}


def refuse_challenges(night: Night, hand: Hand) -> None:
    """While somebody has still to show, no word is challenged that lies there already."""
    for holder in hand.showdown.shown.intersection(hand.still_in):
        player = next(other for other in hand.still_in if other != holder)
        for word in to_challenge(hand, holder):
            with pytest.raises(errors.HandsAreNotAllShown):
                decide(commands.ChallengeWord(player=player, holder=holder, word=word), night)


@pytest.mark.parametrize("game", SHOWN, ids=lambda game: game.name)
def test_whoever_shows_first_the_same_chips_go_to_the_same_players(game) -> None:
    for seed in SEEDS:
        played = at_the_showdown(game, seed)
        if played is not None:
            first, *others = shown_in_every_order(*played, seed)
            assert all(other == first for other in others), seed
