"""Plays a `.night` file into the book, all or nothing: decided line by line in memory, recorded at the end."""

from __future__ import annotations

from collections.abc import Sequence

from cli.backend import views
from cli.backend.book import Book, in_words
from cli.backend.opening import Company, id_by_content, opened
from cli.backend.table_time import time_said
from cli.errors import CliError, NamedRefusal
from engine.errors import Refusal
from engine.game.definition import Game
from service.command_handler import IncomingCommand, UnitOfWork
from service.errors import NameNotSayable, NameRefused
from service.shorthand import Head, ShorthandError, read_file, read_line
from service.shorthand.tokens import shown

# How much of a line a sentence repeats.
LINE_SHOWN_MOST = 200


def replay(book: Book, text: str, *, file: str, night_id: str = "") -> views.NightView:
    """The night of the file after its last line. Refuses a file with a line that fails, names the line, and records nothing."""
    try:
        head, lines = read_file(text)
    except (ShorthandError, NameRefused, NameNotSayable) as problem:
        line = problem.details.get("line")
        sentence = f"In line {line} of {file}: {problem}" if line else f"In the head of {file}: {problem}"
        raise NamedRefusal(problem, sentence, where={"file": file}) from problem
    company = Company(book, head.club)
    own = [one.game for one in book.handler.own_games(company.club.id)]
    work = _opened(book, head, company, night_id or id_by_content(head, text), file)
    at = work.loaded.records[0].occurred_at
    for number, line in lines:
        where = {"file": file, "line": number, "text": line.strip()}
        try:
            at = _play(work, company, line, at, own)
        except (ShorthandError, CliError) as problem:
            raise NamedRefusal(problem, _placed(where, str(problem)), where=where) from problem
        except Refusal as refusal:
            named = in_words(refusal, company.names, where=where)
            raise NamedRefusal(refusal, _placed(where, named.sentence), where=where) from refusal
    return book.now(company.record(book, work))


def _opened(book: Book, head: Head, company: Company, night_id: str, file: str) -> UnitOfWork:
    try:
        return opened(book, head, company, night_id)
    except Refusal as refusal:
        named = in_words(refusal, company.names)
        raise NamedRefusal(refusal, f"In the head of {file}: {named.sentence}", where={"file": file}) from refusal


def _play(work: UnitOfWork, company: Company, line: str, at: str, own: Sequence[Game]) -> str:
    """Takes one line, and returns the time at the table after it."""
    spoken = read_line(line, work.loaded.night, company.names, own)
    for name in spoken.players:
        company.add(name)
    for command in spoken.commands:
        work.take(IncomingCommand(command, occurred_at=at))
    return time_said(spoken.at, at, work.loaded.night.terms.zone) if spoken.at else at


def _placed(where: dict[str, object], sentence: str) -> str:
    return f"Line {where['line']} of {where['file']}, “{shown(str(where['text']), LINE_SHOWN_MOST)}”: {sentence} Nothing was recorded."
