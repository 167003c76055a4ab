"""What people write holds nothing that a terminal obeys instead of showing it, in whatever act it stands."""

from __future__ import annotations

import re

import msgspec
import pytest
from msgspec import inspect

from engine import commands
from engine.club import acts as club_acts
from engine.events import NAME_OF
from engine.ids import LINE, LINES

# Words that a rule compares with what it knows before anything is recorded, so that no others are kept.
KNOWN_TO_A_RULE = {
    *("AnnounceHand.game", "AnnounceHand.rulebook", "NameTheGame.game", "HouseRules.dictionary", "OpenNight.zone"),
    *("AddOwnGame.name", "AddOwnGame.compared", "RetireOwnGame.name", "RetireOwnGame.compared"),
    *("FoundClub.name", "RenameClub.name"),
    # Accounts of people and of the box.
    *("ChipMove.payer", "ChipMove.payee"),
    # The text of a declaration, which may hold no control characters by the rules of TOML.
    "AddOwnGame.source",
}
# Cards, spots, and what a player said of a bet are compared likewise; declarations come from a rulebook.
SHORT = 40
HIDING = ("\x1b[2K", "\x07", "\x00", "\x7f", "\x9b2K", "\u202e", "\u2066", "\u200f", "\ufeff", "\u2028")


def free_texts(kind: inspect.Type, place: str, found: dict[str, inspect.StrType]) -> None:
    match kind:
        case inspect.Metadata():
            free_texts(kind.type, place, found)
        case inspect.StrType():
            found[place] = kind
        case inspect.UnionType():
            for one in kind.types:
                free_texts(one, place, found)
        case inspect.ListType() | inspect.VarTupleType():
            free_texts(kind.item_type, place, found)
        case inspect.StructType() if not kind.cls.__module__.startswith("engine.game"):
            for field in kind.fields:
                free_texts(field.type, f"{kind.cls.__name__}.{field.name}", found)


def said_by_people() -> dict[str, inspect.StrType]:
    found: dict[str, inspect.StrType] = {}
    acts = [kind for kind in NAME_OF if issubclass(kind, commands.Command)]
    acts += [kind for kind in vars(club_acts).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    for kind in acts:
        free_texts(inspect.type_info(kind), kind.__name__, found)
    return found


def test_every_text_of_an_act_is_bounded_in_what_it_may_hold_or_known_to_a_rule() -> None:
    long = {
        place
        for place, kind in said_by_people().items()
        if kind.pattern is None and (kind.max_length is None or kind.max_length > SHORT)
    }
    assert long == KNOWN_TO_A_RULE


@pytest.mark.parametrize("hidden", HIDING)
@pytest.mark.parametrize("pattern", [LINE, LINES])
def test_nothing_is_written_that_hides_or_turns_what_stands_beside_it(pattern: str, hidden: str) -> None:
    assert not re.search(pattern, f"Anna {hidden} Bo")
    assert not re.search(pattern, hidden)


def test_words_may_have_lines_and_signs_of_every_language_and_a_name_is_one_line() -> None:
    words = "Åse så: “40” – חמש, 五, 👨‍👩‍👧, ✗"
    assert re.search(LINE, words)
    assert re.search(LINE, "")
    assert re.search(LINES, f"{words}\r\n\tand more\n")
    assert not re.search(LINE, f"{words}\n")
    assert not re.search(LINE, f"{words}\nmore")


def test_an_act_with_such_words_is_no_act() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"by": "p-anna", "words": "x\x1b[1A"}, commands.RaiseDispute)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode('{"player":"p-anna","said":"\\u001b]0;x\\u0007"}', type=commands.SayCount)
