"""The loop of the midnight games: one after another turns their pile until they beat the hand to beat, then betting.

RULINGS R-M7 to R-M11 and D3, Midnight Baseball loop. Whoever beats, beats what was best until then, so that the latest
of them still in the hand is the one to beat; when nobody of them is left it is the mark again, or nothing.
"""

from typing import Literal

from msgspec.structs import replace

from engine import commands, errors, events
from engine.cards.standing import Standing
from engine.game.effects import sends_out
from engine.game.scales import Poker
from engine.game.wilds import Personal
from engine.hand.betting import doing_now
from engine.hand.dealing import coming_again, open_up, read_cards
from engine.hand.evaluating import evaluate
from engine.hand.order import one_to_beat, turns_piles
from engine.hand.pile import top_card, unturned
from engine.hand.wild import Lying, sets_of, wild_cards
from engine.ids import PlayerId
from engine.rules import dealt_in, insist, playing
from engine.state import UNKNOWN, Hand, Held, Night, begun

Beaten = Literal["yes", "no", "not known"]


def turn_own(command: commands.TurnOwn, night: Night) -> commands.TurnOwn:
    """The player at turn turns the top card of their pile; what they say of it may not contradict known cards."""
    hand, player = playing(night), command.player
    dealt_in(hand, player)
    if not turns_piles(hand) or hand.round is not None:
        raise errors.NoPileIsTurned(player=player, doing="bet" if hand.round else doing_now(hand))
    if hand.asked.waiting[:1] != [player]:
        raise errors.NotYourTurnToTurn(player=player, turn=hand.asked.waiting[:1])
    own = hand.cards.own[player]
    if not unturned(own):
        raise errors.PileIsTurned(player=player)
    lies = top_card(own).card
    (card,) = read_cards(hand, (command.card,), besides=(lies, *coming_again(hand, 0)))
    if lies != UNKNOWN and card not in (lies, UNKNOWN):
        raise errors.CardLiesThere(card=card, lies=lies)
    card = lies if card == UNKNOWN else card
    _may_say(command, hand, player, [*_open_cards(hand, player), card])
    return replace(command, card=card)


def _may_say(command: commands.TurnOwn, hand: Hand, player: PlayerId, cards: list[str]) -> None:
    """Refuses to hear that known cards beat what they do not, or do not beat what they do."""
    if command.beats is None or sends_out(hand.game.effects, cards[-1]):
        return
    outcome, (mine, theirs) = _compared(hand, player, cards)
    held, best = mine or "no hand", theirs or "nothing"
    if command.beats and outcome == "no":
        insist(command, errors.HandIsNotBeaten(player=command.player, hand=held, to_beat=best))
    if not command.beats and outcome == "yes":
        insist(command, errors.HandIsBeaten(player=command.player, hand=held, to_beat=best))


def after_turning(hand: Hand) -> events.Event | None:
    """What follows from the cards the player at turn has turned; nothing while they must turn on, or answer an offer."""
    player = hand.asked.waiting[0]
    outcome, (mine, theirs) = _compared(hand, player, _open_cards(hand, player))
    piles = begun(hand.piles)
    beats = outcome == "yes" if piles.says_beaten is None else piles.says_beaten
    if piles.turned_now and beats:
        return events.HandBeaten(player=player, hand=mine, beaten=theirs)
    if unturned(hand.cards.own[player]) or player in hand.effects.offers:
        return None
    return events.CouldNotBeat(player=player, hand=mine, to_beat=theirs)


def turns_due(hand: Hand) -> list[PlayerId]:
    """Those who turn their piles now, in order: first everybody as they were dealt to (RULINGS R-M10).

    After the betting the next one clockwise who is not the one to beat begins.
    """
    best = one_to_beat(hand)
    if hand.asked.begun:
        return [player for player in hand.asked.waiting if player in hand.still_in and player != best]
    if hand.piles is None or not hand.piles.beaters:
        return list(hand.still_in)
    place = hand.order.index(hand.piles.beaters[-1]) + 1
    around = hand.order[place:] + hand.order[:place]
    return [player for player in around if player in hand.still_in and player != best]


