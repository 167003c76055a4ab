"""Copies loans, payments and counts into the accounts, and who keeps the bank.

A count goes on with chips that the bank moves, and ends with a hand.
"""

from engine import commands, events
from engine.ids import PlayerId
from engine.ledger.postings import Moves
from engine.night.requests.facts import approved, own_count_is_over
from engine.registry import copies_nothing, folds, moves
from engine.resolved import resolved
from engine.state import Night


def keep_count(night: Night, player: PlayerId, chips: int) -> None:
    """The player has counted so many chips; who plays from the box has counted the box too."""
    night.counts[player] = chips
    night.confirmed.pop(player, None)
    night.counted["chips:" + player] = player
    if player == night.from_box:
        night.counted["box"] = player


# Chips that change hands beside a hand, in front of those who have counted theirs.
COUNTED_ON = frozenset({commands.GiveLoan, commands.BuyChips, commands.CashOut, commands.TransferChips})


def count_on(night: Night, source: str, target: str, chips: int) -> None:
    """The bank has moved chips between these accounts, so that they lie there too, or lie there no more.

    Whoever has handed over more than they had counted has not been counted.
    """
    for account, more in ((source, -chips), (target, chips)):
        player = night.counted.get(account)
        if player is None or player not in night.counts:
            continue
        night.counts[player] += more
        if player in night.confirmed:
            night.confirmed[player] += more
    for account in (source, target):
        if night.counts.get(night.counted.get(account, ""), 0) < 0:
            forget_counts(night, account, account)


def forget_counts(night: Night, source: str, target: str) -> None:
    """Chips have moved between these accounts, and what was counted there is no longer true."""
    for account in (source, target):
        player = night.counted.pop(account, None)
        if player is not None:
            night.counts.pop(player, None)
            night.confirmed.pop(player, None)


@folds(commands.CountChips)
def counted(night: Night, event: commands.CountChips) -> None:
    """The latest count of each player counts."""
    chips = resolved(event.chips)
    keep_count(night, event.player, chips)
    night.count_made = event
    if event.request is not None:
        own_count_is_over(night, event.request, chips)


@folds(events.CountDiffers)
def difference_stated(night: Night, _: events.CountDiffers) -> None:
    """The difference has been said; it becomes final at the close."""
    night.count_made = None


@folds(commands.GiveLoan)
def loan_given(night: Night, event: commands.GiveLoan) -> None:
    """A player's initial loan is no longer due once it is given; all others count."""
    if event.initial:
        night.newcomer = None
    # A forged one for somebody who is not there is copied too; whoever judges it says what is wrong with it.
    elif (person := night.people.get(event.player)) is not None:
        person.loans += 1
    approved(night, event.request)


@folds(commands.BuyChips)
def chips_bought(night: Night, event: commands.BuyChips) -> None:
    """The player has what they asked for."""
    approved(night, event.request)


@moves(commands.GiveLoan)
def loan_moves(event: commands.GiveLoan) -> Moves:
    return (("box", "chips:" + event.player, event.chips), ("loan:" + event.player, "credit", event.cents or 0))


@moves(commands.BuyChips)
def bought_moves(event: commands.BuyChips) -> Moves:
    return (("box", "chips:" + event.player, event.chips), ("cash:" + event.player, "till", event.cents or 0))


@moves(commands.CashOut)
def cashed_moves(event: commands.CashOut) -> Moves:
    source, target = ("till", "cash:" + event.player) if event.paid else ("credit", "loan:" + event.player)
    return (("chips:" + event.player, "box", event.chips), (source, target, event.cents or 0))


@moves(commands.TransferChips)
def transferred_moves(event: commands.TransferChips) -> Moves:
    return (("chips:" + event.payer, "chips:" + event.payee, event.chips),)


@moves(commands.PayIn)
def paid_in_moves(event: commands.PayIn) -> Moves:
    return (("cash:" + event.player, "till", event.cents), ("credit", "loan:" + event.player, event.cents))


@moves(commands.PayOut)
def paid_out_moves(event: commands.PayOut) -> Moves:
    return (("till", "cash:" + event.player, event.cents), ("loan:" + event.player, "credit", event.cents))


folds(commands.TransferChips, commands.PayIn, commands.PayOut)(copies_nothing)


@folds(commands.PassBank)
def passed(night: Night, event: commands.PassBank) -> None:
    """The bank is on its way; nobody is due a first loan or the word on an earlier count because of it."""
    night.handover = event
    night.newcomer = None
    night.count_made = None


@folds(events.BankTaken)
def bank_taken(night: Night, event: events.BankTaken) -> None:
    """Somebody else keeps the bank. Counts that held the box, or hold it now, count no more.

    Once the box is counted, all that was missing so far, in it or in front of whoever went home, is found in the time of
    whoever hands it over; what was found before an uncounted handover goes with the bank (RULINGS R-G4).
    """
    passed = resolved(night.handover)
    handed_over = resolved(passed.banker)
    if passed.chips is not None:
        gap = night.balance.get("gap", 0) - sum(night.gaps_of_bankers.values())
        night.gaps_of_bankers[handed_over] = night.gaps_of_bankers.get(handed_over, 0) + gap
    night.handover = None
    night.bankers.append(event.banker)
    if night.from_box is not None:
        night.from_box = event.banker
        forget_counts(night, "box", "chips:" + handed_over)
        forget_counts(night, "box", "chips:" + event.banker)


@moves(events.BoxGapFound)
def box_gap_moves(event: events.BoxGapFound) -> Moves:
    return (("gap", "box", event.counted - event.book), ("loan:" + event.banker, "credit", event.cents))


@moves(events.TillGapFound)
def till_gap_moves(event: events.TillGapFound) -> Moves:
    missing = event.book - event.counted
    return (("till", "cash:" + event.banker, missing), ("loan:" + event.banker, "credit", missing))


@moves(events.RuledChipsCharged)
def ruled_moves(event: events.RuledChipsCharged) -> Moves:
    return (("loan:" + event.banker, "credit", event.cents),)


folds(events.BoxGapFound, events.TillGapFound, events.RuledChipsCharged)(copies_nothing)
