"""Plays told hands through the engine as one night: every act becomes a command, and stacks and winners are compared.

Chips are lent, so that a net is a result. Where the stacks of two hands do not follow from each other, the bank gives or
takes the difference, and the report says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import commands
from engine.commands import HouseRules
from engine.ledger.accounts import nets
from engine.speech import say, to_say
from service.exchange.histories.hand_play import HandPlay
from service.exchange.histories.told import RULEBOOK, Told, ToldHand
from service.exchange.imports.options import ImportOptions
from service.exchange.imports.pokernow_file import LogRow
from service.exchange.imports.recorder import Recorder, Submit
from service.exchange.imports.report import AwardMismatch, ImportReport, StackMismatch
from service.exchange.refused import ActCannotBePlayed, LineCannotBePlayed

_CARRIED = to_say("The book carried every stack from hand to hand.")
_TOPS_UP = to_say("{player} tops up {chips} before {hand}")
_HANDS_BACK = to_say("{player} hands back {chips} before {hand}")
# Seats for a moment, above all that a history names.
_SEATS_AT_MOST = 60


def play_told(file: str, told: Told, *, options: ImportOptions, unit: int, submit: Submit) -> ImportReport:
    """Plays the night of these hands and settles it.

    If an act is refused, the caller must discard the commands already submitted.
    """
    names = {options.players[name]: name for hand in told.hands for name in hand.players}
    report = ImportReport(night=options.night, unit=unit, currency=options.currency, names=names)
    recorder = Recorder(submit, report)
    evening = _Evening(file, recorder, options)
    evening.open(told.hands[0])
    for number, hand in enumerate(told.hands, 1):
        evening.play(number, hand)
    evening.close()
    report.nets = nets(recorder.night)
    plan = recorder.night.closing.plan
    report.transfers = (plan.transfers or ()) if plan else ()
    return report


class _Evening:
    """The night from the first hand to the plan."""

    def __init__(self, file: str, recorder: Recorder, options: ImportOptions) -> None:
        self._file = file
        self._recorder = recorder
        self._options = options
        self._last = LogRow(file, 0, "", 0, "")
        self._supplied: set[str] = set()

    def open(self, first: ToldHand) -> None:
        """Opens the night; the first player of the first hand keeps the bank."""
        options = self._options
        self._last = self._row(0, first)
        self._recorder.record_from(
            self._last,
            commands.OpenNight(
                night=options.night,
                club=options.club,
                name=options.name,
                zone=options.zone,
                banker=options.players[first.players[0]],
                currency=options.currency,
                unit=self._recorder.report.unit,
                # A history says every card, so nothing is dealt before it has been read.
                rules=HouseRules(rulebook=RULEBOOK, auto="none", initial_loan=0),
            ),
        )

    def _row(self, number: int, hand: ToldHand) -> LogRow:
        return LogRow(self._file, number, hand.at or self._last.at, number, str(hand.where), str(hand.where))

    def play(self, number: int, hand: ToldHand) -> None:
        """Seats the players, gives them their stacks, and plays the hand."""
        row = self._last = self._row(number, hand)
        players = tuple(self._options.players[name] for name in hand.players)
        try:
            self._seat(row, hand, players)
            self._supply(row, hand, players)
            played = HandPlay(self._file, self._recorder, row, hand, players)
            played.play()
        except LineCannotBePlayed as refusal:
            raise ActCannotBePlayed(self._file, hand.where, refusal.text, refusal.details["because"]) from refusal
        self._recorder.report.hands += 1
        self._compare_stacks(row, hand, players)
        self._compare_winnings(row, hand, played)

    # Seats

    def _seat(self, row: LogRow, hand: ToldHand, players: Sequence[str]) -> None:
        """Seats the players clockwise as the hand has them; everybody else stands up."""
        everyone = self._recorder.night.people
        for other, person in list(everyone.items()):
            if person.sitting and other not in players:
                self._recorder.record_from(row, commands.StandUp(player=other))
        wanted = dict(zip(players, hand.seats, strict=True)) if hand.seats else {}
        if not wanted and self._sit_so(players):
            wanted = {player: everyone[player].seat for player in players}
        wanted = wanted or {player: seat for seat, player in enumerate(players, 1)}
        self._make_room(row, wanted)
        for player, seat in wanted.items():
            if player not in everyone:
                self._recorder.record_from(row, commands.SeatPlayer(player=player, seat=seat))
            elif not everyone[player].sitting:
                self._recorder.record_from(row, commands.SitBack(player=player, seat=seat))

    def _sit_so(self, players: Sequence[str]) -> bool:
        """Whether all of them have chairs already, in this order clockwise."""
        everyone = self._recorder.night.people
        if any(player not in everyone for player in players):
            return False
        seats = [everyone[player].seat for player in players]
        return sum(before > after for before, after in zip(seats, (*seats[1:], seats[0]), strict=True)) == 1

    def _make_room(self, row: LogRow, wanted: dict[str, int]) -> None:
        """Moves everybody who is in a wrong chair, or in one that another player needs, to a chair nobody needs."""
        everyone = self._recorder.night.people
        for player, person in list(everyone.items()):
            if wanted.get(player, person.seat if person.seat not in wanted.values() else 0) == person.seat:
                continue
            used = {*wanted.values(), *(one.seat for one in everyone.values())}
            spare = next(seat for seat in range(_SEATS_AT_MOST, 0, -1) if seat not in used)
            if person.sitting:
                self._recorder.record_from(row, commands.StandUp(player=player))
            self._recorder.record_from(row, commands.SitBack(player=player, seat=spare))
            self._recorder.record_from(row, commands.StandUp(player=player))

    # Chips

    def _supply(self, row: LogRow, hand: ToldHand, players: Sequence[str]) -> None:
        """Lends newcomers their stack, and lets the bank make up every other difference by name."""
        for player, wanted in zip(players, hand.stacks, strict=True):
            more = wanted - self._recorder.stack(player)
            if more > 0:
                self._recorder.record_from(row, commands.GiveLoan(player=player, chips=more))
            elif more < 0:
                self._recorder.record_from(row, commands.CashOut(player=player, chips=-more))
            if more and player in self._supplied:
                name = self._recorder.report.names[player]
                what = say(_TOPS_UP if more > 0 else _HANDS_BACK, player=name, chips=abs(more), hand=hand.where)
                self._recorder.adjust(row, what, player=player, chips=more)
            self._supplied.add(player)

    def _compare_stacks(self, row: LogRow, hand: ToldHand, players: Sequence[str]) -> None:
        """Compares the stacks after the hand with those that the file gives."""
        report = self._recorder.report
        for player, said in zip(players, hand.finishing, strict=False):
            report.stack_checks += 1
            book = self._recorder.stack(player)
            if book != said:
                report.stack_mismatches.append(
                    StackMismatch(row.file, row.line, row.line, player, book, said, f"{hand.where!s}: finishing_stacks")
                )

    def _compare_winnings(self, row: LogRow, hand: ToldHand, played: HandPlay) -> None:
        """Compares what each player got from the pots with what the file says.

        Some files count a bet that came back uncalled as won, and some do not; both are right.
        """
        report = self._recorder.report
        for name, said in zip(hand.players, hand.winnings, strict=False):
            player = self._options.players[name]
            won, back = played.won[player], played.came_back[player]
            if not (said or won):
                continue
            report.award_checks += 1
            if said not in (won, won + back):
                finding = say("the book pays {book}, the log {log}", book=won, log=said)
                report.award_mismatches.append(
                    AwardMismatch(row.file, row.line, row.line, player, finding, f"{hand.where!s}: winnings")
                )

    def close(self) -> None:
        """Counts what the book says, closes, and freezes the plan with the fewest transfers."""
        row, recorder = self._last, self._recorder
        for player in recorder.night.people:
            recorder.record_from(row, commands.CountChips(player=player, chips=recorder.stack(player)))
        recorder.note(say(_CARRIED))
        recorder.record_from(row, commands.CloseNight())
        recorder.record_from(row, commands.FreezePlan(kind="direct"))
