"""What is put in before the deal, what happens at each step of a script, and how trick games are said.

Betting: who opens, how much may be bet, and what an act out of turn leads to. A step is a clause that fits into a list.
Tricks: bidding, the widow, melds, and what a deal is worth.
"""

from collections.abc import Callable, Sequence
from typing import Any

from engine.cards.card import pretty
from engine.cards.tarok import TAROK_54, nominal, points_of
from engine.game.awards import LastHolding, TarokScore
from engine.game.betting import (
    Ante,
    BestShowing,
    Blinds,
    BringIn,
    FixedLimit,
    HouseLimit,
    NextToDealer,
    NoLimit,
    Openers,
    PotLimit,
    PreviousOpener,
)
from engine.game.counts import shared_cards, walked
from engine.game.definition import Game, OutOfTurn, Short
from engine.game.places import group_of, place_called
from engine.game.steps import (
    CALLS,
    PLAYERS,
    ROUNDS,
    Announce,
    AnyStep,
    Arrange,
    Bet,
    Bid,
    Burn,
    Deal,
    DeclareSides,
    Double,
    Draw,
    Expose,
    Lay,
    Meld,
    NameGame,
    Pass,
    Reveal,
    TakeWidow,
    Tricks,
    Turn,
    TurnTrump,
    TurnUntilBeaten,
)
from engine.game.wilds import Spots
from engine.game.words_stated import all_of, dealt, laid
from engine.grammar import listed, number_word, ordinal
from engine.speech import say, say_number, to_say

OUT_OF_TURN: dict[OutOfTurn, str] = {
    "refused": to_say("An act out of turn does not count."),
    "stays": to_say("Chips bet out of turn stay in the pot, and whoever bet them may not raise in that round."),
    "binds": to_say(
        "A bet out of turn binds: the player makes it when their turn comes and may not bet differently. If the price is "
        "higher by then, they call it or fold, and the chips stay in the pot."
    ),
}
SHORT: dict[Short, str] = {
    "shadow": to_say(
        "A player who runs out of chips bets with a shadow: they draw chips out of the pot as a marker of what they owe it, "
        "and pay after the hand what they do not win."
    ),
    "tap-out": to_say(
        "A player who runs out of chips taps out, if all agree: they stay in for the pot as it is, and later bets go to a "
        "side pot for the others."
    ),
    "all-in": to_say(
        "A player who has too few chips goes all-in with what they have: they can win what they have matched, and what the "
        "others bet above that goes to a side pot."
    ),
}
FIRST = {"left": to_say("the first player left of the dealer"), "right": to_say("the first player right of the dealer")}
# What an opener must hold, as a clause names it.
HELD = {"two Animals": to_say("two Animals"), "three-letter word": to_say("a three-letter word")}


def in_any_game(text: str) -> Callable[[object, Game], str]:
    """What says the same of a word in every game."""
    return lambda _, __: say(text)


def _first(_: object, game: Game) -> str:
    return say(FIRST[game.direction])


def _ante(forced: Ante, game: Game) -> str:
    return say("Ante {chips}.", chips=forced.chips) if forced.chips else say("No ante.")


def _blinds(forced: Blinds, game: Game) -> str:
    numbers = {"small": forced.small, "big": forced.big, "ante": forced.ante}
    if not forced.small:
        return say("Big blind {big}, ante {ante}.", **numbers) if forced.ante else say("Big blind {big}.", **numbers)
    if forced.ante:
        return say("Blinds {small} and {big}, ante {ante}.", **numbers)
    return say("Blinds {small} and {big}.", **numbers)


def _bring_in(forced: BringIn, game: Game) -> str:
    if forced.ante:
        return say("Ante {ante}, bring-in {chips}.", ante=forced.ante, chips=forced.chips)
    return say("Bring-in {chips}.", chips=forced.chips)


