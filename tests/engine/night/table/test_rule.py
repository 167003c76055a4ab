"""The frame of the evening: opening, seats, standing up and coming back, going home, rulings."""

import pytest
from msgspec.structs import replace

from engine import commands, errors, events
from engine.game.betting import FixedLimit, HouseLimit
from engine.night.table.rule import RULES_VERSION
from tests.engine.table import BANKER, Table, house, opened

OPENING = commands.OpenNight(night="night", club="club", banker=BANKER)


def ruling(*moves: tuple[str, str, int], agreed_by: str = "A") -> commands.MakeRuling:
    return commands.MakeRuling(
        text="so be it", moves=tuple(commands.ChipMove(*move) for move in moves), agreed_by=tuple(agreed_by)
    )


# Opening


def test_opening_freezes_the_version_of_the_rules() -> None:
    table = Table().do(OPENING)
    (opening,) = table.of(commands.OpenNight)
    assert opening.rules_version == RULES_VERSION
    assert table.night.phase == "open"


def test_a_night_opened_under_older_rules_keeps_their_version() -> None:
    table = Table().do(commands.OpenNight(night="night", club="club", banker=BANKER, rules_version=7))
    assert table.night.opened.rules_version == 7


def test_a_night_is_opened_once() -> None:
    opened().refuses(OPENING, errors.NightIsOpenAlready)


def test_the_rulebook_of_the_house_must_exist() -> None:
    said = commands.OpenNight(night="n", club="c", banker=BANKER, rules=house("hoyle"))
    Table().refuses(said, errors.UnknownRulebook, rulebook="hoyle")


@pytest.mark.parametrize(
    ("limit", "because"),
    [
        (FixedLimit(small=4, big=2), "the big bet of 2 is below the small one of 4; it is 4 or more"),
        (FixedLimit(small=0, big=2), "the small bet is 0; it is 1 or more"),
        (FixedLimit(small=2, big=4, big_from=0), "the big bet begins in round 0; rounds are counted from 1"),
        (HouseLimit(most=5, once=3), "the one large bet of 3 is not above the most of 5; it is 6 or more"),
        (HouseLimit(most=5, once=5), "the one large bet of 5 is not above the most of 5; it is 6 or more"),
    ],
)
def test_a_limit_whose_numbers_contradict_each_other_is_refused(limit, because) -> None:
    said = commands.OpenNight(night="n", club="c", banker=BANKER, rules=replace(house(), limit=limit))
    Table().refuses(said, errors.LimitCannotBe, because=because)
    hand = commands.AnnounceHand(game="straight poker", limit=limit)
    opened("ABC").refuses(hand, errors.LimitCannotBe, because=because)


def test_denominations_have_different_names() -> None:
    twice = (commands.Denomination("small", 1, 1), commands.Denomination("Small", 5, 1))
    Table().refuses(commands.OpenNight(night="n", club="c", banker=BANKER, inventory=twice), errors.NamedTwice)


def test_nothing_happens_before_the_opening() -> None:
    agreed = commands.MakeRuling(text="x", agreed_by=("A",))
    for said in ("A sits", "A stands", "A back", "A leaves", "A +5", "hand omaha", "close", "A 1", agreed):
        Table().refuses(said, errors.NightIsNotOpen)


def test_who_enters_acts_is_agreed_anew_during_the_night() -> None:
    everyone = commands.ChangeEnteredBy(by="everyone")
    table = opened("ABC").do(everyone)
    assert table.night.rules.entered_by == "everyone"
    assert table.night.terms.rules.entered_by == "bank"
    table.refuses(everyone, errors.EnteredSoAlready, by="everyone")
    table.strikes(table.version)
    assert table.night.rules.entered_by == "bank"


# Seats


def test_without_a_number_a_player_takes_the_next_free_seat() -> None:
    table = opened("AB").do(commands.SeatPlayer(player="C", seat=4), "D sits; E sits")
    assert {player: person.seat for player, person in table.night.people.items()} == {
        "A": 1,
        "B": 2,
        "C": 4,
        "D": 3,
        "E": 5,
    }


def test_a_seat_is_taken_by_one_player() -> None:
    table = opened("AB")
    table.refuses(commands.SeatPlayer(player="C", seat=2), errors.SeatIsTaken, seat=2, player="B")
    table.refuses("A sits", errors.AlreadySeated, player="A", seat=1)


def test_a_player_who_stands_up_keeps_his_seat_and_his_chips() -> None:
    table = opened("AB").do("B stands")
    table.refuses(commands.SeatPlayer(player="C", seat=2), errors.SeatIsTaken, player="B")
    table.refuses("B stands", errors.PlayerIsAway, player="B")
    table.do("B back")
    assert (table.night.people["B"].seat, table.stacks()["B"]) == (2, 100)


def test_a_player_may_come_back_to_another_seat() -> None:
    table = opened("AB").do("B stands")
    table.refuses(commands.SitBack(player="B", seat=1), errors.SeatIsTaken, player="A")
    table.do(commands.SitBack(player="B", seat=7))
    assert table.night.people["B"].seat == 7
    table.refuses("B back", errors.AlreadySeated, seat=7)


@pytest.mark.parametrize("said", ["Q stands", "Q back", "Q leaves"])
def test_who_never_sat_down_neither_stands_up_nor_leaves(said) -> None:
    opened("A").refuses(said, errors.PlayerIsNotSeated, player="Q", seated=["A"])


def test_nobody_stands_up_or_leaves_while_he_is_in_the_hand() -> None:
    table = opened("ABC").do("hand omaha by C")
    for said in ("A stands", "A leaves"):
        table.refuses(said, errors.PlayerIsInTheHand, player="A")
    table.do("C f", "C stands")


