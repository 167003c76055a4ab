"""Tells the hands of a night as hand histories do: what was forced, dealt, bet, drawn and shown, in its order.

A hand that no variant carries is left out and named, with the reason. Only what the reader may see is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import commands, events
from engine.acts import Consequence
from engine.commands import Post
from engine.events import Event, Recorded
from engine.folding import effective, evolve
from engine.game.betting import Blinds, BringIn, FixedLimit
from engine.play.betting.limits import to_bring_in
from engine.speech import say
from engine.state import UNKNOWN, Hand, Night
from service.exchange.histories.told import RULEBOOK, Act, ToldHand, Variant, variant_of

# What may happen in a hand without a word of the formats: it changes nothing that they tell.
_SILENT = (commands.Burn, commands.NameCards)
_OUTSIDE = (commands.SeatPlayer, commands.SitBack, commands.StandUp, commands.CountChips)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A hand that is not told, and why, as the end of a sentence."""

    number: int
    game: str
    because: str


def tell_hands(records: Sequence[Recorded]) -> tuple[list[ToldHand], list[LeftOut]]:
    """Every finished hand of the night: those a variant carries, and the others. Players are named by their ids."""
    night = Night()
    told: list[ToldHand] = []
    left_out: list[LeftOut] = []
    teller: _Teller | None = None
    for record in effective(records):
        event = record.event
        if isinstance(event, commands.AnnounceHand):
            teller = _Teller(event, night, record.occurred_at)
        before = night.hand
        brings_in = before is not None and to_bring_in(before) is not None
        evolve(night, event)
        if teller is None:
            continue
        teller.hear(event, night, brings_in=brings_in)
        if isinstance(event, events.HandEnded):
            hand = night.last_hand
            assert hand is not None
            number, game = hand.number, hand.game.name
            if because := teller.because:
                left_out.append(LeftOut(number, game, because))
            else:
                told.append(teller.told(number, night))
            teller = None
    return told, left_out


class _Teller:
    """One hand, from its announcement on. `because` says why it cannot be told; empty while it can."""

    def __init__(self, announced: commands.AnnounceHand, night: Night, at: str) -> None:
        self._at = at
        self._players = announced.players or ()
        self._place = {player: place for place, player in enumerate(self._players)}
        self._stacks = tuple(night.stack(player) for player in self._players)
        self._seats = tuple(night.people[player].seat for player in self._players)
        self._paid = dict.fromkeys(self._players, 0)
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

    def hear(self, event: Event, night: Night, *, brings_in: bool) -> None:
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
                self._wager(event, hand, brings_in=brings_in)
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

    def _wager(self, event: commands.Wager, hand: Hand, *, brings_in: bool) -> None:
        player, chips = event.player, event.chips or 0
        if event.shadow or (isinstance(event, commands.Bet) and event.ahead):
            self.because = say("a bet was made out of turn or by shadow")
            return
        self._paid[player] += chips
        place = self._place[player]
        if isinstance(event, commands.Call):
            self._acts.append(Act("stays", place))
        elif brings_in and self._is_bring_in(chips):
            self._acts.append(Act("brings in", place))
        else:
            self._acts.append(Act("raises", place, (), self._paid[player]))

    def _is_bring_in(self, chips: int) -> bool:
        assert self._game is not None
        forced = self._game.forced
        return isinstance(forced, BringIn) and chips <= forced.chips

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

    def told(self, number: int, night: Night) -> ToldHand:
        """The whole hand, when it is over."""
        assert self._game is not None
        assert self._variant is not None
        forced, limit = self._game.forced, self._game.limit
        big = forced.big if isinstance(forced, Blinds) else 0
        small_bet, big_bet = (limit.small, limit.big) if isinstance(limit, FixedLimit) else (big, big)
        return ToldHand(
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
