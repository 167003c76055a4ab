"""Games read aloud: one sentence a word, repeated groups found again, and the whole catalogue as golden texts."""

from types import ModuleType
from typing import get_args

import msgspec
import pytest

from engine.game import awards, betting, steps, wilds
from engine.game.awards import PlayersSpeak, Poker, Split
from engine.game.betting import Ante, Blinds, FixedLimit, HouseLimit, NoLimit, PotLimit
from engine.game.definition import Deck, Game, Kitty, OutOfTurn, Short
from engine.game.rules_text import explain, summary
from engine.game.sentences import SENTENCES
from engine.game.sentences_of_play import OUT_OF_TURN, SHORT
from engine.game.steps import Bet, Burn, Deal, Draw, Lay, Turn
from engine.game.wilds import Cards
from engine.library import GAMES, letters
from tests.engine.game.played import FIVE_CARDS, KITCHEN_BOOK, declared
from tests.golden_copies import GOLDEN, assert_golden

WORDS = (steps, wilds, awards, betting)


def golden_name(game: Game) -> str:
    return f"{game.rulebook}-{letters(game.name).replace(' ', '-')}.txt"


def lines_of(game: Game) -> list[str]:
    return explain(game).splitlines()[1:]


def numbered(*play: object) -> list[str]:
    """The numbered steps of a script, without their numbers."""
    return [line[4:] for line in lines_of(declared(*play)) if line[:2].strip().isdigit()]


def facts(**said: object) -> str:
    """What stands beside the script, in one line."""
    return " ".join(line.strip() for line in lines_of(declared(**said)) if not line[:2].strip().isdigit())


def words_of(module: ModuleType) -> set[type]:
    """The words that a module brings: its declarations, without the families they belong to."""
    declarations = {
        kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    }
    own = {kind for kind in declarations if kind.__module__ == module.__name__}
    return {kind for kind in own if not kind.__subclasses__()}


def test_every_word_of_the_language_has_its_sentence() -> None:
    assert {Deal, Cards, Poker, Split, Ante, PlayersSpeak} <= set().union(*map(words_of, WORDS))
    assert set(SENTENCES) == {Kitty}.union(*map(words_of, WORDS))


@pytest.mark.parametrize(("chips", "go"), [(1, "1 chip goes"), (2, "2 chips go")])
def test_the_kitty_is_told_behind_who_takes_the_pot(chips, go) -> None:
    told = facts(kitty=Kitty(chips=chips))
    assert f"equal hands split it. Of every pot that is won {go} to the kitty before it is shared; at the end" in told
    tricks = declared(Deal(down=5), steps.Tricks(), award=awards.LastHolding(), kitty=Kitty(chips=chips))
    assert f"Of every pot that is won {go} to the kitty before" in explain(tricks)
    assert "kitty" not in explain(declared())


def test_every_word_of_turns_and_of_short_stacks_has_its_sentence() -> None:
    assert set(OUT_OF_TURN) == set(get_args(OutOfTurn))
    assert set(SHORT) == set(get_args(Short))


@pytest.mark.parametrize("game", GAMES, ids=golden_name)
def test_the_game_reads_as_it_was_read_and_found_right(game) -> None:
    assert_golden(f"games/{golden_name(game)}", explain(game) + "\n")


def test_every_golden_text_is_of_a_game_that_exists() -> None:
    assert {path.name for path in (GOLDEN / "games").iterdir()} - {golden_name(game) for game in GAMES} == set()
    assert len({golden_name(game) for game in GAMES}) == len(GAMES)


def test_the_title_names_the_game_its_rulebook_its_players_and_what_they_put_in() -> None:
    assert explain(declared(seats=(3, 7), forced=Ante(2))).splitlines()[0] == (
        "Five Cards · kitchen. 3 to 7 players. Ante 2."
    )


@pytest.mark.parametrize(
    ("seats", "best", "players"),
    [
        (None, (3, 6), "Best with 3 to 6 players."),
        ((2, 10), (3, 6), "Best with 3 to 6 players."),
        ((3, 6), (3, 6), "3 to 6 players."),
        ((3, 6), (2, 8), "3 to 6 players."),
        ((3, 6), (4, 5), "Best with 4 to 5 players; 3 to 6 can play."),
        ((2, 6), (4, 5), "Best with 4 to 5 players; 2 to 6 can play."),
        ((4, 4), None, "4 players."),
    ],
)
def test_a_limit_of_the_game_is_told_beside_what_its_source_recommends(seats, best, players) -> None:
    book = msgspec.structs.replace(KITCHEN_BOOK, seats=None)
    game = book.resolve(FIVE_CARDS.but(seats=seats, best=best))
    assert explain(game).splitlines()[0] == f"Five Cards · kitchen. {players} Ante 1."


@pytest.mark.parametrize(
    ("forced", "said"),
    [
        (Ante(0), "No ante."),
        (Blinds(0, 2), "Big blind 2."),
        (Blinds(5, 10), "Blinds 5 and 10."),
        (Blinds(1, 2, ante=1), "Blinds 1 and 2, ante 1."),
    ],
)
def test_what_goes_in_before_the_deal_stands_in_the_title(forced, said) -> None:
    assert explain(declared(forced=forced)).splitlines()[0].endswith(f" players. {said}")


def test_no_more_players_are_named_than_the_pack_has_cards_for() -> None:
    game = declared(Deal(down=5), Lay(down=2), Bet(), Deal(down=5), Bet(), seats=(3, 7))
    assert " 3 to 5 players." in explain(game)
    assert summary(game).seats == (3, 5)
    assert "The pack has cards for seven players at most." in explain(declared(Deal(down=7), Bet(), seats=(2, 8)))


