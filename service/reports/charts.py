"""What the charts of a report and of a season show: stacks over a night, games, and totals over nights."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.grammar import amount_text, counted, listed
from engine.reports.figures import GameReport
from engine.speech import say, speech
from service.reports.forms.chart import Chart, Mark, line_chart, step_of
from service.reports.night_report import NightReport

HANDS_MOST = 7
# A day is wider than a number; a chart of a season has so many lines at most.
NIGHTS_MOST, LINES_MAX = 5, 20
# The part of a phone's chart that the name of a day takes, with a blank.
DAY_ON_A_PHONE = 0.45


@dataclass(frozen=True, slots=True)
class Bar:
    """What a player won or lost in a game: a bar from the middle to the right or left, in percent of the width."""

    name: str
    net: int
    start: float
    width: float


@dataclass(frozen=True, slots=True)
class GamePanel:
    """One game and a bar for everyone who played it."""

    game: GameReport
    bars: tuple[Bar, ...]


def stack_chart(report: NightReport, time: Callable[[str], str]) -> Chart | None:
    """Everyone's stack after every hand; None before the first hand has ended, or if nobody has a stack.

    The colours are in the order of the standings.
    """
    tones = {standing.player: place for place, standing in enumerate(report.standings)}
    stacks = {player: stacks for player in tones if any(stacks := _stacks(report, player))}
    if len(report.stacks.rows) < 2 or not stacks:
        return None
    return line_chart(
        {player: _held(line) for player, line in stacks.items()},
        names=report.names,
        tones=tones,
        last=len(report.stacks.rows) - 1,
        marks=_hand_marks(report, time),
        told=_text(report, stacks),
    )


def _stacks(report: NightReport, player: str) -> list[int]:
    """Each player's stack after every hand, without a banker who plays from the box and has no stack."""
    stacks = report.stacks
    if player not in stacks.players or (report.night.banker_stack == "box" and player in report.night.bankers):
        return []
    place = stacks.players.index(player)
    return [row.stacks[place] for row in stacks.rows]


def _held(stacks: Sequence[int]) -> list[tuple[int, int]]:
    """A line from the first chips to the last; before and after there is none."""
    held = [place for place, stack in enumerate(stacks) if stack]
    return list(enumerate(stacks))[held[0] : held[-1] + 2]


def game_panels(report: NightReport) -> tuple[GamePanel, ...]:
    """A panel for each game, all on one scale, so that bars can be compared."""
    largest = max((abs(result.net) for game in report.games for result in game.results), default=0) or 1
    return tuple(
        GamePanel(game, tuple(_bar(report.name(result.player), result.net, largest) for result in game.results))
        for game in report.games
    )


def _bar(name: str, net: int, largest: int) -> Bar:
    width = round(50 * abs(net) / largest, 2)
    return Bar(name, net, start=50 if net > 0 else round(50 - width, 2), width=width)


def _hand_marks(report: NightReport, time: Callable[[str], str]) -> tuple[Mark, ...]:
    """Some hands, with the times when they ended; a phone has every second time."""
    last = len(report.stacks.rows) - 1
    times = {hand.number: time(hand.ended_at) for hand in report.hands}
    return tuple(
        # The first one stands beside the label of the axis.
        Mark(
            at=place / last,
            text=f"{row.hand}",
            beside=times.get(row.hand, ""),
            anchor="middle" if place else "start",
        )
        for place, row in enumerate(report.stacks.rows)
        if place % step_of(last, HANDS_MOST) == 0
    )


def _text(report: NightReport, lines: Mapping[str, list[int]]) -> str:
    """The chart in a few sentences."""
    rows = report.stacks.rows
    last = listed([f"{report.name(player)} {stacks[-1]}" for player, stacks in lines.items()])
    richest = max(lines, key=lambda player: max(lines[player]))
    most = max(lines[richest])
    hand = rows[lines[richest].index(most)].hand
    player = report.name(richest)
    texts = [
        say(
            "Chips in front of everyone after each of {hands}; after the last: {players}.",
            hands=counted(len(rows) - 1, "hand"),
            players=last,
        ),
        say("The most was {chips}, in front of {player} after hand {hand}.", chips=most, player=player, hand=hand)
        if hand
        else say("The most was {chips}, in front of {player} before the first hand.", chips=most, player=player),
    ]
    if report.night.banker_stack == "box":
        texts.append(say("{banker} plays from the box.", banker=report.name(report.night.banker)))
    return " ".join(texts)


def total_chart(
    names: Mapping[str, str],
    totals: Mapping[str, Sequence[int | None]],
    days: Sequence[str],
    *,
    currency: tuple[str, int],
) -> Chart | None:
    """The running totals of these players over the nights of a season, in the order of the standings.

    None before the second night. `currency`: its code and its decimals. A line begins at nothing, where its player first came.
    """
    drawn = [player for player in names if player in totals]
    shown = {player: totals[player] for player in drawn[:LINES_MAX]}
    lines = {player: _from_nothing(line) for player, line in shown.items() if any(cents is not None for cents in line)}
    if len(days) < 2 or not lines:
        return None
    code, exponent = currency
    return line_chart(
        lines,
        names=names,
        tones={player: place for place, player in enumerate(lines)},
        last=len(days),
        text=lambda level: amount_text(level, exponent, signed=True),
        whole=10**exponent,
        marks=_night_marks(days),
        told=_totals_text(names, shown, days, code, exponent),
        left_out=say("Only the first {number} have a line.", number=LINES_MAX) if len(drawn) > LINES_MAX else "",
    )


def _from_nothing(line: Sequence[int | None]) -> list[tuple[int, int]]:
    """A line from nothing, before the player's first night, to the last night."""
    first = next(place for place, cents in enumerate(line) if cents is not None)
    return list(enumerate([0, *(cents or 0 for cents in line[first:])], start=first))


def _night_marks(days: Sequence[str]) -> tuple[Mark, ...]:
    """The days of some nights, at the ends of what those nights brought; a phone leaves out those that it has no room for."""
    step = step_of(len(days), NIGHTS_MOST)
    marks: list[Mark] = []
    after: float = len(days) + DAY_ON_A_PHONE * len(days)
    for place in reversed(range(step, len(days) + 1, step)):
        ends = place == len(days)
        # The middle of the day on a phone, where the last one ends with the line.
        middle = place - DAY_ON_A_PHONE * len(days) / 2 if ends else place
        fits = after - middle >= DAY_ON_A_PHONE * len(days)
        after = middle if fits else after
        marks.append(
            Mark(at=place / len(days), text=days[place - 1], spare=not fits, anchor="end" if ends else "middle")
        )
    return tuple(reversed(marks))


def _totals_text(
    names: Mapping[str, str], shown: Mapping[str, Sequence[int | None]], days: Sequence[str], code: str, exponent: int
) -> str:
    """The chart in one sentence."""
    last = listed(
        [f"{names[player]} {amount_text(line[-1] or 0, exponent, signed=True)}" for player, line in shown.items()]
    )
    return say(
        "Running totals in {currency} over {nights}, {first} to {last}; at the end: {players}.",
        currency=speech().currency(code),
        nights=counted(len(days), "night"),
        first=days[0],
        last=days[-1],
        players=last,
    )
