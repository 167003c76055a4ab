"""A night on its way through an append: as it was loaded, and the acts that are decided and recorded together.

With their events are recorded the night's entry in the list of nights, results, who joins, what the club's stream says, and the
jobs that follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

import msgspec
from msgspec.structs import replace

from engine import commands, errors
from engine.adjudicate import DOES_NOT_FIT, first_misfit
from engine.club import acts
from engine.club.facts import evolve as evolve_club
from engine.club.nights import (
    insist_nobody_owes_themselves,
    netting,
    phase_of,
    record_of,
    unpaid_of,
)
from engine.club.rule import decide as decide_club
from engine.club.state import Club
from engine.decider import accept, in_the_book, insist_it_is_new, to_record
from engine.events import Event, EventsStruck, Recorded, Unrecorded, kinds_of
from engine.folding import effective, evolve, fold
from engine.ids import NightId, PlayerId
from engine.night.closing.presence import knowing_who_was_there, takes_by_the_hour
from engine.night.closing.rule import plan_by_itself, settles_by_itself
from engine.night.closing.taking_back import chosen_otherwise
from engine.reports.gap import recounts_due
from engine.reports.night_results import NightAccount, may_change_results, night_accounts
from engine.state import Checkpoint, Night, by_seat
from engine.strikes import OF_THE_BOOK, correct, strike
from service.book.club_handler import BANKER, draft_of
from service.book.codec import data_of, draft
from service.book.guards import BeforeAct, ask_back, check_time
from service.book.recording.filling_in import NOTHING_KNOWN, BookKnows
from service.book.recording.outbox import reconcile_job, render_job, settle_job
from service.book.store.chain import Draft, Request, StoredEvent, Stream, stream_of_night
from service.book.store.event_store import Addition, ClubSays, JobDraft
from service.book.store.lists import ListedClub, ListedNight, NightChange, NightLeft
from service.book.store.names import Member, PokerNowId
from service.book.store.night_results import results_of
from service.errors import NightDoesNotAddUp, PlayerMissing
from service.language.local_time import later, minutes_between
from service.language.payload_limits import check_payload, check_said

_ACCOUNTS = msgspec.json.Decoder(dict[PlayerId, NightAccount])


class LoadedNight(msgspec.Struct):
    """One night as read from the book: its events and the state they add up to."""

    night_id: str
    night: Night = msgspec.field(default_factory=Night)
    records: list[Recorded] = msgspec.field(default_factory=list)
    head: str = ""
    # The state before the last hand was announced; None if a later event corrects something before it, or may do so.
    before_hand: Checkpoint | None = None
    # The kinds of its events, in force or not, so that what is asked of them costs the same in a long night.
    kinds: set[type[Event]] = msgspec.field(default_factory=set)

    def add(self, fresh: Sequence[Recorded]) -> None:
        """These events follow in the book; the state is left as it is."""
        self.records += fresh
        self.kinds |= kinds_of(fresh)

    @property
    def version(self) -> int:
        """The number of the last event; 0 before the first."""
        return len(self.records)

    @property
    def people(self) -> set[PlayerId]:
        """Everybody who took part, including the bankers."""
        return {*self.night.everybody}

    @property
    def club(self) -> str:
        """The id of the club."""
        return self.night.terms.club

    @property
    def stream(self) -> Stream:
        """Where the night stands in the book."""
        return stream_of_night(self.club, self.night_id)


def read_on(loaded: LoadedNight, fresh: Sequence[Recorded], head: str) -> LoadedNight:
    """The night with events that another process wrote; folded from the beginning if one of them strikes or corrects."""
    night, records, before = loaded.night, loaded.records, loaded.version
    loaded.add(fresh)
    kinds = [type(record.event) for record in fresh]
    try:
        if EventsStruck in kinds:
            return LoadedNight(loaded.night_id, fold(records), records, head, kinds=loaded.kinds)
        # Only what was before the last hand is kept, so that nothing is copied for those before it.
        last_hand = max((at for at, kind in enumerate(kinds) if kind is commands.AnnounceHand), default=None)
        for at, record in enumerate(fresh):
            if at == last_hand:
                loaded.before_hand = Checkpoint(before + at, night.copy())
            evolve(night, record.event)
    except DOES_NOT_FIT as fault:
        # No event that the rules accepted leads here: the book was changed.
        raise NightDoesNotAddUp(loaded.night_id, first_misfit(records), type(fault).__name__) from fault
    loaded.head = head
    return loaded


class IncomingCommand(msgspec.Struct, frozen=True):
    """One command as it comes in: its actor, when it happened at the table, and its index in a batch, from 0."""

    command: commands.Command
    actor: str = BANKER
    occurred_at: str = ""
    index: int | None = None


class UnitOfWork:
    """Commands that are decided now and recorded together: all of them or none.

    A refused command leaves the unit of work as it was, and more may follow. With `wary` it refuses what looks like a
    mistake until that is waived. `recorded_at` returns when the book recorded an event, by the service's clock.
    """

    def __init__(
        self,
        loaded: LoadedNight,
        now: str,
        knows: BookKnows = NOTHING_KNOWN,
        *,
        recorded_at: Callable[[int], str] = lambda _: "",
        wary: bool = False,
    ) -> None:
        self.loaded = loaded
        self.now = now
        self.knows = knows
        self.recorded_at = recorded_at
        self.wary = wary
        self.before = loaded.version
        self.drafts: list[Draft] = []
        self.listed_before: NightChange | None = changed(loaded.night, loaded.records) if loaded.version else None

    def take(self, one: IncomingCommand) -> tuple[Recorded, ...]:
        """Decides one command. Returns the primary event and what followed from it."""
        check_payload(data_of(one.command), type(one.command))
        check_said(one.command)
        check_time(one.occurred_at, self.now)
        loaded, first = self.loaded, self.loaded.version
        command = one.command
        if isinstance(command, commands.OpenNight):
            # A night that is called by blanks has no name.
            command = replace(command, name=command.name.strip())
        command = self.knows.filled_in(command, loaded.night)
        at = one.occurred_at or self.now
        if isinstance(command, commands.CloseNight) and takes_by_the_hour(loaded.night):
            closing = Recorded(loaded.version + 1, command, None, one.actor, at, self.now)
            in_force = [*effective(loaded.records), closing]
            command = knowing_who_was_there(command, loaded.night, in_force, minutes_between)
        if isinstance(command, commands.ResolveGap):
            command = chosen_otherwise(command, effective(loaded.records), loaded.night)
        if isinstance(command, commands.RaiseDispute):
            insist_it_is_new(loaded.records, command, loaded.night)
        ask_back(
            command, BeforeAct(loaded.night, loaded.records, self.before, self.now, self.recorded_at), wary=self.wary
        )
        if isinstance(command, commands.AnnounceHand):
            before_hand: Checkpoint | None = Checkpoint(first, loaded.night.copy())
        else:
            before_hand = loaded.before_hand
        for event, caused_by, stated in _decided(loaded, command, self.knows):
            self.drafts.append(draft(event, actor=one.actor, occurred_at=at, caused_by=caused_by, stated=stated))
            version = loaded.version + 1
            loaded.add([Recorded(version, event, caused_by, one.actor, at, self.now, stated)])
            if (
                before_hand is not None
                and isinstance(event, EventsStruck)
                and event.reaches_back <= before_hand.records
            ):
                before_hand = None
        loaded.before_hand = before_hand
        return tuple(loaded.records[first:])


def _decided(loaded: LoadedNight, command: commands.Command, knows: BookKnows) -> Iterable[Unrecorded]:
    if isinstance(command, OF_THE_BOOK):
        if isinstance(command, commands.StrikeEvents):
            outcome = strike(loaded.records, command, minutes_between, since=loaded.before_hand)
        else:
            acts_in_night = knows.acts_of(command)
            outcome = correct(loaded.records, command, minutes_between, acts_in_night, since=loaded.before_hand)
        loaded.night = outcome.night
        return outcome.drafts
    happened = accept(loaded.night, in_the_book(loaded.records, command))
    return to_record(command, happened, after=loaded.version)


def listed(night: Night, records: Sequence[Recorded], *, recorded_at: str) -> ListedNight:
    """The entry of a night; `recorded_at` is when the book recorded its first event, and `night` the fold of the records."""
    terms, change = night.terms, changed(night, records)
    return ListedNight(
        club=terms.club,
        night=terms.night,
        recorded_at=recorded_at,
        opened_at=records[0].occurred_at,
        name=terms.name,
        zone=terms.zone,
        currency=terms.currency.code,
        exponent=terms.currency.exponent,
        phase=change.phase,
        players=change.players,
        hands=change.hands,
        unpaid_cents=change.unpaid_cents,
        accounts=change.accounts,
    )


def left_of_nights(club: Club, nights: Iterable[NightId] = ()) -> list[NightLeft]:
    """What is left of these nights, or of all from which anything was carried on, in alphabetical order.

    A night of which nothing is left is settled, although its own events do not say so.
    """
    results = []
    club = club.of_people()
    for night in sorted(nights or club.nights):
        record = club.nights[night]
        unpaid = sum(record.remaining().values())
        if record.netted or nights:
            results.append(NightLeft(club.id, night, record.stands(), unpaid))
    return results


def accounts_in(entry: ListedNight) -> dict[PlayerId, NightAccount]:
    """What a night that is over came to for each player's account, by its entry; nobody's while it is played."""
    return _ACCOUNTS.decode(entry.accounts) if entry.accounts else {}


def _accounts_kept(records: Sequence[Recorded], night: Night) -> str:
    """The accounts as the entry has them. Where there are no expenses they are left out, as in entries of older versions."""
    accounts = night_accounts(records, night)
    kept = {
        player: one if one.expenses else msgspec.structs.astuple(one)[: one.__struct_fields__.index("expenses")]
        for player, one in accounts.items()
    }
    return msgspec.json.encode(kept).decode()


def changed(night: Night, records: Sequence[Recorded]) -> NightChange:
    """The part of the entry that changes while the night is played and afterwards."""
    phase = phase_of(night)
    return NightChange(
        club=night.terms.club,
        night=night.terms.night,
        phase=phase,
        players=msgspec.json.encode(by_seat(night)).decode(),
        hands=night.hands_played,
        unpaid_cents=sum(debt.cents for debt in unpaid_of(night)),
        # Made from all events, so an act of a night that is played does without.
        accounts="" if phase == "open" else _accounts_kept(records, night),
    )


class Joining(msgspec.Struct, frozen=True):
    """Who comes with a night: a club that is founded with it, people who join with it, and ids by which people are known again."""

    founded: str = ""
    members: Sequence[Member] = ()
    pokernow_ids: Sequence[PokerNowId] = ()


NOBODY_NEW = Joining()


def newcomers(records: Iterable[Recorded]) -> set[PlayerId]:
    """The players whom these events bring to the table: the banker, and everybody who sits down."""
    results = set()
    for record in records:
        match record.event:
            case commands.OpenNight(banker=player) | commands.SeatPlayer(player=player):
                results.add(player)
            case _:
                pass
    return results


def insist_on_members(comers: Iterable[PlayerId], before: Iterable[Recorded], club: Club) -> None:
    """Refuses people who are not members of the club, or come to a night under an id that turned out to be another's.

    `before`: its events before these people come; who was there is not sent away.
    """
    for player in sorted(comers):
        member = club.member(player)
        if member is None or member.forgotten:
            raise PlayerMissing(player)
        if member.into and player not in newcomers(before):
            raise errors.MemberIsAnother(player=player, other=club.person(player))


def recorded_with(
    work: UnitOfWork,
    request: Request | None,
    jobs: Sequence[JobDraft],
    joining: Joining,
    club_before: Callable[[], Club],
) -> Addition:
    """What is recorded with the events: most acts change neither the list of nights nor the club.

    `club_before` gives a copy of the club as it is before the unit of work; it is called in the club's turn.
    """
    loaded, before = work.loaded, work.listed_before
    after = changed(loaded.night, loaded.records)
    opening = before is None
    noted = before is None or before.phase != "open" or after.phase != "open"
    if not noted and after == before:
        return Addition(request=request, jobs=jobs)
    # A night that is replayed or imported may begin and end at once.
    plays_on = not noted or (opening and after.phase == "open")
    was_over = before is not None and "open" not in (before.phase, after.phase)
    same_results = was_over and not may_change_results(loaded.records[work.before :], loaded.night)
    return Addition(
        request=request,
        jobs=jobs,
        members=joining.members,
        pokernow_ids=joining.pokernow_ids,
        listed_club=ListedClub(loaded.club, joining.founded, work.now) if joining.founded else None,
        listed_night=listed(loaded.night, loaded.records, recorded_at=work.now) if opening else None,
        changed_night=None if opening or after == before else after,
        night_results=None if plays_on or same_results else results_of(loaded.records, loaded.night),
        of_the_club=_saying_of_the_club(work, joining, club_before) if noted else None,
    )


def _saying_of_the_club(
    work: UnitOfWork, joining: Joining, club_before: Callable[[], Club]
) -> Callable[[Sequence[StoredEvent]], ClubSays]:
    """What the club's own stream says about events of a night.

    Who joins, which debts its plan takes over, and how far the night has come.
    """
    loaded = work.loaded
    first: list[acts.ClubAct] = []
    if joining.founded:
        first.append(acts.FoundClub(club=loaded.club, name=joining.founded))
    first += [acts.AdmitMember(player=one.id, name_commitment=one.commitment) for one in joining.members]

    def club_says(events: Sequence[StoredEvent]) -> ClubSays:
        # Read in the club's turn, because another night may take over a debt meanwhile, or pay it.
        club = club_before()
        drafts = []
        before = {night: record.netted for night, record in club.nights.items()}
        for act in chain(first, _how_far(loaded, work.before, events, club)):
            resolved = decide_club(act, club)
            evolve_club(club, resolved)
            drafts.append(draft_of(resolved, actor=BANKER, occurred_at=work.now))
        left = [night for night, record in club.nights.items() if record.netted != before.get(night, ())]
        if club.nights[loaded.night_id].netted:
            left.append(loaded.night_id)
        return ClubSays(drafts, left_of_nights(club, left) if left else ())

    return club_says


def _how_far(loaded: LoadedNight, before: int, events: Sequence[StoredEvent], club: Club) -> Iterable[acts.ClubAct]:
    """The acts that record a night: its opening by itself, and from its close on how far it has come.

    `club` has every act that was given before.
    """
    if not before:
        opened, currency = events[0], loaded.night.terms.currency
        yield acts.RecordNight(night=loaded.night_id, version=1, head=opened.hash, phase="open", currency=currency)
    if before or phase_of(loaded.night) != "open":
        yield from _as_it_stands(loaded.night, club, version=events[-1].version, head=events[-1].hash)


def _as_it_stands(night: Night, club: Club, *, version: int, head: str) -> Iterable[acts.ClubAct]:
    insist_nobody_owes_themselves(club, night)
    yield from netting(club, night)
    yield record_of(night, version=version, head=head)


def insist_club_takes(night: Night, club: Club) -> None:
    """Refuses a night that its club would refuse once it stands so, as one that owes less than went on into a later plan."""
    record = club.nights.get(night.terms.night)
    if record is None or record.phase == phase_of(night) == "open":
        return
    club = club.copy()
    for act in _as_it_stands(night, club, version=record.version + 1, head=record.head):
        evolve_club(club, decide_club(act, club))


OVER = ("closed", "planned")
# What changes only the report of a closed night.
TOLD_ANEW = (
    commands.FreezePlan,
    commands.RaiseDispute,
    commands.AnswerDispute,
    commands.ResolveDispute,
    commands.GiveBanksWord,
    commands.WithdrawDispute,
)


def jobs_after(
    stream: Stream, night: Night, records: Sequence[Recorded], before: int, now: str
) -> tuple[JobDraft, ...]:
    """The jobs for a closed night after its events beyond number `before`.

    A night whose house settles by itself gets its plan first, whatever was recorded after its close, unless counts are
    due again; the plan then brings the rest. After a close that waits for somebody, after a correction and after such a plan, the night is
    reconciled and gets a new report; after a plan that somebody asked for, and after a word in a dispute, a new report.
    """
    if night.phase not in OVER:
        return ()
    fresh, version = records[before:], records[-1].version
    if (plan := plan_by_itself(night)) and not recounts_due(records):
        return (settle_job(stream, version, plan, now),)
    happened = {type(record.event) for record in fresh}
    planned = commands.FreezePlan in happened
    changed = not happened.isdisjoint((commands.CloseNight, EventsStruck))
    jobs = []
    if changed or (planned and settles_by_itself(night)):
        jobs.append(reconcile_job(stream, version, now))
    if changed or not happened.isdisjoint(TOLD_ANEW):
        jobs.append(render_job(stream, version, now))
    return tuple(jobs)


# What a club is notified of as soon as it is recorded.
NOTIFIED = (commands.OpenNight, commands.AskForChips, commands.CloseNight, commands.FreezePlan)
# What happened longer ago is history, and was only recorded now: an import, a night typed in from paper.
NOTIFIED_WITHIN_SECONDS = 12 * 60 * 60


def worth_notifying(fresh: Sequence[Recorded], now: str) -> list[Recorded]:
    """Those of the records of which a club is notified: what happens now."""
    notified = [record for record in fresh if isinstance(record.event, NOTIFIED)]
    since = later(now, -NOTIFIED_WITHIN_SECONDS) if notified else ""
    return [record for record in notified if record.occurred_at >= since]
