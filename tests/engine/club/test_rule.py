"""The rules of a club's own stream, and what each refuses."""

import pytest
from msgspec.structs import replace

from engine import errors
from engine.club import acts
from engine.club.acts import Debt
from engine.club.nights import old_debts
from engine.game.betting import HouseLimit
from engine.game.definition import Game
from engine.game.steps import Bet, Deal
from engine.house.agreements import Currency, Denomination, HouseRules
from tests.engine.club.stream import EUROS, KRONER, Stream, admits, digest, founded, nets, night

MUNK = HouseRules(rulebook="munk")
ENEMAERKE = HouseRules(rulebook="enemaerke")
DRAW = Game("Friday Draw", play=(Deal(down=5), Bet()))
ADDED = acts.AddOwnGame(name="Friday Draw", source="name = 'Friday Draw'", declaration=DRAW)
CHANGED = replace(ADDED, source="name = 'Friday Draw' # of four", declaration=replace(DRAW, play=(Deal(down=4), Bet())))
RETIRED = acts.RetireOwnGame(name="Friday Draw")

# The club


def test_a_club_is_founded_once() -> None:
    stream = founded()
    assert (stream.club.id, stream.club.name) == ("club", "Friday")
    stream.refuses(acts.FoundClub(club="other", name="Monday"), errors.ClubIsFoundedAlready, club="club")


@pytest.mark.parametrize(
    "act", [*admits("anna"), acts.RenameClub(name="x"), night("n"), ADDED, acts.AdoptHouseRules(rules=MUNK)]
)
def test_nothing_happens_before_the_founding(act) -> None:
    Stream().refuses(act, errors.ClubIsNotFounded)


def test_a_club_may_be_renamed() -> None:
    assert founded().do(acts.RenameClub(name="Monday")).club.name == "Monday"


def test_a_club_publishes_nothing_until_it_says_so() -> None:
    assert founded().club.published == ()


def test_what_a_club_publishes_takes_the_place_of_what_it_published_before() -> None:
    stream = founded().do(acts.PublishClub(what=("standings", "nights", "standings")))
    assert stream.club.published == ("nights", "standings")
    assert stream.do(acts.PublishClub(what=("reports",))).club.published == ("reports",)
    assert stream.do(acts.PublishClub()).club.published == ()


def test_a_club_that_publishes_the_same_again_is_refused() -> None:
    founded().refuses(acts.PublishClub(), errors.IsPublishedAlready, what="nothing")
    stream = founded().do(acts.PublishClub(what=("nights", "standings")))
    again = acts.PublishClub(what=("standings", "nights"))
    stream.refuses(again, errors.IsPublishedAlready, what="nights and standings")


# Members


def test_a_person_who_is_admitted_is_a_player() -> None:
    member = founded().club.member("bo")
    assert (member.roles, member.name_commitment, member.forgotten) == ({"player"}, digest(1), False)


def test_a_person_is_admitted_once() -> None:
    founded().refuses(*admits("bo"), errors.IsAMemberAlready, player="bo")


def test_a_renamed_member_is_vouched_for_by_the_new_commitment_and_keeps_their_roles() -> None:
    stream = founded().do(acts.RenameMember(player="anna", name_commitment=digest(2)))
    member = stream.club.member("anna")
    assert member.name_commitment == digest(2)
    assert member.roles == {"player", "banker"}


@pytest.mark.parametrize(
    "act",
    [
        acts.RenameMember(player="carl", name_commitment=digest(2)),
        acts.ForgetMember(player="carl"),
        acts.OptOut(player="carl"),
        acts.GrantRole(player="carl", role="viewer"),
        acts.TakeRole(player="carl", role="player"),
    ],
)
def test_only_a_member_is_renamed_or_forgotten_or_has_roles(act) -> None:
    founded().refuses(act, errors.UnknownMember, player="carl")


def test_a_forgotten_member_has_no_role() -> None:
    member = founded().do(acts.ForgetMember(player="bo")).club.member("bo")
    assert member.forgotten
    assert member.roles == set()


@pytest.mark.parametrize(
    "act",
    [
        *admits("bo"),
        acts.RenameMember(player="bo", name_commitment=digest(2)),
        acts.ForgetMember(player="bo"),
        acts.OptOut(player="bo"),
        acts.GrantRole(player="bo", role="player"),
        acts.TakeRole(player="bo", role="player"),
    ],
)
def test_a_forgotten_id_is_never_used_again(act) -> None:
    founded().do(acts.ForgetMember(player="bo")).refuses(act, errors.MemberIsForgotten, player="bo")


