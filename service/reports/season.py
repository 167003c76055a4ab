"""How the players of a club stand over many nights, and how each got there: what pages, texts and answers tell.

Whoever opted out is not named in any table but their own: what they came to stands in one line with all others who did.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial

import msgspec

from engine.club.state import Club
from engine.ids import NightId, PlayerId
from engine.reports.night_results import GameFigure, NightResult
from engine.reports.season import (
    EVERYTHING,
    OTHERS,
    Achieved,
    Chosen,
    PairFigure,
    SeasonStanding,
    achieved,
    games_of,
    pairs_of,
    running_totals,
    season,
)
from engine.speech import say, to_say
from service.book.store.night_results import NightOfResult
from service.language.names import by_name

# What stands for the name of everybody who opted out, and of somebody whose name was deleted.
OTHERS_CALLED = to_say("others")
FORGOTTEN = to_say("(forgotten)")


class SeasonLine(SeasonStanding, frozen=True, kw_only=True):
    """One line of the standings, with a name. That of the others is the last, without place and player."""

    name: str


class Pair(PairFigure, frozen=True, kw_only=True):
    """What one player won from another over the nights, and lost to them, in cents, with names."""

    player_name: str
    other_name: str


class AchievedBy(Achieved, frozen=True, kw_only=True):
    """An achievement, who has it, and the night that proves it."""

    player_name: str
    night_name: str
    opened_at: str
    zone: str


class SeasonTable(msgspec.Struct, frozen=True, kw_only=True):
    """The standings in one currency over so many nights, the first and the last opened at these times, in these
    zones.

    `pairs` says who won most from whom, largest difference first; it is empty if only some games count, and so are
    `achievements`. `left_out`: how many players stand below the last line.
    """

    currency: str
    exponent: int
    nights: int
    first_at: str
    first_zone: str
    last_at: str
    last_zone: str
    standings: tuple[SeasonLine, ...]
    left_out: int
    pairs: tuple[Pair, ...]
    achievements: tuple[AchievedBy, ...]


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """The standings of a club, by currency, that of most nights first. `since` and `until` are the days asked for, or empty."""

    club: str
    club_name: str
    since: str
    until: str
    rulebook: str
    game: str
    seasons: tuple[SeasonTable, ...]


class SeasonNight(msgspec.Struct, frozen=True, kw_only=True):
    """One night of a player: the result that counts, and the total after it, in cents."""

    night: NightId
    name: str
    opened_at: str
    zone: str
    result: int
    total: int
    minutes: int | None
    hands: int
    won: int


class OwnSeason(msgspec.Struct, frozen=True, kw_only=True):
    """A player's season in one currency: their line, their last nights in order, their games, and with whom they played.

    `standing` has the place among everybody who is named. `nights_before`: how many nights came before the first shown.
    """

    currency: str
    exponent: int
    standing: SeasonLine
    nights: tuple[SeasonNight, ...]
    nights_before: int
    games: tuple[GameFigure, ...]
    pairs: tuple[Pair, ...]
    achievements: tuple[AchievedBy, ...]


class PlayerSeason(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one player's season. `opted_out`: nobody else's table names them."""

    club: str
    club_name: str
    player: PlayerId
    name: str
    opted_out: bool
    since: str
    until: str
    rulebook: str
    game: str
    seasons: tuple[OwnSeason, ...]


@dataclass(frozen=True, slots=True)
class Names:
    """What people are called in standings, and who is not named."""

    known: Mapping[PlayerId, str]
    hidden: Set[PlayerId]

    @classmethod
    def of(cls, club: Club, known: Mapping[PlayerId, str]) -> Names:
        """The names of a club's members; `known` are those that were not deleted."""
        out = frozenset(player for player, member in club.members.items() if member.opted_out)
        return cls(known, out)

    def __call__(self, player: PlayerId) -> str:
        return say(OTHERS_CALLED) if player == OTHERS else self.known.get(player) or say(FORGOTTEN)


