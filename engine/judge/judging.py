"""Judges a case: plays it to its showdown as a hand, lets the rules decide, and describes the result with reasons.

Equal hands that were dealt new open cards are decided by those alone (RULINGS R-M5).
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engine import commands, errors, events
from engine.cards.card import pretty
from engine.cards.standing import Standing
from engine.decider import decide, follow
from engine.folding import evolve
from engine.game.awards import HighestClosed
from engine.game.counts import turns_until_beaten
from engine.game.definition import Game
from engine.game.sentences import sentence
from engine.game.steps import Tricks
from engine.grammar import listed, listed_later
from engine.ids import PlayerId
from engine.judge.case import Case, Claimed, JudgedHand, JudgedPlayer, JudgedShare, JudgedWord, Judgement, Won, game_of
from engine.judge.of_tricks import judge_tricks, settle
from engine.judge.playing import played
from engine.judge.reading import Own
from engine.judge.reasons import (
    LAST_PLAYER,
    Scale,
    award_rule,
    best_of,
    rivals_for,
    rules_stated,
    why_they_win,
    wild_text,
)
from engine.judge.scratch import hand_of, order_of
from engine.judge.text import judged_as, text_of
from engine.play.around import dealt_to
from engine.play.effects.rule import rule_of_sending_out
from engine.play.showdown.awarding import RULE, award_seen
from engine.play.showdown.rule import contenders, with_a_right
from engine.play.spelling.rule import is_refused_plural
from engine.play.strength.best_hand import (
    Made,
    best_made,
    deal_off_for,
    known_cards,
    lying_of,
    made_of,
    shares_at_stake,
    shares_of,
    standing_of,
    standings,
)
from engine.play.strength.claims import claim_for, scale_of_words
from engine.play.strength.wild import choices_of_wild, hangs_on_the_deal
from engine.speech import phrase, say
from engine.state import UNKNOWN, Hand, Night
from engine.words import HOUSE, find


class Outcome(NamedTuple):
    """How the new cards decided one share: the award, the reason, and the names of the rules applied."""

    award: events.PotAwarded
    because: str
    rules: tuple[str, ...]


class DealtOff(NamedTuple):
    """The outcome of each share dealt off, and by player the hands their new cards made, one for each deal-off."""

    outcomes: Mapping[str, Outcome]
    hands: Mapping[PlayerId, tuple[JudgedHand, ...]]


def dealt_off(night: Night, case: Case, consequences: Sequence[events.Event]) -> DealtOff:
    """Deals the new cards of the case to equal hands, until one is better or no more cards were said.

    The night itself stays as it was, because the equal hands are still to be described.
    """
    night = night.copy()
    hand = hand_of(night)
    cards = _new_cards(case)
    _must_be_for_equal_hands(hand.game, cards, consequences)
    for event in consequences:
        evolve(night, event)
    outcomes: dict[str, Outcome] = {}
    hands: dict[PlayerId, tuple[JudgedHand, ...]] = {}
    while hand.showdown.deal_offs and any(cards.get(player) for player in hand.still_in):
        share = hand.showdown.deal_offs[0].share
        evolve(night, _dealt(night, cards))
        hands |= {player: (*hands.get(player, ()), _hand(hand, player)) for player in hand.still_in}
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
    stated = {player: re.sub(r"[|,]", " ", one.deal_off).split() for player, one in case.players.items()}
    return {player: cards for player, cards in stated.items() if cards}


def _must_be_for_equal_hands(
    game: Game, cards: Mapping[PlayerId, Sequence[str]], consequences: Sequence[events.Event]
) -> None:
    """Refuses new cards for a player whose hand is not dealt off."""
    tied = {player for event in consequences if isinstance(event, events.DealOffStarted) for player in event.players}
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
        if len(stated := cards.get(player, [])) < up:
            raise errors.CardsOfTheDealOff(player=player, given=len(stated), up=up, players=list(hand.still_in))
    stated = [cards[player].pop(0) for _ in range(up) for player in people]
    primary = decide(commands.Deal(cards=tuple(stated)), night)
    assert isinstance(primary, commands.Deal)
    for player, card in zip(people * up, primary.cards or (UNKNOWN,) * len(stated), strict=True):
        if card == UNKNOWN:
            raise errors.CardsAreNotKnown(player=player)
    return primary


def _must_be_used_up(cards: Mapping[PlayerId, Sequence[str]], hands: Mapping[PlayerId, Sequence[JudgedHand]]) -> None:
    for player, left in cards.items():
        if left:
            raise errors.DealOffIsOver(player=player, left=len(left), rounds=len(hands[player]))


def _hand(hand: Hand, player: PlayerId) -> JudgedHand:
    ((share, scale),) = shares_at_stake(hand)
    made = standings(hand, [player], scale).get(player)
    if made is None:
        return JudgedHand(share=share, cards=tuple(held.card for held in hand.cards.own[player]))
    return JudgedHand(share=share, holds=made.name, counts=made.name, cards=made.cards)


def _outcome(hand: Hand, award: events.PotAwarded) -> Outcome:
    ((_, scale),) = shares_at_stake(hand)
    winners = [share.player for share in award.shares]
    because, rules = why_they_win(hand, scale, winners, contenders(hand))
    text = say("the hands are equal, and of the new cards {because}", because=because)
    return Outcome(award, text, (RULE, *rules))


def judge(case: Case, own: Sequence[Game] = ()) -> Judgement:
    """Who wins what, and why. Refuses a case that the game would not allow; records nothing.

    The game is one of a rulebook or one of `own`.
    """
    game = game_of(case, own)
    if case.tarok is not None:
        must_have_no_deal_off(case, game)
        return settle(case, game, case.tarok)
    if any(isinstance(step, Tricks) for step in game.steps):
        must_have_no_deal_off(case, game)
        return judge_tricks(case, game)
    night, lying, sent_out = played(case, game)
    hand = hand_of(night)
    # Where piles are turned, the last player left wins; the case compares the cards turned so far.
    consequences = award_seen(night, hand) if turns_until_beaten(game) else follow(night)
    assert consequences, "All cards are shown, so that the showdown is decided."
    new_cards = dealt_off(night, case, consequences)
    shares, besides = _shares(hand, consequences, new_cards)
    carried = sum(event.chips for event in consequences if isinstance(event, events.PotCarried))
    if not case.pot:
        shares, carried = tuple(map(_without_chips, shares)), 0
    judgement = Judgement(
        game=game.name,
        rulebook=game.rulebook,
        options=game.with_options,
        wild=tuple(sentence(rule, game) for rule in game.wild_rules),
        to_come=max(0, len(game.spots) - len(lying.board)),
        players=tuple(
            replace(
                _player(game, hand, player, case, lying.own[player], sent_out), deal_off=new_cards.hands.get(player, ())
            )
            for player in order_of(case)
        ),
        shares=shares,
        carried=carried,
        rules=rules_stated(
            game, hand, consequences, [*besides, *((rule_of_sending_out(game.rulebook),) if sent_out else ())]
        ),
        text="",
    )
    return replace(judgement, text=text_of(judgement), players=tuple(map(_for_programs, judgement.players)))


def _for_programs(player: JudgedPlayer) -> JudgedPlayer:
    """The player with the English names of their hands, which the text says in any language."""
    hands, deal_off = (
        tuple(replace(hand, holds=str(hand.holds), counts=str(hand.counts)) for hand in text)
        for text in (player.hands, player.deal_off)
    )
    return replace(player, hands=hands, deal_off=deal_off)


def _without_chips(share: JudgedShare) -> JudgedShare:
    winners = tuple(Won(player=won.player, chips=0) for won in share.winners)
    return replace(share, chips=0, winners=winners)


def _player(
    game: Game, hand: Hand, player: PlayerId, case: Case, own: Own, sent_out: Mapping[PlayerId, str]
) -> JudgedPlayer:
    stated = case.players[player]
    out = (
        say("they have folded")
        if stated.folded
        else say("{card} sends them out", card=pretty(card))
        if (card := sent_out.get(player))
        else ""
    )
    words = _words(hand, player)
    if player in hand.showdown.fallen:
        foul = [
            say("{word} is {judged}", word=result.word, judged=judged_as(result)) for result in words if not result.good
        ]
        out = say("{words}, and a hand with such a word is out", words=listed(foul))
    return JudgedPlayer(
        player=player,
        cards=own.stated,
        announced=stated.announced,
        side=stated.side,
        out=out,
        words=words,
        hands=tuple(
            judged_hand(hand, player, share, scale, game)
            for share, scale in shares_of(hand.game)
            if not out and rivals_for(hand, share, [player])
        ),
    )


def _words(hand: Hand, player: PlayerId) -> tuple[JudgedWord, ...]:
    """The words the player has shown, each judged by the dictionary."""
    scale = scale_of_words(hand.game)
    dictionary = find(scale.dictionary or HOUSE).reference if scale is not None and hand.showdown.judged else ""
    return tuple(
        JudgedWord(
            word=word,
            good=good,
            plural=not good and scale is not None and is_refused_plural(scale, word),
            dictionary=dictionary,
        )
        for (holder, word), good in hand.showdown.judged.items()
        if holder == player
    )


def judged_hand(hand: Hand, player: PlayerId, share: str, scale: Scale, game: Game | None = None) -> JudgedHand:
    """The hand the player's cards make for this share, and the one that counts after their announcement.

    Wild cards are explained in the words of `game` if the hand follows only a part of its script.
    """
    best, counted = _held(hand, player, scale), _made(hand, player, scale)
    made = counted or best
    holds, counts = best.standing if best else None, counted.standing if counted else None
    if made is None:
        return JudgedHand(share=share, claim="not there" if claim_for(hand, player, scale) else "")
    return JudgedHand(
        share=share,
        holds=holds.name if holds else "",
        counts=counts.name if counts else "",
        cards=made.standing.cards,
        stands_for=made.standing.stands_for if made.standing.stands_for != made.standing.cards else (),
        wild=wild_text(game or hand.game, made) if made.wild else (),
        claim="foul"
        if player in hand.showdown.foul
        else _claimed(holds, counts)
        if claim_for(hand, player, scale)
        else "",
    )


def best_held(hand: Hand, player: PlayerId, scale: Scale) -> Standing | None:
    """The best hand the player's cards make, whatever they announced; None if none qualifies."""
    best = _held(hand, player, scale)
    return best.standing if best else None


