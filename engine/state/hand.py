"""One deal of one game: where its script stands, who is asked at a step that is no betting round, and the parts of its state."""

from typing import Literal, NamedTuple

from engine import commands
from engine.game.definition import Game
from engine.game.steps import AnyStep
from engine.ids import PlayerId
from engine.resolved import resolved
from engine.state.cards import Cards, Effects
from engine.state.part import Part
from engine.state.steps import Contract, Round, Rounds, Showdown, Stakes, TrickPlay


class Asked(Part):
    """The players asked at the step at the cursor: an exchange, a passing, an exposing, a bidding and the like.

    `begun`: the step has begun. `waiting`: the players the hand waits for, in order. `sealed`: the choices made so far
    at a step where all are opened together.
    """

    __slots__ = ("begun", "sealed", "waiting")

    def __init__(self) -> None:
        self.begun = False
        self.waiting: list[PlayerId] = []
        self.sealed: dict[PlayerId, commands.Command] = {}


class Piles(Part):
    """The turning of piles. `beaters`: the players who beat the hand to beat, the latest last.

    `turned_now`: how many cards the player in turn has turned; `says_beaten`: whether the table says that these beat
    the hand to beat, None while it has not said.
    """

    __slots__ = ("beaters", "says_beaten", "turned_now")

    def __init__(self) -> None:
        self.beaters: list[PlayerId] = []
        self.turned_now = 0
        self.says_beaten: bool | None = None


Stage = Literal["posting", "playing", "showdown", "over"]


class Before(NamedTuple):
    """What the previous hand left: the seats of the button, of a winner who deals next, and of the big blind."""

    button: int
    winner: int
    big: int


class Hand(Part):
    """One deal of one game. `order` runs from the dealer's left; `still_in` keeps that order.

    `betting_order`: everyone dealt in, in the direction betting runs, from the dealer's neighbour; `dealing_order` is
    the same for cards. `sent_away`: the players who had to leave without folding, in that order. `just_announced`: the
    seats before the announcement, which tell whose deal it was and who misses blinds; None after the first ante or
    step. `other_dealer_told`: the event about another dealer is recorded.

    `round`, `piles`, `tricks` and `contract` are None until such a step begins.
    """

    __slots__ = (
        *("announced", "asked", "betting_order", "cards", "contract", "cursor", "dealing_order", "deck"),
        *("effects", "game", "just_announced", "new_deal", "number", "order", "other_dealer_told", "piles", "round"),
        *("rounds", "sent_away", "showdown", "stage", "stakes", "steps", "still_in", "tricks"),
    )

    def __init__(self, number: int, announced: commands.AnnounceHand, game: Game, before: Before | None = None) -> None:
        self.number = number
        self.announced = announced
        self.order: tuple[PlayerId, ...] = announced.players or ()
        self.stage: Stage = "posting"
        self.sent_away: list[PlayerId] = []
        self.new_deal = False
        self.just_announced: Before | None = before
        self.other_dealer_told = False
        self.cards = Cards(self.order)
        self.effects = Effects()
        self.stakes = Stakes(self.cards.own, posts=announced.posts or ())
        self.rounds = Rounds()
        self.showdown = Showdown()
        self.round: Round | None = None
        self.piles: Piles | None = None
        self.tricks: TrickPlay | None = None
        self.contract: Contract | None = None
        self.play(game)

    def play(self, game: Game) -> None:
        """Starts the script of this game from its beginning."""
        self.game = game
        self.deck = resolved(game.deck)
        self.steps: tuple[AnyStep, ...] = game.steps
        self.cursor = -1
        self.asked = Asked()
        left = game.direction == "left"
        self.betting_order = self.order if left else _rightwards(self.order, self.announced.dealer)
        self.first_card_to(None)
        self.still_in: list[PlayerId] = list(self.order[: game.active])

    def advance(self) -> None:
        """Moves on from the step at the cursor to the next one, or to the showdown."""
        self.cursor = cursor = self.cursor + 1
        if cursor:
            self.just_announced = None
        if self.asked.begun:
            self.asked = Asked()
        self.round = None
        self.stage = "showdown" if cursor == len(self.steps) else "playing"

    def step_done(self) -> None:
        """Moves on from a step that was carried out or answered, unless cards are still to be laid during it."""
        if not self.cards.lays_due:
            self.advance()

    def first_card_to(self, player: PlayerId | None) -> None:
        """Lets cards go round from this player (None: the dealer's neighbour), in their own direction (R-M12)."""
        deals_left = self.game.dealing == "left"
        order = self.order if deals_left else _rightwards(self.order, self.announced.dealer)
        begin = order.index(player) if player is not None else 0
        self.dealing_order = order[begin:] + order[:begin] if begin else order


def _rightwards(order: tuple[PlayerId, ...], dealer: PlayerId | None) -> tuple[PlayerId, ...]:
    dealing = order[-1:] if dealer else ()
    return order[: len(order) - len(dealing)][::-1] + dealing
