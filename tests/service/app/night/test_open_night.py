"""What a night is opened under if nobody says it: what its club has agreed, or what the night had that it is like."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from engine.club.acts import AdoptHouseRules, DeclareInventory
from engine.commands import CloseNight, CountChips
from engine.game.betting import Blinds, FixedLimit
from engine.game.switches import Switches
from engine.house.agreements import Currency, Denomination, HouseRules
from service.app.night.lines import replay
from service.app.night.open_night import head_from, open_night, usual_head
from service.app.people import found_club, usual_club
from service.app.refusals import DateToCome, Refused
from service.app.seeing import find_current, nights
from service.language.shorthand import read_head
from service.language.shorthand.head import chips_of, chips_stated, rules_stated

CHIPS = (Denomination("white", 1, 200), Denomination("peder", 50, 20))
RULES = HouseRules(
    rulebook="standard",
    initial_loan=100,
    auto="all",
    banker_stack="box",
    odd_chip="carry_to_next_pot",
    limit=FixedLimit(small=2, big=4, big_from=3),
    play_ends="one_left",
    settles="bank",
    switches=Switches(criss_cross="bar", naturals_before_kickers=True),
)
# What no line of a head can say.
BLINDS = replace(
    RULES, forced=Blinds(small=1, big=2), dead_button=False, limit=FixedLimit(small=2, big=4, big_from=3, raises=9)
)
PLAYERS = {"players": "Anna, Bo"}


@pytest.fixture
def friday(book) -> str:
    """The id of a club that has adopted rules with blinds, and declared its chips."""
    club = found_club(book, "Friday").id
    with book.handler() as handler:
        handler.clubs.take(club, AdoptHouseRules(rules=BLINDS), DeclareInventory(kinds=CHIPS))
    return club


@pytest.mark.usefixtures("friday")
def test_a_night_that_is_entered_later_does_not_take_the_place_of_the_one_that_is_played(book) -> None:
    tonight = open_night(book, head_from(book, PLAYERS)).night_id
    early = open_night(book, head_from(book, {**PLAYERS, "date": "2026-11-10 20:00"})).night_id
    with book.handler() as handler:
        for player in handler.load(early).night.sitting:
            handler.handle(early, CountChips(player=player, chips=handler.load(early).night.stack(player)))
        handler.handle(early, CloseNight())
    assert find_current(book, "").night_id == tonight
    assert find_current(book, early).night_id == early


@pytest.mark.usefixtures("friday")
def test_a_night_of_the_club_has_all_its_rules_even_those_without_a_key(book) -> None:
    opened = open_night(book, head_from(book, PLAYERS)).opened
    assert (opened.rules, opened.inventory) == (BLINDS, CHIPS)


def test_a_night_of_a_mistyped_year_to_come_is_refused_however_it_is_opened(book) -> None:
    now = datetime.now(UTC)
    later, soon = now + timedelta(days=300), now + timedelta(days=269, hours=20)
    head = head_from(book, {**PLAYERS, "date": f"{later:%Y-%m-%d %H:%M}"})
    with pytest.raises(DateToCome, match="is in the future; give the day on which the night was played"):
        open_night(book, head)
    text = "date: {at:%Y-%m-%d %H:%M}\nzone: UTC\nplayers: Anna, Bo\n\n"
    with pytest.raises(Refused, match=r"In the head of next\.night: “.*” is in the future"):
        replay(book, text.format(at=later), file="next.night")
    with pytest.raises(Refused, match=r"Line .* of late\.night, .*The time .* is in the future"):
        # The clock of the lines goes past midnight and on.
        replay(book, text.format(at=soon) + "at 10:00\nat 01:00\nat 16:00\n" * 3 + "anna +50\n", file="late.night")
    assert not nights(book, limit=9).nights
    # The day at the table may have begun before it begins at the clock of the book.
    assert replay(book, text.format(at=soon), file="soon.night").opened


@pytest.mark.usefixtures("friday")
def test_what_is_said_comes_before_what_the_club_agreed(book) -> None:
    head = head_from(book, {**PLAYERS, "loan": "20", "bank": "Bo, own", "criss cross": "cross", "chips": "red 5 x 10"})
    switches = replace(BLINDS.switches, criss_cross="cross")
    assert head.rules == replace(BLINDS, initial_loan=20, banker_stack="own", switches=switches)
    assert head.inventory == (Denomination("red", 5, 10),)


@pytest.mark.usefixtures("friday")
def test_a_night_of_another_club_has_nothing_of_it(book) -> None:
    for club in ("Monday", "Tuesday"):
        head = head_from(book, {**PLAYERS, "club": club})
        assert (head.rules, head.inventory) == (HouseRules(), ())
        found_club(book, "Tuesday")


def test_a_night_like_another_has_its_rules_whatever_the_club_adopted_since(book) -> None:
    club = found_club(book, "Friday").id
    plain = open_night(book, head_from(book, PLAYERS))
    with book.handler() as handler:
        handler.clubs.take(club, AdoptHouseRules(rules=BLINDS), DeclareInventory(kinds=CHIPS))
    blind = open_night(book, head_from(book, PLAYERS))
    for like in (plain, blind):
        assert head_from(book, {}, like=like).rules == like.opened.rules
    # A night without chips says nothing about them.
    assert head_from(book, {}, like=plain).inventory == CHIPS
    # The banker is another one, who plays from the box as the first did.
    assert head_from(book, {"loan": "7", "bank": "Bo"}, like=blind).rules == replace(BLINDS, initial_loan=7)


def test_a_club_that_agreed_on_nothing_plays_by_the_usual_rules(book) -> None:
    head = usual_head(book)
    assert (head.rules, head.inventory) == (HouseRules(), ())


def test_before_the_first_night_the_usual_club_is_the_one_founded_last(book) -> None:
    assert usual_club(book) == "Home"
    found_club(book, "Friday")
    assert usual_club(book) == "Friday"
    open_night(book, head_from(book, {**PLAYERS, "club": "Monday"}))
    found_club(book, "Sunday")
    assert usual_club(book) == "Monday"


@pytest.mark.parametrize("rules", [RULES, HouseRules(), HouseRules(dictionary="wide-english")])
def test_rules_that_are_said_as_a_head_are_read_back_as_they_were(rules) -> None:
    bank = "Bo, box" if rules.banker_stack == "box" else "Bo"
    said = {**rules_stated(rules, Currency()), "players": "Anna, Bo", "bank": bank}
    assert read_head([f"{key}: {value}" for key, value in said.items()]).rules == rules


def test_chips_that_are_said_are_read_back_as_they_were() -> None:
    assert chips_of(chips_stated(CHIPS)) == CHIPS
