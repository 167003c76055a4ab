"""A game of one's own by taps: the file as a form, and the file that the taps come to, both ways."""

import random
import re
from collections.abc import Iterator
from itertools import chain

import pytest

from engine.game import options, steps, wilds
from engine.library import GAMES
from service.app.simulate import try_game
from service.book.own_games import tapping
from service.book.own_games.reading import as_far_as_read, read_game, stated_in
from service.book.own_games.tappable import PARTS, VALUES, WORDS
from service.book.own_games.tapping import Field, GameForm, form_of, tapped, words_at
from service.book.own_games.vocabulary import ABOUT, game_fields
from service.book.own_games.writing import game_to_toml
from tests.soak import SOAK, in_turn

DRAW = '# As it is dealt at home.\nname = "Home Draw"\nlike = "Three Card Draw"  # our favourite\n'
CINCINNATI = 'name = "Home Cincinnati"\nlike = "Cincinnati"\n'
# What is said in the file alone: whole declarations, advice, and what hangs on the rulebook.
LEFT_TO_THE_FILE = {"name", "rulebook", "active", "award", "best", "deck", "decides"}
Said = dict[str, list[str]]


def fields_of(form: GameForm) -> Iterator[Field]:
    for part in form.parts:
        yield from (*part.fields, *chain.from_iterable(word.fields for word in part.words))


def values_of(field: Field) -> list[str]:
    """What a browser sends of the field as it stands."""
    chosen = [one.value for one in (*field.choices, *field.others) if one.chosen]
    match field.kind:
        case "number":
            return [field.value]
        case "tick":
            return ["", *([field.value] if field.value else [])]
        case "one":
            return chosen or [field.choices[0].value]
        case _:
            return ["", *chosen]


def posted(form: GameForm) -> Said:
    """What a browser sends of the form as it stands."""
    return {"name": [form.name], "like": [form.like]} | {field.name: values_of(field) for field in fields_of(form)}


def changes(form: GameForm) -> list[Said]:
    """One thing tapped otherwise than the form stands, each."""
    found: list[Said] = []
    for field in fields_of(form):
        match field.kind:
            case "number":
                found.append({field.name: [str(int(field.value or 1) + 1)]})
            case "tick":
                found.append({field.name: ["", *([] if field.value else ["on"])]})
            case "one":
                found += [{field.name: [one.value]} for one in field.choices if not one.chosen]
            case _:
                found += [
                    {field.name: ["", *({*values_of(field)[1:]} ^ {one.value})]}
                    for one in (*field.choices[-1:], *field.others[:1])
                ]
    for part in form.parts:
        found += [{"do": [f"add {one.value}"]} for one in (*part.may_add, *part.may_add_too)]
        if part.may_add:
            found += [{"do": [f"{what} {place}"]} for what in ("drop", "up") for place in range(1, len(part.words))]
        if part.grid:
            cells = [(row, column) for row, spots in enumerate(part.grid.rows) for column in range(len(spots))]
            found += [{"do": [f"tap {row} {column}"]} for row, column in cells]
    return found


def tap(text: str, *said: Said) -> str:
    """The file after these taps, one after another, each on the form that the one before left."""
    for one in said:
        text = tapped(text, posted(form_of(text, {})) | one)
    return text


def is_of_an_absent_word(change: Said) -> bool:
    return any(re.fullmatch(r"\w+\.[A-Z]\w+\.\w+", name) for name in change)


def is_told(text: str) -> bool:
    """Whether the game is explained and a hand of it is played; otherwise every fault is a sentence."""
    tried = try_game(text)
    if tried.game is not None:
        assert tried.game.rules
        assert tried.story
        return True
    assert tried.faults
    assert all(len(fault.problem.split()) > 3 and "_" not in fault.problem for fault in tried.faults), tried.faults
    return False


def test_every_field_of_a_game_is_tapped_or_left_to_the_file_and_every_word_has_its_row():
    assert set(game_fields()) | {"options"} == set(PARTS) | LEFT_TO_THE_FILE
    assert set(ABOUT) & set(PARTS) == {"options"}
    words = [word for key in PARTS if key != "board" for word in words_at(key).values()]
    assert len(words) > 50
    assert [word for word in words if word not in WORDS] == []
    assert {field for row in WORDS.values() for field in row.fields} >= set(VALUES) - set(PARTS)


