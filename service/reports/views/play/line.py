"""A night at a glance: the line that was recorded, and how the night stands."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from engine import commands
from engine.commands import AnnounceHand, Bet, BuyChips, Call, GiveLoan, Raise
from engine.decider import accept, decide
from engine.events import DealOffStarted, EventsStruck, PotAwarded, PotCarried, Recorded
from engine.folding import effective
from engine.game.betting import FixedLimit, HouseLimit
from engine.ids import PlayerId
from engine.play.showdown.pots import pots_of
from engine.play.showdown.rule import contenders
from engine.play.sides.rule import SIDES, able_to_win, named_for
from engine.reports.sentences import tell
from engine.speech import say, to_say
from engine.state import Hand, Night, by_seat
from service.book.cache import Cache
from service.reports.views.events import EventView, ToMove, events_text, moved_since
from service.reports.views.night import waits_for
from service.reports.views.visible_night import VisibleNight


class StackChange(msgspec.Struct, frozen=True, kw_only=True):
    """A player whose stack has changed, and how many chips they have now.

    `from_box`: the player keeps the bank and plays from the box, so the number is what they have won or lost.
    """

    id: PlayerId
    name: str
    chips: int
    before: int
    from_box: bool


class LineView(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one line.

    `to_move`: the chips that change hands because of a strike or correction. `at` is the time that the line set for the lines
    that follow, as a time of the book. `repeated`: its key was used before, and this is what was recorded then. `noted`: who has
    agreed by now, where the line said that somebody does or does not.
    """

    night: str
    version: int
    head: str
    added_players: tuple[str, ...]
    events: tuple[EventView, ...]
    stacks: tuple[StackChange, ...]
    pot: int
    now: tuple[str, ...]
    to_move: tuple[ToMove, ...] = ()
    at: str = ""
    repeated: bool = False
    noted: tuple[str, ...] = ()


def line_view(
    view: VisibleNight,
    before: Mapping[str, int],
    *,
    first: int,
    last: int,
    added: Sequence[str] = (),
    at: str = "",
    repeated: bool = False,
    noted: tuple[str, ...] = (),
) -> LineView:
    """What the events from `first` to `last` have changed; `before` is the balance before them."""
    return LineView(
        night=view.night_id,
        version=view.version,
        head=view.head,
        added_players=tuple(added),
        events=events_text(view, view.records[first - 1 : last]),
        stacks=_stacks_changed(view, before),
        pot=view.night.pot_worth(),
        now=waits_for(view),
        to_move=moved_since(view, first),
        at=at,
        repeated=repeated,
        noted=noted,
    )


def _stacks_changed(view: VisibleNight, before: Mapping[str, int]) -> tuple[StackChange, ...]:
    """Every player whose stack has changed, by seat."""
    night, result = view.night, []
    for player in by_seat(night):
        account = "chips:" + player
        was, chips = before.get(account, 0), night.balance.get(account, 0)
        if was != chips:
            from_box = night.rules.banker_stack == "box" and player == night.banker
            result.append(StackChange(id=player, name=view.name(player), chips=chips, before=was, from_box=from_box))
    return tuple(result)


# So many different amounts and games are remembered; a page offers fewer.
REMEMBERED_MOST = 40

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class SoFar:
    """What is in force so far. `largest`: the most chips that one bet, call or raise put in; 0 before the first.

    `lent`: the numbers of chips that the bank gave at once, the last ones first, each once, without the loans that begin an
    evening; `given` are all the chips it gave, by player. `games`: the last games, the newest first, each once.
    """

    largest: int
    lent: tuple[int, ...]
    given: dict[PlayerId, int]
    games: tuple[AnnounceHand, ...]


