"""How the shared cards lie: a small picture drawn from the layout, the order of laying, and the usable lines."""

from engine.game.counts import shared_cards
from engine.game.definition import Game
from engine.game.layouts import EMPTY, Layout
from engine.game.sentences_of_pots import HAND_SIZE
from engine.game.steps import Turn
from engine.grammar import number_word

MARGIN = "      "


def drawn(board: Layout) -> list[str]:
    """The picture of a layout line by line, each spot in the middle of its column; empty without a picture."""
    rows = [row.split() for row in board.picture]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        MARGIN + "  ".join(_cell(name, width) for name, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def _cell(name: str, width: int) -> str:
    return ("" if name == EMPTY else name).center(width)


def lying(game: Game) -> list[str]:
    """Where the shared cards lie and in which order; empty for a plain row or a single card."""
    board = game.board
    if board is None or not board.picture:
        return []
    turned = " and turned" if any(isinstance(step, Turn) for step in game.steps) else ""
    return [
        " The shared cards lie like this.",
        *drawn(board),
        f" They are laid{turned} in this order: {', '.join(board.names)}.",
    ]


def cards_that_count(game: Game) -> str:
    """Which own and shared cards make a hand; empty if there are no shared cards."""
    if game.own is not None:
        own, shared = game.own, min(HAND_SIZE - game.own, shared_cards(game))
        shared_too = f", with exactly {number_word(shared)} of the shared ones" if shared > 0 else ""
        return f"Exactly {number_word(own)} of a player's own cards {'counts' if own == 1 else 'count'}{shared_too}."
    if not shared_cards(game):
        return ""
    if game.board is None or game.board.lines is None:
        return "Own and shared cards count alike."
    if not game.board.lines:
        return "The card to beat belongs to nobody, and has no effect."
    lines = "; ".join(game.board.lines)
    return f"With their own cards a player uses exactly one of these lines, chosen at the showdown: {lines}."
