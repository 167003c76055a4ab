"""Refusals of the evening: opening, seats, the bank, what players ask for and say, disputes, strikes and corrections."""

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.errors.base import AgainstTheRules, Impossible, against, event_in_words, impossible
from engine.speech import say, to_say

# Opening, seats, rulings, waivers and strikes.

NightIsNotOpen = impossible("night_is_not_open", "No night is open; open one first.")
NightIsOpenAlready = impossible("night_is_open_already", "This night is open already.")
NightIsClosed = impossible(
    "night_is_closed",
    "The night is closed; chips and cards no longer move. What was mistyped is put right by a correction; as long as "
    "nothing is paid, the close can be struck.",
)
NightIsNotClosed = impossible("night_is_not_closed", "The night is still open; close it before you {act}.")
PlayIsOver = against(
    "play_is_over",
    "play ends when the table agreed that it would",
    "This table agreed that play ends when {ends}, and now it is so; close the night.",
    in_words={
        "ends": {
            "one_bankrupt": to_say("one player has no chips left"),
            "one_left": to_say("all players but one have no chips left"),
            "three_deals": to_say("everyone has dealt three times"),
        }
    },
)
EnteredSoAlready = impossible(
    "entered_so_already",
    "Acts are entered by {by} already.",
    in_words={"by": {"bank": to_say("the bank"), "everyone": to_say("everyone"), "both": to_say("both")}},
)
NoKindsOfChip = impossible(
    "no_kinds_of_chip",
    "Tonight's chips are in the book alone, so there are no kinds of them; leave out {kinds}, or play with real chips.",
)
UnknownRulebook = impossible("unknown_rulebook", "There is no rulebook {rulebook}; there are {known}.")
PlayerIsNotSeated = impossible(
    "player_is_not_seated",
    "{player} has not sat down tonight; at the table: {seated}.",
    typed="“sit {player}” gives them a place at the table.",
    in_words={"seated": {"none": to_say("nobody yet")}},
)
PlayerHasGoneHome = impossible(
    "player_has_gone_home",
    "{player} has gone home; seat them again first.",
    typed="“sit {player}” gives them a place at the table.",
)
PlayerIsAway = impossible(
    "player_is_away",
    "{player} is away from the table and takes no part until they are back.",
    typed="That is typed “{player} back”.",
)
AlreadySeated = impossible("already_seated", "{player} sits at the table already, on seat {seat}.")
SeatIsTaken = impossible("seat_is_taken", "Seat {seat} is taken by {player}.")
BankerCannotLeave = impossible(
    "banker_cannot_leave",
    "{player} keeps the bank and stays until the night is closed or the bank passes to another player.",
)
NamedTwice = impossible("named_twice", "Each may be named only once: {players}.")
NotAnAccountOfARuling = impossible(
    "not_an_account_of_a_ruling",
    "A ruling cannot move chips from or to {account}; use pot, carry, box or chips:<player>.",
)
MovesNowhere = impossible(
    "moves_nowhere", "A ruling that moves chips from {account} to {account} moves none; name two different accounts."
)
AccountHoldsLess = impossible(
    "account_holds_less", "{account} is {chips} chips short of what the ruling takes from it; move {chips} fewer."
)


class NothingToWaive(Impossible):
    code = "nothing_to_waive"
    sentence = "The rule “{rule}” is not broken here, so there is nothing to waive."

    def spoken(self, names: Mapping[str, str]) -> dict[str, str]:
        """The details, with the rule in words."""
        return {**super().spoken(names), "rule": AgainstTheRules.title_of(self.details["rule"])}


NotAStrike = impossible("not_a_strike", "Strikes are decided over the whole book, not on the night alone.")

