"""Turns an offer into a command by chance: amounts, words, and cards from a real, shuffled deck, none of them twice.

The engine has no chance of its own, so the caller brings a source of numbers. An act without a line in the table is said as
it is offered.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol, TypeVar

from msgspec.structs import replace

from engine import commands
from engine.cards.deck import LETTER_DECKS
from engine.cards.tricks import may_be_played
from engine.game import steps
from engine.game.awards import Spellcheck
from engine.game.options import AnyOption, Hot, HotNSours, MixingTheJuice, Ruling
from engine.ids import PlayerId
from engine.offer import Offer
from engine.play.dealing.rule import cards_wanted
from engine.play.holdings.lying import top_card
from engine.play.showdown.rule import contenders
from engine.play.strength.best_hand import shares_at_stake
from engine.play.strength.claims import kinds_announced, scale_of_words
from engine.play.tarok.facts import contract_of
from engine.play.tarok.pagat import possible_ends
from engine.play.tricks.rule import pack_of
from engine.resolved import resolved
from engine.state import UNKNOWN, Hand, Night, begun

Step = TypeVar("Step", bound=steps.Step)
Thing = TypeVar("Thing")


class Chance(Protocol):
    """A source of numbers; a seeded one gives the same night again."""

    def below(self, limit: int, /) -> int:
        """A number from 0 to `limit` - 1, each equally likely."""


def one_in(chance: Chance, times: int) -> bool:
    """True once in `times` calls, on average."""
    return chance.below(times) == 0


def pick(chance: Chance, things: Sequence[Thing]) -> Thing:
    """One of the things."""
    return things[chance.below(len(things))]


def shuffled(chance: Chance, things: Iterable[Thing]) -> list[Thing]:
    """The things in a random order, each order equally likely (Fisher and Yates)."""
    mixed = list(things)
    for last in range(len(mixed) - 1, 0, -1):
        other = chance.below(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def weighed(chance: Chance, things: Sequence[Thing], weights: Sequence[int]) -> Thing:
    """One of the things, with a probability in proportion to its weight; all alike if all weights are 0."""
    total = sum(weights)
    if not total:
        return pick(chance, things)
    drawn = chance.below(total)
    for thing, weight in zip(things, weights, strict=True):
        drawn -= weight
        if drawn < 0:
            return thing
    raise AssertionError("What is drawn is below the sum of the weights.")


class Dealer:
    """The deck of one hand. It names its cards only if the table tells them to the book (`tells`)."""

    def __init__(self, hand: Hand, chance: Chance, *, tells: bool) -> None:
        self.tells = tells
        self._hand = hand
        self._chance = chance
        self._deck = hand.deck.cards
        self._stock = shuffled(chance, self._deck) if tells else []

    def has(self, number: int) -> bool:
        """Whether `number` cards can still be dealt, with thrown and folded ones shuffled in."""
        return not self.tells or len(self._stock) + len(self._out_of_play()) >= number

    def cards(self, number: int) -> tuple[str, ...]:
        """The next cards; empty if the table does not tell them.

        When the stock is used up, thrown and folded cards are shuffled (RULINGS R-M13).
        """
        if not self.tells:
            return ()
        if len(self._stock) < number:
            self._stock = shuffled(self._chance, self._out_of_play()) + self._stock
        return tuple(self._stock.pop() for _ in range(number))

    def card(self) -> str:
        """The next card, or `??` if the table does not tell its cards."""
        return self.cards(1)[0] if self.tells else UNKNOWN

    def _out_of_play(self) -> list[str]:
        """The cards neither on the table nor in the stock: thrown, folded or burned."""
        hand = self._hand
        left = list(self._deck)
        places = [*(hand.cards.own[player] for player in hand.still_in), hand.cards.board]
        lying = [held.card for place in places for held in place]
        for card in (*self._stock, *lying):
            if card != UNKNOWN:
                left.remove(card)
        return left


@dataclass(frozen=True, slots=True)
class Situation:
    """One act that is about to be done, and what its player sees."""

    night: Night
    hand: Hand
    offer: Offer
    dealer: Dealer
    chance: Chance

    @property
    def player(self) -> PlayerId:
        """The player who acts. An error for an act of the table."""
        return resolved(self.offer.player)

    def own(self) -> tuple[str, ...]:
        """The player's cards, as far as they are known."""
        return tuple(held.card for held in self.hand.cards.own[self.player])

    def step(self, kind: type[Step]) -> Step:
        """The step at the cursor."""
        step: steps.AnyStep = self.hand.steps[self.hand.cursor]
        assert isinstance(step, kind)
        return step


Act = Callable[[Situation], commands.Command]


