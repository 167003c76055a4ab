"""What a strike would change, and which act `undo` takes back."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from cli.backend import views
from cli.backend.book import Book, in_words
from cli.errors import CliError
from engine import commands, strikes
from engine.errors import Refusal
from engine.events import NAME_OF, Event
from engine.ledger.accounts import dues, nets
from engine.reports.places import by_seat
from engine.reports.sentences import tell
from engine.state import Night
from service.command_handler import LoadedNight
from service.errors import VersionConflict
from service.queries.what_would_change import PaymentAfter, payments_after

NEVER_UNDONE = (commands.OpenNight, commands.StrikeEvents)


class PlayerChange(msgspec.Struct, frozen=True, kw_only=True):
    """One player before and after the strike. `due_cents` is what is left of the result after payments."""

    id: str
    name: str
    stack: int
    stack_after: int
    result_cents: int
    result_cents_after: int
    due_cents: int
    due_cents_after: int


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of a strike: which events become void, what follows instead, and who stands how."""

    night: str
    struck: tuple[int, ...]
    void: tuple[views.EventView, ...]
    anew: tuple[str, ...]
    players: tuple[PlayerChange, ...]
    pot: int
    pot_after: int
    carry: int
    carry_after: int
    payments: tuple[PaymentAfter, ...]
    hand: str
    hand_after: str


def undoing(loaded: LoadedNight) -> commands.StrikeEvents:
    """The strike of the last act in force that can be struck."""
    in_force = [act.primary for act in strikes.acts(loaded.records)]
    versions = tuple(record.version for record in in_force if not isinstance(record.event, NEVER_UNDONE))
    if not versions:
        raise CliError("nothing_to_undo", "Nothing has happened yet that could be taken back.")
    return commands.StrikeEvents(versions=versions[-1:], reason="undo")


def what_if(book: Book, loaded: LoadedNight, versions: Sequence[int]) -> Difference:
    """What the strike of these events would change in the loaded night; nothing is recorded."""
    names = book.names(loaded)
    command = commands.StrikeEvents(versions=tuple(versions), reason="what if")
    try:
        outcome = strikes.strike(loaded.records, command)
    except Refusal as refusal:
        raise in_words(refusal, names) from refusal
    struck = outcome.drafts[1][0]
    assert not isinstance(struck, commands.Command)
    void = getattr(struck, "void", ())
    return Difference(
        night=loaded.night_id,
        struck=tuple(versions),
        void=views.events_told(loaded, void, names),
        anew=tuple(_told(event, loaded, names) for event, _ in outcome.drafts[2:]),
        players=_players(loaded.night, outcome.night, names),
        pot=loaded.night.pot_worth(),
        pot_after=outcome.night.pot_worth(),
        carry=loaded.night.balance.get("carry", 0),
        carry_after=outcome.night.balance.get("carry", 0),
        payments=tuple(
            replace(one, payer=views.named(one.payer, names), payee=views.named(one.payee, names))
            for one in payments_after(loaded.night, outcome.night)
        ),
        hand=_hand(loaded.night),
        hand_after=_hand(outcome.night),
    )


def question(command: commands.StrikeEvents) -> str:
    """The question before a strike."""
    numbers = ", ".join(str(version) for version in command.versions)
    return f"Strike event{'s' if len(command.versions) > 1 else ''} {numbers}?"


def strike(book: Book, loaded: LoadedNight, command: commands.StrikeEvents, *, at: str = "") -> views.LineResult | None:
    """Declares the events void, for good. Returns None, and strikes nothing, if the night has gone on since it was loaded."""
    try:
        return book.do(loaded, [command], at=at, expected=loaded.version)
    except VersionConflict:
        return None


def _told(event: Event, loaded: LoadedNight, names: views.Names) -> str:
    assert type(event) in NAME_OF
    return tell(event, names, currency=loaded.night.terms.currency)


def _players(before: Night, after: Night, names: views.Names) -> tuple[PlayerChange, ...]:
    results, results_after, due, due_after = nets(before), nets(after), dues(before), dues(after)
    found = [
        PlayerChange(
            id=player,
            name=views.named(player, names),
            stack=before.balance.get("chips:" + player, 0),
            stack_after=after.balance.get("chips:" + player, 0),
            result_cents=results[player],
            result_cents_after=results_after.get(player, 0),
            due_cents=due[player],
            due_cents_after=due_after.get(player, 0),
        )
        for player in by_seat(before)
    ]
    return tuple(
        one
        for one in found
        if (one.stack, one.result_cents, one.due_cents)
        != (one.stack_after, one.result_cents_after, one.due_cents_after)
    )


def _hand(night: Night) -> str:
    return f"hand {night.hand.number}, {night.hand.game.name}" if night.hand else ""
