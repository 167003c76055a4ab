"""Settles a whole deal of Tarok: plays it by its announcements and says who pays what."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from engine import commands, errors, events
from engine.cards.card import pretty
from engine.cards.tarok import GROUP, points_of
from engine.decider import accept
from engine.game.awards import TarokScore
from engine.game.definition import Game
from engine.game.sentences import sentence
from engine.game.steps import Announce, TakeWidow
from engine.grammar import capital
from engine.ids import PlayerId
from engine.judge.case import Case, TarokDeal
from engine.judge.judgement import Judgement, PaymentTold, PlayerTold, RuleTold, ShareTold, Won
from engine.judge.of_tricks import cards_said, why_scored
from engine.judge.scratch import hand_of, order_of, scratch_night
from engine.play.tarok.text import CONTRACTS, GOALS
from engine.speech import say, say_as, to_say, to_say_as
from engine.state import Hand, Night, begun

SCORE_RULE = "tarok/score"
PASSED = "pass"
TAKES = {
    1: to_say("the first cards of the widow"),
    2: to_say("the second cards of the widow (double)"),
    3: to_say("the first cards of the widow again (treble)"),
}
# The parts of a settlement, and why each counts what it does.
PARTS = {
    "game": to_say_as("tarok", "Game"),
    "consolation": to_say_as("tarok", "Consolation"),
    "meld": to_say_as("tarok", "Meld"),
    "pagat": to_say_as("tarok", "Pagat"),
    "ultimo": to_say_as("tarok", "Ultimo"),
    "contra-ultimo": to_say_as("tarok", "Contra-ultimo"),
    "passed out": to_say_as("tarok", "Passed out"),
}
COUNTS = {
    "meld": to_say("a meld counts the value of the contract, {value}"),
    "pagat": to_say("the last trick won with the pagat counts the value of the contract, {value}"),
    "ultimo": to_say("ultimo counts twice the value of the contract, {value}"),
    "contra-ultimo": to_say("contra-ultimo counts four times the value of the contract, {value}"),
    "passed out": to_say("forehand gets {value} when all pass"),
}


def settle(case: Case, game: Game, deal: TarokDeal) -> Judgement:
    """Who pays whom for the game, melds, pagat and ultimo. Refuses what the table's rules would refuse."""
    if not isinstance(game.award, TarokScore):
        raise errors.NotScoredLikeTarok(game=game.name)
    order = order_of(case)
    night = _dealt(game, order)
    bidder = deal.bidder or order[0]
    if bidder not in hand_of(night).still_in:
        raise errors.BidderDoesNotPlay(player=bidder, players=list(hand_of(night).still_in))
    cards = cards_said(case, order, hand_of(night))
    happened = _bid(night, bidder, deal)
    if night.hand is not None:
        points = _points(deal, game.award, bidder, cards)
        for command in (
            *_said(night, deal),
            commands.NameScore(points=points, pagat=deal.pagat or None, captured=deal.captured),
        ):
            happened += accept(night, command)
    scores = [event for event in happened if isinstance(event, events.ScorePaid)]
    return _told(begun(night.last_hand), deal, bidder, cards, scores)


def _dealt(game: Game, order: Sequence[PlayerId]) -> Night:
    """A night on which this game is dealt, unseen; the last player deals."""
    night = scratch_night(order, game.rulebook, auto="all")
    accept(night, commands.AnnounceHand(game=game.name, dealer=order[-1], declaration=game))
    return night


def _bid(night: Night, bidder: PlayerId, deal: TarokDeal) -> tuple[events.Event, ...]:
    """The bidding: the bidder bids the contract and the others pass, or everybody passes."""
    hand, happened = hand_of(night), tuple[events.Event, ...]()
    while hand.asked.waiting and night.hand is hand and hand.contract is not None and hand.contract.player is None:
        player = hand.asked.waiting[0]
        bids = player == bidder and deal.contract.casefold() != PASSED
        happened += accept(
            night,
            commands.MakeBid(player=player, contract=deal.contract) if bids else commands.PassBid(player=player),
        )
    return happened


def _said(night: Night, deal: TarokDeal) -> list[commands.Command]:
    """The acts between the bidding and the first lead, as far as this contract asks for them."""
    hand = hand_of(night)
    step, said = hand.steps[hand.cursor], list[commands.Command]()
    takes, asked = isinstance(step, TakeWidow), isinstance(step, TakeWidow | Announce)
    if takes or deal.widow is not None:
        said += [commands.TakeWidow(choice=deal.widow or 1), commands.Discard()]
    if asked or deal.goal:
        said.append(commands.AnnounceGoal(goal=deal.goal or "game"))
    said += [commands.DeclareMeld(player=player, meld=meld) for player, melds in deal.melds.items() for meld in melds]
    said += [commands.AnnounceGoal(goal="ultimo")] if deal.ultimo else []
    return [*said, commands.AnswerGoal(player=deal.contra)] if deal.contra else said