def play(situation: Situation) -> commands.Command:
    """A random card that may be played."""
    hand, own = situation.hand, situation.own()
    step, tricks = situation.step(steps.Tricks), begun(hand.tricks)
    led = tricks.lying[0][1] if tricks.lying else UNKNOWN
    if UNKNOWN in own:
        return situation.offer.command
    able = own
    if led != UNKNOWN:
        able = may_be_played(pack_of(hand), own, led, tricks.trump, must_trump=step.must_trump)
    return commands.PlayCard(player=situation.player, card=pick(situation.chance, able))


def discard(situation: Situation) -> commands.Command:
    """As many random cards as were taken, of those that may be put aside."""
    step, own = situation.step(steps.TakeWidow), situation.own()
    if UNKNOWN in own:
        return situation.offer.command
    keep = step.keep.split()
    loose = [card for card in own if card not in keep and card[:-1] not in keep]
    return commands.Discard(cards=tuple(shuffled(situation.chance, loose)[: step.cards]))


def widow(situation: Situation) -> commands.Command:
    """Usually the first cards of the widow."""
    return (
        situation.offer.of(1 + situation.chance.below(situation.offer.most))
        if one_in(situation.chance, 4)
        else situation.offer.command
    )


def score(situation: Situation) -> commands.Command:
    """A random result of the deal, within what the known cards allow."""
    offer, ends = situation.offer, possible_ends(situation.hand, contract_of(situation.hand))
    points = offer.least + situation.chance.below(offer.most - offer.least + 1)
    end = pick(situation.chance, ends if one_in(situation.chance, 3) else ends[:1])
    return commands.NameScore(points=points, pagat=end.won_by, captured=end.captured)


TRICK_ACTS: Mapping[type[commands.Command], Act] = MappingProxyType(
    {
        commands.PlayCard: play,
        commands.DrawFromStock: lambda situation: commands.DrawFromStock(card=situation.dealer.card()),
        commands.TakeWidow: widow,
        commands.Discard: discard,
        commands.NameScore: score,
    }
)


# The options a dealer may add to a game of words.
OF_LETTERS: tuple[AnyOption, ...] = (Hot(), Ruling("lemons"), HotNSours(1), HotNSours(0), MixingTheJuice())
# Announcements of a player who has not looked well: too high as often as too low.
ANNOUNCED = ("high: a pair", "high: two pairs", "high: a flush")


# The dealer


def deal(situation: Situation) -> commands.Command:
    """The cards of the step; in a deal-off the dealer sometimes says who gets the first."""
    hand = situation.hand
    first = pick(situation.chance, hand.still_in) if hand.showdown.deal_offs and one_in(situation.chance, 2) else None
    return commands.Deal(cards=situation.dealer.cards(cards_wanted(hand, situation.step(steps.Deal))), first=first)


def lay(situation: Situation) -> commands.Command:
    """The shared cards of the step, or the next ones that nobody called for during the deal."""
    step = situation.hand.cards.lays_due[0] if situation.hand.cards.lays_due else situation.step(steps.Lay)
    return commands.Lay(cards=situation.dealer.cards(step.up + step.down))


def burn(situation: Situation) -> commands.Command:
    """The top card leaves the stock, and nobody sees it."""
    situation.dealer.cards(1)
    return commands.Burn()


def win(situation: Situation) -> commands.Command:
    """The winners in some order for every share, among those who declared it if sides were; sometimes two tie."""
    hand = situation.hand
    left = contenders(hand)
    rankings = []
    # A share that is dealt off is won by any of those who play for it.
    sides = {} if hand.showdown.deal_offs else hand.showdown.sides
    for share, _ in shares_at_stake(hand):
        mixed = [player for player in shuffled(situation.chance, left) if sides.get(player, share) in (share, "both")]
        first = min(len(mixed), 2 if one_in(situation.chance, 8) else 1)
        groups = (tuple(mixed[:first]), *((player,) for player in mixed[first:]))
        rankings.append(groups if mixed else ())
    return commands.NameWinners(rankings=tuple(rankings))


# The players


def wager(situation: Situation) -> commands.Command:
    """Usually a small bet or raise, sometimes the one large bet, rarely as much as the player's chips allow."""
    offer, chance = situation.offer, situation.chance
    if offer.once and one_in(chance, 25):
        return offer.of(offer.once)
    if one_in(chance, 60):
        return offer.of(max(offer.least, min(offer.most, situation.night.stack(situation.player))))
    return offer.of(offer.least + chance.below(min(offer.most - offer.least, 4 * offer.least) + 1))


def exchange(situation: Situation) -> commands.Command:
    own = situation.own()
    number = situation.offer.least + situation.chance.below(situation.offer.most - situation.offer.least + 1)
    if not situation.dealer.tells:
        return situation.offer.of(number)
    while not situation.dealer.has(number):
        number -= 1
    thrown = tuple(shuffled(situation.chance, own)[:number])
    return commands.Exchange(
        player=situation.player, number=number, thrown=thrown, drawn=situation.dealer.cards(number)
    )


