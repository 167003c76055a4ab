"""The stream of a club: reads it, asks the engine, appends, keeps the state for the next one; and its acts as rows of it."""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.club import acts
from engine.club.acts import NAME_OF, TYPE_NAMED, ClubAct, Publication
from engine.club.facts import evolve
from engine.club.rule import decide
from engine.club.state import Club
from engine.speech import phrase
from service.book.db import Database, until_answered
from service.book.ids import fresh_id
from service.book.store.chain import SCHEMA, Draft, StoredEvent, in_this_schema, stream_of_club
from service.book.store.event_store import NOTHING_ELSE, Addition, EventStore, request_of
from service.book.store.lists import ListedClub, Lists, in_the_list
from service.book.store.names import Forgotten, Member, Names, new_member
from service.errors import (
    AlreadyAnswered,
    ClubMissing,
    EventFromNewerVersion,
    EventUnreadable,
    KeyReused,
    VersionConflict,
)
from service.language.payload_limits import check_key, check_new_name

BANKER = "banker"
# How many clubs a handler remembers, and of how many acts together.
CLUBS_MAX = 20
ACTS_MAX = 10_000

# Refuses by raising.
Condition = Callable[[], None]


def always() -> None:
    """The condition that is never refused."""


class LoadedClub(msgspec.Struct):
    """One club as read from the book: its acts and the state they add up to."""

    club_id: str
    club: Club = msgspec.field(default_factory=Club)
    records: list[RecordedAct] = msgspec.field(default_factory=list)
    head: str = ""

    @property
    def version(self) -> int:
        """The number of the last act; 0 before the first."""
        return len(self.records)

    def recorded_at(self, version: int) -> str:
        """When the act of this number was recorded."""
        return self.records[version - 1].recorded_at