def test_a_member_opts_out_of_standings_and_is_named_again() -> None:
    founded().refuses(acts.OptOut(player="bo", out=False), errors.IsNotOptedOut, player="bo")
    stream = founded().do(acts.OptOut(player="bo"))
    stream.refuses(acts.OptOut(player="bo"), errors.IsOptedOutAlready, player="bo")
    assert [player for player, member in stream.club.members.items() if member.opted_out] == ["bo"]
    stream.do(acts.OptOut(player="bo", out=False))
    assert not any(member.opted_out for member in stream.club.members.values())


# Two who are one

MERGED = acts.MergeMembers(player="bo", into="anna")
APART = acts.MergeMembers(player="bo")


def test_a_member_who_turns_out_to_be_another_has_no_role_beside_theirs_until_they_are_taken_apart() -> None:
    stream = founded().do(acts.GrantRole(player="bo", role="co_banker"), MERGED)
    assert (stream.club.person("bo"), stream.club.merged()) == ("anna", {"bo": "anna"})
    assert stream.club.members["bo"].roles == set()
    stream.do(APART)
    assert (stream.club.person("bo"), stream.club.members["bo"].roles) == ("bo", {"player"})


def test_whoever_is_another_may_be_so_through_a_third() -> None:
    stream = founded().do(*admits("carl"), acts.MergeMembers(player="carl", into="bo"), MERGED)
    assert stream.club.person("carl") == "anna"
    assert stream.do(APART).club.person("carl") == "bo"


@pytest.mark.parametrize(
    "act",
    [
        MERGED,
        acts.MergeMembers(player="carl", into="bo"),
        acts.RenameMember(player="bo", name_commitment=digest(2)),
        acts.GrantRole(player="bo", role="viewer"),
        acts.OptOut(player="bo"),
    ],
)
def test_only_the_one_who_stays_is_renamed_or_gets_a_role(act) -> None:
    stream = founded().do(*admits("carl"), MERGED)
    stream.refuses(act, errors.MemberIsAnother, player="bo", other="anna")


def test_nobody_is_merged_with_themselves_or_taken_apart_who_is_one() -> None:
    founded().refuses(acts.MergeMembers(player="bo", into="bo"), errors.IsThemselves, player="bo")
    founded().refuses(APART, errors.IsNobodyElse, player="bo")
    founded().refuses(acts.MergeMembers(player="bo", into="carl"), errors.UnknownMember, player="carl")
    founded().refuses(acts.MergeMembers(player="anna", into="bo"), errors.ClubNeedsABanker, player="anna")


def test_a_name_that_tells_who_somebody_was_is_forgotten_first() -> None:
    stream = founded().do(*admits("carl"), acts.MergeMembers(player="carl", into="bo"))
    stream.refuses(acts.ForgetMember(player="bo"), errors.MemberIsOthersToo, player="bo", other="carl")
    stream.do(acts.ForgetMember(player="carl"), acts.ForgetMember(player="bo"))
    stream.refuses(acts.MergeMembers(player="carl"), errors.IsNobodyElse, player="carl")


def test_two_who_owe_each_other_are_two() -> None:
    stream = founded().do(night("n1"), night("n1", 2, "settling", ("anna", "bo", 5)))
    stream.refuses(MERGED, errors.TheyOweEachOther, payer="anna", payee="bo", night="n1")
    stream.do(night("n1", 3, "settled"), MERGED)


def test_an_old_debt_is_that_of_the_id_under_which_somebody_plays() -> None:
    stream = founded().do(*admits("carl"), night("n1"), night("n1", 2, "settling", ("bo", "carl", 5)), night("n2"))
    stream.do(MERGED)
    for here, payer in ((("bo", "carl"), "bo"), (("anna", "carl"), "anna"), (("anna", "bo", "carl"), "anna")):
        assert [one.payer for one in old_debts(stream.club, "n2", KRONER, here)] == [payer]
    stream.do(nets("n2", ("n1", "bo", "carl", 5)))
    assert stream.club.unpaid() == {}


