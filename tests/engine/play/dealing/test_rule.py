"""Dealing, laying, turning, burning, and cards that become known: each card once, from the deck, where it can lie."""

import pytest

from engine import commands, errors
from engine.game.steps import Bet, Burn, Deal, Draw, Lay, Turn
from tests.engine.table import Table, announce, game, house, opened

UNKNOWN = "??"


def own(table: Table, player: str) -> list[str]:
    """The player's cards, open ones in upper case letters as they are, closed ones in brackets."""
    return [held.card if held.up else f"({held.card})" for held in table.hand.cards.own[player]]


def by_hand(*play: object, players: str = "ABC", **said: object) -> Table:
    """A game at a table where every step of the dealer is said; the last player deals."""
    table = opened(players, rules=house("standard", auto="none"))
    return table.do(announce(game(*play, **said), dealer=players[-1]))


def test_cards_fall_one_at_a_time_from_the_dealers_left_closed_ones_first() -> None:
    table = by_hand(Deal(down=1, up=1), Bet()).do("deal 2s 3s 4s 5s 6s 7s")
    assert {player: own(table, player) for player in "ABC"} == {
        "A": ["(2s)", "5s"],
        "B": ["(3s)", "6s"],
        "C": ["(4s)", "7s"],
    }


@pytest.mark.parametrize(
    ("dealt", "said", "player", "held"),
    [
        # The open cards alone may be said, some of them unknown, or nothing at all.
        (Deal(down=2, up=1), ("deal 5s 6s 7s",), "B", ["(??)", "(??)", "6s"]),
        (Deal(down=1, up=1), ("deal ?? Ks ?? 5s 6s 7s",), "B", ["(Ks)", "6s"]),
        (Deal(up=1), ("deal",), "A", ["??"]),
        (Deal(up=1), ("deal ?? ?? ??",), "A", ["??"]),
        # Unknown cards are named open ones first, those of a player who has folded too.
        (Deal(down=1, up=1), ("deal", "A has Ks Qs"), "A", ["(Qs)", "Ks"]),
        (Deal(down=1), ("deal", "A f", "A has 2s"), "A", ["(2s)"]),
    ],
)
def test_as_much_is_said_of_the_cards_as_the_table_likes(dealt, said, player, held) -> None:
    assert own(by_hand(dealt, Bet()).do(*said), player) == held


def test_cards_are_dealt_only_to_those_still_in() -> None:
    table = by_hand(Deal(up=1), Bet(), Deal(up=1), Bet()).do("deal 2s 3s 4s", "A f; B x; C x", "deal 5s 6s")
    assert {player: own(table, player) for player in "ABC"} == {"A": ["2s"], "B": ["3s", "5s"], "C": ["4s", "6s"]}


@pytest.mark.parametrize(
    ("said", "reason", "details"),
    [
        ("deal 2s 3s", errors.WrongNumberOfCards, {"given": 2, "wanted": 3, "what": "dealt"}),
        ("deal 2s 3s 4s 5s", errors.WrongNumberOfCards, {"given": 4}),
        ("deal 2s 3s 2s", errors.CardIsAlreadyOut, {"card": "2s"}),
        ("deal 2s 3s Xx", errors.NotACard, {"text": "Xx"}),
        ("deal 2s 3s joker", errors.CardIsNotInTheDeck, {"card": "joker", "deck": "french-52"}),
        ("lay 2s", errors.NotTheNextStep, {"act": "lay", "wanted": "deal"}),
        ("turn 2s", errors.NotTheNextStep, {"act": "turn", "wanted": "deal"}),
        ("burn", errors.NotTheNextStep, {"act": "burn", "wanted": "deal"}),
        ("A draws 1", errors.NotTheNextStep, {"act": "draw", "wanted": "deal"}),
    ],
)
def test_what_cannot_be_dealt_is_refused(said, reason, details) -> None:
    by_hand(Deal(up=1), Bet()).refuses(said, reason, **details)


def test_a_card_is_given_once() -> None:
    table = by_hand(Deal(up=1), Bet(), Deal(up=1), Bet()).do("deal 2s 3s 4s", "A x; B x; C x")
    table.refuses("deal 5s 3s 6s", errors.CardIsAlreadyOut, card="3s")


def test_the_card_of_a_player_who_has_folded_stays_out() -> None:
    table = by_hand(Deal(up=1), Bet(), Deal(up=1), Bet()).do("deal 2s 3s 4s", "A f; B x; C x")
    table.refuses("deal 2s 5s", errors.CardIsAlreadyOut, card="2s")


def test_when_the_stock_is_used_up_folded_cards_are_dealt_again() -> None:
    """RULINGS R-M13; the source too: folded and thrown cards are shuffled when the stock does not suffice."""
    steps = (Deal(down=5), Draw(up_to=3), Bet(), Deal(down=2), Bet())
    table = by_hand(*steps, players="ABCDEF").do("deal", *(f"{player} draws 3" for player in "ABCDEF"))
    table.do("A has As; B has Ks", "A f; B x; C x; D x; E x; F x")
    # 48 of 52 cards are gone, and five players need ten.
    table.refuses("deal Ks ?? ?? ?? ?? ?? ?? ?? ?? ??", errors.CardIsAlreadyOut, card="Ks")
    table.do("deal As ?? ?? ?? ?? ?? ?? ?? ?? ??")
    assert own(table, "B")[5] == "(As)"


