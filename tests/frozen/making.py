"""Makes the frozen files of the schema that this program writes: a book, its exports, receipts and backup, and what is told of it.

    python -m tests.frozen.making

Once, before the schema number is raised: what another version made afterwards would prove nothing, so a folder that exists is
left alone. Everything is said through the command line, as somebody at a table would.
"""

import json
import lzma
import os
import socket
import sqlite3
import sys
import tempfile
from collections.abc import Collection, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from cli.main import main
from service.book.store.chain import SCHEMA

HERE = Path(__file__).parent
SCENARIOS = HERE.parent / "scenarios"
CLUB = "Friday club"
# One of words, one of tricks, one of requests and payments; cards of all three decks lie closed in them.
PLAYED = ("words", "tricks", "requests")
# Told as text too, because nothing in it is unpaid.
TOLD_AS_TEXT = "Requests"

OWN_GAME = """\
name = "Three at the Lamp"
rulebook = "enemaerke"
play = [
    {type = "Deal", down = 2},
    "Bet",
    {type = "Deal", up = 1},
    "Bet",
]
"""
LAMP = f"""\
club: {CLUB}
night: The lamp
date: 2026-03-27 20:00
money: 0.25 DKK a chip
loan: 100
settles: ask
rulebook: enemaerke
auto: closed
bank: Bo
players: Anna, Bo, Carl, Dora

hand three at the lamp by bo
"""
# Each a line of the command line. Cards that are closed for ever; a strike, a correction and a dispute; a plan and payments;
# and one act under a key.
AFTERWARDS: tuple[tuple[str, ...], ...] = (
    ("hand", "anna has As Kd"),
    ("hand", "carl has Qs Qd"),
    ("undo", "--yes"),
    ("hand", "carl has Qs Jd"),
    ("hand", "carl 3"),
    ("hand", "dora c"),
    ("hand", "anna c"),
    ("hand", "bo f"),
    ("hand", "deal 2c 9d 8s", "--idempotency-key", "the-third-street"),
    ("hand", "all check"),
    ("hand", "anna wins"),
    ("correct", "22", "to", "carl 4", "--yes"),
    ("dispute", '25 "Bo called" by bo'),
    ("dispute", "answer", '1 "he folded" by carl'),
    ("dispute", "resolve", '1 "it stands" agreed by anna, carl'),
    ("hand", "three at the lamp by carl with high-low"),
    ("hand", "dora has 4h 5h"),
    ("hand", "dora x"),
    ("hand", "all check"),
    ("hand", "deal 3s 7d 9c 10h"),
    ("hand", "all check"),
    ("hand", "dora low"),
    ("hand", "anna high"),
    ("hand", "bo high"),
    ("hand", "carl both"),
    ("hand", "carl wins", "--waive", "looks_like_an_unshown_winner", "nobody turned them"),
    ("hand", "three at the lamp by dora with high-low"),
    ("hand", "all check"),
    ("hand", "deal Ks 7c Jh 10d"),
    ("hand", "all check"),
    ("hand", "anna high"),
    ("hand", "carl low"),
)


def make(folder: Path) -> None:
    """Plays the nights in a home of their own, and keeps what the program makes of them in this folder."""
    # Whoever does a job is named in the book by the machine.
    socket.gethostname = lambda: "table"
    with tempfile.TemporaryDirectory() as home:
        os.environ["CHIPBOOK_HOME"] = home
        files: dict[str, str] = {}
        play(Path(home))
        told = _told()
        for player in ("anna", "carl", ""):
            name = f"receipt-{player or 'all'}.json"
            files[name] = say("receipt", "-n", told["lamp"], *(("--player", player) if player else ()))
            told["receipts"][name] = json.loads(say("verify", "--receipt", _written(home, name, files[name]), "--json"))
        for night in told["nights"]:
            files[f"{night}.ndjson"] = say("export", "-n", night)
        files["club.ndjson"] = say("export", "--club", CLUB)
        files["report.txt"] = say("report", "-n", told["as_text"])
        files["told.json"] = json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True)
        say("backup", f"{home}/backup.db")
        _one_file(Path(home, "chipbook.db"))
        folder.mkdir()
        for name, content in {
            **{name: text.encode() for name, text in files.items()},
            "book.db": Path(home, "chipbook.db").read_bytes(),
            "backup.db": Path(home, "backup.db").read_bytes(),
        }.items():
            (folder / f"{name}.xz").write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))


def say(*words: str, may_end_with: Collection[int] = (0,)) -> str:
    """What `chipbook …` prints; nothing may be refused."""
    answer = CliRunner().invoke(main, [*words], catch_exceptions=False)
    assert answer.exit_code in may_end_with, (words, answer.output)
    return answer.stdout


def play(home: Path) -> None:
    """The nights of a club, in the book of a home that CHIPBOOK_HOME names already."""
    say("club", "found", CLUB)
    say("games", "add", _written(home, "own.toml", OWN_GAME), "--club", CLUB)
    for name in PLAYED:
        evening = (SCENARIOS / f"{name}.night").read_text(encoding="utf-8")
        say("replay", _written(home, f"{name}.night", f"club: {CLUB}\n{evening}"))
    say("replay", _written(home, "lamp.night", LAMP))
    for words in AFTERWARDS:
        say(*words)


def _told() -> dict[str, Any]:
    """What the program says of every night, as the bank sees it, by the id of the night."""
    nights = {one["night"]: one["name"] for one in json.loads(say("night", "list", "--json"))["nights"]}
    by_name = {name: night for night, name in nights.items()}
    return {
        "lamp": by_name["The lamp"],
        "as_text": by_name[TOLD_AS_TEXT],
        "receipts": {},
        "nights": {night: _told_of(night) for night in nights},
    }


def _told_of(night: str) -> Mapping[str, Any]:
    return {
        "events": json.loads(say("log", "all", "-n", night, "--json"))["events"],
        "report": json.loads(say("report", "-n", night, "--json")),
        "verified": json.loads(say("verify", "-n", night, "--json")),
    }


def _written(folder: str | Path, name: str, text: str) -> str:
    path = Path(folder, name)
    path.write_text(text, encoding="utf-8")
    return str(path)


def _one_file(book: Path) -> None:
    with closing(sqlite3.connect(book)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


if __name__ == "__main__":
    wanted = HERE / f"schema_{SCHEMA}"
    if wanted.exists():
        sys.exit(f"{wanted.name} is frozen already.")
    make(wanted)
