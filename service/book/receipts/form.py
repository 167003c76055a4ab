"""The form of a receipt, and how it is signed."""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Iterable
from functools import cached_property, reduce
from hashlib import sha256
from typing import Annotated, Any, Literal

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from engine.club.acts import (
    AdoptKey,
    AnsweredEvent,
    AnswerReason,
    Digest,
    Endorsement,
    KeyName,
    NightAnswer,
    NightPhase,
    PhoneAnswer,
    PhonePublicKey,
    PublicKey,
    Signature,
    Version,
)
from engine.club.state import Club
from engine.ids import AnyPlayerId, ClubId, NightId
from engine.reports.agreements import DecisionKind, SaidBy
from engine.speech import phrase, say
from service.book.store.chain import GENESIS, canonical
from service.errors import NotAReceipt, NotCanonical
from service.language.validation import validation_message

# So much of the hash of a key is shown and compared, in hexadecimal digits: 128 bits, in groups of four.
FINGERPRINT_DIGITS = 32
_GROUP = 4


def fingerprint(public: str) -> str:
    """What people compare of a public key given in hex: "3f0a 91bc …"."""
    digits = sha256(bytes.fromhex(public)).hexdigest()[:FINGERPRINT_DIGITS]
    return " ".join(digits[at : at + _GROUP] for at in range(0, FINGERPRINT_DIGITS, _GROUP))


def public_of(private: Ed25519PrivateKey) -> str:
    """The public half of a key, in hex."""
    return private.public_key().public_bytes_raw().hex()


def signed_by(public: str, signature: str, text: str) -> bool:
    """True if the signature is that of the text by this key; both are in hex, and other texts than hex are no signature."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def endorsement_text(*, club: str, key: str, public: str, endorsed_by: str) -> str:
    """What a key signs to say that another takes its place."""
    return canonical({"club": club, "endorsed_by": endorsed_by, "format": "chipbook key", "key": key, "public": public})


def is_endorsed(act: AdoptKey, club: Club) -> bool:
    """False if an earlier key is said to endorse this one, and its signature does not."""
    if act.endorsed is None:
        return True
    by = club.keys.get(act.endorsed.key)
    text = endorsement_text(club=club.id, key=act.key, public=act.public, endorsed_by=act.endorsed.key)
    return by is not None and signed_by(by.public, act.endorsed.signature, text)


FORMAT: Literal["chipbook receipt"] = "chipbook receipt"
FORMAT_VERSION: Literal[1] = 1
# A night of a hundred thousand events, with every tenth event in full, is 20 MB.
BYTES_MAX = 64 * 1024 * 1024
DIGEST_BYTES = 32
# So much is said of what is wrong with a file that is no receipt.
SAID_MAX = 200
_TOO_DEEP = phrase("it is nested too deeply")
_NO_JSON = phrase("it is cut off, or no JSON in UTF-8")

Whole = Annotated[int, msgspec.Meta(ge=-(2**53) + 1, le=2**53 - 1)]


class ReceiptPart(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A part of a receipt."""


class ClubThen(ReceiptPart, frozen=True, kw_only=True):
    """The club, its name, and the end of its own stream, whose head vouches for all of its nights."""

    id: ClubId
    name: str
    version: Version
    head: Digest


class NightThen(ReceiptPart, frozen=True, kw_only=True):
    """The night as it stood: `version` is the number of its last event, `head` the hash of it.

    `unit` is what a chip is worth in the smallest unit of the currency, which has `exponent` decimals.
    """

    id: NightId
    name: str
    opened_at: str
    phase: NightPhase
    version: Version
    head: Digest
    currency: str
    exponent: Annotated[int, msgspec.Meta(ge=0, le=4)]
    unit: Whole


class ReceiptPerson(ReceiptPart, frozen=True, kw_only=True):
    """Somebody of the night under the name of that time, empty if it was forgotten. `salt` opens the commitment, in hex.

    The salt stands only with the person whose receipt it is.
    """

    id: AnyPlayerId
    name: str
    commitment: Digest
    salt: Digest | None = None


class PlayerNet(ReceiptPart, frozen=True, kw_only=True):
    """What a player has won (negative: lost), and what of it the plan has to pay to them (negative: they have to pay).

    The rest changed hands before the plan, as money for chips.
    """

    player: AnyPlayerId
    result_cents: Whole
    due_cents: Whole


class Paid(ReceiptPart, frozen=True, kw_only=True):
    """A payment of a transfer: the event that recorded it, and how much."""

    event: Version
    cents: Whole


class Transfer(ReceiptPart, frozen=True, kw_only=True):
    """One transfer of the frozen plan, with the payments so far."""

    payer: AnyPlayerId
    payee: AnyPlayerId
    cents: Whole
    paid: tuple[Paid, ...] = ()


class OldDebt(ReceiptPart, frozen=True, kw_only=True):
    """What was unpaid of an earlier night, and is paid by this plan."""

    night: NightId
    payer: AnyPlayerId
    payee: AnyPlayerId
    cents: Whole


class Rounded(ReceiptPart, frozen=True, kw_only=True):
    """What a player gained (negative: lost) when the plan was rounded to the coin of the house."""

    player: AnyPlayerId
    cents: Whole


class Plan(ReceiptPart, frozen=True, kw_only=True):
    """The plan that event `frozen` fixed. `fewest` says whether no plan could have fewer transfers.

    It pays what is due of the night, the `old_debts` that went in, and what was `rounded`.
    """

    kind: Literal["bank", "direct"]
    frozen: Version
    fewest: Literal["proven", "not proven"]
    transfers: tuple[Transfer, ...]
    old_debts: tuple[OldDebt, ...] = ()
    rounded: tuple[Rounded, ...] = ()


