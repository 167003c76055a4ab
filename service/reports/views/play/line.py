"""What came of one line of shorthand? Its events, and who has how many chips now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.ids import PlayerId
from engine.reports.places import by_seat
from service.reports.views.events import EventView, ToMove, events_told, moved_since
from service.reports.views.night.night import waits_for
from service.reports.views.visible_night import VisibleNight


class StackChange(msgspec.Struct, frozen=True, kw_only=True):
    """A player whose stack has changed, and how many chips they have now.

    `from_box`: the player keeps the bank and plays from the box, so the number is what they have won or lost.
    """

    id: PlayerId
    name: str
    chips: int
    before: int
    from_box: bool


class LineView(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one line.

    `to_move`: the chips that change hands because of a strike or correction. `at` is the time that the line set for the lines
    that follow, as a time of the book. `repeated`: its key was used before, and this is what was recorded then.
    """

    night: str
    version: int
    head: str
    added_players: tuple[str, ...]
    events: tuple[EventView, ...]
    stacks: tuple[StackChange, ...]
    pot: int
    now: tuple[str, ...]
    to_move: tuple[ToMove, ...] = ()
    at: str = ""
    repeated: bool = False


def line_view(
    seen: VisibleNight,
    before: Mapping[str, int],
    *,
    first: int,
    last: int,
    added: Sequence[str] = (),
    at: str = "",
    repeated: bool = False,
) -> LineView:
    """What the events from `first` to `last` have changed; `before` is the balance before them."""
    return LineView(
        night=seen.night_id,
        version=seen.version,
        head=seen.head,
        added_players=tuple(added),
        events=events_told(seen, seen.records[first - 1 : last]),
        stacks=_stacks_changed(seen, before),
        pot=seen.night.pot_worth(),
        now=waits_for(seen),
        to_move=moved_since(seen, first),
        at=at,
        repeated=repeated,
    )


def _stacks_changed(seen: VisibleNight, before: Mapping[str, int]) -> tuple[StackChange, ...]:
    """Every player whose stack has changed, by seat."""
    night, found = seen.night, []
    for player in by_seat(night):
        account = "chips:" + player
        was, chips = before.get(account, 0), night.balance.get(account, 0)
        if was != chips:
            from_box = night.rules.banker_stack == "box" and player == night.banker
            found.append(StackChange(id=player, name=seen.name(player), chips=chips, before=was, from_box=from_box))
    return tuple(found)
