"""`chipbook club`: shown, told, and changed by people's names."""

import json

import msgspec
import pytest
from click.testing import Result

from engine.commands import OpenNight
from engine.house.agreements import Denomination
from tests.cli.conftest import END, EVENING, Data

CHIPS = "white 1 x 200, peder 50 x 20"


@pytest.fixture
def friday(done) -> str:
    """The club Friday with Anna, its banker, and Bo; it has played no night."""
    done("club", "found", "Friday")
    done("club", "add", "Anna")
    done("club", "add", "Bo")
    done("club", "grant", "banker", "Anna")
    return "Friday"


@pytest.fixture
def settling(tmp_path, data) -> str:
    """The id of a night in which nothing is paid yet."""
    path = tmp_path / "settling.night"
    path.write_text(EVENING + END, encoding="utf-8")
    return str(data("replay", path, "--night-id", "2026-11-20-done")["night"])


def refused(answer: Result, sentence: str, exit_code: int = 1) -> None:
    """Asserts that the command was refused with exactly this sentence."""
    assert (answer.exit_code, answer.stdout) == (exit_code, "")
    assert answer.stderr.splitlines()[0] == sentence


def roles(data: Data) -> dict[str, list[str]]:
    """The roles of the members of the club, by name."""
    return {one["name"]: one["roles"] for one in data("club")["members"]}


def test_a_club_is_founded_and_people_join(friday, data) -> None:
    shown = data("club", "--club", friday)
    assert (shown["name"], shown["version"], len(shown["head"])) == ("Friday", 4, 64)
    assert roles(data) == {"Anna": ["banker", "player"], "Bo": ["player"]}
    assert (shown["chips"], shown["house_rules"], shown["own_games"], shown["nights"]) == ([], None, [], [])


def test_the_club_of_the_newest_night_is_shown_if_none_is_named(friday, data) -> None:
    data("club", "found", "Monday")
    assert data("club", "--club", "friday")["name"] == friday
    data("night", "open", "--club", friday, "--bank", "Anna", "--player", "Bo")
    assert data("club")["name"] == friday


def test_the_screen_of_a_club_ends_with_the_head_and_says_to_keep_it(settling, done, data) -> None:
    text = done("club")
    shown = data("club")
    assert f"version  {shown['version']}\nhead     {shown['head']}\n" in text
    assert "Keep the head outside the book" in text.splitlines()[-1]
    assert f"`chipbook verify --club {shown['name']} --head HASH`" in text
    assert data("verify", "--club", shown["name"], "--head", shown["head"])["holds"]


def test_a_club_shows_who_owes_whom_from_which_night(settling, done, data) -> None:
    (night,) = data("club")["nights"]
    owed = {(debt["payer_name"], debt["payee_name"]): debt["cents"] for debt in night["unpaid"]}
    plan = data("night", "show", "-n", settling)
    names = {one["id"]: one["name"] for one in plan["players"]}
    assert owed == {(names[one["payer"]], names[one["payee"]]): one["cents"] for one in plan["transfers"]}
    assert (night["night"], night["phase"], night["head"]) == (settling, "settling", plan["head"])
    (payer, payee), cents = next(iter(owed.items()))
    assert f"{payer} owes {payee} {cents // 100}.{cents % 100:02} DKK" in done("club")


def test_many_nights_are_shown_in_part_and_those_with_debts_in_full(settling, done, chipbook, monkeypatch) -> None:
    monkeypatch.setattr("cli.club.club.NIGHTS_SHOWN", 1)
    opened = [json.loads(done("night", "open", "--like", "--json"))["night"] for _ in range(2)]
    answer = chipbook("club")
    assert [night in answer.stdout for night in (settling, *opened)] == [True, False, True]
    assert answer.stderr == "1 older night with nothing unpaid is left out; `chipbook night list` has every night.\n"


def test_the_log_tells_every_act_with_its_number_and_names(friday, done, data) -> None:
    lines = done("club", "log").splitlines()
    assert [line[:4].strip() for line in lines] == ["1", "2", "3", "4"]
    assert [line.partition("banker  ")[2] for line in lines] == [
        "The club Friday is founded.",
        "Anna joins the club as a player.",
        "Bo joins the club as a player.",
        "Anna is a banker from now on.",
    ]
    told = data("club", "log", "--club", friday)
    assert [(act["version"], act["type"], act["actor"]) for act in told["acts"]] == [
        (1, "club_founded", "banker"),
        (2, "member_admitted", "banker"),
        (3, "member_admitted", "banker"),
        (4, "role_granted", "banker"),
    ]
    assert told["head"] == data("club")["head"]


