"""`chipbook verify` and `receipt`: what the book proves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import click

from cli import commands, render
from cli.book import answers
from cli.completion import known_clubs, known_players
from cli.errors import DOES_NOT_HOLD, NEWER_RULES
from cli.options import answering, ends_with, json_option, of_a_night, output_option, put, read_bytes
from cli.screens import result_screens
from cli.terminal import progress
from engine.speech import say
from service.app.book import Book
from service.app.looking_back.receipts import (
    BYTES_MAX,
    Receipt,
    ReceiptProof,
    SignedHead,
    holder_called,
    is_fingerprint,
    receipt_text,
    verify_head,
    verify_receipt,
    with_the_book,
)
from service.app.looking_back.verify import verify_book, verify_club, verify_night
from service.app.people import club_called
from service.app.seeing import find_id
from service.reports.views.verification import BookProof, Proof


@commands.command()
@of_a_night
@commands.option(
    "--head", default=None, metavar="HASH", help="A head noted earlier: it reveals a cut or rewritten book."
)
@commands.word("--club NAME", "A whole club: its members, its games and all its nights.", known_clubs)
@commands.flag("--all", "Every club and night, and the file itself.", to="everything")
@commands.word("--receipt FILE", "A receipt, on any machine: it needs no book.")
@commands.word("--after FILE", "With --receipt: an earlier one, which it should continue.")
@commands.word("--qr TEXT", "The signed head, as the QR code of a report says it.")
@commands.word("--fingerprint HEX", "What the key should be, as `club key` shows it.")
@commands.flag("--with-book", "Compare receipt or signed head with the book here.", to="beside_book")
@json_option
def verify(
    *, receipt: str, after: str, qr: str, fingerprint: str, beside_book: bool, as_json: bool, **of_the_book: Any
) -> None:
    """Check chain, events, postings, invariants, rules, names and answers of a night; without NIGHT, of the newest.

    The chain shows that nothing inside a night was changed, left out or put in. Only a head that
    was kept outside the book can show that its end was not cut off and that it was not rewritten as a whole: give the
    head with --head. One head of a club, given with --club, vouches for all its nights, members and games.
    The end of the answer says what no check can show.
    """
    if receipt or qr:
        if any(of_the_book.values()):
            raise click.UsageError(
                say("--receipt and --qr say themselves which night they are of; give no other with them.")
            )
        if after and (qr or not receipt):
            raise click.UsageError(say("--after compares two receipts; give the later one with --receipt."))
        _verify_paper(
            receipt=receipt, after=after, qr=qr, fingerprint=fingerprint, beside_book=beside_book, as_json=as_json
        )
    elif after or fingerprint or beside_book:
        raise click.UsageError(
            say("--after, --fingerprint and --with-book are for a receipt; give one with --receipt or --qr.")
        )
    else:
        _verify_book(as_json=as_json, **of_the_book)


@answers
def _verify_book(book: Book, *, night: str, head: str | None, club: str, everything: bool) -> Iterator[object]:
    """A night, a club or the whole book."""
    if head is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", head.strip()):
        raise click.BadParameter(
            say("{head} is not a head: a head has 64 hexadecimal digits.", head=head), param_hint="--head"
        )
    if everything and (night or head or club):
        raise click.UsageError(say("--all checks every night; give no night, no club and no head with it."))
    if club and night:
        raise click.UsageError(say("--club checks every night of the club; give no night with it."))
    head = (head or "").strip().lower()
    result: BookProof | Proof
    if everything:
        with progress(say("Verifying")) as tick:
            result = verify_book(book, tick=tick)
    elif listed := club_called(book, club) if club else None:
        result = verify_club(book, listed.id, head=head)
    else:
        result = verify_night(book, find_id(book, night), head=head)
    proofs = result.proofs if isinstance(result, BookProof) else (result,)
    ends_with(_exit_code(proofs))
    yield result
    for proof in proofs:
        result_screens.verdict(proof)


def _exit_code(proofs: Sequence[Proof]) -> int:
    if any(not one.holds and not one.only_newer_rules for one in proofs):
        return DOES_NOT_HOLD
    return 0 if all(one.holds for one in proofs) else NEWER_RULES


@answering
def _verify_paper(*, receipt: str, after: str, qr: str, fingerprint: str, beside_book: bool) -> Iterator[object]:
    """A receipt or a signed head. No book is opened unless it is asked for."""
    if fingerprint and not is_fingerprint(fingerprint):
        raise click.BadParameter(
            say("{fingerprint} is no fingerprint: it has 32 hexadecimal digits.", fingerprint=fingerprint),
            param_hint="--fingerprint",
        )
    content = read_bytes(receipt, BYTES_MAX + 1) if receipt else None
    earlier = read_bytes(after, BYTES_MAX + 1) if after else None
    proof: ReceiptProof
    result: Receipt | SignedHead | None
    if qr:
        proof, result = verify_head(qr, receipt=content, expected=fingerprint)
    else:
        proof, result = verify_receipt(content or b"", after=earlier, expected=fingerprint)
    if beside_book:
        proof = _beside_book(proof, result)
    if not proof.holds:
        ends_with(DOES_NOT_HOLD)
    yield proof
    result_screens.receipt(proof)


def _beside_book(proof: ReceiptProof, result: Receipt | SignedHead | None) -> ReceiptProof:
    """The same, and whether the book here says what the paper says."""
    with Book.open() as book:
        return with_the_book(book, proof, result)


@commands.command()
@of_a_night
@commands.word("--player NAME", "For this player, with their own events in full.", known_players)
@output_option
@answers
def receipt(book: Book, *, night: str, player: str, output: str) -> Iterator[object]:
    """The receipt of a night, signed with the key of its club; without NIGHT, of the newest.

    It holds the digest of every event, the head, the results, the plan and the payments. `chipbook verify --receipt FILE`
    verifies it on a machine that has no book. A club without a key gets one. What is written is JSON with or without --json.
    """
    night_id = find_id(book, night)
    holder = holder_called(book, night_id, player) if player else ""
    text = receipt_text(book, night_id, player=holder, make_key=True)
    if not put(output, text.encode()):
        return
    yield {"file": output, "bytes": len(text.encode())}
    render.aside(
        say('The receipt is written to {output}; `chipbook verify --receipt "{output}"` verifies it.', output=output)
    )
