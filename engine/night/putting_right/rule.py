"""The rules of disputes: who may raise, answer, resolve and withdraw them, in every phase of a night (RULINGS R-E17).

Whether a disputed event is in the book, only the whole book knows: see `engine.decider.in_the_book`. So does what a strike or a
correction takes with it: they are decided in `engine.strikes`.
"""

from typing import NoReturn

from msgspec.structs import replace

from engine import commands, errors
from engine.ids import PlayerId
from engine.preconditions import opened, present
from engine.registry import decides
from engine.state import Dispute, Night

# The most disputes of one player that may be open at once, the most answers to one dispute, the most disputes of a night.
OPEN_MOST = 10
ANSWERS_MOST = 20
NIGHT_MOST = 500


@decides(commands.RaiseDispute)
def raise_dispute(command: commands.RaiseDispute, night: Night) -> commands.RaiseDispute:
    """Opens a dispute. Its number is never that of an earlier one, not even of one that was struck."""
    _of_the_night(night, command.by)
    _says_something(command.words)
    own = [dispute for dispute in night.disputes.values() if dispute.by == command.by and dispute.state == "open"]
    if len(own) >= OPEN_MOST:
        raise errors.TooManyDisputes(player=command.by, most=OPEN_MOST)
    following = max(night.disputes, default=0) + 1
    number = command.number or following
    # One that was put in later stands before others that were numbered earlier.
    if number in night.disputes:
        raise errors.DisputeIsNumberedOtherwise(number=number, next=following)
    if number > NIGHT_MOST:
        raise errors.NightHasTooManyDisputes(most=NIGHT_MOST)
    return replace(command, number=number)


@decides(commands.AnswerDispute)
def answer_dispute(command: commands.AnswerDispute, night: Night) -> commands.AnswerDispute:
    """Adds what somebody of the night says to an open dispute."""
    dispute = _still_open(night, command.dispute)
    _of_the_night(night, command.by)
    _says_something(command.words)
    if dispute.answers >= ANSWERS_MOST:
        raise errors.TooManyAnswers(number=command.dispute, most=ANSWERS_MOST)
    return command


@decides(commands.ResolveDispute)
def resolve_dispute(command: commands.ResolveDispute, night: Night) -> commands.Command:
    """Ends a dispute, by an event that puts it right or by words, if who raised it agrees; else it is the bank's word.

    The banker speaks for the bank, so a dispute of the banker's own needs nobody else.
    """
    raised_by = _ends(command, night).by
    if raised_by == night.banker and raised_by not in command.agreed_by:
        return replace(command, agreed_by=(*command.agreed_by, raised_by))
    return _by_who_agrees(command, raised_by)


@decides(commands.GiveBanksWord)
def give_banks_word(command: commands.GiveBanksWord, night: Night) -> commands.Command:
    """Says how the bank would end a dispute, which stays open; if who raised it agrees, it ends."""
    return _by_who_agrees(command, _ends(command, night).by)


def _by_who_agrees(command: commands.ResolveDispute | commands.GiveBanksWord, raised_by: PlayerId) -> commands.Command:
    kind = commands.ResolveDispute if raised_by in command.agreed_by else commands.GiveBanksWord
    if isinstance(command, kind):
        return command
    return kind(
        dispute=command.dispute,
        event=command.event,
        words=command.words,
        agreed_by=command.agreed_by,
        waived=command.waived,
    )


def _ends(command: commands.ResolveDispute | commands.GiveBanksWord, night: Night) -> Dispute:
    """The open dispute that this would end. Refuses what says nothing, and strangers who agree."""
    dispute = _still_open(night, command.dispute)
    if command.event is None and not command.words.strip():
        raise errors.ResolutionIsMissing(number=command.dispute)
    for player in command.agreed_by:
        _of_the_night(night, player)
    return dispute


@decides(commands.AgreeToBanksWord)
def agree_to_banks_word(command: commands.AgreeToBanksWord, night: Night) -> commands.ResolveDispute:
    """Ends a dispute as the bank said last; only the player who raised it can."""
    dispute = _still_open(night, command.dispute)
    _theirs(dispute, command.dispute, command.by)
    word = dispute.word
    if word is None:
        raise errors.NoWordToAgreeTo(number=command.dispute, player=command.by)
    return commands.ResolveDispute(
        dispute=command.dispute,
        event=word.event,
        words=word.words,
        agreed_by=(*word.agreed_by, command.by),
        waived=command.waived,
    )


@decides(commands.WithdrawDispute)
def withdraw_dispute(command: commands.WithdrawDispute, night: Night) -> commands.WithdrawDispute:
    """Takes a dispute back; only the player who raised it can, and is named."""
    dispute = _still_open(night, command.dispute)
    if command.by is None:
        raise errors.WithdrawalIsNameless(number=command.dispute, raised_by=dispute.by)
    _theirs(dispute, command.dispute, command.by)
    return command


def _theirs(dispute: Dispute, number: int, player: PlayerId) -> None:
    if player != dispute.by:
        raise errors.NotTheirDispute(number=number, player=player, raised_by=dispute.by)


def _of_the_night(night: Night, player: PlayerId) -> None:
    """Refuses somebody who neither keeps or kept the bank nor has sat down tonight, and everybody before the night is open."""
    opened(night)
    if player not in night.bankers:
        present(night, player)


def _says_something(words: str) -> None:
    if not words.strip():
        raise errors.DisputeIsWordless()


def _still_open(night: Night, number: int) -> Dispute:
    """The dispute of that number; refuses one that does not exist or is over."""
    opened(night)
    dispute = night.disputes.get(number)
    if dispute is None:
        raise errors.UnknownDispute(number=number, raised=len(night.disputes))
    if dispute.state != "open":
        raise errors.DisputeIsOver(number=number, state=dispute.state)
    return dispute


@decides(commands.StrikeEvents, commands.CorrectEvents)
def put_right(_: commands.StrikeEvents | commands.CorrectEvents, __: Night) -> NoReturn:
    """Always an error: a strike or a correction needs the whole book, which a night does not hold."""
    raise errors.NotAStrike()
