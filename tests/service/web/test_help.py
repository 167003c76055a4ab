"""The reference: the same text in the browser and in the terminal, for everybody."""

from __future__ import annotations

import html
import re

from click.testing import CliRunner

from cli.main import main
from service.language.help import TOPICS, every_topic
from service.language.help.reading import FOLDER


def test_every_text_is_a_topic_and_every_topic_has_a_text():
    assert {file.stem for file in FOLDER.glob("*.md")} == {*TOPICS}
    assert [one.name for one in every_topic() if not one.text.startswith(f"# {one.title}\n\n")] == []


def test_anybody_reads_it_in_the_browser(shared_app):
    stranger = shared_app.test_client()
    contents = stranger.get("/help").text
    for one in every_topic():
        assert f'href="/help/{one.name}"' in contents
        told = stranger.get(f"/help/{one.name}")
        assert told.status_code == 200
        assert f"<h1>{html.escape(one.title, quote=False)}</h1>" in told.text
        assert not re.search(r'href="(?:\.\.|[a-z]+/)', told.text), one.name
    wrong = stranger.get("/help/lignes")
    assert (wrong.status_code, "did you mean lines?" in wrong.text) == (404, True)


def test_the_terminal_shows_the_same_text():
    for one in every_topic():
        told = CliRunner().invoke(main, ["help", one.name])
        assert (told.exit_code, told.output) == (0, one.text.rstrip("\n") + "\n")
    listed = CliRunner().invoke(main, ["help"])
    assert (listed.exit_code, listed.exception) == (0, None)
    assert [line.split()[0] for line in listed.output.splitlines()] == [*TOPICS]
    assert CliRunner().invoke(main, ["help", "gams"]).exit_code != 0
