"""What of a game can be tapped, and what it is called: a row for a field of a game, for a word, and for a value.

A new field of the language is tapped once it has its row here; without one it is left to the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.game import awards, betting, options, steps, wilds
from engine.game.definition import Kitty
from engine.speech import to_say


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """How a word is tapped: its label, what is written where it is added (None if it cannot be), and the fields shown of it.

    `is_rare`: it stands with those that few games need.
    """

    label: str
    new: Any = None
    fields: Mapping[str, str] = {}
    is_rare: bool = False


_CARDS = to_say("these cards")
_CHIPS = to_say("chips")
_SCOPE = to_say("it makes wild")

WORDS: Mapping[type, Row] = {
    steps.Deal: Row(
        label=to_say("Deal to each player"),
        new=steps.Deal(down=1),
        fields={"down": to_say("closed cards"), "up": to_say("open cards")},
    ),
    steps.Bet: Row(label=to_say("A round of betting"), new=steps.Bet()),
    steps.Draw: Row(
        label=to_say("Exchange cards"),
        new=steps.Draw(up_to=3),
        fields={"up_to": to_say("cards at most"), "compulsory": to_say("exactly so many")},
    ),
    steps.Lay: Row(
        label=to_say("Lay shared cards"),
        new=steps.Lay(up=1),
        fields={"up": to_say("open cards"), "down": to_say("closed cards")},
        is_rare=True,
    ),
    steps.Turn: Row(label=to_say("Turn a shared card"), new=steps.Turn(), is_rare=True),
    steps.Burn: Row(label=to_say("Burn a card"), new=steps.Burn(), is_rare=True),
    steps.Double: Row(label=to_say("Double the stakes"), new=steps.Double(), is_rare=True),
    steps.Pass: Row(
        label=to_say("Pass cards on"),
        new=steps.Pass(left=1),
        fields={"left": to_say("to the left"), "right": to_say("to the right")},
        is_rare=True,
    ),
    steps.Expose: Row(label=to_say("Each opens a closed card"), new=steps.Expose(), is_rare=True),
    steps.Arrange: Row(label=to_say("Each lays their cards in a pile"), new=steps.Arrange(), is_rare=True),
    steps.Reveal: Row(label=to_say("All turn the top card of their pile"), new=steps.Reveal(), is_rare=True),
    steps.TurnUntilBeaten: Row(label=to_say("Turn piles until beaten"), new=steps.TurnUntilBeaten(), is_rare=True),
    steps.DeclareSides: Row(label=to_say("Declare high, low or both"), new=steps.DeclareSides(), is_rare=True),
    steps.NameGame: Row(label=to_say("The dealer names the game")),
    steps.TurnTrump: Row(label=to_say("Turn the trump")),
    steps.Tricks: Row(label=to_say("Tricks are played")),
    steps.Bid: Row(label=to_say("A round of bids")),
    steps.TakeWidow: Row(label=to_say("The bidder takes the widow")),
    steps.Announce: Row(label=to_say("The bidder announces a goal")),
    steps.Meld: Row(label=to_say("Melds are declared")),
    wilds.Cards: Row(label=to_say("These cards"), fields={"names": _CARDS}),
    wilds.Spots: Row(
        label=to_say("The shared cards at these places"),
        fields={"names": to_say("places"), "scope": _SCOPE},
        is_rare=True,
    ),
    wilds.Follower: Row(
        label=to_say("What follows the last open one of these"), fields={"of": _CARDS, "scope": _SCOPE}, is_rare=True
    ),
    wilds.Personal: Row(
        label=to_say("One own card, for its holder"),
        new=wilds.Personal("lowest closed"),
        fields={"which": to_say("which card"), "scope": _SCOPE},
        is_rare=True,
    ),
    wilds.SplitPairs: Row(label=to_say("Pairs of a closed and an open card"), new=wilds.SplitPairs(), is_rare=True),
    wilds.RiskyPairs: Row(label=to_say("Cards of a rank held exactly twice"), new=wilds.RiskyPairs(), is_rare=True),
    wilds.SendsOut: Row(label=to_say("These send their holder out"), fields={"cards": _CARDS}),
    wilds.OffersCard: Row(
        label=to_say("For these one more card is offered"), fields={"cards": _CARDS, "price": to_say("price in chips")}
    ),
    wilds.Costs: Row(
        label=to_say("These cost chips"), new=wilds.Costs("", 1), fields={"cards": _CARDS, "chips": _CHIPS}
    ),
    options.HighLow: Row(label=to_say("Best and lowest hand share"), new=options.HighLow()),
    options.HighSpade: Row(label=to_say("Half goes to the highest closed spade"), new=options.HighSpade()),
    options.Psychology: Row(label=to_say("Psychology: closed cards are turned one by one"), new=options.Psychology()),
    options.Wildcards: Row(
        label=to_say("Jokers in the pack, all wild"), new=options.Wildcards(2), fields={"cards": to_say("jokers")}
    ),
    options.Exchange: Row(label=to_say("Another number of cards exchanged"), fields={"cards": to_say("cards at most")}),
    options.Wild: Row(label=to_say("One more wild rule")),
    options.Hot: Row(label=to_say("Peppers count before the high card"), new=options.Hot()),
    options.Ruling: Row(label=to_say("Cards above all others")),
    options.HotNSours: Row(
        label=to_say("Words borrow few peppers"), new=options.HotNSours(1), fields={"most": to_say("peppers at most")}
    ),
    options.MixingTheJuice: Row(label=to_say("Lemons and limes mix"), new=options.MixingTheJuice()),
    betting.Ante: Row(label=to_say("Ante"), new=betting.Ante(1), fields={"chips": to_say("chips of each player")}),
    betting.Blinds: Row(
        label=to_say("Blinds"),
        new=betting.Blinds(1, 2),
        fields={"small": to_say("small blind"), "big": to_say("big blind"), "ante": to_say("ante besides")},
    ),
    betting.BringIn: Row(
        label=to_say("Bring-in"),
        new=betting.BringIn(2, ante=1),
        fields={"chips": to_say("the worst open card puts in"), "ante": to_say("ante besides")},
    ),
    betting.HouseLimit: Row(
        label=to_say("Up to a number of chips"),
        new=betting.HouseLimit(most=5),
        fields={"most": to_say("chips at most"), "once": to_say("once a hand, exactly")},
    ),
    betting.FixedLimit: Row(
        label=to_say("Fixed bets"),
        new=betting.FixedLimit(small=2, big=4),
        fields={"small": to_say("small bet"), "big": to_say("big bet"), "big_from": to_say("big from round")},
    ),
    betting.PotLimit: Row(label=to_say("Up to the pot"), new=betting.PotLimit()),
    betting.NoLimit: Row(label=to_say("No limit"), new=betting.NoLimit()),
    betting.NextToDealer: Row(label=to_say("The first after the dealer"), new=betting.NextToDealer()),
    betting.BestShowing: Row(label=to_say("The best open cards"), new=betting.BestShowing()),
    betting.PreviousOpener: Row(label=to_say("Who opened before"), new=betting.PreviousOpener()),
    awards.Poker: Row(label=to_say("The best poker hand"), new=awards.Poker(low=awards.Low())),
    awards.Low: Row(
        label=to_say("The lowest hand"),
        new=awards.Low(),
        fields={"runs": to_say("straights and flushes count against it")},
    ),
    awards.Badugi: Row(label=to_say("Badugi"), new=awards.Badugi()),
    awards.SingleCard: Row(label=to_say("The best single card"), new=awards.SingleCard()),
    awards.TwentyOne: Row(label=to_say("Nearest to 21"), new=awards.TwentyOne()),
    awards.Words: Row(label=to_say("The best words")),
    awards.CardsSpeak: Row(label=to_say("Cards shown count as what they are"), new=awards.CardsSpeak()),
    awards.PlayersSpeak: Row(label=to_say("What is announced counts"), new=awards.PlayersSpeak()),
    awards.Spellcheck: Row(label=to_say("Words may be challenged")),
    Kitty: Row(label=to_say("Chips of every pot"), new=Kitty(1), fields={"chips": _CHIPS}),
}

# What each value of a field that has a few is called.
VALUES: Mapping[str, Mapping[str, str]] = {
    "which": {
        "last": to_say("the last one opened"),
        "lowest closed": to_say("the lowest closed one"),
        "chosen": to_say("one they name"),
    },
    "scope": {"card": to_say("that card alone"), "rank": to_say("its whole rank")},
    "short": {
        "shadow": to_say("they owe the pot (shadow)"),
        "tap-out": to_say("they stay in if all agree"),
        "all-in": to_say("all-in, with side pots"),
    },
    "direction": {"left": to_say("to the left"), "right": to_say("to the right")},
    "dealing": {"left": to_say("to the left"), "right": to_say("to the right")},
    "next_dealer": {"left": to_say("the next to the left"), "winner": to_say("the winner")},
    "out_of_turn": {
        "refused": to_say("it is refused"),
        "stays": to_say("its chips stay in the pot"),
        "binds": to_say("it binds"),
    },
}

# The fields of a game that are tapped, in this order: what each is called, and whether few games need it.
PARTS: Mapping[str, tuple[str, bool]] = {
    "wild": (to_say("Wild cards"), False),
    "play": (to_say("The hand, step by step"), False),
    "options": (to_say("Always played so"), False),
    "forced": (to_say("Before the first card"), False),
    "limit": (to_say("A bet may be"), False),
    "seats": (to_say("Players"), False),
    "board": (to_say("How the shared cards lie"), True),
    "effects": (to_say("What open cards do"), True),
    "scale": (to_say("Who wins"), True),
    "own": (to_say("Own cards in a hand, exactly"), True),
    "opens": (to_say("Who opens the betting"), True),
    "claims": (to_say("At showdown"), True),
    "short": (to_say("A player out of chips"), True),
    "out_of_turn": (to_say("A bet out of turn"), True),
    "direction": (to_say("Betting runs"), True),
    "dealing": (to_say("Cards go round"), True),
    "next_dealer": (to_say("The next hand is dealt by"), True),
    "kitty": (to_say("The kitty gets"), True),
}
