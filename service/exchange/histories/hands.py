"""Hands as hand histories have them: what is read from a file, and what is made of a night of the book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from engine import commands, events
from engine.acts import Consequence
from engine.commands import Post
from engine.events import Event, Recorded
from engine.folding import effective, evolve
from engine.game.betting import Blinds, BringIn, FixedLimit, Limit, NoLimit, PotLimit
from engine.game.definition import Game
from engine.library import named
from engine.play.betting.acts import PostKind
from engine.play.betting.limits import to_bring_in
from engine.speech import say
from engine.state import UNKNOWN, Hand, Night

RULEBOOK = "standard"


@dataclass(frozen=True, slots=True)
class Variant:
    """A game of the standard rulebook at one limit; `code` is that of PHH."""

    code: str
    game: str
    limit: type[Limit]
    bring_in: bool = False

    @property
    def is_fixed(self) -> bool:
        """Whether bets have two fixed sizes."""
        return self.limit is FixedLimit


VARIANTS: tuple[Variant, ...] = (
    Variant("FT", "Fixed-Limit Hold'em", FixedLimit),
    Variant("NT", "Texas Hold'em", NoLimit),
    Variant("NS", "Short-Deck Hold'em", NoLimit),
    Variant("PO", "Omaha", PotLimit),
    Variant("FO/8", "Fixed-Limit Omaha Hi/Lo 8", FixedLimit),
    Variant("F7S", "Seven-Card Stud", FixedLimit, bring_in=True),
    Variant("F7S/8", "Stud Hi/Lo 8", FixedLimit, bring_in=True),
    Variant("FR", "Razz", FixedLimit, bring_in=True),
    Variant("N2L1D", "2-7 Single Draw", NoLimit),
    Variant("F2L3D", "2-7 Triple Draw", FixedLimit),
    Variant("FB", "Badugi", FixedLimit),
)
BY_CODE = {variant.code: variant for variant in VARIANTS}


def declared(variant: Variant) -> Game:
    """The game of the rulebook."""
    (game,) = (result for result in named(variant.game, RULEBOOK) if result.rulebook == RULEBOOK)
    return game


def variant_of(game: Game, players: int) -> Variant | None:
    """The variant that a game is, as so many have played it, whatever its stakes. None if no code means it."""
    for variant in VARIANTS:
        ours = declared(variant).for_players(players)
        if type(game.limit) is not variant.limit or type(game.forced) is not type(ours.forced):
            continue
        if replace(ours, name=game.name, forced=game.forced, limit=game.limit) == game:
            return variant
    return None


Kind = Literal["deals", "lays", "brings in", "folds", "stays", "raises", "draws", "shows", "mucks"]
BETTING: tuple[Kind, ...] = ("brings in", "folds", "stays", "raises")


@dataclass(frozen=True, slots=True)
class Act:
    """What one player does, or the dealer for them. `player` is their place, counted from 0; the board has none.

    `chips` is the price a raise goes to. `where` and `text` quote the file.
    """

    kind: Kind
    player: int = -1
    cards: tuple[str, ...] = ()
    chips: int = 0
    where: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedHand:
    """A hand in chips. Players stand in order from the dealer's left; the last one has the button.

    `antes` and `blinds` are what each player is asked for. Without a fixed limit, `small_bet` is the least bet. `finishing`
    and `winnings` are empty if they are not known, and so is `at`, the time. `on_a_day`: the day of that time is known. `file`
    is the one that tells the hand.
    """

    variant: Variant
    players: tuple[str, ...]
    stacks: tuple[int, ...]
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    acts: tuple[Act, ...]
    number: str
    where: str
    file: str = ""
    at: str = ""
    on_a_day: bool = True
    seats: tuple[int, ...] = ()
    table: str = ""
    finishing: tuple[int, ...] = ()
    winnings: tuple[int, ...] = ()

    def blind_of(self, place: int) -> PostKind:
        """What the blind at this place is called: the first two after the dealer have blinds, the others straddle.

        Between two, the dealer has the small blind. Without a big blind there, the largest one is it.
        """
        blinds = self.blinds
        small, big = (1, 0) if len(blinds) == 2 else (0, 1)
        if not blinds[big]:
            big = max(range(len(blinds)), key=lambda one: (blinds[one], -one))
            return "big blind" if place == big else "straddle"
        return "small blind" if place == small else "big blind" if place == big else "straddle"


@dataclass(frozen=True, slots=True)
class HistoryFile:
    """The hands of a file in chips. `places` is how many decimals a chip has in the file.

    `unit` is the worth of a chip in cents, and None if the file does not say it.
    """

    file: str
    hands: tuple[ParsedHand, ...]
    places: int
    currency: str = ""
    unit: int | None = None


# What may happen in a hand without a word of the formats: it changes nothing that they tell.
_SILENT = (commands.Burn, commands.NameCards)
_OUTSIDE = (commands.SeatPlayer, commands.SitBack, commands.StandUp, commands.CountChips)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A hand that is left out, and why, as the end of a sentence."""

    number: int
    game: str
    because: str


