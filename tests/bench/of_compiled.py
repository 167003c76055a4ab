"""The rules as a C compiler makes them, measured in a process of their own beside the same peers.

`python -m tests.bench.of_compiled SIZE` measures the rules that it finds and says where they are, all of it in JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine import folding
from tests.bench import of_rules
from tests.bench.nights import all_nights, book_at
from tests.bench.rounds import Size
from tests.bench.rows import Row

ROOT = Path(__file__).resolve().parents[2]


def measured(site: Path, size: Size) -> list[Row]:
    """The rows of the rules that are installed in this folder, marked as compiled; none if there is no such folder."""
    if not site.is_dir():
        return []
    command = [sys.executable, "-m", "tests.bench.of_compiled", json.dumps(asdict(size))]
    # What stands in the folder is found before what stands beside the tests.
    paths = os.pathsep.join((str(site.absolute()), str(ROOT)))
    environment = {**os.environ, "PYTHONSAFEPATH": "1", "PYTHONPATH": paths}
    found = json.loads(subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout)
    assert Path(found["engine"]).is_relative_to(site.absolute()), f"{found['engine']} was measured instead"
    return [Row(**{**row, "what": f"compiled: {row['what']}"}) for row in found["rows"]]


def _rows(size: Size) -> list[Row]:
    with tempfile.TemporaryDirectory() as place, book_at(Path(place) / "nights.db") as book:
        nights = all_nights(book, size.hands)
    *_, random = nights
    return [
        *of_rules.folded(nights, size),
        *of_rules.adjudicated(nights, size),
        *of_rules.replayed(random, size),
        *of_rules.shown_down(size),
        *of_rules.evaluated(size),
    ]


def main() -> None:
    """Measures at the size that the first argument says."""
    size: dict[str, Any] = json.loads(sys.argv[1])
    rows = _rows(Size(**{**size, "listeners": tuple(size["listeners"])}))
    json.dump({"engine": folding.__file__, "rows": [asdict(row) for row in rows]}, sys.stdout)


if __name__ == "__main__":
    main()
