"""How an import records: what it may assume, the recorder, and the report of what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from msgspec.structs import replace

from engine import commands, errors, events
from engine.commands import Currency, HouseRules, Transfer
from engine.folding import evolve
from engine.ids import PlayerId
from engine.ledger.accounts import nets
from engine.speech import say
from engine.state import Night
from service.exchange.imports.pokernow_file import LogRow
from service.exchange.refused import HundredthsAreTooFine, LineCannotBePlayed

RULEBOOK = "standard"
# The seats of a night.
LAST_SEAT = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """How to import a night. `players` maps nicknames or PokerNow ids to players the book knows already.

    `unit` is the worth of the smallest chip in cents: 0.01 if amounts have decimals and 1 if they have none.
    `owed` is False if the chips are not money, so that nobody owes anything and no plan is made.
    """

    night: str
    club: str
    name: str = ""
    zone: str = "UTC"
    currency: Currency = field(default_factory=Currency)
    unit: int | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    owed: bool = True

    def unit_of(self, file: str, *, pointed: bool) -> int:
        """The worth of the smallest chip in cents: as given, else what a hundredth is worth, else one."""
        if self.unit is not None:
            return self.unit
        if not pointed:
            return 1
        if self.currency.exponent < 2:
            raise HundredthsAreTooFine(file, self.currency.code)
        hundredth: int = 10 ** (self.currency.exponent - 2)
        return hundredth

    def spoken(self, *, pointed: bool) -> str:
        """The unit in a sentence, and where it comes from."""
        code, chip = self.currency.code, "0.01" if pointed else "1"
        if self.unit is not None:
            return say(
                "The smallest chip, {chip}, is {unit} cents ({currency}), as given.",
                chip=chip,
                unit=self.unit,
                currency=code,
            )
        if pointed:
            return say("The smallest chip is {chip} {currency}.", chip=chip, currency=code)
        return say(
            "The smallest chip, {chip}, is taken as one cent ({currency}); give the unit if it is another.",
            chip=chip,
            currency=code,
        )


@dataclass(frozen=True, slots=True)
class StackMismatch:
    """The book and the log disagree on a stack; the book keeps its own."""

    file: str
    line: int
    hand: int
    player: str
    book: int
    log: int
    text: str


@dataclass(frozen=True, slots=True)
class AwardMismatch:
    """The engine and the log disagree on what a hand paid, or on the cards it was paid for."""

    file: str
    line: int
    hand: int
    player: str
    finding: str
    text: str


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Chips or rules were changed by something that is not play; the line that caused it is quoted."""

    file: str
    line: int
    player: str
    chips: int
    what: str
    text: str


@dataclass(frozen=True, slots=True)
class UnknownLine:
    """A line that the importer cannot read."""

    file: str
    line: int
    text: str


@dataclass(slots=True)
class ImportReport:
    """Everything the import found. `names` maps player ids to nicknames, for the book's list of players."""

    unit: int = 1
    hands: int = 0
    stack_checks: int = 0
    stack_mismatches: list[StackMismatch] = field(default_factory=list)
    award_checks: int = 0
    award_mismatches: list[AwardMismatch] = field(default_factory=list)
    adjustments: list[Adjustment] = field(default_factory=list)
    unknown_lines: list[UnknownLine] = field(default_factory=list)
    nets: dict[str, int] = field(default_factory=dict)
    transfers: tuple[Transfer, ...] = ()
    notes: list[str] = field(default_factory=list)
    names: dict[PlayerId, str] = field(default_factory=dict)

    @property
    def net_sum(self) -> int:
        """The sum of all results: zero in a sound book."""
        return sum(self.nets.values())

    @property
    def holds(self) -> bool:
        """True if every check holds and every line was understood."""
        return self.agrees and not self.unknown_lines

    @property
    def agrees(self) -> bool:
        """True if every check holds, whether or not every line was understood."""
        return not (self.stack_mismatches or self.award_mismatches or self.net_sum)

    def as_data(self, names: Mapping[PlayerId, str]) -> dict[str, Any]:
        """What an import says of every kind of file, as plain values with names for ids; chips and cents are whole numbers."""

        def named(findings: Sequence[StackMismatch | AwardMismatch | Adjustment]) -> list[dict[str, Any]]:
            return [asdict(one) | {"player": names.get(one.player, one.player)} for one in findings]

        return {
            "hands": self.hands,
            "stack_checks": self.stack_checks,
            "stack_mismatches": named(self.stack_mismatches),
            "award_checks": self.award_checks,
            "award_mismatches": named(self.award_mismatches),
            "adjustments": named(self.adjustments),
            "unknown_lines": [asdict(unknown) for unknown in self.unknown_lines],
            "nets": {names.get(player, player): cents for player, cents in self.nets.items()},
            "net_sum": self.net_sum,
            "transfers": [
                {
                    "payer": names.get(one.payer, one.payer),
                    "payee": names.get(one.payee, one.payee),
                    "cents": one.cents,
                }
                for one in self.transfers
            ],
        }


Submit = Callable[[commands.Command, str], tuple[events.Event, ...]]


