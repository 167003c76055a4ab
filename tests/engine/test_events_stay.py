"""No event of the demo, the scenarios, three real nights and 300 random nights of all rulebooks is another than it was.

`tests/golden/events.json` holds a digest of each night: of all that its events say, without what chance and clock put around
them. Fifteen nights of the simulation, in which every game comes once, are played always, all of them under `CHIPBOOK_SOAK`; the real nights, which
are not part of the repository, where `CHIPBOOK_REAL_NIGHTS` names the folder that holds them. To see what changed, print the same
night before and after:

    python -m tests.engine.test_events_stay "simulated 17"

Where events are to change, `CHIPBOOK_WRITE_GOLDEN=1 CHIPBOOK_SOAK=1 CHIPBOOK_REAL_NIGHTS=… pytest` on this file writes them anew.
"""

import hashlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import msgspec
import pytest

from engine.catalogue import RULEBOOKS
from engine.events import NAME_OF, Recorded
from engine.library import BOOK_NAMES, GAMES, letters
from engine.sample.table import ScratchPaper
from service.book.codec import data_of
from service.exchange.imports.pokernow import import_log, read_log
from service.exchange.imports.pokernow_file import decoded
from tests.engine.simulate.evening import Depth, Plan, play
from tests.engine.simulate.seeded import Seeded
from tests.golden_copies import GOLDEN, WRITING
from tests.scenarios.test_scenarios import FILES, played_file
from tests.service.exchange.imports import logs
from tests.soak import SOAK

EVENTS = GOLDEN / "events.json"
REAL = os.environ.get("CHIPBOOK_REAL_NIGHTS", "")
REAL_NIGHTS = ("nlh_137_hands_rebuys", "nlh_82_hands", "mixed_nlh_plo_plo8_59_hands")
PEOPLE = ("anna", "bo", "carl", "dora", "eva", "finn")
GAMES_A_NIGHT = 6
SIMULATED = 300
# So many of the simulation are played where not much is asked for.
USUALLY = 15


OTHERWISE = (
    'See what is another with python -m tests.engine.test_events_stay "{night}", before and after. One more game in a catalogue '
    "makes other nights, of the simulation alone: write those anew as this file says at its top."
)
# The games as they stood in turn when the first of these nights was written down; the sort keeps the order of all others.
CALLED_THEN = {"Three Card Draw, Deuces Wild": "three card draw deuces"}
IN_TURN = sorted(
    GAMES,
    key=lambda game: (
        BOOK_NAMES.index(game.rulebook),
        CALLED_THEN.get(game.name, letters(game.name)) if game.rulebook == "enemaerke" else "",
    ),
)


def simulated(seed: int) -> Sequence[Recorded]:
    """A night of the simulation: each plays other games, every sixth knows no cards, every twelfth only the bank."""
    depth: Depth = "bank" if seed % 12 == 11 else "book" if seed % 6 == 3 else "cards"
    plan = Plan(
        night="night",
        club="club",
        people=PEOPLE[: 4 + seed % 3],
        games=tuple(IN_TURN[(GAMES_A_NIGHT * seed + place) % len(IN_TURN)] for place in range(GAMES_A_NIGHT)),
        hands=GAMES_A_NIGHT,
        depth=depth,
        rulebook=RULEBOOKS[seed % len(RULEBOOKS)].name,
    )
    paper = ScratchPaper()
    assert play(plan, Seeded(seed), paper) == ()
    return paper.records()


def of_file(path: Path) -> Sequence[Recorded]:
    """An evening in plain text."""
    return played_file(path).records


def real(name: str) -> Sequence[Recorded]:
    """A real night, imported from its log."""
    path, book = Path(REAL, f"{name}.csv"), logs.Book()
    text = decoded(path.name, path.read_bytes())
    import_log(read_log([(path.name, text)]), options=logs.options(), submit=book.submit)
    return book.records


NIGHTS: dict[str, dict[str, Callable[[], Sequence[Recorded]]]] = {
    "simulated": {f"simulated {seed}": partial(simulated, seed) for seed in range(SIMULATED)},
    "told": {path.stem: partial(of_file, path) for path in FILES},
    "real": {name: partial(real, name) for name in REAL_NIGHTS},
}


def lines(records: Sequence[Recorded]) -> bytes:
    """What the events say, a line each, whatever the order of their fields."""
    said = (
        (record.version, NAME_OF[type(record.event)], record.caused_by, record.stated, data_of(record.event))
        for record in records
    )
    return b"".join(msgspec.json.encode(one, order="deterministic") + b"\n" for one in said)


def digest(records: Sequence[Recorded]) -> str:
    """The digest of the night, short: what it guards against is no forger."""
    return hashlib.sha256(lines(records)).hexdigest()[:16]


def kept() -> dict[str, str]:
    return json.loads(EVENTS.read_text(encoding="utf-8")) if EVENTS.exists() else {}


@pytest.mark.parametrize("kind", NIGHTS)
def test_every_event_is_what_it_was(kind) -> None:
    if kind == "real" and not REAL:
        pytest.skip("Real logs are not in the repository; set CHIPBOOK_REAL_NIGHTS to the folder that holds them.")
    played = list(NIGHTS[kind])[: USUALLY if kind == "simulated" and not SOAK else None]
    now, then = {name: digest(NIGHTS[kind][name]()) for name in played}, kept()
    if WRITING:
        EVENTS.write_text(f"{json.dumps(then | now, indent=0, sort_keys=True)}\n", encoding="utf-8")
    else:
        changed = [name for name in played if now[name] != then.get(name)]
        assert changed == [], OTHERWISE.format(night=changed[0])


def test_all_nights_are_kept() -> None:
    assert list(kept()) == sorted(name for nights in NIGHTS.values() for name in nights)


if __name__ == "__main__":
    (night,) = [nights[sys.argv[1]] for nights in NIGHTS.values() if sys.argv[1] in nights]
    sys.stdout.buffer.write(lines(night()))
