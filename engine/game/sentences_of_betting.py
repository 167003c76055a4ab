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
from engine.grammar import counted, number_word, ordinal

OUT_OF_TURN: dict[OutOfTurn, str] = {
    "refused": "An act out of turn does not count.",
    "stays": "Chips bet out of turn stay in the pot, and whoever bet them may not raise in that round.",
    "binds": "A bet out of turn binds: the player makes it when their turn comes and may not bet differently. If the price is "
    "higher by then, they call it or fold, and the chips stay in the pot.",
}
SHORT: dict[Short, str] = {
    "shadow": "A player who runs out of chips bets with a shadow: they draw chips out of the pot as a marker of what they owe it, "
    "and pay after the hand what they do not win.",
    "tap-out": "A player who runs out of chips taps out, if all agree: they stay in for the pot as it is, and later bets go to a "
    "side pot for the others.",
    "all-in": "A player who has too few chips goes all-in with what they have: they can win what they have matched, and what the others "
    "bet above that goes to a side pot.",
}


def _ante(forced: Ante, game: Game) -> str:
    return f"Ante {forced.chips}." if forced.chips else "No ante."


def _blinds(forced: Blinds, game: Game) -> str:
    blinds = f"Blinds {forced.small} and {forced.big}" if forced.small else f"Big blind {forced.big}"
    return f"{blinds}, ante {forced.ante}." if forced.ante else f"{blinds}."


def _bring_in(forced: BringIn, game: Game) -> str:
    ante = f"Ante {forced.ante}, bring-in" if forced.ante else "Bring-in"
    return f"{ante} {forced.chips}."


def _next_to_dealer(opens: NextToDealer, game: Game) -> str:
    return f"the first player {game.direction} of the dealer"


def _best_showing(opens: BestShowing, game: Game) -> str:
    """Whoever shows the best cards; in the first round, or in the whole hand, no card may lie open yet."""
    first = f"the first player {game.direction} of the dealer"
    showing = [lying.up > 0 for _, step, lying in walked(game) if isinstance(step, ROUNDS)]
    if not any(showing):
        return first
    equal = f"if equal{'' if all(showing) else ', or while nobody shows any'}, {first}"
    if opens.by == "clean pair":
        return f"whoever shows the best two open cards of one suit (without such a pair, the highest card; {equal})"
    return f"whoever shows the best open cards ({equal})"


def _previous_opener(opens: PreviousOpener, game: Game) -> str:
    """Who opens the first round; `english` has a sentence of its own for the later ones."""
    return f"the first player {game.direction} of the dealer"


def _openers(openers: Openers, game: Game) -> str:
    """What it takes to open, and what follows if nobody does."""
    asked = " or ".join(
        f"a {what}" if what[0].islower() and not what.endswith("s") else what for what in openers.any_of
    )
    carry = (
        "the pot is carried to the next hand"
        if openers.passed_out == "carry"
        else "everyone takes back what they put in"
    )
    return f"opening takes {asked}, which the opener proves if they are about to win; if nobody opens, {carry}"


def _house_limit(limit: HouseLimit, game: Game) -> str:
    most = "The highest bet or raise is agreed when the night opens or the hand is announced"
    if limit.most is not None:
        most = f"A bet or raise is at most {counted(limit.most, 'chip')}"
    once = f", and once a hand a player may bet or raise exactly {limit.once}" if limit.once is not None else ""
    return f"{most}{once}."


def _fixed_limit(limit: FixedLimit, game: Game) -> str:
    small = f"A bet or raise is exactly {counted(limit.small, 'chip')}"
    later = "" if limit.big == limit.small else f", and {limit.big} from the {ordinal(limit.big_from)} betting round on"
    half = (
        " An all-in of half a bet or more lets players who have acted raise again." if limit.reopens == "half" else ""
    )
    return f"{small}{later}.{_raises(limit, game)}{half}"


def _raises(limit: FixedLimit, game: Game) -> str:
    if limit.raises == "any":
        return " A round may be raised as often as the players like."
    raises = f"{number_word(limit.raises)} {'raise' if limit.raises == 1 else 'raises'}"
    first = " (the big blind is a bet)" if isinstance(game.forced, Blinds) else ""
    return f" A round has at most a bet and {raises}{first}; when only two are left in the hand, they may raise as often as they like."


def _pot_limit(limit: PotLimit, game: Game) -> str:
    return f"A bet is at most the pot, a raise at most what the pot holds after the call. {_least(game)}"


def _no_limit(limit: NoLimit, game: Game) -> str:
    return f"A bet or raise is at most what the player has in front of them. {_least(game)}"


def _least(game: Game) -> str:
    raised = "A raise is at least as much as the largest bet or raise of the round"
    if isinstance(game.forced, Blinds):
        return f"{raised}, and a bet at least {game.forced.big}."
    return f"{raised}."


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
