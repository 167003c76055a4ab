"""The topics of `help` in every language: none is missing, none is behind the English, and each is built as the English is."""

import re
from collections import Counter
from hashlib import sha256

import pytest

from engine.speech import speaking
from service.language.help.reading import FOLDER, TOPICS, every_topic, file_of
from service.language.languages.speaking import LANGUAGES, speech_of
from tests.messages import ROOT, catalogue_of, messages_of

TRANSLATED = [code for code in LANGUAGES if code != "en"]
MAPS = [ROOT / place / "README.md" for place in ("", "engine", "service", "service/book/receipts", "deploy")] + [
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
]
FENCED = re.compile(r"^```\w*\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
LINKED = re.compile(r"\]\(([^)]+)\)")
# What stands on the pages is set in italics where a text names it.
LABEL = re.compile(r"(?<![*\w])\*(?=\S)([^*]+)\*(?!\*)")
# What a reader of another language writes themselves: names, reasons, announcements, placeholders in capitals, amounts.
OWN_WORDS = re.compile(r"\"[^\"]*\"|'[^']*'|\b[A-ZÆØÅ]{3,}\b|\s+#.*")


def written(name: str, language: str) -> str:
    return file_of(name, language).read_text(encoding="utf-8")


def shape(text: str) -> dict[str, object]:
    """What a translation keeps: how often each kind of thing stands in the text, what is typed, and where it leads."""
    outside = FENCED.sub("", text)
    return {
        "headings": re.findall(r"^#+ ", text, re.MULTILINE),
        "commands": [
            OWN_WORDS.sub("", line).rstrip() for line in text.splitlines() if line.startswith(("$ ", "    --"))
        ],
        "lines of code": [piece.count("\n") for piece in FENCED.findall(text)],
        "rows": len(re.findall(r"^\|", text, re.MULTILINE)),
        "items": re.findall(r"^(?:\*|\d\.) ", text, re.MULTILINE),
        "links": Counter(link.replace("../", "") for link in LINKED.findall(text)),
        "code": len(re.findall(r"`[^`]+`", outside)),
        "labels": len(LABEL.findall(outside)),
        "tables of the program": re.findall(r"<!-- .* -->", text),
    }


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_topic_is_translated_from_the_english_as_it_is_now(language) -> None:
    digests = {f"{sha256(file_of(name, 'en').read_bytes()).hexdigest()}  {name}.md" for name in TOPICS}
    kept = FOLDER / language / "translated.txt"
    assert kept.exists(), (
        f"topics/{language}/ needs every topic, and a translated.txt with the SHA-256 of each English one"
    )
    noted = set(kept.read_text(encoding="utf-8").splitlines())
    assert {file.stem for file in (FOLDER / language).glob("*.md")} == {*TOPICS}
    assert digests - noted == set(), f"read topics/{language}/ again beside the English, then note the digest"
    assert noted - digests == set()


@pytest.mark.parametrize("name", TOPICS)
@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_is_built_as_the_english(language, name) -> None:
    assert shape(written(name, language)) == shape(written(name, "en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_begins_with_its_title_and_holds_no_comment(language) -> None:
    with speaking(speech_of(language)):
        topics = every_topic()
    assert [one.name for one in topics if not one.text.startswith(f"# {one.title}\n\n") or "<!--" in one.text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_label_of_the_pages_stands_in_a_text_as_it_stands_on_the_page(language) -> None:
    labels = (
        {one.id for one in messages_of("page") if one.id}
        if language == "en"
        else {one.string for one in catalogue_of(language, "page") if one.id}
    )
    named = [
        " ".join(label.split()) for name in TOPICS for label in LABEL.findall(FENCED.sub("", written(name, language)))
    ]
    assert len(named) > 9
    assert [label for label in named if label not in labels] == []


def test_every_link_of_the_repository_leads_to_a_file() -> None:
    links = [
        (file, link.partition("#")[0])
        for file in (*FOLDER.rglob("*.md"), *MAPS)
        for link in LINKED.findall(file.read_text(encoding="utf-8"))
        if not link.startswith(("#", "https://"))
    ]
    assert len(links) > 40
    assert [f"{file}: {link}" for file, link in links if not (file.parent / link).exists()] == []