def _held(hand: Hand, player: PlayerId, scale: Scale) -> Made | None:
    """The hand the cards make, ignoring announcements; None if none qualifies or cards are not known."""
    if isinstance(scale, HighestClosed):
        return _made(hand, player, scale)
    cards, lying = known_cards(hand, player), lying_of(hand, player)
    if cards is None or scale is None:
        return None
    if hangs_on_the_deal(hand.game):
        return best_made(lying, scale)
    standing = standing_of(hand.game, scale, cards, lying.board)
    return Made(standing, next(choices_of_wild(lying))) if standing else None


def _made(hand: Hand, player: PlayerId, scale: Scale) -> Made | None:
    if not isinstance(scale, HighestClosed):
        return made_of(hand, player, scale)
    highest = standings(hand, [player], scale).get(player)
    return Made(highest) if highest else None


def _claimed(holds: Standing | None, counts: Standing | None) -> Claimed:
    if counts is None:
        return "not there"
    return "too low" if holds is not None and holds.beats(counts) else "as announced"


def _shares(
    hand: Hand, consequences: Sequence[events.Event], new_cards: DealtOff
) -> tuple[tuple[JudgedShare, ...], list[str]]:
    """The shares with their reasons, and the names of the rules the reasons rest on."""
    shares: list[JudgedShare] = []
    used: list[str] = []
    for award in consequences:
        if isinstance(award, events.DealOffStarted):
            outcome = new_cards.outcomes.get(award.share)
            shares.append(_won_by_new_cards(award, outcome) if outcome else _dealt_off(hand, award))
            used += [award.rule, *(outcome.rules if outcome else ())]
        if not isinstance(award, events.PotAwarded):
            continue
        winners = [share.player for share in award.shares]
        because, rules = _reason(hand, award, winners)
        used += rules
        shares.append(
            JudgedShare(
                share=award.share,
                chips=sum(share.chips for share in award.shares),
                winners=tuple(Won(player=share.player, chips=share.chips) for share in award.shares),
                because=because,
                rule=rules[0] if rules else award_rule(hand.game),
            )
        )
    return tuple(shares), used