def _best_showing(opens: BestShowing, game: Game) -> str:
    """Whoever shows the best cards; in the first round, or in the whole hand, no card may lie open yet."""
    first = _first(opens, game)
    showing = [lying.up > 0 for _, step, lying in walked(game) if isinstance(step, ROUNDS)]
    if not any(showing):
        return first
    if all(showing):
        equal = say("if equal, {first}", first=first)
    else:
        equal = say("if equal, or while nobody shows any, {first}", first=first)
    if opens.by == "clean pair":
        return say(
            "whoever shows the best two open cards of one suit (without such a pair, the highest card; {if_equal})",
            if_equal=equal,
        )
    return say("whoever shows the best open cards ({if_equal})", if_equal=equal)


def _openers(openers: Openers, game: Game) -> str:
    """What it takes to open, and what follows if nobody does."""
    held = listed([say(HELD[what]) if what in HELD else what for what in openers.any_of], "or")
    if openers.passed_out == "carry":
        return say(
            "opening takes {held}, which the opener proves if they are about to win; if nobody opens, the pot is carried to "
            "the next hand",
            held=held,
        )
    return say(
        "opening takes {held}, which the opener proves if they are about to win; if nobody opens, everyone takes back what "
        "they put in",
        held=held,
    )


def _house_limit(limit: HouseLimit, game: Game) -> str:
    if limit.most is None:
        if limit.once is None:
            return say("The highest bet or raise is agreed when the night opens or the hand is announced.")
        return say(
            "The highest bet or raise is agreed when the night opens or the hand is announced, and once a hand a player may "
            "bet or raise exactly {once}.",
            once=limit.once,
        )
    if limit.once is None:
        return say_number(
            "A bet or raise is at most {number} chip.", "A bet or raise is at most {number} chips.", limit.most
        )
    return say_number(
        "A bet or raise is at most {number} chip, and once a hand a player may bet or raise exactly {once}.",
        "A bet or raise is at most {number} chips, and once a hand a player may bet or raise exactly {once}.",
        limit.most,
        once=limit.once,
    )


def _fixed_limit(limit: FixedLimit, game: Game) -> str:
    if limit.big == limit.small:
        exact = say_number(
            "A bet or raise is exactly {number} chip.", "A bet or raise is exactly {number} chips.", limit.small
        )
    else:
        exact = say_number(
            "A bet or raise is exactly {number} chip, and {big} from the {place} betting round on.",
            "A bet or raise is exactly {number} chips, and {big} from the {place} betting round on.",
            limit.small,
            big=limit.big,
            place=ordinal(limit.big_from),
        )
    half = say("An all-in of half a bet or more lets players who have acted raise again.")
    return " ".join((exact, _raises(limit, game), *((half,) if limit.reopens == "half" else ())))


def _raises(limit: FixedLimit, game: Game) -> str:
    if limit.raises == "any":
        return say("A round may be raised as often as the players like.")
    raises = number_word(limit.raises)
    if isinstance(game.forced, Blinds):
        return say_number(
            "A round has at most a bet and one raise (the big blind is a bet); when only two are left in the hand, they may "
            "raise as often as they like.",
            "A round has at most a bet and {raises} raises (the big blind is a bet); when only two are left in the hand, they "
            "may raise as often as they like.",
            limit.raises,
            raises=raises,
        )
    return say_number(
        "A round has at most a bet and one raise; when only two are left in the hand, they may raise as often as they like.",
        "A round has at most a bet and {raises} raises; when only two are left in the hand, they may raise as often as they "
        "like.",
        limit.raises,
        raises=raises,
    )


def _pot_limit(limit: PotLimit, game: Game) -> str:
    most = say("A bet is at most the pot, a raise at most what the pot holds after the call.")
    return f"{most} {_least(game)}"


def _no_limit(limit: NoLimit, game: Game) -> str:
    most = say("A bet or raise is at most what the player has in front of them.")
    return f"{most} {_least(game)}"


def _least(game: Game) -> str:
    if isinstance(game.forced, Blinds):
        return say(
            "A raise is at least as much as the largest bet or raise of the round, and a bet at least {big}.",
            big=game.forced.big,
        )
    return say("A raise is at least as much as the largest bet or raise of the round.")


