"""What the dealer does: deal, lay, turn, burn; and how cards are read, found and filled in. Every face may be `??`."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from engine import commands, errors
from engine.cards.card import JOKER, WILDCARD
from engine.cards.deck import LETTER_DECKS, accepted_in, parse_card_of
from engine.game import steps
from engine.game.definition import Deck
from engine.ids import PlayerId
from engine.rules import dealt_in, insist, playing
from engine.state import UNKNOWN, Hand, Held, Night

Step = TypeVar("Step", bound=steps.Step)


def read_cards(hand: Hand, texts: Iterable[str], *, besides: Iterable[str] = ()) -> tuple[str, ...]:
    """The cards in their canonical spelling; refuses what is no card, is not in the deck, or is already out.

    `besides` are cards that may be named although they are out: the player's own. Of identical cards one is out when
    all of them are.
    """
    cards: list[str] = []
    may_repeat = list(besides)
    copies, several = hand.deck.copies, hand.deck.several
    if hand.cards.under:
        may_repeat += _come_from_below(hand, 0) - several
    for text in texts:
        # What is spelt as it is kept needs no reading.
        card = text if text in copies else _read_card(hand.deck, text)
        if card == UNKNOWN:
            cards.append(card)
            continue
        if card not in copies:
            raise errors.CardIsNotInTheDeck(card=card, deck=hand.deck.name)
        if card in several:
            is_out = cards.count(card) + copies_out(hand, card) - may_repeat.count(card) >= copies[card]
        else:
            is_out = card in cards or (card in hand.cards.out and card not in may_repeat)
        if is_out:
            raise errors.CardIsAlreadyOut(card=card)
        cards.append(card)
    return tuple(cards)


def _read_card(deck: Deck, text: str) -> str:
    """The card; extra wildcards are called joker or, in Scroker's pack, scroker, where the pack has no other one."""
    if deck.name in LETTER_DECKS and text.casefold() == "scroker" and WILDCARD in deck.copies:
        return WILDCARD
    try:
        card = parse_card_of(deck.name, text)
    except ValueError:
        raise errors.NotACard(text=text, accepted=accepted_in(deck.name, deck.cards)) from None
    return WILDCARD if card == JOKER and card not in deck.copies and WILDCARD in deck.copies else card


def copies_out(hand: Hand, card: str) -> int:
    """How many of identical cards are not in the stock: those that lie with someone, and those put aside."""
    lying = [held.card for own in (*hand.cards.own.values(), hand.cards.board) for held in own]
    return lying.count(card) + hand.cards.copies_gone.get(card, 0)


def put_aside(hand: Hand, cards: Iterable[str]) -> None:
    """Cards that are thrown away: of identical ones it must be counted, because their faces do not tell."""
    several = hand.deck.several
    for card in cards:
        if card in several:
            hand.cards.copies_gone[card] = hand.cards.copies_gone.get(card, 0) + 1


def coming_again(hand: Hand, number: int) -> list[str]:
    """Cards that may be dealt a second time: when the stock is used up, thrown and folded ones are shuffled (R-M13)."""
    if _stock_left(hand) >= number:
        return [*_come_from_below(hand, number)] if hand.cards.under else []
    places = [*(hand.cards.own[player] for player in hand.still_in), hand.cards.board]
    lying = [held.card for place in places for held in place]
    several = hand.deck.several
    not_lying = [card for card in several for _ in range(copies_out(hand, card) - lying.count(card))]
    return [*hand.cards.out.difference(lying, several), *not_lying]


def shuffled_again(hand: Hand) -> bool:
    """Whether the stock was used up, and thrown cards came out of it again."""
    return _stock_left(hand) < 0


def _stock_left(hand: Hand) -> int:
    """How many cards the stock holds, those put under it included; below zero once thrown ones were shuffled."""
    gone = sum(map(len, hand.cards.own.values())) + len(hand.cards.board) + hand.cards.gone
    return len(hand.deck.cards) - gone


def _come_from_below(hand: Hand, number: int) -> set[str]:
    """Cards that were put under the stock and may have been dealt again, or may be among the next so many."""
    reached = len(hand.cards.under) - max(0, _stock_left(hand) - number)
    lying = {held.card for own in hand.cards.own.values() for held in own} | {held.card for held in hand.cards.board}
    return set(hand.cards.under[: max(0, reached)]) - lying - {UNKNOWN}


def left_to_deal(hand: Hand) -> int:
    """How many cards can be dealt, folded hands shuffled in when the stock is used up (RULINGS R-M9, R-M13)."""
    lying = sum(len(hand.cards.own[player]) for player in hand.still_in) + len(hand.cards.board)
    return len(hand.deck.cards) - lying


