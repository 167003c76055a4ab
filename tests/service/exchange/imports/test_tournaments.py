"""Logs of tournaments: who is seated with which stack, who is out, and a raise that is a call."""

import pytest

from engine import commands
from service.exchange.refused import TooManyTables, TwoNights
from tests.service.exchange.imports.logs import ANN, BO, CY, hand, log, played, scenario

DI, EL = '"Di @ ddd4"', '"El @ eee5"'
STANDS, BACK = "is in the tournament", "will start to play in this table"


def tournament(*hand: str, stands: str = STANDS) -> str:
    """A table of a tournament: its players are in it, or come to this table, and play one hand."""
    return log(
        [
            f"The player {ANN} {stands} with a stack of 1000.",
            f"{BO} {stands} with a stack of 1000.",
            f"The player {CY} {BACK} with a stack of 40.",
            '-- starting hand #1 (id: abc)  (No Limit Texas Hold\'em) (dealer: "Ann @ aaa1") --',
            f"Player stacks: #1 {ANN} (1000) | #2 {BO} (1000) | #3 {CY} (40)",
            f"{BO} posts a small blind of 20",
            f"{CY} posts a big blind of 40 and go all in",
            *hand,
            "-- ending hand #1 --",
            f"The player {CY} was eliminated from the tournament.",
            "The tournament has ended.",
        ]
    )


@pytest.mark.parametrize("stands", [STANDS, BACK])
def test_the_stacks_of_a_tournament_are_issued_when_it_seats_its_players(stands) -> None:
    shown = [f"{BO} shows a K♠, K♥.", f"{CY} shows a 7♠, 2♥.", f"{BO} collected 80 from pot with Pair, K's"]
    board = "Flop:  [A♣, 9♦, 4♠]", "Turn: A♣, 9♦, 4♠ [J♦]", "River: A♣, 9♦, 4♠, J♦ [3♣]"
    report, book = played(tournament(f"{ANN} folds", f"{BO} calls 40", *board, *shown, stands=stands))
    assert (report.hands, report.as_data({})["unknown_lines"], report.as_data({})["adjustments"]) == (1, [], [])
    assert [loan.chips for loan in book.all(commands.GiveLoan)] == [1000, 1000, 40]
    assert [event.player for event in book.all(commands.LeaveNight)] == ["cy"]
    assert report.holds


def test_a_raise_to_what_is_to_be_paid_anyway_is_a_call() -> None:
    shown = [f"{BO} shows a K♠, K♥.", f"{CY} shows a 7♠, 2♥.", f"{BO} collected 80 from pot with Pair, K's"]
    board = "Flop:  [A♣, 9♦, 4♠]", "Turn: A♣, 9♦, 4♠ [J♦]", "River: A♣, 9♦, 4♠, J♦ [3♣]"
    report, book = played(tournament(f"{ANN} folds", f"{BO} raises to 40", *board, *shown))
    assert [(event.player, event.chips) for event in book.all(commands.Call)] == [("bo", 20)]
    assert book.all(commands.Raise) == []
    assert report.holds


def arrives(who: str, chips: int, how: str = STANDS) -> str:
    return f"The player {who} {how} with a stack of {chips}."


def leaves(who: str, chips: int) -> list[str]:
    return [
        f"{who} left this table with a stack of {chips}.",
        f"The player {who} was moved to table #2.",
        f"{who} will be playing on table #2 (ID: pglTable).",
    ]


def at_line(place: int, before: list[str]) -> list[str]:
    """The entries so far, and lines that say nothing until this one, so that both tables are told at the same pace."""
    assert len(before) <= place
    return [*before, *["Dead Small Blind"] * (place - len(before))]


