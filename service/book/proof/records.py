"""Weighs a night by what it says: every event balances, every invariant holds, and the rules record the same again.

Every hand of a rulebook game must have frozen the rules that this game has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.adjudicate import DOES_NOT_FIT, Adjudication, Finding, adjudicate, first_misfit
from engine.commands import AnnounceHand, OpenNight
from engine.errors import OptionDoesNotFit
from engine.events import Recorded
from engine.folding import POSTINGS, Places, effective, evolve, fold
from engine.game.definition import Game, book_title
from engine.grammar import counted
from engine.ledger.invariants import Called, broken
from engine.ledger.postings import is_money
from engine.library import named
from engine.night.table.rule import RULES_VERSION
from engine.play.script.rule import as_announced, is_the_same_game
from engine.speech import say, speech
from engine.state import Night
from engine.strikes import acts
from engine.wording import Voice
from service.book.cache import Cache
from service.book.proof.results import BrokenEvent


class Weighed(NamedTuple):
    """The result: `unbalanced` events, the first act after which an invariant is `broken`, and the findings of the rules."""

    unbalanced: tuple[BrokenEvent, ...]
    broken: tuple[BrokenEvent, ...]
    judged: Adjudication

    @property
    def adds_up(self) -> bool:
        """True if no chip and no cent appears or vanishes anywhere."""
        result = any(finding.kind == "invariant" for finding in self.judged.findings)
        return not (self.unbalanced or self.broken or result)


def weigh(records: Sequence[Recorded], called: Called = str) -> Weighed:
    """Weighs the records of a night, whatever they hold; even a forged night never raises. `called`: an account in words."""
    judged = adjudicate(records, called)
    judged = replace(judged, findings=(*undeclared(records), *judged.findings))
    return Weighed(tuple(_unbalanced(records)), tuple(_broken(records, called)), judged)


def misfits(records: Sequence[Recorded]) -> Iterator[BrokenEvent]:
    """The events that are out of place: without a valid cause, or unable to follow the events before them."""
    primaries: set[int] = set()
    places = Places(records)
    for record in records:
        if record.caused_by is None:
            primaries.add(record.version)
        elif record.caused_by in primaries:
            if places.is_placed(record.version):
                primaries.add(record.version)
        else:
            yield BrokenEvent(
                record.version,
                say(
                    "Event {version} says that it follows from {caused_by}, which is not an act.",
                    version=record.version,
                    caused_by=record.caused_by,
                ),
            )
            return
    if version := first_misfit(records):
        yield BrokenEvent(version, say("Event {version} cannot follow what is recorded before it.", version=version))


def _unbalanced(records: Sequence[Recorded]) -> Iterator[BrokenEvent]:
    opened = records[0].event if records else None
    voice = Voice(currency=opened.currency if isinstance(opened, OpenNight) else None)
    for record in records:
        moves = POSTINGS.get(type(record.event))
        postings = moves(record.event) if moves else ()
        for money in (False, True):
            total = sum(amount for account, amount in postings if is_money(account) is money)
            if total:
                text = voice.money(total) if money else counted(total, "chip")
                yield BrokenEvent(
                    record.version,
                    say("Event {version} moves {amount} from or to nowhere.", version=record.version, amount=text),
                )


def _broken(records: Sequence[Recorded], called: Called) -> Iterator[BrokenEvent]:
    """The first act after which an invariant is broken. `misfits` reports events that are out of place."""
    night = Night()
    try:
        for act in acts(records):
            for record in (act.primary, *act.consequences):
                evolve(night, record.event)
            if results := broken(night, called):
                version = act.primary.version
                yield from (
                    BrokenEvent(version, say("After event {version}: {sentence}", version=version, sentence=sentence))
                    for sentence in results
                )
                return
    except DOES_NOT_FIT:
        return


def undeclared(records: Sequence[Recorded]) -> Iterator[Finding]:
    """The hands in force that bear the name of a rulebook game and were played by other rules.

    Only for a night played under today's rules: earlier rules may have declared the game differently.
    """
    opened = records[0].event if records else None
    if not isinstance(opened, OpenNight) or opened.rules_version != RULES_VERSION:
        return
    night = Night()
    try:
        for record in effective(records):
            event = record.event
            if isinstance(event, AnnounceHand) and not _is_as_the_rulebook_has_it(event, night):
                sentence = say(
                    "Event {version} announces {game} of the rulebook {rulebook} with rules that this game does not have.",
                    version=record.version,
                    game=event.game,
                    rulebook=book_title(event.rulebook),
                )
                yield Finding(record.version, "recorded otherwise", sentence)
            evolve(night, event)
    except DOES_NOT_FIT:
        # The check of the events reports an event that does not fit.
        return


def _is_as_the_rulebook_has_it(event: AnnounceHand, night: Night) -> bool:
    """True if the hand froze the game as this house plays it, or as the book prints it. Other games are not checked."""
    games = [game for game in named(event.game, event.rulebook) if (game.name, game.rulebook) == _title(event)]
    frozen = event.declaration
    return not games or frozen is None or any(_is_one_of(frozen, game, event, night) for game in games)


def _title(event: AnnounceHand) -> tuple[str, str]:
    return event.game, event.rulebook


def _is_one_of(frozen: Game, game: Game, event: AnnounceHand, night: Night) -> bool:
    players = len(event.players or ())
    try:
        of_the_house = as_announced(game, event, night).for_players(players)
    except OptionDoesNotFit:
        return False
    return any(is_the_same_game(wanted, frozen) for wanted in (of_the_house, game.for_players(players)))


# A night is told of right after its close, and few close at the same time.
_NIGHTS: Cache[tuple[str, int], Night] = Cache(4)
_WEIGHED: Cache[tuple[str, str, int], Weighed] = Cache(4)


def folded_once(head: str, records: Sequence[Recorded]) -> Night:
    """The night that the records under this head come to. Many may read it, and nobody changes it."""
    return _NIGHTS.get((head, len(records)), lambda: fold(records))


def weighed_once(head: str, records: Sequence[Recorded]) -> Weighed:
    """The records under this head, weighed; what is wrong is said in the reader's language."""
    return _WEIGHED.get((speech().code, head, len(records)), lambda: weigh(records))
