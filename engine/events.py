"""The consequences the rules draw from what people did, and the record in which every event stands in the book.

A primary event is an accepted command (`engine.commands`); a step that takes no tap is the same struct, drawn as a
consequence. What is only ever a consequence is defined here. Each quotes the rule it rests on.
"""

from typing import Annotated, Any, Literal

import msgspec

from engine import commands
from engine.commands.hand import PostKind
from engine.ids import PlayerId
from engine.money import Chips


class Consequence(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What follows from a primary event by a rule."""


class DealerIsAnother(Consequence, frozen=True, kw_only=True, tag="dealer_is_another"):
    """The deal passes to the left and was `player`'s, but `dealer` has dealt (RULINGS R-E13)."""

    player: PlayerId
    dealer: PlayerId
    rule: str = "enemaerke/whose-deal"


class CarryAdded(Consequence, frozen=True, kw_only=True, tag="carry_added"):
    """What the last hand left goes into the pot of this one."""

    chips: Chips


class ForcedBetPosted(Consequence, frozen=True, kw_only=True, tag="forced_bet_posted"):
    """An ante or blind has gone into the pot, `shadow` of it owed."""

    player: PlayerId
    kind: PostKind
    chips: Chips
    shadow: Chips = 0


class WentAllIn(Consequence, frozen=True, kw_only=True, tag="went_all_in"):
    """A player has put in their last chip and stays in without paying, whatever chips they get during the hand."""

    player: PlayerId
    rule: str = "standard/all-in"


class BlindsMissed(Consequence, frozen=True, kw_only=True, tag="blinds_missed"):
    """These players are away while the big blind passes their seats: they owe both blinds when they come back."""

    players: tuple[PlayerId, ...]
    rule: str = "standard/missed-blinds"


class NotAsked(Consequence, frozen=True, kw_only=True, tag="not_asked"):
    """The price went up, and these players have no answer to give: they cannot bet, or an early bet covers it already.

    `contested`: how many others can still bet at this price.
    """

    players: tuple[PlayerId, ...]
    contested: int


# Why the first of those asked opens a betting round.
Opens = Literal[
    "next to dealer", "best showing", "lowest showing", "previous opener", "behind the blinds", "hand to beat"
]


class StepBegan(Consequence, frozen=True, kw_only=True, tag="step_began"):
    """A step begins at which players choose or act: these, in this order."""

    asked: tuple[PlayerId, ...]


class StepPassedOver(Consequence, frozen=True, kw_only=True, tag="step_passed_over"):
    """Nobody is asked at this step: it belongs to another contract, or may still be said until the first lead."""

    step: str
    rule: str = "tarok/contracts"


class RoundOpened(Consequence, frozen=True, kw_only=True, tag="round_opened"):
    """A betting round begins. `asked` act in this order; the first of them opens, because of `opens`.

    `price`: what staying in costs (the blinds); `least`: the least bet or raise. `anyone`: the open cards that decide
    who opens are not known, so whoever speaks first does. `openers`: opening takes a certain hand (RULINGS R-S1).
    """

    asked: tuple[PlayerId, ...]
    opens: Opens = "next to dealer"
    price: Chips = 0
    least: Chips = 1
    anyone: bool = False
    openers: bool = False


class TricksBegan(Consequence, frozen=True, kw_only=True, tag="tricks_began"):
    """The first trick begins. `trump`: the suit of trumps, empty where it is not known."""

    leader: PlayerId
    trump: str = ""


class ShadowPulled(Consequence, frozen=True, kw_only=True, tag="shadow_pulled"):
    """A player short of chips owes the pot `debt`; `marker` of it was drawn out of the pot to lie before them.

    The marker cannot exceed what the pot holds (RULINGS R-E9), so it may be smaller than the debt.
    """

    player: PlayerId
    debt: Chips
    marker: Chips
    rule: str = "enemaerke/shadow"


class UncalledReturned(Consequence, frozen=True, kw_only=True, tag="uncalled_returned"):
    """The part of a bet that nobody matched goes back to the bettor."""

    player: PlayerId
    chips: Chips
    rule: str = "standard/uncalled"


class EarlyBetStands(Consequence, frozen=True, kw_only=True, tag="early_bet_stands"):
    """The turn of a player has come who bet before it: their bet binds, a raise by `by` to `to`, or a call if by none.

    `least`: the least raise from now on, where it changes.
    """

    player: PlayerId
    to: Chips
    by: Chips
    least: Chips | None = None
    rule: str = "scroker/out-of-turn"


class RoundClosed(Consequence, frozen=True, kw_only=True, tag="round_closed"):
    """A betting round is over: everyone still in has paid the same, or has no more."""

    number: int


class MarkerReturned(Consequence, frozen=True, kw_only=True, tag="marker_returned"):
    """The shadow chips before a player go back into the pot, so that it can be paid out."""

    player: PlayerId
    chips: Chips
    rule: str = "enemaerke/shadow"


class DebtPaid(Consequence, frozen=True, kw_only=True, tag="debt_paid"):
    """A player pays the pot, in chips, what they owed it by shadow."""

    player: PlayerId
    chips: Chips
    rule: str = "enemaerke/shadow"


class Share(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What one winner gets of a pot: `chips` of its full worth, `netted` of them by striking out their own debt.

    `cards` are the five that won and `stands_for` what they stand for, where the cards decided.
    """

    player: PlayerId
    chips: Chips
    netted: Chips = 0
    cards: tuple[str, ...] = ()
    stands_for: tuple[str, ...] = ()
    hand: str = ""


class PotAwarded(Consequence, frozen=True, kw_only=True, tag="pot_awarded"):
    """A pot, or one share of it, has gone to its winners. Pots are numbered from 0, the main pot."""

    pot: int
    share: Literal["all", "high", "low", "spade"]
    shares: tuple[Share, ...]
    by: Literal["cards", "table", "last player"]
    rule: str = "standard/odd-chip-first-after-dealer"


class CardsPassed(Consequence, frozen=True, kw_only=True, tag="cards_passed"):
    """All have chosen, and all cards change hands at once."""


class CardsExposed(Consequence, frozen=True, kw_only=True, tag="cards_exposed"):
    """All have chosen, and each opens their card, in order from the dealer's left; what nobody named is not known."""

    cards: tuple[str, ...]


class SidesDeclared(Consequence, frozen=True, kw_only=True, tag="sides_declared"):
    """All have declared, and all sides are known at once."""

    low: tuple[PlayerId, ...] = ()
    both: tuple[PlayerId, ...] = ()
    high: tuple[PlayerId, ...] = ()


class SentOutByCard(Consequence, frozen=True, kw_only=True, tag="sent_out_by_card"):
    """An open card has sent its holder out of the hand; what they put in stays."""

    player: PlayerId
    card: str
    rule: str = "enemaerke/sends-out"


class CardOffered(Consequence, frozen=True, kw_only=True, tag="card_offered"):
    """An open card offers its holder one more closed card for so many chips, until betting begins."""

    player: PlayerId
    card: str
    price: Chips
    rule: str = "enemaerke/offers-card"


class ContractWon(Consequence, frozen=True, kw_only=True, tag="contract_won"):
    """The bidding is over: this player plays the contract against the others."""

    player: PlayerId
    contract: str


class TrickWon(Consequence, frozen=True, kw_only=True, tag="trick_won"):
    """A trick is complete and goes to the player of the highest trump, or of the highest card of the suit led.

    `draws`: how many cards they draw from the stock. `last`: nobody holds a card any more.
    """

    player: PlayerId
    number: int
    draws: int = 0
    last: bool = False
    rule: str = "tarok/tricks"


class RanOutOfCards(Consequence, frozen=True, kw_only=True, tag="ran_out_of_cards"):
    """A player holds no card any more and is out of the hand."""

    player: PlayerId
    rule: str = "tarok/lift-smoke"


class ScoreMove(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What one player pays another: chips, and in `cents` on account what they have no chips for."""

    payer: PlayerId
    payee: PlayerId
    chips: Chips
    cents: int = 0


class ScorePaid(Consequence, frozen=True, kw_only=True, tag="score_paid"):
    """Something of a deal of Tarok is settled: the game, a meld, the pagat, ultimo, or that all have passed.

    `to` have scored `value` each. `moves` are empty where the score is kept on paper. `points`: the bidder's, for a game.
    """

    what: Literal["game", "consolation", "meld", "pagat", "ultimo", "contra-ultimo", "passed out"]
    to: tuple[PlayerId, ...]
    value: Chips
    moves: tuple[ScoreMove, ...] = ()
    points: int | None = None
    rule: str = "tarok/score"

    @property
    def on_paper(self) -> bool:
        """Whether the score is written down and moves neither chips nor accounts."""
        return not self.moves


class CardGiven(Consequence, frozen=True, kw_only=True, tag="card_given"):
    """An open card gives its holder one more closed card for nothing, on top of their pile where they have one.

    `number` is 0 when the stock is used up and nobody has folded a card (RULINGS R-M9).
    """

    player: PlayerId
    card: str
    number: int = 1
    rule: str = "all/offers-card"


class FeePaid(Consequence, frozen=True, kw_only=True, tag="fee_paid"):
    """An open card has cost its holder so many chips, `shadow` of them owed; who is short pays less (RULINGS R-D13)."""

    player: PlayerId
    card: str
    chips: Chips
    shadow: Chips = 0
    rule: str = "enemaerke/costs"


class HandBeaten(Consequence, frozen=True, kw_only=True, tag="hand_beaten"):
    """The player at turn has beaten the hand to beat: their own is the one to beat now, and they open the betting.

    `hand` and `beaten` are the names of the two, empty where cards are not known or there was nothing to beat.
    """

    player: PlayerId
    hand: str = ""
    beaten: str = ""
    rule: str = "all/turn-until-beaten"


class CouldNotBeat(Consequence, frozen=True, kw_only=True, tag="could_not_beat"):
    """A player has turned their whole pile without beating the hand to beat, and is out (RULINGS R-M10)."""

    player: PlayerId
    hand: str = ""
    to_beat: str = ""
    rule: str = "all/turn-until-beaten"


class DealOffStarted(Consequence, frozen=True, kw_only=True, tag="deal_off_started"):
    """Equal hands do not split: `chips` wait, and these players are each dealt `up` new open cards for them.

    `pot` and `share` say what of the pots it is; where the new hands are equal too, it is started again.
    """

    players: tuple[PlayerId, ...]
    up: int
    pot: int
    share: Literal["all", "high", "low"]
    chips: Chips
    rule: str = "munk/deal-off"


class StakeReturned(Consequence, frozen=True, kw_only=True, tag="stake_returned"):
    """Nobody has opened, and the player takes back what they put in (RULINGS R-S3, passed_out = refund)."""

    player: PlayerId
    chips: Chips
    rule: str = "scroker/passed-out"


class CouldNotOpen(Consequence, frozen=True, kw_only=True, tag="could_not_open"):
    """The opener was about to win and had not held what it takes to open: the second best hand wins (RULINGS R-S1).

    `cards` are those they held when they opened.
    """

    player: PlayerId
    cards: tuple[str, ...]
    rule: str = "scroker/openers"


class StepsSkipped(Consequence, frozen=True, kw_only=True, tag="steps_skipped"):
    """The table has named the winner before the showdown: what was left of the hand is not written down.

    `steps` in their order, beginning with the one that was waited for: "draw", "bet".
    """

    steps: tuple[str, ...]


class WordJudged(Consequence, frozen=True, kw_only=True, tag="word_judged"):
    """A challenged word is one, or none: by the dictionary of that name and version, or agreed by the table.

    A hand with a word that is none holds no words any more, or is out (`out`). `plural`: the dictionary has it, as the
    plural of a noun made with S, which the game does not count (RULINGS R-W5).
    """

    player: PlayerId
    challenger: PlayerId
    word: str
    good: bool
    out: bool = False
    plural: bool = False
    dictionary: str = ""
    rule: str


class PenaltyPaid(Consequence, frozen=True, kw_only=True, tag="penalty_paid"):
    """The loser of a challenge pays so many chips into the pot (RULINGS E6)."""

    player: PlayerId
    chips: Chips
    rule: str


class PotCarried(Consequence, frozen=True, kw_only=True, tag="pot_carried"):
    """What is in the pot passes to the next hand."""

    chips: Chips
    rule: str


class HandEnded(Consequence, frozen=True, kw_only=True, tag="hand_ended"):
    """The hand is over and the deal passes on: to the left, or to `next_dealer` where the winner deals."""

    number: int
    next_dealer: PlayerId | None = None


class CountDiffers(Consequence, frozen=True, kw_only=True, tag="count_differs"):
    """A count that was just made differs from the book; until the close it may be made again."""

    player: PlayerId
    book: int
    counted: int


class GapFound(Consequence, frozen=True, kw_only=True, tag="gap_found"):
    """The count of one player's chips differs from the book: `counted` minus `book` chips, worth `cents`."""

    player: PlayerId
    book: int
    counted: int
    cents: int = 0


class EventsStruck(Consequence, frozen=True, kw_only=True, tag="events_struck"):
    """These events are void from now on: the ones struck, their consequences, and consequences that changed."""

    void: tuple[int, ...]


ONLY_CONSEQUENCES: dict[type[Consequence], str] = {
    DealerIsAnother: "dealer_is_another",
    CarryAdded: "carry_added",
    ForcedBetPosted: "forced_bet_posted",
    WentAllIn: "went_all_in",
    BlindsMissed: "blinds_missed",
    NotAsked: "not_asked",
    StepBegan: "step_began",
    StepPassedOver: "step_passed_over",
    RoundOpened: "round_opened",
    TricksBegan: "tricks_began",
    ShadowPulled: "shadow_pulled",
    UncalledReturned: "uncalled_returned",
    EarlyBetStands: "early_bet_stands",
    RoundClosed: "round_closed",
    MarkerReturned: "marker_returned",
    DebtPaid: "debt_paid",
    PotAwarded: "pot_awarded",
    CardsPassed: "cards_passed",
    CardsExposed: "cards_exposed",
    SidesDeclared: "sides_declared",
    SentOutByCard: "sent_out_by_card",
    CardOffered: "card_offered",
    ContractWon: "contract_won",
    TrickWon: "trick_won",
    RanOutOfCards: "ran_out_of_cards",
    ScorePaid: "score_paid",
    CardGiven: "card_given",
    FeePaid: "fee_paid",
    HandBeaten: "hand_beaten",
    CouldNotBeat: "could_not_beat",
    DealOffStarted: "deal_off_started",
    StakeReturned: "stake_returned",
    CouldNotOpen: "could_not_open",
    StepsSkipped: "steps_skipped",
    WordJudged: "word_judged",
    PenaltyPaid: "penalty_paid",
    PotCarried: "pot_carried",
    HandEnded: "hand_ended",
    CountDiffers: "count_differs",
    GapFound: "gap_found",
    EventsStruck: "events_struck",
}

Event = commands.Command | Consequence

# Every stored type name, both ways.
NAME_OF: dict[type[Any], str] = {**commands.STORED_AS, **ONLY_CONSEQUENCES}
TYPE_NAMED: dict[str, type[Any]] = {name: kind for kind, name in NAME_OF.items()}


class Recorded(msgspec.Struct, frozen=True, eq=False, gc=False):
    """An event as it stands in the book: its number, and the number of the primary event it follows from.

    Whether it was read from a row, whose reader is a class of its own, or made here, makes no difference.
    """

    version: Annotated[int, msgspec.Meta(ge=1)]
    event: Event
    caused_by: int | None = None
    actor: str = ""
    occurred_at: str = ""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Recorded):
            return NotImplemented
        return all(getattr(self, field) == getattr(other, field) for field in Recorded.__struct_fields__)

    __hash__ = None  # type: ignore[assignment]
