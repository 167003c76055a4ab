"""What is unsound about a game in which cards are played to tricks."""

from collections.abc import Iterator

from engine.cards.card import SUIT
from engine.cards.deck import TAROK
from engine.game.awards import LastHolding, TarokScore
from engine.game.definition import Game
from engine.game.findings.finding import Unsound, finding, unsound
from engine.game.steps import ANSWERS, CONTRACTS, GOALS, Announce, Bid, Meld, TakeWidow, Tricks
from engine.grammar import listed_later
from engine.speech import to_say

OF_A_CONTRACT = (Bid, TakeWidow, Announce, Meld)


@finding()
def tricks_know_no_wild_cards(game: Game) -> Iterator[Unsound]:
    """Wild cards in a game of tricks."""
    if game.wild_rules and _has_tricks(game):
        yield unsound("In {game} cards are played to tricks, where none can be wild.", game)


@finding()
def no_award_for_tricks(game: Game) -> Iterator[Unsound]:
    """Tricks without an award that goes by tricks, or such an award without tricks."""
    tricks = sum(isinstance(step, Tricks) for step in game.steps)
    by_tricks = isinstance(game.award, LastHolding | TarokScore)
    if tricks > 1 or (tricks > 0) != by_tricks:
        yield unsound(
            "{game} plays tricks {times} times and awards {award}; tricks are played once, and LastHolding or TarokScore says "
            "who wins by them.",
            game,
            times=tricks,
            award=type(game.award).__name__,
        )


@finding()
def pack_has_no_suits_for_tricks(game: Game) -> Iterator[Unsound]:
    """Tricks with cards that have no suit to follow."""
    if game.deck is None or not game.deck.is_known or not _has_tricks(game):
        return
    odd = [] if game.deck.name == TAROK else [card for card in game.deck.cards if card not in SUIT]
    if odd:
        yield unsound(
            "{game} plays tricks, and {card} of {deck} has no suit to follow.", game, card=odd[0], deck=game.deck.name
        )


@finding()
def no_such_contract(game: Game) -> Iterator[Unsound]:
    """Contracts, goals or answers without a value, and steps about a contract that nobody bids for."""
    tarok = isinstance(game.award, TarokScore)
    bids = [step for step in game.steps if isinstance(step, Bid)]
    about = [step for step in game.steps if isinstance(step, OF_A_CONTRACT)]
    if tarok != bool(bids) or len(bids) > 1 or (about and not isinstance(about[0], Bid)):
        yield unsound(
            "{game} bids {times} times and awards {award}; one Bid comes before every step about a contract, and TarokScore "
            "says what contracts are worth.",
            game,
            times=len(bids),
            award=type(game.award).__name__,
        )
    if tarok and (game.deck is None or game.deck.name != TAROK):
        yield unsound("{game} awards TarokScore, which counts the cards of {deck}.", game, deck=TAROK)
    for place, step in enumerate(game.steps, start=1):
        for what, stated, known in _named_in_contracts(step):
            unknown = [name for name in stated if name not in known or stated.count(name) > 1]
            for name in dict.fromkeys(unknown):
                yield unsound(NOT_KNOWN[what], game, name=name, known=listed_later(known, "or"), step=place)
            if not stated and what in NOT_NAMED:
                yield unsound(NOT_NAMED[what], game, step=place)


# By what a step names: the sentence about a name that is not there.
NOT_KNOWN = {
    "contract": to_say("{name} is no contract of {game}, or is named twice; there is {known}."),
    "contract of widow": to_say(
        "{name} is no contract to take the widow under of {game}, or is named twice; there is {known}."
    ),
    "contract of goal": to_say(
        "{name} is no contract to announce a goal under of {game}, or is named twice; there is {known}."
    ),
    "goal": to_say("{name} is no goal of {game}, or is named twice; there is {known}."),
    "answer": to_say("{name} is no answer of {game}, or is named twice; there is {known}."),
}
NOT_NAMED = {
    "contract": to_say("Step {step} of {game} names no contract."),
    "goal": to_say("Step {step} of {game} names no goal."),
}


def _named_in_contracts(step: object) -> Iterator[tuple[str, list[str], tuple[str, ...]]]:
    """What a step names: the kind of thing, the names, and the names it may use."""
    match step:
        case Bid(contracts=contracts):
            yield "contract", contracts.split(), CONTRACTS
        case TakeWidow(under=under):
            yield "contract of widow", under.split(), CONTRACTS
        case Announce(goals=goals, answer=answer, under=under):
            yield "goal", goals.split(), GOALS
            yield "answer", answer.split(), ANSWERS
            yield "contract of goal", under.split(), CONTRACTS
        case _:
            pass


def _has_tricks(game: Game) -> bool:
    return any(isinstance(step, Tricks) for step in game.steps)