# How a result is put right where an act has to stand: between hands, during one, and once the night is closed.
WAYS_OUT = {
    "chips": to_say(
        "put the result right, with chips that are passed on or handed back, or with a ruling of the table"
    ),
    "ruling": to_say("put the result right with a ruling of the table"),
    "players": to_say("settle the difference between the players"),
}
WAYS_OUT_TYPED = {
    "chips": to_say(
        "“anna gives bo 1” moves chips between two players, “anna -60” hands them back to the bank, and "
        '“ruling "why" move 1 from bo to anna agreed by anna, bo” does whatever the table decides.'
    ),
    "ruling": to_say('“ruling "why" move 1 from bo to anna agreed by anna, bo” does whatever the table decides.'),
}

PaymentStands = impossible(
    "payment_stands",
    "{payer} has paid {payee} {cents} of transfer {transfer} (event {version}), so event {struck} stands. Strike the "
    "payment first if it was never made; else leave everything as it is and settle the difference between the players.",
    money=("cents",),
)
UnknownEvent = impossible("unknown_event", "There is no event {version}; the last one is {last}.")
NotAPrimaryEvent = impossible("not_a_primary_event", "Event {version} follows from event {caused_by}; name that one.")
AlreadyVoid = impossible(
    "already_void", "Event {version} is void already, by event {since}; whoever strikes {since} takes that back."
)
NothingStandsThere = impossible(
    "nothing_stands_there",
    "Event {version} is void. The last act before it is event {before}; put it in after that one.",
    typed='That is typed so: insert after {before} "anna gives bo 1".',
)
WasCorrected = impossible("was_corrected", "Event {version} was corrected; event {instead} stands in its place.")
CannotBeCorrected = impossible(
    "cannot_be_corrected",
    "Event {version} ({kind}) is no act that another can replace; correct the act that it belongs to.",
    events=("kind",),
)
CannotStandThere = impossible(
    "cannot_stand_there",
    "A correction puts in what happened at the table; “{kind}” is not among that.",
    events=("kind",),
)
NothingToPutIn = impossible(
    "nothing_to_put_in", "Say what happened after event {version}; a correction there puts in an act."
)
CorrectedTwice = impossible(
    "corrected_twice", "Event {version} is corrected twice here; say once what happened instead."
)
PaidByAnotherPlan = impossible(
    "paid_by_another_plan",
    "With this correction the plan would come out otherwise, and event {version} is a payment by the plan as it is. "
    "Strike the payments first, or settle the difference between the players.",
)
CannotBeStruck = impossible(
    "cannot_be_struck", "Event {version} ({kind}) cannot be struck; record what is right instead.", events=("kind",)
)
NobodyPlaysHere = impossible(
    "nobody_plays_here",
    "This night only settles what people owe each other from elsewhere: nobody else sits down, no hand is played, and "
    "it stays closed. Strike its plan to take it back, or correct the numbers.",
)


class StrikeConflicts(Impossible):
    code = "strike_conflicts"
    in_words: ClassVar = {"way": WAYS_OUT}
    events = ("kind",)
    sentence = (
        "Without the struck events, event {version} ({kind}) would not be possible: {because} Strike it as "
        "well, or leave everything as it is and {way}."
    )
    sentence_of_several = (
        "Without the struck events, event {version} ({kind}) would not be possible: {because} Nor would {listed}. "
        "Strike them all as well, or leave everything as it is and {way}."
    )
    told_at_most = 5

    def say(self, names: dict[str, str] | None = None) -> str:
        """The sentence with the first events that would no longer be possible; the details hold all of them."""
        others = self.details.get("others", ())
        if not others:
            return super().say(names)
        listed = ", ".join(_event_text(other, names or {}) for other in others[: self.told_at_most])
        left = len(others) - self.told_at_most
        return say(
            self.sentence_of_several,
            **self.spoken(names or {}),
            listed=say("{events} and {left} more", events=listed, left=left) if left > 0 else listed,
        )

    def how_typed(self, names: dict[str, str] | None = None) -> str:
        """How the result is put right as lines, where the night still takes them."""
        typed = self.typed or WAYS_OUT_TYPED.get(self.details["way"], "")
        return say(typed, **self.spoken(names or {})) if typed else ""


