"""What is typed stands in the act, or the line is refused: no part of a line silently takes the place of another."""

import itertools
import random

import pytest
from msgspec.structs import asdict

from engine.commands import AnnounceHand, HouseRules, PassCards
from engine.game.betting import Ante, Blinds, HouseLimit
from service.language.shorthand import hints, read_line
from service.language.shorthand.head import Head, read_head
from service.language.shorthand.tokens import ShorthandError
from tests.soak import rounds

PEOPLE = {"p1": "Anna", "p2": "Bo", "p3": "Carl", "p4": "Dora", "p5": "Eva", "p6": "Erik"}
LINES = [line for rows in hints.GUIDE.values() for row in rows for line in row.lines.split(hints.DOT)]
# Words with which a part of a line begins.
BEGIN = {
    *("by", "with", "players", "without", "blinds", "ante", "limit", "straddle", "throws", "gets", "shows", "right"),
    *(
        "left",
        "move",
        "from",
        "to",
        "agreed",
        "harms",
        "till",
        "box",
        "pagat",
        "captured",
        "looked",
        "after",
        "at",
        "=",
    ),
    *("wins", "win", "high", "low", "beats", "no", "cash", "paid"),
}


def read(line, night):
    (command,) = read_line(line, night, PEOPLE).commands
    return command


def test_blinds_and_an_ante_together_are_both_taken(night) -> None:
    for line in ("hand texas hold'em by anna blinds 1/2 ante 5", "hand texas hold'em ante 5 by anna blinds 1/2"):
        assert read(line, night).forced == Blinds(small=1, big=2, ante=5)
    assert read("hand texas hold'em by anna ante 5", night).forced == Ante(5)
    assert read("hand texas hold'em by anna blinds 1/2/1", night).forced == Blinds(small=1, big=2, ante=1)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("hand texas hold'em players anna, bo without bo", "“players” and “without” both say who is dealt in; say one"),
        ("hand texas hold'em blinds 1/2/1 ante 5", "“blinds 1/2/1” and “ante 5” both say the ante; say one of them."),
        ("hand texas hold'em blinds 1/2 blinds 2/4", "says “blinds” and both blinds twice; say it once."),
        ("hand texas hold'em ante 5 ante 5", "says “ante” and a number twice; say it once."),
        ("hand texas hold'em by anna by bo", "says “by” and who deals twice; say it once."),
        ("hand texas hold'em limit 5 limit 6", "says “limit” and the most a bet may be twice; say it once."),
        ("hand texas hold'em with psychology with wild 2", "says “with” and options twice; say it once."),
        ("anna passes left 3c right 4h left 5h", "says left and cards twice; say it once."),
        ('ruling "so" move 5 from pot from anna agreed by bo', "“from” is said twice; say where the chips come from"),
        ("anna wins, bo wins high", "The high half is won twice in this line; say each part of the pot once."),
    ],
)
def test_what_contradicts_itself_is_refused_by_name(night, line, sentence) -> None:
    with pytest.raises(ShorthandError) as refused:
        read_line(line, night, PEOPLE)
    assert sentence in str(refused.value)


def test_a_key_of_a_head_is_said_once() -> None:
    with pytest.raises(ShorthandError, match="“loan” is said twice; say it once"):
        read_head(["players: Anna, Bo", "loan: 100", "loan: 150"])
    assert (
        read_head(["players: Anna, Bo", "loan: 100"], Head(rules=HouseRules(initial_loan=50))).rules.initial_loan == 100
    )


def test_cards_to_both_sides_are_each_said_once(night) -> None:
    assert read("anna passes 3h left 5h", night) == PassCards(player="p1", right=("3h",), left=("5h",))
    with pytest.raises(ShorthandError, match="expected: left and cards"):
        read_line("anna passes 3h right 4h", night, PEOPLE)


# Each part of an announcement, with what it has to come to.
PARTS = {
    "by anna": lambda said: said.dealer == "p1",
    "with psychology": lambda said: len(said.options) == 1,
    "players anna, bo": lambda said: said.players == ("p1", "p2"),
    "without bo": lambda said: said.players is not None and "p2" not in said.players,
    "blinds 1/2": lambda said: isinstance(said.forced, Blinds) and (said.forced.small, said.forced.big) == (1, 2),
    "ante 5": lambda said: said.forced.ante == 5 if isinstance(said.forced, Blinds) else said.forced == Ante(5),
    "limit 7": lambda said: said.limit == HouseLimit(most=7),
    "straddle carl": lambda said: said.straddle == ("p3",),
}


def test_every_part_of_an_announcement_stands_in_the_act_or_the_line_is_refused(night) -> None:
    """All parts in any order and number, one of them perhaps twice."""
    chance = random.Random("announcements")
    taken = 0
    for _ in range(rounds(400, 20_000)):
        parts = chance.sample(sorted(PARTS), chance.randint(1, len(PARTS)))
        if chance.random() < 0.3:
            parts.insert(chance.randint(0, len(parts)), chance.choice(parts))
        line = f"hand texas hold'em {' '.join(parts)}"
        try:
            said = read(line, night)
        except ShorthandError:
            assert len(set(parts)) < len(parts) or {"players anna, bo", "without bo"} <= set(parts), line
            continue
        assert isinstance(said, AnnounceHand)
        assert [part for part in parts if not PARTS[part](said)] == [], line
        assert len(set(parts)) == len(parts), line
        taken += 1
    assert taken > 100


def contains(whole: object, part: object) -> bool:
    """Whether nothing of a value is missing in another: lists may be longer, and what was not said may be said."""
    if part is None or part == () or part is False:
        return True
    if isinstance(whole, tuple) and isinstance(part, tuple):
        return all(any(contains(one, other) for one in whole) for other in part)
    return whole == part


@pytest.mark.parametrize("line", LINES)
def test_a_part_of_any_line_said_again_takes_nothing_away(line, night) -> None:
    """The part as it was, and with another number or name in it, behind every line of the table."""
    try:
        (command,) = read_line(line, night, PEOPLE).commands
    except (ShorthandError, ValueError):
        # What needs a request or a round, and corrections, whose clauses are a list.
        return
    words = line.split()
    begins = [place for place, word in enumerate(words) if word in BEGIN or word.startswith('"')]
    for begin, end in itertools.product(begins, range(2, len(words) + 1)):
        if begin >= end:
            continue
        again = " ".join(words[begin:end])
        for other in (again, again.replace("3", "4").replace("anna", "carl").replace("5", "6").replace("bo", "dora")):
            try:
                (longer,) = read_line(f"{line} {other}", night, PEOPLE).commands
            except (ShorthandError, ValueError):
                continue
            if type(longer) is not type(command):
                continue
            lost = {name for name, value in asdict(command).items() if not contains(getattr(longer, name), value)}
            assert lost == set(), f"{line} {other}"
