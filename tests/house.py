"""`make house`: how large the house is, and through how many files a request runs; each beside what is aimed at.

Where an aim is not met, what stands in the way and was tried is told below it. Aims, not limits: nothing fails.
`python -m tests.house --long` also names the files and functions longer than most.
"""

import argparse
import ast
import io
import re
import shutil
import sys
import tempfile
import textwrap
import tokenize
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from engine import commands
from service.book.recording.handler import CommandHandler
from service.book.store.schema import open_book
from service.config import Settings
from service.web.wsgi import create_app
from tests.service.api.evening import AT, TOKEN, Banker, Clock, Table, an_evening
from tests.test_tidy import PACKAGES, ROOT, functions_of, module_name, nodes_of, python_files, shown, tree_of

FILE_LINES = 400
TEST_FILE_LINES = 600
FUNCTION_LINES = 60

REFUSALS_ARE_MADE_BY = ("impossible", "against", "doubt", "row")
# So many acts in one table or tuple list them by hand.
LISTED_ACTS = 8
_SQL = re.compile(
    r"\s*(SELECT|INSERT( OR IGNORE)? INTO|UPDATE \S+ SET|DELETE FROM|WITH \S+ AS|GRANT|REVOKE"
    r"|(CREATE|DROP|ALTER) (OR REPLACE )?(TABLE|TRIGGER|FUNCTION|ROLE|INDEX))\b"
)


class Row(NamedTuple):
    """What was measured, as it is now, and the most that is aimed at."""

    what: str
    now: float
    aim: float

    @property
    def shown(self) -> str:
        """The row as it is printed; one above its aim with what stands in the way."""
        line = f"{self.what:<62}{self.now:>9,g}  aim {self.aim:>7,g}"
        if self.now <= self.aim:
            return line
        return f"{line}  above\n{textwrap.indent(textwrap.fill(IN_THE_WAY.get(self.what, ''), 110), '    ')}"


# By the name of a row: what stands in the way of its aim, and what was tried.
IN_THE_WAY = {
    "Python of the product, lines": (
        "What left (hand histories, compiled rules, replicas, webhooks, the second library for each job) took out about as much as "
        "the page for mistakes, Danish, https, Share and notifications brought in. The tests without the browser run 98 in 100 of its "
        "60,000 statements, so no part is dead, and little stands twice: the last walk through all rooms took out 2,400 lines and 22 "
        "files. A third less would mean to leave out a face or a format that tables use."
    ),
    "of these, lines of code without imports": "The same.",
    "files of the product": (
        "67 only make a folder a package, and 44 others have fewer than 60 lines: mostly kinds of file of small rooms of the engine. "
        "One file a room was tried: structs, folds and rules import one another in a circle, which the contract that folding "
        "holds no rule forbids. What had one reader and the same subject was merged, from 645."
    ),
    "files entered by a raise over HTTP": (
        "23 are the engine's, one for each of its questions (may it be, what comes of it, what follows, how is it said), and eleven "
        "the book's; the answer in words takes twelve of both, which a tap on a page does without (53). Layers in between were merged, "
        "from 96; the others have several importers each."
    ),
    "files entered by the page after it": (
        "39 are the engine's, because every rule that could offer something is asked, 13 the book's, seven are templates. From 97. "
        "To keep what was offered last might offer what is no longer so."
    ),
    "files entered by a correction": "36 are the engine's: what follows on the corrected act is decided again, in its room. From 92.",
    "files entered by a report as JSON": (
        "72 are the engine's: a report weighs the night again by the rules, in the room of each act. From 124. Reports kept "
        "beside the events would be a second truth."
    ),
    "files entered by an append, from the command to the disk": (
        "The seventh is guards.py, which asks back what looks like a slip, before the rules are asked, the eighth filling_in.py, what only "
        "the book knows of an act, for acts that a correction puts in too. codec.py knows the events of the "
        "engine and chain.py only texts and hashes, so that a club's stream and a receipt do without the first. From 21."
    ),
    "lines for one refusal": (
        "Name, code and sentence alone take 3.1 in the fewest lines of 120, and 2.4 without the code, which is kept because whoever "
        "meets one in an answer searches for it. The words that may stand in a sentence and how to go on by a line make 3.7 of it, "
        "heads and families of the tables the rest. It was 6.7 as classes, and 4.9 while rows listed the fields of their sentences."
    ),
    "lines of our own in the server": (
        "A request as WSGI takes it, whole and bounded, about 130; streams read together, about 90; beginning, renewing and ending on "
        "two ports, which granian leaves to whoever embeds it, about 120. a2wsgi gives each half-sent body a thread, asgiref all "
        "requests one. Streams read one by one would save 45, and the bank's bet beside 300 of them took up to 450 ms, not 190."
    ),
    "lines between declared types and sentences": (
        "174 walk the data beside its type, the rest are sentences: what was received, which words are near, how many, patterns in "
        "words, each with its plurals. From 1,500. msgspec alone names one flaw, in an English that may change."
    ),
    "lines of the tests": (
        "Every rule has a test with its source's example; three walks took out what was shown twice, and a fourth nearly 2,000 "
        "lines of form (late annotations, types that nothing checks, a third way to hear Danish, short tests that became rows). "
        "What is left are 5,000 tests of eight lines and 2,600 helpers of seven, of which hardly any stands twice: a short test "
        "takes five lines with its blank ones and its row up to seven once the formatter opens it, so that the last nine that "
        "were turned into rows came out four lines longer. Of the three players of nights at random one might do, at the price of "
        "every kept seed."
    ),
}


