"""The geometry of the page's charts: lines, bars, ticks and labels. Templates draw them, the style colours them.

Lines live on a square that the page stretches to its width, so that words beside them keep their size on every
screen. Widths and places along it are percentages, heights are pixels.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.grammar import amount_text, counted, listed
from engine.reports.figures import GameReport
from engine.speech import say, speech
from service.reports.forms.widths import cells
from service.reports.night_report import NightReport

# One side of the square on which lines are drawn.
SPAN = 1000
# The number of player colours in the style; after that they repeat, dashed.
TONES = 10
# Room above the highest and below the lowest place of a line, so that its stroke and its label are fully visible.
ROOM = 10
LABEL_HEIGHT = 16
LABEL_CELLS = 11
SHORTEST = 280
STEPS_Y, STEPS_X = 7, 7
# A day is wider than a number; a chart of a season has so many lines at most.
STEPS_NIGHTS, LINES_MAX = 5, 20
# The part of a phone's chart that the name of a day takes, with a blank.
DAY_ON_A_PHONE = 0.45


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: its place, its number and its note."""

    at: str
    text: str
    beside: str = ""
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Trace:
    """One player's line on the square; `end` and `label` are the heights of its last point and of its name."""

    player: str
    name: str
    short: str
    tone: str
    points: tuple[tuple[int, int], ...]
    end: int
    label: int

    @property
    def path(self) -> str:
        """The line as the path of an SVG."""
        return f"M{'L'.join(f'{across} {down}' for across, down in self.points)}"


@dataclass(frozen=True, slots=True)
class StackChart:
    """Everyone's stack after every hand; `rows` and `told` say the same for readers who cannot see it."""

    height: int
    axis_width: int
    label_width: int
    traces: tuple[Trace, ...]
    rows: tuple[tuple[int, ...], ...]
    levels: tuple[Tick, ...]
    hands: tuple[Tick, ...]
    told: str

    @property
    def base(self) -> int:
        """The height at which the hands are numbered."""
        return self.height + 2 * ROOM

    def of(self, player: str) -> Trace | None:
        """The player's own trace; None for a player who never had chips."""
        return next((trace for trace in self.traces if trace.player == player), None)


@dataclass(frozen=True, slots=True)
class Bar:
    """What a player won or lost in a game: a bar from the middle to the right or left."""

    name: str
    net: int
    start: str
    width: str


@dataclass(frozen=True, slots=True)
class GamePanel:
    """One game and a bar for everyone who played it."""

    game: GameReport
    bars: tuple[Bar, ...]


def tones(report: NightReport) -> dict[str, str]:
    """The style class that colours each player, in the order of the standings."""
    return {standing.player: _tone(place) for place, standing in enumerate(report.standings)}