@dataclass(slots=True)
class _Counting:
    """Counts the events of one night as it was read once. Later events are counted on; a strike has all counted again."""

    begins: Recorded
    last: Recorded | None = None
    largest: int = 0
    lent: dict[int, None] = field(default_factory=dict)
    given: dict[PlayerId, int] = field(default_factory=dict)
    games: dict[object, AnnounceHand] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def up_to(self, records: Sequence[Recorded]) -> SoFar:
        """What these events come to. Those that were counted before are not looked at again if the night has only gone on."""
        with self.lock:
            counted = self.last.version if self.last is not None else 0
            if len(records) < counted:
                # As it was then; the next one goes on from where the night is.
                return _Counting(self.begins).up_to(records)
            fresh = records[counted:]
            gone_on = not counted or records[counted - 1] is self.last
            if not gone_on or any(isinstance(record.event, EventsStruck) for record in fresh):
                self.largest = 0
                for result in (self.lent, self.given, self.games):
                    result.clear()
                fresh = effective(records)
            self._count(fresh)
            self.last = records[-1]
            return SoFar(
                largest=self.largest,
                lent=(*reversed(self.lent),),
                given={**self.given},
                games=(*reversed(self.games.values()),),
            )

    def _count(self, records: Iterable[Recorded]) -> None:
        for record in records:
            match record.event:
                case Bet(chips=chips) | Raise(chips=chips) | Call(chips=chips):
                    self.largest = max(self.largest, chips or 0)
                case GiveLoan(player=player, chips=chips) | BuyChips(player=player, chips=chips):
                    self.given[player] = self.given.get(player, 0) + chips
                    if not (isinstance(record.event, GiveLoan) and record.event.initial):
                        _newest(self.lent, chips, None)
                case AnnounceHand(game=game, declaration=declaration) if declaration is not None:
                    # The same game with another option is another one to announce again.
                    announced = (
                        game,
                        declaration.rulebook,
                        record.event.options,
                        record.event.forced,
                        record.event.limit,
                    )
                    _newest(self.games, announced, record.event)
                case _:
                    pass


def _newest(results: dict[Key, Value], key: Key, value: Value) -> None:
    results.pop(key, None)
    results[key] = value
    if len(results) > REMEMBERED_MOST:
        del results[next(iter(results))]


# By the night and by the first event as it was read: another reading of the night is counted by itself.
_COUNTING: Cache[tuple[str, int], _Counting] = Cache(64)


def so_far(view: VisibleNight) -> SoFar:
    """What the night comes to at the version that is looked at."""
    first = view.records[0]
    # Whoever counts holds the first event, so that its id is nobody else's meanwhile.
    return _COUNTING.get((view.night_id, id(first)), lambda: _Counting(first)).up_to(view.records)


def largest_usual(view: VisibleNight, before: SoFar) -> int:
    """The most chips that a bet or raise may be without being asked about: the largest of the night, or what the limit of
    the game lets everybody bet; 0 before the first bet of the night."""
    hand = view.night.hand
    limit = hand.game.limit if hand is not None else None
    within = limit.most if isinstance(limit, HouseLimit) else limit.big if isinstance(limit, FixedLimit) else 0
    return before.largest and max(before.largest, within or 0)


SHARED = (PotAwarded, PotCarried, DealOffStarted)
# Enemærke, High/low 3: whoever declared both wins nothing without being the best, or as good, on both sides.
FAILED = {
    "high": to_say("{name} declared both and is not best low, and so wins nothing."),
    "low": to_say("{name} declared both and is not best high, and so wins nothing."),
}


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """`says` who gets how many chips; `why` somebody who is best on a side gets none, empty if nobody is."""

    says: str
    why: str


def outcome(view: VisibleNight, command: commands.NameWinners) -> Outcome:
    """What follows if the table names these winners. Refuses what the rules refuse; nothing is changed."""
    named = decide(command, view.night)
    assert isinstance(named, commands.NameWinners)
    why = dict.fromkeys(_failed(view, named))
    happened = accept(view.night.copy(), command)
    text = (tell(event, view.names, currency=view.opened.currency) for event in happened if isinstance(event, SHARED))
    return Outcome(says=" ".join(text), why=" ".join(why))


def _failed(view: VisibleNight, named: commands.NameWinners) -> Iterator[str]:
    """Why each player who declared both and is best on one side alone wins nothing."""
    hand = view.night.hand
    for best in _best_by_side(view.night, hand, named) if hand is not None and hand.showdown.sides else ():
        for side, other in (SIDES, SIDES[::-1]):
            for player in best[side]:
                if hand is not None and hand.showdown.sides[player] == "both" and player not in best[other]:
                    yield say(FAILED[side], name=view.name(player))


def _best_by_side(night: Night, hand: Hand, named: commands.NameWinners) -> Iterator[dict[str, list[str]]]:
    """Of each pot that more than one player can win, whom the table names best of those who declared a side."""
    left = contenders(hand)
    for pot in pots_of(night, hand):
        rivals = {player: hand.showdown.sides[player] for player in pot.eligible if player in left}
        if len(rivals) > 1:
            yield {side: named_for(named, place, able_to_win(rivals, side)) for place, side in enumerate(SIDES)}
