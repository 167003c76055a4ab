"""Standings over many nights: sums, best and worst, and streaks, from what each night came to.

All results here are of one currency; whoever asks keeps currencies apart.
"""

from collections import Counter
from collections.abc import Iterable, Sequence, Set

import msgspec

from engine.ids import NightId, PlayerId
from engine.reports.night_results import GameSum, NightResult

# The line in which everybody who opted out stands together.
OTHERS = ""


class Part(msgspec.Struct, frozen=True, kw_only=True, gc=False):
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


class GameFigure(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A game, the hands of it that a player was dealt and won, and the cents they brought."""

    rulebook: str
    game: str
    hands: int
    won: int
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

    def parts(self, result: NightResult) -> Part | None:
        """What counts of a player's night; None if nothing does."""
        if not (self.rulebook or self.game):
            return Part(
                night=result.night,
                cents=result.result,
                minutes=result.minutes,
                hands=result.hands,
                won=result.won,
            )
        games = [game for game in result.games if self.takes(game)]
        if not games:
            return None
        return Part(
            night=result.night,
            cents=sum(game.cents for game in games),
            minutes=None,
            hands=sum(game.hands for game in games),
            won=sum(game.won for game in games),
        )

    def takes(self, game: GameSum) -> bool:
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


def _parts(nights: Iterable[NightResult], chosen: Chosen) -> list[Part]:
    return [part for night in nights if (part := chosen.parts(night)) is not None]


def _games_of(nights: Iterable[NightResult], chosen: Chosen) -> list[GameFigure]:
    """The games that count, in the order in which the player first met them."""
    hands: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    cents: Counter[tuple[str, str]] = Counter()
    for night in nights:
        for game in filter(chosen.takes, night.games):
            key = (game.rulebook, game.game)
            hands[key] += game.hands
            won[key] += game.won
            cents[key] += game.cents
    return [
        GameFigure(rulebook=key[0], game=key[1], hands=count, won=won[key], cents=cents[key])
        for key, count in hands.items()
    ]


def _standing(player: PlayerId, parts: Sequence[Part], games: Sequence[GameFigure]) -> SeasonStanding:
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


def _others(besides: Sequence[Sequence[Part]]) -> SeasonStanding:
    summed = _summed(OTHERS, [part for parts in besides for part in parts])
    return msgspec.structs.replace(summed, players=len(besides))


def _summed(player: PlayerId, parts: Sequence[Part]) -> SeasonStanding:
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


def _streaks(parts: Iterable[Part]) -> tuple[int, int]:
    """The winning nights in a row at the end, and the most in a row at any time."""
    now = longest = 0
    for part in parts:
        now = now + 1 if part.cents > 0 else 0
        longest = max(longest, now)
    return now, longest
