"""A night as whoever asks may see it, where it stands, and which one is meant: by its id, by a part of it, or none named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from engine.club.nights import owed_before, people_of, unpaid_of
from engine.club.state import Answered, Club
from engine.commands import FreezePlan
from engine.events import Recorded
from engine.folding import fold
from engine.ids import NightId, PlayerId
from engine.money import Debt
from engine.reports.agreements import decides
from engine.reports.transfers import CarriedOn
from engine.state import Night
from service.app.book import Book
from service.app.permission import insist_in_club
from service.app.refusals import AmbiguousNight, NoNights, NoOpenNight
from service.book.proof.events import read_events
from service.book.proof.records import folded_once
from service.book.proof.stream import damage as damage_of
from service.book.proof.stream import faults as faults_of
from service.book.proof.stream import insist_it_is_sound
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import LoadedNight
from service.book.store.chain import StoredEvent, Stream, check_chain, stream_of_night
from service.book.store.event_store import EventStore
from service.book.store.lists import ALL_NIGHTS, PUBLISHED, ListedNight, Which
from service.book.store.names import Names
from service.errors import ClubMissing, NightIsDamaged, NightMissing, VersionConflict
from service.errors.problems import UnknownCursor, UnknownVersion
from service.people.rights import Deed, Who, may
from service.reports.views.night import NightPage, NightView, night_row, night_view
from service.reports.views.visible_night import VisibleNight

__all__ = ["Which", "find", "find_current", "find_id", "has_night", "newest", "nights", "nights_shown_to"]


def see(book: Book, night_id: str, *, sees_cards: bool = True, at: int | None = None) -> VisibleNight:
    """The night as it is, or as it was at a version. Later commands do not change the returned value."""
    with book.handler(night_id) as handler:
        return visible_night(handler, night_id, sees_cards=sees_cards, at=at)


def see_proven(book: Book, night_id: str, *, sees_cards: bool = True) -> VisibleNight:
    """The night, unless its chain is broken: a report or a plan of it would prove nothing."""
    with book.handler(night_id) as handler:
        insist_it_is_sound(book.database, handler.stream(night_id))
    return see(book, night_id, sees_cards=sees_cards)


def damage(book: Book, night_id: str) -> list[str]:
    """What is wrong with the record of the night, in sentences; empty if it is as it was sealed."""
    with book.handler(night_id) as handler:
        return damage_of(book.database, handler.stream(night_id))


def faults(book: Book, night_id: str) -> list[str]:
    """The same, and what does not add up or would not be recorded so again by the rules."""
    with book.handler(night_id) as handler:
        return faults_of(book.database, handler.stream(night_id))


def version_of(book: Book, night_id: str) -> int:
    """The number of the last event of the night; 0 if there is no such night."""
    with book.handler(night_id) as handler:
        return handler.version(night_id)


def gone_on_by(book: Book, night_id: str, version: int, keys: Iterable[str]) -> int:
    """The version to which the acts under these keys alone have taken the night from this one; see the handler's."""
    with book.handler(night_id) as handler:
        return handler.gone_on_by(night_id, version, keys)


def visible_night(
    handler: CommandHandler, night_id: str, *, sees_cards: bool = True, at: int | None = None
) -> VisibleNight:
    """The night of this handler; see `see`."""
    # A version that the handler has loaded already needs no check for newer events.
    loaded = handler.load(night_id) if at is None else handler.cached(night_id)
    if at is not None and at > loaded.version:
        loaded = handler.load(night_id)
    records = tuple(loaded.records)
    plan, rules = loaded.night.closing.plan, loaded.night.rules
    asks_for_debts = rules.old_debts_first or rules.owed_most
    # Only of a plan, and of what was decided about somebody's money, anybody says anything.
    has_answers = plan or decides(loaded.kinds)
    club = handler.clubs.look(loaded.club).club if has_answers or asks_for_debts else None
    carried_on = _carried_on(club, night_id, loaded.night) if club and plan else {}
    view = VisibleNight(
        night_id=night_id,
        head=loaded.head,
        night=loaded.night.copy(),
        records=records,
        names=handler.names.by_id(loaded.club),
        sees_cards=sees_cards,
        kinds=frozenset(loaded.kinds),
        before_hand=loaded.before_hand if sees_cards else None,
        carried_on=carried_on,
        nights=nights_called(handler, loaded.club, _others(loaded.night, carried_on)),
        answers=_since_the_plan(_answers(club, loaded), records) if club and has_answers else (),
        owed_before={player: owed_before(player, loaded.night.terms, club) for player in loaded.night.people}
        if club and asks_for_debts
        else {},
    )
    return view if at is None else _as_it_was(view, handler, at)


