"""The rules of a club's own stream: what may be recorded of a club, and what it comes to."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from engine import errors
from engine.club import acts
from engine.club.nights import with_decimals
from engine.club.state import Answered, Club, GameVersion, Member, NightRecord, PhoneKeyRecord, owed_in
from engine.grammar import listed_later
from engine.house.agreements import Currency
from engine.house.soundness import sound_inventory, sound_rules
from engine.ids import NightId, PlayerId
from engine.library import letters
from engine.money import Debt, NettedDebt
from engine.registry import into
from engine.speech import phrase

Act = TypeVar("Act", bound=acts.ClubAct)
Rule = Callable[[Any, Club], acts.ClubAct]

# By the type of an act; each has one.
RULES: dict[type[acts.ClubAct], Rule] = {}


def decide(act: Act, club: Club) -> Act:
    """The event of an act: the same act with everything filled in. May refuse; never changes the club."""
    if not club.id and not isinstance(act, acts.FoundClub):
        raise errors.ClubIsNotFounded()
    event: Act = RULES[type(act)](act, club)  # type: ignore[assignment]
    return event


# The club


@into(RULES, acts.FoundClub)
def found_club(act: acts.FoundClub, club: Club) -> acts.FoundClub:
    """A club is founded once."""
    if club.id:
        raise errors.ClubIsFoundedAlready(club=club.id)
    return act


@into(RULES, acts.RenameClub)
def rename_club(act: acts.RenameClub, _: Club) -> acts.RenameClub:
    """A club may have any name."""
    return act


@into(RULES, acts.PublishClub)
def publish_club(act: acts.PublishClub, club: Club) -> acts.PublishClub:
    """A club shows something else than before, each thing named once and in alphabetical order."""
    what = tuple(sorted(set(act.what)))
    if what == club.published:
        raise errors.IsPublishedAlready(what=listed_later(what) if what else phrase("nothing"))
    return replace(act, what=what)


@into(RULES, acts.DeclareInventory)
def declare_inventory(act: acts.DeclareInventory, _: Club) -> acts.DeclareInventory:
    """The kinds of chip have different names."""
    sound_inventory(act.kinds)
    return act


@into(RULES, acts.AdoptHouseRules)
def adopt_house_rules(act: acts.AdoptHouseRules, club: Club) -> acts.AdoptHouseRules:
    """New rules are playable, differ from those in force, and are the next version."""
    rules = sound_rules(act.rules)
    newest = len(club.house_rules)
    if rules == club.rules_now():
        raise errors.HouseRulesAreTheSame(version=newest)
    return replace(act, rules=rules, version=_next_version("the house rules", newest, act.version))


def _next_version(what: str, newest: int, wanted: int) -> int:
    """The number after the newest version. Refuses another number, unless 0 leaves it to the rules."""
    if wanted not in (0, newest + 1):
        raise errors.NotTheNextVersion(what=what, next=newest + 1, version=wanted)
    return newest + 1


# Members and roles


@into(RULES, acts.AdmitMember)
def admit_member(act: acts.AdmitMember, club: Club) -> acts.AdmitMember:
    """An id is admitted once, and never again once it is forgotten."""
    member = club.member(act.player)
    if member is not None and member.forgotten:
        raise errors.MemberIsForgotten(player=act.player)
    if member is not None:
        raise errors.IsAMemberAlready(player=act.player)
    return act


@into(RULES, acts.RenameMember)
def rename_member(act: acts.RenameMember, club: Club) -> acts.RenameMember:
    """A member who is not forgotten may have another name."""
    _known(club, act.player)
    return act


@into(RULES, acts.ForgetMember)
def forget_member(act: acts.ForgetMember, club: Club) -> acts.ForgetMember:
    """A member is forgotten once, and not while nobody else is banker, or a name that was theirs too is kept."""
    member = club.member(act.player)
    if member is None or not member.into or member.forgotten:
        _known(club, act.player)
    _leaves_a_banker(club, act.player)
    for other, known in club.members.items():
        if known.into == act.player and not known.forgotten:
            raise errors.MemberIsOthersToo(player=act.player, other=other)
    return act


@into(RULES, acts.GrantRole)
def grant_role(act: acts.GrantRole, club: Club) -> acts.GrantRole:
    """A member gets a role that they do not have."""
    if act.role in _known(club, act.player).roles:
        raise errors.RoleIsHeldAlready(player=act.player, role=act.role)
    return act


@into(RULES, acts.TakeRole)
def take_role(act: acts.TakeRole, club: Club) -> acts.TakeRole:
    """A member loses a role that they have; somebody stays banker."""
    if act.role not in _known(club, act.player).roles:
        raise errors.RoleIsNotHeld(player=act.player, role=act.role)
    if act.role == "banker":
        _leaves_a_banker(club, act.player)
    return act


@into(RULES, acts.OptOut)
def opt_out(act: acts.OptOut, club: Club) -> acts.OptOut:
    """A member who is named in standings may opt out, and one who opted out may be named again."""
    opted_out = _known(club, act.player).opted_out
    if opted_out and act.out:
        raise errors.IsOptedOutAlready(player=act.player)
    if not opted_out and not act.out:
        raise errors.IsNotOptedOut(player=act.player)
    return act


@into(RULES, acts.MergeMembers)
def merge_members(act: acts.MergeMembers, club: Club) -> acts.MergeMembers:
    """A member turns out to be another one to whom they owe nothing, and is taken apart while no debt was carried since."""
    if act.into is None:
        return _take_apart(act, club)
    _known(club, act.player)
    _known(club, act.into)
    if act.player == act.into:
        raise errors.IsThemselves(player=act.player)
    _leaves_a_banker(club, act.player)
    for night, debts in club.unpaid().items():
        for debt in debts:
            if {debt.payer, debt.payee} == {act.player, act.into}:
                raise errors.TheyOweEachOther(payer=debt.payer, payee=debt.payee, night=night)
    return act


def _take_apart(act: acts.MergeMembers, club: Club) -> acts.MergeMembers:
    """Refuses it if a plan took over as one person's what was owed as the other."""
    member = club.member(act.player)
    if member is None or not member.into or member.forgotten:
        raise errors.IsNobodyElse(player=act.player)
    apart = club.copy()
    apart.members[act.player] = replace(member, into=None)
    for night, record in apart.of_people().nights.items():
        owed = owed_in(record.unpaid)
        for pair, cents in owed_in(record.netted).items():
            if owed.get(pair, 0) < cents:
                into = _took_over(club, night, *pair)
                raise errors.CarriedAsOnePerson(player=act.player, other=member.into, night=night, into=into)
    return act


