"""A table of the engine, and the doubts that the service raises about an act."""

from engine import commands
from service.book.guards import BeforeAct, Doubt, ask_back
from tests.engine.table import Table, acts, commands_replace

NOW = "2026-11-20T19:30:00Z"


def asks(table: Table, command: commands.Command, *, wary: bool = True) -> None:
    """Gives the act to the guards; raises a doubt."""
    ask_back(command, BeforeAct(table.night, table.records, len(table.records), NOW, lambda _: NOW), wary=wary)


def doubt(table: Table, said: commands.Command | str) -> Doubt | None:
    """The doubt about the act; None if there is none."""
    (command,) = acts(said)
    try:
        asks(table, command)
    except Doubt as found:
        asks(table, meant(command, found))
        return found
    return None


def meant(command: commands.Command | str, *doubts: Doubt | type[Doubt]) -> commands.Command:
    """The same act after the answer yes."""
    (act,) = acts(command)
    waivers = tuple(waiver for found in doubts for waiver in yes(found.code))
    return commands_replace(act, waived=(*act.waived, *waivers))


def yes(code: str) -> tuple[commands.Waiver, ...]:
    """The waiver that means yes."""
    return (commands.Waiver(rule=code, reason="asked back, and meant"),)
