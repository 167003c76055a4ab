"""Imports a night from the log that PokerNow exports: every line becomes a command, and the engine plays the night.

The book counts stacks itself from the first chip on. What the log says about stacks and pots is only compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from engine import commands
from engine.speech import say
from service.exchange.imports import pokernow_grammar as grammar
from service.exchange.imports.pokernow_file import LogRow, merged, read_rows
from service.exchange.imports.pokernow_grammar import Level, Log, read_lines
from service.exchange.imports.pokernow_hands import HandPlay
from service.exchange.imports.pokernow_people import People, banker_of, owners, people_of
from service.exchange.imports.pokernow_table import TABLES_MOST, LogTable
from service.exchange.imports.recording import ImportOptions, ImportReport, Recorder, Submit, UnknownLine
from service.exchange.refused import NobodyPlays, NoFile, NoHandsInLog, TooManyTables, TwoNights

_START = re.compile(r"-- starting hand #(\d{1,9})\b")
# The number of a row counts hundred-thousandths of a second.
_A_MINUTE = 6_000_000
_COUNTED_ONLINE = "An online table counts itself: the book carried every stack, and the log stated it hand by hand."


def import_log(log: Log, *, options: ImportOptions, submit: Submit) -> ImportReport:
    """Plays the night of this log, command by command, and settles it.

    Refuses an incomplete log before the first command. If a later line is refused, the caller must discard the commands
    already submitted.
    """
    lines = log.lines
    people = people_of(lines, options.players)
    unit = options.unit_of(log.file, pointed=log.pointed is not None)
    recorder = Recorder(submit, options, unit=unit, names=people.names)
    recorder.report.notes += [
        *_about_the_tournament(log, options),
        *_about_the_unit(log, options),
        *people.notes,
        *owners(lines, people),
    ]
    recorder.report.unknown_lines += [
        UnknownLine(line.row.file, line.row.line, line.row.text)
        for line in lines
        if isinstance(line.meaning, grammar.NotUnderstood)
    ]
    night = _Evening(recorder, people, log.table_of)
    if not people.names:
        raise NobodyPlays(log.file)
    recorder.open(lines[0].row, banker_of(lines, people), auto="closed", settles="ask")
    night.play(lines)
    return night.close(lines[-1].row)


def read_log(texts: Sequence[tuple[str, str]]) -> Log:
    """What these files say. Files that have a hand in common, or none of the same number, are parts of the log of one table.

    Files that have different hands of the same number are tables of one tournament, if it is one and they were played at the
    same time; else they are refused (TwoNights), and so are files without hands (NoHandsInLog).
    """
    if not texts:
        raise NoFile("")
    files = [read_rows(_name(number, texts), text) for number, (_, text) in enumerate(texts)]
    tables: list[list[Sequence[LogRow]]] = []
    for rows in files:
        table = next((one for one in tables if _fits(rows, one)), None)
        if table is None:
            tables.append(table := [])
        table.append(rows)
    table_of = {row.file: place for place, table in enumerate(tables) for rows in table for row in rows[:1]}
    # A row that two tables have is in both: the blinds rise everywhere at once.
    every = sorted((row for table in tables for row in merged(table)), key=lambda row: (row.order, -row.line))
    reading = read_lines(every)
    if not any(isinstance(line.meaning, grammar.HandStarts) for line in reading.lines):
        raise NoHandsInLog(texts[0][0])
    if len(tables) > 1:
        _refuse_two_nights(reading, tables)
    if len(tables) > TABLES_MOST:
        raise TooManyTables(texts[0][0], len(tables), TABLES_MOST)
    return replace(_moving(reading), file=texts[0][0], table_of=table_of)


def _name(number: int, texts: Sequence[tuple[str, str]]) -> str:
    """The name of a file, with its number if another has the same."""
    file = texts[number][0]
    return file if file not in [name for name, _ in texts[:number]] else f"{file} ({number + 1})"


def _starts(rows: Sequence[LogRow]) -> dict[int, LogRow]:
    """The row that starts each hand of a file, by the number of the hand."""
    results: dict[int, LogRow] = {}
    for row in rows:
        if match := _START.match(row.text):
            results.setdefault(int(match[1]), row)
    return results


def _fits(rows: Sequence[LogRow], table: Sequence[Sequence[LogRow]]) -> bool:
    """True if no hand of this file differs from the hand of the same number of the table."""
    own = _starts(rows)
    return all(
        (other.order, other.text) == (own[number].order, own[number].text)
        for there in map(_starts, table)
        for number, other in there.items()
        if number in own
    )


def _refuse_two_nights(reading: Log, tables: Sequence[Sequence[Sequence[LogRow]]]) -> None:
    before = _starts([row for rows in tables[0] for row in rows])
    first, last = (find(row.order for row in before.values()) for find in (min, max))
    for table in tables[1:]:
        own = _starts([row for rows in table for row in rows])
        row = own[number := min(own.keys() & before.keys())]
        begun, ended = (find(one.order for one in own.values()) for find in (min, max))
        at_once = first <= ended and begun <= last
        if not at_once or not {row.file, before[number].file} <= reading.tournaments.keys():
            other = before[number]
            raise TwoNights(row.file, row.line, number, other.file, other.line)
        first, last = min(first, begun), max(last, ended)


def _moving(reading: Log) -> Log:
    """Whoever a tournament moves to another table does not quit, and takes their chips along."""
    moved: dict[tuple[str, str], list[int]] = {}
    for line in reading.lines:
        if isinstance(line.meaning, grammar.TableLeft):
            moved.setdefault((line.row.file, line.meaning.who), []).append(line.row.order)

    def meant(line: grammar.Line) -> grammar.Line:
        match line.meaning:
            case grammar.Seating(who=who, move="quits", chips=chips) if any(
                abs(order - line.row.order) <= _A_MINUTE for order in moved.get((line.row.file, who), ())
            ):
                return grammar.Line(line.row, grammar.TableLeft(who, chips))
            case _:
                return line

    return replace(reading, lines=tuple(map(meant, reading.lines))) if moved else reading


def _about_the_unit(log: Log, options: ImportOptions) -> Iterator[str]:
    if not options.owed:
        return
    if log.pointed is not None:
        amounts = say("Amounts have decimals from line {line} on.", line=log.pointed.line)
        yield f"{amounts} {options.spoken(pointed=True)}"
    else:
        amounts = say("Amounts are whole numbers.")
        yield f"{amounts} {options.spoken(pointed=False)}"
    if log.bare is not None:
        row = log.bare
        yield say(
            "Line {line}: an amount without decimals among others with is read as whole units: {text}",
            line=row.line,
            text=row.text,
        )


def _about_the_tournament(log: Log, options: ImportOptions) -> Iterator[str]:
    for row in list(log.tournaments.values())[:1]:
        if not options.owed:
            yield say("Line {line}: a tournament. Its chips are not money, and nobody owes anything.", line=row.line)
        if any(log.table_of.values()):
            yield say("{number} tables of one tournament are one night.", number=len({*log.table_of.values()}))
        elif away := next((line.row for line in log.lines if isinstance(line.meaning, grammar.TableLeft)), None):
            yield say(
                "Line {line}: a player goes to another table, and their chips are counted as they were then. Give the logs of "
                "all tables at once, and they are one night.",
                line=away.line,
            )


@dataclass(slots=True)
class _Track:
    """How far one table has come: its blinds, its last hand, and the lines of a hand that began before its log."""

    at: int
    level: Level = field(default_factory=Level)
    last: HandPlay | None = None
    number: int = 0
    orphans: list[LogRow] = field(default_factory=list)


class _Evening:
    """The night from the first line to the plan."""

    def __init__(self, recorder: Recorder, people: People, table_of: Mapping[str, int]) -> None:
        self._recorder = recorder
        self._people = people
        self._table_of = table_of
        self._tracks = [_Track(at) for at in sorted({*table_of.values()})]
        self._table = LogTable(recorder, people, len(self._tracks))

    def play(self, lines: Sequence[grammar.Line]) -> None:
        """Plays every hand, and what happens between hands. Tables that play at once take turns, hand by hand."""
        turns = [
            (part[-1].row.order, track.at, part)
            for track in self._tracks
            for part in _parts([line for line in lines if self._table_of[line.row.file] == track.at])
        ]
        for _, at, part in sorted(turns, key=lambda turn: turn[:2]):
            self._table.at = at
            self._play(self._tracks[at], part)
        for track in self._tracks:
            self._left_out(track.orphans)

    def _play(self, track: _Track, part: Sequence[grammar.Line]) -> None:
        first = part[0]
        until = 0
        if isinstance(first.meaning, grammar.HandStarts):
            self._follows(first.row, first.meaning.number, track.number)
            track.number = first.meaning.number
            until = _end_of_hand(part)
            track.last = HandPlay(self._recorder, self._people, self._table, track.level, first.row, first.meaning)
            track.last.play(part[1:until])
        for line in part[until:]:
            track.orphans += self._between(track, line)

    def _left_out(self, orphans: Sequence[LogRow]) -> None:
        if orphans:
            self._recorder.note(
                say(
                    "{number} lines belong to a hand that began before the log and are not played, from line {first} ({text}) "
                    "to line {last} ({last_text}).",
                    number=len(orphans),
                    first=orphans[0].line,
                    text=orphans[0].text,
                    last=orphans[-1].line,
                    last_text=orphans[-1].text,
                )
            )

    def _follows(self, row: LogRow, number: int, before: int) -> None:
        if not before and number > 1:
            sentence = say(
                "Line {line}: the log starts with hand {hand}: {text}", line=row.line, hand=number, text=row.text
            )
            self._recorder.note(sentence)
        elif number != before + 1:
            self._recorder.note(
                say(
                    "Line {line}: hand {hand} follows hand {before}: {text}",
                    line=row.line,
                    hand=number,
                    before=before,
                    text=row.text,
                )
            )

    def _between(self, track: _Track, line: grammar.Line) -> list[LogRow]:
        """Plays a line outside the hands.

        Returns rows that make sense only in a hand if the first hand is still to come; later ones are noted as unknown.
        """
        match line.meaning:
            case grammar.BlindChanged() as change:
                track.level.change(change.which, change.chips)
            case grammar.Shown() as shown if track.last:
                track.last.show(line, shown)
            case other if isinstance(other, grammar.OF_A_HAND):
                if track.last is None:
                    return [line.row]
                self._recorder.report.unknown_lines.append(UnknownLine(line.row.file, line.row.line, line.row.text))
            case other:
                self._table.hear(line.row, other)
        return []

    def close(self, row: LogRow) -> ImportReport:
        """Counts the last stacks that the log gives, and closes."""
        night, record = self._recorder.night, self._recorder.record_from
        for player, stated in self._table.statement.items():
            if stated.chips == self._recorder.stack(player) and not night.people[player].left:
                record(stated.row, commands.CountChips(player=player, chips=stated.chips))
        missing = [player for player in night.people if self._recorder.stack(player) and player not in night.counts]
        waived = (commands.Waiver(rule="count_is_missing", reason=_COUNTED_ONLINE),) if missing else ()
        return self._recorder.close(row, waived)


def _parts(lines: Sequence[grammar.Line]) -> Iterator[Sequence[grammar.Line]]:
    """The lines of a table in pieces that no line of another table comes between: a hand with the cards shown after it, or one line."""
    starts = [place for place, line in enumerate(lines) if isinstance(line.meaning, grammar.HandStarts)]
    for begins, ends in pairwise(dict.fromkeys((0, *starts, len(lines)))):
        piece = lines[begins:ends]
        shown = [place for place, line in enumerate(piece, 1) if isinstance(line.meaning, grammar.Shown)]
        until = max((_end_of_hand(piece), *shown[-1:])) if isinstance(piece[0].meaning, grammar.HandStarts) else 0
        yield from filter(None, (piece[:until], *([line] for line in piece[until:])))


def _end_of_hand(lines: Sequence[grammar.Line]) -> int:
    """The index after the end of the hand; that after the last line if it has none."""
    ends = (place for place, line in enumerate(lines, 1) if isinstance(line.meaning, grammar.HandEnds))
    return next(ends, len(lines))