BETTING: dict[type[Any], Callable[[Any, Game], str]] = {
    Ante: _ante,
    Blinds: _blinds,
    BringIn: _bring_in,
    NextToDealer: _first,
    BestShowing: _best_showing,
    # So for the first round; `rules_text` has a sentence of its own for the later ones.
    PreviousOpener: _first,
    Openers: _openers,
    HouseLimit: _house_limit,
    FixedLimit: _fixed_limit,
    PotLimit: _pot_limit,
    NoLimit: _no_limit,
}


def _deal(step: Deal, game: Game) -> str:
    text = _dealt(step)
    if step.batch > 1:
        text = say("{cards_are_dealt}, {batch} at a time", cards_are_dealt=text, batch=step.batch)
    if step.common:
        text = say(
            "{cards_are_dealt}, or one open card for all together if the pack has too few for everyone",
            cards_are_dealt=text,
        )
    if not step.on_call:
        return text
    return say(
        "{cards_are_dealt}; when a player other than the dealer says “{word}” during the deal, the dealer lays the next card "
        "as {cards}; what nobody calls for is laid after the deal",
        cards_are_dealt=text,
        word=CALLS[0],
        cards=_called(step.on_call, game),
    )


def _dealt(step: Deal) -> str:
    if step.pile:
        return say_number(
            "each player is dealt a pile of {number} card, which nobody looks at",
            "each player is dealt a pile of {number} cards, which nobody looks at",
            step.pile,
        )
    if step.down == PLAYERS:
        return say("each player is dealt as many closed cards as there are players")
    return say("each player is dealt {cards}", cards=dealt(down=step.down, up=step.up))


def _called(on_call: Sequence[Lay], game: Game) -> str:
    """What is laid at each call."""
    first, *others = on_call
    if shared_cards_are_wild(game):
        cards = say("an open shared wild card") if first.up else say("a closed shared wild card")
    else:
        cards = say("an open shared card") if first.up else say("a closed shared card")
    for lay in others:
        if lay.up:
            cards = say("{cards}, and at “{word}” another one open", cards=cards, word=CALLS[1])
        else:
            cards = say("{cards}, and at “{word}” another one closed", cards=cards, word=CALLS[1])
    return cards


def _lay(step: Lay, game: Game) -> str:
    if game.board is not None and game.board.lines == ():
        return say("the dealer lays {cards}, the hand to beat", cards=dealt(down=step.down, up=step.up))
    return say("the dealer lays {cards}", cards=laid(up=step.up, down=step.down, wild=shared_cards_are_wild(game)))


def _turn(step: Turn, game: Game) -> str:
    if shared_cards_are_wild(game):
        return say("the dealer turns the next shared wild card")
    return say("the dealer turns the next shared card")


def shared_cards_are_wild(game: Game) -> bool:
    """True if there are shared cards and all of them are wild by the places where they lie."""
    return bool(game.spots) and any(
        isinstance(rule, Spots) and set(rule.names.split()) == set(game.spots) for rule in game.wild_rules
    )


def in_its_group(step: AnyStep, spots: Sequence[str], game: Game) -> str:
    """The laying or turning of cards that people call by a name of several places; empty if this step does none of it."""
    group = group_of(spots, game.board) if game.board is not None and spots else ()
    if not group or game.board is None:
        return ""
    cards = place_called(" ".join(group), game.board)
    if isinstance(step, Turn):
        return say("the dealer turns the next of {places}", places=cards)
    if not isinstance(step, Lay) or step.up:
        return ""
    if len(spots) == len(group):
        return say("the dealer lays {places}, closed", places=cards)
    return say("the dealer lays a closed card, one of {places}", places=cards) if len(spots) == 1 else ""


def dealt_again(step: AnyStep) -> str:
    """The dealing of several cards to players who have some already; empty if this step is no such deal."""
    if not isinstance(step, Deal) or step.batch > 1 or step.common or step.on_call:
        return ""
    several = step.down != PLAYERS and step.down + step.up > 1
    return say("each player is dealt another {cards}", cards=dealt(down=step.down, up=step.up)) if several else ""


