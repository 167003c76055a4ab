"""`chipbook judge`: a case from a file, through the pipe or from options, told as text or JSON; nothing is recorded."""

import json

import pytest

CASE = {
    "game": "Baseball",
    "players": {
        "Anna": {"closed": "As Kd Jc", "open": "7h 9c 3d 4s", "announced": "three aces"},
        "Bo": {"closed": "Ks Kh 5c", "open": "5d 5h 8s Js"},
    },
    "pot": 47,
}
SAID = (
    *("judge", "--game", "baseball", "--pot", "47", "--announced", "anna: three aces"),
    *("--player", "Anna: As Kd | 7h 9c 3d 4s | Jc", "--player", "Bo: Ks Kh 5c / 5d 5h 8s Js"),
)


def test_a_case_is_judged_from_a_file_or_through_the_pipe(done, tmp_path) -> None:
    (tmp_path / "case.json").write_text(json.dumps(CASE), encoding="utf-8")
    text = done("judge", tmp_path / "case.json")
    assert "Bo takes the pot, 47 chips: full house, fives over kings beats three of a kind, aces." in text
    assert "3♦ is wild (threes and nines) and stands for A♣." in text
    assert done("judge", "-", typed=json.dumps(CASE)) == text


def test_a_case_is_said_with_options_just_as_well(done) -> None:
    assert done(*SAID) == done("judge", "-", typed=json.dumps(CASE))


def test_the_judgement_is_json_for_programs(data) -> None:
    judged = data(*SAID)
    assert judged["shares"][0]["winners"] == [{"player": "Bo", "chips": 47}]
    assert judged["players"][0]["hands"][0]["wild"][0]["because"] == "threes and nines"
    assert judged["text"].startswith("Baseball · Pokerregler (Enemærke). Wild: threes and nines.")


def test_a_card_of_two_letters_may_be_written_as_its_source_does(data) -> None:
    """RULINGS R-W1: L, M, N, A/O and P are five letters in a row; a slash by itself still divides closed from open."""
    told = data("judge", "--game", "WordPoker", "--player", "X: L M N A/O P", "--player", "Y: C T B Z a/o")
    assert [player["cards"] for player in told["players"]] == [[*"LMN", "AO", "P"], [*"CTBZ", "AO"]]
    stud = ("judge", "--game", "Seven-Card WordPoker", "--player", "X: L A/O N / M P T C")
    assert data(*stud, "--player", "Y: B D G / H H M W")["players"][0]["cards"] == ["L", "AO", "M", "P", "T", "C", "N"]


def test_sides_are_said_by_chips_as_at_the_table(data) -> None:
    hands = ("--player", "Anna: As Ah 4c 6d 8s", "--player", "Bo: 2s 3h 4d 6h 7c", "--player", "Carl: Ks Kh 9d 5c 2d")
    sides = ("--side", "Anna: 3", "--side", "Bo: 1", "--side", "Carl: 2")
    told = data("judge", "--game", "Straight Poker", "--with", "high-low", *hands, *sides)
    assert [player["side"] for player in told["players"]] == ["high", "low", "both"]


def test_sides_shared_cards_and_options_are_said_too(data) -> None:
    judged = data(
        *("judge", "--game", "spit in the ocean", "--board", "spit 5h", "--with", "high-low, wild J"),
        *("--player", "Anna: Ah Ad 2s 3c", "--player", "Bo: Ks Kh Kc 4d", "--player", "Carl: Qs Qh Qc 4s"),
        *("--side", "anna: low", "--side", "Bo: High", "--folded", "carl", "--pot", "9"),
    )
    assert judged["options"] == ["HighLow", "Wild"]
    assert {share["share"]: share["winners"] for share in judged["shares"]} == {
        "high": [{"player": "Bo", "chips": 5}],
        "low": [{"player": "Anna", "chips": 4}],
    }
    assert judged["players"][2]["out"] == "they have folded"


def test_nothing_is_recorded(done, home) -> None:
    before = (home / "chipbook.db").read_bytes()
    done(*SAID)
    assert (home / "chipbook.db").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "typed", "says"),
    [
        (("judge",), None, "Judge either a FILE"),
        (("judge", "-", "--game", "Baseball"), "{}", "or a --game"),
        (("judge", "--game", "Baseball"), None, "Give the cards"),
        (("judge", "--game", "Baseball", "--player", "Anna As"), None, "a colon"),
        (("judge", "--game", "Baseball", "--player", "A: As", "--player", "A: Ks"), None, "names A twice"),
        (("judge", "--game", "Baseball", "--player", "A: As", "--side", "B: low"), None, "no cards for"),
        (("judge", "--game", "Baseball", "--player", "A: As", "--side", "A: middle"), None, "That is not a case"),
    ],
)
def test_wrong_usage_is_told(words, typed, says, chipbook) -> None:
    answer = chipbook(*words, typed=typed)
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert says in answer.stderr


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("{", "is not a case"),
        pytest.param("[" * 100_000, "its lists and objects are nested too deep", id="100,000 brackets"),
        ('{"game": "Baseball"}', "players is missing; it must be an object with 1 to 20 entries. A case has"),
        ('{"game": "Baseball", "players": {"A": {"cards": "As"}}}', "Baseball deals 3 closed and 4 open ones"),
        ('{"game": "Bseball", "players": {"A": {"cards": "As"}}}', "names like it: Baseball"),
    ],
)
def test_what_cannot_be_judged_is_refused_in_a_sentence(typed, says, chipbook) -> None:
    answer = chipbook("judge", "-", typed=typed)
    assert (answer.exit_code, answer.stdout) == (1, "")
    assert says in answer.stderr
    error = json.loads(chipbook("judge", "-", "--json", typed=typed).stdout)["error"]
    assert says in error["sentence"]