def test_without_shared_cards_too_so_many_own_ones_count() -> None:
    assert "Exactly one of a player's own cards counts." in facts(own=1)
    assert "own cards" not in facts()


def test_a_repeated_group_is_found_again_in_the_flat_script() -> None:
    assert numbered(Deal(down=2), (Deal(up=1), Bet()) * 4, Deal(down=1), Bet()) == [
        "Each player is dealt 2 cards closed.",
        "Four times: each player is dealt 1 card open, then a betting round.",
        "Each player is dealt 1 card closed. A betting round.",
    ]


def test_a_group_ends_with_its_betting_round_and_does_not_begin_with_the_last_one() -> None:
    assert numbered(Deal(down=5), Bet(), (Draw(up_to=3), Bet()) * 3) == [
        "Each player is dealt 5 cards closed. A betting round.",
        "Three times: each player in turn exchanges up to 3 cards, then a betting round.",
    ]


def test_the_group_that_reaches_farthest_is_the_one_that_is_said() -> None:
    assert numbered((Deal(down=1), Bet(), Deal(up=1), Bet()) * 2, Deal(down=1), Bet()) == [
        (
            "Twice: each player is dealt 1 card closed, a betting round, each player is dealt 1 card open, "
            "then a betting round."
        ),
        "Each player is dealt 1 card closed. A betting round.",
    ]
    assert numbered((Deal(up=1), Bet()) * 12)[0].startswith("Twelve times: each player")


def test_a_group_without_a_betting_round_is_a_step_of_its_own() -> None:
    assert numbered((Deal(down=1), Lay(down=1)) * 5, Bet(), (Turn(), Bet()) * 5) == [
        "Five times: each player is dealt 1 card closed, then the dealer lays 1 shared card closed.",
        "A betting round.",
        "Five times: the dealer turns the next shared card, then a betting round.",
    ]


def test_what_happens_once_is_said_up_to_the_betting_round() -> None:
    assert numbered(Deal(down=2, up=1), Bet(check=False), Burn(), Lay(up=2, down=3), Bet(), Draw(up_to=1)) == [
        (
            "Each player is dealt 2 cards closed and 1 open. "
            "A betting round in which nobody may check before the first bet."
        ),
        "The top card is burned. The dealer lays 2 shared cards open and 3 closed. A betting round.",
        "Each player in turn exchanges up to 1 card.",
    ]


@pytest.mark.parametrize(
    ("wild", "said"),
    [
        (Cards("2"), "Wild: twos."),
        (Cards("6"), "Wild: sixes."),
        (Cards("3 9 Q"), "Wild: threes, nines and queens."),
        (Cards("10s"), "Wild: the ten of spades."),
        (
            (Cards("2"), Cards("Js Jh Kd")),
            "Wild: twos; one-eyed picture cards (the jack of spades, the jack of hearts and the king of diamonds).",
        ),
    ],
)
def test_wild_cards_are_said_in_words(wild, said) -> None:
    assert said in facts(wild=wild)


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        (HouseLimit(most=5, once=50), "at most 5 chips, and once a hand a player may bet or raise exactly 50."),
        (HouseLimit(most=1), "A bet or raise is at most 1 chip."),
        (HouseLimit(), "The highest bet or raise is agreed when the night opens or the hand is announced."),
        (FixedLimit(small=4, big=8), "A bet or raise is exactly 4 chips, and 8 from the third betting round on."),
        (FixedLimit(small=4, big=8, big_from=7), "and 8 from the seventh betting round on."),
        (FixedLimit(small=4, big=4), "A bet or raise is exactly 4 chips."),
        (PotLimit(), "A bet is at most the pot, a raise at most what the pot holds after the call."),
        (NoLimit(), "A bet or raise is at most what the player has in front of them."),
    ],
)
def test_the_limit_is_said_with_its_numbers(limit, said) -> None:
    assert said in facts(limit=limit)


def test_next_to_the_dealer_opens_on_the_side_to_which_betting_runs() -> None:
    assert "The first player left of the dealer opens the betting round." in facts()
    right = facts(direction="right", play=(Deal(down=5), Bet(), Draw(up_to=1), Bet()))
    assert "The first player right of the dealer opens every betting round. Betting runs to the right." in right


def test_cards_that_go_round_to_the_right_are_said_to() -> None:
    assert "Cards are dealt to the right." in facts(dealing="right")
    assert "are dealt to the" not in facts()


def test_what_is_unusual_is_said_and_what_is_usual_is_not() -> None:
    assert "Deck: french-52 and 4 wildcards." in facts(deck=Deck("french-52", wildcards=4))
    assert "The winner deals the next hand." in facts(next_dealer="winner")
    assert "Deck" not in facts()
    assert "next hand" not in facts()


def test_only_a_game_that_its_rulebook_has_resolved_can_be_explained() -> None:
    with pytest.raises(AssertionError, match=r"Rulebook\.resolve"):
        explain(FIVE_CARDS)


def test_a_summary_is_one_line_of_a_list() -> None:
    game = declared(wild=(Cards("2"), Cards("Kd"))).but("Wild Ones", play=(Deal(down=5), Bet(), Draw(up_to=2), Bet()))
    line = summary(game)
    assert (line.name, line.rulebook, line.variation_of) == ("Wild Ones", "kitchen", ("Five Cards",))
    assert (line.seats, line.betting_rounds, line.wild) == ((2, 8), 2, "twos; the king of diamonds")
    assert summary(declared()).wild == ""
