"""`chipbook serve`, `worker` and `beat`: the book over HTTP, the jobs of the book, and the clock."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

from cli import commands, render
from cli.demo_book import make_demo_book
from cli.options import answering
from cli.terminal import may_open, open_page
from engine.speech import say
from service.app.running.addresses import own_address
from service.app.running.certificates import certificate_for, certificate_of_tailscale, names_here
from service.config import load_settings
from service.jobs import serving
from service.language.local_time import day_text
from service.web.serve import run

# The settings that say where one's own book lies.
OF_THE_BOOK = ("CHIPBOOK_DATABASE_URL", "CHIPBOOK_DATABASE_URL_FILE", "CHIPBOOK_REDIS_URL", "CHIPBOOK_KEYS")


FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@commands.command()
@commands.option(
    "--host",
    default="",
    help="Where to listen; 0.0.0.0 for phones at the table, :: by IPv6 too. Default: CHIPBOOK_HOST.",
)
@commands.option("--port", default=0, type=click.IntRange(0, 65535), help="The port. Default: CHIPBOOK_PORT.")
@commands.option("--cert", type=FILE, help="Serve with TLS: a file with the certificate, as PEM. It needs --key.")
@commands.option("--key", type=FILE, help="The file with the key of the certificate.")
@commands.flag(
    "--tls", "Serve https too, for phones that trust the certificate this book makes for the house: `/trust` shows how."
)
@commands.option(
    "--tls-port", default=8443, show_default=True, type=click.IntRange(1, 65535), help="Where --tls serves https."
)
@commands.flag("--tailscale", "Serve https by the name and with the certificate that Tailscale gives this machine.")
@commands.flag("--new-token", "Make a new banker's token; earlier ones stop working.")
@commands.flag("--demo", "A book of its own with the demo night and an evening in play; yours is not touched.")
@commands.option(
    "--into", default="build/demo-table", show_default=True, metavar="FOLDER", help="The folder for the book of --demo."
)
@commands.flag("--open", "Open the page in the browser of this machine, if it has one.", to="opens")
def serve(
    *,
    host: str,
    port: int,
    cert: Path | None,
    key: Path | None,
    tls: bool,
    tls_port: int,
    tailscale: bool,
    new_token: bool,
    demo: bool,
    into: str,
    opens: bool,
) -> None:
    """Serve the pages and the API until stopped.

    The first start shows a token for programs, once. A browser gets in by a link: on an empty book it founds the first
    club; later it signs in a banker, and is shown only on a terminal.
    """
    if bool(cert) != bool(key):
        raise click.UsageError(say("--cert and --key go together."))
    if tls + tailscale + bool(cert) > 1:
        raise click.UsageError(
            say("--tls and --tailscale bring a certificate each, --cert and --key give one: choose one.")
        )
    environ = dict(os.environ)
    if demo:
        folder = Path(into).expanduser()
        url = make_demo_book(folder)
        # It holds nobody's secrets, and a phone is what it is to be tried on.
        host = host or "0.0.0.0"  # noqa: S104
        environ = {name: value for name, value in environ.items() if name not in OF_THE_BOOK} | {
            "CHIPBOOK_HOME": str(folder),
            "CHIPBOOK_DATABASE_URL": url,
        }
    if tailscale:
        settings = load_settings(environ)
        name, cert, key = certificate_of_tailscale(settings.home)
        host = host or "0.0.0.0"  # noqa: S104
        # Its name is known wherever its owner's devices are, so every link has it.
        environ = {"CHIPBOOK_URL": f"https://{name}:{port or settings.port}"} | environ
    # What is served for a try is signed in to by whoever started it, also where its output goes to a file.
    is_read = demo or sys.stdout.isatty()
    run(
        environ,
        host=host,
        port=port,
        new_token=new_token,
        show=_at_once,
        is_read=is_read,
        opens=open_page if opens and may_open() else None,
        cert=cert,
        key=key,
        tls_port=tls_port if tls else None,
    )


def _at_once(text: str) -> None:
    """Prints a line that somebody waits for, also where the output goes to a file or to another program."""
    if "://" in text:
        # A link that is laid out over two lines can be neither clicked nor copied; the terminal breaks it by itself.
        render.raw(f"{text}\n")
    else:
        render.line(text)
    sys.stdout.flush()


@commands.command()
@commands.flag("--renew", "Make a new certificate; phones that trust the house trust it too.")
@answering
def tls(*, renew: bool) -> Iterator[object]:
    """Show the certificate of `chipbook serve --tls`, or make it.

    `serve --tls` makes a new one by itself, also while it runs, when an address is new or fewer than 90 days are left. The authority that signs
    it is made once and stays for ten years; its key never leaves the folder.
    """
    settings = load_settings(os.environ)
    names = names_here(settings.name, at=own_address())
    made = certificate_for(settings.home, names, datetime.now(UTC), anew=renew)
    yield {
        "authority": str(made.authority),
        "names": made.names,
        "ends": made.ends.isoformat(),
        "fingerprint": made.fingerprint,
    }
    render.line(
        say("For {names}, until {day}.", names=", ".join(made.names), day=day_text(made.ends.date().isoformat()))
    )
    render.line(
        say(
            "The authority is in {file}; its SHA-256 is {fingerprint}.",
            file=made.authority,
            fingerprint=made.fingerprint,
        )
    )


THREADS_MAX = 32
QUEUES = ("settle", "reconcile", "report", "remind", "notify", "import", "verify")


def _queues(context: click.Context, parameter: click.Parameter, text: str) -> tuple[str, ...]:
    """The queues of a text with commas between them. Refuses one that is none."""
    wanted = tuple(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))
    for word in wanted:
        if word not in QUEUES:
            raise click.BadParameter(
                say("{word} is no queue; choose from {queues}.", word=word, queues=", ".join(QUEUES)),
                context,
                parameter,
            )
    return tuple(queue for queue in QUEUES if queue in wanted) or QUEUES


@commands.command()
@commands.option(
    "--threads",
    default=2,
    show_default=True,
    type=click.IntRange(1, THREADS_MAX),
    help="How many jobs at a time, with Redis. One of them is kept free of long jobs.",
)
@commands.option(
    "--queues",
    default="",
    metavar="NAMES",
    callback=_queues,
    help=f"Only jobs of these, with commas between them: {', '.join(QUEUES)}.  [all]",
)
@commands.option(
    "--beat/--no-beat", "beats", default=True, help="Keep the clock too; not needed where `chipbook beat` runs."
)
def worker(*, threads: int, queues: tuple[str, ...], beats: bool) -> None:
    """Do the jobs of the book until stopped.

    With CHIPBOOK_REDIS_URL, the broker says which jobs are due, and any number of workers may run, on any machine; without
    it, the worker looks for jobs itself and does those of every queue. A job takes effect once, even if several workers begin it.
    `chipbook jobs` lists the jobs.
    """
    serving.run(serving.Duty(threads=threads, queues=queues, beats=beats), say=render.aside)


@commands.command()
def beat() -> None:
    """Keep the clock for workers that run with --no-beat: ask for what is due every day, until stopped.

    Two at once do no harm. It needs CHIPBOOK_REDIS_URL.
    """
    serving.beat(say=render.aside)
