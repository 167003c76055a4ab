"""Every message that the program says is in every catalogue, translated, with the same fields."""

import string

import pytest
from babel import Locale

from engine.library import HOUSE_BOOKS
from service.language.languages import speaking
from service.language.languages.speaking import HERE, LANGUAGES, PARTS, RULEBOOKS, Language, speech_of
from tests import messages
from tests.messages import brought_up_to_date, catalogue_of, messages_of, written

TRANSLATED = [(language, part) for language in LANGUAGES if language != "en" for part in PARTS]


def fields_of(template: str) -> set[str]:
    """The names of the fields of a template, those of Python and those of a page."""
    if "%(" in template:
        return {piece.partition(")")[0] for piece in template.split("%(")[1:]}
    try:
        return {name for _, name, _, _ in string.Formatter().parse(template) if name}
    except ValueError:
        return set()


def forms_of(said: str | tuple[str, ...]) -> list[set[str]]:
    """The fields of a message, or of each of its forms if it has one for every number."""
    return [fields_of(form) for form in (said if isinstance(said, tuple) else (said,))]


@pytest.mark.parametrize(("language", "part"), TRANSLATED)
def test_every_message_is_translated_and_none_is_left_over(language, part):
    said = {(one.context, one.id) for one in messages_of(part) if one.id}
    written = catalogue_of(language, part)
    known = {(one.context, one.id) for one in written if one.id}
    assert known - said == set(), "said no more: make messages"
    assert said - known == set(), "new: make messages, and translate"
    bare = [one.id for one in written if one.id and not (one.string and all(one.string))]
    assert bare[:10] == [], f"{len(bare)} messages of {language}/{part}.po are to be translated"
    assert [one.id for one in written if one.id and one.fuzzy] == [], f"fuzzy in {language}/{part}.po: to be looked at"


@pytest.mark.parametrize(("language", "part"), TRANSLATED)
def test_a_translation_has_the_fields_of_its_message(language, part):
    wrong = []
    for one in catalogue_of(language, part):
        if not (one.id and one.string and all(one.string)):
            continue
        ids = one.id if isinstance(one.id, tuple) else (one.id,)
        strings = one.string if isinstance(one.string, tuple) else (one.string,)
        allowed = set().union(*map(fields_of, ids))
        needed = set.intersection(*map(fields_of, ids))
        if any(not needed <= fields_of(text) | {"number", "num"} or not fields_of(text) <= allowed for text in strings):
            wrong.append(one.id)
    assert wrong == []


@pytest.mark.parametrize(
    ("language", "rulebook"), [(file.parts[-3], file.stem) for file in sorted(HERE.glob(f"*/{RULEBOOKS}/*.po"))]
)
def test_what_a_rulebook_says_otherwise_is_said_by_the_program_and_has_the_same_fields(language, rulebook):
    assert rulebook in HOUSE_BOOKS
    usual = {(one.context, one.id): one.string for part in PARTS for one in catalogue_of(language, part) if one.id}
    catalogue = catalogue_of(language, f"{RULEBOOKS}/{rulebook}")
    own = {(one.context, one.id): one.string for one in catalogue if one.id}
    assert own.keys() - usual.keys() == set(), "said no more, or in other English"
    assert [message for message, text in own.items() if text == usual[message]] == [], "nothing else than is usual"
    assert [message for message, text in own.items() if forms_of(text) != forms_of(usual[message])] == []
    is_the_same = written(catalogue) == (HERE / language / RULEBOOKS / f"{rulebook}.po").read_bytes()
    assert is_the_same, "make messages"


def test_a_new_language_begins_with_every_message_and_no_translation(tmp_path, monkeypatch):
    swedish = Language("sv", "Svenska", Locale("sv"))
    for module in (messages, speaking):
        monkeypatch.setattr(module, "HERE", tmp_path)
    monkeypatch.setattr(messages, "LANGUAGES", {"en": LANGUAGES["en"], "sv": swedish})
    messages.main()
    for part in PARTS:
        begun, said = catalogue_of("sv", part), messages_of(part)
        assert {(one.context, one.id) for one in begun if one.id} == {(one.context, one.id) for one in said if one.id}
        assert not any(one.string and all(one.string) for one in begun if one.id)
        assert begun.num_plurals == 2
    assert speech_of("sv").gettext("The pot.") == "The pot."


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_collecting_again_changes_no_catalogue_and_no_message_has_two_translations(language):
    catalogues = brought_up_to_date(language)
    for part, catalogue in catalogues.items():
        is_the_same = written(catalogue) == (HERE / language / f"{part}.po").read_bytes()
        assert is_the_same, f"make messages ({part})"
    told: dict[object, set[object]] = {}
    for one in (one for catalogue in catalogues.values() for one in catalogue if one.id and one.string):
        told.setdefault((one.context, one.id), set()).add(one.string)
    assert {message: found for message, found in told.items() if len(found) > 1} == {}
