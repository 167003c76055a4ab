"""What a deal of Tarok scores, by the cards or the table's word, and who pays whom (RULINGS C4, R-T2 to R-T14)."""

from typing import Literal, NamedTuple

from engine import events
from engine.cards.tarok import GROUP, LOST_IN_A_GROUP, PAGAT, nominal, points_of
from engine.cards.tarok import TAROK_54 as WHOLE_PACK
from engine.game import steps
from engine.game.awards import TarokScore
from engine.ids import PlayerId
from engine.money import Chips
from engine.play.betting.turn_order import ended
from engine.play.tarok.facts import contract_of
from engine.play.tarok.pagat import End, moved_points, possible_ends, was_the_bidders
from engine.play.tricks.facts import taken_by
from engine.play.tricks.rule import all_played
from engine.state import UNKNOWN, Contract, Hand, Night

What = Literal["game", "consolation", "meld", "pagat", "ultimo", "contra-ultimo", "passed out"]
# Ultimo stakes twice the value of the contract, contra-ultimo doubles that.
ULTIMO = 2
CONTRA = 4


class Scored(NamedTuple):
    """A score of `value` chips, paid by each opponent to the bidder or by the bidder to each opponent."""

    what: What
    bidder_wins: bool
    value: Chips


def game_score(score: TarokScore, contract: str, goal: str, factor: int, points: int, all_points: int) -> Scored:
    """The game or consolation: the contract's value plus twice the points over half, times the widow's factor.

    A game is won with `target` points or more and lost with fewer; a consolation the other way round. The payment
    counts the winning side's points over half of all (RULINGS R-T2 to R-T5).
    """
    half = score.target - 1
    over = points - half if points >= score.target else all_points - points - half
    if goal == "consolation":
        over = abs(points - half)
    base = score.value(contract)
    value = (base + 2 * over) * factor if score.multiplier == "game" else base * factor + 2 * over
    return Scored(
        "consolation" if goal == "consolation" else "game",
        (points >= score.target) != (goal == "consolation"),
        value,
    )


def ultimo_score(score: TarokScore, contract: str, *, contra: bool, with_pagat: bool, captured: bool) -> Scored:
    """Ultimo: twice the contract, won by taking the last trick with the pagat (RULINGS R-T12).

    Contra-ultimo stakes four times the contract instead. The opponents win it if one of them captures the pagat in any
    trick; otherwise the bidder does (RULINGS R-T14).
    """
    base = score.value(contract)
    if contra:
        return Scored("contra-ultimo", not captured, CONTRA * base)
    return Scored("ultimo", with_pagat, ULTIMO * base)


NO_POT_RULE = "tarok/no-pot"
NOTHING_SAID = End(None, captured=False)


def follow_bidding(night: Night, hand: Hand, step: steps.Bid) -> tuple[events.Event, ...]:
    """The contract won when nobody may bid any more, or the end of a deal that everybody passed (RULINGS C3).

    Empty while somebody may still bid.
    """
    contract = contract_of(hand)
    highest = step.contracts.split()[-1]
    if hand.asked.waiting and (not contract.bids or contract.bids[-1][1] != highest):
        return ()
    if contract.bids:
        player, name = contract.bids[-1]
        return (events.ContractWon(player=player, contract=name),)
    score = hand.game.award
    consequences: tuple[events.Event, ...] = ()
    if isinstance(score, TarokScore) and score.passed_out:
        forehand = hand.still_in[0]
        consequences = (_paid(night, hand, Scored("passed out", bidder_wins=True, value=score.passed_out), forehand),)
    return (*consequences, *_ended(night, hand))


