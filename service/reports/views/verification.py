"""What the book proves: the verdict of the rules, proofs, receipts, the keys of a club, and where two versions of a night part."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from engine.adjudicate import Adjudication, adjudicate
from engine.club.acts import KeyEnd
from engine.ledger.accounts import dues, nets
from engine.reports.agreements import answers_to, decisions
from engine.speech import say
from service.book.club_handler import LoadedClub
from service.book.proof.results import ITS_END, CheckResult, Defect, Phrasing, Proof, Verification
from service.book.receipts.form import (
    DecisionThen,
    OldDebt,
    Paid,
    Plan,
    PlayerNet,
    Rounded,
    SaidThen,
    Transfer,
    fingerprint,
)
from service.book.receipts.keys import KeyFolder
from service.book.store.chain import StoredEvent, Stream, check_chain
from service.reports.verdict import FindingView, finding_view
from service.reports.views.settling.settlement import frozen_plan, payments_so_far
from service.reports.views.visible_night import VisibleNight

__all__ = ["ITS_END", "BookProof", "CheckResult", "Defect", "Proof", "Verification", "VerificationJob"]


class AdjudicationView(msgspec.Struct, frozen=True, kw_only=True):
    """`agrees`: every act in force would be recorded the same again. `newer_rules`: a difference may come from rules
    that have changed since the night was played.
    """

    night: str
    version: int
    agrees: bool
    newer_rules: bool
    acts_judged: int
    events_judged: int
    played_under: int
    judged_under: int
    findings: tuple[FindingView, ...]


def adjudication_view(view: VisibleNight) -> AdjudicationView:
    """The verdict of the rules on the whole night."""
    phrasing = Phrasing(view.names, view.sees_everything)
    outcome: Adjudication = adjudicate(view.as_recorded, phrasing.account)
    return AdjudicationView(
        night=view.night_id,
        version=view.version,
        agrees=outcome.agrees,
        newer_rules=outcome.only_newer_rules,
        acts_judged=outcome.primaries,
        events_judged=outcome.events,
        played_under=outcome.played_under,
        judged_under=outcome.judged_under,
        findings=tuple(finding_view(finding, phrasing) for finding in (*outcome.findings, *outcome.remarks)),
    )


class BookProof(msgspec.Struct, frozen=True, kw_only=True):
    """The proofs of every night, by id, then of every club, and last of the book around them."""

    holds: bool
    proofs: tuple[Proof, ...]


class VerificationJob(msgspec.Struct, frozen=True, kw_only=True):
    """A verification of a club that a worker makes: due, claimed, done or failed, with how many of its `steps` are done.

    `steps` is 0 until it has begun. `error` says why it failed last; `found` is there once it is done.
    """

    club: str
    job: str
    state: str
    steps_done: int
    steps: int
    error: str = ""
    found: Verification | None = None


def nets_of(view: VisibleNight) -> tuple[PlayerNet, ...]:
    """Results, and what of them is due."""
    due = dues(view.night)
    return tuple(
        PlayerNet(player=player, result_cents=cents, due_cents=due[player])
        for player, cents in nets(view.night).items()
    )


def decisions_of(view: VisibleNight) -> tuple[DecisionThen, ...]:
    """What was decided about somebody's money, and what they have said of it."""
    return tuple(
        DecisionThen(
            event=one.version,
            kind=one.kind,
            said=tuple(
                SaidThen(player=answer.player, answer=answer.answer, by=answer.by, reason=answer.reason)
                for answer in answers_to(one, view.answers)
            ),
        )
        for one in decisions(view.records)
    )


def plan_of(view: VisibleNight) -> Plan | None:
    """The plan with its payments; None before it is frozen."""
    plan, frozen = frozen_plan(view), view.night.closing.plan
    if plan is None or plan.frozen is None or frozen is None:
        return None
    payments = payments_so_far(view).payments
    return Plan(
        kind=plan.kind,
        frozen=plan.frozen,
        fewest="proven" if plan.proven_minimal else "not proven",
        transfers=tuple(
            Transfer(
                payer=one.payer,
                payee=one.payee,
                cents=one.cents,
                paid=tuple(
                    Paid(event=paid.version, cents=paid.cents) for paid in payments if paid.transfer == one.number
                ),
            )
            for one in plan.transfers
        ),
        old_debts=tuple(
            OldDebt(night=debt.night, payer=debt.payer, payee=debt.payee, cents=debt.cents) for debt in frozen.old_debts
        ),
        rounded=tuple(Rounded(player=moved.player, cents=moved.cents) for moved in frozen.rounded),
    )


class KeyView(msgspec.Struct, frozen=True, kw_only=True):
    """One key. `since` is the act of the club that adopted it.

    `endorsed_by` is empty if no earlier key vouches for it, `retired` None while it is in force. `private_here`: this
    machine can sign with it.
    """

    key: str
    fingerprint: str
    public: str
    since: int
    adopted_at: str
    endorsed_by: str
    retired: KeyEnd | None
    private_here: bool


