"""The pagat: who held it, how it may have ended, and whether it was played without need (RULINGS R-T11 to R-T18).

Everything is decided from all the cards known by now, so it never matters when a card was typed.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.cards.card import pretty
from engine.cards.tarok import PAGAT, nominal
from engine.cards.tricks import TRUMP, may_be_played
from engine.game import steps
from engine.ids import PlayerId
from engine.play.holdings.lying import fits
from engine.play.tricks.rule import all_played, pack_of
from engine.speech import phrase
from engine.state import UNKNOWN, Contract, Hand, TrickPlay, begun


class PagatKnown(NamedTuple):
    """What is known of the pagat. `by`: the player who held it as play began; None if nobody did or it is not known.

    `trick`: the number of the trick it was played to; `winner`: the player who took that trick; None until it is seen.
    """

    known: bool
    by: PlayerId | None = None
    trick: int | None = None
    winner: PlayerId | None = None


class End(NamedTuple):
    """How the pagat ended: `won_by` took the last trick with it; `captured`, an opponent took the bidder's."""

    won_by: PlayerId | None
    captured: bool


def known_of_pagat(hand: Hand, contract: Contract) -> PagatKnown:
    """What the known cards say of the pagat."""
    play = hand.tricks
    for number, trick in enumerate(play.gone if play else (), start=1):
        for player, card in trick.cards:
            if card == PAGAT:
                return PagatKnown(known=True, by=player, trick=number, winner=trick.winner)
    if PAGAT in (contract.discarded or ()) or any(held.card == PAGAT for held in hand.cards.board):
        return PagatKnown(known=True)
    for player in hand.still_in:
        lying = [card for each, card in play.lying if each == player] if play else []
        noted = [card for each in play.lost_sight if each.player == player for card in each.cards] if play else []
        own = [held.card for held in hand.cards.own[player]]
        if PAGAT in lying + noted + own:
            return PagatKnown(known=True, by=player)
    return PagatKnown(known=False)


def may_hold_it(hand: Hand, contract: Contract, player: PlayerId) -> bool:
    """Whether the player may hold the pagat, by the known cards."""
    known = known_of_pagat(hand, contract)
    return known.by == player if known.known else fits(hand.cards.own[player], (PAGAT,))


def was_the_bidders(hand: Hand, contract: Contract, end: End) -> bool:
    """Whether the bidder held the pagat; if nothing is known of it, an announced ultimo is believed."""
    known = known_of_pagat(hand, contract)
    holder = known.by if known.known else end.won_by or contract.player
    return holder == contract.player


def possible_ends(hand: Hand, contract: Contract) -> tuple[End, ...]:
    """The ends of the pagat that the known cards leave possible; a single one if they tell everything."""
    ends = (End(None, captured=False), End(None, captured=True), *(End(each, captured=False) for each in hand.still_in))
    return tuple(end for end in ends if not against(hand, contract, end))


def against(hand: Hand, contract: Contract, end: End) -> str:
    """Why the known cards rule out this end of the pagat; empty if they do not."""
    return next(_reasons(hand, contract, end), "")


def _reasons(hand: Hand, contract: Contract, end: End) -> Iterator[str]:
    play = begun(hand.tricks)
    known, last = known_of_pagat(hand, contract), play.number if all_played(hand) else None
    if known.known and known.by is None and end != End(None, captured=False):
        yield phrase("it was put aside or lies in the widow")
    if end.won_by is not None:
        yield from _not_won(hand, play, known, last, end.won_by)
    elif last is not None and known.trick == last and known.winner == known.by and known.by is not None:
        yield phrase("the last trick was won with it")
    if end.captured:
        yield from _not_captured(play, contract, known, over=last is not None)
    elif known.by == contract.player and known.winner not in (None, contract.player) and known.by is not None:
        yield phrase("it was captured in trick {trick}", trick=known.trick)