def test_who_sits_down_during_a_hand_plays_from_the_next() -> None:
    table = opened("ABC").do("hand omaha by C", "D sits", "D +50")
    assert table.hand.order == ("A", "B", "C")
    table.do("C f; A f", "hand omaha")
    assert "D" in table.hand.order


# Going home


def test_the_seat_of_who_has_gone_home_is_free() -> None:
    table = opened("AB").do("B leaves", "C sits")
    assert table.night.people["C"].seat == 2
    table.refuses("B back", errors.PlayerHasGoneHome, player="B")
    table.refuses("B leaves", errors.PlayerHasGoneHome, player="B")
    table.do("B sits")
    assert table.night.people["B"].seat == 3


def test_who_has_gone_home_is_dealt_no_cards() -> None:
    table = opened("ABC").do("B leaves", "hand omaha")
    assert set(table.hand.order) == {"A", "C"}
    table = opened("ABC").do("B leaves")
    table.refuses(commands.AnnounceHand(game="omaha", players=("A", "B")), errors.PlayerIsAway, player="B")


def test_the_banker_stays_until_the_close() -> None:
    opened("AB", banker="A").refuses("A leaves", errors.BankerCannotLeave, player="A")


def test_when_all_but_one_have_gone_there_is_nobody_to_play_with() -> None:
    table = opened("ABC").do("B leaves; C leaves")
    table.refuses("hand omaha", errors.TooFewToPlay, players=1)


def test_those_who_have_folded_may_all_go_home_while_the_hand_is_played() -> None:
    table = opened("ABCD").do("hand omaha by D", "C f; D f", "C leaves; D leaves", "A c; B x")
    table.do("A x; B x", "A x; B x", "A x; B x", "A win")
    assert table.stacks() == {"A": 102, "B": 98, "C": 0, "D": 0}


# Rulings


def test_a_ruling_moves_chips_between_stacks_pot_carry_and_box() -> None:
    table = opened("ABC").do("hand omaha by C")
    table.do(ruling(("chips:A", "chips:B", 5), ("chips:B", "pot", 10), ("pot", "carry", 2), ("box", "chips:C", 7)))
    assert table.stacks() == {"A": 94, "B": 93, "C": 107}
    assert [table.holds("pot"), table.holds("carry")] == [11, 2]


def test_in_a_ruling_who_gives_and_who_gets_differ() -> None:
    table = opened("AB")
    table.refuses(ruling(("chips:A", "chips:B", 1), ("chips:A", "chips:A", 5)), errors.MovesNowhere, account="A")
    refusal = table.refuses(ruling(("pot", "pot", 5)), errors.MovesNowhere, account="pot")
    assert not refusal.waivable


def test_a_ruling_may_move_nothing() -> None:
    assert opened("A").do(ruling()).happened == (ruling(),)


def test_no_account_gives_more_than_it_holds() -> None:
    table = opened("AB")
    table.refuses(ruling(("chips:A", "chips:B", 101)), errors.AccountHoldsLess, account="chips:A", chips=1)
    table.refuses(ruling(("carry", "chips:B", 1)), errors.AccountHoldsLess, account="carry")
    table.do(ruling(("chips:A", "chips:B", 101), ("chips:B", "chips:A", 1)))
    few = opened("A", 10, inventory=(commands.Denomination("small", 1, 12),))
    few.refuses(ruling(("box", "chips:A", 3)), errors.AccountHoldsLess, account="box", chips=1)
    few.do(ruling(("box", "chips:A", 2)))


@pytest.mark.parametrize("account", ["loan:A", "till", "shadow:A", "owed:A", "chips:Q", "A", "gap", "due", "inventory"])
def test_a_ruling_moves_no_other_accounts(account) -> None:
    opened("A").refuses(ruling(("chips:A", account, 1)), errors.NotAnAccountOfARuling, account=account)


def test_a_ruling_gives_nothing_to_who_has_gone_home() -> None:
    opened("AB").do("B leaves").refuses(ruling(("chips:A", "chips:B", 1)), errors.PlayerHasGoneHome, player="B")


def test_without_a_hand_there_is_no_pot_to_rule_on() -> None:
    opened("AB").refuses(ruling(("chips:A", "pot", 1)), errors.NoHandIsPlayed)


def test_those_who_agree_to_a_ruling_are_at_the_table() -> None:
    opened("AB").refuses(ruling(agreed_by="AQ"), errors.PlayerIsNotSeated, player="Q")


def test_a_ruling_on_a_stack_that_comes_from_the_box_is_held_to_the_box() -> None:
    few = (commands.Denomination("small", 1, 20),)
    table = opened("AB", {"B": 10}, rules=house(banker_stack="box"), banker="A", inventory=few)
    table.refuses(ruling(("chips:A", "chips:B", 11)), errors.AccountHoldsLess, account="chips:A", chips=1)
    table.do(ruling(("chips:A", "chips:B", 10)))


def test_chips_a_ruling_takes_put_nobody_all_in() -> None:
    table = opened("ABC", {"A": 100, "B": 100, "C": 10}).do("hand texas hold'em by A")
    assert table.stacks()["C"] == 8
    table.do(ruling(("chips:C", "chips:A", 8)))
    assert table.of(events.WentAllIn) == []


def test_chips_a_ruling_puts_into_the_box_are_not_lent_to_who_sat_down_before_an_empty_box() -> None:
    box = (commands.Denomination(name="small", worth=1, pieces=100),)
    table = opened("", rules=house(initial_loan=50), inventory=box)
    for player in "ABC":
        table.do(commands.SeatPlayer(player=player))
    assert table.stacks() == {"A": 50, "B": 50, "C": 0}
    assert table.do(ruling(("chips:A", "box", 20))).happened == (ruling(("chips:A", "box", 20)),)
