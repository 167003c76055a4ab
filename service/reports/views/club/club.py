"""What is a club? Its members, its chips, its rules, its own games, its nights and what is unpaid; and what happened to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.club import acts
from engine.club.acts import NAME_OF, NightPhase, Publication
from engine.club.state import Club, NightRecord
from engine.club.text import tell
from engine.game.definition import Game
from engine.game.sentences import sentence
from engine.house.agreements import Denomination, HouseRules
from engine.ids import NightId, PlayerId
from engine.speech import say
from engine.wording import Voice
from service.book.club_codec import RecordedAct
from service.book.club_handler import LoadedClub
from service.book.store.names import Member
from service.language.shorthand.head import rules_said
from service.reports.views.club.people import ClubView, MemberView, member_view
from service.reports.views.visible_night import Money


class DebtView(msgspec.Struct, frozen=True, kw_only=True):
    """Cents that one person still has to pay to another."""

    payer: PlayerId
    payer_name: str
    payee: PlayerId
    payee_name: str
    cents: int


class ClubNight(msgspec.Struct, frozen=True, kw_only=True):
    """A night as the club last recorded it, with the number and the hash of its last event then.

    `unpaid` is what remains of its plan, without what was carried into later nights.
    """

    night: NightId
    phase: NightPhase
    version: int
    head: str
    currency: Money
    unpaid: tuple[DebtView, ...]


class HouseRulesView(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of the house in force. `said` has them by key, as the head of a `.night` file says them.

    `besides` are sentences about those that such a head has no key for.
    """

    version: int
    said: dict[str, str]
    besides: tuple[str, ...]


class OwnGameOffered(msgspec.Struct, frozen=True, kw_only=True):
    """An own game that is offered, with its newest version."""

    name: str
    version: int


class ClubShown(msgspec.Struct, frozen=True, kw_only=True):
    """One club. `version` and `head` are the number and the hash of the last act of its stream: keep the head elsewhere.

    `published`: what everybody may see. `members` are by name; `forgotten` are the ids of members whose names were
    deleted. `chips` is empty without an inventory, `house_rules` None if none were adopted. `nights`: the newest first,
    without those that are void.
    """

    id: str
    name: str
    founded_at: str
    version: int
    head: str
    published: tuple[Publication, ...]
    members: tuple[MemberView, ...]
    forgotten: tuple[PlayerId, ...]
    chips: tuple[Denomination, ...]
    house_rules: HouseRulesView | None
    own_games: tuple[OwnGameOffered, ...]
    nights: tuple[ClubNight, ...]


class ActView(msgspec.Struct, frozen=True, kw_only=True):
    """One act of a club. `type` is what happened, in the past tense; the `sentence` has the names of now."""

    version: int
    type: str
    actor: str
    recorded_at: str
    sentence: str


class ClubLog(msgspec.Struct, frozen=True, kw_only=True):
    """The last acts of a club in their order; `version` is how many there are in all."""

    id: str
    name: str
    version: int
    head: str
    acts: tuple[ActView, ...]


class Farewell(msgspec.Struct, frozen=True, kw_only=True):
    """What stays of a member whose name is deleted: the id, the roles until then, and the nights they owe or are owed in."""

    id: PlayerId
    name: str
    roles: tuple[str, ...]
    unpaid: tuple[ClubNight, ...]


def club_shown(loaded: LoadedClub, listed: ClubView, members: Sequence[Member]) -> ClubShown:
    """The club as it stands; `members` are those who have a name."""
    club = loaded.club
    names = {member.id: member.name for member in members}
    return ClubShown(
        id=listed.id,
        name=club.name,
        founded_at=listed.founded_at,
        version=loaded.version,
        head=loaded.head,
        published=club.published,
        members=tuple(member_view(member, club) for member in members),
        forgotten=tuple(player for player, member in club.members.items() if member.forgotten),
        chips=club.inventory,
        house_rules=_house_rules(club),
        own_games=tuple(OwnGameOffered(name=game.name, version=game.version) for game in club.games_offered().values()),
        nights=tuple(
            club_night(night, record, names)
            for night, record in reversed(club.nights.items())
            if record.phase != "void"
        ),
    )


def _house_rules(club: Club) -> HouseRulesView | None:
    rules = club.rules_now()
    if rules is None:
        return None
    return HouseRulesView(version=len(club.house_rules), said=rules_said(rules), besides=tuple(_besides(rules)))


def _besides(rules: HouseRules) -> Iterator[str]:
    if rules.banker_stack == "box":
        yield say("The banker plays straight from the box.")
    if rules.forced is not None:
        # What is put in before the first bet reads the same in every game.
        yield sentence(rules.forced, Game(rules.rulebook))
    if not rules.dead_button:
        yield say("There is no dead button.")


def club_night(night: NightId, record: NightRecord, names: Mapping[PlayerId, str]) -> ClubNight:
    """One night of a club, with names for ids; a person who is forgotten is called by the id."""
    return ClubNight(
        night=night,
        phase=record.stands(),
        version=record.version,
        head=record.head,
        currency=Money(code=record.currency.code, exponent=record.currency.exponent),
        unpaid=tuple(
            DebtView(
                payer=payer,
                payer_name=names.get(payer, payer),
                payee=payee,
                payee_name=names.get(payee, payee),
                cents=cents,
            )
            for (payer, payee), cents in record.remaining().items()
        ),
    )


def club_log(
    loaded: LoadedClub, names: Mapping[PlayerId, str], nights: Mapping[NightId, str], *, most: int | None
) -> ClubLog:
    """The last acts of the club, at most so many; all of them if that is None. `nights`: what people call its nights."""
    first = 0 if most is None else max(0, loaded.version - most)
    return ClubLog(
        id=loaded.club_id,
        name=loaded.club.name,
        version=loaded.version,
        head=loaded.head,
        acts=tuple(act_view(record, loaded.club, names, nights) for record in loaded.records[first:]),
    )


def act_view(record: RecordedAct, club: Club, names: Mapping[PlayerId, str], nights: Mapping[NightId, str]) -> ActView:
    """One act in words. Debts that were carried on are in the currency of their night."""
    act = record.act
    currency = club.nights[act.night].currency if isinstance(act, acts.NetDebts) else None
    return ActView(
        version=record.version,
        type=NAME_OF[type(act)],
        actor=record.actor,
        recorded_at=record.recorded_at,
        sentence=tell(act, Voice(names, currency, nights=nights)),
    )


def farewell(club: Club, player: PlayerId, names: Mapping[PlayerId, str]) -> Farewell:
    """What stays of this member, who may be forgotten already."""
    nights = (club_night(night, club.nights[night], names) for night in club.unpaid())
    return Farewell(
        id=player,
        name=names.get(player, player),
        roles=tuple(sorted(club.members[player].roles)),
        unpaid=tuple(
            msgspec.structs.replace(night, unpaid=theirs)
            for night in nights
            if (theirs := tuple(debt for debt in night.unpaid if player in (debt.payer, debt.payee)))
        ),
    )
