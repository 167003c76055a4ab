"""What the README, CONTRIBUTING, the change list, the Makefile and the package say of one another is true."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from engine import registry

ROOT = Path(__file__).resolve().parents[1]


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def code_in(markdown: str) -> list[str]:
    """The lines of fenced blocks and the spans between backticks."""
    fence = re.compile(r"^```.*?\n(.*?)^```", re.MULTILINE | re.DOTALL)
    lines = [line for block in fence.findall(markdown) for line in block.splitlines()]
    return lines + re.findall(r"`([^`\n]+)`", fence.sub("", markdown))


def make_targets_named_in(markdown: str) -> set[str]:
    commands = (match[1] for line in code_in(markdown) if (match := re.match(r"(?:\$ )?make\b([^#&|;]*)", line)))
    return {word for command in commands for word in command.split() if re.fullmatch(r"[a-z][a-z-]*", word)}


def test_the_version_is_the_newest_in_the_change_list() -> None:
    version = tomllib.loads(text_of("pyproject.toml"))["project"]["version"]
    assert re.findall(r"^## v?(\d+\.\d+\.\d+)", text_of("CHANGELOG.md"), flags=re.MULTILINE)[:1] == [version]


def test_the_command_answers_when_asked_for_help() -> None:
    chipbook = Path(sys.executable).with_name("chipbook")
    answer = subprocess.run([chipbook, "--help"], capture_output=True, text=True, timeout=60, check=False)
    assert answer.stderr == ""
    assert answer.returncode == 0
    assert answer.stdout.startswith("Usage: chipbook")


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", text_of("Makefile"), flags=re.MULTILINE))
    named = make_targets_named_in(text_of("README.md") + text_of("CONTRIBUTING.md"))
    assert {"demo", "test"} <= named
    assert named <= targets


def test_every_target_of_the_makefile_is_explained_by_make_help() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", text_of("Makefile"), flags=re.MULTILINE)
    assert phony
    explained = set(re.findall(r"'make ([a-z]+) ", text_of("Makefile")))
    assert set(phony[1].split()) - {"help", "moved"} == explained


def test_the_checks_on_the_server_are_the_test_command() -> None:
    assert "\nmake test " in text_of(".ci/run")


def test_every_file_that_the_maps_of_engine_and_service_name_is_there() -> None:
    for map_of in ("engine", "service"):
        named = re.findall(r"`(\w[\w.]*/(?:\w+/)*\w+\.\w+)`", text_of(f"{map_of}/README.md"))
        assert named
        lost = [name for name in named if not any((ROOT / place / name).exists() for place in ("", map_of, "tests"))]
        assert not lost, f"{map_of}/README.md names {lost}"


def test_every_mark_that_the_map_of_engine_names_is_one_of_the_registry() -> None:
    marks = set(re.findall(r"`@(\w+)", text_of("engine/README.md")))
    assert marks
    registered = {name for name in vars(registry) if not name.startswith("_")}
    elsewhere = {"in_words"}
    assert marks - registered - elsewhere == set()


def test_every_folder_that_the_maps_name_is_there() -> None:
    for map_of in ("engine", "service"):
        named = re.findall(r"`((?:\w+/)+)`", text_of(f"{map_of}/README.md"))
        assert named
        lost = [name for name in named if not ((ROOT / name).exists() or any((ROOT / map_of).rglob(name.rstrip("/"))))]
        assert not lost, f"{map_of}/README.md names {lost}"


def test_the_maps_have_as_many_steps_and_sentences_as_they_are_said_to_have() -> None:
    adding = text_of("engine/README.md").partition("### Add a word\n")[2].partition("\n## ")[0]
    travelling = text_of("service/README.md").partition("## Eight sentences\n")[2].partition("\n## ")[0]
    assert [len(re.findall(r"^\d\. ", part, flags=re.MULTILINE)) for part in (adding, travelling)] == [9, 8]
    assert all("[nine steps]" in text_of(name) for name in ("CONTRIBUTING.md", "service/README.md"))