def test_what_was_owed_as_another_is_carried_as_the_one_who_stays() -> None:
    stream = founded().do(*admits("carl"), night("n1"), night("n1", 2, "settling", ("bo", "carl", 5)), night("n2"))
    stream.do(MERGED)
    assert stream.club.unpaid() == {"n1": (Debt("anna", "carl", 5),)}
    assert [(one.payer, one.payee) for one in old_debts(stream.club, "n2", KRONER)] == [("anna", "carl")]
    stream.do(nets("n2", ("n1", "anna", "carl", 5)))
    assert stream.club.unpaid() == {}
    # What went into a plan as the debt of one can no longer be told apart.
    stream.refuses(APART, errors.CarriedAsOnePerson, player="bo", other="anna", night="n1", into="n2")
    stream.refuses(night("n1", 3, "settled"), errors.DebtWasCarriedOn, night="n1", into="n2", payer="anna")
    stream.do(acts.ReturnDebts(night="n2"), APART)
    assert stream.club.unpaid() == {"n1": (Debt("bo", "carl", 5),)}


# Roles


def test_a_member_may_have_several_roles() -> None:
    stream = founded().do(acts.GrantRole(player="bo", role="co_banker"), acts.GrantRole(player="bo", role="banker"))
    assert stream.club.members["bo"].roles == {"player", "co_banker", "banker"}
    assert stream.club.bankers() == ("anna", "bo")


def test_a_role_is_granted_once() -> None:
    refusal = founded().refuses(
        acts.GrantRole(player="anna", role="banker"), errors.RoleIsHeldAlready, player="anna", role="banker"
    )
    assert refusal.say({"anna": "Anna"}) == "Anna is a banker already."


def test_only_a_role_that_is_held_is_taken() -> None:
    stream = founded().do(acts.TakeRole(player="bo", role="player"))
    assert stream.club.members["bo"].roles == set()
    stream.refuses(acts.TakeRole(player="bo", role="player"), errors.RoleIsNotHeld, player="bo", role="player")


def test_the_last_banker_neither_loses_the_role_nor_is_forgotten() -> None:
    stream = founded()
    for act in (acts.TakeRole(player="anna", role="banker"), acts.ForgetMember(player="anna")):
        stream.refuses(act, errors.ClubNeedsABanker, player="anna")
    stream.do(acts.GrantRole(player="bo", role="banker"), acts.TakeRole(player="anna", role="banker"))
    assert stream.club.bankers() == ("bo",)
    stream.do(acts.TakeRole(player="anna", role="player"), acts.ForgetMember(player="anna"))


# Chips and rules of the house


def test_the_inventory_is_the_one_declared_last() -> None:
    stream = founded().do(acts.DeclareInventory(kinds=(Denomination("small", 1, 100), Denomination("peder", 50, 20))))
    assert [kind.name for kind in stream.club.inventory] == ["small", "peder"]
    assert stream.do(acts.DeclareInventory(kinds=())).club.inventory == ()


def test_denominations_of_the_club_have_different_names() -> None:
    twice = (Denomination("small", 1, 1), Denomination("Small", 5, 1))
    founded().refuses(acts.DeclareInventory(kinds=twice), errors.NamedTwice)


def test_house_rules_are_counted_from_one() -> None:
    stream = founded()
    assert stream.club.rules_now() is None
    stream.do(acts.AdoptHouseRules(rules=MUNK), acts.AdoptHouseRules(rules=ENEMAERKE, version=2))
    assert stream.club.house_rules == {1: MUNK, 2: ENEMAERKE}
    assert stream.club.rules_now() == ENEMAERKE
    assert stream.latest.version == 2


@pytest.mark.parametrize("version", [1, 3])
def test_house_rules_take_no_other_number_than_the_next(version) -> None:
    stream = founded().do(acts.AdoptHouseRules(rules=MUNK))
    refusal = stream.refuses(
        acts.AdoptHouseRules(rules=ENEMAERKE, version=version), errors.NotTheNextVersion, next=2, version=version
    )
    assert str(refusal) == f"The next version of the house rules is 2, not {version}."


def test_the_rules_in_force_are_not_adopted_again_but_older_ones_are() -> None:
    stream = founded().do(acts.AdoptHouseRules(rules=MUNK))
    stream.refuses(acts.AdoptHouseRules(rules=MUNK), errors.HouseRulesAreTheSame, version=1)
    stream.do(acts.AdoptHouseRules(rules=ENEMAERKE), acts.AdoptHouseRules(rules=MUNK))
    assert stream.latest.version == 3