def _not_won(hand: Hand, play: TrickPlay, known: PagatKnown, last: int | None, player: PlayerId) -> Iterator[str]:
    """Why this player cannot have won the last trick with the pagat."""
    if known.known and known.by not in (None, player):
        yield phrase("another player held it")
    if known.trick is not None and known.trick != last:
        yield phrase("it was played in trick {trick}", trick=known.trick)
    if last is None:
        return
    trick = play.gone[-1]
    card = dict(trick.cards).get(player, UNKNOWN)
    if trick.winner != player:
        yield phrase("another player took the last trick")
    elif card not in (UNKNOWN, PAGAT):
        yield phrase("the last trick was won with {card}", card=pretty(card))
    elif card == UNKNOWN and any(pack_of(hand).suit.get(each) == TRUMP for _, each in trick.cards):
        yield phrase("a higher trump was played to the last trick")


def _not_captured(play: TrickPlay, contract: Contract, known: PagatKnown, *, over: bool) -> Iterator[str]:
    """Why no opponent can have taken the bidder's pagat."""
    if known.by not in (None, contract.player):
        yield phrase("the bidder did not hold it")
    if known.winner == contract.player and known.winner is not None:
        yield phrase("the bidder took it in trick {trick}", trick=known.trick)
    if over and all(trick.winner == contract.player for trick in play.gone):
        yield phrase("the bidder took every trick")


def moved_points(hand: Hand, contract: Contract, *, in_pile: bool) -> int | None:
    """The points ultimo moves to the bidder (negative: away); None if a card that decides it is not known.

    RULINGS R-T13: five to the bidder if they lost the pagat by force and win the last trick, five to the opponents if
    the bidder played it without need. R-T18: none if the bidder did not hold it. `in_pile`: the pagat is among the
    bidder's tricks or discards.
    """
    play, known, five = begun(hand.tricks), known_of_pagat(hand, contract), nominal(PAGAT)
    if not contract.ultimo or (known.known and (known.by != contract.player or known.trick == play.number)):
        return 0
    without_need = -five if in_pile else 0
    by_force = five if not in_pile and play.leader == contract.player else 0
    moves = {True: {without_need}, False: {by_force}, None: {without_need, by_force}}[
        played_without_need(hand, contract)
    ]
    if not known.known:
        # An opponent may have held it, or it was put aside or played to the last trick.
        moves.add(0)
    return moves.pop() if len(moves) == 1 else None


def played_without_need(hand: Hand, contract: Contract) -> bool | None:
    """Whether the pagat was led or played although another card was allowed; None if that is not known.

    RULINGS R-T17: every card known by now counts, whenever it was typed.
    """
    play, known = begun(hand.tricks), known_of_pagat(hand, contract)
    if known.trick is None or known.by is None:
        return None
    cards = play.gone[known.trick - 1].cards
    if cards[0][0] == known.by:
        return known.trick < play.number
    others = _held_besides(play, known.by, known.trick)
    answers = {
        any(card != PAGAT for card in able)
        for led in _may_have_been_led(hand, cards[0][1])
        for able in (_able(hand, play, [*others, PAGAT], led),)
        if PAGAT in able or cards[0][1] != UNKNOWN
    }
    complete = len(others) == play.number - known.trick
    if answers == {True}:
        return True
    return False if complete and answers == {False} else None


def _held_besides(play: TrickPlay, player: PlayerId, trick: int) -> set[str]:
    """The other cards the player is known to have held while playing to this trick."""
    held = {card for each in play.gone[trick:] for who, card in each.cards if who == player}
    known = (lost.cards for lost in play.lost_sight if lost.player == player and lost.trick > trick)
    return held.union(*known) - {UNKNOWN, PAGAT}


def _may_have_been_led(hand: Hand, led: str) -> list[str]:
    """The card led; if nobody saw it, one card of each suit."""
    if led != UNKNOWN:
        return [led]
    one_of_each = {suit: card for card, suit in pack_of(hand).suit.items()}
    return list(one_of_each.values())


def _able(hand: Hand, play: TrickPlay, held: list[str], led: str) -> tuple[str, ...]:
    must_trump = any(isinstance(step, steps.Tricks) and step.must_trump for step in hand.steps)
    return may_be_played(pack_of(hand), held, led, play.trump, must_trump=must_trump)