def _known(club: Club, player: PlayerId) -> Member:
    """The member of this id; refuses somebody who never was one, is forgotten, or turned out to be another member."""
    member = club.member(player)
    if member is None:
        raise errors.UnknownMember(player=player)
    if member.forgotten:
        raise errors.MemberIsForgotten(player=player)
    if member.into:
        raise errors.MemberIsAnother(player=player, other=club.person(player))
    return member


def _leaves_a_banker(club: Club, player: PlayerId) -> None:
    """Refuses to do without the only banker."""
    if club.bankers() == (player,):
        raise errors.ClubNeedsABanker(player=player)


# Own games


@into(RULES, acts.AddOwnGame)
def add_own_game(act: acts.AddOwnGame, club: Club) -> acts.AddOwnGame:
    """A game that says something new is the next version of its name, from 1."""
    compared = _compared(act)
    newest = club.newest_game(compared)
    if newest is not None and (newest.source, newest.declaration) == (act.source, act.declaration):
        raise errors.GameIsTheSame(game=newest.name, version=newest.version)
    return replace(act, compared=compared, version=_next_of_game(act, newest))


@into(RULES, acts.RetireOwnGame)
def retire_own_game(act: acts.RetireOwnGame, club: Club) -> acts.RetireOwnGame:
    """A game that is offered is retired, under the name that its newest version has."""
    compared = _compared(act)
    newest = club.newest_game(compared)
    if newest is None:
        raise errors.UnknownOwnGame(game=act.name)
    if newest.retires:
        raise errors.OwnGameIsRetired(game=newest.name, version=newest.version)
    return replace(act, name=newest.name, compared=compared, version=_next_of_game(act, newest))