class OwnEvent(ReceiptPart, frozen=True, kw_only=True):
    """An event in full: its number, and the exact text that was hashed."""

    version: Version
    body: str


class PhoneSaid(ReceiptPart, frozen=True, kw_only=True):
    """What a player said by their phone of the night up to event `version`, or of one `event`: signed by the key `public`,
    which is the phone's.
    """

    player: AnyPlayerId
    public: PhonePublicKey
    version: Version
    answer: PhoneAnswer
    reason: AnswerReason = ""
    event: AnsweredEvent = 0
    signature: Signature


class SaidThen(ReceiptPart, frozen=True, kw_only=True):
    """What a player had said last of a decision: by their phone, at the table, or because they entered it; nothing, if neither
    `answer` nor `by` is there.
    """

    player: AnyPlayerId
    answer: NightAnswer | None = None
    by: SaidBy | None = None
    reason: AnswerReason = ""


class DecisionThen(ReceiptPart, frozen=True, kw_only=True):
    """An event that decided about money of others, and what each of them had said of it."""

    event: Version
    kind: DecisionKind
    said: tuple[SaidThen, ...]


class Key(ReceiptPart, frozen=True, kw_only=True):
    """A public key of the club; `endorsed` is what the key before it says of it, None if none does."""

    key: KeyName
    public: PublicKey
    endorsed: Endorsement | None = None


class Receipt(ReceiptPart, frozen=True, kw_only=True, dict=True):
    """What the book said of a night. The last of the `keys` signed it; each endorses the next.

    `digests`: those of all events, in order, 32 bytes each, in base64. `open_cents` belong to nobody yet, because they are
    in a pot or missing at the count. `holder`: whose `own` events stand in full; None in a receipt for everybody. `phones`:
    what players signed of the night. `decisions`: what was decided about somebody's money, and whether they had agreed.
    """

    format: Literal["chipbook receipt"] = FORMAT
    format_version: Literal[1] = FORMAT_VERSION
    issued_at: str
    club: ClubThen
    night: NightThen
    people: tuple[ReceiptPerson, ...]
    nets: tuple[PlayerNet, ...]
    open_cents: Whole
    plan: Plan | None = None
    holder: AnyPlayerId | None = None
    own: tuple[OwnEvent, ...] = ()
    digests: str
    phones: tuple[PhoneSaid, ...] = ()
    decisions: tuple[DecisionThen, ...] = ()
    keys: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1)]
    signature: Signature | None = None

    @property
    def key(self) -> Key:
        """The key that signed."""
        return self.keys[-1]

    @cached_property
    def links(self) -> tuple[bytes, ...]:
        """The digest of every event. Refuses a list that is none (NotAReceipt)."""
        try:
            joined = b64decode(self.digests, validate=True)
        except (NotBase64, ValueError) as problem:
            raise NotAReceipt(phrase("its digests are not base64")) from problem
        if len(joined) % DIGEST_BYTES:
            raise NotAReceipt(phrase("one of its digests is cut off"))
        return tuple(joined[at : at + DIGEST_BYTES] for at in range(0, len(joined), DIGEST_BYTES))

    def head_after(self, version: int) -> str | None:
        """The hash of the event of this number, in hex; None if the receipt has fewer events."""
        if not 1 <= version <= len(self.links):
            return None
        return reduce(lambda head, one: sha256(head + one).digest(), self.links[:version], GENESIS).hex()

    def name(self, player: str) -> str:
        """The name of a person of the night, else the id."""
        return next((one.name for one in self.people if one.id == player and one.name), player)


def joined(digests: Iterable[bytes]) -> str:
    """Digests as a receipt holds them."""
    return b64encode(b"".join(digests)).decode()


def signed_text(receipt: Receipt) -> str:
    """What is signed: the canonical text of everything but the signature."""
    return _canonical_of(msgspec.structs.replace(receipt, signature=None))


def written(receipt: Receipt) -> str:
    """The file: the canonical text and a line end."""
    return f"{_canonical_of(receipt)}\n"


def read(content: bytes) -> Receipt:
    """The receipt in a file. Refuses everything else, and one that is not written exactly as a receipt is (NotAReceipt)."""
    if len(content) > BYTES_MAX:
        raise NotAReceipt(phrase("it has more than {most:,} bytes", most=BYTES_MAX))
    try:
        result = _DECODER.decode(content)
        as_written = written(result).encode()
    except msgspec.ValidationError as problem:
        raise NotAReceipt(_what_is_wrong(content)) from problem
    except RecursionError as problem:
        raise NotAReceipt(_TOO_DEEP) from problem
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise NotAReceipt(_NO_JSON) from problem
    except NotCanonical as problem:
        raise NotAReceipt(phrase("it holds what no canonical text can hold")) from problem
    if as_written != content:
        raise NotAReceipt(phrase("it is not written in canonical JSON with one line end"))
    return result


def _what_is_wrong(content: bytes) -> str:
    """The first place at which JSON has not the form of a receipt, and what is wrong there."""
    try:
        match = validation_message(msgspec.json.decode(content), Receipt, say("It"))
    except RecursionError:
        return _TOO_DEEP
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _NO_JSON
    return match.rstrip(".")[:SAID_MAX]


def _canonical_of(receipt: Receipt) -> str:
    # The two constants are defaults, and stand in every file all the same.
    fields: dict[str, Any] = msgspec.to_builtins(receipt)
    return canonical({**fields, "format": FORMAT, "format_version": FORMAT_VERSION})


_DECODER = msgspec.json.Decoder(Receipt)
