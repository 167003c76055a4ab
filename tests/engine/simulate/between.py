"""The acts of the bank between hands, what players ask for and dispute, and how it ends: at random."""

from collections.abc import Callable

from engine import commands
from engine.ids import PlayerId
from engine.ledger.accounts import has_coming, owes
from engine.sample.acts import Chance, one_in, pick, shuffled
from engine.state import Night

PEDER = 50
# The box is never short, because its refusals are no rule of a hand.
INVENTORY = (commands.Denomination("small", 1, 1_000_000), commands.Denomination("peder", PEDER, 100_000))
# A player with fewer chips than this asks the bank for more.
LOW = 20
HANDED_OUT = (50, 100, 150)
Maker = Callable[[Night, PlayerId, Chance], commands.Command | None]


def present(night: Night) -> list[PlayerId]:
    """Everyone who has not gone home."""
    return [player for player, person in night.people.items() if not person.left]


def sitting(night: Night) -> list[PlayerId]:
    """Everyone who is dealt in."""
    return [player for player in present(night) if night.people[player].sitting]


def at_the_bank(night: Night, chance: Chance) -> commands.Command:
    """A random act of a random player that their chips and money allow; they can always ask for chips."""
    player = pick(chance, present(night))
    acts = (maker(night, player, chance) for maker in shuffled(chance, MAKERS))
    return next(act for act in acts if act is not None)


def issue(night: Night, player: PlayerId, chance: Chance) -> commands.Command:
    """Chips on credit, or for money."""
    chips = pick(chance, HANDED_OUT)
    if one_in(chance, 3):
        return commands.BuyChips(player=player, chips=chips)
    return commands.GiveLoan(player=player, chips=chips)


def _hand_back(night: Night, player: PlayerId, chance: Chance) -> commands.Command | None:
    spare = night.stack(player) - HANDED_OUT[-1]
    if spare <= 0:
        return None
    return commands.CashOut(player=player, chips=1 + chance.below(spare), paid=one_in(chance, 2))


def _pass_on(night: Night, player: PlayerId, chance: Chance) -> commands.Command | None:
    others = [other for other in present(night) if other != player]
    stack = night.stack(player)
    if not others or stack <= LOW:
        return None
    chips = 1 + chance.below(min(stack - LOW, LOW))
    return commands.TransferChips(payer=player, payee=pick(chance, others), chips=chips)


def count(night: Night, player: PlayerId, *, slip: int = 0) -> commands.CountChips:
    """A count of the player's chips, by denomination if the box has any; `slip` is how many they count too many."""
    chips = max(0, night.stack(player) + slip)
    if not night.inventory:
        return commands.CountChips(player=player, chips=chips)
    pieces = (commands.Pieces("peder", chips // PEDER), commands.Pieces("small", chips % PEDER))
    return commands.CountChips(player=player, pieces=pieces)


def _pay_in(night: Night, player: PlayerId, chance: Chance) -> commands.Command | None:
    owed = owes(night, player)
    return commands.PayIn(player=player, cents=1 + chance.below(owed)) if owed > 0 else None


def _pay_out(night: Night, player: PlayerId, chance: Chance) -> commands.Command | None:
    coming = has_coming(night, player)
    return commands.PayOut(player=player, cents=1 + chance.below(coming)) if coming > 0 else None


MAKERS: tuple[Maker, ...] = (
    issue,
    _hand_back,
    _pass_on,
    _pass_on,
    lambda night, player, _: count(night, player),
    _pay_in,
    _pay_out,
)


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


WORDS = ("that was a call", "the pot was short", "it was not my turn")


def raised(night: Night, chance: Chance, events: int) -> commands.RaiseDispute:
    """A dispute about one of the first `events` events, about what is missing after it, or about the night.

    Nobody strikes in a simulated night, so every event is in force.
    """
    event = None if one_in(chance, 4) else 1 + chance.below(events)
    return commands.RaiseDispute(
        by=_somebody(night, chance), event=event, missing=one_in(chance, 3), words=pick(chance, WORDS)
    )


def argued(night: Night, chance: Chance, number: int) -> commands.Command:
    """The next act in an open dispute: an answer at first, then its end, or the bank's word on it."""
    if not night.disputes[number].answers and not one_in(chance, 4):
        return commands.AnswerDispute(dispute=number, by=_somebody(night, chance), words="everybody saw it")
    if one_in(chance, 2):
        return commands.WithdrawDispute(dispute=number, by=night.disputes[number].by)
    agreed = dict.fromkeys((night.disputes[number].by, _somebody(night, chance))) if one_in(chance, 2) else ()
    return commands.ResolveDispute(dispute=number, words="it stands as it is", agreed_by=tuple(agreed))


def _somebody(night: Night, chance: Chance) -> PlayerId:
    return pick(chance, tuple(night.people))