# Comparing what lies open, fewer than five cards too (RULINGS R-M8).


def _compared(hand: Hand, player: PlayerId, cards: list[str]) -> tuple[Beaten, tuple[str, str]]:
    """Whether these cards beat the hand to beat, with the names of both hands where all their cards are known."""
    mine, all_mine = _standing(hand, cards, player)
    name = mine.name if mine and all_mine else ""
    holder = one_to_beat(hand)
    best = _cards_to_beat(hand, holder)
    if not best:
        return "yes", (name, "")
    theirs, all_theirs = _standing(hand, best, holder)
    names = (name, theirs.name if theirs and all_theirs else "")
    # Unknown cards make no hand worse: what beats without them beats, and what they need not help is not beaten.
    if all_theirs and mine and (theirs is None or mine.beats(theirs)):
        return "yes", names
    if all_mine and (all_theirs or (theirs and not (mine and mine.beats(theirs)))):
        return "no", names
    return "not known", names


def _standing(hand: Hand, cards: list[str], holder: PlayerId | None) -> tuple[Standing | None, bool]:
    """What the known ones of these cards make, and whether all are known; on some scales one unknown card is all."""
    known = [card for card in cards if card != UNKNOWN]
    whole = len(known) == len(cards)
    scale = hand.game.compared_by
    if not known or not (whole or isinstance(scale, Poker)):
        return None, whole
    return evaluate(hand.game, scale, known, _wild(hand, cards, holder).intersection(known)), whole


def _wild(hand: Hand, cards: list[str], holder: PlayerId | None) -> frozenset[str]:
    """What is wild by name, and the bottom card of the holder's pile once they have turned that one too."""
    wild = wild_cards(hand.game, ())
    if holder is None:
        return wild
    own = hand.cards.own[holder]
    if not all(held.bought for held in own[len(cards) :]):
        return wild
    turned = [Held(card, up=True, bought=held.bought) for card, held in zip(cards, own, strict=False)]
    for rule in hand.game.wild_rules:
        if isinstance(rule, Personal):
            wild = wild.union(*sets_of(rule, Lying(hand.game, own=turned, turned_up=turned))[:1])
    return wild


def _open_cards(hand: Hand, player: PlayerId) -> list[str]:
    return [held.card for held in hand.cards.own[player] if held.up]


def _cards_to_beat(hand: Hand, player: PlayerId | None) -> list[str]:
    """The open cards of the one to beat, or the mark: shared cards that are in no hand (RULINGS R-M7)."""
    if player is not None:
        return _open_cards(hand, player)
    board = hand.game.board
    return [held.card for held in hand.cards.board if held.up] if board is not None and board.lines == () else []


# What follows only copies facts.


def turned(night: Night, hand: Hand, event: commands.TurnOwn) -> None:
    """The top card of their pile lies open."""
    held = top_card(hand.cards.own[event.player])
    held.card = event.card
    open_up(hand, event.player, held)
    piles = begun(hand.piles)
    piles.turned_now += 1
    piles.says_beaten = event.beats
    if event.card != UNKNOWN:
        hand.cards.out.add(event.card)


def beaten(_: Night, hand: Hand, event: events.HandBeaten) -> None:
    """Their hand is the one to beat, and a betting round is due (RULINGS R-M11)."""
    piles = begun(hand.piles)
    piles.beaters = [player for player in piles.beaters if player != event.player] + [event.player]
    hand.asked.waiting = []


def could_not_beat(_: Night, hand: Hand, event: events.CouldNotBeat) -> None:
    """They are out of the hand, and the next one turns."""
    hand.still_in.remove(event.player)
    hand.sent_away.append(event.player)
    give_up_turn(hand, event.player)


def give_up_turn(hand: Hand, player: PlayerId) -> None:
    """A player has left the hand while piles are turned: they are not asked any more."""
    if hand.asked.waiting[:1] == [player]:
        piles = begun(hand.piles)
        piles.turned_now, piles.says_beaten = 0, None
    if player in hand.asked.waiting:
        hand.asked.waiting.remove(player)
