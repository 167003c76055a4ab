"""Whole nights at random, every game of the library at every depth: all of them end, add up, and are judged alike."""

from collections.abc import Iterable
from functools import cache

import pytest

from engine import commands, events
from engine.adjudicate import adjudicate
from engine.cards.card import UNKNOWN
from engine.events import Recorded
from engine.folding import fold
from engine.game.counts import is_for, players_served, seats_of
from engine.game.definition import Game
from engine.game.options import HighSpade
from engine.ledger.invariants import broken
from engine.library import GAMES
from engine.play.script.rule import with_options
from engine.reports.hand_history import hand_history
from engine.sample.table import ScratchPaper, differences, tally_of
from tests.engine.kinds import KINDS_OF_GAMES
from tests.engine.simulate import evening
from tests.engine.simulate.evening import Depth, Plan, options_for, play
from tests.engine.simulate.seeded import Seeded
from tests.engine.table import snapshot
from tests.soak import SOAK, in_turn, rounds

PEOPLE = ("anna", "bo", "carl", "dora", "eva", "finn", "gerda", "hugo", "ida", "jens")
SEEDS = (1, 2) if SOAK else (1,)
# Each game at both depths, or in a quick run each kind of game at one of them, by turns.
DEPTHS: tuple[Depth, ...] = ("cards", "book")
AT_DEPTHS = [
    pytest.param(game, depth, id=f"{game.rulebook} {game.name}-{depth}")
    for number, game in enumerate(KINDS_OF_GAMES)
    for depth in in_turn(DEPTHS, number)
]


def a_plan(games: Iterable[Game], players: int, *, hands: int = 3, depth: Depth = "cards") -> Plan:
    chosen = tuple(games)
    return Plan(
        night="night",
        club="club",
        people=PEOPLE[:players],
        games=chosen,
        hands=hands,
        depth=depth,
        rulebook=chosen[0].rulebook,
    )


def played(plan: Plan, seed: int) -> ScratchPaper:
    """The night by this seed, at whose end everything holds."""
    paper = ScratchPaper()
    assert play(plan, Seeded(seed), paper) == (), f"seed {seed}"
    records = paper.records()
    assert differences(records) == (), f"seed {seed}"
    assert snapshot(fold(list(records))) == snapshot(paper.night())
    return paper


def with_options_said(paper: ScratchPaper) -> int:
    """The hands that were announced with an option of the dealer."""
    events_of = (record.event for record in paper.records())
    return sum(isinstance(event, commands.AnnounceHand) and bool(event.options) for event in events_of)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("game", "depth"), AT_DEPTHS)
def test_every_game_is_played_to_its_end_by_the_fewest_and_the_most_players(game, depth, seed) -> None:
    hands = rounds(1, 3)
    for players in dict.fromkeys(seats_of(game)):
        paper = played(a_plan([game], players, depth=depth, hands=hands), seed)
        night, tally = paper.night(), tally_of(paper.records())
        assert (night.phase, night.hand, broken(night)) == ("planned", None, [])
        assert tally.hands == hands
        assert tally.games == {game.name: hands}
        assert not any(chips for account, chips in night.balance.items() if account.startswith("chips:"))


@pytest.mark.parametrize("game", in_turn(GAMES, 1, of=9), ids=lambda game: f"{game.rulebook} {game.name}")
def test_more_and_fewer_players_than_a_source_recommends_play_the_game_as_well(game) -> None:
    least, most = players_served(game)
    for players in {least, min(most, 10)}.difference(seats_of(game)):
        if is_for(game, players):
            assert tally_of(played(a_plan([game], players, hands=2), SEEDS[0]).records()).hands == 2


@pytest.mark.parametrize("game", KINDS_OF_GAMES, ids=lambda game: f"{game.rulebook} {game.name}")
def test_every_option_that_fits_can_be_played(game, monkeypatch) -> None:
    options = options_for(game, seats_of(game)[0])
    # In a quick run one hand with every twenty-fourth one; which of them differs from game to game.
    hands = rounds(1, 2)
    for option in in_turn(options, GAMES.index(game), of=24):
        monkeypatch.setattr(evening.Evening, "_options", lambda *_, only=option: (only,))
        most = seats_of(with_options(game, (option,)))[1]
        assert with_options_said(played(a_plan([game], most, hands=hands), 11)) == hands, option


