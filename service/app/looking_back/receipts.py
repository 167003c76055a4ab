"""Receipts and the keys that sign them: made, checked without a book, and compared with one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from engine.club.acts import AdoptKey, ClubAct, Endorsement, RetireKey
from engine.club.nights import people_of
from engine.club.state import Club
from engine.errors import KeyIsInForce, KeyNameIsTaken
from engine.speech import say
from service.app.book import Book
from service.app.people import in_words, one_called
from service.app.seeing import see, see_proven
from service.book.closed_cards import as_all_may_see
from service.book.receipts import making
from service.book.receipts.checking import (
    ReceiptCheck,
    ReceiptProof,
    answered,
    continues,
    head_stands_in,
    is_fingerprint,
    proof_of,
    proof_of_head,
    with_more,
)
from service.book.receipts.form import BYTES_MAX, OwnEvent, Receipt, endorsement_text, public_of, written
from service.book.receipts.keys import KeyFolder
from service.book.receipts.making import SignedHead, for_terminal, sign_head
from service.book.receipts.phones import signed_by_phones
from service.book.store.chain import StoredEvent, digest, stream_of_club, stream_of_night
from service.book.store.event_store import EventStore, request_of
from service.errors import ClubHasNoKey, NotAKeyName, PlayerMissing
from service.reports.views.events import concerns
from service.reports.views.verification import ClubKeys, club_keys, decisions_of, nets_of, plan_of
from service.reports.views.visible_night import VisibleNight

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

__all__ = [
    "BYTES_MAX",
    "Receipt",
    "ReceiptProof",
    "SignedHead",
    "head_with_code",
    "holder_called",
    "is_fingerprint",
    "receipt_of",
    "receipt_text",
    "signed_head",
    "signed_head_if_any",
    "verify_head",
    "verify_receipt",
]


Change = Literal["new", "rotate", "lost"]
Acts = tuple[ClubAct, ...]

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}", re.ASCII)


def keys_of(book: Book, club_id: str) -> ClubKeys:
    """The keys of a club. Refuses a club that is not there (ClubMissing)."""
    with book.handler() as handler:
        return club_keys(handler.clubs.load(club_id), KeyFolder(book.key_folder))


def change_key(book: Book, club_id: str, change: Change, name: str = "", *, key: str = "") -> ClubKeys:
    """Gives the club a new key, and returns all of them; `name` is that of the new key, the next number if it is empty.

    `new` is refused beside a key in force. `rotate`: the key in force endorses the new one, so its private half has to be
    here. `lost`: nobody endorses the new one. A repeated `key` (of idempotency) makes no second.
    """
    folder = KeyFolder(book.key_folder)
    asked = {"key": change, "name": name}
    with in_words(book, club_id) as handler:
        club = handler.clubs.load(club_id).club
        request = request_of(stream_of_club(club_id), asked, key)
        if request is None or handler.store.answer_to(club_id, request) is None:
            handler.clubs.take(club_id, *_CHANGES[change](club, folder, _free_name(club, name)), asked=asked, key=key)
        return club_keys(handler.clubs.load(club_id), folder)


def signing_key(book: Book, club: Club) -> Ed25519PrivateKey:
    """The private half of the key in force. Refuses a club without one (ClubHasNoKey), and a key that is not here."""
    name = club.key_in_force()
    if name is None:
        raise ClubHasNoKey(club.name)
    return KeyFolder(book.key_folder).load(club.id, name, club.keys[name].public, called=club.name)


def _new(club: Club, folder: KeyFolder, name: str) -> Acts:
    in_force = club.key_in_force()
    if in_force is not None:
        raise KeyIsInForce(key=in_force)
    return (AdoptKey(key=name, public=public_of(folder.make(club.id, name))),)


def _rotate(club: Club, folder: KeyFolder, name: str) -> Acts:
    old = _in_force(club)
    private = folder.load(club.id, old, club.keys[old].public, called=club.name)
    public = public_of(folder.make(club.id, name))
    text = endorsement_text(club=club.id, key=name, public=public, endorsed_by=old)
    endorsed = Endorsement(old, private.sign(text.encode()).hex())
    return AdoptKey(key=name, public=public, endorsed=endorsed), RetireKey(key=old, reason="replaced")


def _lost(club: Club, folder: KeyFolder, name: str) -> Acts:
    old = _in_force(club)
    return RetireKey(key=old, reason="lost"), AdoptKey(key=name, public=public_of(folder.make(club.id, name)))


_CHANGES: dict[Change, Callable[[Club, KeyFolder, str], Acts]] = {"new": _new, "rotate": _rotate, "lost": _lost}


def _in_force(club: Club) -> str:
    name = club.key_in_force()
    if name is None:
        raise ClubHasNoKey(club.name)
    return name


def _free_name(club: Club, wanted: str) -> str:
    """The name of a new key: the wanted one, else `key-` and the next number. Refuses one that is taken, or is no name."""
    if wanted and not _NAME.fullmatch(wanted):
        raise NotAKeyName(wanted)
    if wanted in club.keys:
        raise KeyNameIsTaken(key=wanted)
    number = len(club.keys) + 1
    while f"key-{number}" in club.keys:
        number += 1
    return wanted or f"key-{number}"


def receipt_text(book: Book, night_id: str, *, player: str = "", make_key: bool = False) -> str:
    """The receipt as a file. `player`: the id of whoever it is for; without, it is for everybody.

    `make_key`: a club that never had a key gets its first. Refuses a night whose chain is broken, and a club that cannot
    sign here (ClubHasNoKey, PrivateKeyMissing), and a player who was not there or is forgotten (PlayerMissing).
    """
    return written(receipt_of(book, night_id, player=player, make_key=make_key))


def receipt_of(book: Book, night_id: str, *, player: str = "", make_key: bool = False) -> Receipt:
    """The same as a struct."""
    view = see_proven(book, night_id)
    club_id = view.opened.club
    players = people_of(view.night)
    if make_key:
        _first_key(book, club_id)
    with book.handler() as handler:
        loaded = handler.clubs.load(club_id)
        club, club_head = loaded.club.copy(), loaded.head
        members = {member.id: member for member in handler.names.members(club_id)}
    holder = club.known_among(player, players) if player else None
    # Nobody can show any more whose the id of somebody forgotten was.
    if holder and not (holder in players and holder in members):
        raise PlayerMissing(holder)
    private = signing_key(book, club)
    stored = EventStore(book.database).read(stream_of_night(club_id, night_id), up_to=view.version)
    signed = signed_by_phones(book.database, club, night_id)
    in_force = club.key_in_force()
    assert in_force is not None, "A club that can sign has a key in force."
    receipt = Receipt(
        issued_at=book.now(),
        club=making.club_then(club, club_head),
        night=making.night_then(view.opened, stored, opened_at=view.records[0].occurred_at, phase=view.phase),
        people=making.people_then(club, members, players, holder),
        nets=(nets := nets_of(view)),
        open_cents=-sum(net.result_cents for net in nets),
        plan=plan_of(view),
        holder=holder,
        own=_own(view, stored, holder) if holder else (),
        digests=making.digests_of(stored),
        phones=making.phones_then(club, club.answers_among(signed.get(night_id, ()), players), view.version),
        decisions=decisions_of(view),
        keys=making.trail_of(club, in_force),
    )
    return making.signed(receipt, private)


def holder_called(book: Book, night_id: str, text: str) -> str:
    """The id of the person of the night who is meant by a name, its beginning, or the id."""
    view = see(book, night_id)
    players = people_of(view.night)
    if text in players:
        return text
    names = {player: view.names[player] for player in players if player in view.names}
    return one_called(text, names)


def signed_head(book: Book, night_id: str) -> str:
    """The head of the night as it is now, signed, in one line. Makes no key.

    Refuses a club that cannot sign here (ClubHasNoKey, PrivateKeyMissing).
    """
    view = see_proven(book, night_id)
    with book.handler() as handler:
        club = handler.clubs.load(view.opened.club).club.copy()
    return sign_head(club.id, night_id, view.version, view.head, signing_key(book, club)).text


def signed_head_if_any(book: Book, night_id: str) -> str:
    """The same, but empty if the club cannot sign here."""
    return signed_head(book, night_id) if can_sign(book, book.club_of(night_id)) else ""


def can_sign(book: Book, club_id: str) -> bool:
    """Whether the club has a key in force, and its private half is on this machine."""
    with book.handler() as handler:
        club = handler.clubs.load(club_id).club
    key = club.key_in_force()
    return key is not None and KeyFolder(book.key_folder).has(club.id, key)


def head_with_code(text: str) -> str:
    """The signed head for a terminal: its line, and a QR code of it."""
    return f"signed head: {text}\n{for_terminal(text)}"


def _first_key(book: Book, club_id: str) -> None:
    with book.handler() as handler:
        has_one = bool(handler.clubs.load(club_id).club.keys)
    if not has_one:
        change_key(book, club_id, "new")


def _own(view: VisibleNight, stored: list[StoredEvent], holder: str) -> tuple[OwnEvent, ...]:
    """The opening, whose terms are everybody's, and every event in which the holder acts, pays, gets or is named."""
    about = [record.version for record in view.records if record.version == 1 or concerns(record, holder)]
    return making.own_events(view.records, as_all_may_see(view.records), stored, about, holder)


