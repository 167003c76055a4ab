"""How the words of trick games are said: tricks, bidding, the widow, melds, and what a deal is worth."""

from collections.abc import Callable
from typing import Any

from engine.cards.card import pretty
from engine.cards.tarok import TAROK_54, nominal, points_of
from engine.game.awards import LastHolding, TarokScore
from engine.game.card_words import all_of
from engine.game.definition import Game
from engine.game.steps import Announce, Bid, Meld, TakeWidow, Tricks, TurnTrump
from engine.grammar import counted, listed


def _turn_trump(step: TurnTrump, game: Game) -> str:
    if step.of == "stock_top":
        return "the dealer turns the top card of the stock and sets it aside, and its suit is trumps"
    return "the dealer shows their last card, and its suit is trumps"


def _tricks(step: Tricks, game: Game) -> str:
    must = ", else a trump if they have one, else any card" if step.must_trump else ", else any card"
    play = (
        f"the first player {game.direction} of the dealer leads, everyone plays a card of the suit led if they have one{must}, "
        "and whoever plays the highest trump or, without trumps, the highest card of the suit led takes the trick and leads "
        "to the next"
    )
    if not step.winner_draws:
        return play
    return f"{play}; the winner of a trick draws {counted(step.winner_draws, 'card')} from the stock, and a player without cards is out"


def _bid(step: Bid, game: Game) -> str:
    contracts = step.contracts.split()
    lowest = " or ".join(contracts)
    return (
        f"from the dealer's left each player bids {lowest} once, or passes; {contracts[-1]} is the highest bid, and when "
        "all pass the deal is over"
    )


def _take_widow(step: TakeWidow, game: Game) -> str:
    keep = f", but never {listed([all_of(name) for name in step.keep.split()])}" if step.keep else ""
    cards = counted(step.cards, "card")
    base = isinstance(game.award, TarokScore) and game.award.multiplier == "base"
    what = "the value of the contract" if base else "the game"
    return (
        f"{_under(step.under)}the bidder takes the first {cards} of the widow, or shows them and takes the others ({what} "
        f"counts double), or shows these too and takes the first ones (treble); then {step.cards} cards are discarded{keep}, "
        "and any trumps among them are named"
    )


def _announce(step: Announce, game: Game) -> str:
    goals = step.goals.split()
    if len(goals) > 1:
        return f"{_under(step.under)}the bidder says whether they play for {' or '.join(goals)}"
    answer = f", and an opponent may answer {step.answer}" if step.answer else ""
    return f"{_under(step.under)}the bidder may announce {goals[0]}{answer}"


def _under(contract: str) -> str:
    return f"in a {contract}, " if contract else ""


def _meld(step: Meld, game: Game) -> str:
    sets = " or ".join(" ".join(pretty(card) for card in cards.split()) for cards in step.sets)
    return f"before the first lead, whoever holds {sets} must declare it, and collects the value of the contract from each other player"


def _last_holding(award: LastHolding, game: Game) -> str:
    return "The last player who holds a card takes the pot."


def _tarok_score(award: TarokScore, game: Game) -> str:
    return " ".join(tarok_facts(award))


def tarok_facts(award: TarokScore) -> tuple[str, ...]:
    """What the cards, a game and the pagat count in Tarok, one line each (RULINGS C2, R-T1 to R-T14)."""
    passed = f" When all pass, forehand gets {award.passed_out}." if award.passed_out else ""
    kept = " The score is kept on paper." if award.kept == "paper" else ""
    return (_cards_count(award), _game_counts(award), f"{_pagat_counts(award)}{passed}{kept}")


def _cards_count(award: TarokScore) -> str:
    jack = award.jack
    nulls = sum(nominal(card, jack=jack) == 1 for card in TAROK_54)
    whole = points_of(TAROK_54, jack=jack)
    return (
        f"The joker, the XXI, the I (the pagat) and each king are worth 5, a queen 4, a cavalier 3, a jack {jack}; the other "
        f"{nulls} cards are nulls. Three nulls count 1, two nulls and a counter the value of the counter, one null and two "
        f"counters their values less 1, three counters their values less 2: {whole} points in the whole pack."
    )


def _game_counts(award: TarokScore) -> str:
    half = award.target - 1
    return (
        f"A game is won with {award.target} points or more in tricks and discard, a consolation with {half} or fewer; the "
        "other three cards of the widow, or in a solo all six, count for the opponents. Each of the others pays a bidder who "
        f"wins and is paid by a bidder who loses: the value of the contract ({award.threesome} in a threesome, {award.solo} in "
        f"a solo), and twice the points that the winning side of a game has over {half}, or that the bidder of a consolation "
        f"has over {half} (lost) or under {half} (won)."
    )


def _pagat_counts(award: TarokScore) -> str:
    payer = "each of the others" if award.pagat_pays == "all" else "the bidder alone"
    return (
        "Whoever wins the last trick with the I is also paid the value of the contract: the bidder by each of the others, "
        f"an opponent by {payer}. Ultimo stakes twice the value on it instead, contra-ultimo four times; the opponents win "
        "that stake by capturing the I in any trick. After ultimo, if the bidder plays the I to an earlier trick, its 5 "
        "points count for the bidder if it had to be played and the bidder wins the last trick, and for the opponents if "
        "another card might have been played."
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
