"""The state of a night: the table, the ledger, the hand being played, and the closing."""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from engine import commands
from engine.ids import PlayerId
from engine.resolved import resolved
from engine.state.hand import Hand
from engine.state.part import Part

# The stack of a banker who plays from a box without a declared inventory: they are never short.
BOTTOMLESS: Final = 10**9
# From here on a number of chips is what a bottomless stack comes to, and nothing that anybody at a table has.
UNSAID: Final = BOTTOMLESS // 2

Phase = Literal["new", "open", "closing", "closed", "planned"]
DisputeState = Literal["open", "resolved", "withdrawn"]
RequestState = Literal["open", "approved", "declined", "withdrawn"]


class Person(Part):
    """One player of the night: their seat, whether they are dealt in, the hands they played and dealt, and their loans.

    `loans`: how often the bank lent them chips after those to begin with.
    """

    __slots__ = ("deals", "hands", "left", "loans", "missed_big", "missed_small", "seat", "sitting")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.sitting = True
        self.left = False
        self.missed_small = False
        self.missed_big = False
        self.hands = 0
        self.deals = 0
        self.loans = 0


class Positions(Part):
    """The seats of the last button and the last blinds; 0 before the first.

    `next_button`: the seat of the winner who deals next, if the game says so.
    """

    __slots__ = ("last_big", "last_button", "last_small", "next_button")

    def __init__(self) -> None:
        self.last_button = 0
        self.last_small = 0
        self.last_big = 0
        self.next_button = 0


class Closing(Part):
    """How a night ends. `returning`: the players whose chips still go back to the box. `gaps`: by player, in chips.

    `there`: who is still to pay a fee for how long they were there.
    `plan`: the frozen payments, None before; `paid`: how many cents of each have been paid; `confirmed`: how many of them
    the payee has confirmed.
    """

    __slots__ = ("confirmed", "gap_resolved", "gaps", "paid", "plan", "returning", "there")

    def __init__(self) -> None:
        self.returning: list[PlayerId] = []
        self.there: tuple[commands.TimeThere, ...] = ()
        self.gaps: dict[PlayerId, int] = {}
        self.gap_resolved = False
        self.plan: commands.FreezePlan | None = None
        self.paid: list[int] = []
        self.confirmed: list[int] = []


class Dispute(Part):
    """What a player disputes: an event, what is missing after it, or the night as a whole (`event` is None).

    `answers`: how many there are; `word`: what the bank said last of how it ends, None before.
    """

    __slots__ = ("answers", "by", "event", "missing", "state", "word")

    def __init__(self, by: PlayerId, event: int | None, *, missing: bool) -> None:
        self.by = by
        self.event = event
        self.missing = missing
        self.state: DisputeState = "open"
        self.answers = 0
        self.word: commands.GiveBanksWord | None = None


class Request(Part):
    """What a player asked for or said, and what became of it."""

    __slots__ = ("asked", "state")

    def __init__(self, asked: commands.AskForChips | commands.SayCount | commands.SayPayment) -> None:
        self.asked = asked
        self.state: RequestState = "open"