def with_the_book(book: Book, proof: ReceiptProof, result: Receipt | SignedHead | None) -> ReceiptProof:
    """The proof, and whether the book has the same. One that could not be read stays as it is."""
    match result:
        case Receipt():
            return with_more(proof, *_in_book(book, result))
        case SignedHead():
            return with_more(proof, *_head_in_book(book, result))
        case None:
            return proof


def _in_book(book: Book, receipt: Receipt) -> tuple[ReceiptCheck, ...]:
    """Whether the book has the club, its key, and the events of the receipt."""
    club, night = receipt.club, receipt.night
    events = EventStore(book.database).read(stream_of_night(club.id, night.id))
    here = [digest(one.body) for one in events]
    parts = next(
        (at for at, (one, other) in enumerate(zip(receipt.links, here, strict=False), start=1) if one != other), 0
    )
    if not here:
        bad = say("The book has no night {night} of the club {club}.", night=night.id, club=club.name)
    elif parts:
        bad = say("The book has another event {event} than the receipt.", event=parts)
    else:
        bad = say(
            "The book has {here} events of the night, and the receipt {there}: its end is missing.",
            here=len(here),
            there=len(receipt.links),
        )
    more = len(here) - len(receipt.links)
    return (
        _key_in_book(book, club.id, receipt.key.public),
        answered(
            "book",
            holds=bool(here) and not parts and more >= 0,
            good=say("The book has the same events; {more} came after.", more=more)
            if more > 0
            else say("The book has the same events."),
            bad=bad,
        ),
    )


