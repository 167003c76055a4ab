"""Verifies one club: its stream, every night that it recorded, the names it vouches for, and what is kept beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.club.acts import AdoptKey, AdoptPhoneKey, FoundClub, RenameClub, RenameMember, SignNight
from engine.club.facts import evolve
from engine.club.rule import decide
from engine.club.state import Club
from engine.errors import Refusal
from engine.ids import NightId
from engine.speech import say, to_say
from service.book.club_handler import LoadedClub, RecordedAct, recorded_act
from service.book.db import Database
from service.book.own_games.checking import checked_shelf
from service.book.own_games.shelf import Checked
from service.book.proof.events import faults_beside
from service.book.proof.jobs import faults_of_jobs
from service.book.proof.lists import answers_checked, faults_of_lists, kept, strange_streams
from service.book.proof.people import faults_of_access, faults_of_names, is_name
from service.book.proof.results import (
    COUNTERSIGNATURES,
    CREDENTIALS,
    HANDLES,
    ITS_END,
    JOBS,
    NAMES_OF_THE_FORGOTTEN,
    OPEN_NIGHTS,
    RECEIVERS,
    UPLOADS,
    WITH_IDS,
    CheckResult,
    Defect,
    Phrasing,
    Proof,
    checked,
    in_stream,
    of_chain,
    own_games_checked,
)
from service.book.proof.stream import wrong_night
from service.book.receipts.form import is_endorsed
from service.book.receipts.phones import differing, holds, phone_key, signed_by_phones
from service.book.store.chain import (
    ChainDefect,
    RequestKeys,
    StoredEvent,
    Stream,
    envelope_of,
    stream_of_club,
    stream_of_night,
)
from service.book.store.event_store import EventStore, KeptAnswer
from service.book.store.verify import streams_of, verify_stream
from service.errors import BookDamaged, EventFromNewerVersion, EventUnreadable

_GONE = to_say(
    "The stream of the club {club} itself is missing: nothing vouches for its nights, its members and its own games."
)


class ReadClub(NamedTuple):
    """A club as far as its stream can be read: `faults` are the acts that cannot be, or that the rules would refuse.

    `phrasing`: how what is wrong with it and its nights is told.
    """

    loaded: LoadedClub
    faults: tuple[Defect, ...]
    asked: RequestKeys
    answers: Mapping[str, Sequence[KeptAnswer]]
    phrasing: Phrasing

    @property
    def club(self) -> Club:
        return self.loaded.club

    @property
    def shelf(self) -> Checked:
        """The club's own games, checked."""
        return checked_shelf(self.loaded)


def read_club(database: Database, club_id: str, phrasing: Phrasing) -> ReadClub:
    """Reads a club from its stream and decides every act again. Never raises for what the stream says."""
    stream = stream_of_club(club_id)
    faults: list[Defect] = []
    stored: list[StoredEvent] = []
    try:
        stored = EventStore(database).read(stream)
        if not stored:
            faults.append(Defect(stream=stream.name, sentence=say(_GONE, club=club_id)))
    except BookDamaged as problem:
        faults.append(Defect(stream=stream.name, sentence=str(problem)))
    loaded, of_acts, asked = read_acts(stream, stored, phrasing)
    return ReadClub(loaded, (*faults, *of_acts), asked, kept(database, club_id), phrasing)


def read_acts(
    stream: Stream, stored: Sequence[StoredEvent], phrasing: Phrasing = WITH_IDS
) -> tuple[LoadedClub, list[Defect], RequestKeys]:
    """The club as far as its acts can be read and would be recorded the same again, the first fault, and the requests."""
    club_id = stream.club
    loaded = LoadedClub(club_id)
    faults: list[Defect] = []
    asked = RequestKeys(len(stored))
    for event in stored:
        try:
            record = recorded_act(event)
            envelope = envelope_of(event)
            beside = faults_beside(event)
        except (EventUnreadable, EventFromNewerVersion) as problem:
            faults.append(Defect(stream=stream.name, version=event.version, sentence=str(problem)))
            break
        if beside:
            faults += in_stream(stream.name, beside)
            break
        if wrong := _wrong_with(record, loaded.club, club_id, phrasing):
            sentence = say(
                "Act {version} of the club {club} {wrong}.", version=event.version, club=club_id, wrong=wrong
            )
            faults.append(Defect(stream=stream.name, version=event.version, sentence=sentence))
            break
        evolve(loaded.club, record.act)
        loaded.records.append(record)
        loaded.head = event.hash
        asked.note(event.version, envelope)
    return loaded, faults, asked


