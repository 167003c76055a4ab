"""What only the whole book knows of a dispute or a request: its number, and whether the events that it names are there and in force.

The rule (`engine.night.putting_right`) sees the night alone, and is asked again when events are struck. So a dispute outlives the
event that it is about, and a dispute about an event that is void already is refused here, once, when it is raised.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from engine import commands, errors, events
from engine.events import Recorded
from engine.folding import instead_of, voided_by
from engine.resolved import resolved
from engine.state import Night

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