class ConflictsRemain(StrikeConflicts):
    """Among what conflicts is what nobody can strike as well: what would only come back, or what a person said."""

    code = "conflicts_remain"
    sentence = (
        "After this strike, event {version} ({kind}) would not be possible: {because} To strike more does not help: leave "
        "everything as it is and {way}."
    )
    sentence_of_several = (
        "After this strike, event {version} ({kind}) would not be possible: {because} Nor would {listed}. To strike more "
        "does not help: leave everything as it is and {way}."
    )


class CorrectionConflicts(StrikeConflicts):
    code = "correction_conflicts"
    sentence = (
        "After this correction, event {version} ({kind}) would not be possible: {because} Say also what "
        "happened instead, strike it too, or let nothing count from there on."
    )
    sentence_of_several = (
        "After this correction, event {version} ({kind}) would not be possible: {because} Nor would {listed}. Say "
        "also what happened instead, strike them too, or let nothing count from there on."
    )
    typed = (
        'In the same line: what happened instead (and {version} to "…"), a strike (and strike {version}), or nothing from '
        "there on (and stop at {version})."
    )


def _event_text(event: Mapping[str, Any], names: Mapping[str, str]) -> str:
    player = event["player"]
    inside = [event_in_words(event["kind"]), *([names.get(player, player)] if player else [])]
    return f"{event['version']} ({', '.join(inside)})"


# The bank: issuing, counting, closing, settling.

