"""A game explained in English: numbered rules to read aloud at the table, and one line for a list."""

from collections.abc import Sequence

import msgspec

from engine.game.betting import Blinds, BringIn
from engine.game.definition import SHARED, Deck, Game
from engine.game.inspect import seats_the_deck_allows, shared_cards
from engine.game.scales import Low
from engine.game.sentences import (
    HAND_SIZE,
    OUT_OF_TURN,
    SHORT,
    capital,
    counted,
    number_word,
    sentence,
    then,
    times_said,
)
from engine.game.steps import AnyStep, Bet, TurnUntilBeaten


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A game in a list; `wild` in words, nothing for none."""

    name: str
    rulebook: str
    seats: tuple[int, int]
    betting_rounds: int
    wild: str
    variation_of: str


def summary(game: Game) -> Summary:
    """A game that its rulebook has resolved, in one line."""
    return Summary(
        name=game.name,
        rulebook=game.rulebook,
        seats=_seats(game),
        betting_rounds=_betting_rounds(game),
        wild=_wild(game),
        variation_of=game.variation_of,
    )


def explain(game: Game) -> str:
    """The rules of a game that its rulebook has resolved: a title, numbered steps, and the facts beside them."""
    assert all(getattr(game, field) is not None for field in SHARED), "Ask after Rulebook.resolve."
    numbered = [f"{number:2}. {text}" for number, text in enumerate(_phases(game), start=1)]
    facts = [" " + line for line in _facts(game) if line]
    return "\n".join([_title(game), *numbered, *facts])


def _title(game: Game) -> str:
    variation = f", a variation of {game.variation_of}" if game.variation_of else ""
    least, most = _seats(game)
    players = f"{least} players" if least == most else f"{least} to {most} players"
    return f"{game.name} ({game.rulebook}){variation}. {players}. {sentence(game.forced, game)}"


def _seats(game: Game) -> tuple[int, int]:
    assert game.seats is not None
    least, most = game.seats
    return least, max(least, min(most, seats_the_deck_allows(game)))


def _betting_rounds(game: Game) -> int:
    return sum(isinstance(step, Bet) for step in game.steps)


# The script: groups are kept flat, so what is repeated is found again.


def _phases(game: Game) -> list[str]:
    """The script in paragraphs: what happens up to a betting round, and what is repeated."""
    phases: list[str] = []
    said: list[str] = []
    place = 0
    while place < len(game.steps):
        length, times = _repeated(game.steps[place:])
        clauses = [sentence(step, game) for step in game.steps[place : place + length]]
        if times > 1:
            phases += [*_paragraph(said), f"{times_said(times)}: {then(clauses)}."]
            said = []
        else:
            said += clauses
            if isinstance(game.steps[place], Bet):
                phases += _paragraph(said)
                said = []
        place += length * times
    return [*phases, *_paragraph(said)]


def _repeated(steps: Sequence[AnyStep]) -> tuple[int, int]:
    """The group of steps that is repeated from here on and how often, the one that reaches farthest; else one step.

    A group that holds betting rounds ends with one, because people think of a round as the end of something.
    """
    best = (1, 1)
    for length in range(1, len(steps) // 2 + 1):
        group = steps[:length]
        if any(isinstance(step, Bet) for step in group) and not isinstance(group[-1], Bet):
            continue
        times = 1
        while steps[times * length : (times + 1) * length] == group:
            times += 1
        if times > 1 and length * times > best[0] * best[1]:
            best = (length, times)
    return best


def _paragraph(clauses: Sequence[str]) -> list[str]:
    return [" ".join(f"{capital(clause)}." for clause in clauses)] if clauses else []


# The facts beside the script.


def _facts(game: Game) -> list[str]:
    """What is true of the whole hand: first the cards and the pot, then the betting."""
    assert game.short is not None
    assert game.out_of_turn is not None
    wild = _wild(game)
    return [
        _extra_cards(game.deck),
        f"Wild: {wild}." if wild else "",
        *(sentence(effect, game) for effect in game.effects),
        _cards_that_count(game),
        sentence(game.award, game),
        sentence(game.claims, game),
        _who_opens(game),
        sentence(game.limit, game),
        OUT_OF_TURN[game.out_of_turn],
        SHORT[game.short],
        "The winner deals the next hand." if game.next_dealer == "winner" else "",
    ]


def _extra_cards(deck: Deck | None) -> str:
    if deck is None or deck == Deck():
        return ""
    extra = f" and {counted(deck.wildcards, 'wildcard')}" if deck.wildcards else ""
    return f"Deck: {deck.name}{extra}."


def _cards_that_count(game: Game) -> str:
    if game.own is not None:
        own, shared = game.own, min(HAND_SIZE - game.own, shared_cards(game))
        besides = f", with exactly {number_word(shared)} of the shared ones" if shared > 0 else ""
        return f"Exactly {number_word(own)} of a player's own cards {'counts' if own == 1 else 'count'}{besides}."
    if game.board is not None and game.board.lines == ():
        turned = any(isinstance(step, TurnUntilBeaten) for step in game.steps)
        return "Shared cards count in nobody's hand" + (": they are the first hand to beat." if turned else ".")
    return "Own and shared cards count alike." if shared_cards(game) else ""


def _wild(game: Game) -> str:
    return "; ".join(sentence(rule, game) for rule in game.wild_rules)


def _who_opens(game: Game) -> str:
    rounds = _betting_rounds(game)
    if not rounds:
        return ""
    direction = "" if game.direction == "left" else f" Betting runs to the {game.direction}."
    opener = sentence(game.opens, game)
    if isinstance(game.forced, Blinds):
        later = f", {opener} every later one" if rounds > 1 else ""
        return f"The player behind the last blind opens the first betting round{later}.{direction}"
    if isinstance(game.forced, BringIn):
        later = f"; {opener} opens every later round" if rounds > 1 else ""
        worst = "highest" if isinstance(game.scale, Low) else "lowest"
        suits = "spades, hearts, diamonds, clubs" if isinstance(game.scale, Low) else "clubs, diamonds, hearts, spades"
        return f"The {worst} open card, of equal ones first {suits}, brings it in{later}.{direction}"
    return f"{capital(opener)} opens {'every' if rounds > 1 else 'the'} betting round.{direction}"