def test_a_deal_off_and_a_card_for_all_are_said_as_options_and_as_json(done, data, tmp_path) -> None:
    said = ("judge", "--game", "Five-Card 21", "--pot", "9")
    cards = ("--player", "Anna: 10s 3s 2s 2h 2c", "--player", "Bo: 10h 3h 2d 3c Ac")
    assert "Anna and Bo are equal for the pot" in done(*said, *cards)
    new = ("--deal-off", "anna: As Ah Kd Kc 4c", "--deal-off", "Bo: Ks Kh Qd Qc 9h")
    assert "Anna takes the pot, 9 chips: the hands are equal, and of the new cards" in done(*said, *cards, *new)
    case = tmp_path / "case.json"
    players = {
        "Anna": {"cards": "10s 3s 2s 2h 2c", "deal_off": "As Ah Kd Kc 4c"},
        "Bo": {"cards": "10h 3h 2d 3c Ac", "deal_off": "Ks Kh Qd Qc 9h"},
    }
    case.write_text(json.dumps({"game": "Five-Card 21", "pot": 9, "players": players}), encoding="utf-8")
    assert data("judge", case) == data(*said, *cards, *new)
    words = ("--player", "Anna: Ca Aa Ma Zl Ym Xm", "--player", "Bo: Da Oa Pl Vm Wl Nl")
    assert "takes the pot" in done("judge", "--game", "Longhorn Stud", "--board", "Ta", *words)


def test_a_whole_deal_of_tarok_is_settled(done, data) -> None:
    said = ("judge", "--game", "Tarok", "--player", "Anna", "--player", "Bo", "--player", "Carl")
    deal = ("--tarok", "solo, points 44, ultimo, contra carl, captured", "--meld", "Bo: Ks Kh Kd Kc")
    text = done(*said, *deal)
    assert "Anna plays a solo, and has announced ultimo; Carl has answered contra-ultimo." in text
    assert data(*said, *deal)["payments"] == [
        {"payer": "Anna", "payee": "Bo", "chips": 382},
        {"payer": "Carl", "payee": "Bo", "chips": 100},
        {"payer": "Anna", "payee": "Carl", "chips": 282},
    ]


def test_a_player_of_a_deal_of_tarok_is_named_as_at_the_table(chipbook) -> None:
    deal = ("judge", "--game", "Tarok", "--player", "Anna", "--player", "Bo", "--player", "Åse", "--tarok")
    named, unknown = (chipbook(*deal, f"solo, points 44, ultimo, contra {name}, captured") for name in ("ase", "Dan"))
    assert "Åse has answered contra-ultimo." in named.output
    assert "dan does not play; the players are Anna, Bo, Åse." in unknown.output


def test_a_word_that_says_nothing_of_a_deal_of_tarok_is_wrong_usage(chipbook) -> None:
    answer = chipbook("judge", "--game", "Tarok", "--player", "Anna", "--tarok", "solo, lots")
    assert answer.exit_code == 2
    assert "not “lots”" in answer.stderr


def test_a_case_is_judged_in_the_words_of_the_rulebook_of_its_game(done, monkeypatch) -> None:
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", "da")
    players = ("--player", "Anna: As Kd Qh 9c 9d", "--player", "Bo: 8s 8d 5h 5c 2d")
    assert "Bo vinder: 2 par, 8'ere og 5'ere slår 1 par, 9'ere." in done("judge", "--game", "straight poker", *players)
    assert "Bo vinder: to par, 8'ere og 5'ere slår par i 9'ere." in done("judge", "--game", "five-card draw", *players)


def test_a_side_is_declared_in_the_readers_words(done, monkeypatch) -> None:
    """The source: who declares both and is high but not low wins nothing, and whoever wins low takes the whole pot."""
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", "da")
    text = done(
        *("judge", "--game", "mississippi ratfuck", "--pot", "24"),
        *("--side", "Anna: begge dele", "--side", "Bo: low", "--side", "Carl: high"),
        *("--player", "Anna: Ah Ad Ac 2c 3c 9c 8c", "--player", "Bo: As 2d 3d 4d 6h 9s Kh"),
        *("--player", "Carl: Ks Kd Qc Qh 9h 8h 2h"),
    )
    assert "Anna, der har annonceret begge dele" in text
    assert "Bo tager puljen, 24 chips" in text
