"""A club as answers: its people, how they sign in, and what is published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from engine.club import acts
from engine.club.acts import NAME_OF, NightPhase, Publication
from engine.club.state import Club, NightRecord
from engine.club.text import tell
from engine.game.definition import Game
from engine.game.sentences import sentence
from engine.house.agreements import Currency, Denomination, HouseRules
from engine.ids import NightId, PlayerId
from engine.speech import say
from engine.wording import Voice
from service.book.club_handler import LoadedClub, RecordedAct
from service.book.store.credentials import Credential, Scope
from service.book.store.lists import ListedClub
from service.book.store.names import Member
from service.language.local_time import clock_in
from service.language.shorthand.head import rules_stated
from service.reports.views.visible_night import Money, PlayerNamed


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
        members=tuple(members_shown(members, club)),
        forgotten=tuple(player for player, member in club.members.items() if member.forgotten),
        chips=club.inventory,
        house_rules=_house_rules(club),
        own_games=tuple(OwnGameOffered(name=game.name, version=game.version) for game in club.games_offered().values()),
        nights=tuple(
            club_night(night, record, names)
            for night, record in reversed(club.of_people().nights.items())
            if record.phase != "void"
        ),
    )


def _house_rules(club: Club) -> HouseRulesView | None:
    rules = club.rules_now()
    if rules is None:
        return None
    # Money in the rules is that of the club's nights, which goes on from one to the next.
    currency = next((night.currency for night in reversed(club.nights.values())), Currency())
    return HouseRulesView(
        version=len(club.house_rules), said=rules_stated(rules, currency), besides=tuple(_besides(rules))
    )


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
        currency=Money.of(record.currency),
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
    records = club.of_people().nights
    nights = (club_night(night, records[night], names) for night in club.unpaid())
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


class ClubView(msgspec.Struct, frozen=True, kw_only=True):
    """A circle of people who play together. `published`: what everybody may see of it, in alphabetical order."""

    id: str
    name: str
    founded_at: str
    published: tuple[Publication, ...]


class MemberView(msgspec.Struct, frozen=True, kw_only=True):
    """A person of a club, with their roles in alphabetical order: banker, co_banker, player, viewer.

    `also`: members who turned out to be this one. `into`: the member whom this one turned out to be, or None.
    """

    id: str
    club: str
    name: str
    roles: tuple[str, ...]
    also: tuple[PlayerNamed, ...] = ()
    into: PlayerId | None = None


class Clubs(msgspec.Struct, frozen=True, kw_only=True):
    """All clubs of the book, by name."""

    clubs: tuple[ClubView, ...]


class Players(msgspec.Struct, frozen=True, kw_only=True):
    """All players of a club, by name. `version` and `head` are those of the club's own stream: keep the head elsewhere."""

    club: str
    version: int
    head: str
    players: tuple[MemberView, ...]


class HandleView(msgspec.Struct, frozen=True, kw_only=True):
    """One way to pay a player; `kind` is a word as `iban` or `mobilepay`."""

    player: str
    name: str
    kind: str
    handle: str


class ReceiverView(msgspec.Struct, frozen=True, kw_only=True):
    """Where notifications of a club go: whose service it is, and how the address ends; nobody is told more of it.

    `trouble`: the last message is tried `again`, or has `failed` for good; empty for none.
    """

    id: str
    service: str
    ends: str
    added_at: str
    trouble: str


class Handles(msgspec.Struct, frozen=True, kw_only=True):
    """How the players of a club want to be paid, by name and kind."""

    club: str
    handles: tuple[HandleView, ...]


def club_view(club: ListedClub) -> ClubView:
    """A club as an answer."""
    published: tuple[Publication, ...] = tuple(club.published.split())  # type: ignore[arg-type]
    return ClubView(id=club.club, name=club.name, founded_at=club.founded_at, published=published)


def members_shown(members: Sequence[Member], club: Club) -> Iterator[MemberView]:
    """Everybody of a club as answers, without those who turned out to be somebody else; `members` have a name."""
    for member in members:
        known = club.member(member.id)
        if known is None or not known.into:
            yield member_view(member, club, members)


def member_view(member: Member, club: Club, members: Sequence[Member]) -> MemberView:
    """A person of a club as an answer; `members` are those who have a name."""
    known = club.member(member.id)
    merged = club.merged()
    return MemberView(
        id=member.id,
        club=member.club,
        name=member.name,
        roles=tuple(sorted(known.roles)) if known else (),
        also=tuple(PlayerNamed(id=one.id, name=one.name) for one in members if merged.get(one.id) == member.id),
        into=merged.get(member.id),
    )


