"""`chipbook backup`, `restore`, `move`, `rebuild`, `migrate`, `grant` and `secrets`: the book as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from cli import commands, render, terminal
from cli.book import answers
from cli.completion import known_clubs
from cli.errors import REFUSED
from cli.options import answering, ends_with, yes_option
from cli.terminal import progress
from engine.grammar import counted
from engine.speech import say
from service.app.book import Book
from service.app.running import keeping as use_case
from service.app.running.keeping import ClubKept, back_up, grant_application_role, make_secrets, move_club
from service.app.running.keeping import migrate as migrated
from service.app.running.keeping import rebuild as make_again


@commands.command()
@commands.argument("file")
@answers
def backup(book: Book, *, file: str) -> Iterator[object]:
    """Save the whole book in FILE, which must not exist yet; the table may stay open.

    The backup holds all that was recorded before it began, and is checked before it gets its name. A plain copy of the
    book's file is no backup: the newest acts are in the log beside it.
    """
    with progress(say("Saving")) as tick:
        kept = back_up(book, file, tick=tick)
    yield {"file": file, "clubs": kept}
    _tell(kept, say("The book is saved in {file}.", file=file))


@commands.command()
@commands.argument("file")
@answering
def restore(*, file: str) -> Iterator[object]:
    """Make the book from the backup in FILE. A sound book that is not empty is never overwritten.

    The backup is checked first and the new book afterwards: the file, every chain, every name. A damaged book is put aside
    under another name, which is told, and nothing of it is lost. Stop `chipbook serve` first.
    """
    with progress(say("Restoring")) as tick:
        done = use_case.restore(file, tick=tick)
    if done.put_aside:
        render.aside(say("The damaged book that was there is now {put_aside}.", put_aside=done.put_aside))
    yield {"file": file, "clubs": done.clubs, "put_aside": done.put_aside}
    _tell(done.clubs, say("The book is made from {file}, and holds.", file=file))


def _tell(kept: Sequence[ClubKept], sentence: str) -> None:
    render.line(sentence)
    for club in kept:
        render.line(f"{club.name}: {counted(club.nights, 'night')}, {counted(club.events, 'event')}")
        render.line(say("head {head}", head=club.head), "dim")


@commands.command()
@commands.argument("club", shell_complete=known_clubs)
@commands.option(
    "--to", required=True, metavar="FILE|URL", help="The other book: a file, or postgresql://USER@HOST/DATABASE."
)
@answers
def move(book: Book, *, club: str, to: str) -> Iterator[object]:
    """Copy CLUB, by name or id, into another book: people, games, all its nights with every correction, and jobs that are due.

    Every chain arrives as it is, and is checked there. If the copy is stopped, the same command goes on with it. A club that
    was played on in the other book is refused. This book stays as it is: play on in one of the two only.

    Not copied are passkeys, signed-in devices, links, tokens and the private halves of keys. The answer counts them and
    says what to do in the other book.
    """
    with progress(say("Copying")) as tick:
        moved = move_club(book, club, to, tick=tick)
    yield moved
    events = say("{events}, {added} of them new", events=counted(moved.events, "event"), added=moved.added)
    render.line(
        say(
            "{name} is in the other book with {nights} and {events}; every chain holds there. Play "
            "on in one of the two books only.",
            name=moved.name,
            nights=counted(moved.nights, "night"),
            events=events,
        )
    )
    render.line(say("head {head}", head=moved.head), "dim")
    if moved.stays:
        render.line(say("What stays here:"))
    for one in moved.stays:
        render.indented(one.told)
        for line in one.lines:
            render.indented(line, "dim")


@commands.command()
@yes_option
@answers
def rebuild(book: Book, *, yes: bool) -> Iterator[object]:
    """Make anew what follows from the events: the lists of clubs and nights, the answers to keys, the jobs.

    Events and names are not touched. The jobs are due again, and `chipbook worker` does them; their outcomes and reports are
    the same as before. Jobs that somebody asked for stay as they are. It asks first, because answers to requests that changed
    nothing cannot be made again; without a terminal, it needs --yes.
    """
    nothing = say("Nothing was changed.")
    question = say("Drop lists, answers and jobs, and make them again from the events?")
    if not yes and not terminal.confirmed(question, nothing=nothing, enter=True):
        render.aside(nothing)
        return
    with progress(say("Rebuilding")) as tick:
        done = make_again(book, tick=tick)
    yield {"clubs": done}
    for club in done:
        made = say(
            "{nights}, {answers} and {jobs}",
            nights=counted(club.nights, "night"),
            answers=counted(club.answers, "answer"),
            jobs=counted(club.jobs, "due job"),
        )
        render.line(say("{name}: {made} made again.", name=club.name, made=made))
        if club.answers_dropped:
            dropped = counted(club.answers_dropped, "answer")
            render.line(
                say("{dropped} dropped: their requests changed nothing, so no event tells of them.", dropped=dropped),
                "dim",
            )
    if not done:
        render.line(say("The book holds no club yet."))


@commands.command()
@answering
def migrate() -> Iterator[object]:
    """Bring the book to the schema of this program, and give the role chipbook_app its rights.

    Run it before the new version starts, where the program's own login may not change tables. It signs in by
    CHIPBOOK_MIGRATION_URL, or by CHIPBOOK_DATABASE_URL if that is not set, and may be run again.
    """
    done = migrated()
    yield done
    if not done.before:
        render.line(say("A new book was made at {place}, with schema {after}.", place=done.place, after=done.after))
    elif done.before == done.after:
        render.line(say("The book at {place} has schema {after} already.", place=done.place, after=done.after))
    else:
        render.line(
            say(
                "The book at {place} now has schema {after}; it had {before}.",
                place=done.place,
                after=done.after,
                before=done.before,
            )
        )
    render.line(
        done.skipped or say("The role {role} may read the book and append to it, but change no event.", role=done.role)
    )


@commands.command()
@answers
def grant(book: Book) -> Iterator[object]:
    """Make the role chipbook_app and give it its rights; run it as the owner of the book's tables."""
    skipped = grant_application_role(book)
    if skipped is not None:
        ends_with(REFUSED)
    yield {"granted": skipped is None, "skipped": skipped or ""}
    render.line(skipped or say("The role chipbook_app may read the book and append to it, but change no event."))


@commands.command()
@commands.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@answering
def secrets(*, folder: Path) -> Iterator[object]:
    """Make the passwords and addresses that compose.yaml reads, each in a file of FOLDER.

    Files that are there stay as they are, so that it can be run again after an upgrade. Nothing is shown; the banker's
    token is in FOLDER/token.
    """
    made = make_secrets(folder)
    yield made
    render.line(
        say(
            "{secrets} made in {folder}, {kept} kept.",
            secrets=counted(len(made.made), "secret"),
            folder=made.folder,
            kept=len(made.kept),
        )
    )
    render.line(say("Keep the folder to yourself, out of every backup that others can read."), "dim")