@dataclass(frozen=True, slots=True)
class OneCurrency:
    """All results in one currency, the first night first."""

    currency: str
    exponent: int
    results: Sequence[NightResult]
    nights: Mapping[NightId, NightOfResult]

    @property
    def opened(self) -> dict[NightId, str]:
        """When each night was opened, the first one first."""
        return {result.night: result.opened_at for result in self.results}


@dataclass(frozen=True, slots=True)
class SeasonQuery:
    """What was asked for: a span of days, some games, and how many lines at most."""

    since: str = ""
    until: str = ""
    chosen: Chosen = EVERYTHING
    limit: int = 100


def by_currency(rows: Iterable[tuple[NightResult, NightOfResult]]) -> list[OneCurrency]:
    """The results by currency, that of most nights first, then by code."""
    results: dict[tuple[str, int], list[tuple[NightResult, NightOfResult]]] = {}
    for result, night in rows:
        results.setdefault((night.currency, night.exponent), []).append((result, night))
    currencies = [
        OneCurrency(
            code,
            exponent,
            [result for result, _ in found_rows],
            {result.night: night for result, night in found_rows},
        )
        for (code, exponent), found_rows in sorted(results.items())
    ]
    return sorted(currencies, key=lambda kept: -len(kept.nights))


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a club that were asked for, and the names of its people."""

    club: str
    club_name: str
    currencies: Sequence[OneCurrency]
    names: Names
    asked: SeasonQuery

    @property
    def standings(self) -> Standings:
        """The standings, in which nobody who opted out is named."""
        tables = (_table(kept, self.names, self.asked) for kept in self.currencies)
        return Standings(
            club=self.club,
            club_name=self.club_name,
            since=self.asked.since,
            until=self.asked.until,
            rulebook=self.asked.chosen.rulebook,
            game=self.asked.chosen.game,
            seasons=tuple(table for table in tables if table.standings),
        )

    def own(self, player: PlayerId) -> PlayerSeason:
        """One player's own season, in which they are named even if they opted out, and others who did are not."""
        named = replace(self, names=Names(self.names.known, self.names.hidden - {player}))
        seasons = (named.own_seasons(kept, (player,)).get(player) for kept in self.currencies)
        return PlayerSeason(
            club=self.club,
            club_name=self.club_name,
            player=player,
            name=self.names(player),
            opted_out=player in self.names.hidden,
            since=self.asked.since,
            until=self.asked.until,
            rulebook=self.asked.chosen.rulebook,
            game=self.asked.chosen.game,
            seasons=tuple(own for own in seasons if own is not None),
        )

    def currency(self, code: str, exponent: int) -> OneCurrency:
        """The results in one currency, of which there are some."""
        return next(kept for kept in self.currencies if (kept.currency, kept.exponent) == (code, exponent))

    def own_seasons(self, kept: OneCurrency, players: Iterable[PlayerId]) -> dict[PlayerId, OwnSeason]:
        """The own season of each of these players who played; standings and achievements are worked out once for all."""
        names, asked = self.names, self.asked
        standing = {one.player: one for one in season(kept.results, asked.chosen, hidden=names.hidden)}
        everything = asked.chosen == EVERYTHING
        proud = achieved(kept.results) if everything else ()
        of_player: dict[PlayerId, list[NightResult]] = {player: [] for player in players if player in standing}
        for result in kept.results:
            if result.player in of_player:
                of_player[result.player].append(result)
        return {
            player: _own(kept, standing[player], results, [one for one in proud if one.player == player], names, asked)
            for player, results in of_player.items()
        }

    def totals(
        self, kept: OneCurrency, players: Iterable[PlayerId]
    ) -> tuple[list[str], dict[PlayerId, tuple[int | None, ...]]]:
        """When the nights that count were opened, and the running total of each of these players after each of them."""
        counting = _nights_that_count(kept, self.asked.chosen)
        results = running_totals(kept.results, [result.night for result in counting], self.asked.chosen)
        return [result.opened_at for result in counting], {
            player: results[player] for player in players if player in results
        }


