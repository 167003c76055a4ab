"""A game explained in English: numbered rules to read aloud at the table, and one line for a list."""

from collections.abc import Sequence

import msgspec

from engine.cards.deck import FRENCH, LETTER_DECKS, TAROK, pack_of, told
from engine.game.awards import TarokScore
from engine.game.betting import Blinds, BringIn, PreviousOpener
from engine.game.counts import FEWEST, betting_rounds, players_served, rounds_are_open, seats_the_deck_allows
from engine.game.definition import Decided, Deck, Game, unsaid
from engine.game.pictures import cards_that_count, lying
from engine.game.scales import Low
from engine.game.sentences import sentence
from engine.game.sentences_of_betting import OUT_OF_TURN, SHORT
from engine.game.sentences_of_cards import in_short
from engine.game.sentences_of_tricks import tarok_facts
from engine.game.steps import ROUNDS, Announce, AnyStep, Bid, Meld, NameGame, TakeWidow, Tricks
from engine.grammar import capital, counted, listed, number_word, then, times_said
from engine.resolved import resolved

# What a source leaves to the dealer, with how it is announced (RULINGS R-D22).
DECIDES: dict[Decided, str] = {
    "wild": "The dealer may name other wild cards instead, as in “with wild 7 instead”.",
    "exchange": "The dealer may say how many cards are exchanged, as in “with exchange 4”.",
}

