"""Plays a `.night` file into the book, all or nothing: decided line by line in memory, recorded at the end."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import Refusal
from engine.game.definition import Game
from engine.speech import say
from service.app.book import Book
from service.app.clock import time_stated
from service.app.night.lines import correction_in
from service.app.night.open_night import id_by_content, opened
from service.app.people import Company
from service.app.refusals import NOTHING_RECORDED, Declined, Refused, refused
from service.app.seeing import see
from service.book.progress import Tick, silently
from service.book.recording.unit_of_work import IncomingCommand, UnitOfWork
from service.errors import NameNotSayable, NameRefused
from service.language.shorthand import Head, ShorthandError, read_file, read_line
from service.language.shorthand.tokens import shown
from service.reports.views.visible_night import VisibleNight

# How much of a line a sentence repeats.
LINE_SHOWN_MOST = 200


def replay(book: Book, text: str, *, file: str, night_id: str = "", tick: Tick = silently) -> VisibleNight:
    """The night of the file after its last line. Refuses a file with a line that fails, names the line, and records nothing.

    `tick` is called after each line with how many are played and how many there are.
    """
    try:
        head, lines = read_file(text)
    except (ShorthandError, NameRefused, NameNotSayable) as problem:
        line = problem.details.get("line")
        sentence = (
            say("In line {line} of {file}: {refusal}", line=line, file=file, refusal=problem)
            if line
            else _in_the_head(file, str(problem))
        )
        raise Refused(problem, sentence, where={"file": file}) from problem
    company = Company(book, head.club)
    with book.handler() as handler:
        own = [one.game for one in handler.own_games(company.club_id)]
    work = _opened(book, head, company, night_id or id_by_content(book, head, text), file)
    at = work.loaded.records[0].occurred_at
    for done, (number, line) in enumerate(lines, 1):
        where = {"file": file, "line": number, "text": line.strip()}
        try:
            at = _play(work, company, line, at, own)
        except (ShorthandError, Declined) as problem:
            raise Refused(problem, _placed(where, str(problem)), where=where) from problem
        except Refusal as refusal:
            named = refused(refusal, company.names, where=where)
            raise Refused(refusal, _placed(where, named.sentence), typed=named.typed, where=where) from refusal
        tick(done, len(lines))
    company.record(work)
    return see(book, work.loaded.night_id)


def _opened(book: Book, head: Head, company: Company, night_id: str, file: str) -> UnitOfWork:
    try:
        return opened(book, head, company, night_id)
    except Declined as problem:
        raise Refused(problem, _in_the_head(file, str(problem)), where={"file": file}) from problem
    except Refusal as refusal:
        named = refused(refusal, company.names)
        raise Refused(refusal, _in_the_head(file, named.sentence), typed=named.typed, where={"file": file}) from refusal


def _play(work: UnitOfWork, company: Company, line: str, at: str, own: Sequence[Game]) -> str:
    """Takes one line, and returns the time at the table after it."""
    spoken = read_line(line, work.loaded.night, company.names, own)
    if spoken.answer:
        sentence = say("A file plays a night; who agrees to it says so once it is in the book.")
        raise ShorthandError("answer_in_a_file", sentence, line=line)
    if spoken.at:
        at = time_stated(spoken.at, at, work.loaded.night.terms.zone)
    for name in spoken.players:
        company.add(name)
    loaded = work.loaded
    corrected = spoken.correction and correction_in(
        loaded.records, spoken.correction, company.names, work.own_games(loaded.club)
    )
    for command in [corrected] if corrected else spoken.commands:
        work.take(IncomingCommand(command, occurred_at=at))
    return at


def _placed(where: dict[str, object], sentence: str) -> str:
    text = say(
        "Line {line} of {file}, “{text}”: {refusal}",
        line=where["line"],
        file=where["file"],
        text=shown(str(where["text"]), LINE_SHOWN_MOST),
        refusal=sentence,
    )
    return f"{text} {say(NOTHING_RECORDED)}"


def _in_the_head(file: str, sentence: str) -> str:
    return say("In the head of {file}: {refusal}", file=file, refusal=sentence)
