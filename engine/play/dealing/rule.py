"""The rules of cards on their way: dealt, laid, turned, burned and called for; exchanged, passed on, opened, and named later.

Where each player chooses cards, all choose before any is seen (LANGUAGE 4.23; RULINGS R-D16, R-D24).
"""

from collections.abc import Iterator

from msgspec.structs import replace

from engine import commands, errors, events
from engine.game import steps
from engine.ids import PlayerId
from engine.offer import Offer, of_each, of_the_table
from engine.play.around import dealt_to, falling
from engine.play.holdings.knowledge import may_hold, may_name, must_hold, read_cards
from engine.play.holdings.lying import closed_cards, coming_again, left_to_deal, may_be_shown
from engine.preconditions import Follows, at_step, dealt_in, insist, playing, playing_in, still_to_choose
from engine.registry import decides, follows, offered_at
from engine.speech import phrase
from engine.state import UNKNOWN, Hand, Night


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
        raise errors.WrongNumberOfCards(given=len(cards), wanted=wanted, what=phrase("dealt"))
    return command if command.cards == cards else replace(command, cards=cards)


@decides(commands.Lay)
def lay(command: commands.Lay, night: Night) -> commands.Lay:
    """Shared cards on the next spots, open ones first."""
    hand, step = at_step(night, steps.Lay)
    cards = read_cards(hand, command.cards, besides=coming_again(hand, step.up + step.down))
    if cards and len(cards) == step.up:
        cards += (UNKNOWN,) * step.down
    if cards and len(cards) != step.up + step.down:
        raise errors.WrongNumberOfCards(given=len(cards), wanted=step.up + step.down, what=phrase("laid"))
    return command if command.cards == cards else replace(command, cards=cards)


@decides(commands.CallSpit)
def call_spit(command: commands.CallSpit, night: Night) -> commands.CallSpit:
    """A player other than the dealer calls, and the next shared card is laid (Spit in the Ocean, Spit 'n' Shit).

    Refuses a call by the dealer, and one for a card that lies already (RULINGS R-D30).
    """
    hand = playing_in(night, command.player)
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
        # The cards are dealt, but the shared cards that could be called for are not laid yet (RULINGS R-D30).
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


@decides(commands.Exchange)
def draw(command: commands.Exchange, night: Night) -> commands.Exchange:
    """Exchanges cards; refused out of turn, and for more cards than the step allows."""
    hand, step = at_step(night, steps.Draw)
    player = command.player
    if player not in hand.still_in:
        raise errors.PlayerIsNotInTheHand(player=player, players=list(hand.still_in))
    if hand.asked.waiting[:1] != [player]:
        raise errors.NotYourTurnToDraw(player=player, turn=hand.asked.waiting[:1])
    if command.number > step.up_to:
        insist(command, errors.ExchangesTooMany(player=player, number=command.number, most=step.up_to))
    if step.compulsory and command.number < step.up_to:
        insist(command, errors.ExchangesTooFew(player=player, number=command.number, least=step.up_to))
    if command.number > len(hand.cards.own[player]):
        raise errors.WrongNumberOfCards(given=command.number, wanted=len(hand.cards.own[player]), what=phrase("held"))
    thrown = read_cards(hand, command.thrown, besides=may_name(hand, player, hand.cards.own[player]))
    rendered = read_cards(hand, command.drawn, besides=coming_again(hand, command.number))
    # A card just thrown cannot be drawn at once, unless the pack has an identical one.
    if again := [card for card in rendered if card in thrown and card not in hand.deck.several and card != UNKNOWN]:
        raise errors.CardIsAlreadyOut(card=again[0])
    if any(len(cards) not in (0, command.number) for cards in (thrown, rendered)):
        raise errors.WrongNumberOfCards(given=len(thrown or rendered), wanted=command.number, what=phrase("exchanged"))
    must_hold(hand, player, hand.cards.own[player], thrown)
    return replace(command, thrown=thrown, drawn=rendered)


@offered_at(steps.Draw)
def exchanging(_: Night, hand: Hand, step: steps.Draw) -> Iterator[Offer]:
    for player in hand.asked.waiting[:1]:
        most = min(step.up_to, len(hand.cards.own[player]))
        least = most if step.compulsory else 0
        yield Offer(commands.Exchange(player=player, number=least), player, least=least, most=most)


