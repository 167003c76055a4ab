"""The commands of deploy/README.md are played: by them the first banker gets in, and the book moves to another machine."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from tests.deploy.composed import ROOT, Composed, composed

NOTES = (ROOT / "deploy" / "README.md").read_text(encoding="utf-8")
PATIENCE_SECONDS = 60


def commands_under(heading: str) -> list[tuple[str, list[str]]]:
    """The commands of a section that run in a container of the program: the service, and the words."""
    section = NOTES.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    ran = re.findall(r"^\$ docker compose run --rm (chipbook|migrate) ([^#\n]*)", section, flags=re.MULTILINE)
    return [(service, shlex.split(words)) for service, words in ran]


def run(deployment: Composed, service: str, words: list[str]) -> str:
    container = deployment.start(service, words)
    code = container.process.wait(PATIENCE_SECONDS)
    said = container.said()
    assert code == 0, said
    container.log.unlink()
    return said


@contextmanager
def a_machine() -> Iterator[Composed]:
    with composed() as deployment:
        deployment.up("redis", "postgres", "migrate")
        assert deployment.running["migrate"].process.wait(PATIENCE_SECONDS) == 0
        yield deployment


def test_the_first_banker_gets_in_and_the_book_moves_as_the_notes_say() -> None:
    saved, restored = (commands_under("Moving to another machine")[:1], commands_under("Moving to another machine")[1:])
    with a_machine() as old, a_machine() as new:
        said = [run(old, service, words) for service, words in commands_under("Getting in")]
        assert len(said) == 4
        assert "https://localhost/" in said[-1]
        for service, words in (*commands_under("A new version"), *saved):
            run(old, service, words)
        shutil.copy(old.folder / "volumes/home/moving.backup", new.folder / "volumes/home")
        (new.folder / "volumes/home/moving.backup").chmod(0o644)
        for service, words in restored:
            said = run(new, service, words)
        assert [words[0] for _, words in restored] == ["restore", "verify"]
        assert "Bo" in run(new, "chipbook", ["club"])
