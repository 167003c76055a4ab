"""The phones as witnesses: what they saw, held against the book, and what they sign of a night that is settled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, NamedTuple

import msgspec
from msgspec import json
from msgspec.structs import replace

from engine.club.acts import (
    AdoptPhoneKey,
    AnsweredEvent,
    AnswerReason,
    Digest,
    NightAnswer,
    NoteAnswer,
    PhoneAnswer,
    PhonePublicKey,
    RetirePhoneKey,
    Signature,
    SignNight,
)
from engine.club.rule import decide
from engine.club.state import Club
from engine.events import Recorded
from engine.ids import AnyPlayerId, ClubId, NightId, PlayerId
from engine.reports.agreements import decisions
from service.app.book import Book
from service.app.people import in_words
from service.app.permission import actor_of
from service.book.moving.reader import snapshot
from service.book.receipts.phones import answer_text, phone_key, signed_by_phone, signed_by_phones
from service.book.store.chain import NIGHT, Stream, stream_of_club, stream_of_night
from service.book.store.countersignatures import Countersignature, keep_countersignatures
from service.book.store.lists import Lists
from service.errors import NightMissing
from service.errors.problems import Problem
from service.people.rights import Who

# A phone keeps the heads of so many nights, and that of its club.
SEEN_MOST = 61

NotAtThisNight = Problem.row("not_at_this_night", "Only those who were at the night sign it.", 409)
NotAskedAbout = Problem.row(
    "not_asked_about", "Event {event} decides about no money of theirs, so nobody asks whether they agree to it.", 409
)
HeadDiffers = Problem.row(
    "head_differs", "The book has another head at event {version} than this phone has signed.", 409
)
SignatureDiffers = Problem.row(
    "signature_differs", "The signature is not that of this phone over what it says; look again, and sign anew.", 409
)


class Seen(NamedTuple):
    """How far a phone saw a stream of its club; at version 0 it only asks for the end."""

    stream: str
    version: int


class InTheBook(msgspec.Struct, frozen=True, kw_only=True):
    """A stream as the book has it now: `then` is the head it had at the version that was seen, empty if it ends before it.

    `head` is the hash of the event `version`, which is the last. `name` is that of the night or the club, empty if the book
    has none. `hands` are over, of a night at which whoever asks is a player; else 0.
    """

    stream: str
    then: str
    version: int
    head: str
    name: str = ""
    hands: int = 0


def seen_in(texts: Iterable[str]) -> list[Seen]:
    """What phones say that they saw, as `night:friday.41`; what is no such text is left out, and so is more than a phone keeps."""
    parts = [text.rpartition(".") for text in list(texts)[:SEEN_MOST]]
    return [Seen(stream, int(version)) for stream, _, version in parts if _is_number(version)]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 9


def held_against(book: Book, club: ClubId, who: Who, seen: Iterable[Seen]) -> list[InTheBook]:
    """What the book has of these streams of the club now, and had at the versions that were seen."""
    own, lists = stream_of_club(club), Lists(book.database)
    heads = []
    with snapshot(book.database) as reader:
        for name, version in seen:
            stream = Stream(club, name)
            if stream != own and not stream.night:
                continue
            end = reader.end(stream)
            then = reader.hash_at(stream, version) if version else ""
            heads.append(InTheBook(stream=name, then=then, version=end.version, head=end.head))
    return [_named(book, lists, club, who, one) for one in heads]


def _named(book: Book, lists: Lists, club: ClubId, who: Who, one: InTheBook) -> InTheBook:
    if not one.stream.startswith(NIGHT):
        return replace(one, name=lists.club(club).name)
    try:
        listed = lists.night(club, one.stream.removeprefix(NIGHT))
    except NightMissing:
        return one
    one = replace(one, name=listed.called)
    if listed.is_empty or not {*who.ids}.intersection(json.decode(listed.players)):
        return one
    if listed.phase != "open":
        return replace(one, hands=listed.hands)
    # The list says only how many hands have begun. If the night has gone on meanwhile, the phone asks again.
    with book.handler(listed.night) as handler:
        loaded = handler.load(listed.night)
        over = loaded.night.hands_played - (loaded.night.hand is not None)
        return replace(one, hands=over if loaded.head == one.head else 0)


class PhoneSigns(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a phone says of a night up to event `version`, which has this `head`: signed by the key `public` over exactly that.

    `saw`: it says by itself how far it has seen the night, and nothing more. `event`: only of that one, which decides about the player's money; 0 is the night as it is settled. Key and signature are in hex, as browsers make them (ECDSA with P-256); a refusal has a `reason`.
    """

    version: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
    head: Digest
    answer: PhoneAnswer
    reason: AnswerReason = ""
    event: AnsweredEvent = 0
    public: PhonePublicKey
    signature: Signature