def _won_by_new_cards(start: events.DealOffStarted, outcome: Outcome) -> JudgedShare:
    """A share that new cards have decided."""
    winners = tuple(Won(player=share.player, chips=share.chips) for share in outcome.award.shares)
    return JudgedShare(
        share=start.share, chips=start.chips, winners=winners, because=outcome.because, rule=outcome.rules[0]
    )


def _dealt_off(hand: Hand, start: events.DealOffStarted) -> JudgedShare:
    """A share nobody has won yet: the hands are equal, and new cards will decide."""
    scale = dict(shares_of(hand.game))[start.share]
    equal = standings(hand, start.players[:1], scale)[start.players[0]]
    because = say("{hand}: equal, a deal-off decides", hand=equal.name)
    return JudgedShare(
        share=start.share, chips=start.chips, winners=(), tied=start.players, because=because, rule=start.rule
    )


def _reason(hand: Hand, award: events.PotAwarded, winners: Sequence[PlayerId]) -> tuple[str, tuple[str, ...]]:
    if award.by == "last player":
        return say("the last player in the hand"), (LAST_PLAYER,)
    left = with_a_right(hand, contenders(hand))
    shares = shares_of(hand.game)
    for name, scale in [share for share in shares if share[0] == award.share] or shares:
        rivals = rivals_for(hand, name, left)
        if set(winners) <= set(best_of(standings(hand, rivals, scale))):
            return why_they_win(hand, scale, winners, rivals)
    raise AssertionError("Whoever wins has the best hand of some share.")
