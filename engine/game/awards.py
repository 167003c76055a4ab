"""How hands are compared, as data (`engine.cards` does the comparing), how they are claimed at showdown, and who gets the pot."""

from typing import Literal

import msgspec

from engine.money import Chips


class CardsSpeak(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Shown cards count as what they are."""


class PlayersSpeak(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The announced hand counts; a hand announced too low counts as announced, one that is not there loses the pot."""


class Spellcheck(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False, kw_only=True):
    """Words count as shown, and may be challenged before the pot is paid (RULINGS A2, R-S5 to R-S8, R-W6 to R-W8).

    `foul`: a hand with an invalid word counts as holding no words, or is out. `foul_pays`: its holder puts their stake
    into the pot, or pays nothing. `good_pays`: a player who challenged a valid word puts their own stake into the pot,
    or pays the winner half the pot. `once`: whether each shown word or each hand may be challenged once. `ante`: True
    if a stake is everything put in, False if the ante is left out.
    """

    foul: Literal["no words", "out"]
    foul_pays: Literal["stake", "nothing"] = "nothing"
    good_pays: Literal["stake", "half pot"]
    once: Literal["word", "hand"] = "word"
    ante: bool = True


Claims = CardsSpeak | PlayersSpeak | Spellcheck


class Scale(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """One way of ordering hands."""


class Low(Scale, frozen=True, kw_only=True):
    """The lowest hand wins. `runs`: straights and flushes count against it; `most`: the highest rank it may hold."""

    ace: Literal["low", "high"] = "low"
    runs: bool = False
    most: int | None = None


class Poker(Scale, frozen=True, kw_only=True):
    """Poker hands, from five of a kind down to high card; the ace also counts below the lowest rank of the pack.

    `low`: the low counterpart. `naturals`: natural cards break ties (RULINGS R-E7), and of equal lows in the same game
    more of them win (R-E16). `naturals_first`: they do so before the side cards, not after them (RULINGS R-E7,
    naturals_before_kickers). `suits`: hands without a pair also compare by suit: spades, hearts, clubs, diamonds (RULINGS
    R-M1). `flush_over_house`: a flush beats a full house, as in short-deck poker. `three_over_straight`: three of a kind
    beats a straight.
    """

    low: Low | None = None
    naturals: bool = False
    naturals_first: bool = False
    suits: bool = False
    flush_over_house: bool = False
    three_over_straight: bool = False


class Badugi(Scale, frozen=True):
    """Most cards of different suit and rank, then the lowest of them; aces are low."""


class SingleCard(Scale, frozen=True, kw_only=True):
    """The best card by rank, then suit. `top` cards are above all others and equal; after them the next card decides.

    RULINGS D1 (single-card scoring) and R-M3.
    """

    top: str = ""


class TwentyOne(Scale, frozen=True, kw_only=True):
    """Nearest to 21 with all cards, not over; busted hands are equal and lowest, one with all `top` cards is highest.

    Aces count 1 or 11, faces 10 (RULINGS D1, R-M5, R-M6).
    """

    top: str = ""


WORD_KINDS = ("none", "2", "2+2", "3", "3+2", "4", "5", "run", "slush", "unicorn")
WORD_TIES = ("naturals", "peppers", "peppers-in-words", "high-card", "points", "top-letter")


class Words(Scale, frozen=True):
    """Words made of the cards' letters; `kinds` and `ties` are names separated by spaces.

    `kinds`, low to high: `none`; word lengths, such as `3+2` for a word of three and one of two letters; `run`, five
    letters in a row; `slush`, five cards of one suit; `unicorn`, a five-letter word with the unicorn. `ties`, the most
    important first: `naturals`, `peppers` (of all five cards; RULINGS R-S9) or `peppers-in-words`, `high-card`,
    `points`, `top-letter`. `clean`: each word is of one suit, but fruit may borrow at most `borrowed` peppers (None:
    any number). `mixed`: lemons and limes may be in one word (R-S16). `ruling`: cards, letters or suits above all
    others. `plurals`: plurals made with S count (R-W5). `peppers`: whether a hot game counts the peppers of the hand or
    of its words (R-S9). `dictionary`: its name, or name and version; empty means the house's.
    """

    kinds: str
    ties: str = ""
    clean: bool = False
    mixed: bool = False
    borrowed: int | None = None
    ruling: str = ""
    plurals: bool = True
    peppers: Literal["hand", "words"] = "hand"
    dictionary: str = ""


AnyScale = Poker | Low | Badugi | SingleCard | TwentyOne | Words


class Award(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """One way of dividing the pot."""


class DealOff(Award, frozen=True, kw_only=True):
    """Players with equal hands get `up` new open cards each, compared on `scale`, until one is best (R-M5)."""

    up: int
    scale: AnyScale


class Best(Award, frozen=True):
    """The best hand on `scale`, or on the game's own if None; `ties` says what happens to equal hands."""

    scale: AnyScale | None = None
    ties: Literal["split"] | DealOff = "split"


class HighestClosed(Award, frozen=True):
    """The player with the highest closed card of the suit; a wild card counts with its printed rank."""

    suit: str


class Split(Award, frozen=True):
    """Half the pot to each share; a share that nobody can win is added to the other."""

    first: Best
    second: Best | HighestClosed


class LastHolding(Award, frozen=True):
    """The last player who holds cards takes the pot (Lift Smoke)."""


class TarokScore(Award, frozen=True, kw_only=True):
    """No pot: bidder and opponents pay each other. `threesome` and `solo` are the values of the contracts, in chips.

    `target`: the points that win a game, one more than half of all. `passed_out`: the chips forehand gets when all
    pass (25 in Tapp-Tarok). Set by the switches of RULINGS C4: `jack` (the points of a jack, R-T1), `multiplier` (what
    is doubled or trebled when the bidder takes the second three cards or goes back to the first, R-T5), `pagat_pays`
    (R-T11), `kept` (R-T10).
    """

    threesome: Chips
    solo: Chips
    target: int
    jack: int = 2
    passed_out: Chips = 0
    multiplier: Literal["game", "base"] = "game"
    pagat_pays: Literal["bidder", "all"] = "bidder"
    kept: Literal["chips", "paper"] = "chips"

    def value(self, contract: str) -> Chips:
        """The value of the contract, in chips."""
        return self.solo if contract == "solo" else self.threesome


AnyAward = Best | Split | LastHolding | TarokScore
