"""What is recorded with the events of a unit of work: the list of nights, results, who joins, and what the club's stream says."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

import msgspec

from engine import commands
from engine.club import acts
from engine.club.facts import evolve as evolve_club
from engine.club.netting import netting
from engine.club.recording import phase_of, record_of
from engine.club.rule import decide as decide_club
from engine.club.state import Club
from engine.events import Recorded
from engine.ids import PlayerId
from engine.reports.night_results import may_change_results
from service.book.club_codec import draft_of
from service.book.club_handler import BANKER
from service.book.recording.night_list import changed, left_of_nights, listed
from service.book.recording.unit_of_work import LoadedNight, UnitOfWork
from service.book.store.chain import StoredEvent
from service.book.store.event_store import Addition, ClubSays, JobDraft, Request
from service.book.store.lists import ListedClub
from service.book.store.names import Member, PokerNowId
from service.book.store.night_results import results_of


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

    def said(events: Sequence[StoredEvent]) -> ClubSays:
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

    return said


def _how_far(loaded: LoadedNight, before: int, events: Sequence[StoredEvent], club: Club) -> Iterable[acts.ClubAct]:
    """The acts that record a night: its opening by itself, and from its close on how far it has come.

    `club` has every act that was given before.
    """
    if not before:
        opened, currency = events[0], loaded.night.terms.currency
        yield acts.RecordNight(night=loaded.night_id, version=1, head=opened.hash, phase="open", currency=currency)
    if before or phase_of(loaded.night) != "open":
        yield from netting(club, loaded.night)
        yield record_of(loaded.night, version=events[-1].version, head=events[-1].hash)