def has_card_to_spare(hand: Hand) -> bool:
    """Whether a card can be dealt besides those that the script still deals to everyone in the hand."""
    to_come = hand.steps[hand.cursor :] if hand.stage == "playing" else ()
    own = sum(step.closed + step.up for step in to_come if isinstance(step, steps.Deal))
    shared = sum(step.up + step.down for step in to_come if isinstance(step, steps.Lay))
    return left_to_deal(hand) > len(hand.still_in) * own + shared


def at_step(night: Night, kind: type[Step]) -> tuple[Hand, Step]:
    hand = playing(night)
    step: steps.AnyStep | None = hand.steps[hand.cursor] if hand.stage == "playing" else None
    if hand.cards.lays_due:
        # The cards are dealt, and what may be called during the deal is still to be laid.
        step = hand.cards.lays_due[0]
    if not isinstance(step, kind):
        wanted = steps.name_of(type(step)) if step else hand.stage
        raise errors.NotTheNextStep(act=steps.name_of(kind), wanted=wanted)
    return hand, step


def dealt_for_all(hand: Hand, step: steps.Deal) -> bool:
    """Whether the pack has no card for everyone, even with folded ones, so that one is dealt for all (RULINGS R-S11)."""
    return step.common and len(hand.still_in) * (step.closed + step.up) > left_to_deal(hand)


def dealt_to(hand: Hand) -> list[PlayerId]:
    """Those still in, in the order in which cards are dealt to them (RULINGS R-M12)."""
    return [player for player in hand.dealing_order if player in hand.still_in]


def cards_wanted(hand: Hand, step: steps.Deal) -> int:
    """How many cards this step deals."""
    return 1 if dealt_for_all(hand, step) else len(hand.still_in) * (step.closed + step.up)