def measured() -> list[Row]:
    """Every measure of the house."""
    rooms = rooms_of_the_service()
    return [
        Row("Python of the product, lines", sum(map(_lines, _product())), 75_000),
        Row("of these, lines of code without imports", sum(map(lines_of_code, _product())), 48_000),
        Row("files of the product", len(_product()), 600),
        Row("entries at the top of service/", len(rooms), 12),
        Row("floors of service/", floors(rooms), 9),
        Row("arrows between the entries of service/", sum(map(len, rooms.values())), 60),
        *(Row(f"files entered by {what}", len(files), aim) for what, files, aim in journeys()),
        Row("imports inside functions", sum(1 for path in _product() for _ in late_imports(path)), 20),
        Row("imports by string", sum(1 for path in _product() for _ in imports_by_string(path)), 0),
        Row("statements of SQL as text", sum(1 for path in _product() for _ in statements_of_sql(path)), 10),
        Row("lines for one refusal", round(lines_of_a_refusal(), 1), 3),
        Row("places that list acts by hand outside their rooms", sum(1 for _ in lists_of_acts()), 2),
        Row("lines of our own in the server", _lines(ROOT / "service/api/http/server.py"), 250),
        Row("lines between declared types and sentences", _lines(ROOT / "service/language/validation.py"), 300),
        Row("lines of the tests", sum(map(_lines, python_files("tests"))), 62_000),
    ]


@cache
def _product() -> tuple[Path, ...]:
    return tuple(python_files(*PACKAGES))


def _lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def lines_of_code(path: Path) -> int:
    """The lines that hold code, without imports, docstrings, comments and blank lines."""
    tree, left_out = tree_of(path), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            left_out |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            left_out |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    nothing = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type not in nothing:
            code |= set(range(token.start[0], token.end[0] + 1))
    return len(code - left_out)


def imported_by(path: Path) -> Iterator[str]:
    """The dotted names that a file imports, wherever in it."""
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def rooms_of_the_service() -> dict[str, set[str]]:
    """Each entry at the top of service/, with those that it imports."""
    entries = {
        path.name.removesuffix(".py")
        for path in (ROOT / "service").iterdir()
        if (path.suffix == ".py" and path.stem != "__init__") or any(path.rglob("*.py"))
    }
    rooms: dict[str, set[str]] = {entry: set() for entry in sorted(entries)}
    for path in python_files("service"):
        parts = module_name(path).split(".")
        if len(parts) < 2:
            continue
        for name in imported_by(path):
            other = name.split(".")
            if other[0] == "service" and len(other) > 1 and other[1] in entries and other[1] != parts[1]:
                rooms[parts[1]].add(other[1])
    return rooms


