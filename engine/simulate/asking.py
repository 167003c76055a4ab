"""Requests of a simulated night: asked, approved, declined, withdrawn and confirmed; and the bank that changes hands."""

from engine import commands
from engine.simulate.between import HANDED_OUT, PEDER, present
from engine.simulate.chance import Chance, one_in, pick
from engine.state import Night


def asked(night: Night, chance: Chance) -> commands.Command | None:
    """What somebody asks for or confirms between hands; None if that player has asked already."""
    player = pick(chance, present(night))
    if player in night.counts and player not in night.confirmed:
        return commands.ConfirmCount(player=player)
    if any(request.asked.player == player for request in night.open_requests.values()):
        return None
    if one_in(chance, 3):
        return commands.SayCount(player=player, chips=night.stack(player))
    return commands.AskForChips(player=player, chips=pick(chance, HANDED_OUT), paid=one_in(chance, 3))


def answered(night: Night, chance: Chance, number: int) -> commands.Command:
    """What becomes of an open request."""
    request = night.open_requests[number].asked
    if one_in(chance, 5):
        return commands.DeclineRequest(request=number, reason="later")
    if one_in(chance, 5):
        return commands.WithdrawRequest(request=number)
    fewer = isinstance(request, commands.AskForChips) and one_in(chance, 4)
    return commands.ApproveRequest(request=number, chips=PEDER if fewer else None)


def said_of_a_payment(chance: Chance, number: int) -> tuple[commands.Command, ...]:
    """The payer says that they paid, the payee confirms it, or both; nothing where the payment is the banker's word."""
    payer, payee = one_in(chance, 6), one_in(chance, 4)
    said: tuple[commands.Command, ...] = (commands.SayPayment(transfer=number),) if payer else ()
    return (*said, commands.ConfirmPayment(transfer=number)) if payee else said


def handed_over(night: Night, chance: Chance) -> commands.PassBank | None:
    """The bank passes to another player, counted, now and then with a slip; None if nobody else is there."""
    others = [player for player in present(night) if player != night.banker]
    if not others:
        return None
    slip = pick(chance, (0, 0, 0, -1, 2))
    box, till = night.balance.get("box", 0), night.balance.get("till", 0)
    return commands.PassBank(
        to=pick(chance, others),
        chips=max(0, box + slip) if night.inventory else None,
        till=max(0, till - 100 if one_in(chance, 4) else till),
    )
