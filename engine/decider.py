"""Decides commands, draws what follows from them, and says what of them is to be recorded.

`decide` asks one rule to resolve a command into its primary event, or to refuse it. `follow` says what the rules
demand next. `accept` does both, and `evolve` (`engine.folding`) for each event, until a person must act. `to_record`
says which fields of the act were stated when it was entered: their names stand in the book beside it, so that a
correction, by `as_stated`, fills in again only what the rules had filled in.

Whether an event that a dispute or a request names is there and in force, and which number is the next, only the whole book
knows: `in_the_book` is asked before `decide`. The rule sees the night alone, and is asked again when events are struck. So a
dispute outlives the event that it is about, and one about an event that is void already is refused once, when it is raised.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from typing import Any, Final, Literal, TypeVar

from msgspec import NODEFAULT
from msgspec.structs import fields, replace

from engine import commands, errors, events
from engine.acts import FILLED_IN
from engine.events import Recorded, Unrecorded
from engine.folding import evolve, instead_of, voided_by
from engine.night.bank.rule import follow_count, follow_handover, initial_loan
from engine.night.closing.rule import follow_returns
from engine.night.fee.rule import fee_of_hand
from engine.play.betting.rule import command_behind
from engine.play.script.follow import follow_hand
from engine.preconditions import ASKED_BACK
from engine.registry import AT_CLOSE, RULES, load
from engine.resolved import resolved
from engine.state import Night

load("rule")

AnyCommand = TypeVar("AnyCommand", bound=commands.Command)

# What players ask for and say, which is numbered too.
REQUESTS = (commands.AskForChips, commands.SayCount, commands.SayPayment)
# What is said in a dispute is that player's own: no strike or correction makes it void (RULINGS R-E17).
WORDS = (commands.RaiseDispute, commands.AnswerDispute, commands.WithdrawDispute)

# What puts right what was disputed, by the word for it.
PUTS_RIGHT: dict[type[Any], Literal["strike", "correction", "ruling"]] = {
    commands.StrikeEvents: "strike",
    commands.CorrectEvents: "correction",
    commands.MakeRuling: "ruling",
}

Rule = Callable[[Any, Night], commands.Command]

DECIDE: Final[dict[type[commands.Command], Rule]] = RULES


def decide(command: commands.Command, night: Night) -> commands.Command:
    """The primary event of a command: the same act with everything filled in. May refuse; never changes the night."""
    primary = DECIDE[type(command)](command, night)
    for waiver in command.waived:
        if not waiver.rule.startswith(ASKED_BACK):
            _was_needed(command, waiver, night)
    return primary


def _was_needed(command: commands.Command, waiver: commands.Waiver, night: Night) -> None:
    """Refuses a waiver without which the command would be accepted too, because reports show every waiver."""
    others = tuple(other for other in command.waived if other != waiver)
    try:
        DECIDE[type(command)](replace(command, waived=others), night)
    except errors.AgainstTheRules as refusal:
        if refusal.code == waiver.rule:
            return
    raise errors.NothingToWaive(rule=waiver.rule)


def follow(night: Night) -> tuple[events.Event, ...]:
    """The events the rules demand next, from the state alone; empty when a person must act."""
    if night.handover is not None:
        return follow_handover(night, night.handover)
    if night.newcomer is not None and (loan := initial_loan(night, night.newcomer)):
        return loan
    if night.count_made is not None and (differs := follow_count(night, night.count_made)):
        return differs
    if night.closing.returning and (returns := follow_returns(night)):
        return returns
    if night.hand is not None:
        return follow_hand(night, night.hand)
    if night.rules.fee is not None and (fee := fee_of_hand(night, night.rules.fee)):
        return fee
    if night.phase == "closed":
        return next(filter(None, (due(night) for due in AT_CLOSE)), ())
    return ()


def accept(night: Night, command: commands.Command) -> tuple[events.Event, ...]:
    """Decides a command and folds it and all that follows into the night. Returns the events, the primary one first.

    A refusal leaves the night as it was.
    """
    return carry_out(night, decide(command, night))


def carry_out(night: Night, primary: commands.Command) -> tuple[events.Event, ...]:
    """Folds a primary event and all that follows into the night. Returns the events, the primary one first."""
    evolve(night, primary)
    happened: tuple[events.Event, ...] = (primary,)
    while consequences := follow(night):
        for event in consequences:
            evolve(night, event)
        happened += consequences
    return happened


@cache
def optional_fields(kind: type[commands.Command]) -> tuple[tuple[str, Any], ...]:
    """The fields of an act that need not be stated, waivers aside, each with its value then."""
    return tuple(
        (one.name, one.default) for one in fields(kind) if one.default is not NODEFAULT and one.name != "waived"
    )


@cache
def fields_filled_in(kind: type[commands.Command]) -> frozenset[str]:
    """The fields of an act that nobody states, because only the rules and the book fill them in."""
    return frozenset(one.name for one in fields(kind) if FILLED_IN in getattr(one.type, "__metadata__", ()))


def stated_in(command: commands.Command, primary: commands.Command) -> tuple[str, ...]:
    """The names of the fields that the command stated, in the order of the alphabet; `primary` is what it came to.

    A bet, call, raise or check keeps the name under which it was said: the names are those of the fields of that command.
    What a person took over from somebody else's words by another command, such as an approval, is stated as it came out.
    """
    as_entered = isinstance(primary, commands.Wager | commands.Check) or type(command) is type(primary)
    entered = command if as_entered else primary
    kind = type(entered)
    unstated = {name for name, default in optional_fields(kind) if getattr(entered, name) == default}
    if isinstance(command, commands.AnnounceHand | commands.NameTheGame) and command.game != getattr(
        primary, "game", ""
    ):
        # Options that were said in the game's name stand beside it.
        unstated.discard("options")
    stated = set(kind.__struct_fields__) - unstated - {"waived"}
    if isinstance(primary, commands.AnnounceHand) and "dealer" in stated and primary.dealer is None:
        # A dealer who is not dealt in stands in the act as the seat that has the button.
        stated = stated - {"dealer"} | {"button"}
    return tuple(sorted(stated))


def as_stated(event: commands.Command, stated: Collection[str]) -> commands.Command:
    """The command with the stated fields of this act, and nothing that the rules had filled in."""
    command = command_behind(event) if isinstance(event, commands.Wager | commands.Check) else event
    return replace(command, **{name: default for name, default in optional_fields(type(command)) if name not in stated})


def to_record(command: commands.Command, happened: Sequence[events.Event], *, after: int) -> tuple[Unrecorded, ...]:
    """What the accepted command came to, the act first, to be recorded behind the event of number `after`."""
    act, *consequences = happened
    assert isinstance(act, commands.Command)
    return (Unrecorded(act, stated=stated_in(command, act)), *(Unrecorded(event, after + 1) for event in consequences))


def in_the_book(
    records: Sequence[Recorded], command: AnyCommand, *, instead_of: events.Event | None = None
) -> AnyCommand:
    """The command with the number of a dispute or request filled in; refuses what names an event that the book does not have.

    `records` are all the records before it. Commands of other kinds come back as they are. `instead_of`: the event in whose
    place a correction puts it; of its own kind, it hands its number on, by which later acts name it.
    """
    if isinstance(command, commands.RaiseDispute):
        kept = instead_of.number if isinstance(instead_of, commands.RaiseDispute) else None
        return replace(command, number=_number(records, command, kept))
    if isinstance(command, commands.ResolveDispute | commands.GiveBanksWord):
        _must_put_right(records, command)
    if isinstance(command, commands.AgreeToBanksWord):
        _must_be_the_last_word(records, command)
    if isinstance(command, REQUESTS):
        kept = instead_of.number if isinstance(instead_of, REQUESTS) else None
        return replace(command, number=_request_number(records, command.number, kept))
    return command


def insist_it_is_new(records: Sequence[Recorded], command: commands.RaiseDispute, night: Night) -> None:
    """Refuses a dispute that its player has open already, about the same and in the same words: a second tap.

    Books of old may hold such disputes, so this is asked of new ones alone.
    """
    for record in records:
        before = record.event
        if isinstance(before, commands.RaiseDispute) and _says_the_same(before, command):
            number = resolved(before.number)
            if number in night.disputes and night.disputes[number].state == "open":
                raise errors.DisputedAlready(player=command.by, number=number)


def _says_the_same(one: commands.RaiseDispute, other: commands.RaiseDispute) -> bool:
    about = (one.by, one.event, one.missing) == (other.by, other.event, other.missing)
    return about and one.words.split() == other.words.split()


def insist_nobody_is_silenced(records: Sequence[Recorded], void: Collection[int]) -> None:
    """Refuses to make void what a player said in a dispute, as long as it is in force."""
    void_already = voided_by(records)
    for version in sorted(void):
        stated = records[version - 1].event
        if isinstance(stated, WORDS) and version not in void_already:
            number = stated.number if isinstance(stated, commands.RaiseDispute) else stated.dispute
            raise errors.SaidBySomebody(version=version, player=stated.by, number=number)


def replaced_by(records: Iterable[Recorded], version: int) -> int | None:
    """The number of the event in whose place a correction put this one; None if it stands in no other's."""
    struck = (one.event for one in records if type(one.event) is events.EventsStruck)
    placed = (one for event in struck for one in event.placed)
    return next((one.at for one in placed if one.version == version and not one.after), None)