def _points(deal: TarokDeal, score: TarokScore, bidder: PlayerId, cards: dict[PlayerId, tuple[str, ...]]) -> int:
    """The bidder's points: those of the case, or the count of their cards."""
    own = cards[bidder]
    others = any(cards[player] for player in cards if player != bidder)
    if others or (deal.points is None) != bool(own) or len(own) % GROUP:
        raise errors.BiddersPointsAreMissing(player=bidder)
    if deal.points is not None:
        return deal.points
    if deal.ultimo and deal.pagat != bidder:
        raise errors.PointsMayHaveMoved(player=bidder)
    return points_of(own, jack=score.jack)


def _told(
    hand: Hand,
    deal: TarokDeal,
    bidder: PlayerId,
    cards: dict[PlayerId, tuple[str, ...]],
    scores: Sequence[events.ScorePaid],
) -> Judgement:
    shares = tuple(_share(hand, score) for score in scores)
    payments = _payments(scores)
    assert isinstance(hand.game.award, TarokScore)
    lines = [f"{hand.game.name} ({hand.game.rulebook}).", "", _contract_told(hand, bidder)]
    lines += [f"{player}: {' '.join(map(pretty, own))}" for player, own in cards.items() if own]
    lines += [_score_told(share, score) for share, score in zip(shares, scores, strict=True)]
    lines += ["", *(f"{_paid(each)}." for each in payments)]
    rules = (RuleTold(name=SCORE_RULE, says=_rule_told(hand, hand.game.award)),)
    lines += ["" if payments else say("Nobody pays anybody."), *(f"{rule.name}: {rule.says}" for rule in rules)]
    judgement = Judgement(
        game=hand.game.name,
        rulebook=hand.game.rulebook,
        players=tuple(PlayerTold(player=player, cards=own) for player, own in cards.items()),
        shares=shares,
        payments=payments,
        rules=rules,
        text="",
    )
    return replace(judgement, text="\n".join(lines))


def _rule_told(hand: Hand, score: TarokScore) -> str:
    """The rule the deal is paid by; if everybody passed, only the part about that."""
    if hand.contract is not None and hand.contract.player is not None:
        return sentence(score, hand.game)
    if not score.passed_out:
        return say("Nobody pays when all pass.")
    return f"{capital(say(COUNTS['passed out'], value=score.passed_out))}."


def _contract_told(hand: Hand, bidder: PlayerId) -> str:
    contract = hand.contract
    if contract is None or contract.player is None:
        return say("All have passed.")
    told = say("{player} plays a {contract}", player=bidder, contract=say_as("tarok", CONTRACTS[contract.name]))
    if contract.choice:
        told = say("{plays} with {cards}", plays=told, cards=say(TAKES[contract.choice]))
    if contract.goal:
        told = say("{plays} for {goal}", plays=told, goal=say_as("tarok", GOALS[contract.goal]))
    if contract.ultimo:
        told = say("{plays}, and has announced ultimo", plays=told)
    if contract.answered:
        told = say("{plays}; {player} has answered contra-ultimo", plays=told, player=contract.answered)
    return f"{told}."


def _share(hand: Hand, score: events.ScorePaid) -> ShareTold:
    """One part of the settlement; a winner's chips are what all the others pay for it."""
    got = Counter[PlayerId]()
    for move in score.moves:
        got[move.payee] += move.chips
    because = why_scored(hand, score, str) or say(COUNTS[score.what], value=score.value)
    winners = tuple(Won(player=player, chips=got[player]) for player in score.to)
    return ShareTold(share=score.what, chips=score.value, winners=winners, because=because, rule=score.rule)


def _score_told(share: ShareTold, score: events.ScorePaid) -> str:
    paid = ", ".join(map(_paid, score.moves))
    if not paid:
        paid = say("{value} for {players}, on paper", value=score.value, players=", ".join(score.to))
    return f"{say_as('tarok', PARTS[share.share])}: {paid}; {share.because.removesuffix('.')}."


def _paid(move: events.ScoreMove | PaymentTold) -> str:
    return say("{payer} pays {payee} {chips}", payer=move.payer, payee=move.payee, chips=move.chips)


def _payments(scores: Sequence[events.ScorePaid]) -> tuple[PaymentTold, ...]:
    """All parts together: for every two players, what one pays the other in the end."""
    owed = Counter[tuple[PlayerId, PlayerId]]()
    for score in scores:
        for move in score.moves:
            first, second = sorted((move.payer, move.payee))
            owed[first, second] += move.chips if move.payer == first else -move.chips
    return tuple(
        PaymentTold(payer=first if chips > 0 else second, payee=second if chips > 0 else first, chips=abs(chips))
        for (first, second), chips in owed.items()
        if chips
    )
