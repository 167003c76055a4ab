"""What a page says of a whole night is counted on from tap to tap, and comes to the same as if all were counted again."""

import random
from collections.abc import Sequence

import pytest

from engine import commands, strikes
from engine.events import Recorded
from engine.folding import effective, fold, only_beside_the_table
from engine.library import GAMES
from service.app.night.putting_right import undoing
from service.app.refusals import NothingToUndo
from service.reports.views.events import events_text
from service.reports.views.play import line
from service.reports.views.play.banker import bankers_table
from service.reports.views.play.line import SoFar, largest_usual, so_far
from service.reports.views.visible_night import VisibleNight
from tests.engine.play.showdown import test_five_shown as five
from tests.engine.table import Table, house, opened
from tests.engine.walker import Walk
from tests.soak import rounds

NIGHTS = rounds(3)


def seen(records: Sequence[Recorded], at: int | None = None) -> VisibleNight:
    read = tuple(records[:at])
    return VisibleNight(
        night_id="night", head=f"{len(read)}", night=fold(read), records=read, names={}, sees_cards=True
    )


def counted_again(records: Sequence[Recorded]) -> SoFar:
    """The same, said in the plainest way."""
    events = [record.event for record in effective(records)]
    wagers = [one.chips or 0 for one in events if isinstance(one, commands.Bet | commands.Raise | commands.Call)]
    gifts = [one for one in events if isinstance(one, commands.GiveLoan | commands.BuyChips)]
    lent = [one.chips for one in gifts if not (isinstance(one, commands.GiveLoan) and one.initial)]
    games = {one.game: one for one in events if isinstance(one, commands.AnnounceHand) and one.declaration}
    newest = dict.fromkeys(
        one.game for one in reversed(events) if isinstance(one, commands.AnnounceHand) and one.declaration
    )
    return SoFar(
        largest=max(wagers, default=0),
        lent=(*dict.fromkeys(reversed(lent)),),
        given={one.player: sum(other.chips for other in gifts if other.player == one.player) for one in gifts},
        games=tuple(games[game] for game in newest),
    )


def walked(seed: int) -> list[Recorded]:
    walk = Walk(random.Random(seed), GAMES)
    walk.run(120)
    return walk.records


@pytest.mark.parametrize("seed", range(1, NIGHTS + 1))
def test_what_is_counted_on_comes_to_what_is_counted_from_the_beginning(seed) -> None:
    records = walked(seed)
    chance = random.Random(seed)
    for at in [*sorted(chance.sample(range(1, len(records)), 12)), len(records), len(records) // 2]:
        assert so_far(seen(records, at)) == counted_again(records[:at])


@pytest.mark.parametrize("seed", range(1, NIGHTS + 1))
def test_one_tap_takes_back_the_last_act_at_the_table(seed) -> None:
    records = walked(seed)
    # A page is drawn between two acts only.
    ends = [record.version - 1 for record in records[1:] if record.caused_by is None]
    for at in (*ends[len(ends) // 2 :: 7], len(records)):
        in_order = [act.primary for act in strikes.acts(records[:at])]
        last = [one for one in in_order if not only_beside_the_table([one])][-1]
        undo = bankers_table(seen(records, at)).undo
        assert (undo.version if undo else 1) == last.version


def test_of_a_night_in_which_nothing_was_said_nothing_is_taken_back() -> None:
    with pytest.raises(NothingToUndo):
        undoing(seen(opened("").records))


@pytest.mark.parametrize("seed", range(1, NIGHTS + 1))
def test_a_hand_is_told_with_its_number_wherever_one_begins_to_read(seed) -> None:
    night = seen(walked(seed))
    everything = events_text(night, night.visible)
    for start in range(0, night.version, 29):
        assert events_text(night, night.visible[start:]) == everything[start:]


def test_a_bet_within_the_limit_of_the_game_is_not_asked_about_nor_the_first_of_a_night() -> None:
    table = opened(rules=house())
    usual = []
    for said in ("hand straight poker by C", "A 2", "B r50", commands.NewDeal(), "hand texas hold'em by C"):
        table.do(said)
        usual.append(largest_usual(seen(table.records), so_far(seen(table.records))))
    assert usual == [0, 5, 52, 52, 52]


def a_hand(table: Table) -> None:
    table.do("hand straight poker by C").checked_down().do("A win")


def test_after_a_tap_only_what_is_new_is_counted(monkeypatch) -> None:
    table = opened(rules=house())
    for _ in range(3):
        a_hand(table)
    so_far(seen(table.records))
    looked_at: list[int] = []
    count = line._Counting._count
    monkeypatch.setattr(
        line._Counting, "_count", lambda own, records: (looked_at.append(len(records)), count(own, records))[1]
    )
    before = len(table.records)
    a_hand(table)
    monkeypatch.setattr("service.reports.views.events._hands", lambda _: pytest.fail("The whole night was looked at."))
    monkeypatch.setattr("engine.strikes.acts", lambda _: pytest.fail("The whole night was looked at."))
    bankers_table(seen(table.records))
    assert looked_at == [len(table.records) - before]


def test_a_night_that_was_read_anew_is_counted_by_itself() -> None:
    table, other = opened(rules=house()), opened(rules=house())
    table.do("A +41")
    other.do("A +42; B +43")
    assert [so_far(seen(one.records)).lent for one in (table, other, table)] == [(41, 100), (43, 42, 100), (41, 100)]


def test_the_page_says_why_the_cards_shown_do_not_name_the_winner() -> None:
    """RULINGS R-D23: two unseen cards decide what is wild; five of seven are enough where they do not."""
    table = five.at_showdown("roll them").do(five.shows("A", five.FULL_HOUSE))
    assert bankers_table(seen(table.records)).lacks == "2 unseen cards of A may decide what is wild."
    stud = five.at_showdown("seven card stud").do(five.shows("A", five.FULL_HOUSE))
    shown = bankers_table(seen(stud.records))
    assert shown.lacks == ""
    assert [row.seat.id for row in shown.rows if row.to_show] == ["B"]


def test_what_a_banker_has_lost_from_the_box_lies_in_front_of_the_players() -> None:
    table = opened("AB", {"B": 100}, banker="A", rules=house("standard", banker_stack="box"))
    table.do(
        commands.MakeRuling(text="A bet.", moves=(commands.ChipMove("chips:A", "chips:B", 13),), agreed_by=("A", "B"))
    )
    shown = bankers_table(seen(table.records))
    assert (shown.on_table, shown.out) == (113, 113)
