"""A process that can fold and nothing else: `python -m tests.engine.folding_alone FILE`.

The file holds a night a line: all of its events as (stored name, fields, cause), void ones too. Every module that the contract
“facts: what folds decides nothing” forbids raises on import. What is printed is a digest of each night's whole state, a line
each.
"""

import fnmatch
import hashlib
import subprocess
import sys
import tomllib
from collections import deque
from collections.abc import Iterable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

ROOT = Path(__file__).parents[2]
PYPROJECT = ROOT / "pyproject.toml"
CONTRACT = "facts: what folds decides nothing"


class NoRules(MetaPathFinder):
    """Raises for every module that decides something."""

    def __init__(self) -> None:
        contracts = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
        (contract,) = [each for each in contracts if each["name"] == CONTRACT]
        self.forbidden: tuple[str, ...] = tuple(contract["forbidden_modules"])

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if any(fnmatch.fnmatchcase(name, pattern) for pattern in self.forbidden):
            raise ImportError(f"{name} decides something, and folding must not need it.")
        return None


def written(nights: Iterable[Iterable[Any]]) -> bytes:
    """The records of these nights, a night a line."""
    from engine.events import NAME_OF

    lines = [[(NAME_OF[type(one.event)], one.event, one.caused_by) for one in night] for night in nights]
    return b"\n".join(msgspec.json.encode(line) for line in lines)


def folded_alone(nights: Iterable[Iterable[Any]], folder: Path) -> list[str]:
    """The digest of each of these nights as such a process folds it from its records."""
    file = folder / "nights.jsonl"
    file.write_bytes(written(nights))
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.folding_alone", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def digest(thing: Any) -> str:
    """Everything that a part of the state holds, in one text that compares."""
    return hashlib.sha256(repr(_plain(thing)).encode()).hexdigest()


def _plain(thing: Any) -> Any:
    if isinstance(thing, dict):
        return [(_plain(key), _plain(value)) for key, value in thing.items()]
    if isinstance(thing, list | tuple | deque):
        return [_plain(each) for each in thing]
    if isinstance(thing, set | frozenset):
        return sorted(map(repr, thing))
    if isinstance(thing, msgspec.Struct):
        return [(name, _plain(getattr(thing, name))) for name in thing.__struct_fields__]
    from engine.state.part import Part, names_in

    names = names_in(type(thing)) if isinstance(thing, Part) else ()
    return [(name, _plain(getattr(thing, name))) for name in names] if names else thing


def main() -> None:
    """Folds the nights of the file."""
    sys.meta_path.insert(0, NoRules())
    from engine.events import TYPE_NAMED, Recorded
    from engine.folding import fold

    for line in Path(sys.argv[1]).read_bytes().splitlines():
        records = [
            Recorded(number, msgspec.convert(fields, TYPE_NAMED[name]), cause)
            for number, (name, fields, cause) in enumerate(msgspec.json.decode(line), start=1)
        ]
        sys.stdout.write(digest(fold(records)) + "\n")


if __name__ == "__main__":
    main()
