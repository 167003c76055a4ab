"""Every variant that PokerKit plays, all-in with unequal stacks, here and there: each difference has its rule.

What may differ: PokerKit gives odd chips otherwise, lets hands share the low half of a side pot that do not qualify for
it, counts neither a blind nor two players when it caps the raises of a round, and reads a short all-in otherwise.
"""

import random
from collections import Counter
from typing import Any, NamedTuple

import pytest

from engine import commands
from engine.cards.deck import of_ranks_and_suits
from engine.decider import accept
from engine.game.betting import BringIn, FixedLimit
from engine.game.definition import Deck, Game
from engine.game.steps import Burn, Deal, Draw, Lay
from engine.library import named
from engine.offer import Offer
from engine.play.betting.limits import may_not_raise, to_bring_in
from engine.play.dealing.rule import cards_wanted
from engine.play.script.offers import offers
from engine.state import Hand, Night
from tests.engine.settling import Settlement, in_ascii
from tests.soak import ALL_HANDS

pokerkit: Any = pytest.importorskip("pokerkit")

# So many hands of each variant; CHIPBOOK_ALL_HANDS=1 plays more.
HANDS = 300 if ALL_HANDS else 14
AUTO = pokerkit.Automation
DOES = (
    *(AUTO.ANTE_POSTING, AUTO.BET_COLLECTION, AUTO.BLIND_OR_STRADDLE_POSTING, AUTO.HAND_KILLING),
    *(AUTO.HOLE_CARDS_SHOWING_OR_MUCKING, AUTO.CHIPS_PUSHING, AUTO.CHIPS_PULLING),
)
ROYAL = Deck("royal-20", pack=" ".join(of_ranks_and_suits(("10", "J", "Q", "K", "A"))))
BLINDS = {"raw_antes": 0, "raw_blinds_or_straddles": (1, 2)}
SIZES = {"small_bet": 2, "big_bet": 4}
STUD = {"raw_antes": 1, "bring_in": 2, "small_bet": 4, "big_bet": 8}
HIGH, LOW_8 = pokerkit.StandardHighHand, pokerkit.EightOrBetterLowHand


class Variant(NamedTuple):
    """How PokerKit calls it and compares its hands; `most` players, so that no pack runs out."""

    peer: str
    said: dict[str, Any]
    hands: tuple[Any, ...]
    most: int = 6


VARIANTS: dict[str, Variant] = {
    "Texas Hold'em": Variant("NoLimitTexasHoldem", {**BLINDS, "min_bet": 2}, (HIGH,)),
    "Fixed-Limit Hold'em": Variant("FixedLimitTexasHoldem", {**BLINDS, **SIZES}, (HIGH,)),
    "Short-Deck Hold'em": Variant("NoLimitShortDeckHoldem", {**BLINDS, "min_bet": 2}, (pokerkit.ShortDeckHoldemHand,)),
    "Royal Hold'em": Variant("NoLimitRoyalHoldem", {**BLINDS, "min_bet": 2}, (HIGH,)),
    "Omaha": Variant("PotLimitOmahaHoldem", {**BLINDS, "min_bet": 2}, (pokerkit.OmahaHoldemHand,)),
    "Fixed-Limit Omaha Hi/Lo 8": Variant(
        "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
        {**BLINDS, **SIZES},
        (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand),
    ),
    "Seven-Card Stud": Variant("FixedLimitSevenCardStud", STUD, (HIGH,)),
    "Stud Hi/Lo 8": Variant("FixedLimitSevenCardStudHighLowSplitEightOrBetter", STUD, (HIGH, LOW_8)),
    "Razz": Variant("FixedLimitRazz", STUD, (pokerkit.RegularLowHand,)),
    "2-7 Single Draw": Variant(
        "NoLimitDeuceToSevenLowballSingleDraw", {**BLINDS, "min_bet": 2}, (pokerkit.StandardLowHand,)
    ),
    "2-7 Triple Draw": Variant(
        "FixedLimitDeuceToSevenLowballTripleDraw", {**BLINDS, **SIZES}, (pokerkit.StandardLowHand,), 4
    ),
    "Badugi": Variant("FixedLimitBadugi", {**BLINDS, **SIZES}, (pokerkit.BadugiHand,), 4),
}


def declared(name: str) -> Game:
    if name == "Royal Hold'em":
        return named("Texas Hold'em")[0].but(name, deck=ROYAL, seats=(2, 6), rulebook="own")
    return named(name, "standard")[0]


