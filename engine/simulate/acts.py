"""From an act that may be done now to the command that does it: one line in a table for each act of `choices`."""

from collections.abc import Mapping
from types import MappingProxyType

from engine import commands
from engine.cards.card import UNKNOWN
from engine.cards.deck import LETTER_DECKS
from engine.commands.special import Side
from engine.game import steps
from engine.game.claims import Spellcheck
from engine.game.options import AnyOption, Hot, HotNSours, MixingTheJuice, Ruling
from engine.hand.choices import Choice
from engine.hand.claims import kinds_announced
from engine.hand.dealing import cards_wanted
from engine.hand.pile import top_card
from engine.hand.showdown import contenders
from engine.hand.spellcheck import challengers, to_challenge
from engine.hand.strength import shares_of
from engine.hand.word_claims import scale_of_words
from engine.library import named
from engine.simulate.chance import one_in, pick, shuffled
from engine.simulate.menu import is_for
from engine.simulate.moment import Act, Moment
from engine.simulate.trick_acts import TRICK_ACTS, TRICK_DEALER_ACTS

# Few declare for both sides: they must win both.
SIDES: tuple[Side, ...] = ("high", "high", "high", "low", "low", "low", "both")
# What a dealer may say besides the name of a game of words.
OF_LETTERS: tuple[AnyOption, ...] = (Hot(), Ruling("lemons"), HotNSours(1), HotNSours(0), MixingTheJuice())
# What somebody who has not looked well says: too much as often as too little.
ANNOUNCED = ("high: a pair", "high: two pairs", "high: a flush")


# The dealer


def deal(moment: Moment) -> commands.Command:
    """The cards of the step; in a deal-off the dealer says now and then who gets the first."""
    hand = moment.hand
    first = pick(moment.chance, hand.still_in) if hand.deal_offs and one_in(moment.chance, 2) else None
    return commands.Deal(cards=moment.dealer.cards(cards_wanted(hand, moment.step(steps.Deal))), first=first)


def lay(moment: Moment) -> commands.Command:
    """The shared cards of the step, or the next that nobody has called for during the deal."""
    step = moment.hand.lays_due[0] if moment.hand.lays_due else moment.step(steps.Lay)
    return commands.Lay(cards=moment.dealer.cards(step.up + step.down))


def burn(moment: Moment) -> commands.Command:
    """The top card leaves the stock, and nobody sees it."""
    moment.dealer.cards(1)
    return commands.Burn()


def win(moment: Moment) -> commands.Command:
    """Everybody who can win in some order for every share, where sides are declared who declared it; sometimes two tie."""
    hand = moment.hand
    left = contenders(hand)
    rankings = []
    for share, _ in shares_of(hand.game):
        mixed = [player for player in shuffled(moment.chance, left) if hand.sides.get(player, share) in (share, "both")]
        first = min(len(mixed), 2 if one_in(moment.chance, 8) else 1)
        groups = (tuple(mixed[:first]), *((player,) for player in mixed[first:]))
        rankings.append(groups if mixed else ())
    return commands.NameWinners(rankings=tuple(rankings))


# The players


def amount(moment: Moment) -> int:
    """A small bet or raise most of the time, the one large bet sometimes, all that may be said rarely."""
    choice, chance = moment.choice, moment.chance
    if choice.once and one_in(chance, 25):
        return choice.once
    if one_in(chance, 60):
        return choice.most
    return choice.least + chance.below(min(choice.most - choice.least, 4 * choice.least) + 1)


def shadow(moment: Moment) -> commands.Command:
    """All they have, and the rest that they owe by shadow."""
    stack = moment.night.stack(moment.player)
    return commands.PullShadow(player=moment.player, chips=stack + moment.choice.owed)


def exchange(moment: Moment) -> commands.Command:
    own = moment.own()
    number = moment.chance.below(min(moment.choice.most, len(own)) + 1)
    if not moment.dealer.tells:
        return commands.Exchange(player=moment.player, number=number)
    while not moment.dealer.has(number):
        number -= 1
    thrown = tuple(shuffled(moment.chance, own)[:number])
    return commands.Exchange(player=moment.player, number=number, thrown=thrown, drawn=moment.dealer.cards(number))


def give(moment: Moment) -> commands.Command:
    """Cards for the neighbours, as many as the step says."""
    step = moment.step(steps.Pass)
    if UNKNOWN in moment.own():
        return commands.PassCards(player=moment.player)
    cards = tuple(shuffled(moment.chance, moment.own()))
    right, left = cards[: step.right], cards[step.right : step.right + step.left]
    return commands.PassCards(player=moment.player, right=right, left=left)


def expose(moment: Moment) -> commands.Command:
    """One of their closed cards, if the table tells its cards."""
    closed = [held.card for held in moment.hand.own[moment.player] if not held.up]
    return commands.ExposeCard(player=moment.player, card=pick(moment.chance, closed))


def turn_own(moment: Moment) -> commands.Command:
    """The top of their pile; where nobody tells the card, they sometimes say that it beats."""
    lies = top_card(moment.hand.own[moment.player]).card
    if not moment.dealer.tells:
        return commands.TurnOwn(player=moment.player, beats=True if one_in(moment.chance, 3) else None)
    if lies == UNKNOWN and moment.dealer.has(1):
        # An extra card was laid on the pile unseen.
        return commands.TurnOwn(player=moment.player, card=moment.dealer.card())
    return commands.TurnOwn(player=moment.player)


