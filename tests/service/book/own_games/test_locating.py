"""An error of meaning is told where it stands: by the line and the key that it is due to."""

import re

import pytest

from engine.cards.card import WILDCARD
from service.book.own_games.reading import read_game
from service.book.own_games.toml_paths import line_of, spoken, steps_in
from service.book.own_games.vocabulary import ABOUT, SYNONYMS, game_fields
from service.errors import BadGameFile

DRAW = 'name = "Friday Draw"\nrulebook = "enemaerke"\n'
PLAY = 'play = [{ type = "Deal", down = 5 }, "Bet"]\n'
CINCINNATI = 'name = "X"\nlike = "Cincinnati"\n'


def _refused(text: str) -> BadGameFile:
    with pytest.raises(BadGameFile) as caught:
        read_game(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "line", "key", "says"),
    [
        (DRAW + PLAY + 'wild = "Z"\n', 4, "wild", "makes Z wild, which its pack does not hold"),
        (DRAW + PLAY + 'wild = ["J", "Z"]\n', 4, "wild[2]", "makes Z wild"),
        (DRAW + PLAY + 'limit = { type = "PotLimit" }\nseats = [5, 4]\n', 5, "seats", "5 to 4"),
        (DRAW + 'seats = [40, 50]\n' + PLAY, 3, "seats", "52 cards are enough for only 10"),
        (DRAW + PLAY + 'deck = { name = "pinochle" }\n', 4, "deck", "the known decks are french-52"),
        (DRAW + PLAY + "own = 6\n", 4, "own", "own is from 1 to 5"),
        (CINCINNATI + '\n[board]\nspots = "a b c d"\n', 4, "board", "lays 5 shared cards on 4 spots"),
        (CINCINNATI + 'wild = { type = "Spots", names = "hub" }\n', 3, "wild", "speaks of the spot hub"),
        (CINCINNATI + 'effects = [{ type = "SendsOut", cards = "3" }]\n', 3, "effects", "no own card ever lies open"),
        (CINCINNATI + 'scale = { type = "Badugi" }\noptions = ["HighLow"]\n', 3, "scale", "name a low scale"),
        (CINCINNATI + 'claims = { type = "Spellcheck", foul = "out", good_pays = "stake" }', 3, "claims", "hands are not words"),
        (DRAW + 'play = [\n  { type = "Deal", down = 5 },\n  "Bet",\n  "Turn",\n]\n', 6, "play[3]", "turns a shared card where none lies closed"),
        (DRAW + 'play = [{ type = "Deal", down = 5 }]\n', 3, "play", "leaves the players nothing to decide"),
        (
            DRAW + 'play = [\n  { type = "Deal", down = 2 },\n  { times = 3, steps = [\n    "Bet",\n    "Reveal",\n  ] },\n]\n',
            7,
            "play[2].steps[2]",
            "where none lies; lay one first",
        ),
    ],
)  # fmt: skip
def test_a_finding_is_told_by_the_line_and_the_key_it_is_due_to(text, line, key, says):
    refusal = _refused(text)
    assert (refusal.line, refusal.key) == (line, key), str(refusal)
    assert says in refusal.problem
    # A code is for programs; nobody reads it in a sentence.
    assert "_" not in refusal.problem


def test_two_wrong_keys_are_told_apart():
    text = DRAW + PLAY + 'effects = [{ type = "Costs", cards = "Y", chips = 1 }]\nwild = "Z"\n'
    refusal = _refused(text)
    told = [(found["line"], found["key"], found["problem"]) for found in refusal.details["findings"]]
    assert [place[:2] for place in told] == [(4, "effects"), (4, "effects"), (5, "wild")]
    assert "has an effect for Y" in told[0][2]
    assert "makes Z wild" in told[2][2]


def test_what_its_rulebook_leaves_unsaid_is_told_at_the_rulebook():
    refusal = _refused('name = "X"\nplay = [{ type = "Deal", down = 5 }, "Bet"]\nrulebook = "tarok"\n')
    assert (refusal.line, refusal.key) == (3, "rulebook")
    assert "neither the file nor its rulebook says" in refusal.problem


@pytest.mark.parametrize("like", ["", 'like = "Cincinnati"\n'])
def test_a_rulebook_there_is_not_is_named_with_those_there_are(like):
    refusal = _refused(f'name = "X"\n{like or PLAY}rulebook = "foo"\n')
    assert (refusal.line, refusal.key) == (3, "rulebook")
    assert 'there is no rulebook "foo"; the rulebooks are enemaerke, munk' in refusal.problem


@pytest.mark.parametrize(
    ("said", "meant"),
    [("players = [3, 6]", "seats = [3, 7]"), ("ante = 1", "forced = {"), ("Blinds = [1, 2]", '"Blinds", small = 1')],
)
def test_what_people_call_a_key_is_answered_with_the_key_that_says_it(said, meant):
    refusal = _refused(f'name = "X"\nlike = "Cincinnati"\n{said}\n')
    assert (refusal.line, refusal.key) == (3, said.split(" =", maxsplit=1)[0])
    assert meant in refusal.problem


def test_no_key_of_a_game_is_taken_for_something_people_call_another():
    assert not {*game_fields(), *ABOUT} & {*SYNONYMS}


