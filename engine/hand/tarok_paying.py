"""What a deal of Tarok comes to: the points counted, the score named, and who pays whom (RULINGS C4)."""

from engine import commands, errors, events
from engine.cards.tarok import PAGAT, nominal, points_of
from engine.cards.tarok import TAROK_54 as WHOLE_PACK
from engine.game import steps
from engine.game.awards import TarokScore
from engine.hand.dealing import at_step
from engine.hand.tarok import contract_of, must_be_won
from engine.hand.tarok_score import Scored, game_score, ultimo_score
from engine.hand.tricks import all_played, taken_by
from engine.ids import PlayerId
from engine.rules import insist, playing
from engine.state import UNKNOWN, Contract, Hand, Night

NO_POT_RULE = "tarok/no-pot"


def name_score(command: commands.NameScore, night: Night) -> commands.NameScore:
    """How the deal ended, said by the table; cards that are all known may not count otherwise."""
    hand = playing(night)
    must_be_won(hand)
    at_tricks = hand.stage == "playing" and isinstance(hand.steps[hand.cursor], steps.Tricks)
    if not at_tricks and hand.stage != "showdown":
        at_step(night, steps.Tricks)
    most = _all_points(hand)
    if command.points > most:
        raise errors.PointsAreImpossible(points=command.points, all=most)
    if command.pagat is not None and command.pagat not in hand.still_in:
        raise errors.PagatCannotBe(player=command.pagat, players=list(hand.still_in))
    counted = counted_points(hand)
    if counted not in (None, command.points):
        insist(command, errors.CardsCountOtherwise(counted=counted, points=command.points))
    return command


# What follows by the rules.


def follow_bidding(night: Night, hand: Hand, step: steps.Bid) -> tuple[events.Event, ...]:
    """The contract is won when nobody may bid any more; when all have passed the deal is over (RULINGS C3)."""
    contract = contract_of(hand)
    highest = step.contracts.split()[-1]
    if hand.waiting and (not contract.bids or contract.bids[-1][1] != highest):
        return ()
    if contract.bids:
        player, name = contract.bids[-1]
        return (events.ContractWon(player=player, contract=name),)
    score = hand.game.award
    drawn: tuple[events.Event, ...] = ()
    if isinstance(score, TarokScore) and score.passed_out:
        forehand = hand.still_in[0]
        drawn = (_paid(night, hand, Scored("passed out", bidder_wins=True, value=score.passed_out), forehand),)
    return (*drawn, *_ended(night, hand))


