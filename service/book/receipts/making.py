"""Makes receipts and signed heads, on paper as codes."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO, StringIO
from typing import NamedTuple

import segno
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from engine import commands
from engine.club.acts import SignNight
from engine.club.state import Club
from engine.events import Recorded
from engine.ids import PlayerId
from engine.play.effects.acts import CardGiven, CardOffered, FeePaid, SentOutByCard
from engine.play.spelling.acts import CouldNotOpen
from engine.speech import phrase
from service.book.receipts.form import (
    ClubThen,
    Key,
    NightThen,
    OwnEvent,
    PhoneSaid,
    Receipt,
    ReceiptPerson,
    joined,
    public_of,
    signed_by,
    signed_text,
)
from service.book.store.chain import RequestKeys, StoredEvent, digest, envelope_of
from service.book.store.names import Member
from service.errors import NotAReceipt

# Acts whose closed cards are those of the `player` they name, and of nobody else.
OWN_CARDS = (
    *(commands.NameCards, commands.Exchange, commands.BuyCard, commands.ExposeCard, commands.PassCards),
    *(commands.ArrangeCards, commands.TurnOwn, commands.DeclareSide, commands.GiveMissingCard, commands.TakeBackCard),
    *(CardGiven, CardOffered, FeePaid, SentOutByCard, CouldNotOpen),
)
# A trail of more keys than this goes back further than anybody compares.
KEYS_MAX = 50


def night_then(opened: commands.OpenNight, stored: Sequence[StoredEvent], *, opened_at: str, phase: str) -> NightThen:
    """The night of these events, at the last of them."""
    last = stored[-1]
    return NightThen(
        id=opened.night,
        name=opened.name,
        opened_at=opened_at,
        phase=phase,  # type: ignore[arg-type]
        version=last.version,
        head=last.hash,
        currency=opened.currency.code,
        exponent=opened.currency.exponent,
        unit=opened.unit,
    )


def club_then(club: Club, head: str) -> ClubThen:
    """The club, whose own stream ends with this head."""
    return ClubThen(id=club.id, name=club.name, version=club.version, head=head)


def people_then(
    club: Club, members: Mapping[PlayerId, Member], players: Sequence[PlayerId], holder: PlayerId | None
) -> tuple[ReceiptPerson, ...]:
    """The people of a night with their names of now. Only the holder's own commitment can be opened."""
    return tuple(
        ReceiptPerson(
            id=player,
            name=members[player].name if player in members else "",
            commitment=club.members[player].name_commitment,
            salt=members[player].salt if player == holder and player in members else None,
        )
        for player in players
    )


def own_events(
    records: Sequence[Recorded],
    as_all_see: Sequence[Recorded],
    stored: Sequence[StoredEvent],
    about: Sequence[int],
    holder: PlayerId,
) -> tuple[OwnEvent, ...]:
    """The events of these numbers in full, without any that tells a closed card of somebody else.

    Nor does one stand there whose digest of a request covers such a card: what is in a digest can be found by trying.
    """
    may_be_read = [_may_be_read(*one, holder) for one in zip(records, as_all_see, strict=True)]
    asked = RequestKeys(len(stored))
    for event in stored:
        asked.note(event.version, envelope_of(event))
    for first, last in asked.requests():
        acts = (
            version for version in range(first, last + 1) if isinstance(records[version - 1].event, commands.Command)
        )
        may_be_read[first - 1] = may_be_read[first - 1] and all(may_be_read[version - 1] for version in acts)
    return tuple(
        OwnEvent(version=version, body=stored[version - 1].body) for version in about if may_be_read[version - 1]
    )


def _may_be_read(record: Recorded, as_all_see: Recorded, holder: PlayerId) -> bool:
    """True if nothing of it is closed, or what is closed is the holder's own."""
    event = record.event
    return record == as_all_see or (isinstance(event, OWN_CARDS) and event.player == holder)


def phones_then(club: Club, signed: Iterable[SignNight], last: int) -> tuple[PhoneSaid, ...]:
    """What the phones of players signed of a night up to its event `last`."""
    return tuple(
        PhoneSaid(
            player=one.player,
            public=club.phones[one.key].public,
            version=one.version,
            answer=one.answer,
            reason=one.reason,
            event=one.event,
            signature=one.signature,
        )
        for one in signed
        if one.key in club.phones and one.version <= last
    )