def test_a_shared_card_laid_after_the_shuffle_may_be_one_that_was_thrown() -> None:
    """RULINGS R-M13: closed or called for, it comes from the stock like any other."""
    steps = (Deal(down=5), Draw(up_to=5), Lay(down=1), Bet(), Turn(), Bet())
    table = by_hand(*steps, players="ABCDEFG").do("deal", "A has As")
    table.do(commands.Exchange(player="A", number=5, thrown=("As", "??", "??", "??", "??")))
    table.do(*(f"{player} draws 5" for player in "BCDEFG"), "lay").checked_down()
    table.do("turn As")


def test_a_deck_that_cannot_serve_everybody_is_refused_at_the_announcement() -> None:
    table = opened("ABCDEFGH", rules=house())
    table.refuses(announce(game(Deal(down=7), Bet())), errors.DeckIsTooSmall, players=8, room=7)
    table.refuses(announce(game(Deal(down=6), Burn(), Lay(up=4), Bet())), errors.DeckIsTooSmall, room=7)
    table.do(announce(game(Deal(down=6), Lay(up=4), Bet())))


# Shared cards


def test_shared_cards_are_laid_and_open_ones_come_first() -> None:
    table = by_hand(Deal(down=1), Lay(up=1, down=1), Bet()).do("deal", "lay 9h")
    assert [(held.card, held.up) for held in table.hand.cards.board] == [("9h", True), (UNKNOWN, False)]
    table = by_hand(Deal(down=1), Lay(up=1, down=1), Bet()).do("deal 9c 9d 9s", "lay 9h 8h")
    assert [(held.card, held.up) for held in table.hand.cards.board] == [("9h", True), ("8h", False)]


def test_too_many_or_too_few_shared_cards_are_refused() -> None:
    table = by_hand(Deal(down=1), Lay(up=3), Bet()).do("deal")
    table.refuses("lay 2s 3s", errors.WrongNumberOfCards, given=2, wanted=3, what="laid")


def test_closed_shared_cards_are_turned_in_the_order_laid() -> None:
    table = by_hand(Deal(down=1), Lay(down=2), Bet(), Turn(), Bet(), Turn(), Bet()).do("deal", "lay ?? Kh")
    table.do("A x; B x; C x", "turn 2s")
    assert [(held.card, held.up) for held in table.hand.cards.board] == [("2s", True), ("Kh", False)]
    table.do("A x; B x; C x").refuses("turn Qh", errors.CardLiesThere, card="Qh", lies="Kh")
    table.do("turn")
    assert [(held.card, held.up) for held in table.hand.cards.board] == [("2s", True), ("Kh", True)]


def test_a_turned_card_cannot_be_one_that_is_out() -> None:
    table = by_hand(Deal(up=1), Lay(down=1), Bet(), Turn()).do("deal 2s 3s 4s", "lay", "A x; B x; C x")
    table.refuses("turn 2s", errors.CardIsAlreadyOut, card="2s")
    table.do("turn")
    assert table.hand.cards.board[0].card == UNKNOWN


def test_a_turned_card_that_lies_known_may_be_said_again() -> None:
    table = by_hand(Deal(up=1), Lay(down=1), Bet(), Turn()).do("deal 2s 3s 4s", "lay 9s", "A x; B x; C x", "turn 9s")
    assert table.hand.cards.board[0].up


def test_a_burnt_card_is_seen_by_nobody() -> None:
    table = by_hand(Deal(down=1), Burn(), Lay(up=1), Bet()).do("deal", "burn", "lay 2s")
    assert table.hand.cards.gone == 1


# Which steps need a tap


@pytest.mark.parametrize(("auto", "waits_for"), [("all", "bet"), ("closed", "lay"), ("none", "deal")])
def test_the_house_says_which_steps_need_no_tap(auto, waits_for) -> None:
    table = opened(rules=house("standard", auto=auto))
    table.do(announce(game(Deal(down=2), Burn(), Lay(up=3), Bet()), dealer="C"))
    assert type(table.hand.steps[table.hand.cursor]).__name__.lower() == waits_for


def test_closed_cards_may_be_turned_by_the_house() -> None:
    table = opened().do(announce(game(Deal(down=1), Lay(down=2), Turn(), Bet(), Turn(), Bet())), "B x; C x; A x")
    assert [held.up for held in table.hand.cards.board] == [True, True]


# Cards that become known later


def test_the_shared_cards_are_named_as_they_were_laid() -> None:
    table = opened().do("hand texas hold'em by C", "C c; A c; B x", "board 2s 3s 4s")
    assert [held.card for held in table.hand.cards.board] == ["2s", "3s", "4s"]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("A has Ks Qs Js", errors.WrongNumberOfCards),
        ("A has", errors.WrongNumberOfCards),
        ("A has ?? Qs", errors.FaceIsMissing),
        ("A has 9s Qs", errors.CardIsAlreadyOut),
        ("D has Ks Qs", errors.PlayerIsNotInTheHand),
        ("board 2s", errors.NoCardIsUnknown),
    ],
)
def test_only_what_lies_unknown_is_named_and_only_as_it_can_be(said, reason) -> None:
    by_hand(Deal(down=1, up=1), Bet()).do("deal", "B has 9s").refuses(said, reason)


def test_naming_what_is_known_already_is_refused() -> None:
    table = by_hand(Deal(up=1), Bet()).do("deal 2s 3s 4s")
    table.refuses("A has 2s", errors.CardIsAlreadyOut)
    table.refuses("A has 5s", errors.NoCardIsUnknown, player="A")


def test_who_opened_is_not_decided_again_when_open_cards_become_known() -> None:
    table = opened("ABCD", rules=house()).do("hand five card stud by D", "C b1", "A has As")
    assert table.turn == "D"
