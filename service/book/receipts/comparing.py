"""Says of two receipts of one night whether the later one continues the earlier, or where they part."""

from __future__ import annotations

from engine.grammar import counted
from engine.speech import say, to_say
from service.book.receipts.checking import ReceiptCheck, answered
from service.book.receipts.form import Receipt
from service.book.receipts.qr import SignedHead


def continues(later: Receipt, earlier: Receipt) -> tuple[ReceiptCheck, ...]:
    """Whether the later receipt is of the same night, signed by the same club, and goes on where the earlier one ended."""
    of_one = (later.club.id, later.night.id) == (earlier.club.id, earlier.night.id)
    same = answered(
        "same night",
        holds=of_one,
        good=say(
            "Both are of the night {night} of {club}.", night=later.night.name or later.night.id, club=later.club.name
        ),
        bad=say(
            "One is of the night {night} of {club} ({club_id}), the other of {other_night} of {other_club} "
            "({other_club_id}).",
            night=later.night.id,
            club=later.club.name,
            club_id=later.club.id,
            other_night=earlier.night.id,
            other_club=earlier.club.name,
            other_club_id=earlier.club.id,
        ),
    )
    return (same, _key(later, earlier), _events(later, earlier)) if of_one else (same,)


def _key(later: Receipt, earlier: Receipt) -> ReceiptCheck:
    old, new = earlier.key, later.key
    known = any(key.public == old.public for key in later.keys)
    same = old.public == new.public
    return answered(
        "same key",
        holds=known,
        good=say("Both are signed with the key {key}.", key=new.key)
        if same
        else say(
            "The earlier one is signed with the key {key}, which vouches for {later}.", key=old.key, later=new.key
        ),
        bad=say(
            "The later one is signed with the key {key}, for which the key {earlier} of the earlier one does not vouch.",
            key=new.key,
            earlier=old.key,
        ),
    )


def _events(later: Receipt, earlier: Receipt) -> ReceiptCheck:
    here, there = earlier.links, later.links
    parts = next((at for at, (one, other) in enumerate(zip(here, there, strict=False), start=1) if one != other), None)
    if parts is not None:
        bad = say(
            "They part at event {event}: the book was rewritten from there on, or these are two books.", event=parts
        )
    else:
        bad = say(
            "The later one has {events}, and the earlier one {number}: they are the other way round.",
            events=counted(len(there), "event"),
            number=len(here),
        )
    more = len(there) - len(here)
    good = to_say("It continues the earlier one: all {events} are the same, and none came after.")
    if more:
        good = to_say("It continues the earlier one: all {events} are the same, and {more} more came after.")
    return answered(
        "continues",
        holds=parts is None and more >= 0,
        good=say(good, events=counted(len(here), "event"), more=more),
        bad=bad,
    )


def head_stands_in(head: SignedHead, receipt: Receipt) -> ReceiptCheck:
    """Whether a signed head is that of this receipt's night after the same event."""
    of_one = (head.club, head.night) == (receipt.club.id, receipt.night.id)
    return answered(
        "same head",
        holds=of_one and receipt.head_after(head.version) == head.head,
        good=say("The receipt has this head after event {event} too.", event=head.version),
        bad=say("The receipt does not have this head after event {event}.", event=head.version)
        if of_one
        else say(
            "The receipt is of the night {night} of the club {club}.", night=receipt.night.id, club=receipt.club.id
        ),
    )