def _compared(act: acts.AddOwnGame | acts.RetireOwnGame) -> str:
    """The name of the game as names are compared. Refuses a name that comes to nothing, and another spelling key."""
    right = letters(act.name)
    if not right:
        raise errors.GameHasNoName(game=act.name)
    if act.compared not in ("", right):
        raise errors.ComparedOtherwise(game=act.name, right=right, compared=act.compared)
    return right


def _next_of_game(act: acts.AddOwnGame | acts.RetireOwnGame, newest: GameVersion | None) -> int:
    return _next_version(act.name, newest.version if newest else 0, act.version)


# Keys


@into(RULES, acts.AdoptKey)
def adopt_key(act: acts.AdoptKey, club: Club) -> acts.AdoptKey:
    """A new key has a name of its own. The key in force endorses it; where none is, nobody can."""
    if act.key in club.keys:
        raise errors.KeyNameIsTaken(key=act.key)
    for name, known in club.keys.items():
        if known.public == act.public:
            raise errors.KeyIsKnown(key=name)
    in_force = club.key_in_force()
    if act.endorsed is None:
        if in_force is not None:
            raise errors.KeyIsInForce(key=in_force)
    elif act.endorsed.key != in_force:
        raise errors.NothingToEndorse(key=act.endorsed.key)
    return act


@into(RULES, acts.RetireKey)
def retire_key(act: acts.RetireKey, club: Club) -> acts.RetireKey:
    """A key is retired once."""
    known = club.keys.get(act.key)
    if known is None:
        raise errors.UnknownKey(key=act.key)
    if known.retired is not None:
        raise errors.KeyIsRetired(key=act.key)
    return act


@into(RULES, acts.AdoptPhoneKey)
def adopt_phone_key(act: acts.AdoptPhoneKey, club: Club) -> acts.AdoptPhoneKey:
    """A key is one member's alone, and comes once."""
    _known(club, act.player)
    if act.key in club.phones:
        raise errors.PhoneKeyIsKnown(key=act.key)
    return act


@into(RULES, acts.RetirePhoneKey)
def retire_phone_key(act: acts.RetirePhoneKey, club: Club) -> acts.RetirePhoneKey:
    """A phone's key is retired once."""
    _phone_in_force(club, act.key)
    return act


@into(RULES, acts.SignNight)
def sign_night(act: acts.SignNight, club: Club) -> acts.SignNight:
    """A phone signs a settled night as it stands, by a key of its owner. It says one thing of it once, and why if it refuses."""
    if _phone_in_force(club, act.key).player != act.player:
        raise errors.PhoneKeyIsAnothers(key=act.key, player=act.player)
    before = [one for one in club.signed(act.night) if one.key == act.key]
    if act.event and act.answer != "saw":
        _may_be_answered_of_an_event(act, club)
    elif act.answer == "saw":
        _goes_on_from(act, _night(club, act.night), before)
    else:
        _may_be_answered(act, club, [one for one in before if one.version == act.version])
    return act


def _goes_on_from(act: acts.SignNight, record: NightRecord, before: Sequence[acts.SignNight]) -> None:
    """Refuses what a phone has signed already, or something later, and an event before the last of the record."""
    if act.reason or act.event:
        raise errors.OnlyARefusalHasAReason()
    last = max((one.version for one in before if not one.event), default=0)
    if act.version <= last:
        raise errors.IsSignedAlready(player=act.player, version=act.version)
    if act.version < record.version or (act.version == record.version and act.head != record.head):
        raise errors.NightIsAtAnotherHead(night=act.night, last=record.version, version=act.version)


