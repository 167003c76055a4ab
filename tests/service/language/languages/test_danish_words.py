"""Danish says one word for one thing, the one the family's rules of 2002 have where they have one, and writes as Danes write."""

import re
from collections.abc import Iterator

import pytest

from engine.speech import say
from service.language.languages import DANISH, as_before, in_language, in_words_of
from service.language.languages.speaking import HERE, PARTS, RULEBOOKS
from tests.messages import catalogue_of

# What stood there once, as a pattern of whole words, and what is said instead.
WRONG = {
    r"indskud\w*": "ante",
    r"giveren?s?(?= (?:vælger|nævner|eller|må|viser|har)\b)|giveren\w*": "dealer",
    r"på skygge": "med skygge",
    r"mærke[rt]?": "skygge (in front of a player), navn or etiket (of a token)",
    r"satsrunde\w*": "byderunde",
    r"hjælpebankør\w*": "medbankør",
    r"sidekort\w*": "civile kort",
    r"(?:fire|tre|fem) ens": "4 ens, 3 ens, 5 ens",
    r"(?:to|tre|fir|femm|seks|syv|ott|ni|ti)ere": "2'ere, 3'ere, …",
    r"fælles kort": "fælleskort",
    r"tilvalg\w*": "variant",
    r"stak(?:ke\w*)?": "chips",
    r"beholdning\w*": "chipliste",
    r"indkøb\w*": "køb af chips",
    r"udgave\w*": "version",
    r"bær(?:er|es)": "dækker, fordeles",
    r"et kald|kalder et kort": "syn, at følge",
    r"tapper": "bliver med for sine sidste chips",
    r"(?:en|særskilt) arbejder|arbejdere": "jobkører",
    r"opgørelserne": "rapporterne",
    r"skallen": "terminalen",
    r"grundlæg\w*": "stifte (a club)",
    r"rør(?:et)?": "pipe",
    r"øret": "øre",
    r"omgivning": "nye kort",
    r"kontra-ultimo": "contra-ultimo",
    r"betalingsadresse\w*": "betalingsmåde",
    r"projektmappe\w*": "regneark",
    r"(?:; |, så |^)[Ss]ig(?=,? (?:hv|at|en|det|nummer|point|--))": "skriv, of what is typed",
}
# What a rulebook says otherwise: it may not say the usual word for it.
WRONG_BY = {"enemaerke": {r"(?:u?syn(?:e[rst]?|ede)?)": "følge", r"sats(?:e[rst]?|ede)?": "byde"}}


def said(messages) -> Iterator[tuple[str, str]]:
    """Each message with what is said for it."""
    for one in messages:
        for text in one.string if isinstance(one.string, tuple) else (one.string,):
            if one.id:
                yield f"{one.id}", text


def with_a_word_of(wrong: dict[str, str], messages) -> list[str]:
    """What is said with a word that should not stand there; the whole is looked through before its parts, which is faster."""
    texts = [text for _, text in said(messages)]
    together = "\n".join(texts)
    found = []
    for words, right in wrong.items():
        whole = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE | re.MULTILINE)
        if whole.search(together):
            found += [f"{right}: {text}" for text in texts if whole.search(text)]
    return found


OVERLAYS = sorted(file.stem for file in (HERE / "da" / RULEBOOKS).glob("*.po"))


@pytest.mark.parametrize("part", PARTS)
def test_each_thing_has_one_word(part) -> None:
    assert with_a_word_of(WRONG, catalogue_of("da", part)) == []


@pytest.mark.parametrize("part", PARTS)
def test_quotation_marks_are_those_of_danish(part) -> None:
    assert [text for _, text in said(catalogue_of("da", part)) if re.search("[“„»«]", text)] == []
    assert [text for _, text in said(catalogue_of("da", part)) if text.count("”") % 2] == []


@pytest.mark.parametrize("part", PARTS)
def test_a_name_is_never_bent_because_nobody_knows_how_it_ends(part) -> None:
    """Lars has “Lars' optælling” and Max “Max' optælling”, but Anna has “Annas optælling”."""
    bent = re.compile(r"(?:\}|%\(\w+\)s)(?:'?s\b|'(?!\w))")
    assert all(
        map(bent.search, ("Overtag {name}s tal", "Overtag %(name)ss tal", "Overtag {name}' tal", "{name}'s tal"))
    )
    assert [text for _, text in said(catalogue_of("da", part)) if bent.search(text)] == []


@pytest.mark.parametrize("name", ["Anna", "Lars", "Max", "Fritz"])
def test_the_count_of_anybody_is_taken_over_in_the_same_words(name) -> None:
    with in_language(DANISH):
        assert say("Take the count of {name} over", name=name) == f"Overtag optællingen fra {name}"


def test_what_is_said_of_a_night_is_said_in_the_words_of_its_rulebook_whatever_others_are_read_for_it() -> None:
    with in_language(DANISH):
        usual = say("{player} calls {chips}.", player="Bo", chips=4)
        in_words_of("enemaerke")
        assert (usual, say("{player} calls {chips}.", player="Bo", chips=4)) == ("Bo syner 4.", "Bo følger med 4.")
        assert say("{player} folds.", player="Bo") == "Bo folder."
        in_words_of("standard")
        assert say("{player} calls {chips}.", player="Bo", chips=4) == "Bo følger med 4."
    with in_language(DANISH):
        in_words_of("standard")
        in_words_of("enemaerke")
        assert say("{player} calls {chips}.", player="Bo", chips=4) == usual
    with in_language(DANISH, "enemaerke"):
        assert say("{player} bets {chips}.", player="Bo", chips=4) == "Bo byder 4."
    in_words_of("enemaerke")
    assert say("{player} bets {chips}.", player="Bo", chips=4) == "Bo bets 4."


def test_nights_that_are_only_looked_at_leave_the_words_as_they_are() -> None:
    """A list of nights of several rulebooks is not told in the words of the last of them."""
    with in_language(DANISH):
        usual = say("{player} calls {chips}.", player="Bo", chips=4)
        for rulebook in ("standard", "enemaerke"):
            with as_before():
                in_words_of(rulebook)
        assert say("{player} calls {chips}.", player="Bo", chips=4) == usual == "Bo syner 4."
        in_words_of("enemaerke")
        with as_before():
            in_words_of("standard")
        assert say("{player} calls {chips}.", player="Bo", chips=4) == "Bo følger med 4."


@pytest.mark.parametrize("rulebook", OVERLAYS)
def test_a_rulebook_with_words_of_its_own_says_them_everywhere(rulebook) -> None:
    own = {(one.context, one.id): one.string for one in catalogue_of("da", f"{RULEBOOKS}/{rulebook}") if one.id}
    for part in PARTS:
        merged = catalogue_of("da", part)
        for one in merged:
            one.string = own.get((one.context, one.id), one.string)
        assert with_a_word_of(WRONG_BY[rulebook], merged) == []
