"""A table of the engine, and what the service would ask back of an act at it."""

from __future__ import annotations

from engine import commands
from service.guards import ask_back
from service.guards.doubt import Asked, Doubt
from tests.engine.table import Table, acts, commands_replace


def doubt(table: Table, said: commands.Command | str) -> Doubt | None:
    """What is asked back of the act; None where it is simply done."""
    (command,) = acts(said)
    asked = Asked(table.night, table.records, len(table.records), "", lambda _: "")
    try:
        ask_back(command, asked, wary=True)
    except Doubt as found:
        ask_back(meant(command, found), asked, wary=True)
        return found
    return None


def meant(command: commands.Command | str, *doubts: Doubt | type[Doubt]) -> commands.Command:
    """The same act, after somebody has answered yes."""
    (act,) = acts(command)
    waivers = tuple(commands.Waiver(rule=found.code, reason="asked back, and meant") for found in doubts)
    return commands_replace(act, waived=(*act.waived, *waivers))