@pytest.mark.parametrize("word", [steps.Bet, wilds.Cards, options.HighLow])
def test_a_word_without_a_row_stays_as_it_is_written(word, monkeypatch):
    text = DRAW + 'wild = "J"\noptions = ["HighLow"]\n'
    monkeypatch.setattr(tapping, "WORDS", {one: row for one, row in WORDS.items() if one is not word})
    assert any(one.label == word.__name__ for part in form_of(text, {}).parts for one in part.words)
    assert tap(text, {}) == text


@pytest.mark.parametrize("game", in_turn(GAMES, 0, of=16), ids=lambda game: game.name)
def test_a_form_that_nobody_changes_writes_nothing(game):
    for text in (f'name = "X"\nlike = "{game.name}"\n', game_to_toml(game)):
        assert tap(text, {}) == text


@pytest.mark.parametrize("text", [DRAW, CINCINNATI], ids=["draw", "shared cards"])
def test_each_switch_alone_is_shown_as_it_was_tapped_and_plays_or_is_refused_in_a_sentence(text):
    played = 0
    # In a quick run every sixth switch.
    for number, change in enumerate(in_turn(list(changes(form_of(text, {}))), 0, of=6)):
        result = tap(text, change)
        # A word is there once its cards are tapped; two equal steps may change places.
        assert result != text or is_of_an_absent_word(change) or change["do"][0].startswith("up"), change
        shown = posted(form_of(result, {}))
        for name, values in change.items():
            # A word that came or went moves the places of the others.
            if name in shown and name.count(".") < 2:
                assert set(shown[name]) == set(values), (change, result)
        # A trial plays several hands.
        if SOAK or number % 4 == 0:
            played += is_told(result)
    assert played > 2


@pytest.mark.parametrize("game", in_turn(GAMES, 1, of=16), ids=lambda game: game.name)
def test_two_switches_of_any_game_give_one_that_plays_or_is_refused_in_a_sentence(game):
    text, chance = f'name = "Two Taps"\nlike = "{game.name}"\n', random.Random(game.name)
    for _ in range(20 if SOAK else 1):
        first = tap(text, chance.choice(changes(form_of(text, {}))))
        is_told(first)
        is_told(tap(first, chance.choice(changes(form_of(first, {})))))


def test_grandmas_draw_is_tapped_and_written_as_a_person_would():
    text = tap(
        'name = "Grandma\'s Draw"\nlike = "Three Card Draw"\n',
        {"wild.Cards.names": ["", "J"]},
        {"play.2.up_to": ["4"]},
        {"options.HighLow": ["", "on"]},
        {"seats.0": ["3"], "seats.1": ["6"]},
        {"limit.most": ["10"], "limit.once": [""]},
    )
    assert text == (
        'name = "Grandma\'s Draw"\nlike = "Three Card Draw"\nwild = "J"\nplay = [\n    {type = "Deal", down = 5},\n'
        '    "Bet",\n    {type = "Draw", up_to = 4},\n    "Bet",\n]\noptions = ["HighLow"]\nseats = [3, 6]\n'
        'limit = {type = "HouseLimit", most = 10}\n'
    )
    assert is_told(text)


def test_what_is_switched_back_is_taken_out_of_the_file_again():
    assert tap(DRAW, {"wild.Cards.names": ["", "J", "2"]}, {"wild.Cards.names": [""]}, {"forced.chips": ["7"]}) != DRAW
    there_and_back = tap(
        DRAW,
        {"wild.Cards.names": ["", "J"]},
        {"options.HighLow": ["", "on"]},
        {"do": ["add Bet"]},
        {"forced": ["Blinds"]},
        {"wild.0.names": [""]},
        {"options.0": [""]},
        {"do": ["drop 4"]},
        {"forced": ["Ante"]},
        {"forced.chips": ["2"]},
    )
    assert there_and_back == DRAW


