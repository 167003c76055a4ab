"""Copies who sits where, who has stood up or gone home, and the rules of the night."""

from msgspec.structs import replace

from engine import commands
from engine.ledger.postings import Moves
from engine.night.bank.facts import keep_count
from engine.registry import folds, moves
from engine.state import Night, Person


@folds(commands.OpenNight)
def opened(night: Night, event: commands.OpenNight) -> None:
    """The night is open under these rules."""
    night.phase = "open"
    night.opened = event
    night.rules = event.rules
    night.bankers = [event.banker]
    night.from_box = event.banker if event.rules.banker_stack == "box" else None


@folds(commands.ChangeEnteredBy)
def entered_by_changed(night: Night, event: commands.ChangeEnteredBy) -> None:
    """The rules of the night hold with this change; those of the opening stand in `opened`."""
    night.rules = replace(night.rules, entered_by=event.by)


@folds(commands.SeatPlayer)
def seated(night: Night, event: commands.SeatPlayer) -> None:
    """The player has a seat; one who sits down for the first time is due the initial loan."""
    night.newcomer = event.player if event.player not in night.people else None
    night.counts.pop(event.player, None)
    person = night.people.setdefault(event.player, Person(event.seat))
    person.seat, person.sitting, person.left = event.seat, True, False


@folds(commands.StandUp)
def stood_up(night: Night, event: commands.StandUp) -> None:
    """The player is not dealt in until they sit back."""
    night.people[event.player].sitting = False


@folds(commands.SitBack)
def sat_back(night: Night, event: commands.SitBack) -> None:
    """The player is dealt in again."""
    person = night.people[event.player]
    person.seat, person.sitting = event.seat, True


@folds(commands.LeaveNight)
def left(night: Night, event: commands.LeaveNight) -> None:
    """The player's seat is free, and their chips go back to the box."""
    person = night.people[event.player]
    person.left, person.sitting = True, False
    person.missed_big = person.missed_small = False
    night.count_made = None
    if event.counted is not None:
        keep_count(night, event.player, event.counted)
    if night.balance.get("chips:" + event.player) or night.counts.get(event.player):
        night.closing.returning.append(event.player)


@moves(commands.OpenNight)
def opened_moves(event: commands.OpenNight) -> Moves:
    return (("inventory", "box", sum(kind.worth * kind.pieces for kind in event.inventory)),)


@folds(commands.MakeRuling)
def ruled(night: Night, _: commands.MakeRuling) -> None:
    """Chips the table moves are no bet and fill no box: nobody goes all-in by them, and nobody is lent the first chips."""
    night.newcomer = None
    if night.hand is not None:
        night.hand.stakes.paid_last = None


@moves(commands.MakeRuling)
def ruled_moves(event: commands.MakeRuling) -> Moves:
    return tuple((move.payer, move.payee, move.chips) for move in event.moves)