def floors(rooms: dict[str, set[str]]) -> int:
    """The longest way down from room to room; a circle of rooms counts as one floor."""
    reached = {room: _reached_from(room, rooms) for room in rooms}
    circles = {room: frozenset({room, *(one for one in reached[room] if room in reached[one])}) for room in rooms}

    @cache
    def depth(circle: frozenset[str]) -> int:
        below = {circles[other] for room in circle for other in rooms[room]} - {circle}
        return 1 + max(map(depth, below), default=0)

    return max(map(depth, circles.values()))


def _reached_from(room: str, rooms: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    left = [room]
    while left:
        for other in rooms[left.pop()] - found:
            found.add(other)
            left.append(other)
    return found


def journeys() -> Iterator[tuple[str, set[str], int]]:
    """The files of the product that a warm request enters: a raise, the page after it, a correction, a report.

    And those of the book that an append enters.
    """
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with closing(open_book(f"sqlite:///{home / 'book.db'}")) as database:
            settings = Settings(home=home, database_url="", zone=ZoneInfo("UTC"), token=TOKEN)
            app = create_app(settings, database, now=Clock(AT), stream_seconds=0)
            banker = Banker(app.test_client(), TOKEN)
            table = an_evening(banker, rules={"initial_loan": 150, "auto": "none", "rulebook": "standard"})
            anna, bo, carl = (table.ids[name] for name in ("Anna", "Bo", "Carl"))
            table.play({"type": "announce_hand", "game": "Texas Hold'em", "dealer": carl}, {"type": "deal"})

            table.play({"type": "raise", "player": carl, "by": 2})
            page = f"/nights/{table.night}"
            for _ in range(2):
                assert banker.http.get(page, headers=banker.headers).status_code == 200
            version = table.version
            raising = {"type": "raise", "player": anna, "by": 4}
            yield "a raise over HTTP", entered(lambda: table.say(raising, version=version)), 40
            yield "the page after it", entered(lambda: banker.http.get(page, headers=banker.headers)), 50
            last = table.version
            correction = {"changes": [{"version": last, "act": {"type": "raise", "player": anna, "by": 3}}]}
            _corrected(table, correction, last)
            version = table.version
            again = {"changes": [{"version": version, "act": {"type": "raise", "player": anna, "by": 5}}]}
            yield "a correction", entered(lambda: _corrected(table, again, version)), 55
            table.play({"type": "fold", "player": bo}, {"type": "fold", "player": carl})
            assert banker.get(f"{table.path}/report").status_code == 200
            table.play({"type": "give_loan", "player": anna, "chips": 50})
            yield "a report as JSON", entered(lambda: banker.get(f"{table.path}/report")), 60
            handler = CommandHandler(database, Clock(AT))
            handler.load(table.night)
            loan = commands.GiveLoan(player=anna, chips=60)
            appended = entered(lambda: handler.handle(table.night, loan))
            book = str(ROOT / "service/book")
            yield "an append, from the command to the disk", {file for file in appended if file.startswith(book)}, 6
        shutil.rmtree(home / "keys", ignore_errors=True)


def _corrected(table: Table, body: Mapping[str, object], version: int) -> None:
    answer = table.banker.post(f"{table.path}/corrections", body, version=version)
    assert answer.status_code == 201, answer.json


def entered(act: Callable[[], object]) -> set[str]:
    """The files of the product in which a function is called meanwhile."""
    files: set[str] = set()
    inside = tuple(str(ROOT / package) for package in PACKAGES)

    def note(frame: object, event: str, _: object) -> None:
        if event == "call" and (file := frame.f_code.co_filename).startswith(inside):  # type: ignore[attr-defined]
            files.add(file)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(before)
    return files


def late_imports(path: Path) -> Iterator[int]:
    """The lines of the imports inside functions, each once, also in a function within another one."""
    late = (node for function in functions_of(path) for node in ast.walk(function))
    yield from sorted({node.lineno for node in late if isinstance(node, ast.Import | ast.ImportFrom)})


def imports_by_string(path: Path) -> Iterator[int]:
    """The lines that import a module by a text, but those that load rooms of the rules by their folders, and commands when called."""
    if shown(path) in ("engine/registry.py", "cli/commands.py"):
        return
    for node in nodes_of(path):
        if isinstance(node, ast.Call) and _named(node.func) == "import_module":
            yield node.lineno


def statements_of_sql(path: Path) -> Iterator[int]:
    """The lines of the texts that are statements of SQL."""
    for node in nodes_of(path):
        match node:
            case ast.Constant(value=str() as text) if _SQL.match(text):
                yield node.lineno
            case ast.JoinedStr(values=[ast.Constant(value=str() as text), *_]) if _SQL.match(text):
                yield node.lineno


def lines_of_a_refusal() -> float:
    """How many lines one refusal takes in the files that hold little else, their heads and blank lines included."""
    lines, refusals = 0, 0
    for path in _product():
        held = [node for node in tree_of(path).body if not isinstance(node, ast.Import | ast.ImportFrom)]
        made = sum(map(_is_a_refusal, held))
        if made > len(held) / 2:
            lines, refusals = lines + _lines(path), refusals + made
    return lines / max(1, refusals)


def _is_a_refusal(node: ast.stmt) -> bool:
    """Whether it is a class with a code, or the row of one: `name = maker("code", "sentence")`."""
    match node:
        case ast.ClassDef():
            return any(_names_a_code(each) for each in node.body)
        case ast.Assign(value=ast.Call(func=function, args=[ast.Constant(value=str()), *_])):
            return _named(function) in REFUSALS_ARE_MADE_BY
        case _:
            return False


def _names_a_code(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and any(
        getattr(name, "id", "") == "code" for target in node.targets for name in ast.walk(target)
    )


def lists_of_acts() -> Iterator[str]:
    """The tables and tuples outside the rooms of acts that list acts by their types."""
    names = {kind.__name__ for kind in commands.ALL}
    for path in _product():
        if path.name in ("acts.py", "commands.py", "rule.py", "facts.py", "offers.py", "text.py"):
            continue
        for node in nodes_of(path):
            match node:
                case ast.Dict(keys=entries) | ast.Set(elts=entries) | ast.Tuple(elts=entries) | ast.List(elts=entries):
                    # A step of a script may have the name of the act that is done at it.
                    acts = (one for one in entries if getattr(getattr(one, "value", None), "id", "") != "steps")
                    if len({name for one in acts if (name := _named(one)) in names}) >= LISTED_ACTS:
                        yield shown(path, node.lineno)
                case _:
                    pass


def _named(node: ast.expr | None) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def long_places() -> Iterator[str]:
    """A sentence for each file and each function of the program above its usual length."""
    for path in python_files(*PACKAGES, "migrations", "tests"):
        lines = _lines(path)
        if lines > (TEST_FILE_LINES if shown(path).startswith("tests/") else FILE_LINES):
            yield f"{shown(path)} has {lines} lines."
    for path in _product():
        for function in functions_of(path):
            lines = (function.end_lineno or function.lineno) - function.lineno + 1
            if lines > FUNCTION_LINES:
                yield f"{shown(path)}: {function.name} has {lines} lines."


def details() -> Iterator[tuple[str, Iterable[str]]]:
    """What the measures count, by file: where to look."""
    for what, found in (
        ("imports inside functions", late_imports),
        ("imports by string", imports_by_string),
        ("statements of SQL", statements_of_sql),
    ):
        by_file = {shown(path): lines for path in _product() if (lines := len(list(found(path))))}
        yield what, (f"{lines:>4} {file}" for file, lines in sorted(by_file.items(), key=lambda one: -one[1]))
    yield "lists of acts", lists_of_acts()
    for what, files, _ in journeys():
        by_room: defaultdict[str, int] = defaultdict(int)
        for file in files:
            by_room[shown(Path(file)).rpartition("/")[0]] += 1
        yield f"files entered by {what}", (f"{number:>4} {room}" for room, number in sorted(by_room.items()))


def main() -> None:
    """Prints the measures."""
    words = argparse.ArgumentParser(prog="python -m tests.house", description="How large the house is.")
    words.add_argument("--long", action="store_true", help="name the longest files and functions, and measure nothing")
    words.add_argument("--where", action="store_true", help="say where what is counted stands")
    said = words.parse_args()
    if said.long:
        sys.stdout.writelines(f"Long: {sentence}\n" for sentence in long_places())
        return
    sys.stdout.writelines(f"{row.shown}\n" for row in measured())
    if said.where:
        for what, lines in details():
            sys.stdout.writelines((f"\n{what}\n", *(f"  {line}\n" for line in lines)))


if __name__ == "__main__":
    main()
