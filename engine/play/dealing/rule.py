"""The rules of dealing, laying, turning and burning cards, and of calling for a shared card; what of it is due now."""

from collections.abc import Iterator

from msgspec.structs import replace

from engine import commands, errors
from engine.game import steps
from engine.offer import Offer, of_the_table
from engine.play.around import dealt_to, falling
from engine.play.cursor import Follows, at_step, dealt_in, playing
from engine.play.holdings.knowledge import read_cards
from engine.play.holdings.lying import coming_again, left_to_deal
from engine.registry import decides, follows, offered_at
from engine.state import UNKNOWN, Hand, Night
from engine.waiving import insist


def dealt_for_all(hand: Hand, step: steps.Deal) -> bool:
    """Whether the pack has no card for everyone, even with folded ones, so that one is dealt for all (RULINGS R-S11)."""
    return step.common and len(hand.still_in) * (step.closed + step.up) > left_to_deal(hand)


def cards_wanted(hand: Hand, step: steps.Deal) -> int:
    """How many cards this step deals."""
    return 1 if dealt_for_all(hand, step) else len(hand.still_in) * (step.closed + step.up)


@decides(commands.Deal)
def deal(command: commands.Deal, night: Night) -> commands.Deal:
    """Cards for everyone still in, from the dealer's left neighbour on.

    They are dealt one at a time or in batches (RULINGS R-T20): closed ones first, then the pile, then open ones. It is
    enough to say the open ones.
    """
    hand, step = at_step(night, steps.Deal)
    if command.first is not None:
        dealt_in(hand, command.first)
        if not hand.showdown.deal_offs and command.first != dealt_to(hand)[0]:
            raise errors.DealerDoesNotChoose(player=command.first, first=dealt_to(hand)[0])
    people, wanted = len(hand.still_in), cards_wanted(hand, step)
    if wanted > left_to_deal(hand):
        raise errors.PackIsUsedUp(wanted=wanted, left=left_to_deal(hand))
    cards = read_cards(hand, command.cards, besides=coming_again(hand, wanted))
    if command.common != (common := dealt_for_all(hand, step)):
        command = replace(command, common=common)
    if not cards or set(cards) == {UNKNOWN}:
        return replace(command, cards=()) if command.cards else command
    if len(cards) == people * step.up and wanted > len(cards):
        opened = iter(cards)
        cards = tuple(UNKNOWN if place < step.closed else next(opened) for _, place in falling(step, hand.still_in))
    if len(cards) != wanted:
        raise errors.WrongNumberOfCards(given=len(cards), wanted=wanted, what="dealt")
    return command if command.cards == cards else replace(command, cards=cards)


@decides(commands.Lay)
def lay(command: commands.Lay, night: Night) -> commands.Lay:
    """Shared cards on the next spots, open ones first."""
    hand, step = at_step(night, steps.Lay)
    cards = read_cards(hand, command.cards, besides=coming_again(hand, step.up + step.down))
    if cards and len(cards) == step.up:
        cards += (UNKNOWN,) * step.down
    if cards and len(cards) != step.up + step.down:
        raise errors.WrongNumberOfCards(given=len(cards), wanted=step.up + step.down, what="laid")
    return command if command.cards == cards else replace(command, cards=cards)


@decides(commands.CallSpit)
def call_spit(command: commands.CallSpit, night: Night) -> commands.CallSpit:
    """A player other than the dealer calls, and the next shared card is laid (Spit in the Ocean, Spit 'n' Shit)."""
    hand = playing(night)
    dealt_in(hand, command.player)
    if not hand.cards.lays_due:
        raise errors.NobodyMayCallNow(player=command.player, game=hand.game.name)
    if command.player == hand.announced.dealer:
        insist(command, errors.DealerCannotCall(player=command.player))
    (card,) = read_cards(hand, (command.card,), besides=coming_again(hand, 1))
    return replace(command, card=card)


@decides(commands.Turn)
def turn(command: commands.Turn, night: Night) -> commands.Turn:
    """The next closed shared card is turned."""
    hand, _ = at_step(night, steps.Turn)
    closed = next(held for held in hand.cards.board if not held.up)
    (card,) = read_cards(hand, (command.card,), besides=(closed.card, *coming_again(hand, 0)))
    if closed.card != UNKNOWN and card not in (closed.card, UNKNOWN):
        raise errors.CardLiesThere(card=card, lies=closed.card)
    return replace(command, card=card if card != UNKNOWN else closed.card)


@decides(commands.Burn)
def burn(command: commands.Burn, night: Night) -> commands.Burn:
    """The top card goes aside, unseen."""
    at_step(night, steps.Burn)
    return command


@follows(steps.Deal)
def deal_by_itself(hand: Hand, step: steps.Deal, auto: str) -> Follows:
    if hand.cards.lays_due:
        # The cards are dealt, but the shared cards that could be called for are not laid yet.
        return lay_by_itself(hand, hand.cards.lays_due[0], auto)
    if auto == "none" or cards_wanted(hand, step) > left_to_deal(hand):
        return ()
    common = dealt_for_all(hand, step)
    return (commands.Deal(common=common),) if auto == "all" or (step.up == 0 and not common) else ()


@follows(steps.Burn)
def burn_by_itself(_: Hand, __: steps.Burn, auto: str) -> Follows:
    return (commands.Burn(),) if auto != "none" else ()


@follows(steps.Lay)
def lay_by_itself(_: Hand, step: steps.Lay, auto: str) -> Follows:
    return (commands.Lay(),) if auto == "all" or (auto != "none" and step.up == 0) else ()


@follows(steps.Turn)
def turn_by_itself(_: Hand, __: steps.Turn, auto: str) -> Follows:
    return (commands.Turn(),) if auto == "all" else ()


def laying(hand: Hand) -> Iterator[Offer]:
    """The shared card that may be called for during the deal: the dealer may lay it, the others may call."""
    yield Offer(commands.Lay())
    for player in hand.still_in:
        if player != hand.announced.dealer:
            yield Offer(commands.CallSpit(player=player), player)


@offered_at(steps.Deal)
def dealing(_: Night, hand: Hand, step: steps.Deal) -> Iterator[Offer]:
    """The next deal, or New Deal if the pack has too few cards (RULINGS R-M13)."""
    yield Offer(commands.NewDeal() if cards_wanted(hand, step) > left_to_deal(hand) else commands.Deal())


offered_at(steps.Lay)(of_the_table(commands.Lay()))
offered_at(steps.Turn)(of_the_table(commands.Turn()))
offered_at(steps.Burn)(of_the_table(commands.Burn()))
