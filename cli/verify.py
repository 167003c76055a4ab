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
    from service.app.book import Book
    from service.views.verification import BookProof, Proof


@click.command()
@night_argument
@click.option("--head", default=None, metavar="HASH", help="A head noted earlier: it reveals a cut or rewritten book.")
@click.option("--club", default="", metavar="NAME", help="A whole club: its members, its games and all its nights.")
@click.option("--all", "everything", is_flag=True, help="Every club and night, and the file itself.")
@json_option
@with_book
def verify(book: Book, *, night: str, head: str | None, club: str, everything: bool, as_json: bool) -> None:
    """Check chain, events, postings, invariants, rules, names and answers of a night; without NIGHT, of the newest.

    The chain shows that nothing inside a night was changed, left out or put in. Only a head that
    was kept outside the book can show that its end was not cut off and that it was not rewritten as a whole: give the
    head with --head. One head of a club, given with --club, vouches for all its nights, members and games.
    The end of the answer says what no check can show.
    """
    from service.app.finding import find_id
    from service.app.people import club_called
    from service.app.verify import verify_book, verify_club, verify_night
    from service.views.verification import BookProof

    if head is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", head.strip()):
        raise click.BadParameter(f"{head} is not a head: a head has 64 hexadecimal digits.", param_hint="--head")
    if everything and (night or head or club):
        raise click.UsageError("--all checks every night; give no night, no club and no head with it.")
    if club and night:
        raise click.UsageError("--club checks every night of the club; give no night with it.")
    head = (head or "").strip().lower()
    told: BookProof | Proof
    if everything:
        with progress("Verifying") as tick:
            told = verify_book(book, tick=tick)
    elif found := club_called(book, club) if club else None:
        told = verify_club(book, found.id, head=head)
    else:
        told = verify_night(book, find_id(book, night), head=head)
    proofs = told.proofs if isinstance(told, BookProof) else (told,)
    if as_json:
        render.as_json(told)
    else:
        for proof in proofs:
            result_screens.verdict(proof)
    code = _exit_code(proofs)
    if code:
        click.get_current_context().exit(code)


def _exit_code(proofs: Sequence[Proof]) -> int:
    if any(not one.holds and not one.only_newer_rules for one in proofs):
        return DOES_NOT_HOLD
    return 0 if all(one.holds for one in proofs) else NEWER_RULES
