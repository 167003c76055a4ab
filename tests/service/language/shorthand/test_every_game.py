"""Every game is announced and played to its end in shorthand: what is done in a simulated hand can be said in a line."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engine import commands
from engine.decider import accept
from engine.game.counts import is_for
from engine.library import GAMES
from engine.sample.acts import Dealer
from engine.sample.table import play_hand
from engine.state import Night
from service.language.shorthand.lines import read_line
from tests.engine.simulate.seeded import Seeded
from tests.soak import in_turn, rounds

NAMES = {"p1": "Anna", "p2": "Bo", "p3": "Carl", "p4": "Dora", "p5": "Eva"}
UNSEEN = ((), ("??",), "??")


def cards(said: tuple[str, ...] | str) -> str:
    """Cards behind a word; nothing where they are not known."""
    if said in UNSEEN:
        return ""
    return " " + (said if isinstance(said, str) else " ".join(said))


def exchange(said: commands.Exchange) -> str:
    thrown = f" throws{cards(said.thrown)}" if said.thrown else ""
    drawn = f" gets{cards(said.drawn)}" if said.drawn else ""
    return f"draws {said.number}{thrown}{drawn}"


def passing(said: commands.PassCards) -> str:
    right = f" right{cards(said.right)}" if said.right else ""
    left = f" left{cards(said.left)}" if said.left else ""
    return f"passes{right}{left}"


def turning(said: commands.TurnOwn) -> str:
    return f"turns{cards(said.card)}{' beats' if said.beats else ''}"


def showing(said: commands.ShowHand) -> str:
    return f"shows{cards(said.cards)}" + (f' "{said.announced}"' if said.announced else "")


# What a player says behind his name.
PLAYERS: dict[type[Any], Callable[[Any], str]] = {
    commands.Check: lambda _: "x",
    commands.Call: lambda said: "taps" if said.agreed else "c",
    commands.Bet: lambda said: f"b{said.chips}",
    commands.Raise: lambda said: f"r{said.by}",
    commands.PullShadow: lambda said: f"s{said.chips}",
    commands.Fold: lambda _: "f",
    commands.BuyCard: lambda said: f"buys{cards(said.card)}",
    commands.DeclineCard: lambda _: "declines",
    commands.CallSpit: lambda said: f"spit{cards(said.card)}",
    commands.Exchange: exchange,
    commands.PassCards: passing,
    commands.ExposeCard: lambda said: f"opens{cards(said.card)}",
    commands.ArrangeCards: lambda said: f"arranges{cards(said.cards)}",
    commands.DeclareSide: lambda said: said.side,
    commands.TurnOwn: turning,
    commands.ShowHand: showing,
    commands.Muck: lambda _: "mucks",
    commands.ChallengeWord: lambda said: f"challenges {said.word}",
    commands.MakeBid: lambda said: f"bids {said.contract}",
    commands.PassBid: lambda _: "passes",
    commands.PlayCard: lambda said: f"plays{cards(said.card)}",
    commands.TakeTrick: lambda _: "takes",
    commands.DeclareMeld: lambda said: f"melds {said.meld}",
    commands.AnswerGoal: lambda _: "contra",
}


def winning(said: commands.NameWinners, names: Mapping[str, str] = NAMES) -> str:
    shares = (" the pot",) if len(said.rankings) == 1 else (" high", " low")
    told = [
        " > ".join(", ".join(names[player] for player in group) for group in ranking) + f" win{share}"
        for ranking, share in zip(said.rankings, shares, strict=True)
        if ranking
    ]
    return "; ".join(told)


def score(said: commands.NameScore, names: Mapping[str, str] = NAMES) -> str:
    pagat = f" pagat {names[said.pagat]}" if said.pagat else ""
    return f"score {said.points}{pagat}{' captured' if said.captured else ''}"


# What is said of the table.
TABLE: dict[type[Any], Callable[[Any], str]] = {
    commands.Deal: lambda said: f"deal{cards(said.cards)}",
    commands.Lay: lambda said: f"lay{cards(said.cards)}",
    commands.Turn: lambda said: f"turn{cards(said.card)}",
    commands.Burn: lambda _: "burn",
    commands.RevealCards: lambda said: f"reveal{cards(said.cards)}",
    commands.AcceptHands: lambda _: "no challenge",
    commands.NameTheGame: lambda said: f"name the game {said.game}",
    commands.TurnTrump: lambda said: f"trump{cards(said.card)}",
    commands.DrawFromStock: lambda said: f"stock{cards(said.card)}",
    commands.TakeWidow: lambda said: f"widow {said.choice}",
    commands.Discard: lambda said: f"discard{cards(said.cards)}",
    commands.AnnounceGoal: lambda said: f"goal {said.goal}",
}


def line_for(said: commands.Command, names: Mapping[str, str] = NAMES) -> str:
    """The line that says the act, of people with these names."""
    if isinstance(said, commands.NameWinners):
        return winning(said, names)
    if isinstance(said, commands.NameScore):
        return score(said, names)
    if type(said) in TABLE:
        return TABLE[type(said)](said)
    return f"{names[said.player]} {PLAYERS[type(said)](said)}"  # type: ignore[attr-defined]


# In a quick run every second game with its cards told, and the others without.
@pytest.mark.parametrize(
    ("game", "tells"),
    [
        pytest.param(game, tells, id=f"{game.rulebook}: {game.name}, {'cards' if tells else 'book'}")
        for tells in (True, False)
        for game in in_turn(GAMES, tells)
    ],
)
def test_a_hand_is_played_to_its_end_in_shorthand(game, tells) -> None:
    night, chance = Night(), Seeded(3)
    rules = commands.HouseRules(rulebook=game.rulebook, auto="none" if tells else "closed")
    accept(night, commands.OpenNight(night="night", club="club", banker="p1", rules=rules))
    people = next(tuple(NAMES)[:number] for number in (5, 4, 3) if is_for(game, number))
    for player in people:
        accept(night, commands.SeatPlayer(player=player))
    for _ in range(rounds(1, 3)):
        for player in people:
            accept(night, commands.GiveLoan(player=player, chips=300))
        (announced,) = read_line(f"hand {game.name} by {NAMES[people[0]]}", night, NAMES).commands
        accept(night, announced)
        assert night.hand.game.name == game.name
        for act in play_hand(night, night.hand, Dealer(night.hand, chance, tells=tells), chance):
            if isinstance(act, commands.NameTheGame):
                act = commands.NameTheGame(game=act.game)  # noqa: PLW2901 - options are said in lines of their own tests
            (said,) = read_line(line_for(act), night, NAMES).commands
            accept(night, said)
        assert night.hand is None
