"""What the bank or the table decided about money of others, whom each decision concerns, and what they have said to it.

These are rulings, resolutions of disputes, the way a gap is borne, what a banker answers for who handed the bank over, and what
was put right once its hand was over. Nobody is asked about what they entered themselves.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import takewhile
from typing import Literal

import msgspec

from engine import commands
from engine.club.acts import NightAnswer, SignNight
from engine.club.state import Answered
from engine.events import BankTaken, Event, HandEnded, Recorded, RuledChipsCharged, kinds_of
from engine.folding import effective, postings, voided
from engine.grammar import listed
from engine.ids import PlayerId
from engine.speech import say, to_say
from engine.wording import Voice

DecisionKind = Literal["ruling", "resolution", "gap", "correction"]
# By their phone, which signed it; at the table, where the bank noted it; or because they entered the decision themselves.
SaidBy = Literal["phone", "table", "entry"]
# The accounts of a player in cents that say, with their chips at their worth, what they have still to receive or pay.
IN_CENTS = ("loan", "expense")
PUT_RIGHT = (commands.StrikeEvents, commands.CorrectEvents)
DECIDED = (commands.MakeRuling, commands.ResolveGap, commands.ResolveDispute, commands.PassBank, *PUT_RIGHT)


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """An event in force that decides about money of these players; `moved`: the cents more (below zero: fewer) that each of them
    has to receive by it at once.

    `entered_by`: the player who entered it. `noted`: who agreed at the table, as it says itself.
    """

    version: int
    kind: DecisionKind
    players: tuple[PlayerId, ...]
    moved: dict[PlayerId, int]
    entered_by: PlayerId
    noted: tuple[PlayerId, ...] = ()


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has said last; None if nothing. A refusal has a reason. `version`: as of which event they said it."""

    player: PlayerId
    answer: NightAnswer | None = None
    by: SaidBy | None = None
    reason: str = ""
    version: int = 0


def decides(kinds: Set[type[Event]]) -> bool:
    """Whether a night with events of these kinds may have decisions about which somebody is asked."""
    return not kinds.isdisjoint(DECIDED)


def decisions(records: Sequence[Recorded]) -> tuple[Decision, ...]:
    """Those in force, in the order of the book; `records` are those of the whole night."""
    if not decides(kinds_of(records)):
        return ()
    void = voided(records)
    in_force = [record for record in records if record.version not in void]
    raised = {one.event.number: one.event.by for one in in_force if isinstance(one.event, commands.RaiseDispute)}
    results = []
    for record in in_force:
        if isinstance(record.event, DECIDED):
            everybody, banker = _at_the_night(one for one in in_force if one.version <= record.version)
            entered_by = record.actor.removeprefix("player:") if record.actor.startswith("player:") else banker
            results.append(_decision(records, record, entered_by, everybody, raised))
    return tuple(one for one in results if one and (one.kind != "correction" or {*one.players} - {one.entered_by}))


def answers_to(decision: Decision, answers: Iterable[Answered]) -> tuple[Said, ...]:
    """What each of its players has said of it last. Whoever agrees to the settlement agrees to what it rests on."""
    last = {player: Said(player=player, answer="agrees", by="table") for player in decision.noted}
    last[decision.entered_by] = Said(player=decision.entered_by, answer="agrees", by="entry")
    for one in answers:
        whole = not one.event and one.answer == "agrees" and one.version >= decision.version
        if one.event == decision.version or whole:
            last[one.player] = answer_of(one)
    return tuple(last.get(player, Said(player=player)) for player in decision.players)


def answer_of(one: Answered) -> Said:
    """The answer, and how it was given; what a phone signs by itself is none."""
    if one.answer == "saw":
        return Said(player=one.player)
    by: SaidBy = "phone" if isinstance(one, SignNight) else "table"
    return Said(player=one.player, answer=one.answer, by=by, reason=one.reason, version=one.version)


_SAID: Mapping[tuple[NightAnswer | None, SaidBy | None], str] = {
    ("agrees", "phone"): to_say("{player} (phone)"),
    ("agrees", "table"): to_say("{player} (said at the table)"),
    ("agrees", "entry"): to_say("{player} (entered it)"),
    ("refuses", "phone"): to_say("{player} (phone: “{reason}”)"),
    ("refuses", "table"): to_say("{player} (said at the table: “{reason}”)"),
}


def answers_text(answers: Sequence[Said], voice: Voice) -> str:
    """As in: agreed: Anna (phone); refused: Bo (said at the table: “No.”); no answer: Carl."""
    by_answer: dict[NightAnswer | None, list[str]] = {"agrees": [], "refuses": [], None: []}
    for one in answers:
        name = voice.name(one.player)
        template = _SAID.get((one.answer, one.by))
        by_answer[one.answer].append(say(template, player=name, reason=one.reason) if template else name)
    parts = [
        *([say("agreed: {players}", players=listed(by_answer["agrees"]))] if by_answer["agrees"] else []),
        *([say("refused: {players}", players=listed(by_answer["refuses"]))] if by_answer["refuses"] else []),
        *([say("no answer: {players}", players=listed(by_answer[None]))] if by_answer[None] else []),
    ]
    return "; ".join(parts)