def _table(kept: OneCurrency, names: Names, asked: SeasonQuery) -> SeasonTable:
    standings = season(kept.results, asked.chosen, hidden=names.hidden)
    named = sorted(
        (standing for standing in standings if standing.player != OTHERS),
        key=lambda standing: (-standing.result, by_name(names(standing.player))),
    )
    shown = [*named[: asked.limit], *(standing for standing in standings if standing.player == OTHERS)]
    counted = _nights_that_count(kept, asked.chosen)
    everything = asked.chosen == EVERYTHING
    pairs = _best_pairs(pairs_of(kept.results, hidden=names.hidden), names)[: asked.limit] if everything else []
    proud = achieved(kept.results) if everything else ()
    players = {standing.player for standing in shown}
    opened = kept.opened
    return SeasonTable(
        currency=kept.currency,
        exponent=kept.exponent,
        nights=len(counted),
        first_at=counted[0].opened_at if counted else "",
        first_zone=kept.nights[counted[0].night].zone if counted else "",
        last_at=counted[-1].opened_at if counted else "",
        last_zone=kept.nights[counted[-1].night].zone if counted else "",
        standings=tuple(_named(standing, names) for standing in shown),
        left_out=len(named) - len(named[: asked.limit]),
        pairs=tuple(_pair(pair, names) for pair in pairs),
        achievements=tuple(_achieved(one, kept, opened, names) for one in proud if one.player in players),
    )


def _own(
    kept: OneCurrency,
    standing: SeasonStanding,
    results: Sequence[NightResult],
    proud: Sequence[Achieved],
    names: Names,
    asked: SeasonQuery,
) -> OwnSeason:
    nights = _nights(kept, results, asked.chosen)
    pairs = pairs_of(results, hidden=names.hidden) if asked.chosen == EVERYTHING else ()
    opened = kept.opened if proud else {}
    return OwnSeason(
        currency=kept.currency,
        exponent=kept.exponent,
        standing=_named(standing, names),
        nights=tuple(nights[-asked.limit :]),
        nights_before=max(len(nights) - asked.limit, 0),
        games=games_of(results, asked.chosen),
        pairs=tuple(_pair(pair, names) for pair in sorted(pairs, key=partial(_in_order, names))),
        achievements=tuple(_achieved(one, kept, opened, names) for one in proud),
    )


def _nights(kept: OneCurrency, results: Iterable[NightResult], chosen: Chosen) -> list[SeasonNight]:
    nights: list[SeasonNight] = []
    total = 0
    for result in results:
        part = chosen.parts(result)
        if part is None:
            continue
        total += part.cents
        listed = kept.nights[result.night]
        nights.append(
            SeasonNight(
                night=result.night,
                name=listed.name,
                opened_at=result.opened_at,
                zone=listed.zone,
                result=part.cents,
                total=total,
                minutes=part.minutes,
                hands=part.hands,
                won=part.won,
            )
        )
    return nights


def _nights_that_count(kept: OneCurrency, chosen: Chosen) -> list[NightResult]:
    """One result of each night of which anything counts."""
    counting = {result.night: result for result in kept.results if chosen.parts(result) is not None}
    return list(counting.values())


def _best_pairs(pairs: Iterable[PairFigure], names: Names) -> list[PairFigure]:
    """Each pair once, the winner first, largest difference first."""
    return sorted((pair for pair in pairs if pair.net > 0), key=partial(_in_order, names))


def _in_order(names: Names, pair: PairFigure) -> tuple[int, tuple[str, str, str], tuple[str, str, str]]:
    return -pair.net, by_name(names(pair.player)), by_name(names(pair.other))


def _named(standing: SeasonStanding, names: Names) -> SeasonLine:
    return SeasonLine(**msgspec.structs.asdict(standing), name=names(standing.player))


def _pair(pair: PairFigure, names: Names) -> Pair:
    return Pair(**msgspec.structs.asdict(pair), player_name=names(pair.player), other_name=names(pair.other))


def _achieved(one: Achieved, kept: OneCurrency, opened: Mapping[NightId, str], names: Names) -> AchievedBy:
    return AchievedBy(
        **msgspec.structs.asdict(one),
        player_name=names(one.player),
        night_name=kept.nights[one.night].name,
        opened_at=opened[one.night],
        zone=kept.nights[one.night].zone,
    )
