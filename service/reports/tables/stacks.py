"""Everyone's stack after every hand, in numbers."""

from dataclasses import dataclass

from markupsafe import escape

from engine.speech import say_as
from service.reports.charts import StackChart, Trace
from service.reports.forms.column import PAGE, Column, Setting, Table
from service.reports.forms.kinds import NUMBER, html, worded
from service.reports.night_report import NightReport


@dataclass(frozen=True, slots=True)
class StackRow:
    """The stacks after one hand, or at the start (hand 0), in the order of the chart's traces."""

    hand: int
    stacks: tuple[int, ...]


def _hand_on_page(hand: int, setting: Setting) -> str:
    return html(f'<a href="#hand-{hand}">{hand}</a>') if hand else escape(_start())


def _start() -> str:
    return say_as("before the first hand", "start")


HAND = worded(lambda hand, _: f"{hand or _start()}", page=_hand_on_page)


def stack_table(chart: StackChart) -> Table[StackRow]:
    """The columns, one of them for each trace of the chart."""
    return Table(
        columns=(
            Column("hand", HAND, lambda row: row.hand, PAGE, heads=True),
            *(_stack_of(place, trace) for place, trace in enumerate(chart.traces)),
        )
    )


def stack_rows(report: NightReport, chart: StackChart) -> list[StackRow]:
    """A row for the start and one for each hand."""
    return [StackRow(row.hand, stacks) for row, stacks in zip(report.stacks.rows, chart.rows, strict=True)]


def _stack_of(place: int, trace: Trace) -> Column[StackRow]:
    return Column("", NUMBER, lambda row: row.stacks[place], PAGE, of_player=trace.player)
