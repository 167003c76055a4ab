"""The state of a club: members and roles, chips, house rules and own games by version, nights and what is unpaid, keys.

Only `evolve` (`engine.club.facts`) changes a club; everybody else reads it, or takes a `copy()`. What it holds is
frozen: a record that changes is replaced.
"""

from collections.abc import Collection, Iterable
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from engine.club.acts import Endorsement, KeyEnd, NightPhase, NoteAnswer, PhoneKey, Publication, Role, SignNight
from engine.game.definition import Game
from engine.house.agreements import Currency, Denomination, HouseRules
from engine.ids import NightId, PlayerId
from engine.money import Debt, NettedDebt

AnyDebt = TypeVar("AnyDebt", bound=Debt)
# What a player said of a settled night, by their phone or in person.
Answered = SignNight | NoteAnswer
AnyAnswer = TypeVar("AnyAnswer", bound=Answered)
# By payer and payee: cents.
Owed = dict[tuple[PlayerId, PlayerId], int]


def owed_in(debts: Iterable[Debt]) -> Owed:
    """The debts added up by payer and payee, in the order in which the pairs first come."""
    owed: Owed = {}
    for debt in debts:
        pair = (debt.payer, debt.payee)
        owed[pair] = owed.get(pair, 0) + debt.cents
    return owed


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """A person of the club. One who is forgotten has no role, and the commitment no longer leads to a name.

    One who `opted_out` is not named in standings. `into`: the member whom this one turned out to be, if so.
    """

    name_commitment: str
    roles: frozenset[Role]
    forgotten: bool = False
    opted_out: bool = False
    into: PlayerId | None = None


class GameVersion(msgspec.Struct, frozen=True, kw_only=True):
    """One version of an own game. `since`: the version of the club's stream that holds it.

    A version that retires the game has an empty source, and None for its declaration.
    """

    version: int
    since: int
    name: str
    source: str = ""
    declaration: Game | None = None

    @property
    def retires(self) -> bool:
        """True if the game is not offered from this version on."""
        return self.declaration is None


class NightRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A night as it was last recorded, with its last version and the hash of that event.

    `unpaid`: what its own plan left. `netted`: what of that was carried into later nights. `carried`: what was carried
    from earlier nights into its own settlement. All in the smallest unit of `currency`.
    """

    version: int
    head: str
    phase: NightPhase
    currency: Currency
    unpaid: tuple[Debt, ...] = ()
    netted: tuple[Debt, ...] = ()
    carried: tuple[NettedDebt, ...] = ()

    def remaining(self) -> Owed:
        """What is still to be paid here, by payer and payee, without what was carried into later nights."""
        netted = owed_in(self.netted)
        left = {pair: cents - netted.get(pair, 0) for pair, cents in owed_in(self.unpaid).items()}
        return {pair: cents for pair, cents in left.items() if cents}

    def stands(self) -> NightPhase:
        """The phase, but settled once nothing is left to be paid here: the night's own events do not know later plans."""
        return "settled" if self.phase == "settling" and not self.remaining() else self.phase


class KeyRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A key with which the club signs, or signed. `since`: the version of the club's stream that adopted it.

    `endorsed` is None if no earlier key vouches for it. `retired` is None while it is in force.
    """

    public: str
    since: int
    endorsed: Endorsement | None = None
    retired: KeyEnd | None = None


class PhoneKeyRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A key by which the phone of a member signs, or signed until it was `retired`."""

    player: PlayerId
    public: str
    device: str
    retired: bool = False