def test_a_dictionary_of_the_house_is_kept_by_its_full_name() -> None:
    stream = founded().do(acts.AdoptHouseRules(rules=replace(MUNK, dictionary="wide")))
    assert stream.latest.rules.dictionary == "wide-english"
    said_otherwise = acts.AdoptHouseRules(rules=replace(MUNK, dictionary="Wide"))
    stream.refuses(said_otherwise, errors.HouseRulesAreTheSame, version=1)


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (HouseRules(rulebook="hoyle"), errors.UnknownRulebook),
        (HouseRules(limit=HouseLimit(most=5, once=3)), errors.LimitCannotBe),
        (HouseRules(dictionary="klingon"), errors.DictionaryIsMissing),
    ],
)
def test_rules_by_which_no_night_could_open_are_not_adopted(rules, reason) -> None:
    founded().refuses(acts.AdoptHouseRules(rules=rules), reason)


# Own games


def test_versions_of_an_own_game_are_counted_from_one_and_know_when_they_came() -> None:
    stream = founded().do(ADDED, CHANGED)
    assert [(game.version, game.since) for game in stream.club.games["friday draw"]] == [(1, 5), (2, 6)]
    newest = stream.club.newest_game("friday draw")
    assert (newest.source, newest.declaration) == (CHANGED.source, CHANGED.declaration)


def test_each_own_game_has_numbers_of_its_own() -> None:
    stream = founded().do(ADDED, replace(ADDED, name="Monday Draw"))
    assert (stream.latest.compared, stream.latest.version) == ("monday draw", 1)


def test_a_game_is_the_same_under_every_spelling_of_its_name() -> None:
    stream = founded().do(ADDED, replace(CHANGED, name="friday  DRAW"))
    assert (stream.latest.compared, stream.latest.version) == ("friday draw", 2)


def test_a_game_that_says_the_same_is_no_new_version() -> None:
    stream = founded().do(ADDED)
    stream.refuses(ADDED, errors.GameIsTheSame, game="Friday Draw", version=1)
    stream.do(replace(ADDED, source=CHANGED.source)).do(CHANGED)
    assert stream.latest.version == 3


def test_an_own_game_takes_no_other_number_than_the_next() -> None:
    stream = founded().do(ADDED)
    for act in (replace(CHANGED, version=1), replace(CHANGED, version=3), replace(RETIRED, version=1)):
        stream.refuses(act, errors.NotTheNextVersion, next=2, version=act.version)
    stream.do(replace(CHANGED, version=2), replace(RETIRED, version=3))


def test_a_retired_game_is_not_offered_and_keeps_its_versions() -> None:
    stream = founded().do(ADDED, acts.RetireOwnGame(name="FRIDAY DRAW"))
    assert (stream.latest.name, stream.latest.compared, stream.latest.version) == ("Friday Draw", "friday draw", 2)
    assert stream.club.games_offered() == {}
    assert [game.retires for game in stream.club.games["friday draw"]] == [False, True]


def test_a_game_that_is_added_again_comes_back_as_the_next_version() -> None:
    stream = founded().do(ADDED, RETIRED, ADDED)
    assert stream.latest.version == 3
    assert list(stream.club.games_offered()) == ["friday draw"]


def test_only_a_game_that_is_offered_is_retired() -> None:
    stream = founded()
    stream.refuses(RETIRED, errors.UnknownOwnGame, game="Friday Draw")
    stream.do(ADDED, RETIRED).refuses(RETIRED, errors.OwnGameIsRetired, game="Friday Draw", version=2)


def test_a_game_is_compared_by_the_letters_and_digits_of_its_name() -> None:
    stream = founded()
    stream.refuses(replace(ADDED, compared="monday draw"), errors.ComparedOtherwise, right="friday draw")
    stream.refuses(replace(ADDED, name="!?"), errors.GameHasNoName, game="!?")
    stream.do(replace(ADDED, compared="friday draw"))


# Nights


def test_a_night_is_known_by_the_last_version_recorded() -> None:
    stream = founded().do(night("n1"), night("n1", 40, "closed"), night("n1", 41, "settling", ("anna", "bo", 500)))
    record = stream.club.nights["n1"]
    assert (record.version, record.head, record.phase) == (41, digest(41), "settling")
    assert record.unpaid == (Debt("anna", "bo", 500),)


def test_a_close_can_be_taken_back() -> None:
    stream = founded().do(night("n1"), night("n1", 40, "closed"), night("n1", 41, "open"))
    assert stream.club.nights["n1"].phase == "open"


@pytest.mark.parametrize("phase", ["closed", "settling", "settled"])
def test_a_night_is_open_when_it_is_recorded_first(phase) -> None:
    founded().refuses(night("n1", 1, phase), errors.NightBeginsOpen, night="n1", phase=phase)