@into(RULES, acts.NoteAnswer)
def note_answer(act: acts.NoteAnswer, club: Club) -> acts.NoteAnswer:
    """Whoever has answered by phone goes on speaking by phone: nobody else's word takes its place.

    What a phone signs by itself is no answer.
    """
    _known(club, act.player)
    if any(one.player == act.player and one.answer != "saw" for one in club.signed(act.night)):
        raise errors.SpeaksByPhone(player=act.player)
    if act.event:
        _may_be_answered_of_an_event(act, club)
        return act
    before = [one for one in club.answers.get(act.night, ()) if (one.player, one.version) == (act.player, act.version)]
    _may_be_answered(act, club, before)
    return act


def _may_be_answered_of_an_event(act: Answered, club: Club) -> None:
    """Refuses a head before the event, or another than the club recorded, a reason too many or few, and what was said last."""
    record = _night(club, act.night)
    if act.version < act.event or (act.version == record.version and act.head != record.head):
        raise errors.NightIsAtAnotherHead(night=act.night, last=max(record.version, act.event), version=act.version)
    _has_its_reason(act)
    answers = (
        one.answer for one in club.answers.get(act.night, ()) if (one.player, one.event) == (act.player, act.event)
    )
    if [*answers][-1:] == [act.answer]:
        raise errors.IsSignedAlready(player=act.player, version=act.event)


def _may_be_answered(act: Answered, club: Club, before: Sequence[Answered]) -> None:
    """Refuses an answer to a night without a plan, of another head than the last, without its reason, and said `before`."""
    record = _night(club, act.night)
    if record.phase not in ("settling", "settled"):
        raise errors.NothingToSign(night=act.night)
    if (act.version, act.head) != (record.version, record.head):
        raise errors.NightIsAtAnotherHead(night=act.night, last=record.version, version=act.version)
    _has_its_reason(act)
    if any(one.answer == act.answer and not one.event for one in before):
        raise errors.IsSignedAlready(player=act.player, version=act.version)


def _has_its_reason(act: Answered) -> None:
    if bool(act.reason.strip()) != (act.answer == "refuses"):
        raise errors.OnlyARefusalHasAReason()


def _phone_in_force(club: Club, key: str) -> PhoneKeyRecord:
    """The key of a phone; refuses one that is unknown or retired."""
    known = club.phones.get(key)
    if known is None:
        raise errors.UnknownKey(key=key)
    if known.retired:
        raise errors.KeyIsRetired(key=key)
    return known


# Nights and debts


@into(RULES, acts.RecordNight)
def record_night(act: acts.RecordNight, club: Club) -> acts.RecordNight:
    """A night is open at first and only grows. It owes while it settles, and never less than was carried on."""
    before = club.nights.get(act.night)
    if before is None:
        if act.phase != "open":
            raise errors.NightBeginsOpen(night=act.night, phase=act.phase)
    else:
        _goes_on(act, before)
    if bool(act.unpaid) != (act.phase == "settling"):
        raise errors.UnpaidOnlyWhileSettling(night=act.night, phase=act.phase, debts=len(act.unpaid))
    for debt in act.unpaid:
        _is_a_debt(debt)
    if before is not None:
        _still_owes_what_was_netted(act, club)
    return act


def _goes_on(act: acts.RecordNight, before: NightRecord) -> None:
    """Refuses a version that is no later one, and a change of currency."""
    if act.version <= before.version:
        raise errors.NightVersionDoesNotGrow(night=act.night, last=before.version, version=act.version)
    if act.currency != before.currency:
        raise errors.NightKeepsItsCurrency(
            night=act.night, has=with_decimals(before.currency), wanted=with_decimals(act.currency)
        )


