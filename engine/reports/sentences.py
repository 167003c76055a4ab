"""Every event as one short sentence for players: a table by event type, and the whole book in order."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import Any

import msgspec

from engine import commands, errors, events
from engine.commands import Currency
from engine.events import Act, Event, Recorded
from engine.folding import effective, evolve
from engine.game.definition import Layout
from engine.game.pictures import called_of_the_board
from engine.game.places import place_called
from engine.game.steps import CALLS
from engine.judge.of_tricks import why_scored
from engine.judge.why import Name, why_awarded, why_carried
from engine.preconditions import rules_waived
from engine.registry import LEVIED, QUIET, SENTENCE_OF, load
from engine.speech import say
from engine.state import Checkpoint, Night
from engine.strikes import acts
from engine.wording import Voice, because

# The first of these among an act's consequences begins the division of the pots.
DIVIDING = (
    events.MarkerReturned,
    events.DebtPaid,
    *LEVIED.values(),
    events.PotAwarded,
    events.DealOffStarted,
    events.PotCarried,
)
EXPLAINED = (events.PotAwarded, events.PotCarried, events.ScorePaid)


def reasons(
    records: Sequence[Recorded],
    names: Mapping[str, str],
    among: Collection[int] | None = None,
    *,
    since: Checkpoint | None = None,
) -> dict[int, str]:
    """The reasons for each award, carry and score in force, by event number; `among` limits them to these numbers.

    `since` saves reading the events before it. No later event may correct those, and no event asked about may be among
    them.
    """
    texts: dict[int, str] = {}
    if since is not None:
        records = records[since.records :]
    if not any(_is_asked(record, among) for record in records):
        return texts
    night, name = Night() if since is None else since.night.copy(), Voice(names).name
    for act in acts(records):
        asked = any(_is_asked(record, among) for record in act.consequences)
        divided = False
        for record in (act.primary, *act.consequences):
            if asked and not divided and isinstance(record.event, DIVIDING):
                divided = True
                texts |= _of_act(night, act, name)
            if asked and isinstance(record.event, events.ScorePaid) and night.hand is not None:
                texts[record.version] = why_scored(night.hand, record.event, name)
            evolve(night, record.event)
    return {version: why for version, why in texts.items() if why and (among is None or version in among)}


def _is_asked(record: Recorded, among: Collection[int] | None) -> bool:
    # Comparing numbers is fast, and most events are not asked about.
    return (among is None or record.version in among) and isinstance(record.event, EXPLAINED)


def _of_act(night: Night, act: Act, name: Name) -> dict[int, str]:
    """The reasons for the consequences of one act, judged on the night just before the pots were divided."""
    hand = night.hand
    if hand is None or isinstance(act.primary.event, commands.NewDeal):
        return {}
    awards = {
        record.version: record.event for record in act.consequences if isinstance(record.event, events.PotAwarded)
    }
    texts = {
        version: why_awarded(night, hand, tuple(awards.values()), place, name) for place, version in enumerate(awards)
    }
    if not awards:
        texts = {
            record.version: why_carried(hand, name)
            for record in act.consequences
            if isinstance(record.event, events.PotCarried)
        }
    return {version: why for version, why in texts.items() if why}


load("text")

Sentence = Callable[[Any, Voice], str]

SENTENCES: dict[type[Any], Sentence] = SENTENCE_OF


AT_THE_BOARD = (commands.Lay, commands.CallSpit, commands.Turn, commands.MoveBoardCard)


class EventSentence(msgspec.Struct, frozen=True, kw_only=True):
    """One event of the book in words; `void` if a later strike took it out of force, `quiet` as in `is_quiet`."""

    version: int
    caused_by: int | None
    occurred_at: str
    sentence: str
    void: bool
    quiet: bool


def at_the_board(records: Sequence[Recorded], in_force: Sequence[Recorded] | None = None) -> dict[int, str]:
    """By event number the place where a shared card is laid, turned or moved, as people call it, or the word called for it.

    What was struck later is told as it was when it happened. `in_force`: those of the records, if they are known.
    """
    texts = _at_the_board(effective(records) if in_force is None else in_force)
    for place, record in enumerate(records):
        if isinstance(record.event, AT_THE_BOARD) and record.version not in texts:
            so_far = from_its_hand(records[: place + 1], place)
            texts[record.version] = _at_the_board(effective(so_far)).get(record.version, "")
    return texts


def from_its_hand(records: Sequence[Recorded], place: int) -> Sequence[Recorded]:
    """The events from the hand on in which the one at this place happened; all of them if a strike among those reaches back.

    They tell as much of the hand's board as all of them.
    """
    begun = next((at for at in range(place, -1, -1) if _begins_with_a_game(records[at])), 0)
    since = records[begun:]
    struck = (record.event for record in since if isinstance(record.event, events.EventsStruck))
    return records if any(one.reaches_back <= since[0].version for one in struck) else since


def _begins_with_a_game(record: Recorded) -> bool:
    return isinstance(record.event, commands.AnnounceHand) and record.event.declaration is not None


def _at_the_board(in_force: Iterable[Recorded]) -> dict[int, str]:
    texts: dict[int, str] = {}
    laid: Iterator[str] = iter(())
    turned, words = laid, laid
    board: Layout | None = None
    for record in in_force:
        match record.event:
            case commands.AnnounceHand(declaration=game) | commands.NameTheGame(declaration=game) if game is not None:
                laid, turned = map(iter, called_of_the_board(game))
                board = game.board
                words = chain(CALLS[:1], repeat(CALLS[1]))
            case commands.Lay():
                texts[record.version] = next(laid, "")
                next(words, "")
            case commands.CallSpit():
                texts[record.version] = next(words, "")
                next(laid, "")
            case commands.Turn():
                texts[record.version] = next(turned, "")
            case commands.MoveBoardCard(source=source, target=target) if board is not None:
                place, to = place_called(source, board), place_called(target, board)
                texts[record.version] = say("from {place} to {target}", place=place, target=to)
            case _:
                pass
    return texts


def who_pays(records: Sequence[Recorded], names: Mapping[str, str]) -> dict[int, str]:
    """By event number who pays whom by each payment, after the plan that was in force: "Carl to Bo"."""
    name, texts = Voice(names).name, {}
    for place, record in enumerate(records):
        if not isinstance(record.event, commands.RecordPayment):
            continue
        plans = (
            one.event for one in reversed(effective(records[:place])) if isinstance(one.event, commands.FreezePlan)
        )
        transfers = getattr(next(plans, None), "transfers", None) or ()
        if record.event.transfer <= len(transfers):
            one = transfers[record.event.transfer - 1]
            texts[record.version] = say("{payer} to {payee}", payer=name(one.payer), payee=name(one.payee))
    return texts


def tell(
    event: Event,
    names: Mapping[str, str],
    *,
    currency: Currency | None = None,
    hand: int | None = None,
    why: str = "",
    at: str = "",
) -> str:
    """The event as a sentence, followed by one for every rule that the banker waived for it; a doubt is no rule.

    An event does not know the night's currency, an announcement not the number of its hand, an award not why other
    hands did not win it (`reasons`), a shared card not its place (`at_the_board`), and a payment not who pays whom
    (`who_pays`; both are `at`): give all of them that are known.
    """
    sentence = SENTENCES[type(event)](event, Voice(names, currency, hand, at=at))
    waived = rules_waived(event)
    # Hardly any event has more to it than its own sentence.
    if not why and not waived:
        return sentence
    return " ".join((sentence, *filter(None, [why]), *(tell_waiver(waiver) for waiver in waived)))


def is_quiet(event: Event) -> bool:
    """Whether the sentence says nothing that a player would miss, as whose turn it is; a log of everything has it too."""
    quiet = QUIET.get(type(event))
    return quiet is not None and quiet(event)


def tell_waiver(waiver: commands.Waiver) -> str:
    """The sentence of a waiver: the rule and the reason."""
    rule = errors.AgainstTheRules.title_of(waiver.rule)
    return because(say("The banker waives a rule ({rule})", rule=rule), waiver.reason)


def tell_all(records: Sequence[Recorded], names: Mapping[str, str]) -> tuple[EventSentence, ...]:
    """The whole book in the order of writing, void events included; only hands in force are numbered.

    Awards say why, which is judged from the cards.
    """
    why = reasons(records, names)
    in_force = effective(records)
    at = at_the_board(records, in_force) | who_pays(records, names)
    hand_of: dict[int, int] = {}
    currency: Currency | None = None
    for record in in_force:
        if isinstance(record.event, commands.AnnounceHand):
            hand_of[record.version] = len(hand_of) + 1
        if isinstance(record.event, commands.OpenNight):
            currency = record.event.currency
    stands = {record.version for record in in_force}
    return tuple(
        EventSentence(
            version=record.version,
            caused_by=record.caused_by,
            occurred_at=record.occurred_at,
            sentence=tell(
                record.event,
                names,
                currency=currency,
                hand=hand_of.get(record.version),
                why=why.get(record.version, ""),
                at=at.get(record.version, ""),
            ),
            void=record.version not in stands,
            quiet=is_quiet(record.event),
        )
        for record in records
    )
