"""Nights in which one act is mistyped, or forgotten, and put right later."""

import random
from collections.abc import Iterator, Sequence

from engine import commands, errors
from engine.adjudicate import adjudicate
from engine.decider import accept
from engine.events import Event, EventsStruck, Recorded
from engine.folding import effective, fold
from engine.ledger.invariants import broken
from engine.library import GAMES
from engine.registry import BESIDE_THE_TABLE
from engine.state import Checkpoint, Night
from engine.strikes import OF_THE_BOOK, Strike
from tests.engine.again import correct, strike
from tests.engine.simulate.evening import Evening, of_one_game
from tests.engine.simulate.seeded import Seeded
from tests.engine.table import recorded, snapshot

REASON = "mistyped"


class Written:
    """A night and its events as a book numbers them, without any check on the way."""

    def __init__(self, said: Sequence[commands.Command] = ()) -> None:
        self.night = Night()
        self.records: list[Recorded] = []
        # Before the last hand, as the book remembers it.
        self.before_hand: Checkpoint | None = None
        for command in said:
            self.do(command)

    @property
    def last(self) -> int:
        """The number of the last event."""
        return len(self.records)

    def do(self, command: commands.Command) -> int:
        """Accepts the act. Returns its number."""
        first = self.last + 1
        if isinstance(command, commands.AnnounceHand):
            self.before_hand = Checkpoint(self.last, self.night.copy())
        self.records += recorded(self.records, command, accept(self.night, command))
        return first

    def take(self, changed: Strike) -> int:
        """Appends a strike or correction. Returns its number."""
        first = self.last + 1
        self.records += changed.recorded(self.last)
        self.night = changed.night
        if self.before_hand is not None and changed.struck.reaches_back <= self.before_hand.records:
            self.before_hand = None
        return first

    def corrects(self, *changes: commands.Change, stop_at: int | None = None) -> int:
        """Corrects events, as the book does. Returns the number of the correction."""
        command = commands.CorrectEvents(changes=changes, stop_at=stop_at, reason=REASON)
        whole, short = correct(self.records, command), correct(self.records, command, since=self.before_hand)
        assert short.drafts == whole.drafts
        return self.take(short)

    def strikes(self, *versions: int) -> int:
        """Strikes events, as the book does. Returns the number of the strike."""
        command = commands.StrikeEvents(versions=versions, reason=REASON)
        whole, short = strike(self.records, command), strike(self.records, command, since=self.before_hand)
        assert short.drafts == whole.drafts
        return self.take(short)

    def placed(self, correction: int) -> int:
        """The number of the first act that the correction put in its place."""
        struck = self.records[correction].event
        assert isinstance(struck, EventsStruck)
        return struck.placed[0].version

    def at_the_table(self) -> list[Event]:
        """What happened at the table, by all that is in force."""
        of_the_book = (*OF_THE_BOOK, EventsStruck)
        return [record.event for record in effective(self.records) if not isinstance(record.event, of_the_book)]

    def holds(self) -> None:
        """Asserts that the book folds to the night, that the rules agree with it, and that nothing is lost."""
        assert snapshot(fold(self.records)) == snapshot(self.night)
        assert broken(self.night) == []
        assert adjudicate(self.records).findings == ()


def evening(seed: int, *, hands: int = 2) -> list[commands.Command]:
    """All that is said in a random night until the first payment."""
    plan = of_one_game(seed, depth="book" if seed // len(GAMES) % 2 else "cards", hands=hands, players=(3, 4, 5, 6))
    said: list[commands.Command] = []
    night = Night()
    for command in Evening(plan, Seeded(seed), lambda: night).said():
        primary, *_ = accept(night, command)
        # Confirmed, it is recorded; and whoever says that they have paid keeps the plan from being made anew.
        if isinstance(primary, commands.RecordPayment | commands.SayPayment):
            break
        said.append(command)
    return said


def slips(said: commands.Command, night: Night, chance: random.Random) -> Iterator[commands.Command]:
    """What somebody may have typed instead, in an order by chance; not all of it is possible."""
    found: list[commands.Command] = []
    # The number of a dispute or a request is the book's, and nobody types it.
    for field in ("chips", "by", "to") if type(said) in BESIDE_THE_TABLE else ("chips", "by", "to", "number"):
        amount = getattr(said, field, None)
        if isinstance(amount, int):
            found += [_with(said, field, amount + more) for more in (-2, -1, 1, 2, 5) if amount + more > 0]
    player = getattr(said, "player", None)
    if isinstance(said, commands.BettingAct):
        assert isinstance(player, str)
        kinds: tuple[type[commands.BettingAct], ...] = (commands.Call, commands.Check, commands.GoAllIn, commands.Fold)
        found += [kind(player=player) for kind in kinds if type(said) is not kind]
        found += [commands.PutIn(player=player, chips=chips) for chips in (1, 2, 4)]
    elif player is not None:
        found += [_with(said, "player", other) for other in night.people if other != player]
    chance.shuffle(found)
    return iter(found)


def _with(said: commands.Command, field: str, value: object) -> commands.Command:
    fields = {name: getattr(said, name) for name in said.__struct_fields__}
    return type(said)(**(fields | {field: value}))


def until_refused(written: Written, said: Sequence[commands.Command]) -> int:
    """Takes the acts until one is refused. Returns how many were taken."""
    for taken, command in enumerate(said):
        try:
            written.do(command)
        except errors.Refusal:
            return taken
    return len(said)
