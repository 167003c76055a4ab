"""From an act that may be done now to the command that does it: one line in a table for each act of `choices`."""

from collections.abc import Mapping
from types import MappingProxyType

from engine import commands
from engine.cards.card import UNKNOWN
from engine.commands.special import Side
from engine.game import steps
from engine.hand.choices import Choice
from engine.hand.claims import kinds_announced
from engine.hand.pile import top_card
from engine.hand.strength import shares_of
from engine.simulate.chance import one_in, pick, shuffled
from engine.simulate.moment import Act, Moment
from engine.simulate.trick_acts import TRICK_ACTS, TRICK_DEALER_ACTS

# Few declare for both sides: they must win both.
SIDES: tuple[Side, ...] = ("high", "high", "high", "low", "low", "low", "both")
# What somebody who has not looked well says: too much as often as too little.
ANNOUNCED = ("high: a pair", "high: two pairs", "high: a flush")


# The dealer


def deal(moment: Moment) -> commands.Command:
    step = moment.step(steps.Deal)
    number = len(moment.hand.still_in) * (step.down + step.up + step.pile)
    return commands.Deal(cards=moment.dealer.cards(number))


def lay(moment: Moment) -> commands.Command:
    """The shared cards of the step, or the next that nobody has called for during the deal."""
    step = moment.hand.lays_due[0] if moment.hand.lays_due else moment.step(steps.Lay)
    return commands.Lay(cards=moment.dealer.cards(step.up + step.down))


def burn(moment: Moment) -> commands.Command:
    """The top card leaves the stock, and nobody sees it."""
    moment.dealer.cards(1)
    return commands.Burn()


def win(moment: Moment) -> commands.Command:
    """Everybody who can win in some order for every share, those who declared for it first; now and then two tie."""
    hand = moment.hand
    left = [player for player in hand.still_in if player not in hand.mucked]
    rankings = []
    for share, _ in shares_of(hand.game):
        mixed = shuffled(moment.chance, left)
        mixed.sort(key=lambda player: hand.sides.get(player, share) not in (share, "both"))
        first = min(len(mixed), 2 if one_in(moment.chance, 8) else 1)
        rankings.append((tuple(mixed[:first]), *((player,) for player in mixed[first:])))
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
    """All he has, and the rest that he owes by shadow."""
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
    """One of his closed cards, if the table tells its cards."""
    closed = [held.card for held in moment.hand.own[moment.player] if not held.up]
    return commands.ExposeCard(player=moment.player, card=pick(moment.chance, closed))


def turn_own(moment: Moment) -> commands.Command:
    """The top of his pile; where nobody tells the card, he sometimes says that it beats."""
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


def show(moment: Moment) -> commands.Command:
    """All his cards; now and then he announces what they are, and may be wrong."""
    says = "high" in kinds_announced(moment.hand.game) and one_in(moment.chance, 12)
    announced = pick(moment.chance, ANNOUNCED) if says else ""
    return commands.ShowHand(player=moment.player, cards=moment.own(), announced=announced)


DEALER_ACTS: Mapping[str, Act] = MappingProxyType(
    {
        "deal": deal,
        "lay": lay,
        # Cards that lie closed are known to the dealer's book: they are turned as they lie.
        "turn": lambda _: commands.Turn(),
        "burn": burn,
        "reveal": lambda _: commands.RevealCards(),
        "win": win,
        **TRICK_DEALER_ACTS,
    }
)
PLAYER_ACTS: Mapping[str, Act] = MappingProxyType(
    {
        "check": lambda moment: commands.Check(player=moment.player),
        "call": lambda moment: commands.Call(player=moment.player),
        "bet": lambda moment: commands.Bet(player=moment.player, chips=amount(moment)),
        "raise": lambda moment: commands.Raise(player=moment.player, by=amount(moment)),
        "shadow": shadow,
        "fold": lambda moment: commands.Fold(player=moment.player),
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
