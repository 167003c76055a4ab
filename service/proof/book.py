"""Verifies the whole book: the file, its guards, every night, and what is kept beside the nights."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from engine.cards.deck import UNUSABLE
from service.command_handler import PREFIX
from service.db import Database
from service.errors import BookDamaged
from service.own_games.checking import checked_shelf
from service.proof.jobs import faults_of_jobs
from service.proof.night import Shared, own_games_checked, protection_checked, prove_stream
from service.proof.people import faults_of_names
from service.proof.requests import NAME, OF_A_BOOK, faults_besides_nights, kept, unknown_made
from service.proof.results import (
    JOBS,
    NAMES_ARE_OUTSIDE,
    ORDER,
    REQUESTS,
    TOKENS,
    WHOLE_NIGHTS,
    CheckResult,
    Defect,
    Proof,
    checked,
)
from service.proof.stream import Tell, with_ids
from service.store.chain import ChainDefect
from service.store.protection import who_could_drop_the_protection
from service.store.raw import every_text
from service.store.rows import TOKEN
from service.store.verify import streams_of, verify_book


def prove_book(
    database: Database, *, tell: Tell = with_ids, tick: Callable[[int, int], None] | None = None
) -> list[Proof]:
    """The proofs of every night of the book, by id, and last of the book around them, whose `night` is empty.

    `tick` is called after each night with how many are proven and how many there are.
    """
    by_stream: defaultdict[str, list[ChainDefect]] = defaultdict(list)
    for finding in verify_book(database):
        by_stream[finding.stream].append(finding)
    shared = Shared(checked_shelf(database), kept(database))
    streams = streams_of(database)
    nights = [stream for stream in streams if stream.startswith(PREFIX)]
    proofs = []
    for number, night in enumerate(nights, start=1):
        found = by_stream.pop(night, [])
        proofs.append(prove_stream(database, night.removeprefix(PREFIX), found, tell=tell, shared=shared))
        if tick:
            tick(number, len(nights))
    elsewhere = [finding for findings in by_stream.values() for finding in findings]
    strange = [stream for stream in streams if not stream.startswith(PREFIX)]
    return [*proofs, _around(database, shared, elsewhere, strange)]


def _around(database: Database, shared: Shared, elsewhere: Sequence[ChainDefect], strange: Sequence[str]) -> Proof:
    file = [Defect(stream=one.stream, version=one.version, sentence=one.sentence) for one in elsewhere]
    file += [
        Defect(stream=stream, sentence=f"The stream {stream} was not written by this program.") for stream in strange
    ]
    checks = [checked("the file", "The file and its indexes are sound.", file)]
    remarks: list[str] = []
    if not file:
        more, remarks = _beside(database, shared)
        checks += more
    checks.append(protection_checked(database))
    remarks += UNUSABLE.values()
    if owner := who_could_drop_the_protection(database):
        remarks.append(
            f"The program works as {owner}, which owns the tables and could drop their guards; let it sign in with a role "
            "that was given chipbook_app."
        )
    return Proof(
        night="",
        events=0,
        head="",
        holds=all(check.holds for check in checks),
        checks=tuple(checks),
        remarks=tuple(remarks),
        not_vouched=(WHOLE_NIGHTS, NAMES_ARE_OUTSIDE, TOKENS, REQUESTS, JOBS, ORDER),
    )


def _beside(database: Database, shared: Shared) -> tuple[list[CheckResult], list[str]]:
    """Checks what is kept beside the nights, as far as it can be made again or must at least fit together."""
    checks: list[CheckResult] = []
    shelf = shared.shelf
    if shelf.sound or shelf.flaws:
        checks.append(own_games_checked(shelf, shelf.flaws, (0, 0)))
    try:
        checks.append(checked(NAME, OF_A_BOOK, faults_besides_nights(database, shared.answers)))
        checks.append(
            checked(
                "jobs",
                "Every job does what its key says and left its result.",
                faults_of_jobs(database, shared.answers),
            )
        )
        names = "Every name is unique in its club, and every token was made by this program."
        checks.append(checked("names", names, (*faults_of_names(database), *_tokens(database))))
        return checks, unknown_made(database, shared.answers)
    except BookDamaged as problem:
        return [*checks, checked("beside the nights", "", [Defect(sentence=str(problem))])], []


def _tokens(database: Database) -> Iterator[Defect]:
    for number, row in enumerate(every_text(database, TOKEN, ("digest", "role")), start=1):
        known = row["role"] == "banker" and len(row["digest"]) == 64
        if not known:
            yield Defect(
                sentence=f"Token {number} was not made by this program: it gives the role “{row['role'][:40]}”."
            )