def written_hands(records: Sequence[Recorded]) -> tuple[list[ParsedHand], list[LeftOut]]:
    """Every finished hand of the night: those a variant carries, and the others. Players are named by their ids."""
    night = Night()
    hands: list[ParsedHand] = []
    left_out: list[LeftOut] = []
    writer: _Writer | None = None
    for record in effective(records):
        event = record.event
        if isinstance(event, commands.AnnounceHand):
            writer = _Writer(event, night, record.occurred_at)
        before = night.hand
        brings_in = before is not None and to_bring_in(before) is not None
        evolve(night, event)
        if writer is None:
            continue
        writer.take(event, night, brings_in=brings_in)
        if isinstance(event, events.HandEnded):
            hand = night.last_hand
            assert hand is not None
            number, game = hand.number, hand.game.name
            if because := writer.because:
                left_out.append(LeftOut(number, game, because))
            else:
                hands.append(writer.hand(number, night))
            writer = None
    return hands, left_out


class _Writer:
    """One hand, from its announcement on. `because` says why it cannot be written so; empty while it can."""

    def __init__(self, announced: commands.AnnounceHand, night: Night, at: str) -> None:
        self._at = at
        self._players = announced.players or ()
        self._place = {player: place for place, player in enumerate(self._players)}
        self._stacks = tuple(night.stack(player) for player in self._players)
        self._seats = tuple(night.people[player].seat for player in self._players)
        self._paid = dict.fromkeys(self._players, 0)
        self._rise = 0
        self._held = dict.fromkeys(self._players, 0)
        self._laid = 0
        self._acts: list[Act] = []
        self._antes = [0] * len(self._players)
        self._blinds = [0] * len(self._players)
        self._game = announced.declaration
        self._variant: Variant | None = None
        self.because = self._why_not(announced)
        if not self.because:
            self._force(announced.posts or ())

    def _why_not(self, announced: commands.AnnounceHand) -> str:
        game = announced.declaration
        assert game is not None
        if announced.rulebook != RULEBOOK or announced.options:
            return say("no variant has its rules")
        self._variant = variant_of(game, len(self._players))
        if self._variant is None:
            return say("no variant has its rules")
        kinds = {post.kind for post in announced.posts or ()}
        if kinds & {"missed small blind", "missed big blind"}:
            return say("a missed blind was posted, which no field carries")
        if announced.dealer is None and len(self._players) == 2:
            return say("the button was dead between two players")
        return ""

    def _force(self, posts: Sequence[Post]) -> None:
        """The antes and blinds as they are asked for, not as a short stack could pay them."""
        assert self._game is not None
        forced = self._game.forced
        asked = {"ante": getattr(forced, "ante", 0)}
        if isinstance(forced, Blinds):
            asked |= {"small blind": forced.small, "big blind": forced.big}
        left = dict(zip(self._players, self._stacks, strict=True))
        for post in posts:
            left[post.player] -= post.chips
            chips = post.chips if left[post.player] else max(post.chips, asked.get(post.kind, 0))
            row = self._antes if post.kind == "ante" else self._blinds
            row[self._place[post.player]] += chips
            if post.kind != "ante":
                self._paid[post.player] += post.chips
        self._rise = getattr(forced, "big", 0)

    def take(self, event: Event, night: Night, *, brings_in: bool) -> None:
        """Tells one event. `brings_in`: the next bet is the bring-in."""
        hand = night.hand or night.last_hand
        if self.because or hand is None:
            return
        match event:
            case commands.AnnounceHand() | Consequence():
                self._follow(event)
            case commands.Deal() | commands.Lay():
                self._tell_cards(hand)
            case commands.Exchange():
                thrown = event.thrown or (UNKNOWN,) * event.number
                self._acts.append(Act("draws", self._place[event.player], thrown))
                self._held[event.player] -= event.number
                self._tell_cards(hand)
            case commands.Wager():
                self._wager(event, hand, night, brings_in=brings_in)
            case commands.Check() | commands.Fold():
                place = self._place[event.player]
                self._acts.append(Act("folds" if isinstance(event, commands.Fold) else "stays", place))
            case commands.ShowHand():
                self._acts.append(Act("shows", self._place[event.player], event.cards))
            case commands.Muck():
                self._acts.append(Act("mucks", self._place[event.player]))
            case commands.NameWinners():
                self.because = say("its winner was named, and the cards are not known")
            case _ if not isinstance(event, (*_SILENT, *_OUTSIDE)):
                self._foreign(event)
            case _:
                pass

    def _follow(self, event: Event) -> None:
        match event:
            case events.RoundClosed():
                self._paid = dict.fromkeys(self._players, 0)
                self._rise = getattr(self._game.forced, "big", 0) if self._game else 0
            case events.CarryAdded() | events.PotCarried() | events.ShadowPulled():
                self.because = say("chips were carried into its pot, or out of it")
            case events.StepsSkipped():
                self.because = say("its end was not written down")
            case _:
                pass

    def _foreign(self, event: Event) -> None:
        player = getattr(event, "player", None)
        moved = isinstance(event, commands.GiveLoan | commands.BuyChips | commands.CashOut | commands.LeaveNight)
        if moved and player not in self._place:
            return
        self.because = say("chips changed hands during it") if moved else say("the table put something right during it")

    def _wager(self, event: commands.Wager, hand: Hand, night: Night, *, brings_in: bool) -> None:
        player, chips = event.player, event.chips or 0
        if event.shadow or (isinstance(event, commands.Bet) and event.ahead):
            self.because = say("a bet was made out of turn or by shadow")
            return
        price = max(self._paid.values())
        forced = self._game.forced if self._game else None
        self._paid[player] += chips
        place = self._place[player]
        if isinstance(event, commands.Call):
            self._acts.append(Act("stays", place))
        elif brings_in and isinstance(forced, BringIn) and chips <= forced.chips:
            self._acts.append(Act("brings in", place))
        else:
            self._acts.append(Act("raises", place, (), self._raised_to(player, price, hand, night)))

    def _raised_to(self, player: str, price: int, hand: Hand, night: Night) -> int:
        """What the player raised to.

        A raise of less than the least is one of somebody all-in. Where it only puts all others all-in, the whole stack is
        written: nobody can call more, so the rest comes back.
        """
        to, rest = self._paid[player], night.stack(player)
        least, self._rise = self._rise, max(self._rise, to - price)
        others = [self._paid[one] + night.stack(one) for one in hand.still_in if one != player]
        if self._variant is None or self._variant.is_fixed or to - price >= least or max(others, default=0) > to:
            return to
        return to + rest if self._variant.limit is NoLimit else min(to + rest, price + least)

    def _tell_cards(self, hand: Hand) -> None:
        for player in self._players:
            own = hand.cards.own.get(player, ())
            new = tuple(held.card for held in own[self._held[player] :])
            if new and player in hand.still_in:
                self._acts.append(Act("deals", self._place[player], new))
                self._held[player] = len(own)
        board = [held.card for held in hand.cards.board if held.up]
        if UNKNOWN in board:
            self.because = say("the cards of its board are not known")
        if board[self._laid :]:
            self._acts.append(Act("lays", -1, tuple(board[self._laid :])))
            self._laid = len(board)

    def hand(self, number: int, night: Night) -> ParsedHand:
        """The whole hand, when it is over."""
        assert self._game is not None
        assert self._variant is not None
        forced, limit = self._game.forced, self._game.limit
        big = forced.big if isinstance(forced, Blinds) else 0
        small_bet, big_bet = (limit.small, limit.big) if isinstance(limit, FixedLimit) else (big, big)
        return ParsedHand(
            variant=self._variant,
            players=self._players,
            stacks=self._stacks,
            antes=tuple(self._antes),
            blinds=tuple(self._blinds),
            bring_in=forced.chips if isinstance(forced, BringIn) else 0,
            small_bet=small_bet,
            big_bet=big_bet,
            acts=tuple(self._acts),
            number=str(number),
            where=f"hand {number}",
            at=self._at,
            seats=self._seats,
            finishing=tuple(night.stack(player) for player in self._players),
        )
