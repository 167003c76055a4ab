"""The rules of the bank: loans, buy-ins, cash-outs, transfers, counts, early payments; and when it may change hands."""

from collections.abc import Iterator

from msgspec.structs import replace

from engine import commands, errors, events
from engine.ids import PlayerId
from engine.ledger.accounts import given_away, has_coming, owes
from engine.ledger.postings import COUNTED_MOST, in_the_box, left_in_the_box, to_be_counted
from engine.night.requests.matching import open_of, request_of_count, request_of_issue
from engine.preconditions import between_hands, can_count, has_a_stack, here, in_play, insist, money_of, opened, present
from engine.registry import decides
from engine.resolved import resolved
from engine.speech import phrase
from engine.state import Hand, Night


@decides(commands.GiveLoan)
def give_loan(command: commands.GiveLoan, night: Night) -> commands.GiveLoan:
    """Chips on credit at the night's unit, within what the house lends; only the rules give an initial loan."""
    _issue(command, night, command.player, command.chips)
    cents = _worth(night, command.chips, command.cents)
    for refusal in limits_passed(command, night):
        insist(command, refusal)
    return replace(command, cents=cents, initial=False, request=request_of_issue(command, night))


@decides(commands.BuyChips)
def buy_chips(command: commands.BuyChips, night: Night) -> commands.BuyChips:
    """Chips for money at the night's unit."""
    _issue(command, night, command.player, command.chips)
    cents = _worth(night, command.chips, command.cents)
    return replace(command, cents=cents, request=request_of_issue(command, night))