def _wrong_with(record: RecordedAct, club: Club, club_id: str, phrasing: Phrasing) -> str:
    if isinstance(record.act, FoundClub) and record.act.club != club_id:
        return say("founds the club {club}", club=record.act.club)
    if isinstance(record.act, FoundClub | RenameClub) and not is_name(record.act.name):
        return say("gives the club a name that nobody could read")
    if isinstance(record.act, AdoptKey) and not is_endorsed(record.act, club):
        return say("adopts a key that the key before it did not endorse")
    if isinstance(record.act, AdoptPhoneKey) and record.act.key != phone_key(record.act.public):
        return say("adopts a key of a phone under the name of another")
    try:
        again = decide(record.act, club)
    except Refusal as refusal:
        return say("would be refused: {because}", because=phrasing.refusal(refusal).rstrip("."))
    if isinstance(record.act, SignNight) and not holds(club_id, record.act, club.phones[record.act.key].public):
        return say("holds a signature that this phone never made")
    return "" if again == record.act else say("would be recorded otherwise")


def prove_club(
    database: Database, read: ReadClub, chain: Sequence[ChainDefect] | None = None, *, head: str = ""
) -> Proof:
    """Everything that can be checked of a club besides what its nights say; `chain` is what is wrong with its chain, if known.

    With a `head` that was kept elsewhere, also checks that the club still holds that act: then no night and no member of
    that time is missing, and no own game was changed.
    """
    stream = stream_of_club(read.loaded.club_id)
    if chain is None or head:
        chain = verify_stream(database, stream, expected_head=head or None)
    lost = [finding for finding in chain if finding.code == "head_missing"]
    broken = [finding for finding in chain if finding.code != "head_missing"]
    sentence = say("{acts} acts of the club, each sealed to the one before.", acts=read.asked.last)
    checks = [checked("chain", sentence, of_chain(broken))]
    if head:
        checks.append(
            checked(
                "head", say("The club still holds it: nothing before it was changed or is missing."), of_chain(lost)
            )
        )
    remarks: list[str] = []
    if not broken:
        checks.append(checked("acts", say("Each can be read, and would be recorded the same again."), read.faults))
        if not read.faults:
            checks += _insofar_as_readable(database, read)
            remarks += _renamed(read)
    open_nights = [night for night, record in read.club.nights.items() if record.phase == "open"]
    return Proof(
        club=read.loaded.club_id,
        club_name=read.club.name,
        night="",
        events=read.asked.last,
        head=read.loaded.head,
        holds=all(check.holds for check in checks),
        checks=tuple(checks),
        remarks=tuple(remarks),
        not_vouched=(
            *(() if head else (say(ITS_END),)),
            *((say(OPEN_NIGHTS, nights=", ".join(open_nights)),) if open_nights else ()),
            say(NAMES_OF_THE_FORGOTTEN),
            say(JOBS),
            say(HANDLES),
            say(UPLOADS),
            say(RECEIVERS),
            say(COUNTERSIGNATURES),
            say(CREDENTIALS),
        ),
    )


def _renamed(read: ReadClub) -> list[str]:
    """A remark for each member who was renamed: whoever remembers another name may ask why."""
    return [
        say(
            "The player {player} was given another name by act {version} of the club, recorded at {recorded_at}.",
            player=read.phrasing.person(record.act.player),
            version=record.version,
            recorded_at=record.recorded_at,
        )
        for record in read.loaded.records
        if isinstance(record.act, RenameMember)
    ]