def test_what_cannot_be_tapped_stays_as_it_is_written():
    text = (
        DRAW
        + 'wild = [{ type = "Cards", names = "3 9", unless_at = "" }, "J"] # threes, nines\n'
        + 'award = { type = "Best" }  # the best\nbest = [4, 5]\n\n[deck]\nname = "french-52"\n'
    )
    result = tap(text, {"forced.chips": ["3"]}, {"direction": ["right"]})
    assert stated_in(result) == stated_in(text) | {"forced": {"type": "Ante", "chips": 3}, "direction": "right"}
    assert all(line in result for line in text.splitlines() if "#" in line)


def test_another_base_keeps_what_was_tapped_and_nothing_else():
    text = tap(DRAW, {"wild.Cards.names": ["", "J"]})
    result = tap(text, {"like": ["Baseball"]})
    assert stated_in(result) == stated_in(text) | {"like": "Baseball"}
    assert tap(DRAW, {"like": ["Baseball"], "wild.Cards.names": [""]}) == DRAW.replace("Three Card Draw", "Baseball")


def test_a_cross_of_shared_cards_is_tapped_with_its_lines_and_plays():
    text = tap(
        'name = "Little Cross"\nlike = "Five-Card Draw"\n',
        {"do": ["drop 2"]},
        {"do": ["tap 1 1"]},
        {"do": ["tap 0 1"]},
        {"do": ["tap 2 0"]},
        {"do": ["tap 2 3"]},
        {"do": ["tap 3 2"]},
        {"do": ["tap 1 2"], "mode": ["line new"]},
        {"do": ["tap 2 2"], "mode": ["line 0"]},
        {"do": ["tap 2 1"], "mode": ["line new"]},
        {"do": ["tap 2 2"], "mode": ["line 1"]},
        {"wild.Spots.names": ["", "1"]},
    )
    stated = stated_in(text)
    assert stated["board"]["spots"] == "1 2 3 4 5"
    assert stated["board"]["picture"] == [". 2 .", "3 1 4", ". 5 ."]
    assert stated["board"]["lines"] == ["2 1", "3 1"]
    game = as_far_as_read(stated)
    assert game is not None
    assert [step for step in stated["play"] if isinstance(step, dict) and step["type"] == "Lay"] == [
        {"type": "Lay", "up": 5}
    ]
    assert is_told(text)
    fewer = stated_in(tap(text, {"do": ["tap 2 3"]}))
    assert fewer["board"]["picture"] == [". 2", "3 1", ". 5"]


@pytest.mark.parametrize("said", ["three", "1.5", "99999999999", "-"])
def test_a_number_that_is_none_is_refused_when_it_is_read(said):
    assert not is_told(tap(DRAW, {"forced.chips": [said]}))


@pytest.mark.parametrize(
    "said",
    [
        {"do": ["add Nothing"]},
        {"do": ["drop 99"]},
        {"do": ["tap 77 77"]},
        {"do": ["up"]},
        {"do": [""]},
        {"forced": ["Nothing"]},
        {"forced.9": ["x"]},
        {"play.0": ["x"]},
        {"mode": ["line 7"]},
        {"mode": ["line new"], "do": ["tap 0 0"]},
    ],
)
def test_what_no_form_sends_changes_nothing(said):
    assert tap(DRAW, said) == DRAW


def test_a_text_that_is_no_toml_stays_and_has_no_parts():
    for text in ('name = "X', 'name = "X"\n', 'name = "X"\nlike = "Pineapple"\n'):
        assert form_of(text, {}).parts == ()
        assert tap(text, {"wild.Cards.names": ["", "J"]}) == text
    assert form_of("name = “X”\nlike = “Cincinnati”\n", {}).like == "Cincinnati"


def test_a_part_that_cannot_be_read_leaves_the_others_to_be_tapped():
    text = DRAW + "wild = 3\nseats = [3, 6]\n"
    shown = posted(form_of(text, {}))
    assert (shown["seats.0"], shown["wild.Cards.names"]) == (["3"], [""])
    assert stated_in(tap(text, {"seats.1": ["5"]})) == stated_in(text) | {"seats": [3, 5]}
    assert read_game(tap(text, {"wild.Cards.names": ["", "3"]})).wild_rules
