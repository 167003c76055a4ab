"""The commands in the topics of `help`: each exists, with its options, and the rules lawyer answers as it is shown."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import click
import pytest

from cli.main import main
from cli.running import serve
from service.book.job_kinds import TRIES
from service.book.store.receivers import RECEIVERS_MAX
from service.config import load_settings
from service.language.help.reading import TOPICS, file_of
from service.language.languages import LANGUAGES
from service.language.languages.speaking import PARTS
from service.people.rights import LINK_HOURS
from tests.deploy.test_wheel import ON_DISK_MB_MAX
from tests.messages import ROOT, catalogue_of

OPERATORS = ("|", "&&")
FENCED = re.compile(r"^```console\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
# The texts for whoever has the repository; TOPICS are for everybody.
MAPS = sorted(
    file
    for place in (".", "deploy", "engine", "service", "service/book/receipts")
    for file in (ROOT / place).glob("*.md")
)
NOTES = "deploy/README.md"
IN_WORDS = {2: "two", 4: "four", 5: "five"}
LANGUAGE_AND_TOPIC = [(language, name) for language in LANGUAGES for name in TOPICS]


def commands_in(text: str) -> Iterator[list[str]]:
    """The words of every command that the blocks of a text show, and of every one that a sentence names whole."""
    blocks = "\n".join(FENCED.findall(text)).replace("\\\n", " ")
    lines = [line for line in blocks.splitlines() if line.startswith("$ ")]
    spans = [" ".join(span.split()) for span in re.findall(r"`((?:[A-Z_]+=\S+ )?chipbook [^`]+)`", text)]
    for line in (*(line.removeprefix("$ ") for line in lines), *spans):
        words = shlex.split(line, comments=True)
        if "--entrypoint" in words:
            continue
        for begun in (place for place, word in enumerate(words) if word == "chipbook" and words[place - 1] != "--tag"):
            yield list(takewhile(lambda word: word not in OPERATORS, words[begun + 1 :]))


def flaw_of(words: list[str]) -> str:
    """What is wrong with a command: no such command, no such option of it, or a word too many; empty if nothing is."""
    command: click.Command = main
    context = click.Context(main)
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        try:
            _, found, words = command.resolve_command(context, words)
        except click.UsageError as error:
            return error.message
        command = found or command
    if isinstance(command, click.Group) and not command.invoke_without_command:
        return ""
    try:
        values, left, _ = command.make_parser(click.Context(command)).parse_args([*words])
    except click.UsageError as error:
        return error.format_message()
    # What has no name in the help is taken only to say where it goes.
    unnamed = (one.name or "" for one in command.params if isinstance(one, click.Argument) and one.metavar == "")
    taken = (values[name] for name in unnamed if isinstance(values.get(name), tuple))
    return ", ".join([*left, *(word for words in taken for word in words)])


@pytest.mark.parametrize(("language", "name"), LANGUAGE_AND_TOPIC)
def test_every_command_and_option_of_a_topic_exists(language, name) -> None:
    text = file_of(name, language).read_text(encoding="utf-8")
    assert {" ".join(words): flaw for words in commands_in(text) if (flaw := flaw_of(words))} == {}


@pytest.mark.parametrize("file", MAPS, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_command_and_option_that_a_text_of_the_repository_names_exists(file) -> None:
    text = file.read_text(encoding="utf-8")
    assert {" ".join(words): flaw for words in commands_in(text) if (flaw := flaw_of(words))} == {}


def test_every_command_that_a_sentence_of_the_program_names_exists() -> None:
    """What a sentence fills in is one word. A group that takes words, and an option whose value is shown beside it, are named so."""
    texts = [str(message.id) for part in PARTS for message in catalogue_of("da", part)]
    named = "\n".join(re.findall(r"`chipbook [a-z][^`]*`", "\n".join(texts)))
    commands = [*commands_in(re.sub(r"\{\w+\}", "x", named))]
    assert len(commands) > 60
    flawed = {" ".join(words) for words in commands if flaw_of(words)}
    assert flawed == {"games seven stud", "verify --qr"}


def test_what_the_readme_counts_is_so(data) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    assert re.findall(r"rules of (\d+) games", readme) == [str(len(data("games")["games"]))]
    assert re.findall(r"nothing but (\d+) MB", readme) == [str(ON_DISK_MB_MAX)]
    assert [f">={version}" for version in re.findall(r"Python (3\.\d+) or newer", readme)] == [needs]
    settings = load_settings({})
    assert {*re.findall(r"\b(8\d{3})\b", readme)} == {str(settings.port)}
    assert settings.home == Path.home() / ".chipbook"
    assert "`~/.chipbook`" in readme


def test_a_number_that_a_text_states_is_that_of_the_program() -> None:
    witness = (ROOT / "service" / "web" / "static" / "witness.js").read_text(encoding="utf-8")
    kept = re.findall(r'(?:EVERY_HOURS|KEEP): "(\d+)"', (ROOT / "compose.yaml").read_text(encoding="utf-8"))
    tls_port = next(option.default for option in serve.params if option.name == "tls_port")
    stated = [
        ("proof", "the last {} nights", re.findall(r'"chipbook-seen", (\d+)\]', witness)),
        ("people", "{} addresses at most", [IN_WORDS[RECEIVERS_MAX]]),
        ("people", "tried {} times more", [IN_WORDS[TRIES - 1]]),
        ("settings", "`--tls-port` ({})", [tls_port]),
        (NOTES, "good for {} days", [IN_WORDS[LINK_HOURS // 24]]),
        (NOTES, "every {} hours (`EVERY_HOURS`), keeps {} (`KEEP`)", kept),
    ]
    texts = {NOTES: ROOT / NOTES} | {name: file_of(name, "en") for name in TOPICS}
    flowing = {name: " ".join(file.read_text(encoding="utf-8").split()) for name, file in texts.items()}
    told = [(name, sentence.format(*numbers)) for name, sentence, numbers in stated]
    assert [(name, sentence) for name, sentence in told if sentence not in flowing[name]] == []


def test_the_evening_of_the_readme_can_be_played_from_top_to_bottom(chipbook, done) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    begun = next(line for line in readme.splitlines() if line.startswith("$ chipbook night open"))
    rows = readme.partition("| line | what it says |\n|---|---|\n")[2].partition("\n\n")[0].splitlines()
    lines = [line for row in rows for line in re.findall(r"`([^`]+)`", row.split("|")[1])]
    done(*shlex.split(begun)[2:])
    played = chipbook("table", typed="\n".join(lines))
    assert (len(lines), played.exit_code, played.stderr) == (13, 0, "")
    assert "Bo" in done("night", "payments")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_night_opens_and_a_bet_is_refused_as_the_topics_show(language, chipbook, done, monkeypatch) -> None:
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", language)
    begun = FENCED.findall(file_of("lines", language).read_text(encoding="utf-8"))[0].splitlines()[0]
    bet, *shown = FENCED.findall(file_of("refusals", language).read_text(encoding="utf-8"))[0].splitlines()
    done(*shlex.split(begun)[2:])
    done("hand", "straight", "poker", "by", "bo")
    answer = chipbook(*shlex.split(bet)[2:])
    assert (answer.exit_code, answer.stderr.splitlines()) == (1, shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_lawyer_answers_as_its_topic_shows(language, done, monkeypatch) -> None:
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", language)
    blocks = FENCED.findall(file_of("lawyer", language).read_text(encoding="utf-8"))
    judged = [block for block in blocks if block.startswith("$ chipbook judge")]
    assert len(judged) == 4
    for block in judged:
        command, *shown = block.replace("\\\n", " ").splitlines()
        told = done(*shlex.split(command)[2:]).splitlines()
        assert [line for line in shown if line != "…" and line not in told] == []
