"""Winners named without cards that say so: before betting is over, unseen beside others that are, or as equals where an order was meant."""

from engine import commands
from engine.game.steps import ROUNDS
from engine.ids import PlayerId
from engine.play.betting.turn_order import able_to_bet
from engine.play.showdown.rule import contenders
from engine.play.strength.best_hand import has_shown, whole_hand_known
from engine.state import UNKNOWN, Hand, Night
from service.book.guards.doubt import Asked, Doubt

# Two equal hands are common; more are rare, and a comma typed by mistake then costs the most.
MANY = 3


class LooksLikeAnUnshownWinner(Doubt):
    code = "looks_like_an_unshown_winner"
    sentence = "A winner has to show, and the whole hand of {players} is not known."
    typed = "Say “{first} shows CARDS”."


class LooksLikeAnEarlyEnd(Doubt):
    code = "looks_like_an_early_end"
    sentence = "Betting rounds still to come: {rounds}. Naming the winner now skips them, as if nobody bet any more."


class LooksLikeATieOfMany(Doubt):
    code = "looks_like_a_tie_of_many"
    sentence = "That way {players} have equal hands and share the pot, and no cards show it."
    typed = "The comma says that they are equal; if one hand is better than another, say “{order} win”."
    in_order = ("order",)


def early_end(command: commands.Command, asked: Asked) -> LooksLikeAnEarlyEnd | None:
    """The doubt if a winner is named while betting rounds are still to come in which two or more players could bet; else None."""
    if not isinstance(command, commands.NameWinners):
        return None
    rounds = rounds_to_come(asked.night)
    return LooksLikeAnEarlyEnd(rounds=rounds) if rounds else None


def rounds_to_come(night: Night) -> int:
    """The betting rounds that a winner named now would skip; 0 if at most one player could bet in them."""
    hand = night.hand
    if hand is None or hand.stage != "playing" or len(able_to_bet(night, hand)) < 2:
        return 0
    return sum(isinstance(step, ROUNDS) for step in hand.steps[hand.cursor :])


def unshown_winner(command: commands.Command, asked: Asked) -> LooksLikeAnUnshownWinner | None:
    """The doubt if others have shown, or closed cards of theirs are known, and the winner's are not; else None.

    Where nobody's cards are written down, the table has seen who wins, and says so.
    """
    hand = asked.night.hand
    doubt = winner_of_unknown_cards(command, asked)
    if doubt is None or hand is None or not any(_something_is_known(hand, player) for player in contenders(hand)):
        return None
    return doubt


def winner_of_unknown_cards(command: commands.Command, asked: Asked) -> LooksLikeAnUnshownWinner | None:
    """The doubt, whatever is known of the others' cards; None if one player was alone.

    Lines and books written when it arose here too may waive it.
    """
    hand = asked.night.hand
    if not isinstance(command, commands.NameWinners) or hand is None or hand.stage != "showdown":
        return None
    if len(contenders(hand)) < 2:
        return None
    first = dict.fromkeys(player for ranking in command.rankings for group in ranking[:1] for player in group)
    hidden = [player for player in first if player in hand.cards.own and _nothing_is_known(hand, player)]
    return LooksLikeAnUnshownWinner(players=hidden, first=hidden[0]) if hidden else None


def _nothing_is_known(hand: Hand, player: PlayerId) -> bool:
    closed = _closed(hand, player)
    return not has_shown(hand, player) and bool(closed) and set(closed) == {UNKNOWN}


def _something_is_known(hand: Hand, player: PlayerId) -> bool:
    return has_shown(hand, player) or any(card != UNKNOWN for card in _closed(hand, player))


def _closed(hand: Hand, player: PlayerId) -> list[str]:
    return [held.card for held in hand.cards.own.get(player, ()) if not held.up]


def tie_of_many(command: commands.Command, asked: Asked) -> LooksLikeATieOfMany | None:
    """The doubt if three or more hands are said to be equal and not all of their cards are known; else None."""
    hand = asked.night.hand
    if not isinstance(command, commands.NameWinners) or hand is None:
        return None
    for ranking in command.rankings:
        for group in ranking:
            unknown = any(player in hand.cards.own and not whole_hand_known(hand, player) for player in group)
            if len(group) >= MANY and unknown:
                return LooksLikeATieOfMany(players=list(group), order=list(group))
    return None
