"""The rules lawyer and the book agree: each showdown of nights played at random, put to the lawyer, is won alike."""

from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from engine import commands, events
from engine.decider import accept
from engine.game.awards import HighestClosed
from engine.game.counts import is_for, own_cards, usable_shared_cards
from engine.game.steps import Reveal, TurnUntilBeaten
from engine.ids import PlayerId
from engine.judge import Case, CasePlayer, Judgement, judge
from engine.judge.case import game_of
from engine.library import GAMES
from engine.play.strength.best_hand import shares_of, takes_five_shown
from engine.play.strength.wild import hangs_on_the_deal
from engine.resolved import resolved
from engine.state import Hand, Held, Night
from tests.engine.simulate.evening import Evening, Plan
from tests.engine.simulate.seeded import Seeded
from tests.soak import rounds

PEOPLE = ("anna", "bo", "carl", "dora", "eva")
POKER = ("enemaerke", "munk", "standard")
SEEDS = range(rounds(5, 8))

Awards = dict[str, dict[PlayerId, int]]


def _seen(hand: Hand, player: PlayerId) -> CasePlayer:
    """What a person who asks the lawyer knows of one player: the cards as they lie, and what was said."""
    own = hand.cards.own[player]
    if player not in hand.still_in and player not in hand.sent_away:
        return CasePlayer(open=_texts(held for held in _turned(hand, own) if held.dealt_up), folded=True)
    if any(isinstance(step, TurnUntilBeaten) for step in hand.steps):
        return CasePlayer(cards=_texts(_turned(hand, own)))
    opened, closed = _turned(hand, own), [held for held in own if not held.up]
    if any(isinstance(step, Reveal) for step in hand.steps):
        # A pile is dealt closed, and said in the order in which it was turned.
        closed = [held for held in opened if not held.dealt_up] + closed
        opened = [held for held in opened if held.dealt_up]
    claimed, side = hand.showdown.claimed.get(player, ""), hand.showdown.sides.get(player, "")
    return CasePlayer(closed=_texts(closed), open=_texts(opened), announced=claimed, side=side)  # type: ignore[arg-type]


def _turned(hand: Hand, own: list[Held]) -> list[Held]:
    return [held for held in hand.cards.turned_up if any(held is mine for mine in own)]


def _texts(lying: Iterator[Held] | list[Held]) -> str:
    return " ".join(held.card for held in lying)


@cache
def _showdowns(seed: int, rulebook: str) -> tuple[tuple[Case, Awards], ...]:
    """The hands that known cards decided, in one pot and at once, nobody giving up: each with what was recorded."""
    return tuple(_decided(seed, rulebook))


def _decided(seed: int, rulebook: str) -> Iterator[tuple[Case, Awards]]:
    people = PEOPLE[: 2 + seed % 4]
    games = tuple(game for game in GAMES if game.rulebook == rulebook and is_for(game, len(people)))
    night, dealt_off = Night(), False
    plan = Plan(night="n", club="c", people=people, games=games, hands=len(games), rulebook=rulebook)
    for command in Evening(plan, Seeded(seed), lambda: night).said():
        happened = accept(night, command)
        dealt_off = any(isinstance(event, events.DealOffStarted) for event in happened) or (
            dealt_off and not isinstance(command, commands.AnnounceHand)
        )
        awards = [event for event in happened if isinstance(event, events.PotAwarded)]
        hand = night.last_hand
        if not awards or hand is None or hand.showdown.mucked or dealt_off:
            continue
        if any(award.by != "cards" or award.pot for award in awards):
            continue
        won = {award.share: {share.player: share.chips for share in award.shares} for award in awards}
        case = Case(
            game=hand.game.name,
            rulebook=rulebook,
            options=hand.announced.options,
            board=tuple(held.card for held in hand.cards.board),
            players={player: _seen(hand, player) for player in hand.order},
            pot=sum(sum(shares.values()) for shares in won.values()),
        )
        if night.rules.odd_chip == "first_in_order":
            yield case, won


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rulebook", POKER)
def test_the_lawyer_says_of_every_showdown_what_the_book_has_recorded(rulebook, seed) -> None:
    for case, won in _showdowns(seed, rulebook):
        judged = {
            share.share: {one.player: one.chips for one in share.winners}
            for share in judge(case).shares
            if share.winners
        }
        assert list(judged.values()) == list(won.values()), case


def _five_of(judgement: Judgement, case: Case) -> dict[str, CasePlayer]:
    """The players of the case with only the cards of the hands they win or lose with, where those are five of more."""
    told = {each.player: each for each in judgement.players}
    five: dict[str, CasePlayer] = {}
    for player, seen in case.players.items():
        cards = dict.fromkeys(card for hand in told[player].hands for card in hand.cards)
        counts = all(hand.counts for hand in told[player].hands)
        five[player] = (
            CasePlayer(cards=" ".join(cards), announced=seen.announced, side=seen.side) if counts and cards else seen
        )
    return five


@pytest.mark.parametrize("rulebook", POKER)
def test_the_lawyer_says_the_same_of_the_five_cards_that_everybody_shows(rulebook) -> None:
    """RULINGS R-D23, at the lawyer's as in the book."""
    put = 0
    for case, _ in (each for seed in SEEDS for each in _showdowns(seed, rulebook)):
        game = game_of(case, ())
        closed_counts = any(isinstance(scale, HighestClosed) for _, scale in shares_of(game))
        several = not resolved(game.deck).several.isdisjoint(case.board)
        if not takes_five_shown(game) or hangs_on_the_deal(game) or closed_counts or game.effects or several:
            continue
        if own_cards(game) + usable_shared_cards(game) <= 5:
            continue
        judgement = judge(case)
        again = judge(msgspec.structs.replace(case, players=_five_of(judgement, case)))
        assert [share.winners for share in again.shares] == [share.winners for share in judgement.shares], case
        put += 1
    assert put > 2


def test_the_nights_at_random_hold_showdowns_of_most_games() -> None:
    put = {case.game for seed in SEEDS for rulebook in POKER for case, _ in _showdowns(seed, rulebook)}
    assert len(put) > 60