def two_tables() -> tuple[str, str]:
    """Ann goes from the first table to the second, and later El from the second to the first."""
    first = [
        *(arrives(who, 1000) for who in (ANN, BO, CY)),
        *hand(1, {ANN: 1000, BO: 1000, CY: 1000}),
        *leaves(ANN, 980),
        *hand(2, {CY: 1000, BO: 1020}),
        "Game entering in a break returning in 5 minutes.",
    ]
    first = [
        *at_line(60, first),
        arrives(EL, 1040, BACK),
        *hand(3, {CY: 980, BO: 1040, EL: 1040}),
    ]
    second = [
        *at_line(30, [*(arrives(who, 1000) for who in (DI, EL)), *hand(1, {DI: 1000, EL: 1000})]),
        arrives(ANN, 980, BACK),
        *hand(2, {DI: 980, EL: 1020, ANN: 980}),
        *leaves(EL, 1040),
        *hand(3, {DI: 960, ANN: 980}),
    ]
    return log(first), log(second)


NETS = {"ann": 0, "bo": 60, "cy": -40, "di": -60, "el": 40}


@pytest.mark.parametrize("order", [1, -1])
def test_two_tables_of_one_tournament_are_one_evening(order) -> None:
    report, book = played(*two_tables()[::order], owed=False)
    assert (report.hands, report.stack_checks) == (6, 15)
    assert (report.stack_mismatches, report.adjustments, report.unknown_lines) == ([], [], [])
    assert report.nets == NETS
    assert [loan.chips for loan in book.all(commands.GiveLoan)] == [1000] * 5
    assert book.all(commands.LeaveNight) == []
    assert "2 tables of one tournament are one night." in report.notes


def test_who_goes_from_table_to_table_plays_on_at_any_speed_of_the_other() -> None:
    """The second table is early or late by any number of lines, as long as nobody sits at both."""
    first, second = two_tables()
    for early in range(-3, 4):
        rows = second.splitlines(keepends=True)
        moved = "".join([rows[0], *(_shifted(row, early) for row in rows[1:])])
        report, _ = played(first, moved, owed=False)
        assert (report.nets, report.stack_mismatches, report.adjustments) == (NETS, [], [])


def _shifted(row: str, lines: int) -> str:
    before, _, order = row.rpartition(",")
    return f"{before},{int(order) + 100 * lines}\n"


def test_who_is_moved_from_the_only_table_given_takes_their_chips_along() -> None:
    entries = [
        *(arrives(who, 1000) for who in (ANN, BO, CY)),
        *hand(1, {ANN: 1000, BO: 1000, CY: 1000}),
        f"The player {ANN} quits the game with a stack of 980.",
        *leaves(ANN, 980),
        *hand(2, {CY: 1000, BO: 1020}),
    ]
    report, book = played(log(entries), owed=False)
    assert book.all(commands.LeaveNight) == []
    assert report.nets == {"ann": -20, "bo": 40, "cy": -20}
    assert any("Give the logs of all tables at once" in note for note in report.notes)


def test_where_chips_are_no_money_nobody_owes_anything() -> None:
    report, book = played(*two_tables(), owed=False)
    assert (book.night.phase, report.transfers) == ("closed", ())


def test_two_ordinary_nights_are_no_tables_of_a_tournament() -> None:
    first, second = two_tables()
    with pytest.raises(TwoNights):
        played(first, scenario("dead_blinds"))
    # Two tournaments one after the other.
    late = "".join(_shifted(row, 10_000) if row[0] in '"T-PF' else row for row in second.splitlines(keepends=True))
    with pytest.raises(TwoNights):
        played(first, late)


def test_more_tables_than_a_night_has_seats_for_are_refused() -> None:
    table = log([arrives(ANN, 1000), arrives(BO, 1000), *hand(1, {ANN: 1000, BO: 1000})])
    tables = [table.replace("aaa1", f"a{number}").replace("bbb2", f"b{number}") for number in range(6)]
    with pytest.raises(
        TooManyTables, match="6 tables of a tournament were given, log1.csv first, and a night has room for 5"
    ):
        played(*tables)


@pytest.mark.parametrize(
    "line",
    [
        "Game entering in a break returning in 5 minutes.",
        f"The player {CY} was moved to table #3.",
        f"{CY} will be playing on table #3 (ID: pglTable).",
    ],
)
def test_harmless_lines_of_a_tournament_are_read(line) -> None:
    report, _ = played(log([arrives(ANN, 1000), arrives(BO, 1000), line, *hand(1, {ANN: 1000, BO: 1000}), line]))
    assert (report.unknown_lines, report.nets) == ([], {"ann": -20, "bo": 20})