AmountIsMissing = impossible("amount_is_missing", "A {act} needs a number of chips, at least 1.")
NothingCounted = impossible(
    "nothing_counted", "A count needs the number of chips, or of the pieces of each kind; 0 if there are none."
)
BoxIsShort = impossible("box_is_short", "The box holds {left} chips and cannot issue {chips}.")
TooMuchForTheBook = impossible(
    "too_much_for_the_book",
    "That would be worth {cents}, and the book of this night can hold {left} more.",
    money=("cents", "left"),
)
ChipsAreInTheBook = impossible(
    "chips_are_in_the_book", "Tonight's chips are in the book alone: there is nothing to count; close the night."
)
BoxIsNotDeclared = impossible(
    "box_is_not_declared",
    "The banker plays from the box, which was opened without an inventory and so cannot be counted.",
)
BankerPlaysFromTheBox = impossible(
    "banker_plays_from_the_box", "{player} keeps the bank and plays from the box; they have no stack of their own."
)
PriceIsAnother = impossible("price_is_another", "{chips} chips are worth {cents}, not {said}.", money=("cents", "said"))
HasFewerChips = impossible("has_fewer_chips", "{player} cannot give {chips} with a stack of {stack}.")
PlayerIsInTheHand = impossible(
    "player_is_in_the_hand", "{player} is in the hand; chips and seats can change when it is over or they have folded."
)
PayerIsPayee = impossible("payer_is_payee", "{player} cannot give to themselves; name somebody else.")
UnknownDenomination = impossible(
    "unknown_denomination", "There is no chip called {name}; the box was opened with {known}."
)
CountDoesNotAddUp = impossible("count_does_not_add_up", "The counted pieces are worth {chips} chips, not {said}.")
CountExceedsAllChips = impossible(
    "count_exceeds_all_chips", "{player} cannot have {chips} chips; the box was opened with {all_chips} in all."
)
OwesLess = impossible(
    "owes_less",
    "{player} owes {owes} and cannot pay in {cents}; they can pay in as much as they owe, or less.",
    money=("owes", "cents"),
)
HasLessComing = impossible(
    "has_less_coming",
    "{player} is owed {coming} and cannot be paid {cents}; to be paid more, they hand back chips first.",
    money=("coming", "cents"),
)
TableStakes = against(
    "table_stakes",
    "chips are bought between hands",
    "{player} is in the hand; in a game with all-in, chips are bought between hands.",
)
LoansAreUsedUp = against(
    "loans_are_used_up",
    "the bank lends to one player only so often in a night",
    "Loans to {player} tonight: {number}; this house gives {most} at most.",
)
LentTooMuch = against(
    "lent_too_much",
    "the bank lends one player only so many chips",
    "{player} would have {chips} chips on credit, and this house lends {most} at most.",
)
OwesTooMuch = against(
    "owes_too_much",
    "a player owes only so much, earlier nights included",
    "With {earlier} from earlier nights {player} would owe {cents}, and this house lends up to {most} in all.",
    money=("earlier", "cents", "most"),
)
OldDebtsComeFirst = against(
    "old_debts_come_first",
    "old debts are paid before the bank lends again",
    "{player} still owes {earlier} from earlier nights, and this house lends nothing before that is paid.",
    money=("earlier",),
)
BankerIsPlaying = against(
    "banker_is_playing",
    "nobody buys from a banker who is in the hand",
    "{banker} keeps the bank and is in the hand; {player} bets with a shadow and buys when the hand is over.",
)
HandIsBeingPlayed = impossible("hand_is_being_played", "Hand {number} ({game}) is being played; finish it first.")
PotIsCarried = impossible(
    "pot_is_carried", "{chips} chips are carried to the next hand; play it, or rule who gets them."
)
CountIsMissing = against(
    "count_is_missing",
    "everybody is counted before play ends",
    "Not counted yet: {players}. Count their chips, or waive the count to let the book stand.",
)
NoGapToResolve = impossible("no_gap_to_resolve", "Count and book agree; there is no gap to resolve.")
GapIsResolved = impossible(
    "gap_is_resolved",
    "Who bears the gap has been said so already. As long as nothing is paid, somebody else can be named.",
    typed="“gap banker”, “gap NAME”, “gap winners”, “gap losers” or “gap all” says it otherwise.",
)
GapIsOpen = impossible(
    "gap_is_open",
    "Chips {what} at the count: {chips}. Before the night is settled, say who is credited for missing chips or charged "
    "for chips over: the banker or one player alone, or the winners, the losers or all in equal parts.",
)
NobodyToBear = impossible(
    "nobody_to_bear", "There are no {by} tonight to share the gap; say the banker, one player or all."
)
BearerIsMissing = impossible(
    "bearer_is_missing", "Say which player settles the gap alone; or say the banker, the winners, the losers or all."
)
PlanIsFrozen = impossible(
    "plan_is_frozen",
    "The plan is frozen; payments are recorded against it. Another takes its place only while nothing is paid.",
)
ExpenseIsTooLate = impossible(
    "expense_is_too_late",
    "The plan is frozen without it. As long as nothing is paid, a correction puts the expense in before the plan, which is "
    "then made anew; once somebody has paid, those who share in it settle it among themselves.",
    typed='“insert after NUMBER "bo paid 240 for pizza"”, with the number of an event before the plan, puts it in.',
)
NobodyShares = impossible(
    "nobody_shares", "{player} would pay for nobody else, so there is nothing to share; say for whom it was paid."
)
KittyHoldsLess = impossible(
    "kitty_holds_less", "There is {left} in the kitty, which is less than {cents}.", money=("left", "cents")
)
KittyPaysAlone = impossible(
    "kitty_pays_alone", "What the kitty pays is shared by nobody; leave out for whom it was paid, or the kitty."
)
PlanIsAnother = impossible(
    "plan_is_another", "The nets give a different {kind} plan; freeze that one, or leave the transfers out."
)
CoinIsTooSmall = impossible(
    "coin_is_too_small",
    "There is no coin of {coin} {currency}; transfers are exact, or rounded to a coin that the currency has.",
)
NoOldDebts = impossible(
    "no_old_debts", "The club has no unpaid debts in {currency} from earlier nights; settle without old debts."
)
OldDebtsAreInAnotherCurrency = impossible(
    "old_debts_are_in_another_currency",
    "The club's unpaid debts are in {others}; a plan in {currency} takes none of them over.",
)
OldDebtsAreFilledIn = impossible(
    "old_debts_are_filled_in",
    "The book knows which old debts are unpaid; say that they go in (with_old_debts), and leave the list out.",
)
TooManyOldDebts = impossible(
    "too_many_old_debts", "The club has {number} unpaid debts; one plan takes in {most} at most."
)
NoPlanYet = impossible("no_plan_yet", "There is no plan yet; close the night and freeze one.")
UnknownTransfer = impossible("unknown_transfer", "There is no transfer {number}; the plan has {last}.")
TransferIsPaid = impossible("transfer_is_paid", "Transfer {number} is paid already.")
PaysTooMuch = impossible(
    "pays_too_much", "Transfer {number} has {left} left to pay, and {cents} is too much.", money=("left", "cents")
)
ClaimIsMore = impossible(
    "claim_is_more",
    "{payer} says that {cents} of transfer {number} are paid, and only {left} are left to pay; note what is left, or decline that.",
    typed="What is left is typed “pay {number}”.",
    money=("left", "cents"),
)
BankIsNotCounted = against(
    "bank_is_not_counted",
    "what is handed over is counted",
    "Not counted yet: {what}. Count what is handed over, or waive the count to let the book stand.",
    in_words={"what": {"box": to_say("the box"), "till": to_say("the till")}},
)
BoxHasNoInventory = impossible(
    "box_has_no_inventory", "The box was opened without an inventory and so cannot be counted; leave its chips out."
)
BoxCountExceedsAllChips = impossible(
    "box_count_exceeds_all_chips", "The box cannot hold {chips} chips; it was opened with {all_chips} in all."
)
KeepsTheBankAlready = impossible("keeps_the_bank_already", "{player} keeps the bank already; name another player.")
SomebodyElseKeepsTheBank = impossible(
    "somebody_else_keeps_the_bank", "{banker} keeps the bank, so {player} cannot pass it on."
)

