"""The command `chipbook`: its nouns, and every refusal as one sentence."""

from __future__ import annotations

import atexit
import errno
import gc
import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NoReturn

import click

from cli import commands
from cli.commands import LazyGroup, gone, help_text
from engine.speech import say, to_say

# Each noun by its heading, with its command, which is imported only when it is called, and what `chipbook --help` says of it.
GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    to_say("Play"): {
        "demo": ("cli.demo:demo", "A night from opening to settlement, on a book of its own."),
        "serve": ("cli.running:serve", "Serve the pages to the phones at the table, and the API."),
        "table": ("cli.prompt.table:table", "The prompt for a night of play: one line, one act."),
        "night": ("cli.night.night:night", "Open, show, close and settle nights."),
        "bank": ("cli.lines:bank", "One line for the bank: loans, chips for money, counts."),
        "hand": ("cli.lines:hand", "One line of a hand: announce, bet, deal, show, win."),
        "request": ("cli.lines:request", "What players ask for and confirm, and the banker's answer."),
        "dispute": ("cli.lines:dispute", "Dispute an event of a night, answer, resolve or withdraw a dispute."),
        "log": ("cli.night.night:log", "The last events of a night, and their numbers."),
        "undo": ("cli.putting_right:undo", "Take back what was said last, after showing what that changes."),
        "strike": ("cli.lines:strike", "Take back an event by its number, after showing what that changes."),
        "correct": ("cli.lines:correct", "Put right a mistyped event, even hands later."),
        "insert": ("cli.lines:insert", "Put in an act that was forgotten."),
        "replay": ("cli.night.opening:replay", "Record a .night file, all of it or nothing."),
        "help": ("cli.help:help_", "The reference: lines, games, settings, the API and more."),
    },
    to_say("Afterwards"): {
        "report": ("cli.reports:report", "The report of a night: text, page, PDF, picture, spreadsheet, data."),
        "standings": ("cli.reports:standings", "Who won and lost over many nights; one player's season."),
        "audit": ("cli.audit:audit", "Look into a night: the table at any moment, why chips moved, what if."),
        "receipt": ("cli.looking_back:receipt", "A signed receipt of a night, for a machine without the book."),
    },
    to_say("People and club"): {
        "club": ("cli.club.club:club", "A club: members and roles, chips, house rules, nights and debts."),
        "players": (
            "cli.club.players:players",
            "The people of a club, how they are paid, and who is named in standings.",
        ),
    },
    to_say("Games"): {
        "games": ("cli.games.games:games", "The games of all rulebooks and your own, and their rules."),
        "judge": ("cli.games.judge:judge", "The rules lawyer: who wins with these cards, and by which rule."),
        "simulate": ("cli.games.simulate:simulate", "Play random nights and check that everything holds."),
    },
    to_say("Keep and prove"): {
        "backup": ("cli.keeping:backup", "Save the whole book in a file, also while the table is open."),
        "restore": ("cli.keeping:restore", "Make a book from a backup, and check it."),
        "export": ("cli.exports:export", "Write a whole night to a file, chain intact, or as a ledger."),
        "import": ("cli.imports:import_", "Import a PokerNow log, a ledger or a whole night."),
        "move": ("cli.keeping:move", "Copy a club into another book, chains intact."),
        "verify": ("cli.looking_back:verify", "Check that nothing in the book was changed, and that it adds up."),
        "rebuild": ("cli.keeping:rebuild", "Make the lists, answers and jobs anew from the events."),
    },
    to_say("Server"): {
        "doctor": ("cli.health:doctor", "Check this installation, and say how to mend what is wrong."),
        "alive": ("cli.health:alive", "For health checks: is the server, worker or clock alive?"),
        "tls": ("cli.running:tls", "The certificate for https in the house: what it is for, and a new one."),
        "worker": ("cli.running:worker", "Do the jobs that follow a night: reconcile, settle, report, verify."),
        "beat": ("cli.running:beat", "Keep the clock for workers on other machines."),
        "jobs": ("cli.jobs:jobs", "The jobs after a night: what is due, what failed, and trying again."),
        "secrets": ("cli.keeping:secrets", "Make the passwords that compose.yaml reads, each in a file."),
        "grant": ("cli.keeping:grant", "On PostgreSQL: a role that may only read and append."),
        "migrate": ("cli.keeping:migrate", "Bring the book to the schema of this program, as its owner."),
    },
}
COMMANDS = {name: where for part in GROUPS.values() for name, where in part.items()}

EPILOG = """\
Begin with `chipbook demo`, then `chipbook night open` and `chipbook table`. The book is in the folder CHIPBOOK_HOME
(~/.chipbook), or where CHIPBOOK_DATABASE_URL says. With --json most commands answer as data. `chipbook help refusals` has the
exit codes.
"""