@cache
def of_all_games(depth: Depth) -> ScratchPaper:
    """A night over all games that five can play."""
    return played(a_plan([game for game in GAMES if is_for(game, 5)], 5, hands=rounds(30, 150), depth=depth), 3)


def test_most_hands_reach_a_showdown_and_some_are_folded_out() -> None:
    paper = of_all_games("cards")
    tally = tally_of(paper.records())
    assert tally.showdowns > 0.6 * tally.hands
    assert tally.folded_out > 0
    assert tally.carried > 0
    assert 0 < with_options_said(paper) < tally.hands
    assert tally.showdowns + tally.folded_out <= tally.hands


def test_at_depth_cards_every_card_is_known() -> None:
    named = [card for record in of_all_games("cards").records() for card in _cards(record)]
    assert UNKNOWN not in named
    assert len(named) > 1000


def test_at_depth_book_no_card_is_known_and_the_table_says_who_wins() -> None:
    records = of_all_games("book").records()
    assert {card for record in records for card in _cards(record)} <= {UNKNOWN}
    assert any(isinstance(record.event, commands.NameWinners) for record in records)


def _cards(record: Recorded) -> list[str]:
    event = record.event
    return [card for field in ("cards", "drawn", "thrown", "right", "left") for card in getattr(event, field, ())]


def test_a_share_that_is_dealt_off_is_named_alone(monkeypatch) -> None:
    # Equal hands of this game are dealt off, and with the option half the pot is another share.
    monkeypatch.setattr(evening.Evening, "_options", lambda *_: (HighSpade(),))
    (game,) = (game for game in GAMES if game.name == "Five-Card 21")
    dealt_off = 0
    for seed in range(rounds(4, 12)):
        records = played(a_plan([game], 4, hands=6, depth="book"), seed).records()
        dealt_off += sum(isinstance(record.event, events.DealOffStarted) for record in records)
    assert dealt_off


def test_a_refusal_of_what_was_offered_is_a_finding() -> None:
    class Stubborn(ScratchPaper):
        def take(self, command: commands.Command) -> None:
            if isinstance(command, commands.Call):
                super().take(commands.Check(player=command.player))
            super().take(command)

    (finding,) = play(a_plan(GAMES[:1], 4, hands=5), Seeded(1), Stubborn())
    assert "was to be accepted, and is refused (" in finding


def test_a_broken_invariant_is_a_finding() -> None:
    class Thief(ScratchPaper):
        def take(self, command: commands.Command) -> None:
            super().take(command)
            if isinstance(command, commands.Bet):
                self.night().balance["pot"] -= 1

    assert any("do" in finding and "sum" in finding for finding in play(a_plan(GAMES[:1], 4), Seeded(1), Thief()))


def test_a_forged_record_differs() -> None:
    paper = played(a_plan(GAMES[:1], 4), 1)
    forged = [record for record in paper.records() if not isinstance(record.event, commands.GiveLoan)]
    assert differences(forged)
    assert not adjudicate(forged).agrees


@pytest.mark.parametrize("depth", DEPTHS)
def test_what_goes_into_every_hand_of_a_night_comes_out_of_it_or_is_carried(depth) -> None:
    """What players and the hand before put in is what was won, taken back and carried; all else they paid each other."""
    carried = 0
    for hand in hand_history(of_all_games(depth).records()):
        put_in = sum(stake.put_in for stake in hand.stakes)
        taken_back = sum(stake.got for stake in hand.stakes) - sum(award.chips for award in hand.awards)
        won = sum(award.chips for award in hand.awards)
        assert hand.carried_in == carried, hand
        carried = hand.carried_out
        assert put_in + hand.carried_in - carried == won + taken_back, hand
        assert sum(stake.scored for stake in hand.stakes) == 0, hand
        assert hand.pot == put_in + hand.carried_in, hand