def _head_in_book(book: Book, head: SignedHead) -> tuple[ReceiptCheck, ...]:
    stream = stream_of_night(head.club, head.night)
    result = EventStore(book.database).read(stream, after=head.version - 1, up_to=head.version)
    return (
        _key_in_book(book, head.club, head.public),
        answered(
            "book",
            holds=bool(result) and result[0].hash == head.head,
            good=say("The book has this head after event {event}.", event=head.version),
            bad=say(
                "The book does not have this head after event {event} of the night {night}.",
                event=head.version,
                night=head.night,
            ),
        ),
    )


def _key_in_book(book: Book, club_id: str, public: str) -> ReceiptCheck:
    """Whether the club adopted the key, and did not lose it since."""
    with book.handler() as handler:
        keys = handler.clubs.look(club_id).club.keys
    known = next(((name, key) for name, key in keys.items() if key.public == public), None)
    if known is None:
        bad = say("The club in this book never adopted this key.")
    else:
        bad = say("The club lost its key {key}: from then on, somebody else may have signed with it.", key=known[0])
    return answered(
        "club's key",
        holds=known is not None and known[1].retired != "lost",
        good=say("It is the club's own key {key}.", key=known[0]) if known else "",
        bad=bad,
    )


def verify_receipt(
    content: bytes, *, after: bytes | None = None, expected: str = ""
) -> tuple[ReceiptProof, Receipt | None]:
    """Everything that can be checked of a receipt, and the receipt, None if it cannot be read.

    `after` is an earlier one that it should continue, `expected` the fingerprint that its key should have.
    """
    proof, receipt = proof_of(content, expected=expected)
    if receipt is not None and after is not None:
        proof = with_more(proof, *_after(receipt, after))
    return proof, receipt


def verify_head(
    text: str, *, receipt: bytes | None = None, expected: str = ""
) -> tuple[ReceiptProof, SignedHead | None]:
    """The same of a signed head; with a `receipt` of the same night, whether that has it too."""
    proof, head = proof_of_head(text, expected=expected)
    if head is not None and receipt is not None:
        beside, result = proof_of(receipt)
        proof = with_more(proof, _holds_itself("receipt", beside), *([head_stands_in(head, result)] if result else []))
    return proof, head


def _after(receipt: Receipt, content: bytes) -> tuple[ReceiptCheck, ...]:
    beside, earlier = proof_of(content)
    return (_holds_itself("earlier", beside), *(continues(receipt, earlier) if earlier else ()))


def _holds_itself(name: str, beside: ReceiptProof) -> ReceiptCheck:
    """Whether another receipt, with which this is compared, holds."""
    wrong = next((check.sentence for check in beside.checks if not check.holds), "")
    return answered(name, holds=beside.holds, good=say("The receipt that it is compared with holds."), bad=wrong)
