"""Refusals of the bank: issuing, counting, closing, settling."""

from engine.errors.base import AgainstTheRules, Impossible, said
from engine.speech import to_say


class AmountIsMissing(Impossible):
    code = "amount_is_missing"
    said_as = said(
        act={"bet": to_say("bet"), "raise": to_say("raise"), "buy-in": to_say("buy-in"), "cash-out": to_say("cash-out")}
    )
    sentence = "A {act} needs a number of chips, at least 1."


class NothingCounted(Impossible):
    code = "nothing_counted"
    sentence = "A count needs the number of chips, or of the pieces of each kind; 0 if there are none."


class BoxIsShort(Impossible):
    code = "box_is_short"
    sentence = "The box holds {left} chips and cannot issue {chips}."


class TooMuchForTheBook(Impossible):
    code = "too_much_for_the_book"
    sentence = "That would be worth {cents}, and the book of this night can hold {left} more."
    money = ("cents", "left")


class BoxIsNotDeclared(Impossible):
    code = "box_is_not_declared"
    sentence = "The banker plays from the box, which was opened without an inventory and so cannot be counted."


class BankerPlaysFromTheBox(Impossible):
    code = "banker_plays_from_the_box"
    sentence = "{player} keeps the bank and plays from the box; they have no stack of their own."


class PriceIsAnother(Impossible):
    code = "price_is_another"
    sentence = "{chips} chips are worth {cents}, not {said}."
    money = ("cents", "said")


class HasFewerChips(Impossible):
    code = "has_fewer_chips"
    sentence = "{player} cannot give {chips} with a stack of {stack}."


class PlayerIsInTheHand(Impossible):
    code = "player_is_in_the_hand"
    sentence = "{player} is in the hand; chips and seats can change when it is over or they have folded."


class PayerIsPayee(Impossible):
    code = "payer_is_payee"
    sentence = "{player} cannot pass chips to themselves; name somebody else."


class UnknownDenomination(Impossible):
    code = "unknown_denomination"
    sentence = "There is no chip called {name}; the box was opened with {known}."


class CountDoesNotAddUp(Impossible):
    code = "count_does_not_add_up"
    sentence = "The counted pieces are worth {chips} chips, not {said}."


class CountExceedsAllChips(Impossible):
    code = "count_exceeds_all_chips"
    sentence = "{player} cannot have {chips} chips; the box was opened with {all_chips} in all."


class OwesLess(Impossible):
    code = "owes_less"
    sentence = "{player} owes {owes} and cannot pay in {cents}; they can pay in as much as they owe, or less."
    money = ("owes", "cents")


class HasLessComing(Impossible):
    code = "has_less_coming"
    sentence = "{player} is owed {coming} and cannot be paid {cents}; to be paid more, they hand back chips first."
    money = ("coming", "cents")


class TableStakes(AgainstTheRules):
    code = "table_stakes"
    title = "chips are bought between hands"
    sentence = "{player} is in the hand; in a game with all-in, chips are bought between hands."


class BankerIsPlaying(AgainstTheRules):
    code = "banker_is_playing"
    title = "nobody buys from a banker who is in the hand"
    sentence = "{banker} keeps the bank and is in the hand; {player} bets with a shadow and buys when the hand is over."


class HandIsBeingPlayed(Impossible):
    code = "hand_is_being_played"
    sentence = "Hand {number} ({game}) is being played; finish it first."


class PotIsCarried(Impossible):
    code = "pot_is_carried"
    sentence = "{chips} chips are carried to the next hand; play it, or rule who gets them."


class CountIsMissing(AgainstTheRules):
    code = "count_is_missing"
    title = "everybody is counted before play ends"
    sentence = "Not counted yet: {players}. Count their chips, or waive the count to let the book stand."


class NoGapToResolve(Impossible):
    code = "no_gap_to_resolve"
    sentence = "Count and book agree; there is no gap to resolve."


class GapIsResolved(Impossible):
    code = "gap_is_resolved"
    sentence = (
        "The gap is resolved already. As long as nothing is paid, that can be taken back, and the gap resolved anew."
    )
    typed = '“strike NUMBER "WHY"” takes it back: the number of the event that says who bears the gap, and a reason.'


class GapIsOpen(Impossible):
    code = "gap_is_open"
    said_as = said(what={"missing": to_say("missing"), "over": to_say("over")})
    sentence = (
        "Chips {what} at the count: {chips}. Before the night is settled, say who is credited for missing chips or "
        "charged for chips over: the banker or one player alone, or the winners, the losers or all in equal parts."
    )


class NobodyToBear(Impossible):
    code = "nobody_to_bear"
    sentence = "There are no {by} tonight to share the gap; say the banker, one player or all."


class BearerIsMissing(Impossible):
    code = "bearer_is_missing"
    sentence = "Say which player settles the gap alone; or say the banker, the winners, the losers or all."


class PlanIsFrozen(Impossible):
    code = "plan_is_frozen"
    sentence = (
        "The plan is frozen; payments are recorded against it. Another takes its place only while nothing is paid."
    )


class PlanIsAnother(Impossible):
    code = "plan_is_another"
    sentence = "The nets give a different {kind} plan; freeze that one, or leave the transfers out."


class CoinIsTooSmall(Impossible):
    code = "coin_is_too_small"
    sentence = "There is no coin of {coin} {currency}; transfers are exact, or rounded to a coin that the currency has."


class NoOldDebts(Impossible):
    code = "no_old_debts"
    sentence = "The club has no unpaid debts in {currency} from earlier nights; settle without old debts."


class OldDebtsAreInAnotherCurrency(Impossible):
    code = "old_debts_are_in_another_currency"
    sentence = "The club's unpaid debts are in {others}; a plan in {currency} takes none of them over."


class OldDebtsAreFilledIn(Impossible):
    code = "old_debts_are_filled_in"
    sentence = (
        "The book knows which old debts are unpaid; say that they go in (with_old_debts), and leave the list out."
    )


class TooManyOldDebts(Impossible):
    code = "too_many_old_debts"
    sentence = "The club has {number} unpaid debts; one plan takes in {most} at most."


class NoPlanYet(Impossible):
    code = "no_plan_yet"
    sentence = "There is no plan yet; close the night and freeze one."


class UnknownTransfer(Impossible):
    code = "unknown_transfer"
    sentence = "There is no transfer {number}; the plan has {last}."


class TransferIsPaid(Impossible):
    code = "transfer_is_paid"
    sentence = "Transfer {number} is paid already."


class PaysTooMuch(Impossible):
    code = "pays_too_much"
    sentence = "Transfer {number} has {left} left to pay, and {cents} is too much."
    money = ("left", "cents")


class BankIsNotCounted(AgainstTheRules):
    code = "bank_is_not_counted"
    title = "what is handed over is counted"
    said_as = said(what={"box": to_say("the box"), "till": to_say("the till")})
    sentence = "Not counted yet: {what}. Count what is handed over, or waive the count to let the book stand."


class BoxHasNoInventory(Impossible):
    code = "box_has_no_inventory"
    sentence = "The box was opened without an inventory and so cannot be counted; leave its chips out."


class BoxCountExceedsAllChips(Impossible):
    code = "box_count_exceeds_all_chips"
    sentence = "The box cannot hold {chips} chips; it was opened with {all_chips} in all."


class KeepsTheBankAlready(Impossible):
    code = "keeps_the_bank_already"
    sentence = "{player} keeps the bank already; name another player."


class SomebodyElseKeepsTheBank(Impossible):
    code = "somebody_else_keeps_the_bank"
    sentence = "{banker} keeps the bank, so {player} cannot pass it on."
