"""Synthetic logs as PokerNow writes them, and a book in memory to import them into."""

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine import commands
from engine.adjudicate import adjudicate
from engine.decider import accept
from engine.events import Event, Recorded
from engine.ledger.invariants import broken
from engine.state import Night
from service.exchange.imports.pokernow import import_log, read_log
from service.exchange.imports.recording import ImportOptions, ImportReport

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios" / "pokernow"
ANN, BO, CY = '"Ann @ aaa1"', '"Bo @ bbb2"', '"Cy @ ccc3"'


class Book:
    """Takes commands as the real book does, and keeps every event with its cause."""

    def __init__(self) -> None:
        self.night = Night()
        self.records: list[Recorded] = []

    def submit(self, command: commands.Command, occurred_at: str) -> tuple[Event, ...]:
        happened = accept(self.night, command)
        assert broken(self.night) == []
        first = len(self.records) + 1
        for place, event in enumerate(happened):
            self.records.append(Recorded(first + place, event, first if place else None, "banker", occurred_at))
        return happened

    def all(self, kind: type[Event]) -> list[Event]:
        return [record.event for record in self.records if isinstance(record.event, kind)]


def options(**changes: object) -> ImportOptions:
    return ImportOptions(night="n1", club="friday", **changes)


def scenario(name: str) -> str:
    return (SCENARIOS / f"{name}.csv").read_text(encoding="utf-8")


def played(*texts: str, **changes: object) -> tuple[ImportReport, Book]:
    """The report and the book of the night in these texts. Asserts that the rules agree with what was accepted."""
    book = Book()
    files = [(f"log{number}.csv", text) for number, text in enumerate(texts, start=1)]
    report = import_log(read_log(files), options=options(**changes), submit=book.submit)
    assert adjudicate(book.records).findings == ()
    return report, book


def entries_of(text: str) -> list[str]:
    """What a log says, oldest first."""
    rows = list(csv.reader(io.StringIO(text, newline="")))[1:]
    return [row[0] for row in reversed(rows)]


def log(entries: Sequence[str]) -> str:
    """A log of these entries, oldest first, as PokerNow writes it: newest first."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["entry", "at", "order"])
    for number, entry in reversed(list(enumerate(entries))):
        seconds = 7 * number
        moment = f"2024-02-03T{19 + seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.000Z"
        writer.writerow([entry, moment, 170698680000000 + 100 * number])
    return out.getvalue()


def changed(text: str, old: str, new: str) -> str:
    """The same log with one entry changed; the quotes are as in the entry."""
    entries = entries_of(text)
    assert sum(old in entry for entry in entries) == 1, f"{old} is not in exactly one entry"
    return log([entry.replace(old, new) for entry in entries])


def without(text: str, entry: str) -> str:
    """The same log without one entry."""
    entries = entries_of(text)
    entries.remove(entry)
    return log(entries)


def after(text: str, entry: str, *added: str) -> str:
    """The same log with entries after this one."""
    entries = entries_of(text)
    place = entries.index(entry) + 1
    return log([*entries[:place], *added, *entries[place:]])


def hand(number: int, stacks: Mapping[str, int]) -> list[str]:
    """A hand in which the first of these people loses the big blind, 20 chips, to the second, who bets after the flop."""
    first, second, *others = stacks
    seats = " | ".join(f"#{seat} {who} ({chips})" for seat, (who, chips) in enumerate(stacks.items(), 1))
    return [
        f"-- starting hand #{number}  (No Limit Texas Hold'em) (dealer: {others[-1] if others else first}) --",
        f"Player stacks: {seats}",
        f"{first} posts a small blind of 10",
        f"{second} posts a big blind of 20",
        *(f"{other} folds" for other in others),
        f"{first} calls 20",
        f"{second} checks",
        "Flop:  [2♠, 7♦, 9♣]",
        *([f"{first} checks"] if others else []),
        f"{second} bets 20",
        f"{first} folds",
        f"Uncalled bet of 20 returned to {second}",
        f"{second} collected 40 from pot",
        f"-- ending hand #{number} --",
    ]
