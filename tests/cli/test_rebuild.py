"""`chipbook rebuild`: what follows from the events is made again, and says how much."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

Data = Callable[..., Any]
Done = Callable[..., str]


def test_a_list_that_says_something_else_is_put_right(done: Done, data: Data, evening: str, home: Path) -> None:
    listed = data("night", "list")
    with closing(sqlite3.connect(home / "chipbook.db")) as connection, connection:
        connection.execute("UPDATE night SET hands = 99, phase = 'settled'")
        connection.execute("DELETE FROM request")
    assert data("night", "list") != listed
    (club,) = data("rebuild", "-y")["clubs"]
    assert (club["name"], club["nights"], club["answers_dropped"]) == ("Home", 1, 0)
    assert data("night", "list") == listed
    assert data("verify", evening)["holds"]
    assert "Home: 1 night, " in done("rebuild", "-y")


def test_an_empty_book_has_nothing_to_make_again(done: Done) -> None:
    assert done("rebuild", "-y").strip() == "The book holds no club yet."
