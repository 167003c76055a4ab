"""Verifies the whole book: the file, its guards, every club with its nights, and what is kept beside them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from sqlalchemy import Table

from engine.cards.deck import UNUSABLE
from engine.speech import say, to_say
from service.book.db import Database
from service.book.progress import Tick, counted_up, silently
from service.book.proof.club import prove_club, read_club
from service.book.proof.night import protection_checked, prove_stream
from service.book.proof.people import phrasing_of
from service.book.proof.results import (
    CREDENTIALS,
    HANDLES,
    ITS_CLUB,
    RECEIVERS,
    UPLOADS,
    WITH_IDS,
    CheckResult,
    Defect,
    Proof,
    checked,
    of_chain,
)
from service.book.store.chain import ChainDefect, Stream, stream_of_club
from service.book.store.protection import who_could_drop_the_protection
from service.book.store.raw import every_text
from service.book.store.rows import (
    CLUB,
    COUNTERSIGNATURE,
    CREDENTIAL,
    HANDLE,
    JOB,
    JOB_TRY,
    NIGHT,
    NIGHT_RESULT,
    OUTCOME,
    PLAYER,
    RECEIVER,
    REQUEST,
    TOKEN,
    UPLOAD,
)
from service.book.store.verify import streams_of, verify_book, verify_stream
from service.errors import BookDamaged, ClubMissing

# What is kept of a club beside its streams: the column by which a row is told, and what it is called.
_KEPT_BY_CLUB: Mapping[Table, tuple[str, str]] = {
    CLUB: ("name", to_say("The entry of clubs")),
    PLAYER: ("id", to_say("The player")),
    NIGHT: ("night", to_say("The entry of nights")),
    NIGHT_RESULT: ("night", to_say("The result of the night")),
    REQUEST: ("key", to_say("The answer under the key")),
    JOB: ("key", to_say("The job")),
    OUTCOME: ("key", to_say("The result of the job")),
    JOB_TRY: ("key", to_say("The try of the job")),
    HANDLE: ("player", to_say("The way to pay the player")),
    UPLOAD: ("id", to_say("The import")),
    RECEIVER: ("id", to_say("The receiver of notifications")),
    COUNTERSIGNATURE: ("night", to_say("What a phone signed of the night")),
}


def prove_book(database: Database, *, named: bool = False, tick: Tick = silently) -> list[Proof]:
    """The proofs of every night, then of every club, and last of the book around them, whose `club` is empty.

    `named`: people are told with their names, as a reader wants them. Ticks for every stream.
    """
    by_stream: defaultdict[Stream, list[ChainDefect]] = defaultdict(list)
    for finding in verify_book(database):
        by_stream[Stream(finding.club, finding.stream)].append(finding)
    streams = streams_of(database)
    clubs = [stream.club for stream in streams if stream.is_of_the_club]
    nights: list[Proof] = []
    proofs: list[Proof] = []
    done = 0
    for club in clubs:
        proven = _proven(
            database, club, [one for one in streams if one.club == club and one.night], by_stream, named=named
        )
        for proof in proven:
            (nights if proof.night else proofs).append(proof)
            done += 1
            tick(done, len(streams))
    elsewhere = [finding for findings in by_stream.values() for finding in findings]
    strange = [stream for stream in streams if stream.club not in clubs]
    return [*sorted(nights, key=lambda proof: proof.night), *proofs, _around(database, elsewhere, strange, clubs)]


def prove_whole_club(
    database: Database, club: str, *, head: str = "", named: bool = False, tick: Tick = silently
) -> list[Proof]:
    """The proofs of every night of a club, and last of the club itself. `head`: one of the club that was kept elsewhere.

    `named`: people are told with their names, as a reader wants them.
    Ticks for every stream twice: its chain, then what it says. Refuses a club of which nothing was recorded here (ClubMissing).
    """
    streams = streams_of(database, club)
    if not streams:
        raise ClubMissing(club)
    ticks = counted_up(tick, 2 * len(streams))
    findings: defaultdict[Stream, list[ChainDefect]] = defaultdict(list)
    for stream in streams:
        findings[stream] = verify_stream(database, stream)
        ticks(1)
    nights = [stream for stream in streams if stream.night]
    proofs: list[Proof] = []
    for proof in _proven(database, club, nights, findings, named=named, head=head):
        proofs.append(proof)
        ticks(1)
    last = proofs.pop()
    guards = protection_checked(database)
    last = msgspec.structs.replace(last, checks=(*last.checks, guards), holds=last.holds and guards.holds)
    return [*proofs, last]


def _proven(
    database: Database,
    club: str,
    nights: Sequence[Stream],
    by_stream: defaultdict[Stream, list[ChainDefect]],
    *,
    named: bool,
    head: str = "",
) -> Iterator[Proof]:
    """The proofs of these nights, and last of their club. Takes what it tells out of `by_stream`."""
    read = read_club(database, club, phrasing_of(database, club) if named else WITH_IDS)
    for stream in nights:
        yield prove_stream(database, stream, read, by_stream.pop(stream, []))
    yield prove_club(database, read, by_stream.pop(stream_of_club(club), []), head=head)


def _around(
    database: Database, elsewhere: Sequence[ChainDefect], strange: Sequence[Stream], clubs: Sequence[str]
) -> Proof:
    file = [*of_chain(elsewhere)]
    file += [
        Defect(
            stream=stream.name,
            sentence=say(
                "The stream {name} belongs to the club {club}, which is missing.", name=stream.name, club=stream.club
            ),
        )
        for stream in strange
    ]
    checks = [checked("the file", say("The file and its indexes are sound."), file)]
    if not file:
        checks.append(_beside(database, clubs))
    checks.append(protection_checked(database))
    remarks = [*UNUSABLE.values()]
    if owner := who_could_drop_the_protection(database):
        remarks.append(
            say(
                "The program works as {owner}, which owns the tables and could drop their guards; let it sign in "
                "with a role that was given chipbook_app.",
                owner=owner,
            )
        )
    return Proof(
        club="",
        club_name="",
        night="",
        events=0,
        head="",
        holds=all(check.holds for check in checks),
        checks=tuple(checks),
        remarks=tuple(remarks),
        not_vouched=(say(ITS_CLUB), say(CREDENTIALS), say(HANDLES), say(UPLOADS), say(RECEIVERS)),
    )


def _beside(database: Database, clubs: Sequence[str]) -> CheckResult:
    """Checks that nothing is kept of a club that is not there, and that this program made every token."""
    sentence = say("Nothing is kept of a club that is not here, and every token was made by this program.")
    try:
        return checked(
            "beside the clubs",
            sentence,
            (*_of_no_club(database, clubs), *_credentials(database, clubs), *_tokens(database)),
        )
    except BookDamaged as problem:
        return checked("beside the clubs", "", [Defect(sentence=str(problem))])


def _of_no_club(database: Database, clubs: Sequence[str]) -> Iterator[Defect]:
    for table, (column, what) in _KEPT_BY_CLUB.items():
        for row in every_text(database, table, ("club", column)):
            if row["club"] not in clubs:
                sentence = say(
                    "{what} {row} belongs to the club {club}, which is not here.",
                    what=say(what),
                    row=row[column][:80],
                    club=row["club"][:80],
                )
                yield Defect(sentence=sentence)


def _credentials(database: Database, clubs: Sequence[str]) -> Iterator[Defect]:
    """Credentials of a club that is not here. The link that founds one, and a challenge before signing in, have none yet."""
    for row in every_text(database, CREDENTIAL, ("club", "id", "kind")):
        if row["club"] not in clubs and not (row["club"] == "" and row["kind"] in ("link", "challenge")):
            sentence = say(
                "The {kind} {id} belongs to the club {club}, which is not here.",
                kind=row["kind"],
                id=row["id"][:80],
                club=row["club"][:80],
            )
            yield Defect(sentence=sentence)


def _tokens(database: Database) -> Iterator[Defect]:
    for number, row in enumerate(every_text(database, TOKEN, ("digest", "role")), start=1):
        known = row["role"] == "banker" and len(row["digest"]) == 64
        if not known:
            yield Defect(
                sentence=say(
                    "Token {number} was not made by this program: it gives the role “{role}”.",
                    number=number,
                    role=row["role"][:40],
                )
            )
