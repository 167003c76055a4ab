"""`chipbook demo`: plays a whole night into a book of its own, from opening to settlement, with checks and report."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from cli import commands, render
from cli.demo_book import SCRIPT, script
from cli.errors import DOES_NOT_HOLD, CliError
from cli.options import json_option, write_bytes, write_text
from cli.screens import night_screens, result_screens
from cli.terminal import may_open
from engine.speech import say, to_say_as
from service.app.book import Book
from service.app.looking_back.report import as_html, as_text, report
from service.app.looking_back.verify import verify_night
from service.app.night.lines import replay
from service.app.seeing import see, where_it_stands
from service.errors.system import reason_of
from service.reports.forms import to_json
from service.reports.views.night import NightView, waits_for
from service.reports.views.verification import Proof

# The files of an earlier demo, which are removed first.
BOOK, PAGE, TEXT, DATA = "demo.db", "report.html", "report.txt", "report.json"
OLD = (BOOK, BOOK + "-wal", BOOK + "-shm", PAGE, TEXT, DATA)


@commands.command()
@commands.option(
    "--into", default="build/demo", show_default=True, metavar="FOLDER", help="The folder for its book and report."
)
@commands.flag(
    "--open", "At the end open a table in play in this machine's browser, if it has one, until Ctrl-C.", to="opens"
)
@json_option
def demo(*, into: str, opens: bool, as_json: bool) -> None:
    """Play a night into a new book; show standings, transfers and checks, and write the report as HTML, text and JSON.

    Your own book is not touched.
    """
    folder = _fresh(Path(into).expanduser())
    with Book.open(f"sqlite:///{(folder / BOOK).absolute()}", makes=True) as book:
        night = replay(book, script(), file=SCRIPT)
        now = where_it_stands(book, see(book, night.night_id, sees_cards=as_json))
        verdict = verify_night(book, night.night_id)
        night_report = report(book, night.night_id)
        write_text(str(folder / PAGE), as_html(book, night.night_id))
        write_text(str(folder / TEXT), as_text(night_report))
        write_bytes(str(folder / DATA), to_json(night_report))
    if as_json:
        files = {"book": BOOK, "report_html": PAGE, "report_text": TEXT, "report_json": DATA}
        render.as_json({"night": now, "verdict": verdict, **{key: str(folder / name) for key, name in files.items()}})
    else:
        _show(now, waits_for(night), verdict, folder)
    if not verdict.holds:
        click.get_current_context().exit(DOES_NOT_HOLD)
    if opens and not as_json and may_open():
        # Only whoever wants the page needs the server.
        from cli.running import serve  # noqa: PLC0415

        click.get_current_context().invoke(serve, demo=True, into=f"{into.rstrip('/')}-table", opens=True)


def _fresh(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in OLD:
            (folder / name).unlink(missing_ok=True)
    except OSError as problem:
        sentence = say(
            "The demo cannot be written to {folder}: {strerror}; name another folder with --into.",
            folder=folder,
            strerror=reason_of(problem),
        )
        raise CliError("folder_not_writable", sentence, details={"folder": str(folder)}) from problem
    return folder


def _show(now: NightView, lines: Sequence[str], verdict: Proof, folder: Path) -> None:
    night_screens.played(now, lines)
    render.line()
    result_screens.verdict(verdict)
    render.line()
    files = {
        "book": BOOK,
        to_say_as("column", "report"): PAGE,
        to_say_as("column", "as text"): TEXT,
        to_say_as("column", "as JSON"): DATA,
    }
    render.facts({what: str(folder / name) for what, name in files.items()})
    url = shlex.quote(f"sqlite:///{folder / BOOK}")
    program = "chipbook" if shutil.which("chipbook") else shlex.quote(os.path.relpath(sys.argv[0]))
    render.line(say("Look around: CHIPBOOK_DATABASE_URL={url} {program} night show", url=url, program=program), "cyan")
    render.line(say("On a phone or in the browser: {program} serve --demo", program=program), "cyan")
