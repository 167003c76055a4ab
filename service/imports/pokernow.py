"""Imports a night from the log that PokerNow exports: every line becomes a command, and the engine plays the night.

The book counts stacks itself from the first chip on. What the log says about stacks and pots is only compared.
"""

from collections.abc import Iterable, Iterator, Sequence

from engine import commands
from engine.commands import HouseRules
from engine.ledger.accounts import nets
from engine.speech import say
from service.imports import pokernow_lines as lines
from service.imports.options import ImportOptions
from service.imports.pokernow_file import LogRow, merged, read_rows
from service.imports.pokernow_games import RULEBOOK, Level
from service.imports.pokernow_grammar import LogReading, read_lines
from service.imports.pokernow_hands import HandPlay
from service.imports.pokernow_owner import owners
from service.imports.pokernow_people import People, people_of
from service.imports.pokernow_table import Table
from service.imports.recorder import Recorder, Submit
from service.imports.refused import NobodyPlays, NoFile, NoHandsInLog, TwoNights
from service.imports.report import ImportReport, UnknownLine

_COUNTED_ONLINE = "An online table counts itself: the book carried every stack, and the log stated it hand by hand."


def import_log(texts: Sequence[tuple[str, str]], *, options: ImportOptions, submit: Submit) -> ImportReport:
    """Plays the night that these files (name and text of each) tell together, command by command, and settles it.

    Refuses an incomplete log before the first command. If a later line is refused, the caller must discard the commands
    already submitted.
    """
    if not texts:
        raise NoFile("")
    files = [read_rows(file, text) for file, text in texts]
    rows = merged(files)
    reading = read_lines(rows)
    _one_night(reading.lines, texts[0][0])
    people = people_of(reading.lines, options.players)
    unit = options.unit_of(texts[0][0], pointed=reading.pointed is not None)
    report = ImportReport(night=options.night, unit=unit, currency=options.currency, names=people.names)
    recorder = Recorder(submit, report)
    report.notes += [*_about_the_unit(reading, options), *people.notes, *owners(reading.lines, people)]
    report.unknown_lines += [
        UnknownLine(line.row.file, line.row.line, line.row.text)
        for line in reading.lines
        if isinstance(line.said, lines.NotUnderstood)
    ]
    night = _Evening(recorder, people)
    if not people.names:
        raise NobodyPlays(texts[0][0])
    recorder.record_from(rows[0], _opening(options, people, report.unit))
    night.play(reading.lines)
    night.close(rows[-1])
    report.nets = nets(recorder.night)
    plan = recorder.night.closing.plan
    report.transfers = (plan.transfers or ()) if plan else ()
    return report


def _opening(options: ImportOptions, people: People, unit: int) -> commands.OpenNight:
    return commands.OpenNight(
        night=options.night,
        club=options.club,
        name=options.name,
        zone=options.zone,
        banker=people.banker,
        currency=options.currency,
        unit=unit,
        rules=HouseRules(rulebook=RULEBOOK, auto="closed", initial_loan=0, settles="ask"),
    )


def _about_the_unit(reading: LogReading, options: ImportOptions) -> Iterator[str]:
    if reading.pointed is not None:
        amounts = say("Amounts have decimals from line {line} on.", line=reading.pointed.line)
        yield f"{amounts} {options.spoken(pointed=True)}"
    else:
        amounts = say("Amounts are whole numbers.")
        yield f"{amounts} {options.spoken(pointed=False)}"
    if reading.bare is not None:
        row = reading.bare
        yield say(
            "Line {line}: an amount without decimals among others with is read as whole units: {text}",
            line=row.line,
            text=row.text,
        )


def _one_night(said: Iterable[lines.Line], file: str) -> None:
    """Refuses files without hands, and files of two nights: those have a hand of the same number."""
    started: dict[int, LogRow] = {}
    for line in said:
        if not isinstance(line.said, lines.HandStarts):
            continue
        row, number = line.row, line.said.number
        other = started.setdefault(number, row)
        if other.file != row.file:
            raise TwoNights(row.file, row.line, number, other.file, other.line)
    if not started:
        raise NoHandsInLog(file)


class _Evening:
    """The night from the first line to the plan."""

    def __init__(self, recorder: Recorder, people: People) -> None:
        self._recorder = recorder
        self._people = people
        self._table = Table(recorder, people)
        self._level = Level()
        self._last: HandPlay | None = None

    def play(self, said: Sequence[lines.Line]) -> None:
        """Plays every hand, and what happens between hands."""
        place, number = 0, 0
        orphans: list[LogRow] = []
        while place < len(said):
            line = said[place]
            place += 1
            if not isinstance(line.said, lines.HandStarts):
                orphans += self._between(line)
                continue
            self._follows(line.row, line.said.number, number)
            number = line.said.number
            until = _end_of_hand(said, place)
            self._last = HandPlay(self._recorder, self._people, self._table, self._level, line.row, line.said)
            self._last.play(said[place:until])
            place = until
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

    def _between(self, line: lines.Line) -> list[LogRow]:
        """Plays a line outside the hands.

        Returns rows that make sense only in a hand if the first hand is still to come; later ones are noted as unknown.
        """
        match line.said:
            case lines.BlindChanged() as change:
                self._level.change(change.which, change.chips)
            case lines.Shown() as shown if self._last:
                self._last.show(line, shown)
            case (
                lines.HandEnds()
                | lines.StacksStated()
                | lines.Posted()
                | lines.Acted()
                | lines.BoardLaid()
                | lines.UncalledBack()
                | lines.Collected()
                | lines.Shown()
                | lines.RunTwiceAgreed()
                | lines.NotPlayed()
            ):
                if self._last is None:
                    return [line.row]
                self._recorder.report.unknown_lines.append(UnknownLine(line.row.file, line.row.line, line.row.text))
            case other:
                self._table.hear(line.row, other)
        return []

    def close(self, row: LogRow) -> None:
        """Counts the last stacks that the log gives, closes, and freezes the plan with the fewest transfers."""
        night, record = self._recorder.night, self._recorder.record_from
        for player, stated in self._table.statement.items():
            if stated.chips == self._recorder.stack(player) and not night.people[player].left:
                record(stated.row, commands.CountChips(player=player, chips=stated.chips))
        missing = [player for player in night.people if self._recorder.stack(player) and player not in night.counts]
        waived = (commands.Waiver(rule="count_is_missing", reason=_COUNTED_ONLINE),) if missing else ()
        record(row, commands.CloseNight(waived=waived))
        record(row, commands.FreezePlan(kind="direct"))


def _end_of_hand(said: Sequence[lines.Line], start: int) -> int:
    """The index after the end of the hand; if it has no end, the index of the next start or the end of the log."""
    for place in range(start, len(said)):
        if isinstance(said[place].said, lines.HandEnds):
            return place + 1
        if isinstance(said[place].said, lines.HandStarts):
            return place
    return len(said)