@pytest.mark.parametrize("told", sorted(set(SYNONYMS.values())))
def test_every_answer_can_stand_in_a_file(told):
    key, _, value = told.partition(" = ")
    said = f"{key.split()[-1]} = {value}"
    text = said if said.startswith("name") else f'name = "X"\n{said}'
    if "spots = " in said:
        lay = '{ type = "Lay", down = 3 }, "Turn", "Turn", "Turn"'
        text += f'\nrulebook = "munk"\nplay = [{{ type = "Deal", down = 5 }}, {lay}, "Bet"]'
    elif said.startswith("play"):
        text += '\nrulebook = "munk"'
    elif said.startswith("deck") and "wildcards" in said:
        text += f'\nwild = "{WILDCARD}"\nlike = "Cincinnati"'
    elif said.startswith("rulebook"):
        text += f"\n{PLAY}"
    elif not said.startswith("like"):
        text += '\nlike = "Cincinnati"'
    assert read_game(text).name


@pytest.mark.parametrize(
    ("text", "line"),
    [('name = "X"\nlike=', 2), ('name = "X"\nlike = "Cinc', 2), (DRAW + 'play = [\n  "Bet",\n', 4), ("name", 1)],
)
def test_a_file_that_ends_too_early_is_told_so_and_of_no_sign_that_nobody_wrote(text, line):
    refusal = _refused(text)
    assert (refusal.line, refusal.key) == (line, "the file")
    assert "the file ends too early" in refusal.problem
    assert "x00" not in str(refusal)


def test_a_line_without_a_value_is_told_so():
    refusal = _refused('name = "X"\nlike =\nwild = "J"\n')
    assert refusal.line == 2
    assert "the line ends where a value should stand" in refusal.problem


def test_how_many_belong_into_an_array_is_told():
    refusal = _refused('name = "X"\nlike = "Cincinnati"\nseats = [3, 4, 5]\n')
    assert (refusal.line, refusal.key) == (3, "seats")
    assert "expected: an array of 2, each a whole number." in refusal.problem


@pytest.mark.parametrize(
    ("said", "key", "remedy"),
    [
        ('wild = "2, 4"', "wild", 'write ["2", "4"].'),
        ('wild = ["2, 4", "J"]', "wild[1]", 'write "2", "4".'),
        ('wild = [{ type = "Cards", names = "2,4" }]', "wild[1].names", 'write "2 4".'),
        ('effects = [{ type = "SendsOut", cards = "3; 5" }]', "effects[1].cards", 'write "3 5".'),
        ("wild = [2]", "wild[1]", 'write "2".'),
        ('board = { spots = "a, b, c, d, e" }', "board.spots", 'write "a b c d e".'),
    ],
)
def test_cards_and_spots_with_commas_are_told_how_they_are_written(said, key, remedy):
    refusal = _refused(f"{CINCINNATI}{said}\n")
    assert (refusal.line, refusal.key) == (3, key)
    assert remedy in refusal.problem


def test_the_quotation_marks_of_a_phone_are_taken_for_plain_ones():
    game = read_game("name = “Anna\u2019s Draw”\nlike = „Three Card Draw“\nwild = [\u20182\u2019, “4”]\n")
    assert (game.name, [rule.names for rule in game.wild_rules]) == ("Anna's Draw", ["2", "4"])
    assert read_game('name = "Anna\u2019s Draw"\nlike = "Cincinnati"\n').name == "Anna\u2019s Draw"


def test_a_base_that_is_like_no_game_is_answered_with_the_nearest():
    assert re.search(r"the nearest are \w.*, \w.*\. Your own", _refused('name = "X"\nlike = "Pineapple"\n').problem)


def test_like_takes_a_game_of_a_rulebook_only():
    refusal = _refused('name = "X"\nlike = "Our Friday Draw"\n')
    assert (refusal.line, refusal.key) == (2, "like")
    assert 'like takes a game of a rulebook, and no rulebook has "Our Friday Draw"' in refusal.problem
    assert "Your own games cannot be used here." in refusal.problem


@pytest.mark.parametrize("name", ["anna +150", "Anna = 50", "Draw: Friday", "Anna > Bo", "Draw #5", "a;b", "anna -5"])
def test_a_name_that_a_line_takes_for_something_else_is_refused(name):
    text = f'name = "{name}"\nlike = "Cincinnati"\n'
    refusal = _refused(text)
    assert (refusal.line, refusal.key) == (1, "name")
    assert re.match(r"in a line .* means something else, .*; leave it out\.", refusal.problem)
    assert read_game(text, kept=read_game(text.replace(name, "X"))).name == name


@pytest.mark.parametrize("name", ["Spit 'n' Shit II", "7/27 at Bo's", "Five-Card, Wild", "Æbler & Pærer (sød)"])
def test_a_name_that_can_be_said_in_a_line_is_taken(name):
    assert read_game(f'name = "{name}"\nlike = "Cincinnati"\n').name == name


def test_each_step_is_found_where_it_stands():
    play = ["Bet", {"times": 2, "steps": ["Turn", "Bet"]}]
    assert [spoken(path) for path in steps_in(play)] == ["play[1]", *["play[2].steps[1]", "play[2].steps[2]"] * 2]


def test_a_step_that_is_a_table_of_its_own_is_found():
    text = DRAW + '[[play]]\ntype = "Deal"\ndown = 5\n\n[[play]]\ntype = "Draw"\nup_to = 6\n\n[[play]]\ntype = "Bet"\n'
    refusal = _refused(text)
    assert (refusal.line, refusal.key) == (7, "play[2]")
    assert [line_of(text, path) for path in (("play",), ("play", 0), ("play", 1, "up_to"))] == [3, 3, 9]


def test_a_table_that_only_its_parts_have_headers_of_is_found_at_the_first():
    assert line_of('name = "X"\n\n[award.first]\ntype = "Best"\n', ("award",)) == 3