@pytest.mark.parametrize("version", [39, 40])
def test_a_night_only_grows(version) -> None:
    stream = founded().do(night("n1"), night("n1", 40, "closed"))
    stream.refuses(night("n1", version, "closed"), errors.NightVersionDoesNotGrow, last=40, version=version)


@pytest.mark.parametrize("currency", [EUROS, Currency("DKK", 0)])
def test_a_night_keeps_its_currency(currency) -> None:
    stream = founded().do(night("n1"))
    stream.refuses(night("n1", 2, "closed", currency=currency), errors.NightKeepsItsCurrency, night="n1")


@pytest.mark.parametrize("phase", ["open", "closed", "settled"])
def test_only_a_night_that_is_settling_has_unpaid_debts(phase) -> None:
    stream = founded().do(night("n1"))
    refused = errors.UnpaidOnlyWhileSettling
    stream.refuses(night("n1", 2, phase, ("anna", "bo", 500)), refused, phase=phase, debts=1)


def test_a_night_that_is_settling_has_unpaid_debts() -> None:
    founded().do(night("n1")).refuses(night("n1", 2, "settling"), errors.UnpaidOnlyWhileSettling, debts=0)


@pytest.mark.parametrize("cents", [0, -1])
def test_a_debt_is_one_or_more(cents) -> None:
    stream = founded().do(night("n1"))
    stream.refuses(night("n1", 2, "settling", ("anna", "bo", cents)), errors.DebtIsBelowOne, number=cents)
    stream.do(night("n1", 2, "settling", ("anna", "bo", 500)), night("n2"))
    stream.refuses(nets("n2", ("n1", "anna", "bo", cents)), errors.DebtIsBelowOne, number=cents)


# Debts carried on


def settling(*debts: tuple[str, str, int]) -> Stream:
    """A first night with these debts, and a second one that is closed."""
    return founded().do(night("n1"), night("n1", 40, "settling", *debts), night("n2"), night("n2", 30, "closed"))


def test_what_is_carried_on_is_no_longer_unpaid_where_it_arose() -> None:
    stream = settling(("anna", "bo", 500), ("carl", "bo", 200))
    assert stream.club.unpaid() == {"n1": (Debt("anna", "bo", 500), Debt("carl", "bo", 200))}
    stream.do(nets("n2", ("n1", "anna", "bo", 300)))
    assert stream.club.unpaid() == {"n1": (Debt("anna", "bo", 200), Debt("carl", "bo", 200))}
    stream.do(nets("n2", ("n1", "anna", "bo", 200), ("n1", "carl", "bo", 200)))
    assert stream.club.unpaid() == {}


def test_a_night_knows_what_was_carried_into_it() -> None:
    carried = nets("n2", ("n1", "anna", "bo", 300))
    stream = settling(("anna", "bo", 500)).do(carried, night("n2", 31, "settled"))
    assert stream.club.nights["n2"].carried == carried.debts
    assert stream.club.nights["n1"].netted == (Debt("anna", "bo", 300),)


def test_debts_are_carried_only_between_nights_of_the_club() -> None:
    stream = settling(("anna", "bo", 500))
    stream.refuses(nets("n3", ("n1", "anna", "bo", 500)), errors.UnknownNight, night="n3")
    stream.refuses(nets("n2", ("n3", "anna", "bo", 500)), errors.UnknownNight, night="n3")


def test_debts_are_carried_only_forwards() -> None:
    stream = settling(("anna", "bo", 500))
    stream.refuses(nets("n2", ("n2", "anna", "bo", 500)), errors.NightIsNotEarlier, night="n2", into="n2")
    stream.do(night("n0"), night("n0", 9, "settling", ("bo", "anna", 100)))
    stream.refuses(nets("n2", ("n0", "bo", "anna", 100)), errors.NightIsNotEarlier, night="n0", into="n2")


def test_a_plan_in_the_place_of_another_takes_debts_over_once_the_first_gave_its_own_back() -> None:
    for last in (night("n2", 31, "settled"), night("n2", 31, "settling", ("bo", "anna", 100))):
        settling(("anna", "bo", 500)).do(last, nets("n2", ("n1", "anna", "bo", 500)))
    stream = settling(("anna", "bo", 500)).do(nets("n2", ("n1", "anna", "bo", 400)), night("n2", 31, "settled"))
    stream.refuses(nets("n2", ("n1", "anna", "bo", 100)), errors.PlanIsMade, night="n2")