class Night(Part):
    """One night. `balance`: the ledger, the sum of all postings. `count_made`: the latest count, until chips go back.

    `counted`: the accounts that were counted, and by whom.

    `bankers`: everybody who keeps or kept the bank, the latest last; `handover`: the bank as it is being passed on, None at
    rest; `gaps_of_bankers`: the chips found missing (negative: over) up to each handover with a count of the box, by the banker
    who handed it over.

    `charged`: the hands up to which the house has taken its fee. `newcomer`: the player who has just sat down for the first
    time. `from_box`: the banker if they play from the box, otherwise None. `on_paper`: each player's points in scores kept on paper. `disputes`: by number, also those that are
    over. `requests`: by number, the same. `confirmed`: the counts that hold and with which the player agrees, in chips.
    """

    __slots__ = (
        *("balance", "bankers", "charged", "closing", "confirmed", "count_made", "counted"),
        *("counts", "disputes", "from_box", "gaps_of_bankers", "hand", "handover"),
        *("hands_played", "last_hand", "newcomer", "on_paper", "opened", "people", "phase", "positions", "requests"),
        "rules",
    )

    def __init__(self) -> None:
        self.phase: Phase = "new"
        self.opened: commands.OpenNight | None = None
        self.rules = commands.HouseRules()
        self.from_box: PlayerId | None = None
        self.bankers: list[PlayerId] = []
        self.handover: commands.PassBank | None = None
        self.gaps_of_bankers: dict[PlayerId, int] = {}
        self.people: dict[PlayerId, Person] = {}
        self.balance: dict[str, int] = {}
        self.newcomer: PlayerId | None = None
        self.counts: dict[PlayerId, int] = {}
        self.counted: dict[str, PlayerId] = {}
        self.count_made: commands.CountChips | None = None
        self.hand: Hand | None = None
        self.last_hand: Hand | None = None
        self.hands_played = 0
        self.charged = 0
        self.positions = Positions()
        self.on_paper: dict[PlayerId, int] = {}
        self.closing = Closing()
        self.disputes: dict[int, Dispute] = {}
        self.requests: dict[int, Request] = {}
        self.confirmed: dict[PlayerId, int] = {}

    @property
    def terms(self) -> commands.OpenNight:
        """The terms of the opening: the first banker, unit, currency, zone, inventory. An error before the night is open."""
        return resolved(self.opened)

    @property
    def banker(self) -> PlayerId:
        """The player who keeps the bank now. An error before the night is open."""
        return self.bankers[-1]

    @property
    def everybody(self) -> tuple[PlayerId, ...]:
        """All who have sat down, and those who kept the bank without sitting down."""
        return tuple(dict.fromkeys((*self.people, *self.bankers)))

    @property
    def unit(self) -> int:
        """The cents one chip is worth."""
        return self.terms.unit

    @property
    def inventory(self) -> int:
        """The smallest chips the box held at the opening; 0 if nobody said."""
        return sum(kind.worth * kind.pieces for kind in self.terms.inventory)

    @property
    def open_disputes(self) -> dict[int, Dispute]:
        """The disputes that are neither resolved nor withdrawn, by number."""
        return {number: dispute for number, dispute in self.disputes.items() if dispute.state == "open"}

    @property
    def open_requests(self) -> dict[int, Request]:
        """What still waits for the banker, or for the payee, by number. After the close only payments do."""
        return {
            number: request
            for number, request in self.requests.items()
            if request.state == "open" and (self.phase == "open" or isinstance(request.asked, commands.SayPayment))
        }

    def from_the_left_of(self, player: PlayerId, among: Iterable[PlayerId]) -> list[PlayerId]:
        """These people by seat, from the left of the player, who comes last if among them.

        Of two who had the same seat, the one who sat there first comes first; whoever never sat down has seat 0.
        """
        asked = set(among)
        seats = {one: self.people[one].seat if one in self.people else 0 for one in (player, *self.everybody)}
        order = [one for one in self.everybody if one in asked]
        return sorted(order, key=lambda one: (one == player, seats[one] <= seats[player], seats[one]))

    @property
    def sitting(self) -> list[PlayerId]:
        """Who sits at the table now, in the order in which they came."""
        return [player for player, person in self.people.items() if person.sitting and not person.left]

    def stack(self, player: PlayerId) -> int:
        """The chips the player can put in: their own, plus those of the box for a banker who plays from it."""
        own = self.balance.get("chips:" + player, 0)
        if player == self.from_box:
            return own + self.balance.get("box", 0) - self.balance.get("due", 0) if self.inventory else BOTTOMLESS
        return own

    def with_chips(self, players: list[PlayerId]) -> list[PlayerId]:
        """Those of the players who have a chip to put in."""
        balance = self.balance
        if self.from_box in players:
            return [player for player in players if self.stack(player) > 0]
        return [player for player in players if balance.get("chips:" + player, 0) > 0]

    def pot_worth(self) -> int:
        """The pot's worth in chips: those in it, the markers taken out of it, and the debts to it."""
        chips, due = self.balance.get("pot", 0), self.balance.get("due", 0)
        # No marker is larger than its debt, so without a debt there is none to look for.
        return chips + due + self.markers() if due else chips

    def markers(self) -> int:
        """The chips that lie in front of players as markers."""
        return sum(chips for account, chips in self.balance.items() if account.startswith("shadow:"))


class Checkpoint(NamedTuple):
    """The night after the first `records` events. Copy it before folding on."""

    records: int
    night: Night


Place = Literal["in the hand", "at the showdown", "folded", "deals", "at the table", "away", "gone home"]


def by_seat(night: Night) -> list[PlayerId]:
    """Everybody of the night by seat; players who went home come last."""
    return sorted(night.people, key=lambda player: (night.people[player].left, night.people[player].seat))


def everybody_by_seat(night: Night) -> list[PlayerId]:
    """The same, and last a banker who never sat down."""
    return list(dict.fromkeys((*by_seat(night), *night.bankers)))


def place_of(night: Night, player: PlayerId) -> Place:
    """Where the player is now; a banker who never sat down counts as away."""
    person = night.people.get(player)
    if person is None:
        return "away"
    if person.left:
        return "gone home"
    hand = night.hand
    if hand is not None and player in hand.order:
        if player in hand.still_in:
            return "in the hand"
        if _only_deals(hand, player):
            return "deals"
        # Other players are dealing off a share.
        return "at the showdown" if player in hand.showdown.shown_down else "folded"
    return "at the table" if person.sitting else "away"


def _only_deals(hand: Hand, player: PlayerId) -> bool:
    """Whether the player deals and gets no cards, as in Tarok with four."""
    active = hand.game.active
    return active is not None and len(hand.order) > active and player == hand.order[-1]
