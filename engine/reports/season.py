"""Standings over many nights: sums, best and worst, streaks and achievements, from what each night came to.

All results here are of one currency; whoever asks keeps currencies apart. An achievement is data: a name, a sentence, and
the question that finds the night that proves it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set

import msgspec

from engine.ids import NightId, PlayerId
from engine.reports.night_results import GameFigure, NightResult, summed
from engine.speech import say, to_say

# The line in which everybody who opted out stands together.
OTHERS = ""


class CountedNight(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What counts of a player's night: all of it, or the hands of some games. `minutes` is None for a part of a
    night, and for a night whose hours the book does not know."""

    night: NightId
    cents: int
    minutes: int | None
    hands: int
    won: int


class NightFigure(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A night and the cents it brought."""

    night: NightId
    cents: int


class SeasonStanding(msgspec.Struct, frozen=True, kw_only=True):
    """One player's season. Equal results share a place.

    `minutes` and `per_hour` count the `timed` nights, whose hours the book knows. Both are None without any, as for some
    games of the nights; `per_hour` is None without any time too. `per_hour` and `per_night` are rounded to the nearest
    cent, halves away from zero. `streak`: the winning nights in a row up to the
    player's last night; `longest`: the most there ever were. Of equal nights or games the earlier one is named.
    The others, who are OTHERS, have only sums; `players` says how many they are.
    """

    place: int
    player: PlayerId
    players: int = 1
    nights: int
    timed: int = 0
    minutes: int | None
    hands: int
    won: int
    result: int
    per_hour: int | None
    per_night: int
    best_night: NightFigure | None = None
    worst_night: NightFigure | None = None
    best_game: GameFigure | None = None
    worst_game: GameFigure | None = None
    streak: int = 0
    longest: int = 0


class PairFigure(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What `player` won from `other` over the nights, and lost to them, in cents."""

    player: PlayerId
    other: PlayerId
    won: int
    lost: int

    @property
    def net(self) -> int:
        """Won less lost."""
        return self.won - self.lost


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """What of the nights counts: the games of a rulebook, or one game; empty for everything."""

    rulebook: str = ""
    game: str = ""

    def parts(self, result: NightResult) -> CountedNight | None:
        """What counts of a player's night; None if nothing does."""
        if not (self.rulebook or self.game):
            return CountedNight(
                night=result.night,
                cents=result.result,
                minutes=result.minutes,
                hands=result.hands,
                won=result.won,
            )
        games = [game for game in result.games if self.takes(game)]
        if not games:
            return None
        return CountedNight(
            night=result.night,
            cents=sum(game.cents for game in games),
            minutes=None,
            hands=sum(game.hands for game in games),
            won=sum(game.won for game in games),
        )

    def takes(self, game: GameFigure) -> bool:
        """True if the game counts."""
        return self.rulebook in ("", game.rulebook) and self.game in ("", game.game)


EVERYTHING = Chosen()


def season(
    results: Iterable[NightResult], chosen: Chosen = EVERYTHING, *, hidden: Set[PlayerId] = frozenset()
) -> tuple[SeasonStanding, ...]:
    """Everybody's standing, best result first; equal results by player. `hidden` stand together as OTHERS, last.

    `results` come in the order of the nights.
    """
    by_player = _by_player(results)
    shown = [
        _standing(player, parts, _games_of(nights, chosen))
        for player, nights in by_player.items()
        if player not in hidden and (parts := _parts(nights, chosen))
    ]
    besides = [parts for player, nights in by_player.items() if player in hidden and (parts := _parts(nights, chosen))]
    ordered = sorted(shown, key=lambda standing: (-standing.result, standing.player))
    placed = [
        msgspec.structs.replace(standing, place=1 + sum(other.result > standing.result for other in shown))
        for standing in ordered
    ]
    return (*placed, _others(besides)) if besides else tuple(placed)


def running_totals(
    results: Iterable[NightResult], nights: Sequence[NightId], chosen: Chosen = EVERYTHING
) -> dict[PlayerId, tuple[int | None, ...]]:
    """Each player's total after each of these nights, in their order; None before the player's first."""
    place = {night: number for number, night in enumerate(nights)}
    matches: dict[PlayerId, tuple[int | None, ...]] = {}
    for player, played in _by_player(results).items():
        parts = _parts(played, chosen)
        if not parts:
            continue
        changes = {place[part.night]: part.cents for part in parts}
        total: int | None = None
        line: list[int | None] = []
        for number in range(len(nights)):
            if number in changes:
                total = (total or 0) + changes[number]
            line.append(total)
        matches[player] = tuple(line)
    return matches


def games_of(results: Iterable[NightResult], chosen: Chosen = EVERYTHING) -> tuple[GameFigure, ...]:
    """One player's games over the nights, best first."""
    return tuple(sorted(_games_of(results, chosen), key=lambda game: -game.cents))


def pairs_of(results: Iterable[NightResult], *, hidden: Set[PlayerId] = frozenset()) -> tuple[PairFigure, ...]:
    """What each player won from each other and lost to them, by player and other; `hidden` stand together as OTHERS."""
    won: Counter[tuple[PlayerId, PlayerId]] = Counter()
    lost: Counter[tuple[PlayerId, PlayerId]] = Counter()
    for result in results:
        player = OTHERS if result.player in hidden else result.player
        for side, outcome in ((won, result.won_from), (lost, result.lost_to)):
            for other, cents in outcome.items():
                side[player, OTHERS if other in hidden else other] += cents
    return tuple(
        PairFigure(player=player, other=other, won=won[player, other], lost=lost[player, other])
        for player, other in sorted({*won, *lost})
        if player != other
    )


def _by_player(results: Iterable[NightResult]) -> dict[PlayerId, list[NightResult]]:
    by_player: dict[PlayerId, list[NightResult]] = {}
    for result in results:
        by_player.setdefault(result.player, []).append(result)
    return by_player


def _parts(nights: Iterable[NightResult], chosen: Chosen) -> list[CountedNight]:
    return [part for night in nights if (part := chosen.parts(night)) is not None]


def _games_of(nights: Iterable[NightResult], chosen: Chosen) -> list[GameFigure]:
    """The games that count, in the order in which the player first met them."""
    games = (game for night in nights for game in night.games if chosen.takes(game))
    return summed(((game.rulebook, game.game), game.hands, game.won, game.cents) for game in games)


def _standing(player: PlayerId, parts: Sequence[CountedNight], games: Sequence[GameFigure]) -> SeasonStanding:
    figures = [NightFigure(night=part.night, cents=part.cents) for part in parts]
    streak, longest = _streaks(parts)
    return msgspec.structs.replace(
        _summed(player, parts),
        best_night=max(figures, key=lambda figure: figure.cents),
        worst_night=min(figures, key=lambda figure: figure.cents),
        best_game=max(games, key=lambda game: game.cents, default=None),
        worst_game=min(games, key=lambda game: game.cents, default=None),
        streak=streak,
        longest=longest,
    )


def _others(besides: Sequence[Sequence[CountedNight]]) -> SeasonStanding:
    summed = _summed(OTHERS, [part for parts in besides for part in parts])
    return msgspec.structs.replace(summed, players=len(besides))


def _summed(player: PlayerId, parts: Sequence[CountedNight]) -> SeasonStanding:
    result = sum(part.cents for part in parts)
    timed = [(part.minutes, part.cents) for part in parts if part.minutes is not None]
    minutes = sum(minutes for minutes, _ in timed) if timed else None
    while_timed = sum(cents for _, cents in timed)
    return SeasonStanding(
        place=0,
        player=player,
        nights=len(parts),
        timed=len(timed),
        minutes=minutes,
        hands=sum(part.hands for part in parts),
        won=sum(part.won for part in parts),
        result=result,
        per_hour=_nearest(while_timed * 60, minutes) if minutes else None,
        per_night=_nearest(result, len(parts)),
    )


def _nearest(cents: int, parts: int) -> int:
    """One of so many parts, to the nearest cent, halves away from zero."""
    nearest = (2 * abs(cents) + parts) // (2 * parts)
    return nearest if cents >= 0 else -nearest


def _streaks(parts: Iterable[CountedNight]) -> tuple[int, int]:
    """The winning nights in a row at the end, and the most in a row at any time."""
    now = longest = 0
    for part in parts:
        now = now + 1 if part.cents > 0 else 0
        longest = max(longest, now)
    return now, longest


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
        to_say("beating everybody else in one night, three people or more"),
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
    own = _by_player(results)
    return tuple(
        Achieved(player=player, code=one.code, name=say(one.name), told=say(one.told), night=night.night)
        for one in ACHIEVEMENTS
        for player, nights in own.items()
        if (night := one.proof(nights, results)) is not None
    )