class Recorder:
    """`night` is what the book holds so far, folded from the events it gave back and nothing else."""

    def __init__(self, submit: Submit, options: ImportOptions, *, unit: int, names: dict[PlayerId, str]) -> None:
        self.night = Night()
        self.report = ImportReport(unit=unit, names=names)
        self._options = options
        self._submit = submit

    def open(self, row: LogRow, banker: PlayerId, **rules: Any) -> None:
        """Opens the night, in which nobody is lent anything by itself."""
        options = self._options
        opening = commands.OpenNight(
            night=options.night,
            club=options.club,
            name=options.name,
            zone=options.zone,
            banker=banker,
            currency=options.currency,
            unit=self.report.unit,
            rules=HouseRules(rulebook=RULEBOOK, initial_loan=0, **rules),
        )
        self.record_from(row, opening)

    def close(self, row: LogRow, waived: tuple[commands.Waiver, ...] = ()) -> ImportReport:
        """Closes the night and, if anything is owed, freezes the plan with the fewest transfers; the report says what it comes to."""
        self.record_from(row, commands.CloseNight(waived=waived))
        if self._options.owed:
            self.record_from(row, commands.FreezePlan(kind="direct"))
        self.report.nets = nets(self.night)
        plan = self.night.closing.plan
        self.report.transfers = (plan.transfers or ()) if plan else ()
        return self.report

    def stack(self, player: str) -> int:
        """The player's chips according to the book."""
        return self.night.balance.get("chips:" + player, 0)

    def record(self, command: commands.Command, at: str) -> tuple[events.Event, ...]:
        """Submits one command and returns its events."""
        happened = self._submit(command, at)
        for event in happened:
            evolve(self.night, event)
        return happened

    def record_from(self, row: LogRow, command: commands.Command) -> tuple[events.Event, ...]:
        """Submits a command that a row of a file caused.

        The row says what happened at the table. If that breaks a rule of the house, the rule is waived and the row quoted;
        if it would break the book, the import stops.
        """
        while True:
            try:
                return self.record(command, row.at)
            except errors.AgainstTheRules as refusal:
                because = refusal.say(self.report.names)
                if any(waiver.rule == refusal.code for waiver in command.waived):
                    raise LineCannotBePlayed(row.file, row.line, row.quoted(), because) from refusal
                waiver = commands.Waiver(rule=refusal.code, reason=f"{row.place}: {row.quoted()}")
                command = replace(command, waived=(*command.waived, waiver))
                self.adjust(row, say("a rule is waived: {because}", because=because))
            except errors.Refusal as refusal:
                because = refusal.say(self.report.names) + self._first_disagreement()
                raise LineCannotBePlayed(row.file, row.line, row.quoted(), because) from refusal

    def seat(self, row: LogRow, player: PlayerId, seat: int, *, spare: int = 1) -> None:
        """Seats a player here, or moves them here. Whoever has this seat gets the first free one from `spare` on.

        If they play, their own line seats them next.
        """
        everyone = self.night.people
        person = everyone.get(player)
        is_here = person is not None and not person.left
        if person is not None and is_here and person.sitting and person.seat == seat:
            return
        for other, there in list(everyone.items()):
            if other == player or there.left or there.seat != seat:
                continue
            taken = {one.seat for one in everyone.values() if not one.left}
            free = next(number for number in range(spare, LAST_SEAT + 1) if number not in taken)
            was_sitting = there.sitting
            if was_sitting:
                self.record_from(row, commands.StandUp(player=other))
            self.record_from(row, commands.SitBack(player=other, seat=free))
            if not was_sitting:
                self.record_from(row, commands.StandUp(player=other))
        if person is not None and is_here and person.sitting:
            self.record_from(row, commands.StandUp(player=player))
        command = commands.SitBack if is_here else commands.SeatPlayer
        self.record_from(row, command(player=player, seat=seat))

    def supply(self, row: LogRow, player: PlayerId, chips: int) -> None:
        """Lends a player so many chips; takes them back if they are negative."""
        if chips > 0:
            self.record_from(row, commands.GiveLoan(player=player, chips=chips))
        elif chips < 0:
            self.record_from(row, commands.CashOut(player=player, chips=-chips))

    def compare(self, row: LogRow, player: PlayerId, chips: int, *, hand: int, text: str = "") -> None:
        """Compares the book with a stack that the file states; the book keeps its own."""
        book = self.stack(player)
        if book != chips:
            self.report.stack_mismatches.append(
                StackMismatch(row.file, row.line, hand, player, book, chips, text or row.text)
            )

    def _first_disagreement(self) -> str:
        """The first disagreement so far, which is often why a later line cannot be played."""
        results: list[StackMismatch | AwardMismatch] = [*self.report.stack_mismatches, *self.report.award_mismatches]
        if not results:
            return ""
        first = min(results, key=lambda mismatch: mismatch.hand)
        return " " + say(
            "Log and book disagree since hand {hand}, line {line}: {text}",
            hand=first.hand,
            line=first.line,
            text=first.text,
        )

    def adjust(self, row: LogRow, what: str, *, player: str = "", chips: int = 0) -> None:
        """Notes something that is not play, with the row that caused it."""
        self.report.adjustments.append(Adjustment(row.file, row.line, player, chips, what, row.text))

    def note(self, sentence: str) -> None:
        """Notes what the person who imports should know."""
        self.report.notes.append(sentence)


class ChipsMoved:
    """The chips of one hand according to the engine: put in, returned and won, by player."""

    def __init__(self) -> None:
        self.put_in: Counter[str] = Counter()
        self.returned: Counter[str] = Counter()
        self.won: Counter[str] = Counter()
        self.awards: list[events.PotAwarded] = []

    def hear(self, happened: Iterable[events.Event]) -> None:
        """Adds up the events of the hand."""
        for event in happened:
            match event:
                case events.ForcedBetPosted() | commands.Wager():
                    self.put_in[event.player] += event.chips or 0
                case events.UncalledReturned():
                    self.returned[event.player] += event.chips
                case events.PotAwarded():
                    for share in event.shares:
                        self.won[share.player] += share.chips
                    self.awards.append(event)
                case _:
                    pass

    def at_stake(self) -> dict[str, int]:
        """What each player has put in and not got back."""
        return {player: chips - self.returned[player] for player, chips in self.put_in.items()}
