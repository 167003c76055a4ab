"""Refusals of the club's own stream. None can be waived: each keeps the book whole."""

from engine.errors.base import impossible
from engine.speech import to_say

ROLES = {
    "banker": to_say("a banker"),
    "co_banker": to_say("a co-banker"),
    "player": to_say("a player"),
    "viewer": to_say("a viewer"),
}

ClubIsNotFounded = impossible("club_is_not_founded", "This club has not been founded; found it first.")
ClubIsFoundedAlready = impossible("club_is_founded_already", "The club {club} has been founded already.")
IsPublishedAlready = impossible("is_published_already", "The club publishes {what} already, and nothing else.")
IsAMemberAlready = impossible("is_a_member_already", "{player} is a member of the club already.")
UnknownMember = impossible("unknown_member", "{player} is not a member of the club; admit them first.")
MemberIsForgotten = impossible(
    "member_is_forgotten",
    "The name of member {player} was deleted for good; the id takes no name and no role any more.",
)
RoleIsHeldAlready = impossible("role_is_held_already", "{player} is {role} already.", in_words={"role": ROLES})
RoleIsNotHeld = impossible("role_is_not_held", "{player} is not {role}.", in_words={"role": ROLES})
ClubNeedsABanker = impossible(
    "club_needs_a_banker", "{player} is the only banker of the club; make another member banker first."
)
IsOptedOutAlready = impossible("is_opted_out_already", "{player} opted out of standings already.")
IsNotOptedOut = impossible("is_not_opted_out", "{player} never opted out of standings, or was named again since.")
MemberIsAnother = impossible(
    "member_is_another", "{player} turned out to be {other}; name {other}, or take them apart again."
)
MemberIsOthersToo = impossible(
    "member_is_others_too", "{player} is {other} too, whose name would still tell who it was; forget {other} first."
)
IsThemselves = impossible("is_themselves", "{player} is {player} already; name two members who are one person.")
IsNobodyElse = impossible("is_nobody_else", "{player} was never said to be another member, or is not any more.")
TheyOweEachOther = impossible(
    "they_owe_each_other",
    "{payer} owes {payee} money of the night {night}, so they cannot be one person; have it paid first if they are.",
)
CarriedAsOnePerson = impossible(
    "carried_as_one_person",
    "What was owed in the night {night} went into the plan of {into} when {player} and {other} were one person; take "
    "that plan back first.",
)
NotTheNextVersion = impossible("not_the_next_version", "The next version of {what} is {next}, not {version}.")
HouseRulesAreTheSame = impossible(
    "house_rules_are_the_same", "The house plays by these rules already; they are its version {version}."
)
GameIsTheSame = impossible("game_is_the_same", "Version {version} of {game} says the same already.")
GameHasNoName = impossible("game_has_no_name", "The name of a game has a letter or a digit in it; “{game}” has none.")
ComparedOtherwise = impossible("compared_otherwise", "The name {game} is compared as “{right}”, not as “{compared}”.")
UnknownOwnGame = impossible("unknown_own_game", "The club has no game of its own called {game}.")
OwnGameIsRetired = impossible("own_game_is_retired", "{game} is retired already, by its version {version}.")
UnknownNight = impossible("unknown_night", "The club has no night {night}.")
NightBeginsOpen = impossible(
    "night_begins_open", "The night {night} is new to the club, and a new night is open; it cannot be {phase} yet."
)
NightVersionDoesNotGrow = impossible(
    "night_version_does_not_grow",
    "The night {night} is recorded up to version {last}; version {version} is no later one.",
)
NightKeepsItsCurrency = impossible(
    "night_keeps_its_currency", "The night {night} is played in {has}; it cannot go on in {wanted}."
)
UnpaidOnlyWhileSettling = impossible(
    "unpaid_only_while_settling",
    "A night has unpaid debts while it is settling and only then; {night} is {phase}, with {debts} of them.",
)
DebtIsBelowOne = impossible(
    "debt_is_below_one", "{payer} cannot owe {payee} {number} of the smallest coin; a debt is 1 or more."
)
DebtWasCarriedOn = impossible(
    "debt_was_carried_on",
    "{carried} that {payer} owes {payee} from {night} went into the plan of {into}: it is paid there, and no longer "
    "here.",
    money=("carried",),
    nights=("night", "into"),
)
NothingWasCarried = impossible(
    "nothing_was_carried",
    "No debts of earlier nights went into the plan of {night}, so none can be given back.",
    nights=("night",),
)
NightIsNotEarlier = impossible(
    "night_is_not_earlier",
    "{night} was not opened before {into}, so nothing of it can be carried there.",
    nights=("night", "into"),
)
PlanIsMade = impossible(
    "plan_is_made",
    "The plan of {night} has taken over debts already; they go back before another plan takes its place.",
    nights=("night",),
)
DebtIsInAnotherCurrency = impossible(
    "debt_is_in_another_currency",
    "{night} was played in {has} and {into} in {wanted}; a debt is carried only within one currency.",
    nights=("night", "into"),
)
DebtIsNotUnpaid = impossible(
    "debt_is_not_unpaid", "{payer} owes {payee} nothing any more from {night}.", nights=("night",)
)
DebtIsLess = impossible(
    "debt_is_less",
    "{payer} owes {payee} {left} from {night}, so {cents} cannot be carried.",
    money=("left", "cents"),
    nights=("night",),
)
KeyNameIsTaken = impossible("key_name_is_taken", "The club has had a key {key} already; give the new key another name.")
KeyIsKnown = impossible("key_is_known", "This is the club's key {key} already; a new key is made anew.")
KeyIsInForce = impossible(
    "key_is_in_force",
    "The club signs with its key {key}, which has to endorse the new one; if it is lost, say so first.",
)
NothingToEndorse = impossible(
    "nothing_to_endorse", "The key {key} is not in force in this club, so it cannot endorse another."
)
UnknownKey = impossible("unknown_key", "The club has no key {key}.")
KeyIsRetired = impossible("key_is_retired", "The key {key} is retired already.")
PhoneKeyIsKnown = impossible("phone_key_is_known", "The club knows the key {key} of a phone already.")
PhoneKeyIsAnothers = impossible("phone_key_is_anothers", "{player} has no phone with the key {key}.")
NothingToSign = impossible(
    "nothing_to_sign",
    "{night} has no plan of payments yet; it is signed once it is fixed who pays whom.",
    nights=("night",),
)
NightIsAtAnotherHead = impossible(
    "night_is_at_another_head",
    "{night} has gone on to event {last} since you looked at event {version}: look again, and sign that.",
    nights=("night",),
)
OnlyARefusalHasAReason = impossible(
    "only_a_refusal_has_a_reason", "Say in a word why you do not agree; whoever agrees says nothing more."
)
IsSignedAlready = impossible("is_signed_already", "{player} has said so of event {version} already.")
SpeaksByPhone = impossible(
    "speaks_by_phone", "{player} has signed this night by phone, and says by phone if anything is otherwise."
)
