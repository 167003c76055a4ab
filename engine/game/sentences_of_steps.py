"""What happens at each step of a script, as a clause that fits into a list."""

from collections.abc import Callable
from typing import Any

from engine.game.betting import Openers
from engine.game.card_words import faces
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
from engine.grammar import counted, listed


def _deal(step: Deal, game: Game) -> str:
    dealt = f"each player is dealt {faces(('closed', step.down), ('open', step.up), of='card')}"
    if step.down == PLAYERS:
        dealt = "each player is dealt as many closed cards as there are players"
    if step.pile:
        dealt = f"each player is dealt a pile of {counted(step.pile, 'card')}, which nobody looks at"
    if step.batch > 1:
        dealt = f"{dealt}, {step.batch} at a time"
    if step.common:
        dealt = f"{dealt}, or one open card for all together if the pack has too few for everyone"
    if not step.on_call:
        return dealt
    first, *others = ["open" if lay.up else "closed" for lay in step.on_call]
    called = "".join(f", and at the next call another one {face}" for face in others)
    return (
        f"{dealt}; when a player other than the dealer calls during the deal, the dealer lays a shared card {first}{called}; "
        "what nobody calls for is laid after the deal"
    )


def _lay(step: Lay, game: Game) -> str:
    if game.board is not None and game.board.lines == ():
        return f"the dealer lays {faces(('open', step.up), ('closed', step.down), of='card')}, the hand to beat"
    return f"the dealer lays {faces(('open', step.up), ('closed', step.down), of='shared card')}"


def _turn(step: Turn, game: Game) -> str:
    return "the dealer turns the next shared card"


def _burn(step: Burn, game: Game) -> str:
    return "the top card is burned"


def _bet(step: Bet, game: Game) -> str:
    betting = "a betting round" if step.check else "a betting round in which nobody may check before the first bet"
    return betting if step.openers is None else f"{betting}: {BETTING[Openers](step.openers, game)}"


def _double(step: Double, game: Game) -> str:
    return (
        "each player in turn may double the stakes with as many chips as they have put into the pot so far; once one "
        "does, the others put in as many or fold, and nobody raises"
    )


def _draw(step: Draw, game: Game) -> str:
    number = "exactly" if step.compulsory else "up to"
    return f"each player in turn exchanges {number} {counted(step.up_to, 'card')}"


def _pass(step: Pass, game: Game) -> str:
    passed = [
        f"{counted(cards, 'card')} for their neighbour on the {side}"
        for cards, side in ((step.right, "right"), (step.left, "left"))
        if cards
    ]
    return f"each player chooses {listed(passed)}, and all pass at once"


def _expose(step: Expose, game: Game) -> str:
    return "each player chooses one of their closed cards, and all open them at once"


def _arrange(step: Arrange, game: Game) -> str:
    return "each player lays their closed cards in a pile, in the order of their choice"


def _reveal(step: Reveal, game: Game) -> str:
    return "all turn the top card of their piles"


def _turn_until_beaten(step: TurnUntilBeaten, game: Game) -> str:
    first = "" if shared_cards(game) else "; the first player needs only one card, as there is nothing to beat yet"
    return (
        "one player after another turns cards of their pile until they beat the hand to beat, then there is a betting "
        f"round, which they open{first}; an equal hand is not enough, a player who has turned all their cards in vain is out, "
        "and play goes round until one player is left"
    )


def _declare_sides(step: DeclareSides, game: Game) -> str:
    return "all declare at once with chips in their hands: one for low, two for both, three for high"


def _name_game(step: NameGame, game: Game) -> str:
    return f"the dealer names the game of this hand, with any options they like: {listed(step.games, last='or')}"


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
