"""Every command that a topic of `help` shows is typed, in the order of the text, in the book of the evening."""

import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from service.language.help.reading import TOPICS, file_of
from tests.cli.conftest import EVENING
from tests.cli.test_histories import HISTORY
from tests.cli.test_imports import LOG
from tests.cli.test_topics import commands_in

OPENED: Final = "night open --bank Bo --player Anna --player Bo --player Carl --loan 150 --settles ask"
# What has happened before the first command of a topic.
BEFORE: Final = {
    "night": ["bank close"],
    "club": [
        *("bank close", "night settle direct", OPENED),
        *("bank anna = 150", "bank bo = 150", "bank carl = 150", "bank close"),
    ],
    "refusals": [OPENED, "hand straight poker by bo"],
    "people": ["bank close", "night settle direct", "club add Robert"],
    "own-games": [OPENED],
    "proof": ["export -o night.ndjson", "receipt --player anna -o late.json"],
    "imports": [
        *("bank close", "night settle direct", "export --results -o years.xlsx", "export --ledger -o ledger.csv"),
        "export --splitwise -o splitwise.csv",
    ],
    "backup": ["export -o night.ndjson"],
}
# What is typed at a prompt, or answered to a question.
TYPED: Final = {
    "table": "hand straight poker by bo\ncarl 3\nanna c\n",
    "club forget anna": "y\n",
    "rebuild": "y\n",
}
ENDS_WITH: Final = {"hand carl 12": 1, "doctor": 1}
# They run until they are stopped or for minutes, need another machine, or repeat a command above on the same book. That they exist is asked
# elsewhere.
NOT_TYPED: Final = re.compile(
    r"(serve|worker|beat|simulate)\b|move Home|club devices confirm|restore friday\.backup|report$|judge$|import night night"
)


def files_for(topic: str, text: str) -> None:
    """The files that the text shows, or that its commands read."""
    Path("friday.night").write_text(EVENING.replace("2026-11-20", "2026-11-13"), encoding="utf-8")
    Path("night.phhs").write_text(HISTORY, encoding="utf-8")
    shutil.copy(LOG, "poker_now_log_1.csv")
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    for shown in (block for block in blocks if block.startswith("$ cat friday.toml\n")):
        Path("friday.toml").write_text(shown.partition("\n")[2].partition("\n$ ")[0] + "\n", encoding="utf-8")
    for case in (block for block in blocks if block.startswith("{")):
        Path("case.json").write_text(case, encoding="utf-8")


def stated(words: Sequence[str], head: str, club_head: str, signed: str) -> list[str]:
    """The words with what the text leaves to the reader, and names of files as a shell writes them out."""
    values = {"HASH": club_head if "--club" in words else head, "chipbook:1:…": signed}
    return [
        file for word in words for file in (map(str, Path().glob(word)) if "*" in word else [values.get(word, word)])
    ]


@pytest.mark.parametrize("topic", TOPICS)
def test_every_command_of_a_topic_does_what_it_is_shown_for(topic, chipbook, typing, done, evening) -> None:
    text = file_of(topic, "en").read_text(encoding="utf-8")
    files_for(topic, text)
    typed = dict(TYPED)
    case = Path("case.json").read_text(encoding="utf-8") if Path("case.json").exists() else ""
    for line in BEFORE.get(topic, ()):
        done(*line.split())
    head = re.findall(r"^head (\w+)", done("verify"), re.MULTILINE)[0]
    club_head = re.findall(r"head +(\w{64})", done("club"))[0]
    for words in commands_in(text):
        line = " ".join(words)
        if len(words) < 1 or NOT_TYPED.match(line):
            continue
        signed = re.findall(r"chipbook:1:\S+", done("report", "--signed"))[0] if "--qr" in words else ""
        says = typing if line in ("club forget anna", "rebuild") else chipbook
        answer = says(*stated(words, head, club_head, signed), typed=case if line == "judge -" else typed.pop(line, ""))
        assert (line, answer.exit_code) == (line, ENDS_WITH.get(line, 0)), answer.output
