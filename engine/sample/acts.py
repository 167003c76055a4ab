"""Turns an offer into a command: fills in amounts, cards and words as a player at a table would.

An act without a line in the table is said as it is offered.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from msgspec.structs import replace

from engine import commands
from engine.cards.card import UNKNOWN
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
from engine.sample.dealer import Chance, Dealer, one_in, pick, shuffled
from engine.state import Hand, Night, begun

Step = TypeVar("Step", bound=steps.Step)


@dataclass(frozen=True, slots=True)
class Moment:
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


Act = Callable[[Moment], commands.Command]


def play(moment: Moment) -> commands.Command:
    """A random card that may be played."""
    hand, own = moment.hand, moment.own()
    step, tricks = moment.step(steps.Tricks), begun(hand.tricks)
    led = tricks.lying[0][1] if tricks.lying else UNKNOWN
    if UNKNOWN in own:
        return moment.offer.command
    able = own
    if led != UNKNOWN:
        able = may_be_played(pack_of(hand), own, led, tricks.trump, must_trump=step.must_trump)
    return commands.PlayCard(player=moment.player, card=pick(moment.chance, able))


def discard(moment: Moment) -> commands.Command:
    """As many random cards as were taken, of those that may be put aside."""
    step, own = moment.step(steps.TakeWidow), moment.own()
    if UNKNOWN in own:
        return moment.offer.command
    keep = step.keep.split()
    loose = [card for card in own if card not in keep and card[:-1] not in keep]
    return commands.Discard(cards=tuple(shuffled(moment.chance, loose)[: step.cards]))


def widow(moment: Moment) -> commands.Command:
    """Usually the first cards of the widow."""
    return (
        moment.offer.of(1 + moment.chance.below(moment.offer.most))
        if one_in(moment.chance, 4)
        else moment.offer.command
    )


def score(moment: Moment) -> commands.Command:
    """A random result of the deal, within what the known cards allow."""
    offer, ends = moment.offer, possible_ends(moment.hand, contract_of(moment.hand))
    points = offer.least + moment.chance.below(offer.most - offer.least + 1)
    end = pick(moment.chance, ends if one_in(moment.chance, 3) else ends[:1])
    return commands.NameScore(points=points, pagat=end.won_by, captured=end.captured)


TRICK_ACTS: Mapping[type[commands.Command], Act] = MappingProxyType(
    {
        commands.PlayCard: play,
        commands.DrawFromStock: lambda moment: commands.DrawFromStock(card=moment.dealer.card()),
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


def deal(moment: Moment) -> commands.Command:
    """The cards of the step; in a deal-off the dealer sometimes says who gets the first."""
    hand = moment.hand
    first = pick(moment.chance, hand.still_in) if hand.showdown.deal_offs and one_in(moment.chance, 2) else None
    return commands.Deal(cards=moment.dealer.cards(cards_wanted(hand, moment.step(steps.Deal))), first=first)


def lay(moment: Moment) -> commands.Command:
    """The shared cards of the step, or the next ones that nobody called for during the deal."""
    step = moment.hand.cards.lays_due[0] if moment.hand.cards.lays_due else moment.step(steps.Lay)
    return commands.Lay(cards=moment.dealer.cards(step.up + step.down))


def burn(moment: Moment) -> commands.Command:
    """The top card leaves the stock, and nobody sees it."""
    moment.dealer.cards(1)
    return commands.Burn()


def win(moment: Moment) -> commands.Command:
    """The winners in some order for every share, among those who declared it if sides were; sometimes two tie."""
    hand = moment.hand
    left = contenders(hand)
    rankings = []
    # A share that is dealt off is won by any of those who play for it.
    sides = {} if hand.showdown.deal_offs else hand.showdown.sides
    for share, _ in shares_at_stake(hand):
        mixed = [player for player in shuffled(moment.chance, left) if sides.get(player, share) in (share, "both")]
        first = min(len(mixed), 2 if one_in(moment.chance, 8) else 1)
        groups = (tuple(mixed[:first]), *((player,) for player in mixed[first:]))
        rankings.append(groups if mixed else ())
    return commands.NameWinners(rankings=tuple(rankings))


# The players


def wager(moment: Moment) -> commands.Command:
    """Usually a small bet or raise, sometimes the one large bet, rarely as much as the player's chips allow."""
    offer, chance = moment.offer, moment.chance
    if offer.once and one_in(chance, 25):
        return offer.of(offer.once)
    if one_in(chance, 60):
        return offer.of(max(offer.least, min(offer.most, moment.night.stack(moment.player))))
    return offer.of(offer.least + chance.below(min(offer.most - offer.least, 4 * offer.least) + 1))


