"""Whole nights of one club, recorded by the command handler as the program records them: opened, played, counted, closed."""

from engine import commands
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import NOBODY_NEW, IncomingCommand, Joining
from service.book.store.names import new_member

CLUB = "k"
AT = "2026-02-13T20:15:00Z"
BANKER = "b"


def open_night(handler: CommandHandler, opening: commands.OpenNight, *, joining: Joining = NOBODY_NEW) -> None:
    """Begins a night and records with it who is new."""
    work = handler.new_unit_of_work(opening.night)
    work.take(IncomingCommand(opening))
    handler.record(work, joining=joining)


def founded(handler: CommandHandler, night: str, club: str = CLUB) -> None:
    """The first night of a club, with which it begins."""
    joining = Joining(founded="Klub", members=(new_member(club, BANKER, "Bo"),))
    open_night(handler, commands.OpenNight(night=night, club=club, banker=BANKER), joining=joining)


def opened(handler: CommandHandler, night: str, club: str = CLUB) -> str:
    """A night that the club's banker opens, with a person who joins with it; returns the person's id."""
    player = f"p-{night}"
    joining = Joining(members=(new_member(club, player, f"Guest of {night}"),))
    open_night(handler, commands.OpenNight(night=night, club=club, banker=BANKER), joining=joining)
    return player


def played(handler: CommandHandler, night: str, player: str = BANKER, *, loans: int = 2) -> None:
    """Some loans to one player, which are counted as they were given."""
    handler.handle(night, commands.SeatPlayer(player=player), key=f"{night}-seat")
    for number in range(loans):
        handler.handle(night, commands.GiveLoan(player=player, chips=10 + number), key=f"{night}-{number}")
    stack = handler.load(night).night.stack(player)
    handler.handle(night, commands.CountChips(player=player, chips=stack), key=f"{night}-count")


def close(handler: CommandHandler, night: str) -> None:
    handler.handle(night, commands.CloseNight(), key=f"{night}-close")
