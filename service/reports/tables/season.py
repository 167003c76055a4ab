"""The tables of a season: the standings, who wins from whom, one player's nights and games, and achievements."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.commands import Currency
from engine.grammar import counted
from engine.reports.season import GameFigure, NightFigure
from service.language.local_time import clock_in, lasting
from service.reports.forms.column import (
    CSV,
    CURRENCY_BESIDE,
    NUMBER,
    PEOPLE,
    PLACE,
    RESULT,
    WORDS,
    Aside,
    Column,
    Setting,
    Table,
    html,
    phrased,
    worded,
)
from service.reports.season import AchievedBy, Pair, SeasonLine, SeasonNight

# What people read where the book does not know a length of time.
UNKNOWN = "—"


def _linked(standing: SeasonLine, setting: Setting) -> str:
    """The name; on the page it leads to the player's own part, if there is one."""
    name = WORDS.page(standing.name, setting)
    anchor = setting.anchors.get(standing.player)
    return html(f'<a class="player" href="#account-{anchor}">{name}</a>') if anchor else name


def _hours_text(row: SeasonLine | SeasonNight, _: Setting) -> str:
    """Hours and minutes; a dash if the book does not know them."""
    return lasting(row.minutes) or UNKNOWN


def _hours_known(row: SeasonLine | SeasonNight, _: Setting) -> str:
    return lasting(row.minutes)


def _hours_counted(row: SeasonLine | SeasonNight, _: Setting) -> str:
    """Hours with two decimals, as spreadsheets count them; empty if the book does not know them."""
    minutes = row.minutes
    if minutes is None:
        return ""
    hundredths = (minutes * 100 + 30) // 60
    return f"{hundredths // 100},{hundredths % 100:02}"


def _game_text(figure: GameFigure, setting: Setting) -> str:
    return f"{figure.game} {RESULT.text(figure.cents, setting)}"


def _night_text(figure: NightFigure, setting: Setting) -> str:
    return RESULT.text(figure.cents, setting)


NAME = worded(lambda standing, _: standing.name, page=_linked)
HOURS = worded(_hours_text, csv=_hours_counted, right=True)
HOURS_IF_KNOWN = worded(_hours_known)
BEST_NIGHT = worded(
    _night_text,
    page=lambda figure, setting: RESULT.page(figure.cents, setting),
    csv=lambda figure, setting: RESULT.csv(figure.cents, setting),
    right=True,
)
GAME = worded(_game_text)


def _any_hours(rows: Sequence[SeasonLine | SeasonNight]) -> bool:
    return any(row.minutes is not None for row in rows)


STANDINGS: Table[SeasonLine] = Table(
    css="standings",
    totalled="Sum",
    columns=(
        Column("place", PLACE, lambda row: row.place or None, heading="unseen"),
        Column("player", NAME, lambda row: row, heads=True, wraps=True),
        Column(
            "nights",
            NUMBER,
            lambda row: row.nights,
            aside=Aside(lambda nights, _: counted(nights, "night")),
        ),
        Column("hours", HOURS, lambda row: row, when=_any_hours, aside=Aside(phrased("{value}", HOURS_IF_KNOWN))),
        Column(
            "hands", NUMBER, lambda row: row.hands, spare=True, aside=Aside(lambda hands, _: counted(hands, "hand"))
        ),
        CURRENCY_BESIDE,
        Column(
            "result {currency}",
            RESULT,
            lambda row: row.result,
            csv_title="result",
            css="result",
            total=lambda rows: sum(row.result for row in rows),
        ),
        Column(
            "per hour",
            RESULT,
            lambda row: row.per_hour,
            when=_any_hours,
            aside=Aside(phrased("{value} an hour", RESULT), line=1),
        ),
        Column("per night", RESULT, lambda row: row.per_night, aside=Aside(phrased("{value} a night", RESULT), line=1)),
        Column(
            "best night",
            BEST_NIGHT,
            lambda row: row.best_night,
            spare=True,
            aside=Aside(phrased("best night {value}", BEST_NIGHT), line=2),
        ),
        Column(
            "worst night",
            BEST_NIGHT,
            lambda row: row.worst_night,
            spare=True,
            aside=Aside(phrased("worst {value}", BEST_NIGHT), line=2),
        ),
        Column("best game", WORDS, lambda row: row.best_game and row.best_game.game, CSV),
        Column("best game result", RESULT, lambda row: row.best_game and row.best_game.cents, CSV),
        Column("worst game", WORDS, lambda row: row.worst_game and row.worst_game.game, CSV),
        Column("worst game result", RESULT, lambda row: row.worst_game and row.worst_game.cents, CSV),
        Column(
            "streak",
            NUMBER,
            lambda row: row.streak if row.place else None,
            aside=Aside(phrased("streak {value}", NUMBER), line=3),
        ),
        Column(
            "longest",
            NUMBER,
            lambda row: row.longest if row.place else None,
            csv_title="longest streak",
            aside=Aside(phrased("longest {value}", NUMBER), line=3),
        ),
    ),
)