def test_debts_are_carried_only_within_one_currency() -> None:
    stream = settling(("anna", "bo", 500)).do(night("n3", currency=EUROS))
    refusal = stream.refuses(nets("n3", ("n1", "anna", "bo", 500)), errors.DebtIsInAnotherCurrency, night="n1")
    assert "played in DKK with 2 decimals and n3 in EUR with 2 decimals" in str(refusal)


@pytest.mark.parametrize("debt", [("bo", "anna"), ("anna", "carl"), ("carl", "bo")])
def test_only_an_unpaid_debt_is_carried_on(debt) -> None:
    stream = settling(("anna", "bo", 500))
    stream.refuses(nets("n2", ("n1", *debt, 1)), errors.DebtIsNotUnpaid, payer=debt[0], payee=debt[1], night="n1")


def test_a_debt_is_carried_on_once() -> None:
    stream = settling(("anna", "bo", 500)).do(nets("n2", ("n1", "anna", "bo", 500)))
    stream.refuses(nets("n2", ("n1", "anna", "bo", 1)), errors.DebtIsNotUnpaid, night="n1")


def test_no_more_of_a_debt_is_carried_on_than_remains() -> None:
    stream = settling(("anna", "bo", 500))
    refusal = stream.refuses(nets("n2", ("n1", "anna", "bo", 501)), errors.DebtIsLess, left=500, cents=501)
    assert str(refusal) == "anna owes bo 5.00 DKK from n1, so 5.01 DKK cannot be carried."
    in_parts = nets("n2", ("n1", "anna", "bo", 300), ("n1", "anna", "bo", 300))
    stream.refuses(in_parts, errors.DebtIsLess, left=500, cents=600)
    stream.do(nets("n2", ("n1", "anna", "bo", 300)), night("n1", 41, "settling", ("anna", "bo", 400)))
    stream.refuses(nets("n2", ("n1", "anna", "bo", 101)), errors.DebtIsLess, left=100, cents=101)


@pytest.mark.parametrize(
    "later",
    [
        night("n1", 41, "settling", ("anna", "bo", 299)),
        night("n1", 41, "settling", ("bo", "anna", 500)),
        night("n1", 41, "settled"),
        night("n1", 41, "closed"),
        night("n1", 41, "open"),
    ],
)
def test_what_was_carried_on_is_neither_paid_nor_planned_anew_where_it_arose(later) -> None:
    stream = settling(("anna", "bo", 500)).do(nets("n2", ("n1", "anna", "bo", 300)))
    stream.refuses(later, errors.DebtWasCarriedOn, night="n1", carried=300)


def test_what_was_not_carried_on_can_still_be_paid() -> None:
    stream = settling(("anna", "bo", 500)).do(nets("n2", ("n1", "anna", "bo", 300)))
    stream.do(night("n1", 41, "settling", ("anna", "bo", 300)))
    assert stream.club.unpaid() == {}


def test_debts_between_the_same_two_people_add_up() -> None:
    stream = settling(("anna", "bo", 200), ("anna", "bo", 300))
    assert stream.club.unpaid() == {"n1": (Debt("anna", "bo", 500),)}
    stream.do(nets("n2", ("n1", "anna", "bo", 400)))
    assert stream.club.unpaid() == {"n1": (Debt("anna", "bo", 100),)}


FIRST = acts.AdoptKey(key="key-1", public=digest(1))
SECOND = acts.AdoptKey(key="key-2", public=digest(2), endorsed=acts.Endorsement("key-1", "0" * 128))


def test_the_first_key_of_a_club_needs_nobody_to_endorse_it() -> None:
    assert founded().club.key_in_force() is None
    assert founded().do(FIRST).club.key_in_force() == "key-1"


def test_a_key_beside_one_in_force_is_endorsed_by_it() -> None:
    stream = founded().do(FIRST)
    stream.refuses(acts.AdoptKey(key="key-2", public=digest(2)), errors.KeyIsInForce, key="key-1")
    stream.refuses(
        acts.AdoptKey(key="key-2", public=digest(2), endorsed=acts.Endorsement("key-9", "0" * 128)),
        errors.NothingToEndorse,
        key="key-9",
    )
    assert stream.do(SECOND, acts.RetireKey(key="key-1", reason="replaced")).club.key_in_force() == "key-2"


