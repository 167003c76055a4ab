"""A table that plays by itself: an evening of hands, each act chosen at random among the offers and checked.

The same source of numbers plays the same evening. Only commands come out of it, and the caller must take each one before
asking for the next. `trial` plays a game like this before it is taken into a club's own.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, Protocol

from engine import commands, errors, events
from engine.adjudicate import adjudicate
from engine.decider import accept, in_the_book, to_record
from engine.events import Recorded
from engine.game.counts import seats_of
from engine.game.definition import Game
from engine.game.findings import Finding
from engine.ids import PlayerId
from engine.ledger.invariants import broken
from engine.money import apportion
from engine.offer import Offer
from engine.play.script.offers import offers
from engine.sample.acts import Chance, Dealer, Situation, command_for, pick, shuffled, weighed
from engine.speech import phrase
from engine.state import Hand, Night

Depth = Literal["book", "cards"]
# A player with fewer chips than this gets so many from the bank.
LOW = 20
LENT = (50, 100, 150)

# How likely an act is compared with the others on offer; an act not listed is as likely as a bet.
WEIGHTS: Mapping[type[commands.Command], int] = MappingProxyType(
    {
        commands.Check: 60,
        commands.Call: 75,
        commands.Bet: 30,
        commands.Raise: 10,
        commands.Fold: 14,
        commands.Lay: 30,
        commands.ShowHand: 80,
        commands.Muck: 8,
        commands.TakeTrick: 90,
        commands.DeclareMeld: 4,
        commands.AnnounceGoal: 2,
        commands.NameWinners: 10,
    }
)
USUAL = 30
# Acts done only if the table tells its cards, and acts done only if it does not.
TOLD = (commands.ShowHand, commands.PlayCard)
UNTOLD = (commands.NameWinners, commands.TakeTrick, commands.NameScore)
# Few declare both sides, because they must win both.
BOTH = 10
# Without a bet there is nothing to fold to.
FOLD_FOR_NOTHING = 1
# After this many raises of a round everybody only calls, folds or shows.
RAISES_MOST = 3
ACTS_MOST = 5000


class NeverEnds(Exception):
    """A hand does not end, or waits for nobody."""


def play_hand(night: Night, hand: Hand, dealer: Dealer, chance: Chance) -> Iterator[commands.Command]:
    """One act after another until the hand is over; the caller must take each before asking for the next."""
    raises, rounds = 0, 0
    for _ in range(ACTS_MOST):
        if night.hand is not hand:
            return
        if rounds != hand.rounds.closed:
            raises, rounds = 0, hand.rounds.closed
        offer = _chosen(offers(night), dealer, chance, may_raise=raises < RAISES_MOST)
        if offer is None:
            raise NeverEnds(f"{hand.game.name} waits for nobody: stage {hand.stage}, step {hand.cursor + 1}.")
        raises += isinstance(offer.command, commands.Bet | commands.Raise)
        yield command_for(Situation(night, hand, offer, dealer, chance))
    raise NeverEnds(f"{hand.game.name} does not end after {ACTS_MOST} acts.")


def _chosen(offered: tuple[Offer, ...], dealer: Dealer, chance: Chance, *, may_raise: bool) -> Offer | None:
    if not offered:
        return None
    owing = {offer.player for offer in offered if isinstance(offer.command, commands.Call)}
    weights = [_weight(offer, dealer, may_raise=may_raise, owes=offer.player in owing) for offer in offered]
    return weighed(chance, offered, weights)


def _weight(offer: Offer, dealer: Dealer, *, may_raise: bool, owes: bool) -> int:
    # With known cards players show and the rules name the winner; with unknown cards the table does.
    if isinstance(offer.command, UNTOLD if dealer.tells else TOLD):
        return 0
    match offer.command:
        case commands.Raise() if not may_raise:
            return 0
        case commands.Fold() if not owes:
            return FOLD_FOR_NOTHING
        case commands.DeclareSide(side="both"):
            return BOTH
        case other:
            return WEIGHTS.get(type(other), USUAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The plan of an evening. `people` sit down in this order, and the first keeps the bank.

    `games`: all for so many people; the dealers choose among them, each once before any comes again. `depth`: whether
    the table tells its cards, or names the winners.
    """

    night: str
    club: str
    people: tuple[PlayerId, ...]
    games: tuple[Game, ...]
    hands: int
    depth: Depth = "cards"
    rulebook: str = "enemaerke"
    zone: str = "UTC"


def evening(plan: Plan, chance: Chance, look: Callable[[], Night]) -> Iterator[commands.Command]:
    """The night from its opening to the plan of payments; `look` returns it as it stands after the last command."""
    # Where cards are told, the dealer's steps are all done by hand.
    rules = commands.HouseRules(rulebook=plan.rulebook, auto="none" if plan.depth == "cards" else "closed")
    yield commands.OpenNight(night=plan.night, club=plan.club, banker=plan.people[0], zone=plan.zone, rules=rules)
    for player in plan.people:
        yield commands.SeatPlayer(player=player)
    menu: list[Game] = []
    for _ in range(plan.hands):
        for player in plan.people:
            if look().stack(player) < LOW:
                yield commands.GiveLoan(player=player, chips=pick(chance, LENT))
        menu = menu or shuffled(chance, plan.games)
        game = menu.pop()
        yield commands.AnnounceHand(game=game.name, rulebook=game.rulebook)
        night = look()
        if night.hand is not None:
            yield from play_hand(night, night.hand, Dealer(night.hand, chance, tells=plan.depth == "cards"), chance)
    if carried := look().balance.get("carry", 0):
        yield divided(carried, plan.people)
    for player in plan.people:
        yield commands.CountChips(player=player, chips=look().stack(player))
    yield commands.CloseNight()
    yield commands.FreezePlan(kind="bank")


