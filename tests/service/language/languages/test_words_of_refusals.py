"""A refusal names no command and no line to type: how something is typed is told only where lines are typed."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine import errors
from engine.errors import AgainstTheRules
from service.app import refusals
from service.book.guards import Doubt
from service.errors import BookError
from service.errors.problems import Problem
from service.exchange.refused import ImportRefused
from service.language.languages import DANISH, in_language
from service.language.languages.speaking import speech_of
from service.language.shorthand.acts import VERBS
from service.web.table import TimeOfNothing
from tests.service.language.languages.test_refusals import ours

# What is refused of a line that somebody has typed may say what else may be typed.
OF_A_LINE = {TimeOfNothing}
# What no page and no route asks for.
AT_THE_TERMINAL = {
    refusals.GapsAreOpen,
    refusals.GuessesAreOpen,
    refusals.JobIsOfSeveralClubs,
    refusals.NoGameFound,
    refusals.NoOwnGames,
    refusals.NotANight,
    refusals.NotUnderstood,
    refusals.PlayersDoNotFit,
}
QUOTED = re.compile("“([^”]*)”")
# An option of a command, and words that stand for something that is typed.
OPTION = re.compile(r"(?<!\S)--[a-z]")
IN_ITS_PLACE = re.compile(r"\b(?:NAMES?|NAVN|CARDS|KORT)\b")


def names_a_line(template: str) -> bool:
    """Whether the sentence says what is typed: a command, or in quotes a verb of the shorthand."""
    quoted = (word for said in QUOTED.findall(template) for word in re.sub(r"{\w*}", "", said).casefold().split())
    return bool(
        "`chipbook" in template
        or OPTION.search(template)
        or IN_ITS_PLACE.search(template)
        or any(word in VERBS for word in quoted)
    )


def templates() -> Iterator[tuple[str, str]]:
    """Every sentence that a page may tell of a refusal, with the name of its class."""
    # What a file is refused for may name options.
    of_the_book = [
        kind
        for kind in ours(BookError)
        if "place" not in kind._fields and kind not in AT_THE_TERMINAL and not issubclass(kind, ImportRefused)
    ]
    kinds: list[type[Any]] = [*ours(errors.Refusal), *ours(Problem), *of_the_book]
    for kind in kinds:
        if kind not in OF_A_LINE:
            several = getattr(kind, "sentence_of_several", "")
            yield from ((kind.__name__, told) for told in (kind.sentence, several) if told)


@pytest.mark.parametrize("language", ["en", "da"])
def test_no_refusal_that_a_page_may_tell_names_a_line_or_a_command(language) -> None:
    found = [(name, speech_of(language).gettext(told)) for name, told in templates()]
    assert len(found) > 300
    assert [(name, told) for name, told in found if names_a_line(told)] == []


def test_how_it_is_typed_is_kept_apart_and_told_in_every_language() -> None:
    typed = [kind for kind in ours(errors.Refusal) if kind.typed]
    assert errors.BettingIsNotOver in typed
    refusal = errors.BettingIsNotOver(waiting=["a"], line="all check")
    assert refusal.how_typed() == "If nobody bets more, say “all check”."
    assert "all check" not in str(refusal)
    assert errors.NotYourTurn(player="a", turn="b").how_typed() == ""
    danish = speech_of("da")
    assert [kind.__name__ for kind in typed if danish.gettext(kind.typed) == kind.typed] == []


def test_every_rule_that_may_be_waived_has_a_title_that_needs_no_details() -> None:
    waivable = [kind for kind in ours(AgainstTheRules) if not issubclass(kind, Doubt)]
    assert len(waivable) > 50
    odd = [kind.__name__ for kind in waivable if not kind.title or "{" in kind.title or kind.title.endswith(".")]
    assert odd == []
    titles = [kind.title for kind in waivable]
    assert sorted(titles) == sorted({*titles})
    assert AgainstTheRules.title_of("bet_over_limit") == "a bet stays within the limit"
    with in_language(DANISH):
        assert AgainstTheRules.title_of("bet_over_limit") == "en indsats holder sig inden for grænsen"
        assert AgainstTheRules.title_of("no_such_rule") == "no such rule"