class TokenView(msgspec.Struct, frozen=True, kw_only=True):
    """A token of a program (`player` is None) or of a person. The token itself is told once, when it is made.

    `expires_at` is None for one that does not expire, `used_at` before the first use; it is noted once a minute.
    """

    id: str
    club: str
    player: str | None
    name: str | None
    label: str
    scope: Scope
    created_at: str
    expires_at: str | None
    used_at: str | None


class Tokens(msgspec.Struct, frozen=True, kw_only=True):
    """The tokens of a club, the oldest first."""

    club: str
    tokens: tuple[TokenView, ...]


class NewToken(msgspec.Struct, frozen=True, kw_only=True):
    """A new token. `token` is told this once, and kept only as its SHA-256."""

    token: str
    about: TokenView


class SignInLink(msgspec.Struct, frozen=True, kw_only=True):
    """A link by which somebody signs in: as one player, or with `player` None as a guest of a night, who says who they are."""

    id: str
    club: str
    player: str | None
    name: str | None
    night: str | None
    uses_left: int
    created_at: str
    expires_at: str


class SignInLinks(msgspec.Struct, frozen=True, kw_only=True):
    """The sign-in links of a club that can still be used, the oldest first."""

    club: str
    links: tuple[SignInLink, ...]


class NewSignInLink(msgspec.Struct, frozen=True, kw_only=True):
    """A new sign-in link. `url` is told this once; `qr` is the same as an SVG element to scan."""

    url: str
    qr: str
    about: SignInLink


class Device(msgspec.Struct, frozen=True, kw_only=True):
    """A browser that is signed in. One that `waits` belongs to a guest whom nobody has confirmed, who gave the name `says`."""

    id: str
    club: str
    player: str | None
    name: str | None
    label: str
    says: str | None
    waits: bool
    created_at: str
    used_at: str | None
    expires_at: str


class Devices(msgspec.Struct, frozen=True, kw_only=True):
    """The browsers that are signed in to a club, the oldest first."""

    club: str
    devices: tuple[Device, ...]


class PasskeyView(msgspec.Struct, frozen=True, kw_only=True):
    """A passkey of a player."""

    id: str
    label: str
    created_at: str
    used_at: str | None


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks: the keeper of the book, a member, a program of a club, a guest who waits for the banker, or a stranger.

    `credential` is the id of the token or device with which they ask.
    """

    who: Literal["keeper", "member", "program", "guest", "stranger"]
    club: str | None = None
    club_name: str | None = None
    player: str | None = None
    name: str | None = None
    roles: tuple[str, ...] = ()
    scope: Scope | None = None
    credential: str | None = None
    devices: tuple[Device, ...] = ()
    passkeys: tuple[PasskeyView, ...] = ()


class PasskeyOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What `navigator.credentials` of a browser is asked; `options` are those of WebAuthn, with bytes as base64url."""

    options: dict[str, Any]


def token_view(one: Credential, names: Mapping[PlayerId, str]) -> TokenView:
    """A token as an answer."""
    return TokenView(
        id=one.id,
        club=one.club,
        player=one.player or None,
        name=names.get(one.player),
        label=one.label,
        scope=msgspec.convert(one.scope, Scope),
        created_at=one.created_at,
        expires_at=one.expires_at,
        used_at=one.used_at,
    )


def link_view(one: Credential, names: Mapping[PlayerId, str]) -> SignInLink:
    """A sign-in link as an answer."""
    return SignInLink(
        id=one.id,
        club=one.club,
        player=one.player or None,
        name=names.get(one.player),
        night=one.night or None,
        uses_left=one.uses_left,
        created_at=one.created_at,
        expires_at=one.expires_at or "",
    )


def device_view(one: Credential, names: Mapping[PlayerId, str]) -> Device:
    """A browser session as an answer."""
    return Device(
        id=one.id,
        club=one.club,
        player=one.player or None,
        name=names.get(one.player),
        label=one.label,
        says=one.said or None,
        waits=not one.player,
        created_at=one.created_at,
        used_at=one.used_at,
        expires_at=one.expires_at or "",
    )


def passkey_view(one: Credential) -> PasskeyView:
    """A passkey as an answer."""
    return PasskeyView(id=one.id, label=one.label, created_at=one.created_at, used_at=one.used_at)


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """A night to come. `uid` stays the same when time or place change; `starts_at` is a time of the book."""

    uid: str
    title: str
    starts_at: str
    zone: str
    minutes: int
    place: str = ""


def invitation_text(invitation: Invitation) -> str:
    """The invitation in words, for a chat: what, when on the clock of the table, and where."""
    clock = clock_in(invitation.zone)
    when = say("{day}, {time}", day=clock.day(invitation.starts_at), time=clock.time(invitation.starts_at))
    return "\n".join(filter(None, (invitation.title, when, invitation.place)))
