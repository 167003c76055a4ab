"""`chipbook verify`: checks whether the book is as it was written, and whether it holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cli import render, result_screens
from cli.errors import DOES_NOT_HOLD, NEWER_RULES
from cli.options import json_option, night_argument, with_book
from cli.progress import progress

if TYPE_CHECKING:
    from cli.backend import Book
    from service.proof.results import Proof


@click.command()
@night_argument
@click.option("--head", default="", metavar="HASH", help="A head noted earlier: it reveals a cut or rewritten book.")
@click.option("--all", "everything", is_flag=True, help="Every night, and the file itself.")
@json_option
@with_book
def verify(book: Book, *, night: str, head: str, everything: bool, as_json: bool) -> None:
    """Check chain, events, postings, invariants, rules, own games and answers of a night; without NIGHT, of the newest.

    The chain shows that nothing inside a night was changed, left out or put in. Only a head that
    was kept outside the book can show that its end was not cut off and that it was not rewritten as a whole: give the
    head with --head. The end of the answer says what no check can show, for example who an id stands for.
    """
    from cli.backend import checks

    if head and not re.fullmatch(r"[0-9a-fA-F]{64}", head.strip()):
        raise click.BadParameter(f"{head} is not a head: a head has 64 hexadecimal digits.", param_hint="--head")
    if everything and (night or head):
        raise click.UsageError("--all checks every night; give no night and no head with it.")
    with progress("Verifying") as tick:
        verdicts = (
            checks.verify_all(book, tick=tick)
            if everything
            else [checks.verify(book, book.find_id(night), head=head.strip().lower())]
        )
    if as_json:
        render.as_json({"holds": all(one.holds for one in verdicts), "nights": verdicts})
    else:
        for verdict in verdicts:
            result_screens.verdict(verdict)
    code = _exit_code(verdicts)
    if code:
        click.get_current_context().exit(code)


def _exit_code(verdicts: Sequence[Proof]) -> int:
    if any(not one.holds and not one.only_newer_rules for one in verdicts):
        return DOES_NOT_HOLD
    return 0 if all(one.holds for one in verdicts) else NEWER_RULES
