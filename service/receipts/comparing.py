"""Says of two receipts of one night whether the later one continues the earlier, or where they part."""

from __future__ import annotations

from engine.grammar import counted
from service.receipts.checking import ReceiptCheck, answered
from service.receipts.form import Receipt
from service.receipts.qr import SignedHead


def continues(later: Receipt, earlier: Receipt) -> tuple[ReceiptCheck, ...]:
    """Whether the later receipt is of the same night, signed by the same club, and goes on where the earlier one ended."""
    of_one = (later.club.id, later.night.id) == (earlier.club.id, earlier.night.id)
    same = answered(
        "same night",
        holds=of_one,
        good=f"Both are of the night {later.night.name or later.night.id} of {later.club.name}.",
        bad=f"One is of the night {later.night.id} of {later.club.name} ({later.club.id}), the other of "
        f"{earlier.night.id} of {earlier.club.name} ({earlier.club.id}).",
    )
    return (same, _key(later, earlier), _events(later, earlier)) if of_one else (same,)


def _key(later: Receipt, earlier: Receipt) -> ReceiptCheck:
    old, new = earlier.key, later.key
    known = any(key.public == old.public for key in later.keys)
    same = old.public == new.public
    return answered(
        "same key",
        holds=known,
        good=f"Both are signed with the key {new.key}."
        if same
        else f"The earlier one is signed with the key {old.key}, which vouches for {new.key}.",
        bad=f"The later one is signed with the key {new.key}, for which the key {old.key} of the earlier one does not vouch.",
    )


def _events(later: Receipt, earlier: Receipt) -> ReceiptCheck:
    here, there = earlier.links, later.links
    parts = next((at for at, (one, other) in enumerate(zip(here, there, strict=False), start=1) if one != other), None)
    if parts is not None:
        bad = f"They part at event {parts}: the book was rewritten from there on, or these are two books."
    else:
        bad = f"The later one has {counted(len(there), 'event')}, and the earlier one {len(here)}: they are the other way round."
    more = len(there) - len(here)
    return answered(
        "continues",
        holds=parts is None and more >= 0,
        good=f"It continues the earlier one: all {counted(len(here), 'event')} are the same"
        + (f", and {more} more came after." if more else ", and none came after."),
        bad=bad,
    )


def head_stands_in(head: SignedHead, receipt: Receipt) -> ReceiptCheck:
    """Whether a signed head is that of this receipt's night after the same event."""
    of_one = (head.club, head.night) == (receipt.club.id, receipt.night.id)
    return answered(
        "same head",
        holds=of_one and receipt.head_after(head.version) == head.head,
        good=f"The receipt has this head after event {head.version} too.",
        bad=f"The receipt does not have this head after event {head.version}."
        if of_one
        else f"The receipt is of the night {receipt.night.id} of the club {receipt.club.id}.",
    )
