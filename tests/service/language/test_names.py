"""Names stand in the order of the alphabet of whoever reads them."""

import re
from pathlib import Path

import pytest

from service.language.languages import DANISH, ENGLISH, in_language
from service.language.names import by_name

# What is sorted here is a key or is hashed, and read by nobody.
KEYS = ("night_report.py", "results.py")
ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("language", "names"),
    [
        (DANISH, "Adam Anders anna Bo Lars Müller Mytte Søren Zenia Æbbe Ærling Øjvind Åge Aage Åse"),
        (ENGLISH, "Aage Adam Ærling Åge Anders anna Åse Bo Lars Müller Mytte Øjvind Søren Zenia"),
    ],
)
def test_names_stand_in_the_order_of_the_readers_alphabet(language, names) -> None:
    with in_language(language):
        assert sorted(sorted(names.split()), key=by_name) == names.split()


def test_no_face_sorts_names_by_their_code_points() -> None:
    """Looked for by what is sorted: `sorted(…names…)` without a key."""
    bare = re.compile(r"sorted\((?:[^()]|\([^()]*\))*\bnames?\b(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
    found = [
        f"{path.relative_to(ROOT)}: {text[0]}"
        for room in ("service/app", "service/reports", "service/web", "service/language/shorthand", "cli")
        for path in (ROOT / room).rglob("*.py")
        for text in bare.finditer(path.read_text(encoding="utf-8"))
        if "key=" not in text[0] and path.name not in KEYS
    ]
    assert found == []
