"""Judges games of tricks: who takes a trick, what a pile of cards counts, and a whole deal of Tarok: who pays what."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from engine import commands, errors, events
from engine.cards.card import UNKNOWN, pretty
from engine.cards.tarok import GROUP, TAROK_54, points_of
from engine.cards.tricks import TRUMP, winning_place
from engine.decider import accept
from engine.game.awards import TarokScore
from engine.game.counts import players_served
from engine.game.definition import Game, book_title
from engine.game.sentences import sentence
from engine.game.steps import Announce, TakeWidow
from engine.grammar import capital
from engine.ids import PlayerId
from engine.judge.case import (
    Case,
    JudgedPayment,
    JudgedPlayer,
    JudgedRule,
    JudgedShare,
    Judgement,
    TarokDeal,
    Won,
    words_of,
)
from engine.judge.scratch import announced, hand_of, order_of, scratch_night, strangers
from engine.play.holdings.knowledge import read_cards
from engine.play.tarok.paying import game_score
from engine.play.tricks.rule import pack_of
from engine.speech import say, say_as, to_say, to_say_as
from engine.state import Hand, Night, begun

TRICK_RULE = "tarok/tricks"
SCORE_RULE = "tarok/score"
TRICK_SAYS = to_say("The highest trump takes the trick, or else the highest card of the suit led.")
_GROUP = 3


def judge_tricks(case: Case, game: Game) -> Judgement:
    """A trick if each player has one card, from the leader on; otherwise the pile of the bidder, who comes first.

    The trump of Lift Smoke is the card on the board. The bidder's announcement is the contract: "solo", "consolation".
    """
    order = order_of(case)
    least, most = players_served(game)
    # The case says whose the cards are; the table is there only for its pack.
    seated = (*order, *islice(strangers(order), max(0, least - len(order))))
    hand = announced(scratch_night(seated, game.rulebook), seated[:most], game)
    cards = cards_stated(case, order, hand)
    # The trump that was turned; the dealer has it in hand or has played it.
    board = _known(hand, read_cards(hand, words_of(" ".join(case.board_texts()))))
    if all(len(own) == 1 for own in cards.values()):
        return _trick(hand, cards, board)
    if isinstance(game.award, TarokScore) and cards[order[0]] and len(cards[order[0]]) % _GROUP == 0 and not board:
        return _pile(case, hand, game.award, cards)
    raise errors.TrickCaseIsAnother(game=game.name)


def cards_stated(case: Case, order: Sequence[PlayerId], hand: Hand) -> dict[PlayerId, tuple[str, ...]]:
    """The cards of each player, however they are said. Refuses a card said twice, and an unknown one."""
    stated_by = ((player, case.players[player]) for player in order)
    words = {player: words_of(f"{one.cards} {one.closed} {one.open}") for player, one in stated_by}
    cards = iter(_known(hand, read_cards(hand, [word for stated in words.values() for word in stated])))
    return {player: tuple(islice(cards, len(stated))) for player, stated in words.items()}


def _known(hand: Hand, cards: tuple[str, ...]) -> tuple[str, ...]:
    if UNKNOWN in cards:
        raise errors.TrickCaseIsAnother(game=hand.game.name)
    return cards


def _trick(hand: Hand, cards: Mapping[PlayerId, tuple[str, ...]], board: tuple[str, ...]) -> Judgement:
    """The judgement of a trick."""
    pack = pack_of(hand)
    always = TRUMP in pack.suit.values()
    if len(board) != (not always):
        raise errors.TrickCaseIsAnother(game=hand.game.name)
    trump = TRUMP if always else pack.suit[board[0]]
    played = [own[0] for own in cards.values()]
    place = winning_place(pack, played, trump)
    winner, card = tuple(cards)[place], played[place]
    is_trump = pack.suit[card] == trump
    why = to_say("{card} is the highest trump") if is_trump else to_say("{card} is the highest card of the suit led")
    share = JudgedShare(
        share="trick",
        chips=0,
        winners=(Won(player=winner, chips=0),),
        because=say(why, card=pretty(card)),
        rule=TRICK_RULE,
    )
    rules = (JudgedRule(name=TRICK_RULE, says=say(TRICK_SAYS)),)
    outcome = say("{player} takes the trick: {because}.", player=winner, because=share.because)
    return _judgement(hand, cards, (share,), rules, outcome=["", outcome, ""])


def won_with(bidder: str, points: int, contract: str, goal: str, score: TarokScore) -> str:
    """The bidder's points and the points they needed, as a part of a sentence."""
    fewer = goal == "consolation"
    return say(
        TAKES_FEWER if fewer else TAKES_MORE,
        player=bidder,
        points=points,
        goal=say_as("tarok", goal or "game"),
        contract=say_as("tarok", contract),
        wanted=score.target - fewer,
    )