class Club(msgspec.Struct, kw_only=True):
    """One club; before it is founded, its id and version are empty and 0.

    `version`: how many events its stream has. `published`: what everybody may see of it. `house_rules`: by version. `games`: every version of each own game, by its
    compared name. `nights`: in the order in which they were first recorded. `keys`: in the order in which they were adopted.
    `phones`: the keys of members' phones. `answers`: by night what players said of it, the first first.
    """

    version: int = 0
    id: str = ""
    name: str = ""
    published: tuple[Publication, ...] = ()
    members: dict[PlayerId, Member] = {}
    inventory: tuple[Denomination, ...] = ()
    house_rules: dict[int, HouseRules] = {}
    games: dict[str, tuple[GameVersion, ...]] = {}
    nights: dict[NightId, NightRecord] = {}
    keys: dict[str, KeyRecord] = {}
    phones: dict[PhoneKey, PhoneKeyRecord] = {}
    answers: dict[NightId, tuple[Answered, ...]] = {}

    def copy(self) -> "Club":
        """A club that can change without touching this one."""
        return replace(
            self,
            members=dict(self.members),
            house_rules=dict(self.house_rules),
            games=dict(self.games),
            nights=dict(self.nights),
            keys=dict(self.keys),
            phones=dict(self.phones),
            answers=dict(self.answers),
        )

    def member(self, player: PlayerId) -> Member | None:
        """The member of this id, even one who is forgotten; None if nobody was ever admitted under it."""
        return self.members.get(player)

    def person(self, player: PlayerId) -> PlayerId:
        """The member whom this one turned out to be, else the same."""
        while (member := self.members.get(player)) and member.into:
            player = member.into
        return player

    def known_among(self, player: PlayerId, there: Collection[PlayerId]) -> PlayerId:
        """The id under which this member, or the same person, is one of these; the same id if the person is none of them."""
        if player in there:
            return player
        person = self.person(player)
        return next((one for one in there if self.person(one) == person), player)

    def answers_among(self, answers: Iterable[AnyAnswer], there: Collection[PlayerId]) -> tuple[AnyAnswer, ...]:
        """The answers, given by those of these people who gave them, whatever they are called by now."""
        return tuple(replace(one, player=self.known_among(one.player, there)) for one in answers)

    def merged(self) -> dict[PlayerId, PlayerId]:
        """Every member who turned out to be another one, and who that is."""
        return {player: self.person(player) for player, member in self.members.items() if member.into}

    def of_people(self) -> "Club":
        """The same club with every debt between the people whom its members turned out to be; for reading alone."""
        if not self.merged():
            return self
        nights = {
            name: replace(
                record,
                unpaid=tuple(map(self.between_people, record.unpaid)),
                netted=tuple(map(self.between_people, record.netted)),
                carried=tuple(map(self.between_people, record.carried)),
            )
            for name, record in self.nights.items()
        }
        return replace(self, nights=nights)

    def between_people(self, debt: AnyDebt) -> AnyDebt:
        """The debt between the people whom these members turned out to be."""
        return replace(debt, payer=self.person(debt.payer), payee=self.person(debt.payee))

    def bankers(self) -> tuple[PlayerId, ...]:
        """The members with the role of banker, in the order in which they joined."""
        return tuple(player for player, member in self.members.items() if "banker" in member.roles)

    def rules_now(self) -> HouseRules | None:
        """The newest rules of the house; None if it has adopted none."""
        return self.house_rules.get(len(self.house_rules))

    def newest_game(self, compared: str) -> GameVersion | None:
        """The newest version of the own game of this compared name, even one that retires it; None if there is none."""
        versions = self.games.get(compared)
        return versions[-1] if versions else None

    def games_offered(self) -> dict[str, GameVersion]:
        """The newest version of every own game that is not retired, by compared name, in alphabetical order."""
        newest = {compared: versions[-1] for compared, versions in sorted(self.games.items())}
        return {compared: game for compared, game in newest.items() if not game.retires}

    def carried_from(self, night: NightId) -> dict[NightId, tuple[Debt, ...]]:
        """What was carried from one night into each later one; only nights that took something over."""
        carried = {
            into: tuple(Debt(debt.payer, debt.payee, debt.cents) for debt in record.carried if debt.night == night)
            for into, record in self.nights.items()
        }
        return {into: debts for into, debts in carried.items() if debts}

    def unpaid(self) -> dict[NightId, tuple[Debt, ...]]:
        """What is still to be paid of each night, without what was carried into later ones; only nights with a debt."""
        left = {night: record.remaining() for night, record in self.of_people().nights.items()}
        return {
            night: tuple(Debt(*pair, cents) for pair, cents in owed.items()) for night, owed in left.items() if owed
        }

    def signed(self, night: NightId) -> tuple[SignNight, ...]:
        """What phones signed of a night, the first first."""
        return tuple(one for one in self.answers.get(night, ()) if isinstance(one, SignNight))

    def key_in_force(self) -> str | None:
        """The name of the key that was adopted last and is not retired; None if the club signs with none."""
        return next((name for name, key in reversed(self.keys.items()) if key.retired is None), None)
