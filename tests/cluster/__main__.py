"""`python -m tests.cluster`: how much the service does, and what is left of a night after everything was killed once."""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.cluster.run import Cluster, Load, Size, Survived, cluster, kills
from tests.cluster.scripts import scripts

HERE = Path("build")
SEED = 20261122
# More than a process of two cores records in a second: so long are the nights that a load is not over before its time.
ACTS_A_SECOND = 600
ACTS_A_HAND = 25
TABLES = (1, 10, 100)


def measured(service: Cluster, size: Size) -> list[Load]:
    """The loads: with more and more tables on all web processes, and with all tables on more and more of them."""
    loads = [(size.webs, tables) for tables in TABLES if tables < size.tables] + [
        (webs, size.tables) for webs in range(1, size.webs + 1)
    ]
    return [_under(service, webs, tables, size.seconds) for webs, tables in loads]


def _under(service: Cluster, webs: int, tables: int, seconds: float) -> Load:
    hands = 1 + int(seconds * ACTS_A_SECOND / tables / ACTS_A_HAND)
    return service.load(scripts(tables, hands=hands, seed=SEED), webs=webs, seconds=seconds)


def main() -> None:
    """Measures, kills, checks, and shows what came of it."""
    words = argparse.ArgumentParser(prog="python -m tests.cluster", description=__doc__)
    words.add_argument("--tables", type=int, default=100, help="how many play at once")
    words.add_argument("--webs", type=int, default=3, help="how many web processes")
    words.add_argument("--workers", type=int, default=2, help="how many workers")
    words.add_argument("--seconds", type=float, default=20.0, help="how long each load lasts")
    words.add_argument("--hands", type=int, default=12, help="how long a night is while things are killed")
    words.add_argument("--into", type=Path, default=HERE, metavar="FOLDER", help="where the files lie meanwhile")
    said = words.parse_args()
    size = Size(tables=said.tables, webs=said.webs, workers=said.workers, seconds=said.seconds, hands=said.hands)
    said.into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=said.into, prefix="cluster-") as place, cluster(Path(place), size) as service:
        for load in measured(service, size):
            _show(load)
        survived = service.survive(
            scripts(size.tables, hands=size.hands, seed=SEED + 1), kills(service), webs=size.webs
        )
    _tell(survived)
    sys.exit(1 if survived.wrong else 0)


def _show(load: Load) -> None:
    sys.stdout.write(
        f"{load.tables:4} tables, {load.webs} web processes: {load.rate:6.0f} acts/s, "
        f"p50 {load.p50:.0f} ms, p99 {load.p99:.0f} ms\n"
    )
    sys.stdout.flush()


def _tell(survived: Survived) -> None:
    sys.stdout.write(
        f"{survived.acts} acts of whole nights in {survived.seconds:.0f} s while {', '.join(survived.killed)} were killed; "
        f"{survived.again} were sent again.\n"
    )
    for sentence in survived.wrong:
        sys.stdout.write(f"WRONG: {sentence}\n")
    if not survived.wrong:
        sys.stdout.write(
            "Every acknowledged event is there once, every night has one plan, one reconciliation and one report, and "
            "every club holds.\n"
        )


if __name__ == "__main__":
    main()
