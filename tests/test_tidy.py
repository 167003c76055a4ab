"""The house style that a machine can keep: words, purity, dead files and leaks."""

import ast
import fnmatch
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import get_args

import pytest

from engine.registry import ROOMS, Aspect

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("engine", "service", "cli")
# Started by something that is not an import.
ENTRY_POINTS = {
    "cli.main": "the console script chipbook",
    "service.language.dictionaries.making": "run by hand when the word lists are made anew",
}

BANNED_MARKERS = ("TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK")
BANNED_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "managers", "manager"}
READ_AT_ONCE = {"count", "all", "all_inner_texts", "is_checked", "is_disabled", "is_enabled", "is_hidden", "is_visible"}
CATALOGUE_MAY_NOT_HOLD = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.Lambda,
    ast.If,
    ast.IfExp,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.comprehension,
)
# In pieces, so that this file does not hold what it looks for.
LEAKS = (
    "/wo" + r"rk/",
    "/ro" + r"ot/",
    "/ho" + r"me/\w+/",
    "/Us" + r"ers/\w+/",
    "/o" + r"pt/(wheels|pypi)",
    "py" + r"pi\.org",
    "python" + r"hosted\.org",
    "registry\\.np" + "mjs",
    "deb\\.deb" + r"ian\.org",
)


@cache
def ignored_patterns() -> tuple[str, ...]:
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    return (".git", *(line.rstrip("/") for line in lines))


def is_ignored(path: Path) -> bool:
    anchored = "/" + path.relative_to(ROOT).as_posix()
    return any(fnmatch.fnmatch(anchored if "/" in name else path.name, name) for name in ignored_patterns())


