"""Acts beside the table: whoever decided an act before them may still send it after them."""

import random
from typing import Any

import pytest

from engine import commands
from engine.events import Event, Recorded
from engine.folding import only_beside_the_table
from engine.library import GAMES
from engine.play.script.offers import ending_early, offers
from engine.registry import BESIDE_THE_TABLE, MOVED
from engine.state import Night
from tests.engine.table import opened, snapshot
from tests.engine.walker import Walk, check
from tests.soak import rounds

NIGHTS = rounds(3)
# What such acts change.
THEIRS = ("disputes", "requests", "confirmed")


def table_of(night: Night) -> dict[str, Any]:
    """All of the night that is played with."""
    found: dict[str, Any] = snapshot(night)
    found["closing"] = {key: value for key, value in found["closing"].items() if key != "confirmed"}
    return {key: value for key, value in found.items() if key not in THEIRS}


class Bystander(Walk):
    """A walk that looks at the table before and after every act beside it."""

    seen = 0

    def _append(self, event: Event, cause: int | None, stated: tuple[str, ...] | None = None) -> None:
        beside = type(event) in BESIDE_THE_TABLE
        before = (table_of(self.night), offers(self.night), ending_early(self.night)) if beside else None
        super()._append(event, cause, stated)
        if before is not None:
            self.seen += 1
            now = (table_of(self.night), offers(self.night), ending_early(self.night))
            # A plan is not replaced while somebody says that they paid.
            claims = before[1] if self.night.phase == "planned" else now[1]
            check((before[0], before[1], before[2]) == (now[0], claims, now[2]), f"{event} changed the table")


def test_an_act_beside_the_table_changes_nothing_that_is_played_with() -> None:
    seen = 0
    for seed in range(NIGHTS):
        walk = Bystander(random.Random(seed), GAMES)
        walk.asks = random.Random(seed)
        walk.quarrels = random.Random(seed)
        walk.run(120)
        seen += walk.seen
    assert seen >= NIGHTS


def test_acts_beside_the_table_move_nothing_and_draw_no_consequence() -> None:
    assert not set(MOVED) & BESIDE_THE_TABLE
    assert {commands.AskForChips, commands.ConfirmCount, commands.RaiseDispute} < BESIDE_THE_TABLE
    assert {commands.GiveLoan, commands.CountChips, commands.StrikeEvents} & BESIDE_THE_TABLE == set()


@pytest.mark.parametrize(
    ("after", "beside"),
    [
        ([], True),
        ([commands.AskForChips(player="A", chips=5)], True),
        ([commands.AskForChips(player="A", chips=5), commands.ApproveRequest(request=1)], False),
        ([commands.RaiseDispute(by="A", words="no"), commands.GiveLoan(player="B", chips=5)], False),
    ],
)
def test_one_act_at_the_table_is_enough_to_change_it(after, beside) -> None:
    table = opened("AB")
    version = len(table.records)
    table.do(*after)
    since: list[Recorded] = table.records[version:]
    assert only_beside_the_table(since) is beside