@decides(commands.PassCards)
def pass_cards(command: commands.PassCards, night: Night) -> commands.PassCards:
    """A player puts aside as many cards as the game says; only they know which."""
    hand, step = at_step(night, steps.Pass)
    player = command.player
    still_to_choose(hand, player)
    own = hand.cards.own[player]
    cards = read_cards(hand, (*command.right, *command.left), besides=may_name(hand, player, own))
    right, left = cards[: len(command.right)], cards[len(command.right) :]
    if cards and (len(right), len(left)) != (step.right, step.left):
        raise errors.PassesWrongNumber(
            player=player, right=len(right), left=len(left), step_right=step.right, step_left=step.left
        )
    must_hold(hand, player, own, cards)
    return replace(command, right=right, left=left)


def may_pass_unseen(hand: Hand) -> bool:
    """Whether the book knows nobody's cards, so that the passing needs no tap."""
    return not any(held.card != UNKNOWN for player in hand.still_in for held in hand.cards.own[player])


@follows(steps.Pass)
def pass_by_itself(hand: Hand, _: steps.Pass, auto: str) -> Follows:
    unseen = auto != "none" and not hand.asked.sealed and may_pass_unseen(hand)
    return (events.CardsPassed(),) if unseen or not hand.asked.waiting else ()


offered_at(steps.Pass)(of_each(commands.PassCards))


@decides(commands.ExposeCard)
def expose_card(command: commands.ExposeCard, night: Night) -> commands.ExposeCard:
    """A player chooses one of their closed cards; only they know which, until all have chosen (RULINGS R-D24)."""
    hand, _ = at_step(night, steps.Expose)
    player = command.player
    still_to_choose(hand, player)
    closed = closed_cards(hand, player)
    cards = read_cards(hand, (command.card,), besides=may_name(hand, player, closed))
    must_hold(hand, player, closed, cards)
    return replace(command, card=cards[0])


def all_exposed(hand: Hand) -> events.CardsExposed:
    """The cards chosen by everyone still in, `??` for a player who has not named theirs."""
    return events.CardsExposed(cards=tuple(_choice(hand, player) for player in hand.still_in))


def may_open_unseen(hand: Hand) -> bool:
    """Whether the book knows no closed card, so that the opening needs no tap."""
    return not any(held.card != UNKNOWN for player in hand.still_in for held in closed_cards(hand, player))


def _choice(hand: Hand, player: PlayerId) -> str:
    choice, closed = hand.asked.sealed.get(player), closed_cards(hand, player)
    if len(closed) == 1:
        return closed[0].card
    return choice.card if isinstance(choice, commands.ExposeCard) else UNKNOWN


@follows(steps.Expose)
def expose_by_itself(hand: Hand, _: steps.Expose, auto: str) -> Follows:
    unseen = auto != "none" and not hand.asked.sealed and may_open_unseen(hand)
    return (all_exposed(hand),) if unseen or not hand.asked.waiting else ()


offered_at(steps.Expose)(of_each(commands.ExposeCard))


@decides(commands.NameCards)
def name_cards(command: commands.NameCards, night: Night) -> commands.NameCards:
    """Names unknown cards: a player's as they lie, open ones first, or the shared ones as they were laid."""
    hand = playing(night)
    if command.player is not None and command.player not in hand.order:
        raise errors.PlayerIsNotInTheHand(player=command.player, players=list(hand.order))
    cards = read_cards(hand, command.cards, besides=may_hold(hand, command.player))
    lying = hand.cards.board if command.player is None else may_be_shown(hand, hand.cards.own[command.player])
    unknown = sum(held.card == UNKNOWN for held in lying)
    if UNKNOWN in cards:
        raise errors.FaceIsMissing()
    if not unknown:
        raise errors.NoCardIsUnknown(player=command.player or phrase("the board"))
    if not 0 < len(cards) <= unknown:
        raise errors.WrongNumberOfCards(given=len(cards), wanted=unknown, what=phrase("unknown and to be named"))
    if command.player is not None:
        must_hold(hand, command.player, lying, cards)
    return replace(command, cards=cards)
