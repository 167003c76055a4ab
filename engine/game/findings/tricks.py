"""What is unsound about a game in which cards are played to tricks."""

from collections.abc import Iterator

from engine.cards.card import SUIT
from engine.cards.deck import TAROK
from engine.game.awards import LastHolding, TarokScore
from engine.game.definition import Game
from engine.game.findings.finding import Finding, finding
from engine.game.steps import ANSWERS, CONTRACTS, GOALS, Announce, Bid, Meld, TakeWidow, Tricks
from engine.grammar import listed

OF_A_CONTRACT = (Bid, TakeWidow, Announce, Meld)


@finding()
def tricks_know_no_wild_cards(game: Game) -> Iterator[Finding]:
    """Wild cards in a game of tricks."""
    if game.wild_rules and _has_tricks(game):
        yield Finding(
            "tricks_know_no_wild_cards", f"In {game.name} cards are played to tricks, where none can be wild."
        )


@finding()
def no_award_for_tricks(game: Game) -> Iterator[Finding]:
    """Tricks without an award that goes by tricks, or such an award without tricks."""
    tricks = sum(isinstance(step, Tricks) for step in game.steps)
    by_tricks = isinstance(game.award, LastHolding | TarokScore)
    if tricks > 1 or (tricks > 0) != by_tricks:
        sentence = (
            f"{game.name} plays tricks {tricks} times and awards {type(game.award).__name__}; tricks are played once, and "
            "LastHolding or TarokScore says who wins by them."
        )
        yield Finding("no_award_for_tricks", sentence)


@finding()
def pack_has_no_suits_for_tricks(game: Game) -> Iterator[Finding]:
    """Tricks with cards that have no suit to follow."""
    if game.deck is None or not game.deck.is_known or not _has_tricks(game):
        return
    odd = [] if game.deck.name == TAROK else [card for card in game.deck.cards if card not in SUIT]
    if odd:
        sentence = f"{game.name} plays tricks, and {odd[0]} of {game.deck.name} has no suit to follow."
        yield Finding("pack_has_no_suits_for_tricks", sentence)


@finding()
def no_such_contract(game: Game) -> Iterator[Finding]:
    """Contracts, goals or answers without a value, and steps about a contract that nobody bids for."""
    tarok = isinstance(game.award, TarokScore)
    bids = [step for step in game.steps if isinstance(step, Bid)]
    about = [step for step in game.steps if isinstance(step, OF_A_CONTRACT)]
    if tarok != bool(bids) or len(bids) > 1 or (about and not isinstance(about[0], Bid)):
        sentence = (
            f"{game.name} bids {len(bids)} times and awards {type(game.award).__name__}; one Bid comes before every step about "
            "a contract, and TarokScore says what contracts are worth."
        )
        yield Finding("no_such_contract", sentence)
    if tarok and (game.deck is None or game.deck.name != TAROK):
        yield Finding("no_such_contract", f"{game.name} awards TarokScore, which counts the cards of {TAROK}.")
    for place, step in enumerate(game.steps, start=1):
        for what, said, known in _said_of_contracts(step):
            unknown = [name for name in said if name not in known or said.count(name) > 1]
            for name in dict.fromkeys(unknown):
                sentence = (
                    f"{name} is no {what} of {game.name}, or is named twice; there is {listed(known, last='or')}."
                )
                yield Finding("no_such_contract", sentence, place)
            if not said and what in NEEDED:
                yield Finding("no_such_contract", f"Step {place} of {game.name} names no {what}.", place)


NEEDED = ("contract", "goal")


def _said_of_contracts(step: object) -> Iterator[tuple[str, list[str], tuple[str, ...]]]:
    """What a step names: the kind of thing, the names, and the names it may use."""
    match step:
        case Bid(contracts=contracts):
            yield "contract", contracts.split(), CONTRACTS
        case TakeWidow(under=under):
            yield "contract to take the widow under", under.split(), CONTRACTS
        case Announce(goals=goals, answer=answer, under=under):
            yield "goal", goals.split(), GOALS
            yield "answer", answer.split(), ANSWERS
            yield "contract to announce a goal under", under.split(), CONTRACTS
        case _:
            pass


def _has_tricks(game: Game) -> bool:
    return any(isinstance(step, Tricks) for step in game.steps)
