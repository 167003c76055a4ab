"""Copies who has disputed what, and whether it is still open.

A strike or correction changes no state by itself: what no longer counts is left out, and the acts that a correction puts in
place are events of their own.
"""

from engine import commands, events
from engine.registry import copies_nothing, folds
from engine.resolved import resolved
from engine.state import Dispute, Night


@folds(commands.RaiseDispute)
def raised(night: Night, event: commands.RaiseDispute) -> None:
    """The dispute is open."""
    night.disputes[resolved(event.number)] = Dispute(event.by, event.event, missing=event.missing)


@folds(commands.AnswerDispute)
def answered(night: Night, event: commands.AnswerDispute) -> None:
    """There is one more answer to the dispute."""
    night.disputes[event.dispute].answers += 1


@folds(commands.ResolveDispute)
def dispute_resolved(night: Night, event: commands.ResolveDispute) -> None:
    """The dispute is over."""
    night.disputes[event.dispute].state = "resolved"


@folds(commands.GiveBanksWord)
def word_given(night: Night, event: commands.GiveBanksWord) -> None:
    """The dispute stays open for who raised it."""
    night.disputes[event.dispute].word = event


@folds(commands.WithdrawDispute)
def withdrawn(night: Night, event: commands.WithdrawDispute) -> None:
    """The dispute is over."""
    night.disputes[event.dispute].state = "withdrawn"


folds(commands.StrikeEvents, events.EventsStruck, commands.CorrectEvents)(copies_nothing)