TAKES_FEWER = to_say("{player} has {points} points, and a {goal} of a {contract} takes {wanted} or fewer")
TAKES_MORE = to_say("{player} has {points} points, and a {goal} of a {contract} takes {wanted} or more")


def why_scored(hand: Hand, event: events.ScorePaid, name: Callable[[PlayerId], str]) -> str:
    """Why the game of a deal was won or lost, and how it is counted; empty for other scores."""
    score, contract = hand.game.award, hand.contract
    if event.points is None or contract is None or contract.player is None or not isinstance(score, TarokScore):
        return ""
    factor, half, base = max(1, contract.choice), score.target - 1, score.value(contract.name)
    if contract.goal == "consolation":
        over = say("twice the points between the bidder's and {half}", half=half)
    else:
        over = say("twice the winning side's points over {half}", half=half)
    if factor == 1:
        counts = to_say("{won}; it counts {base} for the {contract} and {over}.")
    elif score.multiplier == "game":
        counts = to_say("{won}; it counts {base} for the {contract} and {over}, all {factor} times for the widow.")
    else:
        counts = to_say("{won}; it counts {base} for the {contract}, {factor} times for the widow, and {over}.")
    return say(
        counts,
        won=won_with(name(contract.player), event.points, contract.name, contract.goal, score),
        base=base,
        contract=say_as("tarok", contract.name),
        over=over,
        factor=factor,
    )


def _pile(case: Case, hand: Hand, score: TarokScore, cards: Mapping[PlayerId, tuple[str, ...]]) -> Judgement:
    """The judgement of the bidder's tricks and discard: their points, and what each opponent pays or gets."""
    bidder, *others = cards
    words = case.players[bidder].announced.casefold().split()
    contract = "solo" if "solo" in words else "threesome"
    goal = "consolation" if "consolation" in words else "game"
    points = points_of(cards[bidder], jack=score.jack)
    scored = game_score(score, contract, goal, 1, points, points_of(TAROK_54, jack=score.jack))
    winners = [bidder] if scored.bidder_wins else others
    because = won_with(bidder, points, contract, goal, score)
    share = JudgedShare(
        share=goal,
        chips=scored.value,
        winners=tuple(Won(player=player, chips=scored.value) for player in winners),
        because=because,
        rule=SCORE_RULE,
    )
    if scored.bidder_wins:
        outcome = say("{because}: each of the others pays them {chips}.", because=because, chips=scored.value)
    else:
        outcome = say("{because}: they pay each of the others {chips}.", because=because, chips=scored.value)
    rules = (JudgedRule(name=SCORE_RULE, says=sentence(score, hand.game)),)
    return _judgement(hand, cards, (share,), rules, outcome=["", outcome, ""])


def _judgement(
    hand: Hand,
    cards: Mapping[PlayerId, tuple[str, ...]],
    shares: tuple[JudgedShare, ...],
    rules: tuple[JudgedRule, ...],
    *,
    outcome: Sequence[str],
    begins: Sequence[str] = (),
    payments: tuple[JudgedPayment, ...] = (),
) -> Judgement:
    """The text of it: the game, what it `begins` with, the cards, the `outcome`, and the rules."""
    lines = [f"{hand.game.name} · {book_title(hand.game.rulebook)}.", "", *begins]
    lines += [f"{player}: {' '.join(map(pretty, own))}" for player, own in cards.items() if own]
    lines += [*outcome, *(rule.says for rule in rules)]
    return Judgement(
        game=hand.game.name,
        rulebook=hand.game.rulebook,
        players=tuple(JudgedPlayer(player=player, cards=own) for player, own in cards.items()),
        shares=shares,
        payments=payments,
        rules=rules,
        text="\n".join(lines),
    )


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
    cards = cards_stated(case, order, hand_of(night))
    happened = _bid(night, bidder, deal)
    if night.hand is not None:
        points = _points(deal, game.award, bidder, cards)
        for command in (
            *_commands(night, deal),
            commands.NameScore(points=points, pagat=deal.pagat or None, captured=deal.captured),
        ):
            happened += accept(night, command)
    scores = [event for event in happened if isinstance(event, events.ScorePaid)]
    return _deal_text(begun(night.last_hand), bidder, cards, scores)


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


