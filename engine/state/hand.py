"""One deal of one game: where its script stands, who is asked, and the parts of its state.

Stakes and the betting round, tricks and the contract they are played for, the showdown.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from engine import commands, events
from engine.game.definition import Game
from engine.game.steps import AnyStep
from engine.ids import PlayerId
from engine.resolved import resolved
from engine.state.cards import Cards, Effects, Held
from engine.state.part import NOBODY, Part


class Penalty(NamedTuple):
    """The chips that `payer` put into the pot when a `word` that `holder` had shown was judged."""

    payer: PlayerId
    holder: PlayerId
    word: str
    chips: int


class Stakes(Part):
    """The chips of a hand. `put_in`: by player; `posts_due`: the antes and blinds still to come, in order.

    `paid_last`: the player who paid into the pot last. `all_in`: the players who have put in their last chip.
    `once_used`: those who have made the one higher bet a house limit allows. `shadow_due`: the player whose marker is
    due, and their debt. `penalties`: what losers of challenges have put into the pot, in order.
    """

    __slots__ = ("all_in", "once_used", "paid_last", "penalties", "posted", "posts_due", "put_in", "shadow_due")

    def __init__(self, players: Iterable[PlayerId], *, posts: Iterable[commands.Post]) -> None:
        self.put_in: dict[PlayerId, int] = dict.fromkeys(players, 0)
        self.posts_due: list[commands.Post] = list(posts)
        self.posted: list[commands.Post] = []
        self.paid_last: PlayerId | None = None
        self.all_in: frozenset[PlayerId] = NOBODY
        self.once_used: frozenset[PlayerId] = NOBODY
        self.shadow_due: tuple[PlayerId, int] | None = None
        self.penalties: list[Penalty] = []


class Round(Part):
    """One betting round. `price` is what staying in costs, `paid` what each has put in during this round.

    `waiting` holds the players who still owe an answer, in order; `anyone` is true while nobody knows who opens.
    `answered_at` is the price each player last answered, for the right to raise after a short all-in. `prices` are all
    the prices of the round so far; `contested` is how many players other than the bettor could bet at the last of them.
    `openers`: opening the round takes a certain hand. `led`: the price has just gone up.
    """

    __slots__ = (
        *("ahead", "answered_at", "anyone", "bettor", "contested", "led", "openers"),
        *("paid", "price", "prices", "raise_least", "waiting"),
    )

    def __init__(self, opened: events.RoundOpened) -> None:
        self.waiting = waiting = list(opened.asked)
        self.raise_least = opened.least
        self.anyone = opened.anyone
        self.openers = opened.openers
        self.price = price = opened.price
        self.paid: dict[PlayerId, int] = {}
        self.answered_at: dict[PlayerId, int] = {}
        self.bettor: PlayerId | None = None
        self.ahead: frozenset[PlayerId] = NOBODY
        self.prices: list[int] = [price]
        self.contested = len(waiting)
        self.led = False


class Rounds(Part):
    """What the betting rounds of a hand left behind. `closed`: how many are over.

    `opened_by`: the player who bet first in the latest round with a bet. `opener`: the player who opened a round that
    takes a certain hand; `opener_held`: the cards they held then. `shows_first`: the player who opened or raised last
    in the last round, or acted first if everybody checked (RULINGS R-E5).
    """

    __slots__ = ("closed", "opened_by", "opener", "opener_held", "shows_first")

    def __init__(self) -> None:
        self.closed = 0
        self.opened_by: PlayerId | None = None
        self.opener: PlayerId | None = None
        self.opener_held: list[Held] = []
        self.shows_first: PlayerId | None = None


class Trick(NamedTuple):
    """A trick that was taken: its winner, and its cards in the order played, `??` for one nobody saw."""

    winner: PlayerId
    cards: tuple[tuple[PlayerId, str], ...]


class LostSight(NamedTuple):
    """Cards a player was known to hold when they played an unseen card to this trick, perhaps one of these."""

    trick: int
    player: PlayerId
    cards: frozenset[str]


class TrickPlay(Part):
    """The tricks of a hand. `lying`: the trick on the table in the order played; `trump`: the suit, empty if not known.

    `gone`: the tricks taken, in order. `lost_sight`: what was known of hands before an unseen card left them. `drawn`: the
    cards drawn from the stock, each with the number of tricks taken by then. `revokes_told`: by trick and player, the
    revokes of which the table was told; `waived`: by trick and player, the codes of the rules waived for a play.
    """

    __slots__ = ("drawn", "draws_due", "gone", "leader", "lost_sight", "lying", "revokes_told", "trump", "waived")

    def __init__(self, leader: PlayerId, *, trump: str) -> None:
        self.leader = leader
        self.trump = trump
        self.lying: list[tuple[PlayerId, str]] = []
        self.gone: list[Trick] = []
        self.lost_sight: list[LostSight] = []
        self.drawn: list[tuple[int, PlayerId, str]] = []
        self.revokes_told: set[tuple[int, PlayerId]] = set()
        self.waived: set[tuple[int, PlayerId, str]] = set()
        self.draws_due = 0

    @property
    def number(self) -> int:
        """How many tricks are taken."""
        return len(self.gone)


class Contract(Part):
    """The contract of a deal of Tarok, with all that was bid, said and shown for it.

    `choice`: which cards of the widow were taken (0: none yet), also the factor of the game. `melds`: by their sets.
    """

    __slots__ = (
        "answered",
        "bids",
        "choice",
        "discarded",
        "goal",
        "goals_settled",
        "melds",
        "melds_settled",
        "name",
        "named",
        "player",
        "ultimo",
    )

    def __init__(self) -> None:
        self.bids: list[tuple[PlayerId, str]] = []
        self.player: PlayerId | None = None
        self.name = ""
        self.choice = 0
        self.discarded: list[str] | None = None
        self.goal = ""
        self.ultimo = False
        self.answered: PlayerId | None = None
        self.melds: dict[str, PlayerId] = {}
        self.melds_settled = 0
        self.goals_settled = 0
        self.named: commands.NameScore | None = None

    @property
    def bidder(self) -> PlayerId:
        """The player who plays against the others. An error before the bidding is over."""
        return resolved(self.player)


class Showdown(Part):
    """The players who have shown and what they announced. `sides`: what each declared, high, low or both.

    `shown`: players all of whose cards were known as they showed; `of_the_board`: the shared cards that a player showed
    among their own, as a part of the hand.

    `foul`: players with a bad word; `fallen`: players without a right to the pot; `judged`: by player and word, whether
    the word was good. `named`: the winners the table names, None until it does. `deal_offs`: the shares that equal
    hands play for with new cards, the current one first; `shown_down`: the players at the showdown before, not all of
    whom play for those. `won`: the shares paid so far, each with the number of its pot.
    """

    __slots__ = (
        *("challenge", "claimed", "deal_offs", "fallen", "foul", "judged", "mucked"),
        *("named", "of_the_board", "shown", "shown_down", "sides", "won", "words_accepted"),
    )

    def __init__(self) -> None:
        self.sides: dict[PlayerId, str] = {}
        self.shown: frozenset[PlayerId] = NOBODY
        self.of_the_board: dict[PlayerId, frozenset[str]] = {}
        self.mucked: frozenset[PlayerId] = NOBODY
        self.claimed: dict[PlayerId, str] = {}
        self.named: commands.NameWinners | None = None
        self.foul: frozenset[PlayerId] = NOBODY
        self.fallen: frozenset[PlayerId] = NOBODY
        self.judged: dict[tuple[PlayerId, str], bool] = {}
        self.challenge: commands.ChallengeWord | None = None
        self.words_accepted = False
        self.deal_offs: list[events.DealOffStarted] = []
        self.shown_down: tuple[PlayerId, ...] = ()
        self.won: list[tuple[int, events.Share]] = []


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
    step. `other_dealer_recorded`: the event about another dealer is recorded.

    `round`, `piles`, `tricks` and `contract` are None until such a step begins.
    """

    __slots__ = (
        *("announced", "asked", "betting_order", "cards", "contract", "cursor", "dealing_order", "deck"),
        *(
            "effects",
            "game",
            "just_announced",
            "new_deal",
            "number",
            "order",
            "other_dealer_recorded",
            "piles",
            "round",
        ),
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
        self.other_dealer_recorded = False
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