# What players ask for and say themselves, and the banker's answers.

UnknownRequest = impossible("unknown_request", "There is no request {number} tonight; made so far: {made}.")
RequestIsOver = impossible(
    "request_is_over",
    "Request {number} is {state} already; the player may ask again.",
    in_words={
        "state": {
            "approved": to_say("approved"),
            "declined": to_say("declined"),
            "withdrawn": to_say("withdrawn"),
            "lapsed": to_say("over since the close"),
        }
    },
)
RequestIsOfAnother = impossible(
    "request_is_of_another", "{asked_by} made request {number}, so {player} cannot withdraw it."
)
RequestIsNumberedOtherwise = impossible(
    "request_is_numbered_otherwise",
    "The next request of this night is number {next}, not {number}; leave the number out.",
)
NightHasTooManyRequests = impossible(
    "night_has_too_many_requests",
    "{most} requests were made tonight, and no more are taken; the banker records what is needed.",
)
AsksAlready = impossible(
    "asks_already",
    "Request {number} of {player} ({what}) is open; withdraw it first, or wait for the banker.",
    in_words={"what": {"chips": to_say("chips"), "count": to_say("a count"), "payment": to_say("a payment")}},
)
NotWhatWasAsked = impossible(
    "not_what_was_asked",
    "Request {number} of {player} ({what}) asks for something else; record this without it, or approve the request.",
    in_words={"what": {"chips": to_say("chips"), "count": to_say("a count"), "payment": to_say("a payment")}},
)
MoreThanWasAsked = impossible(
    "more_than_was_asked",
    "{player} asks for {asked} chips in request {number}; {chips} are more. Approve as many or fewer.",
)
OnlyChipsCanBeFewer = impossible(
    "only_chips_can_be_fewer",
    "Request {number} asks for no chips, so it is approved as it is or declined; leave the chips out.",
)
NothingIsCounted = impossible(
    "nothing_is_counted", "{player} has no count that holds; say what you counted, and the banker accepts it."
)
CountIsAnother = impossible(
    "count_is_another",
    "{player} has {chips} chips counted, not {said}; confirm that, say your own count or dispute it.",
)
CountIsConfirmed = impossible("count_is_confirmed", "{player} has confirmed the count of {chips} chips already.")
NotThePayer = impossible("not_the_payer", "{payer} pays transfer {number}, so {player} cannot say that it was paid.")
NotThePayee = impossible("not_the_payee", "{payee} receives transfer {number}, so {player} cannot confirm it.")
TransferIsOfOthers = impossible(
    "transfer_is_of_others",
    "It speaks of transfer {number} from {payer} to {payee}, and that would be one from {now_payer} to {now_payee}.",
)
PaymentIsConfirmed = impossible("payment_is_confirmed", "Transfer {number} is paid, and {payee} has confirmed it.")
ConfirmsTooMuch = impossible(
    "confirms_too_much",
    "Of transfer {number}, {waiting} waits to be confirmed, and {cents} is more; confirm that first.",
    money=("waiting", "cents"),
)
ClaimsStand = impossible(
    "claims_stand",
    "{player} says that transfer {transfer} is paid (request {number}); confirm or decline that before another plan.",
)

