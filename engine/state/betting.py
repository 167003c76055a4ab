"""The stakes of a hand: what each player has put in, the open betting round, and what earlier rounds left behind."""

from collections.abc import Iterable
from typing import NamedTuple

from engine import commands, events
from engine.ids import PlayerId
from engine.state.held import Held
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
