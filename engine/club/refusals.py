"""Refusals of the club's own stream. None can be waived: each keeps the book whole."""

from engine.errors import Impossible
from engine.errors.base import said
from engine.speech import to_say

ROLES = said(
    role={
        "banker": to_say("a banker"),
        "co_banker": to_say("a co-banker"),
        "player": to_say("a player"),
        "viewer": to_say("a viewer"),
    },
)


class ClubIsNotFounded(Impossible):
    code = "club_is_not_founded"
    sentence = "This club has not been founded; found it first."


class ClubIsFoundedAlready(Impossible):
    code = "club_is_founded_already"
    sentence = "The club {club} has been founded already."


class IsPublishedAlready(Impossible):
    code = "is_published_already"
    sentence = "The club publishes {what} already, and nothing else."


class IsAMemberAlready(Impossible):
    code = "is_a_member_already"
    sentence = "{player} is a member of the club already."


class UnknownMember(Impossible):
    code = "unknown_member"
    sentence = "{player} is not a member of the club; admit them first."


class MemberIsForgotten(Impossible):
    code = "member_is_forgotten"
    sentence = "The name of member {player} was deleted for good; the id takes no name and no role any more."


class RoleIsHeldAlready(Impossible):
    code = "role_is_held_already"
    said_as = ROLES
    sentence = "{player} is {role} already."


class RoleIsNotHeld(Impossible):
    code = "role_is_not_held"
    said_as = ROLES
    sentence = "{player} is not {role}."


class ClubNeedsABanker(Impossible):
    code = "club_needs_a_banker"
    sentence = "{player} is the only banker of the club; make another member banker first."


class IsOptedOutAlready(Impossible):
    code = "is_opted_out_already"
    sentence = "{player} opted out of standings already."


class IsNotOptedOut(Impossible):
    code = "is_not_opted_out"
    sentence = "{player} never opted out of standings, or was named again since."


class NotTheNextVersion(Impossible):
    code = "not_the_next_version"
    sentence = "The next version of {what} is {next}, not {version}."


class HouseRulesAreTheSame(Impossible):
    code = "house_rules_are_the_same"
    sentence = "The house plays by these rules already; they are its version {version}."


class GameIsTheSame(Impossible):
    code = "game_is_the_same"
    sentence = "Version {version} of {game} says the same already."


class GameHasNoName(Impossible):
    code = "game_has_no_name"
    sentence = "The name of a game has a letter or a digit in it; “{game}” has none."


class ComparedOtherwise(Impossible):
    code = "compared_otherwise"
    sentence = "The name {game} is compared as “{right}”, not as “{compared}”."


class UnknownOwnGame(Impossible):
    code = "unknown_own_game"
    sentence = "The club has no game of its own called {game}."


class OwnGameIsRetired(Impossible):
    code = "own_game_is_retired"
    sentence = "{game} is retired already, by its version {version}."


class UnknownNight(Impossible):
    code = "unknown_night"
    sentence = "The club has no night {night}."


class NightBeginsOpen(Impossible):
    code = "night_begins_open"
    sentence = "The night {night} is new to the club, and a new night is open; it cannot be {phase} yet."


class NightVersionDoesNotGrow(Impossible):
    code = "night_version_does_not_grow"
    sentence = "The night {night} is recorded up to version {last}; version {version} is no later one."


class NightKeepsItsCurrency(Impossible):
    code = "night_keeps_its_currency"
    sentence = "The night {night} is played in {has}; it cannot go on in {wanted}."


class UnpaidOnlyWhileSettling(Impossible):
    code = "unpaid_only_while_settling"
    sentence = "A night has unpaid debts while it is settling and only then; {night} is {phase}, with {debts} of them."


class DebtIsBelowOne(Impossible):
    code = "debt_is_below_one"
    sentence = "{payer} cannot owe {payee} {number} of the smallest coin; a debt is 1 or more."


class DebtWasCarriedOn(Impossible):
    code = "debt_was_carried_on"
    sentence = (
        "{carried} that {payer} owes {payee} from {night} went into the plan of {into}: it is paid there, and no "
        "longer here."
    )
    money = ("carried",)
    nights = ("night", "into")


class NothingWasCarried(Impossible):
    code = "nothing_was_carried"
    sentence = "No debts of earlier nights went into the plan of {night}, so none can be given back."
    nights = ("night",)


class NightIsNotEarlier(Impossible):
    code = "night_is_not_earlier"
    sentence = "{night} was not opened before {into}, so nothing of it can be carried there."
    nights = ("night", "into")


class PlanIsMade(Impossible):
    code = "plan_is_made"
    sentence = "The plan of {night} has taken over debts already; they go back before another plan takes its place."
    nights = ("night",)


class DebtIsInAnotherCurrency(Impossible):
    code = "debt_is_in_another_currency"
    sentence = "{night} was played in {has} and {into} in {wanted}; a debt is carried only within one currency."
    nights = ("night", "into")


class DebtIsNotUnpaid(Impossible):
    code = "debt_is_not_unpaid"
    sentence = "{payer} owes {payee} nothing any more from {night}."
    nights = ("night",)


class DebtIsLess(Impossible):
    code = "debt_is_less"
    sentence = "{payer} owes {payee} {left} from {night}, so {cents} cannot be carried."
    money = ("left", "cents")
    nights = ("night",)


class KeyNameIsTaken(Impossible):
    code = "key_name_is_taken"
    sentence = "The club has had a key {key} already; give the new key another name."


class KeyIsKnown(Impossible):
    code = "key_is_known"
    sentence = "This is the club's key {key} already; a new key is made anew."


class KeyIsInForce(Impossible):
    code = "key_is_in_force"
    sentence = "The club signs with its key {key}, which has to endorse the new one; if it is lost, say so first."


class NothingToEndorse(Impossible):
    code = "nothing_to_endorse"
    sentence = "The key {key} is not in force in this club, so it cannot endorse another."


class UnknownKey(Impossible):
    code = "unknown_key"
    sentence = "The club has no key {key}."


class KeyIsRetired(Impossible):
    code = "key_is_retired"
    sentence = "The key {key} is retired already."
