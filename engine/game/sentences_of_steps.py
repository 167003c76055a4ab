"""What happens at each step of a script, as a clause that fits into a list."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.game.betting import Openers
from engine.game.card_words import dealt, laid
from engine.game.counts import shared_cards
from engine.game.definition import Game
from engine.game.sentences_of_betting import BETTING
from engine.game.steps import (
    PLAYERS,
    Arrange,
    Bet,
    Burn,
    Deal,
    DeclareSides,
    Double,
    Draw,
    Expose,
    Lay,
    NameGame,
    Pass,
    Reveal,
    Turn,
    TurnUntilBeaten,
)
from engine.grammar import listed
from engine.speech import say, say_number


def _deal(step: Deal, game: Game) -> str:
    told = _dealt(step)
    if step.batch > 1:
        told = say("{cards_are_dealt}, {batch} at a time", cards_are_dealt=told, batch=step.batch)
    if step.common:
        told = say(
            "{cards_are_dealt}, or one open card for all together if the pack has too few for everyone",
            cards_are_dealt=told,
        )
    if not step.on_call:
        return told
    return say(
        "{cards_are_dealt}; when a player other than the dealer calls during the deal, the dealer lays {cards}; what nobody "
        "calls for is laid after the deal",
        cards_are_dealt=told,
        cards=_called(step.on_call),
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


def _called(on_call: Sequence[Lay]) -> str:
    """What is laid at each call."""
    first, *others = on_call
    cards = say("a shared card open") if first.up else say("a shared card closed")
    for lay in others:
        if lay.up:
            cards = say("{cards}, and at the next call another one open", cards=cards)
        else:
            cards = say("{cards}, and at the next call another one closed", cards=cards)
    return cards


def _lay(step: Lay, game: Game) -> str:
    if game.board is not None and game.board.lines == ():
        return say("the dealer lays {cards}, the hand to beat", cards=dealt(down=step.down, up=step.up))
    return say("the dealer lays {cards}", cards=laid(up=step.up, down=step.down))


def _turn(step: Turn, game: Game) -> str:
    return say("the dealer turns the next shared card")


def _burn(step: Burn, game: Game) -> str:
    return say("the top card is burned")


def _bet(step: Bet, game: Game) -> str:
    betting = (
        say("a betting round") if step.check else say("a betting round in which nobody may check before the first bet")
    )
    if step.openers is None:
        return betting
    return say("{betting_round}: {openers}", betting_round=betting, openers=BETTING[Openers](step.openers, game))


def _double(step: Double, game: Game) -> str:
    return say(
        "each player in turn may double the stakes with as many chips as they have put into the pot so far; once one does, "
        "the others put in as many or fold, and nobody raises"
    )


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


def _expose(step: Expose, game: Game) -> str:
    return say("each player chooses one of their closed cards, and all open them at once")


def _arrange(step: Arrange, game: Game) -> str:
    return say("each player lays their closed cards in a pile, in the order of their choice")


def _reveal(step: Reveal, game: Game) -> str:
    return say("all turn the top card of their piles")


def _turn_until_beaten(step: TurnUntilBeaten, game: Game) -> str:
    if shared_cards(game):
        return say(
            "one player after another turns cards of their pile until they beat the hand to beat, then there is a betting "
            "round, which they open; an equal hand is not enough, a player who has turned all their cards in vain is out, and "
            "play goes round until one player is left"
        )
    return say(
        "one player after another turns cards of their pile until they beat the hand to beat, then there is a betting round, "
        "which they open; the first player needs only one card, as there is nothing to beat yet; an equal hand is not enough, "
        "a player who has turned all their cards in vain is out, and play goes round until one player is left"
    )


def _declare_sides(step: DeclareSides, game: Game) -> str:
    return say("all declare at once with chips in their hands: one for low, two for both, three for high")


def _name_game(step: NameGame, game: Game) -> str:
    return say(
        "the dealer names the game of this hand, with any options they like: {games}", games=listed(step.games, "or")
    )


STEPS: dict[type[Any], Callable[[Any, Game], str]] = {
    Deal: _deal,
    Lay: _lay,
    Turn: _turn,
    Burn: _burn,
    Bet: _bet,
    Double: _double,
    Draw: _draw,
    Pass: _pass,
    Expose: _expose,
    Arrange: _arrange,
    Reveal: _reveal,
    TurnUntilBeaten: _turn_until_beaten,
    DeclareSides: _declare_sides,
    NameGame: _name_game,
}
