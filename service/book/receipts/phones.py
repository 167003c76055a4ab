"""What phones sign: text, keys and signatures as browsers make them (ECDSA with P-256 and SHA-256), which every phone can."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from engine.club.acts import PhoneAnswer, SignNight
from engine.club.state import Club, PhoneKeyRecord
from engine.ids import NightId, PlayerId
from engine.speech import say
from service.book.db import Database
from service.book.receipts.form import fingerprint
from service.book.store.chain import StoredEvent, canonical
from service.book.store.countersignatures import Countersignature, countersignatures_of

# A signature of a browser is two numbers of this many bytes.
_HALF = 32


def phone_key(public: str) -> str:
    """The name of a phone's key: the fingerprint of its public half, without spaces."""
    return "".join(fingerprint(public).split())


def answer_text(
    *, club: str, night: str, version: int, head: str, answer: PhoneAnswer, reason: str, event: int = 0
) -> str:
    """What a phone signs to say whether a night, or one `event` of it, is as the book has it up to this head."""
    fields = {"answer": answer, "club": club, "head": head, "night": night, "reason": reason, "version": version}
    fields |= {"event": event} if event else {}
    return canonical({**fields, "format": "chipbook signature"})


def signed_by_phone(public: str, signature: str, text: str) -> bool:
    """True if the signature is that of the text by this key; both are in hex, as a browser exports them."""
    try:
        key = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), bytes.fromhex(public))
        whole = bytes.fromhex(signature)
        numbers = (int.from_bytes(whole[:_HALF]), int.from_bytes(whole[_HALF:]))
        key.verify(encode_dss_signature(*numbers), text.encode(), ECDSA(SHA256()))
    except (InvalidSignature, ValueError):
        return False
    return True


def holds(club: str, act: SignNight, public: str) -> bool:
    """True if the key has signed what the act says."""
    text = answer_text(
        club=club,
        night=act.night,
        version=act.version,
        head=act.head,
        answer=act.answer,
        reason=act.reason,
        event=act.event,
    )
    return signed_by_phone(public, act.signature, text)


def signed_by_phones(database: Database, club: Club, night: NightId = "") -> dict[NightId, tuple[SignNight, ...]]:
    """What phones signed of each night of a club, or of one: the club's acts in their order, then what they signed by themselves."""
    nights = {one: club.signed(one) for one in ([night] if night else club.answers)}
    for one in countersignatures_of(database, club.id, night):
        nights[one.night] = (*nights.get(one.night, ()), as_signed(one, club))
    return {one: signed for one, signed in nights.items() if signed}


def as_signed(one: Countersignature, club: Club) -> SignNight:
    """What a phone signed by itself, in the form of an act. Somebody whose key the club does not know is called by the key."""
    known = club.phones.get(one.key)
    return SignNight(
        night=one.night,
        player=known.player if known else one.key,
        key=one.key,
        version=one.version,
        head=one.head,
        answer="saw",
        signature=one.signature,
    )


def differing(
    club: str,
    signed: Iterable[SignNight],
    phones: Mapping[str, PhoneKeyRecord],
    stored: Sequence[StoredEvent],
    called: Callable[[PlayerId], str] = str,
) -> Iterator[tuple[int, str]]:
    """Where a night is not what phones signed, each with its event: whoever rewrites it cannot sign it anew for them.

    `called`: somebody in words; by default by their id.
    """
    heads = {event.version: event.hash for event in stored}
    for act in signed:
        if act.key not in phones or not holds(club, act, phones[act.key].public):
            yield act.version, say("has a signature of {player} that their phone never made", player=called(act.player))
        elif heads.get(act.version) != act.head:
            yield (
                act.version,
                say(
                    "is another than {player} signed by phone: event {version} had another hash",
                    player=called(act.player),
                    version=act.version,
                ),
            )
