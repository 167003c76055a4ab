"""How things are timed: everyone in every round, in turning order, and the median of the rounds."""

import gc
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import process_time

# Does its work once and answers how much it was: events, hands, acts.
Run = Callable[[], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much is measured. `rounds` are counted after one that warms up."""

    rounds: int
    # What is done in one round, by the fast and by the slow.
    events: int
    evaluations: int
    hands: int
    slow_hands: int
    appends: int
    requests: int
    # Events of a short night; a long one has ten times as many.
    short_night: int
    # How many phones listen to one night, at a table and in a crowd, and to how many acts.
    listeners: tuple[int, int]
    heard_acts: int
    # The nights of a club of years, and the events of each.
    nights: int
    events_of_a_night: int


# All of it in less than four minutes of a quiet machine: nobody runs what takes longer.
FULL = Size(
    rounds=5,
    events=20_000,
    evaluations=8_000,
    hands=300,
    slow_hands=25,
    appends=250,
    requests=400,
    short_night=1000,
    listeners=(10, 200),
    heard_acts=30,
    nights=270,
    events_of_a_night=1115,
)
TINY = Size(
    rounds=1,
    events=1,
    evaluations=50,
    hands=2,
    slow_hands=1,
    appends=3,
    requests=5,
    short_night=20,
    listeners=(1, 2),
    heard_acts=3,
    nights=2,
    events_of_a_night=30,
)


def rates(contenders: Mapping[str, Run], rounds: int, clock: Callable[[], float] = process_time) -> dict[str, float]:
    """How much each does in a second: of this process, whatever else the machine does, or of another clock."""
    seen: dict[str, list[float]] = {name: [] for name in contenders}
    order = list(contenders)
    # What the bench itself holds by now is not looked through again at every contender's expense.
    gc.collect()
    gc.freeze()
    for number in range(rounds + 1):
        for name in order:
            gc.collect()
            begun = clock()
            done = contenders[name]()
            seconds = clock() - begun
            if number:
                seen[name].append(done / seconds)
        # Nobody always runs first, or always behind the same neighbour.
        order.append(order.pop(0))
    gc.unfreeze()
    return {name: median(found) for name, found in seen.items()}


def repeated(run: Run, at_least: int) -> Run:
    """The same work again and again, until there is enough of it to be timed."""

    def many() -> int:
        done = 0
        while done < at_least:
            done += run()
        return done

    return many


def percentile(values: list[float], hundredth: int) -> float:
    """The value that this many hundredths of the values do not exceed."""
    return sorted(values)[max(0, -(-len(values) * hundredth // 100) - 1)]
