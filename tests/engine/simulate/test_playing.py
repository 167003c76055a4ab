"""Whole nights at random, every game of the library at every depth: all of them end, add up, and are judged alike."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import cycle

import pytest

from engine import commands, events
from engine.adjudicate import adjudicate
from engine.cards.card import UNKNOWN
from engine.decider import decide, follow
from engine.events import Event, Recorded
from engine.folding import evolve, fold
from engine.game.counts import is_for, players_served, seats_of
from engine.game.definition import Game
from engine.game.options import HighSpade
from engine.ledger.invariants import broken
from engine.library import GAMES
from engine.play.script.rule import with_options
from engine.reports.hand_history import hand_history
from engine.sample.dealer import Dealer
from engine.sample.table import ScratchPaper, differences, play_hand, tally_of
from engine.state import Night
from tests.engine.kinds import KINDS_OF_GAMES
from tests.engine.simulate import evening
from tests.engine.simulate.evening import Depth, Plan, options_for, play
from tests.engine.simulate.seeded import Seeded
from tests.engine.table import snapshot
from tests.soak import SOAK, in_turn, rounds

# Whole nights at random, every game of the library at every depth: all of them end, add up, and are judged alike.

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
def test_every_game_is_played_to_its_end_by_the_fewest_and_the_most_players(
    game: Game, depth: Depth, seed: int
) -> None:
    hands = rounds(1, 3)
    for players in dict.fromkeys(seats_of(game)):
        paper = played(a_plan([game], players, depth=depth, hands=hands), seed)
        night, tally = paper.night(), tally_of(paper.records())
        assert (night.phase, night.hand, broken(night)) == ("planned", None, [])
        assert tally.hands == hands
        assert tally.games == {game.name: hands}
        assert not any(chips for account, chips in night.balance.items() if account.startswith("chips:"))


@pytest.mark.parametrize("game", in_turn(GAMES, 1, of=9), ids=lambda game: f"{game.rulebook} {game.name}")
def test_more_and_fewer_players_than_a_source_recommends_play_the_game_as_well(game: Game) -> None:
    least, most = players_served(game)
    for players in {least, min(most, 10)}.difference(seats_of(game)):
        if is_for(game, players):
            assert tally_of(played(a_plan([game], players, hands=2), SEEDS[0]).records()).hands == 2


@pytest.mark.parametrize("game", KINDS_OF_GAMES, ids=lambda game: f"{game.rulebook} {game.name}")
def test_every_option_that_fits_can_be_played(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    options = options_for(game, seats_of(game)[0])
    # In a quick run one hand with every twenty-fourth one; which of them differs from game to game.
    hands = rounds(1, 2)
    for option in in_turn(options, GAMES.index(game), of=24):
        monkeypatch.setattr(evening.Evening, "_options", lambda *_, only=option: (only,))
        most = seats_of(with_options(game, (option,)))[1]
        assert with_options_said(played(a_plan([game], most, hands=hands), 11)) == hands, option


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_seed_is_the_same_night_and_another_seed_is_another(seed: int) -> None:
    plan = a_plan([game for game in GAMES if is_for(game, 4)], 4, hands=6)
    records = played(plan, seed).records()
    assert records == played(plan, seed).records()
    assert records != played(plan, seed + 100).records()


def test_a_whole_rulebook_is_played_each_game_once_before_any_comes_again() -> None:
    games = [game for game in GAMES if game.rulebook == "munk" and is_for(game, 5)]
    counted = tally_of(played(a_plan(games, 5, hands=2 * len(games)), 7).records()).games
    assert set(counted.values()) == {2}
    assert set(counted) == {game.name for game in games}


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


def test_without_options_none_is_named() -> None:
    plan = a_plan(GAMES[:1], 4, hands=30)
    bare = Plan(**{field: getattr(plan, field) for field in Plan.__slots__} | {"options": False})
    assert with_options_said(played(bare, 1)) == 0


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


@pytest.mark.parametrize("seed", SEEDS)
def test_at_depth_bank_there_is_no_hand(seed: int) -> None:
    paper = played(a_plan(GAMES[:1], 4, hands=60, depth="bank"), seed)
    kinds = {type(record.event) for record in paper.records()}
    assert commands.AnnounceHand not in kinds
    assert {commands.TransferChips, commands.CashOut, commands.CountChips, commands.CloseNight} <= kinds
    tally = tally_of(paper.records())
    assert tally.hands == 0
    assert tally.acts >= 60


def test_a_share_that_is_dealt_off_is_named_alone(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_disputes_of_a_simulated_night_are_raised_answered_and_end_both_ways() -> None:
    happened = {
        type(record.event)
        for seed in range(1, 6)
        for record in played(a_plan(GAMES[:3], 4, hands=40, depth="bank"), seed).records()
    }
    assert happened > {
        commands.RaiseDispute,
        commands.AnswerDispute,
        commands.ResolveDispute,
        commands.GiveBanksWord,
        commands.WithdrawDispute,
    }


# A dealer's-choice night through every single game there is, with the bank balanced after every event.

PLAYERS = ("anna", "bo", "carl", "dora", "eva")
LOW = 150


class Book:
    """One night, and what must be true of it after every single event."""

    def __init__(self) -> None:
        self.night = Night()
        self.records: list[Recorded] = []

    def do(self, command: commands.Command) -> None:
        cause = len(self.records) + 1
        self._happen(decide(command, self.night), None)
        while drawn := follow(self.night):
            for event in drawn:
                self._happen(event, cause)

    def _happen(self, event: Event, cause: int | None) -> None:
        evolve(self.night, event)
        self.records.append(Recorded(len(self.records) + 1, event, cause))
        if not isinstance(event, events.EventsStruck):
            assert broken(self.night) == [], event


def _every_hand_adds_up(records: list[Recorded]) -> None:
    """What players and the hand before put in is what was won, taken back and carried; all else they paid each other."""
    hands = hand_history(records)
    assert len(hands) == len(GAMES)
    for hand in hands:
        put_in = sum(stake.put_in for stake in hand.stakes)
        taken_back = sum(stake.got for stake in hand.stakes) - sum(award.chips for award in hand.awards)
        won = sum(award.chips for award in hand.awards)
        assert put_in + hand.carried_in - hand.carried_out == won + taken_back, hand
        assert sum(stake.scored for stake in hand.stakes) == 0, hand
        assert hand.pot == put_in + hand.carried_in, hand
    carried = 0
    for hand in hands:
        assert hand.carried_in == carried, hand
        carried = hand.carried_out


@pytest.mark.parametrize("tells", [True, False], ids=["every card known", "no card known"])
def test_a_night_goes_through_every_game_of_all_rulebooks(tells: bool) -> None:  # noqa: FBT001
    chance, book = Seeded(7), Book()
    rules = commands.HouseRules(rulebook="enemaerke", auto="none" if tells else "closed")
    book.do(commands.OpenNight(night="night", club="club", banker="anna", rules=rules))
    for player in PLAYERS:
        book.do(commands.SeatPlayer(player=player))
    dealers = cycle(PLAYERS)
    for game in GAMES:
        # Some games are for four at most, some for five at least.
        people = next(PLAYERS[:number] for number in (5, 4, 3) if is_for(game, number))
        for player in people:
            if book.night.stack(player) < LOW:
                book.do(commands.GiveLoan(player=player, chips=2 * LOW))
        dealer = next(player for player in dealers if player in people)
        book.do(commands.AnnounceHand(game=game.name, rulebook=game.rulebook, dealer=dealer, players=people))
        hand = book.night.hand
        assert hand is not None
        for command in play_hand(book.night, hand, Dealer(hand, chance, tells=tells), chance):
            book.do(command)
        assert book.night.hand is None
    announced = [record.event for record in book.records if isinstance(record.event, commands.AnnounceHand)]
    assert [(event.rulebook, event.game) for event in announced] == [(game.rulebook, game.name) for game in GAMES]
    if carried := book.night.balance.get("carry", 0):
        move = commands.ChipMove("carry", "chips:bo", carried)
        book.do(commands.MakeRuling(text="the carried pot", moves=(move,), agreed_by=PLAYERS))
    for player in PLAYERS:
        book.do(commands.CountChips(player=player, chips=book.night.stack(player)))
    book.do(commands.CloseNight())
    book.do(commands.FreezePlan(kind="direct"))
    assert adjudicate(book.records).findings == ()
    _every_hand_adds_up(book.records)
    assert len({(game.rulebook, game.name) for game in GAMES}) >= 71 + 10