INTERRUPTED = 130
# How many new objects there are before Python looks for cycles among them: loading the program makes many, and no cycles
# that end before it does.
COLLECTED_AT = (200_000, 30, 30)


class Chipbook(LazyGroup):
    """The group of all nouns. No refusal ever shows a traceback."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            if instead := self._with_its_noun(ctx, args):
                raise gone(args[0], instead, ctx) from None
            raise

    def _with_its_noun(self, ctx: click.Context, args: Sequence[str]) -> str:
        """What was typed, in English and with the noun that it lacks: `night open`, `bank sit anna`; empty if none makes sense of it."""
        # Hardly anything that is typed needs the words of a line.
        from service.language.shorthand import VOCABULARY, in_english  # noqa: PLC0415

        _, night, _ = super().resolve_command(ctx, ["night"])
        assert isinstance(night, click.Group)
        first, second = (in_english(word.casefold()) for word in (*args, "")[:2])
        if first in COMMANDS or first in night.commands:
            return " ".join((*(() if first in COMMANDS else ("night",)), first, *args[1:]))
        is_line = first in VOCABULARY or second in VOCABULARY or second.lstrip("+-=").isdecimal()
        return " ".join(("bank", *args)) if is_line else ""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for heading, part in GROUPS.items():
            with formatter.section(say(heading)):
                formatter.write_dl([(f"{name:<{width}}", help_text(text)) for name, (_, text) in part.items()])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        formatter.write_text(str(self.epilog))

    def main(self, args: Sequence[str] | None = None, *more: Any, **extra: Any) -> NoReturn:
        """Runs one command and ends the program with its exit code; no refusal ever shows a traceback."""
        words = list(sys.argv[1:] if args is None else args)
        gc.set_threshold(*COLLECTED_AT)
        # When it ends, Python looks through every object for cycles, which would take as long as most commands.
        atexit.register(gc.freeze)
        _write_any_text()
        try:
            spoken = _spoken(os.environ)
        except Exception as problem:  # noqa: BLE001 - what is no refusal is raised again.
            sys.exit(_refused(problem, as_json="--json" in words))
        with spoken:
            code = self._run(words, *more, **extra)
        sys.exit(code if isinstance(code, int) else 0)

    def _run(self, words: list[str], *more: Any, **extra: Any) -> Any:
        """Runs one command and returns its exit code."""
        try:
            code = super().main(words, *more, **extra | {"prog_name": "chipbook", "standalone_mode": False})
            _flush()
        except click.exceptions.Exit as done:
            return done.exit_code
        except (click.Abort, KeyboardInterrupt):
            return INTERRUPTED
        except click.exceptions.NoArgsIsHelpError as help_wanted:
            click.echo(help_wanted.format_message())
            return help_wanted.exit_code
        except OSError as broken:
            _forget_output()
            return 0 if broken.errno == errno.EPIPE else _unwritten(broken)
        except Exception as problem:  # noqa: BLE001 - what is no refusal is raised again.
            return _refused(problem, as_json="--json" in words)
        return code


def _spoken(environ: Mapping[str, str]) -> AbstractContextManager[None]:
    """The language of the settings, else of the terminal, for as long as a command runs."""
    locale = next(filter(None, map(environ.get, ("CHIPBOOK_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))), "C")
    if re.split("[_.@]", locale, maxsplit=1)[0] in ("en", "C", "POSIX"):
        return nullcontext()
    # The catalogues and their library are loaded only for whom they serve.
    from service.config import language_of  # noqa: PLC0415
    from service.language.languages import LANGUAGES, in_language  # noqa: PLC0415

    return in_language(LANGUAGES[language_of(environ)])


def _write_any_text() -> None:
    """Prints a question mark for a character that the terminal's encoding lacks, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _flush() -> None:
    sys.stdout.flush()


def _forget_output() -> None:
    """The reader of the pipe has gone: discards buffered output, so that the program ends without an error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _unwritten(problem: OSError) -> int:
    """Says that output could not be written; what was recorded before stays in the book."""
    # It loads every refusal of the book, and most output is written.
    from service.errors.system import reason_of  # noqa: PLC0415

    click.echo(say("The output could not be written: {strerror}.", strerror=reason_of(problem)), err=True)
    return 1


def _refused(problem: Exception, *, as_json: bool) -> int:
    """Says what was refused and returns the exit code. A fault of the program is raised again."""
    # It knows the refusals of the whole book, and most commands are not refused.
    from cli import failures  # noqa: PLC0415

    failure = failures.failure_of(problem)
    if failure is None:
        raise problem
    failures.tell(failure, as_json=as_json)
    return int(failure.exit_code)


@commands.group(
    cls=Chipbook,
    lazy=COMMANDS,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(
    None, "-V", "--version", cls=commands.Option, package_name="chipbook", message="chipbook %(version)s"
)
def main() -> None:
    """Keeps the book of a home card game: every chip, every card, every debt, provably."""
