"""Replays a night through the rules and compares what they would record with what the book holds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import msgspec

from engine import commands, errors, events
from engine.decider import DECIDE, REQUESTS, decide, follow, in_the_book, replaced_by
from engine.events import NAME_OF, Act, Recorded
from engine.folding import effective, evolve
from engine.grammar import event_called
from engine.ledger.invariants import Called, broken
from engine.night.table.rule import RULES_VERSION
from engine.play.tricks.rule import melds_come_to_light
from engine.speech import say
from engine.state import Night
from engine.strikes import OF_THE_BOOK, acts

# The errors of folding an event that cannot belong to this night: only a forged book raises them.
DOES_NOT_FIT = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError, StopIteration)
# Acts about an event that was recorded before.
_ABOUT_OTHERS: Final = frozenset({commands.RaiseDispute, commands.ResolveDispute, commands.GiveBanksWord, *REQUESTS})
_OF_THE_BOOK: Final = frozenset(OF_THE_BOOK)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something the rules would have recorded differently. `refusal` is set if they would refuse the act.

    A finding that came to light is a remark: the act was in order by what was known then, but cards named later speak
    against it.
    """

    version: int
    kind: Literal["refused", "recorded otherwise", "other consequences", "impossible", "invariant", "came to light"]
    sentence: str
    refusal: errors.Refusal | None = None

    @property
    def opening(self) -> str:
        """The beginning of the finding's sentence, before the refusal."""
        if self.kind == "came to light":
            return say("By cards named later, event {event} would have been refused", event=self.version)
        return _would_be_refused(self.version)


@dataclass(frozen=True, slots=True)
class Waived:
    """A rule that was waived for an act, as the rules would have refused it."""

    version: int
    refusal: errors.Refusal


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The outcome: how much was judged, what was found, and under which rules the night was played and judged.

    `remarks`: findings that only came to light later; with these alone the record still agrees with the rules.
    `waived`: what the rules say to the acts for which they were waived.
    """

    primaries: int
    events: int
    findings: tuple[Finding, ...]
    played_under: int
    judged_under: int
    remarks: tuple[Finding, ...] = ()
    waived: tuple[Waived, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether the record is what the rules would have recorded."""
        return not self.findings

    @property
    def only_newer_rules(self) -> bool:
        """Whether differences may come only from rules that changed after the night was played."""
        return bool(self.findings) and self.played_under != self.judged_under


def adjudicate(records: Sequence[Recorded], called: Called = str) -> Adjudication:
    """Decides every primary event in force again and compares with what was recorded. `called`: an account in words."""
    night = Night()
    findings: list[Finding] = []
    if records and records[0].caused_by is not None:
        sentence = say(
            "Event {event} follows from an event that is missing; nothing was judged.", event=records[0].version
        )
        orphan = Finding(records[0].version, "impossible", sentence)
        return Adjudication(0, 0, (orphan,), RULES_VERSION, RULES_VERSION)
    remarks: list[Finding] = []
    waived: list[Waived] = []
    judged, lead = acts(records), None
    # By trick and player: the number of the play, in the hand that is played.
    plays: dict[tuple[int, str], int] = {}
    for place, act in enumerate(judged):
        lead = act if _is_the_first_lead(night, act) else lead
        try:
            event: Any = act.primary.event
            # Asked of every act: a type is found more quickly than told apart.
            if type(event) in _ABOUT_OTHERS:
                findings += _names_another_event(records, act)
            if event.waived:
                waived += _refused_without(night, act, event)
            if isinstance(event, commands.PlayCard) and night.hand is not None and night.hand.tricks is not None:
                plays[night.hand.tricks.number + 1, event.player] = act.primary.version
            if not _judge(night, act, findings):
                night = _as_recorded(judged[: place + 1])
        except DOES_NOT_FIT:
            version = act.primary.version
            sentence = say(
                "Event {event} cannot follow what is recorded before it; nothing after it was judged.", event=version
            )
            findings.append(Finding(version, "impossible", sentence))
            break
        remarks += _revoked(act, plays)
        if lead is not None and night.hand is None:
            remarks += _came_to_light(night, lead)
            lead = None
    last = records[-1].version if records else 0
    try:
        findings += [Finding(last, "invariant", sentence) for sentence in broken(night, called)]
    except DOES_NOT_FIT:
        findings.append(Finding(last, "invariant", say("What the night has come to cannot even be added up.")))
    played_under = night.opened.rules_version if night.opened else RULES_VERSION
    counted = sum(1 + len(act.consequences) for act in judged)
    return Adjudication(
        len(judged), counted, tuple(findings), played_under, RULES_VERSION, tuple(remarks), tuple(waived)
    )


def _refused_without(night: Night, act: Act, event: commands.Command) -> Iterator[Waived]:
    """The waivers without which the rules would refuse the act, each with that refusal; none that only asked back."""
    for waiver in event.waived:
        others = tuple(other for other in event.waived if other != waiver)
        try:
            decide(msgspec.structs.replace(event, waived=others), night)
        except errors.Refusal as refusal:
            if refusal.code == waiver.rule:
                yield Waived(act.primary.version, refusal)