class ClubHandler:
    """The clubs of one book. For one thread only; another handler may use the same book."""

    def __init__(self, database: Database, now: Callable[[], str], store: EventStore | None = None) -> None:
        self._database = database
        self.store = store or EventStore(database)
        self.names = Names(database)
        self.lists = Lists(database)
        self._now = now
        self._clubs: dict[str, LoadedClub] = {}
        self._losses = database.losses

    def load(self, club_id: str) -> LoadedClub:
        """The club as the book has it now; reads only acts not yet seen. Refuses a club that is not there (ClubMissing)."""
        loaded = self.look(club_id)
        if not loaded.records:
            raise ClubMissing(club_id)
        return loaded

    def look(self, club_id: str) -> LoadedClub:
        """The club as the book has it now; without acts if it is not there, as before its first night founds it."""
        # Kept again only if everything can be read, because the state is changed in place.
        loaded = self._clubs.pop(club_id, None) or LoadedClub(club_id)
        tail = self.store.read(stream_of_club(club_id), after=loaded.version)
        if self._is_doubtful(loaded, tail):
            loaded, tail = LoadedClub(club_id), self.store.read(stream_of_club(club_id))
        for stored in tail:
            record = recorded_act(stored)
            evolve(loaded.club, record.act)
            loaded.records.append(record)
            loaded.head = stored.hash
        if loaded.records:
            self._clubs[club_id] = loaded
        while len(self._clubs) > 1 and (
            len(self._clubs) > CLUBS_MAX or sum(one.version for one in self._clubs.values()) > ACTS_MAX
        ):
            del self._clubs[next(iter(self._clubs))]
        return loaded

    def _is_doubtful(self, loaded: LoadedClub, tail: Sequence[StoredEvent]) -> bool:
        """True if the book may no longer have what is remembered of a club: after its server was lost, or replaced by another."""
        if self._losses != (losses := self._database.losses):
            self._clubs.clear()
            self._losses = losses
            return True
        return bool(tail and loaded.records and tail[0].prev_hash != loaded.head)

    def take(
        self,
        club_id: str,
        *new: acts.ClubAct,
        asked: Mapping[str, Any] | None = None,
        key: str = "",
        actor: str = BANKER,
        also: Addition = NOTHING_ELSE,
        insist: Condition = always,
    ) -> tuple[RecordedAct, ...]:
        """Decides and records acts, all or none; returns them as they were recorded.

        A repeated `key` gets the first answer; `asked` is what is compared then, if the acts hold something made by chance. If
        the server is lost meanwhile, it is asked again, as for the acts of a night. `insist` refuses a club that is not as
        whoever asks has seen it: between it and what is recorded, nothing else is.
        """
        return until_answered(
            lambda: self._take(club_id, new, asked, key, actor, also, insist), is_repeatable=bool(key)
        )

    def _take(
        self,
        club_id: str,
        new: Sequence[acts.ClubAct],
        asked: Mapping[str, Any] | None,
        key: str,
        actor: str,
        also: Addition,
        insist: Condition,
    ) -> tuple[RecordedAct, ...]:
        stream = stream_of_club(club_id)
        request = request_of(stream, dict(asked or {"acts": [_plain(act) for act in new]}), key)
        also = replace(also, request=request) if request else also
        lock = stream.lock
        with self._database.queueing(lock):
            try:
                return self._try(club_id, new, actor, also, insist)
            except VersionConflict:
                pass
            # Another process was faster: now it waits until this one has read, decided and written.
            with self._database.turn(lock):
                return self._try(club_id, new, actor, also, insist)

    def _try(
        self, club_id: str, new: Sequence[acts.ClubAct], actor: str, also: Addition, insist: Condition
    ) -> tuple[RecordedAct, ...]:
        try:
            return self._write(self.look(club_id), new, actor, also, insist)
        except AlreadyAnswered as before:
            return tuple(self.load(club_id).records[before.first - 1 : before.last])

    def _write(
        self, loaded: LoadedClub, new: Sequence[acts.ClubAct], actor: str, also: Addition, insist: Condition
    ) -> tuple[RecordedAct, ...]:
        before = loaded.version
        if also.request and before and (answer := self.store.answer_to(loaded.club_id, also.request)):
            # Checked before the rules: an act that is repeated may no longer be possible.
            raise AlreadyAnswered(loaded.club_id, also.request.key, *answer)
        insist()
        now = self._now()
        club = loaded.club.copy()
        resolved = []
        for act in new:
            resolved.append(decide(act, club))
            evolve(club, resolved[-1])
        if also.listed_club:
            # The list says what the acts come to now, as it would if it were made again.
            founded_at = also.listed_club.founded_at if before else now
            entry = ListedClub(club.id, club.name, founded_at, in_the_list(club.published))
            also = replace(also, listed_club=entry)
        self.store.append(
            stream_of_club(loaded.club_id),
            expected_version=before,
            drafts=[draft_of(act, actor=actor, occurred_at=now) for act in resolved],
            recorded_at=now,
            also=also,
        )
        return tuple(self.load(loaded.club_id).records[before : before + len(resolved)])

    def answer_with(self, club_id: str, version: int, *, asked: Mapping[str, Any], key: str) -> RecordedAct:
        """The act of this number, which is the answer to a request that changes nothing; kept under its key."""
        loaded = self.load(club_id)
        stream = stream_of_club(club_id)
        request = request_of(stream, dict(asked), key)
        if request is not None:
            self.store.keep_answer(stream, request, version, version)
        return loaded.records[version - 1]

    # What people do to a club

    def found_club(self, name: str, *, key: str = "", club_id: str = "") -> LoadedClub:
        """A new club, or the one that an earlier request with the same key founded."""
        check_new_name(name)
        made = club_id or club_of_key(key)
        also = Addition(listed_club=ListedClub(made, name, self._now()))
        self.take(made, acts.FoundClub(club=made, name=name), key=key, also=also)
        return self.load(made)

    def rename(self, club_id: str, name: str, *, key: str = "", insist: Condition = always) -> LoadedClub:
        """Gives the club another name; nothing is recorded if it has that name."""
        check_new_name(name)
        loaded = self.load(club_id)
        insist()
        if loaded.club.name != name:
            listed = self.lists.club(club_id)._replace(name=name)
            self.take(club_id, acts.RenameClub(name=name), key=key, also=Addition(listed_club=listed), insist=insist)
        return self.load(club_id)

    def publish(self, club_id: str, what: Sequence[Publication], *, key: str = "") -> LoadedClub:
        """Everybody may see this of the club from now on, and no more. Refuses what is so already."""
        also = Addition(listed_club=self.lists.club(club_id))
        self.take(club_id, acts.PublishClub(what=tuple(what)), key=key, also=also)
        return self.load(club_id)

    def admit(self, club_id: str, name: str, *, key: str = "", player: str = "", looks_on: bool = False) -> Member:
        """A new member, who plays or only `looks_on`; or the one that an earlier request with the same key admitted."""
        self.load(club_id)
        member = new_member(club_id, player or fresh_id("p"), name)
        act = acts.AdmitMember(player=member.id, name_commitment=member.commitment)
        roles = (acts.GrantRole(player=member.id, role="viewer"), acts.TakeRole(player=member.id, role="player"))
        # What was asked is kept as a hash, by which a name could be guessed after it was forgotten: so it holds no name.
        asked, also = {"admit": "a viewer" if looks_on else "a member"}, Addition(members=(member,))
        record, *_ = self.take(club_id, act, *(roles if looks_on else ()), asked=asked, key=key, also=also)
        assert isinstance(record.act, acts.AdmitMember), "The key of an admission answers with one."
        admitted = self.names.member(club_id, record.act.player)
        self._refuse_another_name(admitted, record.act.name_commitment, member.name, key)
        return admitted

    def rename_member(
        self, club_id: str, player: str, name: str, *, key: str = "", insist: Condition = always
    ) -> Member:
        """Gives a member another name; nothing is recorded if they have it."""
        insist()
        if self.names.member(club_id, player).name != name:
            renamed = new_member(club_id, player, name)
            act = acts.RenameMember(player=player, name_commitment=renamed.commitment)
            also = Addition(renamed=(renamed,))
            (record,) = self.take(club_id, act, asked={"rename": player}, key=key, also=also, insist=insist)
            assert isinstance(record.act, acts.RenameMember), "The key of a new name answers with one."
            known = self.names.member(club_id, player)
            self._refuse_another_name(known, record.act.name_commitment, renamed.name, key)
        return self.names.member(club_id, player)

    def _refuse_another_name(self, known: Member, committed: str, name: str, key: str) -> None:
        """Refuses a key that comes back with another name, as long as the name it came with first is still kept."""
        if known.commitment == committed and known.name != name:
            raise KeyReused(known.club, key)

    def forget_member(self, club_id: str, player: str, *, key: str = "", insist: Condition = always) -> None:
        """Deletes the name and the salt of a member: from then on nobody can prove whom the id stood for."""
        also = Addition(forgotten=(Forgotten(club_id, player),))
        self.take(club_id, acts.ForgetMember(player=player), key=key, also=also, insist=insist)