def _insofar_as_readable(database: Database, read: ReadClub) -> list[CheckResult]:
    try:
        return [*_beside(database, read)]
    except BookDamaged as problem:
        return [checked("beside the club", "", [Defect(sentence=str(problem))])]


def _beside(database: Database, read: ReadClub) -> Iterator[CheckResult]:
    """Checks what the stream says about nights, names, games and answers against what is kept of them."""
    club, stream = read.club, stream_of_club(read.loaded.club_id)
    streams = streams_of(database, stream.club)
    yield checked(
        "nights",
        say(
            "Every night that the club recorded is here, as far as it was recorded: {number}.", number=len(club.nights)
        ),
        _faults_of_nights(database, club, streams),
    )
    if by_night := signed_by_phones(database, club):
        yield checked(
            "phones",
            say("Every night is what phones signed of it: {number}.", number=sum(map(len, by_night.values()))),
            _faults_of_signed(database, read, by_night),
        )
    yield checked(
        "names",
        say("Every name is the one that the club recorded, and unique."),
        faults_of_names(database, club, read.phrasing),
    )
    shelf = read.shelf
    if shelf.sound or shelf.flaws:
        yield own_games_checked(shelf)
    yield answers_checked(stream.name, read.asked, read.answers.get(stream.name, []), read.loaded.records)
    strange = [*strange_streams(read.answers, [one.name for one in streams])]
    if strange:
        yield checked("answers to nobody", "", strange)
    jobs = say("Every job does what its key says, and every one that is done left a result of its own.")
    yield checked("jobs", jobs, faults_of_jobs(database, stream.club, streams))
    access = say("Every token, device, passkey and link is such as this program makes, and of a member.")
    yield checked("access", access, faults_of_access(database, club, read.phrasing))
    lists = say("The list of clubs says what the club is called, and no night is listed that it never recorded.")
    yield checked("lists", lists, faults_of_lists(database, read.loaded))


# A night that was imported alone brings the whole stream of its club with it, which names the others.
NOT_HERE = to_say(
    "The night {night}, which the club recorded, is not here: it was lost, or never brought along; import its export, or "
    "that of the club."
)


def _faults_of_nights(database: Database, club: Club, streams: Mapping[Stream, int]) -> Iterator[Defect]:
    """Nights that are missing, shorter than the club recorded, or another; and nights that the club never opened."""
    here = {stream.night: stream for stream in streams if stream.night}
    for night, recorded in club.nights.items():
        stream = here.pop(night, None)
        if stream is None:
            yield Defect(sentence=say(NOT_HERE, night=night))
        elif wrong := wrong_night(EventStore(database).read(stream, after=recorded.version - 1), recorded):
            yield Defect(
                stream=stream.name,
                version=recorded.version,
                sentence=say("The night {night} {wrong}.", night=night, wrong=wrong),
            )
    for night, stream in here.items():
        yield Defect(stream=stream.name, sentence=say("The club never opened the night {night}.", night=night))
    for stream in streams:
        if not stream.night and not stream.is_of_the_club:
            yield Defect(
                stream=stream.name, sentence=say("The stream {name} was not written by this program.", name=stream.name)
            )


def _faults_of_signed(
    database: Database, read: ReadClub, by_night: Mapping[NightId, Sequence[SignNight]]
) -> Iterator[Defect]:
    """Nights that are not what the phones of players signed."""
    for night, signed in by_night.items():
        stream = stream_of_night(read.club.id, night)
        yield from faults_of_signed(stream, EventStore(database).read(stream), read, signed)


def faults_of_signed(
    stream: Stream, stored: Sequence[StoredEvent], read: ReadClub, signed: Sequence[SignNight]
) -> Iterator[Defect]:
    """Where a night, with all its events, is not what these phones signed of it."""
    for version, wrong in differing(stream.club, signed, read.club.phones, stored, read.phrasing.person):
        sentence = say("The night {night} {wrong}.", night=stream.night, wrong=wrong)
        yield Defect(stream=stream.name, version=version, sentence=sentence)
