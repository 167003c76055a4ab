"""`chipbook import pokernow` and `import ledger`: what was played elsewhere comes in as a night, all or nothing."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.service.exchange.imports.logs import ANN, BO, hand, log

LOG = Path(__file__).parents[1] / "scenarios" / "pokernow" / "an_evening.csv"
KEYS = {
    "hands",
    "stack_checks",
    "stack_mismatches",
    "award_checks",
    "award_mismatches",
    "adjustments",
    "unknown_lines",
    "nets",
    "net_sum",
    "transfers",
}
LEDGER = """\
player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net
Ann,a1,2024-02-03T19:00:00.000Z,2024-02-03T23:00:00.000Z,20.00,35.50,0,15.50
Bo,b2,2024-02-03T19:00:00.000Z,2024-02-03T20:00:00.000Z,20.00,0,0,-20.00
Bo,b2,2024-02-03T20:10:00.000Z,,10.00,,14.50,4.50
"""


@pytest.fixture
def ledger(tmp_path) -> Path:
    path = tmp_path / "ledger.csv"
    path.write_text(LEDGER, encoding="utf-8")
    return path


@pytest.fixture
def tournament(tmp_path) -> Path:
    path = tmp_path / "tournament.csv"
    seats = [f"The player {who} is in the tournament with a stack of 1000." for who in (ANN, BO)]
    path.write_text(log([*seats, *hand(1, {ANN: 1000, BO: 1000})]), encoding="utf-8")
    return path


def changed(tmp_path: Path, old: str, new: str) -> Path:
    """The log with something else in it."""
    text = LOG.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "changed.csv"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def test_a_log_comes_in_with_every_check_holding(data, done) -> None:
    report = data("import", "pokernow", LOG)
    assert set(report) == KEYS
    assert report["hands"] == 5
    assert report["stack_checks"] > 0
    assert (report["stack_mismatches"], report["award_mismatches"], report["unknown_lines"]) == ([], [], [])
    assert report["net_sum"] == sum(report["nets"].values()) == 0
    assert set(report["nets"]) == {"Ann", "Bo", "Cy"}
    assert done("verify")


def test_the_summary_is_readable(done) -> None:
    text = done("import", "pokernow", LOG, "--name", "Online", "--zone", "Europe/Copenhagen", "--currency", "eur")
    for said in ("Online  2024-02-03-", "✓ stacks", "✓ awards", "✓ lines", "result EUR", "is in the book now"):
        assert said in text


def test_the_same_log_is_not_recorded_twice(data, chipbook) -> None:
    first = data("import", "pokernow", LOG)
    nights = data("night", "list")["nights"]
    answer = chipbook("import", "pokernow", LOG)
    assert answer.exit_code == 0
    assert "is in the book already; nothing was recorded" in answer.stdout
    assert data("import", "pokernow", LOG) == first
    assert data("night", "list")["nights"] == nights


def ledger_of(nets: dict[str, int], begun: str, ended: str) -> str:
    """The ledger that PokerNow keeps beside a log in which these people won and lost so many cents."""
    lines = [
        f"{name},{name},{begun},{ended},50.00,{(5000 + cents) / 100:.2f},0,{cents / 100:.2f}"
        for name, cents in nets.items()
    ]
    return "\n".join([LEDGER.partition("\n")[0], *lines, ""])


@pytest.mark.parametrize("first", ["log", "ledger", "sheet"])
def test_a_night_is_recorded_once_whichever_of_its_files_come_in(first, data, tmp_path) -> None:
    head, *lines = LOG.read_text(encoding="utf-8").splitlines()
    begun, ended = (line.rsplit(",", 2)[1] for line in (lines[-1], lines[0]))
    nets = data("import", "pokernow", LOG, "--dry-run")["nets"]
    sheet = ["date;player;result", *(f"{begun[:10]};{name};{cents / 100:.2f}" for name, cents in nets.items())]
    files = {
        "log": ("pokernow", "\n".join([head, *lines, ""])),
        "saved by a spreadsheet": ("pokernow", "\r\n".join([head, *lines, ""])),
        "with a line more": ("pokernow", "\n".join([head, *lines, "", ""])),
        "ledger": ("ledger", ledger_of(nets, begun, ended)),
        "sheet": ("results", "\n".join([*sheet, ""])),
    }
    for name in (first, *files):
        kind, text = files[name]
        path = tmp_path / f"{name}.csv"
        path.write_bytes(text.encode())
        data("import", kind, path)
        assert len(data("night", "list")["nights"]) == 1, name


def test_two_nights_of_one_day_with_the_same_results_are_two(data, tmp_path) -> None:
    for hour in (13, 20):
        path = tmp_path / f"{hour}.csv"
        path.write_text(
            ledger_of({"Ann": 100, "Bo": -100}, f"2024-02-03T{hour}:00:00.000Z", f"2024-02-03T{hour + 2}:00:00.000Z"),
            encoding="utf-8",
        )
        data("import", "ledger", path)
    assert len(data("night", "list")["nights"]) == 2


MAY_BE_ONE = (
    "is in the book already, with some of these people and other results: if it is the same night, it counts twice."
)


SEATS = {ANN: 1000, BO: 1000}
JOINED = [f"The player {who} joined the game with a stack of 1000." for who in SEATS]
ONCE = [*JOINED, *hand(1, SEATS)]
ON = [*ONCE, *hand(2, {ANN: 980, BO: 1020})]


@pytest.fixture
def of_table(tmp_path):
    """The file of a log of one table with these entries, made at any time in the evening."""

    def write(entries: Sequence[str], name: str = "log.csv") -> Path:
        path = tmp_path / name
        path.write_text(log(entries), encoding="utf-8")
        return path

    return write


def test_a_log_that_goes_on_takes_the_place_of_its_beginning(data, done, of_table) -> None:
    data("import", "pokernow", of_table(ONCE))
    (first,) = data("night", "list")["nights"]
    for option in (("--dry-run",), ()):
        said = " ".join(done("import", "pokernow", of_table(ON), *option).split())
        assert "PokerNow of 3 Feb 2024 has the beginning of this; it is taken out, and this takes its place." in said
        assert MAY_BE_ONE not in said
    (night,) = data("night", "list")["nights"]
    assert (night["hands_played"], night["unpaid_cents"]) == (2, 40)
    assert night["night"] != first["night"]
    assert done("verify")
    # The beginning again, or both at once, are no other night.
    for again in (of_table(ONCE, "once.csv"), of_table(ON, "on.csv")):
        assert "is in the book already; nothing was recorded" in done("import", "pokernow", again)
    assert data("night", "list")["nights"] == [night]


def test_a_log_that_goes_on_leaves_a_night_alone_in_which_somebody_recorded_something(chipbook, data, of_table) -> None:
    data("import", "pokernow", of_table(ONCE))
    data("night", "pay", "1")
    before = data("night", "list")
    answer = chipbook("import", "pokernow", of_table(ON))
    assert answer.exit_code == 1
    assert "PokerNow of 3 Feb 2024 is in the book already, with hands of this file." in " ".join(answer.stderr.split())
    assert data("night", "list") == before
    # What came after it is a night of its own.
    after = log(ON).splitlines()
    part = of_table([], "part.csv")
    part.write_text("\n".join([*after[: len(ON) - len(ONCE) + 1], ""]), encoding="utf-8")
    data("import", "pokernow", part)
    assert len(data("night", "list")["nights"]) == 2


def test_a_log_with_some_hands_of_a_night_and_the_same_results_is_refused(chipbook, data, of_table) -> None:
    data("import", "pokernow", of_table(ON))
    lines = log([*ON, *hand(3, {ANN: 960, BO: 1040})]).splitlines()
    part = of_table([], "part.csv")
    part.write_text("\n".join([*lines[: 1 + 2 * (len(ON) - len(ONCE))], ""]), encoding="utf-8")
    answer = chipbook("import", "pokernow", part)
    assert answer.exit_code == 1
    assert "is in the book already, with hands of this file." in " ".join(answer.stderr.split())


def test_a_ledger_of_later_takes_the_place_of_an_earlier_one(data, tmp_path) -> None:
    begun = "2024-02-03T19:00:00.000Z"
    for hour, won in ((20, 100), (22, 300), (20, 100)):
        path = tmp_path / f"{hour}.csv"
        path.write_text(ledger_of({"Ann": won, "Bo": -won}, begun, f"2024-02-03T{hour}:00:00.000Z"), encoding="utf-8")
        data("import", "ledger", path)
    (night,) = data("night", "list")["nights"]
    assert night["unpaid_cents"] == 300


def test_a_sheet_with_rounded_results_is_told_to_count_twice_beside_the_night_itself(data, tmp_path) -> None:
    path = tmp_path / "years.csv"
    path.write_text("date;Anna;Bo\n2024-02-03;12,25;-12,25\n", encoding="utf-8")
    assert not data("import", "results", path)["notes"]
    path.write_text("date;Anna;Bo\n2024-02-03;12;-12\n2024-02-04;1;-1\n", encoding="utf-8")
    (note,) = data("import", "results", path, "--dry-run")["notes"]
    assert note.endswith(MAY_BE_ONE)


def test_a_stack_that_the_book_does_not_have_ends_with_4(chipbook, tmp_path, data) -> None:
    path = changed(tmp_path, '@ aaa1"" (10.33)', '@ aaa1"" (10.34)')
    answer = chipbook("import", "pokernow", path)
    assert answer.exit_code == 4
    assert "hand 5, Ann: the book has 1033, the log 1034 (changed.csv line 16:" in answer.stdout
    assert len(json.loads(chipbook("import", "pokernow", path, "--json").stdout)["stack_mismatches"]) == 1
    assert len(data("night", "list")["nights"]) == 1


def test_a_wrong_stack_beside_a_line_that_is_not_understood_ends_with_4(chipbook, tmp_path) -> None:
    text = changed(tmp_path, '"Your hand is 9♥, 4♥"', '"A cat walks over the table"').read_text(encoding="utf-8")
    path = tmp_path / "both.csv"
    path.write_text(text.replace('@ aaa1"" (10.33)', '@ aaa1"" (10.34)'), encoding="utf-8")
    assert chipbook("import", "pokernow", path).exit_code == 4


@pytest.fixture
def evening_of(tmp_path) -> Callable[..., Path]:
    """Writes the log of a hand or two between people whose names and ids are given, on a day of its own."""

    def write(*seats: str, after: int = 0, before: tuple[str, ...] = ()) -> Path:
        path = tmp_path / f"evening{after}.csv"
        people = [f'"{seat}"' for seat in seats]
        joined = [f"The player {who} joined the game with a stack of {1000 + after}." for who in people]
        stacks = dict.fromkeys(people, 1000 + after)
        text = log([*before, *joined, *hand(1, stacks)]).replace("2024-02-03", f"2024-02-{3 + after:02}")
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_an_id_that_the_club_knows_under_another_name_is_asked(evening_of, chipbook, data, typing) -> None:
    """Tim, and in the next log Tim the Great, have one id."""
    data("import", "pokernow", evening_of("Tim @ t1", "Bo @ b1"))
    again = evening_of("Tim the Great @ t1", "Bo @ b1", after=1)
    answer = chipbook("import", "pokernow", again)
    assert answer.exit_code == 1
    assert "Tim the Great (line 15) may be Tim" in answer.stderr
    assert '--map "Tim the Great=Tim"' in answer.stderr
    assert len(data("night", "list")["nights"]) == 1
    asked = typing("import", "pokernow", again, typed="y\n")
    assert "“Tim the Great” (line 15) has the PokerNow id of Tim. Is it Tim?" in asked.stderr
    assert asked.exit_code == 0
    assert {person["name"] for person in data("players")["players"]} == {"Tim", "Bo"}
    # What was answered is known from then on.
    once_more = data("import", "pokernow", evening_of("Tim the Great @ t1", "Bo @ b1", after=2))
    assert set(once_more["nets"]) == {"Tim", "Bo"}


def test_who_is_not_who_had_their_id_stays_another_person(evening_of, data, typing) -> None:
    data("import", "pokernow", evening_of("Tim @ t1", "Bo @ b1"))
    assert typing("import", "pokernow", evening_of("Tina @ t1", "Bo @ b1", after=1), typed="n\n").exit_code == 0
    for after, name in ((2, "Tim"), (3, "Tina")):
        assert set(data("import", "pokernow", evening_of(f"{name} @ t1", "Bo @ b1", after=after))["nets"]) == {
            name,
            "Bo",
        }


def test_a_person_renamed_in_the_club_is_known_by_their_id(evening_of, data) -> None:
    data("import", "pokernow", evening_of("Tim @ t1", "Bo @ b1"))
    data("club", "rename-player", "Tim", "Timothy")
    assert set(data("import", "pokernow", evening_of("Tim @ t1", "Bo @ b1", after=1))["nets"]) == {"Timothy", "Bo"}


def test_a_guest_whose_id_nobody_knows_is_nobody_of_the_club(evening_of, data) -> None:
    """`Guest` is the name of everybody who chose none: two of them are two people."""
    data("import", "pokernow", evening_of("Guest @ g1", "Bo @ b1"))
    assert set(data("import", "pokernow", evening_of("Guest @ g2", "Bo @ b1", after=1))["nets"]) == {"Guest (2)", "Bo"}
    assert set(data("import", "pokernow", evening_of("Guest @ g1", "Bo @ b1", after=2))["nets"]) == {"Guest", "Bo"}


def test_who_is_forgotten_is_not_known_by_their_id(evening_of, data, done) -> None:
    first = data("import", "pokernow", evening_of("Tim @ t1", "Bo @ b1"))
    assert set(first["nets"]) == {"Tim", "Bo"}
    done("club", "forget", "Tim", "--yes")
    again = data("import", "pokernow", evening_of("Tom @ t1", "Bo @ b1", after=1))
    assert set(again["nets"]) == {"Tom", "Bo"}


def test_ids_of_a_log_are_no_way_to_pay_somebody(evening_of, data) -> None:
    data("import", "pokernow", evening_of("Tim @ t1", "Bo @ b1"))
    assert data("players", "handles")["handles"] == []


def test_a_dry_run_of_a_log_records_nothing_and_shows_who_is_who(evening_of, data, done) -> None:
    path = evening_of("Tim @ t1", "Bo @ b1")
    report = data("import", "pokernow", path, "--dry-run", "--map", "Tim=Timothy")
    assert [(one["said"], one["name"], one["how"]) for one in report["people"]] == [
        ("Tim", "Timothy", "mapped"),
        ("Bo", "Bo", "new"),
    ]
    assert "Nothing was recorded: this was a dry run." in done("import", "pokernow", path, "--dry-run")
    assert data("night", "list")["nights"] == []
    real = data("import", "pokernow", path, "--map", "Tim=Timothy")
    assert real == {key: report[key] for key in KEYS}


def test_two_people_of_one_name_are_mapped_by_their_ids(evening_of, chipbook, data) -> None:
    path = evening_of("Ann @ a1", "Ann @ a2")
    refused = chipbook("import", "pokernow", path, "--map", "Ann=Anna")
    assert (refused.exit_code, "map an id instead: a1, a2" in refused.stderr) == (1, True)
    assert set(data("import", "pokernow", path, "--map", "a1=Anna", "--map", "a2=Annika")["nets"]) == {"Anna", "Annika"}


def test_two_who_play_in_one_hand_are_not_mapped_to_one(evening_of, chipbook) -> None:
    path = evening_of("Ann @ a1", "Bo @ b1")
    refused = chipbook("import", "pokernow", path, "--map", "Ann=Tim", "--map", "Bo=Tim")
    assert refused.exit_code == 1
    assert "play in the same hand of evening0.csv, so they are two people" in refused.stderr


def test_a_name_that_nobody_plays_under_is_not_mapped(evening_of, chipbook) -> None:
    refused = chipbook("import", "pokernow", evening_of("Ann @ a1", "Bo @ b1"), "--map", "Zoe=Tim")
    assert (refused.exit_code, "“Zoe” is not in the file" in refused.stderr) == (1, True)


def test_a_ledger_is_asked_about_an_id_that_a_log_had(evening_of, chipbook, data, ledger) -> None:
    data("import", "pokernow", evening_of("Anna @ a1", "Bo @ b2"))
    assert "Ann (line 2) may be Anna" in chipbook("import", "ledger", ledger).stderr
    assert data("import", "ledger", ledger, "--map", "a1=Anna", "--dry-run")["people"][0]["how"] == "mapped"
    assert data("import", "ledger", ledger, "--map", "Ann=Anna")["nets"] == {"Anna": 1550, "Bo": -1550}


def test_a_tournament_is_asked_before_its_chips_are_recorded(tournament, chipbook, data, typing) -> None:
    answer = chipbook("import", "pokernow", tournament)
    assert answer.exit_code == 1
    assert "belongs to a tournament" in answer.stderr
    assert "--tournament ignore" in answer.stderr
    left_out = typing("import", "pokernow", tournament, typed="ignore\n")
    assert (left_out.exit_code, "was left out; nothing was recorded" in left_out.stdout) == (0, True)
    assert data("import", "pokernow", tournament, "--tournament", "ignore")["hands"] == 0
    assert data("night", "list")["nights"] == []


def test_the_chips_of_a_tournament_are_no_money(tournament, data, done) -> None:
    report = data("import", "pokernow", tournament, "--tournament", "as-chips")
    assert report["nets"] == {"Ann": -20, "Bo": 20}
    assert report["transfers"] == []
    (night,) = data("night", "list")["nights"]
    assert (night["currency"], night["unpaid_cents"]) == ({"code": "XXX", "exponent": 0}, 0)
    assert "XXX" in done("standings")


def test_a_tournament_for_which_a_chip_has_a_worth_is_money(tournament, data) -> None:
    report = data("import", "pokernow", tournament, "--tournament", "as-chips", "--cents", "25")
    assert report["transfers"] == [{"payer": "Ann", "payee": "Bo", "cents": 500}]


def test_an_ordinary_night_is_money_whatever_is_said_of_tournaments(data) -> None:
    said = data("import", "pokernow", LOG, "--tournament", "as-chips", "--dry-run")
    assert {key: said[key] for key in KEYS} == data("import", "pokernow", LOG)


def test_a_log_that_cannot_be_played_leaves_nothing(chipbook, tmp_path, data) -> None:
    path = changed(tmp_path, "No Limit Texas Hold'em", "No Limit Snip Snap Snorum")
    answer = chipbook("import", "pokernow", path)
    assert answer.exit_code == 1
    assert "Snip Snap Snorum" in answer.stderr
    assert data("night", "list")["nights"] == []


def test_the_same_names_in_another_club_are_other_people(data) -> None:
    data("import", "pokernow", LOG, "--club", "One")
    data("import", "pokernow", LOG, LOG, "--club", "Two")
    assert {row["club_name"] for row in data("night", "list")["nights"]} == {"One", "Two"}


def test_a_ledger_comes_in_as_a_night_of_the_bank_alone(data, ledger, chipbook) -> None:
    report = data("import", "ledger", ledger)
    assert set(report) == KEYS
    assert report["nets"] == {"Ann": 1550, "Bo": -1550}
    assert report["transfers"] == [{"payer": "Bo", "payee": "Ann", "cents": 1550}]
    assert data("night", "list")["nights"][0]["night"].startswith("2024-02-03-")
    assert "already" in chipbook("import", "ledger", ledger).stdout


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("pokernow", LEDGER, "This is a ledger"),
        ("ledger", "entry,at,order\n", "This is a log"),
        ("night", "hello\n", "Line 1 does not belong to a chipbook export"),
    ],
)
def test_what_is_no_such_file_is_refused(name, text, sentence, tmp_path, chipbook) -> None:
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    answer = chipbook("import", name, path)
    assert answer.exit_code == 1
    assert sentence in answer.stderr


@pytest.mark.parametrize(
    ("option", "value", "exit_code"),
    [("--zone", "Europe/Nowhere", 1), ("--currency", "crowns", 2), ("--cents", "0", 2), ("--cents", "x", 2)],
)
def test_options_that_say_nothing_sensible_are_refused(option, value, exit_code, chipbook, data) -> None:
    assert chipbook("import", "pokernow", LOG, option, value).exit_code == exit_code
    assert data("night", "list")["nights"] == []
