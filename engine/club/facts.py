"""Copies the events of a club's stream into its state; holds no rule and never refuses."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from engine.club import acts
from engine.club.state import Club, GameVersion, KeyRecord, Member, NightRecord, PhoneKeyRecord
from engine.money import Debt
from engine.registry import into

Fold = Callable[[Club, Any], None]

# By the type of an event; each has one.
FOLDS: dict[type[acts.ClubAct], Fold] = {}


def evolve(club: Club, event: acts.ClubAct) -> None:
    """Copies one event into the club; never refuses."""
    club.version += 1
    FOLDS[type(event)](club, event)


def fold(events: Iterable[acts.ClubAct]) -> Club:
    """The club that the events come to, the first of its stream first."""
    club = Club()
    for event in events:
        evolve(club, event)
    return club


@into(FOLDS, acts.FoundClub)
def founded(club: Club, event: acts.FoundClub) -> None:
    """The club has its id and its first name."""
    club.id, club.name = event.club, event.name


@into(FOLDS, acts.RenameClub)
def renamed(club: Club, event: acts.RenameClub) -> None:
    """The club has another name."""
    club.name = event.name


@into(FOLDS, acts.PublishClub)
def published(club: Club, event: acts.PublishClub) -> None:
    """Everybody may see this of the club, and no more."""
    club.published = event.what


@into(FOLDS, acts.AdmitMember)
def admitted(club: Club, event: acts.AdmitMember) -> None:
    """The person is a member, and a player."""
    club.members[event.player] = Member(name_commitment=event.name_commitment, roles=frozenset({"player"}))


@into(FOLDS, acts.RenameMember)
def member_renamed(club: Club, event: acts.RenameMember) -> None:
    """The member's name is vouched for by another commitment."""
    club.members[event.player] = replace(club.members[event.player], name_commitment=event.name_commitment)


@into(FOLDS, acts.ForgetMember)
def forgotten(club: Club, event: acts.ForgetMember) -> None:
    """Nobody knows the member any more, and no role is left."""
    club.members[event.player] = replace(club.members[event.player], roles=frozenset(), forgotten=True)


@into(FOLDS, acts.GrantRole)
def role_granted(club: Club, event: acts.GrantRole) -> None:
    """The member has one role more."""
    member = club.members[event.player]
    club.members[event.player] = replace(member, roles=member.roles | {event.role})


@into(FOLDS, acts.TakeRole)
def role_taken(club: Club, event: acts.TakeRole) -> None:
    """The member has one role less."""
    member = club.members[event.player]
    club.members[event.player] = replace(member, roles=member.roles - {event.role})


@into(FOLDS, acts.OptOut)
def opted_out(club: Club, event: acts.OptOut) -> None:
    """The member is left out of standings by name, or is named in them again."""
    club.members[event.player] = replace(club.members[event.player], opted_out=event.out)


@into(FOLDS, acts.MergeMembers)
def merged(club: Club, event: acts.MergeMembers) -> None:
    """The member is another one and has no role beside theirs; taken apart again, a player like any new member."""
    member = club.members[event.player]
    roles = frozenset[acts.Role]() if event.into else frozenset[acts.Role]({"player"})
    club.members[event.player] = replace(member, into=event.into, roles=roles)


@into(FOLDS, acts.DeclareInventory)
def inventory_declared(club: Club, event: acts.DeclareInventory) -> None:
    """The club has these chips, and no others."""
    club.inventory = event.kinds


@into(FOLDS, acts.AdoptHouseRules)
def rules_adopted(club: Club, event: acts.AdoptHouseRules) -> None:
    """The rules are kept beside all earlier versions."""
    club.house_rules[event.version] = event.rules


@into(FOLDS, acts.AddOwnGame)
def game_added(club: Club, event: acts.AddOwnGame) -> None:
    """The game is kept beside all its earlier versions."""
    added = GameVersion(
        version=event.version,
        since=club.version,
        name=event.name,
        source=event.source,
        declaration=event.declaration,
    )
    club.games[event.compared] = (*club.games.get(event.compared, ()), added)


@into(FOLDS, acts.RetireOwnGame)
def game_retired(club: Club, event: acts.RetireOwnGame) -> None:
    """The newest version of the game is that it is no longer offered."""
    retired = GameVersion(version=event.version, since=club.version, name=event.name)
    club.games[event.compared] = (*club.games.get(event.compared, ()), retired)


@into(FOLDS, acts.RecordNight)
def night_recorded(club: Club, event: acts.RecordNight) -> None:
    """The night has come this far; what was netted before stays netted."""
    before = club.nights.get(event.night)
    club.nights[event.night] = NightRecord(
        version=event.version,
        head=event.head,
        phase=event.phase,
        currency=event.currency,
        unpaid=event.unpaid,
        netted=before.netted if before else (),
        carried=before.carried if before else (),
    )


@into(FOLDS, acts.NetDebts)
def debts_netted(club: Club, event: acts.NetDebts) -> None:
    """Each debt is settled where it arose, and stands with the night that it is carried into."""
    for debt in event.debts:
        record = club.nights[debt.night]
        gone = Debt(debt.payer, debt.payee, debt.cents)
        club.nights[debt.night] = replace(record, netted=(*record.netted, gone))
    record = club.nights[event.night]
    club.nights[event.night] = replace(record, carried=(*record.carried, *event.debts))


@into(FOLDS, acts.ReturnDebts)
def debts_returned(club: Club, event: acts.ReturnDebts) -> None:
    """The night has no plan any more, and what it carried is unpaid again where it arose."""
    returned = club.nights[event.night].carried
    club.nights[event.night] = replace(club.nights[event.night], phase="closed", unpaid=(), carried=())
    for night in {debt.night for debt in returned}:
        netted = tuple(debt for debts in club.carried_from(night).values() for debt in debts)
        club.nights[night] = replace(club.nights[night], netted=netted)


@into(FOLDS, acts.AdoptKey)
def key_adopted(club: Club, event: acts.AdoptKey) -> None:
    """The key is kept beside all earlier ones."""
    club.keys[event.key] = KeyRecord(public=event.public, since=club.version, endorsed=event.endorsed)


@into(FOLDS, acts.RetireKey)
def key_retired(club: Club, event: acts.RetireKey) -> None:
    """The key is known still, and no longer in force."""
    club.keys[event.key] = replace(club.keys[event.key], retired=event.reason)


@into(FOLDS, acts.AdoptPhoneKey)
def phone_key_adopted(club: Club, event: acts.AdoptPhoneKey) -> None:
    """The member's phone has a key."""
    club.phones[event.key] = PhoneKeyRecord(player=event.player, public=event.public, device=event.device)


@into(FOLDS, acts.RetirePhoneKey)
def phone_key_retired(club: Club, event: acts.RetirePhoneKey) -> None:
    """The key is known still, and signs no more."""
    club.phones[event.key] = replace(club.phones[event.key], retired=True)


@into(FOLDS, acts.SignNight)
def night_signed(club: Club, event: acts.SignNight) -> None:
    """What the phone said stands behind what was said before."""
    club.answers[event.night] = (*club.answers.get(event.night, ()), event)


@into(FOLDS, acts.NoteAnswer)
def answer_noted(club: Club, event: acts.NoteAnswer) -> None:
    """What the player said stands behind what was said before."""
    club.answers[event.night] = (*club.answers.get(event.night, ()), event)