class Match:
    """One hand, dealt and played alike here and by PokerKit."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.variant, self.game, self.chance = VARIANTS[name], declared(name), chance
        self.differs: Counter[str] = Counter()
        players = [f"p{number}" for number in range(chance.randint(2, self.variant.most))]
        stacks = [chance.randint(3, 60) for _ in players]
        self.night = Night()
        rules = commands.HouseRules(rulebook="standard", auto="none")
        self._say(commands.OpenNight(night="n", club="c", banker=players[0], unit=1, rules=rules))
        for player, chips in zip(players, stacks, strict=True):
            self._say(commands.SeatPlayer(player=player), commands.BuyChips(player=player, chips=chips))
        own = self.game if self.game.rulebook == "own" else None
        self._say(
            commands.AnnounceHand(game=self.game.name, rulebook=self.game.rulebook, dealer=players[-1], declaration=own)
        )
        assert self.night.hand is not None
        self.hand: Hand = self.night.hand
        self.order = list(self.hand.order)
        self.pack = list(self.hand.deck.cards if self.hand.deck else ())
        chance.shuffle(self.pack)
        self.due: dict[str, list[str]] = {player: [] for player in self.order}
        self.board: list[str] = []
        self.theirs = getattr(pokerkit, self.variant.peer).create_state(
            DOES,
            ante_trimming_status=True,
            raw_starting_stacks=tuple(stacks),
            player_count=len(players),
            **self.variant.said,
        )

    def _say(self, *said: commands.Command) -> None:
        for command in said:
            accept(self.night, command)

    def play(self) -> None:
        """To the end of the hand, here and there."""
        while self.night.hand is not None:
            if self.hand.stage == "showdown":
                self._show()
            elif self.hand.round is not None:
                self._bet(self.hand.round.waiting[0])
            else:
                self._step()
        self._deal_theirs()
        goes_on_there = self.theirs.status
        assert not goes_on_there, "PokerKit's hand is over as well."

    def _taken(self, number: int) -> tuple[str, ...]:
        return tuple(self.pack.pop() for _ in range(number))

    def _step(self) -> None:
        match self.hand.steps[self.hand.cursor]:
            case Deal() as step:
                before = {player: len(own) for player, own in self.hand.cards.own.items()}
                self._say(commands.Deal(cards=self._taken(cards_wanted(self.hand, step))))
                for player in self.order:
                    self.due[player] += [held.card for held in self.hand.cards.own[player][before.get(player, 0) :]]
            case Burn():
                self._say(commands.Burn())
            case Lay() as step:
                cards = self._taken(step.up)
                self.board += cards
                self._say(commands.Lay(cards=cards))
            case Draw() as step:
                self._draw(self.hand.asked.waiting[0], min(step.up_to, 2))
            case step:
                raise AssertionError(step)
        self._deal_theirs()

    def _draw(self, player: str, most: int) -> None:
        thrown = tuple(
            self.chance.sample([held.card for held in self.hand.cards.own[player]], self.chance.randint(0, most))
        )
        drawn = self._taken(len(thrown))
        self._say(commands.Exchange(player=player, number=len(thrown), thrown=thrown, drawn=drawn))
        self._deal_theirs()
        assert self.theirs.stand_patter_or_discarder_index == self.order.index(player)
        self.theirs.stand_pat_or_discard(in_ascii(thrown))
        self.due[player] += drawn

    def _deal_theirs(self) -> None:
        """PokerKit gets the cards that lie here, as soon as it wants them."""
        while True:
            if self.theirs.can_burn_card():
                self.theirs.burn_card("??")
            elif self.theirs.can_deal_board() and self.board:
                self.theirs.deal_board(in_ascii(self.board))
                self.board.clear()
            elif (dealee := self.theirs.hole_dealee_index) is not None and self.due[self.order[dealee]]:
                cards = self.due[self.order[dealee]]
                self.theirs.deal_hole(in_ascii(cards), dealee)
                cards.clear()
            else:
                return

    # Betting

    def _bet(self, player: str) -> None:
        self._deal_theirs()
        asked_there = self.theirs.actor_index
        assert asked_there == self.order.index(player), "The same player is asked."
        open_to = {type(offer.command): offer for offer in offers(self.night)}
        raising = open_to.get(commands.Raise) or open_to.get(commands.Bet)
        if bring_in := to_bring_in(self.hand):
            self._say(commands.Bet(player=player, chips=min(bring_in.chips, raising.most)))
            self.theirs.post_bring_in()
            return
        if (raising is not None) != self.theirs.can_complete_bet_or_raise_to():
            self.differs[self._why_one_may_raise(player, ours=raising is not None)] += 1
        roll = self.chance.randrange(100)
        if raising is not None and roll < 45 and self._raises(player, raising, all_in=roll < 30):
            return
        if commands.Call in open_to and roll >= 92:
            self._say(commands.Fold(player=player))
            self.theirs.fold()
            return
        self._say(commands.Call(player=player) if commands.Call in open_to else commands.Check(player=player))
        self.theirs.check_or_call()

    def _raises(self, player: str, raising: Offer, *, all_in: bool) -> bool:
        """Whether both let the player raise to the same price."""
        betting = self.hand.round
        by = raising.most if all_in else raising.least
        to = betting.price + by
        if not self.theirs.can_complete_bet_or_raise_to(to):
            if self.theirs.can_complete_bet_or_raise_to():
                self.differs[self._why_another_size(player, to)] += 1
            return False
        self._say(commands.Raise(player=player, by=by) if betting.price else commands.Bet(player=player, chips=by))
        self.theirs.complete_bet_or_raise_to(to)
        return True

    def _why_one_may_raise(self, player: str, *, ours: bool) -> str:
        betting, limit = self.hand.round, self.hand.game.limit
        if not ours:
            refusals = [refusal.code for refusal in may_not_raise(self.night, self.hand, betting, player)]
            assert refusals, f"{player} may raise there, and nothing forbids it here."
            return refusals[0]
        others = [other for other in self.hand.still_in if other != player]
        able = [other for other in others if self.night.stack(other)]
        if isinstance(limit, FixedLimit) and len(able) < 2:
            return "between two players there is no cap"
        if self._is_short(player):
            return "who has not acted since may raise a short all-in"
        if all(self.night.stack(other) + betting.paid.get(other, 0) <= betting.price for other in others):
            return "nobody could call more"
        raise AssertionError(f"{player} may raise here, and PokerKit does not say why not there.")

    def _is_short(self, player: str) -> bool:
        """Whether a short all-in has made the price."""
        betting = self.hand.round
        steps = [after - before for before, after in zip(betting.prices, betting.prices[1:], strict=False)]
        full = self.theirs.completion_betting_or_raising_amount or 2
        return any(step < max(steps[:place], default=full) or step < full for place, step in enumerate(steps))

    def _why_another_size(self, player: str, to: int) -> str:
        paid, others = self.hand.round.paid, [other for other in self.hand.still_in if other != player]
        if to >= max(paid.get(other, 0) + self.night.stack(other) for other in others):
            return "what puts all others all-in may be less than the least raise"
        assert isinstance(self.hand.game.limit, FixedLimit), "Only at a fixed limit is there another size."
        assert isinstance(self.hand.game.forced, BringIn), "Only a bring-in is completed."
        return "an all-in above the bring-in is completed to the small bet"

    # The pots

    def _show(self) -> None:
        hand = self.hand
        self.settlement = Settlement.of(self.night, hand, self.variant.hands)
        for player in tuple(hand.still_in):
            if self.night.hand is not None:
                self._say(commands.ShowHand(player=player, cards=tuple(self.settlement.own[player])))

    def compare(self) -> None:
        """Our stacks are those of an independent settlement, and PokerKit's too, or a rule says why not."""
        ours = {player: self.night.stack(player) for player in self.order}
        theirs = dict(zip(self.order, self.theirs.stacks, strict=True))
        if not hasattr(self, "settlement"):
            assert ours == theirs
            return
        assert ours == self.settlement.stacks()
        if ours == theirs:
            return
        apart = max(abs(ours[player] - theirs[player]) for player in self.order)
        pots = len(list(self.settlement.pots()))
        if apart <= 2 * pots:
            self.differs["odd chips"] += 1
            return
        assert self.settlement.some_lack_a_low(), f"{ours} here, {theirs} there."
        assert pots > 1
        self.differs["only qualifying lows share a side pot"] += 1


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", VARIANTS)
def test_hands_end_as_in_pokerkit_and_every_difference_has_its_rule(name) -> None:
    chance = random.Random(f"{name} 1")
    differs: Counter[str] = Counter()
    for _ in range(HANDS):
        match = Match(name, chance)
        match.play()
        match.compare()
        differs += match.differs
    # What differs is rare, but for the cap: it counts blinds here, and knows no end between two.
    assert differs["odd chips"] <= HANDS // 4
