"""The club's own word lists lie in the folder of the book, and every command that opens it knows them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from engine.words import dictionary


@pytest.mark.parametrize("command", [("night", "list"), ("serve",), ("worker",)])
def test_a_list_that_is_none_stops_the_start(
    chipbook: Callable[..., Result], home: Path, command: tuple[str, ...]
) -> None:
    (home / "words").mkdir()
    (home / "words" / "ours.txt").write_text("cat\nf1sh\n", encoding="utf-8")
    answer = chipbook(*command)
    assert answer.exit_code == 1
    assert "Line 2 of the word list ours says “f1sh”" in answer.stderr


def test_a_list_is_known_once_the_book_is_open(
    done: Callable[..., str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dictionary, "_known", dict(dictionary._known))
    (home / "words").mkdir()
    (home / "words" / "ours.txt").write_text("jake\n", encoding="utf-8")
    done("night", "list")
    assert dictionary.find("ours").has("jake")