def sign(book: Book, who: Who, night: NightId, said: PhoneSigns, *, key: str) -> None:
    """Records what the phone of a player says of a night; the key of a phone that is new is adopted before.

    What it signs by itself (`saw`) takes the place of what it signed so before, and is no act of the club. Refuses somebody
    who was not there (NotAtThisNight), or is not asked about the event (NotAskedAbout), a signature that is not that of the
    text (SignatureDiffers), and what the rules of the club refuse. A repeated `key` records nothing again.
    """
    with book.handler(night) as handler:
        loaded = handler.load(night)
        club, people, records, here = loaded.club, loaded.people, tuple(loaded.records), who.known_in(loaded.night)
    if who.player is None or who.club != club or here not in people:
        raise NotAtThisNight
    _is_asked(records, here, said.event)
    text = answer_text(
        club=club,
        night=night,
        version=said.version,
        head=said.head,
        answer=said.answer,
        reason=said.reason,
        event=said.event,
    )
    if not signed_by_phone(said.public, said.signature, text):
        raise SignatureDiffers
    stream = stream_of_night(club, night)
    with snapshot(book.database) as reader:
        if reader.hash_at(stream, said.version) != said.head:
            raise HeadDiffers(version=said.version)
    name = phone_key(said.public)
    act = SignNight(
        night=night,
        player=who.player,
        key=name,
        version=said.version,
        head=said.head,
        answer=said.answer,
        reason=said.reason,
        event=said.event,
        signature=said.signature,
    )
    with in_words(book, club) as handler:
        if name not in handler.clubs.load(club).club.phones:
            adopted = AdoptPhoneKey(player=who.player, key=name, public=said.public, device=who.credential)
            # Two pages of the same phone may be the first at once.
            handler.clubs.take(club, adopted, asked={"adopt": name}, key=f"adopt-{name}", actor=actor_of(who))
        if said.answer == "saw":
            _countersign(book, handler.clubs.load(club).club, act)
        else:
            handler.clubs.take(club, act, asked={"sign": msgspec.to_builtins(act)}, key=key, actor=actor_of(who))
            book.announce(night, len(records))


def _countersign(book: Book, club: Club, act: SignNight) -> None:
    """Keeps what a phone signs by itself, by the rules of an act. Nothing happens if it has signed that, or something later."""
    signed = signed_by_phones(book.database, club, act.night).get(act.night, ())
    if any(one.key == act.key and one.version >= act.version and not one.event for one in signed):
        return
    decide(act, club)
    newer = Countersignature(club.id, act.night, act.key, act.version, act.head, act.signature)
    with book.database.writing() as connection:
        keep_countersignatures(connection, [newer])


def _is_asked(records: Sequence[Recorded], player: PlayerId, event: int) -> None:
    """Refuses an answer about a single event that does not decide about this player's money."""
    if event and not any(one.version == event and player in one.players for one in decisions(records)):
        raise NotAskedAbout(event=event)


class Heard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player said of a night at the table: that it is so up to event `version`, or with a `reason` that it is not.

    `event`: only of that one, as of now; 0 is the night as it is settled.
    """

    player: AnyPlayerId
    version: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
    answer: NightAnswer
    reason: AnswerReason = ""
    event: AnsweredEvent = 0


def hear(book: Book, who: Who, night: NightId, heard: Heard, *, key: str) -> None:
    """Notes what a player said in person, in the name of whoever notes it.

    Refuses somebody who was not there (NotAtThisNight), or is not asked about the event (NotAskedAbout), who has answered by
    phone, and what the rules of the club refuse. A repeated `key` records nothing again.
    """
    with book.handler(night) as handler:
        loaded = handler.load(night)
        club, head, records = handler.clubs.load(loaded.club).club, loaded.head, tuple(loaded.records)
        here, person = club.known_among(heard.player, loaded.people), club.person(heard.player)
        if here not in loaded.people:
            raise NotAtThisNight
    _is_asked(records, here, heard.event)
    # The settlement is answered as it was looked at; a night that goes on may have gone on since.
    version = len(records) if heard.event else heard.version
    act = NoteAnswer(night=night, head=head, **{**msgspec.to_builtins(heard), "player": person, "version": version})
    with in_words(book, club.id) as handler:
        handler.clubs.take(club.id, act, asked={"heard": msgspec.to_builtins(heard)}, key=key, actor=actor_of(who))
    book.announce(night, len(records))


def retire_phone(book: Book, club: ClubId, device: str) -> None:
    """Ends the keys of a browser that is signed out; nothing happens if it never signed."""
    with book.handler() as handler:
        phones = handler.clubs.load(club).club.phones
        keys = [key for key, phone in phones.items() if phone.device == device and not phone.retired]
        if keys:
            handler.clubs.take(club, *(RetirePhoneKey(key=key) for key in keys))