def give(situation: Situation) -> commands.Command:
    """As many cards for the neighbours as the step says."""
    step = situation.step(steps.Pass)
    if UNKNOWN in situation.own():
        return situation.offer.command
    cards = tuple(shuffled(situation.chance, situation.own()))
    right, left = cards[: step.right], cards[step.right : step.right + step.left]
    return commands.PassCards(player=situation.player, right=right, left=left)


def expose(situation: Situation) -> commands.Command:
    """One of the player's closed cards, if the table tells its cards."""
    closed = [held.card for held in situation.hand.cards.own[situation.player] if not held.up]
    return commands.ExposeCard(player=situation.player, card=pick(situation.chance, closed))


def turn_own(situation: Situation) -> commands.Command:
    """The top card of the player's pile; if the table tells no cards, they sometimes say that it beats."""
    lies = top_card(situation.hand.cards.own[situation.player]).card
    if not situation.dealer.tells:
        return commands.TurnOwn(player=situation.player, beats=True if one_in(situation.chance, 3) else None)
    if lies == UNKNOWN and situation.dealer.has(1):
        # A bought card was laid on the pile unseen.
        return commands.TurnOwn(player=situation.player, card=situation.dealer.card())
    return situation.offer.command


def arrange(situation: Situation) -> commands.Command:
    closed = [held.card for held in situation.hand.cards.own[situation.player] if not held.up]
    if UNKNOWN in closed:
        return situation.offer.command
    return commands.ArrangeCards(player=situation.player, cards=tuple(shuffled(situation.chance, closed)))


def buy(situation: Situation) -> commands.Command:
    """The offered card; declined if the whole deck lies on the table."""
    if not situation.dealer.has(1):
        return commands.DeclineCard(player=situation.player)
    return commands.BuyCard(player=situation.player, card=situation.dealer.card())


def name(situation: Situation) -> commands.Command:
    """The game, sometimes with an option."""
    options = (pick(situation.chance, OF_LETTERS),) if one_in(situation.chance, 2) else ()
    return replace(situation.offer.command, options=options)


def show(situation: Situation) -> commands.Command:
    """All the cards somebody has seen; sometimes the player announces them, once, and may be wrong."""
    known = tuple(card for card in situation.own() if card != UNKNOWN)
    if situation.player in situation.hand.showdown.claimed:
        return commands.ShowHand(player=situation.player, cards=known)
    if isinstance(situation.hand.game.claims, Spellcheck):
        return commands.ShowHand(player=situation.player, cards=known, announced=_bluff(situation))
    says = "high" in kinds_announced(situation.hand.game) and one_in(situation.chance, 12)
    announced = pick(situation.chance, ANNOUNCED) if says else ""
    return commands.ShowHand(player=situation.player, cards=known, announced=announced)


def _bluff(situation: Situation) -> str:
    """Empty, so that the player's best words count; or two of their cards as a word, good or not."""
    scale, deck = scale_of_words(situation.hand.game), situation.hand.deck
    own = situation.own()
    if scale is None or UNKNOWN in own or one_in(situation.chance, 3):
        return ""
    face = LETTER_DECKS[deck.name].face
    # A wildcard shows no letter. Words must be of one suit, which a deck without suits always gives.
    lettered = [card for card in own if card in face]
    if not lettered:
        return ""
    first, *others = shuffled(situation.chance, lettered)
    same = [card for card in others if face[card].suit == face[first].suit]
    return f"{face[first].letters[0]}{face[same[0]].letters[0]}" if same else ""


ACTS: Mapping[type[commands.Command], Act] = MappingProxyType(
    {
        commands.Deal: deal,
        commands.Lay: lay,
        commands.Burn: burn,
        commands.NameTheGame: name,
        commands.NameWinners: win,
        commands.Bet: wager,
        commands.Raise: wager,
        commands.GiveLoan: lambda situation: situation.offer.of(situation.offer.most),
        commands.BuyCard: buy,
        commands.CallSpit: lambda situation: commands.CallSpit(player=situation.player, card=situation.dealer.card()),
        commands.Exchange: exchange,
        commands.PassCards: give,
        commands.ArrangeCards: arrange,
        commands.ExposeCard: expose,
        commands.TurnOwn: turn_own,
        commands.ShowHand: show,
        **TRICK_ACTS,
    }
)


def command_for(situation: Situation) -> commands.Command:
    """The command for the offer."""
    fill_in = ACTS.get(type(situation.offer.command))
    return fill_in(situation) if fill_in is not None else situation.offer.command
