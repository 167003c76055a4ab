"""What an import did and what it checked: the answer of `chipbook import` for every kind of file."""

from dataclasses import asdict, dataclass, field
from typing import Any

from engine.commands import Currency, Transfer


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

    night: str
    unit: int = 1
    currency: Currency = field(default_factory=Currency)
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
    names: dict[str, str] = field(default_factory=dict)

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

    def to_json(self) -> dict[str, Any]:
        """The report as plain values; chips and cents are whole numbers."""
        return {
            "night": self.night,
            "unit": self.unit,
            "currency": self.currency.code,
            "hands": self.hands,
            "stack_checks": self.stack_checks,
            "stack_mismatches": [asdict(mismatch) for mismatch in self.stack_mismatches],
            "award_checks": self.award_checks,
            "award_mismatches": [asdict(mismatch) for mismatch in self.award_mismatches],
            "adjustments": [asdict(adjustment) for adjustment in self.adjustments],
            "unknown_lines": [asdict(unknown) for unknown in self.unknown_lines],
            "nets": dict(self.nets),
            "net_sum": self.net_sum,
            "transfers": [
                {"payer": transfer.payer, "payee": transfer.payee, "cents": transfer.cents}
                for transfer in self.transfers
            ],
            "notes": list(self.notes),
        }