def _ended(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """The deal is over. What an ante of the house or a ruling has put into a pot nobody plays for is carried."""
    chips = night.pot_worth()
    carry = (events.PotCarried(chips=chips, rule=NO_POT_RULE),) if chips else ()
    return (*carry, events.HandEnded(number=hand.number))


def meld_paid(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """A meld that has just been shown collects its value from everyone (RULINGS R-T10)."""
    contract = contract_of(hand)
    melds = list(contract.melds.values())[contract.melds_settled :]
    if not melds:
        return ()
    value = _score(hand).value(contract.name)
    return (_paid(night, hand, Scored("meld", bidder_wins=True, value=value), melds[0]),)


def follow_score(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """The deal is played, or its result was named: the next part of it that is still to be paid; then the end."""
    contract = contract_of(hand)
    due = _results(hand)
    if due is None or contract.player is None:
        return ()
    if contract.goals_settled < len(due):
        scored, scorer = due[contract.goals_settled]
        return (_paid(night, hand, scored, scorer),)
    return _ended(night, hand)


def _results(hand: Hand) -> list[tuple[Scored, PlayerId]] | None:
    """Everything the deal comes to, with whose side of it is told; nothing as long as it is not known."""
    contract, score = contract_of(hand), _score(hand)
    bidder = contract.player
    assert bidder is not None
    named = contract.named
    points = named.points if named else counted_points(hand)
    if points is None:
        return None
    pagat, captured = (named.pagat, named.captured) if named else _pagat(hand)
    factor = max(1, contract.choice)
    due = [(game_score(score, contract.name, contract.goal, factor, points, _all_points(hand)), bidder)]
    if contract.ultimo:
        scored = ultimo_score(
            score, contract.name, contra=contract.answered is not None, with_pagat=pagat == bidder, captured=captured
        )
        due.append((scored, bidder))
    elif pagat is not None:
        due.append((Scored("pagat", bidder_wins=True, value=score.value(contract.name)), pagat))
    return due


def counted_points(hand: Hand) -> int | None:
    """The bidder's points in tricks and discard, by the cards; nothing while one that counts is not known.

    RULINGS R-T13 moves the pagat's five points where ultimo was announced.
    """
    contract = hand.contract
    if contract is None or contract.player is None or not all_played(hand):
        return None
    jack = _score(hand).jack
    bidder = contract.player
    mine = [*taken_by(hand, [bidder]), *(contract.discarded or [])]
    others = [player for player in hand.still_in if player != bidder]
    theirs = [*taken_by(hand, others), *contract.widow]
    if UNKNOWN not in mine:
        points = points_of(mine, jack=jack)
    elif UNKNOWN not in theirs:
        points = _all_points(hand) - points_of(theirs, jack=jack)
    else:
        return None
    return points + _moved_by_ultimo(hand, contract, bidder, mine)


def _moved_by_ultimo(hand: Hand, contract: Contract, bidder: PlayerId, mine: list[str]) -> int:
    """RULINGS R-T13: lost by force, and the last trick won: five to the bidder; played without need: five to the others."""
    play = hand.tricks
    if not contract.ultimo or play is None or play.pagat_played is None:
        return 0
    number, _, needless = play.pagat_played
    five = nominal(PAGAT)
    if number == play.number:
        return 0
    if needless:
        return -five if PAGAT in mine else 0
    return five if PAGAT not in mine and play.leader == bidder else 0


def _pagat(hand: Hand) -> tuple[PlayerId | None, bool]:
    """Who won the last trick with the pagat, and whether an opponent has taken the bidder's, as far as can be seen."""
    play, contract = hand.tricks, contract_of(hand)
    assert play is not None
    holder = next((player for player, cards in play.taken.items() if PAGAT in cards), None)
    with_it = play.leader if play.pagat_played and play.pagat_played[:2] == (play.number, play.leader) else None
    return with_it, holder is not None and holder != contract.player


def _all_points(hand: Hand) -> int:
    return points_of(WHOLE_PACK, jack=_score(hand).jack)


def _score(hand: Hand) -> TarokScore:
    assert isinstance(hand.game.award, TarokScore)
    return hand.game.award


def _paid(night: Night, hand: Hand, scored: Scored, player: PlayerId) -> events.ScorePaid:
    """Who pays whom. The bidder has everyone against him; a meld and forehand's 25 are collected from all others.

    An opponent's pagat is paid by the bidder alone, or by all (RULINGS R-T11). Chips go as far as they reach, and what a
    player has no chips for stands on his account.
    """
    contract, score = hand.contract, _score(hand)
    bidder = contract.player if contract else None
    others = [other for other in hand.order if other != player]
    if scored.what == "pagat" and player != bidder and score.pagat_pays == "bidder":
        others = [other for other in others if other == bidder]
    pairs = [(other, player) if scored.bidder_wins else (player, other) for other in others]
    to = tuple(dict.fromkeys(payee for _, payee in pairs))
    points = None
    if contract and scored.what in ("game", "consolation"):
        points = contract.named.points if contract.named else counted_points(hand)
    moves = () if score.kept == "paper" else _moves(night, pairs, scored.value)
    return events.ScorePaid(what=scored.what, to=to, value=scored.value, moves=moves, points=points)


def _moves(night: Night, pairs: list[tuple[PlayerId, PlayerId]], value: int) -> tuple[events.ScoreMove, ...]:
    left = {payer: night.stack(payer) for payer, _ in pairs}
    moves: list[events.ScoreMove] = []
    for payer, payee in pairs:
        chips = min(value, left[payer])
        left[payer] -= chips
        cents = (value - chips) * night.unit
        moves.append(events.ScoreMove(payer=payer, payee=payee, chips=chips, cents=cents))
    return tuple(moves)


# What follows only copies facts.


def score_paid(night: Night, event: events.ScorePaid) -> None:
    """What has been paid is not due any more."""
    contract = night.hand.contract if night.hand else None
    if contract is None:
        return
    if event.what == "meld":
        contract.melds_settled += 1
    elif event.what != "passed out":
        contract.goals_settled += 1
