"""How the words of trick games are said: tricks, bidding, the widow, melds, and what a deal is worth."""

from collections.abc import Callable
from typing import Any

from engine.cards.card import pretty
from engine.cards.tarok import TAROK_54, nominal, points_of
from engine.game.awards import LastHolding, TarokScore
from engine.game.card_words import all_of
from engine.game.definition import Game
from engine.game.sentences_of_betting import FIRST
from engine.game.steps import Announce, Bid, Meld, TakeWidow, Tricks, TurnTrump
from engine.grammar import listed
from engine.speech import say, say_number, to_say


def _turn_trump(step: TurnTrump, game: Game) -> str:
    if step.of == "stock_top":
        return say("the dealer turns the top card of the stock and sets it aside, and its suit is trumps")
    return say("the dealer shows their last card, and its suit is trumps")


def _tricks(step: Tricks, game: Game) -> str:
    first = say(FIRST[game.direction])
    if step.must_trump:
        play = say(
            "{first} leads, everyone plays a card of the suit led if they have one, else a trump if they have one, else any "
            "card, and whoever plays the highest trump or, without trumps, the highest card of the suit led takes the trick "
            "and leads to the next",
            first=first,
        )
    else:
        play = say(
            "{first} leads, everyone plays a card of the suit led if they have one, else any card, and whoever plays the "
            "highest trump or, without trumps, the highest card of the suit led takes the trick and leads to the next",
            first=first,
        )
    if not step.winner_draws:
        return play
    return say_number(
        "{play}; the winner of a trick draws {number} card from the stock, and a player without cards is out",
        "{play}; the winner of a trick draws {number} cards from the stock, and a player without cards is out",
        step.winner_draws,
        play=play,
    )


def _bid(step: Bid, game: Game) -> str:
    contracts = step.contracts.split()
    return say(
        "from the dealer's left each player bids {contracts} once, or passes; {highest} is the highest bid, and when all pass "
        "the deal is over",
        contracts=listed(contracts, "or"),
        highest=contracts[-1],
    )


def _take_widow(step: TakeWidow, game: Game) -> str:
    base = isinstance(game.award, TarokScore) and game.award.multiplier == "base"
    taking = say_number(
        "the bidder takes the first {number} card of the widow, or shows them and takes the others ({what} counts double), or "
        "shows these too and takes the first ones (treble)",
        "the bidder takes the first {number} cards of the widow, or shows them and takes the others ({what} counts double), "
        "or shows these too and takes the first ones (treble)",
        step.cards,
        what=say("the value of the contract") if base else say("the game"),
    )
    return f"{_under(step.under, taking)}; {_discarding(step)}"


def _discarding(step: TakeWidow) -> str:
    if not step.keep:
        return say_number(
            "then {number} card is discarded, and any trumps among them are named",
            "then {number} cards are discarded, and any trumps among them are named",
            step.cards,
        )
    return say_number(
        "then {number} card is discarded, but never {kept}, and any trumps among them are named",
        "then {number} cards are discarded, but never {kept}, and any trumps among them are named",
        step.cards,
        kept=listed([all_of(name) for name in step.keep.split()]),
    )


def _announce(step: Announce, game: Game) -> str:
    goals = step.goals.split()
    if len(goals) > 1:
        told = say("the bidder says whether they play for {goals}", goals=listed(goals, "or"))
    elif step.answer:
        told = say(
            "the bidder may announce {goal}, and an opponent may answer {answer}", goal=goals[0], answer=step.answer
        )
    else:
        told = say("the bidder may announce {goal}", goal=goals[0])
    return _under(step.under, told)


def _under(contract: str, clause: str) -> str:
    """The clause, and the contract if it holds only with that."""
    return say("in a {contract}, {clause}", contract=contract, clause=clause) if contract else clause


def _meld(step: Meld, game: Game) -> str:
    sets = [" ".join(pretty(card) for card in cards.split()) for cards in step.sets]
    return say(
        "before the first lead, whoever holds {sets} must declare it, and collects the value of the contract from each other "
        "player",
        sets=listed(sets, "or"),
    )


def _last_holding(award: LastHolding, game: Game) -> str:
    return say("The last player who holds a card takes the pot.")


def _tarok_score(award: TarokScore, game: Game) -> str:
    return " ".join(tarok_facts(award))


def tarok_facts(award: TarokScore) -> tuple[str, ...]:
    """What the cards, a game and the pagat count in Tarok, one line each (RULINGS C2, R-T1 to R-T14)."""
    rest = [_pagat_counts(award)]
    if award.passed_out:
        rest.append(say("When all pass, forehand gets {points}.", points=award.passed_out))
    if award.kept == "paper":
        rest.append(say("The score is kept on paper."))
    return (_cards_count(award), _game_counts(award), " ".join(rest))


def _cards_count(award: TarokScore) -> str:
    jack = award.jack
    return say(
        "The joker, the XXI, the I (the pagat) and each king are worth 5, a queen 4, a cavalier 3, a jack {jack}; the other "
        "{nulls} cards are nulls. Three nulls count 1, two nulls and a counter the value of the counter, one null and two "
        "counters their values less 1, three counters their values less 2: {points} points in the whole pack.",
        jack=jack,
        nulls=sum(nominal(card, jack=jack) == 1 for card in TAROK_54),
        points=points_of(TAROK_54, jack=jack),
    )


def _game_counts(award: TarokScore) -> str:
    return say(
        "A game is won with {target} points or more in tricks and discard, a consolation with {half} or fewer; the other three "
        "cards of the widow, or in a solo all six, count for the opponents. Each of the others pays a bidder who wins and is "
        "paid by a bidder who loses: the value of the contract ({threesome} in a threesome, {solo} in a solo), and twice the "
        "points that the winning side of a game has over {half}, or that the bidder of a consolation has over {half} (lost) "
        "or under {half} (won).",
        target=award.target,
        half=award.target - 1,
        threesome=award.threesome,
        solo=award.solo,
    )


def _pagat_counts(award: TarokScore) -> str:
    paid = say(PAGAT_PAID[award.pagat_pays])
    ultimo = say(
        "Ultimo stakes twice the value on it instead, contra-ultimo four times; the opponents win that stake by capturing the "
        "I in any trick, or if the bidder did not hold it. After ultimo, if the bidder plays the I to an earlier trick, its 5 points count for the bidder if it "
        "had to be played and the bidder wins the last trick, and for the opponents if another card might have been played."
    )
    return f"{paid} {ultimo}"


PAGAT_PAID = {
    "all": to_say(
        "Whoever wins the last trick with the I is also paid the value of the contract: the bidder by each of the others, an "
        "opponent by each of the others."
    ),
    "bidder": to_say(
        "Whoever wins the last trick with the I is also paid the value of the contract: the bidder by each of the others, an "
        "opponent by the bidder alone."
    ),
}


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
