"""Collects every message of the program and brings the catalogues up to date: `make messages`.

New messages stand in the catalogues untranslated until somebody translates them; those that are said no more are dropped.
A message is a literal handed to one of `KEYWORDS`, a class attribute that is a sentence to be filled in later
(`ATTRIBUTES`), or stands in a template of a page.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from service.languages.speaking import HERE, LANGUAGES, PARTS

ROOT = HERE.parents[1]
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "say": None,
    "say_number": (1, 2),
    "say_as": ((1, "c"), 2),
    "to_say": None,
    # The words of Jinja's own extension.
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
# Sentences of refusals and problems, which are classes; values may be a mapping of sentences, too.
ATTRIBUTES = frozenset({"sentence", "title"})
COMMENT_TAGS = ("For translators:",)
# Which files say the messages of a part; the first that fits.
FOLDERS: tuple[tuple[str, str], ...] = (
    ("engine/game", "games"),
    ("engine/catalogue", "games"),
    ("engine", "engine"),
    ("service/web", "page"),
    ("service", "service"),
    ("cli", "service"),
)


def messages_of(part: str) -> Catalog:
    """Everything that this part of the program says, with where it stands, without translations."""
    catalogue = Catalog()
    for file in sorted(_files_of(part)):
        for line, message, comments, context in _messages_in(file):
            place = (str(file.relative_to(ROOT)), line)
            catalogue.add(message, locations=[place], auto_comments=comments, context=context)
    return catalogue


def catalogue_of(language: str, part: str) -> Catalog:
    """The catalogue as it stands on disk."""
    with (HERE / language / f"{part}.po").open("rb") as lines:
        return read_po(lines, locale=language)


def brought_up_to_date(language: str, part: str) -> Catalog:
    """The catalogue with exactly the messages that are said now, and the translations that it has of them."""
    catalogue = catalogue_of(language, part)
    catalogue.update(messages_of(part), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def main() -> None:
    """Writes every catalogue anew, and says what is left to translate."""
    for language in LANGUAGES:
        if language == "en":
            continue
        for part in PARTS:
            catalogue = brought_up_to_date(language, part)
            with (HERE / language / f"{part}.po").open("wb") as file:
                write_po(file, catalogue, width=120, sort_output=True, omit_header=False, no_location=True)
            missing = sum(not one.string or not all(one.string) for one in catalogue if one.id)
            print(f"{language}/{part}.po: {len(catalogue)} messages, {missing} to translate")  # noqa: T201


def _files_of(part: str) -> Iterator[Path]:
    for folder in ("engine", "service", "cli"):
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in (".py", ".html", ".txt", ".jinja") and _part_of(file) == part:
                yield file


def _part_of(file: Path) -> str | None:
    if file.suffix != ".py" and "templates" not in file.parts:
        return None
    place = file.relative_to(ROOT).as_posix()
    return next((part for folder, part in FOLDERS if place.startswith(f"{folder}/")), None)


def _messages_in(file: Path) -> Iterator[tuple[int, str | tuple[str, ...], list[str], str | None]]:
    python = file.suffix == ".py"
    method = "python" if python else "jinja2.ext:babel_extract"
    options = {} if python else {"trimmed": "true", "silent": "false", "trim_blocks": "true", "lstrip_blocks": "true"}
    yield from extract_from_file(method, file, keywords=KEYWORDS, comment_tags=COMMENT_TAGS, options=options)
    if python:
        for line, text in _sentences_in(ast.parse(file.read_bytes())):
            yield line, text, [], None


def _sentences_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The sentences that classes keep as attributes."""
    for kind in ast.walk(tree):
        if not isinstance(kind, ast.ClassDef):
            continue
        for line in kind.body:
            names = (
                line.targets
                if isinstance(line, ast.Assign)
                else [line.target]
                if isinstance(line, ast.AnnAssign)
                else []
            )
            if not any(isinstance(name, ast.Name) and name.id in ATTRIBUTES for name in names):
                continue
            value = line.value  # type: ignore[attr-defined]
            for one in ast.walk(value) if value is not None else ():
                if isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value:
                    yield one.lineno, one.value


if __name__ == "__main__":
    main()