# Disputes, their answers and how they end.

DisputeIsWordless = impossible("dispute_is_wordless", "A dispute is words and nothing else; say what is wrong.")
TooManyDisputes = impossible(
    "too_many_disputes", "{player} has {most} open disputes, and one player has no more; resolve or withdraw one first."
)
DisputedAlready = impossible(
    "disputed_already",
    "{player} disputes that already, in the same words: dispute {number} is open. Answer it to say more, or withdraw it.",
)
NightHasTooManyDisputes = impossible(
    "night_has_too_many_disputes",
    "{most} disputes were raised tonight, and no more are taken; answer or resolve those there are.",
)
DisputeIsNumberedOtherwise = impossible(
    "dispute_is_numbered_otherwise",
    "The next dispute of this night is number {next}, not {number}; leave the number out.",
)
TooManyAnswers = impossible(
    "too_many_answers",
    "Dispute {number} has {most} answers, and no more are taken; resolve it, or let it be withdrawn.",
)
UnknownDispute = impossible("unknown_dispute", "There is no dispute {number} tonight; raised so far: {raised}.")
DisputeIsOver = impossible("dispute_is_over", "Dispute {number} is {state} already; raise a new one if it goes on.")
NotTheirDispute = impossible(
    "not_their_dispute", "{raised_by} raised dispute {number}, so {player} cannot end it, but can answer it."
)
WithdrawalIsNameless = impossible(
    "withdrawal_is_nameless",
    "Only {raised_by}, who raised dispute {number}, can take it back; say that it is {raised_by} who does.",
    typed="That is typed “withdraw dispute {number} by {raised_by}”.",
)
NoWordToAgreeTo = impossible(
    "no_word_to_agree_to",
    "The bank has not said how dispute {number} ends, so there is nothing for {player} to agree to; {player} can "
    "withdraw the dispute.",
)
BanksWordIsAnother = impossible(
    "banks_word_is_another",
    "The bank's last word on dispute {number} is event {last}, not {version}; read it, and agree to that if it is "
    "right.",
)
SaidBySomebody = impossible(
    "said_by_somebody",
    "Event {version} is what {player} said in dispute {number}, and no strike, undo or correction makes it void; only "
    "{player} can withdraw the dispute, and what was said by mistake is answered.",
    typed="Taking it back is typed “withdraw dispute {number} by {player}”.",
)
ResolutionIsMissing = impossible(
    "resolution_is_missing",
    "Say what ends dispute {number}: the number of a strike, a correction or a ruling, or in words what the table "
    "agreed on.",
)
UnknownDisputedEvent = impossible(
    "unknown_disputed_event", "This night has no event {version}, so nobody can dispute it; the last one is {last}."
)
DisputedEventIsVoid = impossible(
    "disputed_event_is_void",
    "Event {version} is void since event {since} and counts no more; dispute event {instead} instead.",
)
ResolvesNoDispute = impossible(
    "resolves_no_dispute",
    "Event {version} is no strike, correction or ruling in force made after dispute {number} was raised; name one, or "
    "say in words how it ends.",
)
