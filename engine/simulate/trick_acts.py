"""The acts of trick games: bids, the widow, goals, melds, cards played, tricks taken, the score."""

from collections.abc import Mapping
from types import MappingProxyType

from engine import commands
from engine.cards.card import UNKNOWN
from engine.cards.tarok import TRUMPS
from engine.cards.tricks import may_be_played
from engine.game import steps
from engine.hand.tarok import contract_of
from engine.hand.tarok_melds import melds_open
from engine.hand.tarok_pagat import possible_ends
from engine.hand.tricks import pack_of
from engine.simulate.chance import one_in, pick, shuffled
from engine.simulate.moment import Act, Moment


def play(moment: Moment) -> commands.Command:
    """A card that may be played."""
    hand, own = moment.hand, moment.own()
    step, tricks = moment.step(steps.Tricks), hand.tricks
    assert tricks is not None
    led = tricks.lying[0][1] if tricks.lying else UNKNOWN
    if UNKNOWN in (*own, led) and UNKNOWN in own:
        return commands.PlayCard(player=moment.player)
    able = own
    if led != UNKNOWN:
        able = may_be_played(pack_of(hand), own, led, tricks.trump, must_trump=step.must_trump)
    return commands.PlayCard(player=moment.player, card=pick(moment.chance, able))


def discard(moment: Moment) -> commands.Command:
    """Cards that may be put aside, as many as were taken."""
    step, own = moment.step(steps.TakeWidow), moment.own()
    keep = step.keep.split()
    loose = [card for card in own if card not in keep and card[:-1] not in keep]
    if UNKNOWN in own:
        trumps = [card for card in loose if card in TRUMPS]
        # Where too few other cards are left, trumps go, and they are named.
        return commands.Discard(cards=tuple(trumps[: max(0, step.cards - len(loose) + len(trumps))]))
    return commands.Discard(cards=tuple(shuffled(moment.chance, loose)[: step.cards]))


def meld(moment: Moment) -> commands.Command:
    """A set of cards that they hold."""
    return commands.DeclareMeld(player=moment.player, meld=pick(moment.chance, melds_open(moment.hand, moment.player)))


def goal(moment: Moment) -> commands.Command:
    return commands.AnnounceGoal(goal=moment.choice.act)


def bid(moment: Moment) -> commands.Command:
    return commands.MakeBid(player=moment.player, contract=moment.choice.act)


def widow(moment: Moment) -> commands.Command:
    choice = 1 if not one_in(moment.chance, 4) else 1 + moment.chance.below(moment.choice.most)
    return commands.TakeWidow(choice=choice)


def score(moment: Moment) -> commands.Command:
    """How the table says that the deal ended."""
    choice, contract = moment.choice, contract_of(moment.hand)
    points = choice.least + moment.chance.below(choice.most - choice.least + 1)
    ends = possible_ends(moment.hand, contract)
    end = pick(moment.chance, ends if one_in(moment.chance, 3) else ends[:1])
    return commands.NameScore(points=points, pagat=end.won_by, captured=end.captured)


TRICK_DEALER_ACTS: Mapping[str, Act] = MappingProxyType(
    {
        "turntrump": lambda _: commands.TurnTrump(),
        "draw_stock": lambda moment: commands.DrawFromStock(card=moment.dealer.card()),
        "score": score,
    }
)
TRICK_ACTS: Mapping[str, Act] = MappingProxyType(
    {
        "threesome": bid,
        "solo": bid,
        "pass_bid": lambda moment: commands.PassBid(player=moment.player),
        "widow": widow,
        "discard": discard,
        "game": goal,
        "consolation": goal,
        "ultimo": goal,
        "contra": lambda moment: commands.AnswerGoal(player=moment.player),
        "meld": meld,
        "play": play,
        "take": lambda moment: commands.TakeTrick(player=moment.player),
    }
)
