"""Strikes, corrections, waivers and rulings: every place where the book departs from plain play by the rules."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from engine import commands, events
from engine.events import EventsStruck, Recorded
from engine.folding import effective, evolve, fold
from engine.ids import PlayerId
from engine.night.closing.settlement import direct_plan
from engine.preconditions import rules_waived
from engine.registry import FUNDS
from engine.speech import say, say_number, to_say
from engine.state import Checkpoint, Night
from engine.wording import Voice

# Where chips lie besides in front of players. What is missing at a count lies nowhere, and nobody can be told to move it.
MIDDLE = {"pot": to_say("the pot"), "carry": to_say("the carried pot"), "kitty": to_say("the kitty")}
BOX, MISSING = "box", "gap"


class Handing(msgspec.Struct, frozen=True, kw_only=True):
    """So many chips go from one account to another: `chips:` and `shadow:` of a player, `pot`, `carry`, `box` or a fund."""

    giver: str
    taker: str
    chips: int


def chips_to_move(before: Night, after: Night) -> tuple[Handing, ...]:
    """The fewest moves that make of the chips as the one night has them those of the other.

    None where the chips are counted: before the opening and after the close nobody has a stack.
    """
    return _fewest(_difference(before, after))


def moves_of_corrections(
    records: Sequence[Recorded], *, since: int = 0, before_hand: Checkpoint | None = None
) -> dict[int, tuple[Handing, ...]]:
    """By the number of each strike and correction after event `since`, in order: what it moved, as the night then stood.

    `records` are those of the whole night. What moves nothing is left out. `before_hand` saves folding what was before
    it, which no later event may concern.
    """
    differences = _differences(records, since, before_hand)
    return {version: moves for version, result in differences if (moves := _fewest(result))}


def net_moves(records: Sequence[Recorded], *, since: int, before_hand: Checkpoint | None = None) -> tuple[Handing, ...]:
    """What the strikes and corrections after event `since` move together, in the fewest moves.

    Only for those of which nobody has read the moves one by one. `before_hand` as in `moves_of_corrections`.
    """
    together: Counter[str] = Counter()
    for _, result in _differences(records, since, before_hand):
        together.update(result)
    return _fewest(together)


def hand_begun(records: Sequence[Recorded]) -> int:
    """The number of the last announcement, also of one that was taken back since; 0 before the first hand."""
    announced = (one.version for one in reversed(records) if type(one.event) is commands.AnnounceHand)
    return next((version for version in announced if records[version - 1].caused_by is None), 0)


def handing_text(one: Handing, voice: Voice) -> str:
    """One move in a sentence: "Finn gives Bo 31 chips."."""
    giver, taker = (account.removeprefix("chips:") for account in (one.giver, one.taker))
    gives, takes = giver != one.giver, taker != one.taker
    texts = {"giver": voice.name(giver), "taker": voice.name(taker)}
    if gives and takes:
        return say_number(
            "{giver} gives {taker} {number} chip.", "{giver} gives {taker} {number} chips.", one.chips, **texts
        )
    if gives and taker == BOX:
        return say_number(
            "{giver} gives the bank {number} chip.", "{giver} gives the bank {number} chips.", one.chips, **texts
        )
    if takes and giver == BOX:
        return say_number(
            "The bank gives {taker} {number} chip.", "The bank gives {taker} {number} chips.", one.chips, **texts
        )
    texts = {
        "giver": _place(giver, voice) if not gives else texts["giver"],
        "taker": _place(taker, voice) if not takes else texts["taker"],
    }
    if gives:
        return say_number(
            "{giver} puts {number} chip into {taker}.", "{giver} puts {number} chips into {taker}.", one.chips, **texts
        )
    if takes:
        return say_number(
            "{taker} takes {number} chip out of {giver}.",
            "{taker} takes {number} chips out of {giver}.",
            one.chips,
            **texts,
        )
    return say_number(
        "{number} chip goes from {giver} to {taker}.", "{number} chips go from {giver} to {taker}.", one.chips, **texts
    )


def _place(account: str, voice: Voice) -> str:
    """Where chips lie that are in nobody's stack."""
    if account == BOX:
        return say("the bank")
    if account.startswith("shadow:"):
        return say("the marker in front of {player}", player=voice.name(account.removeprefix("shadow:")))
    return say(MIDDLE[account])


