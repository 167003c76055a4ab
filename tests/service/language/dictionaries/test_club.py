"""The club's own word lists and decks are learnt from the folder of its book."""

from pathlib import Path

import pytest

from engine import errors
from engine.cards import deck
from engine.cards.deck import DECKS, UNUSABLE
from engine.words import dictionary
from engine.words.dictionary import find
from service.book.own_games.reading import read_game
from service.config import SettingError
from service.errors import BadGameFile
from service.language.dictionaries.shipped import WIDE_ENGLISH, learn


@pytest.fixture(autouse=True)
def _forgotten_behind_the_test(monkeypatch) -> None:
    monkeypatch.setattr(dictionary, "_known", dict(dictionary._known))


def write(home: Path, name: str, data: str) -> None:
    (home / name).parent.mkdir(exist_ok=True)
    (home / name).write_text(data, encoding="utf-8")


def test_a_folder_without_any_teaches_nothing(tmp_path) -> None:
    before = dictionary.known()
    learn(tmp_path)
    assert dictionary.known() == before


def test_a_word_list_is_learnt_under_the_name_of_its_file(tmp_path) -> None:
    write(tmp_path, "words/dansk.txt", "hund\nkat\n")
    learn(tmp_path)
    learn(tmp_path)
    assert find("dansk").has("HUND")


def test_a_list_of_the_houses_name_is_its_newer_version_and_the_old_one_is_still_found(tmp_path) -> None:
    write(tmp_path, "words/wide-english.txt", "cat\njake\n")
    learn(tmp_path)
    assert find("wide-english").has("jake")
    assert find(WIDE_ENGLISH.reference) is WIDE_ENGLISH


def test_a_deck_is_learnt_under_the_name_of_its_file(tmp_path, monkeypatch) -> None:
    # Taken back behind the test.
    for known in (deck._letter_decks, deck._decks):
        monkeypatch.setitem(known, "ours", None)
        del known["ours"]
    write(tmp_path, "decks/ours.toml", '[[cards]]\ntext = "B"\nletters = "B"\ncopies = 2\n')
    learn(tmp_path)
    assert DECKS["ours"] == ("B", "B")


def test_a_pack_of_ranks_is_learnt_too_and_games_are_played_with_it(tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(deck._decks, "skat", ())
    del deck._decks["skat"]
    write(tmp_path, "decks/skat.toml", 'ranks = "7 8 9 T J Q K A"\njokers = 2\n')
    learn(tmp_path)
    assert len(DECKS["skat"]) == 34
    game = read_game(
        'name = "Skat Draw"\nlike = "Five-Card Draw"\ndeck = { name = "skat" }\nseats = [2, 3]\nwild = "joker"\n'
    )
    assert game.deck.cards[-1] == "joker"


def test_a_word_list_that_is_none_is_refused(tmp_path) -> None:
    write(tmp_path, "words/broken.txt", "1 2 3")
    with pytest.raises(errors.NotAWordList, match="broken"):
        learn(tmp_path)


def test_a_pack_that_is_none_stops_only_the_games_that_need_it(tmp_path, monkeypatch) -> None:
    for name in ("halfaces", "french-52"):
        monkeypatch.setitem(deck._unusable, name, "")
        del deck._unusable[name]
        write(tmp_path, f"decks/{name}.toml", 'cards = "As"')
    write(tmp_path, "decks/french-52.toml", 'ranks = "A K"')
    learn(tmp_path)
    assert list(UNUSABLE) == ["french-52", "halfaces"]
    assert "a deck french-52 is known already" in UNUSABLE["french-52"]
    with pytest.raises(BadGameFile, match=r"decks/halfaces\.toml cannot be used: a pack holds two cards with a rank"):
        read_game('name = "Half Aces"\nlike = "Five-Card Draw"\ndeck = { name = "halfaces" }\n')
    assert read_game('name = "Whole Aces"\nlike = "Five-Card Draw"\n').deck is not None


def test_a_file_that_cannot_be_read_stops_the_start(tmp_path) -> None:
    (tmp_path / "words" / "folder.txt").mkdir(parents=True)
    with pytest.raises(SettingError, match=r"folder\.txt cannot be read: Is a directory"):
        learn(tmp_path)


def test_a_deck_that_is_not_here_any_more_is_said_in_a_sentence(monkeypatch) -> None:
    with pytest.raises(
        errors.DeckIsMissing, match=r"The deck gone-away is not here.*decks/gone-away\.toml of the club"
    ):
        deck.pack_of("gone-away")
    monkeypatch.setitem(deck._unusable, "spoilt", "decks/spoilt.toml cannot be used: it is not TOML.")
    with pytest.raises(errors.DeckIsMissing, match=r"decks/spoilt\.toml cannot be used: it is not TOML"):
        deck.pack_of("spoilt")
