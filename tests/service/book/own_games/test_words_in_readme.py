"""The examples that the README of the engine gives for the keys of a game can stand in a file."""

import re
from pathlib import Path

import pytest

import engine
from service.book.own_games.reading import read_game
from service.errors import BadGameFile

README = (Path(engine.__file__).parent / "README.md").read_text(encoding="utf-8")
KEYS = README.split("\n### The keys of a game\n")[1].split("\n### ")[0]
EXAMPLES = re.findall(r"^\| `(\w+) = ([^`]*)` \|", KEYS, re.MULTILINE)
# One of these has the cards that an example asks for: shared ones, open ones.
LIKE = ("Three Card Draw", "Cincinnati", "Baseball")


def _read(key: str, value: str, like: str) -> BadGameFile | None:
    said = {"name": '"Of the README"', "like": f'"{like}"'} | {key: value}
    if key in ("play", "rulebook"):
        said |= {"rulebook": '"munk"', "play": '[{ type = "Deal", down = 5 }, "Bet"]'} | {key: value}
        del said["like"]
    try:
        read_game("\n".join(f"{name} = {text}" for name, text in said.items()))
    except BadGameFile as wrong:
        return wrong
    return None


def test_every_key_has_an_example():
    assert len(EXAMPLES) == len(re.findall(r"^\| `", KEYS, re.MULTILINE)) > 20


@pytest.mark.parametrize(("key", "value"), EXAMPLES)
def test_the_example_of_a_key_is_read(key, value):
    wrong = [_read(key, value, like) for like in LIKE]
    assert None in wrong, wrong
