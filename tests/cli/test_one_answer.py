"""One scripted night through the command line, over HTTP and by a worker: every face answers with the same bytes."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.app.book import Book
from service.config import load_settings
from service.jobs.runners import worker_for
from service.web.wsgi import create_app
from tests.cli.conftest import Chipbook
from tests.service.api.evening import Banker
from tests.service.jobs.traces import report_files

TOKEN = "the-bankers-token-of-the-tests"
GAME = 'name = "Friday Draw"\nlike = "Three Card Draw"\nwild = "J"\n'


class Faces:
    """One book with all its faces."""

    def __init__(self, book: Book, chipbook: Chipbook, home: Path) -> None:
        settings = load_settings({**os.environ, "CHIPBOOK_TOKEN": TOKEN})
        self.home = home
        self.chipbook = chipbook
        self.http = Banker(create_app(settings, book.database, stream_seconds=0).test_client(), TOKEN)
        self.worker = worker_for(settings, book.database)

    def says(self, *words: str | Path) -> bytes:
        """What `chipbook … --json` writes into a pipe."""
        answer = self.chipbook(*words, "--json")
        assert answer.exit_code == 0, answer.output
        return bytes(answer.stdout_bytes)

    def gets(self, path: str, **query: Any) -> bytes:
        """The body of a GET with the banker's token."""
        return self._body(self.http.get(path, **query))

    def posts(self, path: str, body: dict[str, Any], *, version: int | None = None) -> dict[str, Any]:
        """The answer to a POST."""
        answer = self.http.post(path, body, version=version)
        assert answer.status_code in (200, 201), answer.json
        return dict(answer.json or {})

    def _body(self, answer: TestResponse) -> bytes:
        assert answer.status_code == 200, answer.json
        return bytes(answer.data)


@pytest.fixture
def faces(chipbook, home) -> Iterator[Faces]:
    with Book.open() as book:
        yield Faces(book, chipbook, home)


@pytest.fixture
def night(data) -> dict[str, Any]:
    """Anna, Bo and Carl at an open night; Bo keeps the bank."""
    people = ("--player", "Anna", "--player", "Bo", "--player", "Carl")
    opened: dict[str, Any] = data("night", "open", "--bank", "Bo", *people, "--loan", "150", "--name", "Friday")
    return opened


def agree(faces: Faces, night: str, club: str) -> None:
    """Asks every face every question."""
    path = f"/nights/{night}"
    questions: list[tuple[tuple[str, ...], str, dict[str, object]]] = [
        (("night", "show", "-n", night), path, {}),
        (("night", "list"), "/nights", {}),
        (("night", "nets", "-n", night), f"{path}/nets", {}),
        (("night", "plan", "-n", night), f"{path}/settlement", {}),
        (("night", "plan", "-n", night, "--plan", "direct"), f"{path}/settlement", {"kind": "direct"}),
        (("night", "payments", "-n", night), f"{path}/payments", {}),
        (("night", "choices", "-n", night), f"{path}/choices", {}),
        (("log", "-n", night), f"{path}/events", {"last": 20}),
        (("log", "all", "-n", night), f"{path}/events", {"limit": 500}),
        (("report", "-n", night), f"{path}/report", {}),
        (("verify", "-n", night), f"{path}/verification", {}),
        (("players",), f"/clubs/{club}/players", {}),
        (("games", "own"), f"/clubs/{club}/games", {}),
        (("games",), "/games", {"club": club}),
        (("games", "show", "Straight", "Poker"), "/games/enemaerke/Straight Poker", {}),
    ]
    for words, route, query in questions:
        said, told = faces.says(*words), faces.gets(route, **query)
        if words[:2] == ("games", "show"):
            # Several rulebooks may have a game of this name, so the command prints a list.
            told = b"[" + told.rstrip(b"\n") + b"]\n"
        assert said == told, words


def test_every_face_answers_with_the_same_bytes(faces, night, tmp_path) -> None:
    game = tmp_path / "friday.toml"
    game.write_text(GAME, encoding="utf-8")
    faces.says("games", "add", game)
    name, club = night["night"], night["club"]
    path, ids = f"/nights/{name}", {player["name"]: player["id"] for player in night["players"]}
    agree(faces, name, club)

    # A hand of the club's own game, said through both doors.
    faces.posts(f"{path}/loans", {"player": ids["Anna"], "chips": 40})
    faces.says("hand", "friday draw by bo")
    faces.says("hand", "carl", "3")
    fold = {"command": {"type": "fold", "player": ids["Anna"]}}
    faces.posts(f"{path}/commands", fold, version=version(faces, path))
    agree(faces, name, club)
    faces.says("hand", "bo", "f")

    # Counted and closed, the plan frozen by a worker, and paid in parts.
    now = faces.http.get(path).json
    for player in now["players"]:
        faces.says("bank", player["name"], "=", str(player["stack"]))
    faces.posts(f"{path}/commands", {"command": {"type": "close_night"}})
    agree(faces, name, club)
    faces.says("jobs", "ask", "settle", "-n", name, "--plan", "direct")
    faces.worker.run_due()
    faces.posts(f"{path}/payments", {"transfer": 1, "cents": 1})
    agree(faces, name, club)
    faces.says("night", "pay", "1")
    agree(faces, name, club)


def test_a_case_is_judged_alike_by_every_face(faces, tmp_path) -> None:
    case = {
        "game": "Straight Poker",
        "pot": 9,
        "players": {"A": {"cards": "As Ks Qs Js 9d"}, "B": {"cards": "2s 2d 2c 3s 3d"}},
    }
    file = tmp_path / "case.json"
    file.write_text(json.dumps(case), encoding="utf-8")
    assert faces.says("judge", file) == as_bytes(faces.posts("/judgements", case))


def test_the_report_of_a_worker_is_that_of_the_other_faces(faces, night) -> None:
    name = night["night"]
    faces.says("bank", "anna", "+40", "cash")
    faces.says("jobs", "ask", "report", "-n", name)
    faces.worker.run_due()
    path = f"/nights/{name}"
    written = report_files(faces.home, name, version(faces, path))["json"].read_bytes()
    assert written == faces.says("report", "-n", name) == faces.gets(f"{path}/report")


def version(faces: Faces, path: str) -> int:
    return int(faces.http.get(path).json["version"])


def as_bytes(answer: dict[str, Any]) -> bytes:
    from service.reports.forms import to_json

    return to_json(answer)