def club_of_key(key: str) -> str:
    """The id of the club that a request with this key founds; by chance without a key.

    A club that does not exist yet can keep no answers. Made from the key, its id is the same when the request is repeated.
    """
    if not key:
        return fresh_id("c")
    check_key(key)
    return "c" + b32encode(sha256(f"found {key}".encode()).digest()).decode().lower()[:16]


def _plain(act: acts.ClubAct) -> Mapping[str, Any]:
    plain: Mapping[str, Any] = draft_of(act, actor=BANKER, occurred_at="-").data
    return {"type": type(act).__name__, "data": plain}


class RecordedAct(NamedTuple):
    """An act as it stands in a club's stream; `recorded_at` is when the book recorded it."""

    version: int
    act: ClubAct
    actor: str
    recorded_at: str


class _Envelope(msgspec.Struct, gc=False):
    type: str
    schema: int
    data: msgspec.Raw
    version: int
    actor: str
    recorded_at: str


_ENVELOPE = msgspec.json.Decoder(_Envelope)
# Made before there are threads: msgspec puts no type together safely while another thread reads by it.
_ACT: dict[str, msgspec.json.Decoder[ClubAct]] = {name: msgspec.json.Decoder(kind) for name, kind in TYPE_NAMED.items()}


def draft_of(act: ClubAct, *, actor: str, occurred_at: str) -> Draft:
    """The act as a draft for the store."""
    fields: dict[str, Any] = msgspec.to_builtins(act)
    fields.pop("type")
    return Draft(type=NAME_OF[type(act)], data=fields, actor=actor, occurred_at=occurred_at)


def recorded_act(stored: StoredEvent) -> RecordedAct:
    """The act in a row of a club's stream. Refuses one that a newer program wrote, and a row that is no act of a club."""
    try:
        envelope = _ENVELOPE.decode(stored.body)
        if envelope.schema < SCHEMA:
            envelope = _ENVELOPE.decode(in_this_schema(stored.body))
        reader = _ACT.get(envelope.type)
        if reader is None or envelope.schema > SCHEMA:
            raise EventFromNewerVersion(stored.stream, stored.version, envelope.type, envelope.schema)
        act = reader.decode(envelope.data)
    except msgspec.MsgspecError as problem:
        raise EventUnreadable(stored.stream, stored.version, phrase("it is no act of a club")) from problem
    return RecordedAct(envelope.version, act, envelope.actor, envelope.recorded_at)
