"""A doubt says what is in doubt; how it is waived is said beside it, in the words of whoever shows it."""

from __future__ import annotations

import pytest

from service.book.guards import GUARDS, Doubt


@pytest.mark.parametrize("doubt", GUARDS, ids=lambda doubt: doubt.code)
def test_the_sentence_of_a_doubt_does_not_say_how_it_is_waived(doubt: type[Doubt]) -> None:
    assert "waive" not in doubt.sentence
    assert doubt.sentence.endswith(".")