def _differences(
    records: Sequence[Recorded], since: int, before_hand: Checkpoint | None = None
) -> Iterable[tuple[int, Counter[str]]]:
    """By the number of each strike and correction: how many chips more lie at each place after it, below zero fewer."""
    night, folded = Night(), 0
    known = before_hand if before_hand is not None and before_hand.records <= since else None
    for record in records[since:]:
        if type(record.event) is not EventsStruck or (first := record.caused_by or 0) <= since:
            continue
        last = next((one.version for one in records[first:] if one.caused_by is None), len(records) + 1) - 1
        if not folded:
            night = fold(records[: first - 1], since=known)
        else:
            for between in records[folded : first - 1]:
                evolve(night, between.event)
        after = fold(records[:last], since=known)
        yield first, _difference(night, after)
        night, folded = after, last


def _difference(before: Night, after: Night) -> Counter[str]:
    difference = Counter[str]()
    if before.phase == after.phase == "open":
        difference.update(_lying(after))
        difference.subtract(_lying(before))
    return difference


def _lying(night: Night) -> dict[str, int]:
    """The chips that lie anywhere, by account."""
    return {
        account: chips
        for account, chips in night.balance.items()
        if account.startswith(("chips:", "shadow:")) or account in (*MIDDLE, BOX, MISSING, *FUNDS)
    }


def _fewest(difference: Mapping[str, int]) -> tuple[Handing, ...]:
    if not difference:
        return ()
    changed = {account: difference[account] for account in sorted(difference) if difference[account]}
    if not changed:
        return ()
    plan = direct_plan(changed)
    moves = (Handing(giver=one.payer, taker=one.payee, chips=one.cents) for one in plan.transfers)
    return tuple(one for one in moves if MISSING not in (one.giver, one.taker))


class StrikeReport(msgspec.Struct, frozen=True, kw_only=True):
    """One strike: the acts it names, every event it made void, the events drawn again because of it, and the chips that had to
    change hands.
    """

    version: int
    reason: str
    struck: tuple[int, ...]
    void: tuple[int, ...]
    redrawn: tuple[int, ...]
    occurred_at: str
    to_move: tuple[Handing, ...] = ()


class Replaced(msgspec.Struct, frozen=True, kw_only=True):
    """An act by number before and after a correction; None where there was none, or is none now."""

    was: int | None
    now: int | None


class CorrectionReport(msgspec.Struct, frozen=True, kw_only=True):
    """One correction: what it changes, the acts that came out otherwise because of it, what else was drawn again, and the chips
    that had to change hands.
    """

    version: int
    reason: str
    changed: tuple[Replaced, ...]
    followed: tuple[Replaced, ...]
    void: tuple[int, ...]
    redrawn: tuple[int, ...]
    occurred_at: str
    to_move: tuple[Handing, ...] = ()


class WaiverReport(msgspec.Struct, frozen=True, kw_only=True):
    """One rule that the banker waived for one act. `sentence`: what the rule says to the act; empty if nobody judged it."""

    version: int
    rule: str
    reason: str
    sentence: str = ""


