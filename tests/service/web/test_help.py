"""The reference: the same text in the browser and in the terminal, for everybody, in their language."""

import html
import re

import pytest
from click.testing import CliRunner
from markupsafe import escape

from cli.main import main
from service.language.help import TOPICS, every_topic
from service.language.help.reading import FOLDER
from service.language.languages import LANGUAGES
from service.language.languages.speaking import in_language


def test_every_text_is_a_topic_and_every_topic_has_a_text():
    assert {file.stem for file in FOLDER.glob("*.md")} == {*TOPICS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_anybody_reads_it_in_the_browser_and_every_link_leads_on(shared_app, language):
    stranger = shared_app.test_client()
    asked = {"Accept-Language": language}
    contents = stranger.get("/help", headers=asked).text
    with in_language(LANGUAGES[language]):
        topics = every_topic()
    followed = set()
    for one in topics:
        assert f'<a href="/help/{one.name}">{escape(one.title)}</a>' in contents
        told = stranger.get(f"/help/{one.name}", headers=asked)
        assert told.status_code == 200
        assert f"<h1>{html.escape(one.title, quote=False)}</h1>" in told.text
        article = told.text.partition("<article")[2].partition("</article>")[0]
        followed |= set(re.findall(r'href="([^"]*)"', article))
    assert len(followed) > 5
    assert followed <= {f"/help/{name}" for name in TOPICS}
    (lines,) = (one for one in topics if one.name == "lines")
    wrong = stranger.get("/help/lignes", headers=asked)
    with in_language(LANGUAGES[language]):
        assert (wrong.status_code, f"{lines.called}?" in wrong.text) == (404, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_shows_the_same_text_and_names_the_topics_that_it_leads_to(language):
    environment = {"CHIPBOOK_LANGUAGE": language}
    with in_language(LANGUAGES[language]):
        topics = {one.called: (one.name, one.title, one.in_terminal()) for one in every_topic()}
    for called, (name, _, text) in topics.items():
        for word in (called, name):
            told = CliRunner().invoke(main, ["help", word], env=environment)
            assert (told.exit_code, told.output) == (0, text.rstrip("\n") + "\n")
        assert re.search(r"\]\([^)]*\.md", text) is None
        assert {*re.findall(r"`chipbook help ([a-z-]+)`", text)} <= {*topics}
    listed = CliRunner().invoke(main, ["help"], env=environment)
    assert (listed.exit_code, listed.exception) == (0, None)
    lines = [line.split(maxsplit=1) for line in listed.output.splitlines()]
    assert lines == [[called, title] for called, (_, title, _) in topics.items()]
    assert CliRunner().invoke(main, ["help", "gams"]).exit_code != 0


@pytest.mark.parametrize(
    ("language", "words", "topic", "says"),
    [
        ("en", "lend", "page", "`+150` lends the usual amount"),
        ("en", "gone home", "lines", "everybody who has not gone home"),
        ("en", "fee kitty", "club", "Your house may take a fee for its kitty"),
        ("da", "lån", "linjer", "`anna +150` · `anna +40 kontant` · `anna -80`: et lån"),
    ],
)
def test_words_that_are_no_topic_show_where_the_texts_speak_of_them(language, words, topic, says):
    told = CliRunner().invoke(main, ["help", *words.split()], env={"CHIPBOOK_LANGUAGE": language})
    assert told.exit_code == 0
    passage = told.output.partition(f"**{topic}** · ")[2]
    assert says in passage
