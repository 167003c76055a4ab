"""What may be done now: commands ready to send, each with the bounds of its amount.

Everything that proposes an act reads `offers`, `offers_beside` for what players asked for, and `faults` for what went wrong,
and nothing else. Every offer is accepted, and every act accepted without a waiver was offered; a test on random nights
proves both. Not offered, but accepted: the acts of the bank and of the table, and a card the book has not seen.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine import commands
from engine.game import steps
from engine.ids import PlayerId
from engine.night.closing.rule import closing_offers
from engine.night.requests.rule import requests_offered
from engine.offer import Offer, is_accepted
from engine.play.betting.offers import betting_offers
from engine.play.betting.shadow import loans_offered
from engine.play.betting.turn_order import turns_piles
from engine.play.corrections.offers import Fault, faults_of
from engine.play.dealing.rule import laying
from engine.play.effects.rule import cards_on_offer
from engine.play.piles.rule import turning
from engine.play.script.follow import follow_hand
from engine.play.script.rule import name_the_game
from engine.play.showdown.offers import showing, winning
from engine.play.showdown.rule import decided, may_end_now, order_of_showing
from engine.play.spelling.rule import before_the_pot, challengers, to_challenge
from engine.play.tarok.offers import scoring
from engine.registry import OFFERED, load, offered_at
from engine.state import Hand, Night

load("rule")
load("offers")


@offered_at(steps.NameGame)
def _naming(night: Night, _: Hand, step: steps.NameGame) -> Iterator[Offer]:
    """The games of the step that the players in the hand are enough for."""
    for game in step.games:
        command = commands.NameTheGame(game=game)
        if is_accepted(name_the_game, command, night):
            yield Offer(command)


AT_STEP: Mapping[type[steps.AnyStep], Callable[[Night, Hand, Any], Iterator[Offer]]] = OFFERED


def offers(night: Night) -> tuple[Offer, ...]:
    """Everything that moves the hand on from where it stands, and the cards on offer; none before its first step.

    Between hands the loans for those who lack the next ante (RULINGS R-E12), and the close where nothing stands in its
    way; after it, how the gap is resolved, the plans, and their payments. None between two events of one act, while it
    is the rules that go on and no person.
    """
    hand = night.hand
    if night.handover is not None:
        return ()
    if hand is None:
        loans = (
            Offer(commands.GiveLoan(player=player, chips=lacks), player, least=lacks, most=chips)
            for player, lacks, chips in loans_offered(night)
        )
        return (*loans, *closing_offers(night))
    if not _waits_for_people(night, hand):
        return ()
    return (*_waited_for(night, hand), *cards_on_offer(night, hand))


def faults(night: Night) -> tuple[Fault, ...]:
    """What may have gone wrong at the table, as only people can know, and how it is put right; none between hands."""
    hand = night.hand
    if night.handover is not None or hand is None or not _waits_for_people(night, hand):
        return ()
    return tuple(faults_of(night, hand))


def _waits_for_people(night: Night, hand: Hand) -> bool:
    return hand.stage in ("playing", "showdown") and not follow_hand(night, hand)


def offers_beside(night: Night) -> tuple[Offer, ...]:
    """What waits beside the table, whatever is played: requests to be approved, declined or withdrawn, and payments to confirm.

    Nobody is held up by them, so they are not among `offers`. None between two events of one act.
    """
    if night.handover is not None or (night.hand is not None and follow_hand(night, night.hand)):
        return ()
    return tuple(requests_offered(night))


def asked(night: Night) -> tuple[PlayerId, ...]:
    """Everybody who may act, each once, in the order of the offers."""
    return tuple(dict.fromkeys(offer.player for offer in offers(night) if offer.player is not None))


def ending_early(night: Night) -> tuple[Offer, ...]:
    """How a table that writes no cards down may end the hand before its last step; empty at the showdown.

    While the tricks that decide are played, naming the winner is among `offers` instead.
    """
    hand = night.hand
    if hand is None or hand.stage != "playing" or isinstance(hand.steps[hand.cursor], steps.Tricks):
        return ()
    return tuple(winning(night, hand)) if may_end_now(hand) else ()


def _waited_for(night: Night, hand: Hand) -> tuple[Offer, ...]:
    if hand.stage == "showdown":
        return tuple(scoring(hand)) if hand.contract else tuple(_at_showdown(night, hand))
    if hand.round is not None:
        turns = hand.round.waiting if hand.round.anyone else hand.round.waiting[:1]
        open_to_them = tuple(offer for player in turns for offer in betting_offers(night, hand, hand.round, player))
        # Nobody folds before the bring-in. If the player cannot pay it, nor the box lend it, only New Deal is left.
        return open_to_them or (Offer(commands.NewDeal()),)
    if turns_piles(hand):
        return tuple(turning(hand, hand.asked.waiting[0]))
    if hand.cards.lays_due:
        return tuple(laying(hand))
    step = hand.steps[hand.cursor]
    return tuple(AT_STEP[type(step)](night, hand, step))


def _at_showdown(night: Night, hand: Hand) -> Iterator[Offer]:
    if decided(hand) and before_the_pot(night, hand) == ():
        for player, holder in challengers(night, hand):
            for word in to_challenge(hand, holder):
                yield Offer(commands.ChallengeWord(player=player, holder=holder, word=word), player)
        yield Offer(commands.AcceptHands())
    else:
        for player in order_of_showing(hand):
            yield from showing(hand, player)
    yield from winning(night, hand)