def _is_the_first_lead(night: Night, act: Act) -> bool:
    """Whether the act is the first lead of a hand in which melds are declared before it."""
    hand = night.hand
    if hand is None or hand.contract is None or hand.tricks is None:
        return False
    if not isinstance(act.primary.event, commands.PlayCard | commands.TakeTrick | commands.NameScore):
        return False
    return not (hand.tricks.gone or hand.tricks.lying)


def _came_to_light(night: Night, lead: Act) -> Iterator[Finding]:
    """Remarks on melds not declared before the lead that the cards played since have shown (RULINGS R-T19)."""
    event, hand = lead.primary.event, night.last_hand
    assert isinstance(event, commands.Command)
    if hand is None or any(waiver.rule == errors.MustMeld.code for waiver in event.waived):
        return
    for player, meld in melds_come_to_light(hand):
        refusal = errors.MustMeld(player=player, meld=meld)
        remark = Finding(lead.primary.version, "came to light", "", refusal)
        yield replace(remark, sentence=f"{remark.opening}: {refusal}")


def _revoked(act: Act, plays: Mapping[tuple[int, str], int]) -> Iterator[Finding]:
    """Remarks on the plays that this act has proved to be revokes (RULINGS R-L7)."""
    for record in act.consequences:
        proved = record.event
        if isinstance(proved, events.RevokeProved) and (proved.trick, proved.player) in plays:
            kind = errors.MustTrump if proved.rule == "tarok/must-trump" else errors.MustFollowSuit
            refusal = kind(
                player=proved.player, able=list(proved.held), led=proved.led, card=proved.card, trick=proved.trick
            )
            remark = Finding(plays[proved.trick, proved.player], "came to light", "", refusal)
            yield replace(remark, sentence=f"{remark.opening}: {refusal}")


def first_misfit(records: Sequence[Recorded]) -> int:
    """The number of the first event in force that cannot follow the events before it; 0 if all can."""
    night = Night()
    for record in effective(records):
        try:
            evolve(night, record.event)
        except DOES_NOT_FIT:
            return record.version
    return 0


def _happen(night: Night, command: commands.Command) -> tuple[list[events.Event], errors.Impossible | None]:
    """The act and what follows from it, up to a word whose dictionary is missing; that refusal, or None."""
    primary = decide(command, night)
    evolve(night, primary)
    happened: list[events.Event] = [primary]
    try:
        while consequences := follow(night):
            for event in consequences:
                evolve(night, event)
            happened += consequences
    except errors.DictionaryIsMissing as missing:
        return happened, missing
    return happened, None


def _names_another_event(records: Sequence[Recorded], act: Act) -> Iterable[Finding]:
    """A finding if the act is about an event that the book did not have, which the night alone does not show."""
    event: Any = act.primary.event
    version = act.primary.version
    try:
        before = replaced_by(records, version)
        replaced = None if before is None else records[before - 1].event
        in_the_book([record for record in records if record.version < version], event, instead_of=replaced)
    except errors.Refusal as refusal:
        return (Finding(version, "refused", _refused(version, refusal), refusal),)
    return ()


def _refused(version: int, refusal: errors.Refusal) -> str:
    return f"{_would_be_refused(version)}: {refusal}"


def _would_be_refused(version: int) -> str:
    return say("Event {event} would be refused", event=version)


def _as_recorded(judged: Sequence[Act]) -> Night:
    """The night after these acts as the book has it, so that what follows is judged by what really lay on the table."""
    night = Night()
    for act in judged:
        for record in (act.primary, *act.consequences):
            evolve(night, record.event)
    return night


def _judge(night: Night, act: Act, findings: list[Finding]) -> bool:
    """Judges one act, adds the findings and moves the night on; False if it now stands as the rules have it, not the book."""
    event: Any = act.primary.event
    version = act.primary.version
    if type(event) in _OF_THE_BOOK:
        return True
    if type(event) not in DECIDE:
        sentence = say(
            "Event {event} ({kind}) has no cause, and no person can have said it.",
            event=version,
            kind=event_called(NAME_OF[type(event)]),
        )
        findings.append(Finding(version, "impossible", sentence))
        return True
    recorded: list[events.Event] = [event]
    if act.consequences:
        recorded += [record.event for record in act.consequences]
    try:
        happened, missing = _happen(night, event)
    except errors.Refusal as refusal:
        findings.append(Finding(version, "refused", _refused(version, refusal), refusal))
        for fact in recorded:
            evolve(night, fact)
        return True
    if missing is not None:
        sentence = say("The consequences of event {event} cannot be judged: {because}", event=version, because=missing)
        findings.append(Finding(version, "refused", sentence, missing))
        for fact in recorded[len(happened) :]:
            evolve(night, fact)
        return True
    if happened == recorded:
        return True
    if happened[0] != event:
        findings.append(
            Finding(version, "recorded otherwise", say("Event {event} would be recorded otherwise.", event=version))
        )
        return False
    follows = ", ".join(event_called(NAME_OF[type(drawn)]) for drawn in happened[1:]) or say("nothing")
    sentence = say("From event {event} would follow {events}.", event=version, events=follows)
    findings.append(Finding(version, "other consequences", sentence))
    return False
