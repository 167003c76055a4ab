"""The acts of Tarok (bids, the widow, goals, melds), and what a deal scores."""

from typing import Annotated, Literal

import msgspec

from engine.acts import Cards, Command, Consequence
from engine.ids import PlayerId
from engine.money import Chips
from engine.registry import asked_to, bounded, consequence, listed_as, own_act, stored_as
from engine.speech import to_say

Word = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


@own_act("player")
@asked_to(to_say("to bid"))
@listed_as("bid")
@stored_as("bid_made")
class MakeBid(Command, frozen=True, kw_only=True, tag="make_bid"):
    """A player bids a contract, higher than every bid before."""

    player: PlayerId
    contract: Word


@own_act("player")
@asked_to(to_say("to bid"))
@stored_as("bid_passed")
class PassBid(Command, frozen=True, kw_only=True, tag="pass_bid"):
    """A player passes and may not bid again."""

    player: PlayerId


@own_act()
@listed_as("widow")
@bounded("choice")
@stored_as("widow_taken")
class TakeWidow(Command, frozen=True, kw_only=True, tag="take_widow"):
    """The bidder takes cards of the widow: the first (1), the others (2), or the first after all, having seen both (3).

    `rejected` are the cards turned down on the way, which are shown. Both may be left out if they are not known.
    """

    choice: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    cards: Cards = ()
    rejected: Cards = ()


@own_act()
@asked_to(to_say("to put cards aside"))
@stored_as("cards_discarded")
class Discard(Command, frozen=True, kw_only=True, tag="discard"):
    """The bidder puts aside as many cards as they took, and names any trumps among them. Left out: not known."""

    cards: Cards = ()


@own_act()
@listed_as("goal")
@stored_as("goal_announced")
class AnnounceGoal(Command, frozen=True, kw_only=True, tag="announce_goal"):
    """The bidder says what they play for: game or consolation, and possibly ultimo as well."""

    goal: Word


@own_act("player")
@listed_as("contra")
@stored_as("goal_answered")
class AnswerGoal(Command, frozen=True, kw_only=True, tag="answer_goal"):
    """An opponent says contra-ultimo: that the bidder's announced ultimo will fail."""

    player: PlayerId


@own_act("player")
@listed_as("meld")
@stored_as("meld_declared")
class DeclareMeld(Command, frozen=True, kw_only=True, tag="declare_meld"):
    """A player shows a set of cards that scores by itself; `meld` are its cards, such as "joker XXI I"."""

    player: PlayerId
    meld: Word


@listed_as("score")
@bounded("points")
@stored_as("score_named")
class NameScore(Command, frozen=True, kw_only=True, tag="name_score"):
    """The table says how the deal ended, if the cards are not known.

    `points`: the bidder's, in tricks and discard. `pagat`: the player who won the last trick with it, or None.
    `captured`: an opponent took the bidder's pagat in any trick (it matters under ultimo).
    """

    points: Annotated[int, msgspec.Meta(ge=0, le=200)]
    pagat: PlayerId | None = None
    captured: bool = False


@consequence
class ContractWon(Consequence, frozen=True, kw_only=True, tag="contract_won"):
    """The bidding is over: this player plays the contract against the others."""

    player: PlayerId
    contract: str


class ScoreMove(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One player's payment to another: `chips`, and `cents` on account for what they have no chips for."""

    payer: PlayerId
    payee: PlayerId
    chips: Chips
    cents: int = 0


@consequence
class ScorePaid(Consequence, frozen=True, kw_only=True, tag="score_paid"):
    """One score of a deal of Tarok is settled: the game, a meld, the pagat, ultimo, or a deal everybody passed.

    `to` score `value` each. `moves` are empty if the score is kept on paper. `points`: the bidder's, for a game.
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