def _answers(club: Club, loaded: LoadedNight) -> tuple[Answered, ...]:
    """What was said of the night, by the ids that people have in it."""
    return club.answers_among(club.answers.get(loaded.night_id, ()), people_of(loaded.night))


def _since_the_plan(answers: Iterable[Answered], records: Sequence[Recorded]) -> tuple[Answered, ...]:
    """What was said since the plan was frozen, and of single events; what was said of a plan that was taken back speaks of
    that one.
    """
    frozen = next((one.version for one in reversed(records) if isinstance(one.event, FreezePlan)), 0)
    return tuple(one for one in answers if (one.event or one.version >= frozen) and one.answer != "saw")


def _others(night: Night, carried_on: CarriedOn) -> Iterable[NightId]:
    """The other nights of which the plan of a night speaks."""
    plan = night.closing.plan
    return (*carried_on, *(debt.night for debt in (plan.old_debts if plan else ())))


def nights_called(handler: CommandHandler, club: str, nights: Iterable[NightId]) -> dict[NightId, str]:
    """What people call these nights: "Friday of 2026-07-03", the day by the night's own clock."""
    return {night: handler.lists.night(club, night).called for night in dict.fromkeys(nights)}


def see_in_club(book: Book, club: str, night_id: str, version: int) -> VisibleNight:
    """The night of a club as it was at a version, for work that was asked for then.

    Refuses a night that the club does not have (NightMissing), a version that was not reached (VersionConflict), and
    events that the book would not write (NightIsDamaged).
    """
    return see_stored(book, stream_of_night(club, night_id), stored_until(book, club, night_id, version))


def stored_until(book: Book, club: str, night_id: str, version: int) -> list[StoredEvent]:
    """The events of a night of a club up to a version, as they stand in the book. Refuses as `see_in_club` does."""
    stream = stream_of_night(club, night_id)
    stored = EventStore(book.database).read(stream, up_to=version)
    if not stored:
        raise NightMissing(night_id)
    if len(stored) < version:
        raise VersionConflict(stream.name, version, len(stored))
    return stored


def see_stored(book: Book, stream: Stream, stored: Sequence[StoredEvent]) -> VisibleNight:
    """The night of these events. Refuses events that the book would not write (NightIsDamaged)."""
    read, head = read_events(stream, stored), stored[-1].hash
    for wrong in read.wrong:
        raise NightIsDamaged(stream.night, wrong.version, wrong.sentence)
    # Without a chain that holds, the head stands for nothing.
    night = fold(read.records) if check_chain(stored) else folded_once(head, read.records)
    return VisibleNight(
        night_id=stream.night,
        head=head,
        night=night,
        records=tuple(read.records),
        names=Names(book.database).by_id(stream.club),
        sees_cards=True,
    )


def where_it_stands(book: Book, view: VisibleNight) -> NightView:
    """Where the night stands, for its reader."""
    with book.handler() as handler:
        return night_view(view, club_name=club_name(handler, view.opened.club))


def club_name(handler: CommandHandler, club: str) -> str:
    """The name of the club with that id; the id itself if it is not on the list."""
    try:
        return handler.lists.club(club).name
    except ClubMissing:
        return club


def _as_it_was(view: VisibleNight, handler: CommandHandler, at: int) -> VisibleNight:
    if at > view.version:
        raise UnknownVersion(night=view.night_id, version=at, last=view.version)
    if at == view.version:
        return view
    records = view.records[:at]
    (last,) = handler.store.read(handler.stream(view.night_id), after=at - 1, up_to=at)
    return replace(
        view,
        head=last.hash,
        records=records,
        night=fold(records),
        before_hand=None,
        carried_on={},
        answers=(),
        owed_before={},
    )


# A part of an id that fits more nights than this is too short anyway.
CALLED_MAX = 20


def has_night(book: Book, night_id: str) -> bool:
    """True if the book has a night of this id."""
    with book.handler() as handler:
        return handler.lists.has_night(night_id)


def newest(book: Book) -> ListedNight | None:
    """The newest night of all that is not void; None if the book has none."""
    with book.handler() as handler:
        return next(iter(handler.lists.nights(Which(besides=("void",)), limit=1)), None)


