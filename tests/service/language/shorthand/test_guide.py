"""The table of the shorthand is whole: every verb is in it, every line of it is understood, and the reference has it."""

import re
from collections import Counter
from importlib import import_module
from pkgutil import iter_modules

import pytest

from service.language import shorthand
from service.language.help import TOPICS, topic
from service.language.help.reading import file_of
from service.language.languages import LANGUAGES
from service.language.shorthand import hints, read_line
from service.language.shorthand.acts import FORMS, GROUPS, VERBS
from service.language.shorthand.keywords import in_english
from service.language.shorthand.lines import DIRECTIVES
from service.language.shorthand.vocabulary import Group

REFERENCE = topic("lines").text
LINES = [line for rows in hints.GUIDE.values() for row in rows for line in row.lines.split(hints.DOT)]
PEOPLE = {"p1": "Anna", "p2": "Bo", "p3": "Carl", "p4": "Dora", "p5": "Eva", "p6": "Erik"}


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[^\s·:]+", text.casefold())) | {word[0] for word in re.findall(r"\b[brs]\d", text)}


@pytest.mark.parametrize("table", ["\n".join(hints.as_lines()), hints.as_markdown().replace("`", "")])
def test_every_verb_and_every_directive_is_in_the_table(table) -> None:
    said = words_of(table)
    aliases: dict[object, set[str]] = {}
    for word, verb in VERBS.items():
        aliases.setdefault(verb, set()).add(word)
    assert [words for words in aliases.values() if not words & said] == [], "needs a GuideRow in the guide of its Group"
    assert set(DIRECTIVES) - said == set()


def test_a_verb_and_the_hint_of_a_command_stand_at_one_act_only() -> None:
    """A second one would silently take the place of the first."""
    acts = [said for group in GROUPS for said in group.acts]
    verbs = Counter(verb for said in acts for verb in said.verbs)
    told = [
        *(said.hints for said in acts),
        *(table for group in GROUPS for table in (group.hints, group.bidder_hints)),
    ]
    kinds = Counter(kind for some in told for kind in some)
    assert [twice for twice, number in (*verbs.items(), *kinds.items()) if number > 1] == []
    assert (set(verbs), set(kinds)) == (set(VERBS), set(FORMS))


def test_every_group_of_acts_has_its_place_in_the_guide() -> None:
    made = {
        value.title
        for _, name, _ in iter_modules(shorthand.__path__)
        for value in vars(import_module(f"{shorthand.__name__}.{name}")).values()
        if isinstance(value, Group)
    }
    assert len(made) == len(GROUPS) == len(hints.GUIDE)


def test_the_reference_has_the_table_as_it_is() -> None:
    assert hints.as_markdown() in REFERENCE


# What all do names nobody, and depends on the round as the pot does (test_in_turn.py).
OF_THE_ROUND = ("new Erik", "all check", "all call", "all draw 0", "anna bets the pot", "bo raises the pot")
# A name stands for the open request of that player (test_requests.py).
OF_AN_OPEN_REQUEST = ("approve anna", "approve anna 100", 'decline anna "later"', "withdraw request anna")


@pytest.mark.parametrize("line", [line for line in LINES if line not in (*OF_THE_ROUND, *OF_AN_OPEN_REQUEST)])
def test_every_line_of_the_table_is_understood(line, night) -> None:
    spoken = read_line(line, night, PEOPLE)
    assert spoken.commands or spoken.at or spoken.correction or spoken.answer


# An option of a game, and lines without a name, which only a hand in play understands.
OF_A_HAND = ("card alone", "draws 3", "plays Ks")


def lines_in(text: str) -> set[str]:
    """The lines that a text shows in its sentences: what begins with a name or a verb and has more words."""
    spans = [
        " ".join(span.split()) for span in re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    ]
    begun = {*VERBS, *DIRECTIVES, *map(str.casefold, PEOPLE.values())}
    return {span for span in spans if " " in span and in_english(span).split()[0].casefold() in begun}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_that_a_topic_names_is_understood(language, night) -> None:
    lines = set().union(*(lines_in(file_of(name, language).read_text(encoding="utf-8")) for name in TOPICS))
    assert len(lines) > 20
    for line in (one for one in lines if in_english(one) not in (*OF_AN_OPEN_REQUEST, *OF_A_HAND)):
        spoken = read_line(line, night, PEOPLE)
        assert spoken.commands or spoken.at or spoken.correction or spoken.answer


def test_the_table_fits_a_terminal_of_eighty_columns() -> None:
    assert max(map(len, hints.as_lines())) <= 80
    told = " ".join(" ".join(hints.as_lines()).split())
    assert all(row.lines in told for rows in hints.GUIDE.values() for row in rows)


def test_what_a_line_says_stands_beside_it_or_below() -> None:
    rows = {"Group": (hints.GuideRow("a", "says " * 12), hints.GuideRow("b" * 50, "long"))}
    left = " " * 40
    assert hints.as_lines(rows) == [
        "Group",
        f"{'  a':40}{' '.join(['says'] * 8)}",
        left + " ".join(["says"] * 4),
        "  " + "b" * 50,
        left + "long",
    ]