@pytest.mark.usefixtures("friday")
def test_the_log_shows_the_last_acts_and_says_how_many_there_are(chipbook, data) -> None:
    answer = chipbook("club", "log", "--most", "2")
    assert len(answer.stdout.splitlines()) == 2
    assert "The last 2 of 4 acts" in answer.stderr
    assert [act["version"] for act in data("club", "log", "--most", "1")["acts"]] == [4]
    assert len(data("club", "log", "--most", "1", "--all")["acts"]) == 4


def test_a_forgotten_name_is_the_id_in_the_log(friday, done, data) -> None:
    bo = next(one["id"] for one in data("club")["members"] if one["name"] == "Bo")
    text = done("club", "forget", "Bo", "-y")
    assert "The name Bo would be deleted" in text
    assert "Backups and exports made earlier still have the name." in text
    assert "Lines typed at the prompt, which the file `history` in CHIPBOOK_HOME keeps, may have it too." in text
    log = done("club", "log")
    assert "Bo" not in log
    assert f"{bo} joins the club as a player." in log
    assert f"The name of {bo} is deleted" in log
    shown = data("club")
    assert (shown["forgotten"], list(roles(data))) == ([bo], ["Anna"])
    assert f"(forgotten)  {bo}" in " ".join(done("club").split()).replace("(forgotten) ", "(forgotten)  ")
    assert data("verify", "--club", friday)["holds"]


def test_the_kept_files_of_a_club_end_with_a_forgotten_name_and_are_made_anew_when_asked_for(
    settling, home, done, data, chipbook
) -> None:
    # As a worker writes them.
    reports, reminders = home / "reports" / settling, home / "reminders" / data("club")["id"] / "2026-11-22"
    for folder, name in ((reports, "9.txt"), (reports, "9.json"), (reminders, "p.txt")):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("Carl owes Anna", encoding="utf-8")
    other = home / "reports" / "of-another-club"
    other.mkdir()
    (other / "3.txt").write_text("Carl", encoding="utf-8")
    done("club", "forget", "Carl", "--yes")
    found = [file.relative_to(home) for file in home.rglob("*") if file.is_file() and b"Carl" in file.read_bytes()]
    assert [str(one) for one in found if one.suffix in (".txt", ".json")] == ["reports/of-another-club/3.txt"]
    report = done("report", "-n", settling)
    assert ("Anna" in report, "Carl" in report) == (True, False)
    assert data("verify", "--all")["holds"]


@pytest.mark.usefixtures("friday")
def test_at_a_terminal_a_name_is_deleted_only_after_a_yes(typing, chipbook, data) -> None:
    for answer in ("n\n", "\n"):
        kept = typing("club", "forget", "Bo", typed=answer)
        assert kept.exit_code == 0
        assert "What was recorded of them would stay" in " ".join(kept.stdout.split())
        assert "Nothing was deleted." in kept.stderr
        assert "Bo" in roles(data)
    assert typing("club", "forget", "Bo", typed="y\n").exit_code == 0
    assert "Bo" not in roles(data)
    assert typing("club", "add", "Carl", typed="").exit_code == 0
    asked = typing("club", "forget", "Carl", "--yes", typed="")
    assert "for good?" not in asked.output
    assert "Carl" not in roles(data)


def test_the_debts_of_whoever_is_forgotten_are_said_and_stay(settling, done, data) -> None:
    debt = data("club")["nights"][0]["unpaid"][0]
    text = done("club", "forget", debt["payer_name"], "-y")
    assert f"Unpaid from {settling}: {debt['payer_name']} owes {debt['payee_name']} " in text
    after = data("club")["nights"][0]["unpaid"][0]
    assert after == {**debt, "payer_name": debt["payer"]}


@pytest.mark.usefixtures("friday")
def test_a_name_is_deleted_only_if_it_is_said_whole(chipbook, data) -> None:
    refused(chipbook("club", "forget", "An", "-y"), "Friday has no member called “An”; it has Anna, Bo.")
    assert "Anna" in roles(data)