def _ended(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """The end of the deal; chips that an ante of the house or a ruling put into the pot are carried."""
    chips = night.pot_worth()
    carry = (events.PotCarried(chips=chips, rule=NO_POT_RULE),) if chips else ()
    return (*carry, ended(hand))


def meld_paid(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """The payment for a meld just shown, from everyone (RULINGS R-T10); empty if none is due."""
    contract = contract_of(hand)
    melds = list(contract.melds.values())[contract.melds_settled :]
    if not melds:
        return ()
    value = _score(hand).value(contract.name)
    return (_paid(night, hand, Scored("meld", bidder_wins=True, value=value), melds[0]),)


def follow_score(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """After the play, or once the result is named: the next score still to be paid, and then the end of the deal."""
    contract = contract_of(hand)
    due = _results(hand)
    if due is None or contract.player is None:
        return ()
    if contract.goals_settled < len(due):
        scored, scorer = due[contract.goals_settled]
        return (_paid(night, hand, scored, scorer),)
    return _ended(night, hand)


def _results(hand: Hand) -> list[tuple[Scored, PlayerId]] | None:
    """The scores of the deal, each with the player who scores or pays it; None while a deciding card is unknown."""
    contract = contract_of(hand)
    bidder, named = contract.bidder, contract.named
    points = named.points if named else counted_points(hand)
    if points is None:
        return None
    factor, score = max(1, contract.choice), _score(hand)
    game = game_score(score, contract.name, contract.goal, factor, points, all_points(hand))
    ends = (End(named.pagat, named.captured),) if named else possible_ends(hand, contract)
    # Several possible ends of the pagat may still come to the same scores.
    comes_to = {_of_the_pagat(hand, contract, bidder, end) for end in ends}
    return [(game, bidder), *comes_to.pop()] if len(comes_to) == 1 else None


def _of_the_pagat(hand: Hand, contract: Contract, bidder: PlayerId, end: End) -> tuple[tuple[Scored, PlayerId], ...]:
    """The extra score of ultimo, or of a last trick won with the pagat (RULINGS R-T11, R-T12, R-T14)."""
    score = _score(hand)
    if not contract.ultimo:
        bonus = Scored("pagat", bidder_wins=True, value=score.value(contract.name))
        return ((bonus, end.won_by),) if end.won_by is not None else ()
    held = was_the_bidders(hand, contract, end)
    if contract.answered is not None:
        # A bidder who never held the pagat announced what cannot be, and the answer doubles that (RULINGS R-T21).
        scored = ultimo_score(score, contract.name, contra=True, with_pagat=False, captured=end.captured or not held)
    else:
        scored = ultimo_score(
            score, contract.name, contra=False, with_pagat=end.won_by == bidder, captured=end.captured
        )
    return ((scored, bidder),)


def counted_points(hand: Hand) -> int | None:
    """The bidder's points in tricks and discard, by the cards; None while a card that counts is unknown.

    The five points that ultimo moves are included (RULINGS R-T13).
    """
    contract = hand.contract
    if contract is None or contract.player is None or not all_played(hand):
        return None
    jack = _score(hand).jack
    mine, theirs = _piles(hand, contract)
    if len(mine) % GROUP or len(theirs) % GROUP:
        # A waiver lets more or fewer than three play, and only the table knows how it counts their tricks.
        return None
    if UNKNOWN not in mine:
        points, in_pile = points_of(mine, jack=jack), PAGAT in mine
    elif UNKNOWN not in theirs:
        points, in_pile = all_points(hand) - points_of(theirs, jack=jack), PAGAT not in theirs
    else:
        return None
    moved = moved_points(hand, contract, in_pile=in_pile)
    return None if moved is None else points + moved


def points_in_reach(hand: Hand) -> tuple[int, int]:
    """The fewest and the most points the bidder can have by the known cards, during or after the play."""
    counted = counted_points(hand)
    if counted is not None:
        return counted, counted
    contract, every = contract_of(hand), all_points(hand)
    mine, theirs = _piles(hand, contract)
    if len(mine) % GROUP or len(theirs) % GROUP:
        return 0, every
    # Ultimo may move the five points of the pagat either way.
    moved = nominal(PAGAT) if contract.ultimo else 0
    least, most = _at_least(hand, mine) - moved, every - _at_least(hand, theirs) + moved
    return max(0, least), min(every, most)


def _piles(hand: Hand, contract: Contract) -> tuple[list[str], list[str]]:
    """The bidder's cards in tricks and discard, and the opponents' in tricks and widow."""
    bidder = contract.bidder
    mine, theirs = contract.discarded or [], [held.card for held in hand.cards.board]
    if hand.tricks is None:
        return mine, theirs
    others = [player for player in hand.still_in if player != bidder]
    return [*taken_by(hand, [bidder]), *mine], [*taken_by(hand, others), *theirs]


def _at_least(hand: Hand, pile: list[str]) -> int:
    """The points of the pile if its unknown cards are the lowest of those not seen elsewhere."""
    jack = _score(hand).jack
    known = [card for card in pile if card != UNKNOWN]
    lying = _places_known(hand)
    unseen = sorted(nominal(card, jack=jack) for card in WHOLE_PACK if card not in lying)
    least = sum(unseen[: len(pile) - len(known)])
    return sum(nominal(card, jack=jack) for card in known) + least - LOST_IN_A_GROUP * (len(pile) // GROUP)


def _places_known(hand: Hand) -> set[str]:
    """The cards whose place the book knows."""
    mine, theirs = _piles(hand, contract_of(hand))
    held = [each.card for own in hand.cards.own.values() for each in own]
    lying = [card for _, card in hand.tricks.lying] if hand.tricks else []
    return {*mine, *theirs, *held, *lying}


def all_points(hand: Hand) -> int:
    return points_of(WHOLE_PACK, jack=_score(hand).jack)


def _score(hand: Hand) -> TarokScore:
    assert isinstance(hand.game.award, TarokScore)
    return hand.game.award


def _paid(night: Night, hand: Hand, scored: Scored, player: PlayerId) -> events.ScorePaid:
    """The payment of a score: between the bidder and everyone else, or for a meld and forehand's 25 from all others.

    An opponent's pagat is paid by the bidder alone or by all (RULINGS R-T11). Players pay with the chips they have; the
    rest goes on their account.
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
