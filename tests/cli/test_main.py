"""The command itself: help that loads nothing, exit codes, and an end without noise."""

import shlex
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import click
import pytest

from cli.commands import GONE
from cli.main import COMMANDS
from tests.messages import every_command

CHIPBOOK = Path(sys.executable).with_name("chipbook")
HEAVY = ("rich", "sqlmodel", "sqlalchemy", "alembic", "prompt_toolkit", "msgspec", "engine.commands", "service")
LOADED = (
    "import sys\n"
    "from cli.main import main\n"
    "for words in {lines!r}:\n"
    "    try:\n        main(words)\n    except SystemExit:\n        pass\n"
    "print(*[name for name in {heavy!r} if name in sys.modules], file=sys.stderr)\n"
)


# What only the server and the workers need.
OF_THE_SERVER = ("flask", "marshmallow", "granian", "celery", "redis", "structlog", "prometheus_client", "limits")
# What no single act needs, and no look at a night: migrations, servers, and the reading of files.
OF_OTHER_NOUNS = (*OF_THE_SERVER, "alembic", "psycopg", "prompt_toolkit", "icalendar", "jinja2")
OPENING = ["night", "open", "--bank", "Bo", "--player", "Anna", "--player", "Bo"]
SHORT = (["bank", "anna", "+10"], ["hand", "straight poker by carl"], ["night", "show"], ["night", "show", "--json"])


def loaded_by(*lines: list[str], heavy: tuple[str, ...]) -> tuple[list[str], str]:
    """Which of these modules a process has loaded after these commands, and everything that it has printed."""
    program = LOADED.format(lines=lines, heavy=heavy)
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    return answer.stderr.splitlines()[-1].split(), answer.stdout + answer.stderr


@pytest.mark.usefixtures("evening")
def test_one_line_an_opening_a_check_and_a_look_at_a_night_load_only_what_they_need() -> None:
    loaded, printed = loaded_by(*SHORT, OPENING, ["verify"], heavy=("cli.main", *OF_OTHER_NOUNS))
    assert loaded == ["cli.main"]
    assert "Anna borrows 10 chips" in printed


def test_help_loads_nothing_heavy() -> None:
    loaded, printed = loaded_by(["--help"], ["--version"], heavy=HEAVY)
    assert loaded == []
    assert "Usage: " in printed


BOOKLESS = [
    ["games"],
    ["games", "show", "Baseball"],
    ["judge", "--game", "Straight Poker", "--player", "A: As Ks Qs Js 9d", "--player", "B: 2s 2d 2c 3s 3d"],
    ["judge", "--game", "Scroker", "--player", "A: Ca Aa Ta Zl Ym", "--player", "B: Da Oa Pl Xm Vm"],
    ["judge", "--game", "Straight Poker", "--player", "A: Zz Ks Qs Js 9d"],
]


def test_what_needs_no_book_loads_none(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("CHIPBOOK_HOME", str(tmp_path / "none"))
    loaded, printed = loaded_by(*BOOKLESS, heavy=("sqlmodel", "sqlalchemy", "psycopg", "service.app.book"))
    assert loaded == []
    assert not (tmp_path / "none").exists()
    assert "is not a card" in printed


def test_help_names_every_command_and_where_the_exit_codes_are(done) -> None:
    text = done("--help")
    assert [line.split()[0] for line in text.splitlines() if line[:2] == "  " and line.split()[0] in COMMANDS] == list(
        COMMANDS
    )
    assert "`chipbook help refusals` has the exit codes" in " ".join(text.split())


def test_every_command_has_help(done) -> None:
    for name in COMMANDS:
        assert done(name, "--help").startswith("Usage: "), name


def test_an_option_takes_the_same_everywhere() -> None:
    """A name is a switch everywhere or takes a value everywhere, and has one short letter or none."""
    ways = defaultdict(set)
    for context in every_command():
        for option in (
            one
            for one in context.command.get_params(context)
            if isinstance(one, click.Option) and "--help" not in one.opts
        ):
            shorts = tuple(name for name in option.opts if name[:2] != "--")
            for name in {*option.opts, *option.secondary_opts} - {*shorts}:
                ways[name].add((bool(option.is_flag), shorts))
    assert len(ways) > 80
    assert {name: how for name, how in ways.items() if len(how) > 1} == {}


def test_the_version_is_that_of_the_package(done) -> None:
    assert done("--version").startswith("chipbook 0.")


@pytest.mark.parametrize(
    "words", [["nosuch"], ["night", "nosuch"], ["night", "list", "--nosuch"], ["bank"], ["replay"]]
)
def test_wrong_usage_is_told_and_ends_with_2(words, chipbook) -> None:
    answer = chipbook(*words)
    assert answer.exit_code == 2
    assert answer.stdout == ""
    assert "--help tells more" in answer.stderr


@pytest.mark.parametrize(("before", "instead"), GONE.items())
def test_what_a_command_was_called_is_refused_and_the_answer_names_the_one_that_does_it(
    before, instead, chipbook
) -> None:
    answer = chipbook(*before.split())
    assert answer.exit_code == 2
    assert answer.stderr.startswith(f"There is no `chipbook {before}`: write `chipbook {instead}`.")
    assert chipbook(*instead.partition(" --")[0].split(), "--help").exit_code == 0


@pytest.mark.parametrize(
    ("words", "instead"),
    [
        ("close", "night close"),
        ("settle direct", "night settle direct"),
        ("pay 1", "night pay 1"),
        ("sit anna", "bank sit anna"),
        ("anna +20", "bank anna +20"),
        ("anna fold", "bank anna fold"),
        ("stryg 8", "strike 8"),
        ("fortryd", "undo"),
    ],
)
def test_a_line_or_command_without_its_noun_is_answered_with_the_whole_command(words, instead, chipbook) -> None:
    answer = chipbook(*words.split())
    assert answer.exit_code == 2
    assert answer.stderr.startswith(f"There is no `chipbook {words.split()[0]}`: write `chipbook {instead}`.")


@pytest.mark.usefixtures("evening")
@pytest.mark.parametrize("words", ["report", "verify", "night show", "night settle", "export", "audit --event 3"])
def test_a_night_is_named_in_one_way_everywhere(words, chipbook) -> None:
    refused = chipbook(*words.split(), "2026")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith("Which night is said with -n: write -n 2026.")
    assert "more than one" not in chipbook(*words.split(), "-n", "2026").stderr


@pytest.mark.parametrize(("words", "meant"), [(["nigth"], "night"), (["night", "opn"], "open")])
def test_a_slip_of_the_finger_is_answered_with_what_was_meant(words, meant, chipbook) -> None:
    assert f"Did you mean '{meant}'?" in chipbook(*words).stderr


@pytest.mark.parametrize("words", [[], ["night"], ["import"]])
def test_a_noun_alone_prints_its_help(words, chipbook) -> None:
    answer = chipbook(*words)
    assert answer.stdout.startswith("Usage: chipbook")
    assert (answer.stderr, answer.exit_code) == ("", 2)


def test_a_reader_who_goes_away_ends_the_program_without_noise() -> None:
    program = f"{shlex.quote(str(CHIPBOOK))} games --json | head -c 1"
    answer = subprocess.run(["sh", "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert answer.stdout == "{"
    assert answer.stderr == ""
