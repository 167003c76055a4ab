"""The acts of the bank between hands: loans, buy-ins, cash-outs, transfers, counts and payments, at random."""

from collections.abc import Callable

from engine import commands
from engine.ids import PlayerId
from engine.ledger.accounts import owes
from engine.simulate.chance import Chance, one_in, pick, shuffled
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
    coming = night.balance.get("loan:" + player, 0)
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
