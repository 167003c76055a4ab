"""What no page of ours would send is refused in a sentence: nothing breaks, and nothing is recorded."""

import pytest

from service.people.credentials import FORM_TOKEN, form_token
from tests.service.api.signed_in import ORIGIN, signed_in

NINES = "9" * 5000
COMMANDS = (
    *("", "[]", "5", "[" * 19_000, '{"a":' * 3000, "x" * 60_000, '{"type":["bet"]}', '{"__proto__":{"type":"bet"}}'),
    *('{"type":"award_pots","rankings":5}', '{"type":"deal","cards":5}', '{"type":"seat_player","player":"\\ud800"}'),
    *('{"type":"bet","player":"x","chips":NaN}', f'{{"type":"bet","player":"x","chips":{NINES}}}'),
)
FIELDS = (
    {"cards:cards": ["As", "Kd"]},
    {"number:chips": [NINES]},
    {f"won:{NINES}:0": ["anna"]},
    {f"won:0:{NINES}": ["anna"]},
    {"text:type": ["\x00"]},
)


@pytest.fixture(scope="module")
def bo(shared_app, shared_table):
    """Bo, who has the bank: sends a form with its token; the answer."""
    browser = signed_in(shared_app, shared_table, "Bo")
    token = form_token(browser.get_cookie("chipbook").value)

    def send(path, **fields):
        return browser.post(path, data={FORM_TOKEN: token, **fields}, headers=ORIGIN)

    return send


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[:30])
def test_a_command_that_is_none_is_refused_whatever_stands_in_it(bo, shared_table, command):
    before = shared_table.version
    for fields in FIELDS:
        answer = bo(f"{shared_table.path}/acts", command=command, key="one", version="1", **fields)
        assert answer.status_code in (400, 409, 422), (answer.status_code, fields)
    assert shared_table.version == before


@pytest.mark.parametrize("said", [NINES, "1" * 30, "٣", "-1", "\x00", "½"], ids=lambda said: ascii(said[:9]))
def test_a_number_that_is_none_or_too_long_is_no_version_and_no_place(bo, shared_table, said):
    check = f'{{"type":"check","player":"{shared_table.ids["Anna"]}"}}'
    assert bo(f"{shared_table.path}/acts", command=check, version=said).status_code == 428
    disputed = {"type": "raise_dispute", "by": shared_table.ids["Bo"], "shown": said}
    assert bo(f"{shared_table.path}/disputes", **disputed).status_code == 422


@pytest.mark.parametrize(
    "back", ["//evil.example", "///evil.example", "/\\evil.example", "//[", "https://evil.example", "/\t/x"]
)
def test_no_form_leads_to_another_site(bo, back):
    answer = bo("/preferences", scheme="dark", back=back)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_a_game_that_is_not_there_is_not_announced(bo, shared_table):
    assert bo(f"{shared_table.path}/hands/munk/No Such Game").status_code == 404


def test_a_line_is_said_by_whoever_typed_it(bo, shared_table):
    assert bo(f"{shared_table.path}/lines", line="anna +5", key="five").status_code == 303
    loan = shared_table.version
    assert bo(f"{shared_table.path}/lines", line=f"correct {loan} to anna +7", key="seven").status_code == 303
    told = shared_table.banker.get(f"{shared_table.path}/events", limit=500).json["events"][loan:]
    assert {one["actor"] for one in told} == {f"player:{shared_table.ids['Bo']}"}


def test_a_line_that_closes_the_night_says_when_play_ended(bo, shared_table):
    players = shared_table.banker.get(shared_table.path).json["players"]
    shared_table.play(*({"type": "count_chips", "player": one["id"], "chips": one["stack"]} for one in players))
    answer = bo(f"{shared_table.path}/lines", line="close at 19:10", key="close")
    assert answer.status_code in (409, 422)
    assert "19:10" in answer.text
    assert bo(f"{shared_table.path}/lines", line="close at 19:30", key="close").status_code == 303


def test_a_game_of_nothing_but_tables_is_refused_before_it_is_read(bo):
    tried = bo("/own-games/trial", toml="".join(f"[a{number}]\n" for number in range(2500)))
    assert "2500 lines of it begin with a bracket" in tried.text