def stack_chart(report: NightReport, time: Callable[[str], str]) -> StackChart | None:
    """The chart of the night; None before the first hand has ended, or if nobody has a stack."""
    coloured = tones(report)
    lines = {player: stacks for player in coloured if any(stacks := _stacks(report, player))}
    rows = report.stacks.rows
    if len(rows) < 2 or not lines:
        return None
    highest = max(max(stacks) for stacks in lines.values())
    step = _step(highest, STEPS_Y)
    top = -(-highest // step) * step
    height = max(SHORTEST, LABEL_HEIGHT * len(lines))
    ends = {player: _down(stacks[-1], top, height) for player, stacks in lines.items()}
    labels = _spread(ends, ROOM, height + ROOM)
    traces = tuple(
        Trace(
            player=player,
            name=report.name(player),
            short=_short(report.name(player)),
            tone=coloured[player],
            points=_points(stacks, top),
            end=ends[player],
            label=labels[player],
        )
        for player, stacks in lines.items()
    )
    return StackChart(
        height=height,
        axis_width=8 * len(f"{top}") + 8,
        label_width=max(16 + 8 * cells(trace.short) for trace in traces),
        traces=traces,
        rows=tuple(zip(*lines.values(), strict=True)),
        levels=tuple(Tick(f"{_down(level, top, height)}", f"{level}") for level in range(0, top + 1, step)),
        hands=_hand_ticks(report, time),
        told=_text(report, lines),
    )


def _stacks(report: NightReport, player: str) -> list[int]:
    """Each player's stack after every hand, without a banker who plays from the box and has no stack."""
    stacks = report.stacks
    if player not in stacks.players or (report.night.banker_stack == "box" and player in report.night.bankers):
        return []
    place = stacks.players.index(player)
    return [row.stacks[place] for row in stacks.rows]


def game_panels(report: NightReport) -> tuple[GamePanel, ...]:
    """A panel for each game, all on one scale, so that bars can be compared."""
    largest = max((abs(result.net) for game in report.games for result in game.results), default=0) or 1
    return tuple(
        GamePanel(game, tuple(_bar(report.name(result.player), result.net, largest) for result in game.results))
        for game in report.games
    )


def _bar(name: str, net: int, largest: int) -> Bar:
    width = 50 * abs(net) / largest
    return Bar(name, net, start=_percent(50 if net > 0 else 50 - width), width=_percent(width))


def _percent(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".") + "%"


def _step(highest: int, steps: int) -> int:
    """The smallest of 1, 2, 5, 10, 20 … that reaches the top in at most that many steps."""
    power = 1
    while 10 * power * steps < highest:
        power *= 10
    return next(step for step in (power, 2 * power, 5 * power, 10 * power) if step * steps >= highest)


def _down(stack: int, top: int, height: int) -> int:
    return ROOM + height - round(height * stack / top)


def _points(stacks: Sequence[int], top: int) -> tuple[tuple[int, int], ...]:
    """A line from the first chips to the last; before and after there is none."""
    held = [place for place, stack in enumerate(stacks) if stack]
    first, last = held[0], min(held[-1] + 1, len(stacks) - 1)
    return tuple(
        (round(SPAN * place / (len(stacks) - 1)), SPAN - round(SPAN * stacks[place] / top))
        for place in range(first, last + 1)
    )


def _spread(ends: dict[str, int], highest: int, lowest: int) -> dict[str, int]:
    """The heights of labels, as near to the ends of their lines as possible without touching."""
    order = sorted(ends, key=lambda player: ends[player])
    places: list[int] = []
    for player in order:
        least = places[-1] + LABEL_HEIGHT if places else highest
        places.append(max(ends[player], least))
    limit = lowest
    for number in range(len(places) - 1, -1, -1):
        places[number] = min(places[number], limit)
        limit = places[number] - LABEL_HEIGHT
    return dict(zip(order, places, strict=True))


def _short(name: str) -> str:
    """The name, cut to leave room for the lines; the tables beside the chart have it in full."""
    if cells(name) <= LABEL_CELLS:
        return name
    kept = ""
    for sign in name:
        if cells(kept + sign) >= LABEL_CELLS:
            break
        kept += sign
    return f"{kept.rstrip()}…"


def _hand_ticks(report: NightReport, time: Callable[[str], str]) -> tuple[Tick, ...]:
    """The ticks of some hands, with the times when they ended."""
    rows = report.stacks.rows
    step = _step(len(rows) - 1, STEPS_X)
    times = {hand.number: time(hand.ended_at) for hand in report.hands}
    ticks = []
    for place, row in enumerate(rows):
        if place % step == 0:
            share = place / (len(rows) - 1)
            # The first tick stands beside the label of the axis.
            anchor = "middle" if place else "start"
            ticks.append(Tick(_percent(100 * share), f"{row.hand}", times.get(row.hand, ""), anchor))
    return tuple(ticks)


def _text(report: NightReport, lines: dict[str, list[int]]) -> str:
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


@dataclass(frozen=True, slots=True)
class TotalChart:
    """Running totals over the nights of a season; `told` says the same for readers who cannot see it."""

    height: int
    axis_width: int
    label_width: int
    traces: tuple[Trace, ...]
    levels: tuple[Tick, ...]
    nights: tuple[Tick, ...]
    told: str
    left_out: str

    @property
    def base(self) -> int:
        """The height at which the nights are named."""
        return self.height + 2 * ROOM


def total_chart(
    names: Mapping[str, str],
    totals: Mapping[str, Sequence[int | None]],
    days: Sequence[str],
    *,
    currency: tuple[str, int],
) -> TotalChart | None:
    """The totals of these players, in the order of the standings; None before the second night.

    `currency`: its code and its decimals. A line begins at nothing, where its player first came.
    """
    drawn = {player: totals[player] for player in names if player in totals}
    shown = dict(list(drawn.items())[:LINES_MAX])
    known = [cents for line in shown.values() for cents in line if cents is not None]
    if len(days) < 2 or not known:
        return None
    code, exponent = currency
    low, high, step = _levels(min(known), max(known), 10**exponent)
    height = max(SHORTEST, LABEL_HEIGHT * len(shown))

    def down(cents: int) -> int:
        return ROOM + round(height * (high - cents) / (high - low))

    ends = {player: down(line[-1] or 0) for player, line in shown.items()}
    labels = _spread(ends, ROOM, height + ROOM)
    traces = tuple(
        Trace(
            player=player,
            name=names[player],
            short=_short(names[player]),
            tone=_tone(place),
            points=_total_points(line, low, high),
            end=ends[player],
            label=labels[player],
        )
        for place, (player, line) in enumerate(shown.items())
    )
    texts = {level: amount_text(level, exponent, signed=True) for level in range(low, high + 1, step)}
    return TotalChart(
        height=height,
        axis_width=8 * max(map(len, texts.values())) + 8,
        label_width=max(16 + 8 * cells(trace.short) for trace in traces),
        traces=traces,
        levels=tuple(Tick(f"{down(level)}", text, "level" if level else "zero") for level, text in texts.items()),
        nights=_night_ticks(days),
        told=_totals_text(names, shown, days, code, exponent),
        left_out=say("Only the first {number} have a line.", number=LINES_MAX) if len(drawn) > len(shown) else "",
    )


def _tone(place: int) -> str:
    return f"tone-{place % TONES + 1}{' dashed' if place >= TONES else ''}"


def _levels(lowest: int, highest: int, whole: int) -> tuple[int, int, int]:
    """The lowest and the highest level of the axis, and the step between levels, in whole units of the currency."""
    span = max(highest, 0) - min(lowest, 0)
    step = _step(max(-(-span // whole), 1), STEPS_Y) * whole
    low, high = min(lowest, 0) // step * step, -(-max(highest, 0) // step) * step
    return low, max(high, low + step), step


def _total_points(line: Sequence[int | None], low: int, high: int) -> tuple[tuple[int, int], ...]:
    """A line from nothing, before the player's first night, to the last night."""
    width = len(line)
    first = next(place for place, cents in enumerate(line) if cents is not None)
    values = [0, *(cents or 0 for cents in line[first:])]
    return tuple(
        (round(SPAN * place / width), round(SPAN * (high - cents) / (high - low)))
        for place, cents in enumerate(values, start=first)
    )


def _night_ticks(days: Sequence[str]) -> tuple[Tick, ...]:
    """The days of some nights, at the ends of what those nights brought; "second" beside those that a phone leaves out."""
    step = _step(len(days), STEPS_NIGHTS)
    ticks: list[Tick] = []
    after: float = len(days) + DAY_ON_A_PHONE * len(days)
    for place in reversed(range(step, len(days) + 1, step)):
        ends = place == len(days)
        # The middle of the day on a phone, where the last one ends with the line.
        middle = place - DAY_ON_A_PHONE * len(days) / 2 if ends else place
        fits = after - middle >= DAY_ON_A_PHONE * len(days)
        after = middle if fits else after
        at = _percent(100 * place / len(days))
        ticks.append(Tick(at, days[place - 1], "" if fits else "second", "end" if ends else "middle"))
    return tuple(reversed(ticks))


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
