"""What a hint says can be typed: every form of it, filled in, is a line, and its cards are of the pack, in every game."""

import re
from collections.abc import Iterator

import pytest

from engine import commands
from engine.decider import accept, decide
from engine.game.counts import is_for
from engine.library import GAMES
from engine.play.script.offers import asked
from engine.sample.acts import Dealer
from engine.sample.table import play_hand
from engine.state import Night
from service.language.dictionaries import shipped
from service.language.shorthand import ShorthandError, read_line, what_now
from tests.engine.simulate.seeded import Seeded
from tests.soak import SOAK, in_turn

assert shipped.WIDE_ENGLISH.name

# Nobody's name begins as an act does, so that each act may be said without one.
NAMES = {"p1": "Anna", "p2": "Dora", "p3": "Eva", "p4": "Gitte", "p5": "Ida"}
IDS = {name: player for player, name in NAMES.items()}
REMARK = re.compile(r"\s*\([^()]*\)")
SPAN = re.compile(r"(\d+)–(\d+)(?: or (\d+))?|(\d+) or (\d+)")
FILLED = {
    "NAME OF A GAME": "straight poker",
    "DEALER": "anna",
    "NAME, NAME": "anna, dora",
    "NAME": "anna",
    "AMOUNT": "1.00",
    "CAT": "cat",
    " …": "",
}
# What stands behind these words is cards, or one of these.
CARD_WORDS = {"deal", "lay", "turn", "trump", "stock", "reveal", "spit", "passes", "opens", "arranges", "shows"}
CARD_WORDS |= {"plays", "melds", "turns", "buys", "discard"}
NO_CARDS = {"from", "NAME", "beats", "V", "…", "left", "right"}
# What a hint gives the bounds of is not only understood but accepted.
BOUNDED = (commands.Bet, commands.Raise, commands.Call, commands.Check, commands.Fold, commands.Exchange)


def forms(line: str) -> list[str]:
    """The lines of a hint, remarks left out and capitals filled in, with every bound once."""
    found = []
    for form in filter(None, REMARK.sub("", line).split(" · ")):
        for capital, word in FILLED.items():
            form = form.replace(capital, word)  # noqa: PLW2901 - what is filled in is the form.
        span = SPAN.search(form)
        amounts = [amount for amount in span.groups() if amount] if span else [""]
        found += [SPAN.sub(amount, form) if span else form for amount in amounts]
    return found


def spellings(form: str) -> list[str]:
    """`c call 3` whole, `call 3`, and `c`; `r raise by 2` also as `r2`."""
    letter, _, rest = form.partition(" ")
    if len(letter) != 1 or not rest[:1].isalpha():
        return [form]
    amount = rest.split(" ")[-1]
    return [form, rest, letter + (amount if letter in "br" else "")]


def untyped(night: Night) -> Iterator[str]:
    """What is hinted at now and cannot be typed so, or says something else."""
    hints = what_now(night, NAMES)
    for line in hints:
        name, colon, rest = line.partition(": ")
        player = IDS.get(name) if colon else None
        for form in forms(rest if player else line):
            for said in spellings(form):
                lines = [f"{name} {said}", *([said] if len(asked(night)) == 1 else [])] if player else [said]
                for typed in lines:
                    try:
                        told = read_line(typed, night, NAMES).commands
                    except ShorthandError as refusal:
                        yield f"{line} | {typed} | {refusal}"
                        continue
                    if not told or (player and getattr(told[0], "player", None) != player):
                        yield f"{line} | {typed} | {told}"
                    elif player and isinstance(told[0], BOUNDED):
                        decide(told[0], night)


def of_another_pack(night: Night) -> Iterator[str]:
    """Cards in what is hinted at now that the pack of the game does not hold."""
    assert night.hand.deck is not None
    for line in what_now(night, NAMES):
        for form in REMARK.sub("", line.partition(": ")[2] or line).split(" · "):
            word, *cards = re.sub(r'"[^"]*"', "", form).split()
            if word in CARD_WORDS:
                yield from (f"{line} | {card}" for card in cards if card not in {*night.hand.deck.cards, *NO_CARDS})


@pytest.mark.parametrize("game", in_turn(GAMES, 0, of=4), ids=lambda game: f"{game.rulebook}: {game.name}")
def test_every_hint_of_a_hand_can_be_typed(game) -> None:
    found: list[str] = []
    # In a quick run one of the two, which differs from game to game.
    for seed in (1, 2) if SOAK else (1 + len(game.name) % 2,):
        night, chance = Night(), Seeded(seed)
        rules = commands.HouseRules(rulebook=game.rulebook, auto="none" if seed == 1 else "closed")
        accept(night, commands.OpenNight(night="night", club="club", banker="p1", rules=rules))
        people = next(tuple(NAMES)[:number] for number in (5, 4, 3) if is_for(game, number))
        for player in people:
            accept(night, commands.SeatPlayer(player=player))
            # Some have too little for what is asked.
            accept(night, commands.GiveLoan(player=player, chips=300 if player != "p2" else 12))
        accept(night, commands.AnnounceHand(game=game.name, rulebook=game.rulebook, dealer=people[0]))
        assert night.hand is not None
        for act in play_hand(night, night.hand, Dealer(night.hand, chance, tells=seed == 1), chance):
            found += [*untyped(night), *of_another_pack(night)]
            accept(night, act)
    assert found == []


def test_every_hint_before_between_and_behind_hands_can_be_typed() -> None:
    night = Night()
    accept(night, commands.OpenNight(night="night", club="club", banker="p1"))
    for player in NAMES:
        accept(night, commands.SeatPlayer(player=player))
        accept(night, commands.GiveLoan(player=player, chips=100))
    found = list(untyped(night))
    for player in NAMES:
        accept(night, commands.CountChips(player=player, chips=97 if player == "p3" else 100))
    for command in (commands.CloseNight(), commands.ResolveGap(by="banker"), commands.FreezePlan(kind="bank")):
        accept(night, command)
        assert what_now(night, NAMES)
        found += untyped(night)
    assert found == []
