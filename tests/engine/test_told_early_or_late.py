"""More knowledge means more checks, never another result: cards told at the deal or as late as the table allows."""

from collections import Counter
from itertools import chain, cycle, groupby, product
from typing import Literal

import pytest
from msgspec.structs import replace

from engine import commands, events
from engine.decider import accept
from engine.game.counts import is_for, own_cards, usable_shared_cards
from engine.game.definition import Game
from engine.game.options import AnyOption
from engine.game.steps import Bet, Deal, Draw, Lay
from engine.game.wilds import Costs
from engine.library import GAMES
from engine.play.around import dealt_to
from engine.play.holdings.lying import unturned
from engine.play.showdown.rule import contenders, with_a_right
from engine.play.strength.best_hand import shares_of, standings, takes_five_shown
from engine.play.strength.wild import hangs_on_own_cards
from engine.sample.acts import Dealer
from engine.sample.table import play_hand
from engine.state import UNKNOWN, Hand, Night
from tests.engine.kinds import KINDS_OF_GAMES
from tests.engine.simulate.evening import options_for
from tests.engine.simulate.seeded import Seeded
from tests.soak import SOAK

PLAYERS = ("anna", "bo", "carl", "dora", "eva")
CHIPS = (150, 40, 90, 300, 25)
SEED = 9

# What is kept back: closed cards; those thrown and drawn in exchanges as well; or every card that there is. With "five",
# closed cards that are not among the five that a player would win with are kept back for ever.
Depth = Literal["closed", "exchanged", "all", "five"]
DEPTHS: tuple[Depth, ...] = ("closed", "exchanged", "all")
Happened = tuple[events.Event, ...]


def opened(game: Game, people: int, options: tuple[AnyOption, ...]) -> Night:
    """A night at which so many wait for the first card of this game, some of them with few chips."""
    night = Night()
    rules = commands.HouseRules(rulebook="enemaerke", auto="none")
    accept(night, commands.OpenNight(night="night", club="club", banker="anna", rules=rules))
    for player, chips in zip(PLAYERS[:people], CHIPS, strict=False):
        accept(night, commands.SeatPlayer(player=player))
        accept(night, commands.GiveLoan(player=player, chips=chips))
    own = None if game in GAMES else game
    accept(night, commands.AnnounceHand(game=game.name, rulebook=game.rulebook, options=options, declaration=own))
    return night