def _request_number(records: Sequence[Recorded], stated: int | None, kept: int | None) -> int:
    """The number of the next request; struck ones count, as for disputes."""
    following = kept or 1 + sum(isinstance(record.event, REQUESTS) for record in records)
    if stated not in (None, following):
        raise errors.RequestIsNumberedOtherwise(number=stated, next=following)
    return following


def _number(records: Sequence[Recorded], command: commands.RaiseDispute, kept: int | None) -> int:
    """The number of the next dispute: struck ones count, so that no number ever means two disputes."""
    if command.event is not None:
        if command.event > len(records):
            raise errors.UnknownDisputedEvent(version=command.event, last=len(records))
        since = voided_by(records).get(command.event)
        if since is not None:
            instead = instead_of(records, command.event) or since
            raise errors.DisputedEventIsVoid(version=command.event, since=since, instead=instead)
    following = kept or 1 + sum(isinstance(record.event, commands.RaiseDispute) for record in records)
    if command.number not in (None, following):
        raise errors.DisputeIsNumberedOtherwise(number=command.number, next=following)
    return following


def _must_be_the_last_word(records: Sequence[Recorded], command: commands.AgreeToBanksWord) -> None:
    """Refuses to agree to a word that is not the bank's last one, or that names an event which has become void since."""
    void = voided_by(records)
    words = (
        (one.version, one.event)
        for one in reversed(records)
        if isinstance(one.event, commands.GiveBanksWord)
        and one.event.dispute == command.dispute
        and one.version not in void
    )
    # The rule itself refuses if there is none.
    for version, word in words:
        if command.word not in (None, version):
            raise errors.BanksWordIsAnother(number=command.dispute, version=command.word, last=version)
        _must_put_right(records, word)
        return


def _must_put_right(records: Sequence[Recorded], command: commands.ResolveDispute | commands.GiveBanksWord) -> None:
    """Refuses an event that is no strike, correction or ruling in force, or older than the dispute."""
    if command.event is None:
        return
    # A dispute that was corrected is as old as it was first recorded: the last one read is the first.
    numbered = {
        resolved(one.event.number): one.version
        for one in reversed(records)
        if isinstance(one.event, commands.RaiseDispute)
    }
    raised = numbered.get(command.dispute, 0)
    named = records[command.event - 1].event if command.event <= len(records) else None
    right = type(named) in PUTS_RIGHT and command.event > raised and command.event not in voided_by(records)
    # The rule itself refuses a dispute that does not exist.
    if raised and not right:
        raise errors.ResolvesNoDispute(version=command.event, number=command.dispute)