class RulingReport(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of the table where no rule applied: its text, the chips moved, and who agreed."""

    version: int
    text: str
    moves: tuple[commands.ChipMove, ...]
    agreed_by: tuple[PlayerId, ...]
    occurred_at: str


class Corrections(msgspec.Struct, frozen=True, kw_only=True):
    """All of them in the order of the book, without corrections, waivers and rulings that were struck."""

    strikes: tuple[StrikeReport, ...]
    corrected: tuple[CorrectionReport, ...]
    waivers: tuple[WaiverReport, ...]
    rulings: tuple[RulingReport, ...]


def corrections(records: Sequence[Recorded]) -> Corrections:
    """The strikes of the whole book; the corrections, waivers and rulings in force."""
    in_force, moves = effective(records), moves_of_corrections(records)
    return Corrections(
        strikes=tuple(replace(one, to_move=moves.get(one.version, ())) for one in strikes_of(records)),
        corrected=tuple(
            replace(_correction(record, record.event, records), to_move=moves.get(record.version, ()))
            for record in in_force
            if isinstance(record.event, commands.CorrectEvents)
        ),
        waivers=tuple(waiver for record in in_force for waiver in waivers_of(record)),
        rulings=tuple(
            _ruling(record, record.event) for record in in_force if isinstance(record.event, commands.MakeRuling)
        ),
    )


def changed_by(records: Sequence[Recorded], version: int) -> tuple[Replaced, ...]:
    """The acts that this strike or correction names, each with what stands in its place; of any other event none.

    A strike of a correction, or of another strike, changes the acts that this one changed, back to what they were.
    """
    record = records[version - records[0].version]
    match record.event:
        case commands.StrikeEvents(versions=versions):
            changed: list[Replaced] = []
            for struck in versions:
                back = [Replaced(was=one.now, now=one.was) for one in changed_by(records, struck)]
                changed += back or [Replaced(was=struck, now=None)]
            return tuple(changed)
        case commands.CorrectEvents():
            return _correction(record, record.event, records).changed
        case _:
            return ()


def waivers_of(record: Recorded) -> tuple[WaiverReport, ...]:
    """The rules that were waived for this act."""
    return tuple(
        WaiverReport(version=record.version, rule=waiver.rule, reason=waiver.reason)
        for waiver in rules_waived(record.event)
    )


def strikes_of(records: Sequence[Recorded]) -> tuple[StrikeReport, ...]:
    """Every strike. The event after it holds what it made void; the events it redrew follow."""
    strikes: list[StrikeReport] = []
    for place, record in enumerate(records):
        event = record.event
        if not isinstance(event, commands.StrikeEvents):
            continue
        struck, followers = _brought(records, place)
        strikes.append(
            StrikeReport(
                version=record.version,
                reason=event.reason,
                struck=event.versions,
                void=struck.void if struck else (),
                redrawn=followers,
                occurred_at=record.occurred_at,
            )
        )
    return tuple(strikes)


def _brought(records: Sequence[Recorded], place: int) -> tuple[events.EventsStruck | None, tuple[int, ...]]:
    """What a strike or correction made void, and the numbers of the other events that came into the book with it."""
    struck: events.EventsStruck | None = None
    followers: list[int] = []
    for follower in records[place + 1 :]:
        if follower.caused_by is None:
            break
        if isinstance(follower.event, events.EventsStruck):
            struck = follower.event
        else:
            followers.append(follower.version)
    return struck, tuple(followers)


def _correction(record: Recorded, event: commands.CorrectEvents, records: Sequence[Recorded]) -> CorrectionReport:
    struck, followers = _brought(records, record.version - records[0].version)
    placed = struck.placed if struck else ()
    corrected = {change.version for change in event.changes if not change.after}
    instead = {one.at: one.version for one in placed if not one.after}
    changed = [Replaced(was=version, now=instead.get(version)) for version in sorted(corrected)]
    changed += [Replaced(was=None, now=one.version) for one in placed if one.after]
    acts = {one.version for one in placed}
    return CorrectionReport(
        version=record.version,
        reason=event.reason,
        changed=tuple(changed),
        followed=tuple(Replaced(was=at, now=now) for at, now in instead.items() if at not in corrected),
        void=struck.void if struck else (),
        redrawn=tuple(version for version in followers if version not in acts),
        occurred_at=record.occurred_at,
    )


def _ruling(record: Recorded, event: commands.MakeRuling) -> RulingReport:
    return RulingReport(
        version=record.version,
        text=event.text,
        moves=event.moves,
        agreed_by=event.agreed_by,
        occurred_at=record.occurred_at,
    )