class Late:
    """The same hand with the cards kept back until they are shown."""

    def __init__(self, night: Night, depth: Depth) -> None:
        self.night = night
        self.depth = depth
        self.happened: list[events.Event] = []

    def take(self, happened: Happened, early: Hand) -> None:
        """The act that was accepted where every card is told, and what must be said here of what followed there."""
        told, *followed = happened
        if self.hand is not None and self.hand.stage == "showdown":
            self._name_the_board(early)
        assert isinstance(told, commands.Command)
        unseen = followed if self.depth == "all" else []
        if isinstance(told, commands.TurnOwn) and self._turns_the_last(told.player):
            # Who cannot beat with the last card is out at once: what that card does is said first.
            self._say_unseen(unseen)
            unseen = []
        if isinstance(told, commands.ShowHand) and self.depth == "five":
            told = replace(told, cards=fives(early, told.player) or told.cards)
        self._say(self._without_faces(told, followed))
        self._say_unseen(unseen)
        if (
            self.hand is not None
            and self.hand.showdown.deal_offs
            and isinstance(told, commands.Deal)
            and self.depth == "all"
        ):
            # The new cards of equal hands lie open before all.
            people = dealt_to(self.hand)
            for place, player in enumerate(people):
                self._say(commands.ShowHand(player=player, cards=told.cards[place :: len(people)]))

    def end(self, early: Hand) -> None:
        """Where the cards shown do not tell how they lay, the table names the winners."""
        if self.hand is not None:
            self._say(named(self.hand, early))

    @property
    def hand(self) -> Hand | None:
        return self.night.hand

    def _say(self, command: commands.Command | None) -> None:
        if command is not None:
            self.happened += accept(self.night, command)

    def _name_the_board(self, early: Hand) -> None:
        unknown = tuple(
            held.card
            for held, lying in zip(early.cards.board, self.hand.cards.board, strict=True)
            if lying.card == UNKNOWN
        )
        if unknown:
            self._say(commands.NameCards(cards=unknown))

    def _without_faces(self, told: commands.Command, followed: list[events.Event]) -> commands.Command | None:
        open_too = self.depth == "all"
        match told:
            case commands.Deal() | commands.Lay():
                return replace(told, cards=() if open_too else self._open(told))
            case commands.DeclineCard() if self.hand is not None and told.player not in self.hand.effects.offers:
                return None
            case commands.BuyCard() | commands.CallSpit() | commands.DrawFromStock():
                return replace(told, card=UNKNOWN)
            case commands.PassCards():
                return replace(told, right=(), left=())
            case commands.ArrangeCards() | commands.Discard():
                return replace(told, cards=())
            case commands.TakeWidow():
                return replace(told, cards=(), rejected=())
            case commands.Exchange() if self.depth != "closed" and not self._asks_for_openers():
                return replace(told, thrown=(), drawn=())
            case commands.Exchange():
                return replace(told, drawn=())
            case commands.Turn() | commands.ExposeCard() if open_too:
                return replace(told, card=UNKNOWN)
            case commands.RevealCards() if open_too:
                return replace(told, cards=())
            case commands.TurnOwn() if open_too:
                beats = any(isinstance(event, events.HandBeaten) for event in followed)
                return replace(told, card=UNKNOWN, beats=beats)
        return told

    def _asks_for_openers(self) -> bool:
        """What an opener throws away unseen can never be held against anybody (RULINGS R-S1)."""
        return any(isinstance(step, Bet) and step.openers for step in self.hand.steps)

    def _open(self, told: commands.Deal | commands.Lay) -> tuple[str, ...]:
        """Those of the cards that fall open."""
        step = self.hand.cards.lays_due[0] if self.hand.cards.lays_due else self.hand.steps[self.hand.cursor]
        if isinstance(told, commands.Lay):
            assert isinstance(step, Lay)
            return told.cards[: step.up]
        assert isinstance(step, Deal)
        closed = len(self.hand.still_in) * step.closed
        return told.cards[closed:] if len(told.cards) >= closed else told.cards

    def _turns_the_last(self, player: str) -> bool:
        return len(unturned(self.hand.cards.own[player])) == 1

    def _say_unseen(self, followed: list[events.Event]) -> None:
        """What an open card does is said where the card is not."""
        for event in followed:
            match event:
                case events.SentOutByCard():
                    self._say(commands.SendOut(player=event.player))
                case events.CardGiven() if event.number:
                    self._say(commands.BuyCard(player=event.player))
                case events.FeePaid():
                    self._say(commands.PayFee(player=event.player, chips=self._fee(event.card)))

    def _fee(self, card: str) -> int:
        effects = self.hand.game.effects
        return next(effect.chips for effect in effects if isinstance(effect, Costs) and effect.touches(card))


def fives(early: Hand, player: str) -> tuple[str, ...]:
    """The five cards that the player would win with, shared ones among them; for two shares those of both.

    Empty where a hand is something else than five cards, or the player holds none that counts.
    """
    if not takes_five_shown(early.game) or early.showdown.deal_offs:
        return ()
    best = [standings(early, [player], scale).get(player) for _, scale in shares_of(early.game)]
    if best[0] is None:
        return ()
    cards = Counter[str]()
    for standing in best:
        # Of identical cards as many as the one hand or the other has.
        cards |= Counter(standing.cards if standing else ())
    several = early.deck.several
    if not several.isdisjoint(cards) and not several.isdisjoint([held.card for held in early.cards.board]):
        # Nobody could tell whose wildcard is meant.
        return ()
    return tuple(cards.elements())