def exchange(moment: Moment) -> commands.Command:
    own = moment.own()
    number = moment.offer.least + moment.chance.below(moment.offer.most - moment.offer.least + 1)
    if not moment.dealer.tells:
        return moment.offer.of(number)
    while not moment.dealer.has(number):
        number -= 1
    thrown = tuple(shuffled(moment.chance, own)[:number])
    return commands.Exchange(player=moment.player, number=number, thrown=thrown, drawn=moment.dealer.cards(number))


def give(moment: Moment) -> commands.Command:
    """As many cards for the neighbours as the step says."""
    step = moment.step(steps.Pass)
    if UNKNOWN in moment.own():
        return moment.offer.command
    cards = tuple(shuffled(moment.chance, moment.own()))
    right, left = cards[: step.right], cards[step.right : step.right + step.left]
    return commands.PassCards(player=moment.player, right=right, left=left)


def expose(moment: Moment) -> commands.Command:
    """One of the player's closed cards, if the table tells its cards."""
    closed = [held.card for held in moment.hand.cards.own[moment.player] if not held.up]
    return commands.ExposeCard(player=moment.player, card=pick(moment.chance, closed))


def turn_own(moment: Moment) -> commands.Command:
    """The top card of the player's pile; if the table tells no cards, they sometimes say that it beats."""
    lies = top_card(moment.hand.cards.own[moment.player]).card
    if not moment.dealer.tells:
        return commands.TurnOwn(player=moment.player, beats=True if one_in(moment.chance, 3) else None)
    if lies == UNKNOWN and moment.dealer.has(1):
        # A bought card was laid on the pile unseen.
        return commands.TurnOwn(player=moment.player, card=moment.dealer.card())
    return moment.offer.command


def arrange(moment: Moment) -> commands.Command:
    closed = [held.card for held in moment.hand.cards.own[moment.player] if not held.up]
    if UNKNOWN in closed:
        return moment.offer.command
    return commands.ArrangeCards(player=moment.player, cards=tuple(shuffled(moment.chance, closed)))


def buy(moment: Moment) -> commands.Command:
    """The offered card; declined if the whole deck lies on the table."""
    if not moment.dealer.has(1):
        return commands.DeclineCard(player=moment.player)
    return commands.BuyCard(player=moment.player, card=moment.dealer.card())


def name(moment: Moment) -> commands.Command:
    """The game, sometimes with an option."""
    options = (pick(moment.chance, OF_LETTERS),) if one_in(moment.chance, 2) else ()
    return replace(moment.offer.command, options=options)


def show(moment: Moment) -> commands.Command:
    """All the cards somebody has seen; sometimes the player announces them, once, and may be wrong."""
    known = tuple(card for card in moment.own() if card != UNKNOWN)
    if moment.player in moment.hand.showdown.claimed:
        return commands.ShowHand(player=moment.player, cards=known)
    if isinstance(moment.hand.game.claims, Spellcheck):
        return commands.ShowHand(player=moment.player, cards=known, announced=_bluff(moment))
    says = "high" in kinds_announced(moment.hand.game) and one_in(moment.chance, 12)
    announced = pick(moment.chance, ANNOUNCED) if says else ""
    return commands.ShowHand(player=moment.player, cards=known, announced=announced)


def _bluff(moment: Moment) -> str:
    """Empty, so that the player's best words count; or two of their cards as a word, good or not."""
    scale, deck = scale_of_words(moment.hand.game), moment.hand.deck
    own = moment.own()
    if scale is None or UNKNOWN in own or one_in(moment.chance, 3):
        return ""
    face = LETTER_DECKS[deck.name].face
    # A wildcard shows no letter. Words must be of one suit, which a deck without suits always gives.
    lettered = [card for card in own if card in face]
    if not lettered:
        return ""
    first, *others = shuffled(moment.chance, lettered)
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
        commands.GiveLoan: lambda moment: moment.offer.of(moment.offer.most),
        commands.BuyCard: buy,
        commands.CallSpit: lambda moment: commands.CallSpit(player=moment.player, card=moment.dealer.card()),
        commands.Exchange: exchange,
        commands.PassCards: give,
        commands.ArrangeCards: arrange,
        commands.ExposeCard: expose,
        commands.TurnOwn: turn_own,
        commands.ShowHand: show,
        **TRICK_ACTS,
    }
)


def said(moment: Moment) -> commands.Command:
    """The command for the offer."""
    fill_in = ACTS.get(type(moment.offer.command))
    return fill_in(moment) if fill_in is not None else moment.offer.command