class ClubKeys(msgspec.Struct, frozen=True, kw_only=True):
    """The keys of a club in the order in which it adopted them; `in_force` is None before the first."""

    club: str
    name: str
    in_force: str | None
    keys: tuple[KeyView, ...]


def club_keys(loaded: LoadedClub, folder: KeyFolder) -> ClubKeys:
    """The keys of this club."""
    club = loaded.club
    return ClubKeys(
        club=club.id,
        name=club.name,
        in_force=club.key_in_force(),
        keys=tuple(
            KeyView(
                key=name,
                fingerprint=fingerprint(key.public),
                public=key.public,
                since=key.since,
                adopted_at=loaded.recorded_at(key.since),
                endorsed_by=key.endorsed.key if key.endorsed else "",
                retired=key.retired,
                private_here=folder.has(club.id, name),
            )
            for name, key in club.keys.items()
        ),
    )


Relation = Literal["same", "ours goes on", "theirs goes on", "differ"]
# A longer value is cut: two announcements hold whole games.
VALUE_MOST = 300
MISSING = object()


class FieldDifference(msgspec.Struct, frozen=True, kw_only=True):
    """One field of an event in both versions as JSON, None where there is none; `data.chips` is the field of a field."""

    field: str
    ours: str | None
    theirs: str | None


class DifferenceView(msgspec.Struct, frozen=True, kw_only=True):
    """Where two versions of a night part.

    `first` is the number of the first event that differs, or that only one version has; None if they are the same.
    `their_chain` says what is wrong with the other version's chain, empty if it holds.
    """

    night: str
    other: str
    version: int
    head: str
    their_version: int
    their_head: str
    relation: Relation
    first: int | None
    fields: tuple[FieldDifference, ...]
    their_chain: str


def difference_view(ours: Sequence[StoredEvent], theirs: Sequence[StoredEvent]) -> DifferenceView:
    """The difference between two versions of a night; each has at least one event."""
    first = _first(ours, theirs)
    return DifferenceView(
        night=Stream(ours[0].club, ours[0].stream).night,
        other=Stream(theirs[0].club, theirs[0].stream).night,
        version=len(ours),
        head=ours[-1].hash,
        their_version=len(theirs),
        their_head=theirs[-1].hash,
        relation=_relation(ours, theirs, first),
        first=first,
        fields=tuple(_fields(ours[first - 1], theirs[first - 1])) if _both(ours, theirs, first) and first else (),
        their_chain=next(
            (
                say("Event {number}: {what}", number=defect.version, what=defect.sentence)
                for defect in check_chain(theirs)
            ),
            "",
        ),
    )


def _first(ours: Sequence[StoredEvent], theirs: Sequence[StoredEvent]) -> int | None:
    for number, (mine, other) in enumerate(zip(ours, theirs, strict=False), start=1):
        if mine.body != other.body or mine.hash != other.hash:
            return number
    shorter = min(len(ours), len(theirs))
    return None if len(ours) == len(theirs) else shorter + 1


def _both(ours: Sequence[StoredEvent], theirs: Sequence[StoredEvent], first: int | None) -> bool:
    return first is not None and first <= min(len(ours), len(theirs))


def _relation(ours: Sequence[StoredEvent], theirs: Sequence[StoredEvent], first: int | None) -> Relation:
    if first is None:
        return "same"
    if _both(ours, theirs, first):
        return "differ"
    return "ours goes on" if len(ours) > len(theirs) else "theirs goes on"


def _fields(ours: StoredEvent, theirs: StoredEvent) -> Iterator[FieldDifference]:
    if ours.body == theirs.body:
        yield FieldDifference(field="hash", ours=ours.hash, theirs=theirs.hash)
        return
    mine, other = _read(ours.body), _read(theirs.body)
    result = False
    for field, one, two in _differing("", mine, other):
        result = True
        yield FieldDifference(field=field, ours=_shown(one), theirs=_shown(two))
    if not result:
        # The same values written otherwise, for example with a space between them.
        yield FieldDifference(field="body", ours=_cut(ours.body), theirs=_cut(theirs.body))


def _read(body: str) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return body


def _differing(field: str, one: Any, two: Any) -> Iterator[tuple[str, Any, Any]]:
    """Every field that is not the same in both, in the order of ours; those that only theirs has come last."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in dict.fromkeys((*one, *two)):
            below = f"{field}.{key}" if field else str(key)
            yield from _differing(below, one.get(key, MISSING), two.get(key, MISSING))
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for place, (mine, other) in enumerate(zip(one, two, strict=True)):
            yield from _differing(f"{field}.{place}", mine, other)
    elif one is MISSING or two is MISSING or json.dumps(one) != json.dumps(two):
        yield field or "body", one, two


def _shown(value: Any) -> str | None:
    return None if value is MISSING else _cut(json.dumps(value, ensure_ascii=False))


def _cut(text: str) -> str:
    return (
        text
        if len(text) <= VALUE_MOST
        else say("{beginning}… ({number} characters)", beginning=text[:VALUE_MOST], number=len(text))
    )
