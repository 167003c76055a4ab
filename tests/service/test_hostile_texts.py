"""Whatever comes in from outside is read in a time that grows with its length, and no faster.

Each door is tried with texts made to be read again and again. What is measured is a ratio: the same text at four times
the length takes four times as long where it is read once, and sixteen times where each place is read from every other.
"""

import contextlib
from collections.abc import Callable
from time import process_time

import msgspec
import pytest
from msgspec.structs import replace

from engine.errors import Refusal
from engine.judge import Case, judge
from engine.library import GAMES, close_to
from engine.state import Night
from service.api.bodies import body_as, read_json
from service.book.own_games.reading import read_game
from service.errors import BookError
from service.errors.problems import Problem
from service.exchange.imports.pokernow_file import FIELD_AT_MOST, LogRow, read_rows
from service.exchange.imports.pokernow_grammar import read_lines
from service.exchange.imports.pokernow_people import people_of
from service.language.shorthand import ShorthandError, read_file, read_line
from service.language.shorthand.tokens import LINE_MOST
from service.language.validation import validation_message

TIMES = 4
CHARACTERS = 24_000
# Between four, where a text is read once, and sixteen.
LINEAR_AT_MOST = 10
# What is quicker than this is not told apart from the noise of the clock.
SECONDS_LEAST = 0.02
REFUSED = (BookError, Problem, ShorthandError, Refusal, msgspec.MsgspecError, ValueError)

HOSTILE = {
    "escaped quotes, never closed": ('"', '\\"', ""),
    "open brackets": ("", "[", ""),
    "open objects": ("", '{"a":', ""),
    "a text in brackets": ('["', "[", '"]'),
    "spaces": ("a", " ", "!"),
    "spaces and a number": ("", " ", "1 x"),
    "digits": ("", "1", "!"),
    "digits and commas": ("", "1,", "!"),
    "digits and points": ("1", ".1", "!"),
    "letters": ("", "a", "!"),
    "words": ("", "ab ", "!"),
    "quotes": ("", '"', "x"),
    "quotations": ("", '"a" ', '"'),
    "empty lines": ("", "\n", "x"),
    "colons": ("", "a:", "!"),
    "people": ("", '" @ a', "!"),
    "people with spaces": ('"', "a @ ", "!"),
    "people that bet": ("", '"a @ b" bets ', "!"),
    "collected": ('"a @ b" collected 1 from pot with ', " (combination: ", "!"),
    "second boards": ('"a @ b" collected ', " on the second board", "\n!"),
    "bounties": ('"a @ b" paid 1 for the ', " bounty to ", "!"),
    "starting hands": ("-- starting hand #1", "  a", "!"),
    "seats": ("Player stacks: ", '#1 "a @ b" (1) | ', "!"),
    "cards": ("Flop: [", "As, ", "!"),
    "places of msgspec": ("", " - at `$", "'"),
    "dashes": ("", "-", "!"),
    "marks": ("", "|,;", "!"),
    "tables of TOML": ("", "[[a]]\n", "="),
    "dots of TOML": ("a", ".a", "=1 1"),
    "lists of TOML": ("a = ", "[1, ", ""),
}


OWN = (replace(GAMES[0], name="Grandma's Draw"),)


def line(text: str) -> None:
    read_line(text, Night(), {"p1": "Anna", "p2": "Bo"}, OWN)


def log(text: str) -> None:
    """Row by row, each as long as a row may be."""
    rows = [
        LogRow("log", number, "2024-01-31T20:15:00.000Z", number, text[start : start + FIELD_AT_MOST])
        for number, start in enumerate(range(0, len(text), FIELD_AT_MOST), 1)
    ]
    people_of(read_lines(rows).lines, {})


def case(text: str) -> None:
    judge(body_as({"game": text, "players": {text: {"cards": text}}}, Case))


def value(text: str) -> None:
    """What is said of a value that holds the text wherever a text may stand."""
    for raw in ({text: 1}, {"game": 1, "players": {text: 1}}, {"game": "x", "options": [{"type": text}]}):
        validation_message(raw, Case, "It")


DOORS: dict[str, Callable[[str], object]] = {
    "the body of a request": lambda text: read_json(text.encode()),
    "a text in the body of a request": lambda text: read_json(msgspec.json.encode({"a": text})),
    "a line of shorthand": line,
    "a .night file": read_file,
    "the head of a .night file": lambda text: read_file(f"players: Anna, Bo\nchips: {text}\nmoney: {text}"),
    "the file of a log": lambda text: read_rows("log", f'entry,at,order\n"{text}",x,1\n'),
    "the lines of a log": log,
    "a game in TOML": read_game,
    "the name of a game": close_to,
    "a case": case,
    "a value that is refused": value,
}

# What is longer is refused unread.
AT_MOST = {"a line of shorthand": LINE_MOST, "the name of a game": LINE_MOST}


def seconds(door: Callable[[str], object], text: str) -> float:
    """The least of three tries: what else the machine does only adds to it."""
    taken = []
    for _ in range(3):
        begun = process_time()
        with contextlib.suppress(*REFUSED):
            door(text)
        taken.append(process_time() - begun)
        if taken[-1] < SECONDS_LEAST:
            break
    return min(taken)


def grows_beyond_its_length(door: str, before: str, pump: str, behind: str) -> bool:
    longest = AT_MOST.get(door, CHARACTERS) - len(before) - len(behind)
    short, long = (before + pump * (size // len(pump)) + behind for size in (longest // TIMES, longest))
    taken = seconds(DOORS[door], long)
    return taken > SECONDS_LEAST and taken > LINEAR_AT_MOST * max(seconds(DOORS[door], short), SECONDS_LEAST / TIMES)


@pytest.mark.parametrize("door", DOORS)
def test_a_text_of_four_times_the_length_takes_about_four_times_as_long(door) -> None:
    assert [name for name in HOSTILE if grows_beyond_its_length(door, *HOSTILE[name])] == []