def limits_passed(loan: commands.GiveLoan, night: Night) -> Iterator[errors.AgainstTheRules]:
    """What speaks against the loan in a house that lends within limits: old debts, then how often, how much, and in all."""
    rules, player, earlier = night.rules, loan.player, loan.earlier
    if rules.old_debts_first and earlier:
        yield errors.OldDebtsComeFirst(player=player, earlier=earlier, **money_of(night))
    loans = night.people[player].loans
    if 0 < rules.loans_most <= loans:
        yield errors.LoansAreUsedUp(player=player, number=loans, most=rules.loans_most)
    on_credit = loan.chips * night.unit - night.balance.get("loan:" + player, 0)
    if 0 < rules.lent_most * night.unit < on_credit:
        # A part of a chip is one more.
        chips = -(-on_credit // night.unit)
        yield errors.LentTooMuch(player=player, chips=chips, most=rules.lent_most)
    most, owed = rules.owed_most * night.unit, on_credit + earlier
    if 0 < most < owed:
        yield errors.OwesTooMuch(player=player, earlier=earlier, cents=owed, most=most, **money_of(night))


def still_lent(night: Night, player: PlayerId, earlier: int = 0) -> int | None:
    """The most chips of a loan within the limits of the house, 0 if it lends no more; None where it has no such limit.

    `earlier`: the cents that the player owes from earlier nights.
    """
    rules, limits = night.rules, ((night.rules.lent_most, 0), (night.rules.owed_most, earlier))
    if (rules.old_debts_first and earlier) or 0 < rules.loans_most <= night.people[player].loans:
        return 0
    on_credit = -night.balance.get("loan:" + player, 0)
    left = [(most * night.unit - on_credit - owed) // night.unit for most, owed in limits if most]
    return max(0, min(left)) if left else None


def _issue(command: commands.GiveLoan | commands.BuyChips, night: Night, player: PlayerId, chips: int) -> None:
    in_play(night)
    here(night, player)
    has_a_stack(night, player)
    _box_holds(night, chips)
    hand = night.hand
    if hand is None or player not in hand.still_in:
        return
    if hand.game.goes_all_in:
        insist(command, errors.TableStakes(player=player))
    elif night.banker in hand.still_in:
        insist(command, errors.BankerIsPlaying(player=player, banker=night.banker))


def _box_holds(night: Night, chips: int) -> None:
    """Refuses chips the box does not have, after those it must sell to players who bet by shadow."""
    left = max(0, left_in_the_box(night))
    if chips <= left:
        return
    if night.inventory and chips > in_the_box(night) - night.balance.get("due", 0):
        raise errors.BoxIsShort(chips=chips, left=left)
    raise errors.TooMuchForTheBook(cents=chips * night.unit, left=left * night.unit, **money_of(night))


def _worth(night: Night, chips: int, stated: int | None) -> int:
    cents = chips * night.unit
    if stated not in (None, cents):
        raise errors.PriceIsAnother(chips=chips, said=stated, cents=cents, **money_of(night))
    return cents


@decides(commands.CashOut)
def cash_out(command: commands.CashOut, night: Night) -> commands.CashOut:
    """Chips handed back, credited to the account or paid in money."""
    in_play(night)
    present(night, command.player)
    if command.chips <= 0:
        raise errors.AmountIsMissing(act=phrase("cash-out"))
    has_a_stack(night, command.player)
    _has_chips_outside_the_hand(night, command.player, command.chips)
    return replace(command, cents=_worth(night, command.chips, command.cents))


def _has_chips_outside_the_hand(night: Night, player: PlayerId, chips: int) -> None:
    stack = night.balance.get("chips:" + player, 0)
    if chips > stack:
        raise errors.HasFewerChips(player=player, chips=chips, stack=stack)
    hand: Hand | None = night.hand
    if hand is not None and player in hand.still_in:
        raise errors.PlayerIsInTheHand(player=player)


@decides(commands.TransferChips)
def transfer_chips(command: commands.TransferChips, night: Night) -> commands.TransferChips:
    """Chips passed to another player outside a pot."""
    in_play(night)
    present(night, command.payer)
    here(night, command.payee)
    if command.payer == command.payee:
        raise errors.PayerIsPayee(player=command.payer)
    for player in (command.payer, command.payee):
        has_a_stack(night, player)
    _has_chips_outside_the_hand(night, command.payer, command.chips)
    return command


@decides(commands.CountChips)
def count_chips(command: commands.CountChips, night: Night) -> commands.CountChips:
    """Chips counted in front of a player."""
    chips = count_of(command, night)
    return replace(command, chips=chips, request=request_of_count(command, night))


def count_of(command: commands.CountChips | commands.SayCount, night: Night) -> int:
    """The chips of a count that is possible now; refused during a hand, because a pot belongs to nobody yet."""
    player = command.player
    in_play(night)
    can_count(night)
    here(night, player)
    between_hands(night)
    if player == night.from_box and not night.inventory:
        raise errors.BoxIsNotDeclared()
    chips = counted_chips(command, night)
    if night.inventory and chips > night.inventory:
        raise errors.CountExceedsAllChips(player=player, chips=chips, all_chips=night.inventory)
    can_be_counted(night, player, chips)
    return chips


def can_be_counted(night: Night, player: PlayerId, chips: int) -> None:
    """Refuses a count that is worth more than the book writes, together with the counts of the others."""
    counted = sum(counted for other, counted in night.counts.items() if other != player)
    left = COUNTED_MOST - counted * night.unit
    if chips * night.unit > left:
        raise errors.TooMuchForTheBook(cents=chips * night.unit, left=left, **money_of(night))


def counted_chips(command: commands.CountChips | commands.SayCount | commands.PassBank, night: Night) -> int:
    """The chips that the pieces come to, or the number said; refuses pieces the box does not have."""
    if not command.pieces:
        if command.chips is None:
            raise errors.NothingCounted()
        return command.chips
    worth = {kind.name.casefold(): kind.worth for kind in night.terms.inventory}
    chips = 0
    for part in command.pieces:
        if part.denomination.casefold() not in worth:
            raise errors.UnknownDenomination(name=part.denomination, known=list(worth))
        chips += worth[part.denomination.casefold()] * part.pieces
    if command.chips not in (None, chips):
        raise errors.CountDoesNotAddUp(said=command.chips, chips=chips)
    return chips


@decides(commands.PayIn)
def pay_in(command: commands.PayIn, night: Night) -> commands.PayIn:
    """Money a player pays towards what they owe."""
    _before_the_plan(night)
    present(night, command.player)
    owed = owes(night, command.player)
    if command.cents > owed:
        raise errors.OwesLess(player=command.player, cents=command.cents, owes=max(0, owed), **money_of(night))
    return command


@decides(commands.PayOut)
def pay_out(command: commands.PayOut, night: Night) -> commands.PayOut:
    """Money the bank pays a player from what they have coming; chips in front of them are handed back first."""
    _before_the_plan(night)
    present(night, command.player)
    coming = has_coming(night, command.player)
    if command.cents > coming:
        raise errors.HasLessComing(player=command.player, cents=command.cents, coming=max(0, coming), **money_of(night))
    return command


def _before_the_plan(night: Night) -> None:
    opened(night)
    if night.phase == "planned":
        raise errors.PlanIsFrozen()


def follow_count(night: Night, made: commands.CountChips) -> tuple[events.Event, ...]:
    """The difference between the count just made and the book; empty if there is none."""
    counted, book = night.counts.get(made.player), to_be_counted(night, made.player)
    if counted is None or counted == book:
        return ()
    return (events.CountDiffers(player=made.player, book=book, counted=counted),)


def initial_loan(night: Night, player: PlayerId) -> tuple[events.Event, ...]:
    """The house's loan to a player who sits down for the first time, or what the box has of it; empty if none."""
    chips = min(night.rules.initial_loan, left_in_the_box(night))
    if chips <= 0 or player == night.from_box:
        return ()
    return (commands.GiveLoan(player=player, chips=chips, cents=chips * night.unit, initial=True),)


@decides(commands.PassBank)
def pass_bank(command: commands.PassBank, night: Night) -> commands.PassBank:
    """Passes the bank on between hands; box and till are counted (a waiver trusts the book)."""
    between_hands(night)
    _may_keep_the_bank(command, night)
    if command.till is not None and command.till > COUNTED_MOST:
        raise errors.TooMuchForTheBook(cents=command.till, left=COUNTED_MOST, **money_of(night))
    chips = _counted_in_the_box(command, night)
    uncounted = ["box"] if night.inventory and chips is None else []
    uncounted += ["till"] if command.till is None and night.balance.get("till", 0) > 0 else []
    if uncounted:
        insist(command, errors.BankIsNotCounted(what=uncounted))
    return replace(command, chips=chips, banker=night.banker)


def _may_keep_the_bank(command: commands.PassBank, night: Night) -> None:
    if command.banker not in (None, night.banker):
        raise errors.SomebodyElseKeepsTheBank(player=command.banker, banker=night.banker)
    if command.to == night.banker:
        raise errors.KeepsTheBankAlready(player=command.to)
    # Whoever opened the night as banker and never sat down may have the bank back.
    if command.to in night.people or command.to not in night.bankers:
        here(night, command.to)


def _counted_in_the_box(command: commands.PassBank, night: Night) -> int | None:
    """The chips counted in the box; None if nobody says."""
    if command.chips is None and not command.pieces:
        return None
    can_count(night)
    if not night.inventory:
        raise errors.BoxHasNoInventory()
    chips = counted_chips(command, night)
    if chips > night.inventory:
        raise errors.BoxCountExceedsAllChips(chips=chips, all_chips=night.inventory)
    return chips


def follow_handover(night: Night, passed: commands.PassBank) -> tuple[events.Event, ...]:
    """What the outgoing banker answers for, and then that the other keeps the bank.

    A banker who plays from the box hands back what they have won, or is charged what they lost, as at the close.
    Money that the till lacks by the book was advanced by the banker, so an uncounted till holds at least nothing.
    """
    banker, balance, following = resolved(passed.banker), night.balance, list[events.Event]()
    won = balance.get("chips:" + banker, 0) if banker == night.from_box else 0
    if won:
        following.append(commands.CashOut(player=banker, chips=won, cents=won * night.unit))
    in_box = in_the_box(night)
    counted = in_box if passed.chips is None else passed.chips
    if counted != in_box:
        cents = (in_box - counted) * night.unit
        following.append(events.BoxGapFound(banker=banker, book=in_box, counted=counted, cents=cents))
    in_till = balance.get("till", 0)
    money = max(0, in_till) if passed.till is None else passed.till
    if money != in_till:
        following.append(events.TillGapFound(banker=banker, book=in_till, counted=money))
    if ruled := given_away(night):
        following.append(events.RuledChipsCharged(banker=banker, cents=ruled))
    if night.from_box is not None:
        # What either has said of the box, or of a stack that is now a part of it, is a count of something else from here.
        stated = (open_of(night, commands.SayCount, player) for player in (banker, passed.to))
        following += [commands.DeclineRequest(request=number) for number in stated if number is not None]
    return (*following, events.BankTaken(banker=passed.to, chips=counted if night.inventory else None, till=money))
