"""Which games were played, how many chips they moved, and who won in them."""

from collections.abc import Sequence

import msgspec

from engine import commands
from engine.events import Recorded
from engine.ids import PlayerId
from engine.reports.hand_history import HandHistory, hand_history


class GameResult(msgspec.Struct, frozen=True, kw_only=True):
    """One player's result in all hands of a game, in chips. Debts of players without chips count as chips."""

    player: PlayerId
    hands: int
    won: int
    net: int


class GameTold(msgspec.Struct, frozen=True, kw_only=True):
    """One game: hands played, chips put in by everyone together, and each player's result, best first.

    Results of a game do not sum to zero when a pot was carried from or to a hand of another game, or chips of it were set
    aside.
    """

    game: str
    rulebook: str
    hands: int
    chips: int
    results: tuple[GameResult, ...]


def by_game(records: Sequence[Recorded], told: Sequence[HandHistory] | None = None) -> tuple[GameTold, ...]:
    """Every game of the night, largest chips first. A hand still being played is left out.

    `told` is the history of the hands, if it is at hand.
    """
    hands: dict[tuple[str, str], list[HandHistory]] = {}
    unit = next((record.event.unit for record in records if isinstance(record.event, commands.OpenNight)), 1)
    for hand in hand_history(records) if told is None else told:
        if hand.ended:
            hands.setdefault((hand.game, hand.rulebook), []).append(hand)
    games = [
        GameTold(
            game=game,
            rulebook=rulebook,
            hands=len(played),
            chips=sum(stake.put_in for hand in played for stake in hand.stakes),
            results=_results(played, unit),
        )
        for (game, rulebook), played in hands.items()
    ]
    return tuple(sorted(games, key=lambda told: -told.chips))


def _results(played: Sequence[HandHistory], unit: int) -> tuple[GameResult, ...]:
    hands: dict[PlayerId, int] = {}
    won: dict[PlayerId, int] = {}
    net: dict[PlayerId, int] = {}
    for hand in played:
        for stake in hand.stakes:
            hands[stake.player] = hands.get(stake.player, 0) + 1
            won[stake.player] = won.get(stake.player, 0) + (stake.got > 0)
            net[stake.player] = net.get(stake.player, 0) + stake.net + stake.on_account // unit
    results = [
        GameResult(player=player, hands=hands[player], won=won[player], net=chips) for player, chips in net.items()
    ]
    return tuple(sorted(results, key=lambda result: -result.net))
