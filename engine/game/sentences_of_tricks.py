"""How the words of trick games are said: tricks, bidding, the widow, melds, and what a deal is worth."""

from collections.abc import Callable
from typing import Any

from engine.cards.card import pretty
from engine.game.awards import LastHolding, TarokScore
from engine.game.definition import Game
from engine.game.grammar import all_of, counted, listed
from engine.game.steps import Announce, Bid, Meld, TakeWidow, Tricks, TurnTrump


def _turn_trump(step: TurnTrump, game: Game) -> str:
    if step.of == "stock_top":
        return "the dealer turns the top card of the stock and sets it aside, and its suit is trumps"
    return "the dealer shows his last card, and its suit is trumps"


def _tricks(step: Tricks, game: Game) -> str:
    must = ", else a trump if he has one, else any card" if step.must_trump else ", else any card"
    play = (
        f"the first player {game.direction} of the dealer leads, everyone plays a card of the suit led if he has one{must}, "
        "and the highest trump, or else the highest card of the suit led, takes the trick and leads to the next"
    )
    if not step.winner_draws:
        return play
    return f"{play}; the winner of a trick draws {counted(step.winner_draws, 'card')} of the stock, and who has no card is out"


def _bid(step: Bid, game: Game) -> str:
    contracts = step.contracts.split()
    lowest = " or ".join(contracts)
    return (
        f"from the dealer's left each player once bids {lowest} or passes; {contracts[-1]} is the highest bid, and when "
        "all pass the deal is over"
    )


def _take_widow(step: TakeWidow, game: Game) -> str:
    keep = f", but never {listed([all_of(name) for name in step.keep.split()])}" if step.keep else ""
    cards = counted(step.cards, "card")
    return (
        f"{_under(step.under)}the bidder takes the first {cards} of the widow, or shows them and takes the others (the game "
        f"counts double), or shows these too and takes the first ones (treble); then he discards {step.cards}{keep}, and a "
        "trump by name"
    )


def _announce(step: Announce, game: Game) -> str:
    goals = step.goals.split()
    if len(goals) > 1:
        return f"{_under(step.under)}the bidder says whether he plays for {' or '.join(goals)}"
    answer = f", and an opponent may answer {step.answer}" if step.answer else ""
    return f"{_under(step.under)}the bidder may announce {goals[0]}{answer}"


def _under(contract: str) -> str:
    return f"in a {contract}, " if contract else ""


def _meld(step: Meld, game: Game) -> str:
    sets = " or ".join(" ".join(pretty(card) for card in cards.split()) for cards in step.sets)
    return f"before the first lead, whoever holds {sets} declares it, and collects the value of the contract from each other"


def _last_holding(award: LastHolding, game: Game) -> str:
    return "The last player who holds a card takes the pot."


def _tarok_score(award: TarokScore, game: Game) -> str:
    half = award.target - 1
    kept = " The score is kept on paper." if award.kept == "paper" else ""
    passed = f" When all pass, forehand gets {award.passed_out}." if award.passed_out else ""
    return (
        f"The bidder wins his game with {award.target} points or more (a consolation with {half} or fewer) and is paid by "
        f"each of the others the value of the contract, {award.threesome} in a threesome and {award.solo} in a solo, and "
        f"twice the points over {half}; if he loses he pays each of them. The last trick won with the I counts the value, "
        f"ultimo announced twice, contra-ultimo four times.{passed}{kept}"
    )


TRICKS: dict[type[Any], Callable[[Any, Game], str]] = {
    TurnTrump: _turn_trump,
    Tricks: _tricks,
    Bid: _bid,
    TakeWidow: _take_widow,
    Announce: _announce,
    Meld: _meld,
    LastHolding: _last_holding,
    TarokScore: _tarok_score,
}
