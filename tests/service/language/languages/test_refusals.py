"""Every refusal is told in every language, with the same details, and in English again afterwards."""

from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

import service.api
import service.exchange.refused
import service.web.wsgi
from engine import errors
from engine.events import NAME_OF
from engine.grammar import event_called
from engine.speech import phrase, speaking
from service.app.refusals import OpeningRefused, refused
from service.errors import BookError, VersionConflict
from service.errors.problems import Problem
from service.language.languages import DANISH, in_language
from service.language.shorthand import ShorthandError
from service.language.shorthand.tokens import check_length
from service.language.validation import validation_message
from tests.service.language.languages.masked import Masked

assert service.api
assert service.web.wsgi
assert service.exchange.refused


def below(base: type[Any]) -> Iterator[type[Any]]:
    for kind in base.__subclasses__():
        yield kind
        yield from below(kind)


def ours(base: type[Any]) -> list[type[Any]]:
    """The kinds with a code of their own, without those that a test has made."""
    found = {kind for kind in below(base) if kind.__dict__.get("code") and not kind.__module__.startswith("tests")}
    assert len(found) > 30
    return sorted(found, key=lambda kind: (kind.__module__, kind.__name__))


def fields_of(template: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(template) if field}


def fields_of_numbers(template: str) -> set[str]:
    """The fields that are told as numbers, with a sign between thousands."""
    return {field for _, field, form, _ in Formatter().parse(template) if field and form}


def of_the_rules(kind: type[errors.Refusal]) -> errors.Refusal:
    """The refusal with some value for every detail that its English sentence names."""
    details: dict[str, Any] = {"currency": "DKK", "exponent": 2} | dict.fromkeys(fields_of(kind.sentence), "7")
    details |= dict.fromkeys(kind.money, 1250)
    details |= {name: ["a", "b"] for name in kind.in_order}
    return kind(**details)


def of_the_book(kind: type[BookError]) -> BookError:
    """The refusal with some value for every field: a number, or a list where one is listed."""
    numbers = fields_of_numbers(kind.sentence)
    listed = kind.listing.field if kind.listing else ""
    samples = {
        name: 7 if name in numbers else ["a", "b"] if name in (listed, "left_out", "close") else "x"
        for name in kind._fields
    }
    return kind(**{name: value for name, value in samples.items() if not hasattr(kind, name)})


def is_told_twice(refusal: Exception) -> bool:
    """Whether its sentence is another one in Danish, whole, and the English one and its details stay as they were."""
    english, details = str(refusal), str(refusal.details)  # type: ignore[attr-defined]
    with in_language(DANISH):
        danish, kept = str(refusal), str(refusal.details)  # type: ignore[attr-defined]
    return danish not in ("", english) and "{" not in danish and kept == details and str(refusal) == english


def test_what_the_rules_refuse_is_told_in_danish():
    assert [kind.__name__ for kind in ours(errors.Refusal) if not is_told_twice(of_the_rules(kind))] == []


def test_what_the_book_and_the_use_cases_refuse_is_told_in_danish():
    left = [kind.__name__ for kind in ours(BookError) if not is_told_twice(of_the_book(kind))]
    # Its sentence is that of the room that found out why.
    assert left == [OpeningRefused.__name__]


def test_what_is_wrong_with_a_request_is_told_in_danish():
    found = []
    for kind in ours(Problem):
        details = dict.fromkeys(fields_of(kind.sentence), 7)
        problem = kind([("name", "x")]) if "first" in details else kind(**details)
        if not is_told_twice(problem):
            found.append(kind.__name__)
    assert found == []


def test_a_refusal_names_people_money_and_lists_as_danes_do():
    names = {"p1": "Anna", "p2": "Bo"}
    with in_language(DANISH):
        assert errors.NotYourTurn(player="p1", turn="p2").say(names) == "Det er ikke Anna, der har turen, men Bo."
        assert errors.RoleIsHeldAlready(player="p1", role="banker").say(names) == "Anna er allerede bankør."
        assert errors.NoBettingNow(doing="showdown").say() == (
            "Der satses ikke nu; det er tid til at vise hænder og sige, hvem der vinder."
        )
        told = refused(errors.NotYourTurn(player="p1", turn="p2"), {"p1": "Anna", "p2": "Bo"})
    assert told.waived_as == "not_your_turn"
    assert str(told) == "Det er ikke Anna, der har turen, men Bo."
    assert errors.NotYourTurn(player="p1", turn="p2").say(names) == "It is not Anna's turn; it is Bo's."


