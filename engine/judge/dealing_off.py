"""A deal-off in a case: equal hands were dealt new open cards, and only those decide the share (RULINGS R-M5)."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine import commands, errors, events
from engine.decider import decide, follow
from engine.folding import evolve
from engine.game.definition import Game
from engine.grammar import listed_later
from engine.ids import PlayerId
from engine.judge.case import Case
from engine.judge.judgement import HandTold
from engine.judge.reasons import why_they_win
from engine.judge.scratch import hand_of
from engine.play.dealing.falling import dealt_to
from engine.play.showdown.deal_off import RULE
from engine.play.showdown.rule import contenders
from engine.play.strength.best_hand import deal_off_for, shares_at_stake, shares_of, standings
from engine.speech import phrase, say
from engine.state import UNKNOWN, Hand, Night


class Outcome(NamedTuple):
    """How the new cards decided one share: the award, the reason, and the names of the rules applied."""

    award: events.PotAwarded
    because: str
    rules: tuple[str, ...]


class DealtOff(NamedTuple):
    """The outcome of each share dealt off, and by player the hands their new cards made, one for each deal-off."""

    outcomes: Mapping[str, Outcome]
    hands: Mapping[PlayerId, tuple[HandTold, ...]]


def dealt_off(night: Night, case: Case, drawn: Sequence[events.Event]) -> DealtOff:
    """Deals the new cards of the case to equal hands, until one is better or no more cards were said.

    The night itself stays as it was, because the equal hands are still to be described.
    """
    night = night.copy()
    hand = hand_of(night)
    cards = _new_cards(case)
    _must_be_for_equal_hands(hand.game, cards, drawn)
    for event in drawn:
        evolve(night, event)
    outcomes: dict[str, Outcome] = {}
    hands: dict[PlayerId, tuple[HandTold, ...]] = {}
    while hand.showdown.deal_offs and any(cards.get(player) for player in hand.still_in):
        share = hand.showdown.deal_offs[0].share
        evolve(night, _dealt(night, cards))
        hands |= {player: (*hands.get(player, ()), _told(hand, player)) for player in hand.still_in}
        while decided := follow(night):
            for event in decided:
                if isinstance(event, events.PotAwarded):
                    outcomes[share] = _outcome(hand, event)
                evolve(night, event)
    _must_be_used_up(cards, hands)
    return DealtOff(outcomes, hands)


def must_have_no_deal_off(case: Case, game: Game) -> None:
    """Refuses new cards in a game of tricks, where no hands are compared."""
    for player in _new_cards(case):
        raise errors.NotInADealOff(player=player, because=phrase("in {game} tricks decide", game=game.name))


def _new_cards(case: Case) -> dict[PlayerId, list[str]]:
    """The cards each player was dealt in deal-offs, in order; bars and commas only help the eye."""
    said = {player: re.sub(r"[|,]", " ", seen.deal_off).split() for player, seen in case.players.items()}
    return {player: cards for player, cards in said.items() if cards}


def _must_be_for_equal_hands(
    game: Game, cards: Mapping[PlayerId, Sequence[str]], drawn: Sequence[events.Event]
) -> None:
    """Refuses new cards for a player whose hand is not dealt off."""
    tied = {player for event in drawn if isinstance(event, events.DealOffStarted) for player in event.players}
    for player in cards:
        if player in tied:
            continue
        if not any(deal_off_for(game, share) for share, _ in shares_of(game)):
            because = phrase("in {game} equal hands share the pot", game=game.name)
        elif tied:
            because = phrase("it is for {players}, whose hands are equal", players=listed_later(sorted(tied)))
        else:
            because = phrase("no hands are equal for the pot")
        raise errors.NotInADealOff(player=player, because=because)


def _dealt(night: Night, cards: Mapping[PlayerId, list[str]]) -> commands.Command:
    """The next new cards of the players with equal hands, in dealing order."""
    hand = hand_of(night)
    up, people = hand.showdown.deal_offs[0].up, dealt_to(hand)
    for player in people:
        if len(said := cards.get(player, [])) < up:
            raise errors.CardsOfTheDealOff(player=player, given=len(said), up=up, players=list(hand.still_in))
    said = [cards[player].pop(0) for _ in range(up) for player in people]
    primary = decide(commands.Deal(cards=tuple(said)), night)
    assert isinstance(primary, commands.Deal)
    for player, card in zip(people * up, primary.cards or (UNKNOWN,) * len(said), strict=True):
        if card == UNKNOWN:
            raise errors.CardsAreNotKnown(player=player)
    return primary


def _must_be_used_up(cards: Mapping[PlayerId, Sequence[str]], hands: Mapping[PlayerId, Sequence[HandTold]]) -> None:
    for player, left in cards.items():
        if left:
            raise errors.DealOffIsOver(player=player, left=len(left), rounds=len(hands[player]))


def _told(hand: Hand, player: PlayerId) -> HandTold:
    ((share, scale),) = shares_at_stake(hand)
    made = standings(hand, [player], scale).get(player)
    if made is None:
        return HandTold(share=share, cards=tuple(held.card for held in hand.cards.own[player]))
    return HandTold(share=share, holds=made.name, counts=made.name, cards=made.cards)


def _outcome(hand: Hand, award: events.PotAwarded) -> Outcome:
    ((_, scale),) = shares_at_stake(hand)
    winners = [share.player for share in award.shares]
    because, rules = why_they_win(hand, scale, winners, contenders(hand))
    told = say("the hands are equal, and of the new cards {because}", because=because)
    return Outcome(award, told, (RULE, *rules))