@pytest.mark.usefixtures("friday")
def test_roles_are_granted_and_taken(done, data) -> None:
    assert done("club", "grant", "co-banker", "bo") == "Bo is co-banker and player from now on.\n"
    assert done("club", "take", "player", "b") == "Bo is co-banker from now on.\n"
    assert done("club", "take", "CO-BANKER", "bo") == "Bo is without a role from now on.\n"
    assert roles(data)["Bo"] == []
    assert data("club", "grant", "viewer", "bo")["roles"] == ["viewer"]


def test_what_cannot_be_is_refused_in_one_sentence_with_names(friday, chipbook, data, subtests) -> None:
    before = data("club")
    for words, sentence in (
        (["grant", "banker", "anna"], "Anna is a banker already."),
        (["take", "viewer", "anna"], "Anna is not a viewer."),
        (["take", "banker", "anna"], "Anna is the only banker of the club; make another member banker first."),
        (["forget", "anna", "-y"], "Anna is the only banker of the club; make another member banker first."),
        (["grant", "banker", "Zed"], "Friday has no member called “Zed”; it has Anna, Bo."),
        (["rename-player", "Zed", "Zoe"], "Friday has no member called “Zed”; it has Anna, Bo."),
        (
            ["rename-player", "Bo", "anna"],
            "The club already has a player called Anna; names are compared without case and accents.",
        ),
        (["add", "BO"], "The club already has a player called Bo; names are compared without case and accents."),
        (
            ["found", "friday"],
            "The book already has a club called Friday; names are compared without case and accents.",
        ),
        (["--club", "Monday"], "The book has no club called Monday; it has Friday."),
        (["log", "--club", "Monday"], "The book has no club called Monday; it has Friday."),
        (
            ["chips", "white one"],
            "“white one” is not a kind of chip; write name, worth and number, such as “peder 50 x 20”.",
        ),
        (["rules", "--like", "nosuch"], "There is no night nosuch in the book."),
    ):
        with subtests.test(" ".join(words)):
            answer = chipbook("club", *words)
            assert (answer.exit_code, answer.stderr.splitlines()[0]) == (1, sentence)
    assert data("club") == before


def test_a_role_that_there_is_not_is_wrong_usage(friday, chipbook) -> None:
    assert chipbook("club", "grant", "king", "anna").exit_code == 2
    assert chipbook("club", "--json", "show").exit_code == 2


def test_a_club_and_its_people_get_other_names(friday, done, data, chipbook) -> None:
    done("club", "found", "Monday")
    assert done("club", "rename", "Saturday", "--club", friday) == "The club is called Saturday from now on.\n"
    answer = chipbook("club", "rename", "MONDAY", "--club", "Saturday")
    assert "The book already has a club called Monday" in answer.stderr
    done("club", "rename-player", "Bo", "Bob", "--club", "Saturday")
    assert [one["name"] for one in data("club", "--club", "Saturday")["members"]] == ["Anna", "Bob"]
    told = [act["sentence"] for act in data("club", "log", "--club", "Saturday")["acts"]]
    assert told[-2:] == ["The club is called Saturday from now on.", "Bob gets another name."]
    assert data("verify", "--club", "Saturday")["holds"]


@pytest.mark.usefixtures("friday")
def test_a_command_with_a_key_is_recorded_once(data, chipbook) -> None:
    for words in (
        ["found", "Sunday"],
        ["add", "Carl", "--club", "Friday"],
        ["grant", "viewer", "bo", "--club", "Friday"],
        ["take", "viewer", "bo", "--club", "Friday"],
        ["chips", CHIPS, "--club", "Friday"],
    ):
        first, again = (data("club", *words, "--idempotency-key", words[0]) for _ in range(2))
        assert first == again
    assert data("club", "--club", "Friday")["version"] == 8
    assert len(data("club", "log", "--club", "Sunday")["acts"]) == 1
    refused(
        chipbook("club", "add", "Dora", "--club", "Friday", "--idempotency-key", "add"),
        "The idempotency key add was already used for another request: send a new key.",
    )


def test_a_name_is_forgotten_once_under_a_key_even_if_somebody_new_has_it(friday, data, chipbook) -> None:
    gone = data("club", "forget", "Bo", "-y", "--idempotency-key", "k")["id"]
    assert data("club", "forget", gone, "-y", "--idempotency-key", "k")["id"] == gone
    data("club", "add", "Bo")
    assert chipbook("club", "forget", "Bo", "-y", "--idempotency-key", "k").exit_code == 1
    assert "Bo" in roles(data)