def test_money_has_a_comma_in_a_danish_sentence_and_is_a_number_in_the_details():
    less = errors.DebtIsLess(payer="a", payee="b", night="n", left=1250, cents=100, currency="DKK", exponent=2)
    with in_language(DANISH):
        assert less.say() == "a skylder b 12,50 kr. fra n, så 1,00 kr. kan ikke føres over."
    assert less.details["left"] == 1250
    assert less.say() == "a owes b 12.50 DKK from n, so 1.00 DKK cannot be carried."


def test_a_reason_within_a_refusal_is_told_in_its_language_and_kept_in_english():
    moved = errors.CardsCannotBeMoved(because=phrase("{card} lies in front of a player who got none", card="As"))
    with in_language(DANISH):
        assert "fordi As ligger foran en spiller, der intet fik" in str(moved)
    assert moved.details == {"because": "As lies in front of a player who got none"}


def test_a_refusal_quoted_by_another_is_told_in_the_same_language():
    outer = errors.StrikeConflicts(
        version=7, kind="bet_called", because=errors.NotYourTurn(player="p1", turn="p2"), others=(), way="chips"
    )
    with in_language(DANISH):
        told = outer.say({"p1": "Anna", "p2": "Bo"})
    assert "Det er ikke Anna, der har turen, men Bo." in told
    assert told.endswith("eller med en afgørelse fra bordet.")


def naming(kind: str) -> Iterator[errors.Refusal]:
    """Every refusal that names an event of this kind."""
    others = [{"version": 9, "kind": kind, "player": "p1"}]
    yield errors.CannotBeCorrected(version=7, kind=kind)
    yield errors.CannotStandThere(kind=kind)
    yield errors.CannotBeStruck(version=7, kind=kind)
    for conflict in (errors.StrikeConflicts, errors.CorrectionConflicts):
        yield conflict(version=7, kind=kind, because="x", others=(), way="players")
        yield conflict(version=7, kind="checked", because="x", others=others, way="players")


def test_every_kind_of_event_that_a_refusal_names_has_a_word_of_its_own_in_danish():
    called = set()
    for kind in NAME_OF.values():
        with in_language(DANISH):
            called.add(danish := event_called(kind))
        assert danish != kind, "make messages, and name the event in da/engine.po"
        for refusal in naming(kind):
            assert kind.replace("_", " ") in str(refusal)
            with in_language(DANISH):
                assert danish in str(refusal)
            with speaking(Masked()):
                assert kind.replace("_", " ") not in str(refusal)
        assert "_" not in danish
    assert len(called) == len(NAME_OF)


def test_a_strike_that_leaves_something_impossible_names_it_in_danish():
    because = errors.NotYourTurn(player="p1", turn="p2")
    conflict = errors.StrikeConflicts(
        version=46,
        kind="bet_called",
        because=because,
        others=[{"version": 47, "kind": "bet_raised", "player": "p2"}],
        way="players",
    )
    with in_language(DANISH):
        told = conflict.say({"p1": "Anna", "p2": "Bo"})
    assert "46 (indsats synet)" in told
    assert "47 (forhøjelse, Bo)" in told


def test_a_conflict_names_the_night_or_the_stream():
    with in_language(DANISH):
        assert str(VersionConflict("night:n-1", 3, 4)).startswith("Aftenen n-1 er ved version 4, ikke 3:")
        assert str(VersionConflict("club:c-1", 3, 4)).startswith("Strømmen club:c-1 er ved version 4, ikke 3:")


def test_a_line_of_shorthand_is_refused_in_danish():
    with in_language(DANISH), pytest.raises(ShorthandError, match=r"En linje har højst 4000 tegn, og denne har 4001"):
        check_length("x" * 4001)


@pytest.mark.parametrize(
    ("raw", "kind", "sentence"),
    [
        ({"a": "x"}, dict[str, int], "a skal være et helt tal; ”x” er det ikke."),
        ([1, 2], dict[str, int], "Det skal være et objekt; en liste på 2 er det ikke."),
        ("x", bool | None, "Det skal være true eller false eller null; ”x” er det ikke."),
    ],
)
def test_a_value_that_does_not_fit_is_refused_in_danish(raw, kind, sentence):
    with in_language(DANISH):
        assert validation_message(raw, kind, "Det") == sentence