def digests_of(stored: Sequence[StoredEvent]) -> str:
    """The digests of all events."""
    return joined(digest(one.body) for one in stored)


def trail_of(club: Club, key: str) -> tuple[Key, ...]:
    """The key, after those that endorse it one after the other."""
    trail: list[Key] = []
    name: str | None = key
    while name is not None and len(trail) < KEYS_MAX:
        known = club.keys[name]
        trail.append(Key(key=name, public=known.public, endorsed=known.endorsed))
        name = known.endorsed.key if known.endorsed else None
    return tuple(reversed(trail))


def signed(receipt: Receipt, private: Ed25519PrivateKey) -> Receipt:
    """The receipt with the signature of its key."""
    assert receipt.key.public == public_of(private), "A receipt is signed with the key that it names."
    return replace(receipt, signature=private.sign(signed_text(receipt).encode()).hex())


TEXT_MAX = 500
_ID = r"[A-Za-z0-9_-]"
_FORM = re.compile(
    rf"chipbook:1:(?P<club>{_ID}{{1,40}}):(?P<night>{_ID}{{1,60}}):(?P<version>[1-9][0-9]{{0,9}})"
    rf":(?P<head>{_ID}{{43}}):(?P<public>{_ID}{{43}}):(?P<signature>{_ID}{{86}})"
)


class SignedHead(NamedTuple):
    """The head of a night after event `version`, and whose signature it bears; head, key and signature are in hex."""

    club: str
    night: str
    version: int
    head: str
    public: str
    signature: str

    @property
    def signed_text(self) -> str:
        """What is signed."""
        return f"chipbook:1:{self.club}:{self.night}:{self.version}:{_short(self.head)}:{_short(self.public)}"

    @property
    def text(self) -> str:
        """The whole line."""
        return f"{self.signed_text}:{_short(self.signature)}"

    @property
    def holds(self) -> bool:
        """True if the signature is that of the key."""
        return signed_by(self.public, self.signature, self.signed_text)


def sign_head(club: str, night: str, version: int, head: str, private: Ed25519PrivateKey) -> SignedHead:
    """The signed head of a night."""
    unsigned = SignedHead(club, night, version, head, public_of(private), "")
    return unsigned._replace(signature=private.sign(unsigned.signed_text.encode()).hex())


def read_head(text: str) -> SignedHead:
    """The signed head in a line. Refuses another text (NotAReceipt); whether the signature holds is another question."""
    result = _FORM.fullmatch(text.strip()) if len(text) <= TEXT_MAX else None
    if result is None:
        raise NotAReceipt(phrase("a signed head is a line as chipbook:1:CLUB:NIGHT:VERSION:HEAD:KEY:SIGNATURE"))
    head, public, signature = (_long(result[part]) for part in ("head", "public", "signature"))
    read = SignedHead(result["club"], result["night"], int(result["version"]), head, public, signature)
    # Several base64 texts may come to the same bytes; only one of them is what was signed.
    if read.text != text.strip():
        raise NotAReceipt(phrase("the signed head is not written as chipbook writes it"))
    return read


def as_svg(text: str) -> str:
    """The line as a QR code: an SVG element without a script, to stand in a page."""
    out = BytesIO()
    segno.make_qr(text, error="m").save(
        out,
        kind="svg",
        xmldecl=False,
        svgns=True,
        nl=False,
        omitsize=True,
        dark="#000",
        light="#fff",
        svgclass="qr",
        lineclass=None,
    )
    return out.getvalue().decode()


def for_terminal(text: str) -> str:
    """The line as a QR code in half blocks, which a phone reads from the screen."""
    out = StringIO()
    segno.make_qr(text, error="l").terminal(out, compact=True, border=2)
    return out.getvalue()


def _short(digits: str) -> str:
    return urlsafe_b64encode(bytes.fromhex(digits)).decode().rstrip("=")


def _long(text: str) -> str:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4)).hex()
