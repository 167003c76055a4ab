"""`chipbook import night`: a file is checked as a command is, even if a forger sealed its chain."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.night.table.rule import RULES_VERSION
from service.book.store.chain import GENESIS, canonical, digest, link

Change = Callable[[dict[str, Any]], None]


@pytest.fixture
def file(done, evening, tmp_path, monkeypatch) -> Path:
    """The evening as a file, before an empty book."""
    done("export", "-n", evening, "-o", tmp_path / "night.ndjson")
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", f"sqlite:///{tmp_path / 'other.db'}")
    return tmp_path / "night.ndjson"


def forge(file: Path, kind: str, change: Change) -> int:
    """Changes the first event of a type in the night, and seals night and club again. Returns the event's number."""
    header, *lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    bodies = [json.loads(line["body"]) for line in lines]
    club, night = (end["stream"] for end in header["streams"])
    of_club, of_night = ([body for body in bodies if body["stream"] == stream] for stream in (club, night))
    changed = next(body for body in of_night if body["type"] == kind)
    change(changed)
    heads = {body["version"]: line["hash"] for body, line in zip(of_night, sealed(of_night), strict=True)}
    for body in of_club:
        if body["type"] == "night_recorded":
            body["data"]["head"] = heads[body["data"]["version"]]
    events = [sealed(of_club), sealed(of_night)]
    for end, its_events in zip(header["streams"], events, strict=True):
        end["head"] = its_events[-1]["hash"]
    text = "".join(json.dumps(line) + "\n" for line in (header, *events[0], *events[1]))
    file.write_text(text, encoding="utf-8")
    return int(changed["version"])


def sealed(bodies: list[dict[str, Any]]) -> list[dict[str, str]]:
    """The lines of one stream with a chain of their own."""
    previous, lines = GENESIS, []
    for body in bodies:
        text = canonical(body)
        previous = link(previous, digest(text))
        lines.append({"body": text, "hash": previous.hex()})
    return lines


def in_data(**fields: Any) -> Change:
    return lambda body: body["data"].update(fields)


@pytest.mark.parametrize(
    ("kind", "change", "sentence"),
    [
        (
            "chips_bought",
            lambda body: body.update(occurred_at="not a time"),
            "“not a time”, which is not a time of the book",
        ),
        ("chips_bought", lambda body: body.update(recorded_at="never"), "“never”, which is not a time of the book"),
        ("chips_bought", in_data(cents=1), "40 chips are worth 10.00 DKK, not 0.01 DKK"),
        ("chips_bought", in_data(player="nobody"), ""),
        ("night_opened", in_data(night="another"), "does not open"),
        ("bet_made", in_data(chips=400), ""),
        ("night_opened", in_data(banker="nobody"), "nobody is no member of the club."),
        ("night_opened", in_data(zone="Mars/Base"), "There is no time zone “Mars/Base”; write a name"),
        ("night_opened", in_data(rules_version=RULES_VERSION + 1), "this program knows 1 to"),
        ("bet_made", lambda body: body.update(actor="x" * 100_000), "who said it has 100000 characters"),
        ("bet_made", lambda body: body.update(request_id="k" * 300), "its key has 300 characters"),
        ("bet_made", lambda body: body.update(occurred_at="1999-01-01T20:00:00Z"), "more than a year before"),
        (
            "chips_bought",
            in_data(chips=0),
            "cannot be read: chips must be a whole number, at least 1; 0 is not.",
        ),
    ],
)
def test_a_night_that_could_not_have_been_recorded_is_not_taken_in(
    kind, change, sentence, chipbook, data, file
) -> None:
    version = forge(file, kind, change)
    answer = chipbook("import", "night", file)
    assert answer.exit_code == 4, answer.output
    assert "cannot be imported, because of event" in answer.stderr
    assert sentence in " ".join(answer.stderr.split())
    assert not sentence or f"because of event {version}:" in answer.stderr
    assert "chipbook verify" not in answer.stderr
    assert "`int`" not in answer.stderr
    assert data("night", "list")["nights"] == []
    assert chipbook("verify", "--all").exit_code == 0


def test_an_id_that_another_club_uses_too_is_somebody_else_there(data, file) -> None:
    others = data("night", "open", "--bank", "Dora", "--player", "Eva", "--club", "Others")
    eva = next(player["id"] for player in others["players"] if player["name"] == "Eva")
    text = file.read_text(encoding="utf-8")
    names = json.loads(text.splitlines()[0])["names"]
    carl = next(player for player, one in names.items() if one["name"] == "Carl")
    file.write_text(text.replace(carl, eva), encoding="utf-8")
    forge(file, "night_opened", lambda _: None)
    brought = data("import", "night", file)["night"]
    for night, name in ((others["night"], "Eva"), (brought, "Carl")):
        players = data("night", "show", "-n", night)["players"]
        assert next(player["name"] for player in players if player["id"] == eva) == name


@pytest.mark.parametrize(
    ("kind", "change", "sentence"),
    [
        ("club_founded", in_data(name="\x1b[2J Owned"), "gives the club a name that nobody could read"),
        ("member_admitted", lambda body: body.update(actor="x" * 50_000), "who said it has 50000 characters"),
        (
            "member_admitted",
            lambda body: body.update(recorded_at="yesterday"),
            "“yesterday”, which is not a time of the book",
        ),
    ],
)
def test_a_club_that_could_not_have_been_recorded_is_not_taken_in(kind, change, sentence, chipbook, data, file) -> None:
    header, *lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    bodies = [json.loads(line["body"]) for line in lines]
    of_club = [body for body in bodies if body["stream"] == header["streams"][0]["stream"]]
    change(next(body for body in of_club if body["type"] == kind))
    events = sealed(of_club)
    header["streams"][0]["head"] = events[-1]["hash"]
    text = "".join(json.dumps(line) + "\n" for line in (header, *events, *lines[len(of_club) :]))
    file.write_text(text, encoding="utf-8")
    answer = chipbook("import", "night", file)
    assert answer.exit_code == 4, answer.output
    assert sentence in " ".join(answer.stderr.split())
    assert data("night", "list")["nights"] == []


def test_one_night_of_a_larger_club_is_proven_with_the_names_of_its_own_people(
    done, data, evening, tmp_path, monkeypatch
) -> None:
    data(
        "night",
        "open",
        "--bank",
        "Dora",
        "--player",
        "Eva",
        "--club",
        data("night", "show", "-n", evening)["club_name"],
    )
    done("export", "-n", evening, "-o", tmp_path / "night.ndjson")
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", f"sqlite:///{tmp_path / 'other.db'}")
    brought = data("import", "night", tmp_path / "night.ndjson")
    assert len(brought["not_here"]) == 1
    assert "1 other night not in this book; until they are imported too" in done(
        "import", "night", tmp_path / "night.ndjson"
    )
    assert data("verify", "-n", evening)["holds"]