def files_below(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if is_ignored(path):
            continue
        if path.is_dir():
            yield from files_below(path)
        else:
            yield path


@cache
def all_files() -> tuple[Path, ...]:
    return tuple(files_below(ROOT))


def python_files(*tops: str) -> list[Path]:
    return [path for path in all_files() if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in tops]


def shown(path: Path, line: int = 0) -> str:
    name = path.relative_to(ROOT).as_posix()
    return f"{name}:{line}" if line else name


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def lines_with(pattern: re.Pattern[str], path: Path) -> Iterator[tuple[int, str]]:
    """The number of each line in which the pattern is found, with what is found there."""
    if pattern.search(text_of(path)):
        for number, line in enumerate(text_of(path).splitlines(), start=1):
            if match := pattern.search(line):
                yield number, match[0]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(text_of(path), filename=str(path))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Every node of the file but those that only say whether a name is read or written."""
    nodes: list[ast.AST] = [tree_of(path)]
    # The list grows while it is gone through.
    for node in nodes:
        for value in (getattr(node, name, None) for name in node._fields if name != "ctx"):
            if isinstance(value, list):
                nodes.extend(one for one in value if isinstance(one, ast.AST))
            elif isinstance(value, ast.AST):
                nodes.append(value)
    return tuple(nodes)


def functions_of(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in nodes_of(path) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_every_module_opens_with_one_plain_sentence() -> None:
    opening = re.compile(r'''(#.*\n|\s)*r?"""([A-ZÆØÅ0-9`'"]|chipbook ).*\.("""$|\n)''', re.MULTILINE)
    findings = [
        f"{shown(path)} does not open with a sentence and its full stop"
        for path in python_files(*PACKAGES, "migrations", "tests")
        if not opening.match(text_of(path)) and (path.name != "__init__.py" or text_of(path).strip())
    ]
    assert findings == []


def test_nothing_is_left_for_later() -> None:
    # In quotes one of them is the code of ISO 4217 for what is no currency.
    markers = re.compile(rf"(?<!\")\b({'|'.join(BANNED_MARKERS)})\b")
    findings = [
        f"{shown(path, number)} says {word}"
        for path in python_files(*PACKAGES, "migrations", "tests")
        for number, word in lines_with(markers, path)
    ]
    assert findings == []


def test_only_the_command_line_prints() -> None:
    findings = [
        shown(path, node.lineno)
        for path in python_files("engine", "service")
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert findings == []


def test_every_room_has_a_name_of_its_own() -> None:
    findings = [
        shown(path)
        for path in python_files(*PACKAGES, "migrations", "tests")
        if BANNED_NAMES & set(PurePosixPath(shown(path)).with_suffix("").parts)
    ]
    assert findings == []


def inexact_words(node: ast.AST) -> str:
    """What in this node could make a fraction of a chip, or nothing."""
    match node:
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            return "/"
        case ast.Constant(value=float() | complex() as value):
            return str(value)
        case (
            ast.Name(id="float" | "Decimal" | "Fraction" as name)
            | ast.Attribute(attr="float" | "Decimal" | "Fraction" as name)
            | ast.alias(name="float" | "Decimal" | "Fraction" as name)
        ):
            return name
    return ""


def test_the_engine_counts_in_whole_numbers() -> None:
    findings = [
        f"{shown(path, getattr(node, 'lineno', 0))} has {word}"
        for path in python_files("engine")
        for node in nodes_of(path)
        if (word := inexact_words(node))
    ]
    assert findings == []


@pytest.mark.parametrize("line", ["share = pot / 3", "pot /= 3", "rake = 0.05", "x: float", "decimal.Decimal(1)"])
def test_the_search_for_fractions_finds_them(line) -> None:
    assert any(inexact_words(node) for node in ast.walk(ast.parse(line)))


def test_an_import_inside_a_function_has_a_comment_above_it_that_says_why() -> None:
    findings = [
        shown(path, node.lineno)
        for path in python_files(*PACKAGES)
        for node in nodes_of(path)
        if isinstance(node, ast.Import | ast.ImportFrom)
        and node.col_offset
        and not says_why(lines_of(path), node.lineno)
        if any(one.lineno < node.lineno <= (one.end_lineno or 0) for one in functions_of(path))
    ]
    assert findings == []


@cache
def lines_of(path: Path) -> list[str]:
    return [line.strip() for line in text_of(path).splitlines()]


def says_why(lines: list[str], number: int) -> bool:
    """True if a comment stands above the line, or above the imports right before it."""
    above = number - 2
    while lines[above].startswith(("import ", "from ")):
        above -= 1
    return lines[above].startswith("#")


def test_nobody_inside_the_engine_uses_its_front_door() -> None:
    rooms = {module_name(path) for path in python_files("engine")}
    findings = [
        f"{shown(path, node.lineno)} takes {alias.name} from engine"
        for path in python_files("engine")
        for node in nodes_of(path)
        if isinstance(node, ast.ImportFrom) and node.module == "engine" and path != ROOT / "engine" / "__init__.py"
        for alias in node.names
        if f"engine.{alias.name}" not in rooms
    ]
    assert findings == []


def test_a_game_is_data() -> None:
    findings = [
        f"{shown(path, getattr(node, 'lineno', 0))} holds {type(node).__name__}"
        for path in python_files("engine")
        if path.is_relative_to(ROOT / "engine" / "catalogue") and path.name != "__init__.py"
        for node in nodes_of(path)
        if isinstance(node, CATALOGUE_MAY_NOT_HOLD)
    ]
    assert findings == []


def names_imported_by(path: Path) -> Iterator[str]:
    """Every dotted name that this module could bring in, submodules and "module:name" texts included."""
    package = module_name(path) if path.name == "__init__.py" else module_name(path).rpartition(".")[0]
    for node in nodes_of(path):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                parts = package.split(".") if level else []
                base = ".".join([*parts[: len(parts) - level + 1], *filter(None, [module])])
                yield base
                yield from (f"{base}.{alias.name}" for alias in names)
            case ast.Constant(value=str() as text) if re.fullmatch(r"\w+(\.\w+)+(:\w+)?", text):
                yield text.partition(":")[0]


def test_no_file_is_dead() -> None:
    imported = {
        name for path in python_files(*PACKAGES) for name in names_imported_by(path) if name != module_name(path)
    }
    # The files of the rooms are loaded by their names.
    imported |= {f"{room}.{aspect}" for room in ROOMS for aspect in get_args(Aspect)}
    findings = [
        f"nothing imports {shown(path)}"
        for path in python_files(*PACKAGES)
        if path.name not in {"__init__.py", "__main__.py"}
        and module_name(path) not in imported
        and module_name(path) not in ENTRY_POINTS
    ]
    assert findings == []


def test_no_file_names_a_machine_or_a_registry() -> None:
    leak = re.compile("|".join(LEAKS))
    findings = []
    for path in all_files():
        data = path.read_bytes()
        text = "" if b"\0" in data else data.decode("utf-8", errors="replace")
        findings += [f"{shown(path)} names {match[0]}" for match in leak.finditer(text)]
    assert findings == []


def test_no_file_holds_the_marks_of_a_merge() -> None:
    marks = re.compile(rb"^(?:<{7}|>{7}) ", re.MULTILINE)
    assert [shown(path) for path in all_files() if marks.search(path.read_bytes())] == []


@pytest.mark.parametrize("name", ["uv.txt", "run.txt", "dev.txt"])
def test_a_lock_holds_hashes_and_no_addresses(name) -> None:
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    entries = [entry for entry in re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE) if not entry.startswith("#")]
    assert entries
    assert [entry for entry in entries if not re.match(r"[\w.-]+==\S+.*\\\n +--hash=sha256:[0-9a-f]{64}", entry)] == []
    assert "://" not in text
    assert "file:" not in text


def test_the_checks_can_do_everything_that_the_program_can() -> None:
    run, dev = (
        set(re.findall(r"^\S+==\S+", (ROOT / "requirements" / name).read_text(encoding="utf-8"), flags=re.MULTILINE))
        for name in ("run.txt", "dev.txt")
    )
    assert run <= dev


def test_no_page_is_read_while_something_may_be_under_way() -> None:
    """News may put another page in the place of the one that is read: `expect` waits, and tests.browser.steady reads at rest."""
    findings = [
        f"{shown(path, node.lineno)} reads .{node.func.attr}() at once"
        for path in python_files("tests")
        if path.parent.name == "browser" and path.name.startswith("test_")
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr in READ_AT_ONCE and not node.args
    ]
    assert findings == []


def test_nobody_is_he_by_default() -> None:
    """A player, a dealer, a banker: nobody knows who it will be, in prose or in names. Only a word list holds the words."""
    alone = r"(?<![a-z])(he|him|his|himself)(?![a-z])"
    in_a_class = r"(?<=[a-z])(He|Him|His|Himself)(?=[A-Z]|\b)"
    by_default = re.compile(f"(?i:{alone})|{in_a_class}")
    texts = [*python_files(*PACKAGES, "migrations"), *(ROOT / name for name in ("README.md", "engine/README.md"))]
    findings = [
        f"{shown(path, number)} says {word}"
        for path in texts
        if shown(path) != "service/language/dictionaries/making.py"
        for number, word in lines_with(by_default, path)
    ]
    assert findings == []


def test_a_docstring_names_only_parameters_that_the_function_has() -> None:
    """Of the words that parameters were often called once; other words in backticks may be anything."""
    named = re.compile("`(told|said|found|seen|heard|drawn)`")
    findings = [
        f"{shown(path, node.lineno)} has no {word}"
        for path in python_files(*PACKAGES)
        for node in functions_of(path)
        for word in named.findall(ast.get_docstring(node) or "")
        if word not in {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
    ]
    assert findings == []


def test_nothing_in_a_package_bears_the_name_of_one_of_its_modules_or_folders() -> None:
    """Whoever imports the module or the folder would put it in the place of what bears its name."""
    findings = []
    for path in python_files(*PACKAGES):
        if path.name != "__init__.py":
            continue
        package = ".".join(path.relative_to(ROOT).parts[:-1])
        within = {entry.name.removesuffix(".py") for entry in path.parent.iterdir()}
        for node in tree_of(path).body:
            bound: list[str] = []
            match node:
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    bound = [name]
                case ast.ImportFrom(module=module, names=names) if module != package:
                    bound = [one.asname or one.name for one in names]
                case ast.Assign(targets=targets):
                    bound = [one.id for one in targets if isinstance(one, ast.Name)]
            findings += [f"{shown(path, node.lineno)} {name}" for name in bound if name in within]
    assert findings == []