def _commands(night: Night, deal: TarokDeal) -> list[commands.Command]:
    """The acts between the bidding and the first lead, as far as this contract asks for them."""
    hand = hand_of(night)
    step, stated = hand.steps[hand.cursor], list[commands.Command]()
    takes, asked = isinstance(step, TakeWidow), isinstance(step, TakeWidow | Announce)
    if takes or deal.widow is not None:
        stated += [commands.TakeWidow(choice=deal.widow or 1), commands.Discard()]
    if asked or deal.goal:
        stated.append(commands.AnnounceGoal(goal=deal.goal or "game"))
    stated += [commands.DeclareMeld(player=player, meld=meld) for player, melds in deal.melds.items() for meld in melds]
    stated += [commands.AnnounceGoal(goal="ultimo")] if deal.ultimo else []
    return [*stated, commands.AnswerGoal(player=deal.contra)] if deal.contra else stated


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


def _deal_text(
    hand: Hand, bidder: PlayerId, cards: dict[PlayerId, tuple[str, ...]], scores: Sequence[events.ScorePaid]
) -> Judgement:
    shares = tuple(_share(hand, score) for score in scores)
    payments = _payments(scores)
    assert isinstance(hand.game.award, TarokScore)
    parts = [_score_text(share, score) for share, score in zip(shares, scores, strict=True)]
    paid = [f"{_paid(each)}." for each in payments]
    rules = (JudgedRule(name=SCORE_RULE, says=_rule_text(hand, hand.game.award)),)
    return _judgement(
        hand,
        cards,
        shares,
        rules,
        begins=[_contract_text(hand, bidder)],
        outcome=[*parts, "", *paid, "" if payments else say("Nobody pays anybody.")],
        payments=payments,
    )


def _rule_text(hand: Hand, score: TarokScore) -> str:
    """The rule the deal is paid by; if everybody passed, only the part about that."""
    if hand.contract is not None and hand.contract.player is not None:
        return sentence(score, hand.game)
    if not score.passed_out:
        return say("Nobody pays when all pass.")
    return f"{capital(say(COUNTS['passed out'], value=score.passed_out))}."


def _contract_text(hand: Hand, bidder: PlayerId) -> str:
    contract = hand.contract
    if contract is None or contract.player is None:
        return say("All have passed.")
    text = say("{player} plays a {contract}", player=bidder, contract=say_as("tarok", contract.name))
    if contract.choice:
        text = say("{plays} with {cards}", plays=text, cards=say(TAKES[contract.choice]))
    if contract.goal:
        text = say("{plays} for {goal}", plays=text, goal=say_as("tarok", contract.goal))
    if contract.ultimo:
        text = say("{plays}, and has announced ultimo", plays=text)
    if contract.answered:
        text = say("{plays}; {player} has answered contra-ultimo", plays=text, player=contract.answered)
    return f"{text}."


def _share(hand: Hand, score: events.ScorePaid) -> JudgedShare:
    """One part of the settlement; a winner's chips are what all the others pay for it."""
    got = Counter[PlayerId]()
    for move in score.moves:
        got[move.payee] += move.chips
    because = why_scored(hand, score, str) or say(COUNTS[score.what], value=score.value)
    winners = tuple(Won(player=player, chips=got[player]) for player in score.to)
    return JudgedShare(share=score.what, chips=score.value, winners=winners, because=because, rule=score.rule)


def _score_text(share: JudgedShare, score: events.ScorePaid) -> str:
    paid = ", ".join(map(_paid, score.moves))
    if not paid:
        paid = say("{value} for {players}, on paper", value=score.value, players=", ".join(score.to))
    return f"{say_as('tarok', PARTS[share.share])}: {paid}; {share.because.removesuffix('.')}."


def _paid(move: events.ScoreMove | JudgedPayment) -> str:
    return say("{payer} pays {payee} {chips}", payer=move.payer, payee=move.payee, chips=move.chips)


def _payments(scores: Sequence[events.ScorePaid]) -> tuple[JudgedPayment, ...]:
    """All parts together: for every two players, what one pays the other in the end."""
    owed = Counter[tuple[PlayerId, PlayerId]]()
    for score in scores:
        for move in score.moves:
            first, second = sorted((move.payer, move.payee))
            owed[first, second] += move.chips if move.payer == first else -move.chips
    return tuple(
        JudgedPayment(payer=first if chips > 0 else second, payee=second if chips > 0 else first, chips=abs(chips))
        for (first, second), chips in owed.items()
        if chips
    )