def test_after_a_lost_key_the_next_one_is_endorsed_by_nobody() -> None:
    stream = founded().do(FIRST, acts.RetireKey(key="key-1", reason="lost"))
    assert stream.club.key_in_force() is None
    stream.refuses(SECOND, errors.NothingToEndorse, key="key-1")
    assert stream.do(acts.AdoptKey(key="key-2", public=digest(2))).club.key_in_force() == "key-2"


def test_a_key_has_a_name_of_its_own_even_after_it_is_retired() -> None:
    stream = founded().do(FIRST)
    stream.refuses(acts.AdoptKey(key="key-1", public=digest(2)), errors.KeyNameIsTaken, key="key-1")
    stream.refuses(acts.AdoptKey(key="key-2", public=digest(1)), errors.KeyIsKnown, key="key-1")
    stream.do(acts.RetireKey(key="key-1", reason="lost"))
    stream.refuses(acts.AdoptKey(key="key-1", public=digest(2)), errors.KeyNameIsTaken, key="key-1")


def test_a_key_is_retired_once() -> None:
    stream = founded().do(FIRST, acts.RetireKey(key="key-1", reason="lost"))
    stream.refuses(acts.RetireKey(key="key-1", reason="replaced"), errors.KeyIsRetired, key="key-1")
    stream.refuses(acts.RetireKey(key="key-2", reason="lost"), errors.UnknownKey, key="key-2")


PHONE = acts.AdoptPhoneKey(player="anna", key="a" * 32, public="04" + "1" * 128, device="d1")
SIGNED = acts.SignNight(
    night="n1", player="anna", key="a" * 32, version=2, head=digest(2), answer="agrees", signature="0" * 128
)
REFUSED = replace(SIGNED, answer="refuses", reason="I had 30 more.")


def settled() -> Stream:
    """Anna and Bo, a night that is settling at event 2, and the phone of Anna."""
    return founded().do(night("n1"), night("n1", 2, "settling", ("anna", "bo", 5)), PHONE)


def test_a_phone_signs_a_night_that_is_settled() -> None:
    assert settled().do(SIGNED).club.answers == {"n1": (SIGNED,)}


def test_a_key_of_a_phone_is_one_members_alone() -> None:
    stream = settled()
    stream.refuses(replace(PHONE, player="bo"), errors.PhoneKeyIsKnown, key="a" * 32)
    stream.refuses(replace(PHONE, player="nobody", key="b" * 32), errors.UnknownMember, player="nobody")
    stream.refuses(replace(SIGNED, player="bo"), errors.PhoneKeyIsAnothers, player="bo")
    stream.refuses(replace(SIGNED, key="b" * 32), errors.UnknownKey, key="b" * 32)


def test_a_phone_that_is_signed_out_signs_no_more_and_what_it_signed_stays() -> None:
    stream = settled().do(SIGNED, acts.RetirePhoneKey(key="a" * 32))
    stream.refuses(REFUSED, errors.KeyIsRetired, key="a" * 32)
    stream.refuses(acts.RetirePhoneKey(key="a" * 32), errors.KeyIsRetired, key="a" * 32)
    assert stream.club.answers == {"n1": (SIGNED,)}


def test_a_night_is_signed_once_it_has_a_plan_and_as_it_stands() -> None:
    founded().do(night("n1"), night("n1", 2, "closed"), PHONE).refuses(SIGNED, errors.NothingToSign, night="n1")
    stream = settled().do(night("n1", 3, "settled"))
    stream.refuses(SIGNED, errors.NightIsAtAnotherHead, last=3, version=2)
    stream.refuses(replace(SIGNED, version=3), errors.NightIsAtAnotherHead, last=3, version=3)
    stream.do(replace(SIGNED, version=3, head=digest(3)))


def test_whoever_refuses_says_why_and_may_change_their_mind_once() -> None:
    stream = settled()
    stream.refuses(replace(REFUSED, reason=" "), errors.OnlyARefusalHasAReason)
    stream.refuses(replace(SIGNED, reason="so"), errors.OnlyARefusalHasAReason)
    stream.do(REFUSED, SIGNED)
    stream.refuses(replace(REFUSED, reason="And I lent Bo 10."), errors.IsSignedAlready, player="anna", version=2)
    assert stream.club.answers == {"n1": (REFUSED, SIGNED)}


HEARD = acts.NoteAnswer(night="n1", player="bo", version=2, head=digest(2), answer="agrees")


