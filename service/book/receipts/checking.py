"""Checks a receipt without a book, and compares it with one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import msgspec

from engine.club.acts import PhoneAnswer
from engine.grammar import amount_text, counted, listed
from engine.reports.agreements import Said, answers_text
from engine.speech import say, to_say
from engine.wording import Voice
from service.book.receipts.form import (
    FINGERPRINT_DIGITS,
    DecisionThen,
    Key,
    OwnEvent,
    PhoneSaid,
    Plan,
    Receipt,
    endorsement_text,
    fingerprint,
    read,
    signed_by,
    signed_text,
)
from service.book.receipts.making import SignedHead, read_head
from service.book.receipts.phones import answer_text, signed_by_phone
from service.book.store.chain import ENVELOPE, NIGHT, SALTED_SINCE, digest
from service.book.store.names import vouches
from service.errors import BookError, NotAReceipt

THE_KEY = to_say(
    "That the key is the club's: compare its fingerprint with the one that `chipbook club key` shows, or "
    "that the club told you."
)
_HEAD_PROVES = to_say(
    "Whoever has this key signed that the night {night} of the club {club} had this head after {events}."
)
NOTHING_LATER = to_say("That nothing came after event {version}: a later receipt, or the book, can show it.")
OTHER_EVENTS = to_say("What the other events say: their digests hold their places, and do not tell.")
OTHER_OLD_EVENTS = to_say(
    "What the other events say: their digests hold their places. The digest of an event that was recorded before each got "
    "random bits of its own also tells its closed cards to whoever tries all cards."
)
THE_TABLE = to_say("That what was recorded is what happened at the table: the club signs what its book says.")


class ReceiptCheck(msgspec.Struct, frozen=True, kw_only=True):
    """One question about a receipt: `sentence` says what holds, or what does not."""

    name: str
    holds: bool
    sentence: str


class ReceiptProof(msgspec.Struct, frozen=True, kw_only=True):
    """What was checked of a receipt or a signed head, what it `proves` if all of it holds, and what it cannot.

    `kind` is receipt or head. What could not be read has a failed check and nothing else.
    """

    kind: str
    holds: bool
    checks: tuple[ReceiptCheck, ...]
    club: str = ""
    club_name: str = ""
    night: str = ""
    night_name: str = ""
    version: int = 0
    head: str = ""
    key: str = ""
    fingerprint: str = ""
    issued_at: str = ""
    holder: str = ""
    proves: tuple[str, ...] = ()
    cannot: tuple[str, ...] = ()


def proof_of(content: bytes, *, expected: str = "") -> tuple[ReceiptProof, Receipt | None]:
    """What can be checked of a receipt, and the receipt if it can be read. `expected`: the fingerprint its key should have."""
    try:
        receipt = read(content)
        checks = (*_checks(receipt), *fingerprint_check(receipt.key.public, expected))
    except NotAReceipt as refusal:
        return unreadable("receipt", refusal), None
    return _proof(receipt, checks), receipt


def proof_of_head(text: str, *, expected: str = "") -> tuple[ReceiptProof, SignedHead | None]:
    """The same of a signed head."""
    try:
        head = read_head(text)
    except NotAReceipt as refusal:
        return unreadable("head", refusal), None
    shown = fingerprint(head.public)
    signature = answered(
        "signature",
        holds=head.holds,
        good=say("The key {fingerprint} signed it.", fingerprint=shown),
        bad=say("The signature is not that of this text: a character of it was changed."),
    )
    checks = (signature, *fingerprint_check(head.public, expected))
    proof = ReceiptProof(
        kind="head",
        holds=all(check.holds for check in checks),
        checks=checks,
        club=head.club,
        night=head.night,
        version=head.version,
        head=head.head,
        fingerprint=shown,
        proves=(say(_HEAD_PROVES, night=head.night, club=head.club, events=counted(head.version, "event")),),
        cannot=(say(THE_KEY), say(NOTHING_LATER, version=head.version), say(THE_TABLE)),
    )
    return proof, head


def with_more(proof: ReceiptProof, *more: ReceiptCheck) -> ReceiptProof:
    """The proof with further checks."""
    checks = (*proof.checks, *more)
    return msgspec.structs.replace(proof, checks=checks, holds=all(check.holds for check in checks))


def unreadable(kind: str, refusal: BookError) -> ReceiptProof:
    """The answer to what is no receipt."""
    return ReceiptProof(kind=kind, holds=False, checks=(ReceiptCheck(name="form", holds=False, sentence=str(refusal)),))


def answered(name: str, *, holds: bool, good: str, bad: str) -> ReceiptCheck:
    """The answer to one question."""
    return ReceiptCheck(name=name, holds=holds, sentence=good if holds else bad)


def fingerprint_check(public: str, expected: str) -> Iterator[ReceiptCheck]:
    """Whether the key is the expected one; nothing if none is expected."""
    if expected:
        match = fingerprint(public)
        yield answered(
            "key",
            holds="".join(match.split()) == "".join(expected.split()).lower(),
            good=say("The key has the fingerprint that you gave."),
            bad=say("It was signed with another key: its fingerprint is {fingerprint}.", fingerprint=match),
        )


def is_fingerprint(text: str) -> bool:
    """True if this is a whole fingerprint, with or without spaces."""
    digits = "".join(text.split()).lower()
    return len(digits) == FINGERPRINT_DIGITS and set(digits) <= set("0123456789abcdef")


def _checks(receipt: Receipt) -> Iterator[ReceiptCheck]:
    yield answered(
        "signature",
        holds=signed_by(receipt.key.public, receipt.signature or "", signed_text(receipt)),
        good=say("The key {key} signed every byte of it.", key=receipt.key.key),
        bad=say("The signature is not that of this text: something in it was changed after it was signed."),
    )
    if len(receipt.keys) > 1:
        yield _keys(receipt)
    yield _chain(receipt)
    if receipt.holder is not None or receipt.own:
        yield _own(receipt)
        yield _holder(receipt)
    yield _nets(receipt)
    if receipt.plan is not None:
        yield _plan(receipt)
    if receipt.phones:
        yield _phones(receipt)
    if receipt.decisions:
        yield _decisions(receipt)


def _phones(receipt: Receipt) -> ReceiptCheck:
    """Each phone signed what the receipt says of the night, as it was at that event."""
    wrong = next((one.player for one in receipt.phones if not _phone_signed(receipt, one)), None)
    return answered(
        "phones",
        holds=wrong is None,
        good=say("Signed by phone: {phones}.", phones=listed([_phone_text(receipt, one) for one in receipt.phones])),
        bad=say("The phone of {name} did not sign this night.", name=receipt.name(wrong or "")),
    )


def _decisions(receipt: Receipt) -> ReceiptCheck:
    """Who agreed to what was decided about their money; what it says of a phone, that phone signed."""
    voice = Voice({person.id: person.name for person in receipt.people if person.name})
    texts = [
        say("event {event} ({answers})", event=one.event, answers=answers_text(_answers(one), voice))
        for one in receipt.decisions
    ]
    wrong = next((one.event for one in receipt.decisions if not _answers_are_signed(receipt, one)), 0)
    return answered(
        "decisions",
        holds=not wrong,
        good=say("What was decided about money of others: {events}.", events="; ".join(texts)),
        bad=say("No phone signed what the receipt says of event {event}.", event=wrong),
    )


def _answers(decision: DecisionThen) -> list[Said]:
    return [Said(player=one.player, answer=one.answer, by=one.by, reason=one.reason) for one in decision.said]


def _answers_are_signed(receipt: Receipt, decision: DecisionThen) -> bool:
    """Whether each answer by phone is signed: of the event alone, or of the settlement that rests on it."""
    signed = {
        (one.player, one.answer, one.reason)
        for one in receipt.phones
        if one.event == decision.event or (not one.event and one.answer == "agrees" and one.version >= decision.event)
    }
    return all((one.player, one.answer, one.reason) in signed for one in decision.said if one.by == "phone")


def _phone_signed(receipt: Receipt, one: PhoneSaid) -> bool:
    head = receipt.head_after(one.version)
    if head is None:
        return False
    text = answer_text(
        club=receipt.club.id,
        night=receipt.night.id,
        version=one.version,
        head=head,
        answer=one.answer,
        reason=one.reason,
        event=one.event,
    )
    return signed_by_phone(one.public, one.signature, text)


def _phone_text(receipt: Receipt, one: PhoneSaid) -> str:
    """Who said what of which event, and the fingerprint of their phone."""
    texts: dict[PhoneAnswer, str] = {
        "agrees": to_say("{name} agrees to event {event} (phone {phone})"),
        "refuses": to_say("{name} refuses event {event}: “{reason}” (phone {phone})"),
        "saw": to_say("{name} saw event {event} (phone {phone})"),
    }
    of_event: dict[PhoneAnswer, str] = {
        "agrees": to_say("{name} agrees to event {event} alone (phone {phone})"),
        "refuses": to_say("{name} refuses event {event} alone: “{reason}” (phone {phone})"),
    }
    phone, name = fingerprint(one.public), receipt.name(one.player)
    text = (texts | of_event if one.event else texts)[one.answer]
    return say(text, name=name, event=one.event or one.version, phone=phone, reason=one.reason)


def _keys(receipt: Receipt) -> ReceiptCheck:
    """Each key is endorsed by the one before it."""
    wrong = next((late.key for early, late in pairwise(receipt.keys) if not _endorses(receipt, early, late)), None)
    return answered(
        "keys",
        holds=wrong is None,
        good=say(
            "Each key endorses the next, from {first} to {last}.", first=receipt.keys[0].key, last=receipt.key.key
        ),
        bad=say("The key {key} is not endorsed by the one before it.", key=wrong),
    )


def _endorses(receipt: Receipt, early: Key, late: Key) -> bool:
    if late.endorsed is None or late.endorsed.key != early.key:
        return False
    text = endorsement_text(club=receipt.club.id, key=late.key, public=late.public, endorsed_by=early.key)
    return signed_by(early.public, late.endorsed.signature, text)


def _chain(receipt: Receipt) -> ReceiptCheck:
    """The digests come to the head."""
    night = receipt.night
    right = len(receipt.links) == night.version and receipt.head_after(night.version) == night.head
    return answered(
        "chain",
        holds=right,
        good=say(
            "The digests of all {events} come to the head {head}.",
            events=counted(night.version, "event"),
            head=night.head,
        ),
        bad=say(
            "The {digests} do not come to the head of event {event}.",
            digests=counted(len(receipt.links), "digest"),
            event=night.version,
        ),
    )


def _own(receipt: Receipt) -> ReceiptCheck:
    """Each event in full is the one whose digest stands at its place."""
    wrong = next((one.version for one in receipt.own if not _stands(receipt, one)), None)
    in_order = all(early.version < late.version for early, late in pairwise(receipt.own))
    return answered(
        "own events",
        holds=wrong is None and in_order,
        good=say("{events} in full, each at its place in the chain.", events=counted(len(receipt.own), "event")),
        bad=say("The events in full are not in order.")
        if wrong is None
        else say("Event {event} is not the one in the chain.", event=wrong),
    )


def _stands(receipt: Receipt, own: OwnEvent) -> bool:
    if own.version > len(receipt.links) or digest(own.body) != receipt.links[own.version - 1]:
        return False
    try:
        envelope = ENVELOPE.decode(own.body)
        stream = msgspec.json.decode(own.body)["stream"]
    except (msgspec.MsgspecError, KeyError, TypeError, RecursionError):
        return False
    return envelope.version == own.version and stream == NIGHT + receipt.night.id


def _holder(receipt: Receipt) -> ReceiptCheck:
    """The holder is one of the people, and their name is the one that the club committed itself to."""
    person = next((one for one in receipt.people if one.id == receipt.holder), None)
    known = person is not None and person.salt is not None and vouches(person.commitment, person.salt, person.name)
    name = receipt.name(receipt.holder or "")
    return answered(
        "holder",
        holds=known,
        good=say(
            "{holder} is {name}: the name is the one that the club committed itself to.",
            holder=receipt.holder,
            name=name,
        ),
        bad=say("Nothing shows whose receipt it is: the name {name} does not open the club's commitment.", name=name),
    )


def _nets(receipt: Receipt) -> ReceiptCheck:
    """The results add up to zero, with what belongs to nobody yet; at the end nothing does."""
    total = sum(net.result_cents for net in receipt.nets) + receipt.open_cents
    settles = receipt.night.phase in ("settling", "settled")
    people = {one.id for one in receipt.people}
    once = len({net.player for net in receipt.nets}) == len(receipt.nets)
    whole = once and all(net.player in people for net in receipt.nets)
    good = to_say("The results of {players} add up to zero.")
    if receipt.open_cents:
        good = to_say("The results of {players} add up to zero, with {amount} that belong to nobody yet.")
    return answered(
        "nets",
        holds=total == 0 and whole and not (settles and receipt.open_cents),
        good=say(good, players=counted(len(receipt.nets), "player"), amount=_money(receipt, receipt.open_cents)),
        bad=say("The results add up to {amount}, not to zero.", amount=_money(receipt, total))
        if total
        else say("The results are not those of the people of a finished night."),
    )


def _plan(receipt: Receipt) -> ReceiptCheck:
    """The transfers come to what is due, player by player, and none is paid with more than it is.

    Due is what the night leaves, with the old debts that went in and what was rounded.
    """
    assert receipt.plan is not None
    due: Counter[str] = Counter({net.player: net.due_cents for net in receipt.nets})
    for debt in receipt.plan.old_debts:
        due[debt.payee] += debt.cents
        due[debt.payer] -= debt.cents
    for moved in receipt.plan.rounded:
        due[moved.player] += moved.cents
    overpaid = False
    for transfer in receipt.plan.transfers:
        overpaid = overpaid or sum(paid.cents for paid in transfer.paid) > transfer.cents
        due[transfer.payee] -= transfer.cents
        due[transfer.payer] += transfer.cents
    wrong = next((player for player, cents in due.items() if cents), None)
    return answered(
        "plan",
        holds=wrong is None and not overpaid,
        good=_paid_by(receipt, receipt.plan),
        bad=say("A transfer is paid with more than it is.")
        if overpaid
        else say("The plan does not pay what {name} gets or owes.", name=receipt.name(wrong or "")),
    )


def _paid_by(receipt: Receipt, plan: Plan) -> str:
    """What the transfers of a plan pay, in words."""
    old = sum(debt.cents for debt in plan.old_debts)
    most = max((abs(moved.cents) for moved in plan.rounded), default=0)
    text = {
        (False, False): to_say("{transfers}, which pay every result to the last cent."),
        (True, False): to_say("{transfers}, which pay every result and {old} of old debts to the last cent."),
        (False, True): to_say("{transfers}, which pay every result, rounded by at most {most}, to the last cent."),
        (True, True): to_say(
            "{transfers}, which pay every result and {old} of old debts, rounded by at most {most}, to the last cent."
        ),
    }[bool(old), bool(most)]
    transfers = counted(len(plan.transfers), "transfer")
    return say(text, transfers=transfers, old=_money(receipt, old), most=_money(receipt, most))


def _money(receipt: Receipt, cents: int) -> str:
    return amount_text(cents, receipt.night.exponent, receipt.night.currency)


def _proof(receipt: Receipt, checks: tuple[ReceiptCheck, ...]) -> ReceiptProof:
    club, night, shown = receipt.club, receipt.night, fingerprint(receipt.key.public)
    events = counted(night.version, "event")
    proves = [
        say(
            "Whoever has the key {key} ({fingerprint}) signed, as {club}, on {issued_at}, that the night {night} had "
            "{events}, this head, these results and this plan.",
            key=receipt.key.key,
            fingerprint=shown,
            club=club.name,
            issued_at=receipt.issued_at,
            night=night.name or night.id,
            events=events,
        ),
        say(
            "With the book, or an export of it, anybody can check that all {events} are those of this receipt.",
            events=events,
        ),
    ]
    if receipt.own:
        proves.append(say("{events} stand in it word for word.", events=counted(len(receipt.own), "event")))
    return ReceiptProof(
        kind="receipt",
        holds=all(check.holds for check in checks),
        checks=checks,
        club=club.id,
        club_name=club.name,
        night=night.id,
        night_name=night.name,
        version=night.version,
        head=night.head,
        key=receipt.key.key,
        fingerprint=shown,
        issued_at=receipt.issued_at,
        holder=receipt.name(receipt.holder) if receipt.holder else "",
        proves=tuple(proves),
        cannot=(say(THE_KEY), say(NOTHING_LATER, version=night.version), _of_other_events(receipt), say(THE_TABLE)),
    )


def _of_other_events(receipt: Receipt) -> str:
    """What the digests tell of events that the receipt does not hold: nothing if the night began with salted ones."""
    try:
        began = min((ENVELOPE.decode(one.body) for one in receipt.own), key=lambda one: one.version, default=None)
    except (msgspec.MsgspecError, RecursionError):
        began = None
    salted = began is not None and began.version == 1 and began.schema >= SALTED_SINCE
    return say(OTHER_EVENTS if salted else OTHER_OLD_EVENTS)


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
    return (same, _key(later, earlier), _events(later, earlier), *_signatures(later, earlier)) if of_one else (same,)


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


def _signatures(later: Receipt, earlier: Receipt) -> Iterator[ReceiptCheck]:
    """What phones had signed is still there; of what a phone signs by itself only the latest is kept."""
    if not earlier.phones:
        return
    latest = {one.public: one.version for one in later.phones if one.answer == "saw"}
    lost = [
        one
        for one in earlier.phones
        if one not in later.phones and not (one.answer == "saw" and latest.get(one.public, 0) > one.version)
    ]
    yield answered(
        "signatures",
        holds=not lost,
        good=say("What phones had signed in the earlier one stands in the later one too."),
        bad=say(
            "The later one lacks what phones had signed: {signed}. It was taken out of the book.",
            signed=listed([_phone_text(earlier, one) for one in lost]),
        ),
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
            "The receipt is of the night {night} of the club {club}.", night=receipt.night.id, club=receipt.club.name
        ),
    )
