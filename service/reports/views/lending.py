"""What the house still lends to a player, and which of its limits the bank sets aside to lend more."""

from __future__ import annotations

import msgspec

from engine import commands, errors
from engine.ids import PlayerId
from engine.night.bank.rule import limits_passed, still_lent
from service.language.names import refusal_text
from service.reports.views.visible_night import VisibleNight

LIMITS = frozenset(
    rule.code for rule in (errors.OldDebtsComeFirst, errors.LoansAreUsedUp, errors.LentTooMuch, errors.OwesTooMuch)
)


class Beyond(msgspec.Struct, frozen=True, kw_only=True):
    """A loan that passes what the house lends: `why`, in sentences, and the codes of the `rules` to set aside for it."""

    why: str
    rules: tuple[str, ...]


def beyond(view: VisibleNight, player: PlayerId, chips: int) -> Beyond | None:
    """The limits that a loan of so many chips passes; None if it passes none."""
    if player not in view.night.people:
        return None
    loan = commands.GiveLoan(player=player, chips=chips, earlier=view.owed_before.get(player, 0))
    passed = tuple(limits_passed(loan, view.night))
    if not passed:
        return None
    why = " ".join(refusal_text(refusal, view.names) for refusal in passed)
    return Beyond(why=why, rules=tuple(refusal.code for refusal in passed))


def left_to_lend(view: VisibleNight, player: PlayerId) -> int | None:
    """The most chips that the house still lends the player at once; None where it sets no such limit."""
    if player not in view.night.people:
        return None
    return still_lent(view.night, player, view.owed_before.get(player, 0))
