"""Whether the book still says what a receipt or a signed head of it says."""

from __future__ import annotations

from engine.speech import say
from service.app.book import Book
from service.book.receipts.checking import ReceiptCheck, ReceiptProof, answered, with_more
from service.book.receipts.form import Receipt
from service.book.receipts.qr import SignedHead
from service.book.store.chain import digest
from service.book.store.event_store import EventStore
from service.book.store.streams import stream_of_night


def with_the_book(book: Book, proof: ReceiptProof, found: Receipt | SignedHead | None) -> ReceiptProof:
    """The proof, and whether the book has the same. One that could not be read stays as it is."""
    match found:
        case Receipt():
            return with_more(proof, *_in_book(book, found))
        case SignedHead():
            return with_more(proof, *_head_in_book(book, found))
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
        bad = say("The book has no night {night} of the club {club}.", night=night.id, club=club.id)
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
    found = EventStore(book.database).read(stream, after=head.version - 1, up_to=head.version)
    return (
        _key_in_book(book, head.club, head.public),
        answered(
            "book",
            holds=bool(found) and found[0].hash == head.head,
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
        bad = say("The club {club} of this book never adopted this key.", club=club_id)
    else:
        bad = say("The club lost its key {key}: from then on, somebody else may have signed with it.", key=known[0])
    return answered(
        "club's key",
        holds=known is not None and known[1].retired != "lost",
        good=say("It is the club's own key {key}.", key=known[0]) if known else "",
        bad=bad,
    )
