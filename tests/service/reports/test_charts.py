"""Lines, bars and labels stand where the numbers say, and none lies on another."""

from itertools import pairwise

import pytest

from engine import commands
from service.reports.charts import game_panels, stack_chart
from service.reports.forms.chart import LABEL_HEIGHT, ROOM, Chart, Line
from service.reports.night_report import NightReport, build
from tests.engine.reports.evening import Evening, opened, table, won_by
from tests.service.reports.small_night import HEAD, NAMES, small_night


def report_of(evening: Evening, **names: str) -> NightReport:
    return build(evening.records, names, head=HEAD)


def chart_of(evening: Evening, **names: str) -> Chart:
    chart = stack_chart(report_of(evening, **names), lambda text: text[11:16])
    assert chart is not None
    return chart


def everyone_folds(evening: Evening) -> None:
    """A hand that everyone but the first leaves at once."""
    evening.do(commands.AnnounceHand(game="Straight Poker", dealer="eva"))
    while evening.night.hand is not None and evening.night.hand.round is not None:
        evening.do(commands.Fold(player=evening.night.hand.round.waiting[0]))


def heights(path: str) -> list[int]:
    return [int(point.split()[1]) for point in path.removeprefix("M").split("L")]


def test_a_line_goes_through_the_stack_after_every_hand() -> None:
    evening = table()
    won_by(evening, "carl")
    won_by(evening, "bo", game="Three Card Draw")
    chart = chart_of(evening)
    rows = report_of(evening).stacks.rows
    top = int(chart.levels[-1].text)
    for line in chart.lines:
        place = report_of(evening).stacks.players.index(line.player)
        assert heights(line.path) == [1000 - round(1000 * row.stacks[place] / top) for row in rows]


def test_the_axis_reaches_the_highest_stack_in_round_numbers() -> None:
    chart = chart_of(small_night(), **NAMES)
    assert [level.text for level in chart.levels] == ["0", "20", "40", "60", "80", "100", "120", "140"]
    assert [chart.down(chart.levels[place].at) for place in (0, -1)] == [chart.height + ROOM, ROOM]


def test_names_beside_the_lines_never_touch() -> None:
    evening = opened(*(f"p{number}" for number in range(10)), rules=commands.HouseRules(auto="all", initial_loan=40))
    evening.do(commands.AnnounceHand(game="Straight Poker", dealer="p0"))
    evening.do(commands.NewDeal(player="p1", reason="a card fell"))
    labels = sorted(chart_of(evening).down(line.label) for line in chart_of(evening).lines)
    assert len(labels) == 10
    assert all(below - above >= LABEL_HEIGHT for above, below in pairwise(labels))
    assert labels[-1] <= chart_of(evening).height + ROOM


def test_who_comes_late_has_a_line_from_his_first_chips_on() -> None:
    evening = table()
    won_by(evening, "carl")
    evening.do(commands.SeatPlayer(player="dora"), commands.GiveLoan(player="dora", chips=60))
    everyone_folds(evening)
    dora = chart_of(evening).of("dora")
    assert dora.path.startswith("M1000 ")


def test_a_banker_who_plays_from_the_box_has_no_line() -> None:
    rules = commands.HouseRules(auto="all", initial_loan=40, banker_stack="box")
    evening = opened("eva", "bo", "carl", rules=rules)
    won_by(evening, "carl")
    chart = chart_of(evening)
    assert chart.of("eva") is None
    assert {line.player for line in chart.lines} == {"bo", "carl"}
    assert chart.told.endswith("eva plays from the box.")


def test_there_is_no_chart_before_a_hand_has_ended() -> None:
    assert stack_chart(report_of(table()), lambda text: text) is None


def test_the_chart_is_told_to_who_does_not_see_it() -> None:
    told = chart_of(small_night(), **NAMES).told
    assert told.startswith("Chips in front of everyone after each of 6 hands; after the last: Carl 92, Bo 73, ")
    assert told.endswith("The most was 127, in front of Carl after hand 4.")


def test_hands_on_the_axis_carry_the_time_at_which_they_ended() -> None:
    chart = chart_of(small_night(), **NAMES)
    assert [mark.text for mark in chart.marks] == ["0", "1", "2", "3", "4", "5", "6"]
    assert [mark.at for mark in chart.marks] == [place / 6 for place in range(7)]
    assert [mark.beside for mark in chart.marks[:2]] == ["", "17:13"]


def test_a_long_name_is_cut_beside_its_line_only() -> None:
    evening = table()
    won_by(evening, "carl")
    assert chart_of(evening, carl="Carl-Frederik von Hohenzollern").of("carl").name == "Carl-Frede…"


def test_bars_of_all_games_are_on_one_scale_from_the_middle() -> None:
    panels = game_panels(report_of(small_night(), **NAMES))
    bars = {(panel.game.game, bar.name): bar for panel in panels for bar in panel.bars}
    largest = bars["Five Card Stud", "Carl"]
    assert (largest.net, largest.start, largest.width) == (56, 50, 50)
    lost = bars["Five Card Stud", "Åse"]
    assert (lost.net, lost.start, lost.width) == (-52, 3.57, 46.43)
    assert bars["Texas Hold'em", "Bo"].width == 35.71


@pytest.mark.parametrize(("place", "tone"), [(0, "tone-1"), (9, "tone-10"), (10, "tone-1 dashed")])
def test_every_player_has_a_tone_and_from_the_eleventh_on_a_dashed_one(place, tone) -> None:
    line = Line(player="", name="", tone=place, points=(), label=0)
    assert line.style == tone