def _still_owes_what_was_netted(act: acts.RecordNight, club: Club) -> None:
    """Refuses a payment, or another plan, of what was carried into a later night and is settled there."""
    owed = owed_in(map(club.between_people, act.unpaid))
    for (payer, payee), carried in owed_in(club.of_people().nights[act.night].netted).items():
        left = owed.get((payer, payee), 0)
        if left < carried:
            into = _took_over(club, act.night, payer, payee)
            raise errors.DebtWasCarriedOn(
                night=act.night,
                into=into,
                payer=payer,
                payee=payee,
                carried=carried,
                **_money_of(act.currency),
            )


def _took_over(club: Club, night: NightId, payer: PlayerId, payee: PlayerId) -> NightId:
    """The last night that took over a debt between these two."""
    carried = club.of_people().carried_from(night)
    *_, into = (into for into, debts in carried.items() if (payer, payee) in owed_in(debts))
    return into


@into(RULES, acts.NetDebts)
def net_debts(act: acts.NetDebts, club: Club) -> acts.NetDebts:
    """Debts of earlier nights are carried into one, each as far as it is unpaid.

    A plan that takes the place of another may take debts over too, once those that the first took over are given back.
    """
    into = _night(club, act.night)
    if into.carried and into.phase in ("settling", "settled"):
        raise errors.PlanIsMade(night=act.night)
    for debt in act.debts:
        _is_a_debt(debt)
    club = club.of_people()
    for night in dict.fromkeys(debt.night for debt in act.debts):
        _may_be_carried(club, night, act.night)
        debts = [club.between_people(debt) for debt in act.debts if debt.night == night]
        _is_unpaid(_night(club, night), night, debts)
    return act


@into(RULES, acts.ReturnDebts)
def return_debts(act: acts.ReturnDebts, club: Club) -> acts.ReturnDebts:
    """A plan that took debts over gives them back, unless debts of its own were carried on since."""
    record = _night(club, act.night)
    if not record.carried:
        raise errors.NothingWasCarried(night=act.night)
    _still_owes_what_was_netted(
        acts.RecordNight(
            night=act.night, version=record.version, head=record.head, phase="closed", currency=record.currency
        ),
        club,
    )
    return act


def _may_be_carried(club: Club, night: NightId, into: NightId) -> None:
    """Refuses a night that is unknown, not the earlier one, or played in another currency."""
    here, there = _night(club, night), _night(club, into)
    order = list(club.nights)
    # Carried only forwards, no debt can come back to the night in which it arose.
    if order.index(night) >= order.index(into):
        raise errors.NightIsNotEarlier(night=night, into=into)
    if here.currency != there.currency:
        has, wanted = with_decimals(here.currency), with_decimals(there.currency)
        raise errors.DebtIsInAnotherCurrency(night=night, into=into, has=has, wanted=wanted)


def _is_unpaid(record: NightRecord, night: NightId, debts: list[NettedDebt]) -> None:
    """Refuses more than remains between two people, even if it is named in parts."""
    remaining = record.remaining()
    for (payer, payee), cents in owed_in(debts).items():
        left = remaining.get((payer, payee), 0)
        if not left:
            raise errors.DebtIsNotUnpaid(payer=payer, payee=payee, night=night)
        if cents > left:
            raise errors.DebtIsLess(
                payer=payer, payee=payee, night=night, left=left, cents=cents, **_money_of(record.currency)
            )


def _is_a_debt(debt: Debt) -> None:
    if debt.cents < 1:
        raise errors.DebtIsBelowOne(payer=debt.payer, payee=debt.payee, number=debt.cents)


def _night(club: Club, night: NightId) -> NightRecord:
    """The night as it was last recorded; refuses one that never was."""
    record = club.nights.get(night)
    if record is None:
        raise errors.UnknownNight(night=night)
    return record


def _money_of(currency: Currency) -> dict[str, Any]:
    """The fields a refusal needs to name money: the code of the currency, and its decimals."""
    return {"currency": currency.code, "exponent": currency.exponent}
