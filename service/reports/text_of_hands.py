"""The log of hands and the games of the night as columns of text."""

from engine.reports.hand_history import Stake
from engine.reports.wording import numbered, signed
from service.reports.clock import Clock
from service.reports.columns import Column, paragraph, table
from service.reports.night_report import HandLine, NightReport

HAND_COLUMNS = (Column("hand", right=True), Column("event"), Column("time"), Column("", wraps=True))
GAME_COLUMNS = (
    Column("", wraps=True),
    Column("hands", right=True),
    Column("chips put in", right=True),
    Column("best for"),
    Column("", right=True),
    Column("worst for"),
    Column("", right=True),
)


def hand_lines(report: NightReport, clock: Clock, width: int) -> list[str]:
    """Every hand: game, dealer, how it ended, and what everyone put in."""
    rows: list[tuple[str, str, str, str]] = []
    for hand in report.hands:
        events = f"{hand.first}-{hand.last}"
        time = clock.time(hand.ended_at or hand.started_at)
        rows.append((f"{hand.number}", events, time, _ended(report, hand)))
        rows.append(
            ("", "", "", f"Put in: {', '.join(_stake(report, stake) for stake in hand.stakes if stake.put_in)}")
        )
    if not rows:
        return []
    named = any(award.by == "table" for hand in report.hands for award in hand.awards)
    legend = paragraph("Where no hand of cards is told, the table named the winner.", width) if named else []
    return [*table(HAND_COLUMNS, rows, width), *legend]


def _ended(report: NightReport, hand: HandLine) -> str:
    dealer = f"dealt by {report.name(hand.dealer)}" if hand.dealer else "dead button"
    carried = f", {hand.carried_in} of it carried in" if hand.carried_in else ""
    waived = "".join(f" Waived: {waiver.rule} (event {waiver.version})." for waiver in hand.waivers)
    ruled = f" Ruling: {numbered(hand.rulings)}." if hand.rulings else ""
    anew = f" Drawn anew after a strike: {numbered(hand.redrawn)}." if hand.redrawn else ""
    return f"{hand.game}, {dealer}, pot {hand.pot}{carried}: {hand.told}{waived}{ruled}{anew}"


def _stake(report: NightReport, stake: Stake) -> str:
    shadow = f" ({stake.by_shadow} by shadow)" if stake.by_shadow else ""
    return f"{report.name(stake.player)} {stake.put_in}{shadow}"


def game_lines(report: NightReport, width: int) -> list[str]:
    """The games of the night, and whom each of them loved most and least."""
    rows = [
        (
            game.game,
            f"{game.hands}",
            f"{game.chips}",
            report.name(game.results[0].player),
            signed(game.results[0].net),
            report.name(game.results[-1].player),
            signed(game.results[-1].net),
        )
        for game in report.games
    ]
    return table(GAME_COLUMNS, rows, width) if rows else []