def divided(carried: int, people: Sequence[PlayerId]) -> commands.MakeRuling:
    """A ruling that shares the carried pot among all, because nobody plays for it any more."""
    parts = apportion(carried, [1] * len(people))
    moves = tuple(
        commands.ChipMove("carry", "chips:" + player, chips)
        for player, chips in zip(people, parts, strict=True)
        if chips
    )
    return commands.MakeRuling(text="the last pot is shared by all", moves=moves, agreed_by=tuple(people))


class Book(Protocol):
    """Where a night is played: in a real book or on scratch paper."""

    def take(self, command: commands.Command) -> None:
        """Records the command and what follows from it. Raises a refusal, which changes nothing."""

    def night(self) -> Night:
        """The night as it stands."""

    def records(self) -> Sequence[Recorded]:
        """Everything that was recorded."""


class ScratchPaper:
    """A night kept only in memory."""

    def __init__(self) -> None:
        self._night = Night()
        self._records: list[Recorded] = []

    def take(self, command: commands.Command) -> None:
        happened = accept(self._night, in_the_book(self._records, command))
        drafts = to_record(command, happened, after=len(self._records))
        self._records += (one.as_recorded(number) for number, one in enumerate(drafts, start=len(self._records) + 1))

    def night(self) -> Night:
        return self._night

    def records(self) -> Sequence[Recorded]:
        return self._records


def play(acts: Iterable[commands.Command], book: Book) -> tuple[str, ...]:
    """Takes one act after another. Returns what went wrong first, or nothing if it went well to the end."""
    try:
        for command in acts:
            try:
                book.take(command)
            except errors.Refusal as refusal:
                return (f"{command} was to be accepted, and is refused ({refusal.code}): {refusal}",)
            if results := broken(book.night()):
                return tuple(f"After {command}: {sentence}" for sentence in results)
    except NeverEnds as stuck:
        return (str(stuck),)
    return ()


def differences(records: Sequence[Recorded]) -> tuple[str, ...]:
    """The differences between the record and what the rules would have recorded; empty if there are none."""
    return tuple(f"Rules and record differ: {finding.sentence}" for finding in adjudicate(records).findings)


@dataclass(slots=True, kw_only=True)
class Tally:
    """Counts of what was played. `showdowns`: hands that did not end with one player left; `carried`: pots carried."""

    hands: int = 0
    acts: int = 0
    events: int = 0
    showdowns: int = 0
    folded_out: int = 0
    carried: int = 0
    games: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Both together."""
        self.hands += other.hands
        self.acts += other.acts
        self.events += other.events
        self.showdowns += other.showdowns
        self.folded_out += other.folded_out
        self.carried += other.carried
        self.games += other.games


def tally_of(records: Iterable[Recorded]) -> Tally:
    """The counts of a night, from its records."""
    tally = Tally()
    shown = False
    for record in records:
        event = record.event
        tally.events += 1
        tally.acts += record.caused_by is None
        match event:
            case commands.AnnounceHand():
                tally.hands += 1
                tally.games[event.game] += 1
                shown = False
            case events.PotAwarded():
                shown = shown or event.by != "last player"
                tally.folded_out += event.rule == "all/last-player"
            case events.PotCarried():
                tally.carried += 1
            case events.HandEnded():
                tally.showdowns += shown
            case _:
                pass
    return tally


HANDS = 3
MOST_PLAYERS = 10
DEPTHS: tuple[Depth, ...] = ("cards", "book")


class Shuffle:
    """A source of numbers that are the same every time: a linear congruential generator."""

    def __init__(self) -> None:
        self._state = 1

    def below(self, limit: int, /) -> int:
        """A number from 0 to `limit` - 1."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self._state >> 33) % limit


@dataclass(frozen=True, slots=True)
class _Paper:
    """Scratch paper for a game of one's own, which is announced with its whole declaration."""

    game: Game
    paper: ScratchPaper

    def take(self, command: commands.Command) -> None:
        if isinstance(command, commands.AnnounceHand):
            command = commands.AnnounceHand(
                game=command.game, rulebook=command.rulebook, straddle=command.straddle, declaration=self.game
            )
        self.paper.take(command)

    def night(self) -> Night:
        return self.paper.night()

    def records(self) -> Sequence[Recorded]:
        return self.paper.records()


@lru_cache(maxsize=64)
def trial(game: Game) -> tuple[Finding, ...]:
    """What breaks or is refused when a sound declaration is played: at most one finding."""
    return tuple(Finding("cannot_be_played", sentence) for sentence in _what_fails(game))[:1]


def _what_fails(game: Game) -> Iterator[str]:
    least, most = seats_of(game)
    for players in dict.fromkeys((least, min(most, MOST_PLAYERS))):
        for depth in DEPTHS:
            for problem in _played(game, players, depth):
                yield phrase(
                    "{game} was tried by {players} players, and cannot be played to its end. {problem}",
                    game=game.name,
                    players=players,
                    problem=problem,
                )


def _played(game: Game, players: int, depth: Depth) -> tuple[str, ...]:
    people = tuple(f"p{number}" for number in range(1, players + 1))
    plan = Plan(night="trial", club="trial", people=people, games=(game,), hands=HANDS, depth=depth)
    book = _Paper(game, ScratchPaper())
    try:
        return play(evening(plan, Shuffle(), book.night), book) or differences(book.records())
    # Anything that breaks here would break at the table.
    except Exception as fault:  # noqa: BLE001
        return (f"{type(fault).__name__}: {fault}".rstrip(": ") + ".",)