def _bet(step: Bet, game: Game) -> str:
    betting = (
        say("a betting round") if step.check else say("a betting round in which nobody may check before the first bet")
    )
    if step.openers is None:
        return betting
    return say("{betting_round}: {openers}", betting_round=betting, openers=BETTING[Openers](step.openers, game))


def _draw(step: Draw, game: Game) -> str:
    if step.compulsory:
        return say_number(
            "each player in turn exchanges exactly {number} card",
            "each player in turn exchanges exactly {number} cards",
            step.up_to,
        )
    return say_number(
        "each player in turn exchanges up to {number} card",
        "each player in turn exchanges up to {number} cards",
        step.up_to,
    )


def _pass(step: Pass, game: Game) -> str:
    passed = []
    if step.right:
        passed.append(
            say_number(
                "{number} card for their neighbour on the right",
                "{number} cards for their neighbour on the right",
                step.right,
            )
        )
    if step.left:
        passed.append(
            say_number(
                "{number} card for their neighbour on the left",
                "{number} cards for their neighbour on the left",
                step.left,
            )
        )
    return say("each player chooses {cards}, and all pass at once", cards=listed(passed))


def _turn_until_beaten(step: TurnUntilBeaten, game: Game) -> str:
    """Who turns first, and that nobody folds while they turn (RULINGS R-D26, R-D28)."""
    if shared_cards(game):
        return say(
            "one player after another turns cards of their pile until they beat the hand to beat, then there is a betting "
            "round, which they open; an equal hand is not enough, a player who has turned all their cards in vain is out, and "
            "play goes round until one player is left"
        )
    return say(
        "{first} turns a card of their pile and opens a betting round with the highest hand on the table; the next player "
        "turns cards, without folding meanwhile, until they beat that hand, and opens a betting round, and so on; an equal "
        "hand is not enough; a player who has turned all their cards without beating the hand before folds, and the next one "
        "goes on, until one player is left",
        first=_first(step, game),
    )


def _name_game(step: NameGame, game: Game) -> str:
    return say(
        "the dealer names the game of this hand, with any options they like: {games}", games=listed(step.games, "or")
    )


STEPS: dict[type[Any], Callable[[Any, Game], str]] = {
    Deal: _deal,
    Lay: _lay,
    Turn: _turn,
    Burn: in_any_game("the top card is burned"),
    Bet: _bet,
    Double: in_any_game(
        "each player in turn may double the stakes with as many chips as they have put into the pot so far; once one does, "
        "the others put in as many or fold, and nobody raises"
    ),
    Draw: _draw,
    Pass: _pass,
    # All choose before any card is open (RULINGS R-D24).
    Expose: in_any_game("each player chooses one of their closed cards, and all open them at once"),
    Arrange: in_any_game("psychology: each player lays their closed cards in a pile, in the order of their choice"),
    Reveal: in_any_game("all turn the top card of their piles at once"),
    TurnUntilBeaten: _turn_until_beaten,
    DeclareSides: in_any_game(
        "all declare at once with chips in their hands: one for low, two for both, three for high"
    ),
    NameGame: _name_game,
}


def _turn_trump(step: TurnTrump, game: Game) -> str:
    if step.of == "stock_top":
        return say("the dealer turns the top card of the stock and sets it aside, and its suit is trumps")
    return say("the dealer shows their last card, and its suit is trumps")


def _tricks(step: Tricks, game: Game) -> str:
    first = _first(step, game)
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
        text = say("the bidder says whether they play for {goals}", goals=listed(goals, "or"))
    elif step.answer:
        text = say(
            "the bidder may announce {goal}, and an opponent may answer {answer}", goal=goals[0], answer=step.answer
        )
    else:
        text = say("the bidder may announce {goal}", goal=goals[0])
    return _under(step.under, text)


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
    LastHolding: in_any_game("The last player who holds a card takes the pot."),
    TarokScore: _tarok_score,
}
