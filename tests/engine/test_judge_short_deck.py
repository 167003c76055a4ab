"""Short-deck hold'em before the rules lawyer and at the table: its order of hands, its pack, and a pack of one's own."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import commands, errors
from engine.game.definition import Deck
from engine.game.switches import Switches
from engine.judge import Case, Seen, judge
from engine.library import as_switched, named
from tests.engine.table import Table, announce, house, opened

SHORT = named("Short-Deck Hold'em")[0]


def showdown(declared: object, *cards: str, board: str, **rules: object) -> Table:
    """Anna, Bo and Carl check it down with these cards; the blinds are 1 and 2."""
    table = opened("ABC", 100, rules=house("standard", auto="none", **rules)).do(announce(declared, dealer="C"))
    holes = [hole.split() for hole in cards]
    laid = board.split()
    table.do(commands.Deal(cards=tuple(hole[place] for place in (0, 1) for hole in holes)), "C c; A c; B x")
    for street in (laid[:3], laid[3:4], laid[4:]):
        table.do("burn", commands.Lay(cards=tuple(street)), "A x; B x; C x")
    return table.do(*(f"{player} shows {hole}" for player, hole in zip("ABC", cards, strict=True)))


def test_a_flush_takes_the_pot_from_a_full_house() -> None:
    table = showdown(SHORT, "As 6s", "Kh Kd", "10h 10d", board="Ks 9s 7s Kc 9h")
    assert table.stacks() == {"A": 98, "B": 104, "C": 98}
    table = showdown(SHORT, "As 6s", "9h 9d", "10h 10d", board="Ks 9s 7s Kc 8h")
    assert table.stacks() == {"A": 104, "B": 98, "C": 98}


@pytest.mark.parametrize(("three_over_straight", "winner"), [(False, "A"), (True, "B")])
def test_a_straight_with_the_ace_below_six_beats_three_of_a_kind_unless_the_house_has_it_otherwise(
    winner: str, *, three_over_straight: bool
) -> None:
    declared = as_switched(SHORT, Switches(three_over_straight=three_over_straight))
    table = showdown(declared, "Ah 6h", "Kh Kd", "10h 10d", board="7s 8c 9d Ks Qc")
    assert table.stacks()[winner] == 104


def test_the_lawyer_judges_by_the_same_order_and_says_it() -> None:
    players = {"Anna": Seen(cards="Ah 6h"), "Bo": Seen(cards="Ks Kc")}
    found = judge(Case(game="Six Plus Hold'em", pot=10, players=players, board="7s 8h 9d Kd Qs"))
    assert found.shares[0].winners[0].player == "Anna"
    assert "straight, nine high" in str(found)


def test_a_card_that_the_pack_does_not_hold_is_refused() -> None:
    table = opened("ABC", 100, rules=house("standard", auto="none")).do(announce(SHORT, dealer="C"))
    table.refuses("deal 2s Ks As Kd Ah Qd", errors.CardIsNotInTheDeck, card="2s", deck="french-36")
    refusal = table.refuses("deal Zs Ks As Kd Ah Qd", errors.NotACard, text="Zs")
    assert "6 7 8 9 10 J Q K A in s h d c" in str(refusal)


def test_a_pack_of_ones_own_stands_in_the_book_with_its_cards() -> None:
    pack = "9s 10s Js Qs Ks As 9h 10h Jh Qh Kh Ah 9d 10d Jd Qd Kd Ad"
    declared = replace(SHORT, name="Little Deck", rulebook="own", deck=Deck("little", pack=pack))
    # The ace counts below the nine, but nobody's straight goes that far down: the flush wins.
    table = showdown(declared, "As 9s", "9h Ah", "Jd Qd", board="10s Js Ks Kh Kd")
    assert table.stacks() == {"A": 104, "B": 98, "C": 98}
    announced = next(record.event for record in table.records if isinstance(record.event, commands.AnnounceHand))
    assert announced.declaration.deck == Deck("little", pack=pack)
    table.do(announce(declared, dealer="C")).refuses(
        "deal 8s Ks As Kd Ah Qd", errors.CardIsNotInTheDeck, card="8s", deck="little"
    )
