"""Nights at random over every game: chips and money add up after every event, and the book tells the same night.

`CHIPBOOK_SOAK=10000` walks that many nights instead of the usual few. A night that goes wrong is made as short as it
can be made and printed act by act.
"""

import random
import re
from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest

from engine import commands
from engine.adjudicate import adjudicate
from engine.catalogue import RULEBOOKS
from engine.events import NAME_OF, TYPE_NAMED, Event, Recorded
from engine.folding import fold
from engine.game.definition import Game
from engine.library import GAMES
from tests.engine.midnight_games import MIDNIGHT_GAMES
from tests.engine.table import snapshot
from tests.engine.walker import Walk, check
from tests.soak import FIRST, rounds

NIGHTS = rounds(8)
ACTS = 250
# Small rulebooks, games with piles and games with effects have acts that nights of all games seldom come to.
BY_BOOK = (
    *(tuple(game for game in GAMES if game.rulebook == book.name) for book in RULEBOOKS if book.name != "standard"),
    MIDNIGHT_GAMES,
    tuple(game for game in GAMES if game.effects and game not in MIDNIGHT_GAMES),
)
# Nights that come to most acts, asked first.
MANY_ACTS = (2342, 2145, 2163, 2252, 2302, 2242, 2048, 2305, 2202, 2056)
# So that several processors may share the work.
PARTS = 4


def in_the_book(walk: Walk) -> None:
    """What the book holds, written down and read again, tells the same night, and the rules agree with it."""
    check(snapshot(fold(walk.records)) == snapshot(walk.night), "the fold of the records is another night")
    check(snapshot(walk.night.copy()) == snapshot(walk.night), "a copy is another night")
    read = [msgspec.structs.replace(record, event=read_again(record.event)) for record in walk.records]
    outcome = adjudicate(read)
    check(outcome.agrees, outcome.findings)


def read_again(event: Event) -> Event:
    """The event after a stay in the book."""
    again: Event = msgspec.json.decode(msgspec.json.encode(event), type=TYPE_NAMED[NAME_OF[type(event)]])
    return again


def a_forgery_is_found(walk: Walk) -> None:
    """One consequence is taken out, or one event is written twice: the rules disagree, and do not break down."""
    void = {version for record in walk.records for version in getattr(record.event, "void", ())}
    consequences = [place for place, record in enumerate(walk.records) if _can_be_missed(record, void)]
    if not consequences:
        return
    place = walk.chance.choice(consequences)
    forged = [*walk.records[:place], *walk.records[place + 1 :]]
    check(not adjudicate(forged).agrees, f"nobody misses event {place + 1}, {walk.records[place].event}")
    swapped = list(walk.records)
    one, other = sorted(walk.chance.sample(range(1, len(swapped)), 2))
    swapped[one] = msgspec.structs.replace(swapped[one], event=walk.records[other].event)
    adjudicate(swapped)


def _can_be_missed(record: Recorded, void: set[int]) -> bool:
    return record.caused_by is not None and record.version not in void and not hasattr(record.event, "void")


def walk_a_night(seed: int, games: tuple[Game, ...] = GAMES, most: int = ACTS) -> Walk:
    """A night by this seed; what goes wrong is shown as the shortest evening that goes wrong."""
    walk = Walk(random.Random(seed), games)
    try:
        walk.run(most)
        in_the_book(walk)
    except Exception as problem:
        story = shortest(walk.said, gist(problem))
        lines = "\n".join(f"    {command}" for command in story)
        raise AssertionError(f"Seed {seed} went wrong: {problem!r}\n{lines}") from problem
    a_forgery_is_found(walk)
    return walk


def gist(problem: Exception) -> str:
    """What went wrong, without the cards and numbers that differ from case to case."""
    return type(problem).__name__ + re.sub(r"[^a-z ]+", "", str(problem))[:24]


def goes_wrong(said: Sequence[commands.Command]) -> str:
    """What goes wrong when these acts are said in this order without chance; nothing, when all is well."""
    walk = Walk(random.Random(0))
    # Without chance nothing is waived that was not waived before.
    walk.chance.random = lambda: 1.0  # type: ignore[method-assign]
    try:
        for command in said:
            walk.try_to(command)
        in_the_book(walk)
    except Exception as problem:  # noqa: BLE001 - whatever it is, it is what is looked for.
        return gist(problem)
    return ""


def shortest(said: Sequence[commands.Command], wrong: str) -> list[commands.Command]:
    """Leaves out what can be left out, large pieces first; where it takes more than acts to go wrong, the last ones."""
    story = list(said)
    if goes_wrong(story) != wrong:
        return story[-20:]
    size = len(story) // 2
    while size:
        start = 0
        while start < len(story):
            without = story[:start] + story[start + size :]
            if goes_wrong(without) == wrong:
                story = without
            else:
                start += size
        size //= 2
    return story


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_happens_at_the_table_the_book_adds_up(part) -> None:
    accepted: Counter[str] = Counter()
    refusals: Counter[str] = Counter()
    for seed in range(FIRST + part, FIRST + NIGHTS, PARTS):
        walk = walk_a_night(seed)
        accepted += walk.accepted
        refusals += walk.refusals
    assert accepted["PotAwarded"] == 0, "awards are consequences"
    assert len(accepted) > 20
    assert len(refusals) > 20


def test_piles_fees_and_bring_ins_add_up_too() -> None:
    for seed in range(FIRST, FIRST + max(3, NIGHTS // 6)):
        walk_a_night(seed, games=MIDNIGHT_GAMES)


def test_every_act_is_reached() -> None:
    accepted: Counter[str] = Counter()
    for seed in (*MANY_ACTS, *range(2000, 2220)):
        accepted += walk_a_night(seed, games=BY_BOOK[seed % len(BY_BOOK)]).accepted
        missing = {kind.__name__ for kind in commands.STORED_AS} - set(accepted)
        if not missing:
            return
    raise AssertionError(f"never accepted: {', '.join(sorted(missing))}")
