"""What is true at one moment of a night: the table, the ledger, the hand being played, the closing.

Only `evolve` (in `engine.decider`) changes these objects; everybody else reads, and asks for a `copy()` to try things.
"""

from collections import deque
from copy import copy as shallow
from typing import Literal, NamedTuple

import msgspec

from engine import commands, events
from engine.game.definition import Game
from engine.game.steps import Lay
from engine.ids import PlayerId
from engine.trick_play import Contract, TrickPlay

UNKNOWN = "??"
# A banker who plays from a box without a declared inventory is never short, and goes all-in with so much.
BOTTOMLESS = 10**9

Stage = Literal["posting", "playing", "showdown", "over"]
Phase = Literal["new", "open", "closing", "closed", "planned"]


class Held(msgspec.Struct, eq=False, gc=False):
    """A card as it lies: its face, if known, and whether it is open. A struct, because every hand makes many of them.

    `dealt_up`: it fell open in the deal. `pile`: it was dealt into a pile that nobody has looked at. `bought`: it came
    as an extra card. `vague`: its holder showed it together with others, so that it is not known which lay here.
    """

    card: str
    up: bool
    dealt_up: bool = False
    pile: bool = False
    bought: bool = False
    vague: bool = False


class Kept(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Cards a player was known to hold before they threw some away unseen, and how many of them they can have still.

    `thrown` cards went unseen since; of these they have at least `least` and at most `most`.
    """

    cards: frozenset[str]
    thrown: int
    least: int
    most: int


class Round:
    """One betting round. `price` is what staying in costs, `paid` what each has put in during this round.

    `waiting` holds those who still owe an answer, in order; `anyone` is true while nobody knows who opens.
    `answered_at` is the price each player last answered, for the right to raise after a short all-in. `prices` are all
    that staying in has cost, from the beginning of the round; `contested` is how many others than the
    bettor could bet at the last of them. `openers`: opening the round takes a certain hand. `led`: the price has just
    gone up.
    """

    __slots__ = (
        *("ahead", "answered_at", "anyone", "bettor", "contested", "led", "openers"),
        *("paid", "price", "prices", "raise_least", "waiting"),
    )

    def __init__(
        self, waiting: list[PlayerId], *, raise_least: int, price: int = 0, anyone: bool = False, openers: bool = False
    ) -> None:
        self.waiting = waiting
        self.raise_least = raise_least
        self.anyone = anyone
        self.openers = openers
        self.price = price
        self.paid: dict[PlayerId, int] = {}
        self.answered_at: dict[PlayerId, int] = {}
        self.bettor: PlayerId | None = None
        self.ahead: set[PlayerId] = set()
        self.prices: list[int] = [price]
        self.contested = len(waiting)
        self.led = False

    def copy(self) -> "Round":
        """A round that can be changed without touching this one."""
        twin = shallow(self)
        twin.waiting = list(self.waiting)
        twin.paid = dict(self.paid)
        twin.answered_at = dict(self.answered_at)
        twin.ahead = set(self.ahead)
        twin.prices = list(self.prices)
        return twin


class Before(NamedTuple):
    """What the hand before left for the next: the seat of the button, of the winner who deals, and of the big blind."""

    button: int
    winner: int
    big: int


class Hand:
    """One deal of one game. `order` runs from the dealer's left; `still_in` keeps that order.

    `acted`: how many effects of an opened card have taken place. `beaters`: who beat the hand to beat, the latest last;
    `turned_now` and `says_beaten` belong to the player who turns their pile. `sent_away`: who had to leave without
    folding, in that order. `turned_up`: own cards that lay open, everybody's, in the order in which they were opened.
    `penalties`: chips that losers of challenges have put into the pot.
    """

    def __init__(self, number: int, announced: commands.AnnounceHand, game: Game, before: Before | None = None) -> None:
        self.number = number
        self.announced = announced
        self.order: tuple[PlayerId, ...] = announced.players or ()
        self.play(game)
        self.stage: Stage = "posting"
        self.posts_due: deque[commands.Post] = deque(announced.posts or ())
        self.posted: list[commands.Post] = []
        # Until the first ante or step: what was so before the announcement, to tell whose deal it was and who misses blinds.
        self.just_announced: Before | None = before
        # Who paid last into the pot.
        self.paid_last: PlayerId | None = None
        self.shadow_due: tuple[PlayerId, int] | None = None
        self.waiting: list[PlayerId] = []
        self.round: Round | None = None
        self.rounds_closed = 0
        # Who opened or raised last in the last round, or acted first where all checked (RULINGS R-E5).
        self.shows_first: PlayerId | None = None
        self.put_in: dict[PlayerId, int] = dict.fromkeys(self.order, 0)
        self.once_used: set[PlayerId] = set()
        self.all_in: set[PlayerId] = set()
        self.nothing_is_dealt()
        # Who bet first in the latest round in which anybody did; and with what cards they did where openers are asked for.
        self.opened_by: PlayerId | None = None
        self.opener: PlayerId | None = None
        self.opener_held: list[Held] = []
        self.shown: set[PlayerId] = set()
        self.mucked: set[PlayerId] = set()
        self.claimed: dict[PlayerId, str] = {}
        self.named: commands.NameWinners | None = None
        # Whose words are foul, who has no right to the pot any more, and which words of whose hand have been judged.
        self.foul: set[PlayerId] = set()
        self.fallen: set[PlayerId] = set()
        self.judged: dict[tuple[PlayerId, str], bool] = {}
        self.challenge: commands.ChallengeWord | None = None
        self.words_accepted = False
        self.penalties = 0
        # The shares of the pot that equal hands play for with new cards, the first of them now.
        self.deal_offs: deque[events.DealOffStarted] = deque()
        # Who was at the showdown from which shares are dealt off; not all of them play for those.
        self.shown_down: tuple[PlayerId, ...] = ()
        self.new_deal = False
        # Whether it was said that another has dealt.
        self.other_dealer_told = False
        self.lays_due: list[Lay] = []
        self.sealed: dict[PlayerId, commands.Command] = {}
        self.sides: dict[PlayerId, str] = {}
        self.opened: deque[tuple[PlayerId, str]] = deque()
        self.turned_up: list[Held] = []
        self.offers: dict[PlayerId, int] = {}
        # Offers that nobody had answered when betting began.
        self.forgotten: dict[PlayerId, int] = {}
        self.tricks: TrickPlay | None = None
        self.contract: Contract | None = None
        self.acted: dict[tuple[PlayerId, str], int] = {}
        self.beaters: list[PlayerId] = []
        self.turned_now = 0
        self.says_beaten: bool | None = None
        self.sent_away: list[PlayerId] = []

    def nothing_is_dealt(self) -> None:
        """Where the cards lie and what is known of them."""
        self.own: dict[PlayerId, list[Held]] = {player: [] for player in self.order}
        self.board: list[Held] = []
        self.out_cards: set[str] = set()
        self.cards_gone = 0
        # By player who has thrown cards unseen: what is known of those they keep, each note of other cards.
        self.kept: dict[PlayerId, tuple[Kept, ...]] = {}
        # Closed cards each has got since anybody bet, less those put right; known ones kept or taken instead (R-E14).
        self.fresh: dict[PlayerId, int] = {}
        self.settled: set[str] = set()
        # Cards missing and too many that were put right.
        self.faults: dict[PlayerId, int] = {}
        # What was put under the stock, the first of them on top; known cards among them stay in `out_cards`.
        self.under: list[str] = []
        # How many of identical cards are among those gone; single cards are told by their faces.
        self.copies_gone: dict[str, int] = {}

    def play(self, game: Game) -> None:
        """The hand goes by the script of this game, from its beginning."""
        self.game = game
        self.steps = game.steps
        self.cursor = -1
        # Whether somebody has been asked at the step at the cursor.
        self.begun = False
        # Everyone dealt in, in the direction in which betting runs, from the dealer's neighbour.
        left = game.direction == "left"
        self.betting_order = self.order if left else _rightwards(self.order, self.announced.dealer)
        self.first_card_to(None)
        self.still_in: list[PlayerId] = list(self.order[: game.active])

    def advance(self) -> None:
        """The step at the cursor is complete: the next one is due, or the showdown."""
        self.cursor += 1
        if self.cursor:
            self.just_announced = None
        self.begun = False
        self.round = None
        self.waiting = []
        self.stage = "showdown" if self.cursor == len(self.steps) else "playing"

    def step_done(self) -> None:
        """A step was carried out, with what was to be laid during it; or the last player has answered."""
        if not self.lays_due:
            self.advance()

    def first_card_to(self, player: PlayerId | None) -> None:
        """Cards go round from this player, or else from the dealer's neighbour, in their own direction (RULINGS R-M12)."""
        deals_left = self.game.dealing == "left"
        order = self.order if deals_left else _rightwards(self.order, self.announced.dealer)
        begin = order.index(player) if player is not None else 0
        self.dealing_order = (*order[begin:], *order[:begin])

    def copy(self) -> "Hand":
        """A hand that can be changed without touching this one."""
        twin = shallow(self)
        twin.still_in = list(self.still_in)
        twin.posts_due = deque(self.posts_due)
        twin.posted = list(self.posted)
        twin.waiting = list(self.waiting)
        twin.round = self.round.copy() if self.round else None
        twin.put_in = dict(self.put_in)
        twin.once_used = set(self.once_used)
        twin.all_in = set(self.all_in)
        twin.own = {player: [shallow(held) for held in cards] for player, cards in self.own.items()}
        twin.board = [shallow(held) for held in self.board]
        twin.turned_up = _copied(self, twin, self.turned_up)
        twin.out_cards = set(self.out_cards)
        twin.kept = dict(self.kept)
        twin.fresh = dict(self.fresh)
        twin.settled = set(self.settled)
        twin.faults = dict(self.faults)
        twin.under = list(self.under)
        twin.copies_gone = dict(self.copies_gone)
        twin.opener_held = _copied(self, twin, self.opener_held)
        twin.shown = set(self.shown)
        twin.mucked = set(self.mucked)
        twin.claimed = dict(self.claimed)
        twin.foul = set(self.foul)
        twin.fallen = set(self.fallen)
        twin.judged = dict(self.judged)
        twin.deal_offs = deque(self.deal_offs)
        twin.lays_due = list(self.lays_due)
        twin.sealed = dict(self.sealed)
        twin.sides = dict(self.sides)
        twin.opened = deque(self.opened)
        twin.offers = dict(self.offers)
        twin.forgotten = dict(self.forgotten)
        twin.tricks = self.tricks.copy() if self.tricks else None
        twin.contract = self.contract.copy() if self.contract else None
        twin.acted = dict(self.acted)
        twin.beaters = list(self.beaters)
        twin.sent_away = list(self.sent_away)
        return twin


def _copied(hand: Hand, twin: Hand, cards: list[Held]) -> list[Held]:
    """The cards of the twin that lie where these of the hand do; what was exchanged lies nowhere any more."""
    if not cards:
        return []
    mine = [held for own in (*hand.own.values(), hand.board) for held in own]
    copies = zip(mine, (held for own in (*twin.own.values(), twin.board) for held in own), strict=True)
    copy_of = {id(held): copied for held, copied in copies}
    return [copy_of.get(id(held)) or shallow(held) for held in cards]


def _rightwards(order: tuple[PlayerId, ...], dealer: PlayerId | None) -> tuple[PlayerId, ...]:
    dealing = order[-1:] if dealer else ()
    return order[: len(order) - len(dealing)][::-1] + dealing


class Person:
    """One player of the night: their seat, whether they are dealt in, and how many hands they were dealt and have dealt."""

    __slots__ = ("deals", "hands", "left", "missed_big", "missed_small", "seat", "sitting")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.sitting = True
        self.left = False
        self.missed_small = False
        self.missed_big = False
        self.hands = 0
        self.deals = 0


class Night:
    """One evening. `balance`: the ledger, the sum of all `postings`. `count_made`: the latest count."""

    def __init__(self) -> None:
        self.phase: Phase = "new"
        self.opened: commands.OpenNight | None = None
        self.rules = commands.HouseRules()
        # The banker, where they play from the box; otherwise nobody.
        self.from_box: PlayerId | None = None
        self.people: dict[PlayerId, Person] = {}
        self.balance: dict[str, int] = {}
        # Who has just sat down for the first time.
        self.newcomer: PlayerId | None = None
        self.counts: dict[PlayerId, int] = {}
        self.count_made: commands.CountChips | None = None
        self.returning: list[PlayerId] = []
        self.hand: Hand | None = None
        self.last_hand: Hand | None = None
        self.hands_played = 0
        self.last_button = 0
        # The seat of who deals next, where a game says that it is the winner.
        self.next_button = 0
        self.last_small = 0
        self.last_big = 0
        # Points that a score kept on paper has brought each player.
        self.on_paper: dict[PlayerId, int] = {}
        self.gaps: dict[PlayerId, int] = {}
        self.gap_resolved = False
        self.plan: commands.FreezePlan | None = None
        self.paid: list[int] = []

    @property
    def banker(self) -> PlayerId:
        """The player who keeps the bank."""
        assert self.opened is not None
        return self.opened.banker

    @property
    def unit(self) -> int:
        """Cents for one chip."""
        assert self.opened is not None
        return self.opened.unit

    @property
    def inventory(self) -> int:
        """How many smallest chips the box held at the opening; 0 when nobody said."""
        assert self.opened is not None
        return sum(kind.worth * kind.pieces for kind in self.opened.inventory)

    def stack(self, player: PlayerId) -> int:
        """Chips the player can put in: their own, or what the box holds for a banker who plays from it."""
        own = self.balance.get("chips:" + player, 0)
        if player == self.from_box:
            return own + self.balance.get("box", 0) - self.balance.get("due", 0) if self.inventory else BOTTOMLESS
        return own

    def with_chips(self, players: list[PlayerId]) -> list[PlayerId]:
        """Those of the players who can put in anything."""
        balance, from_box = self.balance, self.from_box
        return [
            player
            for player in players
            if balance.get("chips:" + player, 0) > 0 or (player == from_box and self.stack(player) > 0)
        ]

    def pot_worth(self) -> int:
        """What the pot is worth: the chips in it, the markers drawn out of it, and what is owed beyond them."""
        chips, due = self.balance.get("pot", 0), self.balance.get("due", 0)
        # No marker is larger than the debt it stands for, so that without a debt none has to be looked for.
        return chips + due + self.markers() if due else chips

    def markers(self) -> int:
        """Chips that lie before players as shadow."""
        return sum(chips for account, chips in self.balance.items() if account.startswith("shadow:"))

    def copy(self) -> "Night":
        """A night that can be changed without touching this one."""
        twin = shallow(self)
        twin.people = {player: shallow(person) for player, person in self.people.items()}
        twin.balance = dict(self.balance)
        twin.on_paper = dict(self.on_paper)
        twin.counts = dict(self.counts)
        twin.returning = list(self.returning)
        twin.hand = self.hand.copy() if self.hand else None
        twin.last_hand = self.last_hand.copy() if self.last_hand else None
        twin.gaps = dict(self.gaps)
        twin.paid = list(self.paid)
        return twin
