"""A declaration: scripts with groups, variations, what the rulebook fills in, and the way into a file and back."""

import msgspec
import pytest

from engine.catalogue import RULEBOOKS
from engine.game import steps
from engine.game.awards import Best, Low, Poker, Split
from engine.game.betting import Ante, Blinds, FixedLimit, HouseLimit, PotLimit
from engine.game.definition import SHARED, Deck, Game
from engine.game.steps import Bet, Burn, Deal, Draw, Lay, Turn, flat
from engine.game.wilds import Cards
from engine.library import GAMES
from engine.registry import DOING
from tests.engine.game.played import FIVE_CARDS, KITCHEN_BOOK, declared

OWN_GAME = """{
    "name": "Grandmother's Draw",
    "play": [{"type": "Deal", "down": 5}, {"type": "Bet", "check": false}, {"type": "Draw", "up_to": 2},
             {"type": "Bet"}],
    "wild": [{"type": "Cards", "names": "J"}],
    "forced": {"type": "Ante", "chips": 3}
}"""


def test_a_group_is_played_as_often_as_it_is_written() -> None:
    game = Game("Stud", play=(Deal(down=1), (Deal(up=1), Bet()) * 2))
    assert game.play == (Deal(down=1), Deal(up=1), Bet(), Deal(up=1), Bet())


def test_groups_within_groups_are_opened_in_order() -> None:
    assert flat((Burn(), ((Turn(), (Bet(),)), Draw(up_to=1)))) == (Burn(), Turn(), Bet(), Draw(up_to=1))


def test_a_script_may_begin_with_the_script_of_another_game() -> None:
    longer = Game("Longer", play=(FIVE_CARDS.play, Draw(up_to=2), Bet()))
    assert longer.play == (Deal(down=5), Bet(), Draw(up_to=2), Bet())


def test_a_lone_wild_rule_needs_no_brackets() -> None:
    assert Game("Twos", wild=Cards("2")) == Game("Twos", wild=(Cards("2"),))
    assert Game("Twos", wild=Cards("2")).wild_rules == (Cards("2"),)


def test_a_variation_is_the_same_game_except_for_what_is_named() -> None:
    wild = FIVE_CARDS.but("Five Cards, Jacks Wild", wild=Cards("J"))
    assert (wild.name, wild.variation_of) == ("Five Cards, Jacks Wild", ("Five Cards",))
    assert wild.play == FIVE_CARDS.play
    assert wild.wild_rules == (Cards("J"),)
    assert FIVE_CARDS.wild_rules == ()


def test_a_variation_of_a_variation_names_the_game_it_was_made_from() -> None:
    first = FIVE_CARDS.but("First", own=3)
    second = first.but("Second", wild=Cards("J"))
    assert (second.variation_of, second.own) == (("First",), 3)


def test_a_change_without_a_new_name_is_no_variation() -> None:
    assert FIVE_CARDS.but(limit=PotLimit()).variation_of == ()


def test_the_script_of_a_variation_may_be_written_with_groups_too() -> None:
    assert FIVE_CARDS.but("Ten", play=((Deal(down=1),) * 2, Bet())).play == (Deal(down=1), Deal(down=1), Bet())


def test_a_variation_cannot_change_what_a_game_does_not_have() -> None:
    with pytest.raises(TypeError, match="jokers"):
        FIVE_CARDS.but("Jokers", jokers=2)


def test_what_a_game_leaves_unsaid_its_rulebook_says() -> None:
    game = KITCHEN_BOOK.resolve(FIVE_CARDS)
    assert game.rulebook == "kitchen"
    assert {field: getattr(game, field) for field in SHARED} == {
        field: getattr(KITCHEN_BOOK, field) for field in SHARED
    }


def test_the_games_own_word_wins_over_the_rulebooks() -> None:
    game = KITCHEN_BOOK.resolve(FIVE_CARDS.but(forced=Blinds(1, 2), seats=(4, 6), out_of_turn="stays"))
    assert (game.forced, game.seats, game.out_of_turn) == (Blinds(1, 2), (4, 6), "stays")
    assert game.limit == KITCHEN_BOOK.limit


def test_resolving_twice_changes_nothing() -> None:
    game = KITCHEN_BOOK.resolve(FIVE_CARDS)
    assert KITCHEN_BOOK.resolve(game) == game


def test_a_game_is_the_same_game_after_a_stay_in_the_book_resolved_or_not() -> None:
    for game in (*GAMES, *(game for book in RULEBOOKS for game in book.games)):
        assert msgspec.json.decode(msgspec.json.encode(game), type=Game, strict=True) == game


def test_every_word_with_every_field_said_comes_back() -> None:
    game = declared(
        Deal(down=1, up=2),
        Burn(),
        Lay(up=1, down=2),
        Turn(),
        Bet(check=False),
        Draw(up_to=1),
        wild=(Cards("2"), Cards("Js Jh")),
        deck=Deck("french-52", wildcards=4),
        forced=Blinds(1, 2, ante=1),
        limit=FixedLimit(small=2, big=4, big_from=2),
        scale=Poker(low=Low(runs=True), naturals=True, suits=True),
        award=Split(Best(), Best(Low(ace="high", most=9))),
        direction="right",
        dealing="right",
        next_dealer="winner",
        own=2,
    )
    assert msgspec.json.decode(msgspec.json.encode(game), type=Game) == game
    limit = HouseLimit(most=5, once=50)
    assert msgspec.json.decode(msgspec.json.encode(game.but(limit=limit)), type=Game).limit == limit


def test_a_game_of_the_clubs_own_is_read_from_text() -> None:
    game = msgspec.json.decode(OWN_GAME, type=Game)
    assert game.play == (Deal(down=5), Bet(check=False), Draw(up_to=2), Bet())
    assert (game.wild_rules, game.forced) == ((Cards("J"),), Ante(3))


@pytest.mark.parametrize(
    ("declaration", "complaint"),
    [
        ('{"name": "X", "play": [{"type": "Shuffle"}]}', "Invalid value 'Shuffle'"),
        ('{"name": "X", "play": [{"type": "Draw"}]}', "missing required field `up_to`"),
        ('{"name": "X", "direction": "up"}', "Invalid enum value 'up'"),
        ('{"name": "X", "forced": {"type": "Ante", "chips": -1}}', "`int` >= 0"),
        ('{"name": "X", "forced": {"type": "Ante", "chips": 0.5}}', "Expected `int`, got `float`"),
    ],
)
def test_text_that_is_no_declaration_is_refused(declaration, complaint) -> None:
    with pytest.raises(msgspec.ValidationError, match=complaint):
        msgspec.json.decode(declaration, type=Game)


def test_a_step_says_its_words_once_and_goes_by_its_name_without_them() -> None:
    assert (DOING["deal"], DOING.get("bet")) == ("deal cards", None)
    with pytest.raises(AssertionError, match="turn trump is said twice"):
        steps.in_words(doing="turn it up")(steps.TurnTrump)
    assert DOING["turn trump"] == "turn up the trump"
