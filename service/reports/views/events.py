"""What has happened? Events in the order of the book, in words, a page at a time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from engine.commands import AnnounceHand, RecordPayment
from engine.events import NAME_OF, TYPE_NAMED, Event, EventsStruck, Recorded
from engine.folding import Places, effective, voided
from engine.ids import PlayerId
from engine.reports.corrections import Handing, handing_text, net_moves
from engine.reports.sentences import (
    AT_THE_BOARD,
    EXPLAINED,
    at_the_board,
    from_its_hand,
    is_quiet,
    reasons,
    tell,
    who_pays,
)
from engine.strikes import OF_THE_BOOK
from engine.wording import Voice
from service.book.codec import data_of
from service.errors.problems import UnknownCursor, UnknownHand, UnknownPlayer, UnknownVersion
from service.reports.views.visible_night import VisibleNight


class EventView(msgspec.Struct, frozen=True, kw_only=True):
    """One event. `type` is what happened, in the past tense; a primary event has the `data` of its command.

    `caused_by` is the primary event that this one follows from, None for a primary one. `void_since` is the number of the
    strike or correction that took it out of force, None while it is in force. `quiet`: a player would not miss the sentence, for example whose turn it is. Cards that the reader may not see
    are `??`. A field of `data` that has its default is left out.
    """

    version: int
    type: str
    caused_by: int | None
    actor: str
    occurred_at: str
    void_since: int | None
    sentence: str
    quiet: bool
    data: dict[str, Any]


class EventPage(msgspec.Struct, frozen=True, kw_only=True):
    """Some events in order, of the `found` that were asked for: all of the night, or those about one `player`, of one hand or type.

    `next` is the cursor of the following page, None after the last event.
    """

    night: str
    version: int
    head: str
    zone: str
    player: PlayerId | None
    found: int
    events: tuple[EventView, ...]
    next: str | None


class ToMove(msgspec.Struct, frozen=True, kw_only=True):
    """Chips that must change hands after a strike or correction, so that they lie as the book now has them.

    `giver` and `taker` are accounts: `chips:` or `shadow:` with the id of a player, `pot`, `carry`, `box`, `kitty`.
    """

    giver: str
    taker: str
    chips: int
    sentence: str


class Recording(msgspec.Struct, frozen=True, kw_only=True):
    """What a command has put into the book: its own event first, then what follows from it.

    `version` and `head` are those of the last of these events. `to_move`: the chips that change hands because of a strike or
    correction; none for any other act. The same request again gets the same answer.
    """

    night: str
    version: int
    head: str
    events: tuple[EventView, ...]
    to_move: tuple[ToMove, ...]


class About(NamedTuple):
    """Which events are meant: everything that is given must hold. `kind` is the stored type, `hand` the number of a hand."""

    player: PlayerId | None = None
    kind: str | None = None
    hand: int | None = None


ALL_EVENTS = About()


def event_page(view: VisibleNight, about: About = ALL_EVENTS, *, cursor: str | None = None, limit: int) -> EventPage:
    """The events that are meant, after the cursor, up to the limit.

    Refuses a hand that was not played (UnknownHand), and an id of nobody in the night (UnknownPlayer).
    """
    asked = _meant(view, about)
    rest = _behind(view, asked, cursor)
    page = rest[:limit]
    more = len(page) < len(rest)
    return _page(view, page, player=about.player, result=len(asked), following=page[-1].version if more else None)


def last_events(
    view: VisibleNight, about: About = ALL_EVENTS, *, cursor: str | None = None, most: int | None
) -> EventPage:
    """The last of the events after the cursor, at most so many; all of them if that is None."""
    asked = _meant(view, about)
    rest = _behind(view, asked, cursor)
    page = rest if most is None else rest[max(0, len(rest) - most) :]
    return _page(view, page, player=about.player, result=len(asked))


def _behind(view: VisibleNight, asked: Sequence[Recorded], cursor: str | None) -> Sequence[Recorded]:
    """The events after the cursor; all of them without one."""
    after = _place(view, cursor) if cursor else 0
    return asked[bisect_right(asked, after, key=lambda record: record.version) :]


def _page(
    view: VisibleNight, page: Sequence[Recorded], *, player: PlayerId | None, result: int, following: int | None = None
) -> EventPage:
    return EventPage(
        night=view.night_id,
        version=view.version,
        head=view.head,
        zone=view.opened.zone,
        player=player,
        found=result,
        events=events_text(view, page),
        next=None if following is None else f"{view.night_id}:{following}",
    )


def _meant(view: VisibleNight, about: About) -> Sequence[Recorded]:
    """The events of the night, or those that are meant."""
    results: Sequence[Recorded] = view.visible
    if about.hand is not None:
        results = _of_hand(view, about.hand)
    if about.kind is not None:
        kind = TYPE_NAMED[about.kind]
        results = [record for record in results if type(record.event) is kind]
    if about.player is not None:
        if about.player not in view.night.everybody:
            raise UnknownPlayer(night=view.night_id, player=about.player)
        results = [record for record in results if concerns(record, about.player)]
    return results


def _of_hand(view: VisibleNight, hand: int) -> Sequence[Recorded]:
    """The events from the announcement of a hand to that of the next; what was corrected later belongs to the hand it is of."""
    hands = list(_hands(view))
    if not 1 <= hand <= len(hands):
        raise UnknownHand(night=view.night_id, hand=hand, hands=len(hands))
    return between(view, Places(view.records), hands[hand - 1], hands[hand] if hand < len(hands) else None)


def between(view: VisibleNight, places: Places, begins: int | None, ends: int | None) -> list[Recorded]:
    """The events from the place of one act on and before that of another; None: from the beginning, to the end."""
    first = places.of_act(begins) if begins else ()
    behind = places.of_act(ends) if ends else None
    return [one for one in view.visible if first <= places.of(one) and (behind is None or places.of(one) < behind)]


def concerns(record: Recorded, player: PlayerId) -> bool:
    """True if the player acts, pays, gets or is named in the event."""
    return _holds(msgspec.to_builtins(record.event), player)


def _holds(value: Any, player: PlayerId) -> bool:
    if isinstance(value, dict):
        return any(_holds(part, player) for part in (*value, *value.values()))
    if isinstance(value, list | tuple):
        return any(_holds(part, player) for part in value)
    return isinstance(value, str) and value.removeprefix("chips:") == player


def one_event(view: VisibleNight, version: int) -> EventView:
    """The event with that number."""
    if not 1 <= version <= view.version:
        raise UnknownVersion(night=view.night_id, version=version, last=view.version)
    return events_text(view, view.visible[version - 1 : version])[0]


def recording(view: VisibleNight, first: int) -> Recording:
    """The events from this one to the last that is seen."""
    return Recording(
        night=view.night_id,
        version=view.version,
        head=view.head,
        events=events_text(view, view.visible[first - 1 :]),
        to_move=moved_since(view, first),
    )


def moved_since(view: VisibleNight, first: int) -> tuple[ToMove, ...]:
    """The chips that must change hands because of the strikes and corrections from this event on."""
    return handings_text(view, net_moves(view.records, since=first - 1, before_hand=view.before_hand))


def handings_text(view: VisibleNight, moves: Sequence[Handing]) -> tuple[ToMove, ...]:
    """These moves in words."""
    voice = Voice(view.names)
    return tuple(
        ToMove(giver=one.giver, taker=one.taker, chips=one.chips, sentence=handing_text(one, voice)) for one in moves
    )


def events_text(view: VisibleNight, records: Sequence[Recorded]) -> tuple[EventView, ...]:
    """These events, in their order, in words. Hands have the numbers they have in the whole night."""
    if not records:
        return ()
    first = min(record.version for record in records)
    # A later event may make an event void.
    void = _void_since(view.records[first:])
    hands = _hands_since(view, first) if any(_begins(record) for record in records) else {}
    why = _why(view, records, first)
    at = _at(view, records, first)
    return tuple(
        EventView(
            version=record.version,
            type=NAME_OF[type(record.event)],
            caused_by=record.caused_by,
            actor=record.actor,
            occurred_at=record.occurred_at,
            void_since=void.get(record.version),
            sentence=tell(
                record.event,
                view.names,
                currency=view.opened.currency,
                hand=hands.get(record.version),
                why=why.get(record.version, ""),
                at=at.get(record.version, ""),
            ),
            quiet=is_quiet(record.event),
            data=dict(data_of(record.event)),
        )
        for record in records
    )


def in_order_of_the_table(records: Sequence[Recorded]) -> Sequence[Recorded]:
    """The events, void ones too: what was corrected stands where it happened, with what followed from it."""
    if not any(isinstance(record.event, EventsStruck) for record in records):
        return records
    return sorted(records, key=Places(records).in_order)


def of_the_last_hand(records: Sequence[Recorded]) -> Sequence[Recorded]:
    """The events since the last hand in force was announced, in the order of the table; all of them before the first hand.

    Whatever a correction changes in an earlier hand is of that hand, and so is the correction.
    """
    in_order = in_order_of_the_table(records)
    void = set() if in_order is records else voided(records)
    begun = (
        at for at in range(len(in_order) - 1, -1, -1) if _begins(in_order[at]) and in_order[at].version not in void
    )
    result = in_order[next(begun, 0) :]
    if in_order is records:
        return result
    of_the_book = (*OF_THE_BOOK, EventsStruck)
    numbers = {record.version for record in result if not isinstance(record.event, of_the_book)}
    for record in result:
        if isinstance(record.event, OF_THE_BOOK) and _reaches(records[record.version].event, numbers):
            # What takes back a strike or correction of this hand is of this hand as well.
            numbers |= {record.version, record.version + 1}
    return [record for record in result if record.version in numbers]


def _reaches(struck: Event, numbers: set[int]) -> bool:
    """Whether a strike or correction made any of these events void, or put something in the place of one."""
    assert isinstance(struck, EventsStruck)
    return not numbers.isdisjoint((*struck.void, *(one.version for one in struck.placed)))


def _void_since(records: Sequence[Recorded]) -> dict[int, int | None]:
    """The number of the strike or correction, for every event that one in force among these makes void."""
    void = voided(records)
    return {
        version: record.caused_by
        for record in records
        if isinstance(record.event, EventsStruck) and record.version not in void
        for version in record.event.void
    }


def _hands(view: VisibleNight) -> dict[int, int]:
    """The number of the hand that begins with each event."""
    announced = (record.version for record in effective(view.records) if isinstance(record.event, AnnounceHand))
    return {version: number for number, version in enumerate(announced, start=1)}


def _hands_since(view: VisibleNight, version: int) -> dict[int, int]:
    """The number of the hand that begins with each event from this one on; counted from the end if nothing before was put right."""
    records = view.records[version - 1 :]
    struck = (record.event for record in records if isinstance(record.event, EventsStruck))
    if any(event.reaches_back < version for event in struck):
        return _hands(view)
    begun = [record.version for record in effective(records) if _begins(record)]
    return {version: number for number, version in enumerate(begun, start=view.night.hands_played - len(begun) + 1)}


def _at(view: VisibleNight, records: Sequence[Recorded], first: int) -> dict[int, str]:
    """Who pays whom, and where shared cards lie, from the hand on in which the first of these events happened."""
    paid = any(isinstance(record.event, RecordPayment) for record in records)
    payments = who_pays(view.records, view.names) if paid else {}
    if not any(isinstance(record.event, AT_THE_BOARD) for record in records):
        return payments
    return payments | at_the_board(from_its_hand(view.records, first - 1))


def _begins(record: Recorded) -> bool:
    return isinstance(record.event, AnnounceHand)


def _why(view: VisibleNight, records: Sequence[Recorded], first: int) -> dict[int, str]:
    """The reasons why pots were won. The night is told from just before this hand if possible, else from its beginning."""
    if not any(isinstance(record.event, EXPLAINED) for record in records):
        return {}
    since = view.before_hand
    if since is not None and first <= since.records:
        since = None
    return reasons(view.visible, view.names, {record.version for record in records}, since=since)


def _place(view: VisibleNight, cursor: str) -> int:
    """The version that a cursor names. Refuses the cursor of another night."""
    night, _, version = cursor.rpartition(":")
    if night != view.night_id or not version.isdigit() or not 0 < int(version) <= view.version:
        raise UnknownCursor(cursor=cursor)
    return int(version)
