"""Collects every message of the program and brings the catalogues up to date: `make messages`.

New messages stand in the catalogues untranslated until somebody translates them; those that are said no more are dropped.
A message is a literal handed to one of `KEYWORDS`, a class attribute that is a sentence to be filled in later
(`ATTRIBUTES`), the stored name of an event, or stands in a template of a page.
"""

import ast
import re
import string
import sys
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache
from io import BytesIO
from pathlib import Path

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from cli.commands import AS_IT_STANDS, CLICK, INSTEAD, PLACEHOLDER, LazyGroup, Option, paragraphs
from cli.main import main as chipbook
from engine.events import NAME_OF
from service.language.languages.speaking import HERE, LANGUAGES, PARTS

ROOT = HERE.parents[2]
HEAD = """\
{remarks}msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
Keywords = dict[str, tuple[int | tuple[int, str], ...] | None]
KEYWORDS: Keywords = {
    "say": None,
    "say_number": (1, 2),
    "say_as": ((1, "c"), 2),
    "to_say": None,
    "to_say_as": ((1, "c"), 2),
    # Sentences of a word, and of an event, that say no more than is written there.
    "in_any_game": None,
    "tells": (2,),
    # The words of Jinja's own extension.
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
# Sentences of refusals and problems, which are classes; values may be a mapping of sentences, too.
ATTRIBUTES = frozenset({"sentence", "sentence_of_several", "outside", "title", "typed"})
# What makes the row of a refusal: which of its arguments are sentences; some of `ATTRIBUTES` are given by name.
ROWS = {"impossible": (1,), "against": (1, 2), "doubt": (1,), "row": (1,)}
# Words of a declaration that are said when it is drawn: which arguments of it, and the context that tells the translator.
# "keys" stands for the keys of a table that is given.
DECLARED: dict[str, tuple[tuple[int | str, ...], str]] = {
    "Column": ((0, "title", "csv_title"), "column"),
    "Table": (("totalled",), "column"),
    "phrased": ((0,), "column"),
    "owed": ((0, 1), "column"),
    "check": ((0,), "column"),
    "GuideRow": ((1,), "help"),
    "Group": (("title",), "help"),
    "Setting": (("sentence",), "help"),
    "_checked": ((0,), "column"),
    "_listed": ((0,), "column"),
    "facts": (("keys",), "column"),
    "checked": ((0,), "column"),
    "answered": ((0,), "column"),
    "_holds_itself": ((0,), "column"),
    "ReceiptCheck": (("name",), "column"),
    "good": ((0,), "doctor"),
    "note": ((0,), "doctor"),
    "wrong": ((0,), "doctor"),
}
DECLARING = (
    "service/reports/forms/",
    "service/reports/",
    "service/language/shorthand/",
    "service/book/proof/",
    "service/book/receipts/",
    "service/app/looking_back/",
    "service/app/running/doctor.py",
    "service/config.py",
    "cli/",
)
# Parts of the sentences of refusals, wherever they are said; what is unsound about a game is said with its rules.
OF_REFUSALS: Keywords = {"phrase": None, "unsound": None}
# The sentences of refusals. What is asked back belongs to the service.
REFUSING = (
    "cli/failures.py",
    "engine/errors/*",
    "engine/game/steps.py",
    "engine/grammar.py",
    "service/people/rights.py",
    "service/api/refusals.py",
    "service/api/bodies.py",
    "service/api/nights.py",
    "service/api/parameters.py",
    "service/app/night/lines.py",
    "service/app/refusals.py",
    "service/config.py",
    "service/errors/*",
    "service/api/routes.py",
    "service/language/money.py",
    "service/language/payload_limits.py",
    "service/book/guards.py",
    "service/language/shorthand/[!h]*",
    "service/language/shorthand/head.py",
    "service/language/validation.py",
    "service/language/toml_mistakes.py",
    "service/reports/views/games.py",
    "service/*/refused.py",
)
# How templates of pages are written.
OF_PAGES = {
    "extensions": "jinja2.ext.do",
    "trimmed": "true",
    "silent": "false",
    "trim_blocks": "true",
    "lstrip_blocks": "true",
}
COMMENT_TAGS = ("For translators:",)
# Which files say the messages of a part; the first that fits.
FILES: tuple[tuple[str, str], ...] = (
    *((pattern, "refusals") for pattern in REFUSING),
    ("engine/game/*", "games"),
    ("engine/catalogue/*", "games"),
    ("engine/*", "engine"),
    ("service/web/*", "page"),
    ("service/*", "service"),
    ("cli/*", "service"),
)


@cache
def messages_of(part: str) -> Catalog:
    """Everything that this part of the program says, with where it stands, without translations."""
    catalogue = Catalog()
    for file in sorted(_files()):
        of = _part_of(file)
        keywords = (KEYWORDS if of == part else {}) | (
            OF_REFUSALS if part == (of if of == "games" else "refusals") else {}
        )
        for line, message, comments, context in _messages_in(file, keywords) if keywords else ():
            place = (str(file.relative_to(ROOT)), line)
            catalogue.add(message, locations=[place], auto_comments=comments, context=context)
    if part == "engine":
        for name in NAME_OF.values():
            catalogue.add(name, context="event")
    if part == "commands":
        for context, message in (*_said_by_commands(), *_said_by_click()):
            catalogue.add(message, context=context)
    return catalogue


def every_command(group: click.Group = chipbook, above: click.Context | None = None) -> Iterator[click.Context]:
    """Each command with its context, and the groups too."""
    context = click.Context(group, above, info_name=group.name if above else "chipbook")
    yield context
    for name in group.list_commands(context):
        _, command, _ = group.resolve_command(context, [name])
        if isinstance(command, click.Group):
            yield from every_command(command, context)
        elif command is not None:
            yield click.Context(command, context, info_name=name)


def words_of(context: click.Context) -> str:
    """What is typed behind `chipbook` to come to this command."""
    if context.parent is None:
        return ""
    return f"{words_of(context.parent)} {context.info_name}".strip()


def _said_by_commands() -> Iterator[tuple[str | None, str]]:
    for context in every_command():
        command, options = context.command, [one for one in context.command.params if isinstance(one, Option)]
        listed = [about for _, about in command.lazy.values()] if isinstance(command, LazyGroup) else []
        for text in (command.help, command.epilog, *listed, *(one.help for one in options)):
            yield from ((None, one.removeprefix(AS_IT_STANDS)) for one in paragraphs(text or "") if one)
        shown = (
            *command.collect_usage_pieces(context),
            *(one.make_metavar(context) for one in options if not one.is_flag),
        )
        yield from (("placeholder", word) for word in PLACEHOLDER.findall(" ".join(shown)))


def _said_by_click() -> Iterator[tuple[str | None, str | tuple[str, ...]]]:
    for module in CLICK:
        for _, message, _, _ in extract_from_file("python", module.__file__, keywords=KEYWORDS):
            if message not in INSTEAD:
                yield None, message
    # It stands there behind a name.
    yield None, "required"


def catalogue_of(language: str, part: str) -> Catalog:
    """The catalogue as it stands on disk; a new one without messages where the language has none yet."""
    file = HERE / language / f"{part}.po"
    if not file.exists():
        return Catalog(locale=language, header_comment="")
    with file.open("rb") as lines:
        return read_po(lines, locale=language)


def brought_up_to_date(language: str) -> dict[str, Catalog]:
    """By part, the catalogue with exactly the messages that are said now, and the translations there are of them.

    A message that has moved to another part takes its translation along.
    """
    catalogues = {part: catalogue_of(language, part) for part in PARTS}
    known = {(one.context, one.id): one.string for each in catalogues.values() for one in each if _is_translated(one)}
    for part, catalogue in catalogues.items():
        catalogue.update(messages_of(part), no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        for one in catalogue:
            if one.id and not _is_translated(one) and (one.context, one.id) in known:
                one.string = known[one.context, one.id]
    return catalogues


def _is_translated(message: Message) -> bool:
    return bool(message.string and all(message.string))


def written(catalogue: Catalog) -> bytes:
    """The file of a catalogue, the same each time: its head says only what programs read and what translators wrote there."""
    lines = BytesIO()
    write_po(lines, catalogue, width=120, sort_output=True, omit_header=True, no_location=True)
    return (
        HEAD.format(
            remarks=f"{catalogue.header_comment}\n" if catalogue.header_comment else "",
            language=catalogue.locale_identifier,
            plurals=catalogue.plural_forms,
        ).encode()
        + lines.getvalue()
    )


def main() -> None:
    """Writes every catalogue anew, and says what is left to translate."""
    for language in LANGUAGES:
        if language == "en":
            continue
        (HERE / language).mkdir(exist_ok=True)
        for part, catalogue in brought_up_to_date(language).items():
            (HERE / language / f"{part}.po").write_bytes(written(catalogue))
            missing = sum(not _is_translated(one) for one in catalogue if one.id)
            sys.stdout.write(f"{language}/{part}.po: {len(catalogue)} messages, {missing} to translate\n")


@cache
def _files() -> list[Path]:
    """Every file that may say something: what is written in Python, and the templates of pages."""
    return [
        file
        for folder in ("engine", "service", "cli")
        for file in (ROOT / folder).rglob("*")
        if file.suffix == ".py" or ("templates" in file.parts and file.suffix in (".html", ".txt", ".jinja"))
    ]


def _part_of(file: Path) -> str | None:
    place = file.relative_to(ROOT).as_posix()
    return next((part for pattern, part in FILES if fnmatchcase(place, pattern)), None)


def _messages_in(file: Path, keywords: Keywords) -> Iterator[tuple[int, str | tuple[str, ...], list[str], str | None]]:
    python = file.suffix == ".py"
    text = file.read_text(encoding="utf-8")
    # Most files say nothing, and looking for a word is faster than reading them.
    if not python or re.search(rf"(?<!\w)(?:{'|'.join(keywords)})\(", text):
        method = "python" if python else "jinja2.ext:babel_extract"
        yield from extract_from_file(method, file, keywords=keywords, comment_tags=COMMENT_TAGS, options=OF_PAGES)
    if not python or not keywords.keys() >= KEYWORDS.keys():
        return
    has_sentences = any(name in text for name in (*ATTRIBUTES, *ROWS))
    counts, declares = "counted(" in text, file.relative_to(ROOT).as_posix().startswith(DECLARING)
    marks_each = "to_say_each(" in text
    # Read and walked once, because that takes long.
    nodes = [*ast.walk(ast.parse(text))] if has_sentences or counts or declares or marks_each else []
    for line, sentence in (*_sentences_in(nodes), *_sentences_of_rows(nodes)) if has_sentences else ():
        yield line, sentence, [], None
    for line, both in _counted_in(nodes) if counts else ():
        yield line, both, [], None
    for line, words, context in _declared_in(nodes) if declares else ():
        yield line, words, [], context
    yield from _each_in(nodes, text.splitlines()) if marks_each else ()


def _each_in(nodes: Sequence[ast.AST], lines: Sequence[str]) -> Iterator[tuple[int, str, list[str], str]]:
    """The words of `engine.speech.to_say_each`, the first with what is said to translators above it."""
    for call in nodes:
        match call:
            case ast.Call(
                func=ast.Name(id="to_say_each"),
                args=[ast.Constant(value=str(context)), ast.Constant(value=str(words))],
            ):
                above = lines[call.lineno - 2].strip().removeprefix("# ")
                for place, word in enumerate(words.split(", ")):
                    about = [above] if not place and above.startswith(COMMENT_TAGS) else []
                    yield call.lineno, word, about, context
            case _:
                pass


def _counted_in(nodes: Sequence[ast.AST]) -> Iterator[tuple[int, tuple[str, str]]]:
    """The messages of `engine.grammar.counted`: a thing and several of them."""
    for call in nodes:
        match call:
            case ast.Call(func=ast.Name(id="counted"), args=[_, ast.Constant(value=str(thing)), *more]):
                things = next((str(one.value) for one in more if isinstance(one, ast.Constant)), "")
                yield call.lineno, (f"{{number}} {thing}", f"{{number}} {things or thing + 's'}")
            case _:
                pass


def _sentences_in(nodes: Sequence[ast.AST]) -> Iterator[tuple[int, str]]:
    """The sentences that classes keep as attributes."""
    for kind in nodes:
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
            # A call marks its own message, or makes something else of this name.
            for one in ast.walk(value) if value is not None and not isinstance(value, ast.Call) else ():
                if isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value:
                    yield one.lineno, one.value


def _sentences_of_rows(nodes: Sequence[ast.AST]) -> Iterator[tuple[int, str]]:
    """The sentences in the tables of refusals."""
    for call in nodes:
        if isinstance(call, ast.Call) and (places := ROWS.get(name_of(call.func))):
            sentences = [call.args[place] for place in places if place < len(call.args)]
            for one in (*sentences, *(word.value for word in call.keywords if word.arg in ATTRIBUTES)):
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield one.lineno, one.value


def _declared_in(nodes: Sequence[ast.AST]) -> Iterator[tuple[int, str, str]]:
    """The words of tables, with their context."""
    for call in nodes:
        if not isinstance(call, ast.Call):
            continue
        places, context = DECLARED.get(name_of(call.func), ((), ""))
        given = [call.args[place] for place in places if isinstance(place, int) and place < len(call.args)]
        given += [one.value for one in call.keywords if one.arg in places]
        if "keys" in places:
            given += [key for table in call.args if isinstance(table, ast.Dict) for key in table.keys if key]
        for one in given:
            if isinstance(one, ast.Constant) and isinstance(one.value, str) and has_words(one.value):
                yield one.lineno, one.value, context


def name_of(node: ast.expr) -> str:
    """The name of what is called; empty if it has none."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def has_words(template: str) -> bool:
    """True if anything is left to translate besides fields and signs."""
    return any(sign.isalpha() for literal, *_ in string.Formatter().parse(template) for sign in literal)


if __name__ == "__main__":
    main()