def deal(command: commands.Deal, night: Night) -> commands.Deal:
    """Cards for everyone still in, in the order in which they fall from the dealer's neighbour on.

    They are dealt one at a time, or in batches (RULINGS R-T20), closed ones first, then the pile. The open ones alone may
    be said.
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
    if not cards or set(cards) == {UNKNOWN}:
        return replace(command, cards=()) if command.cards else command
    if len(cards) == people * step.up and wanted > len(cards):
        opened = iter(cards)
        cards = tuple(UNKNOWN if place < step.closed else next(opened) for _, place in falling(step, hand.still_in))
    if len(cards) != wanted:
        raise errors.WrongNumberOfCards(given=len(cards), wanted=wanted, what="dealt")
    return command if command.cards == cards else replace(command, cards=cards)


def falling(step: steps.Deal, people: Sequence[PlayerId]) -> Iterator[tuple[PlayerId, int]]:
    """To whom each card falls and at which place of the hand: one for everybody in turn, or a batch."""
    every = step.closed + step.up
    for first in range(0, every, step.batch):
        for player in people:
            for place in range(first, min(first + step.batch, every)):
                yield player, place


def lay(command: commands.Lay, night: Night) -> commands.Lay:
    """Shared cards on the next spots, open ones first."""
    hand, step = at_step(night, steps.Lay)
    cards = read_cards(hand, command.cards, besides=coming_again(hand, step.up + step.down))
    if cards and len(cards) == step.up:
        cards += (UNKNOWN,) * step.down
    if cards and len(cards) != step.up + step.down:
        raise errors.WrongNumberOfCards(given=len(cards), wanted=step.up + step.down, what="laid")
    return command if command.cards == cards else replace(command, cards=cards)


def call_spit(command: commands.CallSpit, night: Night) -> commands.CallSpit:
    """Any player but the dealer calls, and the next shared card is laid (Spit in the Ocean, Spit 'n' Shit)."""
    hand = playing(night)
    dealt_in(hand, command.player)
    if not hand.cards.lays_due:
        raise errors.NobodyMayCallNow(player=command.player, game=hand.game.name)
    if command.player == hand.announced.dealer:
        insist(command, errors.DealerCannotCall(player=command.player))
    (card,) = read_cards(hand, (command.card,), besides=coming_again(hand, 1))
    return replace(command, card=card)


def turn(command: commands.Turn, night: Night) -> commands.Turn:
    """The next closed shared card is turned."""
    hand, _ = at_step(night, steps.Turn)
    closed = next(held for held in hand.cards.board if not held.up)
    (card,) = read_cards(hand, (command.card,), besides=(closed.card, *coming_again(hand, 0)))
    if closed.card != UNKNOWN and card not in (closed.card, UNKNOWN):
        raise errors.CardLiesThere(card=card, lies=closed.card)
    return replace(command, card=card if card != UNKNOWN else closed.card)


def burn(command: commands.Burn, night: Night) -> commands.Burn:
    """The top card goes aside, unseen."""
    at_step(night, steps.Burn)
    return command


def fits(lying: Sequence[Held], cards: Sequence[str]) -> bool:
    """Whether a player with these cards can show those: known ones are theirs, the rest fill unknown places."""
    strange = besides_known(lying, cards)
    return not strange or len(strange) <= sum(held.card == UNKNOWN for held in lying)


def besides_known(lying: Iterable[Held], cards: Iterable[str]) -> list[str]:
    """Those of the cards that are not known to lie there; of several identical ones as many as are too many."""
    known = [held.card for held in lying]
    strange: list[str] = []
    for card in cards:
        if card in known:
            known.remove(card)
        else:
            strange.append(card)
    return strange


def without(lying: Iterable[Held], cards: Iterable[str]) -> list[Held]:
    """What lies there when these cards are taken away."""
    taken = list(cards)
    kept: list[Held] = []
    for held in lying:
        if held.card in taken:
            taken.remove(held.card)
        else:
            kept.append(held)
    return kept


def fill_in(hand: Hand, lying: Sequence[Held], cards: Iterable[str]) -> None:
    """Gives unknown cards the faces that were not known before, open cards first."""
    fresh = [card for card in besides_known(lying, cards) if card != UNKNOWN]
    if not fresh:
        return
    places = sorted((held for held in lying if held.card == UNKNOWN), key=lambda held: not held.up)
    for held, card in zip(places, fresh, strict=False):
        held.card = card
    hand.cards.out.update(fresh)


def forget(hand: Hand, held: Held) -> None:
    """Nobody knows any more whether the card lies there, so that its holder may show it, or not."""
    hand.cards.out.discard(held.card)
    held.card, held.vague = UNKNOWN, False


def fell_closed(hand: Hand, player: PlayerId, number: int) -> None:
    """So many closed cards more that the player may have been given open by mistake."""
    hand.cards.fresh[player] = hand.cards.fresh.get(player, 0) + number


def open_up(hand: Hand, player: PlayerId, held: Held) -> None:
    """The card lies open before its holder from now on, and may take effect."""
    held.up = True
    hand.cards.turned_up.append(held)
    if held.card != UNKNOWN:
        hand.effects.due.append((player, held.card))


# What follows only copies facts.


def dealt(night: Night, hand: Hand, event: commands.Deal) -> None:
    """The cards lie with the players, in the order they fell."""
    step = hand.steps[hand.cursor]
    assert isinstance(step, steps.Deal)
    if dealt_for_all(hand, step):
        hand.cards.board.append(Held((event.cards or (UNKNOWN,))[0], up=True))
        hand.cards.out.update(card for card in event.cards if card != UNKNOWN)
        hand.step_done()
        return
    closed, every = step.closed, step.closed + step.up
    if event.first is not None:
        hand.first_card_to(event.first)
    people = dealt_to(hand)
    if closed:
        for player in people:
            fell_closed(hand, player, closed)
    faces = event.cards or (UNKNOWN,) * (len(hand.still_in) * every)
    for (player, place), card in zip(falling(step, people), faces, strict=False):
        if place < closed:
            hand.cards.own[player].append(Held(card, up=False, pile=step.down <= place))
        else:
            held = Held(card, up=True, dealt_up=True)
            hand.cards.own[player].append(held)
            open_up(hand, player, held)
    hand.cards.lays_due = list(step.on_call)
    if event.cards:
        hand.cards.out.update(event.cards)
        hand.cards.out.discard(UNKNOWN)
    hand.step_done()


def laid(night: Night, hand: Hand, event: commands.Lay) -> None:
    """The shared cards lie on the next spots."""
    lay_down(hand, event.cards)


def called(night: Night, hand: Hand, event: commands.CallSpit) -> None:
    """The card called for lies on the next spot."""
    lay_down(hand, (event.card,))


def lay_down(hand: Hand, cards: tuple[str, ...]) -> None:
    """Lays the cards of the step, those called for during the deal first."""
    step = hand.cards.lays_due.pop(0) if hand.cards.lays_due else hand.steps[hand.cursor]
    assert isinstance(step, steps.Lay)
    faces = cards or (UNKNOWN,) * (step.up + step.down)
    hand.cards.board += [Held(card, up=place < step.up) for place, card in enumerate(faces)]
    hand.cards.out.update(faces)
    hand.cards.out.discard(UNKNOWN)
    hand.step_done()


def turned(night: Night, hand: Hand, event: commands.Turn) -> None:
    """The first closed shared card lies open."""
    closed = next(held for held in hand.cards.board if not held.up)
    closed.card, closed.up = event.card, True
    if event.card != UNKNOWN:
        hand.cards.out.add(event.card)
    hand.step_done()


def burned(night: Night, hand: Hand, _: commands.Burn) -> None:
    """A card is gone, unseen."""
    hand.cards.gone += 1
    hand.step_done()
