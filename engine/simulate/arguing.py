"""Disputes of a simulated night: raised about something in the book, answered, and ended by words or a withdrawal."""

from engine import commands
from engine.ids import PlayerId
from engine.simulate.chance import Chance, one_in, pick
from engine.state import Night

WORDS = ("that was a call", "the pot was short", "it was not my turn")


def raised(night: Night, chance: Chance, events: int) -> commands.RaiseDispute:
    """A dispute about one of the first `events` events, about what is missing after it, or about the night.

    Nobody strikes in a simulated night, so every event is in force.
    """
    event = None if one_in(chance, 4) else 1 + chance.below(events)
    return commands.RaiseDispute(
        by=_somebody(night, chance), event=event, missing=one_in(chance, 3), words=pick(chance, WORDS)
    )


def argued(night: Night, chance: Chance, number: int) -> commands.Command:
    """The next act in an open dispute: an answer at first, then its end, or the bank's word on it."""
    if not night.disputes[number].answers and not one_in(chance, 4):
        return commands.AnswerDispute(dispute=number, by=_somebody(night, chance), words="everybody saw it")
    if one_in(chance, 2):
        return commands.WithdrawDispute(dispute=number, by=night.disputes[number].by)
    agreed = dict.fromkeys((night.disputes[number].by, _somebody(night, chance))) if one_in(chance, 2) else ()
    return commands.ResolveDispute(dispute=number, words="it stands as it is", agreed_by=tuple(agreed))


def _somebody(night: Night, chance: Chance) -> PlayerId:
    return pick(chance, tuple(night.people))