# One player's line alone has no sum.
OWN_LINE: Table[SeasonLine] = replace(STANDINGS, totalled="")

GAMES_OF_PLAYERS: Table[SeasonLine] = Table(
    css="gap",
    columns=(
        Column("player", NAME, lambda row: row, heads=True),
        Column("best game", GAME, lambda row: row.best_game, PEOPLE),
        Column("worst game", GAME, lambda row: row.worst_game, PEOPLE),
    ),
)

PAIRS: Table[Pair] = Table(
    css="gap",
    columns=(
        Column("player", WORDS, lambda pair: pair.player_name, heads=True),
        Column("from", WORDS, lambda pair: pair.other_name, csv_title="other", css="what"),
        Column("won", RESULT, lambda pair: pair.won, aside=Aside(phrased("won {value}", RESULT))),
        Column("lost", RESULT, lambda pair: -pair.lost, aside=Aside(phrased("lost {value}", RESULT))),
        CURRENCY_BESIDE,
        Column("ahead by", RESULT, lambda pair: pair.net),
    ),
)


def _called(zone: str, opened_at: str, name: str) -> str:
    """A night by its day, as its own clock told it, and its name."""
    return " ".join(filter(None, (clock_in(zone).date_told(opened_at), name)))


NIGHTS: Table[SeasonNight] = Table(
    css="gap",
    columns=(
        Column(
            "night",
            worded(lambda night, _: _called(night.zone, night.opened_at, night.name)),
            lambda night: night,
            heads=True,
            wraps=True,
        ),
        Column("hours", HOURS, lambda night: night, when=_any_hours, aside=Aside(phrased("{value}", HOURS_IF_KNOWN))),
        Column("hands", NUMBER, lambda night: night.hands, aside=Aside(lambda hands, _: counted(hands, "hand"))),
        Column("won", NUMBER, lambda night: night.won, aside=Aside(phrased("{value} won", NUMBER))),
        CURRENCY_BESIDE,
        Column("result", RESULT, lambda night: night.result),
        Column("total", RESULT, lambda night: night.total),
    ),
)

GAMES: Table[GameFigure] = Table(
    css="gap",
    columns=(
        Column("game", WORDS, lambda game: game.game, heads=True, wraps=True),
        Column("rulebook", WORDS, lambda game: game.rulebook, css="what", aside=Aside(phrased("{value}", WORDS))),
        Column("hands", NUMBER, lambda game: game.hands),
        Column("won", NUMBER, lambda game: game.won),
        CURRENCY_BESIDE,
        Column("result", RESULT, lambda game: game.cents),
    ),
)

ACHIEVED: Table[AchievedBy] = Table(
    css="gap",
    columns=(
        Column("achievement", WORDS, lambda one: one.name, heads=True),
        Column("player", WORDS, lambda one: one.player_name),
        Column("for", WORDS, lambda one: one.told, wraps=True, aside=Aside(phrased("{value}", WORDS))),
        Column(
            "night",
            worded(lambda one, _: _called(one.zone, one.opened_at, one.night_name)),
            lambda one: one,
        ),
    ),
)


def setting_of(currency: str, exponent: int, zone: str, *, anchors: dict[str, int] | None = None) -> Setting:
    """The currency of a season, and the clock by which its days are told; names stand in the rows themselves."""
    return Setting(names={}, currency=Currency(currency, exponent), clock=clock_in(zone), anchors=anchors or {})