# What a club has agreed holds for its next night


def opening(data: Data, night: str) -> OpenNight:
    """The opening of a night, as its log has it."""
    (event, *_) = data("log", "all", "-n", night)["events"]
    assert event["type"] == "night_opened"
    return msgspec.convert({**event["data"], "type": "open_night"}, OpenNight)


def test_everybody_may_see_what_the_club_publishes_until_it_says_otherwise(friday, data, done, chipbook) -> None:
    assert data("club")["published"] == []
    told = done("club", "publish", "standings", "nights")
    assert told == "Everybody may see the nights and standings of Friday from now on, without closed cards.\n"
    assert data("club")["published"] == ["nights", "standings"]
    refused(
        chipbook("club", "publish", "nights", "standings"),
        "The club publishes nights and standings already, and nothing else.",
    )
    refused(
        chipbook("club", "publish", "nothing", "nights"), "Either name what everybody may see, or write nothing.", 2
    )
    assert data("club", "publish", "nothing", "--idempotency-key", "k")["published"] == []
    assert data("club", "publish", "nothing", "--idempotency-key", "k")["published"] == []
    assert data("verify", "--club", friday)["holds"]


def test_the_chips_of_the_club_are_those_of_its_next_night(friday, data, done) -> None:
    assert done("club", "chips", CHIPS) == f"The chips of {friday} from now on: {CHIPS}.\n"
    opened = opening(data, data("night", "open", "--bank", "Anna")["night"])
    assert msgspec.to_builtins(opened.inventory) == tuple(data("club")["chips"])
    other = data("night", "open", "--bank", "Anna", "--chips", "red 5 x 10")["night"]
    assert opening(data, other).inventory == (Denomination("red", 5, 10),)
    assert opening(data, data("night", "open", "--like", other)["night"]).inventory == (Denomination("red", 5, 10),)
    elsewhere = data("night", "open", "--bank", "Anna", "--club", "Monday")["night"]
    assert opening(data, elsewhere).inventory == ()


@pytest.mark.usefixtures("friday")
def test_chips_are_declared_away_with_none(data, done) -> None:
    done("club", "chips", CHIPS)
    assert done("club", "chips", "Ingen") == "The chips of Friday from now on: no inventory.\n"
    assert opening(data, data("night", "open", "--bank", "Anna")["night"]).inventory == ()


RULES = ("--loan", "100", "--limit", "1-5 once 50", "--box", "--auto", "all", "--switch", "criss-cross=bar")


def test_the_house_rules_of_a_night_are_adopted_and_hold_for_the_next(friday, data, done) -> None:
    first = data("night", "open", "--bank", "Anna", "--player", "Bo", *RULES)["night"]
    text = done("club", "rules", "--like", first)
    assert text.splitlines()[0] == "House rules, version 1:"
    for line in ("loan: 100", "limit: 1-5 once 50", "auto: all", "criss cross: bar"):
        assert f"  {line}\n" in text
    assert "The banker plays straight from the box." in text
    adopted = opening(data, first).rules
    assert opening(data, data("night", "open", "--bank", "Bo")["night"]).rules == adopted


def test_the_questions_of_an_opening_propose_the_rules_of_the_house(friday, data, done, typing) -> None:
    first = data("night", "open", "--bank", "Anna", "--player", "Bo", *RULES)["night"]
    done("club", "rules", "--like", first)
    answer = typing("night", "open", typed="\nAnna, Bo\n" + "\n" * 6)
    assert answer.exit_code == 0, answer.output
    assert "[1-5 once 50]" in answer.output
    (asked,) = {row["night"] for row in data("night", "list")["nights"]} - {first}
    assert opening(data, asked).rules == opening(data, first).rules


def test_the_same_rules_are_not_adopted_twice(friday, data, done, chipbook) -> None:
    first = data("night", "open", "--bank", "Anna", *RULES)["night"]
    done("club", "rules", "--like", first)
    refused(
        chipbook("club", "rules", "--like", first),
        "The house plays by these rules already; they are its version 1.",
    )
    second = data("night", "open", "--bank", "Anna", "--loan", "5")["night"]
    assert data("club", "rules", "--like", second)["house_rules"]["version"] == 2