def find_id(book: Book, given: str) -> str:
    """The id of a night, given the id, or the beginning or the end of it; without one, the newest night."""
    if not given:
        latest = newest(book)
        if latest is None:
            raise NoNights
        return latest.night
    if has_night(book, given):
        return given
    with book.handler() as handler:
        called = sorted({night for _, night in handler.lists.nights_called(given, limit=CALLED_MAX)})
    nights = [night for night in called if night.startswith(given)] or called
    if not nights:
        raise NightMissing(given)
    if len(nights) > 1:
        raise AmbiguousNight(given, nights)
    return nights[0]


def find(book: Book, given: str) -> VisibleNight:
    """The night that is meant; without an id, the newest of all."""
    return see(book, find_id(book, given))


def find_current(book: Book, given: str, *, or_newest: bool = False) -> VisibleNight:
    """The night that is meant; without an id, the newest that is played, else the newest that is not settled yet.

    Else, if wanted, the newest of all. A night that was entered later, as from a file, does not come before one that is played.
    """
    if given:
        return find(book, given)
    with book.handler() as handler:
        for which in (Which(phase="open"), Which(besides=("settled", "void"))):
            if meant := handler.lists.nights(which, limit=1):
                return see(book, meant[0].night)
    if or_newest:
        return find(book, "")
    raise NoOpenNight


def nights_shown_to(book: Book, who: Who, which: Which, *, cursor: str | None, limit: int) -> NightPage:
    """The nights that are meant; without a club every night to the keeper, to a member those of theirs, else the published.

    Refuses a club whose nights this person may not see.
    """
    if which.club is not None:
        insist_in_club(book, who, Deed.SEE_NIGHTS, which.club)
    elif who.club is not None and may(who, Deed.SEE_NIGHTS, who.club):
        which = which._replace(club=who.club)
    elif not who.keeper:
        which = which._replace(published=PUBLISHED)
    return nights(book, which, cursor=cursor, limit=limit)


def nights(book: Book, which: Which = ALL_NIGHTS, *, cursor: str | None = None, limit: int) -> NightPage:
    """The nights that are meant, after the cursor, up to the limit, without settlements that were taken back.

    It reads no night, however many there are. Refuses the cursor of another list.
    """
    with book.handler() as handler:
        after = _cursor_of(handler, cursor, which) if cursor else None
        result = handler.lists.nights(which._replace(besides=("void",)), after=after, limit=limit + 1)
        page = result[:limit]
        names: dict[str, str] = {}
        for of, _ in groupby(sorted(one.club for one in page)):
            names |= {of: handler.lists.club(of).name, **handler.names.by_id(of)}
        ends = handler.lists.ends_of(page)
    rows = tuple(night_row(one, end, names) for one, end in zip(page, ends, strict=True))
    return NightPage(nights=rows, next=page[-1].night if len(result) > limit else None)


def _cursor_of(handler: CommandHandler, cursor: str, which: Which) -> ListedNight:
    """The night with which the page before ended."""
    try:
        of = handler.lists.club_of(cursor)
        published = "nights" in handler.lists.club(of).published
        in_the_list = which.club in (None, of) and (which.published is None or published)
        if in_the_list:
            return handler.lists.night(of, cursor)
    except NightMissing:
        pass
    raise UnknownCursor(cursor=cursor)


def _carried_on(club: Club, night_id: str, night: Night) -> dict[NightId, tuple[Debt, ...]]:
    """What of the night's plan went into later ones, each part between those of a transfer.

    A later plan names the member whom one of them turned out to be, and who may stand in several transfers for it.
    """
    unpaid = {(debt.payer, debt.payee): debt.cents for debt in unpaid_of(night)}
    transfers_between: dict[tuple[PlayerId, PlayerId], list[tuple[PlayerId, PlayerId]]] = {}
    for payer, payee in unpaid:
        transfers_between.setdefault((club.person(payer), club.person(payee)), []).append((payer, payee))

    def parts(debt: Debt) -> Iterator[Debt]:
        left = debt.cents
        for pair in transfers_between.get((debt.payer, debt.payee), ()):
            if cents := min(left, unpaid[pair]):
                unpaid[pair] -= cents
                left -= cents
                yield Debt(*pair, cents)

    carried = club.of_people().carried_from(night_id)
    return {into: tuple(part for debt in debts for part in parts(debt)) for into, debts in carried.items()}
