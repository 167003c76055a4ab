"""What is put in before the deal, who opens, how much may be bet, and what an act out of turn leads to."""

from collections.abc import Callable
from typing import Any

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
from engine.game.counts import walked
from engine.game.definition import Game, OutOfTurn, Short
from engine.game.steps import ROUNDS
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


def _next_to_dealer(opens: NextToDealer, game: Game) -> str:
    return say(FIRST[game.direction])


def _best_showing(opens: BestShowing, game: Game) -> str:
    """Whoever shows the best cards; in the first round, or in the whole hand, no card may lie open yet."""
    first = say(FIRST[game.direction])
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


def _previous_opener(opens: PreviousOpener, game: Game) -> str:
    """Who opens the first round; `rules_told` has a sentence of its own for the later ones."""
    return say(FIRST[game.direction])


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
    NextToDealer: _next_to_dealer,
    BestShowing: _best_showing,
    PreviousOpener: _previous_opener,
    Openers: _openers,
    HouseLimit: _house_limit,
    FixedLimit: _fixed_limit,
    PotLimit: _pot_limit,
    NoLimit: _no_limit,
}
