"""What is wrong with a file that somebody gives is told whole in their language: an own game, a hand history, another book."""

import pytest

from service.app.night.lines import replay
from service.app.own_games import add_file
from service.app.refusals import Refused
from service.app.simulate import try_game
from service.book.own_games.reading import read_game
from service.book.store.chain import check_chain
from service.errors import BadGameFile
from service.exchange.histories.phh import read_phh
from service.exchange.imports.pokernow_people import Id, people_with
from service.exchange.imports.recording import ImportOptions
from service.exchange.refused import ImportRefused
from service.language.languages import DANISH, in_language
from service.reports.views.verification import difference_view
from tests.service.app.conftest import book
from tests.service.exchange.imports.results.files import read as read_results_of
from tests.service.reports.views.test_difference import version

__all__ = ["book"]

# Words of the old sentences that no Danish one may hold; what is typed into a file stays as it is.
ENGLISH = {"is", "the", "not", "must", "possible", "expected", "than", "does", "has", "of", "and"}

GAMES = {
    'name = "x"': "et spil har trin, play = [...], eller ligner et andet",
    'name = "x"\nplay = ["Bet"]': "nævn regelbogen, der udfylder",
    'name = "x"\nrulebook = "none"\nplay = []': "der er ingen regelbog",
    'name = "x"\nlike = "Three Card Draw"\nplayers = 3': "et spil har intet af det navn; det mindste og største antal spillere er seats",
    'name = "x"\nlike = "Three Card Draw"\nplay = ["Beet"]': '"Beet" er ikke et trin; muligt er',
    'name = "x"\nlike = "Three Card Draw"\nplay = [{ type = "Deal", down = "five" }]': "kan ikke stå her; ventet: ",
    'name = "x"\nlike = "Three Card Draw"\nplay = [{ times = 900, steps = ["Bet"] }]': "gange, ikke 900",
}


@pytest.mark.parametrize("text", GAMES)
def test_what_is_wrong_with_an_own_game_is_told_in_danish(text) -> None:
    with in_language(DANISH), pytest.raises(BadGameFile) as refused:
        read_game(text)
    with in_language(DANISH):
        told = str(refused.value)
        (first, *_) = try_game(text).faults
    assert GAMES[text] in told
    assert not ENGLISH & set(told.replace(",", " ").split()), told
    assert f"{first.problem}" in told
    # For programs the same is said in English.
    assert GAMES[text] not in refused.value.details["problem"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("variant = 'FT'\nantes = [0]", "hånden: "),
        ("variant = 'XX'\nactions = []", "hånden: varianten"),
        ("a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z.a.b.c.d.e.f.g.h = 1", "en nøgle med mere end"),
    ],
)
def test_what_a_hand_history_is_refused_for_is_told_in_danish(text, told) -> None:
    with pytest.raises(ImportRefused) as refused:
        read_phh("f", text)
    with in_language(DANISH):
        said = str(refused.value)
    assert told in said
    assert not ENGLISH & set(said.replace(",", " ").split()), said


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (";Bo;100;50", "er tom; giv en dato."),
        ("2019-01-31;;100;50", "er tom; giv navnet på en spiller."),
        ("2019-01-31;Bo;1;2;3", "5 felter under 4 overskrifter"),
        ("2999-01-31;Bo;1;2", "er i fremtiden"),
        ("1950-01-31;Bo;1;2", "er før 1970-01-02"),
        ("13/1/2019;Bo;1;2\n1/13/2019;Bo;1;2", "begynder med måneden"),
    ],
)
def test_what_results_are_refused_for_is_told_in_danish(rows, told) -> None:
    with pytest.raises(ImportRefused) as refused:
        read_results_of(f"dato;spiller;ind;ud\n{rows}\n")
    with in_language(DANISH):
        said = str(refused.value)
    assert told in said
    assert not ENGLISH & set(said.replace(",", " ").split()), said


def test_how_results_were_read_is_told_in_danish() -> None:
    with in_language(DANISH):
        (note,) = read_results_of("dato;spiller;ind;ud\n2019-01-31;Åse;1;1\n".encode("latin-1")).notes
    assert (
        note == "old.csv er ikke UTF-8 (linje 2 er det ikke) og blev læst som Latin-1; se efter, om navnene er rigtige."
    )


def test_where_a_chain_breaks_is_told_in_danish() -> None:
    ours, theirs = version({"a": 1}), version({"a": 1}, {"b": 2})
    with in_language(DANISH):
        found = difference_view(ours, theirs)
        assert found.their_chain.startswith("Hændelse 1: Indholdet af hændelse 1 hører ikke til en hændelse")
        sentences = [one.sentence for one in check_chain(theirs[1:])]
    assert sentences[0] == "Her ventes hændelse 1, men bogen har hændelse 2."


def test_what_an_import_notes_and_that_nothing_was_recorded_is_told_in_danish(book) -> None:
    known = ImportOptions(night="n", club="c", unit=25)
    with in_language(DANISH):
        assert known.spoken(pointed=False) == "Den mindste chip, 1, er 25 cent (DKK), som det er sagt."
        ids = {one: Id(one, 1, "Bo", {"Bo"}, [hand]) for hand, one in enumerate(("b2", "b9"))}
        assert people_with(ids, {}).notes[0].startswith("Bo kommer først under id'et b2")
        with pytest.raises(Refused) as refused:
            add_file(book, 'name = "x"', file="x.toml", club="")
        assert str(refused.value).endswith("Intet blev noteret.")
        with pytest.raises(Refused) as replayed:
            replay(book, "players: Anna, Bo\nbank: Bo\n\nanna 5 chips", file="x.night")
    assert str(replayed.value).startswith("Linje 4 i x.night, ”anna 5 chips”: ")