def arrange(moment: Moment) -> commands.Command:
    closed = [held.card for held in moment.hand.own[moment.player] if not held.up]
    if UNKNOWN in closed:
        return commands.ArrangeCards(player=moment.player)
    return commands.ArrangeCards(player=moment.player, cards=tuple(shuffled(moment.chance, closed)))


def buy(moment: Moment) -> commands.Command:
    """The offered card; when the whole deck lies on the table there is none to be had."""
    if not moment.dealer.has(1):
        return commands.DeclineCard(player=moment.player)
    return commands.BuyCard(player=moment.player, card=moment.dealer.card())


def name(moment: Moment) -> commands.Command:
    """One of the games the dealer may name, with an option now and then."""
    step, rulebook, players = moment.step(steps.NameGame), moment.hand.game.rulebook, len(moment.hand.order)
    able = [game for name in step.games for game in named(name, rulebook)[:1] if is_for(game, players)]
    options = (pick(moment.chance, OF_LETTERS),) if one_in(moment.chance, 2) else ()
    return commands.NameTheGame(game=pick(moment.chance, able).name, options=options)


def challenge(moment: Moment) -> commands.Command:
    """One of the words that they may doubt."""
    doubted = [
        (holder, word)
        for challenger, holder in challengers(moment.night, moment.hand)
        if challenger == moment.player
        for word in to_challenge(moment.hand, holder)
    ]
    holder, word = pick(moment.chance, doubted)
    return commands.ChallengeWord(player=moment.player, holder=holder, word=word)


def show(moment: Moment) -> commands.Command:
    """All cards that somebody has seen; now and then the player announces what they are, and may be wrong."""
    seen = tuple(card for card in moment.own() if card != UNKNOWN)
    if isinstance(moment.hand.game.claims, Spellcheck):
        return commands.ShowHand(player=moment.player, cards=seen, announced=_bluff(moment))
    says = "high" in kinds_announced(moment.hand.game) and one_in(moment.chance, 12)
    announced = pick(moment.chance, ANNOUNCED) if says else ""
    return commands.ShowHand(player=moment.player, cards=seen, announced=announced)


def _bluff(moment: Moment) -> str:
    """Nothing, so that their best words count; or two of their cards as a word, which it may not be."""
    scale, deck = scale_of_words(moment.hand.game), moment.hand.game.deck
    own = moment.own()
    if scale is None or deck is None or UNKNOWN in own or one_in(moment.chance, 3):
        return ""
    face = LETTER_DECKS[deck.name].face
    # A wildcard shows no letter. Cards of one suit are clean; those of a deck without suits always are.
    lettered = [card for card in own if card in face]
    if not lettered:
        return ""
    first, *others = shuffled(moment.chance, lettered)
    same = [card for card in others if face[card].suit == face[first].suit]
    return f"{face[first].letters[0]}{face[same[0]].letters[0]}" if same else ""


DEALER_ACTS: Mapping[str, Act] = MappingProxyType(
    {
        "deal": deal,
        "lay": lay,
        # Cards that lie closed are known to the dealer's book: they are turned as they lie.
        "turn": lambda _: commands.Turn(),
        "burn": burn,
        "new_deal": lambda _: commands.NewDeal(),
        "reveal": lambda _: commands.RevealCards(),
        "win": win,
        **TRICK_DEALER_ACTS,
        "name": name,
        "accept": lambda _: commands.AcceptHands(),
    }
)
PLAYER_ACTS: Mapping[str, Act] = MappingProxyType(
    {
        "check": lambda moment: commands.Check(player=moment.player),
        "call": lambda moment: commands.Call(player=moment.player),
        "tap": lambda moment: commands.Call(player=moment.player, agreed=True),
        "challenge": challenge,
        "bet": lambda moment: commands.Bet(player=moment.player, chips=amount(moment)),
        "raise": lambda moment: commands.Raise(player=moment.player, by=amount(moment)),
        "shadow": shadow,
        "fold": lambda moment: commands.Fold(player=moment.player),
        "lend": lambda moment: commands.GiveLoan(player=moment.player, chips=moment.choice.most),
        "buy": buy,
        "decline": lambda moment: commands.DeclineCard(player=moment.player),
        "spit": lambda moment: commands.CallSpit(player=moment.player, card=moment.dealer.card()),
        "exchange": exchange,
        "pass": give,
        "arrange": arrange,
        "declare": lambda moment: commands.DeclareSide(player=moment.player, side=pick(moment.chance, SIDES)),
        "expose": expose,
        "turn": turn_own,
        "show": show,
        "muck": lambda moment: commands.Muck(player=moment.player),
        **TRICK_ACTS,
    }
)


class NoSuchAct(Exception):
    """`choices` offers an act that the simulation has no command for: its line is missing in the table."""

    def __init__(self, choice: Choice) -> None:
        super().__init__(f"The simulation knows no command for the act “{choice.act}”, which {choice} offers.")


def command_for(moment: Moment) -> commands.Command:
    """The command that does what the choice offers."""
    table = DEALER_ACTS if moment.choice.player is None else PLAYER_ACTS
    # "win high" and "win low" are shares of what one command names.
    act = table.get(moment.choice.act.split()[0])
    if act is None:
        raise NoSuchAct(moment.choice)
    return act(moment)