def _at_the_night(until: Iterable[Recorded]) -> tuple[tuple[PlayerId, ...], PlayerId]:
    """Who had come by then, and who kept the bank; empty before the opening."""
    people: dict[PlayerId, None] = {}
    banker = ""
    for record in until:
        match record.event:
            case commands.OpenNight(banker=player) | BankTaken(banker=player):
                banker = player
                people[player] = None
            case commands.SeatPlayer(player=player):
                people[player] = None
            case _:
                pass
    return tuple(people), banker


def _decision(
    records: Sequence[Recorded],
    record: Recorded,
    entered_by: PlayerId,
    everybody: Sequence[PlayerId],
    raised: Mapping[int | None, PlayerId],
) -> Decision | None:
    """What the event decides; None if it is about nobody's money."""
    kind: DecisionKind
    noted: tuple[PlayerId, ...] = ()
    brought = _brought(records, record)
    moved = _moved(brought, _unit(records))
    players = tuple(one for one in everybody if one in moved)
    match record.event:
        case commands.MakeRuling(moves=moves, agreed_by=noted):
            _, banker = _at_the_night(takewhile(lambda one: one.version != record.version, effective(records)))
            kind, moved = "ruling", _with_the_box(moved, moves, banker, _unit(records))
            players = tuple(one for one in everybody if one in moved)
        case commands.ResolveGap():
            kind, players = "gap", tuple(everybody)
        case commands.ResolveDispute(dispute=number, agreed_by=noted):
            kind, players = "resolution", (raised[number],)
        case commands.PassBank():
            # What rulings gave out of the box was asked about with them.
            moved = _moved((one for one in brought if not isinstance(one[1].event, RuledChipsCharged)), _unit(records))
            players = tuple(one for one in everybody if one in moved)
            kind, players = "gap", players if {*players} - {entered_by} else ()
        case _:
            kind = "correction"
            if _in_its_hand(records, record, brought) or _speaks_for_itself(records, record):
                return None
    if not players:
        return None
    return Decision(version=record.version, kind=kind, players=players, moved=moved, entered_by=entered_by, noted=noted)


def _batch(records: Sequence[Recorded], record: Recorded) -> list[Recorded]:
    """The act with all that was recorded with it."""
    after = records[record.version :]
    return [record, *takewhile(lambda one: one.caused_by is not None, after)]


def _brought(records: Sequence[Recorded], record: Recorded) -> list[tuple[int, Recorded]]:
    """The events that came into force with an act, each with 1, and those that it made void, with -1."""
    if not isinstance(record.event, (*PUT_RIGHT, commands.PassBank)):
        return [(1, record)]
    batch = _batch(records, record)
    before, after = voided(records[: record.version - 1]), voided(records[: record.version - 1 + len(batch)])
    return [
        *((1, one) for one in batch if one.version not in after),
        *((-1, records[version - 1]) for version in sorted(after - before) if version < record.version),
        *((1, records[version - 1]) for version in sorted(before - after)),
    ]


def _moved(brought: Iterable[tuple[int, Recorded]], unit: int) -> dict[PlayerId, int]:
    """The cents more that each player has to receive (below zero: to pay) by these events; none for chips on credit."""
    moved: Counter[PlayerId] = Counter()
    for sign, record in brought:
        for account, amount in postings(record.event):
            kind, _, player = account.partition(":")
            worth = unit if kind == "chips" else kind in IN_CENTS
            moved[player] += sign * amount * worth
    return {player: cents for player, cents in moved.items() if cents}


def _with_the_box(
    moved: Mapping[PlayerId, int], moves: Iterable[commands.ChipMove], banker: PlayerId, unit: int
) -> dict[PlayerId, int]:
    """The same with what a ruling moves from and to the box: it is the banker's, because nobody owes for it."""
    into_the_box = sum(move.chips * ((move.payee == "box") - (move.payer == "box")) for move in moves)
    both = Counter(moved)
    both[banker] += into_the_box * unit
    return {player: cents for player, cents in both.items() if cents}


def _unit(records: Sequence[Recorded]) -> int:
    return next((one.event.unit for one in records if isinstance(one.event, commands.OpenNight)), 0)


def _in_its_hand(records: Sequence[Recorded], record: Recorded, brought: Iterable[tuple[int, Recorded]]) -> bool:
    """Whether everybody still sat over the hand that was put right: its chips were nobody's yet."""
    before = voided(records[: record.version - 1])
    so_far = [one for one in records[: record.version - 1] if one.version not in before]
    begun = max((one.version for one in so_far if isinstance(one.event, commands.AnnounceHand)), default=0)
    if not begun or any(isinstance(one.event, HandEnded) and one.version > begun for one in so_far):
        return False
    return all(one.version >= begun for sign, one in brought if sign < 0)


def _speaks_for_itself(records: Sequence[Recorded], record: Recorded) -> bool:
    """Whether all that a correction put in are decisions, about each of which somebody is asked anyway."""
    acts = [one for one in _batch(records, record)[1:] if isinstance(one.event, commands.Command)]
    return bool(acts) and all(isinstance(one.event, DECIDED) for one in acts)
