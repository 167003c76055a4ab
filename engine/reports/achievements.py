"""What a player may be proud of, told by facts of the book alone: each achievement names the night that proves it.

An achievement is data: a name, a sentence, and the question that finds its night in the results of the nights.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from engine.ids import NightId, PlayerId
from engine.reports.night_results import NightResult
from engine.speech import say, to_say

# Of one player's nights, in order, and everybody's: the night that proves it; None if none does.
Proof = Callable[[Sequence[NightResult], Sequence[NightResult]], NightResult | None]

A_DAY = 24 * 60


class Achievement(msgspec.Struct, frozen=True):
    """One achievement: `told` ends the sentence "For …"."""

    code: str
    name: str
    told: str
    proof: Proof


class Achieved(msgspec.Struct, frozen=True, kw_only=True):
    """An achievement of a player, and the night that proves it: the first on which it was true."""

    player: PlayerId
    code: str
    name: str
    told: str
    night: NightId


def _first(holds: Callable[[NightResult], bool]) -> Proof:
    """The first of the player's nights of which this is true."""
    return lambda own, _: next((night for night in own if holds(night)), None)


def _nth(number: int) -> Proof:
    return lambda own, _: own[number - 1] if len(own) >= number else None


def _in_a_row(number: int) -> Proof:
    """The night that makes so many winning nights in a row."""

    def proof(own: Sequence[NightResult], _: Sequence[NightResult]) -> NightResult | None:
        row = 0
        for night in own:
            row = row + 1 if night.result > 0 else 0
            if row == number:
                return night
        return None

    return proof


def _reaches(number: int, grown: Callable[[Iterable[NightResult]], Iterator[int]]) -> Proof:
    """The night with which a growing number reaches this one."""
    return lambda own, _: next(
        (night for night, reached in zip(own, grown(own), strict=True) if reached >= number), None
    )


def _hands(own: Iterable[NightResult]) -> Iterator[int]:
    hands = 0
    for night in own:
        hands += night.hands
        yield hands


def _games_won(own: Iterable[NightResult]) -> Iterator[int]:
    games: set[tuple[str, str]] = set()
    for night in own:
        games |= {(game.rulebook, game.game) for game in night.games if game.won}
        yield len(games)


def _highest(worth: Callable[[NightResult], int]) -> Proof:
    """The player's night that is higher than every other night of everybody; the first of equal ones."""

    def proof(own: Sequence[NightResult], everybody: Sequence[NightResult]) -> NightResult | None:
        highest = max(everybody, key=worth, default=None)
        return highest if highest is not None and worth(highest) > 0 and highest.player == own[0].player else None

    return proof


def _beat_everybody(night: NightResult) -> bool:
    others = {*night.won_from, *night.lost_to}
    return len(others) >= 3 and all(night.won_from.get(other, 0) > night.lost_to.get(other, 0) for other in others)


ACHIEVEMENTS: tuple[Achievement, ...] = (
    Achievement("first_win", to_say("First win"), to_say("a first night won"), _first(lambda night: night.result > 0)),
    Achievement("three_in_a_row", to_say("Three in a row"), to_say("three winning nights running"), _in_a_row(3)),
    Achievement("five_in_a_row", to_say("Five in a row"), to_say("five winning nights running"), _in_a_row(5)),
    Achievement("regular", to_say("Regular"), to_say("ten nights"), _nth(10)),
    Achievement("thousand_hands", to_say("A thousand hands"), to_say("a thousand hands dealt"), _reaches(1000, _hands)),
    Achievement(
        "all_rounder", to_say("All-rounder"), to_say("a hand won in ten different games"), _reaches(10, _games_won)
    ),
    Achievement(
        "comeback",
        to_say("Back from the depths"),
        to_say("a night won after being 200 chips down"),
        _first(lambda night: night.lowest <= -200 and night.result > 0),
    ),
    Achievement(
        "to_the_cent",
        to_say("To the cent"),
        to_say("ten hands or more that came to exactly nothing"),
        _first(lambda night: night.hands >= 10 and night.result == 0),
    ),
    Achievement(
        "beat_everybody",
        to_say("Clean sweep"),
        to_say("winning from everybody in a night, three or more"),
        _first(_beat_everybody),
    ),
    Achievement(
        "biggest_pot",
        to_say("Biggest pot"),
        to_say("the biggest pot of all"),
        _highest(lambda night: night.best_pot * night.unit),
    ),
    Achievement(
        "best_night", to_say("Best night"), to_say("the best night of all"), _highest(lambda night: night.result)
    ),
    Achievement(
        "paid_within_a_day",
        to_say("Paid at once"),
        to_say("paying a night within a day"),
        _first(lambda night: night.paid_after is not None and night.paid_after <= A_DAY),
    ),
)


def achieved(results: Sequence[NightResult]) -> tuple[Achieved, ...]:
    """Every achievement of every player, by achievement, then in the order in which players first came.

    `results` are of one currency and come in the order of the nights.
    """
    own: dict[PlayerId, list[NightResult]] = {}
    for result in results:
        own.setdefault(result.player, []).append(result)
    return tuple(
        Achieved(player=player, code=one.code, name=say(one.name), told=say(one.told), night=night.night)
        for one in ACHIEVEMENTS
        for player, nights in own.items()
        if (night := one.proof(nights, results)) is not None
    )
