"""Imports the ledger that PokerNow exports as a night of the bank alone: loans, a count for everyone, and the plan.

A ledger has no hands. What a player bought is lent, what they take home is counted, and the difference is their result. The
differences of all players must add up to zero.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine import commands
from engine.commands import Currency
from engine.speech import phrase, say, to_say
from service.exchange.imports.pokernow_file import MOMENT, LogRow, chips_of, stated_in
from service.exchange.imports.pokernow_people import Id, People, people_with
from service.exchange.imports.recording import ImportOptions, ImportReport, Recorder, Submit
from service.exchange.imports.results.sheet import unguarded
from service.exchange.refused import HalfALine, LedgerDoesNotAddUp, LedgerIsEmpty, LedgerIsNotBalanced, UnitIsNeeded

_PERSON = ("player_nickname", "player_id", "session_start_at", "session_end_at")
_AMOUNTS = ("buy_in", "buy_out", "stack", "nit_escrow", "net")
HEADERS = tuple((*_PERSON, *(name for name in _AMOUNTS if name != absent)) for absent in ("", "nit_escrow"))
_AMOUNT = re.compile(r"-?[0-9]{1,10}(\.[0-9]{1,20})?")


@dataclass(frozen=True, slots=True)
class Stay:
    """One line: a player from sitting down to leaving. `taken` is what they left with or still have, in chips."""

    row: LogRow
    nickname: str
    identity: str
    start: str
    end: str
    bought: int
    taken: int

    @property
    def begins(self) -> str:
        """The earliest time in the line."""
        return self.start or self.end


@dataclass(frozen=True, slots=True)
class Ledger:
    """A ledger as read: its lines by the time at which they begin. `pointed`: its amounts have decimals."""

    file: str
    stays: tuple[Stay, ...]
    pointed: bool


def read_ledger(file: str, text: str, currency: Currency, unit: int | None = None) -> Ledger:
    """The lines of a ledger. Refuses one whose lines or sums do not add up, and whole numbers without a unit."""
    rows = _read(file, text)
    pointed = any("." in row[name] for _, row in rows for name in _AMOUNTS if name in row)
    if not pointed and unit is None:
        raise UnitIsNeeded(file, currency.code, 10**currency.exponent)
    stays = sorted((_stay(row, stated, pointed=pointed) for row, stated in rows), key=lambda stay: stay.begins)
    gap = sum(stay.taken - stay.bought for stay in stays)
    if gap:
        raise LedgerIsNotBalanced(file, gap)
    return Ledger(file, tuple(stays), pointed)


def import_ledger(ledger: Ledger, *, options: ImportOptions, submit: Submit) -> ImportReport:
    """Records the night of the ledger and settles it."""
    people = people_of_ledger(ledger, options.players)
    recorder = Recorder(submit, options, unit=options.unit_of(ledger.file, pointed=ledger.pointed), names=people.names)
    amounts = say("Amounts have decimals.") if ledger.pointed else say("Amounts are whole numbers.")
    recorder.report.notes += [*people.notes, f"{amounts} {options.spoken(pointed=ledger.pointed)}"]
    return _record(recorder, ledger.stays, people.player_of)


def _read(file: str, text: str) -> list[tuple[LogRow, dict[str, str]]]:
    hints = to_say("This is a log; import it as one."), to_say("Choose the file 'Download ledger'.")
    rows = []
    for row, written in stated_in(file, text, "ledger", HEADERS, "entry", hints):
        stated = {name: value.strip() for name, value in written.items()}
        for name in _AMOUNTS:
            if stated.get(name) == "" and name not in {"buy_in", "net"}:
                stated[name] = "0"
            if name in stated and not _AMOUNT.fullmatch(stated[name]):
                raise HalfALine(file, row.line, phrase("{name} is not an amount", name=name), row.text)
        for name in ("session_start_at", "session_end_at"):
            if stated[name] and not MOMENT.fullmatch(stated[name]):
                reason = phrase("{name} is not like 2024-01-31T20:15:00.000Z", name=name)
                raise HalfALine(file, row.line, reason, row.text)
        rows.append((replace(row, at=stated["session_start_at"] or stated["session_end_at"]), stated))
    if not rows:
        raise LedgerIsEmpty(file)
    return rows


def _stay(row: LogRow, stated: dict[str, str], *, pointed: bool) -> Stay:
    amount = {name: chips_of(row, stated[name], cents=pointed) for name in _AMOUNTS if name in stated}
    taken = amount["buy_out"] + amount["stack"] + amount.get("nit_escrow", 0)
    if taken - amount["buy_in"] != amount["net"] or min(amount["buy_in"], taken) < 0:
        raise LedgerDoesNotAddUp(row.file, row.line, row.text, amount["net"], taken - amount["buy_in"])
    return Stay(
        row,
        unguarded(stated["player_nickname"]),
        stated["player_id"],
        stated["session_start_at"],
        stated["session_end_at"],
        amount["buy_in"],
        taken,
    )


def people_of_ledger(ledger: Ledger, given: Mapping[str, str]) -> People:
    """Everybody in a ledger, in order of appearance. `given` maps nicknames or ids to players the book knows already.

    Two ids are one player if one comes after the other under the same chosen name and neither has another.
    """
    # Whoever leaves when another sits down has left before.
    moments = {(stay.end, 0) for stay in ledger.stays if stay.end} | {(stay.begins, 1) for stay in ledger.stays}
    rank = {moment: place for place, moment in enumerate(sorted(moments))}
    ids: dict[str, Id] = {}
    for place, stay in enumerate(ledger.stays):
        one = ids.setdefault(stay.identity, Id(stay.identity, stay.row.line, seated=place))
        one.nickname, one.named = stay.nickname, place
        one.line = min(one.line, stay.row.line)
        one.names.add(stay.nickname)
        one.hands = sorted([*one.hands, rank[stay.begins, 1], rank[stay.end, 0] if stay.end else len(rank)])
    people = people_with(ids, given)
    return replace(people, found=tuple(one._replace(hands=frozenset()) for one in people.found))


def _record(recorder: Recorder, stays: Sequence[Stay], players: Mapping[str, str]) -> ImportReport:
    """Opens the night, lends line by line, counts everyone, and closes."""
    record = recorder.record_from
    recorder.open(stays[0].row, players[stays[0].identity], auto="closed", settles="ask")
    taken: dict[str, int] = {}
    for stay in stays:
        player = players[stay.identity]
        if player not in taken:
            record(stay.row, commands.SeatPlayer(player=player))
        if stay.bought:
            record(stay.row, commands.GiveLoan(player=player, chips=stay.bought))
        taken[player] = taken.get(player, 0) + stay.taken
    over = max(stays, key=lambda stay: stay.end or stay.start)
    last = replace(over.row, at=over.end or over.start)
    for player, chips in taken.items():
        record(last, commands.CountChips(player=player, chips=chips))
    return recorder.close(last)