def test_what_somebody_says_at_the_table_is_noted_until_they_sign_by_phone() -> None:
    stream = settled().do(HEARD, SIGNED)
    assert stream.club.answers == {"n1": (HEARD, SIGNED)}
    assert stream.club.signed("n1") == (SIGNED,)
    stream.refuses(HEARD, errors.IsSignedAlready, player="bo", version=2)
    # Nobody else's word takes the place of what a phone has signed, also after the night has gone on.
    stream.refuses(replace(HEARD, player="anna", answer="refuses", reason="No."), errors.SpeaksByPhone, player="anna")
    stream.do(night("n1", 3, "settled"))
    stream.refuses(replace(HEARD, player="anna", version=3, head=digest(3)), errors.SpeaksByPhone, player="anna")
    stream.do(replace(HEARD, version=3, head=digest(3)))


def test_at_the_table_too_a_night_has_a_plan_and_a_refusal_its_reason() -> None:
    founded().do(night("n1"), night("n1", 2, "closed")).refuses(HEARD, errors.NothingToSign, night="n1")
    stream = settled()
    stream.refuses(replace(HEARD, head=digest(3)), errors.NightIsAtAnotherHead, version=2)
    stream.refuses(replace(HEARD, answer="refuses"), errors.OnlyARefusalHasAReason)
    stream.refuses(replace(HEARD, player="nobody"), errors.UnknownMember, player="nobody")


SAW = replace(SIGNED, answer="saw", version=40, head=digest(40))


def test_a_phone_signs_by_itself_what_it_sees_of_a_night_that_goes_on() -> None:
    stream = founded().do(night("n1"), PHONE, SAW, replace(SAW, version=90, head=digest(90)))
    assert len(stream.club.signed("n1")) == 2
    stream.refuses(SAW, errors.IsSignedAlready, player="anna", version=40)
    stream.refuses(replace(SAW, version=91, reason="so"), errors.OnlyARefusalHasAReason)
    stream.refuses(replace(SAW, night="n2"), errors.UnknownNight, night="n2")
    stream.do(night("n1", 120, "closed"))
    stream.refuses(replace(SAW, version=119), errors.NightIsAtAnotherHead, last=120)
    stream.refuses(replace(SAW, version=120, head=digest(9)), errors.NightIsAtAnotherHead, last=120)


OF_EVENT = replace(SIGNED, event=30, version=40, head=digest(40))


def test_a_single_event_is_answered_while_the_night_goes_on_and_the_last_word_may_change() -> None:
    stream = founded().do(night("n1"), PHONE, SAW, OF_EVENT)
    stream.refuses(OF_EVENT, errors.IsSignedAlready, player="anna", version=30)
    stream.refuses(replace(OF_EVENT, version=41), errors.IsSignedAlready, player="anna", version=30)
    refused = replace(OF_EVENT, version=41, answer="refuses", reason="No.")
    stream.refuses(replace(refused, reason=""), errors.OnlyARefusalHasAReason)
    stream.do(refused, replace(OF_EVENT, version=42), replace(OF_EVENT, event=31))
    # What was said of single events stands in the way of nothing else.
    stream.do(replace(SAW, version=41), night("n1", 50, "settling", ("anna", "bo", 5)))
    stream.do(replace(SIGNED, version=50, head=digest(50)))


def test_an_event_is_answered_as_of_a_head_that_holds_it() -> None:
    stream = founded().do(night("n1"), PHONE)
    stream.refuses(replace(OF_EVENT, version=29), errors.NightIsAtAnotherHead, last=30, version=29)
    stream.refuses(replace(OF_EVENT, answer="saw"), errors.OnlyARefusalHasAReason)
    stream.refuses(replace(OF_EVENT, night="n2"), errors.UnknownNight, night="n2")
    stream.do(night("n1", 40, "closed"))
    stream.refuses(replace(OF_EVENT, head=digest(9)), errors.NightIsAtAnotherHead, last=40, version=40)


def test_what_a_phone_signs_by_itself_is_no_answer_that_the_table_could_not_give() -> None:
    stream = founded().do(night("n1"), PHONE, SAW, night("n1", 50, "settling", ("anna", "bo", 5)))
    stream.do(replace(HEARD, player="anna", version=50, head=digest(50)))
    stream.do(replace(HEARD, player="anna", version=50, head=digest(50), event=30))
    stream.do(replace(OF_EVENT, version=50, head=digest(50), answer="refuses", reason="No."))
    again = replace(HEARD, player="anna", version=50, head=digest(50), event=31)
    stream.refuses(again, errors.SpeaksByPhone, player="anna")
