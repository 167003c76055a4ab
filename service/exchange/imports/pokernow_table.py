"""Who sits where with how many chips: joining, standing up, coming back, going home, rebuys and stack changes.

Tables of one tournament are one night: the seats of the second come after those of the first.

Chips are issued on credit when somebody joins, so that a net is a result. The stacks stated at the start of a hand are
compared with the book and never copied into it. Only a player whom no earlier line seats is issued the stated stack.
"""

from dataclasses import dataclass

from engine import commands
from engine.speech import say
from service.exchange.imports import pokernow_grammar as grammar
from service.exchange.imports.pokernow_file import LogRow
from service.exchange.imports.pokernow_people import People
from service.exchange.imports.recording import LAST_SEAT, Recorder

# A table has the seats 1 to 10; a player who must make room for a moment gets one beyond those of all tables.
SEATS_A_TABLE = 10
# So many tables leave room for those who must move.
TABLES_MOST = LAST_SEAT // SEATS_A_TABLE - 1


@dataclass(frozen=True, slots=True)
class Arrival:
    """A player whose chips are issued as soon as they are dealt in."""

    chips: int
    row: LogRow


class LogTable:
    """The seats of the night. `statement` is the last stack the log itself gives a player who is not playing.

    `at`: which of the `tables` is being read, counted from 0.
    """

    def __init__(self, recorder: Recorder, people: People, tables: int = 1) -> None:
        self._recorder = recorder
        self._people = people
        self._tables = tables
        self._spare = SEATS_A_TABLE * tables + 1
        self.at = 0
        self._joined: dict[str, Arrival] = {}
        self._approved: dict[str, Arrival] = {}
        self._rebuys: dict[str, int] = {}
        self.statement: dict[str, Arrival] = {}

    def hear(self, row: LogRow, meaning: grammar.Meaning) -> None:
        """Plays one line that seats, unseats or changes chips; never while its player is in a hand."""
        match meaning:
            case grammar.Seating():
                self._seating(row, meaning)
            case grammar.TableLeft():
                self._leaves_the_table(row, meaning)
            case grammar.StackSet():
                self._stack_set(row, meaning)
            case grammar.RebuyAsked():
                self._rebuys[self._people.player_of[meaning.who]] = meaning.chips
            case grammar.Rebought():
                self._rebought(row, meaning)
            case grammar.BountyPaid():
                self._bounty(row, meaning)
            case _:
                pass

    def _seating(self, row: LogRow, seating: grammar.Seating) -> None:
        player = self._people.player_of[seating.who]
        match seating.move:
            case "approved":
                self._approved[player] = Arrival(seating.chips, row)
            case "joined":
                self._joined[player] = Arrival(seating.chips, row)
                self._approved.pop(player, None)
            case "quits":
                self._quits(row, player, seating.chips)
            case "stand":
                self._stands_up(row, player, seating.chips)
            case "sit":
                # They are dealt in again when the stacks of a hand list them.
                if self._here(player):
                    self.compare(row, player, seating.chips)

    def _here(self, player: str) -> bool:
        person = self._recorder.night.people.get(player)
        return person is not None and not person.left

    def _sitting(self, player: str) -> bool:
        return self._here(player) and self._recorder.night.people[player].sitting

    def compare(self, row: LogRow, player: str, chips: int, *, hand: int = 0) -> None:
        """Compares the book with a stack that the log states; the book keeps its own."""
        self._recorder.compare(row, player, chips, hand=hand or self._recorder.report.hands)

    def _quits(self, row: LogRow, player: str, chips: int) -> None:
        self._joined.pop(player, None)
        self._approved.pop(player, None)
        if not self._here(player):
            if chips:
                self._recorder.note(
                    say(
                        "Line {line}: {player} leaves with {chips} chips they never played; none were issued.",
                        line=row.line,
                        player=self._people.called[player],
                        chips=chips,
                    )
                )
            return
        self.compare(row, player, chips)
        book = self._recorder.stack(player)
        if player != self._recorder.night.banker:
            counted = chips if chips == book else None
            self._recorder.record_from(row, commands.LeaveNight(player=player, counted=counted))
            return
        # The banker stays until the close: their chips go back, and their chair is empty.
        if book:
            self._recorder.record_from(row, commands.CashOut(player=player, chips=book))
        if self._sitting(player):
            self._recorder.record_from(row, commands.StandUp(player=player))

    def _stands_up(self, row: LogRow, player: str, chips: int) -> None:
        if not self._here(player):
            return
        self.compare(row, player, chips)
        self.statement[player] = Arrival(chips, row)
        if self._sitting(player):
            self._recorder.record_from(row, commands.StandUp(player=player))

    def _leaves_the_table(self, row: LogRow, left: grammar.TableLeft) -> None:
        """Whoever is moved takes the chips along, so nothing is handed back."""
        player = self._people.player_of[left.who]
        if self._tables == 1 and left.chips is not None:
            self._stands_up(row, player, left.chips)
        # Of several tables the other may have dealt them in before this one says that they went.
        elif self._tables == 1 and self._sitting(player):
            self._recorder.record_from(row, commands.StandUp(player=player))

    def _stack_set(self, row: LogRow, stack: grammar.StackSet) -> None:
        player = self._people.player_of[stack.who]
        if not self._here(player):
            waiting = self._joined.get(player)
            if waiting:
                self._joined[player] = Arrival(waiting.chips + stack.after - stack.before, row)
            what = say("the admin changes the stack of a player who has not been dealt in")
            self._recorder.adjust(row, what, player=player, chips=stack.after - stack.before)
            return
        self.compare(row, player, stack.before)
        what = say("the admin changes a stack from {before} to {after} chips", before=stack.before, after=stack.after)
        self._change(row, player, stack.after - stack.before, what)

    def _change(self, row: LogRow, player: str, chips: int, what: str) -> None:
        """Moves chips from the box or back to it, if the player neither joins nor leaves."""
        if not chips:
            return
        self._recorder.adjust(row, what, player=player, chips=chips)
        self._recorder.supply(row, player, chips)

    def _rebought(self, row: LogRow, rebought: grammar.Rebought) -> None:
        player = self._people.player_of[rebought.who]
        if not self._here(player):
            self._joined[player] = Arrival(rebought.chips, row)
            return
        asked = self._rebuys.pop(player, rebought.chips - self._recorder.stack(player))
        if asked > 0:
            self._recorder.record_from(row, commands.GiveLoan(player=player, chips=asked))
        self.compare(row, player, rebought.chips)

    def _bounty(self, row: LogRow, paid: grammar.BountyPaid) -> None:
        payer, payee = self._people.player_of[paid.who], self._people.player_of[paid.payee]
        what = say("the {kind} bounty is paid to {player}", kind=paid.kind, player=payee)
        self._recorder.adjust(row, what, player=payer, chips=-paid.chips)
        self._recorder.record_from(row, commands.TransferChips(payer=payer, payee=payee, chips=paid.chips))

    def seat(self, row: LogRow, stated: grammar.StacksStated, hand: int) -> tuple[str, ...]:
        """Seats everybody that the start of a hand lists with their chips, and compares the stacks."""
        first = SEATS_A_TABLE * self.at
        places = {
            self._people.player_of[stack.who]: grammar.Stack(first + stack.seat, stack.who, stack.chips)
            for stack in stated.stacks
        }
        for player, stack in places.items():
            issued = self._issue(row, player, stack)
            if not issued:
                self._recorder.report.stack_checks += 1
                self.compare(row, player, stack.chips, hand=hand)
            self.statement.pop(player, None)
        return tuple(places)

    def _issue(self, row: LogRow, player: str, stack: grammar.Stack) -> bool:
        """Seats a player; True if their chips were issued from the very line that states them."""
        arrival = self._joined.pop(player, None)
        approved = self._approved.pop(player, None)
        if self._sitting(player):
            self._recorder.seat(row, player, stack.seat, spare=self._spare)
            if arrival:
                self.compare(arrival.row, player, arrival.chips)
            return False
        was_here, before = self._here(player), self._recorder.stack(player)
        self._recorder.seat(row, player, stack.seat, spare=self._spare)
        arrival = arrival or (approved if not before else None)
        if arrival is None:
            if was_here and before:
                return False
            what = say("chips are issued from the stacks of a hand, because no earlier line seats the player")
            self._change(row, player, stack.chips, what)
            return True
        if not before:
            if arrival.chips:
                self._recorder.record_from(arrival.row, commands.GiveLoan(player=player, chips=arrival.chips))
            return False
        what = say("comes back with {chips} chips after standing up with {before}", chips=arrival.chips, before=before)
        self._change(arrival.row, player, arrival.chips - before, what)
        return False