# A paragraph ends after one of these: people think of it as the end of something.
ENDS = (*ROUNDS, Bid, TakeWidow, Announce, Meld)


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A game in a list.

    `seats`: the fewest and the most who can play. `best`: the numbers its source recommends; None if it recommends
    none. `betting_rounds`: 0 if nobody knows beforehand. `wild`: in a few words; empty if nothing is wild.
    """

    name: str
    rulebook: str
    seats: tuple[int, int]
    best: tuple[int, int] | None
    betting_rounds: int
    wild: str
    variation_of: tuple[str, ...]


def summary(game: Game) -> Summary:
    """The summary of a game that its rulebook has resolved."""
    return Summary(
        name=game.name,
        rulebook=game.rulebook,
        seats=players_served(game),
        best=_best_with(game),
        betting_rounds=betting_rounds(game),
        wild="; ".join(in_short(rule, game) for rule in game.wild_rules),
        variation_of=game.variation_of,
    )


def explain(game: Game) -> str:
    """The rules of a game that its rulebook has resolved: a title, numbered steps, a picture, and the other facts."""
    assert not unsaid(game), "Ask after Rulebook.resolve."
    numbered = [f"{number:2}. {text}" for number, text in enumerate(_phases(game), start=1)]
    facts = [" " + line for line in _facts(game) if line]
    return "\n".join([_title(game), *numbered, *lying(game), *facts])


def _title(game: Game) -> str:
    variation = f", a variation of {listed(game.variation_of)}" if game.variation_of else ""
    return f"{game.name} ({game.rulebook}){variation}. {capital(_players(game))}. {sentence(game.forced, game)}"


def _players(game: Game) -> str:
    """How many can play, and how many its source recommends, which is only advice (RULINGS R-S17)."""
    served, best = players_served(game), _best_with(game)
    advice = f"best with {_span(best)}" if best and best != served else ""
    if any(isinstance(step, NameGame) for step in game.steps):
        return f"{advice} players" if advice else "as many players as the named game allows"
    players = f"{_span(served)} players"
    return f"{players}, {advice}" if advice else players


def _best_with(game: Game) -> tuple[int, int] | None:
    """The recommended numbers of players, cut to how many can play; None if nothing is recommended."""
    if game.best is None:
        return None
    least, most = players_served(game)
    return min(max(game.best[0], least), most), max(least, min(game.best[1], most))


def _span(numbers: tuple[int, int]) -> str:
    least, most = numbers
    return str(least) if least == most else f"{least} to {most}"


# The script is kept flat, so repeated groups are found again here.


def _phases(game: Game) -> list[str]:
    """The script in paragraphs: each holds the steps up to a betting round, or a repeated group."""
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
            if isinstance(game.steps[place], ENDS):
                phases += _paragraph(said)
                said = []
        place += length * times
    return [*phases, *_paragraph(said)]


def _repeated(steps: Sequence[AnyStep]) -> tuple[int, int]:
    """The length of the group of steps that repeats from here and reaches farthest, and its times; else (1, 1).

    A group that holds betting rounds ends with one, because people think of a round as the end of something.
    """
    best = (1, 1)
    for length in range(1, len(steps) // 2 + 1):
        group = steps[:length]
        if any(isinstance(step, ROUNDS) for step in group) and not isinstance(group[-1], ROUNDS):
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
    wild = _wild(game)
    cards = [
        _extra_cards(game.deck),
        "" if game.dealing == "left" else f"Cards are dealt to the {game.dealing}.",
        _short_of_cards(game),
        f"Wild: {wild}." if wild else "",
        *(DECIDES[what] for what in game.decides),
        *(sentence(effect, game) for effect in game.effects),
    ]
    next_deal = "The winner deals the next hand." if game.next_dealer == "winner" else ""
    levy = sentence(game.levy, game) if game.levy is not None else ""
    if any(isinstance(step, Tricks) for step in game.steps) and not any(
        isinstance(step, ROUNDS) for step in game.steps
    ):
        award = tarok_facts(game.award) if isinstance(game.award, TarokScore) else (sentence(game.award, game),)
        return [*cards, _who_sits_out(game), *award, levy, next_deal]
    return [
        _how_many_rounds(game),
        *cards,
        cards_that_count(game),
        sentence(game.award, game),
        levy,
        sentence(game.claims, game),
        _who_opens(game),
        sentence(game.limit, game),
        OUT_OF_TURN[resolved(game.out_of_turn)],
        SHORT[resolved(game.short)],
        next_deal,
    ]


def _who_sits_out(game: Game) -> str:
    if game.active is None:
        return ""
    return f"With more than {number_word(game.active)} at the table the dealer is dealt nothing and is paid as an opponent."


def _extra_cards(deck: Deck | None) -> str:
    if deck is None or deck == Deck():
        return ""
    extra = f" and {counted(deck.wildcards, 'wildcard')}" if deck.wildcards else ""
    held = f" ({told(pack_of(deck.name, 0, deck.pack))})" if deck.name not in (FRENCH, TAROK, *LETTER_DECKS) else ""
    return f"Deck: {deck.name}{held}{extra}."


def _how_many_rounds(game: Game) -> str:
    if rounds_are_open(game):
        return "Nobody knows beforehand how many betting rounds there are."
    rounds = betting_rounds(game)
    if any(isinstance(step, NameGame) for step in game.steps):
        return "The named game decides how often there is betting; what follows holds unless that game says otherwise."
    return (
        f"There {'is' if rounds == 1 else 'are'} {number_word(rounds)} betting round{'s' if rounds > 1 else ''} in all."
    )


def _short_of_cards(game: Game) -> str:
    wanted = max(numbers[1] for numbers in (game.seats, game.best, (FEWEST, 0)) if numbers)
    room = seats_the_deck_allows(game)
    return f"The pack has cards for {number_word(room)} players at most." if room < wanted else ""


def _wild(game: Game) -> str:
    return "; ".join(sentence(rule, game) for rule in game.wild_rules)


def _who_opens(game: Game) -> str:
    rounds = betting_rounds(game)
    if not rounds:
        return ""
    direction = "" if game.direction == "left" else f" Betting runs to the {game.direction}."
    opener = sentence(game.opens, game)
    if isinstance(game.opens, PreviousOpener) and rounds > 1:
        after = "every later one is opened by whoever opened the one before or, if they have folded, by the next player still in"
        return f"{capital(opener)} opens the first betting round; {after}.{direction}"
    later = f", {opener} every later one" if rounds > 1 else ""
    if isinstance(game.forced, Blinds):
        return f"The player after the last blind opens the first betting round{later}.{direction}"
    if isinstance(game.forced, BringIn):
        worst = "highest" if isinstance(game.scale, Low) else "lowest"
        suits = "spades, hearts, diamonds, clubs" if isinstance(game.scale, Low) else "clubs, diamonds, hearts, spades"
        later = f"; {opener} opens every later round" if rounds > 1 else ""
        return f"The {worst} open card brings it in (of equal ones the first of {suits}){later}.{direction}"
    return f"{capital(opener)} opens {'every' if rounds > 1 else 'the'} betting round.{direction}"
