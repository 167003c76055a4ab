"""What only the book knows of an act, filled in before the rules are asked.

It is the same for an act that is recorded now, for one that a correction puts in, and for what either would come to.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from engine import commands
from engine.club.nights import owed_before, taking_over
from engine.club.state import Club
from engine.ids import ClubId
from engine.night.requests.rule import meant_by_approval
from engine.state import Night
from engine.strikes import ActInNight
from service.book.own_games.shelf import NamesAGame, OwnGames, as_declared


class BookKnows(NamedTuple):
    """The own games of a club and the club with what it has unpaid, by its id; without them, of a book that knows no club."""

    own_games: OwnGames = lambda _: ()
    club: Callable[[ClubId], Club] = lambda _: Club()

    def filled_in(self, act: commands.Command, night: Night) -> commands.Command:
        """The act as the rules take it in this night.

        An own game comes with its declaration, a plan with the old debts that it takes over, a loan or its approval with what
        the player owes from earlier nights where the house asks for that.
        """
        if isinstance(act, NamesAGame):
            return as_declared(act, night, self.own_games)
        if night.opened is None:
            return act
        if isinstance(act, commands.FreezePlan):
            return taking_over(act, night, self.club(night.terms.club))
        if night.rules.owed_most or night.rules.old_debts_first:
            return self._knowing_old_debts(act, night)
        return act

    def acts_of(self, command: commands.CorrectEvents) -> dict[int, ActInNight]:
        """The acts of a correction filled in, by index: each in the night as it stands at its place."""
        return {
            index: partial(self.filled_in, change.act)
            for index, change in enumerate(command.changes)
            if change.act is not None
        }

    def _knowing_old_debts(self, act: commands.Command, night: Night) -> commands.Command:
        loan = act
        if isinstance(act, commands.ApproveRequest):
            loan = replace(meant_by_approval(act, night), waived=act.waived)
        if not isinstance(loan, commands.GiveLoan):
            return act
        return replace(loan, earlier=owed_before(loan.player, night.terms, self.club(night.terms.club)))


NOTHING_KNOWN = BookKnows()