def named(hand: Hand, early: Hand) -> commands.NameWinners:
    """The winners that the cards name, best hands first, as the table says it."""
    left, rankings = with_a_right(early, contenders(early)), []
    for share, scale in shares_of(hand.game):
        able = [player for player in left if early.showdown.sides.get(player, share) in (share, "both")]
        best_first = sorted(standings(early, able, scale).items(), key=lambda found: found[1].value, reverse=True)
        equal = groupby(best_first, key=lambda found: found[1].value)
        rankings.append(tuple(tuple(player for player, _ in group) for _, group in equal))
    return commands.NameWinners(rankings=tuple(rankings))


def lost_alone(hand: Hand) -> bool:
    """Whether all who declared a side have lost their right to it: a table that names winners cannot say that."""
    left = with_a_right(hand, contenders(hand))
    for share, scale in shares_of(hand.game) if hand.showdown.sides else ():
        able = [player for player in contenders(hand) if hand.showdown.sides[player] in (share, "both")]
        if able and not standings(hand, [player for player in able if player in left], scale):
            return True
    return False


def both_ways(game: Game, options: tuple[AnyOption, ...], depth: Depth, seed: int) -> tuple[Late, list[events.Event]]:
    """The hand as it was told late, and what happened where it was told early."""
    people = next(number for number in (5, 4, 3) if is_for(game, number))
    early = opened(game, people, options)
    late, happened = Late(early.copy(), depth), list[events.Event]()
    hand, chance = early.hand, Seeded(seed)
    assert hand is not None
    for command in play_hand(early, hand, Dealer(hand, chance, tells=True), chance):
        drawn = accept(early, command)
        happened += drawn
        late.take(drawn, hand)
    late.end(hand)
    if lost_alone(hand):
        return late, late.happened
    assert early.balance == late.night.balance
    return late, happened


def awards(happened: list[events.Event]) -> dict[int, Counter[str]]:
    """What each pot gave to whom."""
    won: dict[int, Counter[str]] = {}
    for event in happened:
        if isinstance(event, events.PotAwarded):
            won.setdefault(event.pot, Counter()).update({share.player: share.chips for share in event.shares})
    return won


@pytest.mark.parametrize("game", KINDS_OF_GAMES, ids=lambda game: game.name)
def test_cards_told_late_change_no_award_and_no_balance(game) -> None:
    people = next(number for number in (5, 4, 3) if is_for(game, number))
    every_option: list[tuple[AnyOption, ...]] = [(), *((option,) for option in options_for(game, people))]
    told = product(every_option, DEPTHS)
    # In a quick run every twelfth option, each with one depth; which of them differs from game to game. Plain play always.
    if not SOAK:
        some = every_option[1 + GAMES.index(game) % 12 :: 12]
        # Where nothing is exchanged, no card is kept back for that.
        plain = DEPTHS if any(isinstance(step, Draw) for step in game.steps) else ("closed", "all")
        told = chain(product([()], plain), zip(some, cycle(DEPTHS[len(game.name) % 3 :] + DEPTHS), strict=False))
    for options, depth in told:
        late, happened = both_ways(game, options, depth, SEED)
        assert awards(late.happened) == awards(happened), (options, depth)


FIVE_OF_MORE = [
    game for game in KINDS_OF_GAMES if takes_five_shown(game) and own_cards(game) + usable_shared_cards(game) > 5
]


@pytest.mark.parametrize("game", FIVE_OF_MORE, ids=lambda game: game.name)
def test_showing_exactly_the_five_that_win_comes_to_the_same_as_showing_all(game) -> None:
    """RULINGS R-D23: winner, shares and chips. Only where an unseen card decides what is wild the table says who wins."""
    people = next(number for number in (5, 4, 3) if is_for(game, number))
    every_option: list[tuple[AnyOption, ...]] = [(), *((option,) for option in options_for(game, people))]
    chosen = every_option if SOAK else [(), every_option[1 + GAMES.index(game) % (len(every_option) - 1)]]
    for options, seed in product(chosen, range(12 if SOAK else 2)):
        late, happened = both_ways(game, options, "five", seed)
        assert awards(late.happened) == awards(happened), (options, seed)
        named_by_the_table = any(isinstance(event, commands.NameWinners) for event in late.happened)
        assert not (named_by_the_table and not options and not hangs_on_own_cards(game)), seed
