"""Judges games of tricks: who takes a trick, and in Tarok what a pile of cards counts and is worth."""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from engine import errors, events
from engine.cards.card import UNKNOWN, pretty
from engine.cards.tarok import TAROK_54, points_of
from engine.cards.tricks import TRUMP, winning_place
from engine.game.awards import TarokScore
from engine.game.counts import players_served
from engine.game.definition import Game
from engine.game.sentences import sentence
from engine.ids import PlayerId
from engine.judge.case import Case, Seen
from engine.judge.judgement import Judgement, PlayerTold, RuleTold, ShareTold, Won
from engine.judge.scratch import announced, order_of, scratch_night, strangers
from engine.play.holdings.reading import read_cards
from engine.play.tarok.score import game_score
from engine.play.tarok.text import CONTRACTS, GOALS
from engine.play.tricks.rule import pack_of
from engine.speech import say, say_as, to_say
from engine.state import Hand

TRICK_RULE = "tarok/tricks"
SCORE_RULE = "tarok/score"
TRICK_SAYS = to_say("The highest trump takes the trick, or else the highest card of the suit led.")
_GROUP = 3


def judge_tricks(case: Case, game: Game) -> Judgement:
    """A trick if each player has one card, from the leader on; otherwise the pile of the bidder, who comes first.

    The trump of Lift Smoke is the card on the board. The bidder's announcement is the contract: "solo", "consolation".
    """
    order = order_of(case)
    # The case says whose the cards are; the table is there only for its pack.
    seated = (*order, *islice(strangers(order), max(0, _least(game) - len(order))))
    hand = announced(scratch_night(seated, game.rulebook), seated[: _most(game)], game)
    cards = cards_said(case, order, hand)
    board = _board(case, hand)
    if all(len(own) == 1 for own in cards.values()):
        return _trick(hand, cards, board)
    if isinstance(game.award, TarokScore) and cards[order[0]] and len(cards[order[0]]) % _GROUP == 0 and not board:
        return _pile(case, hand, game.award, cards)
    raise errors.TrickCaseIsAnother(game=game.name)


def _least(game: Game) -> int:
    return players_served(game)[0]


def _most(game: Game) -> int:
    return players_served(game)[1]


def _board(case: Case, hand: Hand) -> tuple[str, ...]:
    """The trump that was turned; the dealer has it in hand or has played it."""
    said = case.board if isinstance(case.board, str) else " ".join(_texts(case))
    return _known(hand, read_cards(hand, said.replace(",", " ").split()))


def _texts(case: Case) -> tuple[str, ...]:
    return tuple(case.board.values()) if isinstance(case.board, dict) else tuple(case.board)


def cards_said(case: Case, order: Sequence[PlayerId], hand: Hand) -> dict[PlayerId, tuple[str, ...]]:
    """The cards of each player, however they are said. Refuses a card said twice, and an unknown one."""
    words = {player: _words(case.players[player]) for player in order}
    cards = iter(_known(hand, read_cards(hand, [word for said in words.values() for word in said])))
    return {player: tuple(islice(cards, len(said))) for player, said in words.items()}


def _words(seen: Seen) -> list[str]:
    return f"{seen.cards} {seen.closed} {seen.open}".replace(",", " ").split()


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
    share = ShareTold(
        share="trick",
        chips=0,
        winners=(Won(player=winner, chips=0),),
        because=say(why, card=pretty(card)),
        rule=TRICK_RULE,
    )
    rules = (RuleTold(name=TRICK_RULE, says=say(TRICK_SAYS)),)
    outcome = say("{player} takes the trick: {because}.", player=winner, because=share.because)
    return _told(hand, cards, share, rules, outcome)


def won_with(bidder: str, points: int, contract: str, goal: str, score: TarokScore) -> str:
    """The bidder's points and the points they needed, as a part of a sentence."""
    if goal == "consolation":
        return say(
            "{player} has {points} points, and a {goal} of a {contract} takes {wanted} or fewer",
            player=bidder,
            points=points,
            goal=say_as("tarok", GOALS[goal]),
            contract=say_as("tarok", CONTRACTS[contract]),
            wanted=score.target - 1,
        )
    return say(
        "{player} has {points} points, and a {goal} of a {contract} takes {wanted} or more",
        player=bidder,
        points=points,
        goal=say_as("tarok", GOALS[goal or "game"]),
        contract=say_as("tarok", CONTRACTS[contract]),
        wanted=score.target,
    )


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
        counts = to_say("{won}; it counts {base} for the {contract} and {over} ({rule}).")
    elif score.multiplier == "game":
        counts = to_say(
            "{won}; it counts {base} for the {contract} and {over}, all {factor} times for the widow ({rule})."
        )
    else:
        counts = to_say(
            "{won}; it counts {base} for the {contract}, {factor} times for the widow, and {over} ({rule})."
        )
    return say(
        counts,
        won=won_with(name(contract.player), event.points, contract.name, contract.goal, score),
        base=base,
        contract=say_as("tarok", CONTRACTS[contract.name]),
        over=over,
        factor=factor,
        rule=event.rule,
    )


def _pile(case: Case, hand: Hand, score: TarokScore, cards: Mapping[PlayerId, tuple[str, ...]]) -> Judgement:
    """The judgement of the bidder's tricks and discard: their points, and what each opponent pays or gets."""
    bidder, *others = cards
    said = case.players[bidder].announced.casefold().split()
    contract = "solo" if "solo" in said else "threesome"
    goal = "consolation" if "consolation" in said else "game"
    points = points_of(cards[bidder], jack=score.jack)
    scored = game_score(score, contract, goal, 1, points, points_of(TAROK_54, jack=score.jack))
    winners = [bidder] if scored.bidder_wins else others
    because = won_with(bidder, points, contract, goal, score)
    share = ShareTold(
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
    rules = (RuleTold(name=SCORE_RULE, says=sentence(score, hand.game)),)
    return _told(hand, cards, share, rules, outcome)


def _told(
    hand: Hand,
    cards: Mapping[PlayerId, tuple[str, ...]],
    share: ShareTold,
    rules: tuple[RuleTold, ...],
    outcome: str,
) -> Judgement:
    judgement = Judgement(
        game=hand.game.name,
        rulebook=hand.game.rulebook,
        players=tuple(PlayerTold(player=player, cards=own) for player, own in cards.items()),
        shares=(share,),
        rules=rules,
        text="",
    )
    lines = [f"{hand.game.name} ({hand.game.rulebook}).", ""]
    lines += [f"{player}: {' '.join(map(pretty, own))}" for player, own in cards.items() if own]
    lines += ["", outcome, "", *(f"{rule.name}: {rule.says}" for rule in rules)]
    return replace(judgement, text="\n".join(lines))
